"""SDFormat lights: point, directional and spot lights."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, RGBA, Color, Sdf
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import ANGLE, LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element


@element("attenuation", source="light.sdf, attenuation; libsdformat Light.cc")
class Attenuation(Sdf):
    """Attenuation of light: 1 / (constant + linear * d + quadratic * d^2) at distance d."""

    range: Annotated[float, Needed("range of the light", unit=LENGTH, was=ATTRIBUTE)] = 10.0
    constant: Annotated[float, Child("constant coefficient", was=ATTRIBUTE)] = 1.0
    linear: Annotated[float, Child("linear coefficient", unit="1/m", was=ATTRIBUTE)] = 1.0
    quadratic: Annotated[float, Child("quadratic coefficient", unit="1/m^2", was=ATTRIBUTE)] = 0.0


@element("spot", source="light.sdf, spot; libsdformat Light.cc")
class Spot(Sdf):
    """The cone of a spot light."""

    inner_angle: Annotated[
        float, Needed("full angle of the bright inner cone", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0
    outer_angle: Annotated[float, Needed("full angle of the cone", unit=ANGLE, was=ATTRIBUTE)] = 0.0
    falloff: Annotated[
        float,
        Needed(
            "falloff between the cones: 1 is linear, more is faster, less is slower", was=ATTRIBUTE
        ),
    ] = 0.0


@element("light", source="light.sdf; libsdformat Light.cc")
class Light(Sdf):
    """A light source."""

    name: Annotated[str, Attr("unique among its siblings", was=(Was(until=(1, 5), needed=False),))]
    type: Annotated[
        Literal["point", "directional", "spot"],
        Attr(
            "point (from a point in all directions), directional (parallel light) or spot (a cone)",
            needed=True,
        ),
    ] = "point"
    pose: Annotated[
        Pose,
        Child("pose, relative to its parent element by default", was=ORIGIN),
    ] = IDENTITY
    direction: Annotated[
        Vec3,
        Needed(
            "direction of directional and spot lights",
            was=(Was(until=(1, 0), place="direction/@xyz"),),
        ),
    ] = (0.0, 0.0, -1.0)
    diffuse: Annotated[
        Color, Child("diffuse colour", was=(Was(until=(1, 5), needed=True), *RGBA))
    ] = (1.0, 1.0, 1.0, 1.0)
    specular: Annotated[
        Color, Child("specular colour", was=(Was(until=(1, 5), needed=True), *RGBA))
    ] = (0.1, 0.1, 0.1, 1.0)
    intensity: Annotated[float, Child("intensity factor", since=(1, 8))] = 1.0
    attenuation: Annotated[Attenuation | None, Child("attenuation with the distance")] = None
    spot: Annotated[Spot | None, Child("cone of a spot light")] = None
    cast_shadows: Annotated[bool, Child("cast shadows", was=ATTRIBUTE)] = False
    light_on: Annotated[bool, Child("on or off", since=(1, 8))] = True
    visualize: Annotated[bool, Child("display the light in the user interface", since=(1, 8))] = (
        True
    )
    frames: OldFrames = ()

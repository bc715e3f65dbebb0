"""SDFormat lights: lamps that shine everywhere, along one direction, or in a cone."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, RGBA, Color, Sdf
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import ANGLE, LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element


@element("attenuation", source="light.sdf, attenuation; libsdformat Light.cc")
class Attenuation(Sdf):
    """Light fades to 1 / (constant + linear * d + quadratic * d^2) at a distance d."""

    range: Annotated[
        float, Needed("distance that the light reaches", unit=LENGTH, was=ATTRIBUTE)
    ] = 10.0
    constant: Annotated[float, Child("fading at every distance", was=ATTRIBUTE)] = 1.0
    linear: Annotated[
        float, Child("fading that grows with the distance", unit="1/m", was=ATTRIBUTE)
    ] = 1.0
    quadratic: Annotated[
        float, Child("fading that grows with its square", unit="1/m^2", was=ATTRIBUTE)
    ] = 0.0


@element("spot", source="light.sdf, spot; libsdformat Light.cc")
class Spot(Sdf):
    """The cone of a spot light."""

    inner_angle: Annotated[
        float, Needed("angle across the bright inner cone", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0
    outer_angle: Annotated[
        float, Needed("angle across the whole cone", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0
    falloff: Annotated[
        float,
        Needed(
            "how light fades between the cones: 1 evenly, more faster, less slower", was=ATTRIBUTE
        ),
    ] = 0.0


@element("light", source="light.sdf; libsdformat Light.cc")
class Light(Sdf):
    """A source of light."""

    name: Annotated[str, Attr("unique among its siblings", was=(Was(until=(1, 5), needed=False),))]
    type: Annotated[
        Literal["point", "directional", "spot"],
        Attr(
            "point (everywhere from one place), directional (along one direction, from everywhere) "
            "or spot (a cone)",
            needed=True,
        ),
    ] = "point"
    pose: Annotated[
        Pose,
        Child(
            "where it is; in the frame of what it belongs to where nothing else is said", was=ORIGIN
        ),
    ] = IDENTITY
    direction: Annotated[
        Vec3,
        Needed(
            "where it shines, of directional and spot lights",
            was=(Was(until=(1, 0), place="direction/@xyz"),),
        ),
    ] = (0.0, 0.0, -1.0)
    diffuse: Annotated[
        Color, Child("colour of what it lights up", was=(Was(until=(1, 5), needed=True), *RGBA))
    ] = (1.0, 1.0, 1.0, 1.0)
    specular: Annotated[
        Color, Child("colour of its highlights", was=(Was(until=(1, 5), needed=True), *RGBA))
    ] = (0.1, 0.1, 0.1, 1.0)
    intensity: Annotated[float, Child("factor on its brightness", since=(1, 8))] = 1.0
    attenuation: Annotated[Attenuation | None, Child("how it fades with the distance")] = None
    spot: Annotated[Spot | None, Child("the cone of a spot light")] = None
    cast_shadows: Annotated[bool, Child("things throw shadows in it", was=ATTRIBUTE)] = False
    light_on: Annotated[bool, Child("it is switched on", since=(1, 8))] = True
    visualize: Annotated[bool, Child("the lamp itself is drawn", since=(1, 8))] = True
    frames: OldFrames = ()

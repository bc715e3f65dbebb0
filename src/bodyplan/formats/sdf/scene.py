"""How a world looks, and where on a planet it is: scene, window, roads, coordinates, air."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, Color, Sdf
from bodyplan.formats.sdf.material import Material
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element

_DEGREES = "degrees"
_HOURS = "h"


@element("fog", source="scene.sdf, fog")
class Fog(Sdf):
    """Fog: what is far off fades into its colour."""

    type: Annotated[
        Literal["none", "constant", "linear", "quadratic"],
        Child(
            "how it thickens",
            severity="warning",
            was=(Was(until=(1, 0), place="@type", default="linear"),),
        ),
    ] = "none"
    color: Annotated[Color, Child("its colour", since=(1, 2))] = (1.0, 1.0, 1.0, 1.0)
    start: Annotated[
        float, Child("distance at which it begins", unit=LENGTH, was=ATTRIBUTE, ge=0.0)
    ] = 1.0
    end: Annotated[
        float, Child("distance at which it is thickest", unit=LENGTH, was=ATTRIBUTE, ge=0.0)
    ] = 100.0
    density: Annotated[float, Child("how thick it is, as a share", was=ATTRIBUTE, ge=0.0)] = 1.0
    rgba: Annotated[Color, Attr("its colour", until=(1, 0))] = (1.0, 1.0, 1.0, 1.0)


@element("clouds", source="scene.sdf, sky/clouds", since=(1, 2))
class Clouds(Sdf):
    """Clouds that drift over the sky."""

    speed: Annotated[float, Child("how fast they drift", unit="m/s", ge=0.0)] = 0.6
    direction: Annotated[
        float, Child("where they drift to, about the vertical", unit="rad", ge=0.0, le=3.1456)
    ] = 0.0
    humidity: Annotated[float, Child("how many there are, as a share", ge=0.0, le=1.0)] = 0.5
    mean_size: Annotated[float, Child("how large they are, as a share", ge=0.0, le=1.0)] = 0.5
    ambient: Annotated[Color, Child("their colour")] = (0.8, 0.8, 0.8, 1.0)


@element("sky", source="scene.sdf, sky; libsdformat Sky.cc", since=(1, 2))
class Sky(Sdf):
    """A sky instead of a plain background."""

    time: Annotated[float, Child("time of day, 0 to 24", unit=_HOURS)] = 10.0
    sunrise: Annotated[float, Child("time of sunrise, 0 to 24", unit=_HOURS)] = 6.0
    sunset: Annotated[float, Child("time of sunset, 0 to 24", unit=_HOURS)] = 20.0
    clouds: Annotated[Clouds | None, Child("the clouds; none where absent")] = None
    cubemap_uri: Annotated[
        str, Child("pictures of the six sides of a sky of one's own", since=(1, 9))
    ] = ""


@element("sky", source="scene.sdf of 1.0, background/sky")
class SkyScript(Sdf):
    """A sky as the first version has it: a material that is drawn all around."""

    material: Annotated[
        str, Attr("the material, as a script of OGRE names it", until=(1, 0), needed=True)
    ] = "Gazebo/CloudySky"


@element("background", source="scene.sdf of 1.0, background")
class Background(Sdf):
    """What is behind everything, as the first version has it."""

    color: Annotated[Color, Attr("its colour", name="rgba", until=(1, 0), needed=True)] = (
        0.7,
        0.7,
        0.7,
        1.0,
    )
    sky: Annotated[SkyScript | None, Child("a sky before it; none where absent", until=(1, 0))] = (
        None
    )


@element("scene", source="scene.sdf; libsdformat Scene.cc")
class Scene(Sdf):
    """Light and background of a world."""

    ambient: Annotated[
        Color,
        Needed(
            "light that comes from everywhere",
            was=(
                Was(until=(1, 3), default=(0.2, 0.2, 0.2, 1.0)),
                Was(until=(1, 2), default=(0.0, 0.0, 0.0, 1.0)),
                Was(until=(1, 0), place="ambient/@rgba", needed=False),
            ),
        ),
    ] = (0.4, 0.4, 0.4, 1.0)
    background: Annotated[
        Color, Needed("colour behind everything", since=(1, 2), gap=((1, 0), (1, 0)))
    ] = (0.7, 0.7, 0.7, 1.0)
    background_and_sky: Annotated[
        Background | None, Child("what is behind everything", until=(1, 0))
    ] = None
    sky: Annotated[Sky | None, Child("the sky; the background where absent", since=(1, 2))] = None
    shadows: Annotated[
        bool,
        Needed(
            "shadows are drawn", was=(Was(until=(1, 0), place="shadows/@enabled", needed=False),)
        ),
    ] = True
    fog: Annotated[Fog | None, Child("the fog; none where absent")] = None
    grid: Annotated[
        bool,
        Child("a grid is drawn on the ground", was=(Was(until=(1, 0), place="grid/@enabled"),)),
    ] = True
    origin_visual: Annotated[
        bool, Child("the axes of the world are drawn at its origin", since=(1, 5))
    ] = True


@element("track_visual", source="gui.sdf, camera/track_visual")
class TrackVisual(Sdf):
    """How the user's camera follows a model."""

    name: Annotated[
        str,
        Child(
            "the model that is followed; whichever the user picks where empty",
            was=(Was(until=(1, 5), needed=True),),
            refers=("model",),
        ),
    ] = ""
    min_dist: Annotated[float, Child("smallest distance from it; not with static", unit=LENGTH)] = (
        0.0
    )
    max_dist: Annotated[float, Child("largest distance from it; not with static", unit=LENGTH)] = (
        0.0
    )
    static: Annotated[
        bool, Child("the camera keeps its place, given by xyz, and only turns", since=(1, 6))
    ] = False
    use_model_frame: Annotated[
        bool, Child("xyz is told in the frame of the model, not of the world", since=(1, 6))
    ] = True
    xyz: Annotated[
        Vec3, Child("place of the camera; only with static", unit=LENGTH, since=(1, 6))
    ] = (-5.0, 0.0, 3.0)
    inherit_yaw: Annotated[
        bool, Child("it turns about the vertical with the model; only with static", since=(1, 6))
    ] = False


@element("camera", source="gui.sdf, camera")
class GuiCamera(Sdf):
    """The user's own view of the world."""

    name: Annotated[str, Attr("a name for the view", needed=True)] = "user_camera"
    pose: Annotated[Pose, Child("where it starts", was=ORIGIN)] = IDENTITY
    view_controller: Annotated[
        str,
        Child(
            "how the mouse moves it: orbit, fps or ortho",
            was=(Was(until=(1, 0), default="oribit"),),
        ),
    ] = "orbit"
    projection_type: Annotated[
        Literal["perspective", "orthographic"],
        Child("how it projects", since=(1, 5), severity="warning"),
    ] = "perspective"
    track_visual: Annotated[TrackVisual | None, Child("a model that it follows")] = None
    frames: OldFrames = ()


@element("gui", source="gui.sdf; libsdformat Gui.cc")
class Gui(Sdf):
    """The window in which a user sees the world."""

    fullscreen: Annotated[bool, Attr("it fills the screen")] = False
    camera: Annotated[GuiCamera | None, Child("the user's view")] = None
    plugins: Annotated[
        tuple[Plugin, ...], Child("programs that run in the window", since=(1, 5))
    ] = ()


@element("road", source="road.sdf")
class Road(Sdf):
    """A band on the ground along a line of points; it is seen, and touches nothing."""

    name: Annotated[str, Attr("unique among the roads of the world")]
    width: Annotated[float, Needed("how wide it is", unit=LENGTH)] = 1.0
    points: Annotated[
        tuple[Vec3, ...], Needed("the line through its middle", unit=LENGTH, tag="point")
    ] = ()
    material: Annotated[Material | None, Child("how it looks", since=(1, 5))] = None


@element(
    "spherical_coordinates", source="spherical_coordinates.sdf; libsdformat World.cc", since=(1, 4)
)
class SphericalCoordinates(Sdf):
    """Where on a planet the origin of the world is, and how the world lies there."""

    surface_model: Annotated[
        Literal["EARTH_WGS84", "MOON_SCS", "CUSTOM_SURFACE"],
        Needed("shape of the planet; CUSTOM_SURFACE by its axes, and MOON_SCS, since 1.10"),
    ] = "EARTH_WGS84"
    world_frame_orientation: Annotated[
        Literal["ENU"],
        Child(
            "x, y, z of the world: ENU, east, north, up (NED and NWU up to 1.8, for other readers)",
            since=(1, 6),
        ),
    ] = "ENU"
    latitude_deg: Annotated[float, Needed("geodetic latitude of the origin", unit=_DEGREES)] = 0.0
    longitude_deg: Annotated[float, Needed("longitude of the origin", unit=_DEGREES)] = 0.0
    elevation: Annotated[float, Needed("height of the origin over the surface", unit=LENGTH)] = 0.0
    heading_deg: Annotated[
        float,
        Needed(
            "turn of the world about the vertical, away from world_frame_orientation", unit=_DEGREES
        ),
    ] = 0.0
    surface_axis_equatorial: Annotated[
        float, Child("radius at the equator of CUSTOM_SURFACE", unit=LENGTH, since=(1, 10))
    ] = 0.0
    surface_axis_polar: Annotated[
        float, Child("from the middle to a pole of CUSTOM_SURFACE", unit=LENGTH, since=(1, 10))
    ] = 0.0


@element("atmosphere", source="atmosphere.sdf; libsdformat Atmosphere.cc", since=(1, 6))
class Atmosphere(Sdf):
    """The air: temperature and pressure by height."""

    type: Annotated[Literal["adiabatic"], Attr("the law they follow", needed=True)] = "adiabatic"
    temperature: Annotated[float, Child("temperature at sea level", unit="K")] = 288.15
    temperature_gradient: Annotated[float, Child("its change with height", unit="K/m")] = -0.0065
    pressure: Annotated[float, Child("pressure at sea level", unit="Pa")] = 101325.0

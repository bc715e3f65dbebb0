"""The surroundings in an SDFormat world: scene, user interface, roads, location and atmosphere."""

from typing import Literal

from bodyplan.formats.sdf._material import Material
from bodyplan.formats.sdf.common import ATTRIBUTE, Color, Sdf
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element

_DEGREES = "degrees"
_HOURS = "h"


@element("fog", source="scene.sdf, fog")
class Fog(Sdf):
    """Fog, into whose colour distant objects fade."""

    type: Annotated[
        Literal["none", "constant", "linear", "quadratic"],
        Child(
            "type of the fog",
            severity="warning",
            was=(Was(until=(1, 0), place="@type", default="linear"),),
        ),
    ] = "none"
    color: Annotated[Color, Child("colour", since=(1, 2))] = (1.0, 1.0, 1.0, 1.0)
    start: Annotated[float, Child("start distance", unit=LENGTH, was=ATTRIBUTE, ge=0.0)] = 1.0
    end: Annotated[float, Child("end distance", unit=LENGTH, was=ATTRIBUTE, ge=0.0)] = 100.0
    density: Annotated[float, Child("density, 0 to 1", was=ATTRIBUTE, ge=0.0)] = 1.0
    rgba: Annotated[Color, Attr("colour", until=(1, 0))] = (1.0, 1.0, 1.0, 1.0)


@element("clouds", source="scene.sdf, sky/clouds", since=(1, 2))
class Clouds(Sdf):
    """Clouds."""

    speed: Annotated[float, Child("speed", unit="m/s", ge=0.0)] = 0.6
    direction: Annotated[
        float, Child("direction of motion, about the vertical", unit="rad", ge=0.0, le=3.1456)
    ] = 0.0
    humidity: Annotated[float, Child("humidity, 0 to 1: amount of clouds", ge=0.0, le=1.0)] = 0.5
    mean_size: Annotated[float, Child("mean size, 0 to 1", ge=0.0, le=1.0)] = 0.5
    ambient: Annotated[Color, Child("ambient colour")] = (0.8, 0.8, 0.8, 1.0)


@element("sky", source="scene.sdf, sky; libsdformat Sky.cc", since=(1, 2))
class Sky(Sdf):
    """A sky, displayed instead of the background colour."""

    time: Annotated[float, Child("time of day, 0 to 24", unit=_HOURS)] = 10.0
    sunrise: Annotated[float, Child("time of sunrise, 0 to 24", unit=_HOURS)] = 6.0
    sunset: Annotated[float, Child("time of sunset, 0 to 24", unit=_HOURS)] = 20.0
    clouds: Annotated[Clouds | None, Child("clouds; by default none")] = None
    cubemap_uri: Annotated[str, Child("cube map of a custom sky", since=(1, 9))] = ""


@element("sky", source="scene.sdf of 1.0, background/sky")
class SkyScript(Sdf):
    """The sky in SDFormat 1.0, defined by a material."""

    material: Annotated[str, Attr("name of an OGRE material", until=(1, 0), needed=True)] = (
        "Gazebo/CloudySky"
    )


@element("background", source="scene.sdf of 1.0, background")
class Background(Sdf):
    """The background in SDFormat 1.0: colour and sky."""

    color: Annotated[Color, Attr("colour", name="rgba", until=(1, 0), needed=True)] = (
        0.7,
        0.7,
        0.7,
        1.0,
    )
    sky: Annotated[SkyScript | None, Child("sky; by default none", until=(1, 0))] = None


@element("scene", source="scene.sdf; libsdformat Scene.cc")
class Scene(Sdf):
    """Light and background of a world."""

    ambient: Annotated[
        Color,
        Needed(
            "ambient light",
            was=(
                Was(until=(1, 3), default=(0.2, 0.2, 0.2, 1.0)),
                Was(until=(1, 2), default=(0.0, 0.0, 0.0, 1.0)),
                Was(until=(1, 0), place="ambient/@rgba", needed=False),
            ),
        ),
    ] = (0.4, 0.4, 0.4, 1.0)
    background: Annotated[
        Color, Needed("background colour", since=(1, 2), gap=((1, 0), (1, 0)))
    ] = (0.7, 0.7, 0.7, 1.0)
    background_and_sky: Annotated[Background | None, Child("background", until=(1, 0))] = None
    sky: Annotated[Sky | None, Child("sky; by default the background colour", since=(1, 2))] = None
    shadows: Annotated[
        bool,
        Needed("render shadows", was=(Was(until=(1, 0), place="shadows/@enabled", needed=False),)),
    ] = True
    fog: Annotated[Fog | None, Child("fog; by default none")] = None
    grid: Annotated[
        bool,
        Child("display a grid on the ground", was=(Was(until=(1, 0), place="grid/@enabled"),)),
    ] = True
    origin_visual: Annotated[
        bool, Child("display the axes at the origin of the world", since=(1, 5))
    ] = True


@element("track_visual", source="gui.sdf, camera/track_visual")
class TrackVisual(Sdf):
    """How the camera of the user interface tracks a model."""

    name: Annotated[
        str,
        Child(
            "tracked model; by default the model that the user selects",
            was=(Was(until=(1, 5), needed=True),),
            refers=("model",),
        ),
    ] = ""
    min_dist: Annotated[float, Child("minimum distance; not with static", unit=LENGTH)] = 0.0
    max_dist: Annotated[float, Child("maximum distance; not with static", unit=LENGTH)] = 0.0
    static: Annotated[
        bool, Child("the camera keeps its position xyz and only rotates", since=(1, 6))
    ] = False
    use_model_frame: Annotated[
        bool, Child("xyz is expressed in the model frame, not in the world frame", since=(1, 6))
    ] = True
    xyz: Annotated[
        Vec3, Child("position of the camera; only with static", unit=LENGTH, since=(1, 6))
    ] = (-5.0, 0.0, 3.0)
    inherit_yaw: Annotated[
        bool, Child("rotate about the vertical with the model; only with static", since=(1, 6))
    ] = False


@element("camera", source="gui.sdf, camera")
class GuiCamera(Sdf):
    """The user camera."""

    name: Annotated[str, Attr("name", needed=True)] = "user_camera"
    pose: Annotated[Pose, Child("initial pose", was=ORIGIN)] = IDENTITY
    view_controller: Annotated[
        str,
        Child(
            "mouse control: orbit, fps or ortho",
            was=(Was(until=(1, 0), default="oribit"),),
        ),
    ] = "orbit"
    projection_type: Annotated[
        Literal["perspective", "orthographic"],
        Child("projection", since=(1, 5), severity="warning"),
    ] = "perspective"
    track_visual: Annotated[TrackVisual | None, Child("tracking of a model")] = None
    frames: OldFrames = ()


@element("gui", source="gui.sdf; libsdformat Gui.cc")
class Gui(Sdf):
    """The graphical user interface."""

    fullscreen: Annotated[bool, Attr("full screen")] = False
    camera: Annotated[GuiCamera | None, Child("user camera")] = None
    plugins: Annotated[
        tuple[Plugin, ...], Child("plugins of the user interface", since=(1, 5))
    ] = ()


@element("road", source="road.sdf")
class Road(Sdf):
    """A road along a line of points; it is visible, but nothing collides with it."""

    name: Annotated[str, Attr("unique among the roads of the world")]
    width: Annotated[float, Needed("width", unit=LENGTH)] = 1.0
    points: Annotated[tuple[Vec3, ...], Needed("centre line", unit=LENGTH, tag="point")] = ()
    material: Annotated[Material | None, Child("material", since=(1, 5))] = None


@element(
    "spherical_coordinates", source="spherical_coordinates.sdf; libsdformat World.cc", since=(1, 4)
)
class SphericalCoordinates(Sdf):
    """The geographic location and orientation of the world frame."""

    surface_model: Annotated[
        Literal["EARTH_WGS84", "MOON_SCS", "CUSTOM_SURFACE"],
        Needed("surface model; CUSTOM_SURFACE (with its axes) and MOON_SCS since 1.10"),
    ] = "EARTH_WGS84"
    world_frame_orientation: Annotated[
        Literal["ENU"],
        Child(
            "axes x, y, z of the world: ENU is east, north, up (NED and NWU up to 1.8)",
            since=(1, 6),
        ),
    ] = "ENU"
    latitude_deg: Annotated[float, Needed("geodetic latitude of the origin", unit=_DEGREES)] = 0.0
    longitude_deg: Annotated[float, Needed("longitude of the origin", unit=_DEGREES)] = 0.0
    elevation: Annotated[
        float, Needed("elevation of the origin above the surface", unit=LENGTH)
    ] = 0.0
    heading_deg: Annotated[
        float,
        Needed(
            "heading: rotation about the vertical relative to world_frame_orientation",
            unit=_DEGREES,
        ),
    ] = 0.0
    surface_axis_equatorial: Annotated[
        float, Child("equatorial radius of CUSTOM_SURFACE", unit=LENGTH, since=(1, 10))
    ] = 0.0
    surface_axis_polar: Annotated[
        float, Child("polar radius of CUSTOM_SURFACE", unit=LENGTH, since=(1, 10))
    ] = 0.0


@element("atmosphere", source="atmosphere.sdf; libsdformat Atmosphere.cc", since=(1, 6))
class Atmosphere(Sdf):
    """The atmosphere: temperature and pressure."""

    type: Annotated[Literal["adiabatic"], Attr("model of the atmosphere", needed=True)] = (
        "adiabatic"
    )
    temperature: Annotated[float, Child("temperature at sea level", unit="K")] = 288.15
    temperature_gradient: Annotated[
        float, Child("temperature gradient with height", unit="K/m")
    ] = -0.0065
    pressure: Annotated[float, Child("pressure at sea level", unit="Pa")] = 101325.0

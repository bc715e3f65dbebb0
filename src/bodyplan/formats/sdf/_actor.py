"""SDFormat actors: animated figures that follow a predefined trajectory."""

from bodyplan.formats.sdf._link import Link
from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import TIME, Annotated, Attr, Child, Needed, Was, element


@element("animation", source="actor.sdf, animation; libsdformat Actor.cc, Animation")
class Animation(Sdf):
    """An animation of an actor's skeleton, such as a walk."""

    name: Annotated[str, Attr("unique among the animations; the type of a trajectory refers to it")]
    filename: Annotated[str, Child("the animation file, COLLADA or BVH", was=ATTRIBUTE)]
    scale: Annotated[float, Child("scale factor of the skeleton in the file", was=ATTRIBUTE)] = 1.0
    interpolate_x: Annotated[
        bool,
        Child(
            "synchronize the animation with the motion along x, so that feet do not slip",
            was=ATTRIBUTE,
        ),
    ] = False


@element("waypoint", source="actor.sdf, script/trajectory/waypoint; libsdformat Actor.cc")
class Waypoint(Sdf):
    """The pose of an actor at one time."""

    time: Annotated[
        float, Needed("time since the start of the script", unit=TIME, was=ATTRIBUTE)
    ] = 0.0
    pose: Annotated[Pose, Needed("pose at this time", was=ATTRIBUTE)] = IDENTITY


@element("trajectory", source="actor.sdf, script/trajectory; libsdformat Actor.cc, Trajectory")
class Trajectory(Sdf):
    """A path through waypoints, with the animation to play along it."""

    id: Annotated[int, Attr("number, unique among the trajectories", needed=True)] = 0
    type: Annotated[str, Attr("name of the animation to play along the path")]
    tension: Annotated[
        float,
        Attr(
            "tension of the spline: 0 is a Catmull-Rom spline, 1 has straight segments",
            since=(1, 6),
        ),
    ] = 0.0
    waypoints: Annotated[tuple[Waypoint, ...], Child("waypoints in the order of time")] = ()


@element("script", source="actor.sdf, script; libsdformat Actor.cc")
class ActorScript(Sdf):
    """The script of an actor: its trajectories, and when to start them."""

    loop: Annotated[bool, Child("repeat the script", was=ATTRIBUTE)] = True
    delay_start: Annotated[
        float, Child("delay before each start of the script", unit=TIME, was=ATTRIBUTE)
    ] = 0.0
    auto_start: Annotated[
        bool,
        Child("start with the simulation; otherwise a plugin starts the script", was=ATTRIBUTE),
    ] = True
    trajectories: Annotated[tuple[Trajectory, ...], Child("trajectories, one after the other")] = ()


@element("skin", source="actor.sdf, skin; libsdformat Actor.cc")
class Skin(Sdf):
    """The file with the appearance and the skeleton of an actor."""

    filename: Annotated[str, Child("the skin file, COLLADA or BVH", was=ATTRIBUTE)]
    scale: Annotated[float, Child("scale factor", was=ATTRIBUTE)] = 1.0


@element("actor", source="actor.sdf; libsdformat Actor.cc")
class Actor(Sdf):
    """An animated figure, such as a person, on which no forces act."""

    name: Annotated[str, Attr("unique among its siblings")]
    pose: Annotated[Pose, Child("pose, relative to the world by default", was=ORIGIN)] = IDENTITY
    skin: Annotated[
        Skin | None, Child("appearance and skeleton", was=(Was(until=(1, 5), needed=True),))
    ] = None
    animations: Annotated[
        tuple[Animation, ...],
        Child("animations of the skeleton", was=(Was(until=(1, 5), needed=True),)),
    ] = ()
    script: Annotated[ActorScript, Needed("script of trajectories")] = ActorScript()
    links: Annotated[
        tuple[Link, ...],
        Needed("links that move with the skeleton; libsdformat does not require them"),
    ] = ()
    joints: Annotated[tuple[Joint, ...], Child("joints between these links")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("plugins of the actor")] = ()
    frames: OldFrames = ()
    static: Annotated[
        bool,
        Child(
            "not moved by forces",
            until=(1, 6),
            was=(Was(until=(1, 4), place="@static", default=False),),
        ),
    ] = True

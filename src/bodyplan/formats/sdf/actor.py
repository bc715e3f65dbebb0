"""SDFormat actors: figures that move by animations, along a path that is told beforehand."""

from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.link import Link
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.spec import TIME, Annotated, Attr, Child, Needed, Was, element


@element("animation", source="actor.sdf, animation; libsdformat Actor.cc, Animation")
class Animation(Sdf):
    """Motion of the bones of a skin, such as a walk."""

    name: Annotated[str, Attr("unique among the animations; trajectories name it as their type")]
    filename: Annotated[str, Child("the animation file, COLLADA or BVH", was=ATTRIBUTE)]
    scale: Annotated[float, Child("factor on the skeleton of the file", was=ATTRIBUTE)] = 1.0
    interpolate_x: Annotated[
        bool, Child("its progress follows the way along x, so that feet do not slip", was=ATTRIBUTE)
    ] = False


@element("waypoint", source="actor.sdf, script/trajectory/waypoint; libsdformat Actor.cc")
class Waypoint(Sdf):
    """Where an actor is at one time."""

    time: Annotated[float, Needed("time since the script began", unit=TIME, was=ATTRIBUTE)] = 0.0
    pose: Annotated[Pose, Needed("where it is then", was=ATTRIBUTE)] = IDENTITY


@element("trajectory", source="actor.sdf, script/trajectory; libsdformat Actor.cc, Trajectory")
class Trajectory(Sdf):
    """A path through several places."""

    id: Annotated[int, Attr("number, unique among the trajectories", needed=True)] = 0
    type: Annotated[str, Attr("name of the animation that is played on the way")]
    tension: Annotated[
        float,
        Attr(
            "how tightly the path keeps to its waypoints: 0 swings through (Catmull-Rom), 1 does "
            "not",
            since=(1, 6),
        ),
    ] = 0.0
    waypoints: Annotated[tuple[Waypoint, ...], Child("places on the way, by time")] = ()


@element("script", source="actor.sdf, script; libsdformat Actor.cc")
class ActorScript(Sdf):
    """What an actor does."""

    loop: Annotated[bool, Child("it begins again at its end", was=ATTRIBUTE)] = True
    delay_start: Annotated[
        float, Child("time before it begins, each time", unit=TIME, was=ATTRIBUTE)
    ] = 0.0
    auto_start: Annotated[
        bool, Child("it begins with the simulation; else a plugin has to begin it", was=ATTRIBUTE)
    ] = True
    trajectories: Annotated[tuple[Trajectory, ...], Child("paths, one after the other")] = ()


@element("skin", source="actor.sdf, skin; libsdformat Actor.cc")
class Skin(Sdf):
    """What an actor looks like, and the skeleton inside that moves it."""

    filename: Annotated[str, Child("the skin file, COLLADA or BVH", was=ATTRIBUTE)]
    scale: Annotated[float, Child("factor on its size", was=ATTRIBUTE)] = 1.0


@element("actor", source="actor.sdf; libsdformat Actor.cc")
class Actor(Sdf):
    """A figure, such as a person, that moves by itself and feels no forces."""

    name: Annotated[str, Attr("unique among its siblings")]
    pose: Annotated[
        Pose, Child("where it is; in the world's frame where nothing else is said", was=ORIGIN)
    ] = IDENTITY
    skin: Annotated[
        Skin | None, Child("what it looks like", was=(Was(until=(1, 5), needed=True),))
    ] = None
    animations: Annotated[
        tuple[Animation, ...],
        Child("how its bones can move", was=(Was(until=(1, 5), needed=True),)),
    ] = ()
    script: Annotated[ActorScript, Needed("what it does")] = ActorScript()
    links: Annotated[
        tuple[Link, ...], Needed("bodies that go with its bones; the reference reader does without")
    ] = ()
    joints: Annotated[tuple[Joint, ...], Child("what connects these bodies")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("code that runs with the actor")] = ()
    frames: OldFrames = ()
    static: Annotated[
        bool,
        Child(
            "forces do not move it",
            until=(1, 6),
            was=(Was(until=(1, 4), place="@static", default=False),),
        ),
    ] = True

"""SDFormat models: links and joints, models within models, and models from other files."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.link import Link
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, Frame, Pose
from bodyplan.formats.sdf.state import ModelState
from bodyplan.spec import Annotated, Attr, Child, Needed, Was, element


@element("grasp_check", source="gripper.sdf, grasp_check")
class GraspCheck(Sdf):
    """When a gripper counts as holding something, and when as having let go."""

    detach_steps: Annotated[
        int,
        Child("steps of the simulation without contact after which it has let go", was=ATTRIBUTE),
    ] = 40
    attach_steps: Annotated[
        int, Child("steps of the simulation in contact after which it holds", was=ATTRIBUTE)
    ] = 20
    min_contact_count: Annotated[
        int, Child("contacts that it takes at least to hold", was=ATTRIBUTE, codec=UNSIGNED)
    ] = 2


@element("gripper", source="gripper.sdf")
class Gripper(Sdf):
    """Links that fasten what they grasp to a palm, in place of simulated friction."""

    name: Annotated[str, Attr("unique among its siblings")]
    grasp_check: Annotated[GraspCheck | None, Child("when it holds and when it lets go")] = None
    gripper_links: Annotated[
        tuple[str, ...],
        Needed("links that touch what is grasped", tag="gripper_link", refers=("link",)),
    ] = ()
    palm_link: Annotated[str, Child("link that what is grasped is fastened to", refers=("link",))]


@element(
    "include", source="model.sdf, include; world.sdf, include; libsdformat parser.cc", since=(1, 4)
)
class Include(Sdf):
    """A model, light or actor from another file, with what shall differ from that file."""

    uri: Annotated[str, Child("the file, or the folder of the model: model://name, or a path")]
    merge: Annotated[
        bool,
        Attr(
            "what is in the model becomes part of the model or world around the include; in a world since 1.10",
            since=(1, 9),
        ),
    ] = False
    name: Annotated[
        str, Child("its name here; its own where empty", since=(1, 5), defines="model")
    ] = ""
    pose: Annotated[
        Pose | None, Child("where it is, in place of the pose in its file", since=(1, 5))
    ] = None
    placement_frame: Annotated[
        str,
        Child(
            "frame of it that pose places, in place of its own frame; asks for a pose",
            since=(1, 8),
            refers=("frame",),
        ),
    ] = ""
    static: Annotated[
        bool | None, Child("whether it stands still; what its file says where absent", since=(1, 5))
    ] = None
    namespace: Annotated[
        str,
        Child(
            "namespace of its topics, in place of its own; {name} is filled in with its name",
            since=(1, 11),
        ),
    ] = ""
    plugins: Annotated[tuple[Plugin, ...], Child("plugins added to its own", since=(1, 5))] = ()
    model_state: Annotated[ModelState | None, Child("its state at the start", since=(1, 12))] = None


@element("model", source="model.sdf; libsdformat Model.cc")
class Model(Sdf):
    """A robot or a thing: links, the joints between them, and the models it is made of."""

    name: Annotated[str, Attr("unique among its siblings", defines="model")]
    canonical_link: Annotated[
        str,
        Attr(
            "link that the model frame is fixed to; where empty its first link, or else that of "
            "its first nested model",
            since=(1, 7),
            refers=("link",),
        ),
    ] = ""
    placement_frame: Annotated[
        str,
        Attr(
            "frame of the model that pose places; the model frame where empty",
            since=(1, 8),
            refers=("frame",),
        ),
    ] = ""
    namespace: Annotated[
        str,
        Attr(
            "namespace of the topics of its sensors and plugins; {name} is filled in with its name",
            since=(1, 11),
        ),
    ] = ""
    pose: Annotated[
        Pose,
        Child(
            "the model frame; in the frame of the model or world around it where nothing else "
            "is said",
            was=ORIGIN,
        ),
    ] = IDENTITY
    static: Annotated[bool, Child("it never moves", was=ATTRIBUTE)] = False
    self_collide: Annotated[
        bool,
        Child(
            "links of it collide with each other, apart from two that share a joint", since=(1, 5)
        ),
    ] = False
    allow_auto_disable: Annotated[
        bool, Child("a simulator may rest it while nothing about it moves", since=(1, 2))
    ] = True
    enable_wind: Annotated[bool, Child("wind acts on all its links", since=(1, 6))] = False
    includes: Annotated[
        tuple[Include, ...], Child("nested models from other files", since=(1, 5))
    ] = ()
    models: Annotated[tuple["Model", ...], Child("nested models", since=(1, 5))] = ()
    frames: Annotated[tuple[Frame, ...], Child("named frames", since=(1, 5))] = ()
    links: Annotated[
        tuple[Link, ...],
        Child(
            "rigid bodies; at least one here or in a nested model, unless static",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = ()
    joints: Annotated[tuple[Joint, ...], Child("what connects the links")] = ()
    grippers: Annotated[tuple[Gripper, ...], Child("links that fasten what they grasp")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("code that runs with the model")] = ()
    model_state: Annotated[ModelState | None, Child("its state at the start", since=(1, 12))] = None

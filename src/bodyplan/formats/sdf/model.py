"""SDFormat models: links, joints, nested models and included models."""

from bodyplan.formats.sdf._link import Link
from bodyplan.formats.sdf._state import ModelState
from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, Frame, Pose
from bodyplan.spec import Annotated, Attr, Child, Needed, Was, element


@element("grasp_check", source="gripper.sdf, grasp_check")
class GraspCheck(Sdf):
    """The conditions under which a gripper attaches and releases an object."""

    detach_steps: Annotated[
        int,
        Child("simulation steps without contact before release", was=ATTRIBUTE),
    ] = 40
    attach_steps: Annotated[
        int, Child("simulation steps in contact before attachment", was=ATTRIBUTE)
    ] = 20
    min_contact_count: Annotated[
        int, Child("minimum number of contacts", was=ATTRIBUTE, codec=UNSIGNED)
    ] = 2


@element("gripper", source="gripper.sdf")
class Gripper(Sdf):
    """A gripper that attaches objects to its palm link instead of holding them by friction."""

    name: Annotated[str, Attr("unique among its siblings")]
    grasp_check: Annotated[GraspCheck | None, Child("when to attach and when to release")] = None
    gripper_links: Annotated[
        tuple[str, ...],
        Needed("links that touch the object", tag="gripper_link", refers=("link",)),
    ] = ()
    palm_link: Annotated[str, Child("link to which the object is attached", refers=("link",))]


@element(
    "include", source="model.sdf, include; world.sdf, include; libsdformat parser.cc", since=(1, 4)
)
class Include(Sdf):
    """Inclusion of a model, light or actor from another file, with overrides of its fields."""

    uri: Annotated[str, Child("file or folder of the model: model://name, or a path")]
    merge: Annotated[
        bool,
        Attr(
            "merge the content of the model into the surrounding model, or world since 1.10",
            since=(1, 9),
        ),
    ] = False
    name: Annotated[
        str, Child("name that overrides the one in the file", since=(1, 5), defines="model")
    ] = ""
    pose: Annotated[Pose | None, Child("pose that overrides the one in the file", since=(1, 5))] = (
        None
    )
    placement_frame: Annotated[
        str,
        Child(
            "frame of the model to which pose applies instead of the model frame; requires a pose",
            since=(1, 8),
            refers=("frame",),
        ),
    ] = ""
    static: Annotated[bool | None, Child("override static of the file", since=(1, 5))] = None
    namespace: Annotated[
        str,
        Child(
            "namespace of topics that overrides the one in the file; {name} is replaced by the name",
            since=(1, 11),
        ),
    ] = ""
    plugins: Annotated[tuple[Plugin, ...], Child("additional plugins", since=(1, 5))] = ()
    model_state: Annotated[ModelState | None, Child("initial state", since=(1, 12))] = None


@element("model", source="model.sdf; libsdformat Model.cc")
class Model(Sdf):
    """A robot or an object: links, joints and nested models."""

    name: Annotated[str, Attr("unique among its siblings", defines="model")]
    canonical_link: Annotated[
        str,
        Attr(
            "link to which the model frame is attached; by default the first link, or else the "
            "canonical link of the first nested model",
            since=(1, 7),
            refers=("link",),
        ),
    ] = ""
    placement_frame: Annotated[
        str,
        Attr(
            "frame to which pose applies; by default the model frame",
            since=(1, 8),
            refers=("frame",),
        ),
    ] = ""
    namespace: Annotated[
        str,
        Attr(
            "namespace of the topics of sensors and plugins; {name} is replaced by the name",
            since=(1, 11),
        ),
    ] = ""
    pose: Annotated[
        Pose,
        Child(
            "model frame, relative to the surrounding model or world by default",
            was=ORIGIN,
        ),
    ] = IDENTITY
    static: Annotated[bool, Child("the model does not move", was=ATTRIBUTE)] = False
    self_collide: Annotated[
        bool,
        Child("links collide with each other, except links that share a joint", since=(1, 5)),
    ] = False
    allow_auto_disable: Annotated[
        bool, Child("the simulator may deactivate the model while it is at rest", since=(1, 2))
    ] = True
    enable_wind: Annotated[bool, Child("wind acts on all links", since=(1, 6))] = False
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
    joints: Annotated[tuple[Joint, ...], Child("joints")] = ()
    grippers: Annotated[tuple[Gripper, ...], Child("grippers")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("plugins")] = ()
    model_state: Annotated[ModelState | None, Child("initial state", since=(1, 12))] = None

    def link(self, name: str) -> Link:
        """Return the first link with this name.

        Raises:
            UnknownNameError: the link does not exist; the message suggests similar names.
        """
        return self._named("link", name, self.links)

    def joint(self, name: str) -> Joint:
        """Return the first joint with this name.

        Raises:
            UnknownNameError: the joint does not exist; the message suggests similar names.
        """
        return self._named("joint", name, self.joints)

    def frame(self, name: str) -> Frame:
        """Return the first frame with this name.

        Raises:
            UnknownNameError: the frame does not exist; the message suggests similar names.
        """
        return self._named("frame", name, self.frames)

    def model(self, name: str) -> "Model":
        """Return the first model with this name.

        Raises:
            UnknownNameError: the model does not exist; the message suggests similar names.
        """
        return self._named("model", name, self.models)

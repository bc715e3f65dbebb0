"""The root element of an SRDF file, and joints that only SRDF has."""

from typing import Literal

from bodyplan.formats.srdf._collision import (
    DisableCollisions,
    DisableDefaultCollisions,
    EnableCollisions,
    LinkSphereApproximation,
)
from bodyplan.formats.srdf._group import EndEffector, Group, GroupState
from bodyplan.spec import Annotated, Attr, Child, Element, Raw, element

_SOURCE = "srdfdom model.cpp; ROS wiki srdf"

VirtualJointType = Literal["fixed", "planar", "floating"]


@element("virtual_joint", source=_SOURCE)
class VirtualJoint(Element):
    """The joint by which the root link of the robot is attached to a frame of the world."""

    name: Annotated[str, Attr("name of the joint", defines="joint", trim=True)]
    child_link: Annotated[str, Attr("root link of the robot", refers=("link",), trim=True)]
    parent_frame: Annotated[str, Attr("frame of the world, the parent of the joint", trim=True)]
    type: Annotated[VirtualJointType, Attr("how the robot moves in the world", trim=True)]


@element("passive_joint", source=_SOURCE)
class PassiveJoint(Element):
    """A joint that is not actuated, such as a caster."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",), trim=True)]


@element("joint_property", source=_SOURCE)
class JointProperty(Element):
    """A property of one joint."""

    joint_name: Annotated[str, Attr("name of the joint", refers=("joint",), trim=True)]
    property_name: Annotated[str, Attr("name of the property", trim=True)]
    value: Annotated[str, Attr("value of the property, as text")]


@element("robot", source=_SOURCE)
class Robot(Element):
    """The root element of an SRDF file, as it is in the file. ``read(...).root`` returns it.

    ``load(..., robot=...)`` applies the SRDF to a robot, and returns a ``model.Semantics``.
    """

    name: Annotated[str, Attr("name of the robot, as in its URDF", trim=True)]
    version: Annotated[
        str | None, Attr("version that some tools write; not part of the format")
    ] = None
    virtual_joints: Annotated[
        tuple[VirtualJoint, ...], Child("joints between the world and the root link")
    ] = ()
    groups: Annotated[tuple[Group, ...], Child("named sets of joints and links")] = ()
    group_states: Annotated[tuple[GroupState, ...], Child("named configurations of groups")] = ()
    end_effectors: Annotated[tuple[EndEffector, ...], Child("grippers and tools")] = ()
    link_sphere_approximations: Annotated[
        tuple[LinkSphereApproximation, ...], Child("spheres that approximate links")
    ] = ()
    disable_default_collisions: Annotated[
        tuple[DisableDefaultCollisions, ...], Child("links that are not checked by default")
    ] = ()
    enable_collisions: Annotated[
        tuple[EnableCollisions, ...], Child("pairs that are checked despite these defaults")
    ] = ()
    disable_collisions: Annotated[
        tuple[DisableCollisions, ...], Child("pairs that are never checked")
    ] = ()
    passive_joints: Annotated[tuple[PassiveJoint, ...], Child("joints that are not actuated")] = ()
    joint_properties: Annotated[tuple[JointProperty, ...], Child("properties of joints")] = ()
    # These are not part of SRDF, but are in many files: kept as they are, not reported.
    rotor_params: Annotated[
        tuple[Raw, ...], Child("mass and gear ratio of rotors, for Pinocchio", tag="rotor_params")
    ] = ()
    specificities: Annotated[
        tuple[Raw, ...], Child("names of special parts, for humanoid controllers")
    ] = ()
    grippers: Annotated[
        tuple[Raw, ...], Child("grippers with their frames, for HPP", tag="gripper")
    ] = ()

    def group(self, name: str) -> Group:
        """Return the first group with this name.

        Raises:
            UnknownNameError: the group does not exist; the message suggests similar names.
        """
        return self._named("group", name, self.groups)

    def end_effector(self, name: str) -> EndEffector:
        """Return the first end effector with this name.

        Raises:
            UnknownNameError: the end effector does not exist; the message suggests similar names.
        """
        return self._named("end effector", name, self.end_effectors)

    def virtual_joint(self, name: str) -> VirtualJoint:
        """Return the first virtual joint with this name.

        Raises:
            UnknownNameError: the virtual joint does not exist; the message suggests similar names.
        """
        return self._named("virtual joint", name, self.virtual_joints)

"""The root joint of a robot, chosen among the virtual joints of an SRDF as in MoveIt."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.joint import JointType
from bodyplan.model.planning.virtual_joint import ASSUMED_ROOT_JOINT, RootedRobot, VirtualJoint

Skipped = Literal["child is not the root link", "no parent frame", "another virtual joint is used"]
"""The reason why a virtual joint is not used as the root joint."""


class VirtualRoot(Record):
    """The joint between the world and the root link.

    Args:
        joint: the joint; a fixed joint if the SRDF has no valid virtual joint.
        element: the element of the virtual joint in the SRDF; None if a fixed joint is assumed.
        skipped: the other virtual joints, each with the reason, in the order of the file.
    """

    joint: VirtualJoint
    element: srdf.VirtualJoint | None = None
    skipped: tuple[tuple[srdf.VirtualJoint, Skipped], ...] = ()

    def rooted_robot(self, robot: Robot) -> RootedRobot:
        """Return the robot with this root joint."""
        return RootedRobot(robot, self.joint)


def virtual_root(root: srdf.Robot, robot: Robot) -> VirtualRoot:
    """Return the joint between the world and the root link.

    This is the first virtual joint whose child is the root link and that has a parent frame. If the
    root link is called `world` and has no geometry, it represents the world, as simulators require.
    In this case, a fixed virtual joint is used even if its child is another link. Without a valid
    virtual joint, a fixed joint is assumed.

    Args:
        root: the SRDF.
        robot: the robot of the SRDF.

    Source: MoveIt, RobotModel::constructJointModel.
    """
    name = robot.root_link.name if robot.links else ""
    is_bare_world = name == "world" and not robot.root_link.visuals
    is_bare_world = is_bare_world and not robot.root_link.collisions
    found: srdf.VirtualJoint | None = None
    is_settled = False
    skipped: dict[int, Skipped] = {}
    for number, joint in enumerate(root.virtual_joints):
        if is_settled:
            skipped[number] = "another virtual joint is used"
        elif robot.links and joint.child_link == name:
            if joint.parent_frame:
                found, is_settled = joint, True
            else:
                skipped[number] = "no parent frame"
        elif is_bare_world and joint.type == "fixed":
            found = joint  # used unless a later virtual joint has the root link as its child
        else:
            skipped[number] = "child is not the root link"
    for number, joint in enumerate(root.virtual_joints):
        if joint is not found:
            skipped.setdefault(number, "another virtual joint is used")
    listed = tuple((root.virtual_joints[number], skipped[number]) for number in sorted(skipped))
    if found is None:
        assumed = VirtualJoint(ASSUMED_ROOT_JOINT, "fixed", "", name, is_assumed=True)
        return VirtualRoot(assumed, None, listed)
    kind: JointType = found.type if found.type in {"planar", "floating"} else "fixed"
    return VirtualRoot(VirtualJoint(found.name, kind, found.parent_frame, name), found, listed)

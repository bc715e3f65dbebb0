"""The joint that a robot stands on, chosen among the virtual joints of an SRDF as MoveIt does."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.joint import JointType
from bodyplan.model.rooted import ASSUMED_ROOT_JOINT, RootedRobot, VirtualJoint

Skipped = Literal["child is not the root", "no parent frame", "another one counts"]
"""Why a virtual joint does not count."""


class VirtualRoot(Record):
    """What the robot stands on.

    Args:
        joint: the joint; a fixed one where the SRDF says nothing that counts.
        element: the virtual joint it was made from; None for an assumed one.
        skipped: the other virtual joints, each with the reason, in the order of the file.
    """

    joint: VirtualJoint
    element: srdf.VirtualJoint | None = None
    skipped: tuple[tuple[srdf.VirtualJoint, Skipped], ...] = ()

    def rooted(self, robot: Robot) -> RootedRobot:
        """The robot on this joint."""
        return RootedRobot(robot, self.joint)


def virtual_root(root: srdf.Robot, robot: Robot) -> VirtualRoot:
    """The joint between the world and the root link.

    The first virtual joint counts whose child is the root link and that has a parent frame. Where
    the root link is a bare one called world, a fixed virtual joint counts whatever its child: such
    links stand for the world, as simulators want it. Without any, the root is taken as fixed.

    Args:
        root: the SRDF.
        robot: its robot.

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
            skipped[number] = "another one counts"
        elif robot.links and joint.child_link == name:
            if joint.parent_frame:
                found, is_settled = joint, True
            else:
                skipped[number] = "no parent frame"
        elif is_bare_world and joint.type == "fixed":
            found = joint  # until one with the right child comes
        else:
            skipped[number] = "child is not the root"
    for number, joint in enumerate(root.virtual_joints):
        if joint is not found:
            skipped.setdefault(number, "another one counts")
    listed = tuple((root.virtual_joints[number], skipped[number]) for number in sorted(skipped))
    if found is None:
        assumed = VirtualJoint(ASSUMED_ROOT_JOINT, "fixed", "", name, is_assumed=True)
        return VirtualRoot(assumed, None, listed)
    kind: JointType = found.type if found.type in {"planar", "floating"} else "fixed"
    return VirtualRoot(VirtualJoint(found.name, kind, found.parent_frame, name), found, listed)

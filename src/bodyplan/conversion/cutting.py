"""Moving the cut of a closed loop to another joint."""

from __future__ import annotations

from bodyplan import model
from bodyplan.conversion.chains import REVERSIBLE, turned_round
from bodyplan.conversion.direction import ConversionError
from bodyplan.core import quoted, replace
from bodyplan.core.names import UnknownNameError


class CutError(ConversionError):
    """A loop cannot be cut at this joint."""


def cut_at(robot: model.Robot, name: str) -> model.Robot:
    """Return the robot with a loop cut at another joint; its links move as before.

    The joint becomes the constraint that closes the loop, and the previous constraint becomes a
    joint of the tree. Joints between the two cuts are reversed, so that the tree keeps its root.

    Args:
        robot: the robot.
        name: the joint at which to cut; if it already closes a loop, the robot is unchanged.

    Raises:
        UnknownNameError: the joint does not exist.
        CutError: the joint is not in a loop, or a joint that must be reversed cannot be reversed.
    """
    if any(loop.name == name for loop in robot.loops):
        return robot
    if not robot.has_joint(name):
        known = [*robot.joint_names, *(loop.name for loop in robot.loops)]
        raise UnknownNameError("joint", name, known, f"robot {quoted(robot.name)}")
    cut = robot.joint(name)
    below = {link.name for link in robot.subtree(cut.child)}
    closing = next(
        (one for one in robot.loops if (one.parent in below) != (one.child in below)), None
    )
    if closing is None:
        raise CutError(f"joint {quoted(name)} is not part of a closed loop")
    link = closing.child if closing.child in below else closing.parent
    joints = {joint.name: joint for joint in robot.joints}
    turned = {name: cut}
    while link != cut.child:
        joint = robot.parent_joint(link)
        assert joint is not None  # a link below the cut has a parent joint
        turned[joint.name] = _turned(joint, name)
        link = joint.parent
    del turned[name]
    joints |= turned
    del joints[name]
    for other in joints.values():
        if other.mimic is not None and other.mimic.leader == name:
            raise CutError(f"joint {quoted(other.name)} mimics joint {quoted(name)}")
    added = closing if closing.child in below else _turned(closing, name)
    loops = [one for one in robot.loops if one is not closing]
    made = replace(
        robot,
        joints=(*joints.values(), added),
        loops=(*loops, replace(cut, mimic=None)),
        transmissions=tuple(one for one in robot.transmissions if name not in one.joints),
    )
    return made.with_notes_of(robot)


def _turned(joint: model.Joint, name: str) -> model.Joint:
    """Return a reversed joint.

    Raises:
        CutError: the joint cannot be reversed.
    """
    if joint.type not in REVERSIBLE:
        reason = f"{joint.type} joint {quoted(joint.name)} would have to be reversed"
        raise CutError(f"no loop can be cut at joint {quoted(name)}: {reason}")
    return turned_round(joint)

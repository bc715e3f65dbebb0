"""Errors for unknown links, joints and frames, with a hint if another kind of part has the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.core.names import UnknownNameError

if TYPE_CHECKING:
    from bodyplan.model.robot import Robot


def unknown_link(robot: Robot, name: str) -> UnknownNameError:
    """Return the error for an unknown link."""
    hint = ""
    if name in robot.unconnected:
        hint = f"the file defines it, but no joint connects it to root link {quoted(robot.root_link.name)}"
    elif robot.has_joint(name):
        hint = f"that is a joint, which moves link {quoted(robot.joint(name).child)}"
    elif any(frame.name == name for frame in robot.frames):
        hint = f"that is a frame, which is fixed to link {quoted(robot.frame(name).link)}"
    return UnknownNameError("link", name, robot.tree.link_index, called(robot), hint)


def unknown_joint(robot: Robot, name: str) -> UnknownNameError:
    """Return the error for an unknown joint."""
    hint = ""
    if robot.has_link(name):
        joint = robot.parent_joint(name)
        hint = "that is a link"
        hint += f"; its parent joint is {quoted(joint.name)}" if joint is not None else ""
    elif any(joint.name == name for joint in robot.loops):
        hint = "it closes a loop, so it is in robot.loops"
    return UnknownNameError("joint", name, robot.tree.joint_index, called(robot), hint)


def unknown_frame(robot: Robot, name: str) -> UnknownNameError:
    """Return the error for an unknown frame."""
    hint = "that is a link" if robot.has_link(name) else ""
    known = [frame.name for frame in robot.frames]
    return UnknownNameError("frame", name, known, called(robot), hint)


def called(robot: Robot) -> str:
    """Return the name of a robot for messages."""
    return f"robot {quoted(robot.name)}"

"""Conversion of the excluded pairs and keyframes of MJCF to an SRDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bodyplan import model
from bodyplan.conversion.mjcf._geoms import matrix, numbers_of
from bodyplan.conversion.rounding import without_noise
from bodyplan.formats import srdf
from bodyplan.model.scoped_names import WORLD_NAME


class RootJoint(NamedTuple):
    """A free joint that moves the root link.

    Args:
        name: the name of the joint.
        place: index of its first number in qpos.
    """

    name: str
    place: int


_GROUP = "all"
"""Name of the SRDF group whose states are the keyframes."""


def semantics_of(
    m: Any,
    robot: model.Robot,
    bodies: Sequence[str],
    positions: Mapping[str, int],
    note: Callable[..., None],
    root_joint: RootJoint | None = None,
) -> srdf.Robot | None:
    """Return an SRDF for the robot; None if it would be empty.

    Args:
        m: the compiled model.
        robot: the robot converted from the model.
        bodies: names of the links, by body index.
        positions: for each joint name, the index of its first number in qpos.
        note: callback that records a loss.
        root_joint: the free joint of the root link, which is not part of the robot.
    """
    signatures = [int(m.exclude_signature[number]) for number in range(m.nexclude)]
    pairs = [(bodies[one >> 16], bodies[one & 0xFFFF]) for one in signatures]
    states = [_state(m, robot, number, positions, root_joint) for number in range(m.nkey)]
    if not pairs and not states and root_joint is None:
        return None
    for tag, found in (("contact", pairs), ("keyframe", states)):
        if found:
            reason = "it is in the SRDF of the result, which --srdf-output writes"
            note("moved", tag, "", reason)
    joints = [srdf.GroupJoint(name=joint.name) for joint in robot.joints if joint.variables]
    virtual: tuple[srdf.VirtualJoint, ...] = ()
    if root_joint is not None:
        name, link = root_joint.name, robot.root_link.name
        joints.insert(0, srdf.GroupJoint(name=name))
        virtual = (
            srdf.VirtualJoint(name=name, child_link=link, parent_frame=WORLD_NAME, type="floating"),
        )
    return srdf.Robot(
        name=robot.name,
        virtual_joints=virtual,
        groups=(srdf.Group(name=_GROUP, joints=tuple(joints)),) if states else (),
        group_states=tuple(states),
        disable_collisions=tuple(
            srdf.DisableCollisions(link1=first, link2=second, reason="User")
            for first, second in pairs
            if robot.has_link(first) and robot.has_link(second)
        ),
    )


def _state(
    m: Any,
    robot: model.Robot,
    number: int,
    positions: Mapping[str, int],
    root_joint: RootJoint | None,
) -> srdf.GroupState:
    """Return a keyframe as a state of all joints that are not mimic joints.

    Args:
        m: the compiled model.
        robot: the robot converted from the model.
        number: the index of the keyframe.
        positions: for each joint name, the index of its first number in qpos.
        root_joint: the free joint of the root link, which is not part of the robot.
    """
    name = m.key(number).name or f"key{number}"
    values = []
    if root_joint is not None:
        start = root_joint.place
        x, y, z, w, *others = map(without_noise, numbers_of(m.key_qpos[number][start : start + 7]))
        values.append(srdf.StateJoint(name=root_joint.name, value=(x, y, z, *others, w)))
    for joint in robot.joints:
        place = positions.get(joint.name)
        if place is None or joint.mimic is not None:
            continue
        found: tuple[float, ...]
        if joint.variable_count == 1:
            found = (without_noise(float(m.key_qpos[number][place]) - float(m.qpos0[place])),)
        elif joint.type == "ball":
            w, x, y, z = numbers_of(m.key_qpos[number][place : place + 4])
            found = (x, y, z, w)
        else:
            found = _motion(joint, numbers_of(m.key_qpos[number][place : place + 7]))
        values.append(srdf.StateJoint(name=joint.name, value=found))
    return srdf.GroupState(name=name, group=_GROUP, joints=tuple(values))


def _motion(joint: model.Joint, qpos: Sequence[float]) -> tuple[float, ...]:
    """Return the joint position at which the child of a floating joint has the pose in qpos."""
    X_JJ = joint.origin.inverse() @ matrix(qpos[:3], qpos[3:]) @ joint.X_JC.inverse()
    return (*map(without_noise, X_JJ.p), *map(without_noise, X_JJ.quat_xyzw))

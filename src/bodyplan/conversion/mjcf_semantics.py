"""Excluded pairs and keyframes of MJCF, as an SRDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bodyplan import model
from bodyplan.conversion.mjcf_geoms import numbers_of
from bodyplan.conversion.tidy import tidy
from bodyplan.formats import srdf

_GROUP = "all"
"""The group of the states that keyframes are."""


def semantics_of(
    m: Any,
    robot: model.Robot,
    bodies: Sequence[str],
    positions: Mapping[str, int],
    note: Callable[..., None],
) -> srdf.Robot | None:
    """Return what an SRDF of the robot says; None if that is nothing.

    Args:
        m: the compiled model.
        robot: made from it.
        bodies: names of the links of its bodies.
        positions: where the positions of joints are in qpos, by name.
        note: records a loss.
    """
    signatures = [int(m.exclude_signature[number]) for number in range(m.nexclude)]
    pairs = [(bodies[one >> 16], bodies[one & 0xFFFF]) for one in signatures]
    states = [_state(m, robot, number, positions, note) for number in range(m.nkey)]
    if not pairs and not states:
        return None
    for tag, found in (("contact", pairs), ("keyframe", states)):
        if found:
            reason = "it is in the SRDF of the result, which --srdf-output writes"
            note("moved", tag, "", reason)
    joints = [srdf.GroupJoint(name=joint.name) for joint in robot.joints if joint.variables]
    return srdf.Robot(
        name=robot.name,
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
    note: Callable[..., None],
) -> srdf.GroupState:
    """Return a keyframe as a state of all joints."""
    name = m.key(number).name or f"key{number}"
    values = []
    for joint in robot.joints:
        place = positions.get(joint.name)
        if place is None or joint.mimic is not None:
            continue
        found: tuple[float, ...]
        if joint.variable_count == 1:
            found = (tidy(float(m.key_qpos[number][place]) - float(m.qpos0[place])),)
        elif joint.type == "ball":
            w, x, y, z = numbers_of(m.key_qpos[number][place : place + 4])
            found = (x, y, z, w)
        else:
            reason = "a state of an SRDF has no pose of the base"
            note("dropped", "key", m.key(number).name, reason, "qpos")
            continue
        values.append(srdf.StateJoint(name=joint.name, value=found))
    return srdf.GroupState(name=name, group=_GROUP, joints=tuple(values))

"""The sensors in the ``<gazebo>`` blocks of a URDF, as sensors of the robot model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.formats import urdf
from bodyplan.spec import parse_float


def block_sensors(robot: model.Robot, root: urdf.Robot) -> Iterator[tuple[model.Sensor, Node]]:
    """Yield the sensors of ``<gazebo>`` blocks with their elements.

    Args:
        robot: the robot with the links and joints that the blocks reference.
        root: the URDF of the robot.
    """
    for block in root.gazebo:
        for raw in block.content:
            made = None
            if raw.tag == "sensor":
                made = _sensor(robot, block.reference or "", raw.node)
            if made is not None:
                yield made, raw.node


def _sensor(robot: model.Robot, reference: str, node: Node) -> model.Sensor | None:
    """Return a sensor of a block; None if its link or joint does not exist."""
    joint = ""
    link = reference
    if not robot.has_link(reference):
        if not robot.has_joint(reference):
            return None
        joint, link = reference, robot.joint(reference).child
    values = list(numbers_of(node.findtext("pose") or "")) or [0.0] * 6
    if len(values) != 6:
        values = [0.0] * 6
    x, y, z, roll, pitch, yaw = values
    pose = model.Transform.from_rpy((roll, pitch, yaw), (x, y, z))
    rate = next(numbers_of(node.findtext("update_rate") or ""), 0.0)
    name, kind = node.get("name", ""), node.get("type", "")
    return model.Sensor(name, kind, link, pose, rate if rate > 0.0 else None, joint)


def numbers_of(text: str) -> Iterator[float]:
    """Yield the numbers in a text; yield nothing if a word is not a finite number."""
    try:
        values = [parse_float(word) for word in text.split()]
    except ValueError:
        return
    if all(map(math.isfinite, values)):
        yield from values

"""Closed loops in a URDF, declared by ``<loop_joint>`` elements, which Isaac Sim reads.

Source: Isaac Sim urdf-importer-extension, UrdfParser.cpp.
"""

from __future__ import annotations

from collections.abc import Container
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.mjcf.text import numbers
from bodyplan.conversion.rounding import six
from bodyplan.formats import urdf
from bodyplan.model.joint import JOINT_TYPES, WITH_AXIS
from bodyplan.model.transform import unit
from bodyplan.spec import Raw, parse_float

TAG = "loop_joint"
_SPHERICAL = "spherical"
"""Isaac Sim's type of ball joints."""


def loops_of(
    root: urdf.Robot, links: Container[str], taken: set[str]
) -> tuple[list[model.Joint], list[tuple[str, str]]]:
    """Return the valid loops, and the names of invalid loops with the reasons.

    Args:
        root: the root of the URDF.
        links: names of the links.
        taken: names of the joints; names of loops are added.
    """
    found: list[model.Joint] = []
    invalid: list[tuple[str, str]] = []
    for raw in root.extra.elements:
        if raw.tag != TAG:
            continue
        made = _loop(raw, links)
        if isinstance(made, str):
            invalid.append((raw.get("name") or "", made))
        elif made.name in taken:
            invalid.append((made.name, "duplicate name"))
        else:
            taken.add(made.name)
            found.append(made)
    return found, invalid


def _loop(raw: Raw, links: Container[str]) -> model.Joint | str:
    """Return a loop, or the reason why it is invalid."""
    word = raw.get("type") or _SPHERICAL
    kind = "ball" if word == _SPHERICAL else word
    if kind not in JOINT_TYPES:
        return f"unknown type {word!r}"
    ends: list[tuple[str, model.Transform]] = []
    for tag in ("link1", "link2"):
        end = raw.find(tag)
        name = None if end is None else end.get("link")
        if end is None or name is None or name not in links:
            return f"its <{tag}> does not name a link"
        values = [_numbers(end.get(field)) for field in ("xyz", "rpy")]
        if values[0] is None or values[1] is None:
            return f"invalid numbers in <{tag}>"
        ends.append((name, model.Transform.from_rpy(values[1], values[0])))
    axis = raw.find("axis")
    direction = (1.0, 0.0, 0.0) if axis is None else _numbers(axis.get("xyz"))
    if direction is None or not any(direction):
        return "invalid axis"
    (parent, X_PJ), (child, X_CJ) = ends
    return model.Joint(
        raw.get("name") or TAG,
        kind,
        parent,
        child,
        X_PJ,
        unit(direction),
        X_JC=X_CJ.inverse(),
    )


def _numbers(text: str | None) -> model.Vec3 | None:
    try:
        found = tuple(map(parse_float, (text or "0 0 0").split()))
    except ValueError:
        return None
    is_valid = len(found) == 3 and all(abs(one) < float("inf") for one in found)
    return (found[0], found[1], found[2]) if is_valid else None


def loop_element(joint: model.Joint) -> Raw:
    """Return the ``<loop_joint>`` element of a loop."""
    kind = _SPHERICAL if joint.type == "ball" else joint.type
    node = Node(TAG, {"name": joint.name, "type": kind})
    ends = ((joint.parent, joint.origin), (joint.child, joint.X_JC.inverse()))
    for tag, (link, pose) in zip(("link1", "link2"), ends, strict=True):
        x, y, z, *rpy = six(pose)
        attributes = {"link": link, "xyz": numbers((x, y, z)), "rpy": numbers(rpy)}
        node.append(Node(tag, attributes))
    if joint.type in WITH_AXIS:
        node.append(Node("axis", {"xyz": numbers(joint.axis)}))
    return Raw(node)

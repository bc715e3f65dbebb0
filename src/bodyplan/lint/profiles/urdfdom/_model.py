"""Parse a robot as urdfdom does, with its checks in the same order.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bodyplan.diag import Severity
from bodyplan.formats.tinyxml import Node, shown
from bodyplan.lint.profiles.urdfdom import _values as values
from bodyplan.lint.profiles.urdfdom._findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom._link_tree import Named, check_tree
from bodyplan.lint.profiles.urdfdom._parts import (
    PARTS,
    Look,
    PartReader,
    check_geometry,
    check_inertial,
    check_limit,
    check_part,
    check_pose,
    look_of,
    tag,
    take,
    triple,
)
from bodyplan.lint.profiles.urdfdom._rejections import COMPLAINS, DROPS
from bodyplan.lint.profiles.urdfdom._values import BadValueError

_VERSIONS = ((1, 0), (1, 1), (1, 2))
_BOUNDED = (b"revolute", b"prismatic")
_WITHOUT_AXIS = (b"fixed", b"floating")
_TYPES = (*_BOUNDED, *_WITHOUT_AXIS, b"continuous", b"planar")


class _Material(NamedTuple):
    """The material of a visual."""

    name: bytes
    node: Node
    look: Look


def read_robot(file: Node, findings: Findings) -> None:
    """Parse a file to its end or to the first error for which urdfdom rejects it.

    Args:
        file: the top level of the file.
        findings: collects the diagnostics for what urdfdom drops and logs.

    Raises:
        Refused: urdfdom rejects the file.
    """
    robot = file.first(b"robot")
    if robot is None:
        if file.children:
            other = file.children[0]
            raise Refused(f"root element is <{tag(other)}>, not <robot>", other)
        raise Refused("missing root element <robot>", file)
    if b"name" not in robot.attributes:
        raise Refused("missing required attribute 'name' on <robot>", robot)
    reader = PartReader(_version(robot), findings)
    materials = _materials(robot, reader)
    links = _links(robot, reader, set(materials))
    joints = _joints(robot, reader)
    check_tree(robot, links, joints, findings)


def _version(robot: Node) -> tuple[int, int]:
    value = robot.get(b"version")
    if value is None:
        return _VERSIONS[0]
    try:
        version = values.version(value)
    except BadValueError as fault:
        raise Refused(str(fault), robot, b"version") from None
    if version not in _VERSIONS:
        message = f"unsupported URDF version {shown(value)}; urdfdom supports 1.0, 1.1 and 1.2"
        raise Refused(message, robot, b"version")
    return version


def _materials(robot: Node, reader: PartReader) -> Named:
    found: Named = {}
    for material in robot.all(b"material"):
        name = material.get(b"name")
        if name is None:
            message = "<material> without 'name' is ignored"
            reader.findings.add(COMPLAINS, message, material)
        elif look_of(material, reader) is Look.EMPTY:
            message = f"material {shown(name)} has neither a color nor a texture"
            reader.findings.add(COMPLAINS, message, material)
        _add(found, name or b"", material)
    return found


def _add(found: Named, name: bytes, node: Node) -> None:
    if name in found:
        raise Refused(f"duplicate {tag(node)} {shown(name)}", node, b"name")
    found[name] = node


# Links


def _links(robot: Node, reader: PartReader, materials: set[bytes]) -> Named:
    """Return the links by name.

    Args:
        robot: the robot.
        reader: the version and the diagnostics.
        materials: the names of the known materials; links add the materials that they define.
    """
    found: Named = {}
    for link in robot.all(b"link"):
        name = link.get(b"name")
        used: list[_Material] = []
        if name is None:
            message = "<link> without 'name': urdfdom drops its content"
            reader.findings.add(DROPS, message, link)
        else:
            used = _read_link(link, shown(name), reader)
        _add(found, name or b"", link)
        for material in used:
            if material.name in materials:
                continue
            if material.look is Look.DEFINED:
                materials.add(material.name)
            elif material.look is Look.EMPTY:
                where, what = shown(name or b""), shown(material.name)
                message = f"link {where}: material {what} is not defined"
                reader.findings.add(COMPLAINS, message, material.node, b"name", Severity.INFO)
    if not found:
        raise Refused("the robot has no link", robot)
    return found


def _read_link(link: Node, name: str, reader: PartReader) -> list[_Material]:
    """Parse a link up to its first error; return the materials of its visuals so far."""
    used: list[_Material] = []
    steps: list[tuple[Node, Callable[[Node, PartReader], _Material | None]]] = [
        *((node, check_inertial) for node in link.all(b"inertial")[:1]),
        *((node, _read_visual) for node in link.all(b"visual")),
        *((node, _check_shape) for node in link.all(b"collision")),
    ]
    for index, (node, read) in enumerate(steps):
        try:
            material = read(node, reader)
        except Refused as fault:
            lost = [step[0].tag for step in steps[index:]]
            message = f"link {name}: {fault.message}; urdfdom drops {_listed(lost)}"
            reader.findings.add(DROPS, message, fault.node, fault.attribute)
            break
        if material is not None:
            used.append(material)
    return used


def _listed(tags: list[bytes]) -> str:
    """Return the dropped elements as text: "this visual, 2 visuals and 1 collision after it"."""
    after = [
        f"{count} {name.decode()}{'s' * (count > 1)}"
        for name in (b"visual", b"collision")
        if (count := tags[1:].count(name))
    ]
    first = f"this {tags[0].decode()}"
    if len(after) == 1:
        return f"{first} and {after[0]} after it"
    return f"{first}, {' and '.join(after)} after it" if after else first


def _check_shape(node: Node, reader: PartReader) -> None:
    check_pose(node.first(b"origin"), reader)
    check_geometry(node, reader)


def _read_visual(visual: Node, reader: PartReader) -> _Material | None:
    _check_shape(visual, reader)
    material = visual.first(b"material")
    if material is None:
        return None
    name = take(material, b"name", bytes, required=True)
    look = look_of(material, reader)
    return _Material(name, material, look) if name else None


# Joints


def _joints(robot: Node, reader: PartReader) -> Named:
    found: Named = {}
    for joint in robot.all(b"joint"):
        name = joint.get(b"name")
        if name is None:
            raise Refused("missing required attribute 'name' on <joint>", joint)
        try:
            _check_joint(joint, reader)
        except Refused as fault:
            message = f"joint {shown(name)}: {fault.message}"
            raise Refused(message, fault.node, fault.attribute) from None
        _add(found, name, joint)
    return found


def _check_joint(joint: Node, reader: PartReader) -> None:
    check_pose(joint.first(b"origin"), reader)
    kind = joint.get(b"type")
    if kind is None:
        raise Refused("missing required attribute 'type' on <joint>", joint)
    if kind not in _TYPES:
        raise Refused(f"unknown joint type {shown(kind)}", joint, b"type")
    axis = joint.first(b"axis")
    if axis is not None and kind not in _WITHOUT_AXIS:
        take(axis, b"xyz", triple)
    limit = joint.first(b"limit")
    if limit is not None:
        check_limit(limit, reader, is_bounded=kind in _BOUNDED)
    elif kind in _BOUNDED:
        raise Refused(f"missing <limit> on {kind.decode()} joint", joint)
    for part in PARTS:
        check_part(joint, part)

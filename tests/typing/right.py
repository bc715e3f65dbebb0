"""What users write, and a type checker must accept. Read by ``test_typing``, never run."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import bodyplan
from bodyplan.core import replace
from bodyplan.formats.urdf import (
    Box,
    Capsule,
    Cylinder,
    Geometry,
    Joint,
    JointType,
    Limit,
    Link,
    Mesh,
    Pose,
    Robot,
    Sphere,
    Visual,
)


def read(path: Path) -> bodyplan.Document:
    document = bodyplan.read(path)
    assert_type(document, bodyplan.Document)
    assert_type(document.version, tuple[int, int] | None)
    assert_type(document.diagnostics, tuple[bodyplan.Diagnostic, ...])
    assert_type(document.to_bytes(), bytes)
    assert_type(document.save(), Path)
    return document.require()


def values(robot: Robot) -> None:
    assert_type(robot.links, tuple[Link, ...])
    joint = robot.joints[0]
    assert_type(joint.type, JointType)
    assert_type(joint.axis, tuple[float, float, float])
    assert_type(joint.limit, Limit | None)
    assert_type(joint.origin.quat_xyzw, tuple[float, float, float, float] | None)
    shape = robot.links[0].visuals[0].geometry.shape
    assert_type(shape, Box | Cylinder | Sphere | Capsule | Mesh | None)
    match shape:
        case Sphere():
            assert_type(shape.radius, float)
        case _:
            pass


def new() -> bodyplan.Document:
    link = Link(name="a", visuals=(Visual(geometry=Geometry(shape=Box(size=(1.0, 1.0, 1.0)))),))
    joint = Joint(name="j", type="fixed", parent="a", child="b", origin=Pose(xyz=(0.0, 0.0, 1.0)))
    robot = Robot(name="r", links=(link, Link(name="b")), joints=(joint,))
    assert_type(replace(robot, name="s"), Robot)
    return bodyplan.document_of(robot, version="1.1")


def edit(document: bodyplan.Document) -> None:
    robot: Robot = document.root
    with document.editing() as editing:
        editing.set(robot, name="other")
        editing.add(robot, Link(name="c"))
        editing.replace(robot.links[0], replace(robot.links[0], name="d"))
        editing.remove(robot.joints[0])
        editing.unset(robot, "version")
        assert_type(editing.rename("link", "a", "b"), int)


def loaded(path: str, robot: bodyplan.Robot) -> list[str]:
    semantics = bodyplan.load(path, robot=robot)
    assert_type(semantics, bodyplan.Semantics)
    assert_type(bodyplan.load("a.srdf", robot="a.urdf", strict=False), bodyplan.Semantics)
    assert_type(bodyplan.load(path), bodyplan.Robot)
    assert_type(bodyplan.load(path, srdf="a.srdf"), bodyplan.Robot)
    return list(semantics.groups["arm"].joints)


def report(path: str) -> int:
    found = bodyplan.check(path)
    assert_type(found, bodyplan.Report)
    for diagnostic in found.diagnostics:
        assert_type(diagnostic.code, str)
        assert_type(diagnostic.severity, bodyplan.Severity)
        assert_type(diagnostic.where.line, int)
        assert_type(diagnostic.fix, bodyplan.Fix | None)
    return len(found.diagnostics)

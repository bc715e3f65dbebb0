"""Every field of the robot model is compared: a robot that differs in one is not the same."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import bodyplan
from bodyplan import model
from bodyplan.compare._fields import COMPARED_AS, FIELDS
from bodyplan.compare._planning import COMPARED
from bodyplan.core import Record, field_names, replace
from bodyplan.model.planning import semantics
from bodyplan.model.planning.virtual_joint import VirtualJoint
from bodyplan.model.transform import Transform

pytest.importorskip("numpy")
INERTIAL = model.Inertial(2.0, Transform(p=(0.1, 0.0, 0.0)), (0.1, 0.01, 0.0, 0.12, 0.0, 0.15))
SHAPES = (
    model.Box((0.1, 0.2, 0.3)),
    model.Cylinder(0.1, 0.2),
    model.Sphere(0.1),
    model.Capsule(0.1, 0.2),
    model.Ellipsoid((0.1, 0.2, 0.3)),
    model.Cone(0.1, 0.2),
    model.Plane(size=(1.0, 2.0)),
    model.OtherShape("image"),
    model.Polyline(outlines=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),)),
    model.Heightmap(),
)
JOINT = {"limit": model.Limit(-1.0, 1.0, 2.0, 3.0), "dynamics": model.Dynamics(0.1, 0.2, 0.3, 0.4)}


def robot() -> model.Robot:
    """A robot with every class of the robot model, and every kind of joint."""
    looks = tuple(
        model.Geometry(
            shape,
            Transform(p=(0.0, 0.0, n)),
            f"g{n}",
            model.Material("m", (1, 0, 0, 1), "skin.png"),
        )
        for n, shape in enumerate(SHAPES)
    )
    links = [model.Link("l0", INERTIAL, looks, tuple(replace(g, friction=0.5) for g in looks))]
    joints = []
    for number, kind in enumerate(model.JOINT_TYPES, 1):
        links.append(model.Link(f"l{number}", INERTIAL))
        given: dict[str, Any] = dict(JOINT)
        if kind in {"universal", "revolute2"}:
            given |= {"limit2": JOINT["limit"], "dynamics2": JOINT["dynamics"]}
        if kind == "gearbox":
            given["gear"] = model.Gear(2.0, "l0")
        if kind == "prismatic":
            given["mimic"] = model.Mimic("revolute", 2.0, 0.1)
        if kind == "screw":
            given["pitch"] = 0.01
        origin = Transform.from_rpy((0.1, 0.2, 0.3), (0.0, 0.0, 0.1 * number))
        joints.append(model.Joint(kind, kind, "l0", f"l{number}", origin, **given))
    loop = model.Joint("loop", "ball", "l1", "l2", Transform(p=(0.1, 0.0, 0.0)))
    frames = [model.Frame("f", "l1", Transform(p=(0.0, 0.0, 0.5)))]
    sensors = [model.Sensor("s", "camera", "l1", Transform(), 30.0, "revolute")]
    drives = [
        model.Transmission("t", "p", ("revolute",), ("m",), (50.0,), ("effort",), ((9.0, 0.3),))
    ]
    return model.Robot("r", links, joints, [loop], frames, sensors, drives, self_collide=True)


def changed(value: Any) -> Iterator[Any]:
    """Other values of the kind of a value."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 0.001
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, Transform):
        yield value @ Transform(p=(0.001, 0.0, 0.0))
        yield value @ Transform.from_rpy((0.01, 0.02, 0.03))
    elif isinstance(value, Record):
        for field in field_names(type(value)):
            for other in changed(getattr(value, field)):
                yield replace(value, **{field: other})
    elif isinstance(value, tuple) and value and all(isinstance(one, float | int) for one in value):
        yield tuple(one + 0.001 * (n + 1) for n, one in enumerate(value))
    elif isinstance(value, tuple) and value and not isinstance(value[0], tuple):
        for number, one in enumerate(value):
            for other in changed(one):
                yield (*value[:number], other, *value[number + 1 :])
        yield value[1:]
    elif isinstance(value, tuple) and value:
        yield (*value, value[0])
        for other in changed(value[0]):
            yield (other, *value[1:])


def changes() -> Iterator[tuple[str, model.Robot]]:
    """The robot with each value changed, with what it is called."""
    start = robot()
    for field in field_names(model.Robot):
        for number, value in enumerate(changed(getattr(start, field))):
            try:
                yield f"{field} {number}", replace(start, **{field: value})
            except ValueError:  # not a tree any more: a name that is used elsewhere
                continue


def test_a_robot_that_differs_in_any_value_is_not_the_same() -> None:
    start, seen = robot(), []
    count = 0
    for name, other in changes():
        if other == start:  # no limit, and 0.001 more
            continue
        count += 1
        if bodyplan.diff(start, other, samples=1).is_same:
            seen.append((name, _where(start, other)))
    assert count > 400
    assert [one for one in seen if not _has_no_meaning(one[1])] == []


def test_each_field_of_the_robot_model_is_changed_in_one_of_them() -> None:
    varied = {*_varied(robot())}
    classes = {
        cls
        for _, cls in inspect.getmembers(model, inspect.isclass)
        if issubclass(cls, Record) and cls not in (Transform, *BEYOND)
    }
    fields = {(cls.__name__, field) for cls in classes for field in field_names(cls)}
    assert fields - varied == set()


BEYOND = (model.Chain, model.Parts, model.Mesh)
"""No values of a robot; and meshes, which need files: see ``test_meshes``."""


def _varied(value: Any) -> Iterator[tuple[str, str]]:
    """The classes and fields of a value that ``changed`` has another value of."""
    if isinstance(value, tuple):
        for one in value:
            yield from _varied(one)
    elif isinstance(value, Record) and not isinstance(value, Transform):
        for field in field_names(type(value)):
            own = getattr(value, field)
            if next(changed(own), None) is not None:
                yield type(value).__name__, field
            yield from _varied(own)


def _where(first: Record, second: Record, path: str = "") -> str:
    """The path of the first field that differs."""
    for field in field_names(type(first)):
        x, y = getattr(first, field), getattr(second, field)
        if x == y:
            continue
        if isinstance(x, Record) and type(x) is type(y) and not isinstance(x, Transform):
            return _where(x, y, f"{path}{field}.")
        if isinstance(x, tuple) and len(x) == len(y) and x and isinstance(x[0], Record):
            one, other = next((p, q) for p, q in zip(x, y, strict=True) if p != q)
            kind = getattr(one, "type", type(getattr(one, "shape", None)).__name__)
            return _where(one, other, f"{path}{field}[{kind}].")
        return path + field
    return path


def _has_no_meaning(path: str) -> bool:
    """Whether a value means nothing for its joint or shape."""
    parts = path.replace("]", "").split("[")
    if len(parts) < 2:
        return False
    kind, _, field = parts[-1].partition(".")
    facts = dict(model.JOINT_TYPES).get(kind)  # type: ignore[call-overload]
    if kind == "ball" and field in {"origin", "X_JC"}:  # however its frames are turned
        return True
    if facts is None:
        return kind == "Sphere" and field == "origin"  # however it is turned
    if field.startswith(("axis2", "limit2", "dynamics2")):
        return facts.axes < 2
    if field.startswith("axis"):
        return facts.axes < 1
    if field.startswith(("limit.lower", "limit.upper")):
        return not facts.has_range
    if field.startswith(("limit", "dynamics")):
        return not facts.variables
    return field == "pitch" and kind != "screw"


def test_every_class_and_field_of_the_model_is_known() -> None:
    classes = {
        name: cls
        for module in (model, semantics)
        for name, cls in inspect.getmembers(module, inspect.isclass)
        if issubclass(cls, Record)
    } | {"VirtualJoint": VirtualJoint}
    for name, fields in FIELDS.items():
        assert name in classes, name
        known = {*field_names(classes[name]), "self_collide", "gains"}
        assert {*fields} <= known, name
    for path in COMPARED_AS:
        name, _, field = path.partition(".")
        assert field in field_names(classes[name]), path
    assert {*field_names(semantics.Semantics)} <= COMPARED

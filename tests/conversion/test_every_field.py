"""Every field of the robot model is in the result of a conversion, or in its losses."""

from __future__ import annotations

import inspect

import pytest

from bodyplan import model
from bodyplan.conversion.direction import robot_to, writable_formats
from bodyplan.core import Record, field_names, replace
from bodyplan.model.transform import Transform

pytest.importorskip("numpy")

POSE = Transform.from_rpy((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
LIMIT = model.Limit(-1.0, 1.0, 2.0, 3.0)
INERTIAL = model.Inertial(2.0, Transform(), (0.1, 0.0, 0.0, 0.1, 0.0, 0.1))
BOX = model.Box((0.1, 0.2, 0.3))
MATERIAL = model.Material("red", (1.0, 0.0, 0.0, 1.0))
JOINT = model.Joint("j", "revolute", "a", "b", limit=LIMIT)
DYNAMICS = model.Dynamics(0.1, 0.2, 0.3, 0.4)

SAMPLES: dict[type[Record], tuple[Record, dict[str, object]]] = {
    model.Robot: (
        model.Robot("r", [model.Link("a", INERTIAL)]),
        {
            "name": "other",
            "links": (model.Link("z", INERTIAL),),
            "joints": None,  # covered by those of Joint
            "loops": None,
            "frames": (model.Frame("f", "a"),),
            "sensors": (model.Sensor("s", "imu", "a"),),
            "transmissions": None,
        },
    ),
    model.Link: (
        model.Link("a", INERTIAL),
        {
            "name": "z",
            "inertial": replace(INERTIAL, mass=5.0),
            "visuals": (model.Geometry(BOX),),
            "collisions": (model.Geometry(BOX),),
        },
    ),
    model.Inertial: (
        INERTIAL,
        {"mass": 3.0, "origin": POSE, "inertia": (0.2, 0.01, 0.0, 0.2, 0.0, 0.3)},
    ),
    model.Geometry: (
        model.Geometry(BOX),
        {
            "shape": model.Sphere(0.1),
            "origin": POSE,
            "name": "g",
            "material": MATERIAL,
            "friction": 0.7,
        },
    ),
    model.Material: (
        MATERIAL,
        {"name": "blue", "rgba": (0.0, 0.0, 1.0, 1.0), "texture": "look.png"},
    ),
    model.Box: (BOX, {"size": (1.0, 2.0, 3.0)}),
    model.Cylinder: (model.Cylinder(0.1, 0.2), {"radius": 0.3, "length": 0.5}),
    model.Capsule: (model.Capsule(0.1, 0.2), {"radius": 0.3, "length": 0.5}),
    model.Sphere: (model.Sphere(0.1), {"radius": 0.3}),
    model.Ellipsoid: (model.Ellipsoid((0.1, 0.2, 0.3)), {"radii": (0.3, 0.3, 0.3)}),
    model.Joint: (
        JOINT,
        {
            "name": "other",
            "type": "prismatic",
            "parent": None,  # the tree decides
            "child": None,
            "origin": POSE,
            "axis": (0.0, 1.0, 0.0),
            "limit": model.Limit(-2.0, 1.0, 2.0, 3.0),
            "mimic": None,  # covered by those of Mimic
            "dynamics": DYNAMICS,
            "axis2": None,  # of other types, below
            "limit2": None,
            "pitch": None,
            "X_JC": POSE,
            "dynamics2": None,
            "gear": None,
        },
    ),
    model.Limit: (LIMIT, {"lower": -2.0, "upper": 2.0, "velocity": 5.0, "effort": 6.0}),
    model.Dynamics: (
        model.Dynamics(0.1, 0.2, 0.3, 0.0),
        {
            "damping": 0.5,
            "friction": 0.6,
            "spring_stiffness": 0.7,
            "spring_reference": 0.8,
            "armature": 0.9,
        },
    ),
    model.Mimic: (model.Mimic("lead"), {"leader": None, "multiplier": 2.0, "offset": 0.5}),
    model.Frame: (model.Frame("f", "a"), {"name": "g", "link": "b", "origin": POSE}),
    model.Sensor: (
        model.Sensor("s", "imu", "a"),
        {
            "name": "t",
            "type": "camera",
            "link": "b",
            "origin": POSE,
            "rate": 30.0,
            "joint": None,  # SDFormat alone has it; test_to_sdf
        },
    ),
    model.Transmission: (
        model.Transmission("t", "x", ("j",), ("m",), (2.0,)),
        {
            "name": "u",
            "type": "y",
            "joints": (),
            "actuators": ("n",),
            "reductions": (3.0,),
            "interfaces": ("position",),
        },
    ),
}
OTHER_JOINTS = {
    "axis2": (replace(JOINT, type="universal", axis2=(0.0, 0.0, 1.0)), (0.0, 1.0, 0.0)),
    "limit2": (replace(JOINT, type="universal", axis2=(0.0, 0.0, 1.0)), LIMIT),
    "dynamics2": (replace(JOINT, type="universal", axis2=(0.0, 0.0, 1.0)), DYNAMICS),
    "pitch": (replace(JOINT, type="screw", pitch=0.1), 0.2),
    "gear": (replace(JOINT, type="gearbox"), model.Gear(3.0, "a")),
}
CASES = [
    pytest.param(cls, field, value, id=f"{cls.__name__}.{field}")
    for cls, (_, values) in SAMPLES.items()
    for field, value in values.items()
    if value is not None
]


def robot_with(part: Record) -> model.Robot:
    """A robot that has a part of any class."""
    match part:
        case model.Robot():
            return part
        case model.Link():
            return model.Robot("r", [part])
        case model.Inertial():
            return model.Robot("r", [model.Link("a", part)])
        case model.Geometry():
            return model.Robot("r", [model.Link("a", INERTIAL, (part,), (part,))])
        case model.Material():
            return robot_with(model.Geometry(BOX, material=part))
        case model.Joint():
            return model.Robot("r", LINKS, [part])
        case model.Limit():
            return robot_with(replace(JOINT, limit=part))
        case model.Dynamics():
            return robot_with(replace(JOINT, dynamics=part))
        case model.Mimic():
            lead = replace(JOINT, name="lead")
            follow = model.Joint("j", "revolute", "b", "c", limit=LIMIT, mimic=part)
            return model.Robot("r", [*LINKS, model.Link("c", INERTIAL)], [lead, follow])
        case model.Frame():
            return model.Robot("r", LINKS, [JOINT], (), [part])
        case model.Sensor():
            return model.Robot("r", LINKS, [JOINT], (), (), [part])
        case model.Transmission():
            return model.Robot("r", LINKS, [JOINT], (), (), (), [part])
    return robot_with(model.Geometry(part))


LINKS = [model.Link("a", INERTIAL), model.Link("b", INERTIAL)]


def told(part: Record, target: str) -> tuple[str, list[str]]:
    """What is written, and what is lost."""
    written = robot_to(robot_with(part), target)
    return written.text, [f"{loss.kind} {loss.subject}: {loss.reason}" for loss in written.losses]


@pytest.mark.parametrize("target", writable_formats())
@pytest.mark.parametrize(("cls", "field", "value"), CASES)
def test_a_field_changes_the_text_or_is_lost_with_a_reason(cls, field, value, target):
    before = SAMPLES[cls][0]
    after = replace(before, **{field: value})
    (old_text, old_losses), (text, losses) = told(before, target), told(after, target)
    assert (
        text != old_text
        or losses != old_losses
        or any(field in one for one in losses)
        or (cls is model.Transmission and any("transmission" in one for one in losses))
    )


@pytest.mark.parametrize("target", writable_formats())
@pytest.mark.parametrize("field", OTHER_JOINTS)
def test_a_field_of_other_joints_does_too(field, target):
    joint, value = OTHER_JOINTS[field]
    (old_text, old_losses), (text, losses) = (
        told(joint, target),
        told(replace(joint, **{field: value}), target),
    )
    assert text != old_text or losses != old_losses or any(field in one for one in losses)


def test_no_class_and_no_field_is_left_out():
    parts = {
        cls
        for _, cls in inspect.getmembers(model, inspect.isclass)
        if issubclass(cls, Record) and cls.__module__.split(".")[-1] in MODULES
    }
    without = {model.Gear, model.Cone, model.Plane, model.Mesh, model.OtherShape}
    assert parts - without <= set(SAMPLES)
    for cls, (_, values) in SAMPLES.items():
        assert set(values) == set(field_names(cls)), cls


MODULES = {"link", "joint", "shape", "material", "attachment", "robot"}

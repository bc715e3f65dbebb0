"""A robot that has a value in each field of the robot model, and what conversions make of it."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan import model
from bodyplan.conversion.direction import robot_to
from bodyplan.core import Record, replace
from bodyplan.model.transform import Transform

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
            "self_collide": None,  # what each format means without one differs
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
            "gains": ((10.0, 1.0),),
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
            collision = replace(part, name=part.name and f"{part.name}_collision")
            return model.Robot("r", [model.Link("a", INERTIAL, (part,), (collision,))])
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


class Outcome(NamedTuple):
    """What a conversion makes of a field.

    Args:
        is_written: whether the text depends on it.
        losses: what is lost with it, or if that does not depend on its value, at all.
    """

    is_written: bool
    losses: list[str]


def outcome(before: Record, after: Record, field: str, target: str) -> Outcome:
    """Convert two robots that differ in a field."""
    (old_text, old_losses), (text, losses) = told(before, target), told(after, target)
    known = {_without_subject(one) for one in old_losses}
    found = [one for one in losses if _without_subject(one) not in known]
    is_written = text != old_text
    if not found and not is_written:
        word = "transmission" if isinstance(after, model.Transmission) else field
        found = [one for one in losses if one not in old_losses or word in one]
    return Outcome(is_written, found)


def _without_subject(loss: str) -> str:
    """The kind and the reason of a loss."""
    head, _, reason = loss.partition(": ")
    return f"{head.partition(' ')[0]}: {reason}"


def cases() -> list[tuple[type[Record], str, Record, Record]]:
    """Each field: its class, its name, and two values that differ in it."""
    found = [
        (cls, field, before, replace(before, **{field: value}))
        for cls, (before, values) in SAMPLES.items()
        for field, value in values.items()
        if value is not None
    ]
    joints = [
        (model.Joint, field, joint, replace(joint, **{field: value}))
        for field, (joint, value) in OTHER_JOINTS.items()
    ]
    return [*found, *joints]

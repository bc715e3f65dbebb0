"""URDF to the hub. Every declared field is kept, or dropped with a reason.

A faulty file still gives a robot: what does not fit into a tree is left out, and noted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from bodyplan import model
from bodyplan.convert.loss import Fields, Loss, LossLog, Reasons
from bodyplan.convert.mimics import consistent_mimics
from bodyplan.convert.shapes import has_numbers
from bodyplan.convert.spanning import spanning_tree
from bodyplan.convert.urdf_attachments import Materials, sensors_of, transmissions_of
from bodyplan.convert.urdf_parts import (
    joint_origins,
    link_origins,
    place,
    shape_of,
    transform_of,
)
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, KINDS, UNBOUNDED, WITH_AXIS, WITH_RANGE
from bodyplan.spec import Element, Vec3
from bodyplan.text import Record, collector_paused, replace

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

N = TypeVar("N", urdf.Link, urdf.Joint)

X_AXIS: Vec3 = (1.0, 0.0, 0.0)
KEEPS: Fields = {
    urdf.Robot: "name links joints materials sensors transmissions",
    urdf.Link: "name inertial visuals collisions",
    urdf.Inertial: "origin mass inertia",
    urdf.Inertia: "ixx ixy ixz iyy iyz izz",
    urdf.Visual: "name origin geometry material",
    urdf.Material: "name rgba texture",
    urdf.Collision: "name origin geometry",
    urdf.Geometry: "shape",
    urdf.Box: "size",
    urdf.Cylinder: "radius length",
    urdf.Sphere: "radius",
    urdf.Capsule: "radius length",
    urdf.Mesh: "filename scale",
    urdf.Pose: "xyz rpy quat_xyzw",
    urdf.Joint: "name type origin parent child axis limit mimic dynamics",
    urdf.Limit: "lower upper effort velocity",
    urdf.Mimic: "joint multiplier offset",
    urdf.Dynamics: "damping friction",
    urdf.Sensor: "name type parent origin update_rate",
    urdf.Transmission: "name type pr2_type joints actuators mechanical_reduction",
    urdf.TransmissionJoint: "name mechanical_reduction",
    urdf.Actuator: "name mechanical_reduction",
}
"""The fields that enter the hub."""

_LEFT_OVER = "it is left over from older formats, and no reader uses it"
_MEASURES = "the robot model knows where a sensor is, not what it measures"
_INTERFACES = "the robot model has no hardware interfaces"
_PR2 = "the robot model has no linkages of the PR2"
DROPS: Reasons = {
    urdf.Robot: {
        "the version belongs to the file, not to the robot": "version",
        "a robot model has no place in the world": "origin",
        "the robot model has no settings of simulators": "gazebo",
        _INTERFACES: "ros2_control",
    },
    urdf.Link: {_LEFT_OVER: "type"},
    urdf.Visual: {_LEFT_OVER: "group"},
    urdf.Collision: {_LEFT_OVER: "group verbose"},
    urdf.Joint: {
        "the robot model has no reference positions": "calibration",
        "the robot model has no soft limits": "safety_controller",
    },
    urdf.Limit: {
        "the robot model has no bounds of acceleration": "acceleration",
        "the robot model has no bounds of deceleration": "deceleration",
        "the robot model has no bounds of jerk": "jerk",
    },
    urdf.Sensor: {
        "the robot model has no labels for the order of sensors": "id",
        _MEASURES: "camera ray imu magnetometer gps force_torque contact sonar rfidtag rfid",
        "the robot model has no settings of simulators": "gazebo",
    },
    urdf.Transmission: {
        _PR2: (
            "left_actuator right_actuator flex_joint roll_joint gap_joint passive_joints "
            "use_simulated_gripper_joint"
        ),
    },
    urdf.TransmissionJoint: {
        _INTERFACES: "hardware_interfaces",
        "the robot model has no roles in transmissions": "role",
        "the robot model has no offsets of transmissions": "offset",
    },
    urdf.Actuator: {
        _INTERFACES: "hardware_interfaces",
        "the robot model has no roles in transmissions": "role",
    },
}
"""The fields that do not, by the reason."""


class UrdfConversion(Record):
    """A robot in the hub, and how it came there.

    Args:
        robot: the robot.
        losses: what was left out or taken for granted.
        links: the elements its links were made from, by name.
        joints: the elements its joints and loops were made from, by name.
    """

    robot: model.Robot
    losses: tuple[Loss, ...] = ()
    links: Mapping[str, urdf.Link] = MappingProxyType({})
    joints: Mapping[str, urdf.Joint] = MappingProxyType({})


def from_urdf(root: urdf.Robot, document: Document | None = None) -> UrdfConversion:
    """The robot that a URDF describes. Linear in its size.

    Of links or joints with the same name the first counts. A joint that names a link that is not
    there is left out; one that gives a link a second parent or closes a loop is kept apart. What
    nothing connects to the largest tree stays, with roots of its own.

    Args:
        root: the typed root; may have faults.
        document: that it is the root of; with it, the robot knows where its values were written.
    """
    with collector_paused():
        return _converted(root, document)


def _converted(root: urdf.Robot, document: Document | None) -> UrdfConversion:
    log = LossLog(DROPS)
    log.declared(root)
    links = _first_of_each_name(root.links, log)
    named = _first_of_each_name(root.joints, log)
    order, joints, apart = _spanning(links, list(named.values()), log)
    lifted = consistent_mimics(
        [_joint(joint, log) for joint in joints],
        lambda name, reason: log.dropped(named[name], "mimic", reason),
        [joint.name for joint in apart],
    )
    loops = [_without_mimic(_joint(joint, log), joint, log) for joint in apart]
    elements = {joint.name: joint for joint in (*joints, *apart)}
    materials = Materials(root.materials, log)
    bodies = {name: _link(link, materials, log) for name, link in links.items()}
    materials.unused()
    sensors = sensors_of(root, links, partial(_pose, log=log), log)
    transmissions = transmissions_of(root, elements, log)
    robot = model.Robot(
        root.name,
        [bodies[name] for name in order],
        lifted,
        loops,
        sensors=[sensor for sensor, _ in sensors],
        transmissions=[transmission for transmission, _ in transmissions],
    )
    if document is not None:
        carried = [*sensors, *transmissions, *materials.made()]
        known = partial(_origins, robot, links, elements, carried)
        robot = robot.with_origins(model.Origins(known, partial(place, document)))
    return UrdfConversion(robot, tuple(log.losses), links, elements)


def _without_mimic(made: model.Joint, joint: urdf.Joint, log: LossLog) -> model.Joint:
    if made.mimic is None:
        return made
    log.dropped(joint, "mimic", "what is kept apart has no position that could follow")
    return replace(made, mimic=None)


def _origins(
    robot: model.Robot,
    links: Mapping[str, urdf.Link],
    joints: Mapping[str, urdf.Joint],
    carried: list[tuple[Any, Element]],
) -> Iterator[tuple[Record, Element]]:
    """What of a robot was made from which elements."""
    yield from carried
    for link in robot.links:
        yield from link_origins(link, links[link.name])
    for joint in (*robot.joints, *robot.loops):
        yield from joint_origins(joint, joints[joint.name])


def _first_of_each_name(values: tuple[N, ...], log: LossLog) -> dict[str, N]:
    """Links or joints by name. Those that cannot be called by it are left out."""
    found: dict[str, N] = {}
    for value in values:
        if not value.name:
            log.dropped(value, "", "it has no name")
        elif found.setdefault(value.name, value) is not value:
            log.dropped(value, "", "an earlier one has the same name")
    return found


def _spanning(
    links: dict[str, urdf.Link], joints: list[urdf.Joint], log: LossLog
) -> tuple[tuple[str, ...], list[urdf.Joint], list[urdf.Joint]]:
    """The links, a root of the largest tree first; the joints that make trees of them; the rest."""
    tree = spanning_tree(tuple(links), [(joint.parent, joint.child) for joint in joints])
    apart: list[urdf.Joint] = []
    for number, reason in tree.left_out.items():
        joint = joints[number]
        if joint.parent in links and joint.child in links and joint.parent != joint.child:
            log.assumed(joint, "", f"{reason}; it is kept apart, as a constraint")
            apart.append(joint)
        else:
            log.dropped(joint, "", reason)
    for name in tree.roots[1:]:
        log.assumed(links[name], "", "nothing leads to it; it is a root of its own")
    order = dict.fromkeys([*tree.roots, *links]) if len(tree.roots) > 1 else links
    return tuple(order), [joints[number] for number in tree.kept], apart


def _link(link: urdf.Link, materials: Materials, log: LossLog) -> model.Link:
    log.declared(link)
    return model.Link(
        link.name,
        None if link.inertial is None else _inertial(link, link.inertial, log),
        tuple(_geometry(visual, log, materials.of(visual.material)) for visual in link.visuals),
        tuple(_geometry(collision, log) for collision in link.collisions),
    )


def _inertial(link: urdf.Link, inertial: urdf.Inertial, log: LossLog) -> model.Inertial | None:
    tensor = inertial.inertia
    inertia = (tensor.ixx, tensor.ixy, tensor.ixz, tensor.iyy, tensor.iyz, tensor.izz)
    if not all(map(math.isfinite, (inertial.mass, *inertia))):
        log.dropped(link, "inertial", "its numbers cannot be read")
        return None
    log.declared(inertial)
    log.declared(tensor)
    return model.Inertial(inertial.mass, _pose(inertial, inertial.origin, log), inertia)


def _geometry(
    body: urdf.Visual | urdf.Collision, log: LossLog, material: model.Material | None = None
) -> model.Geometry:
    log.declared(body)
    log.declared(body.geometry)
    shape = shape_of(body.geometry.shape)
    if body.geometry.shape is not None:
        log.declared(body.geometry.shape)
    if shape is not None and not has_numbers(shape):
        shape = None
    if shape is None:
        log.dropped(body, "geometry", "its shape cannot be read")
    return model.Geometry(shape, _pose(body, body.origin, log), body.name, material)


def _pose(holder: Element, origin: urdf.Pose, log: LossLog) -> model.Transform:
    """X_AB of an origin; one that cannot be read is taken as none."""
    if origin is urdf.IDENTITY:
        return model.IDENTITY
    log.declared(origin)
    X_AB = transform_of(origin)
    if X_AB is None:
        log.assumed(holder, "origin", "its numbers cannot be read; taken as zero")
    return X_AB or model.IDENTITY


def _joint(joint: urdf.Joint, log: LossLog) -> model.Joint:
    """Joint frame J stays where URDF puts it; at zero the frame of the child link is J."""
    log.declared(joint)
    if joint.type in KINDS:
        kind: model.JointKind = joint.type
    else:
        kind = "fixed"
        log.assumed(joint, "type", "its type cannot be read; taken as fixed")
    mimic, dynamics = joint.mimic, joint.dynamics
    if mimic is not None:
        log.declared(mimic)
    return model.Joint(
        joint.name,
        kind,
        joint.parent,
        joint.child,
        _pose(joint, joint.origin, log),
        _axis(joint, kind, log),
        _bounds(joint, kind, log),
        None if mimic is None else model.Mimic(mimic.joint, mimic.multiplier, mimic.offset),
        FREE if dynamics is None else _dynamics(joint, dynamics, log),
    )


def _axis(joint: urdf.Joint, kind: model.JointKind, log: LossLog) -> Vec3:
    """The unit direction; zero where the file has zero, which moves nothing."""
    if kind not in WITH_AXIS:
        if any(joint.axis) and joint.axis != X_AXIS:
            log.dropped(joint, "axis", f"a {kind} joint has none")
        return X_AXIS
    if not all(map(math.isfinite, joint.axis)):
        log.assumed(joint, "axis", "its numbers cannot be read; taken as x")
        return X_AXIS
    largest = max(map(abs, joint.axis))
    if largest == 0.0:
        log.assumed(joint, "axis", "it is zero, so the joint moves nothing")
        return joint.axis
    x, y, z = (part / largest for part in joint.axis)
    length = math.hypot(x, y, z)
    if not math.isclose(largest * length, 1.0, abs_tol=1e-6):
        log.assumed(
            joint, "axis", f"its length is {largest * length:.6g}; only its direction counts"
        )
    return x / length, y / length, z / length


def _bounds(joint: urdf.Joint, kind: model.JointKind, log: LossLog) -> model.Bounds:
    """The bounds that act: of a continuous joint only those of speed and effort."""
    limit = joint.limit
    if limit is None:
        if kind in WITH_RANGE:
            log.assumed(joint, "limit", f"a {kind} joint without limits is taken as unbounded")
        return UNBOUNDED
    if kind == "fixed":
        log.dropped(joint, "limit", "a fixed joint does not move")
        return UNBOUNDED
    log.declared(limit)
    lower, upper = -math.inf, math.inf
    if kind in WITH_RANGE:
        lower = _bound(limit, "lower", lower, log)
        upper = _bound(limit, "upper", upper, log)
    else:
        for field in ("lower", "upper"):
            if math.isfinite(getattr(limit, field)) and getattr(limit, field):
                log.dropped(limit, field, f"a {kind} joint has no bounds of position")
    velocity = _bound(limit, "velocity", math.inf, log)
    effort = _bound(limit, "effort", math.inf, log)
    return model.Bounds(lower, upper, velocity, effort)


def _bound(limit: urdf.Limit, field: str, otherwise: float, log: LossLog) -> float:
    value: float = getattr(limit, field)
    if math.isnan(value):
        log.assumed(limit, field, "it cannot be read; taken as no bound")
        return otherwise
    return value


def _dynamics(joint: urdf.Joint, dynamics: urdf.Dynamics, log: LossLog) -> model.Dynamics:
    if not math.isfinite(dynamics.damping) or not math.isfinite(dynamics.friction):
        log.dropped(joint, "dynamics", "its numbers cannot be read")
        return FREE
    log.declared(dynamics)
    return model.Dynamics(dynamics.damping, dynamics.friction)

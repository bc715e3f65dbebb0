"""URDF to the hub. Every declared field is kept, or dropped with a reason.

A faulty file still gives a robot: what does not fit into a tree is left out, and noted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from bodyplan import model
from bodyplan.convert.loss import Loss, LossLog
from bodyplan.convert.spanning import spanning_tree
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, KINDS, UNBOUNDED
from bodyplan.spec import Element, Vec3
from bodyplan.text import Record, collector_paused, quoted, replace

N = TypeVar("N", urdf.Link, urdf.Joint)

X_AXIS: Vec3 = (1.0, 0.0, 0.0)
BOUNDED = ("revolute", "prismatic")
"""The kinds whose position has bounds."""

KEEPS: Mapping[type[Element], tuple[str, ...]] = {
    urdf.Robot: ("name", "links", "joints"),
    urdf.Link: ("name", "inertial", "visuals", "collisions"),
    urdf.Inertial: ("origin", "mass", "inertia"),
    urdf.Inertia: ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    urdf.Visual: ("name", "origin", "geometry"),
    urdf.Collision: ("name", "origin", "geometry"),
    urdf.Geometry: ("shape",),
    urdf.Box: ("size",),
    urdf.Cylinder: ("radius", "length"),
    urdf.Sphere: ("radius",),
    urdf.Capsule: ("radius", "length"),
    urdf.Mesh: ("filename", "scale"),
    urdf.Pose: ("xyz", "rpy", "quat_xyzw"),
    urdf.Joint: (
        "name",
        "type",
        "origin",
        "parent",
        "child",
        "axis",
        "limit",
        "mimic",
        "dynamics",
    ),
    urdf.Limit: ("lower", "upper", "effort", "velocity"),
    urdf.Mimic: ("joint", "multiplier", "offset"),
    urdf.Dynamics: ("damping", "friction"),
}
"""The fields that enter the hub."""

_LEFT_OVER = "it is left over from older formats, and no reader uses it"
DROPS: Mapping[type[Element], Mapping[str, str]] = {
    urdf.Robot: {
        "version": "the version belongs to the file, not to the robot",
        "origin": "a robot in the hub has no place in the world",
        "materials": "the hub has no materials",
        "transmissions": "the hub has no transmissions",
        "gazebo": "the hub has no settings of simulators",
        "sensors": "the hub has no sensors",
        "ros2_control": "the hub has no hardware interfaces",
    },
    urdf.Link: {"type": _LEFT_OVER},
    urdf.Visual: {"group": _LEFT_OVER, "material": "the hub has no materials"},
    urdf.Collision: {"group": _LEFT_OVER, "verbose": _LEFT_OVER},
    urdf.Joint: {
        "calibration": "the hub has no reference positions",
        "safety_controller": "the hub has no soft limits",
    },
    urdf.Limit: {
        "acceleration": "the hub has no bounds of acceleration",
        "deceleration": "the hub has no bounds of deceleration",
        "jerk": "the hub has no bounds of jerk",
    },
}
"""The fields that do not, each with the reason."""


class Lifted(Record):
    """A robot in the hub, and how it came there.

    Args:
        robot: the robot.
        losses: what was left out or taken for granted.
        links: the elements its links were made from, by name.
        joints: the elements its joints were made from, by name.
    """

    robot: model.Robot
    losses: tuple[Loss, ...] = ()
    links: Mapping[str, urdf.Link] = MappingProxyType({})
    joints: Mapping[str, urdf.Joint] = MappingProxyType({})


def from_urdf(root: urdf.Robot) -> Lifted:
    """The robot that a URDF describes. Linear in its size.

    Of links or joints with the same name the first counts. A joint that names a link that is not
    there, gives a link a second parent or closes a loop is left out. What nothing connects to the
    largest tree stays, with roots of its own.

    Args:
        root: the typed root; may have faults.
    """
    with collector_paused():
        return _lifted(root)


def _lifted(root: urdf.Robot) -> Lifted:
    log = LossLog(DROPS)
    log.declared(root)
    links = _first_of_each_name(root.links, log)
    named = _first_of_each_name(root.joints, log)
    order, joints = _spanning(links, list(named.values()), log)
    lifted = _consistent_mimics([_joint(joint, log) for joint in joints], named, log)
    robot = model.Robot(root.name, [_link(links[name], log) for name in order], lifted)
    return Lifted(robot, tuple(log.losses), links, {joint.name: joint for joint in joints})


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
) -> tuple[tuple[str, ...], list[urdf.Joint]]:
    """The links, a root of the largest tree first, and the joints that make trees of them."""
    tree = spanning_tree(tuple(links), [(joint.parent, joint.child) for joint in joints])
    for number, reason in tree.left_out.items():
        log.dropped(joints[number], "", reason)
    for name in tree.roots[1:]:
        log.assumed(links[name], "", "nothing leads to it; it is a root of its own")
    order = dict.fromkeys([*tree.roots, *links]) if len(tree.roots) > 1 else links
    return tuple(order), [joints[number] for number in tree.kept]


def _link(link: urdf.Link, log: LossLog) -> model.Link:
    log.declared(link)
    return model.Link(
        link.name,
        None if link.inertial is None else _inertial(link, link.inertial, log),
        tuple(_geometry(visual, log) for visual in link.visuals),
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


def _geometry(body: urdf.Visual | urdf.Collision, log: LossLog) -> model.Geometry:
    log.declared(body)
    log.declared(body.geometry)
    shape = _shape(body.geometry.shape, log)
    if shape is None:
        log.dropped(body, "geometry", "its shape cannot be read")
    return model.Geometry(shape, _pose(body, body.origin, log), body.name)


def _shape(shape: urdf.Shape | None, log: LossLog) -> model.Shape | None:
    if shape is not None:
        log.declared(shape)
    match shape:
        case urdf.Mesh():
            return model.Mesh(shape.filename, shape.scale)
        case urdf.Box():
            return model.Box(shape.size)
        case urdf.Cylinder():
            return model.Cylinder(shape.radius, shape.length)
        case urdf.Sphere():
            return model.Sphere(shape.radius)
        case urdf.Capsule():
            return model.Capsule(shape.radius, shape.length)
        case None:
            return None


def _pose(holder: Element, origin: urdf.Pose, log: LossLog) -> model.Transform:
    """X_AB of an origin; one that cannot be read is taken as none."""
    if origin is urdf.IDENTITY:
        return model.IDENTITY
    log.declared(origin)
    numbers = (*origin.xyz, *origin.rpy, *(origin.quat_xyzw or ()))
    if not all(map(math.isfinite, numbers)):
        log.assumed(holder, "origin", "its numbers cannot be read; taken as zero")
        return model.IDENTITY
    if origin.quat_xyzw is not None:
        return model.Transform.from_quat_xyzw(origin.quat_xyzw, origin.xyz)
    return model.Transform.from_rpy(origin.rpy, origin.xyz)


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
    if kind in {"fixed", "floating"}:
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
        if kind in BOUNDED:
            log.assumed(joint, "limit", f"a {kind} joint without limits is taken as unbounded")
        return UNBOUNDED
    if kind == "fixed":
        log.dropped(joint, "limit", "a fixed joint does not move")
        return UNBOUNDED
    log.declared(limit)
    lower, upper = -math.inf, math.inf
    if kind in BOUNDED:
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


def _consistent_mimics(
    joints: list[model.Joint], elements: Mapping[str, urdf.Joint], log: LossLog
) -> list[model.Joint]:
    """The same joints, those that cannot follow their leader following nobody."""
    known = {joint.name: joint for joint in joints}
    followers = {joint.name: joint.mimic for joint in joints if joint.mimic is not None}
    faults: dict[str, str] = {}
    for name, mimic in followers.items():
        leader = known.get(mimic.leader)
        if leader is None:
            faults[name] = f"{quoted(mimic.leader)} is no joint"
        elif known[name].variable_count != 1 or leader.variable_count != 1:
            faults[name] = "only joints with one variable can follow and be followed"
        elif not math.isfinite(mimic.multiplier) or not math.isfinite(mimic.offset):
            faults[name] = "its numbers cannot be read"
    checked: set[str] = set()
    for first in followers:
        way: dict[str, None] = {}
        name = first
        while name in followers and name not in faults and name not in checked and name not in way:
            way[name] = None
            name = followers[name].leader
        if name in way:
            start = list(way).index(name)
            faults.update(dict.fromkeys(list(way)[start:], "it leads in a circle"))
        checked.update(way)
    for name, reason in faults.items():
        log.dropped(elements[name], "mimic", reason)
    return [replace(joint, mimic=None) if joint.name in faults else joint for joint in joints]

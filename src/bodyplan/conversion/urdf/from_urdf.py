"""Conversion of a URDF to a robot model. Every field is converted, or recorded with a reason.

A file with errors still yields a robot: invalid parts are dropped and recorded as losses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from bodyplan import model
from bodyplan.conversion.details import DetailReader
from bodyplan.conversion.loss import Fields, LossLog, Reasons, dropped_fields
from bodyplan.conversion.mimics import consistent_mimics
from bodyplan.conversion.origins import place
from bodyplan.conversion.readable_numbers import has_numbers
from bodyplan.conversion.urdf._attachments import Materials, sensors_of, transmissions_of
from bodyplan.conversion.urdf._gazebo_sensors import block_sensors
from bodyplan.conversion.urdf._loop_joints import loops_of
from bodyplan.conversion.urdf._vendor_extensions import (
    VendorFacts,
    are_blocks_read,
    friction_of,
    unread,
    vendor_facts,
    with_vendor_facts,
)
from bodyplan.conversion.urdf.declared_parts import (
    Holder,
    UrdfReader,
    joint_origins,
    kind_of,
    link_origins,
)
from bodyplan.conversion.urdf.libsdformat_links import YES
from bodyplan.core import Record, collector_paused, field_names, quoted, replace
from bodyplan.formats import urdf
from bodyplan.formats.loss import Loss
from bodyplan.formats.urdf.gazebo import FLAGS
from bodyplan.model.details import Detail, Details
from bodyplan.model.joint import FREE, JOINT_TYPES, UNLIMITED, WITH_AXIS, WITH_RANGE
from bodyplan.model.parts import UNKNOWN_POSE
from bodyplan.model.shape import PRIMITIVES
from bodyplan.model.transform import unit
from bodyplan.model.tree import Tree
from bodyplan.spec import Element, Raw, Vec3

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources

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
    **{
        cls: " ".join(field_names(PRIMITIVES[cls.__name__.lower()]))
        for cls in get_args(urdf.Shape)
        if cls.__name__.lower() in PRIMITIVES
    },
    urdf.Mesh: "filename scale",
    urdf.Pose: "xyz rpy quat_xyzw",
    urdf.Joint: "name type origin parent child axis limit mimic dynamics",
    urdf.Limit: "lower upper effort velocity",
    urdf.Mimic: "joint multiplier offset",
    urdf.Dynamics: "damping friction",
    urdf.Sensor: "name type parent origin update_rate",
    urdf.Transmission: "name type pr2_type joints actuators mechanical_reduction",
    urdf.TransmissionJoint: "name mechanical_reduction hardware_interfaces",
    urdf.Actuator: "name mechanical_reduction",
}
"""The fields that enter the robot model."""

_LEFT_OVER = "left over from older formats; ignored by all parsers"
_MEASURES = "only the pose of a sensor is converted"
_INTERFACES = "hardware interfaces are not converted"
_PR2 = "PR2 linkages are not converted"
DROPS: Reasons = {
    urdf.Robot: {
        "the version belongs to the file, not to the robot": "version",
        "the pose in the world is not converted": "origin",
        "simulator settings are not converted": "gazebo",
        _INTERFACES: "ros2_control",
    },
    urdf.Link: {_LEFT_OVER: "type"},
    urdf.Visual: {_LEFT_OVER: "group"},
    urdf.Collision: {_LEFT_OVER: "group verbose"},
    urdf.Joint: {
        "reference positions are not converted": "calibration",
        "soft limits are not converted": "safety_controller",
    },
    urdf.Limit: {
        "acceleration limits are not converted": "acceleration",
        "deceleration limits are not converted": "deceleration",
        "jerk limits are not converted": "jerk",
    },
    urdf.Sensor: {
        "labels for the order of sensors are not converted": "id",
        _MEASURES: "camera ray imu magnetometer gps force_torque contact sonar rfidtag rfid",
        "simulator settings are not converted": "gazebo",
    },
    urdf.Transmission: {
        _PR2: (
            "left_actuator right_actuator flex_joint roll_joint gap_joint passive_joints "
            "use_simulated_gripper_joint"
        ),
    },
    urdf.TransmissionJoint: {
        "roles in transmissions are not converted": "role",
        "offsets of transmissions are not converted": "offset",
    },
    urdf.Actuator: {
        _INTERFACES: "hardware_interfaces",
        "roles in transmissions are not converted": "role",
    },
}
"""Why fields are dropped; any other field is dropped because the robot model has no such field."""
DROPPED = dropped_fields(KEEPS, DROPS)
_NO_DETAILS = frozenset(("Robot.version",))
"""Fields that belong to the file, not to the robot."""


class UrdfConversion(Record):
    """The result of converting a URDF to a robot model.

    Args:
        robot: the robot.
        losses: the values that were dropped or assumed.
        links: the elements of the links, by name.
        joints: the elements of the joints and loops, by name.
    """

    robot: model.Robot
    losses: tuple[Loss, ...] = ()
    links: Mapping[str, urdf.Link] = MappingProxyType({})
    joints: Mapping[str, urdf.Joint] = MappingProxyType({})

    @property
    def missing(self) -> tuple[Loss, ...]:
        """Always empty: a URDF cannot include other files."""
        return ()


def convert(
    document: Document,
    *,
    model: str = "",  # noqa: ARG001  (a URDF has one robot)
    resources: Resources | None = None,  # noqa: ARG001  (and includes nothing)
) -> UrdfConversion:
    """Convert a URDF document to a robot; see ``direction``."""
    return from_urdf(document.root, document)


def from_urdf(root: urdf.Robot, document: Document | None = None) -> UrdfConversion:
    """Convert a URDF to a robot, in time linear in its size.

    If links or joints have the same name, only the first is used. A joint whose parent or child
    link does not exist is dropped. A joint that gives a link a second parent, or closes a loop, is
    kept as a loop constraint. Links that are not connected to the largest tree become separate
    roots.

    Args:
        root: the parsed root element; it may have errors.
        document: the document of this root; it provides the locations of the robot's values.
    """
    with collector_paused():
        return _converted(root, document)


def _converted(root: urdf.Robot, document: Document | None) -> UrdfConversion:
    log = LossLog(DROPPED, unread)
    log.declared(root)
    if are_blocks_read(root):
        log.losses = [loss for loss in log.losses if loss.what != "gazebo"]
    links = _first_of_each_name(root.links, log)
    named = _first_of_each_name(root.joints, log)
    order, joints, apart = _spanning(links, list(named.values()), log)
    materials = Materials(root.materials, log)
    reader = _TolerantReader(materials, log, vendor_facts(root))
    lifted = consistent_mimics(
        map(reader.joint, joints),
        lambda name, reason: log.dropped(named[name], "mimic", reason),
        [joint.name for joint in apart],
    )
    loops = [_without_mimic(reader.joint(joint), joint, log) for joint in apart]
    elements = {joint.name: joint for joint in (*joints, *apart)}
    closed, invalid = loops_of(root, links, {*elements})
    for name, reason in invalid:
        log.dropped(root, f"loop_joint {quoted(name)}", reason, changes_meaning=True)
    bodies = {name: reader.link(link) for name, link in links.items()}
    materials.unused()
    sensors = sensors_of(root, links, reader.pose, log)
    transmissions = transmissions_of(root, elements, log)
    robot = model.Robot(
        root.name,
        [bodies[name] for name in order],
        lifted,
        [*loops, *closed],
        sensors=[sensor for sensor, _ in sensors],
        transmissions=[transmission for transmission, _ in transmissions],
    )
    if document is not None:
        carried = [*sensors, *transmissions, *materials.made()]
        known = partial(_origins, robot, links, elements, carried)
        robot = robot.with_origins(model.Origins(known, partial(place, document)))
    inner = partial(_details, DetailReader(KEEPS, _NO_DETAILS, log.losses), root)
    in_blocks = partial(_sensors_in_blocks, robot, root)
    found = Details("urdf", inner, _place_in(document), sensors=in_blocks)
    robot = robot.with_details(found)
    return UrdfConversion(robot, tuple(log.losses), links, elements)


def _details(reader: DetailReader, root: urdf.Robot) -> Iterator[Detail]:
    """Yield the values of a URDF for which the robot model has no field.

    As in libsdformat, ``<gazebo>`` blocks with the same reference are merged, and flags that are
    false are ignored.
    """
    blocks: dict[str | None, urdf.Gazebo] = {}
    for block in root.gazebo:
        before = blocks.get(block.reference)
        if before is not None:
            attributes = (*before.attributes, *block.attributes)
            content = (*before.content, *block.content)
            block = replace(before, attributes=attributes, content=content)  # noqa: PLW2901
        blocks[block.reference] = block
    if len(blocks) < len(root.gazebo):
        root = replace(root, gazebo=tuple(blocks.values()))
    for one in reader.details(root):
        if one.field.removeprefix("gazebo/") not in FLAGS:
            yield one
        elif one.value == 1.0 or str(one.value).lower() in YES:
            yield replace(one, value="true")


def _sensors_in_blocks(robot: model.Robot, root: urdf.Robot) -> Iterator[model.Sensor]:
    return (sensor for sensor, _ in block_sensors(robot, root))


def _place_in(document: Document | None) -> Callable[[Element | Raw], Where | None]:
    """Return a function that returns the location of an element of a document."""
    return (lambda _: None) if document is None else document.place


def _without_mimic(made: model.Joint, joint: urdf.Joint, log: LossLog) -> model.Joint:
    if made.mimic is None:
        return made
    log.dropped(joint, "mimic", "a loop constraint has no position, so it cannot mimic")
    return replace(made, mimic=None)


def _origins(
    robot: model.Robot,
    links: Mapping[str, urdf.Link],
    joints: Mapping[str, urdf.Joint],
    carried: list[tuple[Any, Element]],
) -> Iterator[tuple[Record, Element]]:
    """Yield the parts of a robot, paired with their elements."""
    yield from carried
    for link in robot.links:
        yield from link_origins(link, links[link.name])
    for joint in (*robot.joints, *robot.loops):
        if joint.name in joints:  # a joint of the tree, not a <loop_joint>
            yield from joint_origins(joint, joints[joint.name])


def _first_of_each_name(values: tuple[N, ...], log: LossLog) -> dict[str, N]:
    """Return links or joints by name; drop those with an empty or duplicate name."""
    found: dict[str, N] = {}
    for value in values:
        if not value.name:
            log.dropped(value, "", "it has no name")
        elif found.setdefault(value.name, value) is not value:
            log.dropped(value, "", "duplicate name")
    return found


def _spanning(
    links: dict[str, urdf.Link], joints: list[urdf.Joint], log: LossLog
) -> tuple[tuple[str, ...], list[urdf.Joint], list[urdf.Joint]]:
    """Return link names (root of the largest tree first), tree joints, and other joints."""
    tree = Tree.of([*links], [(joint.parent, joint.child) for joint in joints])
    apart: list[urdf.Joint] = []
    for number, (cause, reason) in tree.left_out.items():
        joint = joints[number]
        if cause in {"second parent", "loop"}:
            log.assumed(joint, "", f"{reason}; kept as a loop constraint")
            apart.append(joint)
        else:
            log.dropped(joint, "", reason)
    for name in tree.roots[1:]:
        log.assumed(links[name], "", "no joint has it as its child; it becomes a separate root")
    order = dict.fromkeys([*tree.roots, *links]) if len(tree.roots) > 1 else links
    return tuple(order), [joints[number] for number in tree.kept], apart


class _TolerantReader(UrdfReader):
    """Creates links and joints; drops or replaces invalid values, and records them.

    Args:
        materials: materials of the robot.
        log: collects the losses.
        facts: properties of joints and links from vendor extensions.
    """

    def __init__(self, materials: Materials, log: LossLog, facts: VendorFacts) -> None:
        self._materials = materials
        self._facts = facts
        self._link: urdf.Link | None = None
        """The link whose shapes are being created."""
        self._log = log

    def link(self, link: urdf.Link) -> model.Link:
        self._log.declared(link)
        self._link = link
        return super().link(link)

    def inertial(self, link: urdf.Link) -> model.Inertial | None:
        made = super().inertial(link)
        if made is None or link.inertial is None:
            return None
        if not math.isfinite(made.mass):
            self._log.dropped(link, "inertial", "invalid numbers")
            return None
        self._log.declared(link.inertial)
        if not all(map(math.isfinite, made.inertia)):  # keep the mass, like Pinocchio
            reason = "it is missing or has invalid numbers; zero is assumed"
            self._log.assumed(link.inertial, "inertia", reason)
            return replace(made, inertia=(0.0,) * 6)
        self._log.declared(link.inertial.inertia)
        return made

    def geometry(self, part: urdf.Visual | urdf.Collision) -> model.Geometry:
        made = super().geometry(part)
        for element in (part, part.geometry, part.geometry.shape):
            if element is not None:
                self._log.declared(element)
        shape = made.shape
        if shape is None or not has_numbers(shape):
            self._log.dropped(part, "geometry", "invalid shape")
            shape = None
        if isinstance(part, urdf.Visual):
            return model.Geometry(shape, made.origin, part.name, self._materials.of(part.material))
        friction = friction_of(part, self._link, self._facts)
        return model.Geometry(shape, made.origin, part.name, friction=friction)

    def pose(self, holder: Holder) -> model.Transform:
        if holder.origin is urdf.IDENTITY:
            return model.IDENTITY
        self._log.declared(holder.origin)
        made = super().pose(holder)
        if made is UNKNOWN_POSE:
            self._log.assumed(holder, "origin", "invalid numbers; zero is assumed")
            return model.IDENTITY
        return made

    def joint(self, joint: urdf.Joint) -> model.Joint:
        self._log.declared(joint)
        if joint.type not in JOINT_TYPES:
            self._log.assumed(joint, "type", "invalid type; fixed is assumed")
        if joint.mimic is not None:
            self._log.declared(joint.mimic)
        return super().joint(joint)

    def axis(self, joint: urdf.Joint) -> Vec3:
        """Return the normalized axis; a zero axis stays zero."""
        kind = kind_of(joint)
        log = self._log
        if kind not in WITH_AXIS:
            if any(joint.axis) and joint.axis != X_AXIS:
                log.dropped(joint, "axis", f"a {kind} joint has no axis")
            return X_AXIS
        if not all(map(math.isfinite, joint.axis)):
            log.assumed(joint, "axis", "invalid numbers; the x axis is assumed")
            return X_AXIS
        if not any(joint.axis):
            log.assumed(joint, "axis", "it is zero, so the joint has no effect")
            return joint.axis
        length = math.hypot(*joint.axis)
        if not math.isclose(length, 1.0, abs_tol=1e-6):
            reason = f"its length is {length:.6g}; only its direction counts"
            log.assumed(joint, "axis", reason)
        return unit(joint.axis)

    def limit(self, joint: urdf.Joint) -> model.Limit:
        """Return the effective limits; a continuous joint has only velocity and effort limits."""
        limit, kind, log = joint.limit, kind_of(joint), self._log
        if limit is None:
            if kind in WITH_RANGE:
                log.assumed(
                    joint, "limit", f"a {kind} joint without limits is assumed to be unbounded"
                )
            return UNLIMITED
        if kind == "fixed":
            log.dropped(
                joint, "limit", "limits, damping and friction of a fixed joint are not converted"
            )
            return UNLIMITED
        log.declared(limit)
        lower, upper = -math.inf, math.inf
        if kind in WITH_RANGE:
            lower, upper = self._bound(limit, "lower", lower), self._bound(limit, "upper", upper)
        else:
            for field in ("lower", "upper"):
                if math.isfinite(getattr(limit, field)) and getattr(limit, field):
                    log.dropped(limit, field, f"a {kind} joint has no position limits")
        velocity = self._bound(limit, "velocity", math.inf)
        return model.Limit(lower, upper, velocity, self._bound(limit, "effort", math.inf))

    def _bound(self, limit: urdf.Limit, field: str, otherwise: float) -> float:
        value: float = getattr(limit, field)
        if math.isnan(value):
            self._log.assumed(limit, field, "invalid value; no limit is assumed")
            return otherwise
        return value

    def dynamics(self, joint: urdf.Joint) -> model.Dynamics:
        made = with_vendor_facts(joint, super().dynamics(joint), self._facts)
        if not has_numbers(made):
            self._log.dropped(joint, "dynamics", "invalid numbers")
            return FREE
        if joint.dynamics is not None:
            self._log.declared(joint.dynamics)
        return made

"""Joints: the motion of a child link relative to its parent link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from bodyplan.core import Record, replace
from bodyplan.model.transform import IDENTITY, Transform, Vec3

JointType = Literal[
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "floating",
    "planar",
    "ball",
    "universal",
    "screw",
    "revolute2",
    "gearbox",
]

Unit = Literal["rad", "m", ""]
"""The unit of a variable of a joint; empty for the four numbers of a quaternion."""


Family = Literal["fixed", "rotary", "endless", "linear", "several", "other"]
"""Kinds of motion; pictures and trees show each kind in its own colour."""


class JointTypeFacts(NamedTuple):
    """The properties of a joint type. Other packages derive their tables from them."""

    code: int
    """The number of the type in arrays and in the native kernels."""
    family: Family
    variables: tuple[str, ...]
    """The suffixes that are appended to the joint name to form the names of the variables."""
    units: tuple[Unit, ...]
    """The units of the variables."""
    neutral: tuple[float, ...]
    """The neutral values of the variables, for which the pose of the child in the joint frame is
    X_JC."""
    degrees_of_freedom: int
    axes: int = 0
    """The number of axes that define the motion."""
    has_range: bool = False
    """Whether lower and upper limits apply to the type."""
    has_pitch: bool = False
    """Whether a rotation about the axis also moves the joint along the axis, by its pitch."""
    is_coupling: bool = False
    """Whether the type couples two rotations (gearbox), instead of moving its child. In files, a
    gearbox has two axes."""

    @property
    def written_axes(self) -> int:
        """The number of axes of the type in a file."""
        return 2 if self.is_coupling else self.axes


class _JointTypes(dict[JointType, JointTypeFacts]):
    """The facts by type; an unknown type raises an error."""

    def __missing__(self, kind: object) -> JointTypeFacts:
        raise ValueError(unknown_joint_type(kind))


def unknown_joint_type(kind: object) -> str:
    """Return the message for an unknown joint type."""
    from bodyplan.diag import did_you_mean  # imported here, because only the message needs it

    near = did_you_mean(kind, JOINT_TYPES) if isinstance(kind, str) else None
    known = f"types are {', '.join(JOINT_TYPES)}"
    return f"unknown joint type {kind!r}; " + (f"{near} The {known}" if near else f"the {known}")


_One = tuple[tuple[str, ...], tuple[Unit, ...], tuple[float, ...], int]
_ANGLE: _One = (("",), ("rad",), (0.0,), 1)
_ANGLES: _One = (("/axis", "/axis2"), ("rad", "rad"), (0.0, 0.0), 2)
JOINT_TYPES: dict[JointType, JointTypeFacts] = _JointTypes(
    {
        "revolute": JointTypeFacts(1, "rotary", *_ANGLE, 1, has_range=True),
        "continuous": JointTypeFacts(2, "endless", *_ANGLE, 1),
        "prismatic": JointTypeFacts(3, "linear", ("",), ("m",), (0.0,), 1, 1, has_range=True),
        "fixed": JointTypeFacts(0, "fixed", (), (), (), 0),
        "floating": JointTypeFacts(
            4,
            "other",
            ("/trans_x", "/trans_y", "/trans_z", "/rot_x", "/rot_y", "/rot_z", "/rot_w"),
            ("m", "m", "m", "", "", "", ""),
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
            6,
        ),
        "planar": JointTypeFacts(
            5, "several", ("/x", "/y", "/theta"), ("m", "m", "rad"), (0.0, 0.0, 0.0), 3, 1
        ),
        "ball": JointTypeFacts(
            6,
            "several",
            ("/rot_x", "/rot_y", "/rot_z", "/rot_w"),
            ("", "", "", ""),
            (0.0, 0.0, 0.0, 1.0),
            3,
        ),
        "universal": JointTypeFacts(7, "several", *_ANGLES, 2, has_range=True),
        "screw": JointTypeFacts(8, "linear", *_ANGLE, 1, has_range=True, has_pitch=True),
        "revolute2": JointTypeFacts(9, "several", *_ANGLES, 2, has_range=True),
        "gearbox": JointTypeFacts(10, "other", *_ANGLE, 1, has_range=True, is_coupling=True),
    }
)
"""All joint types. Variables have the names that MoveIt uses, if it supports the type.

The motion of the joint frame J, to which the child is fixed, relative to its neutral pose:

- revolute, continuous, gearbox: rotation about the axis;
- prismatic: translation along the axis;
- screw: rotation about the axis, and translation along it by ``pitch`` times the angle;
- universal, revolute2: rotation about the axis, then about the second axis, which moves with the
  first rotation;
- planar: translation by x and y in the plane normal to the axis, then rotation by theta about it;
- ball: rotation by a unit quaternion x, y, z, w;
- floating: translation by x, y, z along the axes of J, then rotation by a unit quaternion.
"""
NOT_IN_DRAKE = frozenset(("gearbox", "revolute2"))
"""The types that Drake does not support."""
TWO_AXES = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.axes == 2)
"""The types with a second axis."""
WITH_AXIS = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.axes)
"""The types with an axis."""
ROTARY = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.units == ("rad",))
"""The types with one variable, which is an angle."""
LINEAR = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.units == ("m",))
"""The types with one variable, which is a length."""
TRANSLATING = frozenset(
    kind for kind, facts in JOINT_TYPES.items() if "m" in facts.units or facts.has_pitch
)
"""The types that move the origin of the joint frame."""
WITH_PITCH = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.has_pitch)
"""The types in which a rotation about the axis also translates along the axis."""
COUPLING = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.is_coupling)
"""The types that couple two rotations."""
WITH_RANGE = frozenset(kind for kind, facts in JOINT_TYPES.items() if facts.has_range)
"""The types to which lower and upper limits apply."""


ENDLESS = 1e9
"""Limits of at least this value mean "no limit": descriptions for Gazebo use 1e16."""


class Limit(Record):
    """The limits of a joint: position, velocity and effort. Infinite without a limit.

    Args:
        lower: smallest position [rad] or [m].
        upper: largest position.
        velocity: largest speed [rad/s] or [m/s].
        effort: largest torque or force [N m] or [N].
    """

    lower: float = -math.inf
    upper: float = math.inf
    velocity: float = math.inf
    effort: float = math.inf

    @property
    def within_reach(self) -> Limit:
        """The same limits, with infinity in place of values that mean "no limit", such as 1e16."""
        values = {name: getattr(self, name) for name in ("lower", "upper", "velocity", "effort")}
        far = {name: math.copysign(math.inf, x) for name, x in values.items() if abs(x) >= ENDLESS}
        return replace(self, **far) if far else self


UNLIMITED = Limit()


class Mimic(Record, instead={"joint": "leader"}):
    """The relation of a mimic joint: position = multiplier * position of the leader + offset.

    Args:
        leader: name of the mimicked joint.
        multiplier: the factor between the positions.
        offset: the position of the mimic joint when the leader is at zero [rad] or [m].
    """

    leader: str
    multiplier: float = 1.0
    offset: float = 0.0


class Dynamics(Record):
    """Passive forces in a joint, and the inertia of its motor.

    Args:
        damping: the viscous damping coefficient [N m s/rad] or [N s/m].
        friction: the Coulomb friction [N m] or [N].
        spring_stiffness: the stiffness of a spring in the joint [N m/rad] or [N/m].
        spring_reference: the position at which the spring is at rest [rad] or [m].
        armature: inertia of the rotor of the motor times the square of its gear ratio [kg m²] or
            [kg]; not part of the mass matrix.
    """

    damping: float = 0.0
    friction: float = 0.0
    spring_stiffness: float = 0.0
    spring_reference: float = 0.0
    armature: float = 0.0


FREE = Dynamics()


class Gear(Record):
    """The ratio of a gearbox: angle of the child = - ratio * angle of the parent.

    Args:
        ratio: the ratio of the angles.
        reference: name of the link relative to which both angles are measured; empty if
            unspecified.
    """

    ratio: float = 1.0
    reference: str = ""


class Joint(
    Record,
    instead={
        "kind": "type",
        "pose": "origin",
        "X_PJ": "origin",
        "bounds": "limit",
        "limits": "limit",
        "bounds2": "limit2",
        "parent_link": "parent",
        "child_link": "child",
    },
):
    """A joint, which moves its child link: X_PC = X_PJ @ motion @ X_JC.

    Args:
        name: unique among the joints of the robot.
        type: the joint type, see ``JOINT_TYPES``.
        parent: name of its parent link.
        child: name of its child link.
        origin: X_PJ, the pose of the joint frame in the frame of the parent link.
        axis: unit direction in J; normal of the plane if planar.
        limit: the limits of position, velocity and effort; position limits apply only to revolute,
            prismatic, screw, gearbox, universal and revolute2 joints.
        mimic: the relation to the mimicked joint; None unless it is a mimic joint.
        dynamics: passive forces.
        axis2: unit direction of the second axis in J at zero, if universal or revolute2.
        limit2: the limits of the second axis.
        pitch: the travel of a screw joint along its axis per angle [m/rad]; positive for a
            right-handed thread.
        X_JC: the pose of the child frame in the joint frame, at the neutral position; the identity
            in URDF.
        dynamics2: the passive forces of the second axis.
        gear: the ratio and the reference link of a gearbox.
    """

    name: str
    type: JointType
    parent: str
    child: str
    origin: Transform = IDENTITY
    axis: Vec3 = (1.0, 0.0, 0.0)
    limit: Limit = UNLIMITED
    mimic: Mimic | None = None
    dynamics: Dynamics = FREE
    axis2: Vec3 = (0.0, 1.0, 0.0)
    limit2: Limit = UNLIMITED
    pitch: float = 0.0
    X_JC: Transform = IDENTITY
    dynamics2: Dynamics = FREE
    gear: Gear | None = None

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, as in MoveIt: the joint name, or names such as joint/x."""
        return tuple(self.name + ending for ending in JOINT_TYPES[self.type].variables)

    @property
    def variable_count(self) -> int:
        """The number of variables; 7 for a floating joint."""
        return len(JOINT_TYPES[self.type].variables)

    @property
    def slide(self) -> float:
        """The travel along the axis per unit of the variable; 1 if prismatic, 0 if rotary."""
        return 1.0 if self.type in LINEAR else self.pitch if self.type in WITH_PITCH else 0.0

    @property
    def degrees_of_freedom(self) -> int:
        """The number of degrees of freedom; 6 for a floating joint, 3 for a ball joint."""
        return JOINT_TYPES[self.type].degrees_of_freedom

    @property
    def default(self) -> tuple[float, ...]:
        """The default position: zero, or the middle of the limits, or the only finite limit.

        Zero if it is within the limits; otherwise the middle of the limits, as in MoveIt, or the
        finite limit if only one limit is finite.
        """
        neutral = JOINT_TYPES[self.type].neutral
        if len(neutral) == 1:
            return (_resting(self.limit),)
        if self.type in TWO_AXES:
            return _resting(self.limit), _resting(self.limit2)
        return neutral

    def motion(self, values: Sequence[float]) -> Transform:
        """Return the motion of the joint frame J for values of its variables; see ``JOINT_TYPES``.

        Args:
            values: the values of the variables [rad] or [m].

        Raises:
            ValueError: the number of values differs from the number of variables.
        """
        if len(values) != self.variable_count:
            raise ValueError(
                f"{self.type} joints take {self.variable_count} values, not {len(values)}"
            )
        if tuple(values) == JOINT_TYPES[self.type].neutral:
            return IDENTITY
        if "" in JOINT_TYPES[self.type].units:
            *way, x, y, z, w = values
            R = Transform.from_quat_xyzw((x, y, z, w)).R
            return Transform(R, (way[0], way[1], way[2]) if way else (0.0, 0.0, 0.0))
        if self.type in TWO_AXES:
            return _turn(self.axis, values[0]) @ _turn(self.axis2, values[1])
        if self.type == "planar":
            (a, b, c), (x, y, z) = self.axis, across(self.axis)
            along = (b * z - c * y, c * x - a * z, a * y - b * x)
            u, v, theta = values
            p = (u * x + v * along[0], u * y + v * along[1], u * z + v * along[2])
            return Transform(_turn(self.axis, theta).R, p)
        slide = self.slide * values[0]
        R = IDENTITY.R if self.type in LINEAR else _turn(self.axis, values[0]).R
        x, y, z = self.axis
        return Transform(R, (slide * x, slide * y, slide * z))


def across(normal: Vec3) -> Vec3:
    """Return the direction in which the variable x of a planar joint moves, a unit vector.

    It is the x axis after the smallest rotation that takes the z axis to the normal (or the -z axis,
    if the normal has a negative z component).

    For the normals z and -z, the result is x; for a zero normal, it is zero.
    """
    a, b, c = normal
    if not any(normal):
        return (0.0, 0.0, 0.0)
    scale = 1.0 / (1.0 + abs(c))
    # The rotation starts at -z if the z component is negative, to avoid division by nearly zero.
    return (1.0 - a * a * scale, -a * b * scale, a if c < 0.0 else -a)


def _turn(axis: Vec3, angle: float) -> Transform:
    (x, y, z), sine = axis, math.sin(0.5 * angle)
    return Transform.from_quat_xyzw((x * sine, y * sine, z * sine, math.cos(0.5 * angle)))


def _resting(bounds: Limit) -> float:
    lower, upper = bounds.lower, bounds.upper
    if lower <= 0.0 <= upper:
        return 0.0
    ends = [end for end in (lower, upper) if math.isfinite(end)]
    return math.fsum(ends) / len(ends) if ends else 0.0

"""Joints: how a child link moves relative to its parent link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from bodyplan.core import Record
from bodyplan.model.transform import IDENTITY, Transform, Vec3

JointKind = Literal[
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
"""The unit of a variable of a joint; the four numbers of a quaternion have none."""


class KindFacts(NamedTuple):
    """What a kind of joint is, in numbers."""

    variables: tuple[str, ...]
    """Endings of the names of its variables; an empty one for the name of the joint itself."""
    units: tuple[Unit, ...]
    """Units of its variables."""
    neutral: tuple[float, ...]
    """Values of the variables at which the child has not moved: it is at X_JC in the joint frame."""
    degrees_of_freedom: int
    axes: int = 0
    has_range: bool = False
    """Whether lower and upper limits apply to it."""


class _Kinds(dict[JointKind, KindFacts]):
    """The facts by kind; a kind that there is not is answered in a sentence."""

    def __missing__(self, kind: object) -> KindFacts:
        raise ValueError(no_kind(kind))


def no_kind(kind: object) -> str:
    """A sentence on a kind of joint that there is not."""
    from bodyplan.diag import did_you_mean  # only for those who read the message

    near = did_you_mean(kind, KINDS) if isinstance(kind, str) else None
    known = f"kinds are {', '.join(KINDS)}"
    return f"{kind!r} is no kind of joint; " + (f"{near} The {known}" if near else f"the {known}")


KINDS: dict[JointKind, KindFacts] = _Kinds(
    {
        "revolute": KindFacts(("",), ("rad",), (0.0,), 1, 1, True),
        "continuous": KindFacts(("",), ("rad",), (0.0,), 1, 1),
        "prismatic": KindFacts(("",), ("m",), (0.0,), 1, 1, True),
        "fixed": KindFacts((), (), (), 0),
        "floating": KindFacts(
            ("/trans_x", "/trans_y", "/trans_z", "/rot_x", "/rot_y", "/rot_z", "/rot_w"),
            ("m", "m", "m", "", "", "", ""),
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
            6,
        ),
        "planar": KindFacts(("/x", "/y", "/theta"), ("m", "m", "rad"), (0.0, 0.0, 0.0), 3, 1),
        "ball": KindFacts(
            ("/rot_x", "/rot_y", "/rot_z", "/rot_w"), ("", "", "", ""), (0.0, 0.0, 0.0, 1.0), 3
        ),
        "universal": KindFacts(("/axis", "/axis2"), ("rad", "rad"), (0.0, 0.0), 2, 2, True),
        "screw": KindFacts(("",), ("rad",), (0.0,), 1, 1, True),
        "revolute2": KindFacts(("/axis", "/axis2"), ("rad", "rad"), (0.0, 0.0), 2, 2, True),
        "gearbox": KindFacts(("",), ("rad",), (0.0,), 1, 1, True),
    }
)
"""The kinds that there are, with the variables that MoveIt gives those it knows.

How the joint frame J, with the child fixed to it, has moved from where it is in the parent:

- revolute, continuous, gearbox: turned about the axis;
- prismatic: moved along the axis;
- screw: turned about the axis and moved along it by ``pitch`` times the angle;
- universal, revolute2: turned about the axis, then about the second axis, which turns along;
- planar: moved by x and y in the plane across the axis, then turned by theta about the axis;
- ball: turned by a unit quaternion x, y, z, w;
- floating: moved by x, y, z along the axes of J, then turned by such a quaternion.
"""
TWO_AXES = frozenset(kind for kind, facts in KINDS.items() if facts.axes == 2)
"""The kinds with a second axis."""
WITH_AXIS = frozenset(kind for kind, facts in KINDS.items() if facts.axes)
"""The kinds with an axis."""
ROTARY = frozenset(kind for kind, facts in KINDS.items() if facts.units == ("rad",))
"""The kinds whose one variable is an angle."""
WITH_RANGE = frozenset(kind for kind, facts in KINDS.items() if facts.has_range)
"""The kinds to which lower and upper limits apply."""


ENDLESS = 1e9
"""Bounds beyond this are none: descriptions for Gazebo write 1e16."""


class Bounds(Record):
    """How far, how fast and how hard a joint may move. Without a bound, infinite.

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


UNBOUNDED = Bounds()


class Mimic(Record):
    """A joint that follows another: position = multiplier * position of the leader + offset.

    Args:
        leader: name of the joint it follows.
        multiplier: slope.
        offset: position when the leader is at zero [rad] or [m].
    """

    leader: str
    multiplier: float = 1.0
    offset: float = 0.0


class Dynamics(Record):
    """Passive forces in a joint.

    Args:
        damping: [N m s/rad] or [N s/m].
        friction: [N m] or [N].
        spring_stiffness: of a spring in the joint [N m/rad] or [N/m].
        spring_reference: position at which that is at rest [rad] or [m].
    """

    damping: float = 0.0
    friction: float = 0.0
    spring_stiffness: float = 0.0
    spring_reference: float = 0.0


FREE = Dynamics()


class Gear(Record):
    """What couples the two sides of a gearbox: angle of the child = - ratio * angle of the parent.

    Args:
        ratio: of the angles.
        reference: name of the link that both angles are counted from; empty where nothing says.
    """

    ratio: float = 1.0
    reference: str = ""


class Joint(Record):
    """Moves its child link: X_PC is X_PJ, then the motion, then X_JC.

    Args:
        name: unique among the joints of the robot.
        kind: how it moves.
        parent: name of the link it hangs from.
        child: name of the link it moves.
        X_PJ: joint frame in the frame of the parent link.
        axis_J: unit direction in J; normal of the plane if planar.
        bounds: of its position where it has one variable or two axes, of its speed and effort.
        mimic: whom it follows, if any.
        dynamics: passive forces.
        axis2_J: unit direction of the second axis in J at zero, if universal or revolute2.
        bounds2: as ``bounds``, of the second axis.
        pitch: of a screw, how far it moves along its axis as it turns [m/rad]; a right-handed
            thread has a positive one.
        X_JC: frame of the child in the joint frame, at neutral; in URDF they are the same.
        dynamics2: as ``dynamics``, of the second axis.
        gear: of a gearbox.
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    X_PJ: Transform = IDENTITY
    axis_J: Vec3 = (1.0, 0.0, 0.0)
    bounds: Bounds = UNBOUNDED
    mimic: Mimic | None = None
    dynamics: Dynamics = FREE
    axis2_J: Vec3 = (0.0, 1.0, 0.0)
    bounds2: Bounds = UNBOUNDED
    pitch: float = 0.0
    X_JC: Transform = IDENTITY
    dynamics2: Dynamics = FREE
    gear: Gear | None = None

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of its variables, as MoveIt calls them: its own name, or name/x and so on."""
        return tuple(self.name + ending for ending in KINDS[self.kind].variables)

    @property
    def variable_count(self) -> int:
        """How many numbers say where it is; 7 for a floating joint."""
        return len(KINDS[self.kind].variables)

    @property
    def degrees_of_freedom(self) -> int:
        """In how many ways it moves; 6 for a floating joint, 3 for a ball."""
        return KINDS[self.kind].degrees_of_freedom

    @property
    def default(self) -> tuple[float, ...]:
        """Where it is when nobody says: at zero, or at the nearest of its bounds' middle and end.

        Zero where the bounds allow it; else the middle of the two bounds, as MoveIt has it; else
        the one that is finite.
        """
        neutral = KINDS[self.kind].neutral
        if len(neutral) == 1:
            return (_resting(self.bounds),)
        if self.kind in TWO_AXES:
            return _resting(self.bounds), _resting(self.bounds2)
        return neutral

    def motion(self, values: Sequence[float]) -> Transform:
        """How the joint frame J has moved from where it is in the parent; see ``KINDS``.

        Args:
            values: of its variables [rad] or [m].

        Raises:
            ValueError: they are not as many as its variables.
        """
        if len(values) != self.variable_count:
            raise ValueError(
                f"{self.kind} joints take {self.variable_count} values, not {len(values)}"
            )
        if tuple(values) == KINDS[self.kind].neutral:
            return IDENTITY
        if "" in KINDS[self.kind].units:
            *way, x, y, z, w = values
            R = Transform.from_quat_xyzw((x, y, z, w)).R
            return Transform(R, (way[0], way[1], way[2]) if way else (0.0, 0.0, 0.0))
        if self.kind in TWO_AXES:
            return _turn(self.axis_J, values[0]) @ _turn(self.axis2_J, values[1])
        if self.kind == "planar":
            (a, b, c), (x, y, z) = self.axis_J, across(self.axis_J)
            along = (b * z - c * y, c * x - a * z, a * y - b * x)
            u, v, theta = values
            p = (u * x + v * along[0], u * y + v * along[1], u * z + v * along[2])
            return Transform(_turn(self.axis_J, theta).R, p)
        slide = {"prismatic": 1.0, "screw": self.pitch}.get(self.kind, 0.0) * values[0]
        R = IDENTITY.R if self.kind == "prismatic" else _turn(self.axis_J, values[0]).R
        x, y, z = self.axis_J
        return Transform(R, (slide * x, slide * y, slide * z))


def across(normal: Vec3) -> Vec3:
    """The x of a planar joint: that of the frame whose z is turned onto the normal the shortest way.

    The normal z gives x; -z gives x as well; a zero normal gives zero.
    """
    a, b, c = normal
    if not any(normal):
        return (0.0, 0.0, 0.0)
    scale = 1.0 / (1.0 + abs(c))
    # The turn is from z, or for normals below the plane from -z: no division by nearly zero.
    return (1.0 - a * a * scale, -a * b * scale, a if c < 0.0 else -a)


def _turn(axis: Vec3, angle: float) -> Transform:
    (x, y, z), sine = axis, math.sin(0.5 * angle)
    return Transform.from_quat_xyzw((x * sine, y * sine, z * sine, math.cos(0.5 * angle)))


def _resting(bounds: Bounds) -> float:
    lower, upper = bounds.lower, bounds.upper
    if lower <= 0.0 <= upper:
        return 0.0
    ends = [end for end in (lower, upper) if math.isfinite(end)]
    return math.fsum(ends) / len(ends) if ends else 0.0

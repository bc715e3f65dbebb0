"""Relative motion of two links: the joints between them as rotations and translations."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.model import Joint, Robot
from bodyplan.model.joint import ENDLESS, LINEAR, ROTARY, TWO_AXES, Limit, across
from bodyplan.model.transform import IDENTITY, Transform, Vec3

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Variable(NamedTuple):
    """A variable of a configuration.

    Args:
        name: name of the variable.
        column: index of the variable in a configuration.
        lower: smallest value [rad] or [m].
        upper: largest value [rad] or [m].
        is_bounded: whether both limits are known.
        is_angle: whether the variable is an angle; without limits, its range is one turn.
    """

    name: str
    column: int
    lower: float
    upper: float
    is_bounded: bool
    is_angle: bool


class Step(NamedTuple):
    """A rotation about an axis and a translation along it, both proportional to a value.

    Args:
        before: fixed pose of the frame of this step in the frame of the previous step, or in the
            first link.
        axis: unit direction.
        turn: rotation [rad] per unit of the value.
        slide: translation [m] per unit of the value.
        variable: name of the variable that drives this step.
        multiplier: value = multiplier * variable + offset.
        offset: see ``multiplier``.
    """

    before: Transform
    axis: Vec3
    turn: float
    slide: float
    variable: str
    multiplier: float
    offset: float


class RelativeMotion(NamedTuple):
    """The motion of a link in the frame of another link.

    Args:
        steps: steps from the first link to the second; locked joints are part of the fixed poses.
        end: fixed pose of the second link in the frame of the last step.
        variables: variables that drive the steps, in the order of the configuration.
        open_joints: names of the floating and ball joints between both links; they have no steps.
    """

    steps: tuple[Step, ...]
    end: Transform
    variables: tuple[Variable, ...]
    open_joints: tuple[str, ...]


def variables_of(robot: Robot) -> dict[str, Variable]:
    """Return the variables of a configuration by name, with their sampling ranges.

    Without limits, the range is -pi to pi for an angle and -1 m to 1 m for a length. With only one
    limit, the range has the same length and begins or ends at this limit. Each component of a
    quaternion is between -1 and 1.
    """
    found: dict[str, Variable] = {}
    column = 0
    for joint in robot.independent_joints:
        limits = _limits(joint)
        for name, limit, is_angle in limits:
            found[name] = _variable(name, column, limit, is_angle=is_angle)
            column += 1
    return found


def _limits(joint: Joint) -> list[tuple[str, Limit, bool]]:
    names = joint.variables
    if joint.type in TWO_AXES:
        return [(names[0], joint.limit, True), (names[1], joint.limit2, True)]
    if len(names) == 1:
        limit = Limit() if joint.type == "continuous" else joint.limit
        return [(names[0], limit, joint.type in ROTARY)]
    if joint.type == "planar":
        return [(names[0], Limit(), False), (names[1], Limit(), False), (names[2], Limit(), True)]
    free = [(name, Limit(), False) for name in names[:-4]]
    return free + [(name, Limit(-1.0, 1.0), False) for name in names[-4:]]


def _variable(name: str, column: int, limit: Limit, *, is_angle: bool) -> Variable:
    lower, upper = limit.lower, limit.upper
    has_lower, has_upper = -ENDLESS < lower < ENDLESS, -ENDLESS < upper < ENDLESS
    reach = math.pi if is_angle else 1.0
    if has_lower and has_upper and lower <= upper:
        return Variable(name, column, lower, upper, is_bounded=True, is_angle=is_angle)
    if has_lower and not has_upper:
        upper = lower + 2.0 * reach
    elif has_upper and not has_lower:
        lower = upper - 2.0 * reach
    else:
        lower, upper = -reach, reach
    return Variable(name, column, lower, upper, is_bounded=False, is_angle=is_angle)


def relative_motion(robot: Robot, link: str, other: str) -> RelativeMotion | None:
    """Return the motion of a link in the frame of another link; None if no joints connect them.

    Args:
        robot: the robot.
        link: name of the link in whose frame the motion is expressed.
        other: name of the link that moves.
    """
    return Motions(robot).between(link, other)


class Course(NamedTuple):
    """The joints and variables that move one link relative to another link, without poses.

    Args:
        key: hash of all joints between the links, and of their positions in the ``states`` of
            ``Motions``.
        columns: bit n is set if column n of a configuration moves one link relative to the other.
        unbounded: the bits of ``columns`` whose variables have no limits. The bit of an angle
            without limits is not set if one turn of the angle covers all positions: if it only
            rotates joints, each by a whole number of turns. This is not the case if it drives a
            screw joint, or a mimic joint with multiplier 0.5.
        open_joints: names of the floating and ball joints between the links.
    """

    key: bytes
    columns: int
    unbounded: int
    open_joints: tuple[str, ...]

    @property
    def is_bounded(self) -> bool:
        """Whether limits, or one turn of an angle, cover all positions of every variable."""
        return not self.unbounded and not self.open_joints


class _Part(NamedTuple):
    """A joint on the path between two links.

    Args:
        digest: hashes of all properties that affect the relative motion: from parent to child, and
            from child to parent.
        columns: the same as in ``Course``.
        unbounded: the same as in ``Course``.
        open_joints: name of the joint, if it is a floating or ball joint.
        states: (n,) hashes of the joint's position in each state; None without states or variables.
    """

    digest: tuple[bytes, bytes]
    columns: int
    unbounded: int
    open_joints: tuple[str, ...]
    states: NDArray[np.uint64] | None


_Move = tuple[Vec3, float, float, Variable, float, float]
"""Axis; rotation and translation per unit of the value; variable; multiplier and offset."""


class Motions:
    """The relative motions of the links of a robot.

    Args:
        robot: the robot.
        states: (n, nq) configurations. The key of a ``Course`` depends on the positions of its
            joints in these configurations, but not on their order or on duplicates.
    """

    def __init__(self, robot: Robot, states: NDArray[np.float64] | None = None) -> None:
        self._robot = robot
        self._states = states
        self.variables = variables_of(robot)
        self._moved: dict[int, tuple[_Move, ...]] = {}
        self._back: dict[int, tuple[Transform, Transform]] = {}

    @cached_property
    def names(self) -> list[str]:
        """The names of the variables, in the order of the configuration."""
        return [*self.variables]

    def between(self, link: str, other: str) -> RelativeMotion | None:
        """Return the motion of a link in the frame of another link.

        Return None if no joints connect them.
        """
        robot = self._robot
        path = robot.tree.path(robot.link_index(link), robot.link_index(other))
        if path is None:
            return None
        up, _, down = path
        fixed, steps, is_open = IDENTITY, [], []
        for index, is_upward in (*((one, True) for one in up), *((one, False) for one in down)):
            joint = robot.joints[index]
            moves = self._moves(index)
            before, after = joint.origin, joint.X_JC
            if is_upward:
                after, before = self._inverses(index)
                moves = moves[::-1]
            fixed = fixed @ (after if is_upward else before)
            for axis, turn, slide, own, multiplier, offset in moves:
                if is_upward:
                    turn, slide = -turn, -slide  # noqa: PLW2901
                if own.lower == own.upper or multiplier == 0.0 or not any(axis):
                    value = multiplier * own.lower + offset
                    fixed = fixed @ _moved(axis, turn * value, slide * value)
                    continue
                steps.append(Step(fixed, axis, turn, slide, own.name, multiplier, offset))
                fixed = IDENTITY
            fixed = fixed @ (before if is_upward else after)
            is_open += _open(joint)
        columns = sorted({self.variables[step.variable].column for step in steps})
        used = tuple(self.variables[self.names[column]] for column in columns)
        return RelativeMotion(tuple(steps), fixed, used, tuple(is_open))

    def courses(self, link: str, others: Container[str]) -> Iterator[tuple[str, Course]]:
        """Yield the links that are connected with a link by joints, each with its course.

        The joints are visited from the link outwards, so that each joint of a long chain is visited
        only once.

        Args:
            link: name of a link.
            others: names of the links to yield.
        """
        robot = self._robot
        start = robot.link_index(link)
        stack: list[Any] = [(start, -1, sha256(), 0, 0, (), None)]
        parts = self._parts
        neighbours = self._neighbours
        links = robot.links
        while stack:
            at, before, walked, columns, unbounded, is_open, rows = stack.pop()
            if links[at].name in others:
                own = walked.copy()
                if rows is not None:
                    own.update(repr(sorted({*rows.tolist()})).encode())
                yield links[at].name, Course(own.digest(), columns, unbounded, is_open)
            for near, joint, is_upward in neighbours[at]:
                if near == before:
                    continue
                part = parts[joint]
                further = walked.copy()
                further.update(part.digest[is_upward])
                both = rows
                if part.states is not None:
                    both = part.states if rows is None else rows + part.states
                stack.append((
                    near, at, further, columns | part.columns, unbounded | part.unbounded,
                    is_open + part.open_joints, both,
                ))  # fmt: skip

    @cached_property
    def _neighbours(self) -> list[list[tuple[int, int, bool]]]:
        """For each link, its neighbours as (link index, joint index, is the parent)."""
        order = self._robot.tree
        found: list[list[tuple[int, int, bool]]] = [[] for _ in order.above]
        for index, above in enumerate(order.above):
            if above >= 0:
                found[index].append((above, order.into[index], True))
                found[above].append((index, order.into[index], False))
        return found

    @cached_property
    def _parts(self) -> list[_Part]:
        return [self._part(index) for index in range(len(self._robot.joints))]

    def _part(self, index: int) -> _Part:
        joint = self._robot.joints[index]
        moves = self._moves(index)
        columns = unbounded = 0
        rows = None
        for axis, _, slide, own, multiplier, _ in moves:
            if own.lower == own.upper or multiplier == 0.0 or not any(axis):
                continue
            columns |= 1 << own.column
            if self._states is not None:
                bits = _mixed(self._states[:, own.column], own.name)
                rows = bits if rows is None else rows + bits
            is_whole = own.is_angle and slide == 0.0 and multiplier.is_integer()
            if not own.is_bounded and not is_whole:
                unbounded |= 1 << own.column
        names = tuple(_open(joint))
        base = repr((joint.origin.R, joint.origin.p, joint.X_JC.R, joint.X_JC.p, moves, names))
        digests = tuple(sha256(f"{way}{base}".encode()).digest() for way in ("down", "up"))
        return _Part((digests[0], digests[1]), columns, unbounded, names, rows)

    def _inverses(self, index: int) -> tuple[Transform, Transform]:
        """Return X_CJ and X_JP of a joint: the inverses of its child and parent poses."""
        if index not in self._back:
            joint = self._robot.joints[index]
            self._back[index] = joint.X_JC.inverse(), joint.origin.inverse()
        return self._back[index]

    def _moves(self, index: int) -> tuple[_Move, ...]:
        if index not in self._moved:
            joint = self._robot.joints[index]
            mimic = self._robot.mimics.get(joint.name)
            multiplier, offset = 1.0, 0.0
            if mimic is not None:
                multiplier, offset = mimic.multiplier, mimic.offset
                leader = self._robot.joint(mimic.leader).variables[0]
            self._moved[index] = tuple(
                (axis, turn, slide, self.variables[own if mimic is None else leader],
                 multiplier, offset)
                for axis, turn, slide, own in _axes(joint)
            )  # fmt: skip
        return self._moved[index]


def _axes(joint: Joint) -> list[tuple[Vec3, float, float, str]]:
    """Return axis, rotation and translation per unit, and variable of each degree of freedom."""
    names = joint.variables
    if joint.type in TWO_AXES:
        return [(joint.axis, 1.0, 0.0, names[0]), (joint.axis2, 1.0, 0.0, names[1])]
    if joint.type == "planar":
        one = across(joint.axis)
        two = _cross(joint.axis, one)
        return [
            (one, 0.0, 1.0, names[0]),
            (two, 0.0, 1.0, names[1]),
            (joint.axis, 1.0, 0.0, names[2]),
        ]
    if joint.type in LINEAR:
        return [(joint.axis, 0.0, 1.0, names[0])]
    if len(names) == 1:
        return [(joint.axis, 1.0, joint.slide, names[0])]
    return []


def _open(joint: Joint) -> list[str]:
    """Return the name of a floating or ball joint as a list; an empty list for other joints."""
    return [joint.name] if joint.variables and not _axes(joint) else []


def _mixed(values: NDArray[np.float64], name: str) -> NDArray[np.uint64]:
    """Return a hash of each value of a variable; hashes of several variables may be added.

    Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators": SplitMix64.
    """
    import numpy as np

    salt = int.from_bytes(sha256(name.encode()).digest()[:8], "little")
    found = np.ascontiguousarray(values + 0.0, "<f8").view("<u8") + np.uint64(salt)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
    mixed: NDArray[np.uint64] = found ^ (found >> np.uint64(31))
    return mixed


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _moved(axis: Vec3, angle: float, along: float) -> Transform:
    (x, y, z), sine = axis, math.sin(0.5 * angle)
    R = Transform.from_quat_xyzw((x * sine, y * sine, z * sine, math.cos(0.5 * angle))).R
    return Transform(R, (along * x, along * y, along * z))

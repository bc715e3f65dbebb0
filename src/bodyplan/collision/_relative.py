"""How one link moves relative to another: the joints between them as one chain of rotations and slides."""

from __future__ import annotations

import math
from typing import NamedTuple

from bodyplan.model import Joint, Robot
from bodyplan.model.joint import ENDLESS, LINEAR, ROTARY, TWO_AXES, Limit, across
from bodyplan.model.transform import IDENTITY, Transform, Vec3


class Variable(NamedTuple):
    """A variable of a configuration.

    Args:
        name: of the variable.
        column: where it is in a configuration.
        lower: smallest value [rad] or [m].
        upper: largest value.
        is_bounded: whether both limits are known.
        is_angle: whether it is an angle, whose range without limits is one turn.
    """

    name: str
    column: int
    lower: float
    upper: float
    is_bounded: bool
    is_angle: bool


class Step(NamedTuple):
    """A rotation about an axis and a slide along it.

    Args:
        before: fixed pose of its frame in that of the step before, or in the first link.
        axis: unit direction.
        turn: rotation for each unit of its value [rad].
        slide: translation for each unit of its value [m].
        variable: name of the variable that drives it.
        multiplier: value = multiplier * variable + offset.
        offset: see multiplier.
    """

    before: Transform
    axis: Vec3
    turn: float
    slide: float
    variable: str
    multiplier: float
    offset: float


class RelativeMotion(NamedTuple):
    """How a link moves in the frame of another.

    Args:
        steps: from the first link to the second; locked joints are folded away.
        end: fixed pose of the second link behind the last step.
        variables: that drive them, in the order of the configuration.
        open_joints: names of joints between the two that are not a chain of axes: floating and ball
            joints.
    """

    steps: tuple[Step, ...]
    end: Transform
    variables: tuple[Variable, ...]
    open_joints: tuple[str, ...]

    @property
    def numbers(self) -> tuple[float, ...]:
        """All numbers of the steps and of the pose behind them; those of a printed pose are rounded."""
        index = {one.name: number for number, one in enumerate(self.variables)}
        found: list[float] = []
        for step in self.steps:
            found += _numbers(step.before)
            found += (*step.axis, step.turn, step.slide, step.multiplier, step.offset)
            found.append(index[step.variable])
        return (*found, *_numbers(self.end))

    @property
    def unbounded(self) -> tuple[str, ...]:
        """Joints and variables between the links whose range is not all of their motion.

        One turn is all of it if every joint that the angle drives turns as often, in whole numbers,
        and slides nowhere: half a turn of a follower, or the travel of a screw, goes on.
        """
        return self.open_joints + tuple(
            one.name
            for one in self.variables
            if not one.is_bounded
            and not (
                one.is_angle
                and all(
                    step.slide == 0.0 and step.multiplier.is_integer()
                    for step in self.steps
                    if step.variable == one.name
                )
            )
        )


def _numbers(X: Transform) -> tuple[float, ...]:
    return (*(number for row in X.R for number in row), *X.p)


def variables_of(robot: Robot) -> dict[str, Variable]:
    """Return the variables of a configuration by name, with the range that is sampled.

    Angles without limits cover a full turn, lengths without limits 1 m to both sides of what is known;
    the four numbers of a quaternion have a range of -1 to 1.
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


def relative_motion(
    robot: Robot, link: str, other: str, variables: dict[str, Variable] | None = None
) -> RelativeMotion | None:
    """Return how a link moves in the frame of another; None if no joints connect them.

    Args:
        robot: the robot.
        link: in whose frame it is.
        other: that moves.
        variables: ``variables_of(robot)``, for who asks for many pairs.
    """
    path = robot.tree.path(robot.link_index(link), robot.link_index(other))
    if path is None:
        return None
    up, _, down = path
    known = variables_of(robot) if variables is None else variables
    chain = _Chain(robot, known)
    for index in up:
        chain.add(robot.joints[index], is_upward=True)
    for index in down:
        chain.add(robot.joints[index], is_upward=False)
    used = {step.variable for step in chain.steps}
    own = tuple(one for name, one in known.items() if name in used)
    return RelativeMotion(tuple(chain.steps), chain.fixed, own, tuple(chain.open_joints))


class _Chain:
    """Collects the steps; ``fixed`` is the pose since the last one."""

    def __init__(self, robot: Robot, variables: dict[str, Variable]) -> None:
        self.robot = robot
        self.variables = variables
        self.fixed = IDENTITY
        self.steps: list[Step] = []
        self.open_joints: list[str] = []

    def add(self, joint: Joint, *, is_upward: bool) -> None:
        moves = self._moves(joint)
        if is_upward:
            self.fixed = self.fixed @ joint.X_JC.inverse()
            for axis, turn, slide, variable in reversed(moves):
                self._move(axis, -turn, -slide, joint, variable)
            self.fixed = self.fixed @ joint.origin.inverse()
        else:
            self.fixed = self.fixed @ joint.origin
            for axis, turn, slide, variable in moves:
                self._move(axis, turn, slide, joint, variable)
            self.fixed = self.fixed @ joint.X_JC

    def _move(self, axis: Vec3, turn: float, slide: float, joint: Joint, variable: str) -> None:
        mimic = self.robot.mimics.get(joint.name)
        multiplier, offset = 1.0, 0.0
        if mimic is not None:
            multiplier, offset = mimic.multiplier, mimic.offset
            variable = self.robot.joint(mimic.leader).variables[0]
        own = self.variables[variable]
        if own.lower == own.upper or multiplier == 0.0 or not any(axis):
            value = multiplier * own.lower + offset
            self.fixed = self.fixed @ _moved(axis, turn * value, slide * value)
            return
        self.steps.append(Step(self.fixed, axis, turn, slide, variable, multiplier, offset))
        self.fixed = IDENTITY

    def _moves(self, joint: Joint) -> list[tuple[Vec3, float, float, str]]:
        """Return axis, rotation, slide and variable of each degree of freedom, outer ones first."""
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
        if names:
            self.open_joints.append(joint.name)
        return []


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _moved(axis: Vec3, angle: float, along: float) -> Transform:
    (x, y, z), sine = axis, math.sin(0.5 * angle)
    R = Transform.from_quat_xyzw((x * sine, y * sine, z * sine, math.cos(0.5 * angle))).R
    return Transform(R, (along * x, along * y, along * z))

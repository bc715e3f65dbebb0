"""Limits of joints in joint_limits.yaml: S811 to S818."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import ros_yaml
from bodyplan.lint.context import Context
from bodyplan.lint.joints import TURN, degrees_among, has_range, number
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import (
    TOLERANCE,
    is_unknown,
    joint_names,
    joint_of,
    unknown,
)
from bodyplan.model.joint import WITH_RANGE

_POSITIONS = ("min_position", "max_position")
_PAIRS = (
    _POSITIONS,
    ("min_velocity", "max_velocity"),
    ("min_acceleration", "max_acceleration"),
    ("soft_lower_limit", "soft_upper_limit"),
)
_SWITCHES = {
    "has_position_limits": _POSITIONS,
    "has_velocity_limits": ("max_velocity",),
    "has_acceleration_limits": ("max_acceleration",),
    "has_deceleration_limits": ("max_deceleration",),
    "has_jerk_limits": ("max_jerk",),
    "has_effort_limits": ("max_effort",),
}
"""The switch of each limit, and the numbers that it switches on."""
_SPEEDS = ("max_velocity", "max_acceleration", "max_jerk", "max_effort")


def _is_off(limit: ros_yaml.JointLimit, field: str) -> bool:
    """Whether a number is switched off in so many words."""
    return any(
        field in fields and getattr(limit, switch) is False for switch, fields in _SWITCHES.items()
    )


def _words(field: str) -> str:
    return field.partition("_")[2]


@rule("S811", "settings-limit-of-unknown-joint", severity="warning")
def settings_limit_of_unknown_joint(
    limit: ros_yaml.JointLimit, ctx: Context
) -> Iterator[Diagnostic]:
    """A limit is set for a joint that the robot does not have.

    ## Why it matters
    MoveIt asks for the limits of each joint by its name, and never looks at the others. The limit
    is without effect: the joint that was meant moves as fast as the URDF allows.

    ## Example
        joint_limits:
          elbw_joint: {has_velocity_limits: true, max_velocity: 1.0}

    ## Use instead
        joint_limits:
          elbow_joint: {has_velocity_limits: true, max_velocity: 1.0}
    """
    if is_unknown(ctx, limit.name):
        message = f"the robot has no joint {limit.name!r}"
        yield unknown(ctx, limit, message, partial(joint_names, ctx), field="name")


@rule("S812", "settings-limit-inverted", severity="error")
def settings_limit_inverted(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A lower bound is above its upper bound.

    ## Why it matters
    No state satisfies both. Planning fails from every start, as each lies outside the bounds.

    ## Example
        min_position: 1.57
        max_position: -1.57

    ## Use instead
        min_position: -1.57
        max_position: 1.57
    """
    for low, high in _PAIRS:
        lower, upper = getattr(limit, low), getattr(limit, high)
        if lower is not None and upper is not None and lower > upper:
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {low} {number(lower)} is above {high} {number(upper)}",
                field=low,
                hint="are they swapped?",
            )


@rule("S813", "settings-limit-without-number", severity="warning")
def settings_limit_without_number(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is switched on, but its number is missing.

    ## Why it matters
    What holds then depends on who reads it: the bound of the URDF, zero, or none at all. Without a
    number for the acceleration MoveIt stops timing its trajectories, and says that the limit
    must be greater than zero.

    ## Example
        has_acceleration_limits: true

    ## Use instead
        has_acceleration_limits: true
        max_acceleration: 3.5
    """
    if ctx.is_broken_off:
        return
    for switch, fields in _SWITCHES.items():
        missing = [field for field in fields if not ctx.written(limit, field)]
        if getattr(limit, switch) is True and missing:
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {switch} is true, but there is no {' and no '.join(missing)}",
                field=switch,
                hint=f"add {missing[0]}, or write {switch}: false",
            )


@rule("S814", "settings-position-beyond-robot", severity="warning")
def settings_position_beyond_robot(
    limit: ros_yaml.JointLimit, ctx: Context
) -> Iterator[Diagnostic]:
    """A position limit is wider than the one in the URDF.

    ## Why it matters
    Settings are there to narrow what the robot can do. MoveIt takes the wider bound and plans
    to where the hardware stops; the Pilz planner refuses to start, as the bound violates that of
    the URDF.

    ## Example
        max_position: 3.5     # in the URDF: upper="2.9"

    ## Use instead
        max_position: 2.8
    """
    joint = joint_of(ctx, limit.name)
    if joint is None or joint.limit is None or joint.type not in WITH_RANGE:
        return
    if not has_range(joint.limit) or limit.has_position_limits is False:
        return
    bounds = (joint.limit.lower, joint.limit.upper)
    for field, bound, word in zip(_POSITIONS, bounds, ("lower", "upper"), strict=True):
        value = getattr(limit, field)
        if value is None or _in_degrees(ctx, limit, field):
            continue
        if (bound - value if word == "lower" else value - bound) > TOLERANCE:
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {field} {number(value)} is beyond the {word} bound "
                f"{number(bound)} of the URDF",
                field=field,
            )


@rule("S815", "settings-velocity-beyond-robot", severity="warning")
def settings_velocity_beyond_robot(
    limit: ros_yaml.JointLimit, ctx: Context
) -> Iterator[Diagnostic]:
    """A limit of velocity or effort is above the one in the URDF.

    ## Why it matters
    The number replaces that of the URDF. Trajectories become faster than the drive can follow,
    and the controller aborts them, or the drive stops.

    ## Example
        max_velocity: 6.0     # in the URDF: velocity="3.15"

    ## Use instead
        max_velocity: 3.15
    """
    joint = joint_of(ctx, limit.name)
    if joint is None or joint.limit is None:
        return
    bounds = {"max_velocity": joint.limit.velocity, "max_effort": joint.limit.effort}
    for field, bound in bounds.items():
        value = getattr(limit, field)
        if value is None or not 0.0 < bound < math.inf or _is_off(limit, field):
            continue
        if value > bound * (1.0 + TOLERANCE) and not _in_degrees(ctx, limit, field):
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {field} {number(value)} is above the {number(bound)} "
                f"of the URDF",
                field=field,
            )


@rule("S816", "settings-limit-not-positive", severity="error")
def settings_limit_not_positive(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit of velocity, acceleration, jerk or effort is zero or below, and switched on.

    ## Why it matters
    The joint cannot move. MoveIt does not time a trajectory then: it says that the limit is
    invalid and must be greater than zero.

    ## Example
        has_acceleration_limits: true
        max_acceleration: 0.0

    ## Use instead
        has_acceleration_limits: true
        max_acceleration: 3.5
    """
    for field in _SPEEDS:
        value = getattr(limit, field)
        if value is not None and value <= 0.0 and not _is_off(limit, field):
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {field} is {number(value)}; it must be above zero",
                field=field,
                hint=f"where there is no limit, write has_{_words(field)}_limits: false",
            )


@rule("S817", "settings-degrees", severity="warning")
def settings_degrees(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A position or velocity looks like degrees.

    ## Why it matters
    Settings are in radians, as the URDF is. 90 is more than fourteen turns, so the limit limits
    nothing. Reported are positions beyond two turns that are no part of a turn in radians, and
    velocities that are those of the URDF once they are converted.

    ## Example
        max_position: 175.0

    ## Use instead
        max_position: 3.0543
    """
    for field in (*_POSITIONS, "max_velocity"):
        if _in_degrees(ctx, limit, field):
            value = getattr(limit, field)
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {field} {number(value)} looks like degrees",
                field=field,
                hint=f"in radians: {number(math.radians(value))}",
            )


def _in_degrees(ctx: Context, limit: ros_yaml.JointLimit, field: str) -> bool:
    """Whether a number of a joint that turns can hardly be radians."""
    value: float | None = getattr(limit, field)
    joint = joint_of(ctx, limit.name)
    if value is None or (joint is not None and joint.type == "prismatic"):
        return False
    if field in _POSITIONS:
        return bool(degrees_among((value,), 2.0 * TURN))
    if joint is None or joint.limit is None or joint.limit.velocity <= 0.0 or value < TURN:
        return False
    return abs(math.radians(value) / joint.limit.velocity - 1.0) < 0.05


@rule("S818", "settings-limit-without-effect", severity="warning")
def settings_limit_without_effect(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is set that the joint cannot have.

    ## Why it matters
    A continuous joint has no bounds; MoveIt says that it cannot specify position limits for it,
    and leaves them out. A fixed joint has no limits at all.

    ## Example
        wheel_joint:          # continuous in the URDF
          has_position_limits: true
          min_position: -3.14
          max_position: 3.14

    ## Use instead
    A revolute joint in the URDF where the bounds are real; else no bounds here.
    """
    joint = joint_of(ctx, limit.name)
    if joint is None:
        return
    if joint.type == "fixed":
        yield ctx.report(
            limit,
            f"joint {limit.name!r} is fixed; it has no limits",
            field="name",
            severity=Severity.INFO,
        )
    elif joint.type == "continuous" and limit.has_position_limits is not False:
        written = next((f for f in _POSITIONS if getattr(limit, f) is not None), None)
        if written is not None:
            yield ctx.report(
                limit,
                f"joint {limit.name!r} is continuous; its positions have no limits",
                field=written,
                hint="write has_position_limits: false, or make the joint revolute",
            )

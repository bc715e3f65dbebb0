"""Limits of joints in joint_limits.yaml: S811 to S818."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from bodyplan.core import listed, plural, quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import ros_yaml, urdf
from bodyplan.formats.ros_yaml import SettingsDocument
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import TURN, degrees_among, has_range, number
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import (
    TOLERANCE,
    is_unknown,
    joint_names,
    joint_of,
    unknown,
)
from bodyplan.model.joint import LINEAR, WITH_RANGE
from bodyplan.semantics.group import resolve_groups

_POSITIONS = ("min_position", "max_position")
_PAIRS = (
    _POSITIONS,
    ("min_velocity", "max_velocity"),
    ("min_acceleration", "max_acceleration"),
    ("soft_lower_limit", "soft_upper_limit"),
)
_FLAGS = {
    "has_position_limits": _POSITIONS,
    "has_velocity_limits": ("max_velocity",),
    "has_acceleration_limits": ("max_acceleration",),
    "has_deceleration_limits": ("max_deceleration",),
    "has_jerk_limits": ("max_jerk",),
    "has_effort_limits": ("max_effort",),
}
"""The flag of each limit, and the values that it enables."""
_SPEEDS = ("max_velocity", "max_acceleration", "max_jerk", "max_effort")


def _is_off(limit: ros_yaml.JointLimit, field: str) -> bool:
    """Return whether a flag explicitly disables a value."""
    return any(field in fields and getattr(limit, flag) is False for flag, fields in _FLAGS.items())


def _subject(field: str) -> str:
    return field.partition("_")[2]


@rule("S811", "yaml-limit-unknown-joint", severity="warning")
def yaml_limit_unknown_joint(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is set for a joint that does not exist in the robot.

    ## Why it matters
    MoveIt looks up the limits of each joint of the robot by name and ignores all others. The limit
    has no effect: the intended joint moves as fast as the URDF allows.

    ## Example
        joint_limits:
          elbw_joint: {has_velocity_limits: true, max_velocity: 1.0}

    ## Use instead
        joint_limits:
          elbow_joint: {has_velocity_limits: true, max_velocity: 1.0}
    """
    if is_unknown(ctx, limit.name):
        message = f"joint {limit.name!r} does not exist in the robot"
        yield unknown(ctx, limit, message, partial(joint_names, ctx), field="name")


@rule("S812", "yaml-limit-inverted", severity="error")
def yaml_limit_inverted(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A lower limit is greater than its upper limit.

    ## Why it matters
    No state satisfies both. Planning fails from every start state, because each violates the
    limits.

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
                f"joint {limit.name!r}: {low} {number(lower)} is greater than {high} {number(upper)}",
                field=low,
                hint="swap them",
            )


@rule("S813", "yaml-limit-missing-value", severity="warning")
def yaml_limit_missing_value(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is enabled, but its value is missing.

    ## Why it matters
    Programs then assume different limits: the limit of the URDF, zero, or none. Without an
    acceleration limit, MoveIt does not compute the timing of its trajectories, and reports that the
    limit must be greater than zero.

    ## Example
        has_acceleration_limits: true

    ## Use instead
        has_acceleration_limits: true
        max_acceleration: 3.5
    """
    if ctx.is_broken_off:
        return
    for flag, fields in _FLAGS.items():
        missing = [field for field in fields if not ctx.written(limit, field)]
        if getattr(limit, flag) is True and missing:
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {flag} is true, but {' and '.join(missing)} "
                f"{'is' if len(missing) == 1 else 'are'} missing",
                field=flag,
                hint=f"add {missing[0]}, or write {flag}: false",
            )


@rule("S819", "yaml-acceleration-unlimited", severity="warning")
def yaml_acceleration_unlimited(limits: ros_yaml.JointLimits, ctx: Context) -> Iterator[Diagnostic]:
    """Joints of a MoveIt group have no enabled acceleration limit.

    ## Why it matters
    URDF has no acceleration limits, so MoveIt has only those of `joint_limits.yaml`. Without one
    for each movable joint of a group, time parameterization fails ("No acceleration limit was
    defined for joint"), and MoveIt returns no trajectory.

    ## Example
        joint_limits:
          elbow_joint: {has_acceleration_limits: false, max_acceleration: 0.0}

    ## Use instead
        joint_limits:
          elbow_joint: {has_acceleration_limits: true, max_acceleration: 2.0}
    """
    document = ctx.document
    semantics = document.semantics if isinstance(document, SettingsDocument) else None
    if semantics is None or ctx.model is None or ctx.is_broken_off:
        return
    groups = resolve_groups(semantics, ctx.model).values()
    enabled = {one.name for one in limits.joints if one.has_acceleration_limits}
    names = dict.fromkeys(name for group in groups for name in group.joints)
    movable = [name for name in names if _is_active(joint_of(ctx, name))]
    missing = [name for name in movable if name not in enabled]
    if missing:
        of_all = f"{len(missing):,} of {plural(len(movable), 'joint')} of MoveIt groups"
        message = f"{of_all} have no enabled acceleration limit: {listed(map(quoted, missing), 5)}"
        if len(missing) == 1:
            message = message.replace(" have no ", " has no ")
        hint = "write has_acceleration_limits: true and max_acceleration for each of them"
        yield ctx.report(limits, message, hint=hint)


def _is_active(joint: urdf.Joint | None) -> bool:
    return joint is not None and joint.type != "fixed" and joint.mimic is None


@rule("S814", "yaml-position-exceeds-urdf", severity="warning")
def yaml_position_exceeds_urdf(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A position limit exceeds the limit in the URDF.

    ## Why it matters
    A parameter file should only narrow the limits of the robot. MoveIt uses the wider limit and
    plans beyond the hardware stops; the Pilz planner does not start, because the limit violates the
    URDF.

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
    for field, bound, side in zip(_POSITIONS, bounds, ("lower", "upper"), strict=True):
        value = getattr(limit, field)
        if value is None or _in_degrees(ctx, limit, field):
            continue
        if (bound - value if side == "lower" else value - bound) > TOLERANCE:
            yield ctx.report(
                limit,
                f"joint {limit.name!r}: {field} {number(value)} exceeds the {side} limit "
                f"{number(bound)} in the URDF",
                field=field,
            )


@rule("S815", "yaml-velocity-exceeds-urdf", severity="warning")
def yaml_velocity_exceeds_urdf(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A velocity or effort limit exceeds the limit in the URDF.

    ## Why it matters
    The value overrides the URDF. Trajectories become faster than the drive can follow, and the
    controller aborts them, or the drive stops.

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
                f"joint {limit.name!r}: {field} {number(value)} exceeds the limit {number(bound)} "
                "in the URDF",
                field=field,
            )


@rule("S816", "yaml-limit-not-positive", severity="error")
def yaml_limit_not_positive(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """An enabled velocity, acceleration, jerk or effort limit is not positive.

    ## Why it matters
    The joint cannot move. MoveIt does not compute the timing of a trajectory, and reports that the
    limit is invalid and must be greater than zero.

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
                f"joint {limit.name!r}: {field} must be positive, got {number(value)}",
                field=field,
                hint=f"to disable the limit, write has_{_subject(field)}_limits: false",
            )


@rule("S817", "yaml-degrees", severity="warning")
def yaml_degrees(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A position or velocity is probably in degrees.

    ## Why it matters
    Parameter files use radians, like the URDF. 90 rad is more than fourteen turns, so the limit has
    no effect. Positions of more than two turns are reported if they are not a multiple of 15
    degrees in radians; velocities are reported if, converted to radians, they equal the limit in
    the URDF.

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
                f"joint {limit.name!r}: {field} {number(value)} is probably in degrees",
                field=field,
                hint=f"write radians: {number(math.radians(value))}",
            )


def _in_degrees(ctx: Context, limit: ros_yaml.JointLimit, field: str) -> bool:
    """Return whether a value of a revolute joint is implausible in radians."""
    value: float | None = getattr(limit, field)
    joint = joint_of(ctx, limit.name)
    if value is None or (joint is not None and joint.type in LINEAR):
        return False
    if field in _POSITIONS:
        return bool(degrees_among((value,), 2.0 * TURN))
    if joint is None or joint.limit is None or joint.limit.velocity <= 0.0 or value < TURN:
        return False
    return abs(math.radians(value) / joint.limit.velocity - 1.0) < 0.05


@rule("S818", "yaml-limit-without-effect", severity="warning")
def yaml_limit_without_effect(limit: ros_yaml.JointLimit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit does not apply to this type of joint.

    ## Why it matters
    A continuous joint has no position limits; MoveIt reports that it cannot specify them, and
    ignores them. A fixed joint has no limits.

    ## Example
        wheel_joint:          # continuous in the URDF
          has_position_limits: true
          min_position: -3.14
          max_position: 3.14

    ## Use instead
    A revolute joint in the URDF if the limits are real; otherwise no position limits here.
    """
    joint = joint_of(ctx, limit.name)
    if joint is None:
        return
    if joint.type == "fixed":
        yield ctx.report(
            limit,
            f"limits are ignored on fixed joint {limit.name!r}",
            field="name",
            severity=Severity.INFO,
        )
    elif joint.type == "continuous" and limit.has_position_limits is not False:
        written = next((f for f in _POSITIONS if getattr(limit, f) is not None), None)
        if written is not None:
            yield ctx.report(
                limit,
                f"position limits are ignored on continuous joint {limit.name!r}",
                field=written,
                hint="write has_position_limits: false, or make the joint revolute",
            )

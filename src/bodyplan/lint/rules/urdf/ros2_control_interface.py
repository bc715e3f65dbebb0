"""The ros2_control block, its interfaces and numbers: U216 to U220."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.extensions import above, number, with_point
from bodyplan.lint.facts.names import nearest
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.urdf.ros2_control import (
    Component,
    Interface,
    commands,
    components,
    urdf_joint,
)
from bodyplan.model.joint import WITH_RANGE
from bodyplan.spec import change
from bodyplan.text import Edit

JOINT_INTERFACES = (
    "position",
    "velocity",
    "acceleration",
    "effort",
    "jerk",
    "torque",
    "force",
    "current",
    "temperature",
    "proportional",
    "integral",
    "derivative",
    "feedforward",
)
"""Names of interfaces that ros2_control defines for joints."""

BOUNDS = ("min", "max", "initial_value")


def _interfaces(block: urdf.Ros2Control) -> Iterator[tuple[str, Component, Interface]]:
    for what, part in components(block):
        for command in commands(part):
            yield what, part, command
        for state in part.state_interfaces:
            yield what, part, state


def _bounds(interface: Interface) -> dict[str, tuple[urdf.Param, float]]:
    """Return the limits and the initial value of an interface that are numbers, by name.

    If several params have the same name, the last one is used, as in ros2_control.
    """
    found: dict[str, tuple[urdf.Param, float]] = {}
    for param in interface.params:
        value = number(param.value) if param.name in BOUNDS else None
        if value is not None:
            found[param.name] = (param, value)
    return found


def _of_robot(ctx: Context, joint: Component, interface: Interface) -> tuple[float, float] | None:
    """Return the range that ``<limit>`` of a joint allows for an interface, such as "velocity"."""
    found = urdf_joint(ctx, joint.name) if isinstance(joint, urdf.ControlledJoint) else None
    if found is None or found.limit is None:
        return None
    limit = found.limit
    if interface.name == "position" and found.type in WITH_RANGE:
        return (limit.lower, limit.upper) if limit.lower < limit.upper else None
    if interface.name in {"velocity", "effort"}:
        bound = limit.velocity if interface.name == "velocity" else limit.effort
        return (-bound, bound) if bound > 0 else None
    return None


def _swapped(ctx: Context, one: urdf.Param, other: urdf.Param) -> list[Edit]:
    return [
        *change.set_fields(ctx.document, one, value=other.value.strip()),
        *change.set_fields(ctx.document, other, value=one.value.strip()),
    ]


@rule("U216", "control-param-not-a-number", severity="warning", fix="sometimes")
def control_param_not_a_number(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A limit or initial value of an interface is not a number.

    ## Why it matters
    ros2_control prints an error and ignores the limit, so the command is not limited.

    ## Example
        <param name="max">3,14</param>

    ## Use instead
        <param name="max">3.14</param>

    ## Fix safety
    Replacing a comma by a point is unsafe: it may separate thousands.
    """
    for what, part, interface in _interfaces(block):
        if interface.data_type not in {"double", "float", "float32", "float64"}:
            continue
        for param in interface.params:
            text = param.value.strip()
            if param.name in BOUNDS and text and number(text) is None:
                pointed = with_point(text)
                yield ctx.report(
                    param,
                    f"{what} {part.name!r}: {param.name} of {interface.name!r}: expected a number, got {text!r}",
                    field="value",
                    hint=f"did you mean {pointed!r}?" if pointed else None,
                    fix=ctx.fix_set(f"Write {pointed!r}", "unsafe", param, value=pointed)
                    if pointed
                    else None,
                )


@rule("U217", "control-bounds-inverted", severity="warning", fix="always")
def control_bounds_inverted(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """The lower limit of an interface is above its upper limit.

    ## Why it matters
    No command satisfies both. Depending on the version of ros2_control, the joint does not move, or
    jumps to one of the limits.

    ## Example
        <command_interface name="position">
          <param name="min">1.57</param>
          <param name="max">-1.57</param>

    ## Use instead
        <command_interface name="position">
          <param name="min">-1.57</param>
          <param name="max">1.57</param>

    ## Fix safety
    Swapping is unsafe: a minus sign may be missing instead.
    """
    for what, part, interface in _interfaces(block):
        bounds = _bounds(interface)
        if "min" not in bounds or "max" not in bounds:
            continue
        (low, minimum), (high, maximum) = bounds["min"], bounds["max"]
        if minimum > maximum:
            yield ctx.report(
                low,
                f"{what} {part.name!r}: min {minimum:g} of {interface.name!r} is above max {maximum:g}",
                field="value",
                hint="swap the limits, or restore a missing minus sign",
                fix=ctx.fix("Swap min and max", "unsafe", partial(_swapped, ctx, low, high)),
            )


@rule("U219", "control-bounds-wider", severity="info")
def control_bounds_wider(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """The limits of an interface are wider than the limits of its joint.

    ## Why it matters
    The narrower limit applies, so the wider one has no effect. Usually only one of the two was
    updated. A limit of velocity or effort applies in both directions.

    ## Example
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>
        ...
        <command_interface name="position"><param name="max">3.14</param></command_interface>

    ## Use instead
        <command_interface name="position"><param name="max">1.57</param></command_interface>
    """
    for joint in block.joints:
        for interface in joint.command_interfaces:
            bounds = _bounds(interface)
            of_robot = _of_robot(ctx, joint, interface)
            if of_robot is None:
                continue
            lower, upper = of_robot
            minimum = bounds["min"][1] if "min" in bounds else math.nan
            maximum = bounds["max"][1] if "max" in bounds else math.nan
            if minimum > maximum:
                continue
            wide = []
            if above(lower, minimum):
                wide.append(("min", minimum))
            if above(maximum, upper):
                wide.append(("max", maximum))
            if wide:
                shown = " and ".join(f"{name} {value:g}" for name, value in wide)
                yield ctx.report(
                    bounds[wide[0][0]][0],
                    f"joint {joint.name!r}: {shown} of {interface.name!r} exceed"
                    f"{'s' if len(wide) == 1 else ''} the joint limits {lower:g} to {upper:g}",
                    field="value",
                )


@rule("U220", "control-interface-unknown", severity="info", fix="always")
def control_interface_unknown(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """The name of an interface looks misspelt.

    ## Why it matters
    Controllers request `position`, `velocity` or `effort` in exactly this spelling, and cannot be
    activated if the name differs. Limits are enforced for these names only. Interfaces may have any
    name, so only similar names are reported.

    ## Example
        <command_interface name="Position"/>

    ## Use instead
        <command_interface name="position"/>

    ## Fix safety
    Writing the nearest name is unsafe: the driver may use the other spelling.
    """
    for joint in block.joints:
        interfaces: list[Interface] = [*joint.command_interfaces, *joint.state_interfaces]
        for interface in interfaces:
            name = interface.name
            if name in JOINT_INTERFACES or not name.strip().isalpha():
                continue
            similar = [
                n for n in nearest(name.strip(), JOINT_INTERFACES) if abs(len(n) - len(name)) <= 1
            ]
            if similar:
                yield ctx.report(
                    interface,
                    f"joint {joint.name!r}: unknown interface {name!r}",
                    field="name",
                    hint=f"did you mean {similar[0]!r}?",
                    fix=ctx.fix_set(f"Write {similar[0]!r}", "unsafe", interface, name=similar[0]),
                )

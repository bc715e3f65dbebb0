"""Dynamics, and elements that do not apply to a type of joint: J408 and J501."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import change
from bodyplan.text import Edit


@rule("J408", "dynamics-empty", severity="error", fix="always", when="dynamics")
def dynamics_empty(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A dynamics element has neither damping nor friction.

    ## Why it matters
    urdfdom rejects the whole file, whatever the type of the joint and whatever other attributes the
    element has.

    ## Example
        <dynamics/>

    ## Use instead
        <dynamics damping="0"/>

    ## Fix safety
    Writing damping 0 is safe: other parsers assume it anyway.
    """
    dynamics = joint.dynamics
    if dynamics is None or dynamics.damping or dynamics.friction:
        return
    if ctx.written(dynamics, "damping") or ctx.written(dynamics, "friction"):
        return
    yield ctx.report(
        dynamics,
        f"joint {joint.name!r}: missing damping or friction on <dynamics>; urdfdom rejects the file",
        hint="write one of them, or remove the element",
        fix=ctx.fix_set("Write damping 0", "safe", dynamics, damping=0.0),
    )


@rule("J501", "parts-unused", severity="hint", fix="always")
def parts_unused(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A fixed or floating joint has elements that do not apply to its type.

    One diagnostic for all joints of a type with the same elements.

    ## Why it matters
    Limits, calibration and safety controller are ignored on fixed and floating joints, dynamics on
    fixed joints. Either the type is wrong, or the joint was locked and keeps its elements for later,
    which is fine. A limit of zeros only, as exporters write it, is not reported.

    ## Example
        <joint name="camera_mount" type="fixed">
          ...
          <limit lower="-1" upper="1" effort="10" velocity="2"/>
          <dynamics damping="0.1"/>

    ## Use instead
        <joint name="camera_mount" type="fixed">
          ...

    ## Fix safety
    Removing the elements is unsafe: the joint may be locked temporarily.
    """
    groups: dict[tuple[str, ...], list[urdf.Joint]] = {}
    for joint in robot.joints:
        unused = tuple(_unused(joint)) if joint.type in {"fixed", "floating"} else ()
        if unused:
            groups.setdefault((joint.type, *unused), []).append(joint)
    for (kind, *fields), joints in groups.items():
        tags = [f"<{field}>" for field in fields]
        shown = tags[0] if len(tags) == 1 else f"{', '.join(tags[:-1])} and {tags[-1]}"
        names = listed((joint.name for joint in joints), 5)
        which = f"{kind} joint" if len(joints) == 1 else f"{len(joints)} {kind} joints:"
        yield ctx.report(
            getattr(joints[0], fields[0]),
            f"{shown} {'is' if len(tags) == 1 else 'are'} ignored on {which} {names}",
            hint="remove the elements that are ignored, or correct the type",
            fix=ctx.fix(f"Remove {shown}", "unsafe", partial(_removal, ctx, joints, fields)),
        )


def _removal(ctx: Context, joints: list[urdf.Joint], fields: list[str]) -> list[Edit]:
    return [
        edit
        for joint in joints
        for field in fields
        for edit in change.unset(ctx.document, joint, field)
    ]


def _unused(joint: urdf.Joint) -> Iterator[str]:
    """Yield the fields of a fixed or floating joint that are written but ignored."""
    is_floating = joint.type == "floating"
    limit = joint.limit
    if limit is not None:
        numbers = (limit.lower, limit.upper, limit.effort, limit.velocity)
        if any(0.0 < abs(value) < math.inf for value in numbers):
            yield "limit"
    if joint.calibration is not None:
        yield "calibration"
    dynamics = joint.dynamics
    if dynamics is not None and (dynamics.damping or dynamics.friction) and not is_floating:
        yield "dynamics"
    if joint.safety_controller is not None:
        yield "safety_controller"

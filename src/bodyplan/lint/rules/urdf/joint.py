"""Axes, origins, dynamics, and elements that do not apply: J112, J201 to J203, J408 and J501."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Safety, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import TURN, degrees_among, number, to_radians
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.model.joint import LINEAR, WITH_AXIS
from bodyplan.model.transform import unit
from bodyplan.spec import change
from bodyplan.spec.faults import reads
from bodyplan.text import Edit

_DEFAULT = (1.0, 0.0, 0.0)
_ROUNDING = 1e-3  # the length of 0.577 0.577 0.577 is 6e-4 less than 1
_EXACT = 1e-5  # the rounding error of axes with six digits


@rule("J201", "axis-zero", severity="warning")
def axis_zero(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a movable joint is the zero vector.

    ## Why it matters
    The joint has no direction of motion. urdfdom accepts the axis; programs that normalize it
    divide by zero and compute nan, or the joint does not move. The axis of a fixed joint is
    ignored, so zeros are fine there.

    ## Example
        <joint name="elbow" type="revolute">
          ...
          <axis xyz="0 0 0"/>

    ## Use instead
        <joint name="elbow" type="revolute">
          ...
          <axis xyz="0 0 1"/>
    """
    if any(joint.axis) or joint.type not in WITH_AXIS or _is_bare(joint, ctx):
        return
    yield ctx.report(
        joint,
        f"joint {joint.name!r} is {joint.type}, but its axis is 0 0 0",
        field="axis",
        hint="write the direction, or make the joint fixed",
    )


@rule("J202", "axis-not-unit", severity="warning", fix="always")
def axis_not_unit(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a movable joint is not normalized.

    ## Why it matters
    urdfdom does not normalize the axis. Most programs do; the others move a prismatic joint too far
    or not far enough, and rotate a revolute joint by a matrix that is not a rotation. A difference
    below 0.001 is a rounding error and only a hint; below 0.00001 it is not reported.

    ## Example
        <axis xyz="0 0 2"/>

    ## Use instead
        <axis xyz="0 0 1"/>

    ## Fix safety
    Normalizing is safe for a joint that rotates. It is unsafe for a prismatic joint, which then
    moves by another distance in programs that do not normalize the axis.
    """
    if joint.type not in WITH_AXIS or not any(joint.axis):
        return
    length = math.hypot(*joint.axis)
    error = abs(length - 1.0)
    if error <= _EXACT:
        return
    shown = " ".join(map(number, joint.axis))
    axis = unit(joint.axis)
    safety: Safety = "unsafe" if joint.type in LINEAR else "safe"
    yield ctx.report(
        joint,
        f"joint {joint.name!r}: axis {shown} has length {number(length)}, not 1",
        field="axis",
        severity=Severity.HINT if error <= _ROUNDING else None,
        hint=f"write {' '.join(map(number, axis))}",
        fix=ctx.fix_set("Scale the axis to length 1", safety, joint, axis=axis),
    )


@rule("J203", "axis-without-xyz", severity="warning", fix="always")
def axis_without_xyz(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The `<axis>` of a movable joint has no `xyz`.

    ## Why it matters
    A joint without `<axis>` has the axis 1 0 0. For an `<axis>` without `xyz`, urdfdom assumes 0 0
    0: the joint has no direction of motion.

    ## Example
        <axis/>

    ## Use instead
        <axis xyz="1 0 0"/>

    ## Fix safety
    If another attribute contains three numbers, the fix renames it to `xyz`; otherwise it writes 1
    0 0, the axis of a joint without `<axis>`. Both are unsafe: another axis may be meant.
    """
    if any(joint.axis) or joint.type not in WITH_AXIS or not _is_bare(joint, ctx):
        return
    misnamed = _misnamed(joint, ctx)
    yield ctx.report(
        joint,
        f"joint {joint.name!r}: missing attribute 'xyz' on <axis>; urdfdom assumes 0 0 0",
        field="axis",
        hint=f"rename {misnamed!r} to 'xyz'" if misnamed else "write the direction as xyz",
        fix=_rename(joint, misnamed, ctx)
        if misnamed
        else ctx.fix_set("Write xyz 1 0 0", "unsafe", joint, axis=_DEFAULT),
    )


def _misnamed(joint: urdf.Joint, ctx: Context) -> str:
    """Return the first attribute of ``<axis>`` that contains three numbers; empty if none does."""
    node = ctx.document.node(joint, "axis")
    for name, text in () if node is None else node.attrib.items():
        if len(text.split()) == 3 and reads(text):
            return name
    return ""


def _rename(joint: urdf.Joint, attribute: str, ctx: Context) -> FixMaker:
    def edits() -> Iterable[Edit]:
        node = ctx.document.node(joint, "axis")
        span = None if node is None else ctx.document.places.layout.attribute(node, attribute)
        return () if span is None else (Edit(span.name.start, span.name.end, "xyz"),)

    return ctx.fix(f"Rename {attribute!r} to 'xyz'", "unsafe", edits)


def _is_bare(joint: urdf.Joint, ctx: Context) -> bool:
    """Return whether the joint has an axis element without the attribute ``xyz``."""
    node = ctx.document.node(joint, "axis")
    return node is not None and "xyz" not in node.attrib


def _says(joint: urdf.Joint, ctx: Context) -> bool:
    """Return whether ``xyz`` in the file is valid, so that it is the axis of the joint."""
    node = ctx.document.node(joint, "axis")
    words = (node.get("xyz") or "").split() if node is not None else []
    try:
        return tuple(map(float, words)) == joint.axis
    except ValueError:
        return False


_MORE_THAN_A_TURN = TURN + 0.01  # more than one turn, even if the angle of one turn was rounded up


@rule("J112", "degrees-in-origin", severity="warning", fix="sometimes")
def degrees_in_origin(origin: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """The rpy of an origin looks like degrees.

    ## Why it matters
    Angles in URDF are in radians, and parsers cannot detect the mistake: `rpy="0 90 0"` is a valid
    rotation by 14 turns and 117 degrees. The part has the wrong orientation.

    Angles between one turn and 360 are reported if they are not a simple fraction of a turn in
    radians. The check covers the origins of joints, inertials, visuals, collisions, sensors and the
    robot.

    ## Example
        <origin xyz="0 0 0.1" rpy="0 90 0"/>

    ## Use instead
        <origin xyz="0 0 0.1" rpy="0 1.5707963267948966 0"/>

    ## Fix safety
    Converting is unsafe: an exporter may write angles of more than one turn. There is no fix if
    another angle of the origin may be in either unit.
    """
    if max(origin.rpy) <= _MORE_THAN_A_TURN and min(origin.rpy) >= -_MORE_THAN_A_TURN:
        return
    found = degrees_among(origin.rpy, _MORE_THAN_A_TURN)
    if not found:
        return
    shown = " ".join(map(number, origin.rpy))
    radians = to_radians(origin.rpy, _MORE_THAN_A_TURN)
    fix = hint = None
    if radians is not None:
        fix = ctx.fix_set("Convert degrees to radians", "unsafe", origin, rpy=radians)
        hint = f"write radians: {' '.join(map(number, radians))}"
    yield ctx.report(
        origin,
        f"{_where(origin, ctx)}: rpy {shown} looks like degrees; angles are in radians",
        field="rpy",
        hint=hint or "convert the angles that are in degrees to radians",
        fix=fix,
    )


def _where(origin: urdf.Pose, ctx: Context) -> str:
    """Return the element that an origin belongs to, for a message."""
    owner = ctx.owner(origin)
    name = getattr(owner, "name", "")
    if isinstance(owner, urdf.Joint | urdf.Sensor | urdf.Robot):
        return f"{type(owner).__name__.lower()} {name!r}"
    link = ctx.owner(owner) if owner is not None else None
    what = type(owner).__name__.lower() if owner is not None else "origin"
    return f"{what} of link {link.name!r}" if isinstance(link, urdf.Link) else what


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
    fixed joints. Either the type is wrong, or the joint was locked and keeps its elements for
    later, which is fine. A limit of zeros only, as exporters write it, is not reported.

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

"""Axes that are missing or ignored, for joints of any format: J204 and J502."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.model.joint import JOINT_TYPES, LINEAR
from bodyplan.model.parts import UNKNOWN_AXIS
from bodyplan.spec import change
from bodyplan.text import Edit

_TAGS = ("axis", "axis2")
_DEFAULT = (1.0, 0.0, 0.0)
"""The axis of a URDF joint without one."""


@rule("J204", "axis-missing", severity="info", in_sdf="warning", fix="sometimes")
def axis_missing(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has no axis, or only one of two.

    A warning in SDFormat.

    ## Why it matters
    In URDF the axis defaults to x. Most robots rotate about z or y, so the line may have been
    forgotten. SDFormat has no default: libsdformat accepts the joint without an axis; simulators
    then use a default of their own (x in one, z in another), reject the joint, or stop.

    ## Example
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    ## Use instead
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <axis xyz="1 0 0"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    ## Fix safety
    Writing the default of URDF is safe. SDFormat has no fix.
    """
    if joint.type == "planar":
        return  # any plane is possible, though few are meant
    is_sdf = ctx.document.format == "sdf"
    absent = UNKNOWN_AXIS if is_sdf else _DEFAULT
    axes = (joint.axis, joint.axis2)[: JOINT_TYPES[joint.type].written_axes]
    missing = [
        tag
        for tag, axis in zip(_TAGS, axes, strict=False)
        if axis == absent and not ctx.document.written(ctx.source(joint), tag)
    ]
    if not missing:
        return
    if is_sdf:
        tags = " and ".join(f"<{tag}>" for tag in missing)
        message = f"{joint.type} joint {quoted(joint.name)} has no {tags}"
        hint = f"add the direction: <{missing[0]}><xyz>0 0 1</xyz></{missing[0]}> for z"
        yield ctx.report(joint, message, hint=hint)
        return
    moves = "slides along" if joint.type in LINEAR else "rotates about"
    yield ctx.report(
        joint,
        f"joint {quoted(joint.name)} has no <axis>, so it {moves} x",
        hint="write the axis explicitly",
        fix=ctx.fix_set("Write the axis 1 0 0", "safe", joint, axis=_DEFAULT),
    )


@rule("J502", "axis-unused", severity="hint", in_sdf="info", fix="always")
def axis_unused(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Joints have an axis that does not apply to their type.

    One diagnostic names all joints of a type. Information in SDFormat.

    ## Why it matters
    The axis is ignored: a fixed joint does not move, a floating or ball joint rotates in every
    direction, and in SDFormat only revolute2, universal and gearbox joints have a second axis; its
    limits and damping are ignored too. The type may not be what the author thinks it is. An axis of
    0 0 0, which exporters write, is not reported.

    ## Example
        <joint name="camera_mount" type="fixed">
          ...
          <axis xyz="0 0 1"/>

    ## Use instead
        <joint name="camera_mount" type="fixed">
          ...

    ## Fix safety
    Removing the axes is unsafe: joints may be fixed only temporarily.
    """
    tags = _TAGS if ctx.document.format == "sdf" else _TAGS[:1]
    groups: dict[tuple[str, str], list[model.Joint]] = {}
    for joint in parts.joints:
        if id(joint) in parts.unread:
            continue
        ignored = zip(tags, (joint.axis, joint.axis2), strict=False)
        for tag, axis in [*ignored][JOINT_TYPES[joint.type].written_axes :]:
            is_there = any(axis) and axis != UNKNOWN_AXIS
            if is_there and ctx.document.written(ctx.source(joint), tag):
                groups.setdefault((tag, joint.type), []).append(joint)
    for (tag, kind), joints in groups.items():
        names = listed((joint.name for joint in joints), 5)
        yield ctx.report(
            ctx.source(joints[0]),
            f"<{tag}> is ignored on "
            + (
                f"{len(joints)} {kind} joints: {names}"
                if len(joints) > 1
                else f"{kind} joint {names}"
            ),
            field=tag,
            part="name",
            hint="remove it, or correct the type",
            fix=_without(ctx, joints, tag),
        )


def _without(ctx: Context, joints: list[model.Joint], tag: str) -> FixMaker:
    """Return the removal of an axis of these joints."""

    def remove() -> list[Edit]:
        elements = map(ctx.source, joints)
        return [edit for element in elements for edit in change.unset(ctx.document, element, tag)]

    return ctx.fix(f"Remove <{tag}>", "unsafe", remove)

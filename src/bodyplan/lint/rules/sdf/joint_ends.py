"""What joints connect, and whom their axes follow: D120 to D122, D138 and D141."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import frame_faults, frames, named, report_fault, version_of

if TYPE_CHECKING:
    from bodyplan.conversion.sdf_frame_faults import FrameFault


@rule(
    "D120",
    "sdf-joint-child-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(20),
)
def joint_child_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The child of a joint is not there, or is what no joint can move.

    ## Why it matters
    The reference reader refuses the file. The child is a link of the model, or one in a model in
    it as `arm::hand`; from version 1.8 on it can be any frame that is fixed to one. It is never
    the world, nor the joint itself.

    ## Example
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hnad</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>

    ## Fix safety
    Writing the nearest name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_CHILD_LINK_INVALID"):
        yield _end(ctx, fault, "child")
    yield from _models_as_ends(ctx, "child")


@rule(
    "D121",
    "sdf-joint-parent-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(21),
)
def joint_parent_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The parent of a joint is not there.

    ## Why it matters
    The reference reader refuses the file, but overlooks it in a model inside of another; the
    simulator then fails. The parent is a link of the model, or one in a model in it as
    `arm::hand`; from version 1.8 on it can be any frame that is fixed to one; `world` fixes the
    model to the world.

    ## Example
        <joint name="wrist" type="revolute"><parent>amr</parent><child>hand</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>

    ## Fix safety
    Writing the nearest name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_PARENT_LINK_INVALID"):
        yield _end(ctx, fault, "parent")
    yield from _models_as_ends(ctx, "parent")


def _models_as_ends(ctx: Context, end: str) -> Iterator[Diagnostic]:
    """Joints that name a model where readers of that time look for a link, joint or frame."""
    if version_of(ctx) > (1, 9):
        return
    for scope in frames(ctx).all_scopes():
        graph = scope.tree.graph
        for _, joint in scope.joints():
            name: str = getattr(joint, end)
            found = None if name == "world" else graph.find(scope.number, name)
            if found is None or not graph.is_scope(found) or ctx.document.node(joint) is None:
                continue
            if end == "child" and name.rpartition("::")[2] != "__model__":
                continue  # the child may be a model: its canonical link is meant
            message = (
                f"{named(joint)} has {end} {quoted(name)}, a model; readers of that time refuse it"
            )
            hint = f"name a link in it, as {name + '::link'!r}"
            if name.rpartition("::")[2] == "__model__":
                hint = "name the canonical link of the model"
            severity = Severity.WARNING if scope.is_nested else None  # there it is overlooked
            yield ctx.report(joint, message, field=end, severity=severity, hint=hint)


def _end(ctx: Context, fault: FrameFault, end: str) -> Diagnostic:
    joint = named(fault.holder)
    if fault.kind == "itself":
        message = f"{joint} has itself as its {end}"
        return report_fault(ctx, fault, message, hint="name a link or a frame")
    if fault.kind == "world":
        message = f"{joint} has the world as its child"
        hint = "the world is the parent: swap parent and child, and turn the axis round"
        return report_fault(ctx, fault, message, hint=hint)
    kind = "world" if fault.scope.is_world else "model"
    message = (
        f"{joint} has {end} {quoted(fault.name)}, which {kind} {quoted(fault.scope.path)} "
        "does not have"
    )
    hint = "names are looked for in the model itself and in the models in it, never outside"
    return report_fault(ctx, fault, message, hint=hint, is_name=True)


@rule("D122", "sdf-joint-ends-alike", severity="error", reference=reference(22))
def joint_ends_alike(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Parent and child of a joint are the same link.

    ## Why it matters
    Nothing can move relative to itself, so the reference reader refuses the file. Two different
    frames may be fixed to the same link, which is the same fault.

    ## Example
        <joint name="wrist" type="revolute"><parent>hand</parent><child>hand</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>
    """
    for fault in frame_faults(ctx, "JOINT_PARENT_SAME_AS_CHILD"):
        joint = fault.holder
        if fault.kind == "same name":
            message = f"{named(joint)} has {quoted(fault.name)} as parent and as child"
        else:
            parent = getattr(joint, "parent", "")
            message = (
                f"{named(joint)}: parent {quoted(parent)} and child {quoted(fault.name)} are fixed "
                "to the same link"
            )
        yield report_fault(ctx, fault, message)


@rule(
    "D138",
    "sdf-expressed-in-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(38),
)
def expressed_in_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The direction of an axis is told in a frame that is not there.

    ## Why it matters
    Nobody knows where the axis points. The reference reader says so from libsdformat 13 on; before,
    only who asks for the axis learns it.

    ## Example
        <axis><xyz expressed_in="__modle__">0 0 1</xyz></axis>

    ## Use instead
        <axis><xyz expressed_in="__model__">0 0 1</xyz></axis>

    ## Fix safety
    Writing the nearest name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_AXIS_EXPRESSED_IN_INVALID"):
        message = (
            f"{named(fault.holder)}: the axis is told in {quoted(fault.name)}, which is not there"
        )
        hint = "without expressed_in the frame of the joint counts"
        yield report_fault(ctx, fault, message, hint=hint, is_name=True)


@rule("D141", "sdf-mimic-leads-nowhere", severity="error", fix="sometimes", reference=reference(41))
def mimic_leads_nowhere(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An axis follows a joint or an axis that is not there, or itself.

    ## Why it matters
    The reference reader refuses the file from libsdformat 13 on; older ones do not know mimic.
    `joint` names a joint of the same model, `axis` says which axis of it: axis or axis2.

    ## Example
        <mimic joint="left_figner"><multiplier>-1</multiplier></mimic>

    ## Use instead
        <mimic joint="left_finger"><multiplier>-1</multiplier></mimic>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_AXIS_MIMIC_INVALID"):
        joint, mimic = named(fault.holder), fault.value
        leader = quoted(getattr(mimic, "joint", ""))
        if fault.kind == "itself":
            yield report_fault(ctx, fault, f"{joint}: an axis follows itself")
        elif fault.kind == "not an axis":
            message = f"{joint} follows {quoted(fault.name)} of {leader}; write axis or axis2"
            yield report_fault(ctx, fault, message)
        elif fault.kind == "no axis":
            message = f"{joint} follows {fault.name} of {leader}, which has none"
            yield report_fault(ctx, fault, message)
        else:
            message = f"{joint} follows joint {leader}, which is not there"
            yield report_fault(ctx, fault, message, is_name=True)

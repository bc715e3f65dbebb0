"""Parents and children of joints, frames of axes, and mimic joints: D120 to D122, D138, D141."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import frame_faults, frames, named, report_fault, version_of
from bodyplan.lint.rule import rule

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frame_faults import FrameFault


@rule(
    "D120",
    "sdf-joint-child-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(20),
)
def joint_child_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The child of a joint does not exist, or cannot be a child.

    ## Why it matters
    libsdformat rejects the file. The child is a link of the model or of a nested model
    (`arm::hand`); from version 1.8 on it can be any frame that is attached to such a link. It
    cannot be the world or the joint itself. In versions before 1.10, a model as the child is
    reported as information: libsdformat accepts it from version 12.4 on.

    ## Example
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hnad</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>

    ## Fix safety
    Writing the most similar name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_CHILD_LINK_INVALID"):
        yield _end(ctx, fault, "child")
    yield from _models_as_ends(ctx, "child")
    yield from _world_as_child(ctx)


@rule(
    "D121",
    "sdf-joint-parent-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(21),
)
def joint_parent_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The parent of a joint does not exist.

    ## Why it matters
    libsdformat rejects the file, but does not detect the error in a nested model, where the
    simulator then fails. The parent is a link of the model or of a nested model (`arm::hand`); from
    version 1.8 on it can be any frame that is attached to such a link; `world` fixes the model to
    the world. In versions before 1.10, a model as the parent is reported as information:
    libsdformat accepts it from version 12.4 on.

    ## Example
        <joint name="wrist" type="revolute"><parent>amr</parent><child>hand</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>

    ## Fix safety
    Writing the most similar name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_PARENT_LINK_INVALID"):
        yield _end(ctx, fault, "parent")
    yield from _models_as_ends(ctx, "parent")


def _models_as_ends(ctx: Context, end: str) -> Iterator[Diagnostic]:
    """Report joints with a model as parent or child, which old versions of libsdformat reject."""
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
                continue  # the child may be a model: its canonical link is used
            message = f"{named(joint)}: {end} {quoted(name)} is a model, which libsdformat 12.3 and older reject"
            hint = f"write a link of the model, as in {name + '::link'!r}"
            if name.rpartition("::")[2] == "__model__":
                hint = "write the canonical link of the model"
            yield ctx.report(joint, message, field=end, severity=Severity.INFO, hint=hint)


def _world_as_child(ctx: Context) -> Iterator[Diagnostic]:
    """Report joints of a world whose child frame is attached to the world."""
    for scope in frames(ctx).all_scopes():
        graph = scope.tree.graph
        for number, joint in scope.joints() if scope.is_world else ():
            body = graph.body(number)
            if body is not None and graph.kinds[body] == "world" and joint.child != "world":
                message = f"{named(joint)}: child {quoted(joint.child)} is attached to the world"
                hint = "attach the frame to a model, or swap parent and child"
                yield ctx.report(joint, message, field="child", hint=hint)


def _end(ctx: Context, fault: FrameFault, end: str) -> Diagnostic:
    joint = named(fault.holder)
    if fault.kind == "itself":
        message = f"{joint} is its own {end}"
        return report_fault(ctx, fault, message, hint="write a link or a frame")
    if fault.kind == "world":
        message = f"{joint}: the world cannot be the child"
        hint = "swap parent and child, and reverse the axis"
        return report_fault(ctx, fault, message, hint=hint)
    kind = "world" if fault.scope.is_world else "model"
    message = (
        f"{joint}: {end} {quoted(fault.name)} does not exist in {kind} {quoted(fault.scope.path)}"
    )
    hint = "use a name from this model or its nested models"
    return report_fault(ctx, fault, message, hint=hint, is_name=True)


@rule("D122", "sdf-joint-parent-is-child", severity="error", reference=reference(22))
def joint_parent_is_child(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Parent and child of a joint are the same link.

    ## Why it matters
    A link cannot move relative to itself, so libsdformat rejects the file. Two different frames
    that are attached to the same link are the same error.

    ## Example
        <joint name="wrist" type="revolute"><parent>hand</parent><child>hand</child></joint>

    ## Use instead
        <joint name="wrist" type="revolute"><parent>arm</parent><child>hand</child></joint>
    """
    for fault in frame_faults(ctx, "JOINT_PARENT_SAME_AS_CHILD"):
        joint = fault.holder
        if fault.kind == "same name":
            message = f"{named(joint)} has {quoted(fault.name)} as both parent and child"
        else:
            parent = getattr(joint, "parent", "")
            message = (
                f"{named(joint)}: parent {quoted(parent)} and child {quoted(fault.name)} are attached "
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
    """The axis of a joint is expressed in a frame that does not exist.

    ## Why it matters
    The direction of the axis is undefined. libsdformat rejects the file from version 13 on; older
    versions fail when a program requests the axis.

    ## Example
        <axis><xyz expressed_in="__modle__">0 0 1</xyz></axis>

    ## Use instead
        <axis><xyz expressed_in="__model__">0 0 1</xyz></axis>

    ## Fix safety
    Writing the most similar name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_AXIS_EXPRESSED_IN_INVALID"):
        message = f"{named(fault.holder)}: axis is expressed in frame {quoted(fault.name)}, which does not exist"
        hint = "remove expressed_in to use the joint frame"
        yield report_fault(ctx, fault, message, hint=hint, is_name=True)


@rule("D141", "sdf-mimic-invalid", severity="error", fix="sometimes", reference=reference(41))
def mimic_invalid(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An axis mimics a joint or axis that does not exist, or itself.

    ## Why it matters
    libsdformat rejects the file from version 13 on; older versions do not support `<mimic>`.
    `joint` is a joint of the same model, `axis` selects its axis: `axis` or `axis2`.

    ## Example
        <mimic joint="left_figner"><multiplier>-1</multiplier></mimic>

    ## Use instead
        <mimic joint="left_finger"><multiplier>-1</multiplier></mimic>

    ## Fix safety
    Writing the most similar name is unsafe: another joint may have been meant.
    """
    for fault in frame_faults(ctx, "JOINT_AXIS_MIMIC_INVALID"):
        joint, mimic = named(fault.holder), fault.value
        leader = quoted(getattr(mimic, "joint", ""))
        if fault.kind == "itself":
            yield report_fault(ctx, fault, f"{joint}: an axis mimics itself")
        elif fault.kind == "not an axis":
            message = (
                f"{joint} mimics {quoted(fault.name)} of {leader}, which must be axis or axis2"
            )
            yield report_fault(ctx, fault, message)
        elif fault.kind == "no axis":
            message = f"{joint} mimics <{fault.name}> of {leader}, which has none"
            yield report_fault(ctx, fault, message)
        else:
            message = f"{joint} mimics {leader}, which does not exist"
            yield report_fault(ctx, fault, message, is_name=True)

"""Frames, poses and canonical links with invalid references: D116, D117, D123 to D127, D131, D306."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.facts.sdf import frame_faults, named, report_fault
from bodyplan.lint.rule import rule

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frame_faults import FrameFault

_SCOPE = "use a name from this model or its nested models"


@rule(
    "D116",
    "sdf-unknown-canonical-link",
    severity="error",
    fix="sometimes",
    reference=reference(16),
)
def unknown_canonical_link(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The canonical link of a model does not exist.

    ## Why it matters
    The model frame is attached to the canonical link. If that link does not exist, libsdformat
    rejects the file, and every pose that is relative to the model frame is undefined. Without the
    attribute, the first link is the canonical link.

    ## Example
        <model name="crane" canonical_link="bse"><link name="base"/></model>

    ## Use instead
        <model name="crane" canonical_link="base"><link name="base"/></model>

    ## Fix safety
    Writing the most similar name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "MODEL_CANONICAL_LINK_INVALID"):
        what = f"{named(fault.holder)}: canonical link {quoted(fault.name)}"
        if fault.kind == "not a link":
            yield report_fault(ctx, fault, f"{what} is not a link")
        else:
            yield report_fault(ctx, fault, f"{what} does not exist", is_name=True)


@rule("D117", "sdf-model-without-link", severity="error", reference=reference(17))
def model_without_link(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A model has no link, not even in a nested model.

    ## Why it matters
    The model frame has no link to be attached to, so libsdformat rejects the file. Static models
    need no link.

    ## Example
        <model name="marker"><frame name="spot"/></model>

    ## Use instead
        <model name="marker"><static>true</static><frame name="spot"/></model>

    Or add a link.
    """
    for fault in frame_faults(ctx, "MODEL_WITHOUT_LINK"):
        message = f"{named(fault.holder)} has no link, not even in a nested model"
        yield report_fault(ctx, fault, message, hint="add a <link> or <static>true</static>")


@rule(
    "D123",
    "sdf-attached-to-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(23),
)
def attached_to_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A frame is attached to something that does not exist.

    ## Why it matters
    The frame is attached to nothing and has no pose, and the same is true of everything that is
    relative to it. libsdformat rejects the file. A frame in a model can be attached to a link,
    joint, model or frame of this model or of a nested model (`arm::hand`), but not to the world.

    ## Example
        <frame name="mount" attached_to="hnad"/>

    ## Use instead
        <frame name="mount" attached_to="hand"/>

    ## Fix safety
    Writing the most similar name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "FRAME_ATTACHED_TO_INVALID"):
        message = f"{named(fault.holder)} is attached to {quoted(fault.name)}, {_missing(fault)}"
        yield report_fault(ctx, fault, message, hint=_SCOPE, is_name=True)


@rule("D124", "sdf-attached-to-cycle", severity="error", reference=reference(24))
def attached_to_cycle(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Frames are attached to each other in a cycle.

    ## Why it matters
    Each frame is attached to the next, and none of them to a link. libsdformat rejects the file.

    ## Example
        <frame name="a" attached_to="b"/>
        <frame name="b" attached_to="a"/>

    ## Use instead
        <frame name="a" attached_to="base"/>
        <frame name="b" attached_to="a"/>
    """
    for fault in frame_faults(ctx, "FRAME_ATTACHED_TO_CYCLE"):
        yield report_fault(ctx, fault, _cycle(fault, "attached to"))


@rule(
    "D126",
    "sdf-relative-to-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(26),
)
def relative_to_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A pose is relative to a frame that does not exist.

    ## Why it matters
    The pose is undefined. For a link, joint, frame or model libsdformat rejects the file. For a
    shape, sensor or light in a link, libsdformat reports nothing and the simulator gets no pose, so
    this is a warning. In files of version 1.5 and 1.6 the attribute is called `frame`; current
    versions of libsdformat interpret it as `relative_to`.

    ## Example
        <link name="hand"><pose relative_to="wirst">0 0 0.1 0 0 0</pose></link>

    ## Use instead
        <link name="hand"><pose relative_to="wrist">0 0 0.1 0 0 0</pose></link>

    ## Fix safety
    Writing the most similar name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "POSE_RELATIVE_TO_INVALID"):
        if fault.field == "placement_frame":
            what = f"{named(fault.holder)}: placement frame {quoted(fault.name)} does not exist"
            yield report_fault(ctx, fault, what)
            continue
        what = f"pose of {_owner(ctx, fault)} is relative to {quoted(fault.name)}"
        yield report_fault(
            ctx,
            fault,
            f"{what}, {_missing(fault)}",
            severity=Severity.WARNING if fault.is_silent else None,
            hint=_SCOPE,
            is_name=True,
        )


@rule("D127", "sdf-relative-to-cycle", severity="error", reference=reference(27))
def relative_to_cycle(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Poses are relative to each other in a cycle.

    ## Why it matters
    Each pose is relative to the next, and none of them to the model. libsdformat rejects the file.
    A joint is relative to its child link by default, so a child link whose pose is relative to its
    joint closes a cycle, unless the joint has a `relative_to`.

    ## Example
        <link name="hand"><pose relative_to="wrist">0 0 0 0 0 0</pose></link>
        <joint name="wrist" type="fixed"><parent>arm</parent><child>hand</child></joint>

    ## Use instead
        <link name="hand"><pose relative_to="wrist">0 0 0 0 0 0</pose></link>
        <joint name="wrist" type="fixed">
          <pose relative_to="arm">0 0 0.3 0 0 0</pose><parent>arm</parent><child>hand</child>
        </joint>
    """
    for fault in frame_faults(ctx, "POSE_RELATIVE_TO_CYCLE"):
        yield report_fault(ctx, fault, _cycle(fault, "relative to"))


@rule("D131", "sdf-placement-frame-without-pose", severity="error", reference=reference(31))
def placement_frame_without_pose(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An `<include>` has a placement frame but no pose.

    ## Why it matters
    The pose of the include defines the pose of the placement frame. The pose in the included file
    does not apply to it, so libsdformat rejects the file.

    ## Example
        <include><uri>model://gripper</uri><placement_frame>mount</placement_frame></include>

    ## Use instead
        <include>
          <uri>model://gripper</uri><placement_frame>mount</placement_frame>
          <pose relative_to="wrist">0 0 0 0 0 0</pose>
        </include>
    """
    for fault in frame_faults(ctx, "MODEL_PLACEMENT_FRAME_INVALID"):
        message = f"<include> has placement frame {quoted(fault.name)} but no <pose>"
        yield report_fault(ctx, fault, message, hint="add a <pose>; it may be empty")


@rule("D306", "sdf-pose-out-of-range", severity="warning")
def pose_out_of_range(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The combined distance of poses overflows.

    ## Why it matters
    Each pose is a valid number, but their composition is infinite. libsdformat silently accepts the
    file and returns NaN for every dependent pose.

    ## Example
        <pose>1e308 0 0 0 0 0</pose>

    ## Use instead
        <pose>1 0 0 0 0 0</pose>
    """
    for fault in frame_faults(ctx, ""):
        if fault.kind == "not finite":
            message = f"pose of {_owner(ctx, fault)} is not finite"
            yield report_fault(ctx, fault, message)


def _owner(ctx: Context, fault: FrameFault) -> str:
    holder = fault.holder
    return ctx.describe(holder) if ctx.document.node(holder) is not None else named(holder)


def _missing(fault: FrameFault) -> str:
    kind = "world" if fault.scope.is_world else "model"
    return f"which does not exist in {kind} {quoted(fault.scope.path)}"


def _cycle(fault: FrameFault, how: str) -> str:
    if len(fault.members) == 1:
        return f"{named(fault.holder)} is {how} itself"
    names = listed(fault.names, 5)
    return f"{names} are {how} each other in a cycle"

"""Frames, poses and canonical links that lead nowhere: D116, D117, D123 to D127, D131, D306."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import frame_faults, named, report_fault

if TYPE_CHECKING:
    from bodyplan.conversion.sdf_frame_faults import FrameFault

_UPWARDS = "names are looked for in the model itself and in the models in it, never outside"


@rule(
    "D116",
    "sdf-unknown-canonical-link",
    severity="error",
    fix="sometimes",
    reference=reference(16),
)
def unknown_canonical_link(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The canonical link of a model is none of its links.

    ## Why it matters
    The frame of a model moves with its canonical link. Where there is no such link the reference
    reader refuses the file, and every pose that counts from the model frame has no meaning. Where
    the attribute is left out, the first link counts.

    ## Example
        <model name="crane" canonical_link="bse"><link name="base"/></model>

    ## Use instead
        <model name="crane" canonical_link="base"><link name="base"/></model>

    ## Fix safety
    Writing the nearest name is unsafe: another link may have been meant.
    """
    for fault in frame_faults(ctx, "MODEL_CANONICAL_LINK_INVALID"):
        what = f"{named(fault.holder)} has canonical link {quoted(fault.name)}"
        if fault.kind == "not a link":
            yield report_fault(ctx, fault, f"{what}, which is no link")
        else:
            yield report_fault(ctx, fault, f"{what}, which is not there", is_name=True)


@rule("D117", "sdf-model-without-link", severity="error", reference=reference(17))
def model_without_link(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A model has no link, neither of its own nor in a model in it.

    ## Why it matters
    There is nothing that its frame could move with, so the reference reader refuses the file.
    Static models may do without.

    ## Example
        <model name="marker"><frame name="spot"/></model>

    ## Use instead
        <model name="marker"><static>true</static><frame name="spot"/></model>

    Or give it a link.
    """
    for fault in frame_faults(ctx, "MODEL_WITHOUT_LINK"):
        message = f"{named(fault.holder)} has no link and no model in it that has one"
        yield report_fault(ctx, fault, message, hint="add a <link>, or say <static>true</static>")


@rule(
    "D123",
    "sdf-attached-to-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(23),
)
def attached_to_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A frame is attached to something that is not there.

    ## Why it matters
    The frame moves with nothing and has no pose, and neither has what counts from it. The
    reference reader refuses the file. A frame in a model can be attached to a link, joint, model
    or frame of this model, or of a model in it as `arm::hand`, but not to the world.

    ## Example
        <frame name="mount" attached_to="hnad"/>

    ## Use instead
        <frame name="mount" attached_to="hand"/>

    ## Fix safety
    Writing the nearest name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "FRAME_ATTACHED_TO_INVALID"):
        message = f"{named(fault.holder)} is attached to {quoted(fault.name)}, {_missing(fault)}"
        yield report_fault(ctx, fault, message, hint=_UPWARDS, is_name=True)


@rule("D124", "sdf-attached-to-circle", severity="error", reference=reference(24))
def attached_to_circle(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Frames are attached to each other in a circle.

    ## Why it matters
    Each of them moves with the next, and none with a link. The reference reader refuses the file.

    ## Example
        <frame name="a" attached_to="b"/>
        <frame name="b" attached_to="a"/>

    ## Use instead
        <frame name="a" attached_to="base"/>
        <frame name="b" attached_to="a"/>
    """
    for fault in frame_faults(ctx, "FRAME_ATTACHED_TO_CYCLE"):
        yield report_fault(ctx, fault, _circle(fault, "attached to"))


@rule(
    "D126",
    "sdf-relative-to-unknown",
    severity="error",
    fix="sometimes",
    reference=reference(26),
)
def relative_to_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A pose is relative to a frame that is not there.

    ## Why it matters
    Nobody knows where the thing is. For a link, joint, frame or model the reference reader refuses
    the file; for a shape, sensor or light in a link it says nothing, and the simulator that asks
    for the pose gets none, so that is a warning. In a file of version 1.5 or 1.6 the attribute is
    called `frame`; today's readers take it for relative_to.

    ## Example
        <link name="hand"><pose relative_to="wirst">0 0 0.1 0 0 0</pose></link>

    ## Use instead
        <link name="hand"><pose relative_to="wrist">0 0 0.1 0 0 0</pose></link>

    ## Fix safety
    Writing the nearest name is unsafe: another frame may have been meant.
    """
    for fault in frame_faults(ctx, "POSE_RELATIVE_TO_INVALID"):
        if fault.field == "placement_frame":
            what = f"{named(fault.holder)} is placed by its frame {quoted(fault.name)}"
            yield report_fault(ctx, fault, f"{what}, which it does not have")
            continue
        what = f"the pose of {_whose(ctx, fault)} is relative to {quoted(fault.name)}"
        yield report_fault(
            ctx,
            fault,
            f"{what}, {_missing(fault)}",
            severity=Severity.WARNING if fault.is_silent else None,
            hint=_UPWARDS,
            is_name=True,
        )


@rule("D127", "sdf-relative-to-circle", severity="error", reference=reference(27))
def relative_to_circle(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Poses are relative to each other in a circle.

    ## Why it matters
    Each counts from the next, and none from the model. The reference reader refuses the file. A
    joint counts from its child link where it says nothing else, so a child link whose pose is
    relative to its joint closes a circle, unless the joint has a relative_to of its own.

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
        yield report_fault(ctx, fault, _circle(fault, "placed relative to"))


@rule("D131", "sdf-placement-frame-without-pose", severity="error", reference=reference(31))
def placement_frame_without_pose(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include names a placement frame, but no pose to place it at.

    ## Why it matters
    The pose of the include says where the named frame of the model shall be. The pose in the
    model's own file is not meant for it, so the reference reader refuses the file.

    ## Example
        <include><uri>model://gripper</uri><placement_frame>mount</placement_frame></include>

    ## Use instead
        <include>
          <uri>model://gripper</uri><placement_frame>mount</placement_frame>
          <pose relative_to="wrist">0 0 0 0 0 0</pose>
        </include>
    """
    for fault in frame_faults(ctx, "MODEL_PLACEMENT_FRAME_INVALID"):
        message = f"the include has placement frame {quoted(fault.name)}, but no pose"
        yield report_fault(ctx, fault, message, hint="add a <pose>, even an empty one")


@rule("D306", "sdf-pose-out-of-range", severity="warning")
def pose_out_of_range(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Poses lie so far apart that their sum is no number any more.

    ## Why it matters
    Each pose by itself reads, but where they follow one another the position becomes infinite.
    The reference reader takes it without a word, and gives out nan for everything behind it.

    ## Example
        <pose>1e308 0 0 0 0 0</pose>

    ## Use instead
        <pose>1 0 0 0 0 0</pose>
    """
    for fault in frame_faults(ctx, ""):
        if fault.kind == "not finite":
            message = f"the pose of {_whose(ctx, fault)} is beyond all numbers"
            yield report_fault(ctx, fault, message)


def _whose(ctx: Context, fault: FrameFault) -> str:
    holder = fault.holder
    return ctx.describe(holder) if ctx.document.node(holder) is not None else named(holder)


def _missing(fault: FrameFault) -> str:
    kind = "world" if fault.scope.is_world else "model"
    return f"which {kind} {quoted(fault.scope.path)} does not have"


def _circle(fault: FrameFault, how: str) -> str:
    if len(fault.members) == 1:
        return f"{named(fault.holder)} is {how} itself"
    names = listed(fault.names)
    return f"{names} are {how} each other in a circle"

"""Old versions, poses and frames that mean something else, odd models: D132, D303 to D307."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import named, of_class, version_of
from bodyplan.spec import dotted


@rule("D132", "sdf-old-version", severity="info", reference=reference(32))
def old_version(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The file is written in a version that today's readers hardly keep.

    ## Why it matters
    Versions up to 1.4 tell axes in the model frame and know no named frames; readers bring them
    to their own version step by step. The step from 1.0 is missing in the library of the
    reference: it reads such a file as the newest version, in which its attributes are unknown.

    ## Example
        <sdf version="1.4">

    ## Use instead
    `bodyplan convert FILE --to sdf1.9` brings the whole file to a newer version.
    """
    version = ctx.document.version
    if version is None or version > (1, 4):
        return
    message = f"version {dotted(version)} is old; readers bring the file to their own first"
    if version == (1, 0):
        message = "version 1.0 is old; readers of today ignore most of its attributes"
    yield ctx.report(
        root,
        message,
        field="version",
        hint="`bodyplan convert FILE --to sdf1.9` brings it to a newer version",
    )


@rule("D303", "sdf-pose-frame-means-more", severity="warning")
def pose_frame_means_more(pose: sdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """A pose of version 1.6 or before has the attribute frame or relative_to.

    ## Why it matters
    `frame` was in the format, but no reader of that time looked at it; `relative_to` came with 1.7.
    Today's readers turn the one into the other and follow it, so the thing stands somewhere else
    than it used to, and a name that is not there refuses the file.

    ## Example
        <sdf version="1.6"> ... <pose frame="base">0 0 1 0 0 0</pose>

    ## Use instead
        <sdf version="1.9"> ... <pose relative_to="base">0 0 1 0 0 0</pose>

    Or take the attribute out, which is what it used to mean.
    """
    if pose.relative_to and version_of(ctx) <= (1, 6):
        attribute, what = "frame", "take it for relative_to"
        if not ctx.written(pose, "relative_to"):
            attribute, what = "relative_to", "follow it"
        message = (
            f"{ctx.describe(pose)}: {attribute} had no effect in this version; today's readers "
            f"{what}"
        )
        yield ctx.report(pose, message, field="relative_to")


@rule("D304", "sdf-frame-without-effect", severity="info")
def frame_without_effect(frame: sdf.Frame, ctx: Context) -> Iterator[Diagnostic]:
    """A frame stands in a part of a model where it means nothing any more.

    ## Why it matters
    Versions 1.5 and 1.6 allowed `<frame>` in links, joints, shapes, sensors and more. No reader
    ever used it; since 1.7 frames stand in models and worlds only.

    ## Example
        <link name="hand"><frame name="grip"><pose>0 0 0.1 0 0 0</pose></frame></link>

    ## Use instead
        <link name="hand"/>
        <frame name="grip" attached_to="hand"><pose>0 0 0.1 0 0 0</pose></frame>
    """
    owner = ctx.owner(frame)
    if owner is None or isinstance(owner, sdf.Model | sdf.World | sdf.ModelState):
        return
    message = f"{named(frame)} has no effect inside <{owner.TAG}>"
    yield ctx.report(frame, message, hint="put it into the model, with attached_to")


@rule("D305", "sdf-frame-unused", severity="hint", when="frames")
def frame_unused(model: sdf.Model, ctx: Context) -> Iterator[Diagnostic]:
    """Nothing in the file names a frame.

    ## Why it matters
    It may be there for a program or for another file; if not, it can go.

    ## Example
        <frame name="grip" attached_to="hand"/>

    ## Use instead
        <frame name="grip" attached_to="hand"/>
        <link name="finger"><pose relative_to="grip">0 0 0.1 0 0 0</pose></link>
    """
    if ctx.is_broken_off:
        return  # what names it may come later
    used = ctx.once(_used_names)
    for frame in model.frames:
        if frame.name and frame.name not in used:
            yield ctx.report(frame, f"nothing names {named(frame)}", field="name")


def _used_names(ctx: Context) -> frozenset[str]:
    """Every part of every name that something in the file says."""
    said: set[str] = set()
    for cls, fields in (
        (sdf.Pose, ("relative_to",)),
        (sdf.Frame, ("attached_to",)),
        (sdf.Joint, ("parent", "child", "gearbox_reference_body")),
        (sdf.Xyz, ("expressed_in",)),
        (sdf.Model, ("canonical_link", "placement_frame")),
        (sdf.Include, ("placement_frame",)),
        (sdf.Gripper, ("palm_link",)),
    ):
        for value in of_class(ctx, cls):
            said.update(getattr(value, field) for field in fields)
    for gripper in of_class(ctx, sdf.Gripper):
        said.update(gripper.gripper_links)
    return frozenset(part for name in said if name for part in name.split("::"))


@rule("D307", "sdf-static-with-joints", severity="info", when="joints")
def static_with_joints(model: sdf.Model, ctx: Context) -> Iterator[Diagnostic]:
    """A static model has joints that move.

    ## Why it matters
    Nothing in a static model moves, and several simulators leave its joints out, so that programs
    which look for them find none.

    ## Example
        <model name="door"><static>true</static> ... <joint name="hinge" type="revolute">

    ## Use instead
        <model name="door"> ... <joint name="mount" type="fixed"><parent>world</parent>
    """
    moving = [joint for joint in model.joints if joint.type.lower() != "fixed"]
    if model.static and moving:
        message = f"{named(model)} is static, but {named(moving[0])} is of type {moving[0].type}"
        hint = "fix the model to the world with a fixed joint instead"
        yield ctx.report(model, message, field="static", hint=hint)

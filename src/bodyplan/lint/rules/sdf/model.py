"""Old versions, poses with ``frame``, unused frames, empty files: D132, D303, D305, D313."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.formats.sdf.pose import LAST_WITH_FRAME
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import named, of_class, version_of
from bodyplan.lint.rule import rule
from bodyplan.spec import dotted


@rule("D132", "sdf-old-version", severity="info", reference=reference(32))
def old_version(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The version of the file is old.

    ## Why it matters
    Versions up to 1.4 express axes in the model frame and have no named frames; libsdformat
    converts them step by step to its own version. It has no conversion from 1.0: it reads such a
    file as the newest version, in which most of its attributes are unknown.

    ## Example
        <sdf version="1.4">

    ## Use instead
    `bodyplan convert FILE --to sdf1.9` converts the whole file to a newer version.
    """
    version = ctx.document.version
    if version is None or version > (1, 4):
        return
    message = f"version {dotted(version)} is old; libsdformat converts the file before it reads it"
    if version == (1, 0):
        message = "version 1.0 is old; libsdformat ignores most of its attributes"
    yield ctx.report(
        root,
        message,
        field="version",
        hint="run `bodyplan convert FILE --to sdf1.9`",
    )


@rule("D313", "sdf-without-content", severity="warning")
def without_content(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The file has no model, world, actor or light.

    ## Why it matters
    libsdformat accepts the file, and Gazebo shows nothing. Often the content was removed by a
    template or an exporter that failed.

    ## Example
        <sdf version="1.9"/>

    ## Use instead
        <sdf version="1.9"><model name="arm"> ... </model></sdf>
    """
    content = (root.worlds, root.models, root.includes, root.actors, root.lights)
    if not (any(content) or ctx.is_broken_off):
        yield ctx.report(
            root,
            "<sdf> has no model, world, actor or light",
            hint="add a <model> or <world>",
        )


@rule("D303", "sdf-old-pose-frame", severity="warning")
def old_pose_frame(pose: sdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """A pose in a file of version 1.6 or older has the attribute `frame`.

    ## Why it matters
    `frame` was in the format but had no effect at that time. Current versions of libsdformat
    convert it to `relative_to` and apply it, so the element moves to another pose, and a frame that
    does not exist is an error. `relative_to` in such a file is reported as a newer feature (D202).

    ## Example
        <sdf version="1.6"> ... <pose frame="base">0 0 1 0 0 0</pose>

    ## Use instead
        <sdf version="1.9"> ... <pose relative_to="base">0 0 1 0 0 0</pose>

    Or remove the attribute, which had no effect in that version.
    """
    if not pose.relative_to or version_of(ctx) > LAST_WITH_FRAME:
        return
    is_fixed = isinstance(ctx.owner(pose), sdf.Inertial | sdf.Waypoint)
    if ctx.written(pose, "relative_to") and not is_fixed:
        message = (
            f"{ctx.describe(pose)}: frame had no effect in this version; "
            "libsdformat now interprets it as relative_to"
        )
        yield ctx.report(pose, message, field="relative_to")


@rule("D305", "sdf-frame-unused", severity="hint", when="frames")
def frame_unused(model: sdf.Model, ctx: Context) -> Iterator[Diagnostic]:
    """A frame is not referenced in the file.

    ## Why it matters
    A program or another file may use the frame; otherwise you can remove it.

    ## Example
        <frame name="grip" attached_to="hand"/>

    ## Use instead
        <frame name="grip" attached_to="hand"/>
        <link name="finger"><pose relative_to="grip">0 0 0.1 0 0 0</pose></link>
    """
    if ctx.is_broken_off:
        return  # the part that was cut off may refer to it
    used = ctx.once(_used_names)
    for frame in model.frames:
        if frame.name and frame.name not in used:
            yield ctx.report(frame, f"unused {named(frame)}", field="name")


def _used_names(ctx: Context) -> frozenset[str]:
    """Return every part of every name that the file refers to."""
    used: set[str] = set()
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
            used.update(getattr(value, field) for field in fields)
    for gripper in of_class(ctx, sdf.Gripper):
        used.update(gripper.gripper_links)
    return frozenset(part for name in used if name for part in name.split("::"))

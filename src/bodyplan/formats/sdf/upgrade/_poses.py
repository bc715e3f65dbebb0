"""Conversion rules for poses: the form of the rotation, and the frame of reference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, text_of
from bodyplan.formats.sdf.upgrade.numbers import (
    is_true,
    numbers_of,
    rpy_of_quat_xyzw,
    text_of_numbers,
)

_UNRESOLVED = "{} not support the frame, and its pose could not be resolved"


def plain_angles(context: Context, pose: Node) -> None:
    """Convert degrees and quaternions to roll, pitch, yaw in radians, for versions before 1.9."""
    draft = context.draft
    if not pose.attrib.keys() & {"degrees", "rotation_format"}:
        return
    degrees = is_true(draft.drop_attribute(pose, "degrees"))
    form = draft.drop_attribute(pose, "rotation_format")
    if form is not None and form.strip() == "quat_xyzw":
        values = numbers_of(text_of(pose), 7)
        rpy = None if values is None else rpy_of_quat_xyzw(values[3:])
        if values is not None and rpy is not None:
            _write(draft, pose, (*values[:3], *rpy), "quaternion becomes roll, pitch, yaw")
        elif text_of(pose):
            reason = "it must be roll, pitch, yaw before 1.9, and is not a valid rotation"
            draft.lost(pose, "rotation of <pose>", reason, changes_meaning=True)
        return
    values = numbers_of(text_of(pose), 6)
    if degrees and values is not None:
        turned = (*values[:3], *map(math.radians, values[3:]))
        _write(draft, pose, turned, "degrees become radians")
    elif degrees and text_of(pose):
        reason = "it must be in radians before 1.9, and does not have six numbers"
        draft.lost(pose, "rotation of <pose>", reason, changes_meaning=True)


def frame_in_pose(context: Context, pose: Node) -> None:
    """Record that the frame of a pose, which older versions ignore, has an effect in 1.7."""
    frame = pose.get("relative_to")
    if frame and not context.draft.is_new(pose):
        reason = f"frame {frame!r} has an effect from 1.7 on"
        context.draft.lost(pose, "<pose>", reason, changes_meaning=True)


def own_frame_only(context: Context, pose: Node) -> None:
    """Express a pose in its default frame, for versions before 1.7."""
    draft = context.draft
    frame = draft.drop_attribute(pose, "relative_to")
    if frame:
        _restate(context, pose, f"relative to {frame!r}", "versions before 1.7 do")


def no_model_frame(context: Context, frame: Node) -> None:
    """Remove a frame called ``NAME::__model__``, for versions before 1.7, which reject it."""
    if frame.get("name", "").endswith("::__model__"):
        reason = "frames are ignored before 1.7, and this name is not allowed"
        context.draft.lost(frame, f"<frame> {frame.get('name')!r}", reason)
        context.draft.remove([frame])


def no_frame_of_inertia(context: Context, pose: Node) -> None:
    """Express the pose of an inertial in the frame of its link, for 1.8 and later."""
    frame = context.draft.drop_attribute(pose, "relative_to")
    if frame:
        _restate(context, pose, f"relative to {frame!r}", "version 1.8 and later do")


def placed_by_own_frame(context: Context, node: Node) -> None:
    """Replace ``placement_frame`` by the pose of the model frame, for versions before 1.8."""
    draft = context.draft
    element = child_of(node, "placement_frame")
    frame = draft.drop_attribute(node, "placement_frame")
    if element is not None:
        frame = text_of(element)
        draft.remove([element])
    if not frame:
        return
    pose = child_of(node, "pose")
    if pose is None:
        pose = draft.add(node, "pose", "0 0 0 0 0 0", 0)
    _restate(context, pose, f"of the frame {frame!r}", "versions before 1.8 do", node)


def link_names_only(context: Context, end: Node) -> None:
    """Replace frames by links as parent and child of a joint, for versions before 1.8."""
    draft, name, joint = context.draft, text_of(end), context.draft.parent(end)
    assert joint is not None
    body = None if context.frames is None else context.frames.body(draft.twin(end))
    if body is None:
        if _names_frame(draft, joint, name):
            reason = "it is a frame; before 1.8 only links are allowed"
            draft.lost(end, f"<{end.tag}>", reason, changes_meaning=True)
        return
    if body == name:
        return
    draft.set_text(end, body)
    draft.changed(end, f"frame {name!r} becomes link {body!r}, to which it is attached")
    if end.tag == "child":
        pose = child_of(joint, "pose")
        if pose is None:
            pose = draft.add(joint, "pose", "0 0 0 0 0 0", 0)
        draft.drop_attribute(pose, "relative_to")
        _restate(context, pose, f"in the frame {name!r}", "versions before 1.8 do", joint)


def _names_frame(draft: Draft, joint: Node, name: str) -> bool:
    around = draft.parent(joint)
    return around is not None and name in draft.frame_names(around)


def _restate(
    context: Context, pose: Node, how: str, versions: str, holder: Node | None = None
) -> None:
    """Express a pose in its default frame; record a loss if its frame is not resolved.

    Args:
        context: the conversion.
        pose: the pose.
        how: how the pose was defined, for the change or loss.
        versions: which versions require this, for the loss.
        holder: the element whose pose it is; by default the parent of ``pose``.
    """
    draft = context.draft
    around = holder if holder is not None else draft.parent(pose)
    values = None
    if context.frames is not None and around is not None:
        values = context.frames.pose(draft.twin(around))
    if values is None:
        place = pose if around is None or not draft.is_new(pose) else around
        draft.lost(place, f"<pose> {how}", _UNRESOLVED.format(versions), changes_meaning=True)
    else:
        _write(draft, pose, values, f"converted to the default frame; it was {how}")


def _write(draft: Draft, pose: Node, values: Sequence[float], what: str) -> None:
    draft.set_text(pose, text_of_numbers(values))
    draft.changed(pose, what)

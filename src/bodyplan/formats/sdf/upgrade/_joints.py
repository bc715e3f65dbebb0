"""Conversion rules for joints: types, the frame of an axis, the pitch of a screw."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, text_of
from bodyplan.formats.sdf.upgrade.numbers import is_true, numbers_of, text_of_numbers

_FLAG = "use_parent_model_frame"
_MODEL = "__model__"
_UNRESOLVED = "before {} it must be expressed in the frame of the {}, which could not be resolved"
_TURN = -2.0 * math.pi
"""``thread_pitch`` [rad/m] times ``screw_thread_pitch`` [m/rev], with the sign of libsdformat."""


def no_piston(context: Context, joint: Node) -> None:
    """Record the loss of a piston joint, which 1.5 and later versions do not support."""
    if joint.get("type") == "piston":
        reason = "1.4 is the last version that has it; it is not changed"
        context.draft.lost(joint, "type piston", reason, changes_meaning=True)


def no_fixed_joint(context: Context, joint: Node) -> None:
    """Replace a fixed joint by a revolute joint with a position range of zero, for 1.4."""
    draft = context.draft
    if joint.get("type") != "fixed":
        return
    draft.set_attribute(joint, "type", "revolute")
    for tag in ("axis", "axis2"):
        gone = child_of(joint, tag)
        if gone is not None:
            draft.remove([gone])
    axis = draft.add(joint, "axis")
    draft.add(axis, "xyz", "0 0 1")
    limit = draft.add(axis, "limit")
    draft.add(limit, "lower", "0")
    draft.add(limit, "upper", "0")
    draft.lost(
        joint, "type fixed", "before 1.5, a revolute joint with a range of zero represents it"
    )


def no_continuous_joint(context: Context, joint: Node) -> None:
    """Replace a continuous joint by a revolute joint without limits, for versions before 1.6."""
    draft = context.draft
    if joint.get("type") != "continuous":
        return
    draft.set_attribute(joint, "type", "revolute")
    axis = child_of(joint, "axis")
    limit = None if axis is None else child_of(axis, "limit")
    if limit is not None:
        draft.remove([child for child in limit if child.tag in {"lower", "upper"}])
    draft.changed(joint, "continuous becomes revolute without limits")


# The frame of an axis: up to 1.4 the frame of the model (unless nested), later the joint frame by
# default


def set_model_flag(context: Context, axis: Node) -> None:
    """Mark an axis as expressed in the model frame, for 1.5 and later."""
    if child_of(axis, _FLAG) is None and not _is_nested(context.draft, axis):
        context.draft.add(axis, _FLAG, "true")
        context.draft.changed(axis, f"<{_FLAG}> added: the axis is expressed in the model frame")


def model_axis_only(context: Context, axis: Node) -> None:
    """Express an axis in the model frame, or in the joint frame in a nested model, for 1.4."""
    draft, flag = context.draft, child_of(axis, _FLAG)
    in_model = flag is not None and is_true(text_of(flag))
    if flag is not None:
        draft.remove([flag])
    is_nested = _is_nested(draft, axis)
    if in_model == is_nested:
        xyz = child_of(axis, "xyz")
        if xyz is not None:
            draft.drop_attribute(xyz, "expressed_in")
        _turn(context, axis, "joint" if is_nested else "model", "1.5")


def _is_nested(draft: Draft, axis: Node) -> bool:
    """Return whether an axis is in a nested model, where 1.4 uses the joint frame by default."""
    around: Node | None = axis
    for _ in ("joint", "model", "model"):
        around = None if around is None else draft.parent(around)
    return around is not None and around.tag == "model"


def axis_to_frame_name(context: Context, axis: Node) -> None:
    """Replace ``use_parent_model_frame`` of an axis by ``expressed_in``, for 1.7 and later."""
    draft, flag = context.draft, child_of(axis, _FLAG)
    if flag is None:
        return
    if is_true(text_of(flag)):
        xyz = child_of(axis, "xyz")
        if xyz is None:
            xyz = draft.add(axis, "xyz", "0 0 1", 0)
        draft.set_attribute(xyz, "expressed_in", _MODEL)
        draft.changed(axis, f"<{_FLAG}> becomes expressed_in={_MODEL}")
    else:
        draft.changed(axis, f"<{_FLAG}> false removed: it is the default")
    draft.remove([flag])


def axis_to_model_flag(context: Context, axis: Node) -> None:
    """Express an axis in the frame of its joint or model, for versions before 1.7."""
    draft, xyz = context.draft, child_of(axis, "xyz")
    frame = None if xyz is None else draft.drop_attribute(xyz, "expressed_in")
    if frame == _MODEL:
        draft.add(axis, _FLAG, "true")
        draft.changed(axis, f"expressed_in={_MODEL} becomes <{_FLAG}>")
    elif frame:
        _turn(context, axis, "joint", "1.7")


def _turn(context: Context, axis: Node, frame: str, version: str) -> None:
    """Express an axis in another frame; record a loss if the frames are not resolved.

    Args:
        context: the conversion.
        axis: the axis.
        frame: "joint" or "model".
        version: the first version that supports other frames, for the loss.
    """
    draft, xyz = context.draft, child_of(axis, "xyz")
    values = None
    if context.frames is not None and not draft.is_new(axis):
        values = context.frames.axis(draft.twin(axis), "model" if frame == "model" else "joint")
    if values is None:
        reason = _UNRESOLVED.format(version, frame)
        draft.lost(axis, f"frame of <{axis.tag}>", reason, changes_meaning=True)
        return
    before = (0.0, 0.0, 1.0) if xyz is None else numbers_of(text_of(xyz), 3)
    if before is not None and _is_along(before, values):
        return
    if xyz is None:
        xyz = draft.add(axis, "xyz", "", 0)
    draft.set_text(xyz, text_of_numbers(values))
    draft.changed(axis, f"<xyz> converted to the frame of the {frame}")


def _is_along(one: tuple[float, ...], other: object) -> bool:
    """Return whether two vectors have the same direction."""
    vector = tuple(other) if isinstance(other, (tuple, list)) else ()
    if len(vector) != len(one):
        return False
    lengths = math.hypot(*one), math.hypot(*vector)
    if 0.0 in lengths:
        return False
    return all(
        abs(a / lengths[0] - b / lengths[1]) < 1e-12 for a, b in zip(one, vector, strict=True)
    )


# Screws


def screw_pitch(context: Context, joint: Node) -> None:
    """Write the pitch of a screw joint in metres per revolution, for 1.10 and later."""
    _restate_pitch(context.draft, joint, "thread_pitch", "screw_thread_pitch")


def thread_pitch(context: Context, joint: Node) -> None:
    """Write the pitch of a screw joint in radians per metre, for versions before 1.10."""
    _restate_pitch(context.draft, joint, "screw_thread_pitch", "thread_pitch")


def _restate_pitch(draft: Draft, joint: Node, source: str, target: str) -> None:
    given, wanted = child_of(joint, source), child_of(joint, target)
    if given is None:  # the default is the same in every version
        return
    if wanted is not None:
        old = given if source == "thread_pitch" else wanted
        draft.lost(old, "<thread_pitch>", "<screw_thread_pitch> overrides it")
        draft.remove([old])
        if old is given:
            return
    _swap(draft, given, target)


def _swap(draft: Draft, pitch: Node, tag: str) -> None:
    """Convert a pitch from m/rev to rad/m or back, by the same formula, and rename its tag."""
    value = numbers_of(text_of(pitch), 1)
    if value is None or value[0] == 0.0 or not math.isfinite(_TURN / value[0]):
        reason = f"a pitch of {text_of(pitch)!r} cannot be converted to <{tag}>"
        draft.lost(pitch, f"<{pitch.tag}>", reason, changes_meaning=True)
        draft.remove([pitch])
        return
    draft.changed(pitch, f"<{pitch.tag}> becomes <{tag}>")
    draft.rename(pitch, tag)
    draft.set_text(pitch, text_of_numbers([_TURN / value[0]]))

"""Conversion rules for states: 1.12 has separate elements for what older versions combine."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade.draft import child_of, text_of
from bodyplan.formats.sdf.upgrade.numbers import is_true, numbers_of, text_of_numbers

_PAIRS = {
    "velocity": ("linear_velocity", "angular_velocity"),
    "acceleration": ("linear_acceleration", "angular_acceleration"),
    "wrench": ("force", "torque"),
}
"""Elements with six numbers in older versions, and the two vectors that replace each in 1.12."""
_AXES = {"axis_state": "0", "axis2_state": "1"}


def values_together(context: Context, state: Node) -> None:
    """Join pairs of vectors, and convert positions to ``<angle>``, for versions before 1.12."""
    if state.tag == "link_state":
        for tag, parts in _PAIRS.items():
            _join(context, state, tag, parts)
    else:
        for tag, number in _AXES.items():
            _angle(context, state, tag, number)


def _join(context: Context, state: Node, tag: str, parts: tuple[str, str]) -> None:
    draft = context.draft
    found = [child_of(state, part) for part in parts]
    there = [part for part in found if part is not None]
    if not there:
        return
    values: list[float] = []
    for part in found:
        vector = _vector(part)
        if vector is None or child_of(state, tag) is not None:
            for one in there:
                draft.lost(one, f"<{one.tag}>", f"<{tag}> cannot represent it before 1.12")
            draft.remove(there)
            return
        values += vector
    draft.add(state, tag, text_of_numbers(values), list(state).index(there[0]))
    draft.remove(there)
    draft.changed(state, f"<{parts[0]}> and <{parts[1]}> become <{tag}>")


def _vector(part: Node | None) -> tuple[float, ...] | None:
    """Return a vector in SI units; zero if the element is missing, None if it is invalid."""
    if part is None or not text_of(part):
        return (0.0, 0.0, 0.0)
    values = numbers_of(text_of(part), 3)
    if values is not None and is_true(part.get("degrees")):
        return tuple(map(math.radians, values))
    return values


def _angle(context: Context, state: Node, tag: str, number: str) -> None:
    draft, axis = context.draft, child_of(state, tag)
    if axis is None:
        return
    for child in axis:
        if child.tag != "position":
            reason = "before 1.12 the state of a joint has only positions"
            draft.lost(child, f"<{child.tag}>", reason)
    position = child_of(axis, "position")
    if position is not None:
        value = numbers_of(text_of(position), 1)
        text = text_of(position)
        if value is not None and is_true(position.get("degrees")):
            text = text_of_numbers(map(math.radians, value))
        angle = draft.make("angle", text, {"axis": number})
        draft.put(state, angle, list(state).index(axis))
        draft.changed(axis, f"<{tag}> becomes <angle>")
    draft.remove([axis])

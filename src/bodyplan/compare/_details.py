"""The comparison of details: values in a file for which the robot model has no field."""

from __future__ import annotations

import re

from bodyplan.compare._collector import Collector, Entity
from bodyplan.compare._fields import Field
from bodyplan.compare.result import Aspect, Change, Difference, NotCompared
from bodyplan.core import replace
from bodyplan.formats.registry import FORMATS
from bodyplan.model.details import Detail, Details

_ASPECTS: tuple[tuple[str, Aspect], ...] = (
    ("SRDF", "semantics"),
    ("plugin", "plugins"),
    ("static", "kinematics"),
    ("pose", "kinematics"),
    ("safety_controller", "limits"),
    ("acceleration", "limits"),
    ("deceleration", "limits"),
    ("jerk", "limits"),
    ("hfield", "collision"),
    ("texture", "color"),
    ("material", "color"),
    ("ambient", "color"),
    ("sensor", "sensors"),
    ("camera", "sensors"),
    ("actuator", "transmissions"),
    ("transmission", "transmissions"),
    ("hardwareInterface", "transmissions"),
    ("surface", "collision"),
    ("self_collide", "collision"),
    ("selfCollide", "collision"),
)
"""Words in the entity or field of a detail, with its aspect; the first match determines the
aspect."""
_CALLED = re.compile(r"(\S+) '(.*?)'(?: of (.*))?", re.DOTALL)
_WORDS = re.compile(r"\w+")


def aspect_of(detail: Detail) -> Aspect:
    """Return the aspect of a detail."""
    words = {*_WORDS.findall(re.sub(r"'[^']*'", "", f"{detail.entity} {detail.field}"))}
    return next((aspect for word, aspect in _ASPECTS if word in words), "settings")


def compare_details(found: Collector) -> None:
    """Compare the details of two descriptions; list them as not compared if the formats differ."""
    ours, theirs = found.a.details, found.b.details
    if ours is None or theirs is None:
        return
    if ours.format != theirs.format:
        names = [FORMATS[one.format].title or one.format for one in (ours, theirs)]
        _list(found, "first", ours, f"compared only between two {names[0]} files")
        _list(found, "second", theirs, f"compared only between two {names[1]} files")
        return
    compare_values(found, ours, theirs)


def compare_values(found: Collector, ours: Details, theirs: Details) -> None:
    """Compare the details of two descriptions of the same format."""
    first, second = (
        {(one.entity, one.field): one for one in details.values} for details in (ours, theirs)
    )
    for key in dict.fromkeys((*first, *second)):
        one, other = first.get(key), second.get(key)
        detail = one or other
        assert detail is not None
        aspect = aspect_of(detail)
        x, y = None if one is None else one.value, None if other is None else other.value
        count = len(found.differences)
        entity = _entity(detail.entity)
        if one is None or other is None:
            found.values[aspect] += 1
            change: Change = "added" if one is None else "removed"
            found.add(aspect, entity, detail.field, change, x, y)
        else:
            found.value(entity, detail.field, x, y, Field(aspect, "", "absolute"))
        if len(found.differences) > count:
            last = found.differences[-1]
            found.differences[-1] = _located(last, ours, one, theirs, other)


def _entity(text: str) -> Entity:
    """Return kind, name and owner of an entity, such as "joint 'a' of transmission 'b'"."""
    found = _CALLED.fullmatch(text)
    return (text or "robot", "") if found is None else (found[1], found[2], found[3] or "")


def _located(
    difference: Difference, ours: Details, one: Detail | None, theirs: Details, other: Detail | None
) -> Difference:
    where = None if one is None else ours.where(one)
    there = None if other is None else theirs.where(other)
    return replace(difference, where=where, other_where=there)


def _list(found: Collector, which: str, details: Details, reason: str) -> None:
    for one in details.values:
        found.not_compared.append(
            NotCompared(
                aspect_of(one),
                "first" if which == "first" else "second",
                one.entity,
                one.field,
                reason,
                details.where(one),
            )
        )

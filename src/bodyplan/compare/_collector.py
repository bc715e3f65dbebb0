"""Collects the differences of two robots, and counts the compared values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from bodyplan.compare._fields import Field, field_of, unit_of
from bodyplan.compare._kinematics import pose_differences
from bodyplan.compare._match import T, paired
from bodyplan.compare._numbers import amount_of, vectors
from bodyplan.compare.result import (
    Aspect,
    Change,
    Difference,
    NotCompared,
    Value,
)
from bodyplan.core import Record, field_names
from bodyplan.diag import Where
from bodyplan.model import Robot, Transform

Entity = tuple[str, str] | tuple[str, str, str]
"""The kind and name of an entity, and its owner unless that is the robot."""


class Collector:
    """Collects the differences of two robots.

    Args:
        a: the first robot.
        b: the second robot.
        tolerance: the largest difference that counts as equal.
    """

    def __init__(self, a: Robot, b: Robot, tolerance: float) -> None:
        self.a, self.b = a, b
        self.tolerance = tolerance
        formats = [None if robot.details is None else robot.details.format for robot in (a, b)]
        self.is_one_format = formats[0] == formats[1]
        """Whether both descriptions have the same format, so that a missing value is a
        difference."""
        self.differences: list[Difference] = []
        self.unknown: list[NotCompared] = []
        self.not_compared: list[NotCompared] = []
        self.notes: list[str] = []
        self.values: Counter[str] = Counter()

    def add(
        self,
        aspect: Aspect,
        entity: Entity,
        field: str,
        change: Change,
        first: Any = None,
        second: Any = None,
        *,
        unit: str = "",
        amount: float | None = None,
        at: tuple[Record | None, Record | None] = (None, None),
    ) -> None:
        """Add a difference.

        Args:
            aspect: the aspect of the difference.
            entity: the kind, name and owner of the entity.
            field: the field of the entity; empty for the entity itself.
            change: the change from the first to the second robot.
            first: the value in the first robot.
            second: the value in the second robot.
            unit: the unit of the values.
            amount: the size of the difference.
            at: the parts of the two robots whose locations are reported.
        """
        kind, name, *owner = entity
        self.differences.append(
            Difference(
                aspect, kind, name, "".join(owner), field, change, shown(first), shown(second), unit,
                amount,
                self.place(0, at[0]), self.place(1, at[1]),
            )
        )  # fmt: skip

    def place(self, which: int, value: Record | None) -> Where | None:
        """Return the location of a part of the first (0) or second (1) robot."""
        robot = (self.a, self.b)[which]
        return None if value is None else robot.where(value)

    def only(
        self, aspect: Aspect, kind: str, ours: Iterable[Any], theirs: Iterable[Any], of: str = ""
    ) -> None:
        """Add a difference for each entity that only one robot has.

        Args:
            aspect: the aspect of the differences.
            kind: the kind of these entities.
            ours: entities that only the first robot has.
            theirs: entities that only the second robot has.
            of: the owner of the entities.
        """
        for one in ours:
            self.add(aspect, (kind, one.name, of), "", "removed", _called(one), at=(one, None))
        for one in theirs:
            self.add(aspect, (kind, one.name, of), "", "added", None, _called(one), at=(None, one))

    def entities(
        self,
        aspect: Aspect,
        kind: str,
        ours: Sequence[T],
        theirs: Sequence[T],
        *same: Callable[[T, T], bool],
        elsewhere: tuple[Collection[str], Collection[str]] = ((), ()),
    ) -> Iterator[tuple[T, T]]:
        """Yield pairs of matching entities; add differences for their names and unmatched entities.

        Args:
            aspect: the aspect of the differences.
            kind: the kind of these entities.
            ours: entities of the first robot.
            theirs: entities of the second robot.
            same: criteria that match entities with different names, the strictest first.
            elsewhere: for each robot, names of unmatched entities that are not differences, because
                the other robot has them as another kind, such as a link that is a frame there.
        """
        pairs = paired(ours, theirs, *same)
        left, other_left = (
            [one for one in alone if getattr(one, "name", "") not in names]
            for alone, names in zip((pairs.ours, pairs.theirs), elsewhere, strict=True)
        )
        self.only(aspect, kind, left, other_left)
        for one, other in pairs.both:
            self.label(kind, one, other)
            yield one, other

    def label(self, kind: str, first: Any, second: Any) -> None:
        """Compare the names of two matching entities."""
        self.values["names"] += 1
        if first.name != second.name:
            names = first.name, second.name
            self.add("names", (kind, first.name), "name", "renamed", *names, at=(first, second))

    def record(
        self,
        entity: Entity,
        first: Record,
        second: Record,
        *,
        skip: Iterable[str] = (),
        prefix: str = "",
        joint_type: str = "",
        otherwise: Aspect = "settings",
        at: tuple[Record | None, Record | None] | None = None,
    ) -> None:
        """Compare two records of the same class field by field.

        Args:
            entity: the kind, name and owner of the entity.
            first: the record of the first robot.
            second: the record of the second robot.
            skip: fields that are compared elsewhere.
            prefix: the prefix of the names of the fields in differences.
            joint_type: the type of the joint, which determines units.
            otherwise: the aspect of fields that are not in ``FIELDS``.
            at: the parts of the robots whose locations are reported; by default the records.
        """
        at = at or (first, second)
        cls = type(first).__name__
        for name in field_names(type(first)):
            if name in skip:
                continue
            rule = field_of(cls, name, otherwise)
            x, y = getattr(first, name), getattr(second, name)
            self.value(entity, prefix + name, x, y, rule, joint_type=joint_type, at=at)

    def value(
        self,
        entity: Entity,
        field: str,
        x: Any,
        y: Any,
        rule: Field,
        *,
        joint_type: str = "",
        at: tuple[Record | None, Record | None] = (None, None),
    ) -> None:
        """Compare two values of a field."""
        if rule.aspect == "names" and not self.is_one_format and not (x and y):
            return  # one format may allow such entities without names
        self.values[rule.aspect] += 1
        if isinstance(x, Record) and type(x) is type(y) and not isinstance(x, Transform):
            if x is not y:
                self.record(
                    entity, x, y, prefix=f"{field}.", joint_type=joint_type,
                    otherwise=rule.aspect, at=at,
                )  # fmt: skip
            return
        unit = unit_of(rule, joint_type)
        if isinstance(x, Transform) and isinstance(y, Transform):
            for found in pose_differences(field, x, y, self.tolerance):
                self.add(
                    rule.aspect, entity, found.field, "changed", found.first, found.second,
                    unit=found.unit, amount=found.amount, at=at,
                )  # fmt: skip
            return
        if x is None or y is None:
            if x is not y:
                change: Change = "added" if x is None else "removed"
                self.add(rule.aspect, entity, field, change, x, y, unit=unit, at=at)
            return
        amount: float | None = None
        if _is_number(x) and _is_number(y):
            amount = amount_of(x, y, rule.number)
        elif _are_numbers(x) and _are_numbers(y) and len(x) == len(y):
            amount = vectors(x, y, rule.number)
        if (amount is None and x != y) or (amount is not None and not amount <= self.tolerance):
            if amount is not None and not math.isfinite(amount):
                amount = None
            self.add(rule.aspect, entity, field, "changed", x, y, unit=unit, amount=amount, at=at)


def _called(value: Any) -> str:
    """Return the displayed value of an entity that only one robot has."""
    kind = getattr(value, "type", "")
    return kind if isinstance(kind, str) and kind else value.name or "present"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are_numbers(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_number, value)) and bool(value)


def shown(value: Any) -> Value:
    """Return a value as a report shows it."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return None if math.isinf(value) else float(value)
    if _are_numbers(value):
        return tuple(map(float, value))
    if isinstance(value, tuple | list | frozenset | set):
        words = sorted(map(str, value)) if isinstance(value, frozenset | set) else map(str, value)
        return ", ".join(words)
    if isinstance(value, Record):
        return type(value).__name__.lower()
    return str(value)

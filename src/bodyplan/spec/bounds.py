"""Bounds of declared numbers: how they are compared, and messages about numbers outside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Severity
from bodyplan.spec.faults import Replacement
from bodyplan.spec.number import format_float

if TYPE_CHECKING:
    from bodyplan.spec.marks import Mark, Version

_ROUNDING = 1e-3
"""How far a number may be outside 0 to 1 because of rounding."""
_BYTE = 255.0
_TURN = 360.0  # degrees
_ANGLE = "rad"


def has_bounds(mark: Mark) -> bool:
    """Return whether the declaration excludes any number."""
    return any(bound is not None for bound in (mark.ge, mark.gt, mark.le, mark.lt))


def outside_code(mark: Mark, value: str, size: int) -> str:
    """Return a Python expression that is true outside of the bounds; it is false for nan.

    Args:
        mark: the declaration.
        value: the name of the variable.
        size: how many numbers it holds, where it holds several.
    """
    parts = [f"{value}[{index}]" for index in range(size)] if size else [value]
    tests = (("<", mark.ge), ("<=", mark.gt), (">", mark.le), (">=", mark.lt))
    return " or ".join(
        f"{part} {sign} {bound!r}"
        for sign, bound in tests
        if bound is not None and math.isfinite(bound)
        for part in parts
    )


def bounds_schema(mark: Mark) -> dict[str, float]:
    """Return the bounds as keywords of JSON Schema."""
    words = (
        ("minimum", mark.ge),
        ("exclusiveMinimum", mark.gt),
        ("maximum", mark.le),
        ("exclusiveMaximum", mark.lt),
    )
    return {word: bound for word, bound in words if bound is not None and math.isfinite(bound)}


def is_inside(mark: Mark, number: float) -> bool:
    """Return whether a number is within the bounds; nan is."""
    return not (
        (mark.ge is not None and number < mark.ge)
        or (mark.gt is not None and number <= mark.gt)
        or (mark.le is not None and number > mark.le)
        or (mark.lt is not None and number >= mark.lt)
    )


def numbers_of(value: float | Sequence[float]) -> tuple[float, ...]:
    """Return all numbers of a value."""
    return tuple(value) if isinstance(value, Sequence) else (value,)


def is_allowed(mark: Mark, value: float | Sequence[float]) -> bool:
    """Return whether all numbers of a value are within the bounds."""
    return all(is_inside(mark, number) for number in numbers_of(value))


def severity_outside(
    mark: Mark, value: float | Sequence[float], version: Version, otherwise: Severity
) -> Severity:
    """Return the severity of a value outside the bounds in a version of the format.

    Args:
        mark: the declaration.
        value: the value.
        version: the version.
        otherwise: the severity if the declaration has none.
    """
    if mark.rejected_since is not None and version >= mark.rejected_since:
        return Severity.ERROR
    if mark.at_bound is not None:
        outside = [number for number in numbers_of(value) if not is_inside(mark, number)]
        if all(number in (mark.gt, mark.lt) for number in outside):
            return Severity(mark.at_bound)
    return otherwise if mark.severity is None else Severity(mark.severity)


def requirement(mark: Mark) -> str:
    """Return what a number must be, as the end of a sentence."""
    if mark.ge is not None and mark.le is not None:
        return f"must be between {mark.ge:g} and {mark.le:g}"
    words: list[str] = []
    if mark.ge == 0 and mark.lt is None:
        return "must not be negative"
    if mark.gt == 0:
        words.append("positive")
    elif mark.gt is not None:
        words.append(f"above {mark.gt:g}")
    elif mark.ge is not None:
        words.append(f"at least {mark.ge:g}")
    if mark.le is not None:
        words.append(f"at most {mark.le:g}")
    elif mark.lt is not None:
        words.append(f"below {mark.lt:g}")
    return f"must be {' and '.join(words)}"


def repair(mark: Mark, value: float | Sequence[float], text: str) -> Replacement | None:
    """Return what was probably meant by a value outside of the bounds, or None.

    Args:
        mark: the declaration.
        value: the value.
        text: as it is written.
    """
    numbers, words = numbers_of(value), text.split()
    positive = [word.removeprefix("-") for word in words]
    is_from_zero = (mark.ge if mark.ge is not None else mark.gt or 0.0) == 0.0
    if is_from_zero and min(numbers) < 0.0 and is_allowed(mark, [*map(abs, numbers)]):
        return Replacement(" ".join(positive), "Remove the minus sign", "unsafe")
    if mark.unit == _ANGLE and max(numbers) < _TURN:
        radians = [round(math.radians(number), 6) for number in numbers]
        if is_allowed(mark, radians):
            return Replacement(_text(radians), "Convert degrees to radians", "unsafe")
    if mark.ge != 0.0 or mark.le != 1.0:
        return None
    if (
        len(numbers) > 1
        and min(numbers) >= 0.0
        and max(numbers[:3]) >= 2.0
        and max(numbers) <= _BYTE
    ):
        parts = [round(number / _BYTE, 6) for number in numbers[:3]]
        parts += [round(a / _BYTE, 6) if a > 1.0 else a for a in numbers[3:]]
        return Replacement(_text(parts), "Divide by 255", "unsafe")
    nearest = [min(1.0, max(0.0, number)) for number in numbers]
    is_rounding = all(-_ROUNDING <= number <= 1.0 + _ROUNDING for number in numbers)
    return Replacement(_text(nearest), "Clamp to 0...1", "safe" if is_rounding else "unsafe")


def advice(mark: Mark, value: float | Sequence[float], meant: Replacement | None) -> str:
    """Return a hint: what was probably meant, or what the value means."""
    if meant is not None and meant.title != "Remove the minus sign":
        if "degrees" in meant.title:
            return f"write radians: {meant.text}"
        if "255" in meant.title:
            return f"colours range from 0 to 1, not to 255: {quoted(meant.text)}"
        number = numbers_of(value)[0]
        if len(numbers_of(value)) == 1 and 1.0 < number <= 100.0:
            return f"if this is a percentage, write {number / 100.0:g}"
    unit = f" [{mark.unit}]" if mark.unit else ""
    return f"{mark.meaning}{unit}"


def _text(numbers: Sequence[float]) -> str:
    return " ".join(map(format_float, numbers))

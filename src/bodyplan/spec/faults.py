"""Messages and suggested replacements for invalid values, and for numbers outside their bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Budget, Kind, Severity
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec.codec import (
    InvalidKeywordError,
    NotANumberError,
    TooLongError,
    WrongCountError,
    format_float,
    parse_float,
)
from bodyplan.spec.element import Field
from bodyplan.spec.marks import Version

if TYPE_CHECKING:
    from bodyplan.spec.marks import Mark, Version


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_MOST_LISTED, _LISTED = 10, 5
"""A message lists all allowed keywords if there are at most ten, otherwise the first five."""
_MOST_SECONDS = 2.0**31
_LONGEST_WORD = 100  # maximum number of characters of a keyword, including the blanks around it


class Replacement(NamedTuple):
    """A valid text with which a fix replaces an invalid value."""

    text: str
    title: str
    safety: Literal["safe", "unsafe"]


class FaultText(NamedTuple):
    """The parts of a diagnostic about a value."""

    kind: Kind
    message: str
    hint: str | None = None
    replacement: Replacement | None = None


def describe(
    field: Field, name: str, text: str, error: ValueError, version: Version, *, budget: Budget
) -> FaultText:
    """Describe a value that its codec rejected.

    Args:
        field: the field of the value.
        name: the name of the value in the message, such as "<mass> value".
        text: the value as written.
        error: the error of the codec.
        version: the version of the format.
        budget: the remaining work that is allowed for the search for similar keywords.
    """
    if has_macro(text):
        message = f"unexpanded xacro expression {quoted(text)} in {name}"
        return FaultText(kinds.UNEXPANDED_XACRO, message)
    if isinstance(error, TooLongError):
        return _too_long(field, name, text, error.longest)
    if isinstance(error, WrongCountError):
        return _wrong_count(field, name, text, error.found)
    if isinstance(error, InvalidKeywordError):
        return _bad_word(field, name, text, budget)
    return _bad_number(field, name, text, error, version)


def has_macro(text: str) -> bool:
    """Return whether a text contains a xacro expression."""
    return "${" in text or "$(" in text


def _wrong_count(field: Field, name: str, text: str, found: int) -> FaultText:
    size = field.codec.size if field.codec else 0
    message = f"{name}: expected {size} numbers, got {found}: {quoted(text)}"
    if not found:
        message = f"{name}: expected {size} numbers, got an empty value"
    elif not reads(text):
        message = f"{name}: expected {size} numbers, got {quoted(text)}"
    parted = _parted(text, size)
    if parted is not None:
        hint = "separate numbers with spaces, not commas"
        return FaultText(kinds.WRONG_COUNT, message, hint, parted)
    unit = f" [{field.mark.unit}]" if field.mark.unit else ""
    pattern = dict(field.mark.shorter).get(found) if reads(text) else None
    meant = None
    if pattern is not None:
        whole = pattern.format(*text.split())
        meant = Replacement(whole, f"Write {whole!r}", "unsafe")
    hint = f"write {size} numbers: {field.mark.meaning}{unit}"
    return FaultText(kinds.WRONG_COUNT, message, hint, meant)


def _too_long(field: Field, name: str, text: str, longest: int) -> FaultText:
    size = field.codec.size if field.codec else 0
    what = f"{size} numbers" if size else field.codec.name if field.codec else ""
    what = {"float": "a number", "integer": "an integer", "floats": "numbers"}.get(what, what)
    message = f"{name}: expected {what}, got {len(text):,} characters: {quoted(text)}"
    kind = kinds.WRONG_COUNT if size else kinds.INVALID_NUMBER
    return FaultText(kind, message, f"write at most {longest:,} characters")


def _bad_word(field: Field, name: str, text: str, budget: Budget) -> FaultText:
    words = field.codec.words if field.codec else ()
    listed = ", ".join(words if len(words) <= _MOST_LISTED else words[:_LISTED])
    one = "one of " if len(words) > 1 else ""
    more = f" and {len(words) - _LISTED} more" if len(words) > _MOST_LISTED else ""
    message = f"invalid {name} {quoted(text)}: expected {one}{listed}{more}"
    lower = text.strip().lower() if len(text) <= _LONGEST_WORD else ""
    if lower in words:
        hint = "values are case-sensitive and must not be surrounded by spaces"
        return FaultText(
            kinds.INVALID_VALUE, message, hint, Replacement(lower, f"Write {lower!r}", "safe")
        )
    for word, foreign, meant in field.mark.elsewhere:
        if word == lower:
            fix = None if meant is None else Replacement(meant, f"Write {meant!r}", "unsafe")
            return FaultText(kinds.INVALID_VALUE, message, foreign, fix)
    choice = next(iter(budget.near(text, words)), None)
    if choice is None:
        return FaultText(kinds.INVALID_VALUE, message)
    replacement = Replacement(choice, f"Write {choice!r}", "unsafe")
    return FaultText(kinds.INVALID_VALUE, message, f"did you mean {choice!r}?", replacement)


def _bad_number(
    field: Field, name: str, text: str, error: ValueError, version: Version
) -> FaultText:
    codec = field.codec
    if codec is not None and codec.name == "time":
        return _bad_time(name, text)
    part = str(error) if isinstance(error, NotANumberError) else text
    what = "an integer" if codec is not None and "integer" in codec.name else "a number"
    if not text.strip():
        hint = None if field.is_required_in(version) else "omit it to use the default"
        return FaultText(kinds.INVALID_NUMBER, f"{name}: expected {what}, got an empty value", hint)
    trimmed = " ".join(text.split())
    if what == "a number" and trimmed != text and reads(trimmed):
        message = f"{name}: spaces after the number: {quoted(text)}"
        hint = "urdfdom rejects spaces after a number"
        return FaultText(
            kinds.INVALID_NUMBER, message, hint, Replacement(trimmed, "Remove the spaces", "safe")
        )
    # the error is about the whole list: report the first number in it that is invalid
    if part == text:
        part = next((piece for piece in text.split() if not reads(piece)), text)
    shown = quoted(part) if part == text else f"{quoted(part)} in {quoted(text)}"
    message = f"{name}: expected {what}, got {shown}"
    if "," in text:
        size = codec.size if codec is not None else 0
        replacement = _parted(text, size) if size else None
        hint = "separate numbers with spaces, not commas"
        if replacement is None:
            replacement = _pointed(text, size or 1)
            hint = "use a decimal point, not a comma" if replacement is not None else ""
        reason = " (decimal comma?)" if "point" in hint else ""
        return FaultText(kinds.INVALID_NUMBER, message + reason, hint or None, replacement)
    reason, hint_ = _why(part.strip(), field, version)
    return FaultText(kinds.INVALID_NUMBER, message + reason, hint_)


def _bad_time(name: str, text: str) -> FaultText:
    """Describe a time that is not two integers; a single number is assumed to be in seconds."""
    message = f"{name}: expected 2 integers, seconds and nanoseconds, got {quoted(text)}"
    seconds = parse_float(text.strip()) if reads(text) and len(text.split()) == 1 else math.inf
    if not 0.0 <= seconds < _MOST_SECONDS:
        return FaultText(kinds.INVALID_NUMBER, message, "write 12.5 seconds as '12 500000000'")
    nanoseconds = round(seconds * 10**9)
    meant = f"{nanoseconds // 10**9} {nanoseconds % 10**9}"
    fix = Replacement(meant, f"Write {meant!r}", "unsafe")
    return FaultText(kinds.INVALID_NUMBER, message, f"did you mean {meant!r}?", fix)


def _why(text: str, field: Field, version: Version) -> tuple[str, str | None]:
    """Return the reason why a text is not a valid number, and a hint."""
    plain = text.lower().lstrip("+-")
    if plain in {"inf", "infinity", "nan"}:
        default = field.default_in(version)
        unlimited = isinstance(default, float) and math.isinf(default)
        hint = "omit it: the default is unlimited" if unlimited else None
        return " (not finite)", hint
    if plain in {"pi", "\u03c0"}:
        return "", f"write it out: {math.pi}"
    if plain.startswith("0x"):
        try:
            return " (hexadecimal)", f"write it in decimal: {int(text, 16)}"
        except ValueError:
            return " (hexadecimal)", None
    match = _NUMBER.match(text)
    if match is None:
        return "", None
    if match.end() < len(text):
        unit = f"; the unit is {field.mark.unit}" if field.mark.unit else ""
        return f" ({quoted(text[match.end() :])} after the number)", f"write only the number{unit}"
    if field.codec is not None and "integer" in field.codec.name:
        return (" (out of range)" if text.lstrip("+-").isdecimal() else ""), None
    return " (out of range)", "the largest number is about 1.8e308"


def _parted(text: str, size: int) -> Replacement | None:
    """Replace commas by spaces; return None if the result is not a list of ``size`` numbers."""
    if "," not in text:
        return None
    parted = " ".join(text.replace(",", " ").split())
    if len(parted.split()) != size or not reads(parted):
        return None
    return Replacement(parted, f"Write {quoted(parted)}", "unsafe")


def _pointed(text: str, size: int) -> Replacement | None:
    """Replace commas by decimal points; return None if the result is not ``size`` numbers."""
    pointed = " ".join(text.replace(",", ".").split())
    if len(pointed.split()) != size or not reads(pointed):
        return None
    return Replacement(pointed, f"Write {quoted(pointed)}", "unsafe")


def reads(text: str) -> bool:
    """Return whether a text is a list of at least one number."""
    try:
        return [parse_float(part) for part in text.split()] != []
    except NotANumberError:
        return False


_ROUNDING = 1e-3
"""If a number is outside of 0 to 1 by at most this, the difference is probably a rounding error."""
_BYTE = 255.0
_TURN = 360.0  # degrees
_ANGLE = "rad"


def has_bounds(mark: Mark) -> bool:
    """Return whether a declaration has bounds, so that some numbers are not allowed."""
    return any(bound is not None for bound in (mark.ge, mark.gt, mark.le, mark.lt))


def outside_code(mark: Mark, value: str, size: int) -> str:
    """Return a Python expression that is true outside the bounds, and false for nan.

    Args:
        mark: the declaration.
        value: the name of the variable in the expression.
        size: the length of the variable if it is a tuple; 0 if it is a number.
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
    """Return whether a number is within the bounds; nan counts as inside."""
    return not (
        (mark.ge is not None and number < mark.ge)
        or (mark.gt is not None and number <= mark.gt)
        or (mark.le is not None and number > mark.le)
        or (mark.lt is not None and number >= mark.lt)
    )


def numbers_of(value: float | Sequence[float]) -> tuple[float, ...]:
    """Return the numbers of a value that is a number or a list of numbers."""
    return tuple(value) if isinstance(value, Sequence) else (value,)


def is_allowed(mark: Mark, value: float | Sequence[float]) -> bool:
    """Return whether all numbers of a value are within the bounds."""
    return all(is_inside(mark, number) for number in numbers_of(value))


def severity_outside(
    mark: Mark, value: float | Sequence[float], version: Version, otherwise: Severity
) -> Severity:
    """Return the severity of a value that is outside the bounds in a version of the format.

    Args:
        mark: the declaration.
        value: the value.
        version: the version.
        otherwise: the severity if the declaration does not specify one.
    """
    if mark.rejected_since is not None and version >= mark.rejected_since:
        return Severity.ERROR
    if mark.at_bound is not None:
        outside = [number for number in numbers_of(value) if not is_inside(mark, number)]
        if all(number in (mark.gt, mark.lt) for number in outside):
            return Severity(mark.at_bound)
    return otherwise if mark.severity is None else Severity(mark.severity)


def requirement(mark: Mark) -> str:
    """Return the bounds as a phrase that follows a name, such as "must be positive"."""
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
    """Return the value that was probably meant by one outside the bounds; None if unknown.

    Args:
        mark: the declaration.
        value: the value.
        text: the value as written.
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
    """Return a hint: the value that was probably meant, or else the field's meaning and unit."""
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

"""What the reference reader makes of texts that are no clean values.

It reads numbers with the functions of the C++ library, which stop at the first character that does
not fit and say nothing of the rest. Source: libsdformat 12 Param.cc.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from bodyplan.spec import Field

_DOUBLE = re.compile(
    r"""[+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?
    |infinity|inf|nan(?:\([0-9a-z_]*\))?
    |(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_STREAMED = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", re.IGNORECASE | re.ASCII)
_DECIMAL = re.compile(r"[+-]?\d+", re.ASCII)
_HEXADECIMAL = re.compile(r"[+-]?0x[0-9a-f]+", re.IGNORECASE | re.ASCII)
_LONGEST = 100_000
"""Characters of a text that is looked at."""


class Taken(NamedTuple):
    """A value as the reference reader takes it, and the text behind it that it ignores."""

    value: Any
    rest: str


def take(field: Field, text: str) -> Taken | None:
    """What the reference reader makes of a text; None where it refuses it."""
    codec = field.codec
    text = text.strip(" \t\r\n\v\f")
    if codec is None or not text or len(text) > _LONGEST:
        return None
    if codec.name == "float":
        return _double(text)
    if codec.name in {"integer", "unsigned integer"}:
        return _integer(text, is_signed=codec.name == "integer")
    if codec.name == "time":
        return _time(text)
    if codec.name == "color":
        return _color(text)
    if codec.size:
        return _numbers(text, codec.size)
    return None


def _double(text: str) -> Taken | None:
    match = _DOUBLE.match(text)
    if match is None:
        return None
    word = match[0].lower()
    if "0x" in word:
        try:
            value = float.fromhex(word)
        except OverflowError:
            return None
    elif "nan" in word:
        value = math.nan
    else:
        value = float(word)
        if math.isinf(value) and "inf" not in word:
            return None  # out of range
    return Taken(value, text[match.end() :])


def _integer(text: str, *, is_signed: bool) -> Taken | None:
    pattern = _HEXADECIMAL if text.lower().startswith("0x") else _DECIMAL
    match = pattern.match(text)
    if match is None:
        return None
    value = int(match[0], 16 if pattern is _HEXADECIMAL else 10)
    if is_signed:
        if not -(2**31) <= value < 2**31:
            return None
    elif not -(2**64) < value < 2**64:
        return None
    else:
        value %= 2**32  # as a conversion to an unsigned number of 32 bits does
    return Taken(value, text[match.end() :])


def _stream(text: str, count: int) -> tuple[list[float], int]:
    """Up to so many numbers from the start of a text, and where the last of them ends."""
    numbers: list[float] = []
    end = 0
    while len(numbers) < count:
        match = _STREAMED.match(text, end)
        if match is None or math.isinf(float(match[1])):
            break
        numbers.append(float(match[1]))
        end = match.end()
    return numbers, end


def _numbers(text: str, count: int) -> Taken | None:
    numbers, end = _stream(text, count)
    return Taken(tuple(numbers), text[end:]) if len(numbers) == count else None


def _color(text: str) -> Taken | None:
    """Three or four numbers from 0 to 1."""
    words = text.split()
    if len(words) not in (3, 4):
        return None
    taken = _numbers(text, len(words))
    if taken is None or taken.rest or not all(0 <= number <= 1 for number in taken.value):
        return None
    return Taken(taken.value if len(words) == 4 else (*taken.value, 1.0), "")


def _time(text: str) -> Taken | None:
    match = re.match(r"(-?\d+)\s+(-?\d+)", text, re.ASCII)
    if match is None:
        return None
    return Taken((int(match[1]), int(match[2])), text[match.end() :])

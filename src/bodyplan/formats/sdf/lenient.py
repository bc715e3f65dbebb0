"""Reading of invalid values with the same result as in libsdformat.

libsdformat reads numbers with functions of the C++ library, which stop at the first invalid
character and ignore the rest of the text. Source: libsdformat 12 Param.cc, and experiments with it.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from bodyplan.spec import Codec

_DOUBLE = re.compile(
    r"""[+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?
    |infinity|inf|nan(?:\([0-9a-z_]*\))?
    |(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_STREAMED = re.compile(
    r"\s*([+-]?(?:\d++\.?+\d*+|\.\d++)(?:e[+-]?\d+|(?!e)))", re.IGNORECASE | re.ASCII
)
"""Matches a number as a C++ stream reads it: an e without digits behind it is an error."""
_DECIMAL = re.compile(r"[+-]?\d+", re.ASCII)
_HEXADECIMAL = re.compile(r"0x[0-9a-f]+", re.IGNORECASE | re.ASCII)
"""Matches a hexadecimal integer.

It has no sign, because libsdformat selects the base by the first two characters."""
_TIME = re.compile(r"([+-]?\d++)\s*([+-]?\d++)", re.ASCII)
_BLANKS = " \t\r\n\v\f"
_LONGEST = 100_000
"""The length of the longest text that is read [characters]."""
_MOST_DIGITS = 20
"""The number of decimal digits of the largest unsigned 64-bit integer."""
_SMALLEST_DOUBLE = 2.2250738585072014e-308
_SMALLEST_FLOAT, _LARGEST_FLOAT = 1.1754943508222875e-38, 3.4028234663852886e38
_WORDS = {"true": "1", "false": "0"}
"""Keywords that libsdformat replaces by numbers if a text consists only of the keyword."""


class LenientValue(NamedTuple):
    """A value that libsdformat reads from the start of a text, and the rest, which it ignores."""

    value: Any
    rest: str


def read_value(codec: Codec, text: str) -> LenientValue | None:
    """Return the value that libsdformat reads from an invalid text; None if it rejects the text.

    Args:
        codec: the type of the value.
        text: the text of the attribute or element.
    """
    text = text.strip(_BLANKS)
    text = _WORDS.get(text.lower(), text)
    if not text or len(text) > _LONGEST:
        return None
    if codec.name == "float":
        return _double(text)
    if codec.name == "integer":
        return _integer(text, is_signed=True)
    if codec.name == "unsigned integer":
        return _integer(text, is_signed=False)
    if codec.name == "time":
        return _time(text)
    if codec.name == "color":
        return _color(text)
    return _numbers(text, codec.size) if codec.size else None


def read_pose(text: str, count: int) -> tuple[float, ...] | None:
    """Return the numbers that libsdformat reads from a pose; None if it rejects the text.

    Args:
        text: the text of the pose.
        count: the number of numbers that the pose must have.
    """
    words = text.split()
    if len(words) != count or len(text) > _LONGEST:
        return None
    numbers = [taken.value for word in words if (taken := _double(word)) is not None]
    is_pose = len(numbers) == count and all(map(math.isfinite, numbers))
    return tuple(numbers) if is_pose else None


def _time(text: str) -> LenientValue | None:
    """Read a time: seconds and nanoseconds, each a signed 32-bit integer."""
    match = _TIME.match(text)
    if match is None:
        return None
    seconds, nanoseconds = _whole(match[1]), _whole(match[2])
    if seconds is None or nanoseconds is None or not (_fits(seconds) and _fits(nanoseconds)):
        return None
    return LenientValue((seconds, nanoseconds), text[match.end() :])


def _fits(number: int) -> bool:
    return -(2**31) <= number < 2**31


def _double(text: str) -> LenientValue | None:
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
        if abs(value) < _SMALLEST_DOUBLE and any(digit in "123456789" for digit in _digits(word)):
            return None  # subnormal, which the C++ library also reports as out of range
    return LenientValue(value, text[match.end() :])


def _digits(word: str) -> str:
    """Return the digits of a number without its exponent."""
    return word.partition("e")[0]


def _whole(word: str, base: int = 10) -> int | None:
    """Return the integer in a word; None if it has more digits than a 64-bit integer can have."""
    sign = "-" if word.startswith("-") else ""
    digits = word.lstrip("+-").removeprefix("0x").removeprefix("0X").lstrip("0")
    return int(f"{sign}{digits or 0}", base) if len(digits) <= _MOST_DIGITS else None


def _integer(text: str, *, is_signed: bool) -> LenientValue | None:
    match, base = _HEXADECIMAL.match(text), 16
    if match is None:  # of "0xg", only the 0 is read
        match, base = _DECIMAL.match(text), 10
    if match is None:
        return None
    value = _whole(match[0], base)
    if value is None:
        return None
    if is_signed:
        if not _fits(value):
            return None
    elif not -(2**64) < value < 2**64:
        return None
    else:
        value %= 2**32  # as C++ converts to an unsigned 32-bit integer
    return LenientValue(value, text[match.end() :])


def _numbers(text: str, count: int) -> LenientValue | None:
    """Read a vector of ``count`` numbers from the start of a text."""
    numbers: list[float] = []
    end = 0
    while len(numbers) < count:
        match = _STREAMED.match(text, end)
        if match is None:
            return None
        number = float(match[1])
        if math.isinf(number):
            return None
        numbers.append(number)
        end = match.end()
    return LenientValue(tuple(numbers), text[end:])


def _color(text: str) -> LenientValue | None:
    """Read a colour: three or four numbers from 0 to 1; alpha is 1 if it is omitted."""
    words = text.split()
    if len(words) not in (3, 4):
        return None
    numbers: list[float] = []
    for word in words:
        taken = _double(word)
        if taken is None:
            return None
        number = 0.0 if math.isnan(taken.value) else taken.value
        if not 0.0 <= number <= 1.0 or 0.0 < number < _SMALLEST_FLOAT:
            return None
        numbers.append(number)
    return LenientValue((*numbers, 1.0)[:4], "")

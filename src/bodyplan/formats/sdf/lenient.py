"""What the reference reader makes of texts that are no clean values.

It reads numbers with the functions of the C++ library, which stop at the first character that does
not fit and say nothing of the rest. Source: libsdformat 12 Param.cc, and experiments with it.
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
    r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+|(?!e)))", re.IGNORECASE | re.ASCII
)
"""A number of a stream: an exponent that was begun has to end."""
_DECIMAL = re.compile(r"[+-]?\d+", re.ASCII)
_HEXADECIMAL = re.compile(r"0x[0-9a-f]+", re.IGNORECASE | re.ASCII)
"""Without a sign: the base is chosen by the first two characters."""
_TIME = re.compile(r"([+-]?\d++)\s*([+-]?\d++)", re.ASCII)
_BLANKS = " \t\r\n\v\f"
_LONGEST = 100_000
"""Characters of a text that is looked at."""
_MOST_DIGITS = 20
"""Digits of the largest whole number of 64 bits."""
_SMALLEST_DOUBLE = 2.2250738585072014e-308
_SMALLEST_FLOAT, _LARGEST_FLOAT = 1.1754943508222875e-38, 3.4028234663852886e38
_WORDS = {"true": "1", "false": "0"}
"""Words that stand for numbers, wherever they are the whole text."""


class Taken(NamedTuple):
    """A value as the reference reader takes it, and the text behind it that it ignores."""

    value: Any
    rest: str


def take(codec: Codec, text: str) -> Taken | None:
    """What the reference reader makes of a text; None where it refuses it."""
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


def take_pose(text: str, count: int) -> tuple[float, ...] | None:
    """The numbers of a pose, each as the reference reader takes it; None where it refuses one."""
    words = text.split()
    if len(words) != count or len(text) > _LONGEST:
        return None
    numbers = [taken.value for word in words if (taken := _double(word)) is not None]
    is_pose = len(numbers) == count and all(map(math.isfinite, numbers))
    return tuple(numbers) if is_pose else None


def _time(text: str) -> Taken | None:
    """Seconds and nanoseconds, two whole numbers of 32 bits."""
    match = _TIME.match(text)
    if match is None:
        return None
    seconds, nanoseconds = _whole(match[1]), _whole(match[2])
    if seconds is None or nanoseconds is None or not (_fits(seconds) and _fits(nanoseconds)):
        return None
    return Taken((seconds, nanoseconds), text[match.end() :])


def _fits(number: int) -> bool:
    return -(2**31) <= number < 2**31


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
        if abs(value) < _SMALLEST_DOUBLE and any(digit in "123456789" for digit in _digits(word)):
            return None  # so small that the library calls it out of range too
    return Taken(value, text[match.end() :])


def _digits(word: str) -> str:
    """The digits of a number without those of its exponent."""
    return word.partition("e")[0]


def _whole(word: str, base: int = 10) -> int | None:
    """The whole number of a word; None where it is beyond 64 bits by its length."""
    sign = "-" if word.startswith("-") else ""
    digits = word.lstrip("+-").removeprefix("0x").removeprefix("0X").lstrip("0")
    return int(f"{sign}{digits or 0}", base) if len(digits) <= _MOST_DIGITS else None


def _integer(text: str, *, is_signed: bool) -> Taken | None:
    match, base = _HEXADECIMAL.match(text), 16
    if match is None:  # of "0xg" the zero counts
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
        value %= 2**32  # as a conversion to an unsigned number of 32 bits does
    return Taken(value, text[match.end() :])


def _numbers(text: str, count: int) -> Taken | None:
    """So many numbers from the start of a text, one behind the other."""
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
    return Taken(tuple(numbers), text[end:])


def _color(text: str) -> Taken | None:
    """Three or four words, each a number from 0 to 1."""
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
    return Taken((*numbers, 1.0)[:4], "")

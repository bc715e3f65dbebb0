"""Parsing and formatting of numbers: "C" locale, as strict as urdfdom, shortest output."""

from __future__ import annotations

import math

from bodyplan.native import read_number, read_vector

_CACHE_SIZE = 200_000  # distinct cached texts: far more than one robot has, little memory


LONGEST_NUMBER = 1_000
"""Characters of a number; 17 digits are exact."""
LONGEST_LIST = 100_000
"""Characters of a list of numbers."""
_LONGEST_CACHED = 200  # characters of a cached text: long texts rarely repeat


class NotANumberError(ValueError):
    """The text is not a finite decimal number."""


class WrongCountError(ValueError):
    """A list has too many or too few numbers.

    Args:
        found: how many there are.
    """

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


class TooLongError(ValueError):
    """A text is longer than any number or list of numbers.

    Args:
        longest: the maximum number of characters.
    """

    def __init__(self, longest: int) -> None:
        super().__init__(longest)
        self.longest = longest


def parse_float(text: str) -> float:
    """Parse a finite number: decimal or exponent form, optional sign, leading whitespace only.

    Source: urdfdom_headers, strToDouble (a stream in the classic locale that must be used up).

    Raises:
        NotANumberError: anything else: empty, comma, hex, nan, inf, overflow, trailing whitespace.
    """
    try:
        value = float(text)
    except ValueError:
        raise NotANumberError(text) from None
    # float() also accepts nan, inf, overflow, digit groups, other digits, trailing whitespace
    if value - value != 0.0 or "_" in text or text[-1] <= " " or not text.isascii():
        raise NotANumberError(text)
    return value


def _parse_long(text: str) -> float:
    """Parse a number whose text is too long for the cache."""
    if len(text) > LONGEST_NUMBER:
        raise TooLongError(LONGEST_NUMBER)
    return parse_float(text)


class Numbers(dict[str, float]):
    """A cache of parsed numbers: robots repeat many of them."""

    __slots__ = ()

    def __missing__(self, text: str) -> float:
        if len(self) > _CACHE_SIZE:
            self.clear()
        if read_number is not None and len(text) <= _LONGEST_CACHED:
            found = read_number(text)
            if found is not None:
                self[text] = found
                return found
        if len(text) > _LONGEST_CACHED:
            return _parse_long(text)
        try:  # parse_float inlined: most numbers occur once
            value = float(text)
        except ValueError:
            raise NotANumberError(text) from None
        if value - value != 0.0 or "_" in text or text[-1] <= " " or not text.isascii():
            raise NotANumberError(text)
        self[text] = value
        return value


NUMBERS = Numbers()


class Vectors(dict[str, "tuple[float, ...]"]):
    """A cache of parsed lists of numbers.

    Args:
        size: the required number of numbers; any if 0.
    """

    __slots__ = ("longest", "size")

    def __init__(self, size: int = 0) -> None:
        super().__init__()
        self.size = size
        self.longest = size * LONGEST_NUMBER or LONGEST_LIST

    def __missing__(self, text: str) -> tuple[float, ...]:
        if len(self) > _CACHE_SIZE:
            self.clear()
        if read_vector is not None and len(text) <= _LONGEST_CACHED:
            found = read_vector(text, self.size)
            if found is not None:
                self[text] = found
                return found
        if len(text) > self.longest:
            raise TooLongError(self.longest)
        parts = text.split()
        if self.size and len(parts) != self.size:
            if not text.isascii():
                raise NotANumberError(text)  # whitespace of other scripts does not separate numbers
            raise WrongCountError(len(parts))
        try:
            value = tuple(map(float, parts))
        except ValueError:
            value = ()
        total = sum(value)
        if len(value) != len(parts) or total - total != 0.0 or "_" in text or not text.isascii():
            value = tuple([parse_float(part) for part in parts])  # raises for the invalid one
            if not text.isascii():
                raise NotANumberError(text)
        if len(text) <= _LONGEST_CACHED:
            self[text] = value
        return value


def format_float(value: float) -> str:
    """Return the shortest text that reads back as this number.

    Raises:
        ValueError: it is not finite, which no format supports.
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} cannot be written in a description")
    text = repr(float(value))
    return text.removesuffix(".0")

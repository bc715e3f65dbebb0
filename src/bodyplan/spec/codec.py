"""Codecs, each of which parses, formats and describes a type of value, as text in the C locale."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

from bodyplan.core import Record, replace
from bodyplan.native import read_number, read_vector

_CACHE_SIZE = 200_000  # largest number of cached texts; no robot contains more different numbers


LONGEST_NUMBER = 1_000
"""The maximum length of a number in characters; 17 significant digits represent any number
exactly."""
LONGEST_LIST = 100_000
"""The maximum length of a list of numbers in characters."""
_LONGEST_CACHED = 200  # the maximum length of a cached text: long texts rarely repeat


class NotANumberError(ValueError):
    """The text is not a finite decimal number."""


class WrongCountError(ValueError):
    """A list has too many or too few numbers.

    Args:
        found: the number of numbers in the list.
    """

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


class TooLongError(ValueError):
    """A text exceeds the maximum length of a number or of a list of numbers.

    Args:
        longest: the maximum number of characters.
    """

    def __init__(self, longest: int) -> None:
        super().__init__(longest)
        self.longest = longest


def parse_float(text: str) -> float:
    """Parse a finite decimal number, which may have a sign, an exponent and leading whitespace.

    Source: urdfdom_headers, strToDouble (which reads a stream in the classic locale to its end).

    Raises:
        NotANumberError: the text is not such a number: for example empty, hexadecimal, nan, inf,
            too large, with a comma, or with trailing whitespace.
    """
    try:
        value = float(text)
    except ValueError:
        raise NotANumberError(text) from None
    # float() also accepts nan, inf, overflow, underscores, non-ASCII digits, trailing whitespace
    if value - value != 0.0 or "_" in text or text[-1] <= " " or not text.isascii():
        raise NotANumberError(text)
    return value


def _parse_long(text: str) -> float:
    """Parse a number whose text is too long for the cache."""
    if len(text) > LONGEST_NUMBER:
        raise TooLongError(LONGEST_NUMBER)
    return parse_float(text)


class Numbers(dict[str, float]):
    """A cache of parsed numbers, many of which occur repeatedly in a robot."""

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
        try:  # parse_float, inlined for speed
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
        size: the number of numbers that a list must have; 0 for any number.
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
                raise NotANumberError(text)  # only ASCII whitespace separates numbers
            raise WrongCountError(len(parts))
        try:
            value = tuple(map(float, parts))
        except ValueError:
            value = ()
        total = sum(value)
        if len(value) != len(parts) or total - total != 0.0 or "_" in text or not text.isascii():
            # parse_float raises an error for the first invalid number
            value = tuple([parse_float(part) for part in parts])
            if not text.isascii():
                raise NotANumberError(text)
        if len(text) <= _LONGEST_CACHED:
            self[text] = value
        return value


def format_float(value: float) -> str:
    """Return the shortest text that parses to the same number.

    Raises:
        ValueError: the number is not finite.
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} cannot be written in a description")
    text = repr(float(value))
    return text.removesuffix(".0")


Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
Floats = tuple[float, ...]


class InvalidKeywordError(ValueError):
    """The text is not one of the allowed keywords."""


class Codec(Record):
    """Converts one type of value to and from text."""

    name: str
    """The name of the type in the documentation: "float", "3 floats", "one of a, b"."""
    parse: Callable[[str], Any]
    """Converts text to a value; raises ValueError if the text is invalid."""
    format: Callable[[Any], str]
    """Converts a value to text."""
    blank: Any
    """The value that replaces an invalid value."""
    schema: dict[str, Any]
    """JSON Schema of the value."""
    words: tuple[str, ...] = ()
    size: int = 0
    """The length of a list of fixed length; otherwise 0."""
    wrap: Callable[[Any], Any] | None = None
    """If an element is written as an attribute: a function that creates it from the parsed
    value."""


def _same(value: str) -> str:
    return value


def _parse_int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise TooLongError(LONGEST_NUMBER)
    stripped = text.strip()
    if not (stripped.isascii() and stripped.lstrip("+-").isdigit()):
        raise NotANumberError(text)
    return int(stripped)


_BOOLS = {"true": True, "false": False, "1": True, "0": False}


def _parse_bool(text: str) -> bool:
    value = _BOOLS.get(text.strip().lower())
    if value is None:
        raise InvalidKeywordError(text)
    return value


def _format_bool(value: bool) -> str:
    return "true" if value else "false"


def _format_floats(values: Floats) -> str:
    return " ".join(map(format_float, values))


STRING = Codec("string", _same, _same, "", {"type": "string"})
FLOAT = Codec("float", NUMBERS.__getitem__, format_float, math.nan, {"type": "number"})
INT = Codec("integer", _parse_int, str, 0, {"type": "integer"})
BOOL = Codec(
    "boolean", _parse_bool, _format_bool, False, {"type": "boolean"}, words=("true", "false")
)
FLOATS = Codec(
    "floats",
    Vectors().__getitem__,
    _format_floats,
    (),
    {"type": "array", "items": {"type": "number"}},
)


def vector(size: int) -> Codec:
    """Return the codec of a list of ``size`` numbers."""
    schema = {
        "type": "array",
        "items": {"type": "number"},
        "minItems": size,
        "maxItems": size,
    }
    numbers = Vectors(size)
    blank = (math.nan,) * size
    return Codec(f"{size} floats", numbers.__getitem__, _format_floats, blank, schema, (), size)


_BY_TYPE: dict[Any, Codec] = {
    str: STRING,
    float: FLOAT,
    int: INT,
    bool: BOOL,
    Floats: FLOATS,
    Vec3: vector(3),
    Vec4: vector(4),
}


NAME = Codec("name", str.strip, _same, "", {"type": "string"})


def trimmed(codec: Codec) -> Codec:
    """Return a variant of a codec that ignores surrounding whitespace and the case of keywords."""
    if codec.name == STRING.name:
        return NAME
    return replace(codec, parse=lambda text: codec.parse(text.strip().lower()))


def codec_for(annotation: Any) -> Codec:
    """Return the codec of an annotated type.

    Raises:
        TypeError: the type has no codec.
    """
    codec = _BY_TYPE.get(annotation)
    if codec is None and get_origin(annotation) is Literal:
        codec = _BY_TYPE[annotation] = _words(get_args(annotation))
    if codec is None:
        raise TypeError(f"no codec for {annotation!r}")
    return codec


def _words(words: tuple[str, ...]) -> Codec:
    known = {word: word for word in words}

    def parse(text: str) -> str:
        try:
            return known[text]
        except KeyError:
            raise InvalidKeywordError(text) from None

    return Codec("one of " + ", ".join(words), parse, _same, "", {"enum": list(words)}, words=words)


def forget() -> None:
    """Clear the caches of parsed numbers, for measurements and to free memory."""
    NUMBERS.clear()
    for codec in _BY_TYPE.values():
        memory = getattr(codec.parse, "__self__", None)
        if isinstance(memory, Vectors):
            memory.clear()

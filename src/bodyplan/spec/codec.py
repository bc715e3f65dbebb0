"""Codecs: parsing, formatting and description of one type of value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

from bodyplan.core import Record, replace
from bodyplan.spec.number import (
    LONGEST_NUMBER,
    NUMBERS,
    NotANumberError,
    TooLongError,
    Vectors,
    format_float,
)

Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
Floats = tuple[float, ...]


class InvalidKeywordError(ValueError):
    """The text is not one of the allowed keywords."""


class Codec(Record):
    """How one type of value is read and written."""

    name: str
    """The type in docs: "float", "3 floats", "one of a, b"."""
    parse: Callable[[str], Any]
    """Text to value; raises ValueError."""
    format: Callable[[Any], str]
    """Value to text."""
    blank: Any
    """The value that replaces an invalid one."""
    schema: dict[str, Any]
    """JSON Schema of the value."""
    words: tuple[str, ...] = ()
    size: int = 0
    """The number of numbers, if there are several."""
    wrap: Callable[[Any], Any] | None = None
    """Wraps the value of the text in the element, for an element written as an attribute."""


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
    """Return the codec of a list of this many numbers."""
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
    """Return a codec that ignores surrounding whitespace and the case of keywords."""
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

"""Definitions shared by all SDFormat elements: versions, value types and the base class."""

import math

from bodyplan.core import replace
from bodyplan.spec import Codec, Element, Vec3, Vec4, Version, Was, format_float
from bodyplan.spec.codec import BOOL, FLOAT, INT, STRING, NotANumberError, vector

VERSIONS: tuple[Version, ...] = ((1, 0), *((1, minor) for minor in range(2, 13)))
"""All published versions of SDFormat; 1.1 was never published."""
NEWEST = VERSIONS[-1]

ATTRIBUTE = (Was(until=(1, 0), place="@"),)
"""For ``was``: in SDFormat 1.0, an attribute of the same name was written instead of this child."""
RGBA = (Was(until=(1, 0), place="/@rgba"),)
"""For ``was``: in SDFormat 1.0, the child element has the colour in its attribute ``rgba``."""

Vec2 = tuple[float, float]
Color = Vec4
"""Red, green, blue and alpha, each from 0 to 1."""
Time = tuple[int, int]
"""Seconds and nanoseconds."""


def _format_double(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return format_float(value)


def _parse_signed(text: str) -> int:
    value: int = INT.parse(text)
    if not -(2**31) <= value < 2**31:
        raise NotANumberError(text)
    return value


def _parse_unsigned(text: str) -> int:
    value: int = INT.parse(text)
    if not 0 <= value < 2**32:
        raise NotANumberError(text)
    return value


def _parse_time(text: str) -> Time:
    words = text.split()
    if len(words) != 2:
        raise NotANumberError(text)
    return _parse_signed(words[0]), _parse_signed(words[1])


DOUBLE = replace(FLOAT, format=_format_double)
SIGNED = replace(INT, parse=_parse_signed)
UNSIGNED = replace(
    INT, parse=_parse_unsigned, name="unsigned integer", schema={"type": "integer", "minimum": 0}
)
_FOUR = vector(4)


def _parse_color(text: str) -> Color:
    color: Color = _FOUR.parse(text)
    if not 0.0 <= min(color) <= max(color) <= 1.0:
        raise NotANumberError(text)
    return color


COLOR = replace(_FOUR, name="color", parse=_parse_color)
POSE = replace(
    vector(6),
    name="pose",
    size=0,
    schema={"type": "array", "items": {"type": "number"}, "minItems": 6, "maxItems": 7},
)
TIME = Codec(
    "time",
    _parse_time,
    lambda time: f"{time[0]} {time[1]}",
    (0, 0),
    {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
)


class Sdf(Element):
    """The base class of all SDFormat elements."""

    HAS_HISTORY = True
    CODECS = {  # noqa: RUF012  (no field: not annotated)
        bool: BOOL,
        int: SIGNED,
        float: DOUBLE,
        str: replace(STRING, parse=str.strip),  # whitespace around a text is ignored
        Vec2: vector(2),
        Vec3: vector(3),
        Color: COLOR,
        Time: TIME,
    }

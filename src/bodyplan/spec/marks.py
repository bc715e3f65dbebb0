"""Marks: the properties of a declared value that its type does not express."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.core import Record

# Units of declared values. If the unit depends on the joint type, both units are given.
LENGTH = "m"
ANGLE = "rad"
MASS = "kg"
INERTIA = "kg m^2"
TIME = "s"
RATE = "Hz"
POSITION = "rad or m"
SPEED = "rad/s or m/s"
ACCELERATION = "rad/s^2 or m/s^2"
JERK = "rad/s^3 or m/s^3"
EFFORT = "N m or N"
DAMPING = "N m s/rad or N s/m"
POSITION_GAIN = "1/s"
VELOCITY_GAIN = "N m s/rad or N s/m"
PIXELS = "px"

if TYPE_CHECKING:
    from typing import Annotated as Annotated  # noqa: PLC0414  (for those who import it from here)

    from bodyplan.spec.codec import Codec

Version = tuple[int, int]
Namespace = Literal["link", "joint", "material", "collision", "group", "frame", "model", "world"]
Grade = Literal["error", "warning", "info"]
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)


def dotted(version: Version) -> str:
    """Return a version as text."""
    return f"{version[0]}.{version[1]}"


def parse_version(text: str) -> Version | None:
    """Return the two numbers of a version, or None if the text is malformed.

    Source: urdfdom 5.1 README; numbers compare by value, so "01.0" is 1.0.
    """
    match = _VERSION.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


class Marked:
    """A type with its marks.

    Args:
        origin: the type.
        marks: its marks.
    """

    __slots__ = ("marks", "origin")

    def __init__(self, origin: Any, *marks: Any) -> None:
        self.origin = origin
        self.marks = marks


if not TYPE_CHECKING:

    class Annotated:
        """``typing.Annotated`` for declarations, ten times faster at start-up."""

        def __class_getitem__(cls, params: tuple[Any, ...]) -> Marked:
            return Marked(*params)


class Was(Record):
    """An older declaration of a value: only the differences from the next newer one.

    Args:
        until: the last version with this declaration.
        place: where the value was written: "@name" in an attribute, "name" in a child element,
            "name/@attr" in an attribute of a child element; "@" and "/@attr" for an unchanged name.
        default: the default.
        needed: whether the schema required the value.
        ge: the smallest allowed value.
        le: the largest allowed value.
    """

    until: Version
    place: str | None = None
    default: object = ...
    needed: bool | None = None
    ge: float | None = None
    le: float | None = None


class Mark(Record):
    """The properties of a value that do not depend on how it is written.

    Args:
        meaning: the meaning of the value: one phrase without a full stop.
        unit: SI unit as text, "rad or m" if it depends on the joint type.
        ge: smallest allowed value.
        gt: bound that the value must exceed.
        le: largest allowed value.
        lt: bound that the value must stay below.
        severity: if the format's parser accepts numbers outside the bounds or unknown keywords, the
            severity of such a value; None if the parser rejects it.
        at_bound: severity of a number equal to an excluded bound (``gt``, ``lt``), if different.
        rejected_since: first version in which the format's parser rejects values outside the
            bounds.
        since: first version of the format that has the value; earlier versions ignore it.
        required_before: the version before which the value is required, although it has a default.
        default_since: a version, and the default from this version on.
        refers: the namespaces of the name that the value refers to.
        defines: the namespace of the name that the value defines.
        until: last version of the format that has the value.
        gap: first and last version of a range of versions without the value.
        was: older declarations of the value.
        needed: whether the schema requires the value, although the format's parser uses the default
            if it is missing.
        deprecated: first version in which the format deprecates the value.
        codec: the codec of the value, if it does not follow from the type.
        elsewhere: keywords of other formats and programs, each with a hint and the equivalent
            keyword, if there is one.
        shorter: for each count of numbers that is too small, but can be completed: the count, and a
            template of the complete value, such as "{0} {0} {0}".
    """

    meaning: str
    unit: str | None = None
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    lt: float | None = None
    severity: Grade | None = None
    at_bound: Grade | None = None
    rejected_since: Version | None = None
    since: Version | None = None
    required_before: Version | None = None
    default_since: tuple[Version, object] | None = None
    refers: tuple[Namespace, ...] = ()
    defines: Namespace | None = None
    until: Version | None = None
    gap: tuple[Version, Version] | None = None
    was: tuple[Was, ...] = ()
    needed: bool = False
    deprecated: Version | None = None
    codec: Codec | None = None
    elsewhere: tuple[tuple[str, str, str | None], ...] = ()
    shorter: tuple[tuple[int, str], ...] = ()


class Attr(Mark):
    """A value in an attribute.

    Args:
        name: the attribute; by default the field's name.
        either: whether the value may also be the text of a child element of this name.
        trim: whether whitespace around the value and the case of keywords are ignored.
    """

    name: str | None = None
    either: bool = False
    trim: bool = False


class Child(Mark):
    """A value in a child element: the element itself, one of its attributes, or its text.

    Args:
        tag: the child's tag; by default the field's name, or the tags of the declared elements.
        attr: the attribute that contains the value; None if the value is the element or its text.
        bare: the value if the child element is present without this attribute.
        of: the values of ``type`` for which the element is allowed.
    """

    tag: str | None = None
    attr: str | None = None
    bare: object = None
    of: tuple[str, ...] = ()


class Needed(Child):
    """A child element that the schema requires; if it is missing, parsers use its default."""

    needed: bool = True


class Text(Mark):
    """The text of the element itself."""


class Rest(Mark):
    """All child elements that no other field declares, as raw XML."""


class RestAttributes(Mark):
    """All attributes that no other field declares, as text."""

"""Marks: properties of a field that its type does not express, such as unit and bounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.core import Record

# Units of fields. If the unit depends on the joint type, it names both units.
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
    """Return a version as text, such as "1.10"."""
    return f"{version[0]}.{version[1]}"


def parse_version(text: str) -> Version | None:
    """Return the two numbers of a version; None if the text is not a version.

    Source: urdfdom 5.1 README; numbers compare by value, so "01.0" is 1.0.
    """
    match = _VERSION.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


class Marked:
    """A type with marks.

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
        """Replaces ``typing.Annotated`` in declarations; ten times as fast at start-up."""

        def __class_getitem__(cls, params: tuple[Any, ...]) -> Marked:
            return Marked(*params)


class Was(Record):
    """An older declaration of a field: only what differs from the next newer declaration.

    Args:
        until: the last version with this declaration.
        place: where the value was written: "@name" in an attribute, "name" in a child element,
            "name/@attr" in an attribute of a child element; "@" and "/@attr" for an unchanged name.
        default: the default; ``...`` if it is unchanged.
        needed: whether the schema required the value; None if unchanged.
        ge: the smallest allowed value; None if unchanged.
        le: the largest allowed value; None if unchanged.
    """

    until: Version
    place: str | None = None
    default: object = ...
    needed: bool | None = None
    ge: float | None = None
    le: float | None = None


class Mark(Record):
    """The properties of a field that do not depend on its place in the XML.

    Args:
        meaning: the meaning of the value: one phrase without a full stop.
        unit: the SI unit as text; "rad or m" if it depends on the joint type.
        ge: the smallest allowed value.
        gt: the bound that the value must exceed.
        le: the largest allowed value.
        lt: the bound that the value must be below.
        severity: if the format's parser accepts numbers outside the bounds or unknown keywords, the
            severity of such a value; None if the parser rejects it.
        at_bound: the severity of a number that is equal to ``gt`` or ``lt``, if it differs from
            ``severity``.
        rejected_since: the first version of the format in which its parser rejects values outside
            the bounds.
        since: first version of the format that has the value; earlier versions ignore it.
        required_before: the first version in which the value is not required; in earlier versions,
            it is.
        default_since: a version of the format, and the default from this version on.
        refers: the namespaces of the name that the value refers to.
        defines: the namespace of the name that the value defines.
        until: last version of the format that has the value.
        gap: first and last version of a range of versions without the value.
        was: older declarations of the value.
        needed: whether the schema of the format requires the value, although the parser of the
            format uses the default if it is missing.
        deprecated: first version in which the format deprecates the value.
        codec: the codec of the value, if it is not the one for its type.
        elsewhere: keywords of other formats and programs; for each a hint and the equivalent
            keyword, if there is one.
        shorter: templates that complete a list with too few numbers, such as "{0} {0} {0}", each
            with the number of numbers that it is for.
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
    """Marks a field as an attribute.

    Args:
        name: the name of the attribute; by default that of the field.
        either: whether a child element of the same name may have the value as its text instead.
        trim: whether whitespace around the value and the case of keywords are ignored.
    """

    name: str | None = None
    either: bool = False
    trim: bool = False


class Child(Mark):
    """Marks a field as a child element, or as an attribute or the text of a child element.

    Args:
        tag: the child's tag; by default the field's name, or the tags of the declared elements.
        attr: the attribute that contains the value; None if the value is the element or its text.
        bare: the value if the child element exists, but does not have this attribute.
        of: the values of the parent's ``type`` for which the child element is allowed.
    """

    tag: str | None = None
    attr: str | None = None
    bare: object = None
    of: tuple[str, ...] = ()


class Needed(Child):
    """Marks a field as a child element that the schema requires, but parsers replace if missing."""

    needed: bool = True


class Text(Mark):
    """Marks a field as the text of the element itself."""


class Rest(Mark):
    """Marks a field that receives all child elements of no other field, as raw XML."""


class RestAttributes(Mark):
    """Marks a field that receives all attributes of no other field, as text."""

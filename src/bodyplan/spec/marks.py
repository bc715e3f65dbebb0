"""Marks: what an annotation alone cannot say about a declared value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.core import Record

if TYPE_CHECKING:
    from typing import Annotated as Annotated  # noqa: PLC0414  (for those who import it from here)

    from bodyplan.spec.codec import Codec

Version = tuple[int, int]
Namespace = Literal["link", "joint", "material", "collision", "group", "frame", "model", "world"]
Grade = Literal["error", "warning", "info"]
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)


def dotted(version: Version) -> str:
    """A version as it is written."""
    return f"{version[0]}.{version[1]}"


def parse_version(text: str) -> Version | None:
    """The two numbers of a version, or None where the text is malformed.

    Source: urdfdom 5.1 README; numbers compare by value, so "01.0" is 1.0.
    """
    match = _VERSION.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


class Marked:
    """A type with its marks.

    Args:
        origin: the type.
        marks: what is said of it.
    """

    __slots__ = ("marks", "origin")

    def __init__(self, origin: Any, *marks: Any) -> None:
        self.origin = origin
        self.marks = marks


if not TYPE_CHECKING:

    class Annotated:
        """``typing.Annotated`` for declarations, at a tenth of what it costs at every start."""

        def __class_getitem__(cls, params: tuple[Any, ...]) -> Marked:
            return Marked(*params)


class Was(Record):
    """How a value stood in older versions of a format: only what differs from the next newer one.

    Args:
        until: the last version in which it was so.
        place: where it was written: "@name" an attribute, "name" a child element, "name/@attr" an
            attribute of a child element; "@" and "/@attr" where the name is still the same.
        default: its default.
        needed: whether the format asked for it.
        ge: its smallest allowed value.
        le: its largest allowed value.
    """

    until: Version
    place: str | None = None
    default: object = ...
    needed: bool | None = None
    ge: float | None = None
    le: float | None = None


class Mark(Record):
    """What is common to all places a value can stand in.

    Args:
        meaning: one phrase without a full stop.
        unit: SI unit as text, "rad or m" where it follows the joint's type.
        ge: smallest allowed value.
        gt: bound that the value must exceed.
        le: largest allowed value.
        lt: bound that the value must stay below.
        severity: of a number outside of the bounds, or a word that is none of the keywords, which
            the reference parser accepts; without it, the parser rejects such a value.
        at_bound: severity of a number on a bound that ``gt`` or ``lt`` excludes, where it differs.
        rejected_since: first version in which the reference parser rejects what is outside.
        since: first version of the format that has it. Below it the value is ignored.
        required_before: required in versions below this one, though it has a default.
        default_since: a version, and the default that holds from it on.
        refers: the name spaces that the value is a name in.
        defines: the name space in which the value becomes a name.
        until: last version of the format that has it.
        gap: first and last of the versions between which the format did not have it.
        was: how it stood in older versions.
        needed: the format asks for it, though its readers take the default where it is missing.
        deprecated: the version from which on the format advises against it.
        codec: how its text reads, where the type alone does not say.
        elsewhere: words that other formats and programs have here, each with what to do, and the
            word that is meant, where there is one.
        shorter: for a number of numbers that is too small, how those written stand in a whole
            value: "{0} {0} {0}".
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
        either: the value may also stand as the text of a child element of that name.
        trim: blanks around the value do not count, nor does the case of a fixed word.
    """

    name: str | None = None
    either: bool = False
    trim: bool = False


class Child(Mark):
    """A value in a child element: an element of its own, or one attribute or the text of it.

    Args:
        tag: the child's tag; by default the field's name, or the tags of the declared elements.
        attr: the attribute that holds the value; without it, an element or the text.
        bare: the value of a child that is there without its attribute.
        of: of an element with the settings of some types: those values of ``type``.
    """

    tag: str | None = None
    attr: str | None = None
    bare: object = None
    of: tuple[str, ...] = ()


class Needed(Child):
    """A child element that the format requires, though its parser takes the default without it."""

    needed: bool = True


class Text(Mark):
    """The text of the element itself."""


class Rest(Mark):
    """All child elements that no other field takes, kept as they are."""


class RestAttributes(Mark):
    """All attributes that no other field takes, kept as they are."""

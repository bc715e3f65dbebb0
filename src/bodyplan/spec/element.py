"""Declared elements: immutable values whose annotations declare their attributes and children."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from bodyplan.core import REQUIRED, Record, RecordMeta, class_name, quoted, replace
from bodyplan.core.names import UnknownNameError
from bodyplan.native import element_init
from bodyplan.spec.codec import Codec, codec_for, trimmed
from bodyplan.spec.marks import Attr, Child, Mark, Marked, Rest, RestAttributes, Text, Version, Was
from bodyplan.spec.raw import NOTHING, Extra, Raw

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from bodyplan.spec._reading import Reading

Place = Literal["attribute", "child", "value", "text", "rest", "rest_attributes"]


@dataclass_transform(frozen_default=True, kw_only_default=True)
class _ElementMeta(RecordMeta):
    """The metaclass of records, with the difference that all fields are keyword-only."""


V = TypeVar("V")


class Element(Record, metaclass=_ElementMeta):
    """Base class of declared elements. They are immutable; ``replace`` returns a changed copy."""

    extra: Extra = NOTHING
    """Unknown attributes and child elements."""

    # @element sets these. They have no annotation, because every annotated name becomes a field.
    TAG = ""
    SOURCE = ""
    SINCE = None if not TYPE_CHECKING else cast("Version | None", None)
    IS_EXTENSION = False
    IS_CLOSED = False
    HAS_HISTORY = False
    """Whether older versions of the format declare the element or its descendants differently."""
    CODECS = {} if not TYPE_CHECKING else cast("Mapping[Any, Codec]", {})
    """The codecs of the format by annotated type, if they differ from the default codecs."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)

    def __repr__(self) -> str:
        own = super().__repr__().removeprefix(type(self).__name__)
        return f"{class_name(type(self))}{own}"

    def _named(self, what: str, name: str, values: tuple[V, ...]) -> V:
        """Return the first child element with a given name.

        Args:
            what: the kind of element for the message, such as "link".
            name: the name.
            values: the child elements.

        Raises:
            UnknownNameError: the element does not exist.
        """
        known: list[str] = [value.name for value in values]  # type: ignore[attr-defined]
        if name in known:
            return values[known.index(name)]
        own = getattr(self, "name", None)
        where = f"<{self.TAG}>" if own is None else f"{self.TAG} {quoted(own)}"
        raise UnknownNameError(what, name, known, where)


if element_init is not None:
    Element.__init__ = element_init(Element.__init__)  # type: ignore[method-assign]

E = TypeVar("E", bound=Element)


def element(
    tag: str,
    *,
    source: str,
    since: Version | None = None,
    extension: bool = False,
    closed: bool = False,
) -> Callable[[type[E]], type[E]]:
    """Declare an element.

    Args:
        tag: the XML name of the element.
        source: the specification or parser that the declaration follows.
        since: the first version of the format that has the element.
        extension: whether urdfdom ignores the element's content, so problems in it are warnings.
        closed: whether the element's parser rejects unknown child elements.
    """

    def declare(cls: type[E]) -> type[E]:
        cls.TAG = tag
        cls.SOURCE = source
        cls.SINCE = since
        cls.IS_EXTENSION = extension
        cls.IS_CLOSED = closed
        return cls

    return declare


class Field(Record):
    """One field of an element class: its name, type, default and mark."""

    name: str
    """The name in Python."""
    xml: str
    """The name of the attribute, or the tag of the child element.

    It is empty for a field with several tags, for text, and for undeclared content.
    """
    place: Place
    mark: Mark
    default: Any
    codec: Codec | None
    """The codec; None for elements and raw content."""
    elements: tuple[type[Element], ...] = ()
    """The declared elements that are allowed here."""
    is_many: bool = False
    is_optional: bool = False

    @property
    def is_required(self) -> bool:
        """Whether every version of the format requires the field."""
        return self.default is REQUIRED

    @property
    def attr(self) -> str | None:
        """The name of the attribute of a child element that contains the value; else None."""
        return self.mark.attr if isinstance(self.mark, Child) else None

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the child elements that belong to this field."""
        if self.place == "child" and not self.xml:
            return tuple(cls.TAG for cls in self.elements)
        return (self.xml,) if self.place in ("child", "value") else ()

    def exists_in(self, version: Version) -> bool:
        """Return whether a field exists in a version of the format, or is added in a later one."""
        until, gap, since = self.mark.until, self.mark.gap, self.mark.since
        if since is not None and gap is not None and gap[0] <= version <= gap[1] < since:
            return False  # in these versions, the name belongs to another field
        return until is None or version <= until

    def first_after(self, version: Version) -> Version | None:
        """Return the first later version that has the field; None if the given version has it."""
        gap, since = self.mark.gap, self.mark.since
        if since is not None and version < since:
            return since
        if gap is not None and gap[0] <= version <= gap[1]:
            return gap[1][0], gap[1][1] + 1
        return None

    @property
    def history(self) -> tuple[Was, ...]:
        """The older declarations of the field, newest first; omitted names in them are added."""
        if not self.mark.was:
            return ()
        changes = sorted(self.mark.was, key=lambda was: was.until, reverse=True)
        return tuple(replace(was, place=_full(was.place, self.xml)) for was in changes)

    def at(self, version: Version) -> Field:
        """Return the field as declared in a version of the format."""
        changes = [was for was in self.history if version <= was.until]
        if not changes:
            return self
        mark: dict[str, Any] = {}
        place, default = None, self.default
        for was in changes:
            place = was.place or place
            default = default if was.default is ... else was.default
            for name in ("needed", "ge", "le"):
                if getattr(was, name) is not None:
                    mark[name] = getattr(was, name)
        field = replace(self, mark=replace(self.mark, **mark), default=default)
        return field if place is None else _placed(field, place)

    def default_in(self, version: Version) -> Any:
        """Return the default in a version of the format."""
        if self.mark.default_since and version >= self.mark.default_since[0]:
            return self.mark.default_since[1]
        return self.default

    def is_required_in(self, version: Version) -> bool:
        """Return whether a version of the format requires the field."""
        if self.mark.required_before is not None:
            return version < self.mark.required_before
        return self.is_required or self.mark.needed


class Spec:
    """The declaration of one element class: its fields and the functions that read it.

    Args:
        cls: the class.
        version: the version of the format, if its elements have a history.
    """

    __slots__ = ("__dict__", "_blank", "cls", "read", "read_with_text", "tag", "version")

    read: Callable[[Node, Reading], Any]
    """The function that reads an element, if the file has no text between tags."""
    read_with_text: Callable[[Node, Reading], Any]
    """The function that reads an element of any file."""

    def __init__(self, cls: type[Element], version: Version | None = None) -> None:
        self.cls = cls
        self.version = version
        self.tag = cls.TAG
        self._blank: Element | None = None

        def read(node: Node, reading: Reading) -> Any:
            self.read = reading.reader(self, node.tag, with_text=False)
            return self.read(node, reading)

        def read_with_text(node: Node, reading: Reading) -> Any:
            self.read_with_text = reading.reader(self, node.tag, with_text=True)
            return self.read_with_text(node, reading)

        self.read = read
        self.read_with_text = read_with_text

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields in this version, in order, without ``extra``."""
        version = self.version
        if version is None:
            return self.all_fields
        return tuple(f.at(version) for f in self.all_fields if f.exists_in(version))

    @cached_property
    def absent(self) -> tuple[Field, ...]:
        """The declared fields that do not exist in this version."""
        version = self.version
        if version is None:
            return ()
        return tuple(field for field in self.all_fields if not field.exists_in(version))

    @cached_property
    def all_fields(self) -> tuple[Field, ...]:
        """The fields of all versions, as declared in the latest version."""
        if self.version is not None:
            return spec_of(self.cls).all_fields
        hints: dict[str, Any] = {}
        for base in reversed(self.cls.__mro__[: self.cls.__mro__.index(Element)]):
            hints |= base.__annotations__
        if any(isinstance(hint, str) for hint in hints.values()):
            hints = get_type_hints(self.cls, include_extras=True)
        return tuple(
            _field(self.cls, name, hints[name], default)
            for name, default in self.cls._defaults.items()
            if name != "extra"
        )

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """The fields by their Python names."""
        return {field.name: field for field in self.fields}

    @cached_property
    def by_tag(self) -> dict[str, Field]:
        """The fields with child elements, by tag; the first one if two fields have the same tag."""
        return {tag: field for field in reversed(self.fields) for tag in field.tags}

    @cached_property
    def by_attribute(self) -> dict[str, Field]:
        """The fields that are attributes, by the name of the attribute."""
        return {field.xml: field for field in self.fields if field.place == "attribute"}

    @cached_property
    def text(self) -> Field | None:
        """The field for the text of the element, or None."""
        return next((field for field in self.fields if field.place == "text"), None)

    @property
    def blank(self) -> Element:
        """The value that replaces a missing required element: all its required fields are unknown."""
        if self._blank is None:
            self._blank = self.cls(
                **{field.name: blank_of(field) for field in self.fields if field.is_required}
            )
        return self._blank


_SPECS: dict[Any, Spec] = {}


def spec_of(cls: type[Element], version: Version | None = None) -> Spec:
    """Return the declaration of an element class (cached).

    Args:
        cls: the class.
        version: the version of the format, if its elements have a history; by default, the
            latest.
    """
    if not cls.HAS_HISTORY:
        version = None
    key = cls if version is None else (cls, version)
    spec = _SPECS.get(key)
    if spec is None:
        spec = _SPECS[key] = Spec(cls, version)
    return spec


def blank_of(field: Field) -> Any:
    """Return the value that replaces a required value that is missing or invalid."""
    if field.is_many:
        return ()
    if field.codec is not None:
        return field.codec.blank
    return spec_of(field.elements[0]).blank


def reachable(cls: type[Element]) -> Iterator[type[Element]]:
    """Yield an element class and all classes of elements that it can contain, each once."""
    seen: dict[type[Element], None] = {cls: None}
    queue = [cls]
    while queue:
        current = queue.pop(0)
        yield current
        for field in spec_of(current).fields:
            for child in field.elements:
                if child not in seen:
                    seen[child] = None
                    queue.append(child)


def _full(place: str | None, name: str) -> str | None:
    """Return the place of an older declaration; ``name`` is filled in if the place omits it."""
    if place == "@":
        return f"@{name}"
    return name + place if place and place.startswith("/") else place


def _placed(field: Field, where: str) -> Field:
    """Return a field with its value in another place, which is specified as in ``Was.place``."""
    tag, _, attr = where.partition("@")
    tag = tag.rstrip("/")
    if not tag:
        codec = field.codec or _own_text(field.elements[0])
        mark = _mark_as(Attr, field.mark)
        return replace(field, xml=attr, place="attribute", mark=mark, codec=codec, elements=())
    if field.place == "child" and not attr:
        return replace(field, xml=tag)
    codec = field.codec or _own_text(field.elements[0])
    mark = _mark_as(Child, field.mark, attr=attr or None)
    return replace(field, xml=tag, place="value", mark=mark, codec=codec, elements=())


def _own_text(cls: type[Element]) -> Codec:
    """Return the codec of an element class for the case that an attribute replaces the element."""
    own = spec_of(cls).text
    assert own is not None
    codec = own.codec
    assert codec is not None

    def wrap(value: Any) -> Any:
        return cls(**{own.name: value})

    return replace(
        codec,
        parse=lambda text: wrap(codec.parse(text)),
        format=lambda value: codec.format(getattr(value, own.name)),
        blank=wrap(codec.blank),
        wrap=wrap,
    )


def _mark_as(kind: type[Mark], mark: Mark, **more: Any) -> Mark:
    """Return a mark of another class with the same properties."""
    return kind(**{name: getattr(mark, name) for name in Mark._defaults}, **more)


def _field(cls: type[Element], name: str, hint: Any, default: Any) -> Field:
    mark: Mark | None = None
    if isinstance(hint, Marked):
        marks, hint = hint.marks, hint.origin
        mark = next((found for found in marks if isinstance(found, Mark)), None)
    options = list(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else [hint]
    is_optional = type(None) in options
    options = [option for option in options if option is not type(None)]
    is_many = False
    if len(options) == 1 and get_origin(options[0]) is tuple:
        inner = get_args(options[0])
        if len(inner) == 2 and inner[1] is Ellipsis and inner[0] is not float:
            is_many = True
            member = inner[0]
            is_union = get_origin(member) in (Union, types.UnionType)
            options = list(get_args(member)) if is_union else [member]
    module = vars(sys.modules[cls.__module__])
    # a string is a forward reference, such as in a class that contains itself
    options = [module[o] if isinstance(o, str) else o for o in options]
    elements = tuple(o for o in options if isinstance(o, type) and issubclass(o, Element))
    if elements:
        mark = mark or Child((elements[0].__doc__ or "").partition("\n")[0].rstrip("."))
        tag = mark.tag if isinstance(mark, Child) else None
        xml = tag or (elements[0].TAG if len(elements) == 1 else "")
        return Field(name, xml, "child", mark, default, None, elements, is_many, is_optional)
    if mark is None:
        raise TypeError(f"{cls.__name__}.{name} is not an element and has no mark")
    if isinstance(mark, Rest):
        return Field(name, "", "rest", mark, default, None, (), is_many=True)
    if isinstance(mark, RestAttributes):
        return Field(name, "", "rest_attributes", mark, default, None, (), is_many=True)
    if options == [Raw]:
        xml = (isinstance(mark, Child) and mark.tag) or name
        return Field(name, xml, "child", mark, default, None, (), is_many, is_optional)
    codec = mark.codec or cls.CODECS.get(options[0]) or codec_for(options[0])
    place: Place = "attribute"
    xml = name
    if isinstance(mark, Attr):
        xml = mark.name or name
        codec = trimmed(codec) if mark.trim else codec
    elif isinstance(mark, Child):
        place, xml = "value", mark.tag or name
    elif isinstance(mark, Text):
        place, xml = "text", ""
    return Field(name, xml, place, mark, default, codec, (), is_many, is_optional)

"""The tree that the processor works on: read with expat, as the xacro package reads XML.

Text is a plain ``str`` among the children of an element. Everything else is one of the classes below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias
from xml.parsers import expat

from bodyplan.formats.xacro.expansion import Call, FaultKind
from bodyplan.text import over, parse

PREFIX = "xacro:"
_LETTER = (
    ":A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
NAME = re.compile(f"[{_LETTER}][{_LETTER}\\-.0-9\xb7\u0300-\u036f\u203f\u2040]*")
"""A name of XML."""
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML does not allow."""
_DECLARATION = "xmlns:xacro"
SWITCH = "xacro:eval-comments"
"""What a comment holds that switches the evaluation of comments on, or off."""
_FIRST_PART = 16 * 1024
"""Characters in which the package looks for a document type's internal subset."""
MOST_CALLS = 100
"""Calls of a chain that are reported; of a longer one the first and the last half."""


class Trail:
    """A chain of macro calls: one call, and the chain that it was made in.

    Args:
        outer: the chain before it; None for the empty chain.
        call: the call; None for the empty chain.
    """

    __slots__ = ("call", "known", "outer")

    def __init__(self, outer: Trail | None = None, call: Call | None = None) -> None:
        self.outer = outer
        self.call = call
        self.known: tuple[Call, ...] | None = () if call is None else None
        """The calls, once they were asked for."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls, outermost first."""
        waiting: list[Trail] = []
        trail: Trail | None = self
        while trail is not None and trail.known is None:
            waiting.append(trail)
            trail = trail.outer
        calls: tuple[Call, ...] = () if trail is None else trail.known or ()
        for one in reversed(waiting):
            assert one.call is not None
            if len(calls) == MOST_CALLS:
                calls = (*calls[: MOST_CALLS // 2], *calls[MOST_CALLS // 2 + 1 :])
            one.known = calls = (*calls, one.call)
        return calls


class Element:
    """An element, of a file or of the expansion.

    Args:
        tag: its name with the prefix.
        attributes: their values by name, in the order in which the package goes through them.
        file: index of its file.
        number: of its start tag in that file, in document order.
        trail: the macro calls that it was made in; None for an element of a file.
    """

    __slots__ = (
        "attributes",
        "children",
        "file",
        "is_dynamic",
        "number",
        "setters",
        "size",
        "tag",
        "trail",
    )

    def __init__(
        self, tag: str, attributes: dict[str, str], file: int, number: int, trail: Trail | None
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.file = file
        self.number = number
        self.trail = trail
        self.children: list[Node] = []
        self.is_dynamic = False
        """Whether evaluation changes its attributes."""
        self.size = 0
        """For an element of a file that evaluation does not change, the number of elements in it
        with itself; else 0."""
        self.setters: dict[str, tuple[Element, Trail]] | None = None
        """The tags that set attributes from elsewhere, by attribute."""

    def set_attribute(self, name: str, value: str) -> None:
        """Set an attribute by the rules of minidom.

        There, a new attribute with a prefix takes the place of the one that has the same name
        without a prefix.
        """
        if name not in self.attributes and ":" in name:
            self.attributes.pop(name.partition(":")[2], None)
        self.attributes[name] = value
        self.is_dynamic = True

    def elements(self) -> Iterator[Element]:
        """Return the elements among its children that are not static."""
        return (child for child in self.children if type(child) is Element)

    def descendants(self) -> Iterator[Element]:
        """Return the element and those inside of it that are not static, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(list(element.elements()))

    def copy(self, trail: Trail | None = None) -> Element:
        """Return a copy with everything inside of it.

        Args:
            trail: the macro calls that elements of a file are made in.
        """
        made = self.alone(trail)
        waiting = [(self, made)]
        while waiting:
            old, new = waiting.pop()
            for child in old.children:
                if type(child) is Element:
                    inner = child.alone(trail)
                    waiting.append((child, inner))
                    new.children.append(inner)
                else:
                    new.children.append(SEPARATING if type(child) is Separator else child)
        return made

    def alone(self, trail: Trail | None) -> Element:
        """Return a copy without what is inside of it."""
        made = Element(self.tag, dict(self.attributes), self.file, self.number, self.trail or trail)
        made.is_dynamic, made.setters = self.is_dynamic, self.setters
        return made


class Static:
    """An element of a file that evaluation does not change, in an expansion.

    Args:
        element: the element of the file.
        trail: the macro calls that it is made in.
    """

    __slots__ = ("element", "trail")

    def __init__(self, element: Element, trail: Trail) -> None:
        self.element = element
        self.trail = trail


class Other:
    """A comment, a CDATA section, a processing instruction or a document type.

    Args:
        kind: "comment", "cdata", "instruction" or "doctype".
        data: its text as it is written, without its delimiters.
    """

    __slots__ = ("data", "kind")

    def __init__(self, kind: str, data: str) -> None:
        self.kind = kind
        self.data = data


class Separator(str):
    """The blank text that keeps comments from being removed; an expansion has only one of it."""

    __slots__ = ()


SEPARATING = "\n\n"
"""The text of the separator, and what becomes of it in a copy."""
Node: TypeAlias = str | Element | Static | Other


class FileTree:
    """The content of an XML file.

    Args:
        root: its root element.
        before: what precedes the root: comments, instructions, the document type as text.
        after: what follows it.
    """

    __slots__ = ("after", "before", "root")

    def __init__(self, root: Element, before: list[Other], after: list[Other]) -> None:
        self.root = root
        self.before = before
        self.after = after


class BrokenFileError(Exception):
    """A file that cannot be read as XML.

    Args:
        kind: "syntax", "encoding", "entity" or "limit".
        message: the reason.
        byte: where.
        element: number of the element at which reading ended.
        name: the limit that it exceeds.
    """

    def __init__(
        self, kind: FaultKind, message: str, byte: int, element: int = 0, name: str = ""
    ) -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.byte = byte
        self.element = element
        self.name = name


def read_tree(data: bytes, file: int, max_depth: int) -> FileTree:
    """Return the tree of a file.

    Args:
        data: its bytes; the package reads every file as UTF-8, whatever it declares.
        file: its index.
        max_depth: how deep elements may be nested.

    Raises:
        BrokenFileError: it is not XML that xacro reads.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = "the file is not UTF-8; xacro reads every file as UTF-8, whatever it declares"
        raise BrokenFileError("encoding", message, error.start) from None
    reader = _Reader(file, max_depth)
    try:
        return reader.read(text)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, str(error))
        byte = reader.parser.ErrorByteIndex
        fault = parse(data).fault
        if fault is not None:  # the same, in the words of other formats
            message, byte = fault.message, fault.byte
        elif message == "unbound prefix":
            message = "the prefix of the tag or of an attribute is not declared with xmlns"
        raise BrokenFileError("syntax", message, byte, reader.count) from None


class _Reader:
    """Builds the tree of one file from the events of expat."""

    def __init__(self, file: int, max_depth: int) -> None:
        self.file = file
        self.max_depth = max_depth
        self.count = 0
        self.root: Element | None = None
        self.around: list[Element] = []
        self._is_static: list[bool] = []
        self.outside: tuple[list[Other], list[Other]] = ([], [])
        self._declared: list[tuple[str | None, str | None]] = []
        self._names: dict[str, str] = {}
        self._section: Other | None = None
        self._in_section = False
        self._doctype: tuple[Other, bool] | None = None
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.namespace_prefixes = True
        parser.buffer_text = True
        parser.buffer_size = 1024 * 1024  # a long text comes in few pieces
        parser.specified_attributes = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartNamespaceDeclHandler = self._declare
        parser.StartCdataSectionHandler = self._start_section
        parser.EndCdataSectionHandler = self._end_section
        parser.CommentHandler = self._comment
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartDoctypeDeclHandler = self._start_doctype
        parser.EndDoctypeDeclHandler = self._end_doctype
        parser.EntityDeclHandler = self._entity

    def read(self, text: str) -> FileTree:
        """Return the tree of a text.

        Raises:
            ExpatError: it is not XML.
            BrokenFileError: it is not XML that xacro reads.
        """
        first = text[:_FIRST_PART]
        self.parser.Parse(first, False)
        if self._doctype is not None:
            doctype, has_subset = self._doctype
            if has_subset and self.root is not None:
                doctype.data += f" [{_internal_subset(first)}]"
        self.parser.Parse(text[_FIRST_PART:], True)
        assert self.root is not None
        return FileTree(self.root, *self.outside)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        values = attributes
        if attributes and " " in "".join(attributes):
            values = {
                self._names.get(one) or self._qualified(one): value
                for one, value in attributes.items()
            }
        if self._declared:
            declared = {
                f"xmlns:{prefix}" if prefix else "xmlns": address or ""
                for prefix, address in self._declared
            }
            self._declared.clear()
            values = {**declared, **values}
        is_dynamic = bool(values) and (
            "$" in "".join(values.values())
            or (PREFIX in "".join(values) and any(one.startswith(PREFIX) for one in values))
            or _DECLARATION in values
        )
        if " " in name:
            name = self._names.get(name) or self._qualified(name)
        element = Element(name, values, self.file, self.count, None)
        element.is_dynamic = is_dynamic
        self.count += 1
        if self.around:
            self.around[-1].children.append(element)
        else:
            self.root = element
        self.around.append(element)
        self._is_static.append(not is_dynamic and name[:6] != PREFIX)
        if len(self.around) > self.max_depth:
            message = f"elements are nested too deeply: {over('max_depth', self.max_depth)}"
            raise self._broken("limit", message, "max_depth")

    def _end(self, _: str) -> None:
        element = self.around.pop()
        if self._is_static.pop():
            element.size = self.count - element.number
        elif self._is_static:
            self._is_static[-1] = False

    def _qualified(self, name: str) -> str:
        """The name with its prefix, from address, local name and prefix."""
        if " " not in name:
            return name
        parts = name.split(" ")
        if len(parts) > 3:
            raise self._broken("syntax", "the address of a namespace must not contain spaces")
        made = f"{parts[2]}:{parts[1]}" if len(parts) == 3 else parts[1]
        self._names[name] = made
        return made

    def _declare(self, prefix: str | None, address: str | None) -> None:
        self._declared.append((prefix, address))

    def _text(self, data: str) -> None:
        children = self.around[-1].children
        if self._in_section:
            if self._section is not None:
                self._section.data += data
            else:
                self._section = Other("cdata", data)
                children.append(self._section)
            return
        if "$" in data:
            self._is_static[-1] = False
        if children and type(children[-1]) is str:
            children[-1] += data
        else:
            children.append(data)

    def _start_section(self) -> None:
        self._in_section = True

    def _end_section(self) -> None:
        self._in_section, self._section = False, None

    def _comment(self, data: str) -> None:
        self._append(Other("comment", data))
        if SWITCH in data and self.around:
            self._is_static[-1] = False

    def _instruction(self, target: str, data: str) -> None:
        self._append(Other("instruction", f"{target} {data}"))

    def _append(self, node: Other) -> None:
        if self.around:
            self.around[-1].children.append(node)
        else:
            self.outside[self.root is not None].append(node)

    def _start_doctype(
        self, name: str, system: str | None, public: str | None, has_subset: bool
    ) -> None:
        head = f"<!DOCTYPE {name}"
        if public:
            head += f"\n  PUBLIC '{public}'\n  '{system}'"
        elif system:
            head += f"\n  SYSTEM '{system}'"
        self._doctype = Other("doctype", head), bool(has_subset)
        self.outside[0].append(self._doctype[0])
        if has_subset:
            self.parser.CommentHandler = None
            self.parser.ProcessingInstructionHandler = None

    def _end_doctype(self) -> None:
        self.parser.CommentHandler = self._comment
        self.parser.ProcessingInstructionHandler = self._instruction

    def _entity(self, name: str, *_: object) -> None:
        message = f"the file declares the entity {name!r}; entities are not expanded"
        raise self._broken("entity", message)

    def _broken(self, kind: FaultKind, message: str, name: str = "") -> BrokenFileError:
        byte = self.parser.CurrentByteIndex
        return BrokenFileError(kind, message, byte, max(self.count - 1, 0), name)


def _internal_subset(text: str) -> str:
    """The declarations between the brackets of a document type, as they are written."""
    parts: list[str] = []
    parser = expat.ParserCreate()

    def start(*_: object) -> None:
        parser.DefaultHandler = parts.append

    def end() -> None:
        parser.DefaultHandler = None

    parser.StartDoctypeDeclHandler = start
    parser.EndDoctypeDeclHandler = end
    parser.Parse(text, False)
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")

"""The tree that the processor evaluates.

Text is a plain ``str`` among the children of an element. All other nodes are instances of the
classes below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, overload

from bodyplan.xacro.expansion import Call, Origin, ProblemKind

PREFIX = "xacro:"
_FORBIDDEN = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_LETTER = (
    ":A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = f"[{_LETTER}][{_LETTER}\\-.0-9\xb7\u0300-\u036f\u203f\u2040]*"
DECLARATION = "xmlns:xacro"
SWITCH = "xacro:eval-comments"
"""Comments with this text switch the evaluation of later comments on or off."""
MOST_CALLS = 100
"""The largest number of macro calls in an ``Origin``; longer chains are shortened in the middle."""


def is_name(text: str) -> bool:
    """Return whether a text is a valid XML name."""
    return (text.isascii() and text.isidentifier()) or re.fullmatch(_NAME, text) is not None


def forbidden(text: str) -> str | None:
    """Return the first character of a text that XML does not allow; None if all are allowed."""
    if text.isprintable():
        return None
    found = re.search(_FORBIDDEN, text)
    return None if found is None else found[0]


def without_forbidden(text: str) -> str:
    """Return a text with a question mark in place of each character that XML does not allow."""
    return text if text.isprintable() else re.sub(_FORBIDDEN, "?", text)


class Trail:
    """A chain of nested macro calls: a linked list from the innermost call outwards.

    Args:
        outer: the chain of the enclosing calls; None for the empty chain.
        call: the innermost call; None for the empty chain.
    """

    __slots__ = ("call", "known", "outer")

    def __init__(self, outer: Trail | None = None, call: Call | None = None) -> None:
        self.outer = outer
        self.call = call
        self.known: tuple[Call, ...] | None = () if call is None else None
        """The cached ``calls``; None before their first use."""

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
    """An element of a source file or of an expanded tree.

    Args:
        tag: the name with the prefix.
        attributes: the values of the attributes by name, in the order in which the xacro package
            processes them.
        file: the index of the source file.
        number: the number of the start tag in that file, in document order.
        trail: the macro calls that produced the element; None for an element of a source file.
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
        """Whether evaluation changes the attributes."""
        self.size = 0
        """Number of elements in the subtree, including this element, if evaluation changes none of
        them; otherwise 0."""
        self.setters: dict[str, tuple[Element, Trail]] | None = None
        """By attribute name, the ``xacro:attribute`` tag that set it, and the tag's macro calls."""

    def set_attribute(self, name: str, value: str) -> None:
        """Set an attribute by the rules of minidom.

        In minidom, a new attribute with a prefix replaces the attribute that has the same name
        without the prefix.
        """
        if name not in self.attributes and ":" in name:
            self.attributes.pop(name.partition(":")[2], None)
        self.attributes[name] = value
        self.is_dynamic = True

    # Methods of ``xml.etree`` elements that are needed to locate elements in a file

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes."""
        return self.attributes

    @property
    def text(self) -> str | None:
        """The text before the first child."""
        return self.children[0] if self.children and type(self.children[0]) is str else None

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the text of an attribute."""
        return self.attributes.get(name, default)

    def __iter__(self) -> Iterator[Element]:
        """Yield the child elements, except ``Static`` ones."""
        return (child for child in self.children if type(child) is Element)

    def iter(self) -> Iterator[Element]:
        """Yield the element and its descendants, except ``Static`` ones, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed([*element])

    def copy(self, trail: Trail | None = None) -> Element:
        """Return a copy with all descendants.

        Args:
            trail: the macro calls to record for copied elements that have none, as in a source
                file.
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
        """Return a copy without children."""
        made = Element(self.tag, dict(self.attributes), self.file, self.number, self.trail or trail)
        made.is_dynamic, made.setters = self.is_dynamic, self.setters
        return made


class Static:
    """An element of an expanded tree that is, with its content, equal to one of a source file.

    Args:
        element: the element of the source file.
        trail: the macro calls that produced it.
    """

    __slots__ = ("element", "trail")

    def __init__(self, element: Element, trail: Trail) -> None:
        self.element = element
        self.trail = trail


class Origins(Sequence[Origin]):
    """The origins of elements in document order; each is computed on demand."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, int, int, Trail | None]] = []
        self._size = 0
        self._made: tuple[Origin, ...] = ()

    def add(self, file: int, first: int, count: int, trail: Trail | None) -> None:
        """Add the origins of consecutive elements of a file.

        Args:
            file: index of the file.
            first: number of the first element.
            count: the number of elements.
            trail: the macro calls that produced the elements.
        """
        self._parts.append((file, first, count, trail))
        self._size += count

    def made(self) -> tuple[Origin, ...]:
        """Return all origins."""
        if self._parts:
            self._made += tuple(
                Origin(file, number, () if trail is None else trail.calls)
                for file, first, count, trail in self._parts
                for number in range(first, first + count)
            )
            self._parts = []
        return self._made

    @overload
    def __getitem__(self, index: int) -> Origin: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Origin, ...]: ...
    def __getitem__(self, index: int | slice) -> Origin | tuple[Origin, ...]:
        return self.made()[index]

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        return self.made() == (other.made() if isinstance(other, Origins) else other)

    def __hash__(self) -> int:
        return hash(self.made())

    def __repr__(self) -> str:
        return repr(self.made())

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Origin, ...]]]:
        return tuple, (self.made(),)


class Other:
    """A comment, a CDATA section, a processing instruction or a document type declaration.

    Args:
        kind: "comment", "cdata", "instruction" or "doctype".
        data: the text in the source file, without delimiters.
    """

    __slots__ = ("data", "kind")

    def __init__(self, kind: str, data: str) -> None:
        self.kind = kind
        self.data = data


class Separator(str):
    """Blank text that protects comments before it from removal; it occurs once in an expansion."""

    __slots__ = ()


SEPARATING = "\n\n"
"""The text of the separator. Copied elements contain it as plain text, because there can be only
one separator."""
Node: TypeAlias = str | Element | Static | Other


class FileTree:
    """The content of an XML file.

    Args:
        root: the root element.
        before: the nodes before the root: comments, processing instructions, the document type
            declaration.
        after: the nodes after the root.
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
        byte: the offset of the error in the bytes of the file.
        element: the number of the element at which reading ended.
        name: the name of the exceeded limit.
    """

    def __init__(
        self, kind: ProblemKind, message: str, byte: int, element: int = 0, name: str = ""
    ) -> None:
        super().__init__(message)
        self.kind: ProblemKind = kind
        self.byte = byte
        self.element = element
        self.name = name

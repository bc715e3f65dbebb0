"""Reads XML with expat into the tree of the processor, as the xacro package reads it.

Nearly all files declare their namespaces at the root and nowhere else; ``plain_reading`` reads these
in half the time. All others, and those that are no XML, are read here.
"""

from __future__ import annotations

from itertools import islice
from xml.etree.ElementTree import Element as Node
from xml.parsers import expat

from bodyplan.formats.xacro.expansion import FaultKind
from bodyplan.formats.xacro.nodes import (
    DECLARATION,
    PREFIX,
    SWITCH,
    BrokenFileError,
    Element,
    FileTree,
    Other,
)
from bodyplan.formats.xacro.plain_reading import UnusualFileError, read_plain
from bodyplan.text import over, parse, quoted

_FIRST_PART = 16 * 1024
"""Characters in which the package looks for a document type's internal subset."""


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
    try:
        return read_plain(text, file, max_depth)
    except (UnusualFileError, expat.ExpatError):
        reader = _Reader(file, max_depth)  # reads it too, or says why not
    try:
        return reader.read(text)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, str(error))
        byte = reader.parser.ErrorByteIndex
        kind: FaultKind = "prefix" if "prefix" in message else "syntax"
        prefix = ""
        tree = parse(data)
        if tree.fault is not None:  # the same, in the words of other formats
            kind, message, byte = "syntax", tree.fault.message, tree.fault.byte
        elif message == "unbound prefix" and tree.root is not None:
            prefix = reader.undeclared(
                next(islice(tree.root.iter(), reader.count, None), tree.root)
            )
            message = f"prefix {quoted(prefix)} is not declared"
        raise BrokenFileError(kind, message, byte, reader.count, prefix) from None


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

    def undeclared(self, node: Node) -> str:
        """Return the prefix in the next element that is not declared there or around."""
        names = [*node.attrib, *(name for one in self.around for name in one.attributes)]
        used = (name.partition(":")[0] for name in (node.tag, *node.attrib) if ":" in name)
        known = ("xml", "xmlns")
        return next((p for p in used if f"xmlns:{p}" not in names and p not in known), "")

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
            or DECLARATION in values
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

"""Parses XML files to the trees that the processor evaluates, as the xacro package does.

The first pass uses expat without namespace processing. A second pass checks namespaces, but only in
the few files that declare them below the root element or in an unusual way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from xml.parsers import expat

from bodyplan.core import quoted
from bodyplan.text import over, parse
from bodyplan.xacro.expansion import ProblemKind
from bodyplan.xacro.nodes import (
    DECLARATION,
    PREFIX,
    SWITCH,
    BrokenFileError,
    Element,
    FileTree,
    Node,
    Other,
)

_FIRST_PART = 16 * 1024
"""The xacro package searches for the internal DTD subset in this number of characters at the
beginning of a file."""


def read_tree(data: bytes, file: int, max_depth: int) -> FileTree:
    """Return the tree of a file.

    Args:
        data: the bytes of the file; they are decoded as UTF-8, whatever encoding the file declares,
            as in the xacro package.
        file: the index of the file.
        max_depth: the limit on the nesting of elements.

    Raises:
        BrokenFileError: the file is not XML that xacro accepts.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = "the file is not UTF-8; xacro reads every file as UTF-8, whatever it declares"
        raise BrokenFileError("encoding", message, error.start) from None
    parser = expat.ParserCreate("utf-8")
    try:
        tree = _built(data, file, max_depth, parser)
    except expat.ExpatError:
        _check(data)
        raise
    finally:  # the parser and its handlers reference each other
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CommentHandler = parser.ProcessingInstructionHandler = None
        parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = None
        parser.StartDoctypeDeclHandler = parser.EndDoctypeDeclHandler = None
        parser.EntityDeclHandler = None
    if not _has_plain_names(tree.root.attributes, parser.intern, data.count(b"xmlns")):
        _check(data)
    return tree


def _built(data: bytes, file: int, max_depth: int, parser: expat.XMLParserType) -> FileTree:
    """Return the tree of a file, without a check of namespaces.

    Raises:
        ExpatError: the file is not XML.
        BrokenFileError: elements are nested too deeply, or the file declares entities.
    """
    nodes: list[Node] = []
    """The open elements, each followed by the children that were read so far."""
    marks: list[int] = []
    """The indices of the open elements in ``nodes``."""
    count = 0
    dynamic = -1
    """Number of the last element whose attributes or text need evaluation."""
    has_dollars = b"$" in data or b"&#" in data  # "$" may be written as a character reference
    has_prefixes = any(blank + b"xacro:" in data for blank in (b" ", b"\n", b"\t", b"\r"))
    """Whether an attribute of the file may have the prefix ``xacro:``."""

    def broken(kind: ProblemKind, message: str, name: str = "") -> BrokenFileError:
        byte = parser.CurrentByteIndex
        return BrokenFileError(kind, message, byte, max(count - 1, 0), name)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, dynamic
        element = Element(name, attributes, file, count, None)
        if (has_dollars and attributes and "$" in "".join(attributes.values())) or (
            has_prefixes and any(key[:6] == PREFIX for key in attributes)
        ):
            element.is_dynamic = True
            dynamic = count
        elif name[:6] == PREFIX:
            dynamic = count
        count += 1
        marks.append(len(nodes))
        nodes.append(element)
        if len(marks) > max_depth:
            message = f"elements are nested too deeply: {over('max_depth', max_depth)}"
            raise broken("limit", message, "max_depth")

    def start_declaring(name: str, attributes: dict[str, str]) -> None:
        nonlocal dynamic
        if data.count(b"xmlns") == sum(key[:5] == "xmlns" for key in attributes):
            parser.StartElementHandler = start  # only the root declares namespaces
        declared = {key: value for key, value in attributes.items() if key[:5] == "xmlns"}
        start(name, {**declared, **attributes})
        if DECLARATION in declared:
            element: Element = nodes[-1]  # type: ignore[assignment]
            element.is_dynamic = True
            dynamic = element.number

    def end(_: str) -> None:
        nonlocal dynamic
        mark = marks.pop()
        element: Element = nodes[mark]  # type: ignore[assignment]
        if len(nodes) > mark + 1:
            children = element.children = nodes[mark + 1 :]
            del nodes[mark + 1 :]
            if has_dollars and "$" in "".join([one for one in children if type(one) is str]):
                dynamic = count - 1
        if dynamic < element.number:
            element.size = count - element.number

    def comment(words: str) -> None:
        nonlocal dynamic
        nodes.append(Other("comment", words))
        if SWITCH in words:
            dynamic = count - 1

    def instruction(target: str, words: str) -> None:
        nodes.append(Other("instruction", f"{target} {words}"))

    parser.buffer_text = True
    parser.buffer_size = len(data) + 1  # expat then passes each text in one piece
    parser.specified_attributes = True
    parser.StartElementHandler = start_declaring
    parser.EndElementHandler = end
    parser.CharacterDataHandler = nodes.append
    parser.CommentHandler = comment
    parser.ProcessingInstructionHandler = instruction
    if b"<![CDATA[" in data:
        _read_sections(parser, nodes, marks)
    if b"<!DOCTYPE" in data:

        def entity(name: str, *_: object) -> None:
            message = f"the file declares the entity {name!r}; entities are not expanded"
            raise broken("entity", message)

        parser.EntityDeclHandler = entity
        _read_doctype(parser, nodes, data)
    else:
        parser.Parse(data, True)
    root = next(node for node in nodes if type(node) is Element)
    index = nodes.index(root)
    before, after = nodes[:index], nodes[index + 1 :]
    return FileTree(root, _others(before), _others(after))


def _others(nodes: Iterable[Node]) -> list[Other]:
    return [node for node in nodes if type(node) is Other]


def _read_sections(parser: expat.XMLParserType, nodes: list[Node], marks: list[int]) -> None:
    """Make a parser append CDATA sections to the nodes, and join the texts around empty ones."""
    section: Other | None = None

    def text(part: str) -> None:
        if len(nodes) > marks[-1] + 1 and type(nodes[-1]) is str:
            nodes[-1] += part
        else:
            nodes.append(part)

    def text_of_section(part: str) -> None:
        nonlocal section
        if section is None:
            section = Other("cdata", part)
            nodes.append(section)
        else:
            section.data += part

    def start() -> None:
        nonlocal section
        section = None
        parser.CharacterDataHandler = text_of_section

    def end() -> None:
        parser.CharacterDataHandler = text

    parser.CharacterDataHandler = text
    parser.StartCdataSectionHandler = start
    parser.EndCdataSectionHandler = end


def _read_doctype(parser: expat.XMLParserType, nodes: list[Node], data: bytes) -> None:
    """Parse a file, and append its document type declaration, if any, to the nodes."""
    doctype: Other | None = None
    has_subset = False
    handlers = parser.CommentHandler, parser.ProcessingInstructionHandler

    def start(name: str, system: str | None, public: str | None, subset: bool) -> None:
        nonlocal doctype, has_subset
        head = f"<!DOCTYPE {name}"
        if public:
            head += f"\n  PUBLIC '{public}'\n  '{system}'"
        elif system:
            head += f"\n  SYSTEM '{system}'"
        doctype, has_subset = Other("doctype", head), subset
        nodes.append(doctype)
        if has_subset:
            parser.CommentHandler = parser.ProcessingInstructionHandler = None

    def end() -> None:
        parser.CommentHandler, parser.ProcessingInstructionHandler = handlers

    parser.StartDoctypeDeclHandler = start
    parser.EndDoctypeDeclHandler = end
    first = data.decode()[:_FIRST_PART].encode()
    parser.Parse(first, False)
    if doctype is not None and has_subset and any(type(node) is Element for node in nodes):
        doctype.data += f" [{_internal_subset(first)}]"
    parser.Parse(data[len(first) :], True)


def _internal_subset(data: bytes) -> str:
    """Return the text between the square brackets of a document type declaration."""
    parts: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def start(*_: object) -> None:
        parser.DefaultHandler = parts.append

    def end() -> None:
        parser.DefaultHandler = None

    parser.StartDoctypeDeclHandler = start
    parser.EndDoctypeDeclHandler = end
    parser.Parse(data, False)
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")


def _has_plain_names(
    root: Mapping[str, str], names: Iterable[str | None], declarations: int
) -> bool:
    """Return whether the namespaces of a file are certainly valid, so that they need no check.

    Args:
        root: the attributes of the root element.
        names: the names of elements and attributes; unprefixed names may be omitted.
        declarations: the number of occurrences of ``xmlns`` in the file.
    """
    declared = {key: value for key, value in root.items() if key[:5] == "xmlns"}
    addresses = "".join(declared.values())
    if (
        len(declared) < declarations
        or len({*declared.values()}) < len(declared)
        or not all(declared.values())
        or " " in addresses
        or "www.w3.org/" in addresses  # the prefixes ``xml`` and ``xmlns`` are reserved
    ):
        return False
    prefixes = {key[6:] for key in declared} | {"xml", "xmlns"}
    for name in names:
        prefix, colon, local = (name or "").partition(":")
        if colon and not (prefix in prefixes and local[:1].isidentifier() and local.isascii()):
            return False
        if ":" in local or (prefix == "xmlns" and local in {"xml", "xmlns"}):
            return False
    return True


def _check(data: bytes) -> None:
    """Check the syntax and the namespaces of a file.

    Raises:
        BrokenFileError: the file is not XML that xacro accepts.
    """
    count = 0
    prefixes: list[str | None] = ["xml", "xmlns"]
    parser = expat.ParserCreate("utf-8", " ")

    def start(*_: object) -> None:
        nonlocal count
        count += 1

    def declare(prefix: str | None, address: str | None) -> None:
        prefixes.append(prefix)
        if " " in (address or ""):
            message = "a namespace URI must not contain spaces"
            raise BrokenFileError("syntax", message, parser.CurrentByteIndex, count)

    def forget(_: str | None) -> None:
        prefixes.pop()

    parser.StartElementHandler = start
    parser.StartNamespaceDeclHandler = declare
    parser.EndNamespaceDeclHandler = forget
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, str(error))
        byte = parser.ErrorByteIndex
        kind: ProblemKind = "prefix" if "prefix" in message else "syntax"
        prefix = ""
        tree = parse(data)
        # report the error with the message that bodyplan uses in other formats
        if tree.fault is not None:
            kind, message, byte = "syntax", tree.fault.message, tree.fault.byte
        elif message == "unbound prefix" and tree.root is not None:
            node = next(islice(tree.root.iter(), count, None), tree.root)
            used = [name.partition(":")[0] for name in (node.tag, *node.attrib) if ":" in name]
            prefix = next((one for one in used if one not in prefixes), "")
            message = f"prefix {quoted(prefix)} is not declared"
        raise BrokenFileError(kind, message, byte, count, prefix) from None
    finally:
        parser.StartElementHandler = None
        parser.StartNamespaceDeclHandler = parser.EndNamespaceDeclHandler = None

"""Reads the XML of nearly all files: those that declare namespaces at their root and nowhere else.

Expat need not resolve namespaces then, and the tree is built by closures, which are about twice as
fast as the methods of a class. This is a third of the time that an expansion takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn
from xml.parsers import expat

from bodyplan.formats.xacro.nodes import (
    DECLARATION,
    PREFIX,
    SWITCH,
    Element,
    FileTree,
    Node,
    Other,
)


class UnusualFileError(Exception):
    """The file has something that only a parser that resolves namespaces can judge."""


def read_plain(text: str, file: int, max_depth: int) -> FileTree:
    """Return the tree of a file.

    Args:
        text: the content.
        file: index of the file.
        max_depth: how deep elements may be nested.

    Raises:
        UnusualFileError: the file is not that plain, or exceeds the limit.
        ExpatError: it is not XML.
    """
    outside = Element("", {}, file, 0, None)
    """What is around the root, and the root."""
    top = outside
    nodes: list[Node] = outside.children
    around: list[tuple[Element, bool]] = []
    is_static = False
    count = 0
    section: Other | None = None
    is_in_section = False
    names: set[str] = set()
    """The names with a prefix that were checked."""
    prefixes: set[str] = set()
    parser = expat.ParserCreate()

    def check(found: Iterable[str]) -> None:
        for name in found:
            if ":" in name and name not in names:
                prefix, _, local = name.partition(":")
                first = local[:1]
                if prefix not in prefixes or ":" in local or not first.isascii():
                    raise UnusualFileError
                if not first.isidentifier():
                    raise UnusualFileError
                names.add(name)

    def start_root(name: str, attributes: dict[str, str]) -> None:
        nonlocal is_static
        parser.StartElementHandler = start
        declared = _declared(attributes)
        prefixes.update(key[6:] for key in declared if key != "xmlns")
        prefixes.add("xml")
        rest = {key: value for key, value in attributes.items() if key not in declared}
        start(name, rest)
        if declared:
            top.attributes = {**declared, **rest}
            if DECLARATION in declared or "$" in "".join(declared.values()):
                top.is_dynamic, is_static = True, False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, is_static, nodes, top
        is_dynamic = False
        if attributes:
            if ":" in "".join(attributes):
                check(attributes)
                is_dynamic = any(key.startswith(PREFIX) for key in attributes)
            if "xmlns" in attributes:
                raise UnusualFileError
            if "$" in "".join(attributes.values()):
                is_dynamic = True
        if ":" in name and name not in names:
            check((name,))
        element = Element(name, attributes, file, count, None)
        element.is_dynamic = is_dynamic
        count += 1
        nodes.append(element)
        around.append((top, is_static))
        if len(around) > max_depth:
            raise UnusualFileError
        is_static = not is_dynamic and name[:6] != PREFIX
        top = element
        nodes = element.children

    def end(_: str) -> None:
        nonlocal is_static, nodes, top
        if is_static:
            top.size = count - top.number
            top, is_static = around.pop()
        else:
            top, is_static = around.pop()[0], False
        nodes = top.children

    def data(part: str) -> None:
        nonlocal is_static, section
        if is_in_section:
            if section is None:
                section = Other("cdata", part)
                nodes.append(section)
            else:
                section.data += part
            return
        if nodes and type(nodes[-1]) is str:
            nodes[-1] += part
        else:
            nodes.append(part)
        if "$" in part:
            is_static = False

    def start_section() -> None:
        nonlocal is_in_section
        is_in_section = True

    def end_section() -> None:
        nonlocal is_in_section, section
        is_in_section, section = False, None

    def comment(words: str) -> None:
        nonlocal is_static
        nodes.append(Other("comment", words))
        if SWITCH in words:
            is_static = False

    def instruction(target: str, words: str) -> None:
        nodes.append(Other("instruction", f"{target} {words}"))

    def unusual(*_: object) -> NoReturn:
        raise UnusualFileError

    parser.buffer_text = True
    parser.buffer_size = 1024 * 1024  # a long text comes in few pieces
    parser.specified_attributes = True
    parser.StartElementHandler = start_root
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.StartCdataSectionHandler = start_section
    parser.EndCdataSectionHandler = end_section
    parser.CommentHandler = comment
    parser.ProcessingInstructionHandler = instruction
    parser.StartDoctypeDeclHandler = unusual
    parser.Parse(text, True)
    (root,) = outside
    index = outside.children.index(root)
    before, after = outside.children[:index], outside.children[index + 1 :]
    return FileTree(
        root,
        [node for node in before if type(node) is Other],
        [node for node in after if type(node) is Other],
    )


def _declared(attributes: dict[str, str]) -> dict[str, str]:
    """Return the namespaces that a root declares.

    Raises:
        UnusualFileError: one of them is reserved, empty or declared twice.
    """
    declared = {
        key: value
        for key, value in attributes.items()
        if key == "xmlns" or key.startswith("xmlns:")
    }
    addresses = [*declared.values()]
    if not all(addresses) or len({*addresses}) < len(addresses) or " " in "".join(addresses):
        raise UnusualFileError
    for key, address in declared.items():
        prefix = key[6:]
        is_plain = key == "xmlns" or (prefix[:1].isascii() and prefix[:1].isidentifier())
        if not is_plain or prefix in {"xml", "xmlns"} or ":" in prefix:
            raise UnusualFileError
        if "www.w3.org/" in address:  # two of these are reserved
            raise UnusualFileError
    return declared

"""The files of an expansion as they are written: what they define, and which words they use."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.xacro import Origin
from bodyplan.formats.xacro.places import SourcePlaces

PREFIX = "xacro:"
KEYWORDS = (
    *("macro", "property", "arg", "include", "if", "unless"),
    *("element", "attribute", "insert_block", "call"),
)
"""The tags that are no calls of macros, without their prefix."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_PATTERN = re.compile("[*[?]")
_FIND = re.compile(r"\$\(find\s+([^\s)]+)\s*\)")


class Tag(NamedTuple):
    """An element of one of the files.

    Args:
        file: index of the file.
        number: of the element in its file.
        node: the element.
    """

    file: int
    number: int
    node: Node

    @property
    def origin(self) -> Origin:
        """The same as an origin."""
        return Origin(self.file, self.number)


class MacroSources:
    """What stands in the files of an expansion.

    Args:
        sources: the files.
    """

    def __init__(self, sources: SourcePlaces) -> None:
        self.sources = sources
        self.expansion = sources.expansion
        self._sections: dict[int, bool] = {}

    @cached_property
    def tags(self) -> list[Tag]:
        """Every element of every file, in document order."""
        return [
            Tag(file, number, node)
            for file in range(len(self.expansion.files))
            for number, node in enumerate(self.sources.file(file).layout.elements)
        ]

    @cached_property
    def by_tag(self) -> dict[str, list[Tag]]:
        """The elements with the prefix of xacro, by their tags without it."""
        found: dict[str, list[Tag]] = defaultdict(list)
        for tag in self.tags:
            if tag.node.tag.startswith(PREFIX):
                found[tag.node.tag.removeprefix(PREFIX)].append(tag)
        return found

    def of(self, word: str) -> list[Tag]:
        """The elements ``xacro:WORD``."""
        return self.by_tag.get(word, [])

    def root(self, file: int) -> Tag | None:
        """The root of a file."""
        node = self.sources.file(file).tree.root
        return None if node is None else Tag(file, 0, node)

    @cached_property
    def _numbers(self) -> dict[int, Tag]:
        return {id(tag.node): tag for tag in self.tags}

    def tag(self, node: Node) -> Tag:
        """An element with its place."""
        return self._numbers[id(node)]

    def parent(self, tag: Tag) -> Node | None:
        """The element around another."""
        return self.sources.file(tag.file).layout.parent(tag.node)

    def around(self, tag: Tag) -> Iterator[Node]:
        """The elements around another, innermost first."""
        layout = self.sources.file(tag.file).layout
        node = layout.parent(tag.node)
        while node is not None:
            yield node
            node = layout.parent(node)

    def has_sections(self, file: int) -> bool:
        """Whether there are CDATA sections in a file."""
        if file not in self._sections:
            self._sections[file] = b"<![CDATA[" in self.expansion.files[file].data
        return self._sections[file]

    # Definitions

    @cached_property
    def macros(self) -> dict[str, list[Tag]]:
        """The definitions of macros, by name."""
        found: dict[str, list[Tag]] = defaultdict(list)
        for tag in self.of("macro"):
            found[tag.node.get("name", "").removeprefix(PREFIX)].append(tag)
        return found

    @cached_property
    def properties(self) -> set[str]:
        """The names of properties, of parameters, and of name spaces of includes."""
        names = {tag.node.get("name", "") for tag in self.of("property")}
        for tag in self.of("macro"):  # more than the parameters, as defaults are among them
            names.update(_NAME.findall(tag.node.get("params", "")))
        return names | {tag.node.get("ns", "") for tag in self.of("include")}

    @cached_property
    def arguments(self) -> set[str]:
        """The names of arguments, declared or given."""
        declared = {tag.node.get("name", "") for tag in self.of("arg")}
        return declared | {argument.name for argument in self.expansion.arguments}

    @cached_property
    def is_complete(self) -> bool:
        """Whether all definitions are known: each include was read, and no name is computed."""
        named = [tag.node.get("name", "") for word in ("property", "arg") for tag in self.of(word)]
        named += [tag.node.get("ns", "") for tag in self.of("include")]
        if any("$" in name for name in named):
            return False
        made = [tag.node.get("xacro:name", "") for tag in self.of("element")]
        return not any(PREFIX in name for name in made) and not self.unread

    @cached_property
    def unread(self) -> list[Tag]:
        """The includes of which it is not known that their files were read."""
        asked = {file.included[:2] for file in self.expansion.files if file.included is not None}
        known = {str(file.path) for file in self.expansion.files if file.path is not None}
        return [
            tag
            for tag in self.of("include")
            if tag[:2] not in asked and self.included(tag) not in known
        ]

    def included(self, tag: Tag) -> str | None:
        """The path of the file that an include names; None where only an expansion can tell."""
        written = tag.node.get("filename", "")
        for package in self.expansion.packages:
            if package.path is not None:
                written = _FIND.sub(
                    lambda m, p=package: str(p.path) if m[1] == p.name else m[0],  # type: ignore[misc]
                    written,
                )
        here = self.expansion.files[tag.file].path
        if "$" in written or _PATTERN.search(written) or here is None or not written:
            return None
        return os.path.abspath(os.path.join(os.path.dirname(here), written))

    # Words

    @cached_property
    def words(self) -> set[str]:
        """Every word of the files that may use a definition: in expressions and parameters."""
        texts: list[str] = []
        for tag in self.tags:
            node = tag.node
            is_xacro = node.tag.startswith(PREFIX)
            is_definition = node.tag in {"xacro:property", "xacro:macro", "xacro:arg"}
            for name, value in node.attrib.items():
                if "$" in value or (is_xacro and not (is_definition and name == "name")):
                    texts.append(value)
            texts += [text for text in (node.text, node.tail) if text and "$" in text]
        return {word for text in texts for word in _NAME.findall(text)}

    @cached_property
    def called(self) -> set[str]:
        """The names by which macros may be called, without their name spaces."""
        return {word.rpartition(".")[2] for word in self.by_tag} | self.words

"""The files that MJCF references. This process finds, opens and parses them, never MuJoCo."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.mjcf.limits import MOST_BYTES
from bodyplan.core import quoted
from bodyplan.files.opener import TooLargeError
from bodyplan.formats.input_error import InputError
from bodyplan.spec.recorder import Places
from bodyplan.text import ElementTree, Source, parse

if TYPE_CHECKING:
    from bodyplan.files.opener import File
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources


class MjcfPart(NamedTuple):
    """An MJCF file: the document, or an included or attached file.

    Args:
        uri: its path relative to the document; empty for the document itself.
        real: its path without symbolic links, which identifies the file.
        data: its bytes.
        tree: the elements. Namespaces are not resolved, so prefixes are part of the names.
    """

    uri: str
    real: str
    data: bytes
    tree: ElementTree

    @property
    def root(self) -> Node:
        """The root element."""
        assert self.tree.root is not None
        return self.tree.root

    @property
    def folder(self) -> str:
        """The folder, relative to the folder of the document; empty for the same folder."""
        folder = posixpath.dirname(self.uri)
        return "" if posixpath.normpath(folder) == "." else folder

    def line(self, node: Node) -> int:
        """Return the line number of an element."""
        return Places(Source(self.data, self.uri), self.tree).where(node).line


class MjcfFiles:
    """Finds and reads the files of a document; a file with several names is read only once.

    Args:
        document: the MJCF document.
        resources: the folders in which files are searched.
    """

    def __init__(self, document: Document, resources: Resources) -> None:
        self._document = document
        self._resources = resources
        self._base = None if document.path is None else document.path.parent
        self._contents: dict[str, bytes] = {}
        """Contents of files, by path without symbolic links."""
        self._parts: dict[str, MjcfPart] = {}
        self._left = MOST_BYTES
        self.searched: dict[str, None] = {}
        """Paths of all files that were searched, relative to the document."""

    @property
    def main(self) -> MjcfPart:
        """The document.

        Raises:
            InputError: the document is not XML, or has a document type.
        """
        document = self._document
        real = "" if document.path is None else self._resources.typed(document.path).real
        return _checked(MjcfPart("", real, document.source.data, document.tree), "it")

    def part(self, uris: Iterable[str], name: str) -> MjcfPart:
        """Return a file that is included or attached.

        Args:
            uris: candidate paths, relative to the document; the first that exists is read.
            name: its name in the file that references it, for errors.

        Raises:
            InputError: the file does not exist, may not be read, is not XML, or exceeds a limit.
        """
        reasons = []
        for uri in uris:
            data, reason, real = self._read(uri)
            if data is None:
                reasons.append(reason)
                continue
            if real not in self._parts:
                tree = parse(data, self._document.limits)
                self._parts[real] = _checked(MjcfPart(uri, real, data, tree), quoted(name))
            return self._parts[real]._replace(uri=uri)
        raise InputError(f"the file {quoted(name)} {reasons[0]}")

    def read(self, uri: str) -> tuple[bytes | None, str]:
        """Return the content of a file, or None and the reason why it cannot be read.

        Args:
            uri: its path relative to the document.
        """
        return self._read(uri)[:2]

    def reason(self, uri: str) -> str:
        """Return the reason why a file cannot be read, as the end of a sentence; empty if it can.

        Args:
            uri: its path relative to the document.
        """
        return self._found(uri)[1]

    def _found(self, uri: str) -> tuple[File | None, str]:
        """Return the file of a path and an empty text, or None and the reason."""
        self.searched[uri] = None
        if self._base is None:
            return None, "cannot be found: the document is not from a file"
        try:
            file = self._resources.file(uri, base=self._base)
        except PermissionError as error:
            return None, f"may not be read: {error}"
        if file is None or not file.is_there():
            return None, "is not found"
        return file, ""

    def _read(self, uri: str) -> tuple[bytes | None, str, str]:
        """Return the content of a file or None, the reason, and the path without symbolic links."""
        file, reason = self._found(uri)
        if file is None:
            return None, reason, ""
        real = file.real
        if real not in self._contents:
            try:
                data = file.read(self._left)
            except TooLargeError:
                return None, f"is too large: {MOST_BYTES >> 20} MiB are read of one robot", ""
            except OSError:
                return None, "cannot be read", ""
            self._contents[real] = data
            self._left -= len(data)
        return self._contents[real], "", real


def _checked(part: MjcfPart, name: str) -> MjcfPart:
    """Return a file; raise an error if it is not XML or has a document type."""
    if part.tree.fault is not None:
        raise InputError(f"{name} is not XML: {part.tree.fault.message}")
    if part.tree.has_doctype:
        raise InputError(f"{name} has a document type (<!DOCTYPE>), which is not read")
    return part

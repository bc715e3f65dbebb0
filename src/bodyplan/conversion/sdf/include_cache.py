"""A cache of included files that all files of a run share, and the limits on includes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from bodyplan.core import Limits, replace
from bodyplan.files.opener import File
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Includes, Opener
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class
from bodyplan.text.xml_tree import size_in_memory

T = TypeVar("T")

MOST_FILES = 5_000
"""Maximum number of files that the includes of one file may open."""
MOST_KEPT = 100_000
"""Maximum number of elements that are cached for the next file of a run."""


class NoRoomError(Exception):
    """A file exceeds the remaining input limits."""


class Weight(NamedTuple):
    """The size of a file: bytes of its text in memory, and number of its elements."""

    bytes: int
    elements: int


def weight(document: Document) -> Weight:
    """Return the size of a document's file."""
    root = document.tree.root
    size = size_in_memory(document.source.data)
    return Weight(size, 0 if root is None else sum(1 for _ in root.iter()))


class Room:
    """The remaining input limits: a file and all its includes share the limits of one file.

    Args:
        limits: the input limits.
        taken: the sizes of the files that are already read.
        files: number of files that may still be read.
    """

    def __init__(self, limits: Limits, *taken: Weight, files: int = MOST_FILES) -> None:
        self._limits = limits
        self._bytes = limits.max_bytes
        self._elements = limits.max_elements
        self._files = files
        self.is_full = False
        for one in taken:
            self.take(one)

    def read(self, file: File) -> tuple[Document, Weight]:
        """Return the document of a file and its size, without reserving room for it.

        Raises:
            InputError: the file cannot be read.
            NoRoomError: the file exceeds the remaining limits.
        """
        with contextlib.suppress(OSError):  # reading reports the problem
            self.is_full = self.is_full or os.stat(file.real).st_size > self._bytes
        if self.is_full or self._files <= 0:
            raise NoRoomError
        document = read(file, limits=replace(self._limits, max_elements=max(1, self._elements)))
        document.limits = self._limits
        size = weight(document)
        if not self._holds(size):
            self.is_full = True
            raise NoRoomError
        return document, size

    def _holds(self, size: Weight) -> bool:
        return size.bytes < self._bytes and size.elements < self._elements

    def take(self, size: Weight) -> bool:
        """Reserve room for a size; return whether it fits. After a failure, nothing fits."""
        self.is_full = self.is_full or not self._holds(size)
        self._bytes -= size.bytes
        self._elements -= size.elements
        return not self.is_full

    def take_file(self, size: Weight) -> bool:
        """Reserve room for an included file, and count the file; return whether it fits."""
        if self.is_full or self._files <= 0:
            return False
        self._files -= 1
        return self.take(size)


class IncludeCache:
    """A cache of included files and their locations that all files of a run share.

    Results do not depend on the content of the cache.
    """

    def __init__(self) -> None:
        self.open: Opener = _closed
        """Function that reads a file that is not cached; the caller sets it before a lookup."""
        self._clear()

    def _clear(self) -> None:
        self._finders: dict[tuple[int, Limits], Includes] = {}
        self._places: dict[tuple[int, Limits], Includes] = {}
        self._weights: dict[int, Weight] = {}
        self._documents: list[Document] = []
        """All cached documents. This keeps them alive, because other data is stored by their
        ``id``."""
        self._includes: dict[int, list[sdf.Include]] = {}
        self.owners: dict[int, Document] = {}
        """For the ``id`` of each include, the document that contains it."""
        self.gathered: set[int] = set()
        """The ``id`` of each document whose includes are all cached."""
        self._made: dict[Callable[[], Any], Any] = {}
        self.bytes = self.elements = 0

    def next_file(self) -> None:
        """Begin another file of the run; clear the cache if it is too large."""
        if self.elements > MOST_KEPT or self.count > MOST_FILES:
            self._clear()

    def once(self, make: Callable[[], T]) -> T:
        """Return the result of a function, which is cached until the documents are removed.

        Args:
            make: a function of a module; a local function would be a new one in each call.
        """
        if make not in self._made:
            self._made[make] = make()
        made: T = self._made[make]
        return made

    def finder(self, resources: Resources, limits: Limits) -> Includes:
        """Return an object that finds included files and reads them, unless they are cached."""
        # the finder keeps the resources alive, so that their ``id`` stays unique
        key = id(resources), limits
        if key not in self._finders:
            self._finders[key] = Includes(resources, self._opened, limits)
        return self._finders[key]

    def _opened(self, file: File) -> Document | None:
        return self.open(file)

    def places(self, resources: Resources, limits: Limits) -> Includes:
        """Return an object that finds the locations of included files without reading them."""
        key = id(resources), limits
        if key not in self._places:
            self._places[key] = Includes(resources, _closed, limits)
        return self._places[key]

    def put(self, document: Document, size: Weight) -> Document:
        """Cache a document."""
        self._documents.append(document)
        self._weights[id(document)] = size
        self.bytes += size.bytes
        self.elements += size.elements
        self._includes[id(document)] = found = includes_in(document)
        self.owners.update((id(include), document) for include in found)
        return document

    @property
    def count(self) -> int:
        """Number of cached documents."""
        return len(self._documents)

    def weight(self, document: Document) -> Weight:
        """Return the size of a cached document."""
        return self._weights[id(document)]

    def holds(self, document: Document) -> bool:
        """Return whether a document is cached."""
        return id(document) in self._weights

    def includes_in(self, document: Document) -> list[sdf.Include]:
        """Return the includes of a file, in file order."""
        found = self._includes.get(id(document))
        return includes_in(document) if found is None else found

    def room(self, limits: Limits, *taken: Weight) -> Room:
        """Return the input limits that remain, after the cached files and the given sizes.

        Args:
            limits: the input limits of one file with all its includes.
            taken: sizes of files that count towards the limits but are not cached.
        """
        here = Weight(self.bytes, self.elements)
        return Room(limits, *taken, here, files=MOST_FILES - self.count)


def includes_in(document: Document) -> list[sdf.Include]:
    """Return the includes of a file, in file order."""
    if not isinstance(document.root, sdf.Root):
        return []
    return by_class(document.root).get(sdf.Include, [])


def _closed(_file: File) -> Document | None:
    """Read nothing: only the location is required."""
    return None

"""Included files that are read once for all files of a run, and how much one file may include."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bodyplan.core import Limits, replace
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Includes, Opener
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class

T = TypeVar("T")

MOST_FILES = 5_000
"""How many files the includes of one file may open together."""
MOST_KEPT = 100_000
"""Elements of files that are kept for the next file of a run."""


class NoRoomError(Exception):
    """A file would be one too many."""


class Weight(NamedTuple):
    """How large a file is."""

    bytes: int
    elements: int


def weight(document: Document) -> Weight:
    """How large the file of a document is."""
    root = document.tree.root
    return Weight(len(document.source.data), 0 if root is None else sum(1 for _ in root.iter()))


class Room:
    """How much more may be read: a file and all that it includes are subject to the input limits of one file.

    Args:
        limits: the input limits.
        taken: what is read already.
        files: how many may be read besides.
    """

    def __init__(self, limits: Limits, *taken: Weight, files: int = MOST_FILES) -> None:
        self._limits = limits
        self._bytes = limits.max_bytes
        self._elements = limits.max_elements
        self._files = files
        self.is_full = False
        for one in taken:
            self.take(one)

    def read(self, path: Path) -> tuple[Document, Weight]:
        """The document of a file and how large it is. It takes no room yet.

        Raises:
            InputError: there is nothing to read.
            NoRoomError: the cache is full.
        """
        with contextlib.suppress(OSError):  # reading will say what is wrong
            self.is_full = self.is_full or path.stat().st_size > self._bytes
        if self.is_full or self._files <= 0:
            raise NoRoomError
        document = read(path, limits=replace(self._limits, max_elements=max(1, self._elements)))
        document.limits = self._limits
        size = weight(document)
        if not self._holds(size):
            self.is_full = True
            raise NoRoomError
        return document, size

    def _holds(self, size: Weight) -> bool:
        return size.bytes < self._bytes and size.elements < self._elements

    def take(self, size: Weight) -> bool:
        """Whether there was room; what is taken is no longer there. Where it is full, it stays so."""
        self.is_full = self.is_full or not self._holds(size)
        self._bytes -= size.bytes
        self._elements -= size.elements
        return not self.is_full

    def take_file(self, size: Weight) -> bool:
        """The same for an included file, of which there may be so many."""
        if self.is_full or self._files <= 0:
            return False
        self._files -= 1
        return self.take(size)


class IncludeCache:
    """A cache of included files, and where they were found, for all files of a run.

    What is found about a file does not depend on what is cached already: it only takes less time.
    """

    def __init__(self) -> None:
        self.open: Opener = _closed
        """Reads a file that is not cached yet; set by the caller before a look-up."""
        self._clear()

    def _clear(self) -> None:
        self._finders: dict[tuple[int, Limits], Includes] = {}
        self._places: dict[tuple[int, Limits], Includes] = {}
        self._weights: dict[int, Weight] = {}
        self._documents: list[Document] = []
        """All that is here; what is known of it goes by ``id``."""
        self._includes: dict[int, list[sdf.Include]] = {}
        self.owners: dict[int, Document] = {}
        """The files of all includes in them, by ``id``."""
        self.gathered: set[int] = set()
        """Files of which all that they include is here."""
        self._made: dict[Callable[[], Any], Any] = {}
        self.bytes = self.elements = 0

    def next_file(self) -> None:
        """Says that another file of the run comes; when too much was kept, that is forgotten."""
        if self.elements > MOST_KEPT or self.count > MOST_FILES:
            self._clear()

    def once(self, make: Callable[[], T]) -> T:
        """What a function makes; it is kept as long as the documents are.

        Args:
            make: a function of a module, not one made on the spot.
        """
        if make not in self._made:
            self._made[make] = make()
        made: T = self._made[make]
        return made

    def finder(self, resources: Resources, limits: Limits) -> Includes:
        """What finds and reads included files; ``open`` reads those that are not here."""
        # what finds them keeps the resources, so that their id stays theirs
        key = id(resources), limits
        if key not in self._finders:
            self._finders[key] = Includes(resources, self._opened, limits)
        return self._finders[key]

    def _opened(self, path: Path) -> Document | None:
        return self.open(path)

    def places(self, resources: Resources, limits: Limits) -> Includes:
        """What finds the places of included files and reads none."""
        key = id(resources), limits
        if key not in self._places:
            self._places[key] = Includes(resources, _closed, limits)
        return self._places[key]

    def put(self, document: Document, size: Weight) -> Document:
        """Keeps a document that was read."""
        self._documents.append(document)
        self._weights[id(document)] = size
        self.bytes += size.bytes
        self.elements += size.elements
        self._includes[id(document)] = found = includes_in(document)
        self.owners.update((id(include), document) for include in found)
        return document

    @property
    def count(self) -> int:
        """How many documents there are."""
        return len(self._documents)

    def weight(self, document: Document) -> Weight:
        """The size of a cached document."""
        return self._weights[id(document)]

    def holds(self, document: Document) -> bool:
        """Whether it is cached."""
        return id(document) in self._weights

    def includes_in(self, document: Document) -> list[sdf.Include]:
        """The includes in a file, in its order."""
        found = self._includes.get(id(document))
        return includes_in(document) if found is None else found

    def room(self, limits: Limits, *taken: Weight) -> Room:
        """The room that is left in the cache."""
        here = Weight(self.bytes, self.elements)
        return Room(limits, *taken, here, files=MOST_FILES - self.count)


def includes_in(document: Document) -> list[sdf.Include]:
    """The includes in a file, in its order."""
    if not isinstance(document.root, sdf.Root):
        return []
    return by_class(document.root).get(sdf.Include, [])


def _closed(_path: Path) -> Document | None:
    """Reads nothing: only the place is asked for."""
    return None

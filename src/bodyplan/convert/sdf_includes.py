"""The models that the includes of a file bring, for its frames and for rules about them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bodyplan.convert.sdf_frame_tree import IncludedModel
from bodyplan.convert.sdf_frames import SdfFrames, sdf_frames
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Found, Includes
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class
from bodyplan.text import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from bodyplan.formats.source import Readable

MOST_FILES = 1_000
"""How many files the includes of one file may open together."""


class SdfIncludes:
    """What the includes of a file lead to, those in included files too. Each file is read once.

    Args:
        document: the file.
        resources: where models are looked for; as the document or the environment says where not
            given.
    """

    def __init__(self, document: Document, resources: Resources | None = None) -> None:
        self.document = document
        self._includes = Includes(
            resources or document.resources or Resources(), self._opened, document.limits
        )
        self._owners: dict[int, Document] = {}
        self._found: dict[int, Found] = {}
        self.documents: dict[str, Document] = {}
        """The included files, by path."""
        self._register(document)

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """The model that an include brings; None where it is not known, False for a light or actor."""
        found = self.find(include)
        document = found.document
        if document is None or document.version is None or found.entity is None:
            return None
        if not isinstance(found.entity, sdf.Model):
            return False
        return IncludedModel(found.entity, document.version, document)

    def find(self, include: sdf.Include) -> Found:
        """What an include leads to, and what is wrong on the way.

        Raises:
            ValueError: it stands neither in the file nor in an included one.
        """
        key = id(include)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._includes.find(include, self._base(include))
        return found

    def owner(self, include: sdf.Include) -> Document:
        """The file that an include stands in.

        Raises:
            ValueError: it stands neither in the file nor in an included one.
        """
        owner = self._owners.get(id(include))
        if owner is None:
            raise ValueError(f"this include of {include.uri!r} is of another file")
        return owner

    def of(self, document: Document) -> list[sdf.Include]:
        """The includes that stand in a file, in its order."""
        if not isinstance(document.root, sdf.Root):
            return []
        return by_class(document.root).get(sdf.Include, [])

    def _base(self, include: sdf.Include) -> Path | None:
        path = self.owner(include).path
        return None if path is None else path.absolute().parent

    def _register(self, document: Document) -> None:
        for include in self.of(document):
            self._owners[id(include)] = document

    def _opened(self, path: Path) -> Document | None:
        if len(self.documents) >= MOST_FILES:
            return None
        document = read(path, limits=self.document.limits)
        document.resources = self.document.resources
        self.documents[str(path)] = document
        self._register(document)
        return document


def frames(
    source: Document | Readable,
    *,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> SdfFrames:
    """The frames of an SDFormat file, with the models that it includes: where everything is.

    Args:
        source: a document, or anything that ``read`` takes.
        resources: where included models are looked for.
        limits: caps on what is read.

    Raises:
        InputError: there is nothing to read.
        ValueError: it is no SDFormat file.
    """
    document = source if isinstance(source, Document) else read(source, limits=limits)
    if not isinstance(document.root, sdf.Root):
        raise ValueError(f"{document.name} is no SDFormat file")
    return sdf_frames(document, included=SdfIncludes(document, resources))

"""Change of the relative paths in a document that is to be written to another folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.formats.editing import edited
from bodyplan.formats.resources import NamedResource, address_edits, named_resources
from bodyplan.resources import Resources
from bodyplan.spec import Raw
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

_WITH_FILES = frozenset({"mesh", "texture", "include"})
"""The elements in xacro files whose attribute `filename` is a path."""


class Rebased(NamedTuple):
    """A document whose relative paths are adapted to another folder.

    Args:
        document: the document with changed paths; the original document if no change is necessary.
        uris: the paths that were changed, as they were before.
    """

    document: Document
    uris: tuple[str, ...] = ()


def is_relative(uri: str) -> bool:
    """Return whether a URI is a relative path."""
    return ":" not in uri and not os.path.isabs(uri)


def rebased(document: Document, folder: str | os.PathLike[str]) -> Rebased:
    """Return a document whose relative paths lead to the same files from another folder.

    A path changes only if its file is found relative to the folder of the document, but not
    relative to the other folder. Each change is a text edit; all other bytes are unchanged.

    Args:
        document: the document; if it was not read from a file, it is returned unchanged.
        folder: the folder to which the document will be written.

    Raises:
        EditError: the encoding of the file cannot represent a changed path.
    """
    target = os.path.abspath(folder)
    own = None if document.path is None else os.path.abspath(document.path.parent)
    if own is None or own == target:
        return Rebased(document)
    resources = document.resources or Resources()
    new: dict[str, str] = {}
    edits: list[Edit] = []
    for use in _uses(document):
        if use.uri not in new:
            new[use.uri] = _path(use.uri, own, target, resources)
        if new[use.uri]:
            edits += address_edits(document, use, new[use.uri])
    changed = tuple(uri for uri, path in new.items() if path)
    return Rebased(edited(document, edits), changed) if edits else Rebased(document)


def _path(uri: str, own: str, target: str, resources: Resources) -> str:
    """Return the path of a file relative to the target folder.

    Return "" if the file is not found, or if the URI needs no change.

    Args:
        uri: the relative path, as in the document.
        own: the folder of the document.
        target: the folder to which the document will be written.
        resources: the folders to search for packages and models.
    """
    found = resources.resolve(uri, base=own).path
    if found is None or os.path.lexists(os.path.join(target, uri)):
        return ""
    # for example, the name of a model is searched in several folders
    is_searched = not os.path.lexists(os.path.join(own, uri))
    if is_searched and resources.resolve(uri, base=target).path is not None:
        return ""
    return Path(os.path.relpath(found, target)).as_posix()


def _uses(document: Document) -> Iterator[NamedResource]:
    """Yield the URIs in a document that are relative paths."""
    found = _in_macros(document) if document.format == "xacro" else named_resources(document)
    return (use for use in found if is_relative(use.uri))


def _in_macros(document: Document) -> Iterator[NamedResource]:
    """Yield the paths in a xacro file that contain no expressions."""
    root = document.tree.root
    for node in () if root is None else root.iter():
        if str(node.tag).rpartition(":")[2] in _WITH_FILES:
            uri = node.get("filename", "")
            if uri and "$" not in uri:
                yield NamedResource(Raw(node), "filename", uri)

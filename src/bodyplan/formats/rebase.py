"""Relative paths of a document that is written to another folder."""

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
"""Elements of xacro files whose `filename` is a path."""


class Rebased(NamedTuple):
    """A document for another folder.

    Args:
        document: with the same files at other paths; the given one if all of them are still found.
        uris: the relative paths that changed, as they were.
    """

    document: Document
    uris: tuple[str, ...] = ()


def is_relative(uri: str) -> bool:
    """Return whether a URI is a path that starts from the folder of its file."""
    return ":" not in uri and not os.path.isabs(uri)


def rebased(document: Document, folder: str | os.PathLike[str]) -> Rebased:
    """Return a document whose relative paths lead from another folder to the same files.

    A path changes only if its file is found from the folder of the document, and not from the other
    one. Each change is a text edit; all other bytes stay.

    Args:
        document: the document; of one that is in no file, nothing changes.
        folder: where it will be written.

    Raises:
        EditError: the path cannot be written in the encoding of the file.
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
    """Return the path of a file from another folder; empty if the present path works there too."""
    found = resources.resolve(uri, base=own).path
    if found is None or os.path.lexists(os.path.join(target, uri)):
        return ""
    is_searched = not os.path.lexists(os.path.join(own, uri))  # such as a model by its name
    if is_searched and resources.resolve(uri, base=target).path is not None:
        return ""
    return Path(os.path.relpath(found, target)).as_posix()


def _uses(document: Document) -> Iterator[NamedResource]:
    """Yield the relative paths in a document."""
    found = _in_macros(document) if document.format == "xacro" else named_resources(document)
    return (use for use in found if is_relative(use.uri))


def _in_macros(document: Document) -> Iterator[NamedResource]:
    """Yield the paths in a xacro file that no expression computes."""
    root = document.tree.root
    for node in () if root is None else root.iter():
        if str(node.tag).rpartition(":")[2] in _WITH_FILES:
            uri = node.get("filename", "")
            if uri and "$" not in uri:
                yield NamedResource(Raw(node), "filename", uri)

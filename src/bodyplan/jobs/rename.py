"""Renaming of a link, joint, frame, model, material or group, with all references to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from bodyplan.core import Record
from bodyplan.description.description import Description, Source
from bodyplan.description.search.nearby import FilesAround
from bodyplan.description.session import Session, opened
from bodyplan.diag import did_you_mean
from bodyplan.edit.sdf_naming import NoSuchNameError, Renaming, RenamingError, sdf_renaming
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited, rename_edits
from bodyplan.formats.read import read
from bodyplan.formats.source import FilePath
from bodyplan.spec import Namespace
from bodyplan.spec.bind import uses
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.resources import Resources

NameKind = Literal["link", "joint", "frame", "model", "material", "group"]
KINDS = ("link", "joint", "frame", "model", "material", "group")
_ONLY_SDF = ("frame", "model")
_NOT_SDF = ("material", "group")


class Renamed(Record):
    """A document in which a name was changed.

    Args:
        before: the document that was read.
        document: the document with the new name; the same object if the name does not occur in it.
        count: the number of changed locations.
    """

    before: Document
    document: Document
    count: int


@overload
def rename(
    source: Source | Description,
    kind: NameKind,
    old: str,
    new: str,
    *,
    resources: Resources | None = ...,
) -> Renamed: ...


@overload
def rename(
    source: list[Source | Description] | tuple[Source | Description, ...],
    kind: NameKind,
    old: str,
    new: str,
    *,
    resources: Resources | None = ...,
) -> tuple[Renamed, ...]: ...


def rename(
    source: Source | Description | list[Source | Description] | tuple[Source | Description, ...],
    kind: NameKind,
    old: str,
    new: str,
    *,
    resources: Resources | None = None,
) -> Renamed | tuple[Renamed, ...]:
    """Rename a link, joint, material or group with every reference to it. No file is written.

    Args:
        source: a description, a document, or a source for ``read``; or a list of these, such as a
            URDF and its SRDF.
        kind: the kind of entity: "link", "joint", "material" or "group"; in SDFormat "link",
            "joint", "frame" or "model".
        old: the current name; in SDFormat, an ambiguous name needs the model names as a prefix, such
            as "arm::hand".
        new: the new name, without model names.
        resources: the folders in which included SDFormat models are searched; by default those of
            the environment.

    Returns:
        The document before and after the change; for a list of sources, a tuple with a result for
        each.

    Raises:
        InputError: a source cannot be opened.
        RenamingError: the old name does not exist or is not unique, the new name already exists or
            cannot be written, or the file that defines the old name is not among the sources.
    """
    if not new.strip():
        raise RenamingError(f"the new name of the {kind} must not be empty")
    if new == old:
        raise RenamingError(f"{old!r} is both the old and the new name")
    several = source if isinstance(source, list | tuple) else [source]
    session = Session(resources=resources)
    descriptions = [opened(one, session) for one in several]
    documents = [one.written for one in descriptions]
    for document in documents:
        if document.root is None:
            raise RenamingError(f"{document.name} is unreadable; nothing is renamed")
        if document.format == "xacro":
            raise RenamingError(
                f"{document.name} is xacro, which may compose names; rename in the output of "
                f"`bodyplan expand`, or by hand"
            )
    edits = _all_edits(documents, kind, old, new, descriptions[0].resources)
    results = tuple(
        Renamed(document, edited(document, found) if found else document, len(found))
        for document, found in zip(documents, edits, strict=True)
    )
    return results if isinstance(source, list | tuple) else results[0]


def others_using(document: Document, kind: NameKind, name: str) -> Iterator[str]:
    """Yield the paths of SRDF and model_state files near a URDF that use one of its names.

    Args:
        document: the URDF; nothing is yielded for other formats.
        kind: the kind of entity.
        name: the name to search.
    """
    if document.format != "urdf" or document.path is None or kind == "material":
        return
    for path in FilesAround().belongings(str(document.path)):
        other = read(FilePath(path))
        names = () if other.root is None else uses(other.root)
        if any(use.name == name and kind in use.namespaces for use in names):
            yield path


def _all_edits(
    documents: list[Document], what: str, old: str, new: str, resources: Resources | None
) -> list[list[Edit]]:
    """Return the edits of each document; empty for a document without the name.

    Raises:
        RenamingError: the old name does not exist, the new name already exists, or the file that
            defines the old name is not among the documents.
    """
    found: dict[int, list[Edit]] = {}
    described = [document for document in documents if document.format == "sdf"]
    if described:
        if what in _NOT_SDF:
            raise RenamingError(
                f"{described[0].name} is SDFormat; a {what} cannot be renamed there"
            )
        found = _sdf_edits(described, what, old, new, resources)
    for document in documents:
        if document.format != "sdf":
            if what in _ONLY_SDF:
                raise RenamingError(f"{document.name} is not SDFormat; only SDFormat has {what}s")
            found[id(document)] = _edits(document, cast("Namespace", what), old, new)
    edits = [found[id(document)] for document in documents]
    if not any(edits):
        raise NoSuchNameError(_unknown(documents[0], what, old))
    return edits


def _sdf_edits(
    documents: list[Document], what: str, old: str, new: str, resources: Resources | None
) -> dict[int, list[Edit]]:
    """Return the edits of SDFormat files, which may include each other, by ``id`` of the document.

    Raises:
        RenamingError: no file contains the name, several define it, or the file that defines it is
            not among the documents.
    """
    kind: Any = what
    found: dict[int, Renaming] = {}
    reason = ""
    try:
        for document in documents:
            try:
                found[id(document)] = sdf_renaming(document, kind, old, new, resources=resources)
            except NoSuchNameError as error:
                reason = reason or str(error)
        if not found:
            raise RenamingError(reason)
        homes = {
            document.name: found[id(document)].home
            for document in documents
            if id(document) in found and found[id(document)].is_here
        }
        if len(homes) > 1:
            raise RenamingError(
                f"{' and '.join(homes)} each define {what} {old!r}; rename in one file at a time"
            )
        if not homes:
            home = next(iter(found.values())).home
            raise RenamingError(f"{what} {old!r} is defined in {home}; add that file")
        home = next(iter(homes.values()))
        for document in documents:
            renaming = found.get(id(document))
            if renaming is not None and not renaming.is_here and renaming.home != home:
                found[id(document)] = sdf_renaming(
                    document, kind, old, new, resources=resources, home=home
                )
    except NoSuchNameError:
        del found[id(document)]
    return {
        id(document): list(found[id(document)].edits) if id(document) in found else []
        for document in documents
    }


def _edits(document: Document, what: Namespace, old: str, new: str) -> list[Edit]:
    """Return the edits of one file; empty for a file without the name.

    Raises:
        RenamingError: the new name already exists in the file, or cannot be written.
    """
    try:
        return rename_edits(document, what, old, new)
    except KeyError:
        return []
    except ValueError as error:
        raise RenamingError(f"{document.name}: {error}") from None


def _unknown(document: Document, what: str, old: str) -> str:
    """Return the message for an unknown name, with a similar name or with its actual kind."""
    found = list(uses(document.root))
    names = {use.name for use in found if what in use.namespaces}
    sentence = f"{document.name}: unknown {what} {old!r}"
    others = sorted(
        namespace
        for namespace in KINDS
        if any(use.name == old and namespace in use.namespaces for use in found)
    )
    if others:
        return f"{sentence}; it is a {others[0]}"
    hint = did_you_mean(old, sorted(names))
    return f"{sentence}; {hint}" if hint else sentence

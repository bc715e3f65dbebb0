"""The files of a description: those that it was read from, and those that it names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.conversion.mjcf_files import MjcfFiles
from bodyplan.conversion.mjcf_tree import MjcfTree
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document, expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.report.resources import file_resources
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from bodyplan.diag import Report


def source_files(
    document: Document, resources: Resources | None, report: Report | None
) -> set[Path]:
    """Return the files that a robot depends on, including places where missing ones were searched.

    Args:
        document: the description.
        resources: finds packages.
        report: of its check, whose files were read with it.
    """
    found = set(_files(document, document.resources or resources or Resources()))
    if report is not None:
        for file in report.files:
            for name in (file.name, *file.partners):
                path = Path(name)
                if path.is_file():
                    found.add(path.absolute())
    return found


def _files(document: Document, resources: Resources) -> Iterator[Path]:
    if document.path is not None:
        yield document.path.absolute()
    expansion = expansion_of(document)
    if expansion is not None:
        for file in expansion.files:
            if file.path is not None:
                yield file.path.absolute()
        yield from (path.absolute() for path in expansion.read)
    if document.format == "mjcf":
        yield from _files_of_mjcf(document, resources)
    described = expanded_document(document)
    if described is None or described.root is None:
        return
    for resource in file_resources(document, resources).resources:
        if resource.path is not None and not resource.is_folder:
            yield resource.path.absolute()
        elif resource.path is None:
            yield from (one.path.absolute() for one in resource.tried[:8])


def _files_of_mjcf(document: Document, resources: Resources) -> Iterator[Path]:
    """Yield the files that MJCF includes, attaches and loads, and where missing ones were searched."""
    files = MjcfFiles(document, resources)
    with suppress(InputError):
        MjcfTree(files, document.limits).input(document.name)
    if document.path is not None:
        for uri in files.searched:
            yield document.path.parent.absolute() / uri

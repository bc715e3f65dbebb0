"""The files of a description: the files from which it was read, and the files that it names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import Record
from bodyplan.formats.expansion import files_read
from bodyplan.formats.registry import FORMATS
from bodyplan.report.resources import FileResources, file_resources
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from bodyplan.description.description import Description

_MOST_TRIED = 8
"""The largest number of searched locations that are listed for a missing file."""


class Files(Record):
    """The files of a description.

    Args:
        read: the files from which the description was read; for a xacro file, also the files of its
            macros.
        named: the meshes, textures and models that the description names, and how each was found.
        partners: the files of the robot of an SRDF, or of the SRDF of a robot.
        missing: the paths at which files that do not exist were searched.
    """

    read: tuple[Path, ...]
    named: FileResources
    partners: tuple[Path, ...] = ()
    missing: tuple[Path, ...] = ()

    @property
    def paths(self) -> frozenset[Path]:
        """All of these files, and the locations where missing files were searched."""
        found = [one.path for one in self.named.resources if one.path and not one.is_folder]
        every = (*self.read, *found, *self.partners, *self.missing)
        return frozenset(path.absolute() for path in every)


def files_of(description: Description) -> Files:
    """Return the files of a description; see ``Description.files``."""
    document = description.written
    resources = document.resources or description.resources or Resources()
    named = file_resources(document, resources)
    missing = [
        tried.path
        for one in named.resources
        if one.path is None
        for tried in one.tried[:_MOST_TRIED]
    ]
    partners: list[Path] = []
    for partner in (description.partner.description, description.own_srdf):
        if partner is not None:
            partners += files_read(partner.written)
    read = files_read(document)
    format_ = FORMATS.get(document.format or "")
    if format_ is not None and format_.checking:
        read += import_module(format_.checking).files(document, resources)
    return Files(tuple(read), named, tuple(partners), tuple(missing))

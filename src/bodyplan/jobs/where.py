"""The locations of the files that a description references."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.report.resources import FileResources
from bodyplan.resources import Resources


def where(
    source: Source | Description,
    *,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> FileResources:
    """Return the location of each mesh, texture and included file of a description.

    Args:
        source: a description, a document, or a source for ``read``.
        arguments: values for the arguments of a xacro file.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the macros of a xacro file cannot be expanded.
        InputError: the source cannot be opened.
    """
    description = opened(source, Session(resources=resources, arguments=arguments))
    description.require_expanded()
    return description.files.named

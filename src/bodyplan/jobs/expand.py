"""The expansion of a xacro file."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.resources import Resources
from bodyplan.xacro import Expansion


def expand(
    source: Source | Description,
    *,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Expansion:
    """Expand a xacro file as the xacro package does; errors in the file do not raise exceptions.

    Args:
        source: a description, a document, or a source for ``read``.
        arguments: values for the arguments of the file.
        resources: the folders in which packages are searched; by default those of the environment.

    Returns:
        The expansion: its ``text`` is the XML; None if the expansion failed, see ``problems``.

    Raises:
        InputError: the source cannot be opened, or is not xacro.
    """
    session = Session(resources=resources, arguments=arguments)
    document = opened(source, session, format="xacro").written
    expansion = expansion_of(document)
    if expansion is None:
        raise InputError(f"{document.name} is {document.format}, not xacro; nothing is expanded")
    return expansion

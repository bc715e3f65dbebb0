"""The expansion of a xacro file."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import Readable
from bodyplan.resources import Resources
from bodyplan.xacro import Expansion, XacroLimits


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
    if isinstance(source, Description | Document):
        document = opened(source).written
    else:
        document = read_xacro(source, Session(resources=resources, arguments=arguments))
    expansion = expansion_of(document)
    if expansion is None:
        raise InputError(f"{document.name} is {document.format}, not xacro; nothing is expanded")
    return expansion


def read_xacro(source: Readable, session: Session, limits: XacroLimits | None = None) -> Document:
    """Return a document that is expanded whether or not it has xacro elements.

    Args:
        source: a source for ``read``.
        session: the session that reads the file.
        limits: the limits of the expansion.

    Raises:
        InputError: the source cannot be opened.
    """
    document = session.read(source, format="xacro")
    document.format = "xacro"  # also if it is not well-formed, which the expansion reports
    if limits is not None:
        document.options[type(limits)] = limits
    return document

"""The URDF that ``--robot`` names, or that a file describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description
from bodyplan.project.checker import whole_robot

if TYPE_CHECKING:
    from bodyplan.formats import urdf
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources


def named_urdf(
    name: str | None, arguments: Mapping[str, str], resources: Resources | None
) -> urdf.Robot | None:
    """Return the URDF that ``--robot`` names; None where it names none.

    Args:
        name: what was named.
        arguments: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        UserError: it is not a URDF.
    """
    if name is None:
        return None
    try:
        document = description(name, arguments=arguments, resources=resources)
    except UserError as error:
        raise UserError(f"--robot {error}") from None
    return urdf_of(document, "--robot ")


def urdf_of(document: Document, option: str = "") -> urdf.Robot:
    """Return the URDF in a document, or the one that its macros make.

    Args:
        document: the document.
        option: that named it, which messages begin with.

    Raises:
        UserError: it is not a URDF.
    """
    root, reason = whole_robot(document)
    if root is None:
        raise UserError(f"{option}{reason}")
    return root

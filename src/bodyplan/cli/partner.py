"""The robot that ``--robot`` names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description
from bodyplan.project.checker import whole_robot

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.resources import Resources


def partner(
    name: str | None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Robot | None:
    """The robot that ``--robot`` names.

    Args:
        name: what was named.
        arguments: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        UserError: it is no URDF.
    """
    if name is None:
        return None
    try:
        document = description(name, arguments=arguments, resources=resources)
    except UserError as trouble:
        raise UserError(f"--robot {trouble}") from None
    root, why = whole_robot(document)
    if root is None:
        raise UserError(f"--robot {why}")
    return root

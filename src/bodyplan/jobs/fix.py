"""Applying the fixes of a check to a description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.lint.fix import FixResult, fix_document
from bodyplan.lint.settings import Settings

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def fix(
    source: Source | Description,
    *,
    unsafe: bool = False,
    robot: Source | Description | None = None,
    settings: Settings | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> FixResult:
    """Apply the fixes of a check to a document; return it with the remaining diagnostics.

    No file is written. In a xacro file, only text that the expansion copies unchanged is fixed;
    fixes for the output of macros and expressions are not applied.

    Args:
        source: a description, a document, or a source for ``read``. A ``Description`` has its own
            session and robot.
        unsafe: whether to apply fixes that may not be what the author meant.
        robot: the URDF of an SRDF or model_state; by default, it is searched near the file.
        settings: the settings that select the rules.
        arguments: values for the arguments of a file with macros.
        resources: the folders in which packages and meshes are searched.

    Raises:
        InputError: no file can be read, ``robot`` is not a URDF, or macros need a package that is
            not installed.
    """
    session = Session(settings, resources=resources, arguments=arguments)
    description = opened(source, session, robot=robot)
    session = description.session
    partner = description.partner_robot
    settings = settings or session.settings_for(description.name)
    found = session.resources
    return fix_document(
        description.written, settings, unsafe=unsafe, robot=partner, resources=found
    )

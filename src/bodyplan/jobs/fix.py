"""Fixes of a description, checked together with the robot that it belongs to."""

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
    """Apply the fixes of a check to the document and return it, with what remains; write nothing.

    Of a file with macros, only the file itself is changed, and only where its text is the same in
    the expansion; fixes of what macros and expressions make are only shown.

    Args:
        source: a description, a document, or what ``read`` accepts; a description has been opened
            with a session and a robot.
        unsafe: also make fixes that may not be what the author meant.
        robot: the URDF that an SRDF or model_state belongs to; by default, it is searched around
            the file.
        settings: the settings that select the reported findings.
        arguments: values for the arguments of a file with macros.
        resources: the folders in which packages and meshes are searched.

    Raises:
        InputError: there is nothing to read, ``robot`` is not a URDF, or macros need a package that is
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

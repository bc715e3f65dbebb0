"""Fixes of a description, checked together with the robot that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import Readable
from bodyplan.lint.fix import FixResult, fix_document
from bodyplan.lint.settings import Settings
from bodyplan.project.check import given_robot, robot_around

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def fix(
    source: Readable | Document,
    *,
    unsafe: bool = False,
    robot: Readable | Document | None = None,
    settings: Settings | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> FixResult:
    """The repaired document, what was done, and what remains. Nothing is written.

    Of a file with macros only the file itself is repaired, where its text says what the expanded
    robot does; what macros and expressions make is only shown.

    Args:
        source: what ``read`` takes, or a document.
        unsafe: also make fixes that may not be what the author meant.
        robot: the URDF that an SRDF or model_state belongs to; looked for around it where not
            given.
        settings: which findings count.
        arguments: values for the arguments of a file with macros.
        resources: where packages and meshes are looked for.

    Raises:
        InputError: there is nothing to read, ``robot`` is not a URDF, or macros need a package that is
            not installed.
    """
    settings = settings or Settings()
    document = source
    if not isinstance(document, Document):
        document = read(document, limits=settings.limits, arguments=arguments, resources=resources)
    partner, _ = given_robot(robot, settings, resources=resources)
    if robot is None:
        partner = robot_around(document, resources)
    return fix_document(document, settings, unsafe=unsafe, robot=partner, resources=resources)

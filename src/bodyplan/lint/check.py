"""Check a document: report the diagnostics of the rules that no comment suppresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.lint.profiles import judge
from bodyplan.lint.run import findings, graded
from bodyplan.lint.settings import DEFAULT_SETTINGS, Settings
from bodyplan.lint.suppress import suppress

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.lint.context import CheckRun
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources


def check_document(
    document: Document,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    robot: Robot | Model | None = None,
    resources: Resources | None = None,
    run: CheckRun | None = None,
    in_blocks: bool = True,
) -> list[Diagnostic]:
    """Return the diagnostics of parsing and of the rules, except suppressed ones.

    Args:
        document: the document.
        settings: which diagnostics to report, and with which severity.
        robot: the robot that a model_state or SRDF belongs to; for an SRDF it may be a ``model``.
        resources: finds meshes; by default, in the folders that environment variables name.
        run: the cache that all files of one invocation share; by default, a new one.
        in_blocks: whether to check the SDFormat elements inside the ``<gazebo>`` elements of a
            URDF; they cause warnings at most, never errors.

    Raises:
        InputError: meshes must be opened, and the library that reads them is not installed.
    """
    if document.format == "xacro":
        # imported late, because few files contain xacro
        from bodyplan.lint.expansion import check_xacro

        return check_xacro(document, settings, robot=robot, resources=resources, run_of_all=run)
    if settings.profile is not None:  # a parser profile ignores suppression comments
        return graded(judge(document, settings.profile), document.name, settings)
    found = findings(document, settings, robot, resources, run, in_blocks=in_blocks)
    return suppress(document.places, found, document.limits.max_diagnostics)

"""Checking what belongs together."""

from __future__ import annotations

from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import Readable
from bodyplan.formats.urdf import Robot
from bodyplan.lint.run import check_document
from bodyplan.lint.settings import Settings
from bodyplan.text import replace


def check(
    source: Readable | Document,
    *,
    profile: str | None = None,
    robot: Readable | Document | None = None,
    settings: Settings | None = None,
) -> Report:
    """The report on one description: faults of XML, of the format, and of the robot.

    Args:
        source: what ``read`` takes, or a document.
        profile: "urdfdom" for the verdict of the reference reader and nothing else.
        robot: the URDF that a model_state belongs to.
        settings: what to report and how.

    Raises:
        InputError: there is nothing to read.
        ValueError: no such profile.
    """
    settings = settings or Settings()
    if profile is not None:
        settings = replace(settings, profile=profile)
    document = source if isinstance(source, Document) else read(source, limits=settings.limits)
    partner = robot if robot is None or isinstance(robot, Document) else read(robot)
    root = partner.root if partner is not None else None
    diagnostics = check_document(
        document, settings, robot=root if isinstance(root, Robot) else None
    )
    return Report(
        (FileReport(document.name, document.format, tuple(diagnostics), document.source),)
    )

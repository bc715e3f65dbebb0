"""The report on the contents of a robot, a model state, an SRDF or an SDFormat file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bodyplan
from bodyplan.core import collector_paused, plural
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.diag import Severity
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import ChoiceError, InputError
from bodyplan.formats.registry import CALLED, is_edited
from bodyplan.formats.urdf import ModelState, Robot
from bodyplan.report import robot as report_of
from bodyplan.report.configuration import DEFAULT, ConfigurationError, ConfigurationRequest
from bodyplan.report.facts import RobotReport, StateReport

if TYPE_CHECKING:
    from bodyplan.report.sdf.facts import SdfReport
    from bodyplan.report.semantics_facts import SemanticSummary
    from bodyplan.resources import Resources


@collector_paused()
def robot_report(
    source: Source | Description | Robot | ModelState,
    request: ConfigurationRequest = DEFAULT,
    *,
    resources: Resources | None = None,
) -> RobotReport | StateReport | SdfReport | SemanticSummary:
    """Return the contents of a description: counts, degrees of freedom, mass, files, tree.

    The report on an invalid description marks the errors. MJCF is converted to URDF first. An SRDF
    is reported together with its robot.

    Args:
        source: a description, a document, a source for ``read``, or the root of a URDF or
            model_state.
        request: the requested configuration.
        resources: the folders in which included models are searched.

    Raises:
        DescriptionError: the description cannot be expanded or converted.
        InputError: the source cannot be opened, contains no robot, or is too large.
        ConfigurationError: the robot cannot have the requested configuration.
    """
    if isinstance(source, Robot | ModelState):
        return report_of.robot_report(source, request)
    description = as_urdf(opened(source, Session(resources=resources)))
    document, described = description.written, description.require_expanded()
    if described.format == "srdf":
        from bodyplan.report.srdf_report import summarize_semantics  # imported late, for SRDF only

        if not request.is_default:
            raise ConfigurationError(f"{document.name} is an SRDF, not a robot")
        return summarize_semantics(document, robot_of_srdf(description)[0])
    if described.format == "sdf":
        from bodyplan.report.sdf.sdf_report import sdf_report  # imported late, for SDFormat only

        return sdf_report(described, description.resources, request)
    if described.root is None:
        why = (one.message for one in described.diagnostics if one.severity is Severity.ERROR)
        raise InputError(f"{document.name}: {next(why, 'contains no robot')}")
    return report_of.robot_report(document, request)


def as_urdf(description: Description) -> Description:
    """Convert an MJCF file to URDF; return any other description unchanged.

    Raises:
        DescriptionError: MuJoCo rejects the file.
        InputError: MuJoCo is not installed.
    """
    if is_edited(description.format):
        return description
    made = bodyplan.convert(description, "urdf", makes_srdf=False).document
    return description.session.open(made)


def robot_of_srdf(description: Description) -> tuple[Document | None, str]:
    """Return the robot of an SRDF, and why it was chosen; or None, and why no robot was found.

    Raises:
        InputError: the given robot is not a URDF.
    """
    partner, reason, others = description.partner
    if partner is None:
        return None, reason if description.path is not None else ""
    if not isinstance(report_of.root_of(partner.written), Robot):
        if description.robot_given is None:
            return None, f"{partner.name} could not be read"
        what = CALLED.get(partner.written.format or "", "not one")
        raise ChoiceError("", "robot", f" requires a URDF; {partner.name} is {what}")
    if others:
        reason += f"; {plural(len(others), 'other')} would fit as well"
    return partner.written, reason

"""The report of ``bodyplan workspace``."""

from __future__ import annotations

from bodyplan.kinematics.workspace import Workspace
from bodyplan.report.configuration import ConfigurationFacts


class WorkspaceReport(Workspace):
    """How far a link reaches, over many configurations.

    Args:
        file: how the file was named.
        configuration: of the joints that are not sampled, and of the robot in the picture.
    """

    JSON = ("file", "configuration", *Workspace.JSON)

    file: str = ""
    configuration: ConfigurationFacts = ConfigurationFacts()

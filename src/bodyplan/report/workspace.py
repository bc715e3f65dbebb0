"""The report of ``bodyplan workspace``."""

from __future__ import annotations

from bodyplan.kinematics.workspace import Workspace
from bodyplan.report.configuration import ConfigurationFacts


class WorkspaceReport(Workspace):
    """The workspace of a link, sampled in many configurations.

    Args:
        file: the name of the file, as given.
        configuration: the positions of the joints that are not sampled; the picture shows the robot
            in this configuration.
    """

    JSON = ("file", "configuration", *Workspace.JSON)

    file: str = ""
    configuration: ConfigurationFacts = ConfigurationFacts()

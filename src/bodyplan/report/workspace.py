"""The report of ``bodyplan workspace``."""

from __future__ import annotations

from bodyplan.kinematics.workspace import Workspace
from bodyplan.report.configuration import ConfigurationFacts


class WorkspaceReport(Workspace):
    """The reach of a link over many configurations.

    Args:
        file: the name of the file, as given.
        configuration: the positions of joints that are not sampled, and of the robot in the
            picture.
    """

    JSON = ("file", "configuration", *Workspace.JSON)

    file: str = ""
    configuration: ConfigurationFacts = ConfigurationFacts()

"""The report of ``bodyplan workspace``."""

from __future__ import annotations

from bodyplan.kinematics.workspace import Workspace


class WorkspaceReport(Workspace):
    """How far a link reaches, over many configurations.

    Args:
        file: how the file was named.
    """

    JSON = ("file", *Workspace.JSON)

    file: str = ""

"""The search for the mesh files of a loaded robot, which ``Robot.mesh`` uses."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.conversion.urdf.mujoco_section import mujoco_path
from bodyplan.core import Record
from bodyplan.formats.document import Document
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.files.opener import File
    from bodyplan.resources import Resources


class RobotFiles:
    """Finds the file of a URI in a robot, such as a mesh. Nothing is searched before a call.

    A relative URI starts from the folder of the file that contains the URI: in SDFormat, this may
    be an included file; in URDF and xacro, it is always the main file.

    Args:
        document: the file from which the robot was loaded.
        resources: the package folders and the files that may be read, if the document has no
            resources; by default, those of the environment.
        robot: the robot, whose origins give the file of each value if several files define the
            robot.
    """

    def __init__(
        self, document: Document, resources: Resources | None, robot: Robot | None = None
    ) -> None:
        path = document.path
        self.document = document
        """The file from which the robot was loaded."""
        self._given = document.resources or resources
        self._folder = None if path is None else Path.cwd() / path.parent
        self._start = Path.cwd()
        self._robot = robot

    @cached_property
    def _resources(self) -> Resources:
        from bodyplan.resources import Resources

        return self._given or Resources()

    def __call__(self, uri: str, value: Record) -> File | None:
        """Return the file of a URI; None if it does not exist.

        Args:
            uri: the URI as written in the description.
            value: the geometry or shape that contains the URI.

        Raises:
            PermissionError: the file may not be read.
        """
        folder = self._folder
        where = None if self._robot is None else self._robot.where(value)
        if folder is not None and where is not None and where.file not in {"", self.document.name}:
            folder = (self._start / where.file).parent
        found = self._resources.file(uri, base=folder)
        described = self.document.expanded if found is None else None
        if described is None or described.format != "urdf" or described.root is None:
            return found
        path = mujoco_path(described.root, uri)
        return self._resources.file(path, base=folder) if path else None


def document_of(robot: Robot) -> Document | None:
    """Return the document from which a robot was loaded; None for other robots."""
    return robot.files.document if isinstance(robot.files, RobotFiles) else None

"""The workspace of a link."""

from __future__ import annotations

from typing import Any

from bodyplan.core import extended
from bodyplan.description.description import Description, Source
from bodyplan.description.load import robot_from
from bodyplan.jobs._configurations import Progress, file_of, rows_of
from bodyplan.kinematics.workspace import sample_workspace
from bodyplan.model import Robot
from bodyplan.report.configuration import DEFAULT, ConfigurationRequest
from bodyplan.report.workspace import WorkspaceReport
from bodyplan.resources import Resources


def workspace(
    source: Source | Description | Robot,
    frame: str | None = None,
    base: str | None = None,
    *,
    count: int = 100_000,
    seed: int = 0,
    q: Any = None,
    request: ConfigurationRequest = DEFAULT,
    name: str | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> WorkspaceReport:
    """Return the workspace of a link: the positions of its origin in random configurations.

    Args:
        source: a robot, a description, a document, or a source for ``read``.
        frame: the name of the link or frame; by default the only leaf link that moves.
        base: the name of the link or frame from which distances are measured; by default the root
            link.
        count: number of configurations.
        seed: the seed of the random numbers; the same seed gives the same points.
        q: the values of joints that are not sampled: (nq,) numbers [rad] or [m], or values by name;
            by default those of ``request``.
        request: the configuration of the joints that ``q`` does not set.
        name: the name of the file in the report; by default that of the description.
        progress: a function that shows the progress.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link does not exist.
        ConfigurationError: the robot cannot have the requested configuration.
        ValueError: see ``kinematics.workspace.sample_workspace``.
    """
    robot = robot_from(source, resources)
    rows = rows_of(robot, request, q)
    if len(rows.q) != 1:
        raise ValueError(f"q must have shape (nq = {robot.nq},), not {rows.q.shape}")
    found = sample_workspace(
        robot,
        frame,
        base,
        count=count,
        seed=seed,
        q=rows.q[0],
        progress=None if progress is None else lambda starts: progress(starts, "sampling"),
    )
    file = file_of(source, name)
    return extended(WorkspaceReport, found, file=file, configuration=rows.facts)

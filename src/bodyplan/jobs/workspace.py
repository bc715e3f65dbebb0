"""The workspace of a link."""

from __future__ import annotations

from typing import Any

from bodyplan.description.description import Description, Source
from bodyplan.description.load import robot_from
from bodyplan.kinematics.workspace import Workspace, sample_workspace
from bodyplan.model import Robot
from bodyplan.resources import Resources


def workspace(
    source: Source | Description | Robot,
    frame: str | None = None,
    base: str | None = None,
    *,
    count: int = 100_000,
    seed: int = 0,
    q: Any = None,
    resources: Resources | None = None,
) -> Workspace:
    """Return the workspace of a link: positions of its origin in sampled configurations.

    Args:
        source: a robot, a description, a document, or a source for ``read``.
        frame: name of the link, or of a frame on a link; by default the only tip that moves.
        base: name of the link from which distances are measured; by default the root link.
        count: number of configurations.
        seed: the seed of the random numbers; the same seed gives the same points.
        q: the positions of joints that are not sampled; by default the default configuration.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link does not exist.
        ValueError: as ``kinematics.workspace.sample_workspace``.
    """
    robot = robot_from(source, resources)
    return sample_workspace(robot, frame, base, count=count, seed=seed, q=q)

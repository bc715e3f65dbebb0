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
    """Return where a link can be: its origin in configurations sampled between the limits.

    Args:
        source: a robot, a description, a document, or what ``read`` accepts.
        frame: the link, or a frame that is fixed to one; by default the only tip that moves.
        base: the link that distances are measured from; the root link by default.
        count: number of configurations.
        seed: the seed of the random numbers; the same seed gives the same points.
        q: configuration of the joints that are not sampled; the default one by default.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link does not exist.
        ValueError: as ``kinematics.workspace.sample_workspace``.
    """
    robot = robot_from(source, resources)
    return sample_workspace(robot, frame, base, count=count, seed=seed, q=q)

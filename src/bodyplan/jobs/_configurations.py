"""The joint configurations of a report: one requested configuration, or many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.description.description import Description
from bodyplan.kinematics.configuration_file import Configurations, quaternion_note

if TYPE_CHECKING:
    from bodyplan.model import Robot
    from bodyplan.report.configuration import ConfigurationFacts, ConfigurationRequest

Progress = Callable[[Sequence[Any], str], Iterable[Any]]


class Rows(NamedTuple):
    """The configurations of a report.

    Args:
        q: (rows, nq) joint values [rad] or [m].
        facts: the requested configuration, and from where each of its values comes.
        note: a note on quaternions that are not normalized; empty if all are.
    """

    q: Any
    facts: ConfigurationFacts
    note: str


def rows_of(robot: Robot, request: ConfigurationRequest, q: Any) -> Rows:
    """Return the requested configurations of a robot.

    Args:
        robot: the robot.
        request: the configuration of the joints that ``q`` does not set.
        q: joint values by name or as (nq,) numbers, which replace the positions of the request;
            (rows, nq) numbers; or the configurations of a file. None: only the request is used.

    Raises:
        ConfigurationError: the robot cannot have the requested configuration.
        ValueError: a quaternion has length zero, or the numbers do not fit the robot.
    """
    import numpy as np

    given = q if isinstance(q, Configurations) else None
    if isinstance(q, Mapping):
        values = {name: np.ravel(value).tolist() for name, value in q.items()}
        request = request._replace(positions=values, degrees=False)
    elif q is not None and given is None:
        numbers = np.asarray(q, np.float64)
        if numbers.ndim == 1:
            request = request._replace(positions=tuple(numbers.tolist()), degrees=False)
        else:
            given = Configurations(numbers)
    facts = request.of(robot)
    if given is None:
        given = Configurations(np.array(list(facts.q.values()), np.float64)[None])
        return Rows(given.q, facts, quaternion_note(robot, given))
    if given.q.ndim != 2 or given.q.shape[1] != robot.nq:
        raise ValueError(f"q must have shape (rows, nq = {robot.nq}), not {given.q.shape}")
    columns = range(robot.nq) if given.columns is None else given.columns
    variables = {robot.q_names[column] for column in columns}
    joints = robot.independent_joints
    names = {one.name for one in joints if not variables.isdisjoint(one.variables)}
    facts = facts.completed_by(given.name, variables | names)
    return Rows(given.q, facts, quaternion_note(robot, given))


def file_of(source: object, name: str | None) -> str:
    """Return the file name for a report: the requested name, or the name of the description."""
    if name is not None:
        return name
    return source.name if isinstance(source, Description) else ""

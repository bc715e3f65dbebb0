"""The poses of links in one or many configurations."""

from __future__ import annotations

from collections.abc import Iterable
from math import degrees as in_degrees
from typing import TYPE_CHECKING, Any

from bodyplan.core import replace
from bodyplan.description.description import Description, Source
from bodyplan.description.load import robot_from
from bodyplan.jobs._configurations import Progress, file_of, rows_of
from bodyplan.kinematics import forward_kinematics
from bodyplan.kinematics.bounds import bound_violations
from bodyplan.kinematics.columns import angle_columns
from bodyplan.kinematics.place import place_of
from bodyplan.lie import se3
from bodyplan.model import Robot
from bodyplan.report.configuration import DEFAULT, ConfigurationFacts, ConfigurationRequest
from bodyplan.report.poses import Form, PoseReport, PoseRows, in_form
from bodyplan.resources import Resources

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_BLOCK = 1_000_000
"""The maximum count of matrix entries, 16 for each pose, that are in memory at once."""


def pose_report(
    source: Source | Description | Robot,
    frames: Iterable[str] = (),
    base: str | None = None,
    *,
    q: Any = None,
    form: Form = "xyz-quat",
    degrees: bool = False,
    request: ConfigurationRequest = DEFAULT,
    name: str | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> PoseReport:
    """Return the poses of links in one or many configurations.

    Poses are computed when ``configurations`` of the report is read, to save memory.

    Args:
        source: a robot, a description, a document, or a source for ``read``.
        frames: names of links or frames; by default all links.
        base: the link or frame in which poses are expressed; the root link by default.
        q: joint values by name; (nq,) or (rows, nq) numbers [rad] or [m]; or the result of
            ``kinematics.read_configurations``. By default, only ``request`` is used.
        form: the format of the poses.
        degrees: whether the angles of the report are in degrees.
        request: the configuration of the joints that ``q`` does not set.
        name: the name of the file in the report; by default that of the description.
        progress: a function that shows the progress.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link or frame does not exist.
        ConfigurationError: the robot cannot have the requested configuration.
        ValueError: q does not fit the robot, or a quaternion has length zero.
    """
    import numpy as np

    robot = robot_from(source, resources)
    chosen = tuple(dict.fromkeys(frames)) or robot.link_names
    for frame in chosen if base is None else (base, *chosen):
        place_of(robot, robot.plan, frame)  # raises before anything is computed
    rows = rows_of(robot, request, q)
    size = max(1, _BLOCK // (16 * (len(chosen) + (base is not None))))

    def compute(start: int, end: int) -> Numbers:
        names = chosen if base is None else (base, *chosen)
        with np.errstate(all="ignore"):  # an overflow is written as inf or nan
            X = forward_kinematics(robot, rows.q[start:end], names)
            if base is not None:
                X = se3.inverse(X[:, :1]) @ X[:, 1:]
            return in_form(X, form, degrees=degrees)

    starts = range(0, len(rows.q), size)
    outside = tuple(bound_violations(robot, rows.q))
    shown = np.where(angle_columns(robot), np.degrees(rows.q), rows.q) if degrees else rows.q
    return PoseReport(
        file_of(source, name),
        robot.name,
        robot.root_link.name if base is None else base,
        form,
        "deg" if degrees else "rad",
        tuple(joint.name for joint in robot.loops),
        _in_degrees(rows.facts) if degrees else rows.facts,
        PoseRows(
            shown,
            robot.q_names,
            chosen,
            form,
            outside,
            compute,
            lambda: starts if progress is None else progress(starts, "computing"),
            size,
        ),
        outside,
        rows.note,
    )


def _in_degrees(facts: ConfigurationFacts) -> ConfigurationFacts:
    """Return a configuration with its angles in degrees."""
    angles = {key for key, unit in facts.units.items() if unit == "rad"}
    q = {key: in_degrees(x) if key in angles else x for key, x in facts.q.items()}
    return replace(facts, q=q, units={**facts.units, **dict.fromkeys(angles, "deg")})

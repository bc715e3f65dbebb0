"""The report of ``bodyplan fk``: poses of links in configurations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bodyplan.core import Record
from bodyplan.report.configuration import ConfigurationFacts

Form = Literal["4x4", "xyz-rpy", "xyz-quat"]
_Row = tuple[float, float, float, float]


class FramePose(Record):
    """The pose of one link or frame.

    Args:
        frame: name of the link or frame.
        matrix: in the form 4x4, the rows of the matrix.
        xyz: in the other forms, the origin [m].
        rpy: in the form xyz-rpy, roll, pitch and yaw; R = Rz(yaw) Ry(pitch) Rx(roll).
        quat_xyzw: in the form xyz-quat, the unit quaternion; w is last and never negative.
    """

    OPTIONAL = ("matrix", "xyz", "rpy", "quat_xyzw")

    frame: str
    matrix: tuple[_Row, _Row, _Row, _Row] | None = None
    xyz: tuple[float, float, float] | None = None
    rpy: tuple[float, float, float] | None = None
    quat_xyzw: tuple[float, float, float, float] | None = None


class ConfigurationPoses(Record):
    """The poses in one configuration.

    Args:
        q: position of each independent joint variable, by name.
        outside_limits: names of the variables outside their limits, including those of mimic
            joints.
        poses: the poses of the requested links, in the requested order.
    """

    q: Mapping[str, float]
    outside_limits: Sequence[str]
    poses: Sequence[FramePose]


class PoseReport(Record):
    """Poses of links. A number that JSON cannot represent is null.

    Args:
        file: the name of the file, as given.
        robot: name of the robot.
        base: the link or frame in which poses are expressed.
        form: the form in which poses are written.
        angles: the unit of q and rpy.
        loops: names of the joints that close loops, which forward kinematics ignores.
        configuration: the positions of the joints that a file of configurations does not set.
        configurations: the configurations, in the order of the file.
    """

    file: str
    robot: str
    base: str
    form: Form
    angles: Literal["rad", "deg"]
    loops: tuple[str, ...]
    configuration: ConfigurationFacts
    configurations: Sequence[ConfigurationPoses] = ()


def frame_pose(frame: str, numbers: Any, form: Form) -> FramePose:
    """Return the pose that some numbers describe in a form."""
    if form == "4x4":
        rows: Any = [numbers[i : i + 4] for i in range(0, 16, 4)]
        return FramePose(frame, matrix=rows)
    if form == "xyz-rpy":
        return FramePose(frame, xyz=numbers[:3], rpy=numbers[3:])
    return FramePose(frame, xyz=numbers[:3], quat_xyzw=numbers[3:])

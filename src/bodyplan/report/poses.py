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
        frame: name of the link, or of a frame on one.
        matrix: with the form 4x4, the rows of the matrix.
        xyz: with the other forms, the origin [m].
        rpy: with the form xyz-rpy, roll, pitch and yaw; R = Rz(yaw) Ry(pitch) Rx(roll).
        quat_xyzw: with the form xyz-quat, the unit quaternion; w is last and never negative.
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
        outside_limits: names of what is outside its limits, mimic joints included.
        poses: of the links that were requested, in this order.
    """

    q: Mapping[str, float]
    outside_limits: Sequence[str]
    poses: Sequence[FramePose]


class PoseReport(Record):
    """Poses of links. Null where a number is beyond what JSON can hold.

    Args:
        file: how the file was named.
        robot: name of the robot.
        base: the link or frame in which poses are expressed.
        form: how poses are written.
        angles: the unit of q and rpy.
        loops: names of the joints that close loops, which forward kinematics ignores.
        configuration: how the joints were set.
        configurations: in the order of the file.
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
    """Return a pose from its numbers in a form."""
    if form == "4x4":
        rows: Any = [numbers[i : i + 4] for i in range(0, 16, 4)]
        return FramePose(frame, matrix=rows)
    if form == "xyz-rpy":
        return FramePose(frame, xyz=numbers[:3], rpy=numbers[3:])
    return FramePose(frame, xyz=numbers[:3], quat_xyzw=numbers[3:])

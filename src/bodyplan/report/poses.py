"""The report of ``bodyplan fk``: poses of links in configurations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq
from typing import TYPE_CHECKING, Any, Literal, overload

from bodyplan.core import Record
from bodyplan.lie import se3, so3
from bodyplan.report.configuration import ConfigurationFacts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics.bounds import BoundViolation

    Numbers = NDArray[np.float64]

Form = Literal["4x4", "xyz-rpy", "xyz-quat"]
_Row = tuple[float, float, float, float]


class FramePose(Record):
    """The pose of one link or frame.

    Args:
        frame: name of the link or frame.
        matrix: the rows of the 4x4 matrix, in the form "4x4".
        xyz: the origin [m], in the forms "xyz-rpy" and "xyz-quat".
        rpy: roll, pitch and yaw, in the form "xyz-rpy"; R = Rz(yaw) Ry(pitch) Rx(roll).
        quat_xyzw: the unit quaternion, in the form "xyz-quat"; w is last and never negative.
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


class PoseRows(Sequence[ConfigurationPoses]):
    """The poses in many configurations, computed block by block when they are requested.

    Args:
        q: the configurations (rows, nq), in the unit of the report.
        q_names: names of the numbers of a configuration.
        frames: names of the links and frames.
        form: the form in which poses are written.
        outside: the variables outside their limits.
        compute: a function of two row indices, start and stop, that returns the poses of these rows
            as numbers (rows, frames, n); n depends on the form.
        starts: a function that yields the index of the first row of each block; it can show a
            progress bar.
        size: number of rows of a block.
    """

    def __init__(
        self,
        q: Numbers,
        q_names: tuple[str, ...],
        frames: tuple[str, ...],
        form: Form,
        outside: Sequence[BoundViolation],
        compute: Callable[[int, int], Numbers],
        starts: Callable[[], Iterable[int]],
        size: int,
    ) -> None:
        self.frames = frames
        self.q_names = q_names
        self._q, self._form = q, form
        self._compute, self._starts, self._size = compute, starts, size
        self._beyond: dict[int, list[str]] = {}
        for one in outside:
            for row in one.rows.tolist():
                self._beyond.setdefault(row, []).append(one.variable)

    def blocks(self) -> Iterator[Numbers]:
        """Yield the numbers (rows, frames, n) of all poses, block by block, in order."""
        for start in self._starts():
            yield self._compute(start, start + self._size)

    def __len__(self) -> int:
        return len(self._q)

    def __iter__(self) -> Iterator[ConfigurationPoses]:
        row = 0
        for block in self.blocks():
            for q, numbers in zip(
                self._q[row : row + len(block)].tolist(), block.tolist(), strict=True
            ):
                yield self._one(row, q, numbers)
                row += 1

    @overload
    def __getitem__(self, index: int) -> ConfigurationPoses: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ConfigurationPoses]: ...
    def __getitem__(self, index: int | slice) -> ConfigurationPoses | Sequence[ConfigurationPoses]:
        rows = range(len(self))[index]
        if isinstance(rows, range):
            return tuple(self[row] for row in rows)
        return self._one(rows, self._q[rows].tolist(), self._compute(rows, rows + 1)[0].tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PoseRows):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash((self.frames, len(self)))

    def _one(self, row: int, q: Sequence[float], numbers: Sequence[Any]) -> ConfigurationPoses:
        return ConfigurationPoses(
            dict(zip(self.q_names, q, strict=True)),
            self._beyond.get(row, ()),
            tuple(
                frame_pose(frame, pose, self._form)
                for frame, pose in zip(self.frames, numbers, strict=True)
            ),
        )


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
        rows: the configurations and their poses.
        outside: the variables outside their limits.
        note: a note on quaternions that are not normalized; empty if all are normalized.
    """

    JSON = (
        *("file", "robot", "base", "form", "angles", "loops"),
        *("configuration", "configurations"),
    )

    file: str
    robot: str
    base: str
    form: Form
    angles: Literal["rad", "deg"]
    loops: tuple[str, ...]
    configuration: ConfigurationFacts
    rows: PoseRows
    outside: Sequence[BoundViolation] = ()
    note: str = ""

    @property
    def configurations(self) -> Sequence[ConfigurationPoses]:
        """The configurations with their poses, in the order of the file."""
        return self.rows


def frame_pose(frame: str, numbers: Any, form: Form) -> FramePose:
    """Return the pose of a frame from the numbers that represent the pose in a form."""
    if form == "4x4":
        rows: Any = [numbers[i : i + 4] for i in range(0, 16, 4)]
        return FramePose(frame, matrix=rows)
    if form == "xyz-rpy":
        return FramePose(frame, xyz=numbers[:3], rpy=numbers[3:])
    return FramePose(frame, xyz=numbers[:3], quat_xyzw=numbers[3:])


def in_form(X: Numbers, form: Form, *, degrees: bool) -> Numbers:
    """Return the numbers (rows, frames, n) that represent poses (rows, frames, 4, 4) in a form.

    Args:
        X: the poses.
        form: the form in which the poses are written.
        degrees: whether angles are in degrees.
    """
    import numpy as np

    if form == "4x4":
        return X.reshape(*X.shape[:2], 16)
    if form == "xyz-quat":
        found: Numbers = se3.to_position_quat_xyzw(X)
        return found + 0.0
    rpy = so3.to_rpy(X[..., :3, :3])
    if degrees:
        rpy = np.degrees(rpy)
    return np.concatenate((X[..., :3, 3], rpy), axis=-1) + 0.0  # adding 0.0 turns -0.0 into 0.0

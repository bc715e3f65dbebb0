"""The numbers of a configuration: their joints and units, and how to set them by joint name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.core import plural, quoted
from bodyplan.kinematics._arguments import configuration, whole
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.model.numbers import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def columns_of(robot: Robot, name: str) -> slice:
    """Return the slice of a joint, or of one of its variables, in a configuration.

    Args:
        robot: the robot.
        name: the name of an independent joint, or of one of its variables, such as "base/x".

    Raises:
        UnknownNameError: a joint or variable does not exist.
        ValueError: the joint is fixed or mimics another joint.
        TypeError: robot is not a Robot.
    """
    whole(robot)
    return _columns(robot, name, robot.q_slice)


def _columns(robot: Robot, name: str, slice_of: Callable[[str], slice]) -> slice:
    if not robot.has_joint(name):
        names = robot.q_names
        if name in names:
            at = names.index(name)
            return slice(at, at + 1)
        if robot.has_link(name):
            # if the name is a link, raise an error that suggests the link's parent joint
            robot.joint_index(name)
        movable = [joint.name for joint in robot.independent_joints]  # suggested first
        known = list(dict.fromkeys([*movable, *names, *robot.tree.joint_index]))
        raise UnknownNameError("joint", name, known, f"robot {quoted(robot.name)}")
    joint = robot.joint(name)
    if not joint.variables:
        raise ValueError(f"joint {quoted(name)} is fixed and has no position")
    if joint.mimic is not None:
        leader = quoted(robot.mimics[name].leader)
        raise ValueError(f"joint {quoted(name)} mimics {leader}: set that joint instead")
    return slice_of(name)


def angle_columns(robot: Robot) -> NDArray[np.bool_]:
    """Return a mask (nq,) of the numbers of a configuration that are angles.

    Raises:
        TypeError: robot is not a Robot.
    """
    import numpy as np

    whole(robot)
    units = [unit for joint in robot.independent_joints for unit in JOINT_TYPES[joint.type].units]
    return np.array([unit == "rad" for unit in units], bool)


def quaternion_columns(robot: Robot) -> dict[str, slice]:
    """Return the slices of the quaternions (x, y, z, w) in a configuration, by joint name.

    Raises:
        TypeError: robot is not a Robot.
    """
    whole(robot)
    found: dict[str, slice] = {}
    for joint in robot.independent_joints:
        units = JOINT_TYPES[joint.type].units
        if "" in units:
            first = robot.q_slice(joint.name).start + units.index("")
            found[joint.name] = slice(first, first + 4)
    return found


def with_positions(
    robot: Robot,
    q: NDArray[np.float64],
    positions: Mapping[str, Sequence[float]],
    *,
    degrees: bool = False,
) -> NDArray[np.float64]:
    """Return a copy of a configuration, with new positions of some joints.

    Args:
        robot: the robot.
        q: (nq,) a configuration [rad] or [m].
        positions: values by joint name, one for each variable of the joint; or by the name of a
            single variable, such as "base/x".
        degrees: whether the angles in ``positions`` are in degrees; quaternions have no unit.

    Raises:
        UnknownNameError: a joint or variable does not exist.
        ValueError: a joint is fixed or mimics another joint, the number of its values differs from
            the number of its variables, or q has the wrong shape.
        TypeError: robot or q has the wrong type.
    """
    import numpy as np

    whole(robot)
    q = np.array(plain(configuration(robot, q)[1], "q"), np.float64)
    if q.ndim != 1:
        raise ValueError(f"q must have shape (nq = {robot.nq},), not {q.shape}")
    return np.array(values_with(robot, q.tolist(), positions, degrees=degrees), np.float64)


def values_with(
    robot: Robot,
    values: Sequence[float],
    positions: Mapping[str, Sequence[float]],
    *,
    degrees: bool = False,
) -> list[float]:
    """Return the numbers of a configuration with new positions of some joints, without NumPy.

    Args:
        robot: the robot.
        values: the nq numbers of a configuration [rad] or [m].
        positions: values by name, as for ``with_positions``.
        degrees: whether the angles in ``positions`` are in degrees.

    Raises:
        UnknownNameError: a joint or variable does not exist.
        ValueError: a joint is fixed or mimics another joint, or the number of its values differs
            from the number of its variables.
    """
    if not positions:
        return list(values)
    units = [unit for joint in robot.independent_joints for unit in JOINT_TYPES[joint.type].units]
    columns: dict[str, slice] = {}
    first = 0
    for joint in robot.independent_joints:
        columns[joint.name] = slice(first, first := first + joint.variable_count)
    result = list(values)
    for name, given in positions.items():
        found = _columns(robot, name, columns.__getitem__)
        count = found.stop - found.start
        if len(given) != count:
            names = ", ".join(robot.q_names[found])
            raise ValueError(
                f"joint {quoted(name)} requires {plural(count, 'value')} ({names}), got {len(given)}"
            )
        for column, value in zip(range(found.start, found.stop), given, strict=True):
            is_angle = degrees and units[column] == "rad"
            result[column] = math.radians(value) if is_angle else float(value)
    return result

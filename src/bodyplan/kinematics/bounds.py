"""Configurations outside their bounds: allowed everywhere, told here."""

from __future__ import annotations

from typing import Any, NamedTuple

from bodyplan.kinematics.given import configuration, whole
from bodyplan.model import Bounds, Robot
from bodyplan.model.joint import TWO_AXES


class OutOfBounds(NamedTuple):
    """A variable of a joint outside its bounds.

    Args:
        variable: its name; that of the joint, but for universal and revolute2 joints.
        value: what it is [rad] or [m].
        lower: what it may be.
        upper: likewise.
        place: of the configuration in the batch; empty where there is one only.
    """

    variable: str
    value: float
    lower: float
    upper: float
    place: tuple[int, ...] = ()

    def __str__(self) -> str:
        where = f" in configuration {self.place}" if self.place else ""
        return f"{self.variable} is {self.value:g}, not in [{self.lower:g}, {self.upper:g}]{where}"


def out_of_bounds(robot: Robot, q: Any, *, tolerance: float = 0.0) -> list[OutOfBounds]:
    """What is outside its bounds in a configuration or a batch: by configuration, then by joint.

    Followers are looked at with bounds of their own. A value that is no number is outside. The
    numbers of floating, ball and planar joints have no bounds.

    Args:
        robot: a robot.
        q: (*batch, nq) configurations [rad] or [m].
        tolerance: so far outside still counts as inside [rad] or [m].

    Raises:
        ValueError: q has another shape.
        TypeError: q is of another type.
    """
    import numpy as np

    whole(robot)
    plan, q = configuration(robot, q)
    q = np.asarray(q)
    names: list[str] = []
    columns: list[int] = []
    joints: list[int] = []
    bounds: list[Bounds] = []
    arrays = plan.arrays
    for index, joint in enumerate(robot.joints):
        own = (joint.bounds, joint.bounds2) if joint.kind in TWO_AXES else (joint.bounds,)
        if joint.variable_count != len(own):
            continue
        first = int(arrays.q_index[index])
        for offset, (variable, bound) in enumerate(zip(joint.variables, own, strict=True)):
            names.append(variable)
            columns.append(first + offset)
            joints.append(index)
            bounds.append(bound)
    values = arrays.multiplier[joints] * q[..., columns] + arrays.offset[joints]
    lower = np.array([bound.lower for bound in bounds])
    upper = np.array([bound.upper for bound in bounds])
    outside = ~((values >= lower - tolerance) & (values <= upper + tolerance))
    found: list[OutOfBounds] = []
    for *batch, place in np.argwhere(outside).tolist():
        value, bound = float(values[(*batch, place)]), bounds[place]
        found.append(OutOfBounds(names[place], value, bound.lower, bound.upper, tuple(batch)))
    return found

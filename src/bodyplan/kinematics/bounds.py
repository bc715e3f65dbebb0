"""Checks for configurations outside joint limits, which all other functions accept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat

from bodyplan.kinematics._arguments import configuration, whole
from bodyplan.kinematics._output import room
from bodyplan.model import Joint, Limit, Mimic, Robot
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, Unit
from bodyplan.model.numbers import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_ROUNDING = 1e-9
"""Distance by which a rounded value may be outside its limits: absolute, and relative for values
above 1."""


class OutOfBounds(NamedTuple):
    """A joint variable outside its limits.

    Args:
        variable: the name of the variable; the name of the joint, except for universal and
            revolute2 joints.
        value: the value [rad] or [m].
        lower: the lower limit [rad] or [m].
        upper: the upper limit [rad] or [m].
        place: index of the configuration in the batch; empty for a single configuration.
    """

    variable: str
    value: float
    lower: float
    upper: float
    place: tuple[int, ...] = ()

    def __str__(self) -> str:
        where = f" in configuration {self.place}" if self.place else ""
        number = f"{self.value:g}"
        # the value is so close to the limit that all digits are needed
        if self.lower <= float(number) <= self.upper:
            number = repr(self.value)
        return f"{self.variable} is {number}, not in [{self.lower:g}, {self.upper:g}]{where}"


def out_of_bounds(robot: Robot, q: Any, *, tolerance: float = 0.0) -> list[OutOfBounds]:
    """Return the joint variables outside their limits, sorted by configuration, then by joint.

    Mimic joints are checked against their own limits. NaN counts as outside. The variables of
    floating, ball and planar joints have no limits. Limits are rounded to the precision of q, so
    that a float32 configuration may be at a limit. The result has no gradients.

    Args:
        robot: a robot.
        q: (*batch, nq) configurations [rad] or [m].
        tolerance: the distance from the limits up to which values outside still count as inside
            [rad] or [m]; if negative, values close to their limits count as outside.

    Raises:
        ValueError: q has the wrong shape.
        TypeError: q has the wrong type, or its values are unknown because JAX or Torch traces it,
            or tolerance is not a number.
        MemoryError: the result does not fit into memory.
    """
    import numpy as np

    whole(robot)
    _, q = configuration(robot, q)
    slack: Any = tolerance
    if not isinstance(slack, SupportsFloat) or math.isnan(slack):
        raise TypeError(f"tolerance must be a number, not {tolerance!r}")
    q = plain(q, "q")
    bounded = bounded_variables(robot)
    shape = (*q.shape[:-1], len(bounded))
    with room(shape, q):
        values = np.empty(shape)
    for place, one in enumerate(bounded):
        values[..., place] = one.values(q)
    lower = np.array([one.bounds.lower for one in bounded], q.dtype).astype(float)
    upper = np.array([one.bounds.upper for one in bounded], q.dtype).astype(float)
    outside = ~((values >= lower - tolerance) & (values <= upper + tolerance))
    found: list[OutOfBounds] = []
    for *batch, place in np.argwhere(outside).tolist():
        value, one = float(values[(*batch, place)]), bounded[place]
        bounds = one.bounds.lower, one.bounds.upper
        found.append(OutOfBounds(one.variable, value, *bounds, tuple(batch)))
    return found


class BoundViolation(NamedTuple):
    """A joint variable that is outside its limits in some configurations.

    Args:
        variable: the name of the variable.
        unit: the unit of the variable, "rad" or "m".
        rows: (n,) indices of the configurations.
        worst: the value that is farthest outside [rad] or [m].
        limit: the limit that this value exceeds [rad] or [m].
    """

    variable: str
    unit: Unit
    rows: NDArray[np.intp]
    worst: float
    limit: Limit


def bound_violations(robot: Robot, q: NDArray[np.float64]) -> list[BoundViolation]:
    """Return the variables, also of mimic joints, that exceed their limits in any configuration.

    Unlike ``out_of_bounds``, this function returns one record for each variable, not one for each
    configuration, and ignores rounding errors at the limits.

    Args:
        robot: the robot.
        q: (rows, nq) configurations [rad] or [m].

    Raises:
        ValueError: q has the wrong shape.
        TypeError: robot or q has the wrong type.
    """
    import numpy as np

    whole(robot)
    q = plain(configuration(robot, q)[1], "q").astype(np.float64)
    if q.ndim != 2:
        raise ValueError(f"q must have shape (rows, nq = {robot.nq}), not {q.shape}")
    found: list[BoundViolation] = []
    for one in bounded_variables(robot):
        bounds = one.bounds
        if not (math.isfinite(bounds.lower) or math.isfinite(bounds.upper)):
            continue
        values = one.values(q)
        beyond = np.maximum(bounds.lower - values, values - bounds.upper)
        rows = np.flatnonzero(beyond > _ROUNDING * np.maximum(1.0, np.abs(values)))
        if rows.size:
            unit = JOINT_TYPES[one.joint.type].units[0]
            worst = float(values[np.argmax(beyond)])
            found.append(BoundViolation(one.variable, unit, rows, worst, bounds))
    return found


class Bounded(NamedTuple):
    """A joint variable that may have limits.

    Args:
        joint: the joint of the variable.
        variable: the name of the variable.
        bounds: the limits of the variable.
        column: the index in q of the variable, or of the mimicked joint's variable.
        mimic: for a mimic joint, its relation to the variable at ``column``; None for other joints.
    """

    joint: Joint
    variable: str
    bounds: Limit
    column: int
    mimic: Mimic | None

    def values(self, q: Any) -> Any:
        """Return the values (*batch,) of the variable in configurations (*batch, nq)."""
        value = q[..., self.column]
        return value if self.mimic is None else self.mimic.multiplier * value + self.mimic.offset


def bounded_variables(robot: Robot) -> list[Bounded]:
    """Return the variables that may have limits: not those of floating, ball and planar joints.

    Args:
        robot: a robot.
    """
    found: list[Bounded] = []
    first = robot.arrays.q_index.tolist()
    for index, joint in enumerate(robot.joints):
        own = (joint.limit, joint.limit2) if joint.type in TWO_AXES else (joint.limit,)
        if joint.variable_count == len(own):
            mimic = robot.mimics.get(joint.name)
            for place, (variable, bounds) in enumerate(zip(joint.variables, own, strict=True)):
                found.append(Bounded(joint, variable, bounds, first[index] + place, mimic))
    return found

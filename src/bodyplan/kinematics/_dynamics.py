"""Masses, forces and torques: centre of mass, mass matrix, inverse dynamics, gravity."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from bodyplan.core import quoted
from bodyplan.kinematics import _bodies as bodies
from bodyplan.kinematics._arguments import (
    AnyRobot,
    at_least,
    configuration,
    moving,
    together,
    vector,
    velocity,
)
from bodyplan.kinematics._output import filled, room, run_kernel, writable
from bodyplan.kinematics.native import computed, kernels_for
from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array, namespace, product, zeros
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays
from bodyplan.native import Refusal

LARGEST = 46_000
"""The largest nv for which a mass matrix is computed."""

GRAVITY = (0.0, 0.0, -9.81)
"""Gravitational acceleration, expressed in the axes of the root [m/s²]."""


def center_of_mass(robot: AnyRobot, q: Any, *, out: Array = None, threads: int = 1) -> Array:
    """Return the centre of mass (*batch, 3) of all links in the frame of the first root [m].

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        ValueError: q, out or threads is not as described above, or the robot has no mass.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    if type(robot) is Robot or type(robot) is RobotArrays:
        try:
            return robot.kernels.center_of_mass(q, out, threads)
        except Refusal:
            pass
    plan, q = configuration(robot, q)
    _weighing(robot, plan)
    shape = (*q.shape[:-1], 3)
    arrays = partial(bodies.center, plan, q)
    return run_kernel(robot, shape, "center_of_mass", (q,), arrays, out=out, threads=threads)


def center_of_mass_jacobian(
    robot: AnyRobot, q: Any, *, out: Array = None, threads: int = 1
) -> Array:
    """Return the Jacobian (*batch, 3, nv) of the centre of mass.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        ValueError: q, out or threads is not as described above, or the robot has no mass.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    plan, q = configuration(robot, q)
    _weighing(robot, plan)
    shape = (*q.shape[:-1], 3, plan.nv)
    writable(out, shape, q)
    threads = at_least(1, threads, "threads")
    kernels = kernels_for(robot, q)
    with room(shape, q):
        if kernels is None:
            return filled(out, bodies.momenta(plan, q) / plan.mass)
        import numpy as np

        # Row i of the Jacobian is the joint torque that compensates a gravitational acceleration of
        # -1 along axis i, divided by the total mass.
        found = np.empty(shape, q.dtype) if out is None else out
        kernel = kernels.inverse_dynamics
        for axis in range(3):
            ground = [0.0, 0.0, 0.0]
            ground[axis] = -1.0 / plan.mass
            found[..., axis, :] = computed(
                kernel, q, None, None, *ground, out=None, threads=threads
            )
        return found


def gravity_torque(
    robot: AnyRobot,
    q: Any,
    *,
    gravity: Sequence[float] | Array = GRAVITY,
    out: Array = None,
    threads: int = 1,
) -> Array:
    """Return the joint torques and forces (*batch, nv) that compensate gravity.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        gravity: (3,) gravitational acceleration, expressed in the axes of the root [m/s²].
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        ValueError: q, gravity, out or threads is not as described above.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    if gravity is GRAVITY and (type(robot) is Robot or type(robot) is RobotArrays):
        try:
            return robot.kernels.inverse_dynamics(q, None, None, *GRAVITY, out, threads)
        except Refusal:
            pass
    return _torques(robot, q, {}, gravity, out, threads)


def inverse_dynamics(
    robot: AnyRobot,
    q: Any,
    v: Any,
    a: Any,
    *,
    gravity: Sequence[float] | Array = GRAVITY,
    out: Array = None,
    threads: int = 1,
) -> Array:
    """Return the joint torques and forces (*batch, nv) for an acceleration (inverse dynamics).

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        v: (*batch, nv) velocities [rad/s] or [m/s].
        a: (*batch, nv) accelerations: the time derivatives of v.
        gravity: (3,) gravitational acceleration, expressed in the axes of the root [m/s²].
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        ValueError: an argument is not as described above, or the batches do not broadcast.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.

    Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 5.3.
    """
    is_usual = gravity is GRAVITY and v is not None and a is not None
    if is_usual and (type(robot) is Robot or type(robot) is RobotArrays):
        try:
            return robot.kernels.inverse_dynamics(q, v, a, *GRAVITY, out, threads)
        except Refusal:
            pass
    return _torques(robot, q, {"v": v, "a": a}, gravity, out, threads)


def _torques(
    robot: AnyRobot, q: Any, rates: dict[str, Any], gravity: Any, out: Array, threads: int
) -> Array:
    """Return the torques of inverse dynamics; without ``rates`` (v and a), those of gravity alone."""
    import numpy as np

    plan, q = configuration(robot, q)
    moving(robot, plan)
    given = [q, *(velocity(plan, rate, name, q) for name, rate in rates.items())]
    if rates:
        together(given[1], given[2], "a", first="v")
    g = vector(gravity, 3, "gravity", q)
    batch = _batch(*given)
    xp = namespace(q)
    given = [xp.broadcast_to(x, (*batch, x.shape[-1])) for x in given]

    def arrays() -> Array:
        if not plan.nv:
            return zeros((*batch, 0), q)
        if rates:
            return bodies.torques(plan, given[0], given[1], given[2], g)
        # At rest, the torques depend only on the weights at the centres of mass, so one product
        # suffices.
        return -product(g[None], bodies.momenta(plan, q))[..., 0, :]

    shape, constants = (*batch, plan.nv), g.tolist() if isinstance(g, np.ndarray) else []
    if not rates:
        constants = [None, None, *constants]
    kernel, inputs = "inverse_dynamics", tuple(given)
    return run_kernel(robot, shape, kernel, inputs, arrays, *constants, out=out, threads=threads)


def mass_matrix(robot: AnyRobot, q: Any, *, out: Array = None, threads: int = 1) -> Array:
    """Return the joint-space mass matrix M (*batch, nv, nv); the kinetic energy is vᵀ M v / 2.

    A matrix has nv² numbers: 200 MB for nv = 5,000.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        ValueError: q, out or threads is not as described above.
        TypeError: an argument has the wrong type.
        MemoryError: nv is larger than 46,000, or the result does not fit into memory.

    Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 6.2.
    """
    if type(robot) is Robot or type(robot) is RobotArrays:
        try:
            return robot.kernels.mass_matrix(q, out, threads)
        except Refusal:
            pass
    plan, q = configuration(robot, q)
    moving(robot, plan)
    if plan.nv > LARGEST:
        size = 8 * plan.nv**2 // 10**9
        raise MemoryError(
            f"robot {quoted(robot.name)} has nv = {plan.nv}: its mass matrix would need {size} GB"
        )
    shape = (*q.shape[:-1], plan.nv, plan.nv)

    def arrays() -> Array:
        return bodies.masses(plan, q) if plan.nv else zeros(shape, q)

    return run_kernel(robot, shape, "mass_matrix", (q,), arrays, out=out, threads=threads)


def _weighing(robot: AnyRobot, plan: Plan) -> None:
    """Check that the robot has links and a mass.

    Raises:
        ValueError: the robot has no links, or no mass.
    """
    moving(robot, plan)
    if plan.mass == 0.0:
        raise ValueError(f"robot {quoted(robot.name)} has no mass, so no centre of mass")


def _batch(*arrays: Array) -> tuple[int, ...]:
    """Return the common batch shape of arrays."""
    import numpy as np

    return np.broadcast_shapes(*(tuple(array.shape[:-1]) for array in arrays))

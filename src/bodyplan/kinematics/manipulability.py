"""Manipulability: how well a link can be moved in all directions."""

from __future__ import annotations

from typing import Any, Literal

from bodyplan.kinematics._arguments import AnyRobot, one_of
from bodyplan.kinematics._jacobian import frame_jacobian
from bodyplan.lie.array import Array, namespace

Motion = Literal["all", "linear", "angular"]
ROWS = {"all": slice(0, 6), "linear": slice(0, 3), "angular": slice(3, 6)}


def manipulability(
    robot: AnyRobot, q: Any, frame: str | int, *, motion: Motion = "all", threads: int = 1
) -> Array:
    """Return the manipulability (*batch,): the square root of det(J Jᵀ), zero at singularities.

    If the Jacobian has at least as many columns as rows, the result is the product of its singular
    values. If the robot has fewer degrees of freedom than rows (six for "all", three for "linear"
    or "angular"), the manipulability is zero everywhere.

    Up to a constant factor, it is the volume of the manipulability ellipsoid: the velocities of the
    frame for joint velocities of norm at most one. "all" mixes metres and radians. The result is
    NaN where q is NaN.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        frame: name or number of a link, or name of a frame of the robot.
        motion: the rows of the Jacobian that are used: "all", "linear" or "angular".
        threads: the largest number of threads.

    Raises:
        UnknownNameError: the link does not exist.
        IndexError: the link's number is out of range.
        ValueError: q, motion or threads is not as described above.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.

    Source: T. Yoshikawa, "Manipulability of Robotic Mechanisms", 1985: the root of det(J Jᵀ).
    """
    import numpy as np

    one_of(motion, ROWS, "motion")
    J = frame_jacobian(robot, q, frame, threads=threads)[..., ROWS[motion], :]
    if J.shape[-1] < J.shape[-2]:
        return 0.0 * abs(J).sum((-2, -1))  # NaN stays NaN
    xp = namespace(J)
    if isinstance(J, np.ndarray):  # NumPy rejects the whole batch if one number is NaN
        known = np.asarray(np.isfinite(J).all(axis=(-2, -1)))
        found = np.prod(np.linalg.svdvals(np.where(known[..., None, None], J, 0.0)), -1)
        return np.where(known, found, found.dtype.type(np.nan))[()]
    return xp.prod(xp.linalg.svdvals(J), -1)

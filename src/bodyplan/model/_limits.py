"""How far, how fast and how hard joints may move, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Limits(NamedTuple):
    """Limits of position, velocity and effort, in the order of q and of v."""

    lower: NDArray[np.float64]
    """(nq,) smallest position [rad] or [m]; -inf without a limit, -1 for quaternions."""
    upper: NDArray[np.float64]
    """(nq,) largest position."""
    velocity: NDArray[np.float64]
    """(nv,) largest speed [rad/s] or [m/s]."""
    effort: NDArray[np.float64]
    """(nv,) largest torque or force [N m] or [N]."""

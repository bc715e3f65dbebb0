"""The native kernels of a robot, made once and kept with it.

Every function here tries them first, with what it was given: they take arrays of NumPy that lie as
they must, and refuse all else. What they have refused is looked at afterwards, in Python: what is
wrong is said there, what only lies differently is copied, what is of another library is computed by
array code. So one configuration costs hardly more than the kernel itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bodyplan.native
from bodyplan.kinematics.plan import Plan, plan_of
from bodyplan.lie.array import Array
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays

Kernel = Callable[..., Array]
_KEPT = 64
"""Choices of links that are remembered."""
REFUSED = (TypeError, ValueError, KeyError, AttributeError, MemoryError)
"""What a kernel, or the way to it, raises where Python is to look: there may be none as well."""


class Kernels:
    """The native kernels of one robot: ``robot.kernels``, once they have been asked for.

    Args:
        plan: of the robot.
        made: what computes.
    """

    __slots__ = (
        *("_chosen", "_made", "center_of_mass", "inverse_dynamics", "jacobian", "links"),
        *("mass_matrix", "poses"),
    )

    def __init__(self, plan: Plan, made: Any) -> None:
        self._made = made
        self._chosen: dict[Any, Any] = {}
        self.links = {name: index for index, name in enumerate(plan.arrays.link_names)}
        self.poses: Kernel = made.forward_kinematics
        self.jacobian: Kernel = made.jacobian
        self.inverse_dynamics: Kernel = made.inverse_dynamics
        self.mass_matrix: Kernel = made.mass_matrix
        self.center_of_mass: Kernel = made.center_of_mass if plan.mass else _weightless

    def named(self, frames: Any, rows: int) -> Any:
        """Links ready to be asked for their poses; None for all of them as 4x4 matrices.

        Args:
            frames: a list or tuple of names; None for all links.
            rows: of a pose, 3 or 4.

        Raises:
            TypeError: they are something else: numbers, a generator.
            ValueError: a name is not that of a link.
        """
        if frames is None:
            if rows == 4:
                return None
            key: Any = rows
        elif type(frames) is list or type(frames) is tuple:
            key = (rows, *frames)
        else:
            raise TypeError("not a list")
        found = self._chosen.get(key)
        if found is None:
            names = self.links if frames is None else frames
            if not all(isinstance(name, str) for name in names):
                raise TypeError("not a list of names")
            found = self._remembered(key, [self.links.get(name, -1) for name in names], rows)
        return found

    def numbered(self, links: tuple[int, ...], rows: int) -> Any:
        """Links by their numbers, ready to be asked for their poses."""
        key = rows, links
        found = self._chosen.get(key)
        return self._remembered(key, list(links), rows) if found is None else found

    def _remembered(self, key: Any, links: list[int], rows: int) -> Any:
        found = self._made.poses(links, rows)
        if len(self._chosen) >= _KEPT:
            self._chosen.pop(list(self._chosen)[0], None)  # noqa: RUF015  (threads: a copy first)
        self._chosen[key] = found
        return found


def _weightless(*_: Any, **__: Any) -> Array:
    raise ValueError("no mass")


def kernels_for(robot: Robot | RobotArrays, q: Array) -> Kernels | None:
    """The kernels for such an array, made if need be; None where array code computes.

    Args:
        robot: a robot, or its arrays.
        q: of any library.
    """
    import numpy as np

    if not isinstance(q, np.ndarray):
        return None
    held = robot.__dict__
    if "kernels" not in held:
        held["kernels"] = made_for(plan_of(robot))
    found: Kernels | None = held["kernels"]
    return found


def made_for(plan: Plan) -> Kernels | None:
    """New kernels; None where the extension is not there, or does not know such a robot."""
    if bodyplan.native.Plan is None or plan.links == 0:
        return None
    try:
        return Kernels(plan, bodyplan.native.Plan(plan.arrays))
    except ValueError:
        return None


def computed(kernel: Kernel, *given: Any, out: Array, threads: int) -> Array:
    """What a kernel computes from arrays that may lie anyhow.

    Args:
        kernel: one of those of ``Kernels``.
        given: what comes before ``out``; arrays of the right shape and type.
        out: to be written to, of the right shape and type; None for a new one.
        threads: how many.
    """
    import numpy as np

    ready = (
        np.require(value, requirements=("C", "A")) if isinstance(value, np.ndarray) else value
        for value in given
    )
    if out is None:
        return kernel(*ready, out=None, threads=threads)
    if out.flags.c_contiguous and out.flags.aligned:
        kernel(*ready, out=np.asarray(out), threads=threads)
    else:
        out[...] = kernel(*ready, threads=threads)
    return out

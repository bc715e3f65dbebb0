"""The native kernels of a robot: ``robot.kernels``, created at first use.

Every function of this package first calls a kernel with the arguments as given. A kernel accepts
NumPy arrays of the right type, shape and layout, and raises ``Refusal`` for anything else. Only
then does Python check the arguments: it reports errors, copies arrays with another layout, and uses
array code for arrays of other libraries. A call for one configuration therefore takes hardly more
time than the kernel itself. Exceptions other than ``Refusal`` are defects of a kernel and reach the
caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import bodyplan.native
from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays
from bodyplan.native import Refusal

Kernel = Callable[..., Array]
POSE_ROWS = {"4x4": 4, "3x4": 3}
"""Forms of a pose that the kernels write, with their number of rows."""
_MOST_CHOICES = 64
"""The largest number of selections of links that are cached."""


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise Refusal("no kernel for this robot")


class Kernels:
    """The native kernels of one robot.

    Args:
        plan: the plan of the robot.
        native: the native plan; None if array code computes everything.
    """

    __slots__ = (
        *("_choices", "_native", "available", "center_of_mass", "inverse_dynamics", "jacobian"),
        *("links", "mass_matrix", "poses", "self_collision", "spheres"),
    )

    def __init__(self, plan: Plan, native: Any) -> None:
        self._native = native
        self._choices: dict[Any, Any] = {}
        self.available = native is not None
        self.links = plan.names
        self.poses: Kernel = getattr(native, "forward_kinematics", _refuse)
        self.jacobian: Kernel = getattr(native, "jacobian", _refuse)
        self.inverse_dynamics: Kernel = getattr(native, "inverse_dynamics", _refuse)
        self.mass_matrix: Kernel = getattr(native, "mass_matrix", _refuse)
        self.spheres: Callable[..., Any] = getattr(native, "spheres", _refuse)
        self.self_collision: Kernel = getattr(native, "self_collision", _refuse)
        has_center = self.available and plan.mass
        self.center_of_mass: Kernel = native.center_of_mass if has_center else _refuse

    def choice(self, frames: Any, form: Any) -> Any:
        """Return the argument by which the pose kernel selects links and the form of poses.

        Return None for all links as 4x4 matrices.

        Args:
            frames: a list or tuple of link names; None for all links.
            form: "4x4" or "3x4".

        Raises:
            Refusal: frames or form is any other value, or the kernels are not available.
            ValueError: a name is not the name of a link.
        """
        rows = POSE_ROWS.get(form) if type(form) is str else None
        if rows is None or not self.available:
            raise Refusal("no such form")
        if frames is None:
            return None if rows == 4 else self.numbered(tuple(range(len(self.links))), rows)
        if type(frames) is not list and type(frames) is not tuple:
            raise Refusal("not a list")
        for name in frames:
            if type(name) is not str:
                raise Refusal("not a list of names")
        key = (rows, *frames)
        found = self._choices.get(key)
        if found is None:
            found = self._cached(key, [self.links.get(name, -1) for name in frames], rows)
        return found

    def link_number(self, frame: Any) -> int:
        """Return the number of a link from its name or number; -1 for any other value."""
        if type(frame) is str:
            return self.links.get(frame, -1)
        return frame if type(frame) is int else -1

    def numbered(self, links: tuple[int, ...], rows: int) -> Any:
        """Return the argument by which the pose kernel selects the links with these numbers."""
        key = rows, links
        found = self._choices.get(key)
        return self._cached(key, list(links), rows) if found is None else found

    def _cached(self, key: Any, links: list[int], rows: int) -> Any:
        found = self._native.poses(links, rows)
        if len(self._choices) >= _MOST_CHOICES:
            self._choices.pop(list(self._choices)[0], None)  # noqa: RUF015  (threads: a copy first)
        self._choices[key] = found
        return found


def kernels_for(robot: Robot | RobotArrays, q: Array) -> Kernels | None:
    """Return the kernels for an array; None if array code computes the results for it.

    Args:
        robot: a robot, or its arrays.
        q: the configuration, an array of any library.
    """
    import numpy as np

    if not isinstance(q, np.ndarray):
        return None
    kernels: Kernels = robot.kernels
    return kernels if kernels.available else None


def make_kernels(plan: Plan) -> Kernels:
    """Return new kernels; they refuse all calls without the extension or for unsupported robots."""
    if bodyplan.native.Plan is None or plan.links == 0:
        return Kernels(plan, None)
    try:
        return Kernels(plan, bodyplan.native.Plan(plan.arrays))
    except Refusal:  # the extension rejects these arrays; for example, the robot is too large
        return Kernels(plan, None)


def computed(kernel: Kernel, *given: Any, out: Array, threads: int) -> Array:
    """Return the result of a kernel for arrays of any memory layout.

    Args:
        kernel: a kernel of ``Kernels``.
        given: the arguments before ``out``; arrays have the right shape and type.
        out: the array for the result, of the right shape and type; None for a new array.
        threads: the number of threads.
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

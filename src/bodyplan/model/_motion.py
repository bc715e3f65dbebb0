"""Methods of a robot for kinematics and dynamics, which call functions of ``bodyplan.kinematics``.

The model does not import ``bodyplan.kinematics``: that package is imported when a method is first
used.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import bodyplan
from bodyplan.core import Record
from bodyplan.model.numeric import need_numpy

if TYPE_CHECKING:
    from bodyplan import kinematics
    from bodyplan.kinematics.manipulability import manipulability as _manipulability
    from bodyplan.kinematics.native import Kernels
    from bodyplan.kinematics.place import Place
    from bodyplan.kinematics.plan import Plan
    from bodyplan.kinematics.reach import reach as _reach


def _kinematics() -> Any:
    """Return the package ``bodyplan.kinematics``.

    Raises:
        NumpyMissingError: NumPy is not installed.
    """
    need_numpy()
    return bodyplan.kinematics


class _Method:
    """A descriptor that replaces itself by a function of ``bodyplan.kinematics`` at its first use.

    Args:
        function: the name of the function, if it differs from the name of the method.
    """

    def __init__(self, function: str = "") -> None:
        self._function = function

    def __set_name__(self, owner: type, name: str) -> None:
        """Record the class and the name of the attribute that the function replaces."""
        self._owner, self._name = owner, name

    def __get__(self, robot: object, owner: type) -> Any:
        """Return the bound method of a robot, or the function if accessed on the class."""
        function = getattr(_kinematics(), self._function or self._name)
        setattr(self._owner, self._name, function)
        return getattr(owner if robot is None else robot, self._name)


class Prepared(Record):
    """Data that ``bodyplan.kinematics`` computes once and caches in a robot or its arrays."""

    __slots__ = ()

    @cached_property
    def plan(self) -> Plan:
        """The precomputed tables for the functions of ``bodyplan.kinematics``."""
        plan: Plan = _kinematics().plan.new_plan(self)
        return plan

    @cached_property
    def kernels(self) -> Kernels:
        """The native kernels of this robot."""
        kernels: Kernels = _kinematics().native.make_kernels(self.plan)
        return kernels


class Moving(Prepared):
    """The methods of a robot for kinematics and dynamics.

    Arrays are of NumPy, JAX or Torch, with any number of leading batch axes. Each method calls the
    function of the same name in ``bodyplan.kinematics`` with this robot.
    """

    __slots__ = ()

    @cached_property
    def frame_places(self) -> dict[str, Place]:
        """The link and the pose of each frame of this robot, for ``bodyplan.kinematics``."""
        places: dict[str, Place] = _kinematics().place.frames_of(self)
        return places

    if TYPE_CHECKING:
        center_of_mass = kinematics.center_of_mass
        center_of_mass_jacobian = kinematics.center_of_mass_jacobian
        difference = kinematics.difference
        forward_kinematics = kinematics.forward_kinematics
        frame_jacobian = kinematics.frame_jacobian
        gravity_torque = kinematics.gravity_torque
        integrate = kinematics.integrate
        inverse_dynamics = kinematics.inverse_dynamics
        manipulability = _manipulability
        mass_matrix = kinematics.mass_matrix
        out_of_bounds = kinematics.out_of_bounds
        poses = kinematics.poses_by_name
        reach = _reach
    else:
        center_of_mass = _Method()
        center_of_mass_jacobian = _Method()
        difference = _Method()
        forward_kinematics = _Method()
        frame_jacobian = _Method()
        gravity_torque = _Method()
        integrate = _Method()
        inverse_dynamics = _Method()
        manipulability = _Method()
        mass_matrix = _Method()
        out_of_bounds = _Method()
        poses = _Method("poses_by_name")
        reach = _Method()

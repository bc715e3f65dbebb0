"""What a robot computes, as methods: a door to ``bodyplan.kinematics``, which holds the code.

The model knows nothing of kinematics; it is imported when a method is first called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.model.numeric import need_numpy
from bodyplan.text import Record

if TYPE_CHECKING:
    import numpy as np

    from bodyplan.kinematics import Motion, OutOfBounds, Reach, Reference
    from bodyplan.kinematics.native import Kernels
    from bodyplan.kinematics.place import Place
    from bodyplan.kinematics.plan import Plan

Array = Any
"""An array of NumPy, JAX or Torch."""
Form = Literal["4x4", "3x4", "position_quat_xyzw"]
"""How poses are told."""
GRAVITY = (0.0, 0.0, -9.81)
"""[m/s²] on the axes of the root."""


class _Later:
    """Stands for ``bodyplan.kinematics`` until the first of its functions is asked for."""

    def __getattr__(self, name: str) -> Any:
        """A function of it.

        Raises:
            NumpyMissingError: NumPy is not installed.
        """
        global _kinematics  # noqa: PLW0603  (an import statement at every call would cost more)
        need_numpy()
        from bodyplan import kinematics

        _kinematics = kinematics
        return getattr(kinematics, name)


_kinematics: Any = _Later()


class Prepared(Record):
    """What a robot, or its arrays, keeps for ``bodyplan.kinematics``: made when first asked for."""

    __slots__ = ()

    @cached_property
    def plan(self) -> Plan:
        """The tables that the functions of ``bodyplan.kinematics`` read."""
        plan: Plan = _kinematics.plan.new_plan(self)
        return plan

    @cached_property
    def kernels(self) -> Kernels:
        """The native kernels of this robot."""
        kernels: Kernels = _kinematics.native.make_kernels(self.plan)
        return kernels


class Moving(Prepared):
    """The methods of a robot that compute. Arrays of NumPy, JAX or Torch; any batch axes.

    Each is the function of ``bodyplan.kinematics`` of the same name, which says more.
    """

    __slots__ = ()

    @cached_property
    def frame_places(self) -> dict[str, Place]:
        """The frames of this robot, as ``bodyplan.kinematics`` looks them up."""
        places: dict[str, Place] = _kinematics.place.frames_of(self)
        return places

    def forward_kinematics(
        self,
        q: Any,
        frames: Iterable[str | int] | None = None,
        *,
        form: Form = "4x4",
        out: Array = None,
        threads: int = 1,
    ) -> Array:
        """(*batch, links, 4, 4) the poses X_RL of links in the frame of the first root.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            frames: names or numbers of links, or names of frames; all links by default.
            form: "4x4", "3x4" or "position_quat_xyzw".
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        run = _kinematics.forward_kinematics
        return run(self, q, frames, form=form, out=out, threads=threads)

    def frame_jacobian(
        self,
        q: Any,
        frame: str | int,
        *,
        reference: Reference = "local_world_aligned",
        out: Array = None,
        threads: int = 1,
    ) -> Array:
        """(*batch, 6, nv) the twist of a frame, linear first, is this matrix times the velocity.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            frame: name or number of a link, or name of a frame.
            reference: "local", "world" or "local_world_aligned".
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        run = _kinematics.frame_jacobian
        return run(self, q, frame, reference=reference, out=out, threads=threads)

    def manipulability(
        self, q: Any, frame: str | int, *, motion: Motion = "all", threads: int = 1
    ) -> Array:
        """(*batch,) Yoshikawa's measure: the product of the singular values of the Jacobian.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            frame: name or number of a link, or name of a frame.
            motion: "all", "linear" or "angular": which rows of the Jacobian count.
            threads: how many may compute at once.
        """
        return _kinematics.manipulability(self, q, frame, motion=motion, threads=threads)

    def center_of_mass(self, q: Any, *, out: Array = None, threads: int = 1) -> Array:
        """(*batch, 3) the centre of mass of all links in the frame of the first root [m].

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        return _kinematics.center_of_mass(self, q, out=out, threads=threads)

    def center_of_mass_jacobian(self, q: Any, *, out: Array = None, threads: int = 1) -> Array:
        """(*batch, 3, nv) the velocity of the centre of mass is this matrix times the velocity.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        return _kinematics.center_of_mass_jacobian(self, q, out=out, threads=threads)

    def mass_matrix(self, q: Any, *, out: Array = None, threads: int = 1) -> Array:
        """(*batch, nv, nv) M with: the kinetic energy is v M v / 2.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        return _kinematics.mass_matrix(self, q, out=out, threads=threads)

    def inverse_dynamics(
        self,
        q: Any,
        v: Any,
        a: Any,
        *,
        gravity: Sequence[float] | Array = GRAVITY,
        out: Array = None,
        threads: int = 1,
    ) -> Array:
        """(*batch, nv) the torques and forces that give the robot an acceleration.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            v: (*batch, nv) velocities [rad/s] or [m/s].
            a: (*batch, nv) accelerations: how fast the numbers of v change.
            gravity: (3,) the acceleration of what falls [m/s²].
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        run = _kinematics.inverse_dynamics
        return run(self, q, v, a, gravity=gravity, out=out, threads=threads)

    def gravity_torque(
        self,
        q: Any,
        *,
        gravity: Sequence[float] | Array = GRAVITY,
        out: Array = None,
        threads: int = 1,
    ) -> Array:
        """(*batch, nv) the torques and forces that hold the robot still against gravity.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            gravity: (3,) the acceleration of what falls [m/s²].
            out: an array of NumPy to write to.
            threads: how many may compute at once.
        """
        run = _kinematics.gravity_torque
        return run(self, q, gravity=gravity, out=out, threads=threads)

    def integrate(self, q: Any, v: Any) -> Array:
        """(*batch, nq) where the robot is after a unit of time at a velocity.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            v: (*batch, nv) velocities, or velocities times a time.
        """
        return _kinematics.integrate(self, q, v)

    def difference(self, start: Any, end: Any) -> Array:
        """(*batch, nv) the velocity that leads from one configuration to another in a unit of time.

        Args:
            start: (*batch, nq) configurations [rad] or [m].
            end: (*batch, nq).
        """
        return _kinematics.difference(self, start, end)

    def out_of_bounds(self, q: Any, *, tolerance: float = 0.0) -> list[OutOfBounds]:
        """What is outside its bounds in a configuration or a batch; followers are looked at too.

        Args:
            q: (*batch, nq) configurations [rad] or [m].
            tolerance: so far outside still counts as inside [rad] or [m].
        """
        found: list[OutOfBounds] = _kinematics.out_of_bounds(self, q, tolerance=tolerance)
        return found

    def reach(
        self,
        frame: str | int,
        base: str | int | None = None,
        *,
        count: int = 10_000,
        rng: np.random.Generator | int | None = 0,
        threads: int = 1,
    ) -> Reach:
        """Places that a frame gets to: at configurations by chance, between the bounds.

        Args:
            frame: name or number of a link, or name of a frame.
            base: that in which the places are told; the first root by default.
            count: how many places.
            rng: a generator, or the seed of a new one.
            threads: how many may compute at once.
        """
        run = _kinematics.reach
        found: Reach = run(self, frame, base, count=count, rng=rng, threads=threads)
        return found

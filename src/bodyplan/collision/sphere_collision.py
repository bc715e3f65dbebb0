"""Tests for self-collision of a robot whose links are approximated by spheres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from bodyplan.collision._sphere_program import Group, Program, program_of
from bodyplan.collision.pairs import Pair, checked_pairs
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.native import Refusal

_BLOCK = 2_000
"""Number of configurations that are tested at once."""
_ROOM = 1_000_000
"""The largest number of pairs of spheres, times configurations, that are computed at once."""


class SphereModel:
    """The spheres of a robot, for collision tests of many configurations; it is thread-safe.

    Args:
        robot: the robot.
        spheres: the spheres of the links, by link name; spheres without a positive radius are
            ignored.
        pairs: the pairs of links to check; ``checked_pairs(robot)`` by default.
        threads: the number of threads that may run at once; results are the same for any number.

    Raises:
        UnknownNameError: a link does not exist.
    """

    def __init__(
        self,
        robot: Robot,
        spheres: Mapping[str, Sequence[BoundingSphere]],
        pairs: Iterable[Pair] | None = None,
        *,
        threads: int = 1,
    ) -> None:
        import numpy as np

        self.robot = robot
        self.threads = threads
        self._numbers: list[int] = []
        self._centers: list[Any] = []
        self._radii: list[Any] = []
        body: dict[str, int] = {}
        for link, given in spheres.items():
            index = robot.link_index(link)
            used = [one for one in given if one.radius > 0.0]
            if used:
                body[link] = len(body)
                self._numbers.append(index)
                self._centers.append(np.array([one.center for one in used], np.float64))
                self._radii.append(np.array([one.radius for one in used], np.float64))
        known = checked_pairs(robot) if pairs is None else tuple(pairs)
        self.pairs: tuple[Pair, ...] = tuple((a, b) for a, b in known if a in body and b in body)
        """The pairs of links that are checked: the given pairs whose two links have spheres."""
        self._bodies = [(body[a], body[b]) for a, b in self.pairs]
        own = zip(self._numbers, self._centers, self._radii, strict=True)
        self._groups = [Group.of(*one) for one in own]
        # One sphere around all spheres of a link, for a quick first test.
        self._middles = [group.middle for group in self._groups]
        self._reaches = [group.reach for group in self._groups]
        self._native: Any = None
        if self._bodies:
            with suppress(Refusal):  # raised without the extension
                self._native = robot.kernels.spheres(*self._program())

    @property
    def comparisons(self) -> int:
        """The largest number of pairs of spheres that are compared in a configuration."""
        return sum(len(self._radii[a]) * len(self._radii[b]) for a, b in self._bodies)

    def _program(self) -> Program:
        """Return the spheres in the form that the native kernel expects."""
        return program_of(self.robot, self._groups, self._bodies)

    def free_pairs(self, q: Any) -> Any:
        """Return (n, pairs) whether the spheres of each pair of links are free of overlap.

        Args:
            q: (n, nq) configurations.

        Raises:
            ValueError: q does not fit the robot.
        """
        import numpy as np

        rows = np.asarray(q)
        found = np.empty((len(rows), len(self._bodies)), bool)
        for start in range(0, max(len(rows), 1), _BLOCK):
            part = rows[start : start + _BLOCK]
            X = np.asarray(forward_kinematics(self.robot, part, self._numbers, form="3x4"))
            middles = self._placed_middles(X)
            for column, pair in enumerate(self._bodies):
                found[start : start + _BLOCK, column] = self._block(X, [pair], middles)
        return found

    def overlap(self, q: Any, pair: Pair) -> float:
        """Return the largest overlap of two spheres of a pair of links [m]; 0 if none overlap.

        Args:
            q: (nq,) a configuration.
            pair: a pair of ``pairs``.

        Raises:
            ValueError: q does not fit the robot, or the pair is not checked.
        """
        import numpy as np

        a, b = self._bodies[self.pairs.index(pair)]
        X = np.asarray(forward_kinematics(self.robot, q, self._numbers, form="3x4"))
        one, two = (self._centers[k] @ X[k, :, :3].T + X[k, :, 3] for k in (a, b))
        deepest, rows = 0.0, max(1, _ROOM // len(two))
        for start in range(0, len(one), rows):
            part = one[start : start + rows]
            apart = np.linalg.norm(part[:, None] - two, axis=2)
            depth = self._radii[a][start : start + rows, None] + self._radii[b] - apart
            deepest = max(deepest, float(depth.max()))
        return deepest

    def is_free(self, q: Any = None) -> Any:
        """Return (*batch,) whether no spheres of a checked pair of links overlap.

        NumPy arrays are tested in C++ if the extension is installed, without the GIL; only spheres
        of links that are near each other are compared. For JAX and Torch arrays, all pairs of
        spheres are compared at once, and the arrays may be traced.

        Args:
            q: (*batch, nq) configurations, or values of joints by name; by default the default
                configuration.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot.
        """
        import numpy as np

        if not self._bodies:
            shape = () if q is None or isinstance(q, Mapping) else np.shape(q)[:-1]
            return np.ones(shape, bool)[()]
        if q is not None and not isinstance(q, Mapping | np.ndarray | list | tuple):
            return self._traced(q)
        values = self.robot.q() if q is None else q
        if isinstance(values, Mapping):
            values = self.robot.q(values)
        values = np.asarray(values, np.float64)
        batch = values.shape[:-1]
        rows = values.reshape((math.prod(batch), values.shape[-1]))
        if self._native is None or rows.shape[1] != self.robot.nq:
            return self._verdicts(rows).reshape(batch)[()]
        found = self.robot.kernels.self_collision(
            np.require(rows, requirements=("C", "A")), self._native, self.threads
        )
        return found.view(bool).reshape(batch)[()]

    def _verdicts(self, rows: Any) -> Any:
        """Return (n,) whether configurations are free, computed without the native kernel."""
        import numpy as np

        found = np.empty(len(rows), bool)
        for start in range(0, max(len(rows), 1), _BLOCK):
            X = forward_kinematics(
                self.robot, rows[start : start + _BLOCK], self._numbers, form="3x4"
            )
            poses = np.asarray(X)
            middles = self._placed_middles(poses)
            found[start : start + _BLOCK] = self._block(poses, self._bodies, middles)
        return found

    def _placed_middles(self, X: Any) -> Any:
        """Return (n, links, 3) centers of the links' spheres, for poses (n, links, 3, 4)."""
        import numpy as np

        return np.einsum("nlij,lj->nli", X[..., :3], np.array(self._middles)) + X[..., 3]

    def _block(self, X: Any, bodies: Iterable[tuple[int, int]], middles: Any) -> Any:
        """Return (n,) whether configurations are free of overlapping spheres.

        Args:
            X: (n, links, 3, 4) the poses of the links in each configuration.
            bodies: the indices of the two links of each pair.
            middles: (n, links, 3) the centers of spheres around all spheres of a link [m].
        """
        import numpy as np

        free = np.ones(len(X), bool)
        for a, b in bodies:
            apart = middles[:, a] - middles[:, b]
            reach = self._reaches[a] + self._reaches[b]
            rows = np.flatnonzero(free & (np.einsum("ni,ni->n", apart, apart) < reach * reach))
            if not len(rows):
                continue
            one, two = (
                self._centers[k] @ X[rows, k, :, :3].swapaxes(1, 2) + X[rows, k, None, :, 3]
                for k in (a, b)
            )
            free[rows] = ~_overlapping(one, two, self._radii[a], self._radii[b])
        return free

    def _traced(self, q: Any) -> Any:
        """Return whether configurations are free, for arrays of JAX or Torch."""
        import numpy as np

        X = forward_kinematics(self.robot, q, self._numbers, form="3x4")
        array = getattr(X, "new_tensor", np.asarray)  # Torch cannot multiply NumPy arrays
        places = [
            sum(X[..., k, None, :, axis] * array(own[:, axis, None]) for axis in range(3))
            + X[..., k, None, :, 3]
            for k, own in enumerate(self._centers)
        ]
        free = None
        for a, b in self._bodies:
            radii = self._radii[a][:, None] + self._radii[b]
            squares = ((places[a][..., :, None, :] - places[b][..., None, :, :]) ** 2).sum(-1)
            apart = (squares >= array(radii * radii)).all(-1).all(-1)
            free = apart if free is None else free & apart
        return free


def _overlapping(one: Any, two: Any, radii: Any, others: Any) -> Any:
    """Return (n,) whether spheres of two sets overlap, in n configurations.

    Args:
        one: (n, a, 3) centers of the first set.
        two: (n, b, 3) centers of the second set.
        radii: (a,) radii of the first set.
        others: (b,) radii of the second set.
    """
    import numpy as np

    found = np.zeros(len(one), bool)
    spheres = max(1, min(len(radii), _ROOM // len(others)))
    places = max(1, _ROOM // (spheres * len(others)))
    for row in range(0, len(one), places):
        rows = slice(row, row + places)
        for first in range(0, len(radii), spheres):
            part = slice(first, first + spheres)
            apart = sum(
                (one[rows, part, None, axis] - two[rows, None, :, axis]) ** 2 for axis in range(3)
            )
            sums = radii[part, None] + others
            found[rows] |= (apart < sums * sums).any(axis=(1, 2))
    return found


def sphere_model(
    robot: Robot,
    spheres: Mapping[str, Sequence[BoundingSphere]] | None = None,
    *,
    pairs: Iterable[Pair] | None = None,
    threads: int = 1,
) -> SphereModel:
    """Return a model that tests many configurations for self-collision with spheres.

    Args:
        robot: the robot.
        spheres: the spheres of the links, by link name. By default, the spheres of the SRDF; for
            links without spheres, one sphere around the collision geometry.
        pairs: the pairs of links to check; ``checked_pairs(robot)`` by default.
        threads: the number of threads that may run at once; results are the same for any number.

    Raises:
        UnknownNameError: a link does not exist.
        ValueError: no spheres are given, and the robot has no SRDF.
    """
    if spheres is None:
        if robot.semantics is None:
            raise ValueError("the robot has no SRDF with spheres; pass the spheres of fit_spheres")
        spheres = {link: own.spheres or () for link, own in robot.semantics.spheres.items()}
    return SphereModel(robot, spheres, pairs, threads=threads)

"""Self-collision of a robot whose links are spheres: one verdict for each configuration."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from bodyplan.collision.pairs import Pair, checked_pairs
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Robot
from bodyplan.model.joint import TRANSLATING
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.native import Refusal

_BLOCK = 2_000
"""Configurations that are tested at once."""
_FEW = 100_000
"""Pairs of spheres in configurations in which all pairs of links are compared at once."""
_ROOM = 1_000_000
"""Pairs of spheres in configurations that are computed at once."""
_ROUNDING = 1e-6
"""Error of a position for each joint before it, in units of its distance, in single precision."""
_LARGEST_Q = 8.0
"""Positions of joints up to which that holds [rad] or [m]; sliding ones up to their limits."""


class SphereModel:
    """The spheres of a robot, ready for many configurations. Threads may share it.

    Args:
        robot: the robot.
        spheres: of its links, by name; those whose radius is not positive are left out.
        pairs: of links to check; ``checked_pairs(robot)`` by default.
        threads: how many may compute at once; results are the same for any number.

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
        for link, own in spheres.items():
            index = robot.link_index(link)
            used = [one for one in own if one.radius > 0.0]
            if used:
                body[link] = len(body)
                self._numbers.append(index)
                self._centers.append(np.array([one.center for one in used], np.float64))
                self._radii.append(np.array([one.radius for one in used], np.float64))
        known = checked_pairs(robot) if pairs is None else tuple(pairs)
        self.pairs: tuple[Pair, ...] = tuple((a, b) for a, b in known if a in body and b in body)
        """The pairs of links that are checked: of those given, the ones with spheres."""
        self._bodies = [(body[a], body[b]) for a, b in self.pairs]
        # One sphere around those of a link, for a first test.
        self._middles = [own.mean(axis=0) for own in self._centers]
        self._reaches = [
            float((np.linalg.norm(own - middle, axis=1) + radii).max())
            for own, middle, radii in zip(self._centers, self._middles, self._radii, strict=True)
        ]
        self._native: Any = None
        if self._bodies:
            with suppress(Refusal):  # without the extension
                self._native = robot.kernels.spheres(*self._program())

    @property
    def comparisons(self) -> int:
        """Pairs of spheres that are compared in a configuration at most."""
        return sum(len(self._radii[a]) * len(self._radii[b]) for a, b in self._bodies)

    def _program(self) -> tuple[Any, ...]:
        """Return the spheres as the native kernel expects them.

        The kernel computes in single precision. Where rounding errors could change a verdict, it says
        so, and ``_block`` gives the verdict: both agree in each configuration.
        """
        import numpy as np

        limits, reaches, errors = _bounds(self.robot)
        rounding = 0.0
        numbers: list[float] = []
        for k, link in enumerate(self._numbers):
            far = reaches[link] + float(np.linalg.norm(self._middles[k])) + self._reaches[k]
            rounding = max(rounding, _ROUNDING * errors[link] * far)
        for k, (centers, radii) in enumerate(zip(self._centers, self._radii, strict=True)):
            numbers += [*self._middles[k], self._reaches[k] + 2.0 * rounding]
            numbers += np.column_stack((centers, radii)).ravel().tolist()
        slack = 8.0 * rounding * max(float(radii.max()) for radii in self._radii)
        pairs = [body for pair in self._bodies for body in pair]
        counts = [len(radii) + 1 for radii in self._radii]
        return self._numbers, counts, numbers, pairs, limits.tolist(), slack

    def free_pairs(self, q: Any) -> Any:
        """Return (n, pairs) whether no spheres of a pair overlap, in the order of ``pairs``.

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
        """Return how far the spheres of a pair of links overlap at most [m]; 0 if they do not.

        Args:
            q: (nq,) a configuration.
            pair: one of ``pairs``.

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

        NumPy arrays are tested in C++ where the extension is there, without the interpreter's lock, and
        only spheres of links that are near each other. Arrays of JAX and Torch are computed as a whole,
        and may be traced.

        Args:
            q: (*batch, nq) configurations, or values of joints by name; the default one otherwise.

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
        known = self.robot.kernels.self_collision(
            np.require(rows, requirements=("C", "A")), self._native, self.threads
        ).ravel()
        found = known == 1.0
        left = np.flatnonzero(known == 2.0)
        if len(left):
            found[left] = self._verdicts(rows[left])
        return found.reshape(batch)[()]

    def _verdicts(self, rows: Any) -> Any:
        """Return (n,) whether configurations are free, without the native kernel for spheres."""
        import numpy as np

        found = np.empty(len(rows), bool)
        for start in range(0, max(len(rows), 1), _BLOCK):
            X = forward_kinematics(
                self.robot, rows[start : start + _BLOCK], self._numbers, form="3x4"
            )
            poses = np.asarray(X)
            middles = self._placed_middles(poses)
            if len(poses) * self.comparisons <= _FEW:
                found[start : start + _BLOCK] = self._few(poses, middles)
            else:
                found[start : start + _BLOCK] = self._block(poses, self._bodies, middles)
        return found

    def _few(self, X: Any, middles: Any) -> Any:
        """Return what ``_block`` does, with all pairs at once: a call of NumPy takes longer than they do.

        The kernel leaves a few configurations in ten thousand.
        """
        import numpy as np

        first, second = np.array(self._bodies).T
        apart = middles[:, first] - middles[:, second]
        reaches = np.array(self._reaches)
        reach = reaches[first] + reaches[second]
        near = (np.einsum("npi,npi->np", apart, apart) < reach * reach).any(axis=0)
        if not near.any():
            return np.ones(len(X), bool)
        pairs = [self._compared[number] for number in np.flatnonzero(near)]
        one, two = np.concatenate(pairs, axis=1)
        link, centers, radii = self._flat
        poses = X[:, link]
        placed = np.einsum("nsij,sj->nsi", poses[..., :3], centers) + poses[..., 3]
        apart = placed[:, one] - placed[:, two]
        sums = radii[one] + radii[two]
        return ~(np.einsum("npi,npi->np", apart, apart) < sums * sums).any(axis=1)

    @cached_property
    def _flat(self) -> tuple[Any, Any, Any]:
        """The link of each sphere, (s,), its center (s, 3) and its radius (s,)."""
        import numpy as np

        link = np.repeat(np.arange(len(self._radii)), [len(own) for own in self._radii])
        return link, np.concatenate(self._centers), np.concatenate(self._radii)

    @cached_property
    def _compared(self) -> list[Any]:
        """Of each pair of links, (2, c) the spheres that are compared, by their number in ``_flat``."""
        import numpy as np

        link, _, _ = self._flat
        own = [np.flatnonzero(link == k) for k in range(len(self._radii))]
        return [
            np.stack(np.meshgrid(own[a], own[b], indexing="ij")).reshape(2, -1)
            for a, b in self._bodies
        ]

    def _placed_middles(self, X: Any) -> Any:
        """Return the middles of the links, (n, links, 3), for poses (n, links, 3, 4)."""
        import numpy as np

        return np.einsum("nlij,lj->nli", X[..., :3], np.array(self._middles)) + X[..., 3]

    def _block(self, X: Any, bodies: Iterable[tuple[int, int]], middles: Any) -> Any:
        """Return whether each of some configurations is free, for poses (n, links, 3, 4)."""
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
        """Return whether configurations of another library's arrays are free."""
        X = forward_kinematics(self.robot, q, self._numbers, form="3x4")
        places = [
            sum(X[..., k, None, :, axis] * X.new_tensor(own[:, axis, None]) for axis in range(3))
            + X[..., k, None, :, 3]
            if hasattr(X, "new_tensor")
            else sum(X[..., k, None, :, axis] * own[:, axis, None] for axis in range(3))
            + X[..., k, None, :, 3]
            for k, own in enumerate(self._centers)
        ]
        free = None
        for a, b in self._bodies:
            radii = self._radii[a][:, None] + self._radii[b]
            least = X.new_tensor(radii * radii) if hasattr(X, "new_tensor") else radii * radii
            squares = ((places[a][..., :, None, :] - places[b][..., None, :, :]) ** 2).sum(-1)
            apart = (squares >= least).all(-1).all(-1)
            free = apart if free is None else free & apart
        return free


def _overlapping(one: Any, two: Any, radii: Any, others: Any) -> Any:
    """Return (n,) whether any sphere of one set overlaps one of another, in each of n places.

    Args:
        one: (n, a, 3) centers.
        two: (n, b, 3) centers.
        radii: (a,) of the first ones.
        others: (b,) of the second ones.
    """
    import numpy as np

    found = np.zeros(len(one), bool)
    few = max(1, min(len(radii), _ROOM // len(others)))
    step = max(1, _ROOM // (few * len(others)))
    for row in range(0, len(one), step):
        rows = slice(row, row + step)
        for first in range(0, len(radii), few):
            part = slice(first, first + few)
            apart = sum(
                (one[rows, part, None, axis] - two[rows, None, :, axis]) ** 2 for axis in range(3)
            )
            sums = radii[part, None] + others
            found[rows] |= (apart < sums * sums).any(axis=(1, 2))
    return found


def _bounds(robot: Robot) -> tuple[Any, list[float], list[float]]:
    """Return where single precision is enough, and how far its errors reach.

    Returns:
        (nq,) largest positions of joints; for each link, its largest distance from the root [m], and
        the number of joints before it, those that multiply their position as often.
    """
    import numpy as np

    arrays = robot.arrays
    own = np.maximum(np.abs(arrays.lower), np.abs(arrays.upper))
    limits = np.where(own < _LARGEST_Q, np.maximum(own, 0.1), _LARGEST_Q)
    reaches, errors = [0.0] * len(robot.links), [2.0] * len(robot.links)
    for j, joint in enumerate(robot.joints):
        parent, child = int(arrays.parent_link[j]), int(arrays.child_link[j])
        far = np.linalg.norm(arrays.X_PJ[j, :, 3]) + np.linalg.norm(arrays.X_JC[j, :, 3])
        factor = max(1.0, abs(float(arrays.multiplier[j])))
        if joint.type in TRANSLATING:
            at = int(arrays.q_index[j])
            largest = float(limits[at]) * factor + abs(float(arrays.offset[j]))
            far += 2.0 * largest * max(1.0, abs(float(arrays.pitch[j])))
        reaches[child] = reaches[parent] + float(far)
        errors[child] = errors[parent] + factor
    return limits, reaches, errors


def sphere_model(
    robot: Robot,
    spheres: Mapping[str, Sequence[BoundingSphere]] | None = None,
    *,
    pairs: Iterable[Pair] | None = None,
    threads: int = 1,
) -> SphereModel:
    """Return the spheres of a robot, ready for testing many configurations for self-collision.

    Args:
        robot: the robot.
        spheres: of its links, by name; those of its SRDF by default, and for links without any, one
            sphere around the collision geometry.
        pairs: of links to check; ``checked_pairs(robot)`` by default.
        threads: how many may compute at once; results are the same for any number.

    Raises:
        UnknownNameError: a link does not exist.
        ValueError: no spheres are given, and the robot has no SRDF.
    """
    if spheres is None:
        if robot.semantics is None:
            raise ValueError("the robot has no SRDF with spheres; pass those of fit_spheres")
        spheres = {link: own.spheres or () for link, own in robot.semantics.spheres.items()}
    return SphereModel(robot, spheres, pairs, threads=threads)

"""The collision geometry of a robot, ready for queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

import bodyplan.native
from bodyplan.collision._shapes import Shapes, shapes_of
from bodyplan.collision.evidence import Contact, SkippedLink
from bodyplan.collision.pairs import Pair, TooManyStepsError, checked_pairs
from bodyplan.core import quoted
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Robot
from bodyplan.model.shape import Heightmap

_BLOCK = 4_000_000
"""The largest number of values in the poses that are computed at once."""
STEPS = 300_000_000
"""The largest number of steps of a query; a step is a test of two bounding boxes, or takes as
long."""
STEPS_OF_EACH = 10_000_000
"""Additional steps of a query for each configuration; five times as many for distances. Real robots
need fewer than 200,000 for a test, and fewer than 10,000,000 for distances."""
_DEEP_STEPS, _FEWEST_DEEP_STEPS = 10_000_000, 10_000
"""The largest number of steps in the search for the depth of a contact. All contacts of a
configuration share ten times as many steps; after that, each contact gets the smaller number."""
MOST_CONTACTS = 200_000
"""The largest number of colliding pairs of links for which contacts are computed."""


class CollisionModel:
    """The collision geometry of a robot, for queries of many configurations; it is thread-safe.

    The constructor reads the meshes and builds trees of their triangles. A primitive is solid and
    exact; a mesh is a surface, as in MoveIt. No link is inside terrain (a heightmap), which is open.

    Args:
        robot: the robot.
        pairs: the pairs of links to check; ``checked_pairs(robot)`` by default.
        threads: the number of threads that may run at once; results are the same for any number.
        steps: limit on the number of steps of all queries together; by default, each query may take
            ``STEPS`` plus ``STEPS_OF_EACH`` for each configuration. A query that exceeds the limit
            raises TooManyStepsError.

    Raises:
        UnknownNameError: a link of the pairs does not exist.
    """

    def __init__(
        self,
        robot: Robot,
        pairs: Iterable[Pair] | None = None,
        *,
        threads: int = 1,
        steps: int | None = None,
    ) -> None:
        import numpy as np

        self.robot = robot
        self.pairs: tuple[Pair, ...] = checked_pairs(robot) if pairs is None else tuple(pairs)
        """The pairs that are checked."""
        self.threads = threads
        skipped: list[SkippedLink] = []
        names = {name for pair in self.pairs for name in pair}
        wanted = {robot.link_index(name) for name in names}
        used, shapes = shapes_of(robot, (robot.links[i] for i in sorted(wanted)), skipped)
        self.skipped = tuple(skipped)
        """Collisions that are not checked, such as meshes that cannot be read."""
        self.links = tuple(link.name for link in used)
        """The links of the pairs with usable collision shapes; a link's index is its body
        number."""
        self.scene: Any = _scene(shapes)
        self._steps = steps
        if steps is not None:
            self.scene.steps = steps
        body = {name: number for number, name in enumerate(self.links)}
        known = [i for i, (a, b) in enumerate(self.pairs) if a in body and b in body]
        self._known = np.array(known, np.intp)  # indices of pairs whose links both have shapes
        self.pair_numbers: Any = np.array(
            [[body[name] for name in self.pairs[number]] for number in known], np.int32
        ).reshape(-1, 2)
        """(p, 2) the body numbers of the pairs whose two links have usable shapes."""
        self._numbers = [robot.link_index(name) for name in self.links]
        self._is_terrain: Any = np.array(
            [any(isinstance(one.shape, Heightmap) for one in link.collisions) for link in used],
            bool,
        )

    def poses(self, q: Any = None) -> Any:
        """Return (*batch, links, 3, 4) the poses X_RL of ``links``.

        Args:
            q: (*batch, nq) configurations, or values of joints by name; by default the default
                configuration.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        import numpy as np

        q = self.robot.q() if q is None else q
        X = forward_kinematics(self.robot, q, self._numbers, form="3x4", threads=self.threads)
        X = np.ascontiguousarray(X, np.float64)
        if not np.isfinite(X).all():
            raise ValueError("a configuration of finite numbers is required")
        return X

    def query(
        self,
        what: Literal["touching", "inside", "distance", "first"],
        X: Any,
        numbers: Any,
        threads: int | None = None,
        left: Any = None,
    ) -> Any:
        """Return the results of a query of the scene; see ``native/collision_module.cpp``.

        Args:
            what: name of the query.
            X: (batch, links, 3, 4) poses.
            numbers: (p, 2) the body numbers of pairs, as in ``pair_numbers``.
            threads: the number of threads that may run at once; by default, the number of the
                model.
            left: (p,) steps that ``touching`` and ``first`` may take for each pair. The query
                subtracts the steps that it took; a pair that exceeds its steps gets a negative
                number. By default, only the limit of ``CollisionModel`` applies.

        Raises:
            TooManyStepsError: the query takes more steps than the limit.
        """
        if self._steps is None:
            each = 5 * STEPS_OF_EACH if what == "distance" else STEPS_OF_EACH
            self.scene.steps = STEPS + each * len(X)
        try:
            own = () if left is None else (left,)
            found = getattr(self.scene, what)(X, numbers, threads or self.threads, *own)
        except OverflowError as error:
            raise self._too_many(numbers[int(str(error))]) from None
        if what == "inside" and self._is_terrain.any():  # what is in a valley is above the terrain
            first, second = self._is_terrain[numbers].T
            found[(second & (found == 1)) | (first & (found == 2))] = 0
        return found

    def _too_many(self, pair: Any) -> TooManyStepsError:
        one, other = (quoted(self.links[body]) for body in pair)
        return TooManyStepsError(
            f"links {one} and {other}: comparing their collision shapes takes too many steps;"
            " `bodyplan simplify` replaces meshes by simpler shapes"
        )

    def touching(self, q: Any = None) -> Any:
        """Return (*batch, pairs) whether two links touch, in the order of ``pairs``.

        Args:
            q: (*batch, nq) configurations, or values of joints by name; by default the default
                configuration.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        return self._each(q, self._touching, fill=False)

    def collides(self, q: Any = None) -> Any:
        """Return (*batch, pairs) whether two links touch, or one is inside the other.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        return self._each(q, self._colliding, fill=False)

    def is_free(self, q: Any = None) -> Any:
        """Return (*batch,) whether no pair of links collides.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        return self._each(q, self._colliding, fill=False, reduced=lambda hits: ~hits.any(axis=-1))

    def distance(self, q: Any = None) -> Any:
        """Return (*batch,) the smallest of ``distances`` [m].

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        import numpy as np

        return self._each(
            q, self._signed, fill=np.inf, reduced=lambda found: found.min(axis=-1, initial=np.inf)
        )

    def distances(self, q: Any = None) -> Any:
        """Return (*batch, pairs) the signed distance for each pair of links [m].

        It is infinite for a link without usable shapes. See ``bodyplan.collision.distance``.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        import numpy as np

        return self._each(q, self._signed, fill=np.inf)

    def colliding_pairs(self, q: Any = None) -> tuple[Pair, ...]:
        """Return the pairs of links that collide; see ``bodyplan.collision.colliding_pairs``.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot, or is not finite.
        """
        collides = self.collides(self._one(q))
        return tuple(pair for pair, hit in zip(self.pairs, collides, strict=True) if hit)

    def contacts(self, q: Any = None) -> tuple[Contact, ...]:
        """Return the contacts of one configuration; see ``bodyplan.collision.contacts``.

        Raises:
            UnknownNameError: a joint does not exist.
            TooManyStepsError: too many pairs collide.
            ValueError: q does not fit the robot, or is not finite.
        """
        X = self.poses(self._one(q))
        touching, inside = self._touching(X[None])[0], self._inside(X[None])[0]
        count = int((touching | (inside != 0)).sum())
        if count > MOST_CONTACTS:
            raise TooManyStepsError(
                f"{count:,} pairs of links collide; "
                f"contacts are computed for at most {MOST_CONTACTS:,}"
            )
        found = []
        left = 10 * _DEEP_STEPS
        for (a, b), hit, within in zip(self.pair_numbers.tolist(), touching, inside, strict=True):
            if not hit and not within:
                continue
            names = self.links[a], self.links[b]
            if self._steps is None:
                self.scene.steps = STEPS
            before = self.scene.steps
            deep = max(min(left, _DEEP_STEPS), _FEWEST_DEEP_STEPS)
            try:
                distance, *points, is_least = self.scene.contact(X, a, b, deep)
            except OverflowError:
                raise self._too_many((a, b)) from None
            left -= before - self.scene.steps
            inner = names[int(within) - 1] if within else None
            one, other = (tuple(point) for point in points)
            found.append(Contact(*names, abs(distance), one, other, inner, is_least))
        return tuple(found)

    def _signed(self, X: Any) -> Any:
        import numpy as np

        found = self.query("distance", X, self.pair_numbers)
        return np.where(self._inside(X) != 0, -np.abs(found), found)

    def _colliding(self, X: Any) -> Any:
        return self._touching(X) | (self._inside(X) != 0)

    def _touching(self, X: Any) -> Any:
        return self.query("touching", X, self.pair_numbers)

    def _inside(self, X: Any) -> Any:
        return self.query("inside", X, self.pair_numbers)

    def _one(self, q: Any) -> Any:
        import numpy as np

        batch = () if q is None or isinstance(q, Mapping) else np.shape(q)[:-1]
        if batch:
            raise ValueError(f"expected one configuration, got an array of {batch}")
        return q

    def _each(
        self,
        q: Any,
        query: Callable[[Any], Any],
        *,
        fill: Any,
        reduced: Callable[[Any], Any] | None = None,
    ) -> Any:
        """Return (*batch, pairs) results of a query; `fill` for pairs without usable shapes.

        If `reduced` is given, it reduces (n, pairs) results to (n,) for each block of the batch.
        """
        import numpy as np

        batch: tuple[int, ...] = ()
        parts: list[Any] = []
        for shape, X in self._blocks(q):
            found = query(X)
            made = np.full((len(found), len(self.pairs)), fill, found.dtype)
            made[:, self._known] = found
            parts.append(made if reduced is None else reduced(made))
            batch = shape
        whole = np.concatenate(parts)
        return whole.reshape((*batch, *whole.shape[1:]))[() if batch else ...]

    def _blocks(self, q: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Yield the shape of the batch and poses (block, links, 3, 4), for each block."""
        import numpy as np

        if q is None or isinstance(q, Mapping):
            yield (), self.poses(q)[None]
            return
        values = np.asarray(q)
        if values.ndim == 0:
            self.poses(values)  # raises
        batch = values.shape[:-1]
        rows = values.reshape((math.prod(batch), values.shape[-1]))
        size = max(1, _BLOCK // max(12 * len(self.links), len(self.pairs), 1))
        for begin in range(0, max(1, len(rows)), size):
            yield batch, self.poses(rows[begin : begin + size])


def _scene(shapes: Shapes) -> Any:
    if bodyplan.native.Scene is None:
        from bodyplan.collision._twin import Scene

        return Scene(*shapes)
    return bodyplan.native.Scene(*shapes)

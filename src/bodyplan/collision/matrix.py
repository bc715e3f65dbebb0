"""Which links can touch: MoveIt's collision matrix, the same for every machine, with evidence."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import bodyplan.native
from bodyplan.collision._relative import RelativeMotion, Variable, relative_motion, variables_of
from bodyplan.collision._shapes import Shapes, shapes_of
from bodyplan.collision._surfaces import hash_of, surface_of
from bodyplan.collision.adjacency import Pair, adjacent_pairs, ordered
from bodyplan.collision.evidence import (
    CHECKED,
    VERSION,
    CollisionMatrix,
    PairRow,
)
from bodyplan.collision.model import CollisionModel
from bodyplan.collision.pairs import check_states, solid_links
from bodyplan.collision.proof import BUDGET, Outcome, decide
from bodyplan.collision.samples import random_configurations
from bodyplan.core.limits import processors
from bodyplan.model import Robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

SAMPLES = 10_000
"""Random configurations for "Never", if no other number is given: MoveIt's default."""
ALWAYS = 0.95
"""Share of a round in which a pair must touch to be "Always": MoveIt's default."""
_ROUND = 200
"""Configurations of a round."""
_BLOCK = 500
"""Configurations after which pairs that touched are left out."""
_MOST_VARIABLES = 24
"""Of a motion that is tried to be proved."""

Progress = Callable[[Sequence[Any], str], Iterable[Any]]
"""Yields what it is given, and shows how far it is."""


class Options(NamedTuple):
    """How a matrix is computed.

    Args:
        samples: number of random configurations for "Never".
        seed: of the random configurations.
        always: share of a round in which a pair must touch to be "Always".
        proof: whether to prove what never touched.
        budget: largest number of cells of a proof.
        strict_adjacent: whether only links that a joint connects are "Adjacent".
    """

    samples: int = SAMPLES
    seed: int = 0
    always: float = ALWAYS
    proof: bool = True
    budget: int = BUDGET
    strict_adjacent: bool = False


def compute_matrix(
    robot: Robot,
    options: Options = Options(),  # noqa: B008  (frozen)
    *,
    states: Iterable[Mapping[str, float | Sequence[float]]] = (),
    previous: CollisionMatrix | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    model: Any = None,
) -> CollisionMatrix:
    """Return which pairs of links are not checked for collision, and why.

    The classes are those of MoveIt's Setup Assistant, in its order: "Adjacent" links; "Default": in
    contact in the default configuration; "Always": in contact in more than ``always`` of a round of
    200 random configurations, repeated until a round adds none; "Never": never seen in contact.
    With ``proof``, each pair that was never seen in contact ends proved apart, with a clearance; met,
    with a witness; or undecided. A pair that never touches as one link is inside the other is
    "Always". Pairs are checked where it is uncertain: shapes that cannot be used, positions
    without limits.

    Args:
        robot: the robot.
        options: see ``Options``.
        states: further configurations, as values of joints by name [rad] or [m].
        previous: of an earlier run; what still applies is not computed again.
        threads: number of threads; all processors by default. The result does not depend on it.
        progress: shows how far it is.
        model: what answers for the pairs; a new ``CollisionModel`` by default.

    Raises:
        TooManyPairsError: there are too many links with collision geometry, or too many states.
        ValueError: a number of the options is out of range, or a state does not fit the robot.
    """
    _check(options)
    count = threads or processors()
    return _MatrixRun(robot, options, tuple(states), previous, count, progress, model).matrix()


def _check(options: Options) -> None:
    if options.samples < 0:
        raise ValueError(f"samples must be at least 0, got {options.samples}")
    if not 0 <= options.seed < 2**64:
        raise ValueError(f"seed must be at least 0 and less than 2**64, got {options.seed}")
    if not 0.0 < options.always <= 1.0:
        raise ValueError(f"always must be more than 0 and at most 1, got {options.always}")
    if options.budget < 0:
        raise ValueError(f"budget must be at least 0, got {options.budget}")


class _MatrixRun:
    """One computation of a matrix."""

    def __init__(
        self,
        robot: Robot,
        options: Options,
        states: Sequence[Mapping[str, float | Sequence[float]]],
        previous: CollisionMatrix | None,
        threads: int,
        progress: Progress | None,
        model: Any,
    ) -> None:
        import numpy as np

        self.robot = robot
        self.options = options
        self.threads = threads
        self.progress: Progress = progress or (lambda items, _: items)
        check_states(len(states) + 1)
        solid = solid_links(robot)
        every = tuple(ordered(*pair) for pair in combinations(solid, 2))
        self.model = model or CollisionModel(robot, every, threads=threads)
        self.body = {name: number for number, name in enumerate(self.model.links)}
        self.broken = {one.link for one in self.model.skipped}
        self.adjacent = adjacent_pairs(robot, {*solid}, strict=options.strict_adjacent)
        self.pairs = sorted(pair for pair in every if pair not in self.adjacent)
        self.rows: dict[Pair, PairRow] = {
            pair: PairRow(*pair, "Adjacent") for pair in every if pair in self.adjacent
        }
        self.states = np.array([self._q(state) for state in ({}, *states)])
        self.usable = [pair for pair in self.pairs if self._has_shapes(pair)]
        for pair in {*self.pairs}.difference(self.usable):
            self.rows[pair] = PairRow(*pair, CHECKED, why=self._broken(pair))
        self.keys = self._keys() if model is None else {}
        self.rounds = 0
        self.kept = self._kept(previous)

    def _q(self, values: Mapping[str, float | Sequence[float]]) -> Numbers:
        own = {joint.name for joint in self.robot.independent_joints}
        return self.robot.q({name: value for name, value in values.items() if name in own})

    def matrix(self) -> CollisionMatrix:
        """Compute the rows that are not known, and return the matrix."""
        unseen = self._sampled()
        if self.kept and self.rounds > 1:  # what is known is of the first round only
            self.kept = {}
            unseen = self._sampled()
        self.rows |= self.kept
        if self.options.proof:
            self._decided(unseen)
        else:
            for pair in unseen:
                self._never(pair, None)
        return CollisionMatrix(
            robot=self.robot.name,
            seed=self.options.seed,
            samples=self.options.samples,
            rounds=self.rounds,
            always=self.options.always,
            is_proved=self.options.proof,
            budget=self.options.budget,
            strict_adjacent=self.options.strict_adjacent,
            rows=tuple(self.rows[pair] for pair in sorted(self.rows)),
            unchecked=tuple(self.model.skipped),
            loops=tuple(joint.name for joint in self.robot.loops),
        )

    # What is known from an earlier run

    def _keys(self) -> dict[Pair, str]:
        """Return a hash of all that the row of a pair depends on."""
        import numpy as np

        shapes = self._shapes
        hashes = [hash_of(shapes, body) for body in range(shapes.bodies)]
        digests: dict[tuple[int, ...], str] = {}
        found: dict[Pair, str] = {}
        for pair in self.usable:
            motion = self.motion(pair)
            columns = tuple(one.column for one in motion.variables) if motion else ()
            if columns not in digests:
                own = np.unique(self.states[:, columns], axis=0)
                digests[columns] = sha256(own.astype("<f8").tobytes()).hexdigest()
            numbers = () if motion is None else motion.numbers
            names = () if motion is None else (motion.variables, motion.open_joints)
            bodies = [hashes[self.body[name]] for name in pair]
            whole = repr((VERSION, *self.options, *names, digests[columns], *bodies)).encode()
            exact = struct.pack(f"<{len(numbers)}d", *numbers)
            found[pair] = sha256(whole + exact).hexdigest()[:16]
        return found

    def _kept(self, previous: CollisionMatrix | None) -> dict[Pair, PairRow]:
        if previous is None or previous.rounds != 1:  # later rounds are not in the evidence
            return {}
        found: dict[Pair, PairRow] = {}
        for pair in self.usable:
            row = previous.row(*pair)
            if row is not None and row.key is not None and row.key == self.keys.get(pair):
                found[pair] = row
        return found

    # Sampling, as MoveIt

    def _default(self, pairs: list[Pair]) -> list[Pair]:
        """Settle the pairs that touch in the default configuration, and return the others."""
        hit = self._touching(self.states[:1], pairs)[0]
        for pair, touches in zip(pairs, hit, strict=True):
            if touches:
                self._settle(pair, "Default", "met", witness=self._positions(pair, self.states[0]))
        return [pair for pair, touches in zip(pairs, hit, strict=True) if not touches]

    def _sampled(self) -> list[Pair]:
        """Settle the pairs that are seen in contact, and return those never seen."""
        self.rounds = 0
        witnesses: dict[Pair, Numbers] = {}
        left = self._default([pair for pair in self.usable if pair not in self.kept])
        while True:
            q = self._random("always", self.rounds * _ROUND, _ROUND)
            self.rounds += 1
            counts = self._seen(left, q, witnesses)
            least = int(_ROUND * self.options.always)
            seen_of = zip(left, counts.tolist(), strict=True)
            always = {pair: seen for pair, seen in seen_of if seen > least}
            for pair, seen in always.items():
                why = f"touches in {seen} of {_ROUND} random configurations"
                self._settle(pair, "Always", "sampled", samples=_ROUND, why=why)
            left = [pair for pair in left if pair not in always]
            if not always or not left:
                break
        for start in range(1, len(self.states), _ROUND):
            self._seen(left, self.states[start : start + _ROUND], witnesses)
        unseen = [pair for pair in left if pair not in witnesses]
        blocks = range(0, self.options.samples, _BLOCK)
        for start in self.progress(blocks, "sampling"):
            if not unseen:
                break
            q = self._random("never", start, min(_BLOCK, self.options.samples - start))
            first = self.model.scene.first(self.model.poses(q), self._numbers(unseen), self.threads)
            for pair, number in zip(unseen, first.tolist(), strict=True):
                if number >= 0:
                    witnesses[pair] = q[number]
            unseen = [pair for pair in unseen if pair not in witnesses]
        for pair in left:
            if pair in witnesses:
                self._settle(pair, CHECKED, "met", witness=self._positions(pair, witnesses[pair]))
        return unseen

    def _random(self, stream: Any, first: int, count: int) -> Numbers:
        return random_configurations(self.robot, self.options.seed, stream, first, count)

    def _seen(self, pairs: list[Pair], q: Numbers, witnesses: dict[Pair, Numbers]) -> Numbers:
        """Return how often each pair touches, and note the first time."""
        hits = self._touching(q, pairs)
        for number in hits.any(axis=0).nonzero()[0].tolist():
            witnesses.setdefault(pairs[number], q[hits[:, number].argmax()])
        counts: Numbers = hits.sum(axis=0)
        return counts

    def _touching(self, q: Numbers, pairs: list[Pair]) -> Any:
        return self.model.scene.touching(self.model.poses(q), self._numbers(pairs), self.threads)

    def _numbers(self, pairs: list[Pair]) -> Any:
        import numpy as np

        numbers = [[self.body[link], self.body[other]] for link, other in pairs]
        return np.array(numbers, np.int32).reshape(-1, 2)

    # Proofs

    def _decided(self, pairs: list[Pair]) -> None:
        """Settle the pairs that were never seen in contact."""
        import numpy as np

        if not pairs:
            return
        q = np.concatenate((self.states, self._random("always", 0, _ROUND)))
        inside = self.model.scene.inside(self.model.poses(q), self._numbers(pairs), self.threads)
        order = sorted(pairs, key=self._variable_count)
        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(self._decide, pair) for pair in order]
            try:
                outcomes = [job.result() for job in self.progress(jobs, "proving")]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        column = {pair: number for number, pair in enumerate(pairs)}
        for pair, outcome in zip(order, outcomes, strict=True):
            within = inside[:, column[pair]]
            rows = within.nonzero()[0]
            if outcome is not None and outcome.verdict == "met":
                witness = dict(zip(self._names(pair), outcome.positions, strict=True))
                self._settle(pair, CHECKED, "met", witness=witness, cells=outcome.cells)
            elif rows.size:
                self._contained(pair, outcome, q[rows[0]], pair[int(within[rows[0]]) - 1])
            else:
                self._never(pair, outcome)

    def _variable_count(self, pair: Pair) -> int:
        motion = self.motion(pair)
        return 0 if motion is None else len(motion.variables)

    def _names(self, pair: Pair) -> list[str]:
        motion = self.motion(pair)
        return [] if motion is None else [one.name for one in motion.variables]

    def _decide(self, pair: Pair) -> Outcome | None:
        motion = self.motion(pair)
        if motion is None or motion.unbounded or len(motion.variables) > _MOST_VARIABLES:
            return None
        one, two = (self._surfaces[self.body[name]] for name in pair)
        if one is None or two is None:
            return None
        columns = [one.column for one in motion.variables]

        def touches(positions: tuple[float, ...]) -> bool:
            q = self.states[0].copy()
            q[columns] = positions
            return bool(self._touching(q[None], [pair])[0, 0])

        options = self.options
        return decide(motion, one, two, budget=options.budget, seed=options.seed, touches=touches)

    def _contained(self, pair: Pair, outcome: Outcome | None, q: Numbers, link: str) -> None:
        """Settle a pair of which one link is inside the other in a configuration."""
        if outcome is not None and outcome.verdict == "apart":
            # Surfaces that never touch do not let it out.
            self._settle(
                pair, "Always", "proved", contained=link, clearance=outcome.clearance,
                nearest=round(outcome.nearest, 6), cells=outcome.cells,
            )  # fmt: skip
        else:
            witness = self._positions(pair, q)
            self._settle(pair, CHECKED, "met", contained=link, witness=witness)

    def _never(self, pair: Pair, outcome: Outcome | None) -> None:
        """Settle a pair that was never seen in contact."""
        samples = self.options.samples + self.rounds * _ROUND
        motion = self.motion(pair)
        if self.options.proof and (motion is None or motion.unbounded):
            self._settle(pair, CHECKED, "sampled", samples=samples, why=_unbounded(motion))
        elif self.broken.intersection(pair):
            self._settle(pair, CHECKED, "sampled", samples=samples, why=self._broken(pair))
        elif outcome is not None and outcome.verdict == "apart":
            self._settle(
                pair, "Never", "proved", clearance=outcome.clearance,
                nearest=round(outcome.nearest, 6), cells=outcome.cells,
            )  # fmt: skip
        else:
            cells = None if outcome is None else outcome.cells
            nearest = None if outcome is None else round(outcome.nearest, 6)
            self._settle(pair, "Never", "sampled", samples=samples, nearest=nearest, cells=cells)

    @cached_property
    def _shapes(self) -> Shapes:
        links = (self.robot.link(name) for name in self.model.links)
        return shapes_of(self.robot, links, [])[1]

    @cached_property
    def _surfaces(self) -> list[Any]:
        if bodyplan.native.ProofSurface is None:
            return [None] * len(self.model.links)
        return [surface_of(self._shapes, body) for body in range(self._shapes.bodies)]

    # Rows

    @cached_property
    def _variables(self) -> dict[str, Variable]:
        return variables_of(self.robot)

    @cached_property
    def _motions(self) -> dict[Pair, RelativeMotion | None]:
        return {}

    def motion(self, pair: Pair) -> RelativeMotion | None:
        """Return how the second link moves in the frame of the first."""
        if pair not in self._motions:
            self._motions[pair] = relative_motion(self.robot, *pair, self._variables)
        return self._motions[pair]

    def _positions(self, pair: Pair, q: Numbers) -> dict[str, float]:
        """Return the positions of the joints between two links."""
        motion = self.motion(pair)
        if motion is None or motion.open_joints:
            return dict(zip(self.robot.q_names, q.tolist(), strict=True))
        return {one.name: float(q[one.column]) for one in motion.variables}

    def _settle(self, pair: Pair, reason: str, evidence: Any, **values: Any) -> None:
        self.rows[pair] = PairRow(*pair, reason, evidence, key=self.keys.get(pair), **values)

    def _has_shapes(self, pair: Pair) -> bool:
        return self.body.keys() >= {*pair}

    def _broken(self, pair: Pair) -> str:
        one = next(one for one in self.model.skipped if one.link in pair)
        return f"a shape of link '{one.link}' cannot be used: {one.reason}"


def _unbounded(motion: RelativeMotion | None) -> str:
    if motion is None:
        return "no joints connect the links"
    return f"joint '{motion.unbounded[0]}' has no limits"

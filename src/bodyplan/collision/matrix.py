"""The collision matrix of MoveIt's Setup Assistant, with evidence.

The result is the same on all machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, partial
from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import bodyplan.native
from bodyplan.collision._relative import Course, Motions
from bodyplan.collision._shapes import Shapes, shapes_of
from bodyplan.collision._surfaces import hash_of, surface_of
from bodyplan.collision.adjacency import Pair, adjacent_pairs, ordered
from bodyplan.collision.evidence import (
    CHECKED,
    VERSION,
    CollisionMatrix,
    PairRow,
)
from bodyplan.collision.model import STEPS, STEPS_OF_EACH, CollisionModel
from bodyplan.collision.pairs import check_states, solid_links
from bodyplan.collision.proof import BUDGET, Outcome, decide
from bodyplan.collision.samples import GIVEN_UP, TESTS, Effort, random_configurations
from bodyplan.core import collector_paused
from bodyplan.core.limits import processors
from bodyplan.model import Robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

SAMPLES = 10_000
"""Default number of random configurations for "Never", as in MoveIt."""
ALWAYS = 0.95
"""Default share of the configurations of a round above which a pair that touches is "Always", as in
MoveIt."""
_ROUND = 200
"""Number of configurations in a round."""
_BLOCK = 500, 5_000, 100_000
"""Random configurations are checked in blocks; pairs that touched are left out of the next block.
The numbers are the smallest and largest block, and the number of configurations in a block times
the number of links."""
_MOST_VARIABLES = 24
"""Largest number of variables of a relative motion for which a proof is tried."""
_MOST_POSITIONS = 32
"""The largest number of joint positions in a witness: without this limit, the pairs of a chain of
1,000 links would have 10**8 positions in total."""
_SHARE = 1_000
"""Total budget of cells, as a multiple of the budget of a pair; when it is used up, no more proofs
are tried."""
_SEARCH = 60
"""Number of cells that the search before a proof counts as in the total budget."""
_WAVE = 500
"""Number of pairs whose proofs are tried together, before their cells are counted."""
_TOGETHER = 10_000_000
"""Number of queries, one for each pair and configuration, that are computed at once."""

Progress = Callable[[Sequence[Any], str], Iterable[Any]]
"""Yields the items of a sequence, and displays the progress under a title."""


class Options(NamedTuple):
    """The options for the computation of a matrix.

    Args:
        samples: number of random configurations for "Never".
        seed: the seed of the random configurations.
        always: share of the 200 configurations of a round; a pair that touches in more of them is
            "Always".
        proof: whether to try a proof for each pair that was never seen in contact.
        budget: largest number of cells of a proof.
        strict_adjacent: whether only links that a joint connects are "Adjacent".
    """

    samples: int = SAMPLES
    seed: int = 0
    always: float = ALWAYS
    proof: bool = True
    budget: int = BUDGET
    strict_adjacent: bool = False


@collector_paused()
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
    """Return, for each pair of links, whether it must be checked for collision, and the reason.

    A pair need not be checked for one of the reasons of MoveIt's Setup Assistant, in its order:
    "Adjacent" links; "Default": in contact in the default configuration; "Always": in contact in
    more than the share ``always`` of 200 random configurations; "Never": not in contact in any
    configuration that was tried. The 200 configurations are repeated with new ones until no further
    pair is "Always".

    With ``proof``, a pair without any contact so far is either proved to stay apart, with a
    clearance, or found in contact, with a witness, or stays undecided. If one link is proved to
    stay inside the other without contact, the pair is "Always". If a shape cannot be used or a
    joint has no limits, the pair stays checked.

    Args:
        robot: the robot.
        options: see ``Options``.
        states: further configurations, as positions of joints by name [rad] or [m].
        previous: matrix of an earlier run; its rows that are still valid are reused.
        threads: number of threads; by default, one for each processor. It does not affect the
            result.
        progress: displays the progress.
        model: collision model that is queried; a new ``CollisionModel`` by default.

    Raises:
        TooManyPairsError: there are too many links with collision geometry, or too many states.
        TooManyStepsError: comparing their geometry takes too many steps.
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
        steps = STEPS + STEPS_OF_EACH * (len(states) + _ROUND)  # sampling has its own limit
        self.model = model or CollisionModel(robot, every, threads=threads, steps=steps)
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
        self.motions = Motions(robot, self.states)
        self.is_limited = model is None and bodyplan.native.Scene is not None
        self.courses: dict[Pair, Course] = {}
        self.keys: dict[Pair, str] = {}
        self._connect(with_keys=model is None)
        self.rounds = 0
        self.kept = self._kept(previous)

    def _q(self, values: Mapping[str, float | Sequence[float]]) -> Numbers:
        own = {joint.name for joint in self.robot.independent_joints}
        return self.robot.q({name: value for name, value in values.items() if name in own})

    def matrix(self) -> CollisionMatrix:
        """Return the matrix; rows of the previous matrix that are still valid are reused."""
        unseen = self._sampled()
        # the reused rows are valid only for one round of sampling, but this run needed more
        if self.kept and self.rounds > 1:
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

    # Rows of an earlier run

    def _connect(self, *, with_keys: bool) -> None:
        """Find the joints between the links of each pair, and hash the inputs of its row."""
        hashes = (
            [hash_of(self._shapes, body) for body in range(self._shapes.bodies)]
            if with_keys
            else []
        )
        others: dict[str, set[str]] = {}
        for link, other in self.usable:
            others.setdefault(link, set()).add(other)
        options = repr((VERSION, *self.options))
        for link in self.progress([*others], "reading joints"):
            for other, course in self.motions.courses(link, others[link]):
                pair = link, other
                self.courses[pair] = course
                if with_keys:
                    own = f"{options}{hashes[self.body[link]]}{hashes[self.body[other]]}"
                    self.keys[pair] = sha256(own.encode() + course.key).hexdigest()[:16]

    def _kept(self, previous: CollisionMatrix | None) -> dict[Pair, PairRow]:
        if previous is None or previous.rounds != 1:  # reused rows are valid only for one round
            return {}
        found: dict[Pair, PairRow] = {}
        for pair in self.usable:
            row = previous.row(*pair)
            if row is not None and row.key is not None and row.key == self.keys.get(pair):
                found[pair] = row
        return found

    # Sampling, as MoveIt

    def _sampled(self) -> list[Pair]:
        """Record the rows of the pairs that touch in a sample, and return the other pairs."""
        import numpy as np

        self.rounds = 0
        tests = TESTS * max(1, self.options.samples // SAMPLES)
        ask = Effort(tests if self.is_limited else None, self.threads).ask
        pairs = [pair for pair in self.usable if pair not in self.kept]
        numbers = np.array(
            [[self.body[name] for name in pair] for pair in pairs], np.int32
        ).reshape(-1, 2)
        met = np.full(len(pairs), -1)  # the first configuration of `seen` in which a pair touches
        seen: list[Numbers] = []
        left = np.arange(len(pairs))  # the pairs that are neither Default nor Always
        given_up = np.full(len(pairs), -1)  # if abandoned: configurations until then

        def look(configurations: Numbers, stage: str) -> Any:
            """Return how often each remaining pair touches, and record its first contact."""
            counts = np.zeros(len(left), np.int64)
            able = (given_up[left] < 0).nonzero()[0]
            size = max(1, _TOGETHER // max(len(configurations), 1))
            parts = range(0, len(able), size)
            X = self.model.poses(configurations)
            for start in self.progress(parts, stage) if len(parts) > 1 else parts:
                own = able[start : start + size]
                some = left[own]
                hits, is_whole = ask(partial(self.model.query, "touching"), X, numbers[some])
                counts[own] = hits.sum(axis=0)
                given_up[some[~is_whole]] = self.rounds * _ROUND
                new = hits.any(axis=0) & (met[some] < 0)
                met[some[new]] = len(seen) + hits[:, new].argmax(axis=0)
            seen.extend(configurations)
            return counts

        touch = look(self.states[:1], "sampling") > 0
        for number in left[touch].tolist():
            witness = self._positions(pairs[number], self.states[0])
            self._settle(pairs[number], "Default", "met", witness=witness)
        left = left[~touch]
        while True:
            counts = look(self._random("always", self.rounds * _ROUND, _ROUND), "sampling")
            self.rounds += 1
            always = counts > int(_ROUND * self.options.always)
            for number, count in zip(left[always].tolist(), counts[always].tolist(), strict=True):
                why = f"touches in {count} of {_ROUND} random configurations"
                self._settle(pairs[number], "Always", "sampled", samples=_ROUND, why=why)
            left = left[~always]
            if not always.any() or not len(left):
                break
        for start in range(1, len(self.states), _ROUND):
            look(self.states[start : start + _ROUND], "sampling")
        unseen = left[met[left] < 0]
        least, most, poses = _BLOCK
        size = max(least, min(most, poses // max(len(self.body), 1)))
        blocks = range(0, self.options.samples, size)
        for start in self.progress(blocks, "sampling"):
            some = unseen[given_up[unseen] < 0]
            if not len(some):
                break
            q = self._random("never", start, min(size, self.options.samples - start))
            first, is_whole = ask(
                partial(self.model.query, "first"), self.model.poses(q), numbers[some]
            )
            touch = first >= 0
            met[some[touch]] = len(seen) + first[touch]
            given_up[some[~is_whole]] = start + self.rounds * _ROUND
            if touch.any():
                seen.extend(q)
            unseen = unseen[met[unseen] < 0]
        for number in left[met[left] >= 0].tolist():
            pair, q = pairs[number], seen[met[number]]
            self._settle(pair, CHECKED, "met", witness=self._positions(pair, q))
        for number in unseen[given_up[unseen] >= 0].tolist():
            samples = int(given_up[number])
            self.keys.pop(pairs[number], None)  # not reusable: depends on other pairs
            self._settle(pairs[number], CHECKED, "sampled", samples=samples, why=GIVEN_UP)
        return [pairs[number] for number in unseen[given_up[unseen] < 0].tolist()]

    def _random(self, stream: Any, first: int, count: int) -> Numbers:
        return random_configurations(self.robot, self.options.seed, stream, first, count)

    def _numbers(self, pairs: list[Pair]) -> Any:
        import numpy as np

        numbers = [[self.body[link], self.body[other]] for link, other in pairs]
        return np.array(numbers, np.int32).reshape(-1, 2)

    # Proofs

    def _decided(self, pairs: list[Pair]) -> None:
        """Record the rows of the pairs that were never seen in contact."""
        import numpy as np

        if not pairs:
            return
        q = np.concatenate((self.states, self._random("always", 0, _ROUND)))
        X = self.model.poses(q)
        order = sorted(pairs, key=self._variable_count)
        cells = _SHARE * max(self.options.budget, _SEARCH)
        jobs: dict[Pair, Future[Outcome | None]] = {}
        outcomes: dict[Pair, Outcome | None] = {}
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for number, pair in enumerate(self.progress(order, "proving")):
                    if number % _WAVE == 0:
                        cells -= sum(map(_cells, outcomes.values()))
                        tried = order[number : number + _WAVE] if cells > 0 else []
                        jobs = {one: pool.submit(self._decide, one) for one in tried}
                        outcomes = {}
                    outcomes[pair] = jobs[pair].result() if pair in jobs else None
                    if number % _WAVE == _WAVE - 1 or number == len(order) - 1:
                        self._judge(outcomes, X, q)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _variable_count(self, pair: Pair) -> int:
        course = self.courses.get(pair)
        return 0 if course is None else course.columns.bit_count()

    def _decide(self, pair: Pair) -> Outcome | None:
        """Return the outcome of a proof; None if no proof can be tried."""
        course = self.courses.get(pair)
        if course is None or not course.is_bounded or self._variable_count(pair) > _MOST_VARIABLES:
            return None
        one, two = (self._surfaces[self.body[name]] for name in pair)
        motion = self.motions.between(*pair)
        if one is None or two is None or motion is None:
            return None
        columns = [variable.column for variable in motion.variables]

        def touches(positions: tuple[float, ...]) -> bool:
            q = self.states[:1].copy()
            q[:, columns] = positions
            hit = self.model.query("touching", self.model.poses(q), self._numbers([pair]), 1)
            return bool(hit[0, 0])

        options = self.options
        return decide(motion, one, two, budget=options.budget, seed=options.seed, touches=touches)

    def _judge(self, outcomes: Mapping[Pair, Outcome | None], X: Any, q: Numbers) -> None:
        """Record the rows of pairs that were never seen in contact.

        Args:
            outcomes: outcome of a proof for each pair; None if no proof was tried.
            X: (n, bodies, 3, 4) poses in which to test whether one link is inside the other.
            q: (n, nq) the configurations of these poses.
        """
        import numpy as np

        pairs = [*outcomes]
        numbers = self._numbers(pairs)
        ask = partial(self.model.query, "inside")
        # Testing whether a point is inside a mesh visits all triangles of the mesh, so most pairs
        # are tested in one configuration: links that never touch are nested in all configurations
        # or in none.
        within = ask(X[:1], numbers, self.threads)
        rest = np.array(
            [place for place, (one, outcome) in enumerate(zip(within[0], outcomes.values(), strict=True))
             if not one and (outcome is None or outcome.verdict == "undecided")], np.intp,
        )  # fmt: skip
        later = dict(zip(rest.tolist(), ask(X[1:], numbers[rest], self.threads).T, strict=True))
        for place, (pair, outcome) in enumerate(outcomes.items()):
            inner = np.concatenate((within[:, place], later.get(place, ())))
            rows = inner.nonzero()[0]
            if outcome is not None and outcome.verdict == "met":
                witness = dict(zip(self._names(pair), outcome.positions, strict=True))
                self._settle(pair, CHECKED, "met", witness=witness, cells=outcome.cells)
            elif rows.size:
                self._contained(pair, outcome, q[rows[0]], pair[int(inner[rows[0]]) - 1])
            else:
                self._never(pair, outcome)

    def _contained(self, pair: Pair, outcome: Outcome | None, q: Numbers, link: str) -> None:
        """Record the row of a pair of which one link is inside the other without contact.

        Args:
            pair: the pair.
            outcome: the outcome of its proof; None if no proof was tried.
            q: (nq,) a configuration in which ``link`` is inside the other link.
            link: the inner link.
        """
        if outcome is not None and outcome.verdict == "apart":
            # Nested solids whose surfaces never touch stay nested in every configuration.
            self._settle(
                pair, "Always", "proved", contained=link, clearance=outcome.clearance,
                nearest=round(outcome.nearest, 6), cells=outcome.cells,
            )  # fmt: skip
        else:
            witness = self._positions(pair, q)
            self._settle(pair, CHECKED, "met", contained=link, witness=witness)

    def _never(self, pair: Pair, outcome: Outcome | None) -> None:
        """Record the row of a pair without contact, and without a link inside the other link."""
        samples = self.options.samples + self.rounds * _ROUND
        course = self.courses.get(pair)
        if self.options.proof and (course is None or not course.is_bounded):
            why = self._unbounded(course)
            self._settle(pair, CHECKED, "sampled", samples=samples, why=why)
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

    def _names(self, pair: Pair) -> list[str]:
        """Return the variables that move one link relative to the other."""
        course = self.courses.get(pair)
        columns = 0 if course is None else course.columns
        return [
            self.motions.names[one] for one in range(columns.bit_length()) if columns >> one & 1
        ]

    def _positions(self, pair: Pair, q: Numbers) -> dict[str, float] | None:
        """Return the positions of the joints between two links; None for too many joints."""
        course = self.courses.get(pair)
        if course is None or course.open_joints:
            return dict(zip(self.robot.q_names, q.tolist(), strict=True))
        if course.columns.bit_count() > _MOST_POSITIONS:
            return None
        return {name: float(q[self.motions.variables[name].column]) for name in self._names(pair)}

    def _settle(self, pair: Pair, reason: str, evidence: Any, **values: Any) -> None:
        self.rows[pair] = PairRow(*pair, reason, evidence, key=self.keys.get(pair), **values)

    def _has_shapes(self, pair: Pair) -> bool:
        return self.body.keys() >= {*pair}

    def _broken(self, pair: Pair) -> str:
        one = next(one for one in self.model.skipped if one.link in pair)
        return f"a shape of link '{one.link}' cannot be used: {one.reason}"

    def _unbounded(self, course: Course | None) -> str:
        if course is None:
            return "no joints connect the links"
        names = self.motions.names
        lowest = (course.unbounded & -course.unbounded).bit_length() - 1
        return f"joint '{(*course.open_joints, names[lowest])[0]}' has no limits"


def _cells(outcome: Outcome | None) -> int:
    """Return the cost of an attempt at a proof."""
    return 0 if outcome is None else _SEARCH + outcome.cells

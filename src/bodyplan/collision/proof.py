"""Proofs that two links never touch at any joint positions, or a configuration in which they do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import bodyplan.native
from bodyplan.collision._relative import RelativeMotion, Variable

if TYPE_CHECKING:
    from collections.abc import Callable

BUDGET = 15_000
"""Default for the largest number of cells that are examined for a pair of links; cells divide the
box of all joint positions within the limits. For n joints, 36 n comparisons of bounding boxes
count as one more cell. Nearly all pairs that can be proved need fewer cells. The other pairs would
take most of the time, and most of them cannot be proved even with ten times as many cells."""
_QUICK, _DEEP = (60, 2), (100, 5)
"""Before the first and before the second attempt at a proof, a contact is searched for: number of
random configurations, and number of descents from the configurations with the smallest distance."""
_MARGIN = 0.1
"""Clearance to prove, as a share of the smallest distance found."""
_ATTEMPTS = 4
"""Largest number of proofs in one attempt. A proof that meets a configuration with a smaller
distance than known before is repeated with a smaller margin."""
_COARSE = ((0.35, 0.8), (1.0, 1.0))
"""For each attempt at a proof: how far boxes may move, relative to their size, before a cell is
split; and the share of the budget after which the attempt ends. Few boxes and many cells prove most
pairs fastest; some pairs are proved only with many boxes."""


class Outcome(NamedTuple):
    """The result of a proof for two links.

    Args:
        verdict: "apart" if the links never touch, "met" if they touch in a configuration, otherwise
            "undecided".
        clearance: proved lower bound on the distance of the links [m]; 0 without a proof.
        nearest: the smallest distance that was found [m].
        positions: values of the variables of the motion at the smallest distance.
        cells: number of cells that were examined.
    """

    verdict: Literal["apart", "met", "undecided"]
    clearance: float
    nearest: float
    positions: tuple[float, ...]
    cells: int


def decide(
    motion: RelativeMotion,
    one: Any,
    two: Any,
    *,
    budget: int,
    seed: int,
    touches: Callable[[tuple[float, ...]], bool],
) -> Outcome:
    """Return whether two links can touch, as far as this can be decided.

    Search for a configuration in which they touch. Then divide the box of all joint positions into
    cells, and prove for each cell that they do not touch: see ``native/proof.cpp``. The result is
    deterministic.

    Args:
        motion: motion of the second link in the frame of the first.
        one: native surface of the first link.
        two: native surface of the second link.
        budget: largest number of cells.
        seed: the seed of the search.
        touches: returns whether the exact shapes touch at given values of the variables.
    """
    native = bodyplan.native
    assert native.nearest_approach is not None
    assert native.prove_apart is not None
    assert native.surface_distance is not None
    moving = native_motion(motion)
    nearest = math.inf
    positions: tuple[float, ...] = ()
    cells = 0
    for number, ((samples, descents), (coarse, part)) in enumerate(
        zip((_QUICK, _DEEP), _COARSE, strict=True)
    ):
        own = (seed + number) % 2**64
        found, at = native.nearest_approach(one, two, moving, own, samples, descents)
        if found < nearest:
            nearest, positions = found, tuple(at)
        # The margin of the proof is a share of the smallest distance found. If a configuration in a
        # cell has a smaller distance, the proof restarts with that distance.
        for _ in range(_ATTEMPTS):
            if nearest == 0.0:
                break
            verdict, spent, _, clearance, at = native.prove_apart(
                one, two, moving, _MARGIN * nearest, coarse, int(budget * part) - cells
            )
            cells += spent
            if verdict == "proved":
                clearance = min(rounded_down(clearance), nearest)
                return Outcome("apart", clearance, nearest, positions, cells)
            if verdict == "undecided":
                break
            positions = tuple(at)
            nearest = native.surface_distance(one, two, moving, _array(positions))
        # The surfaces around round shapes may touch although the exact shapes do not.
        if nearest == 0.0 and touches(positions):
            return Outcome("met", 0.0, nearest, positions, cells)
    return Outcome("undecided", 0.0, nearest, positions, cells)


def rounded_down(clearance: float) -> float:
    """Return a distance rounded down to a micrometre [m]."""
    return max(0.0, math.floor(clearance * 1e6) / 1e6)


def _array(values: tuple[float, ...]) -> Any:
    import numpy as np

    return np.array(values, np.float64)


def native_motion(motion: RelativeMotion) -> Any:
    """Return a motion in the form that the native code expects."""
    import numpy as np

    steps = motion.steps
    index = {one.name: number for number, one in enumerate(motion.variables)}
    befores = (*(step.before for step in steps), motion.end)
    fixed = np.array([one.matrix[:3] for one in befores], np.float64)
    axes = np.array([step.axis for step in steps], np.float64).reshape(-1, 3)
    return bodyplan.native.ProofMotion(
        fixed,
        axes,
        _array(tuple(step.turn for step in steps)),
        _array(tuple(step.slide for step in steps)),
        np.array([index[step.variable] for step in steps], np.int32),
        _array(tuple(step.multiplier for step in steps)),
        _array(tuple(step.offset for step in steps)),
        _array(tuple(one.lower for one in motion.variables)),
        _array(tuple(_end(one, motion) for one in motion.variables)),
    )


def _end(variable: Variable, motion: RelativeMotion) -> float:
    """Return the upper limit of a variable; if periodic, at most one turn above the lower limit."""
    own = [step for step in motion.steps if step.variable == variable.name]
    is_periodic = all(step.slide == 0.0 and abs(step.multiplier) == 1.0 for step in own)
    turn = variable.lower + 2.0 * math.pi
    return min(variable.upper, turn) if is_periodic else variable.upper

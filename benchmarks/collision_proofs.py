"""Whether proofs that links never touch hold: a search for a configuration that contradicts one.

``python benchmarks/collision_proofs.py [panda FILE sample:arm ...] [--samples 10000000] [--pair-samples 10000]``

For each robot: random configurations, in which all proved pairs are tested; for each proved pair as many
random values of the joints between its links as ``--pair-samples``, and descents from the nearest 20
of as many others; for the 20 pairs of least clearance as many values as for the robot. Shapes that are
grown by the smallest distance that was found must have no proof. Prints a line of JSON a robot; the
exit status is 1 if a proof is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

import bodyplan
import bodyplan.native
from bodyplan.collision import CollisionModel
from bodyplan.collision._relative import relative_motion
from bodyplan.collision._shapes import shapes_of
from bodyplan.collision._surfaces import surface_of
from bodyplan.collision.evidence import PairRow
from bodyplan.collision.matrix import compute_matrix
from bodyplan.collision.proof import native_motion
from bodyplan.model import Robot
from collision import FOLDER, ROBOTS

BLOCK = 5_000
"""Configurations that are tested at once: their poses fit into the cache."""
CLOSEST = 20
"""Pairs of least clearance, which are sampled as often as the robot; and descents of a pair."""
WRONG = ("contacts", "nearer than the clearance", "proofs of more than the nearest")
"""Results that are not 0 if a proof is wrong."""


def between(robot: Robot, row: PairRow, count: int, dice: np.random.Generator) -> Any:
    """Return configurations with random values of the joints between two links, some at limits."""
    q = np.tile(robot.q(), (count, 1))
    motion = relative_motion(robot, row.link1, row.link2)
    for one in motion.variables if motion is not None else ():
        values = dice.uniform(one.lower, one.upper, count)
        ends = dice.random(count) < 0.1
        q[:, one.column] = np.where(ends, dice.choice([one.lower, one.upper], count), values)
    return q


def touches(model: CollisionModel, q: Any) -> int:
    """Return how many pairs of a model touch in one of some configurations."""
    return int((model.query("first", model.poses(q), model.pair_numbers) >= 0).sum())


def descended(robot: Robot, row: PairRow, own: CollisionModel, count: int) -> tuple[float, bool]:
    """Return the smallest distance of two links that is found, and whether more has a proof.

    The distance is that of the surfaces of the proof or that of the exact shapes, if it is smaller.
    """
    native = bodyplan.native
    assert native.nearest_approach is not None
    assert native.prove_apart is not None
    _, shapes = shapes_of(robot, [robot.link(row.link1), robot.link(row.link2)], [])
    one, two = surface_of(shapes, 0), surface_of(shapes, 1)
    motion = relative_motion(robot, row.link1, row.link2)
    assert motion is not None
    moving = native_motion(motion)
    nearest, at = native.nearest_approach(one, two, moving, 1, count, CLOSEST)
    verdict = native.prove_apart(one, two, moving, nearest + 1e-6, 0.35, 1000)[0]
    q = robot.q()
    q[[variable.column for variable in motion.variables]] = at
    exact = float(abs(own.distances(q)[0]))
    return min(nearest, exact), verdict == "proved"


def loaded(name: str) -> Robot:
    """Return a robot of the benchmark, of example-robot-data, of a file or of the samples."""
    folder = FOLDER / "example-robot-data/robots"
    is_sample = name.startswith("sample:")
    return bodyplan.load(name if is_sample else folder / ROBOTS.get(name, name), strict=False)


def examine(name: str, samples: int, pair_samples: int) -> dict[str, Any]:
    """Return how often the proofs of a robot were contradicted, which is 0."""
    start_time = time.process_time()
    robot = loaded(name)
    rows = [row for row in compute_matrix(robot, threads=1).rows if row.evidence == "proved"]
    rows.sort(key=lambda row: row.clearance or 0.0)
    dice = np.random.default_rng(1)
    wrong = 0
    if rows:
        model = CollisionModel(robot, [(row.link1, row.link2) for row in rows])
        for start in range(0, samples, BLOCK):
            wrong += touches(model, robot.random(1 + start, batch=min(BLOCK, samples - start)))
    below = grown = 0
    for number, row in enumerate(rows):
        own = CollisionModel(robot, [(row.link1, row.link2)])
        count = samples if number < CLOSEST else pair_samples
        for start in range(0, count, BLOCK):
            wrong += touches(own, between(robot, row, min(BLOCK, count - start), dice))
        nearest, has_more = descended(robot, row, own, pair_samples)
        below += nearest < (row.clearance or 0.0)
        grown += has_more
    return {
        "proofs": len(rows),
        "samples": samples,
        "samples of a pair": pair_samples,
        "pairs with all samples": min(CLOSEST, len(rows)),
        "contacts": wrong,
        "nearer than the clearance": below,
        "proofs of more than the nearest": grown,
        "seconds": round(time.process_time() - start_time, 1),
    }


def main() -> int:
    """Print a line of JSON for each robot; return 1 if a proof is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", default=list(ROBOTS))
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--pair-samples", type=int, default=10_000)
    arguments = parser.parse_args()
    is_wrong = False
    for name in arguments.robots:
        found = examine(name, arguments.samples, arguments.pair_samples)
        is_wrong |= any(found[key] for key in WRONG)
        print(json.dumps({"robot": name, **found}), flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())

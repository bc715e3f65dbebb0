"""How fast collisions of a robot with itself are sampled, beside MoveIt's procedure on Coal.

``python benchmarks/collision.py [panda ur10 g1 go1 talos pr2] [--count 10000] [--rounds 3]``

The procedure is that of MoveIt's setup assistant after its first steps: random configurations, each
pair that is not adjacent and does not touch in the default configuration is tested in each, until it
is seen in contact. Pinocchio computes poses and calls Coal, in one process with ours and in turns:
CPU time of one thread, the least of all rounds. Ours includes building the trees; Coal's are built
before. Both must find the same pairs, but for those within 1e-5 m of contact. The whole matrix with
proofs is timed beside the same procedure; what stays undecided is counted.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio

import bodyplan
from bodyplan.collision import CollisionModel
from bodyplan.collision.matrix import compute_matrix
from bodyplan.model.shape import Mesh

FOLDER = Path(pinocchio.__file__).parents[4] / "share"
ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur10": "ur_description/urdf/ur10_robot.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "go1": "go1_description/urdf/go1.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
    "pr2": "pr2_description/urdf/pr2.urdf",
}


class Peer:
    """Pinocchio's model of a URDF, with the pairs of links of our model."""

    def __init__(self, path: Path, packages: Path, robot: Any) -> None:
        self.model = pinocchio.buildModelFromUrdf(str(path))
        self.shapes = pinocchio.buildGeomFromUrdf(
            self.model, str(path), pinocchio.GeometryType.COLLISION, package_dirs=[str(packages)]
        )
        self.links = [
            self.model.frames[shape.parentFrame].name for shape in self.shapes.geometryObjects
        ]
        self.robot = robot

    def configurations(self, q: Any) -> Any:
        """Return configurations in Pinocchio's order; a continuous joint has two numbers there."""
        found = np.tile(pinocchio.neutral(self.model), (len(q), 1))
        for joint in self.robot.independent_joints:
            own = self.model.joints[self.model.getJointId(joint.name)]
            value = q[:, self.robot.q_slice(joint.name)]
            if own.nq == 2 and value.shape[1] == 1:
                value = np.hstack((np.cos(value), np.sin(value)))
            found[:, own.idx_q : own.idx_q + own.nq] = value
        for joint in self.robot.joints:
            if joint.mimic is not None and self.model.existJointName(joint.name):
                own = self.model.joints[self.model.getJointId(joint.name)]
                leader = q[:, self.robot.q_slice(joint.mimic.leader)][:, 0]
                found[:, own.idx_q] = joint.mimic.multiplier * leader + joint.mimic.offset
        return found

    def first(self, pairs: list[tuple[str, str]], q: Any) -> set[frozenset[str]]:
        """Return the pairs that are seen in contact; each is dropped once it is."""
        wanted = {frozenset(pair) for pair in pairs}
        numbers = [
            (i, k)
            for i, k in combinations(range(len(self.links)), 2)
            if frozenset((self.links[i], self.links[k])) in wanted
        ]
        shapes, data = self.shapes, self.model.createData()
        seen: set[frozenset[str]] = set()

        def prepared(left: list[tuple[int, int]]) -> Any:
            shapes.removeAllCollisionPairs()
            for pair in left:
                shapes.addCollisionPair(pinocchio.CollisionPair(*pair))
            return shapes.createData()

        own = prepared(numbers)
        for row in q:
            if pinocchio.computeCollisions(self.model, data, shapes, own, row, False):
                hits = [result.isCollision() for result in own.collisionResults]
                seen |= {
                    frozenset((self.links[i], self.links[k]))
                    for (i, k), hit in zip(numbers, hits, strict=True)
                    if hit
                }
                numbers = [
                    (i, k)
                    for i, k in numbers
                    if frozenset((self.links[i], self.links[k])) not in seen
                ]
                own = prepared(numbers)
        return seen


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Return CPU seconds and what a run gives."""
    start = time.process_time()
    found = run()
    return time.process_time() - start, found


def compare(name: str, count: int, rounds: int) -> dict[str, Any]:
    """Return times and the ratio of one robot."""
    path = FOLDER / "example-robot-data/robots" / ROBOTS[name]
    robot = bodyplan.load(path, strict=False)
    peer = Peer(path, FOLDER, robot)
    names = [link.name for link in robot.links if link.collisions]
    for link in robot.links:
        for part in link.collisions:
            if isinstance(part.shape, Mesh):
                robot.mesh(part)
    every = CollisionModel(robot, combinations(names, 2))
    joined = {frozenset((joint.parent, joint.child)) for joint in robot.joints}
    touching = every.touching()
    pairs = [
        pair
        for pair, hit in zip(every.pairs, touching, strict=True)
        if not hit and frozenset(pair) not in joined
    ]
    q = robot.random(0, batch=count)
    theirs_q = peer.configurations(q)

    def ours() -> set[frozenset[str]]:
        model = CollisionModel(robot, pairs)
        found = model.query("first", model.poses(q), model.pair_numbers)
        return {frozenset(pair) for pair, at in zip(model.pairs, found, strict=True) if at >= 0}

    own = theirs = proving = np.inf
    for _ in range(rounds):
        seconds, here = timed(ours)
        own = min(own, seconds)
        seconds, matrix = timed(lambda: compute_matrix(robot, threads=1))
        proving = min(proving, seconds)
        seconds, there = timed(lambda: peer.first(pairs, theirs_q))
        theirs = min(theirs, seconds)
    differ = [sorted(pair) for pair in here ^ there]
    near = (
        CollisionModel(robot, [(a, b) for a, b in differ]).distances(q) if differ else np.zeros(1)
    )
    return {
        "pairs": len(pairs),
        "seen": len(here),
        "different": len(differ),
        "farthest of the different [m]": float(np.abs(near).min(axis=0).max()),
        "seconds": round(own, 4),
        "Coal's seconds": round(theirs, 4),
        "ratio": round(theirs / own, 1),
        "seconds with proof": round(proving, 3),
        "ratio with proof": round(theirs / proving, 2),
        "undecided": sum(row.is_undecided for row in matrix.rows),
        "of": sum(row.reason != "Adjacent" for row in matrix.rows),
    }


def main() -> None:
    """Print a line of JSON for each robot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", default=list(ROBOTS))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    for name in arguments.robots:
        found = compare(name, arguments.count, arguments.rounds)
        print(json.dumps({"robot": name, **found}), flush=True)


if __name__ == "__main__":
    main()

"""How fast the kinematics of a robot is, beside Pinocchio, MuJoCo, yourdfpy and NumPy's fill.

``python benchmarks/kinematics.py [--count 10000] [--rounds 11] [--sets avx2]``

An arm of 13 links and a humanoid of 60, from ``example-robot-data``; a mesh of 20,000 faces. All
that is compared takes turns in one process on one core (interleaved rounds): thread CPU time,
medians. Neighbours on the machine share its caches and its memory, so the quietest rounds are told
beside them. The answers are compared in the same run, before anything is measured. Times are
microseconds a configuration. The peers are called in a loop from Python, as they must be.

A fresh array is one that the call makes itself and that is let go before the next call.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from kinematics_peers import MuJoCo, Pinocchio, Yourdfpy

import bodyplan
from bodyplan import kinematics, native
from bodyplan.kinematics.native import Kernels
from bodyplan.kinematics.plan import plan_of

HERE = Path(__file__).parent
ROBOTS = {
    "arm": "panda_description/urdf/panda.urdf",
    "humanoid": "talos_data/robots/talos_full_v2.urdf",
}
CHECKED = 50
"""So many configurations of each answer are compared."""
SINGLES = 1000
READ = 2000
"""Fewer configurations of what is slow."""
IN_CACHE = 700_000
"""Bytes of an output that the caches of one core hold."""
OUT_OF_CACHE = 320_000_000
"""Bytes of an output of which no cache holds more than a small part."""


class Goal(NamedTuple):
    """What the project promises: so many times faster than a peer; or such a part of NumPy's fill.

    Args:
        ours: name of the case.
        theirs: name of the case it is compared with.
        least: the factor, for each robot; None where nothing is promised.
    """

    ours: str
    theirs: str
    least: dict[str, float | None]


def both(arm: float | None, humanoid: float | None) -> dict[str, float | None]:
    """The factor for each robot."""
    return {"arm": arm, "humanoid": humanoid}


GOALS = [
    Goal("one: fresh array", "one: pinocchio unread", both(1, 1)),
    Goal("one: fresh array", "one: pinocchio read out", both(10, 10)),
    Goal("one: fresh array", "one: yourdfpy", both(100, 100)),
    Goal("batch: fresh array", "batch: pinocchio unread", both(10, 5)),
    Goal("batch: fresh array", "batch: pinocchio read out", both(100, 100)),
    Goal("batch: fresh array", "batch: mujoco copied out", both(8, 8)),
    Goal("batch: fresh array", "batch: numpy fill, fresh array", both(0.55, 0.55)),
    Goal("in cache: into out", "in cache: numpy fill", both(0.55, 0.55)),
    Goal("out of cache: into out", "out of cache: numpy fill", both(0.9, 0.9)),
    Goal("batch: array code", "batch: pinocchio unread", both(1, None)),
    Goal("inverse dynamics: ours", "inverse dynamics: pinocchio", both(15, 15)),
    Goal("tip Jacobian: ours", "tip Jacobian: pinocchio", both(10, 10)),
    Goal("mass matrix: ours", "mass matrix: pinocchio", both(12, 4)),
]
MESH_GOAL = 20
PEERS = ("pin", "mujoco", "yourdfpy", "numpy", "trimesh")
WHOLE = "one:"
"""Of all but these, half is promised where the machine has AVX2 only."""


class Side:
    """Our robot, configurations, and the peers on the same.

    Args:
        path: of the URDF.
        count: configurations of the batch.
    """

    def __init__(self, path: Path, count: int) -> None:
        self.robot = bodyplan.load(path)
        self.arrays: Any = self.robot.arrays
        a = self.arrays
        self.links = len(a.link_names)
        self.plain = self.robot.with_semantics(self.robot.semantics)
        self.plain.__dict__["kernels"] = Kernels(
            plan_of(self.robot), None
        )  # what computes where there is no extension
        dice = np.random.default_rng(0)
        self.q = dice.uniform(-2, 2, (count, a.nq))
        self.v, self.a = dice.normal(size=(2, count, a.nv))
        self.tip = a.link_names[-1]
        self.pin = Pinocchio(path, a, self.q, self.v, self.a)
        self.mujoco = MuJoCo(path, a, self.q)
        self.yourdfpy = Yourdfpy(path, a, self.q[:CHECKED])

    def use(self, set_name: str) -> None:
        """From here on the kernels of this instruction set compute."""
        made = native.Plan(self.arrays, set_name)
        self.robot.__dict__["kernels"] = Kernels(plan_of(self.robot), made)


def cases(side: Side) -> dict[str, tuple[Callable[[], Any], int]]:
    """What is measured: by name the call, and for how many configurations it stands."""
    robot, q, v, a, tip, pin = side.robot, side.q, side.v, side.a, side.tip, side.pin
    count, last = len(q), side.links - 1
    poses = kinematics.forward_kinematics
    size = side.links * 128
    few = q[: IN_CACHE // size]
    out_few = poses(robot, few)
    many = np.resize(q, (max(count, -(-OUT_OF_CACHE // size)), q.shape[1]))
    out, out_many, q32 = poses(robot, q), poses(robot, many), q.astype(np.float32)
    one, their_one, turns = q[0], pin.q[0], max(1, 5 * count // len(few))
    out_one = poses(robot, one)
    unread, model, data = pin.pin.framesForwardKinematics, pin.model, pin.data

    def repeated(times: int, call: Callable[..., Any], *given: Any) -> Callable[[], None]:
        def run() -> None:
            for _ in range(times):
                call(*given)

        return run

    def into(out: Any) -> Callable[..., Any]:
        return lambda robot, q: poses(robot, q, out=out)

    def fresh_fill() -> None:
        np.empty(out.shape).fill(1.0)

    return {
        "one: fresh array": (repeated(SINGLES, poses, robot, one), SINGLES),
        "one: into out": (repeated(SINGLES, into(out_one), robot, one), SINGLES),
        "one: pinocchio unread": (repeated(SINGLES, unread, model, data, their_one), SINGLES),
        "one: pinocchio read out": (repeated(READ // 10, pin.poses, 1), READ // 10),
        "one: mujoco copied out": (repeated(READ // 10, side.mujoco.poses, 1), READ // 10),
        "one: yourdfpy": (lambda: side.yourdfpy.poses(5), 5),
        "batch: fresh array": (lambda: poses(robot, q), count),
        "batch: into out": (lambda: poses(robot, q, out=out), count),
        "batch: float32": (lambda: poses(robot, q32), count),
        "batch: tip only": (lambda: poses(robot, q, [tip]), count),
        "batch: array code": (lambda: poses(side.plain, q), count),
        "batch: numpy fill": (lambda: out.fill(1.0), count),
        "batch: numpy fill, fresh array": (fresh_fill, count),
        "batch: pinocchio unread": (pin.unread, count),
        "batch: pinocchio read out": (lambda: pin.poses(READ), min(READ, count)),
        "batch: mujoco copied out": (side.mujoco.poses, count),
        "in cache: into out": (repeated(turns, into(out_few), robot, few), turns * len(few)),
        "in cache: numpy fill": (repeated(turns, out_few.fill, 1.0), turns * len(few)),
        "out of cache: into out": (lambda: poses(robot, many, out=out_many), len(many)),
        "out of cache: numpy fill": (lambda: out_many.fill(1.0), len(many)),
        "tip Jacobian: ours": (lambda: kinematics.frame_jacobian(robot, q, tip), count),
        "tip Jacobian: pinocchio": (lambda: pin.jacobian(last), count),
        "inverse dynamics: ours": (lambda: kinematics.inverse_dynamics(robot, q, v, a), count),
        "inverse dynamics: pinocchio": (pin.torques, count),
        "mass matrix: ours": (lambda: kinematics.mass_matrix(robot, q), count),
        "mass matrix: pinocchio": (pin.mass_matrix, count),
        "center of mass: ours": (lambda: kinematics.center_of_mass(robot, q), count),
        "center of mass: pinocchio": (pin.center_of_mass, count),
    }


def check(side: Side) -> dict[str, float]:
    """The largest error of each answer, relative to its largest number; ends where one is wrong."""
    robot, pin, G, n = side.robot, side.pin, side.pin.G, CHECKED
    q, v, a = side.q[:n], side.v[:n], side.a[:n]
    X = kinematics.forward_kinematics(robot, q)
    upper = np.triu(pin.mass_matrix(n))
    full = upper + np.triu(upper, 1).swapaxes(1, 2)
    pairs = {
        "poses": (X, pin.poses(n), 1e-12),
        "poses, single": (kinematics.forward_kinematics(robot, q[0]), pin.poses(1)[0], 1e-12),
        "poses, array code": (kinematics.forward_kinematics(side.plain, q), pin.poses(n), 1e-12),
        "poses, yourdfpy": (X[:5], side.yourdfpy.poses(5), 1e-12),
        "tip Jacobian": (
            kinematics.frame_jacobian(robot, q, side.tip), pin.jacobian(side.links - 1, n) @ G, 1e-10
        ),
        "inverse dynamics": (
            kinematics.inverse_dynamics(robot, q, v, a), pin.torques(n) @ G, 1e-10
        ),
        "mass matrix": (kinematics.mass_matrix(robot, q), G.T @ full @ G, 1e-10),
    }  # fmt: skip
    errors = {"poses, mujoco": side.mujoco.error(X)}
    bounds = {"poses, mujoco": 1e-9}
    for name, (ours, theirs, bound) in pairs.items():
        errors[name] = float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))
        bounds[name] = bound
    for name, error in errors.items():
        if not error <= bounds[name]:
            raise SystemExit(f"{name}: wrong by {error:.1e}")
    return errors


def measure(
    found: dict[str, tuple[Callable[[], Any], int]], rounds: int
) -> tuple[dict[str, float], dict[str, float]]:
    """CPU microseconds a configuration, by case: the median round, and the quietest one."""
    times: dict[str, list[float]] = {name: [] for name in found}
    for turn in range(rounds + 1):
        for name, (run, count) in found.items():
            start = time.thread_time()
            made = run()
            spent = time.thread_time() - start
            del made
            if turn:  # the first turn warms up
                times[name].append(spent / count * 1e6)
    medians = {name: statistics.median(values) for name, values in times.items()}
    return medians, {name: min(values) for name, values in times.items()}


def report(
    robot: str, set_name: str, row: dict[str, float], quiet: dict[str, float]
) -> list[dict[str, Any]]:
    """Prints the tables; gives back the promises and what came of them."""
    print(f"\n{robot}, {set_name}: microseconds a configuration, and in the quietest round")
    for case, spent in row.items():
        print(f"  {case:34s} {spent:10.4f} {quiet[case]:10.4f}")
    print(f"{robot}, {set_name}: times faster than, and of the quietest rounds")
    told = []
    for goal in GOALS:
        least = goal.least[robot]
        if least is None:
            continue
        if set_name != "avx512" and not goal.theirs.startswith(WHOLE):
            least /= 2
        factor = row[goal.theirs] / row[goal.ours]
        best = quiet[goal.theirs] / quiet[goal.ours]
        told.append({
            "ours": goal.ours, "theirs": goal.theirs, "factor": factor, "quiet": best, "goal": least
        })  # fmt: skip
        verdict = "" if factor >= least else "  MISSED"
        print(f"  {goal.ours:24s} {goal.theirs:32s} {factor:8.2f} {best:8.2f}  "
              f"(goal {least:g}){verdict}")  # fmt: skip
    return told


def mesh(rounds: int) -> dict[str, float] | None:
    """Median milliseconds of the mass properties of a mesh; None without trimesh."""
    try:
        import trimesh
    except ImportError:
        return None
    from bodyplan.geometry.mesh.mesh import TriangleMesh

    ball = trimesh.creation.icosphere(subdivisions=5)  # 20,480 faces
    times: dict[str, list[float]] = {"ours": [], "trimesh": []}
    for turn in range(rounds + 1):
        ours = TriangleMesh(ball.vertices, ball.faces)
        theirs = trimesh.Trimesh(ball.vertices, ball.faces, process=False)
        start = time.thread_time()
        mass = ours.mass(1.0, anyway=True)  # both without looking whether it is watertight
        middle = time.thread_time()
        known = theirs.mass_properties
        end = time.thread_time()
        if abs(mass.mass - known.mass) > 1e-12 * known.mass:
            raise SystemExit("mesh: wrong mass")
        if turn:
            times["ours"].append((middle - start) * 1e3)
            times["trimesh"].append((end - middle) * 1e3)
    row = {name: statistics.median(values) for name, values in times.items()}
    factor = row["trimesh"] / row["ours"]
    verdict = "" if factor >= MESH_GOAL else "  MISSED"
    print(f"\nmass of a mesh of {len(ball.faces)} faces: {row['ours']:.3f} ms, trimesh "
          f"{row['trimesh']:.3f} ms, {factor:.1f} times (goal {MESH_GOAL}){verdict}")  # fmt: skip
    return {**row, "factor": factor, "goal": MESH_GOAL}


def extension(rounds: int) -> dict[str, float]:
    """CPU milliseconds of importing the extension, and its size in a wheel."""
    code = (
        "import bodyplan.native, time; t = time.process_time();"
        "import bodyplan.native._native; print(time.process_time() - t)"
    )
    environment = {**os.environ, "BODYPLAN_NATIVE": "0"}
    spent = [
        float(subprocess.check_output([sys.executable, "-c", code], env=environment))
        for _ in range(rounds + 1)
    ]
    spec = importlib.util.find_spec("bodyplan.native._native")
    packed = len(zlib.compress(Path(str(spec and spec.origin)).read_bytes(), 9))
    row = {"import_ms": statistics.median(spent[1:]) * 1e3, "packed_bytes": packed}
    print(f"importing the extension: {row['import_ms']:.2f} ms (goal 3); packed {packed} bytes")
    return row


def main() -> None:
    """Checks, measures, prints the tables, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--sets", nargs="*", help="instruction sets; all that this machine has")
    parser.add_argument("--robots", nargs="*", default=list(ROBOTS))
    parser.add_argument("-o", "--output", type=Path, default=HERE / "results" / "kinematics.json")
    arguments = parser.parse_args()
    import pinocchio

    if native.Plan is None:
        raise SystemExit("the native extension is not there")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    root = Path(pinocchio.__file__).parents[4] / "share" / "example-robot-data" / "robots"
    robots: dict[str, Any] = {}
    for name in arguments.robots:
        side = Side(root / ROBOTS[name], arguments.count)
        robots[name] = {}
        for set_name in arguments.sets or native.kernel_sets():
            side.use(set_name)
            errors = check(side)
            row, quiet = measure(cases(side), arguments.rounds)
            robots[name][set_name] = {
                "errors": errors,
                "microseconds": row,
                "quiet_microseconds": quiet,
                "promises": report(name, set_name, row, quiet),
            }
    result = {
        "bodyplan": bodyplan.__version__,
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in PEERS},
        "count": arguments.count,
        "robots": robots,
        "mesh": mesh(arguments.rounds),
        "extension": extension(arguments.rounds),
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

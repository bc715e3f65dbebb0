"""How fast the kinematics of a robot is, beside Pinocchio called in a loop and NumPy's fill.

``python benchmarks/kinematics.py [--count 10000] [--rounds 11]``

An arm of 13 links and a humanoid of 60, from ``example-robot-data``. All runs of one robot take
turns in one process on one core (interleaved rounds): thread CPU time, medians. The answers are
compared with Pinocchio's in the same run, before anything is measured. Times are microseconds a
configuration; "x" is how many times faster than Pinocchio's loop of the same row.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROBOTS = {
    "arm": "panda_description/urdf/panda.urdf",
    "humanoid": "talos_data/robots/talos_full_v2.urdf",
}
CHECKED = 50
"""So many configurations of each answer are compared."""


class Robot:
    """One robot for both sides, and random configurations for both."""

    def __init__(self, path: Path, count: int) -> None:
        import numpy as np
        import pinocchio as pin

        import bodyplan

        self.pin = pin
        self.arrays: Any = bodyplan.load(path).arrays
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        a = self.arrays
        dice = np.random.default_rng(0)
        self.q = dice.uniform(-2, 2, (count, a.nq))
        self.v, self.a = dice.normal(size=(2, count, a.nv))
        self.G = np.zeros((self.model.nv, a.nv))
        joints = {name: index for index, name in enumerate(a.joint_names)}
        theirs = np.zeros((count, self.model.nq))
        for i in range(1, self.model.njoints):
            j, joint = joints[self.model.names[i]], self.model.joints[i]
            self.G[joint.idx_v, a.v_index[j]] = a.multiplier[j]
            position = a.multiplier[j] * self.q[:, a.q_index[j]] + a.offset[j]
            theirs[:, joint.idx_q] = np.cos(position) if joint.nq == 2 else position
            if joint.nq == 2:
                theirs[:, joint.idx_q + 1] = np.sin(position)
        # rows as a list: taking them out of an array is no part of what is measured
        self.their_q = list(theirs)
        self.their_v = list(self.v @ self.G.T)
        self.their_a = list(self.a @ self.G.T)
        self.frames = [self.model.getFrameId(name, pin.BODY) for name in a.link_names]
        self.tip = len(self.frames) - 1

    def unread(self) -> None:
        """Pinocchio, poses left where they are."""
        run, model, data = self.pin.framesForwardKinematics, self.model, self.data
        for q in self.their_q:
            run(model, data, q)

    def read(self, count: int | None = None) -> Any:
        """Pinocchio, poses read out."""
        import numpy as np

        run, model, data, frames = (
            self.pin.framesForwardKinematics,
            self.model,
            self.data,
            self.frames,
        )
        made = np.empty((len(self.their_q[:count]), len(frames), 4, 4))
        for n, q in enumerate(self.their_q[:count]):
            run(model, data, q)
            for k, frame in enumerate(frames):
                made[n, k] = data.oMf[frame].homogeneous
        return made

    def loop(self, call: Callable[..., Any], *rows: list[Any], count: int | None = None) -> Any:
        """Any other function of Pinocchio, results read out."""
        import numpy as np

        first = call(*(row[0] for row in rows))
        made = np.empty((len(rows[0][:count]), *first.shape))
        for n, values in enumerate(zip(*(row[:count] for row in rows), strict=True)):
            made[n] = call(*values)
        return made


def cases(robot: Robot, plan: Any, wide: bool) -> dict[str, tuple[Callable[[], Any], int]]:
    """What is measured: by name the call, and for how many configurations it stands."""
    import numpy as np

    pin, model, data = robot.pin, robot.model, robot.data
    count = len(robot.q)
    links = len(robot.frames)
    q, v, a, q32 = robot.q, robot.v, robot.a, robot.q.astype(np.float32)
    out = np.empty((count, links, 4, 4))
    one, ones = robot.q[0], range(1000)
    their_one = robot.their_q[0]
    tip = plan.poses([robot.tip])

    def single() -> None:
        run = plan.forward_kinematics
        for _ in ones:
            run(one)

    def their_single() -> None:
        run = pin.framesForwardKinematics
        for _ in ones:
            run(model, data, their_one)

    rneas: list[Any] = [robot.their_q, robot.their_v, robot.their_a]
    frame = robot.frames[robot.tip]
    made = {
        "one: ours": (single, len(ones)),
        "one: pinocchio unread": (their_single, len(ones)),
        "poses: ours": (lambda: plan.forward_kinematics(q), count),
        "poses: ours into out": (lambda: plan.forward_kinematics(q, out), count),
        "poses: ours float32": (lambda: plan.forward_kinematics(q32), count),
        "poses: ours, tip only": (lambda: plan.forward_kinematics(q, chosen=tip), count),
        "poses: numpy fill": (lambda: out.fill(1.0), count),
        "poses: pinocchio unread": (robot.unread, count),
        "jacobian: ours": (lambda: plan.jacobian(q, robot.tip, 2), count),
        "jacobian: pinocchio": (
            lambda: robot.loop(
                lambda x: pin.computeFrameJacobian(model, data, x, frame, pin.LOCAL_WORLD_ALIGNED),
                robot.their_q,
            ),
            count,
        ),
        "inverse dynamics: ours": (lambda: plan.inverse_dynamics(q, v, a), count),
        "inverse dynamics: pinocchio": (
            lambda: robot.loop(lambda *x: pin.rnea(model, data, *x), *rneas),
            count,
        ),
        "mass matrix: ours": (lambda: plan.mass_matrix(q), count),
        "mass matrix: pinocchio": (
            lambda: robot.loop(lambda x: pin.crba(model, data, x), robot.their_q),
            count,
        ),
        "center of mass: ours": (lambda: plan.center_of_mass(q), count),
        "center of mass: pinocchio": (
            lambda: robot.loop(lambda x: pin.centerOfMass(model, data, x, False), robot.their_q),
            count,
        ),
    }
    if wide:
        made["poses: pinocchio read out"] = (robot.read, count)
    return made


def check(robot: Robot, plan: Any) -> dict[str, float]:
    """The largest error of each answer against Pinocchio's, relative to its largest number."""
    import numpy as np

    pin, model, data, G = robot.pin, robot.model, robot.data, robot.G
    q = robot.q[:CHECKED]
    frame = robot.frames[robot.tip]
    upper = np.triu(robot.loop(lambda x: pin.crba(model, data, x), robot.their_q, count=CHECKED))
    full = upper + np.triu(upper, 1).swapaxes(1, 2)
    torques = robot.loop(
        lambda *x: pin.rnea(model, data, *x),
        robot.their_q, robot.their_v, robot.their_a, count=CHECKED,
    )  # fmt: skip
    columns = robot.loop(
        lambda x: pin.computeFrameJacobian(model, data, x, frame, pin.LOCAL_WORLD_ALIGNED),
        robot.their_q, count=CHECKED,
    )  # fmt: skip
    pairs = {
        "poses": (plan.forward_kinematics(q), robot.read(CHECKED), 1e-12),
        "jacobian": (plan.jacobian(q, robot.tip, 2), columns @ G, 1e-10),
        "inverse dynamics": (
            plan.inverse_dynamics(q, robot.v[:CHECKED], robot.a[:CHECKED]),
            torques @ G,
            1e-10,
        ),
        "mass matrix": (plan.mass_matrix(q), G.T @ full @ G, 1e-10),
    }
    errors = {}
    for name, (ours, theirs, bound) in pairs.items():
        errors[name] = float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))
        if errors[name] > bound:
            raise SystemExit(f"{name}: wrong by {errors[name]:.1e}")
    return errors


def measure(robot: Robot, plan: Any, rounds: int, wide: bool) -> dict[str, float]:
    """Median CPU microseconds a configuration, by case."""
    found = cases(robot, plan, wide)
    times: dict[str, list[float]] = {name: [] for name in found}
    for turn in range(rounds + 1):
        for name, (run, count) in found.items():
            start = time.thread_time()
            made = run()
            spent = time.thread_time() - start
            del made
            if turn:  # the first turn warms up
                times[name].append(spent / count * 1e6)
    return {name: statistics.median(values) for name, values in times.items()}


def report(name: str, set_name: str, row: dict[str, float]) -> dict[str, float]:
    """Prints a table; gives back the ratios that the project promises."""
    print(f"\n{name}, {set_name}")
    ratios = {}
    for case, spent in row.items():
        group, side = case.split(": ")
        base = next((v for k, v in row.items() if k.startswith(f"{group}: pinocchio")), None)
        factor = ""
        if side.startswith("ours") and base is not None:
            ratios[case] = base / spent
            factor = f"x{base / spent:.1f}"
        print(f"  {case:32s} {spent:9.3f} us  {factor}")
    ratios["fill rate"] = row["poses: numpy fill"] / row["poses: ours into out"]
    if "poses: pinocchio read out" in row:
        ratios["poses read out"] = row["poses: pinocchio read out"] / row["poses: ours"]
    print(f"  {ratios['fill rate']:.2f} of numpy's fill rate")
    return ratios


def main() -> None:
    """Checks, measures, prints the table, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--sets", nargs="*", help="instruction sets; all that this machine has")
    parser.add_argument("--robots", nargs="*", default=list(ROBOTS))
    parser.add_argument("--no-read", action="store_true", help="leave out Pinocchio read out")
    parser.add_argument("--json", type=Path, default=HERE / "results" / "kinematics.json")
    arguments = parser.parse_args()
    import pinocchio

    from bodyplan._version import __version__
    from bodyplan.native import Plan, kernel_sets

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    root = Path(pinocchio.__file__).parents[4] / "share" / "example-robot-data" / "robots"
    result: dict[str, Any] = {
        "bodyplan": __version__,
        "python": platform.python_version(),
        "count": arguments.count,
        "robots": {},
    }
    for name in arguments.robots:
        robot = Robot(root / ROBOTS[name], arguments.count)
        result["robots"][name] = {}
        for set_name in arguments.sets or kernel_sets():
            plan = Plan(robot.arrays, set_name)
            errors = check(robot, plan)
            row = measure(robot, plan, arguments.rounds, not arguments.no_read)
            ratios = report(name, set_name, row)
            result["robots"][name][set_name] = {
                "errors": errors,
                "microseconds": row,
                "times_faster": ratios,
            }
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

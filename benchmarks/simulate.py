"""Whether MuJoCo steps what robots become: each is converted to MJCF, compiled and held for 2 s.

    python benchmarks/simulate.py                  the robots of example-robot-data
    python benchmarks/simulate.py --folder DIR ROBOT ...   other files, with packages in DIR

A line for each robot: its servos, the pairs that touch at the start, and the largest speed of a joint
that a position servo should hold. The last line counts those that do not compile, and those faster
than 1 rad/s or m/s. Each robot has a process of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.oracles import urdfdom

SECONDS = 2.0
FAST = 1.0


def measured(source: str, folders: list[str]) -> dict[str, Any]:
    """Convert a robot, compile it and hold it."""
    import mujoco

    import bodyplan
    from bodyplan.resources import Resources

    resources = Resources(folders=folders, searched=folders)
    with tempfile.TemporaryDirectory() as folder:
        made = bodyplan.convert(source, "mjcf", resources=resources, strict=False)
        path = made.save(Path(folder) / "robot.xml")
        try:
            m = mujoco.MjModel.from_xml_path(str(path))
        except ValueError as error:
            return {"rejected": str(error)}
    weak = sum("gravity" in loss.reason for loss in made.losses)
    data = mujoco.MjData(m)
    for number in range(m.nkey):
        if m.key(number).name == "home":
            mujoco.mj_resetDataKeyframe(m, data, number)
    mujoco.mj_forward(m, data)
    touching = int(data.ncon)
    held = [int(m.actuator_trnid[n][0]) for n in range(m.nu) if m.actuator_biasprm[n][1] < 0.0]
    places = [int(m.jnt_dofadr[one]) for one in held]
    speed = 0.0
    for _ in range(int(SECONDS / m.opt.timestep)):
        mujoco.mj_step(m, data)
        speed = max([speed, *(abs(float(data.qvel[one])) for one in places)])
    is_lost = any(int(one.number) for one in data.warning)
    return {
        "servos": len(held),
        "touching": touching,
        "speed": speed,
        "lost": is_lost,
        "weak": weak,
    }


def main() -> int:
    """Print a line for each robot, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("robots", nargs="*")
    parser.add_argument("--folder", action="append", default=[])
    arguments = parser.parse_args()
    robots = arguments.robots or [str(path) for path in urdfdom.example_robots()]
    counts = dict.fromkeys(("robots", "with servos", "rejected", "fast", "not converted"), 0)
    for robot in robots:
        counts["robots"] += 1
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            try:
                found = pool.apply(measured, (robot, arguments.folder))
            except Exception as error:  # noqa: BLE001  (any file may be named)
                found = {"not converted": f"{type(error).__name__}: {error}"[:200]}
        print(Path(robot).name, found, flush=True)
        counts["not converted"] += "not converted" in found
        counts["rejected"] += "rejected" in found
        counts["with servos"] += bool(found.get("servos"))
        is_fast = found.get("lost") or found.get("speed", 0.0) > FAST
        counts["fast"] += bool(is_fast and found.get("servos") and not found.get("weak"))
    print(counts)
    return 1 if counts["fast"] or counts["rejected"] else 0


if __name__ == "__main__":
    sys.exit(main())

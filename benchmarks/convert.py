"""How fast URDF becomes SDFormat, beside libsdformat in C++, and how the time grows with the robot.

    python benchmarks/convert.py                   the humanoid of example-robot-data, and chains
    python benchmarks/convert.py --rounds 9 ROBOT  other files

libsdformat converts a URDF when it loads it. Ours is timed from the bytes of the file to those of the
result, with the check that ``load`` makes and without it. CPU seconds, measured in turn in one run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from load import Worker
from sdf import build
from tests.oracles import urdfdom

import bodyplan

HUMANOID = "talos_full_v2.urdf"
LENGTHS = (100, 1_000, 10_000)
LINK = (
    '<link name="l{0}"><inertial><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
)
JOINT = (
    '<joint name="j{0}" type="revolute"><origin xyz="0 0 1"/><parent link="l{1}"/>'
    '<child link="l{0}"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
)


def chain(links: int) -> bytes:
    """Return a URDF with so many links in a row."""
    parts = [LINK.format(0)]
    parts += [LINK.format(n) + JOINT.format(n, n - 1) for n in range(1, links)]
    return f"<robot name='chain'>{''.join(parts)}</robot>".encode()


def ours(data: bytes, *, strict: bool) -> float:
    """Return the CPU seconds of one conversion."""
    limits = bodyplan.Limits(max_elements=10_000_000)
    start = time.process_time()
    document = bodyplan.read(data, limits=limits)
    bodyplan.convert(document, "sdf", strict=strict).document.to_bytes()
    return time.process_time() - start


def main() -> int:
    """Print the times of each robot."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("robots", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    robots = arguments.robots or [p for p in urdfdom.example_robots() if p.name == HUMANOID]
    theirs = Worker([str(build())])
    for path in robots:
        data = path.read_bytes()
        times: dict[str, list[float]] = {"libsdformat": [], "checked": [], "unchecked": []}
        for _ in range(arguments.rounds):
            times["libsdformat"] += theirs.ask(path, 1)[0]
            times["checked"].append(ours(data, strict=True))
            times["unchecked"].append(ours(data, strict=False))
        base, checked, unchecked = (statistics.median(times[name]) for name in times)
        print(
            f"{path.name}: libsdformat {base * 1e3:.1f} ms, ours {checked * 1e3:.1f} ms "
            f"({base / checked:.1f} times faster), without a check {unchecked * 1e3:.1f} ms "
            f"({base / unchecked:.1f} times faster)"
        )
    theirs.close()
    for links in LENGTHS:
        seconds = min(ours(chain(links), strict=False) for _ in range(2))
        print(f"chain of {links:,} links: {seconds:.3f} s, {seconds / links * 1e6:.0f} us a link")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast a URDF is read into typed values, beside urdfdom in C++ and two Python readers.

``python benchmarks/load.py`` (needs g++, liburdfdom-dev, and the ``bench`` dependency group).

One persistent worker for each reader, asked in turn (interleaved), so that all of them see the same
neighbours on a shared machine. CPU time of the worker, median; text in memory to a finished model,
no mesh is opened. The typed model of bodyplan comes with its diagnostics, and starts each time
without remembered numbers, as for a robot it has not seen. "bodyplan pure" is the same without the
native extension, "bodyplan check" adds all rules.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from importlib.metadata import files, version
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
ROBOTS = {
    "ur10": "ur_description/urdf/ur10_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "baxter": "baxter_description/urdf/baxter.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "pr2": "pr2_description/urdf/pr2.urdf",
    "talos": "talos_data/robots/talos_full_v2.urdf",
}
TREES = {"tree 1k": 1_000, "tree 10k": 10_000, "tree 100k": 100_000}
PYTHON_READERS = ("bodyplan", "bodyplan pure", "bodyplan check", "yourdfpy", "urdf_parser_py")


def _raise_stack() -> None:
    """Room for readers that recurse along the tree."""
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


class Worker:
    """One reader in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=_raise_stack,  # noqa: PLW1509  (no threads here)
        )

    def ask(self, path: Path, repeat: int) -> tuple[list[float], int, bool]:
        """CPU seconds of each reading, peak memory [KiB], and whether the file was accepted."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{repeat} {path}\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        return [float(word) for word in words[:repeat]], int(words[repeat]), words[-1] == "ok"

    def close(self) -> None:
        """Ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def build_urdfdom() -> Path:
    """The C++ worker, compiled against the system's urdfdom."""
    BUILD.mkdir(exist_ok=True)
    target = BUILD / "urdfdom_worker"
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "urdfdom"], check=True, capture_output=True, text=True
    ).stdout.split()
    source = str(HERE / "urdfdom_worker.cpp")
    subprocess.run(
        ["g++", "-O2", source, "-o", str(target), *flags, "-lconsole_bridge"], check=True
    )
    return target


def commands() -> dict[str, list[str]]:
    """How to start each reader, urdfdom first."""
    python = {name: [sys.executable, str(HERE / "worker.py"), name] for name in PYTHON_READERS}
    return {"urdfdom": [str(build_urdfdom())], **python}


def robots_folder() -> Path:
    """The robots of example-robot-data, in the installed package."""
    found = [
        file.locate()
        for file in files("example-robot-data") or ()
        if str(file).endswith("robots/panda_description/urdf/panda.urdf")
    ]
    return Path(str(found[0])).parents[2]


def synthetic_tree(links: int, seed: int = 1) -> str:
    """A URDF of about 0.85 KB a link: each hangs on one of the eight before it."""
    dice = random.Random(seed)
    parts = ['<?xml version="1.0"?>\n<robot name="tree">\n']
    for index in range(links):
        height, mass, yaw = dice.random(), 1 + dice.random(), dice.random()
        parts.append(_LINK.format(index=index, height=height, mass=mass))
        if index:
            parent = max(0, index - dice.randint(1, 8))
            parts.append(_JOINT.format(index=index, parent=parent, yaw=yaw))
    parts.append("</robot>\n")
    return "".join(parts)


_LINK = """  <link name="link_{index}">
    <inertial>
      <origin xyz="0.01 0.02 {height:.6f}" rpy="0 0 0"/>
      <mass value="{mass:.5f}"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
    <visual>
      <origin xyz="0 0 0.05" rpy="0 0 0"/>
      <geometry>
        <cylinder radius="0.05" length="0.1"/>
      </geometry>
      <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
    </visual>
    <collision>
      <origin xyz="0 0 0.05" rpy="0 0 0"/>
      <geometry>
        <box size="0.1 0.1 0.1"/>
      </geometry>
    </collision>
  </link>
"""
_JOINT = """  <joint name="joint_{index}" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0.1 {yaw:.6f}"/>
    <parent link="link_{parent}"/>
    <child link="link_{index}"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
  </joint>
"""


def measure(inputs: dict[str, Path], rounds: int) -> dict[str, dict[str, dict[str, float | None]]]:
    """Median CPU seconds and peak memory by robot and reader."""
    starts = commands()
    results: dict[str, dict[str, dict[str, float | None]]] = {}
    for robot, path in inputs.items():
        size = path.stat().st_size
        repeat = 20 if size < 1e6 else 3 if size < 5e6 else 1
        turns = rounds if size < 5e6 else 3
        workers = {name: Worker(command) for name, command in starts.items()}
        if size > 5e7:  # minutes of no news: they grow as they do from 1k to 10k
            workers.pop("urdf_parser_py").close()
        times: dict[str, list[float]] = {name: [] for name in workers}
        peaks: dict[str, int] = {}
        accepted: dict[str, bool] = {}
        for turn in range(turns + (1 if size < 5e6 else 0)):
            for name, worker in workers.items():
                found, peaks[name], accepted[name] = worker.ask(path, repeat)
                if turn or size >= 5e6:  # the first turn warms up
                    times[name] += found
        for worker in workers.values():
            worker.close()
        results[robot] = {
            name: {
                "seconds": statistics.median(times[name]) if accepted[name] else None,
                "peak_mib": peaks[name] / 1024,
            }
            for name in workers
        }
        print_row(robot, results[robot])
    return results


def print_row(robot: str, row: dict[str, dict[str, float | None]]) -> None:
    """One line of the table: milliseconds, and in brackets the ratio to urdfdom."""
    base = row["urdfdom"]["seconds"]
    cells = [f"{robot:10s}"]
    for name in ("urdfdom", *PYTHON_READERS):
        seconds = row.get(name, {}).get("seconds")
        if seconds is None:
            cells.append(f"{'-':>20s}")
        else:
            ratio = f"({seconds / base:.2f}x)" if base else ""
            cells.append(f"{seconds * 1e3:11.3f} {ratio:>8s}")
    cells.append("  peak MiB " + " ".join(f"{name}={row[name]['peak_mib']:.0f}" for name in row))
    print(" ".join(cells), flush=True)


def main() -> None:
    """Measures, prints the table, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="without the large trees")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "results" / "load.json")
    arguments = parser.parse_args()
    folder = robots_folder()
    inputs = {name: folder / path for name, path in ROBOTS.items()}
    print(f"{'ms (ratio)':10s}" + "".join(f"{name:>21s}" for name in ("urdfdom", *PYTHON_READERS)))
    with tempfile.TemporaryDirectory() as temporary:
        for name, links in TREES.items():
            if arguments.quick and links > 1_000:
                continue
            inputs[name] = Path(temporary) / f"{links}.urdf"
            inputs[name].write_text(synthetic_tree(links), encoding="utf-8")
        results = measure(inputs, arguments.rounds)
    packages = ("bodyplan", "yourdfpy", "urdf_parser_py", "example-robot-data")
    urdfdom = subprocess.run(
        ["pkg-config", "--modversion", "urdfdom"], check=True, capture_output=True, text=True
    )
    report = {
        "python": platform.python_version(),
        "versions": {
            "urdfdom": urdfdom.stdout.strip(),
            **{name: version(name) for name in packages},
        },
        "results": results,
    }
    if "tree 100k" in results:
        own = {name: results[name]["bodyplan"]["seconds"] or 0.0 for name in TREES}
        growth = own["tree 100k"] / 100_000 / (own["tree 1k"] / 1_000)
        report["time a link, 100k against 1k"] = growth
        print(f"bodyplan, time a link at 100k against 1k: {growth:.2f}")
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How fast SDFormat models are read and checked, beside libsdformat in C++.

``python benchmarks/sdf.py``

Reading: the same bytes in memory, each reader in a process of its own, in turn; CPU seconds of the
process, medians. "read" is the typed model with what reading finds, "check" adds every rule and all
frames. The small program around libsdformat is compiled against Debian's libsdformat-dev. Whole
processes: `bodyplan check FILE` beside a C++ program that does what `ign sdf --check` does, without
the interpreter that this command starts first; CPU seconds of user and system.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata
from pathlib import Path

from load import BUILD, Worker

HERE = Path(__file__).parent
SIZES = (10, 100, 1_000)
"""Links of the models that both read."""
LARGE = (10_000, 50_000)
"""Links of the models that only we read: libsdformat takes minutes."""
LINK = """    <link name="link_{0}">
      <pose>0.{0} 0.1 {0}.5 0 0.{0} 0</pose>
      <inertial>
        <pose>0 0 0.{0} 0 0 0</pose>
        <mass>1.{0}</mass>
        <inertia>
          <ixx>0.1{0}</ixx><ixy>0</ixy><ixz>0</ixz><iyy>0.1</iyy><iyz>0</iyz><izz>0.1</izz>
        </inertia>
      </inertial>
      <collision name="collision">
        <geometry><box><size>0.1 0.2 0.{1}</size></box></geometry>
        <surface><friction><ode><mu>0.9</mu><mu2>0.9</mu2></ode></friction></surface>
      </collision>
      <visual name="visual">
        <geometry><cylinder><radius>0.{1}</radius><length>0.3</length></cylinder></geometry>
        <material><ambient>0.1 0.2 0.3 1</ambient><diffuse>0.1 0.2 0.3 1</diffuse></material>
      </visual>
    </link>
"""
JOINT = """    <joint name="joint_{0}" type="revolute">
      <parent>link_{1}</parent>
      <child>link_{0}</child>
      <axis>
        <xyz>0 0 1</xyz>
        <limit>
          <lower>-1.{0}</lower><upper>1.{0}</upper><effort>10</effort><velocity>2</velocity>
        </limit>
        <dynamics><damping>0.1</damping><friction>0.01</friction></dynamics>
      </axis>
    </joint>
"""


def model(links: int) -> str:
    """A chain of so many links, each with mass, collision, visual and a joint to the last."""
    parts = ['<?xml version="1.0"?>\n<sdf version="1.9">\n  <model name="chain">\n']
    for number in range(links):
        parts.append(LINK.format(number, number + 1))
        if number:
            parts.append(JOINT.format(number, number - 1))
    return "".join([*parts, "  </model>\n</sdf>\n"])


def build() -> Path:
    """The C++ worker, compiled against the system's libsdformat."""
    BUILD.mkdir(exist_ok=True)
    target = BUILD / "libsdformat"
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "sdformat12"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    source = str(HERE / "sdf.cpp")
    subprocess.run(["g++", "-O2", "-std=c++17", source, "-o", str(target), *flags], check=True)
    return target


def version() -> str:
    """Of libsdformat."""
    told = subprocess.run(
        ["pkg-config", "--modversion", "sdformat12"], check=True, capture_output=True, text=True
    )
    return told.stdout.strip()


def child_seconds(command: list[str]) -> float:
    """CPU seconds that a whole process takes, from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {done.stderr[-300:]!r}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reading(files: dict[int, Path], rounds: int) -> dict[str, dict[int, float]]:
    """Median CPU seconds by reader and size, measured in turn."""
    workers = {"libsdformat": Worker([str(build())])}
    for name, word in (("read", "bodyplan"), ("check", "bodyplan check")):
        workers[name] = Worker([sys.executable, str(HERE / "worker.py"), word])
    found: dict[str, dict[int, float]] = {name: {} for name in workers}
    for links, path in files.items():
        times: dict[str, list[float]] = {name: [] for name in workers}
        for turn in range(rounds if links <= 100 else min(rounds, 3)):
            for name, worker in workers.items():
                if name == "libsdformat" and links in LARGE:
                    continue
                seconds, _, accepted = worker.ask(path, 1)
                assert accepted, (name, links)
                if turn or rounds == 1 or links > 100:
                    times[name] += seconds
        for name, values in times.items():
            if values:
                found[name][links] = statistics.median(values)
    for worker in workers.values():
        worker.close()
    return found


def processes(files: dict[int, Path], rounds: int) -> dict[str, dict[int, float]]:
    """Median CPU seconds of whole processes by program and size, in turn."""
    bodyplan = shutil.which("bodyplan", path=sysconfig.get_path("scripts")) or "bodyplan"
    programs = {
        "libsdformat": lambda path: [str(BUILD / "libsdformat"), "--check", path],
        "bodyplan check": lambda path: [bodyplan, "check", path],
    }
    found: dict[str, dict[int, float]] = {name: {} for name in programs}
    for links in SIZES:
        times: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(rounds if links <= 100 else min(rounds, 3)):
            for name, words in programs.items():
                times[name].append(child_seconds(words(str(files[links]))))
        for name, values in times.items():
            found[name][links] = statistics.median(values)
    return found


def main() -> None:
    """Measures, prints the tables, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {links: Path(folder, f"{links}.sdf") for links in (*SIZES, *LARGE)}
        for links, path in files.items():
            path.write_text(model(links), encoding="utf-8")
        read = reading(files, arguments.rounds)
        whole = processes(files, arguments.rounds)
    print(f"{'links':>8} {'libsdformat':>12} {'read':>10} {'ratio':>8} {'check':>10} {'ratio':>8}")
    for links in (*SIZES, *LARGE):
        theirs, ours, check = (read[name].get(links) for name in ("libsdformat", "read", "check"))
        assert ours is not None
        assert check is not None
        if theirs is None:
            print(f"{links:8,} {'':>12} {ours:9.4f}s {'':>8} {check:9.4f}s")
            continue
        print(
            f"{links:8,} {theirs:11.4f}s {ours:9.4f}s {theirs / ours:7.1f}x "
            f"{check:9.4f}s {theirs / check:7.1f}x"
        )
    print("whole processes")
    for links in SIZES:
        theirs, ours = whole["libsdformat"][links], whole["bodyplan check"][links]
        print(f"{links:8,} {theirs:11.4f}s {ours:9.4f}s {theirs / ours:7.1f}x")
    result = {
        "reading": read,
        "processes": whole,
        "versions": {
            "bodyplan": metadata.version("bodyplan"),
            "libsdformat": version(),
            "CPython": platform.python_version(),
        },
    }
    target = HERE / "results" / "sdf.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How fast xacro files are expanded, beside the ``xacro`` package.

``python benchmarks/expand.py [FILE ...] [--package NAME=PATH] [--before SRC]``

Both expand the same files in turn (interleaved), and must write the same bytes. Each expansion runs
in a process of its own, a fork of one that has imported both, which first expands another robot:
imports and the first use of memory do not count, and nothing is remembered of the file. CPU time,
the minimum of all rounds, as other processes on the machine only ever add to it. "verb" is the whole process of ``bodyplan expand``,
with ``--before`` also that of another version, of which the option names the folder ``src``.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import json
import math
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import bodyplan
from bodyplan.resources import Resources
from bodyplan.xacro import expand

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests" / "formats" / "xacro"
SIZES = {"arms 10": 10, "arms 100": 100, "arms 1k": 1_000}
PACKAGES = {"picker_description": str(TESTS / "robots" / "picker")}
GENERATED = """<?xml version="1.0"?>
<robot name="arms" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="detailed" default="true"/>
  <xacro:property name="density" value="2700"/>
  <xacro:property name="wall" value="0.004"/>
  <!-- a tube -->
  <xacro:macro name="tube" params="name radius length *origin">
    <xacro:property name="area" value="${pi * (radius**2 - (radius - wall)**2)}"/>
    <xacro:property name="mass" value="${area * length * density}"/>
    <link name="${name}">
      <inertial>
        <xacro:insert_block name="origin"/>
        <mass value="${mass}"/>
        <inertia ixx="${mass * (3 * radius**2 + length**2) / 12}" ixy="0" ixz="0"
                 iyy="${mass * (3 * radius**2 + length**2) / 12}" iyz="0" izz="${mass * radius**2}"/>
      </inertial>
      <visual>
        <xacro:insert_block name="origin"/>
        <geometry><cylinder radius="${radius}" length="${length}"/></geometry>
      </visual>
      <xacro:if value="$(arg detailed)">
        <collision>
          <xacro:insert_block name="origin"/>
          <geometry><cylinder radius="${radius + 0.001}" length="${length}"/></geometry>
        </collision>
      </xacro:if>
    </link>
  </xacro:macro>
  <xacro:macro name="segment" params="index parent radius:=0.05 length:=0.3">
    <xacro:property name="side" value="${'left' if index % 2 else 'right'}"/>
    <xacro:tube name="${side}_${index}" radius="${radius}" length="${length}">
      <origin xyz="0 0 ${length / 2}" rpy="0 0 ${radians(15 * index % 360)}"/>
    </xacro:tube>
    <joint name="${side}_${index}_joint" type="revolute">
      <parent link="${parent}"/>
      <child link="${side}_${index}"/>
      <axis xyz="0 ${1 if side == 'left' else -1} 0"/>
      <limit lower="${-pi / 2}" upper="${pi / 2}" effort="${40 - index % 7}" velocity="2.5"/>
    </joint>
  </xacro:macro>
  <link name="base"/>
"""


def arms(count: int) -> str:
    """Return a description that calls its macros for so many segments."""
    calls = (
        f'  <!-- segment {n} -->\n  <xacro:segment index="{n}" parent="base" length="${{0.2 + {n % 9} / 50}}"/>\n'
        for n in range(count)
    )
    return GENERATED + "".join(calls) + "</robot>\n"


def prepare(packages: dict[str, str]) -> dict[str, Callable[[Path], str]]:
    """Return the two ways to expand a file, all imports done."""
    index = types.ModuleType("ament_index_python")
    index.packages = types.ModuleType("ament_index_python.packages")  # type: ignore[attr-defined]
    index.packages.get_package_share_directory = packages.__getitem__  # type: ignore[attr-defined]
    sys.modules.update({"ament_index_python": index, "ament_index_python.packages": index.packages})
    import xacro  # type: ignore[import-untyped]

    resources = Resources(packages)

    def theirs(path: Path) -> str:
        text: str = xacro.process_file(str(path)).toprettyxml(indent="  ")
        return text

    def ours(path: Path) -> str:
        found = expand(path.read_bytes(), str(path), path=path, resources=resources)
        if found.text is None:
            raise ValueError(found.problems)
        return found.text

    return {"xacro": theirs, "bodyplan": ours}


def timed(work: Callable[[Path], str], path: Path, other: Path) -> tuple[float, str | None]:
    """Return the CPU seconds and the text of one expansion in a fork; no text where it fails.

    Args:
        work: expands a file.
        path: the file.
        other: another file, which is expanded before.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 2)
        work(other)
        gc.collect()
        start = time.process_time()
        try:
            text = work(path)
        except Exception:  # noqa: BLE001  (a file that both refuse is left out)
            text = None
        seconds = time.process_time() - start
        with os.fdopen(writer, "w", encoding="utf-8") as stream:
            json.dump([seconds, text], stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    seconds, text = json.loads(answer)
    return seconds, text


def measure(
    inputs: dict[str, Path],
    others: tuple[Path, Path],
    ways: dict[str, Callable[[Path], str]],
    rounds: int,
) -> dict[str, dict[str, float]]:
    """Return the minimum of CPU seconds by file and way, and print the ratios.

    Args:
        inputs: the files.
        others: expanded before a file: the first before generated ones, else the second.
        ways: the functions that expand.
        rounds: how often each file is expanded.
    """
    results: dict[str, dict[str, float]] = {}
    for name, path in inputs.items():
        least = dict.fromkeys(ways, math.inf)
        texts: dict[str, str | None] = {}
        for _ in range(rounds):
            for way, work in ways.items():
                other = others["arms" not in name]
                seconds, texts[way] = timed(work, path, other)
                least[way] = min(least[way], seconds)
        if None in texts.values() or len(set(texts.values())) > 1:
            print(
                f"{name[-60:]:60s} left out: "
                + ("refused" if None in texts.values() else "the texts differ")
            )
            continue
        results[name] = least
        ratio = least["xacro"] / least["bodyplan"]
        print(
            f"{name[-60:]:60s} {least['xacro'] * 1e3:9.2f} ms {least['bodyplan'] * 1e3:9.2f} ms {ratio:6.2f}x",
            flush=True,
        )
    return results


def process(source: Path, path: Path, options: list[str]) -> tuple[float, bytes | None]:
    """Return the CPU seconds and the text of the verb as a process; no text where it fails."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "bodyplan", "expand", str(path), *options],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        check=False,
    )
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    return seconds, None if done.returncode else done.stdout


def whole(
    inputs: dict[str, Path], packages: dict[str, str], before: Path | None, rounds: int
) -> dict[str, dict[str, float]]:
    """Return the least CPU seconds of the whole process of the verb, by file and version."""
    sources = {"verb": Path(bodyplan.__file__).parent.parent}
    if before is not None:
        sources["verb before"] = before
    options = [word for name, path in packages.items() for word in ("--package", f"{name}={path}")]
    for source in sources.values():
        compileall.compile_dir(str(source), quiet=2)
    results: dict[str, dict[str, float]] = {}
    for name, path in inputs.items():
        least = dict.fromkeys(sources, math.inf)
        texts: dict[str, bytes | None] = {}
        for _ in range(rounds):
            for label, source in sources.items():
                seconds, texts[label] = process(source, path, options)
                least[label] = min(least[label], seconds)
        results[name] = {label: least[label] for label, text in texts.items() if text is not None}
        if len(results[name]) < len(sources):
            print(f"{'whole process: ' + name[-45:]:60s} refused by one")
            continue
        assert len(set(texts.values())) == 1, f"the versions write different texts of {name}"
        cells = "".join(f"{seconds * 1e3:9.1f} ms" for seconds in reversed(least.values()))
        ratio = least.get("verb before", math.nan) / least["verb"]
        print(f"{'whole process: ' + name[-45:]:60s} {cells} {ratio:6.2f}x", flush=True)
    return results


def main() -> None:
    """Measures, prints the ratios, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="more files to expand")
    parser.add_argument("--package", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument(
        "--before", type=Path, metavar="SRC", help="`src` of the version to compare"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("-o", "--output", type=Path, default=HERE / "results" / "expand.json")
    arguments = parser.parse_args()
    packages = {**PACKAGES, **dict(word.split("=", 1) for word in arguments.package)}
    ways = prepare(packages)
    picker = TESTS / "robots" / "picker" / "urdf" / "picker.urdf.xacro"
    with tempfile.TemporaryDirectory() as temporary:
        inputs = {"picker (6 files)": picker}
        for name, count in SIZES.items():
            inputs[name] = Path(temporary) / f"{count}.xacro"
            inputs[name].write_text(arms(count), encoding="utf-8")
        verbs = dict(inputs)
        samples = {path.stem: path for path in sorted((TESTS / "samples").glob("*.xacro"))}
        for work in ways.values():  # what is loaded with the first file is loaded
            work(samples["yaml"])
        given = {str(path): path.resolve() for path in arguments.files}
        others = picker, inputs["arms 100"]
        own = measure(inputs | samples, others, ways, arguments.rounds)
        more = measure(given, others, ways, arguments.rounds)
        processes = whole(verbs, packages, arguments.before, max(3, arguments.rounds // 2))
    for label, rows in (("own files", own), ("files given", more)):
        ratios = sorted(row["xacro"] / row["bodyplan"] for row in rows.values())
        if ratios:
            total = sum(row["xacro"] for row in rows.values())
            print(
                f"{label}: {len(ratios)}; {ratios[0]:.2f} / {statistics.median(ratios):.2f} / "
                f"{ratios[-1]:.2f} times faster (min / median / max), "
                f"{total / sum(row['bodyplan'] for row in rows.values()):.2f} in all"
            )
    report = {
        "python": platform.python_version(),
        "versions": {"xacro": version("xacro"), "bodyplan": bodyplan.__version__},
        "own": own,
        "given": {
            "files": len(more),
            "ratios": [r["xacro"] / r["bodyplan"] for r in more.values()],
        },
        "processes": processes,
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

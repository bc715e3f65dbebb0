"""What a start costs: whole processes against ``python -c pass``.

``python benchmarks/startup.py`` prints CPU milliseconds above an empty Python, medians of
interleaved runs, with the bytecode of the package compiled beforehand as an installer does.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import bodyplan

HERE = Path(__file__).parent
EMPTY = "python -c pass"


def ten_links() -> str:
    """An SDFormat model of ten links, each with a box, a cylinder, a mass and a joint."""
    body = (
        "<inertial><mass>1</mass><inertia><ixx>0.002</ixx><ixy>0</ixy><ixz>0</ixz>"
        "<iyy>0.002</iyy><iyz>0</iyz><izz>0.002</izz></inertia></inertial>"
        '<collision name="c"><geometry><box><size>.1 .1 .1</size></box></geometry></collision>'
        '<visual name="v"><geometry><cylinder><radius>.1</radius><length>.2</length></cylinder>'
        "</geometry><material><diffuse>1 0 0 1</diffuse></material></visual>"
    )
    axis = (
        "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><effort>10</effort>"
        "<velocity>1</velocity></limit></axis>"
    )
    links = [f'<link name="l{i}"><pose>0 0 {i / 10} 0 0 0</pose>{body}</link>' for i in range(10)]
    joints = [
        f'<joint name="j{i}" type="revolute"><parent>l{i - 1}</parent><child>l{i}</child>{axis}'
        "</joint>"
        for i in range(1, 10)
    ]
    inside = "\n".join([*links, *joints])
    return f'<sdf version="1.9">\n<model name="arm">\n{inside}\n</model>\n</sdf>\n'


def commands(model: str) -> dict[str, list[str]]:
    """What is started, the empty Python first.

    Args:
        model: the path of a small SDFormat model.
    """
    python = sys.executable
    found = {
        EMPTY: [python, "-c", "pass"],
        "import bodyplan": [python, "-c", "import bodyplan"],
        "bodyplan --help": [python, "-m", "bodyplan", "--help"],
        "bodyplan check sample:arm": [python, "-m", "bodyplan", "check", "sample:arm"],
        "bodyplan check arm.sdf": [python, "-m", "bodyplan", "check", model],
        "bodyplan show sample:arm": [python, "-m", "bodyplan", "show", "sample:arm"],
        "import numpy": [python, "-c", "import numpy"],
    }
    reference = shutil.which("check_urdf")
    if reference:
        sample = Path(bodyplan.__file__).parent / "samples" / "arm" / "arm.urdf"
        found["check_urdf arm.urdf (C++)"] = [reference, str(sample)]
    return found


def cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    """User and system time of one finished process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def timed(
    starts: dict[str, list[str]], rounds: int, environment: dict[str, str]
) -> dict[str, list[float]]:
    """The seconds of each start, in interleaved rounds."""
    times: dict[str, list[float]] = {name: [] for name in starts}
    for turn in range(rounds + 1):
        for name, command in starts.items():
            seconds = cpu_seconds(command, environment)
            if turn:  # the first warms the file cache
                times[name].append(seconds)
    return times


def main() -> None:
    """Measures, prints the table, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("-o", "--output", type=Path, default=HERE / "results" / "startup.json")
    arguments = parser.parse_args()
    compileall.compile_dir(str(Path(bodyplan.__file__).parent), quiet=2)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:
        model = Path(folder) / "arm.sdf"
        model.write_text(ten_links(), encoding="utf-8")
        times = timed(commands(str(model)), arguments.rounds, environment)
    empty = statistics.median(times[EMPTY])
    results = {}
    for name, found in times.items():
        median = statistics.median(found)
        results[name] = {"cpu_ms": median * 1e3, "cpu_ms_over_empty": (median - empty) * 1e3}
        print(
            f"{name:30s} {median * 1e3:7.1f} ms   {(median - empty) * 1e3:+7.1f} ms over an empty Python"
        )
    report = {
        "python": platform.python_version(),
        "bodyplan": bodyplan.__version__,
        "results": results,
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

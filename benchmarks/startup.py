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

import bodyplan

HERE = Path(__file__).parent
EMPTY = "python -c pass"


def commands() -> dict[str, list[str]]:
    """What is started, the empty Python first."""
    python = sys.executable
    found = {
        EMPTY: [python, "-c", "pass"],
        "import bodyplan": [python, "-c", "import bodyplan"],
        "bodyplan --help": [python, "-m", "bodyplan", "--help"],
        "bodyplan check sample:arm": [python, "-m", "bodyplan", "check", "sample:arm"],
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


def main() -> None:
    """Measures, prints the table, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("-o", "--output", type=Path, default=HERE / "results" / "startup.json")
    arguments = parser.parse_args()
    compileall.compile_dir(str(Path(bodyplan.__file__).parent), quiet=2)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    starts = commands()
    times: dict[str, list[float]] = {name: [] for name in starts}
    for turn in range(arguments.rounds + 1):
        for name, command in starts.items():
            seconds = cpu_seconds(command, environment)
            if turn:  # the first warms the file cache
                times[name].append(seconds)
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

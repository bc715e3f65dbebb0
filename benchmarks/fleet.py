"""Many robots by one process, two, and two workers of Dask: the same results, and how fast.

    python benchmarks/fleet.py --count 2000            # minutes
    python benchmarks/fleet.py --count 100000          # the whole, on a quiet machine

What is compared is every line of `bodyplan check --jsonl` without its seconds. Figures are ratios of
runs side by side, and the largest memory of the process that collects the results.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import fleet_robots

COMMAND = [sys.executable, "-m", "bodyplan", "check", "--jsonl", "--quiet"]


class Run(NamedTuple):
    """A run of the command: its results, wall time [s], and memory of its first process [MiB]."""

    results: dict[str, str]
    seconds: float
    memory: float
    status: int


def results_in(path: Path) -> dict[str, str]:
    """Return the lines by path, without the seconds."""
    found = {}
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            data = json.loads(line)
            del data["seconds"]
            found[data["path"]] = json.dumps(data, sort_keys=True)
    return found


def run(folder: Path, *words: str, kills: bool = False, stops: int | None = None) -> Run:
    """Run the command.

    Args:
        folder: with the list of robots.
        words: more of the command line.
        kills: whether to kill a worker in the middle.
        stops: interrupt the run after so many lines.
    """
    out = folder / "out.jsonl"
    target = Path(words[words.index("--resume") + 1]) if "--resume" in words else out
    command = (
        COMMAND if "--files-from" in words else [*COMMAND, "--files-from", str(folder / "list.txt")]
    )
    start = time.perf_counter()
    with out.open("wb") as stream:
        process = subprocess.Popen([*command, *words], stdout=stream)
        while (kills or stops is not None) and process.poll() is None:
            time.sleep(0.05)
            lines = target.read_bytes().count(b"\n") if target.exists() else 0
            if kills and lines > 100:
                kills = not kill_a_child(process.pid)
            if stops is not None and lines > stops:
                process.send_signal(signal.SIGINT)
                stops = None
        _, status, usage = os.wait4(process.pid, 0) if process.returncode is None else (0, 0, None)
    memory = usage.ru_maxrss / 1024.0 if usage else 0.0
    seconds = time.perf_counter() - start
    code = (
        process.returncode if process.returncode is not None else os.waitstatus_to_exitcode(status)
    )
    process.returncode = code
    return Run(results_in(target), seconds, memory, code)


def kill_a_child(parent: int) -> bool:
    """Kill a worker of a process."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    if not children:
        return False
    os.kill(int(children[0]), signal.SIGKILL)
    return True


def same(what: str, found: dict[str, str], expected: dict[str, str]) -> bool:
    """Print whether results are the same."""
    different = [path for path in expected if found.get(path) != expected[path]]
    is_same = not different and len(found) == len(expected)
    word = (
        "the same"
        if is_same
        else f"DIFFERENT: {len(different)} of {len(expected)}, {different[:3]}"
    )
    print(f"{what:<42} {word}")
    for path in different[:3]:
        print("  ", expected[path][:300], "\n  ", str(found.get(path))[:300])
    return is_same


def rates(folder: Path, count: int) -> None:
    """Print robots per second and core, without processes: of at most ten links."""
    import bodyplan
    from bodyplan.lint.settings import Settings

    texts = [
        text for text in map(fleet_robots.robot, range(count)) if 0 < text.count("<link ") <= 10
    ]
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"small{number}.urdf")
        paths[-1].write_text(text, "utf-8")
    for what, settings in {"X, T, J": Settings(select=("X", "T", "J")), "all": Settings()}.items():
        session = bodyplan.Session(settings)
        bodyplan.check(session.open(paths[0]))
        start = time.process_time()
        for path in paths:
            bodyplan.check(session.open(path))
        rate = len(paths) / (time.process_time() - start)
        print(f"{f'rules {what}, at most ten links':<42} {rate:,.0f} robots per second and core")


def trouble(folder: Path) -> bool:
    """Print what becomes of a file that hangs and of one that needs too much memory."""
    fifo, eater, good = folder / "hangs.urdf", folder / "eats.urdf", folder / "good.urdf"
    if not fifo.exists():
        os.mkfifo(fifo)
    eater.write_text('<robot name="r">' + '<link name="a" b="c"/>' * 400_000 + "</robot>")
    good.write_text(fleet_robots.robot(1))
    listed = folder / "trouble.txt"
    listed.write_text("".join(f"{path}\n" for path in (good, fifo, eater, *[good] * 3)))
    limits = ("--timeout", "15", "--memory", "200")
    made = run(folder, "--files-from", str(listed), "--jobs", "2", *limits).results
    statuses = [json.loads(made[str(path)])["status"] for path in (good, fifo, eater)]
    print(f"{'good file, hanging file, memory eater':<42} {', '.join(statuses)}")
    return statuses[:2] == ["ok", "timeout"] and statuses[2] != "ok"


def main() -> int:
    """Run everything, and print what is found."""
    parser = argparse.ArgumentParser(description="Check many robots.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="of the robots; default: a temporary one")
    parser.add_argument("--no-dask", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        paths = [str(path) for path in fleet_robots.make(folder, options.count)]
        listed = folder / "list.txt"
        listed.write_text("".join(f"{path}\n" for path in paths))
        return everything(folder, paths, with_dask=not options.no_dask)


def everything(folder: Path, paths: list[str], *, with_dask: bool) -> int:
    """Do all comparisons; return 0 if the results are the same."""
    count = len(paths)
    tenth = folder / "tenth.txt"
    tenth.write_text("".join(f"{path}\n" for path in paths[: count // 10]))
    few = run(folder, "--files-from", str(tenth), "--jobs", "2")
    one = run(folder, "--jobs", "1")
    two = run(folder, "--jobs", "2")
    is_good = len(one.results) == count
    print(f"{'robots':<42} {count:,}, exit status {one.status}")
    print(f"{'one process':<42} {one.seconds:.1f} s, {count / one.seconds:,.0f} robots/s")
    print(
        f"{'two processes':<42} {two.seconds:.1f} s, {one.seconds / two.seconds:.2f} times as fast"
    )
    print(f"{'memory for a tenth of them, for all':<42} {few.memory:.0f} MiB, {two.memory:.0f} MiB")
    is_good &= same("two processes", two.results, one.results)
    parts = [run(folder, "--jobs", "2", "--shard", f"{number}/2").results for number in (1, 2)]
    is_good &= same("two shards together", parts[0] | parts[1], one.results)
    is_good &= not parts[0].keys() & parts[1].keys()
    is_good &= same("a killed worker", run(folder, "--jobs", "2", kills=True).results, one.results)
    resumed = folder / "resumed.jsonl"
    resumed.unlink(missing_ok=True)
    words = ("--jobs", "2", "--resume", str(resumed))
    stopped = run(folder, *words, stops=count // 4)
    print(f"{'interrupted after':<42} {len(stopped.results):,}, exit status {stopped.status}")
    is_good &= same("and resumed", run(folder, *words).results, one.results)
    is_good &= trouble(folder)
    if with_dask:
        is_good &= by_dask(folder, one)
    rates(folder, min(count, 3000))
    return 0 if is_good else 1


def by_dask(folder: Path, one: Run) -> bool:
    """Print what two workers of Dask do."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        made = run(folder, "--executor", f"dask:{cluster.scheduler_address}")
    print(
        f"{'two workers of Dask':<42} {made.seconds:.1f} s, {one.seconds / made.seconds:.2f} times as fast"
    )
    return same("two workers of Dask", made.results, one.results)


if __name__ == "__main__":
    sys.exit(main())

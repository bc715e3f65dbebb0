"""Runs mutated files of every format through everything that is done with files.

    python tools/fuzz                                   a short run of every format
    python tools/fuzz --format urdf --count 100000      a campaign
    python tools/fuzz --format urdf --start 4711 --count 1      one case again
    python tools/fuzz --replay tests/hostile/crashers   files instead of cases
    python tools/fuzz --format expression --count 100000    xacro expressions

Each case is made from a seed and its number, so that it can be made again. It is read, checked,
loaded, fixed, formatted and converted; a mesh is measured, and a robot that names it is checked.
Beside it are links that lead out, pipes and devices, which many cases name. MJCF starts a process of
our own, so that 5,000 cases take as long as 100,000 others.
A case fails when anything is raised that is no answer to its content, when it takes more than two
seconds of the processor, prints characters that steer a terminal, opens a file elsewhere, starts a
process, uses the network, or when an answer contains the value of an environment variable. Failing cases are written to
a folder, with what was raised and with a minimised version.

Exit status: 0 when every case passed and memory stayed flat, else 1.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.hostile.xacro.fuzz import main as expressions  # noqa: E402
from tools.fuzz.cases import FORMATS, NAMED, Case, case  # noqa: E402
from tools.fuzz.work import Failure, Part, Result, Runner, work  # noqa: E402

from bodyplan.cli.output import watching  # noqa: E402

EXPRESSION = "expression"
"""No format of files: xacro expressions, which go through the evaluator alone."""
_HANGS = 300.0
"""Seconds without another case after which a process is ended."""
_GROWTH = (1.25, 48.0)
"""Of memory, from the middle to the end: factor and megabytes that are still flat."""


def main() -> int:
    """Run what the words say, and return the exit status."""
    options = _parser().parse_args()
    if options.replay:
        return _replay([Path(name) for name in options.replay])
    bad = 0
    for format_ in options.format or (*FORMATS, EXPRESSION):
        if format_ == EXPRESSION:
            bad += expressions(options.count, options.start)
        else:
            bad += not _campaign(format_, options)
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser("tools/fuzz", description="Run mutated files through bodyplan.")
    made.add_argument(
        "--format",
        action="append",
        choices=(*FORMATS, EXPRESSION),
        metavar="NAME",
        help=f"one of {', '.join((*FORMATS, EXPRESSION))}; all by default",
    )
    made.add_argument(
        "--count", type=int, default=1000, help="cases of each format (default: %(default)s)"
    )
    made.add_argument("--seed", type=int, default=1, help="of the campaign (default: %(default)s)")
    made.add_argument(
        "--start", type=int, default=0, help="number of the first case (default: %(default)s)"
    )
    made.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    made.add_argument(
        "--time",
        type=float,
        default=math.inf,
        metavar="SECONDS",
        help="stop each format after so long",
    )
    made.add_argument(
        "--output",
        type=Path,
        default=ROOT / "build" / "fuzz",
        metavar="FOLDER",
        help="for failing cases",
    )
    made.add_argument(
        "--replay",
        nargs="+",
        metavar="PATH",
        help="run files below FORMAT/ folders instead of cases",
    )
    return made


def _campaign(format_: str, options: argparse.Namespace) -> bool:
    """Run the cases of a format, print what became of them, and return whether all is well."""
    begin = time.monotonic()
    failures: list[Failure] = []
    results: list[Result] = []
    with _progress(format_, options.count) as show:
        end = options.start + options.count
        workers = [
            _Worker(Part(format_, options.seed, start, end, options.jobs, options.time))
            for start in range(options.start, min(options.start + options.jobs, end))
        ]
        while any(worker.is_running for worker in workers):
            for worker in workers:
                for answer in worker.answers():
                    if isinstance(answer, Result):
                        results.append(answer)
                    else:
                        failures.append(answer)
                        _write(options.output, options.seed, answer)
            show(sum(worker.done for worker in workers))
    return _print(format_, failures, results, time.monotonic() - begin, options.output)


class _Worker:
    """A process that runs a share of the cases. Where a case ends it, another goes on behind that.

    Args:
        part: the share.
    """

    def __init__(self, part: Part) -> None:
        self._part = part
        self._context = multiprocessing.get_context("spawn")
        self._begin()

    def _begin(self) -> None:
        self._current: Any = self._context.Value("q", self._part.start)
        self._end, its = self._context.Pipe(duplex=False)
        self._process = self._context.Process(
            target=work, args=(self._part, its, self._current), daemon=True
        )
        self._process.start()
        its.close()
        self._seen, self._since = -1, time.monotonic()
        self.is_running = True

    @property
    def done(self) -> int:
        """About how many cases it has run."""
        return int((self._current.value - self._part.start) // self._part.step)

    def answers(self) -> Iterator[Failure | Result]:
        """Yield what it has sent by now."""
        if not self.is_running:
            return
        try:
            while self._end.poll(0.1):
                answer = self._end.recv()
                yield answer
                if isinstance(answer, Result):
                    self._process.join()
                    self.is_running = False
                    return
        except EOFError:
            self._process.join()
            yield self._died(f"the process ended with status {self._process.exitcode}")
            return
        if self._current.value != self._seen:
            self._seen, self._since = self._current.value, time.monotonic()
        elif time.monotonic() - self._since > _HANGS:
            self._process.kill()
            self._process.join()
            yield self._died(f"the process hung for {_HANGS:g} s")

    def _died(self, what: str) -> Failure:
        """Return what the case did that ended the process, and begin another behind it."""
        part, number = self._part, int(self._current.value)
        self._part = part._replace(start=number + part.step)
        if self._part.start < part.end:
            self._begin()
        else:
            self.is_running = False
        tried = case(part.format, part.seed, number)
        return Failure(part.format, number, what, what, tried, tried.data)


def _progress(format_: str, count: int) -> Any:
    """Return a context that gives what shows how many cases are done, on a terminal."""
    from contextlib import contextmanager

    @contextmanager
    def shown() -> Iterator[Callable[[int], None]]:
        watch = watching(format_)
        if watch is None:
            yield lambda _: None
            return
        try:
            yield lambda done: watch(done, count)
        finally:
            watch(count, count)

    return shown()


def _write(folder: Path, seed: int, failure: Failure) -> None:
    """Write a failing case, what it raised, and the minimised case."""
    home = folder / failure.format / f"{seed}-{failure.number}"
    home.mkdir(parents=True, exist_ok=True)
    ending = failure.case.ending.replace("/", "-")
    (home / f"case{ending}").write_bytes(failure.case.data)
    (home / f"minimal{ending}").write_bytes(failure.minimal)
    (home / "raised.txt").write_text(
        f"{failure.kind}\n{failure.text}", encoding="utf-8", errors="backslashreplace"
    )


def _print(
    format_: str, failures: list[Failure], results: list[Result], seconds: float, folder: Path
) -> bool:
    """Print the numbers of a format, and return whether all is well."""
    done = sum(result.done for result in results)
    used = sum(result.seconds for result in results)
    slowest = sorted((one for result in results for one in result.slowest), reverse=True)[:5]
    kinds: dict[str, int] = {}
    for result in results:
        for kind, count in result.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
    for failure in failures:
        kinds.setdefault(failure.kind, 1)
    failed = sum(kinds.values())
    print(
        f"{format_}: {done:,} cases, {failed:,} failed; {used / max(done, 1) * 1e3:.2f} ms a case,"
        f" {seconds:,.0f} s in all"
    )
    print("  slowest: " + ", ".join(f"{took:.3f} s (case {number})" for took, number in slowest))
    is_flat = True
    for result in results:
        first, middle, last = result.memory
        print(
            f"  memory: {first:.0f} MB at the start, {middle:.0f} MB in the middle, {last:.0f} MB at the end"
        )
        is_flat &= last <= middle * _GROWTH[0] + _GROWTH[1]
    for failure in failures:
        print(
            f"  {kinds[failure.kind]:,} times {failure.kind}, first case {failure.number} -> {folder / format_}"
        )
    if not is_flat:
        print("  memory grows")
    sys.stdout.flush()
    return not failed and is_flat and bool(results)


def _replay(paths: list[Path]) -> int:
    """Run files, each below a folder that is called like its format; return the exit status."""
    bad = done = 0
    runners: dict[str, Runner] = {}
    try:
        for path in (found for top in paths for found in _files(top)):
            format_ = next((part for part in reversed(path.parts) if part in FORMATS), None)
            if format_ is None:
                print(f"{path}: no folder above it is called like a format")
                bad += 1
                continue
            if format_ not in runners:
                runners[format_] = Runner(format_)
            ending = path.name.rpartition("-")[2] if format_ in NAMED else path.suffix
            for number in range(16):  # what is done goes by the number
                found = runners[format_].fails(Case(path.read_bytes(), ending), number)
                if found is not None:
                    print(f"{path}: {found[0]}\n{found[1]}")
                    bad += 1
                    break
            done += 1
    finally:
        for runner in runners.values():
            runner.close()
    print(f"{done:,} files, {bad:,} failed")
    return 1 if bad or not done else 0


def _files(top: Path) -> list[Path]:
    return [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())


if __name__ == "__main__":
    sys.exit(main())

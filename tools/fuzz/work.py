"""Running cases one after the other in a process of its own: time, memory, failures."""

from __future__ import annotations

import faulthandler
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from tools.fuzz.cases import ROOT, Case, case
from tools.fuzz.effects import CANARY, CANARY_NAME, Watch
from tools.fuzz.minimise import smallest
from tools.fuzz.verbs import Bench

from bodyplan.diag import diagnostic

MOST_SECONDS = 2.0
"""Time of the processor that a case may take."""
_STUCK = 20.0
"""Time of the processor after which a case is ended."""
_WARM = 200
"""Cases behind which the memory of the start is taken: modules are loaded by then."""
_MARK = 100
"""Cases between two looks at the memory."""
_LIBRARIES = ("numpy", "scipy.spatial", "trimesh", "collada")
VARIABLES = (
    "ROS_PACKAGE_PATH",
    "AMENT_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "SDF_PATH",
)


class Failure(NamedTuple):
    """A case that did not end as it must.

    Args:
        format: of the case.
        number: of the case; -1 for a file that was given.
        kind: the exception and where it was raised, or "slow"; alike for failures with one cause.
        text: the traceback, or the time.
        case: the case.
        minimal: the smallest content that still fails the same way.
    """

    format: str
    number: int
    kind: str
    text: str
    case: Case
    minimal: bytes


class Part(NamedTuple):
    """The share of one process in the cases of a format.

    Args:
        format: one of ``cases.FORMATS``.
        seed: of the campaign.
        start: the first number.
        end: behind the last number.
        step: how many processes there are.
        seconds: after how many seconds to stop; infinity for never.
    """

    format: str
    seed: int
    start: int
    end: int
    step: int
    seconds: float


class Result(NamedTuple):
    """What became of a share.

    Args:
        done: how many cases were run.
        seconds: time of the processor of all of them.
        slowest: the five slowest, each its time and its number.
        memory: resident memory at the start, in the middle and at the end [MB].
        kinds: how often each kind of failure occurred.
    """

    done: int
    seconds: float
    slowest: tuple[tuple[float, int], ...]
    memory: tuple[float, float, float]
    kinds: dict[str, int]


class StuckError(BaseException):
    """A case takes far too long. No ``except Exception`` of what is tested may catch it."""


class Runner:
    """Runs cases in this process, in a folder of its own.

    Args:
        format_: of the cases.
        most_seconds: time of the processor that a case may take.
    """

    def __init__(self, format_: str, *, most_seconds: float = MOST_SECONDS) -> None:
        self.format = format_
        self._most_seconds = most_seconds
        self.folder = Path(tempfile.mkdtemp(prefix="bodyplan-fuzz-"))
        self._outside = Path(tempfile.mkdtemp(prefix="bodyplan-outside-"))
        os.environ[CANARY_NAME] = CANARY
        for name in VARIABLES:
            os.environ.pop(name, None)
        for name in _LIBRARIES:  # which set variables when they are imported
            with suppress(ImportError):
                import_module(name)
        os.environ["BODYPLAN_CACHE"] = "0"
        self._bench = Bench(self.folder, self._outside)
        readable = tuple(ROOT / name for name in ("src", "tests", "examples"))
        self._watch = Watch(self.folder, readable)

    def close(self) -> None:
        """Remove the folders."""
        for folder in (self.folder, self._outside):
            shutil.rmtree(folder, ignore_errors=True)

    def fails(self, tried: Case, number: int) -> tuple[str, str] | None:
        """Return the kind and the text of the failure of a case; None where it has none."""
        start = time.process_time()
        try:
            with (
                _limited(),
                _internal_errors(),
                self._watch.watching(),
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("error")  # one would be printed between the answers
                self._bench.use(self.format, tried, number)
        except (Exception, StuckError) as error:  # noqa: BLE001  (what a case raises is the result)
            return _kind(error), "".join(traceback.format_exception(error))
        seconds = time.process_time() - start
        return ("slow", f"{seconds:.2f} s") if seconds > self._most_seconds else None

    def failure(self, tried: Case, number: int, found: tuple[str, str]) -> Failure:
        """Return a failure with the smallest content that shows it."""
        kind, text = found

        def still(data: bytes) -> bool:
            again = self.fails(tried._replace(data=data), number)
            return again is not None and again[0] == kind

        return Failure(self.format, number, kind, text, tried, smallest(tried.data, still))


@contextmanager
def _internal_errors() -> Iterator[None]:
    """Raise what was reported as an internal error.

    Raises:
        BaseException: the exception that was caught.
    """
    caught: list[BaseException] = []
    with patch.object(diagnostic, "show_traceback", caught.append):
        try:
            yield
        except Exception:
            if not caught:  # else it is about what was reported
                raise
    if caught:
        raise caught[0]


@contextmanager
def _limited() -> Iterator[None]:
    """End what takes too long.

    Raises:
        StuckError: it took too long.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise StuckError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _STUCK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _kind(error: BaseException) -> str:
    """Return what failures with one cause have in common: the exception, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}bodyplan{os.sep}" in frame.filename] or frames
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    words = str(error).split()
    about = f" {' '.join(words[:3])}" if isinstance(error, AssertionError) else ""
    return f"{type(error).__name__} in {place}{about}"


def memory() -> float:
    """Return the resident memory of this process [MB]; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError):
        return 0.0


def work(part: Part, answers: Connection, current: Any) -> None:
    """Run a share of the cases, in a process of its own.

    Args:
        part: the share.
        answers: takes every failure, the first of each kind minimised, and the result at the end.
        current: shared with the parent: the number of the case that is run.
    """
    faulthandler.enable()
    sys.setrecursionlimit(1000)
    runner = Runner(part.format)
    numbers = range(part.start, part.end, part.step)
    kinds: dict[str, int] = {}
    slowest: list[tuple[float, int]] = []
    total, done, end = 0.0, 0, time.monotonic() + part.seconds
    marks = [memory()]  # one behind each hundred cases
    try:
        for done, number in enumerate(numbers, 1):
            current.value = number
            tried = case(part.format, part.seed, number)
            start = time.process_time()
            found = runner.fails(tried, number)
            seconds = time.process_time() - start
            total += seconds
            slowest = sorted((*slowest, (seconds, number)), reverse=True)[:5]
            if found is not None:
                if found[0] not in kinds:
                    answers.send(runner.failure(tried, number, found))
                kinds[found[0]] = kinds.get(found[0], 0) + 1
            if done % _MARK == 0:
                marks.append(memory())
            if time.monotonic() > end:
                break
    finally:
        runner.close()
    marks.append(memory())
    first, middle = marks[min(_WARM // _MARK, len(marks) // 4)], marks[len(marks) // 2]
    answers.send(Result(done, total, tuple(slowest), (first, middle, marks[-1]), kinds))

"""The reference reader as an oracle: what `check_urdf` 6 says about a file.

The binary comes from the `cmeel-urdfdom` wheel (a dependency of `pin`). It is
looked up inside the running interpreter's installation and started directly,
without the wheel's Python wrapper: about 3 ms a call instead of 60.

Source: experiments with check_urdf 6.0.0, see `urdfdom-6-behaviour.md`.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

TIMEOUT = 5.0
"""Seconds that one call may take before it counts as a crash."""

OUTPUT_CAP = 32 * 1024 * 1024
"""Bytes of output after which a call counts as a crash.

`check_urdf` prints the tree by recursion: a loop that the root reaches makes it
print for ever (indentation grows, so the output is without bound).
"""

_PARSED = "---------- Successfully Parsed XML ---------------"
_FAILED = "ERROR: Model Parsing the xml failed"


class OracleMissingError(RuntimeError):
    """The wheel with `check_urdf` 6 or the example robots is not installed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the reference reader decided about one file.

    Attributes:
        accepted: the reader built a model (the tool's exit status is 0, or the
            tool crashed only later, while printing the tree it had accepted).
        messages: log lines in order, without the lines that name the reader's
            own source and without the closing "Model Parsing the xml failed".
        exit_code: the tool's exit status; negative for a signal, as in
            `subprocess`.
        crashed: the tool ended by a signal, ran past `TIMEOUT` or printed more
            than `OUTPUT_CAP`; `accepted` then only tells how far it came.
    """

    accepted: bool
    messages: tuple[str, ...]
    exit_code: int
    crashed: bool = False


@cache
def prefix() -> Path:
    """The `cmeel.prefix` folder of the running interpreter.

    Raises:
        OracleMissingError: no such folder is installed.
    """
    spec = importlib.util.find_spec("cmeel")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        found = Path(folder).parent / "cmeel.prefix"
        if found.is_dir():
            return found
    raise OracleMissingError("cmeel.prefix is not installed: pip install pin example-robot-data")


@cache
def binary() -> Path:
    """The native `check_urdf` program inside the wheel.

    Raises:
        OracleMissingError: the wheel is not installed, or not major version 6.
    """
    program = prefix() / "bin" / "check_urdf"
    if not program.is_file():
        raise OracleMissingError(f"{program} does not exist: pip install pin")
    if not (prefix() / "lib" / "liburdfdom_model.so.6").exists():
        raise OracleMissingError("the installed urdfdom is not major version 6")
    return program


def available() -> bool:
    """Whether the oracle can be asked in this environment."""
    try:
        binary()
    except OracleMissingError:
        return False
    return True


@cache
def _environment() -> dict[str, str]:
    """The environment with the wheel's libraries found first."""
    environment = dict(os.environ)
    parts = [str(prefix() / "lib"), environment.get("LD_LIBRARY_PATH", "")]
    environment["LD_LIBRARY_PATH"] = os.pathsep.join(part for part in parts if part)
    return environment


def verdict(data: bytes, *, timeout: float = TIMEOUT) -> Verdict:
    """What `check_urdf` 6 says about a file with these bytes.

    Args:
        data: the file; given to the tool on its standard input.
        timeout: seconds after which the call counts as crashed.

    Raises:
        OracleMissingError: the tool is not installed.
    """
    process = subprocess.Popen(
        [str(binary()), "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    watchdog = threading.Timer(timeout, process.kill)
    watchdog.start()
    try:
        try:  # the tool reads all its input before it writes anything
            process.stdin.write(data)
            process.stdin.close()
        except BrokenPipeError:
            pass
        output = process.stdout.read(OUTPUT_CAP + 1)
        if len(output) > OUTPUT_CAP:
            process.kill()
    finally:
        watchdog.cancel()
        process.stdout.close()
        exit_code = process.wait()
    return _verdict(output[: 1 << 20].decode("utf-8", "replace"), exit_code)


def _verdict(output: str, exit_code: int) -> Verdict:
    """The tool's output and exit status as one value."""
    log, parsed, _ = output.partition(_PARSED)
    lines = log.split("\n")
    if parsed:  # the line before is "robot name is: ..." and no message
        last = max(i for i, line in enumerate(lines) if line.startswith("robot name is: "))
        lines = lines[:last]
    kept = tuple(
        line
        for line in lines
        if line.strip() and line != _FAILED and not line.startswith("         at line ")
    )
    crashed = exit_code < 0
    accepted = exit_code == 0 or (crashed and bool(parsed))
    return Verdict(accepted, kept, exit_code, crashed)


def verdicts(items: Iterable[bytes], jobs: int = 2) -> Iterator[Verdict]:
    """One verdict for each file, in order, asked `jobs` at a time.

    Args:
        items: the files' bytes; read lazily, a small window ahead.
        jobs: how many tools run side by side.

    Raises:
        OracleMissingError: the tool is not installed.
    """
    source = iter(items)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        while window := list(islice(source, 64 * jobs)):
            yield from pool.map(verdict, window)


def example_files(suffix: str) -> list[Path]:
    """The files of example-robot-data whose name ends in `suffix`, sorted by path.

    Args:
        suffix: the end of the name, such as ``".urdf"`` or ``".srdf"``.

    Raises:
        OracleMissingError: example-robot-data is not installed.
    """
    robots = prefix() / "share" / "example-robot-data" / "robots"
    if not robots.is_dir():
        raise OracleMissingError(f"{robots} does not exist: pip install example-robot-data")
    return sorted(path for path in robots.rglob(f"*{suffix}") if path.is_file())


def example_robots() -> list[Path]:
    """Every URDF file of example-robot-data, sorted by path.

    Raises:
        OracleMissingError: example-robot-data is not installed.
    """
    return example_files(".urdf")

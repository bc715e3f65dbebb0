"""Runs one command under limits and says how it went; run as a script, in a process of its own.

What is opened is noted by an audit hook, in this process and in those that it forks: all of them
write the names to one file, each in a line of JSON.

Two variables of the environment make the disk play tricks: ``HOSTILE_CLOSED`` names a folder that
nobody may look into, ``HOSTILE_GONE`` a file or folder with the name of the one at whose opening it
goes away, such as ``r.urdf=>/tmp/robot``.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import sys
import sysconfig
import time
from pathlib import Path

BYTES = 3 * 1024**3
REFERENCE = 0.1
"""Seconds that the reference work takes on a machine that is not busy otherwise."""
SECONDS = 30
SILENT = {"os.listdir", "os.scandir", "os.putenv", "os.unsetenv", "os.fwalk", "os.walk"}
NOTED = ("open", "socket", "subprocess", "urllib", "os", "shutil", "ctypes")


def program_folders() -> tuple[str, ...]:
    """Where Python and the package themselves are; what lies there may be opened."""
    import bodyplan

    paths = sysconfig.get_paths()
    homes = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    homes |= {str(Path(bodyplan.__file__).parent)}
    homes |= set(map(os.path.realpath, homes))
    return tuple(sorted(home + os.sep for home in homes))


def listen(log: int, allowed: tuple[str, ...]) -> None:
    """Notes from now on what is opened outside of these folders, and what is started."""

    closed = os.environ.get("HOSTILE_CLOSED", "")
    trigger, _, gone = os.environ.get("HOSTILE_GONE", "").partition("=>")

    def trick(event: str, name: str) -> None:
        nonlocal gone
        if event not in {"open", "os.scandir", "os.listdir"}:
            return
        if closed and f"{os.path.abspath(name)}/".startswith(f"{closed}/"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        if gone and name.endswith(trigger):
            going, gone = gone, ""
            os.rename(going, f"{going}.gone")

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if (closed or gone) and arguments and not isinstance(arguments[0], int):
            trick(event, str(arguments[0]))
        if event.partition(".")[0] not in NOTED or event in SILENT:
            return
        name = arguments[0] if arguments else ""
        if isinstance(name, bytes):
            name = os.fsdecode(name)
        if event == "open" and not isinstance(name, int):
            name = os.path.abspath(str(name))
        if isinstance(name, int) or str(name).startswith(allowed):
            return
        line = json.dumps([event, str(name)[:300]]) + "\n"
        os.write(log, line.encode())

    sys.addaudithook(hear)


def peak_memory() -> float:
    """Peak memory of this program alone, in MB."""
    with contextlib.suppress(OSError), Path("/proc/self/status").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def reference_work() -> float:
    """Seconds of the processor for some work that is always the same.

    Where other programs use the same caches and cores, everything takes longer, this too.
    """
    start = time.process_time()
    found = {}
    for number in range(100_000):
        found[str(number)] = (number, [str(number), {}])
    assert len(found) == 100_000
    return time.process_time() - start


def main(answer: str, words: list[str]) -> None:
    from bodyplan.cli import main as run

    if words[0] == "load":
        run = load
    slowness = max(1.0, reference_work() / REFERENCE)
    before = cpu_seconds()
    log = os.open(f"{answer}.events", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    listen(log, program_folders())
    start = time.monotonic()
    status = run(words)
    sys.stdout.flush()
    found = {
        "status": status,
        "seconds": (cpu_seconds() - before) / slowness,
        "waited": time.monotonic() - start,
    }
    os.write(log, b"[]\n")  # what follows is ours
    found["megabytes"] = peak_memory()
    Path(answer).write_text(json.dumps(found), encoding="utf-8")


def cpu_seconds() -> float:
    """Of this process and those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def load(words: list[str]) -> int:
    """The strict door of the library: the robot of an SRDF is given, or looked for."""
    import bodyplan

    source, robot = [*words[1:], None][:2]
    try:
        loaded = bodyplan.load(source) if robot is None else bodyplan.load(source, robot=robot)
        print(repr(loaded)[:500])
    except (bodyplan.DescriptionError, bodyplan.InputError) as error:
        print(str(error)[:500].encode("unicode_escape").decode())
        return 1
    return 0


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

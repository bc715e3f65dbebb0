"""Runs commands under limits and says how they went, in a process that ``server`` forks for them.

What is opened is noted by an audit hook, in this process and in those that it forks: all of them
write the names to one file, each in a line of JSON.

Some variables of the environment make the disk play tricks: ``HOSTILE_CLOSED`` names a folder that
nobody may look into; ``HOSTILE_GONE`` a file or folder with the name of the one at whose opening it
goes away, such as ``r.urdf=>/tmp/robot``; ``HOSTILE_REMOVED`` says that the current folder has gone
before the command begins.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import json
import os
import resource
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypedDict

from tests.hostile import audit, disk, library

BYTES = 3 * 1024**3
SECONDS = 40
SILENT = {"os.listdir", "os.scandir", "os.putenv", "os.unsetenv", "os.fwalk", "os.walk"}
NOTED = ("open", "bodyplan", "socket", "subprocess", "urllib", "os", "shutil", "ctypes")
ON_PATHS = ("open", "bodyplan", "os", "shutil")
STARTING = {
    "os.fork",
    "os.forkpty",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.kill",
}


class Request(TypedDict):
    """What is to be run.

    Args:
        commands: one after the other: the words behind ``bodyplan``, or one of ``library.DOORS`` with
            its own.
        answer: the file for the answer; the one beside it that ends in ``.events`` is the log.
        cwd: the current folder.
        environment: all variables.
        allowed: the folders in which it may open what it likes; so it may in those of the program.
        watched: the folders of which each command says what it changed.
    """

    commands: list[list[str]]
    answer: str
    cwd: str
    environment: dict[str, str]
    allowed: list[str]
    watched: list[str]


def program_folders() -> tuple[str, ...]:
    """Where Python and the package themselves are; what lies there may be opened."""
    import bodyplan

    paths = sysconfig.get_paths()
    homes = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    homes |= {str(Path(bodyplan.__file__).parent)}
    homes |= {path for path in sys.path if path.endswith("site-packages")}  # of other environments
    homes |= {path for path in sys.path if path.endswith(".zip")}
    homes |= set(map(os.path.realpath, homes))
    return tuple(sorted(home + os.sep for home in homes))


def opened(event: str, arguments: tuple[object, ...]) -> Iterator[tuple[str, str]]:
    """Yields what an audit event says was opened or started, paths without symbolic links."""
    family = event.partition(".")[0]
    if family not in NOTED or event in SILENT:
        return
    if family in ON_PATHS and event not in STARTING:
        what = "open" if event == "bodyplan.open" else event
        yield from ((what, path) for path in audit.paths(event, arguments))
    else:
        name = arguments[0] if arguments else ""
        if name is not None:  # this program itself
            yield (event, os.fsdecode(name) if isinstance(name, bytes) else str(name))


def listen(log: int, allowed: tuple[str, ...]) -> Callable[[bool], None]:
    """Notes what is opened outside of these folders, and what is started; returns its switch."""
    trick = tricks()
    audit.install()
    is_on = False

    def switch(on: bool) -> None:
        nonlocal is_on
        is_on = on

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if not is_on:
            return
        if trick is not None:
            for path in audit.paths(event, arguments):
                trick(event, path)
        for what, name in opened(event, arguments):
            if not f"{name}{os.sep}".startswith(allowed):
                os.write(log, json.dumps([what, name[:300]]).encode() + b"\n")

    sys.addaudithook(hear)
    return switch


def tricks() -> Callable[[str, str], None] | None:
    """What the disk does when something is opened; None where it does nothing odd."""
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

    return trick if closed or gone else None


def mark(what: str, number: int) -> None:
    """Asks for a file that is not there, which is seen in the log of ``strace``.

    Args:
        what: "begins" or "ends".
        number: of the command, whose name is a line of ``HOSTILE_MARK``.
    """
    names = os.environ.get("HOSTILE_MARK", "").splitlines()
    if number < len(names):
        with contextlib.suppress(OSError):
            os.open(f"/the-command-{what}/{names[number]}", os.O_RDONLY)


def forget_peak() -> None:
    """Let the peak of the memory begin with what this program has now."""
    with contextlib.suppress(OSError), Path("/proc/self/clear_refs").open("w") as stream:
        stream.write("5")


def peak_memory() -> float:
    """Peak memory of this program or of one that it started, in MB.

    It begins with what the server takes.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    with contextlib.suppress(OSError), Path("/proc/self/status").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("VmHWM:"):
                return max(int(line.split()[1]) / 1024, children)
    return max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, children)


def cpu_seconds() -> float:
    """Of this process and those that it waited for."""
    whole = 0.0
    for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(whose)
        whole += used.ru_utime + used.ru_stime
    return whole


def main(request: Request, program: tuple[str, ...]) -> None:
    """Runs commands; this process is there for nothing else.

    Args:
        request: what to run, and where.
        program: the folders of the program.
    """
    commands, answer = request["commands"], request["answer"]
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    if "HOSTILE_REMOVED" in os.environ:
        os.rmdir(request["cwd"])
    os.fsync = lambda _: None  # what is written here need not outlive the machine
    log = os.open(f"{answer}.events", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    most = SECONDS * len(commands) + 1
    allowed = {f"{os.path.realpath(folder)}{os.sep}" for folder in request["allowed"]}
    gone = os.environ.get("HOSTILE_GONE", "").partition("=>")[2]
    allowed |= {f"{gone}.gone{os.sep}"} if gone else set()
    switch = listen(log, (*program, *allowed))
    found = []
    lies = disk.state(*request["watched"])
    for number, words in enumerate(commands):
        resource.setrlimit(resource.RLIMIT_CPU, (min(int(cpu_seconds()) + SECONDS, most), most))
        mark("begins", number)
        if number:
            forget_peak()
        before = cpu_seconds()
        switch(True)
        status = _run(words)
        sys.stdout.flush()
        if number == len(commands) - 1:
            atexit._run_exitfuncs()  # it ends the process of MuJoCo, so that what that took is known
        switch(False)  # what follows is ours
        seconds = cpu_seconds() - before
        os.write(log, b"[]\n")
        mark("ends", number)
        sys.stderr.flush()
        os.write(1, library.END)
        os.write(2, library.END)
        lay, lies = lies, disk.state(*request["watched"])
        took = {"seconds": seconds, "megabytes": peak_memory()}
        found.append({"status": status, **took, "changed": disk.changes(lay, lies)})
    Path(answer).write_text(json.dumps(found), encoding="utf-8")


def _run(words: list[str]) -> int:
    from bodyplan.cli import main as verbs

    door = library.DOORS.get(words[0])
    return verbs(words) if door is None else door(words[1:])

"""What the system was asked for, as ``strace`` wrote it: what was read, changed, started and sent.

Names are those of the kernel: those of files that it opened, after all links, and of the folders that
others are relative to.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.hostile.command import program_folders

_LINE = re.compile(r"^(\d+) +(.*)$")
_CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?(?: .*)?$")
_PLACE = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')
_OPENS = {"open", "openat", "openat2", "creat"}
_CHANGES = re.compile(
    r"(rename|unlink|mkdir|rmdir|link|symlink|f?chmod|l?chown|fchown|truncate|u?time|mknod|setxattr)"
)
_FORKS = {"fork", "vfork", "clone", "clone3"}
PROGRAMS = {sys.executable, os.path.realpath(sys.executable)}
"""Our own Python."""
_SENDS = {"connect", "bind", "listen", "accept", "accept4"}
_WRITES = re.compile(r"O_(WRONLY|RDWR|CREAT|TRUNC)")
SYSTEM = (
    *(
        "/usr/lib/",
        "/lib/",
        "/lib64/",
        "/usr/local/lib/",
        "/etc/ld.so.",
        "/etc/locale.alias",
        "/etc/ssl/openssl.cnf",
    ),
    *(
        "/usr/share/zoneinfo/",
        "/usr/share/locale/",
        "/etc/fonts/",
        "/usr/share/fonts/",
        "/usr/local/share/fonts/",
        "/usr/share/fontconfig/",
        "/var/cache/fontconfig/",
        "/proc/",
        "/sys/devices/system/",
        "/sys/fs/cgroup/",
        "/dev/null",
        "/dev/urandom",
    ),
)
"""Libraries, and what a program learns about its machine."""


class Effect(NamedTuple):
    """A call that had an effect.

    Args:
        mark: which command it belongs to.
        deed: "reads", "changes", "starts" or "sends".
        what: the paths, or the call.
    """

    mark: str
    deed: str
    what: tuple[str, ...]


def effects(log: Path, mark: str = "") -> Iterator[Effect]:
    """Yield what the commands in a log did, other programs that they started excluded.

    Args:
        log: of ``strace``.
        mark: of what comes before the first mark; it is passed over without one.
    """
    calls = list(_calls(log, mark))
    foreign: set[str] = set()
    for _, process, call in calls:
        if _starts_another(call):
            foreign.add(process)
    started = set(foreign)
    for _, process, call in calls:
        if call[1] in _FORKS and process in foreign:
            foreign.add(call[3])
    for where, process, call in calls:
        is_start = process in started and _starts_another(call)
        effect = None if process in foreign and not is_start else _effect(call)
        if effect is not None:
            yield Effect(where, *effect)
        started -= {process} if is_start else set()


def _starts_another(call: re.Match[str]) -> bool:
    """Whether a process becomes a program that is not ours."""
    return call[1].startswith("execve") and _PLACE.search(call[2])[2] not in PROGRAMS  # type: ignore[index]


def _calls(log: Path, mark: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield the calls that succeeded, with their mark and their process."""
    halves: dict[str, str] = {}
    for line in log.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        begins = re.search(r'"/the-command-(begins|ends)/([^"]*)"', line)
        if begins is not None:
            mark = begins[2] if begins[1] == "begins" else ""
            continue
        parts = _LINE.match(line)
        if parts is None or not mark:
            continue
        process, text = parts.groups()
        if text.endswith("<unfinished ...>"):
            halves[process] = text.removesuffix("<unfinished ...>").rstrip()
            continue
        if text.startswith("<... "):
            text = halves.pop(process, "") + text.partition("resumed>")[2]
        call = _CALL.match(text)
        if call is not None and int(call[3]) >= 0:
            yield mark, process, call


def _effect(call: re.Match[str]) -> tuple[str, tuple[str, ...]] | None:
    name, words, _, opened = call.groups()
    if name in _OPENS:
        if "O_PATH" in words or "O_DIRECTORY" in words:
            return None
        path = (opened or "?").removesuffix(" (deleted)")
        return ("changes" if _WRITES.search(words) or name == "creat" else "reads"), (path,)
    if name.startswith("execve"):
        return "starts", tuple(found[1] for found in _PLACE.findall(words))
    if _CHANGES.match(name):
        return "changes", tuple(_paths(words))
    if name in _SENDS or (name == "socket" and "AF_UNIX" not in words):
        return "sends", (call[0],)
    return None


def _paths(words: str) -> Iterator[str]:
    """Yield the paths of a call; the descriptor of a file, where it has no names."""
    found = list(_PLACE.findall(words))
    for folder, name in found:
        yield os.path.normpath(os.path.join(folder, name))
    if not found:
        handle = re.match(r"\d+<([^>]*)>", words)
        if handle is not None:
            yield handle[1]


def offences(
    found: Iterable[Effect], readable: tuple[str, ...], writable: tuple[str, ...]
) -> list[Effect]:
    """Return the effects that no command may have.

    Args:
        found: the effects.
        readable: parts of paths that lie below "/", such as "/robot/"; files below may be read.
        writable: the same, of what may be changed.
    """
    own = (*program_folders(), f"{sys.prefix}/", f"{sys.base_prefix}/", *SYSTEM)
    bad = []
    for effect in found:
        paths = effect.what
        if effect.deed == "starts":
            is_fine = paths[0] in PROGRAMS
        elif effect.deed == "reads":
            is_fine = all(
                f"{p}/".startswith(own) or any(r in f"{p}/" for r in readable) for p in paths
            )
        elif effect.deed == "changes":
            is_fine = all(p == os.devnull or any(w in f"{p}/" for w in writable) for p in paths)
        else:
            is_fine = False
        if not is_fine:
            bad.append(effect)
    return bad

"""What lies in folders, and what has changed there."""

from __future__ import annotations

import os

State = dict[str, tuple[int, int, int, str]]
"""Mode, size, number and target of a link, by path."""


def state(*tops: str | os.PathLike[str]) -> State:
    """Return what there is in folders."""
    found = {}
    for top in tops:
        for folder, names, files in os.walk(top):
            for path in (os.path.join(folder, name) for name in (*names, *files)):
                status = os.lstat(path)
                target = os.readlink(path) if os.path.islink(path) else ""
                size = 0 if os.path.isdir(path) else status.st_size
                found[path] = (status.st_mode, size, status.st_ino, target)
    return found


def changes(before: State, now: State) -> list[str]:
    """Return what was made, changed or removed."""
    return [path for path in before | now if before.get(path) != now.get(path)]

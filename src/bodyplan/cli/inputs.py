"""From the words of the command line to the files that are meant."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bodyplan.cli.trouble import Trouble
from bodyplan.formats.source import SAMPLE_PREFIX

URDF_SUFFIX = ".urdf"
_DEEPEST = 100
"""Levels of folders in each other that are looked into. Workspaces have ten."""


def expand(inputs: Sequence[str]) -> Iterator[str]:
    """The inputs with folders and patterns replaced by the URDF files in them, each once.

    Raises:
        Trouble: a folder or pattern that holds none.
    """
    yield from dict.fromkeys(name for word in inputs for name in _expanded(word))


def is_folder(word: str) -> bool:
    """Whether an input is a folder."""
    return bool(word) and word != "-" and os.path.isdir(word)


def _expanded(name: str) -> list[str]:
    if not name:
        raise Trouble("an empty name is no file")
    if name == "-" or name.startswith(SAMPLE_PREFIX):
        return [name]
    if Path(name).is_dir():
        return _in_folder(name)
    if any(character in name for character in "*?[") and not os.path.lexists(name):
        return _matching(name)
    return [name]


def _in_folder(folder: str) -> list[str]:
    found = [path for path in _files(folder) if path.lower().endswith(URDF_SUFFIX)]
    # Pipes and devices may never end; of a link that leads nowhere, it is told.
    found = [path for path in found if os.path.isfile(path) or not os.path.exists(path)]
    if not found:
        raise Trouble(f"there is no URDF file (*{URDF_SUFFIX}) in the folder {folder}")
    return found


def _files(folder: str) -> Iterator[str]:
    """The files in a folder and below; not the hidden ones, and no link to a folder is followed.

    Raises:
        Trouble: there are folders in folders beyond all measure.
    """
    here = f".{os.sep}" if folder == "." else ""
    for place, folders, names in os.walk(folder):
        if place.count(os.sep, len(folder)) > _DEEPEST:
            raise Trouble(
                f"{folder} has more than {_DEEPEST} levels of folders in each other, the most that "
                f"are looked into; name a folder inside it"
            )
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(place, name).removeprefix(here)


def _matching(pattern: str) -> list[str]:
    found = sorted(path for path in _candidates(pattern) if Path(path).is_file())
    if not found:
        raise Trouble(f"no file matches {pattern}")
    return found


def _candidates(pattern: str) -> Iterable[str]:
    """What fits a pattern; ``**`` is worked out here, because glob follows links in circles."""
    parts = pattern.split("/")
    if "**" not in parts:
        from glob import glob

        return glob(pattern)
    first = next(i for i, part in enumerate(parts) if any(c in part for c in "*?["))
    folder = "/".join(parts[:first]) or ("/" if first else ".")
    skipped = 0 if folder == "." else first
    return (path for path in _files(folder) if _fits(path.split("/")[skipped:], parts[first:]))


def _fits(names: list[str], patterns: list[str]) -> bool:
    """Whether the parts of a path fit those of a pattern; ``**`` stands for any number of them."""
    from fnmatch import fnmatchcase

    reached = {0}  # how many of the patterns may have been used up so far
    for name in [*names, None]:
        for number in sorted(reached):
            while number < len(patterns) and patterns[number] == "**":
                number += 1  # noqa: PLW2901  (it may stand for none)
                reached.add(number)
        if name is None:
            break
        reached = {
            number if patterns[number] == "**" else number + 1
            for number in reached
            if number < len(patterns)
            and (patterns[number] == "**" or fnmatchcase(name, patterns[number]))
        }
    return len(patterns) in reached


def shown_path(name: str) -> str:
    """The shortest name of a file in the current folder; other names stay as they are."""
    if not Path(name).is_absolute():
        return name
    here = str(Path.cwd()).rstrip(os.sep) + os.sep
    return name.removeprefix(here) or name

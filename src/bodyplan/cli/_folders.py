"""The descriptions in a folder, and the files that match a pattern."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from glob import glob
from pathlib import Path

from bodyplan.cli.errors import UserError
from bodyplan.cli.patterns import WILD, fixed_folder, is_pattern
from bodyplan.core.names import visible
from bodyplan.description.search.scan import left_out, scan, too_many, walk
from bodyplan.formats.source import ANYWHERE, FilePath, WordOrPath

_ROBOTS = (".urdf", ".sdf", ".world")
"""Suffixes of files with robots and worlds."""


def files_of(name: str) -> Sequence[WordOrPath]:
    """Return the descriptions in a folder, or the files that match a pattern, or a file as named.

    Raises:
        UserError: the folder contains no description, or no file matches the pattern.
    """
    if Path(name).is_dir():
        return [FilePath(path, name) for path in _in_folder(name)]
    return [FilePath(path, ANYWHERE) for path in _matching(name)] if is_pattern(name) else [name]


def _in_folder(folder: str) -> list[str]:
    """Return the URDF and SDFormat files in a folder; report skipped files on standard error.

    Raises:
        UserError: the folder contains no such file, or too many files.
    """
    found = scan(folder)
    if not found.is_whole:
        raise UserError(too_many(folder))
    names = [path for path, kind in found.files if kind in ("urdf", "sdf")]
    skipped = [path for path in found.outside if path.lower().endswith(_ROBOTS)]
    remarks = [f"{path} is skipped: {left_out(found.outside[path], folder)}" for path in skipped]
    if not names:
        endings = ", ".join(f"*{suffix}" for suffix in _ROBOTS)
        said = f"folder {folder} contains no URDF or SDFormat file ({endings})"
        raise UserError("; ".join([said, *found.troubles, *remarks[:1]]))
    for sentence in [*found.troubles, *remarks]:
        _remark(sentence)
    return names


def _remark(sentence: str) -> None:
    sys.stderr.write(f"bodyplan: {visible(sentence)}\n")


def _matching(pattern: str) -> list[str]:
    found = sorted(path for path in _candidates(pattern) if Path(path).is_file())
    if not found:
        raise UserError(f"no file matches {pattern}")
    return found


def _candidates(pattern: str) -> Iterable[str]:
    """Return the paths that match a pattern; ``**`` is expanded without following cyclic links."""
    parts = pattern.split("/")
    if "**" not in parts:
        return glob(pattern)
    first = next(i for i, part in enumerate(parts) if any(c in part for c in WILD))
    folder = fixed_folder(pattern)
    skipped = 0 if folder == "." else first
    return (path for path in _files(folder) if _fits(path.split("/")[skipped:], parts[first:]))


def _files(folder: str) -> Iterator[str]:
    """Yield the files in a folder and its subfolders that are not hidden."""
    if not os.path.isdir(folder):
        return
    here = f".{os.sep}" if folder == "." else ""
    for place, _, names in walk(folder, _remark):
        for name in names:
            if not name.startswith("."):
                yield os.path.join(place, name).removeprefix(here)


def _fits(names: list[str], patterns: list[str]) -> bool:
    """Return whether the parts of a path match the parts of a pattern.

    ``**`` matches any number of parts.
    """
    reached = {0}  # how many patterns the names until now can have matched: all possible numbers
    for name in [*names, None]:
        for number in sorted(reached):
            while number < len(patterns) and patterns[number] == "**":
                number += 1  # noqa: PLW2901  (``**`` may match no part)
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

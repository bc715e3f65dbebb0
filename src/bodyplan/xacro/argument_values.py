"""Finds possible values of a xacro argument, from the file names and conditions that use it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from bodyplan.files.opener import is_within
from bodyplan.xacro.expansion import Origin
from bodyplan.xacro.places import SourcePlaces

_MOST_COMPUTED = 2
"""A file name is ignored if a component of its path has more expressions and substitutions."""
_MOST_NAMES = 5_000
"""The largest number of file names that are compared with patterns."""
_MOST_FOLDERS = 200
"""The largest number of folders that are listed for one file name."""
_MOST_VALUES = 50
_FILES = {"xacro:include": "filename", "xacro:arg": "default", "xacro:property": "value"}
"""The attribute that may contain a file name, by tag."""
_PIECE = re.compile(r"\$\(find\s+([^)\s]+)\s*\)|\$\{([^}]*+)(?:\}|\Z)|\$\(([^)]*+)(?:\)|\Z)")
"""An expression or substitution in a file name. The groups are the package of ``$(find ...)``, an
expression, and the text of any other substitution."""


def argument_values(name: str, sources: SourcePlaces) -> list[str]:
    """Return values of an argument that lead to an existing file, or that a condition expects.

    Macros usually have a parameter of the same name as the argument that is passed to them. Uses of
    a property or parameter with this name therefore count as uses of the argument.

    Args:
        name: the name of the argument.
        sources: the files of the expansion.
    """
    found: set[str] = set()
    for element, attribute in _FILES.items():
        for origin, tag in sources.by_tag.get(element, ()):
            written = tag.get(attribute, "")
            # a name that is not a path may be anything, except in an include
            if "/" in written or element == "xacro:include":
                found.update(_in_files(name, written, sources, origin))
    compared = re.compile(rf"\b{re.escape(name)}\b\)?['\"]?\s*==\s*['\"](\w+)['\"]")
    for condition in ("xacro:if", "xacro:unless"):
        for _, tag in sources.by_tag.get(condition, ()):
            found.update(compared.findall(tag.get("value", "")))
    return sorted(found)[:_MOST_VALUES]


def _in_files(name: str, written: str, sources: SourcePlaces, origin: Origin) -> Iterator[str]:
    """Yield the values of an argument for which a file name refers to an existing file."""
    file = sources.expansion.files[origin.file]
    root: Path | None = None if file.path is None else file.path.parent
    package = re.match(r"\$\(find\s+([^)\s]+)\s*\)/", written)
    if package is not None:
        packages = {one.name: one.path for one in sources.expansion.packages}
        root, written = packages.get(package[1]), written[package.end() :]
    parts = written.split("/")
    if root is None or ".." in parts or not any(_is_named(p, name) for p in parts):
        return
    if any(len(_PIECE.findall(part)) > _MOST_COMPUTED for part in parts):
        return  # matching a pattern with many unknown pieces takes too long
    patterns = [_pattern(part, name) for part in parts if part not in {"", "."}]
    yield from filter(None, _Lookup(os.path.realpath(root)).values(patterns))


def _is_named(part: str, name: str) -> bool:
    return any(_names(piece, name) for piece in _PIECE.finditer(part))


def _names(piece: re.Match[str], name: str) -> bool:
    """Return whether a piece refers to the argument, or to a property or parameter of its name."""
    expression = (piece[2] or piece[3] or "").split()
    return expression in ([name], ["arg", name])


def _pattern(part: str, name: str) -> re.Pattern[str]:
    """Return a pattern for one component of a path; its first group is the argument's value."""
    text, end, is_first = "", 0, True
    for piece in _PIECE.finditer(part):
        text += re.escape(part[end : piece.start()])
        is_it = is_first and _names(piece, name)
        text += "(.+)" if is_it else ".*"
        is_first = is_first and not is_it
        end = piece.end()
    return re.compile(text + re.escape(part[end:]))


class _Lookup:
    """Searches a folder and its subfolders; symbolic links that lead out of it are not followed."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._left = _MOST_FOLDERS
        self._names_left = _MOST_NAMES

    def values(self, patterns: list[re.Pattern[str]], folder: str = "") -> Iterator[str]:
        """Yield the value of the argument for each matching file; "" if its path has none."""
        pattern, *others = patterns
        path = os.path.join(self.root, folder)
        self._left -= 1
        if self._left < 0 or not is_within(os.path.realpath(path), self.root):
            return
        try:
            names = sorted(os.listdir(path))
        except OSError:
            return
        for entry in names:
            self._names_left -= 1
            if self._names_left < 0:
                return
            match = pattern.fullmatch(entry)
            if match is None or entry.startswith("."):
                continue
            inner = os.path.join(folder, entry)
            if others:
                ends = list(self.values(others, inner))
            else:
                ends = [""] if os.path.isfile(os.path.join(self.root, inner)) else []
            yield from match.groups() if ends and match.groups() else ends

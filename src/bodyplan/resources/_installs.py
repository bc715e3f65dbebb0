"""The source paths of files that a package installs."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from bodyplan.files.opener import found_file
from bodyplan.resources._cmake import Rule, cmake_rules
from bodyplan.resources.folders import Folders
from bodyplan.resources.manifest import PACKAGE, name_in

CMAKE = "CMakeLists.txt"
_MOST_BYTES = 256 * 1024
_MOST_FILES = 30
"""The largest number of CMakeLists.txt of a package that are read."""
_MOST_ABOVE = 32
_MOST_SOURCES = 50
"""The largest number of sources of a path that are examined."""


class InstalledFrom(NamedTuple):
    """A file or folder in the source tree that a rule installs at a path.

    Args:
        package: the folder of the package.
        parts: the parts of the path in the source tree, below the package.
        rule: the rule that installs it, such as "CMakeLists.txt line 9: a/urdf is installed as
            urdf".
        made_by: the command that generates the file; empty for a file of the source tree.
    """

    package: str
    parts: tuple[str, ...]
    rule: str
    made_by: str = ""


class _Install(NamedTuple):
    """A rule of a package, with its file.

    Args:
        target: the installed path below the share folder of the package.
        rule: the rule; its source is relative to the package.
        file: the file that contains the rule, relative to the package.
    """

    target: tuple[str, ...]
    rule: Rule
    file: str


class Installs:
    """Maps installed paths to source paths. Each package is read once.

    Args:
        folders: the cached listings of folders.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._of: dict[str, list[_Install]] = {}

    def sources(self, package: str, parts: Sequence[str]) -> Iterator[InstalledFrom]:
        """Yield the sources that a package may install at a path, from the most specific rule on.

        Args:
            package: the folder of the package.
            parts: the parts of the installed path below the share folder.
        """
        wanted = tuple(parts)
        if not wanted or ".." in wanted:
            return
        seen = {wanted}
        matches = [install for install in self._rules(package) if _matches(install, wanted)]
        matches.sort(key=lambda install: -len(install.target))
        for install in matches[:_MOST_SOURCES]:
            rule = install.rule
            own = tuple(part for part in rule.source.split("/") if part != ".")
            if rule.made_by:
                line = f"{install.file} line {rule.line}"
                yield InstalledFrom(package, wanted, line, rule.made_by)
                continue
            if rule.is_folder:
                found = (*own, *wanted[len(install.target) :])
            else:
                found = (*own[:-1], wanted[-1] if _is_pattern(own[-1:]) else own[-1])
            if found in seen:
                continue
            seen.add(found)
            installed = "/".join(install.target) or "."
            detail = f"{rule.source} is installed as {installed}"
            line = f"{install.file} line {rule.line}"
            yield InstalledFrom(package, found, f"{line}: {detail}")

    def source_of(self, path: str, allows: Callable[[str], bool]) -> InstalledFrom | None:
        """Return the source that the innermost package around a path installs there, or None.

        Args:
            path: the absolute path of a file that does not exist.
            allows: a function that returns whether the files of a folder may be read.
        """
        package = os.path.dirname(path)
        for _ in range(_MOST_ABOVE):
            if self._folders.probe(os.path.join(package, PACKAGE)).kind == "file":
                break
            package = os.path.dirname(package)
        else:
            return None
        if not allows(package):
            return None
        for found in self.sources(package, os.path.relpath(path, package).split(os.sep)):
            reached = self._folders.descend(package, found.parts)
            if not found.made_by and reached.kind in {"file", "folder"}:
                return found
        return None

    def target_of(self, package: str, path: str) -> str:
        """Return the path at which a file is installed, relative to the share folder, with slashes.

        Args:
            package: the folder of the package.
            path: the path of the file, below the package.
        """
        own = tuple(os.path.relpath(path, package).split(os.sep))
        targets: set[tuple[str, ...]] = set()
        for install in self._rules(package):
            source = tuple(part for part in install.rule.source.split("/") if part != ".")
            if install.rule.made_by:
                continue
            if install.rule.is_folder and own[: len(source)] == source:
                targets.add((*install.target, *own[len(source) :]))
            elif not install.rule.is_folder and own == source:
                targets.add(install.target)
        return "/".join(own if own in targets else min(targets, default=own))

    def _rules(self, package: str) -> list[_Install]:
        found = self._of.get(package)
        if found is None:
            found = self._of[package] = list(self._read(package))
        return found

    def _read(self, package: str) -> Iterator[_Install]:
        manifest = os.path.join(package, PACKAGE)
        if self._folders.probe(manifest).kind != "file":
            return
        name = name_in(manifest) or os.path.basename(package)
        left, places = _MOST_FILES, [""]
        while places and left:
            left -= 1
            folder = places.pop(0)
            file = posixpath.join(folder, CMAKE)
            text = self._text(package, file)
            if text:
                rules, subfolders = cmake_rules(text, name)
                places += [posixpath.normpath(posixpath.join(folder, sub)) for sub in subfolders]
                yield from _below(rules, file, folder, name)
        for file in ("setup.py", "setup.cfg"):
            text = self._text(package, file)
            if "data_files" in text:
                from bodyplan.resources._setup_files import setup_cfg_rules, setup_py_rules

                read = setup_py_rules if file == "setup.py" else setup_cfg_rules
                yield from _below(read(text), file, "", name)

    def _text(self, package: str, file: str) -> str:
        """Return the text of a file of the package.

        The text is empty if the file does not exist or leads out of the package.
        """
        path = os.path.normpath(os.path.join(package, file))
        if self._folders.probe(path).kind != "file":
            return ""
        return found_file(path, package).head(_MOST_BYTES).decode("utf-8", "replace")


def _below(rules: list[Rule], file: str, folder: str, package: str) -> Iterator[_Install]:
    """Yield those of some rules that install into the share folder of the package."""
    for rule in rules:
        if rule.made_by:
            yield _Install((rule.target,), rule, file)
            continue
        target = tuple(rule.target.split("/"))
        if rule.source.startswith("/") or target[:2] != ("share", package):
            continue
        source = posixpath.normpath(posixpath.join(folder, rule.source))
        yield _Install(target[2:], rule._replace(source=source), file)


def _matches(install: _Install, wanted: tuple[str, ...]) -> bool:
    target = install.target
    if install.rule.made_by:
        return wanted[-1:] == target
    if install.rule.is_folder:
        return wanted[: len(target)] == target
    if len(target) != len(wanted) or target[:-1] != wanted[:-1]:
        return False
    return target == wanted or (_is_pattern(target[-1:]) and fnmatchcase(wanted[-1], target[-1]))


def _is_pattern(parts: Sequence[str]) -> bool:
    return any("*" in part or "?" in part or "[" in part for part in parts)

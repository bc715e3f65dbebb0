"""The install rules of a CMakeLists.txt for the share folder of a package: parsed, never run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MOST_STEPS = 20_000
"""Limit on the number of followed commands plus the number of their values; the commands in a loop
count once per iteration.
"""
_MOST_RULES = 2_000
_LONGEST = 4_096
"""The largest number of characters of an argument, and the largest number of values of a list."""
_LONGEST_LIST = 16 * _LONGEST
"""The largest number of characters of all values of a list together."""
_DEEPEST = 20

_TOKEN = re.compile(
    r'#\[=*\[|\[(=*)\[|#[^\n]*|"((?:[^"\\]|\\.)*)(?:"|\Z)|([()])|((?:[^\s()"#\\]|\\.)+)|\s+|.',
    re.DOTALL,
)
_VARIABLE = re.compile(r"\$\{([\w./+-]+)\}")
_INSTALLED = ("DIRECTORY", "FILES", "PROGRAMS")
_DESTINATION = "DESTINATION"
_OPTIONS = frozenset(
    (
        "TYPE",
        "PERMISSIONS",
        "FILE_PERMISSIONS",
        "DIRECTORY_PERMISSIONS",
        "CONFIGURATIONS",
        "COMPONENT",
        "RENAME",
        "OPTIONAL",
        "USE_SOURCE_PERMISSIONS",
        "MESSAGE_NEVER",
        "EXCLUDE_FROM_ALL",
        "FILES_MATCHING",
        "PATTERN",
        "REGEX",
        "EXCLUDE",
        "DESTINATION",
    )
)
_BLOCKS = ("foreach", "function", "macro")
_GLOB_OPTIONS = frozenset(("RELATIVE", "LIST_DIRECTORIES", "CONFIGURE_DEPENDS", "true", "false"))


class Rule(NamedTuple):
    """A rule that installs a file or folder.

    Args:
        target: the installed path below the prefix, such as ``share/arm/urdf``.
        source: the path of the source file or folder, relative to the package; may be a pattern.
        line: the line of the command.
        is_folder: whether the content of a folder is installed.
        made_by: the command that generates the file; empty for a file that is in the package.
    """

    target: str
    source: str
    line: int
    is_folder: bool
    made_by: str = ""


class _Command(NamedTuple):
    """A command: its name in lower case, its arguments with their quoting, and its line."""

    name: str
    arguments: tuple[tuple[str, bool], ...]
    line: int


def cmake_rules(text: str, package: str) -> tuple[list[Rule], list[str]]:
    """Return the install rules of a CMakeLists.txt, and the subfolders that it adds.

    Both branches of an ``if()`` are followed, and each iteration of a ``foreach()``. Rules that
    depend on a variable that the file does not set are left out.

    Args:
        text: the text of the file.
        package: the name of the package, if ``project()`` does not define it.
    """
    reading = _Reading(list(_commands(text)), package)
    reading.follow(0, len(reading.commands), 0)
    return reading.rules, reading.subfolders


def _commands(text: str) -> Iterator[_Command]:
    """Yield the commands of a file, in order."""
    name, depth, line, start = "", 0, 1, 1
    arguments: list[tuple[str, bool]] = []
    position = 0
    while (token := _TOKEN.match(text, position)) is not None:
        end, value, is_quoted = token.end(), token[4], False
        opening = token[0]
        if opening.endswith("[") and opening[0] in "#[" and "[" in opening[:-1]:
            marks = opening.count("=")
            close = text.find(f"]{'=' * marks}]", end)
            close = len(text) if close < 0 else close
            if opening[0] == "[":
                value, is_quoted = text[end:close], True
            end = min(len(text), close + marks + 2)
        elif token[2] is not None:
            value, is_quoted = token[2], True
        if token[3] == "(":
            depth += 1
            start = line if depth == 1 else start
        elif token[3] == ")":
            depth = max(0, depth - 1)
            if depth == 0:
                yield _Command(name.lower(), tuple(arguments), start)
                name, arguments = "", []
        elif value is not None and depth:
            arguments.append((value, is_quoted))
        elif value is not None:
            name = value
        line += text.count("\n", position, end)
        position = end


class _Reading:
    """Follows commands and collects their install rules."""

    def __init__(self, commands: Sequence[_Command], package: str) -> None:
        self.commands = commands
        self._ends = _ends(commands)
        self.rules: list[Rule] = []
        self.subfolders: list[str] = []
        self._left = _MOST_STEPS
        self._set: dict[str, list[str]] = {
            "CMAKE_INSTALL_DATADIR": ["share"],
            "CMAKE_INSTALL_DATAROOTDIR": ["share"],
            "CATKIN_GLOBAL_SHARE_DESTINATION": ["share"],
        }
        for own in ("CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR"):
            self._set[own] = ["."]
        for top in ("PROJECT_SOURCE_DIR", "CMAKE_SOURCE_DIR"):
            self._set[top] = ["."]
        for built in ("CMAKE_CURRENT_BINARY_DIR", "PROJECT_BINARY_DIR", "CMAKE_BINARY_DIR"):
            self._set[built] = ["build"]
        self._set["CMAKE_INSTALL_PREFIX"] = ["."]
        self._name(package)

    def _name(self, package: str) -> None:
        self._set["PROJECT_NAME"] = self._set["CMAKE_PROJECT_NAME"] = [package]
        self._set["CATKIN_PACKAGE_SHARE_DESTINATION"] = [f"share/{package}"]
        self._set[f"{package}_SOURCE_DIR"] = ["."]

    def follow(self, start: int, stop: int, depth: int) -> None:
        """Follow the commands of a range in order; skip the bodies of functions and macros."""
        number = start
        while number < stop and self._left > 0:
            self._left -= 1
            command = self.commands[number]
            if command.name not in _BLOCKS:
                self._do(command)
            else:
                end = min(self._ends.get(number, stop), stop)
                if command.name == "foreach" and depth < _DEEPEST:
                    self._repeat(number, end, depth)
                number = end
            number += 1

    def _repeat(self, start: int, stop: int, depth: int) -> None:
        values = self._values(self.commands[start])
        if len(values) < 2 or values[1] == "RANGE" or values[0] is None:
            return
        items = values[1:]
        if items[0] == "IN":
            items, is_list = [], False
            for value in values[2:]:
                if value in {"LISTS", "ITEMS"}:
                    is_list = value == "LISTS"
                elif is_list:
                    items += self._set.get(value or "", [])
                else:
                    items.append(value)
        for item in items:
            if item is not None and self._left > 0:
                self._set[values[0]] = [item]
                self.follow(start + 1, stop, depth + 1)

    def _values(self, command: _Command) -> list[str | None]:
        """Return the arguments with their variables replaced; None for unknown values."""
        found: list[str | None] = []
        for text, is_quoted in command.arguments:
            if len(found) > _LONGEST:
                break
            whole = _VARIABLE.fullmatch(text)
            if whole is not None and not is_quoted:
                found += self._set.get(whole[1], [None])
                continue
            value = self._expanded(text)
            if value is None or is_quoted:
                found.append(value)
            else:
                found += [part for part in value.split(";") if part]
        self._left -= len(found)
        return found

    def _expanded(self, text: str) -> str | None:
        if len(text) > _LONGEST:
            return None
        for _ in range(3):  # ${${name}_DIR}
            if "$" not in text:
                break
            names = _VARIABLE.findall(text)
            if not names or any(name not in self._set for name in names):
                return None
            values = {name: ";".join(self._set[name]) for name in set(names)}
            if len(text) + sum(len(values[name]) for name in names) > _LONGEST:
                return None
            text = _VARIABLE.sub(lambda match, values=values: values[match[1]], text)  # type: ignore[misc]
        return None if "$" in text else text

    def _do(self, command: _Command) -> None:
        name = command.name
        if name not in _FOLLOWED:
            return
        values = self._values(command)
        known = [value for value in values if value is not None]
        first = values[0] if values else None
        if name == "install":
            self._install(values, command.line)
        elif name == "ament_auto_package" and "INSTALL_TO_SHARE" in known:
            share = f"share/{self._set['PROJECT_NAME'][0]}"
            for folder in known[known.index("INSTALL_TO_SHARE") + 1 :]:
                self._folder(folder, share, command.line)
        elif first is None:
            return
        elif name == "project":
            self._name(first)
        elif name == "set":
            cut = next((i for i, v in enumerate(values) if v in {"CACHE", "PARENT_SCOPE"}), None)
            self._assign(first, values[1:cut])
        elif name == "list" and first == "APPEND" and len(known) > 1:
            self._assign(known[1], [*self._set.get(known[1], []), *known[2:]])
        elif name == "file" and first in {"GLOB", "GLOB_RECURSE"} and len(known) > 1:
            own = [value for value in known[2:] if value not in _GLOB_OPTIONS and value != "."]
            self._assign(known[1], own)
        elif name == "add_subdirectory":
            self.subfolders.append(first)
        elif name == "configure_file" and len(known) > 1:
            self._generated(known[1], command)
        elif name == "xacro_add_files":
            for source in known:
                if source.endswith(".xacro"):
                    self._generated(source.removesuffix(".xacro"), command)

    def _assign(self, name: str, values: Sequence[str | None]) -> None:
        parts = [
            part for value in values for part in ([None] if value is None else value.split(";"))
        ]
        known = [part for part in parts if part is not None]
        is_short = len(known) <= _LONGEST and sum(map(len, known)) <= _LONGEST_LIST
        if len(known) == len(parts) and is_short:
            self._set[name] = known
        else:
            self._set.pop(name, None)

    def _generated(self, path: str, command: _Command) -> None:
        self._add(Rule(posixpath.basename(path), "", command.line, False, command.name))

    def _install(self, values: Sequence[str | None], line: int) -> None:
        if not values or values[0] not in _INSTALLED:
            return
        kind, sources, target, rename = values[0], [], None, None
        is_source = True
        for number, value in enumerate(values[1:], 2):
            following = values[number] if number < len(values) else None
            if value == _DESTINATION:
                target = following
            elif value == "RENAME":
                rename = following
            if value in _OPTIONS:
                is_source = False
            elif is_source and value is not None:
                sources.append(value)
        if target is None:
            return
        for source in sources:
            if kind == "DIRECTORY":
                self._folder(source, target, line, is_whole=source.endswith("/"))
            else:
                name = rename or posixpath.basename(source)
                self._add(Rule(f"{target}/{name}", source, line, False))

    def _folder(self, source: str, target: str, line: int, *, is_whole: bool = False) -> None:
        name = "" if is_whole else posixpath.basename(source.rstrip("/"))
        self._add(Rule(f"{target}/{name}", source, line, True))

    def _add(self, rule: Rule) -> None:
        if len(self.rules) < _MOST_RULES:
            target, source = posixpath.normpath(rule.target), posixpath.normpath(rule.source or ".")
            self.rules.append(rule._replace(target=target, source=source))


_FOLLOWED = frozenset(
    (
        "install",
        "ament_auto_package",
        "project",
        "set",
        "list",
        "file",
        "add_subdirectory",
        "configure_file",
        "xacro_add_files",
    )
)


def _ends(commands: Sequence[_Command]) -> dict[int, int]:
    """Return the index of the closing command of each block, by the index of the opening one."""
    ends: dict[int, int] = {}
    begun: dict[str, list[int]] = {name: [] for name in _BLOCKS}
    for number, command in enumerate(commands):
        if command.name in _BLOCKS:
            begun[command.name].append(number)
        elif (open_ones := begun.get(command.name.removeprefix("end"))) is not None and open_ones:
            ends[open_ones.pop()] = number
    return ends

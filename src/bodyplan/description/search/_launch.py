"""The robots and parameter files that a launch file of ROS 2 loads together.

Launch files in Python are parsed but never run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.core.syntax import parsed_module
from bodyplan.formats.source import FilePath

_MOST = 256 * 1024
_ROBOT = (".urdf", ".xacro")
_SETTINGS = (".yaml", ".yml")
_JOINING = frozenset(("PathJoinSubstitution", "PathSubstitution", "join", "Path", "joinpath"))
_PACKAGE = frozenset(("FindPackageShare", "get_package_share_directory", "get_package_share_path"))
_WRITTEN = re.compile(
    r"\$\((?:find|find-pkg-share)\s+([^)\s]+)\s*\)/([^\s'\"<>$]+\.(?:urdf|xacro|ya?ml))((?:\s+\S+:=\S*)*)"
)
_LONGEST = 64  # the largest number of elements of a command, and of variables in a chain
_MOST_PARTS = 100
"""The largest number of parts of a path."""

Parts = tuple[str, ...]
"""The parts of a path: the package name, or "" if unknown, then the folders and the file name."""


class LaunchedRobot(NamedTuple):
    """A robot that a launch file loads.

    Args:
        path: the path of its file.
        arguments: the values of its xacro arguments that the launch file sets.
    """

    path: Parts
    arguments: tuple[tuple[str, str], ...] = ()


class Launch(NamedTuple):
    """The files that a launch file names.

    Args:
        robots: the robots that it loads.
        settings: the parameter files.
    """

    robots: tuple[LaunchedRobot, ...] = ()
    settings: tuple[Parts, ...] = ()


def launch_of(path: str) -> Launch:
    """Return the files that a launch file names; empty if it cannot be parsed. Never raises."""
    text = FilePath(path).file().head(_MOST).decode("utf-8", "replace")
    if not path.endswith(".py"):
        return _from_text(text)
    try:
        tree = parsed_module(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # ValueError: a zero byte
        return Launch()
    try:
        return _PythonFile(tree).launch()
    except RecursionError:  # a path of thousands of parts
        return Launch()


def _from_text(text: str) -> Launch:
    """Return the files in packages that an XML launch file names, with their arguments."""
    robots: list[LaunchedRobot] = []
    settings: list[Parts] = []
    for package, path, words in _WRITTEN.findall(text):
        parts = (package, *path.split("/"))
        if path.endswith(_SETTINGS):
            settings.append(parts)
            continue
        pairs = (word.partition(":=") for word in words.split())
        values = tuple((name, value) for name, _, value in pairs if "$" not in value)
        robots.append(LaunchedRobot(parts, values))
    return Launch(tuple(dict.fromkeys(robots)), tuple(dict.fromkeys(settings)))


class _PythonFile:
    """A launch file in Python."""

    def __init__(self, tree: ast.Module) -> None:
        self._calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        operations = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
        inner = {id(node.left) for node in operations}
        self._divisions = [node for node in operations if id(node) not in inner]
        self._values = {
            target.id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._defaults = dict(self._declared())
        self._known: dict[int, Parts] = {}
        """The paths of expressions by ``id``; each is computed once."""

    def launch(self) -> Launch:
        """Return the robots and parameter files that the file names."""
        commands = [call for call in self._calls if _name(call) == "Command"]
        robots = [robot for call in commands for robot in self._commanded(call)]
        paths = [self._parts(node) for node in (*self._calls, *self._divisions)]
        if not robots:
            robots = [LaunchedRobot(path) for path in paths if path and path[-1].endswith(_ROBOT)]
        settings = [path for path in paths if path and path[-1].endswith(_SETTINGS)]
        return Launch(tuple(dict.fromkeys(robots)), tuple(dict.fromkeys(settings)))

    def _declared(self) -> Iterator[tuple[str, str]]:
        """Yield the launch arguments that have literal default values, with these values."""
        for call in self._calls:
            if _name(call) == "DeclareLaunchArgument" and call.args:
                name = _text(call.args[0])
                values = (one.value for one in call.keywords if one.arg == "default_value")
                value = next((_text(node) for node in values), None)
                if name is not None and value is not None:
                    yield name, value.strip("\"'")

    def _commanded(self, call: ast.Call) -> Iterator[LaunchedRobot]:
        """Yield the robot that a xacro command line in a call expands."""
        words = self._elements(call)
        for number, node in enumerate(words):
            path = self._parts(node)
            if path and path[-1].endswith(_ROBOT):
                yield LaunchedRobot(path, tuple(self._arguments(words[number + 1 :])))

    def _arguments(self, words: list[ast.expr]) -> Iterator[tuple[str, str]]:
        for number, word in enumerate(words):
            following = words[number + 1] if number + 1 < len(words) else None
            for piece in (_text(word) or "").split():
                name, sign, value = piece.partition(":=")
                known = value if value or following is None else self._value(following)
                if sign and name and known is not None:
                    yield name, known

    def _value(self, node: ast.expr) -> str | None:
        """Return the text of an expression: a literal, or the default of a launch argument."""
        node = self._resolved(node)
        if isinstance(node, ast.Call) and _name(node) == "LaunchConfiguration" and node.args:
            return self._defaults.get(_text(node.args[0]) or "")
        return _text(node)

    def _parts(self, node: ast.expr) -> Parts:
        """Return the parts of the path that an expression builds.

        The result is empty for other expressions and for too many parts.
        """
        node = self._resolved(node)
        if id(node) not in self._known:
            self._known[id(node)] = ()  # the result for a variable that refers to itself
            found = self._computed(node)
            self._known[id(node)] = found if len(found) <= _MOST_PARTS else ()
        return self._known[id(node)]

    def _computed(self, node: ast.expr) -> Parts:
        text = _text(node)
        if text is not None:
            return ("", *text.split("/")) if "/" in text else ("", text)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return _joined([self._parts(node.left), self._parts(node.right)])
        if not isinstance(node, ast.Call):
            return ()
        if _name(node) in _PACKAGE and node.args:
            return (self._value(node.args[0]) or "",)
        if _name(node) in _JOINING:
            return _joined([self._parts(one) for one in self._elements(node)])
        value = self._value(node)
        return () if value is None else ("", value)

    def _elements(self, call: ast.Call) -> list[ast.expr]:
        """Return the arguments of a call, or the elements if the argument is a list."""
        first = self._resolved(call.args[0]) if call.args else None
        found = first.elts if isinstance(first, (ast.List, ast.Tuple)) else call.args
        return found[:_LONGEST]

    def _resolved(self, node: ast.expr) -> ast.expr:
        """Return the expression that is assigned to a variable; return others unchanged."""
        for _ in range(_LONGEST):
            if not isinstance(node, ast.Name) or node.id not in self._values:
                break
            node = self._values[node.id]
        return node


def _joined(paths: list[Parts]) -> Parts:
    """Join the parts of several paths; empty if the last path, with the file name, is unknown."""
    if not paths or not paths[-1]:
        return ()
    package = next((path[0] for path in paths[:1] if path), "")
    return (package, *(part for path in paths for part in path[1:] if part))


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None  # type: ignore[attr-defined]

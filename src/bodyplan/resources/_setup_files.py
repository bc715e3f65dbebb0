"""The data files that setup.py and setup.cfg install: parsed, never run."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Iterator

from bodyplan.core.syntax import parsed_module
from bodyplan.resources._cmake import Rule

_LONGEST = 4_096
_DEEPEST = 20
_JOINS = frozenset(("join", "Path", "PurePath", "str"))
_GLOBS = frozenset(("glob", "iglob", "sorted", "list"))


def setup_py_rules(text: str) -> list[Rule]:
    """Return the install rules of a setup.py: its (folder, files) pairs, as in ``data_files``.

    Args:
        text: the text of the file.
    """
    try:
        return list(_rules(parsed_module(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _rules(tree: ast.Module) -> Iterator[Rule]:
    names: dict[str, str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            value = _text(statement.value, names)
            if value is not None:
                names[statement.targets[0].id] = value
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple) or len(node.elts) != 2:
            continue
        target = _text(node.elts[0], names)
        if target is None or not target.startswith("share"):
            continue
        for source in _files(node.elts[1], names):
            path = posixpath.normpath(source)
            yield Rule(
                posixpath.normpath(f"{target}/{posixpath.basename(path)}"),
                path,
                node.lineno,
                is_folder=False,
            )


def _text(node: ast.expr, names: dict[str, str], depth: int = 0) -> str | None:
    """Return the value of an expression that concatenates literal texts; None for any other."""
    parts: list[str | None]
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, names, depth + 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Div):
        parts = [_text(side, names, depth + 1) for side in (node.left, node.right)]
        between = "/" if isinstance(node.op, ast.Div) else ""
    elif isinstance(node, ast.JoinedStr):
        parts, between = [_text(value, names, depth + 1) for value in node.values], ""
    elif isinstance(node, ast.Call) and _called(node) in _JOINS:
        parts, between = [_text(value, names, depth + 1) for value in node.args], "/"
    else:
        return None
    known = [part for part in parts if part is not None]
    found = between.join(known)
    return found if len(known) == len(parts) and len(found) <= _LONGEST else None


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _files(node: ast.expr, names: dict[str, str], depth: int = 0) -> Iterator[str]:
    """Yield the paths and patterns in an expression for a list of files."""
    if depth > _DEEPEST:
        return
    if isinstance(node, ast.List | ast.Tuple):
        for element in node.elts:
            inner = element.value if isinstance(element, ast.Starred) else element
            yield from _files(inner, names, depth + 1)
    elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.List | ast.Call | ast.BinOp):
        for side in (node.left, node.right):
            yield from _files(side, names, depth + 1)
    elif isinstance(node, ast.Call) and _called(node) in _GLOBS and node.args:
        yield from _files(node.args[0], names, depth + 1)
    elif (path := _text(node, names)) is not None:
        yield path


def setup_cfg_rules(text: str) -> list[Rule]:
    """Return the install rules in the section ``[options.data_files]`` of a setup.cfg.

    Args:
        text: the text of the file.
    """
    rules: list[Rule] = []
    is_inside, target, first = False, "", 1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words[0] in "#;":
            continue
        if words[0] == "[":
            is_inside, target = words == "[options.data_files]", ""
            continue
        if line[0] not in " \t":  # an indented line continues the value of the previous line
            key, sign, words = words.partition("=")
            target, first = (key.strip(), number) if sign else ("", number)
        if is_inside and target:
            rules += (
                Rule(
                    posixpath.normpath(f"{target}/{posixpath.basename(source)}"),
                    posixpath.normpath(source),
                    first,
                    is_folder=False,
                )
                for source in words.replace(",", " ").split()
            )
    return rules

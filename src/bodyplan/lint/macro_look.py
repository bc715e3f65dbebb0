"""A look beside the expansion: which names are surely not defined, without evaluating anything.

The expansion ends at its first fault. What stands behind it is read here as far as it can be told
for sure: that it will be evaluated, and that nothing in any file defines what it names.
"""

from __future__ import annotations

import ast
import builtins
import math
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.xacro import Call, Fault, Origin
from bodyplan.lint.macro_sources import KEYWORDS, PREFIX, MacroSources, Tag

MOST = 50
"""Faults that are told beside the first."""
_LONGEST = 2_000
_MOST_KNOWN = 1_000
"""Names among which near ones are looked for."""
_LANGUAGE = frozenset(
    [
        *(name for name in (*dir(builtins), *dir(math)) if not name.startswith("_")),
        *("math", "python", "xacro", "load_yaml", "abs_filename", "dotify"),
    ]
)
_SURE = {"true": True, "True": True, "1": True, "false": False, "False": False, "0": False}
_EXPRESSION = re.compile(r"(?<!\$)\$\{([^}$]*)\}")
_ARGUMENT = re.compile(r"(?<!\$)\$\((arg\s+([^\s)${}]+)\s*)\)")
_LAZY = {
    "xacro:property": ("value", "default"),
    "xacro:macro": ("params", "name"),
    "xacro:arg": ("default", "name"),
    "xacro:insert_block": ("name",),
}
"""Attributes that are not evaluated where they stand."""


class _Spot(NamedTuple):
    """An element that will be evaluated, and the macro calls that lead there."""

    tag: Tag
    calls: tuple[Call, ...]


def other_faults(written: MacroSources) -> list[Fault]:
    """What is surely not defined, beside the fault that ended the expansion.

    Args:
        written: the files of an expansion that failed.
    """
    first = written.expansion.fault
    if first is None or not written.is_complete:
        return []
    found: dict[tuple[object, ...], Fault] = {}
    for fault in _faults(written):
        assert fault.origin is not None
        key = fault.kind, fault.name, fault.origin[:2], fault.attribute
        found.setdefault(key, fault)
        if len(found) >= MOST:
            break
    if first.origin is not None:
        found.pop((first.kind, first.name, first.origin[:2], first.attribute), None)
    return list(found.values())


def _faults(written: MacroSources) -> Iterator[Fault]:
    macros = tuple(sorted(written.macros))[:_MOST_KNOWN]
    defined = written.properties | _LANGUAGE
    names = tuple(sorted(defined))[:_MOST_KNOWN]
    arguments = tuple(sorted(written.arguments))[:_MOST_KNOWN]
    for spot in _reached(written):
        node, tag = spot.tag.node, spot.tag
        origin = Origin(tag.file, tag.number, spot.calls)
        word = node.tag.removeprefix(PREFIX)
        if node.tag.startswith(PREFIX) and word not in KEYWORDS and not _macro(written, word):
            message = f"there is no macro {word!r}"
            yield Fault("macro", message, origin, name=word, known=macros)
        for attribute, text in _texts(written, tag):
            for expression, name in _undefined(text, defined):
                yield Fault(
                    "property",
                    f"{name!r} is not defined",
                    origin,
                    attribute,
                    name=name,
                    known=names,
                    expression=expression,
                )
            for match in _ARGUMENT.finditer(text):
                if match[2] not in written.arguments:
                    yield Fault(
                        "argument",
                        f"there is no argument {match[2]!r}",
                        origin,
                        attribute,
                        name=match[2],
                        known=arguments,
                        expression=match[1],
                    )


def _texts(written: MacroSources, tag: Tag) -> Iterator[tuple[str | None, str]]:
    """The attributes and the text of an element that are evaluated, the latter without a name."""
    node = tag.node
    lazy = _LAZY.get(node.tag, ())
    for attribute, text in node.attrib.items():
        if "$" in text and len(text) < _LONGEST and attribute not in lazy:
            is_dropped = attribute.startswith(PREFIX) and node.tag != "xacro:element"
            if not is_dropped:
                yield attribute, text
    text = node.text or ""
    is_wanted = "$" in text and len(text) < _LONGEST and node.tag not in _LAZY
    if is_wanted and not written.has_sections(tag.file):  # those are not evaluated
        yield None, text


def _undefined(text: str, known: set[str]) -> Iterator[tuple[str, str]]:
    """Expressions of a text with the names in them that are surely looked for, and not known."""
    for match in _EXPRESSION.finditer(text):
        try:
            tree = ast.parse(match[1].strip(), mode="eval")
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue
        bound = {
            *(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _is_bound(n)),
            *(n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)),
        }
        for name in dict.fromkeys(_surely_read(tree.body)):
            if name not in known and name not in bound:
                yield match[1], name


def _is_bound(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _surely_read(tree: ast.expr) -> Iterator[str]:
    """The names that are looked up whatever their values are."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.BoolOp):
            waiting.append(node.values[0])
        elif isinstance(node, ast.IfExp):
            waiting.append(node.test)
        elif isinstance(node, ast.Compare):  # the third operand may not be looked at
            waiting += [node.left, node.comparators[0]]
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            waiting.append(node.generators[0].iter)
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _macro(written: MacroSources, word: str) -> list[Tag]:
    """The definitions that a call may mean."""
    return written.macros.get(word) or written.macros.get(word.rpartition(".")[2], [])


def _reached(written: MacroSources) -> Iterator[_Spot]:
    """Every element that is surely evaluated, each once."""
    root = written.root(0)
    waiting = [] if root is None else [_Spot(root, ())]
    seen: set[tuple[int, int]] = set()
    while waiting:
        spot = waiting.pop()
        if spot.tag[:2] not in seen:
            seen.add(spot.tag[:2])
            yield spot
            waiting += reversed(list(_next(written, spot)))


def _next(written: MacroSources, spot: _Spot) -> Iterator[_Spot]:
    """What is surely evaluated with an element: what stands in it, or what it brings."""
    tag, calls = spot
    word = tag.node.tag.removeprefix(PREFIX) if tag.node.tag.startswith(PREFIX) else ""
    if word in {"property", "macro", "arg", "insert_block", "attribute"}:
        return
    if word in {"if", "unless"}:
        is_met = _SURE.get(tag.node.get("value", ""))
        if is_met is None or is_met != (word == "if"):
            return
    if word == "include":
        yield from _of_include(written, spot)
        return
    for child in _children(written, tag):
        yield _Spot(child, calls)
    if word and word not in KEYWORDS:
        found = _macro(written, word)
        if len(found) == 1:
            call = Call(word, tag.file, tag.number)
            for child in _children(written, found[0]):
                yield _Spot(child, (*calls, call))


def _of_include(written: MacroSources, spot: _Spot) -> Iterator[_Spot]:
    path = written.included(spot.tag)
    for number, file in enumerate(written.expansion.files):
        if file.path is not None and str(file.path) == path:
            for child in _children(written, written.root(number)):
                yield _Spot(child, spot.calls)
            return


def _children(written: MacroSources, tag: Tag | None) -> list[Tag]:
    nodes: list[Node] = [] if tag is None else list(tag.node)
    return [written.tag(node) for node in nodes]

"""Names that a macro file uses although no file of its folder defines them: M207."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted
from bodyplan.core.syntax import parsed_expression
from bodyplan.description.folder_kinds import NAME_UNDEFINED
from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.xacro.expressions.global_symbols import GLOBALS
from bodyplan.xacro.hints import ATTRIBUTES

_PREFIX = "xacro:"
_EXPRESSION = re.compile(r"(?<!\$)\$\{(?:([^}]*+)\}|[^}]*+\Z)")
_ARGUMENT = re.compile(r"(?<!\$)\$\(arg\s+([^)\s]+)\s*\)")


def undefined_names(document: Document, defined: frozenset[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each name that a macro file uses although no file defines it.

    Args:
        document: the macro file, which is not expanded.
        defined: the names that the files of the folder define.
    """
    known = defined | GLOBALS.keys()
    seen: set[str] = set()
    for node in () if document.tree.root is None else document.tree.root.iter():
        for attribute, what, name in _uses(node):
            if name in known or name in seen:
                continue
            seen.add(name)
            place = partial(document.places.where, node, "value" if attribute else "tag", attribute)
            message = f"{what} {quoted(name)} is not defined in any file of the folder"
            yield Diagnostic(NAME_UNDEFINED, message, place)


def _uses(node: Node) -> Iterator[tuple[str | None, str, str]]:
    """Yield the attribute, the kind and the text of each name that an element uses."""
    tag = str(node.tag)
    if tag.startswith(_PREFIX) and tag.removeprefix(_PREFIX) not in ATTRIBUTES:
        yield None, "macro", tag.removeprefix(_PREFIX).rpartition(".")[2]
    texts = [*node.attrib.items(), (None, node.text or "")]
    for attribute, text in texts:
        for expression in _EXPRESSION.findall(text):
            yield from ((attribute, "name", name) for name in _names(expression))
        yield from ((attribute, "argument", name) for name in _ARGUMENT.findall(text))


def _names(expression: str) -> Iterator[str]:
    """Yield the names that an expression uses but does not bind; nothing if it is invalid."""
    try:
        nodes = list(ast.walk(parsed_expression(expression.strip())))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    bound = {one.arg for one in nodes if isinstance(one, ast.arg)}
    names = [one for one in nodes if isinstance(one, ast.Name)]
    bound |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
    yield from (one.id for one in names if one.id not in bound)

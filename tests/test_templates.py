"""No text of a file is ever a template, a pattern or a program: read from the syntax tree of src."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "bodyplan"
EXEMPT = {
    "spec/reader.py": "compiles the readers that it writes for our own declarations",
    "formats/xacro/worker": "runs the package xacro, behind walls",
}
"""Files and folders that make programs, with the reason."""
FILES = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(tuple(EXEMPT))
]
PROGRAMS = {"eval", "exec", "compile"}
"""Functions that make a program of a text."""
TEMPLATES = {"format_map", "Template", "vformat"}
"""Functions and methods that make a template of it."""
ALLOWED = {
    "bodyplan.format": "the verb: a description, formatted",
    "codec.format": "a method of ours: a value as XML",
    "field.codec.format": "the same",
    "pattern.format": "declared with the mark of a field",
    "words.format": "a loop over a constant table of the module",
    "_ASKING[shell].format": "a constant table of the module",
}
"""Calls of ``format`` on something that is neither a literal nor a constant, with the reason."""
TEXTS = (ast.Constant, ast.JoinedStr)


def called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def constants(tree: ast.Module) -> set[str]:
    """The names of a module that are bound once, to a literal text."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Constant)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }


def templates(tree: ast.Module) -> Iterator[str]:
    """What is used as a template, or run, and is no literal."""
    known = constants(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node.func)
            what = ast.unparse(node.func)
            if what in PROGRAMS or name in TEMPLATES:
                yield f"line {node.lineno}: {what}"
            if name != "format" or not isinstance(node.func, ast.Attribute):
                continue
            text = node.func.value
            is_known = isinstance(text, ast.Name) and text.id in known
            if not isinstance(text, ast.Constant) and not is_known and what not in ALLOWED:
                yield f"line {node.lineno}: {what}"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            is_text = isinstance(node.right, (ast.Tuple, ast.Dict)) or isinstance(node.left, TEXTS)
            if is_text and not isinstance(node.left, ast.Constant):
                yield f"line {node.lineno}: {ast.unparse(node.left)} %"


def test_nothing_but_literals_is_formatted_or_run():
    found = {
        str(path.relative_to(ROOT)): list(templates(ast.parse(path.read_text(encoding="utf-8"))))
        for path in FILES
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_the_exceptions_are_needed():
    found = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert [what for what in ALLOWED if f"{what}(" not in found] == []


@pytest.mark.parametrize(
    "text",
    [
        "message.format(1)",
        "f'{a}{{}}'.format(1)",
        "a = b\na.format(1)",
        "a % (1, 2)",
        "f'{a} %s' % 1",
        "eval(a)",
        "string.Template(a)",
        "a.format_map({})",
    ],
)
def test_a_template_that_is_no_literal_is_found(text):
    assert list(templates(ast.parse(text)))

"""Docstrings of functions are imperative: they begin with a verb that says what the function does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "bodyplan"

VERBS = frozenset(
    re.findall(
        r"\w+",
        "Add Allow Answer Append Apply Assign Attach Begin Bind Build Cache Call Change Charge Check "
        "Clear Close Collect Compare Compile Compute Connect Convert Copy Count Create "
        "Declare Decode Decompose Define Deny Describe Detach Detect Disable Discard Do Draw Encode End "
        "Ensure Enter Escape Evaluate Exit Expand Express Extend Fill Find Fit Flush Follow Format Give "
        "Go Import Insert Join Keep Lay Let Limit Load Look Make Mark Match Measure Mention Merge Modify Move Name "
        "Note Open Parse Place Print Process Provide Put Quote Raise Read Record Refuse "
        "Register Reject Remove Rename Replace Report Reserve Resolve Return Round Run Search "
        "Send Separate Serve Set Settle Show Skip Sort Split Start Stop Store Summarize Suppress "
        "Take Transfer Truncate Update Upgrade Use Visit Wait Walk Warn Work Write Yield ",
    )
)
"""What a docstring may begin with. Add a verb that is missing; a noun goes behind Return or Yield."""

DESCRIBING = frozenset(("property", "cached_property", "rule", "also", "problem"))
"""Decorators of what is read as a value or a page, whose docstring says what it is."""


def _decorator(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _documented(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text and not DESCRIBING & {_decorator(one) for one in node.decorator_list}:
                yield node, text


def test_docstrings_of_functions_begin_with_a_verb():
    wrong = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}: {text.splitlines()[0]}"
        for path in SOURCE.rglob("*.py")
        for node, text in _documented(ast.parse(path.read_text("utf-8")))
        if text.split()[0].rstrip(",.:") not in VERBS
    ]
    assert wrong == []

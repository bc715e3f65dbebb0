"""Python code of unknown authors, such as launch files: parsed without side effects, never run."""

from __future__ import annotations

import ast
import os
import re
import warnings
from contextlib import AbstractContextManager, nullcontext

_NOWHERE = os.devnull
"""The file name for the parser. At a syntax error, Python opens the file of this name to show the
line; the default would be ``<unknown>`` in the current folder."""
_ODD = re.compile(r"\\|[0-9]\.?[A-Za-z_]")
"""Text for which Python may print a warning: a backslash in a string, a number directly before a
word."""


def parsed_module(text: str) -> ast.Module:
    """Parse the text of a module, without opening files or writing to standard error.

    Raises:
        SyntaxError: the text is not Python.
        ValueError: the text contains a zero byte.
        RecursionError, MemoryError: the code is nested too deeply.
    """
    with _quiet(text):
        return ast.parse(text, _NOWHERE)


def parsed_expression(text: str) -> ast.Expression:
    """Parse an expression, without opening files or writing to standard error.

    Raises:
        SyntaxError: the text is not an expression.
        ValueError: the text contains a zero byte.
        RecursionError, MemoryError: the code is nested too deeply.
    """
    with _quiet(text):
        return ast.parse(text, _NOWHERE, "eval")


def _quiet(text: str) -> AbstractContextManager[object]:
    if _ODD.search(text) is None:
        return nullcontext()
    return warnings.catch_warnings(action="ignore")

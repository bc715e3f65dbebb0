"""``bodyplan explain``: show what a diagnostic code means and how to fix it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser, narrowed, terminal_columns
from bodyplan.diag import Kind
from bodyplan.diag.json_schema import json_text
from bodyplan.lint.explain import explain, is_name_of

_WIDEST = 100
"""The maximum width of a page, in columns."""


_PAGE = """\
Show what a diagnostic code means, why it matters, and how to fix it.

examples:
  bodyplan explain J101
  bodyplan explain limit-missing
  bodyplan explain J
  bodyplan explain POSE_RELATIVE_TO_INVALID

arguments:
  [CODE ...]               code, name, or first letters of codes

output:
  --json
  @output

A letter lists its family; without an argument, all codes are listed. Errors of
libsdformat are found by name and number.

exit status: 0 shown, 2 wrong usage or an unknown code
"""
parser = partial(Parser, "explain", _PAGE)
JSON_OF = {"": "lint.explain:Explanation"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    words = arguments.codes or [""]
    if arguments.json:
        write_output(json_text(explain(*words)), arguments)
        return OK
    found = [explain(word).codes for word in words]
    on_terminal = arguments.output is None and sys.stdout.isatty()
    width = min(terminal_columns(sys.stdout), _WIDEST) if on_terminal else None
    pages = [
        _page(kinds[0], width) if not kinds[1:] and is_name_of(kinds[0], word) else _list(kinds)
        for word, kinds in zip(words, found, strict=True)
    ]
    write_output("\n\n".join(pages), arguments)
    return OK


def _list(kinds: Sequence[Kind]) -> str:
    width = max(len(kind.name) for kind in kinds)
    fix = {"always": " (with a fix)", "sometimes": " (sometimes with a fix)", "never": ""}
    lines = [
        f"{kind.code}  {kind.severity:<7}  {kind.name:<{width}}  {kind.title}{fix[kind.fix]}\n"
        for kind in kinds
    ]
    return "".join(lines)


def _page(kind: Kind, width: int | None) -> str:
    """Return the page of a kind with a heading, wrapped to a width."""
    head = f"{kind.code} {kind.name} ({kind.severity}; fix: {kind.fix}; since {kind.since})"
    reference = (
        f"In libsdformat: {kind.reference_error.partition(' ')[2]}\n\n" if kind.reference else ""
    )
    page = kind.page.strip() if width is None else narrowed(kind.page.strip(), width)
    line = "=" * min(len(head), width or len(head))
    return f"{head}\n{line}\n\n{reference}{page}\n"

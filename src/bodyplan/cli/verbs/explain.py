"""``bodyplan explain``: show what a diagnostic code means and how to fix it."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser, narrowed, terminal_columns
from bodyplan.core import Record
from bodyplan.diag import Kind, did_you_mean
from bodyplan.diag.json_schema import json_text
from bodyplan.formats.sdf.codes import CODES
from bodyplan.lint.codes import all_kinds

_WIDEST = 100
"""The maximum width of a page, in columns."""


class Explanation(Record):
    """The meaning of codes.

    Args:
        codes: the kinds of diagnostics, in the requested order.
    """

    codes: tuple[Kind, ...]


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
JSON_OF = {"": "cli.verbs.explain:Explanation"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    known = all_kinds()
    words = arguments.codes or [""]
    found = [_find(word, known) for word in words]
    if arguments.json:
        codes = tuple(kind for kinds in found for kind in kinds)
        write_output(json_text(Explanation(codes)), arguments)
        return OK
    on_terminal = arguments.output is None and sys.stdout.isatty()
    width = min(terminal_columns(sys.stdout), _WIDEST) if on_terminal else None
    pages = [
        _page(kinds[0], width) if _is_one(word, kinds) else _list(kinds)
        for word, kinds in zip(words, found, strict=True)
    ]
    write_output("\n\n".join(pages), arguments)
    return OK


def _is_one(word: str, kinds: list[Kind]) -> bool:
    return len(kinds) == 1 and word.strip().upper() in _names(kinds[0])


def _names(kind: Kind) -> set[str]:
    """Return the words that select a kind: code, name, and number and name of the libsdformat error."""
    return {kind.code, kind.name.upper(), *map(str, kind.reference or ())}


def _list(kinds: list[Kind]) -> str:
    width = max(len(kind.name) for kind in kinds)
    fix = {"always": " (with a fix)", "sometimes": " (sometimes with a fix)", "never": ""}
    lines = [
        f"{kind.code}  {kind.severity:<7}  {kind.name:<{width}}  {kind.title}{fix[kind.fix]}\n"
        for kind in kinds
    ]
    return "".join(lines)


def _find(word: str, known: dict[str, Kind]) -> list[Kind]:
    """Return the kind with this code or name, or the kinds whose codes begin with it.

    Raises:
        UserError: the word matches no kind.
    """
    code = word.strip().upper()
    found = [kind for kind in known.values() if code in _names(kind)]
    found = found or [kind for kind in known.values() if kind.code.startswith(code)]
    if not found:
        _require_findable(code)
        references = [kind.reference[1] for kind in known.values() if kind.reference is not None]
        names = [kind.name for kind in known.values()]
        hint = did_you_mean(code, references) if "_" in code else did_you_mean(word, names)
        family = [kind.code for kind in known.values() if kind.code[0] == code[:1]]
        if not hint and family and code[1:].isdigit():
            hint = f"`bodyplan explain {code[0]}` lists {family[0]} to {family[-1]}"
        raise UserError(f"unknown code {word!r}; {hint or '`bodyplan explain` lists all codes'}")
    return found


def _require_findable(code: str) -> None:
    """Check that a word is not an error of libsdformat without a diagnostic of bodyplan.

    Raises:
        UserError: the word is an error of libsdformat that has no diagnostic.
    """
    for number, name in CODES.items():
        if code in (str(number), name):
            raise UserError(
                f"libsdformat {number} {name} is about a use of that library, or covered by other "
                f"codes; `bodyplan explain D` lists the diagnostics for SDFormat"
            )


def _page(kind: Kind, width: int | None) -> str:
    """Return the page of a kind with its head, wrapped if it goes to a terminal."""
    head = f"{kind.code} {kind.name} ({kind.severity}; fix: {kind.fix}; since {kind.since})"
    reference = (
        f"In libsdformat: {kind.reference_error.partition(' ')[2]}\n\n" if kind.reference else ""
    )
    page = kind.page.strip() if width is None else narrowed(kind.page.strip(), width)
    line = "=" * min(len(head), width or len(head))
    return f"{head}\n{line}\n\n{reference}{page}\n"

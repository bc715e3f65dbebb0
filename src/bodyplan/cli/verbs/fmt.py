"""``bodyplan fmt``: lay the file out evenly, keeping every comment."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, expand
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_result
from bodyplan.cli.settings import limits_of
from bodyplan.core import Limits
from bodyplan.diag.parts.plain import visible
from bodyplan.edit.format import DEFAULT_INDENT, format_document
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited

_PAGE = f"""\
Lay robot descriptions out evenly: indentation, blanks, quotes, line ends.
Every comment, value, number and name keeps its text, and the robot is the same.

examples:
  bodyplan fmt arm.urdf --diff
  bodyplan fmt robots/ --check

arguments:
  ROBOT ...

options:
  --indent N [{DEFAULT_INDENT}] [0..16]
                           how many blanks each level adds; %(default)s by default
  --limit

output:
  @write

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage, or a file that cannot be read to its end; the others are laid out
"""
parser = partial(Parser, "fmt", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Lays each input out, and gives back the exit status."""
    limits = limits_of(arguments)
    names = list(expand(arguments.inputs))
    if arguments.output and len(names) > 1:
        raise UserError("-o takes one file to write, and several are to be laid out")
    status = OK
    changed = failed = 0
    for name in names:
        done = attempt(name, partial(_laid_out, name, limits, arguments))
        if isinstance(done, Failed):
            status = max(status, done.status)
            failed += 1
            continue
        before, after = done
        if after is not before:
            changed += 1
            if arguments.diff or arguments.check:
                status = max(status, FINDINGS)
            if not arguments.quiet:
                sys.stdout.flush()
                sys.stderr.write(f"{visible(before.name)}: {_verb(arguments)}\n")
    if not arguments.quiet and len(names) > 1:
        words = [
            f"{changed} {_verb(arguments)}",
            f"{len(names) - changed - failed} left as they are",
        ]
        if failed:
            words.append(f"{failed} failed")
        sys.stderr.write(f"{len(names)} files: {', '.join(words)}\n")
    return status


def _verb(arguments: argparse.Namespace) -> str:
    return "would be laid out anew" if arguments.diff or arguments.check else "laid out anew"


def _laid_out(
    name: str, limits: Limits, arguments: argparse.Namespace
) -> tuple[Document, Document]:
    """The document before and after, which is written as the options say."""
    before, after = _format(name, limits, arguments.indent)
    if after is not before or arguments.output or name == "-":
        write_result(arguments, name, before, after)
    return before, after


def _format(name: str, limits: Limits, indent: int) -> tuple[Document, Document]:
    """The document before and after; the same one if nothing changes.

    Raises:
        UserError: no robot description, or one that cannot be read to its end.
        EditError: the file cannot be written in its encoding.
        InputError: there is nothing to read.
    """
    document = description(name, limits=limits)
    if document.tree.fault is not None:
        found = document.diagnostics[0]  # what ended the reading comes first
        place = f"{document.name}:{found.where.line}:{found.where.column}"
        raise UserError(f"{place}: {found.message}; nothing is laid out")
    edits = format_document(document, indent=indent)
    return document, edited(document, edits) if edits else document

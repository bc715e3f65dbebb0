"""``bodyplan fmt``: format files; comments, values and names stay."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial

import bodyplan
from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import expand, opened, session_of
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_result
from bodyplan.core.names import visible
from bodyplan.description.session import Session
from bodyplan.edit.format import DEFAULT_INDENT
from bodyplan.formats.document import Document
from bodyplan.formats.source import WordOrPath

_PAGE = f"""\
Format robot descriptions: indentation, whitespace, quotes and line ends. The
text of comments, values and names does not change, and neither does the robot.

examples:
  bodyplan fmt arm.urdf --diff
  bodyplan fmt robots/ --check

arguments:
  ROBOT ...

options:
  --indent N [{DEFAULT_INDENT}] [0..16]
                           spaces per level; default: %(default)s
  --limit

output:
  @write

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage, or a file with a syntax error; the others are formatted
"""
parser = partial(Parser, "fmt", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    session = session_of(arguments)
    sources = list(expand(arguments.inputs))
    if arguments.output and len(sources) > 1:
        raise UserError("-o writes one file, but several are to be formatted")
    status = OK
    changed = failed = 0
    for source in sources:
        work = partial(_formatted, source, session, arguments)
        done = attempt(os.fspath(source), work)
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
    if not arguments.quiet and len(sources) > 1:
        words = [
            f"{changed} {_verb(arguments)}",
            f"{len(sources) - changed - failed} unchanged",
        ]
        if failed:
            words.append(f"{failed} failed")
        sys.stderr.write(f"{len(sources)} files: {', '.join(words)}\n")
    return status


def _verb(arguments: argparse.Namespace) -> str:
    return "would be formatted" if arguments.diff or arguments.check else "formatted"


def _formatted(
    source: WordOrPath, session: Session, arguments: argparse.Namespace
) -> tuple[Document, Document]:
    """Format a document, write it according to the options, and return it before and after."""
    before, after = _format(source, session, arguments.indent)
    if after is not before or arguments.output or source == "-":
        write_result(arguments, source, before, after)
    return before, after


def _format(source: WordOrPath, session: Session, indent: int) -> tuple[Document, Document]:
    """Return the document before and after formatting; both are the same object if nothing changes.

    Raises:
        UserError: the file is not a robot description, or has a syntax error.
        EditError: the file cannot be written in its encoding.
        InputError: the file cannot be read.
    """
    document = opened(session, source).written
    if document.tree.fault is not None:
        found = document.diagnostics[0]  # the first error ended the reading of the file
        location = f"{document.name}:{found.where.line}:{found.where.column}"
        raise UserError(f"{location}: {found.message}; the file is not formatted")
    return document, bodyplan.format(document, indent=indent)

"""``bodyplan fix``: repair what can be repaired."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.check import trouble
from bodyplan.cli.common import (
    Parser,
    SettingsFinder,
    Trouble,
    add_inputs,
    add_rule_options,
    add_write_options,
    expand,
    unified_diff,
    write_file,
)
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import SAMPLE_PREFIX
from bodyplan.formats.urdf import Robot
from bodyplan.lint.fix import FixResult, fix_document


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "fix",
        "Repair robot descriptions: every safe fix, round by round, until there is none.\n"
        "Only the bytes of the fixes change. A fix that would break the file is taken back.\n\n"
        "exit status: 0 done, 1 findings at or above --fail-on remain (or, with --diff and\n"
        "--check, something would change), 2 usage or unreadable input",
    )
    add_inputs(made, many=True)
    made.add_argument("--unsafe", action="store_true", help="also make fixes that may not be what the author meant")
    add_rule_options(made)
    add_write_options(made, "the repaired file")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Fixes each input, and gives back the exit status."""
    finder = SettingsFinder(arguments)
    names = list(expand(arguments.inputs))
    if arguments.output and len(names) > 1:
        raise Trouble("-o takes one file to write, and several are to be fixed")
    robot = read(arguments.robot).root if arguments.robot else None
    status = OK
    for name in names:
        settings = finder(name)
        document = read(name, limits=settings.limits)
        reason = trouble(document)
        if reason is not None:
            raise Trouble(reason)
        result = fix_document(
            document,
            settings,
            unsafe=arguments.unsafe,
            robot=robot if isinstance(robot, Robot) else None,
        )
        changed = result.document.to_bytes() != document.to_bytes()
        _write(arguments, name, document, result)
        if not arguments.quiet:
            _tell(arguments, document, result)
        if arguments.diff or arguments.check:
            status = max(status, FINDINGS if changed else OK)
        elif any(found.severity.rank <= settings.fail_on.rank for found in result.remaining):
            status = FINDINGS
    return status


def _write(
    arguments: argparse.Namespace, name: str, document: Document, result: FixResult
) -> None:
    write_result(arguments, name, document, result.document)


def write_result(
    arguments: argparse.Namespace, name: str, before: Document, after: Document
) -> None:
    """Does with a changed document what the output options say.

    Raises:
        Trouble: the input is no file of the user's, or the target cannot be written.
    """
    if arguments.diff:
        sys.stdout.write(unified_diff(before.name, before.source.text, after.source.text))
    elif arguments.check:
        return
    elif arguments.output == "-" or (name == "-" and arguments.output is None):
        sys.stdout.flush()
        sys.stdout.buffer.write(after.to_bytes())
    elif arguments.output:
        write_file(Path(arguments.output), after.to_bytes())
    elif name.startswith(SAMPLE_PREFIX):
        raise Trouble(f"{name} belongs to the package; use -o FILE or --diff")
    elif after.to_bytes() != before.to_bytes():
        write_file(Path(name), after.to_bytes())


def _tell(arguments: argparse.Namespace, document: Document, result: FixResult) -> None:
    """What was done, on standard error so that the file itself can go to standard output."""
    verb = "would fix" if arguments.diff or arguments.check else "fixed"
    out = sys.stderr
    for found in result.applied:
        fix = found.fix
        title = fix.title if fix is not None else found.message
        line, column = found.where.line, found.where.column
        out.write(f"{document.name}:{line}:{column}: {found.code} {verb}: {title}\n")
    for found, reason in result.reverted:
        out.write(f"{document.name}: {found.code} not fixed, {reason}: {found.message}\n")
    left = [found for found in result.remaining if found.fix and found.fix.safety == "unsafe"]
    words = [f"{verb} {len(result.applied)}", f"{len(result.remaining)} findings remain"]
    if left and not arguments.unsafe:
        words.append(f"{len(left)} of them can be fixed with --unsafe")
    out.write(f"{document.name}: {', '.join(words)}\n")

"""``bodyplan fix``: repair what can be repaired."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.changes import unified_diff
from bodyplan.cli.check import partner
from bodyplan.cli.files import write_file, write_files
from bodyplan.cli.inputs import (
    description,
    expand,
    require_macros,
    shown_path,
    split_arguments,
)
from bodyplan.cli.output import show_content, show_text
from bodyplan.cli.parser import Parser
from bodyplan.cli.patterns import require_inside
from bodyplan.cli.resources import named_resources
from bodyplan.cli.settings import SettingsFinder
from bodyplan.cli.trouble import Trouble
from bodyplan.diag.internal import settle
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.render.plain import visible
from bodyplan.formats.document import Document
from bodyplan.formats.source import SAMPLE_PREFIX
from bodyplan.formats.urdf import Robot
from bodyplan.lint.fix import FixResult, fix_document
from bodyplan.lint.fix_report import FixedFile, FixReport, fixed_file
from bodyplan.lint.settings import Settings
from bodyplan.project.check import robot_around
from bodyplan.text import plural

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_PAGE = """\
Repair robot descriptions: every safe fix, round by round, until there is none.
Only the bytes of the fixes change. A fix that would bring new errors is taken
back and reported.

examples:
  bodyplan fix arm.urdf --diff
  bodyplan fix arm.urdf
  bodyplan fix robots/ --unsafe --select J107 --check

arguments:
  ROBOT ...                ; ARG:=VALUE for the macros of a .xacro

options:
  --unsafe                 also make fixes that may not be what the author meant

findings:
  @rules

packages:
  @packages

output:
  --json                   : what was done; the file goes elsewhere
  @write

Of a file with macros (.xacro) it repairs what stands there as it does in the
robot; what macros and expressions make is not touched.

exit status: 0 done, 1 findings at or above --fail-on remain
(with --diff and --check: something would change),
2 wrong usage, or a file that could not be fixed; the others are fixed
"""
parser = partial(Parser, "fix", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Fixes each input, and gives back the exit status."""
    finder = SettingsFinder(arguments)
    inputs, given = split_arguments(arguments.inputs, quiet=arguments.quiet)
    resources = named_resources(arguments)
    names = list(map(shown_path, expand(inputs)))
    if arguments.output and len(names) > 1:
        raise Trouble("-o takes one file to write, and several are to be fixed")
    if [*names, arguments.robot].count("-") > 1:
        raise Trouble("standard input can be read only once")
    require_output_for_json(arguments, names)
    robot = partner(arguments.robot, given, resources)
    is_sure = any(name.lower().endswith(".xacro") for name in (*names, arguments.robot or ""))
    status = OK
    total = _Total()
    told: list[FixedFile] = []
    for name in names:
        settings = finder(name)

        def fixed(name: str = name, settings: Settings = settings) -> tuple[Document, FixResult]:
            document = description(
                name, limits=settings.limits, arguments=given, resources=resources
            )
            require_macros(given, has_macros=is_sure or document.format == "xacro")
            result = fix_document(
                document,
                settings,
                unsafe=arguments.unsafe,
                robot=robot or _robot_around(document, resources),
                resources=resources,
            )
            settle((*result.applied, *result.remaining))
            write_result(arguments, name, document, result.document)
            return document, result

        done = attempt(name, fixed)
        if isinstance(done, Failed):
            status = max(status, done.status)
            total.failed += 1
            if arguments.json:
                told.append(FixedFile(name, trouble=done.sentence))
            continue
        document, result = done
        total.add(result)
        sys.stdout.flush()
        if arguments.json:
            is_written = not arguments.check
            told.append(fixed_file(document, result, is_written=is_written))
        elif not arguments.quiet:
            _tell(arguments, document, result, is_one=len(names) == 1)
        if arguments.diff or arguments.check:
            changed = result.document.to_bytes() != document.to_bytes()
            status = max(status, FINDINGS if changed else OK)
        elif any(found.severity.rank <= settings.fail_on.rank for found in result.remaining):
            status = max(status, FINDINGS)
    if arguments.json:
        sys.stdout.write(json_text(FixReport(tuple(told))))
    elif not arguments.quiet and len(names) > 1:
        sys.stderr.write(f"{plural(len(names), 'file')}: {total.words(_verb(arguments))}\n")
    return status


def require_output_for_json(
    arguments: argparse.Namespace, inputs: Sequence[str], *, writes: bool = True
) -> None:
    """Nothing, where JSON and a changed file do not both go to standard output.

    Args:
        arguments: of the verb.
        inputs: what is read; of standard input the result goes to standard output.
        writes: whether anything is written where no option says so.

    Raises:
        Trouble: they do.
    """
    writes = (writes or arguments.in_place) and not arguments.check
    to_output = arguments.output == "-" or (not arguments.output and writes and "-" in inputs)
    if arguments.json and (arguments.diff or to_output):
        raise Trouble("--json takes standard output for itself; use -o FILE or --in-place")


def _robot_around(document: Document, resources: Resources | None) -> Robot | None:
    """The robot that an SRDF or a state belongs to, where one lies beside it."""
    if document.format not in {"srdf", "model_state", "xacro"}:
        return None

    return robot_around(document, resources)


class _Total:
    """What was done to all files together."""

    def __init__(self) -> None:
        self.fixed = self.files = self.remaining = self.failed = 0

    def add(self, result: FixResult) -> None:
        """Counts one file."""
        self.fixed += len(result.applied)
        self.files += bool(result.applied)
        self.remaining += len(result.remaining)

    def words(self, verb: str) -> str:
        """The counts, for people."""
        words = [_done(verb, self.fixed)]
        if self.fixed:
            words[0] += f" in {plural(self.files, 'file')}"
        words.append(_left(self.remaining))
        if self.failed:
            words.append(f"{plural(self.failed, 'file')} could not be fixed")
        return ", ".join(words)


def write_result(
    arguments: argparse.Namespace, name: str, before: Document, after: Document
) -> None:
    """Does with a changed document what the output options say.

    What is written back goes to the file that was read: of the folder of a model, and of its
    model.config, the SDFormat file.

    Raises:
        Trouble: the input is no file of the user's, or the target cannot be written.
    """
    if arguments.diff:
        show_text(unified_diff(before.name, before.source.text, after.source.text))
    elif arguments.check:
        return
    elif arguments.output == "-" or (name == "-" and arguments.output is None):
        show_content(after.source)
    elif arguments.output:
        expected = before.on_disk if before.is_at(arguments.output) else None
        write_file(arguments.output, after.to_bytes(), arguments, expected=expected)
    elif name.startswith(SAMPLE_PREFIX) or after.to_bytes() != before.to_bytes():
        target = own_file(arguments, name, before)
        write_file(target, after.to_bytes(), arguments, expected=before.on_disk)


def write_back(
    arguments: argparse.Namespace, changed: Sequence[tuple[str, Document, Document]]
) -> None:
    """Write several changed documents to the files that were read: all of them, or none.

    Args:
        arguments: of the verb.
        changed: of each its name, the document that was read, and the changed one.

    Raises:
        Trouble: one cannot be written.
    """
    write_files(
        [
            (own_file(arguments, name, before), after.to_bytes(), before.on_disk)
            for name, before, after in changed
        ],
        arguments,
    )


def own_file(arguments: argparse.Namespace, name: str, document: Document) -> str:
    """The file that a changed document is written back to.

    Raises:
        Trouble: it is no file of the user's, or lies outside of the folder that the user named.
    """
    path = str(document.path or name)
    if name.startswith(SAMPLE_PREFIX):
        raise Trouble(f"{name} belongs to the package; use -o FILE or --diff")
    if not os.path.lexists(name) and os.path.normpath(path) != os.path.normpath(name):
        raise Trouble(f"{name} is no file of its own; use -o FILE or --diff")  # it is in a cache
    given = vars(arguments)
    words = (*given.get("inputs", ()), given.get("input"), given.get("file"))
    known = document.on_disk.place if document.on_disk is not None else None
    require_inside(path, known or os.path.realpath(path), [word for word in words if word])
    return path


def _verb(arguments: argparse.Namespace) -> str:
    return "would be fixed" if arguments.diff or arguments.check else "fixed"


def _done(verb: str, count: int) -> str:
    return f"{count} {verb}" if count else f"nothing {verb}"


def _left(count: int) -> str:
    return (
        f"{plural(count, 'finding')} remain{'s' if count == 1 else ''}" if count else "none remains"
    )


def _tell(
    arguments: argparse.Namespace, document: Document, result: FixResult, *, is_one: bool
) -> None:
    """What was done, on standard error so that the file itself can go to standard output."""
    verb = _verb(arguments)
    lines = []
    for found in result.applied:
        title = found.fix.title if found.fix is not None else found.message
        where = found.where
        lines.append(f"{document.name}:{where.line}:{where.column}: {found.code} {verb}: {title}")
    for found, reason in result.reverted:
        where = found.where
        place = f"{document.name}:{where.line}:{where.column}"
        lines.append(f"{place}: {found.code} not fixed, {reason}: {found.message}")
    if is_one or lines:
        words = [_done(verb, len(result.applied)), _left(len(result.remaining))]
        more = sum(found.fix.safety == "unsafe" for found in result.remaining if found.fix)
        if more and not arguments.unsafe:
            which = f"{more} of them" if len(result.remaining) > 1 else "it"
            words.append(f"{which} can be fixed with --unsafe")
        if not result.applied and not result.remaining:
            words = ["nothing to fix"]
        if not result.is_whole:
            words.append("run it again for the rest: not everything was done at once")
        lines.append(f"{document.name}: {', '.join(words)}")
    for line in lines:
        sys.stderr.write(f"{visible(line)}\n")

"""The output of ``bodyplan check``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bodyplan.cli.output import wants_color, write_output
from bodyplan.cli.parser import terminal_columns
from bodyplan.core import replace
from bodyplan.core.names import visible
from bodyplan.diag.render import FORMATS
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import PLACED_FAULTS

if TYPE_CHECKING:
    from bodyplan.description.checker import Checked, Job

_FOR_PEOPLE = ("full", "concise")
_DIM, _RESET = "\x1b[2m", "\x1b[0m"


def print_report(report: Report, notes: Sequence[str], arguments: argparse.Namespace) -> None:
    """Print the report, and on standard error the files that could not be read."""
    if arguments.format in _FOR_PEOPLE:
        report = replace(report, files=tuple(_with_place(file) for file in report.files))
    to_file = arguments.output not in {None, "-"}
    text = _text(report, notes, arguments, to_file=to_file)
    if text or to_file:
        write_output(text, arguments)
    sys.stdout.flush()
    for file in report.files:
        if file.trouble is not None:
            sys.stderr.write(f"bodyplan: {visible(file.trouble)}\n")


def _with_place(file: FileReport) -> FileReport:
    """Return a report, without ``trouble`` if a diagnostic gives this reason with a location."""
    if file.trouble is None or not any(d.code in PLACED_FAULTS for d in file.diagnostics):
        return file
    return replace(file, trouble=None)


def _text(
    report: Report, notes: Sequence[str], arguments: argparse.Namespace, *, to_file: bool
) -> str:
    if arguments.format not in _FOR_PEOPLE:
        return FORMATS[arguments.format](report)
    # Unreadable files are reported once, on standard error.
    if arguments.quiet and not any(file.diagnostics for file in _readable(report)):
        return ""
    if arguments.format == "concise":
        return FORMATS["concise"](report, troubles=False, by_severity=_by_severity(arguments))
    if not _readable(report) and not to_file:
        return ""
    on_terminal = not to_file and sys.stdout.isatty()
    color = not to_file and wants_color(arguments.color)
    text = "" if arguments.quiet else _notes(notes, color=color, is_apart=bool(report.diagnostics))
    text += FORMATS["full"](
        report,
        color=color,
        width=terminal_columns(sys.stdout) if on_terminal else 80,
        troubles=False,
        each=arguments.all,
        by_severity=_by_severity(arguments),
    )
    if on_terminal and report.diagnostics:
        worst = min(report.diagnostics, key=lambda found: found.severity.rank)
        text += f"for details, run: bodyplan explain {worst.code}\n"
    return text


def _notes(notes: Sequence[str], *, color: bool, is_apart: bool) -> str:
    """Return notes as dim lines; each names a file and the robot that it was checked with."""
    lines = [visible(note) for note in notes]
    if color:
        lines = [f"{_DIM}{line}{_RESET}" for line in lines]
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines and is_apart else "")


def _by_severity(arguments: argparse.Namespace) -> bool:
    return bool(arguments.sort == "severity")


def shown_reports(checked: Checked, job: Job, *, is_quiet: bool) -> Iterator[FileReport]:
    """Yield the reports on a file and on its includes.

    Args:
        checked: the result.
        job: the job of the check.
        is_quiet: whether to leave out diagnostics that do not make the exit status 1.
    """
    for file in checked.reports:
        if not is_quiet:
            yield file
            continue
        failing = tuple(d for d in file.diagnostics if d.severity.rank <= job.settings.fail_on.rank)
        if failing or file is checked.report:
            yield replace(file, diagnostics=failing)


def _readable(report: Report) -> list[FileReport]:
    return [file for file in report.files if file.trouble is None]


def mention_meshes(arguments: argparse.Namespace) -> None:
    """Mention on a terminal that meshes can be checked too."""
    is_for_people = arguments.format == "full" and not arguments.quiet
    if is_for_people and arguments.output is None and sys.stdout.isatty():
        words = "meshes were not opened; use --meshes to check them"
        dim, reset = (_DIM, _RESET) if wants_color(arguments.color) else ("", "")
        sys.stdout.write(f"{dim}{words}{reset}\n")

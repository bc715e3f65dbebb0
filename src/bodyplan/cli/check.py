"""``bodyplan check``: find every fault."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from bodyplan.cli.common import (
    SettingsFinder,
    add_color_option,
    add_inputs,
    add_rule_options,
    wants_color,
    write_output,
)
from bodyplan.cli.inputs import expand, shown_path
from bodyplan.cli.parser import Parser, terminal_columns
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Diagnostic
from bodyplan.diag.render import FORMATS
from bodyplan.diag.render.plain import visible
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import InputError
from bodyplan.formats.urdf import Robot
from bodyplan.lint.run import check_document
from bodyplan.lint.settings import Settings

_MANY = 24  # from so many files on, processes pay for their start
_FOR_PEOPLE = ("full", "concise")
_XML_FAULTS = ("X001", "X002", "X003")
"""Faults that make a file unreadable, and that have a place in it to look at."""

Task = tuple[str, Settings, Robot | None]


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "check",
        "Find every fault of robot descriptions: of XML, of the format, of the robot.\n"
        "The full form shows like findings three times and then counts them; the other\n"
        "forms, and --all, list each.\n\n"
        "exit status: 0 clean, 1 findings at or above --fail-on,\n"
        "2 wrong usage, or a file that could not be read; the others are checked",
    )
    add_inputs(made, many=True)
    add_rule_options(made)
    group = made.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=list(FORMATS),
        default="full",
        help="for people, for editors and grep, for programs, for services",
    )
    group.add_argument(
        "--json",
        action="store_const",
        const="json",
        dest="format",
        help="the same as --format json",
    )
    group.add_argument(
        "--all", action="store_true", help="show each finding, however many are alike"
    )
    group.add_argument(
        "--sort",
        choices=["position", "severity"],
        default="position",
        help="by line (default), or the worst of each file first",
    )
    group.add_argument("-o", "--output", metavar="FILE", help="write the report to this file")
    group.add_argument(
        "--quiet", action="store_true", help="print only findings that make the exit status 1"
    )
    group.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="how many processes; for many files as many as processors by default",
    )
    add_color_option(group)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Checks, prints the report, and gives back the exit status."""
    if arguments.jobs is not None and arguments.jobs < 1:
        raise Trouble(f"--jobs takes a number from 1, not {arguments.jobs}")
    finder = SettingsFinder(arguments)
    names = list(expand(arguments.inputs))
    if [*names, arguments.robot].count("-") > 1:
        raise Trouble("standard input can be read only once")
    if arguments.format != "json":  # programs find their files by the names that they gave
        names = list(map(shown_path, names))
    robot = partner(arguments.robot)
    tasks = [(name, finder(name), robot) for name in names]
    files = list(_check_all(tasks, arguments))
    grades = [settings.fail_on for _, settings, _ in tasks]
    status = max(
        Report((file,)).exit_code(fail_on) for file, fail_on in zip(files, grades, strict=True)
    )
    if arguments.quiet:
        files = [
            _with(file, (d for d in file.diagnostics if d.severity.rank <= fail_on.rank))
            for file, fail_on in zip(files, grades, strict=True)
        ]
    _print(Report(tuple(files)), arguments)
    return status


def _print(report: Report, arguments: argparse.Namespace) -> None:
    """Prints the report, and on standard error what could not be read."""
    if arguments.format in _FOR_PEOPLE:
        report = Report(tuple(_with_place(file) for file in report.files))
    to_file = arguments.output not in {None, "-"}
    text = _text(report, arguments, to_file=to_file)
    if text or to_file:
        write_output(text, arguments.output)
    sys.stdout.flush()
    for file in report.files:
        if file.trouble is not None:
            sys.stderr.write(f"bodyplan: {visible(file.trouble)}\n")


def _with_place(file: FileReport) -> FileReport:
    """The report without its sentence where a finding says the same, with the place."""
    if file.trouble is None or not any(d.code in _XML_FAULTS for d in file.diagnostics):
        return file
    return FileReport(file.name, file.format, file.diagnostics, file.source)


def _text(report: Report, arguments: argparse.Namespace, *, to_file: bool) -> str:
    if arguments.format not in _FOR_PEOPLE:
        return FORMATS[arguments.format](report)
    # What could not be read is told once, on standard error.
    if arguments.quiet and not any(file.diagnostics for file in _readable(report)):
        return ""
    if arguments.format == "concise":
        return FORMATS["concise"](report, troubles=False, by_severity=_by_severity(arguments))
    if not _readable(report) and not to_file:
        return ""
    on_terminal = not to_file and sys.stdout.isatty()
    text = FORMATS["full"](
        report,
        color=not to_file and wants_color(arguments.color),
        width=terminal_columns(sys.stdout) if on_terminal else 80,
        troubles=False,
        alike=None if arguments.all else 3,
        by_severity=_by_severity(arguments),
    )
    worst = next((d for d in report.diagnostics if d.severity is report.worst), None)
    if on_terminal and worst is not None:
        text += f"`bodyplan explain {worst.code}` says more about {worst.code}\n"
    return text


def _by_severity(arguments: argparse.Namespace) -> bool:
    return bool(arguments.sort == "severity")


def _readable(report: Report) -> list[FileReport]:
    return [file for file in report.files if file.trouble is None]


def _with(file: FileReport, diagnostics: Iterable[Diagnostic]) -> FileReport:
    return FileReport(file.name, file.format, tuple(diagnostics), file.source, file.trouble)


def partner(name: str | None) -> Robot | None:
    """The robot that ``--robot`` names.

    Raises:
        Trouble: it is no URDF.
    """
    if name is None:
        return None
    document = read(name)
    reason = trouble(document)
    if reason is not None:
        raise Trouble(f"--robot {reason}")
    if not isinstance(document.root, Robot):
        raise Trouble(f"--robot {document.name}: this is no URDF")
    return document.root


def _check_all(tasks: Sequence[Task], arguments: argparse.Namespace) -> Iterator[FileReport]:
    """Reports in the order of the tasks; in several processes when that pays."""
    jobs = arguments.jobs or (_processors() if len(tasks) >= _MANY else 1)
    if jobs == 1 or len(tasks) == 1:
        yield from _with_progress(map(check_one, tasks), len(tasks), arguments)
        return
    with _in_processes(tasks, jobs) as results:
        yield from _with_progress(results, len(tasks), arguments)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _with_progress(
    results: Iterator[FileReport], total: int, arguments: argparse.Namespace
) -> Iterator[FileReport]:
    """The same results; on a terminal, many of them move a bar."""
    if total < _MANY or arguments.quiet or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(results, "checking", total=total, console=console, transient=True)


@contextmanager
def _in_processes(tasks: Sequence[Task], jobs: int) -> Iterator[Iterator[FileReport]]:
    """Reports in the order of the tasks, made by other processes.

    Raises:
        Trouble: a process was ended from outside.
    """
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Only this process hears an interruption: it ends the others.
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        # Only this process has the standard input.
        others = [task for task in tasks if task[0] != "-"]
        made = pool.map(check_one, others, chunksize=max(1, len(others) // (8 * jobs)))
        yield (check_one(task) if task[0] == "-" else next(made) for task in tasks)
    except BrokenProcessPool:
        raise Trouble("a process was ended from outside; try --jobs 1") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def check_one(task: Task) -> FileReport:
    """The report on one input."""
    name, settings, robot = task
    try:
        document = read(name, limits=settings.limits)
    except InputError as error:
        return FileReport(name, trouble=str(error))
    found = tuple(check_document(document, settings, robot=robot))
    return FileReport(
        document.name, document.format, found, document.source, trouble=trouble(document)
    )


def trouble(document: Document) -> str | None:
    """Why a file is no robot description at all, and what to do, if that is so."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    where = first.where
    is_placed = first.code in _XML_FAULTS
    place = f"{document.name}:{where.line}:{where.column}" if is_placed else document.name
    return f"{place}: {first.message}; {first.hint}" if first.hint else f"{place}: {first.message}"

"""``bodyplan check``: find every fault."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from bodyplan.cli.common import (
    Parser,
    SettingsFinder,
    Trouble,
    add_color_option,
    add_inputs,
    add_rule_options,
    expand,
    wants_color,
    write_output,
)
from bodyplan.diag import Severity
from bodyplan.diag.render import FORMATS, render
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import InputError
from bodyplan.formats.urdf import Robot
from bodyplan.lint.run import check_document
from bodyplan.lint.settings import Settings

_MANY = 24  # from so many files on, processes pay for their start


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "check",
        "Find every fault of robot descriptions: of XML, of the format, of the robot.\n\n"
        "exit status: 0 clean, 1 findings at or above --fail-on, 2 usage or unreadable input",
    )
    add_inputs(made, many=True)
    add_rule_options(made)
    group = made.add_argument_group("output")
    group.add_argument("--format", choices=list(FORMATS), default="full", help="how to print the findings: %(choices)s")
    group.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    group.add_argument("-o", "--output", metavar="FILE", help="write the report to this file")
    group.add_argument("--quiet", action="store_true", help="print only findings that make the exit status 1")
    group.add_argument("--jobs", type=int, metavar="N", help="how many processes; as many as processors by default")
    add_color_option(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Checks, prints the report, and gives back the exit status."""
    finder = SettingsFinder(arguments)
    names = list(expand(arguments.inputs))
    if len([name for name in names if name == "-"]) > 1:
        raise Trouble("standard input can be read once")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise Trouble(f"--jobs takes a positive number, not {arguments.jobs}")
    robot = _robot(arguments.robot)
    tasks = [(name, finder(name), robot) for name in names]
    report = Report(tuple(_check_all(tasks, arguments)))
    fail_on = min((settings.fail_on for _, settings, _ in tasks), key=lambda s: -s.rank)
    shown = _failing(report, fail_on) if arguments.quiet else report
    to_file = arguments.output not in (None, "-")
    color = not to_file and wants_color(arguments.color)
    text = render(shown, arguments.format, color=color)
    if text and not (arguments.quiet and not shown.diagnostics and arguments.format in ("full", "concise")):
        write_output(text, arguments.output)
    for file in report.files:
        if file.trouble is not None:
            sys.stdout.flush()
            sys.stderr.write(f"bodyplan: {file.trouble}\n")
    return report.exit_code(fail_on)


def _robot(name: str | None) -> Robot | None:
    if name is None:
        return None
    root = read(name).root
    if not isinstance(root, Robot):
        raise Trouble(f"--robot {name}: this is no URDF")
    return root


def _failing(report: Report, fail_on: Severity) -> Report:
    return Report(
        tuple(
            FileReport(
                file.name,
                file.format,
                tuple(d for d in file.diagnostics if d.severity.rank <= fail_on.rank),
                file.source,
                file.trouble,
            )
            for file in report.files
        )
    )


Task = tuple[str, Settings, Robot | None]


def _check_all(tasks: Sequence[Task], arguments: argparse.Namespace) -> Iterator[FileReport]:
    """Reports in the order of the tasks; in several processes when that pays."""
    jobs = arguments.jobs or (os.cpu_count() or 1 if len(tasks) >= _MANY else 1)
    results = map(check_one, tasks) if jobs == 1 or len(tasks) == 1 else _in_processes(tasks, jobs)
    if len(tasks) >= _MANY and sys.stderr.isatty() and not arguments.quiet:
        from rich.console import Console
        from rich.progress import track

        yield from track(
            results, "checking", total=len(tasks), console=Console(stderr=True), transient=True
        )
    else:
        yield from results


def _in_processes(tasks: Sequence[Task], jobs: int) -> Iterator[FileReport]:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        try:
            yield from pool.map(check_one, tasks, chunksize=max(1, len(tasks) // (8 * jobs)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


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
    """Why a file is no robot description at all, if that is so."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    return f"{document.name}: {first.message}"

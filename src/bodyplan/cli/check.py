"""``bodyplan check``: find every fault."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bodyplan.cli.common import (
    SettingsFinder,
    add_color_option,
    add_inputs,
    add_rule_options,
    wants_color,
    write_output,
)
from bodyplan.cli.inputs import (
    description,
    expand,
    is_folder,
    require_macros,
    shown_path,
    split_arguments,
)
from bodyplan.cli.parser import Parser, terminal_columns
from bodyplan.cli.resources import add_resource_options, named_resources
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.render import FORMATS
from bodyplan.diag.render.plain import visible
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.source import YAML_ENDINGS
from bodyplan.formats.trouble import PLACED_FAULTS
from bodyplan.lint.reports import combined
from bodyplan.project.check import jobs_of_folder, with_folders
from bodyplan.project.checker import (
    Checked,
    Checker,
    Job,
    Mode,
    whole_robot,
)
from bodyplan.text import replace

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.project.members import Member
    from bodyplan.resources import Resources

_MANY = 24  # from so many files on, processes pay for their start
_FOR_PEOPLE = ("full", "concise")
_DIM, _RESET = "\x1b[2m", "\x1b[0m"
Task = Job

_WITH_ROBOTS = (".srdf", ".xml", *YAML_ENDINGS, ".xacro")
"""Endings of files that ask for a robot."""


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "check",
        "Find every fault of robot descriptions: of XML, of the format, of the robot.\n"
        "An SRDF, a model_state, joint limits and controllers in YAML are checked with\n"
        "their robot: that of --robot, else the one that is found around them.\n"
        "A world or model of SDFormat is checked with the models that it includes.\n"
        "Of a file with macros (.xacro) the robot is checked that they make; each fault\n"
        "is told where it was written, with the macro calls that led there.\n"
        "The full form shows like findings three times and then counts them; the other\n"
        "forms, and --all, list each.\n\n"
        "exit status: 0 clean, 1 findings at or above --fail-on,\n"
        "2 wrong usage, or a file that could not be read; the others are checked",
    )
    add_inputs(made, many=True, takes_values=True)
    add_rule_options(made)
    made.add_argument(
        "--alone", action="store_true", help="check each file by itself; look for no robot"
    )
    add_resource_options(made)
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
    if arguments.alone and arguments.robot is not None:
        raise Trouble("--alone and --robot contradict each other")
    resources = named_resources(arguments)
    arguments.inputs, given = split_arguments(arguments.inputs, quiet=arguments.quiet)
    jobs, unread = _jobs(arguments, SettingsFinder(arguments))
    folders = [word for word in arguments.inputs if is_folder(word)]
    if folders or (len(jobs) > 1 and resources is None):  # one for all: it keeps what it saw
        resources = with_folders(resources, folders)
    names = tuple(job.name for job in jobs if not job.is_found)
    robot = partner(arguments.robot, given, resources)
    around = names if any(name.lower().endswith(_WITH_ROBOTS) for name in names) else ()
    checker = Checker(resources, around, robot, arguments.robot or "", given)
    if len(jobs) == 1 and jobs[0].settings.opens_meshes and not arguments.quiet:
        from bodyplan.cli.progress import watching

        checker.watch_meshes(watching("opening meshes"))
    results = [
        (job, checked)
        for job, checked in zip(jobs, _check_all(jobs, checker, arguments), strict=True)
        if checked.reports
    ]
    if not results:
        raise Trouble("there is no robot description in the folder")
    require_macros(given, has_macros=any(_has_macros(checked) for _, checked in results))
    status = max(
        Report(checked.reports).exit_code(job.settings.fail_on) for job, checked in results
    )
    files = [file for job, checked in results for file in _files(checked, job, arguments)]
    notes = [f"{one.report.name}: {one.note}" for _, one in results if one.report and one.note]
    _print(Report(combined((*files, *unread))), notes, arguments)
    if status == 0 and any(_has_unopened(checked, job) for job, checked in results):
        _tell_of_meshes(arguments)
    return 2 if unread else status


def _has_unopened(checked: Checked, job: Job) -> bool:
    """Whether a file names meshes that nobody looked into."""
    if job.settings.opens_meshes or job.settings.profile is not None:
        return False
    return any(file.source and b"<mesh" in file.source.data for file in checked.reports)


def _tell_of_meshes(arguments: argparse.Namespace) -> None:
    """Says, to people on a terminal, that there is more to be had."""
    is_for_people = arguments.format == "full" and not arguments.quiet
    if is_for_people and arguments.output is None and sys.stdout.isatty():
        words = "meshes were not opened; `--meshes` looks into them"
        dim, reset = (_DIM, _RESET) if wants_color(arguments.color) else ("", "")
        sys.stdout.write(f"{dim}{words}{reset}\n")


def _has_macros(checked: Checked) -> bool:
    """Whether there were macros in a file, or in one that it was checked with."""
    return any(
        file.format == "xacro" or any(name.lower().endswith(".xacro") for name in file.partners)
        for file in checked.reports
    )


def _files(checked: Checked, job: Job, arguments: argparse.Namespace) -> Iterator[FileReport]:
    """The reports on a file and on those that it includes, as far as they are wanted."""
    for file in checked.reports:
        if not arguments.quiet:
            yield file
            continue
        failing = tuple(_failing(file, job.settings.fail_on))
        if failing or file is checked.report:
            yield replace(file, diagnostics=failing)


def _failing(file: FileReport, fail_on: Severity) -> Iterator[Diagnostic]:
    return (d for d in file.diagnostics if d.severity.rank <= fail_on.rank)


def _jobs(
    arguments: argparse.Namespace, finder: SettingsFinder
) -> tuple[list[Job], list[FileReport]]:
    """What is to be checked, each file once; and the folders that could not be read.

    Raises:
        Trouble: standard input is named twice, or there is nothing to check in a folder.
        InputError: a folder that cannot be read.
    """
    mode: Mode = "given" if arguments.robot else "alone" if arguments.alone else "search"
    jobs: dict[str, Job] = {}
    unread: list[FileReport] = []
    shown = str if arguments.format == "json" else shown_path
    for word in arguments.inputs:  # programs find their files by the names that they gave
        if not is_folder(word):
            for name in map(shown, expand([word])):
                keeps = len(arguments.inputs) > 1
                jobs.setdefault(name, Job(name, finder(name), mode, keeps=keeps))
            continue
        members, troubles = _members(word)
        known: Mode = "found" if mode == "search" else mode
        members = [_renamed(member, shown) for member in members]
        for job in jobs_of_folder(members, finder, known):
            jobs.setdefault(job.name, job)
        unread += (FileReport(word, trouble=sentence) for sentence in troubles)
    if [*jobs, arguments.robot].count("-") > 1 or arguments.inputs.count("-") > 1:
        raise Trouble("standard input can be read only once")
    return list(jobs.values()), unread


def _members(folder: str) -> tuple[list[Member], list[str]]:
    """What is found in a folder.

    Raises:
        Trouble: nothing.
        InputError: the folder cannot be read, or holds too much.
    """
    from bodyplan.project.find import survey

    found = survey(folder)
    if not found.members:
        raise Trouble(f"there is no robot description in the folder {folder}")
    return found


def _renamed(member: Member, shown: Callable[[str], str]) -> Member:
    """A member with all names as they are shown."""
    return member._replace(
        path=shown(member.path),
        robot=member.robot and shown(member.robot),
        semantics=member.semantics and shown(member.semantics),
    )


def _print(report: Report, notes: Sequence[str], arguments: argparse.Namespace) -> None:
    """Prints the report, and on standard error what could not be read."""
    if arguments.format in _FOR_PEOPLE:
        report = Report(tuple(_with_place(file) for file in report.files))
    to_file = arguments.output not in {None, "-"}
    text = _text(report, notes, arguments, to_file=to_file)
    if text or to_file:
        write_output(text, arguments.output)
    sys.stdout.flush()
    for file in report.files:
        if file.trouble is not None:
            sys.stderr.write(f"bodyplan: {visible(file.trouble)}\n")


def _with_place(file: FileReport) -> FileReport:
    """The report without its sentence where a finding says the same, with the place."""
    if file.trouble is None or not any(d.code in PLACED_FAULTS for d in file.diagnostics):
        return file
    return replace(file, trouble=None)


def _text(
    report: Report, notes: Sequence[str], arguments: argparse.Namespace, *, to_file: bool
) -> str:
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
    color = not to_file and wants_color(arguments.color)
    text = "" if arguments.quiet else _notes(notes, color=color, is_apart=bool(report.diagnostics))
    text += FORMATS["full"](
        report,
        color=color,
        width=terminal_columns(sys.stdout) if on_terminal else 80,
        troubles=False,
        alike=None if arguments.all else 3,
        by_severity=_by_severity(arguments),
    )
    if on_terminal and report.diagnostics:
        worst = min(report.diagnostics, key=lambda found: found.severity.rank)
        text += f"`bodyplan explain {worst.code}` says more about {worst.code}\n"
    return text


def _notes(notes: Sequence[str], *, color: bool, is_apart: bool) -> str:
    """With what each file was checked, in quiet lines."""
    lines = [visible(note) for note in notes]
    if color:
        lines = [f"{_DIM}{line}{_RESET}" for line in lines]
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines and is_apart else "")


def _by_severity(arguments: argparse.Namespace) -> bool:
    return bool(arguments.sort == "severity")


def _readable(report: Report) -> list[FileReport]:
    return [file for file in report.files if file.trouble is None]


def partner(
    name: str | None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Robot | None:
    """The robot that ``--robot`` names.

    Args:
        name: what was named.
        arguments: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        Trouble: it is no URDF.
    """
    if name is None:
        return None
    try:
        document = description(name, arguments=arguments, resources=resources)
    except Trouble as trouble:
        raise Trouble(f"--robot {trouble}") from None
    root, why = whole_robot(document)
    if root is None:
        raise Trouble(f"--robot {why}")
    return root


def _check_all(
    jobs: Sequence[Job], checker: Checker, arguments: argparse.Namespace
) -> Iterator[Checked]:
    """Results in the order of the jobs; in several processes when that pays."""
    _start(checker)
    processes = arguments.jobs or (_processors() if len(jobs) >= _MANY else 1)
    if processes == 1 or len(jobs) == 1:
        yield from _with_progress(map(check_one, jobs), len(jobs), arguments)
        return
    with _in_processes(jobs, checker, processes) as results:
        yield from _with_progress(results, len(jobs), arguments)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _with_progress(
    results: Iterator[Checked], total: int, arguments: argparse.Namespace
) -> Iterator[Checked]:
    """The same results; on a terminal, many of them move a bar."""
    if total < _MANY or arguments.quiet or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(results, "checking", total=total, console=console, transient=True)


@contextmanager
def _in_processes(
    jobs: Sequence[Job], checker: Checker, processes: int
) -> Iterator[Iterator[Checked]]:
    """Results in the order of the jobs, made by other processes.

    Raises:
        Trouble: a process was ended from outside.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(
        min(processes, len(jobs)), initializer=_start_worker, initargs=checker.configuration
    )
    try:
        # Only this process has the standard input.
        others = [job for job in jobs if job.name != "-"]
        made = pool.map(check_one, others, chunksize=max(1, len(others) // (8 * processes)))
        yield (check_one(job) if job.name == "-" else next(made) for job in jobs)
    except BrokenProcessPool:
        raise Trouble("a process was ended from outside; try --jobs 1") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_checker: Checker | None = None
"""What checks in this process."""


def _start(checker: Checker) -> None:
    """Makes this process ready to check."""
    global _checker  # noqa: PLW0603  (a process of a pool has no other place)
    _checker = checker


def _start_worker(*configuration: Any) -> None:
    """Makes another process ready. Only the first one hears an interruption: it ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _start(Checker(*configuration))


def check_one(task: Task) -> Checked:
    """The result for one input."""
    assert _checker is not None
    return _checker.check(task)

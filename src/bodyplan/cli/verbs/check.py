"""``bodyplan check``: report errors and warnings, with location and fix."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli.check_pool import check_all
from bodyplan.cli.check_report import mention_meshes, print_report
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    expand,
    folder_survey,
    is_folder,
    named_urdf,
    require_macros,
    shown_path,
    split_arguments,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.progress import watching
from bodyplan.cli.session import session_of
from bodyplan.core import replace
from bodyplan.description.checker import (
    Checked,
    Checker,
    Job,
    Mode,
)
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.render import FORMATS
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import YAML_ENDINGS, FilePath, WordOrPath, is_path
from bodyplan.jobs.check import SettingsFor, jobs_of_folder, library_jobs
from bodyplan.lint.reports import combined

if TYPE_CHECKING:
    from bodyplan.description.search.find import Survey
    from bodyplan.description.search.members import Member


_WITH_ROBOTS = (".srdf", ".xml", *YAML_ENDINGS, ".xacro")
"""Endings of files that are checked with a robot."""

_PAGE = f"""\
Check robot descriptions: XML syntax, format, and the robot that they define.

examples:
  bodyplan check arm.urdf
  bodyplan check robots/ --fail-on warning
  bodyplan check arm.srdf --robot arm.urdf --select S
  bodyplan check arm.urdf.xacro prefix:=left_ --format concise

arguments:
  [ROBOT ...]              ; ARG:=VALUE sets a xacro argument; default: the current folder

options:
  --alone                  do not search for a robot; check each file on its own
  --jobs N [1..]           number of processes; default: one per processor for many files

diagnostics:
  @rules

packages:
  @packages

output:
  --format {{{",".join(FORMATS)}}} [full]
                           output format: full to read, concise for editors and grep, json and the
                           others for programs and services
  --json = format:json     print as JSON; the same as --format json
  --all                    list everything: every diagnostic, also those with one cause
  --sort {{position,severity}} [position]
                           by line (default), or by severity within each file
  @output
  --quiet                  , and the diagnostics that make the exit status 1
  --color

together:
  --alone without --robot

SRDF, model_state, and ROS 2 parameter files (YAML) with joint limits and
controllers are checked with their robot: that of --robot, or the one found near
them. SDFormat worlds and models are checked with the models that they include.
A xacro file is expanded; diagnostics point to its source, and list the macro
calls. The full format summarizes diagnostics with one cause; the other formats,
and --all, list each.

exit status: 0 clean, 1 diagnostics at or above --fail-on,
2 wrong usage, or a file that could not be read; the others are checked
"""
parser = partial(Parser, "check", _PAGE)
JSON_OF = {"": "diag.render.json:ReportData"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    words = arguments.inputs or [os.curdir]
    arguments.inputs, given = split_arguments(words, quiet=arguments.quiet)
    session = session_of(arguments, given)
    jobs, unread, surveys = _jobs(arguments, session.settings_for)
    if not jobs and unread:
        raise UserError("; ".join(file.trouble or "" for file in unread))
    folders = [word for word in arguments.inputs if is_folder(word)]
    if folders or (len(jobs) > 1 and session.resources is None):  # shared: it caches what it finds
        session = session.searching(folders)
    names = tuple(job.name for job in jobs if not job.is_found and is_path(job.source))
    robot = named_urdf(session, arguments.robot)
    around = names if any(name.lower().endswith(_WITH_ROBOTS) for name in names) else ()
    checker = Checker(session, around, robot, arguments.robot or "")
    if len(jobs) == 1 and not arguments.quiet:
        if jobs[0].settings.computes_collisions:
            checker.watch_meshes(watching("computing collisions"))
        elif jobs[0].settings.opens_meshes:
            checker.watch_meshes(watching("opening meshes"))
    checks = list(check_all(jobs, checker, arguments))
    for survey in surveys:
        more = library_jobs(survey, checks, session.settings_for)
        checks += check_all(more, checker, arguments) if more else ()
        jobs += more
    results = [(job, checked) for job, checked in zip(jobs, checks, strict=True) if checked.reports]
    if not results:
        raise UserError("the folder contains no robot description")
    require_macros(given, has_macros=any(_has_macros(checked) for _, checked in results))
    status = max(
        Report(checked.reports).exit_code(job.settings.fail_on) for job, checked in results
    )
    files = [file for job, checked in results for file in _files(checked, job, arguments)]
    notes = [f"{one.report.name}: {one.note}" for _, one in results if one.report and one.note]
    libraries = sum(len(survey.libraries) for survey in surveys)
    print_report(Report(combined((*files, *unread)), libraries), notes, arguments)
    if status == 0 and any(_has_unopened(checked, job) for job, checked in results):
        mention_meshes(arguments)
    return 2 if unread else status


def _has_unopened(checked: Checked, job: Job) -> bool:
    """Whether a file references meshes that were not opened."""
    if job.settings.opens_meshes or job.settings.profile is not None:
        return False
    return any(file.source and b"<mesh" in file.source.data for file in checked.reports)


def _has_macros(checked: Checked) -> bool:
    """Whether a file is xacro, or was checked with xacro."""
    return any(
        file.format == "xacro" or any(name.lower().endswith(".xacro") for name in file.partners)
        for file in checked.reports
    )


def _files(checked: Checked, job: Job, arguments: argparse.Namespace) -> Iterator[FileReport]:
    """Return the reports on a file and on its includes; with --quiet, what makes the status 1."""
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
    arguments: argparse.Namespace, settings_for: SettingsFor
) -> tuple[list[Job], list[FileReport], list[Survey]]:
    """Return what to check, each file once; the folders that could not be read; and the others.

    Raises:
        UserError: standard input is named twice.
    """
    mode: Mode = "given" if arguments.robot else "alone" if arguments.alone else "search"
    jobs: dict[WordOrPath, Job] = {}
    unread: list[FileReport] = []
    surveys: list[Survey] = []
    keeps = len(arguments.inputs) > 1
    for word in arguments.inputs:
        if not is_folder(word):
            for source in expand([word]):
                called = source if arguments.format == "json" else shown_path(source)
                if called not in jobs or jobs[called].unread is not None:
                    jobs[called] = Job(called, settings_for(called), mode, keeps=keeps)
            continue
        found = _survey(word, unread)
        if found is None:
            continue
        known: Mode = "found" if mode == "search" else mode
        shown = str if arguments.format == "json" else _shown
        found = found._replace(members=[_renamed(member, shown) for member in found.members])
        found = found._replace(
            libraries=tuple(map(shown, found.libraries)),
            models=tuple(map(shown, found.models)),
            fragments={shown(name): reason for name, reason in found.fragments.items()},
        )
        surveys.append(found)
        for job in jobs_of_folder(found, settings_for, known):
            jobs.setdefault(job.source, job)
        unread += (FileReport(word, trouble=sentence) for sentence in found.troubles)
    if [*jobs, arguments.robot].count("-") > 1 or arguments.inputs.count("-") > 1:
        raise UserError("standard input can be read only once")
    return list(jobs.values()), unread, surveys


def _survey(folder: str, unread: list[FileReport]) -> Survey | None:
    """Return what is in a folder; where there is nothing to check, append why to a list."""
    try:
        return folder_survey(folder)
    except (InputError, UserError) as error:
        unread.append(FileReport(folder, trouble=str(error)))
        return None


def _shown(path: str) -> str:
    """Return a path as it is shown; programs expect the names that they passed."""
    return os.fspath(shown_path(FilePath(path)))


def _renamed(member: Member, shown: Callable[[str], str]) -> Member:
    """Return a member with all paths as they are shown."""
    return member._replace(
        path=shown(member.path),
        robot=member.robot and shown(member.robot),
        semantics=member.semantics and shown(member.semantics),
    )

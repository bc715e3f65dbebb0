"""``bodyplan check``: report errors and warnings, with location and fix."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    expand,
    folder_survey,
    is_folder,
    named_urdf,
    require_macros,
    session_of,
    shown_path,
    split_arguments,
)
from bodyplan.cli.many.inputs import count_of, key_of, names_in
from bodyplan.cli.many.running import Item, followed, works_here
from bodyplan.cli.output import watching
from bodyplan.cli.pages.check import mention_meshes, print_report, shown_reports
from bodyplan.cli.parser import Parser
from bodyplan.core.names import visible
from bodyplan.description.checker import Checked, Checker, Job
from bodyplan.description.description import given_robot
from bodyplan.diag.render import FORMATS
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import ANYWHERE, YAML_ENDINGS, FilePath, WordOrPath, is_path
from bodyplan.jobs.check import SettingsFor, jobs_of_folder, library_jobs
from bodyplan.lint.reports import combined

if TYPE_CHECKING:
    from bodyplan.cli.many.check_files import BatchCheck
    from bodyplan.description.search.find import Survey
    from bodyplan.description.search.members import RobotMember


_WITH_ROBOTS = (".srdf", ".xml", *YAML_ENDINGS, ".xacro")
"""File extensions of files that are checked with a robot."""

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

diagnostics:
  @rules

packages:
  @packages

output:
  --format {{{",".join(FORMATS)}}} [full]
                           output format: full to read, concise for editors and grep, json and the
                           others for programs and services
  --json = format:json     print as JSON; the same as --format json
  --all                    list everything: every diagnostic, also those with the same cause
  --sort {{position,severity}} [position]
                           by line (default), or by severity within each file
  @output
  --quiet                  , and the diagnostics that make the exit status 1
  --color

many files:
  @many
  --cache

together:
  --alone without --robot
  --resume with --jsonl
  --cache with --jsonl
  --jsonl without --output

SRDF, model_state, and ROS 2 parameter files (YAML) with joint limits and
controllers are checked with their robot: that of --robot, or the one found near
them. SDFormat worlds and models are checked with the models that they include.
A xacro file is expanded; diagnostics point to its source, and list the macro
calls. The full format summarizes diagnostics with the same cause; the other
formats, and --all, list each diagnostic.

exit status: 0 clean, 1 diagnostics at or above --fail-on,
2 wrong usage, or a file that could not be read; the others are checked
"""
parser = partial(Parser, "check", _PAGE, here=True)
JSON_OF = {"": "diag.render.json:ReportData"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    if arguments.jsonl:
        arguments.format = "json"
    is_listed = bool(arguments.files_from)
    words = arguments.inputs or ([] if is_listed else [os.curdir])
    inputs, given = split_arguments(words, quiet=arguments.quiet, is_listed=is_listed)
    arguments.inputs = inputs
    session = session_of(arguments, given)
    found = _found(arguments, session.settings_for)
    if not found.items and found.unread and not is_listed:
        raise UserError("; ".join(file.trouble or "" for file in found.unread))
    folders = [word for word in inputs if is_folder(word)]
    is_many = len(found.items) > 1 or is_listed
    # one search for all files, because it caches the files that it finds
    if folders or (is_many and session.resources is None):
        session = session.searching(folders)
    jobs = [item.work for item in found.items]
    names = tuple(job.name for job in jobs if not job.is_found and is_path(job.source))
    robot, _ = given_robot(named_urdf(session, arguments.robot), session)
    around = names if any(name.lower().endswith(_WITH_ROBOTS) for name in names) else ()
    checker = Checker(session, around, robot, arguments.robot or "")
    if len(jobs) == 1 and not is_listed and not arguments.quiet:
        if jobs[0].settings.computes_collisions:
            checker.watch_meshes(watching("computing collisions"))
        elif jobs[0].settings.opens_meshes:
            checker.watch_meshes(watching("opening meshes"))
    checks = _CheckRun(arguments, checker)
    listed = _listed(arguments, session.settings_for, len(jobs))
    count = count_of(arguments.files_from) if is_listed else 0
    total = None if count is None else len(jobs) + count
    has_libraries = any(survey.libraries for survey in found.surveys)
    checks.check(chain(found.items, listed), total, with_macros=has_libraries)
    for survey in found.surveys if has_libraries else ():
        more = library_jobs(survey, checks.made, session.settings_for)
        items = [Item(job.name, key_of(survey.folder, job.name), job) for job in more]
        checks.check([one._replace(number=i) for i, one in enumerate(items)], len(items))
    require_macros(given, has_macros=checks.has_macros)
    if arguments.jsonl:
        for file in found.unread:
            sys.stderr.write(f"bodyplan: {visible(file.trouble or '')}\n")
        return max(checks.batch.finish(), 2 if found.unread else 0)
    results = [(job, checked) for job, checked in checks.results if checked.reports]
    if not results and not arguments.shard:
        raise UserError("the folder contains no robot description")
    return _printed(arguments, results, found)


class _CheckRun:
    """Runs the checks of one command, and collects the results.

    Args:
        arguments: the arguments of the verb.
        checker: checks the files.

    Raises:
        UserError: ``--shard`` is invalid, or the file of ``--resume`` cannot be used.
    """

    def __init__(self, arguments: argparse.Namespace, checker: Checker) -> None:
        self._arguments, self._checker = arguments, checker
        self._is_part = bool(arguments.jsonl or arguments.shard)
        if self._is_part:
            self.batch  # noqa: B018  (reports invalid options before any check)
        self.results: list[tuple[Job, Checked]] = []
        """The results for the report, with their jobs."""
        self.made: list[Checked] = []
        """The results that checks of macro files need, including those of other shards."""
        self.has_macros = False
        """Whether a file is xacro, or was checked with xacro."""

    @cached_property
    def batch(self) -> BatchCheck:
        """The checks for runs in other processes, or with results as lines of JSON."""
        from bodyplan.cli.many.check_files import BatchCheck

        return BatchCheck(self._arguments, self._checker)

    def check(self, items: Iterable[Item], total: int | None, *, with_macros: bool = False) -> None:
        """Check files; store the results in order, or write each result when it is ready.

        Args:
            items: all files, also files of other shards.
            total: the number of files; None if it is unknown.
            with_macros: whether xacro files of other shards are checked too, without reporting
                them, to find out which macro files they use.
        """
        found: dict[int, tuple[Job, Checked]] = {}
        others: set[int] = set()
        wanted = self._wanted(items, others, with_macros=with_macros) if self._is_part else items

        def keep(item: Item, checked: Checked) -> None:
            self.has_macros |= any(map(_has_macros, checked.reports))
            if with_macros:
                self.made.append(checked)
            if item.number not in others and not self._arguments.jsonl:
                found[item.number] = item.work, checked

        if works_here(total, self._arguments):
            for item in followed(wanted, total, self._arguments, "checking"):
                keep(item, self._checker.check(item.work))
        else:
            for item, checked in self.batch.results(wanted, total, others):
                keep(item, checked)
        self.results += (found[number] for number in sorted(found))

    def _wanted(
        self, items: Iterable[Item], others: set[int], *, with_macros: bool
    ) -> Iterator[Item]:
        for item in items:
            if self.batch.wants(item):
                yield item
            elif with_macros and item.name.lower().endswith(".xacro"):
                others.add(item.number)
                yield item


def _has_macros(file: FileReport) -> bool:
    return file.format == "xacro" or any(one.lower().endswith(".xacro") for one in file.partners)


def _printed(
    arguments: argparse.Namespace, results: Sequence[tuple[Job, Checked]], found: _Found
) -> int:
    """Print the report, and return the exit status."""
    codes = (Report(checked.reports).exit_code(job.settings.fail_on) for job, checked in results)
    status = max(codes, default=0)
    quiet = arguments.quiet
    files = [
        file for job, checked in results for file in shown_reports(checked, job, is_quiet=quiet)
    ]
    notes = [f"{one.report.name}: {one.note}" for _, one in results if one.report and one.note]
    libraries = sum(len(survey.libraries) for survey in found.surveys)
    print_report(Report(combined((*files, *found.unread)), libraries), notes, arguments)
    if status == 0 and any(_has_unopened(checked, job) for job, checked in results):
        mention_meshes(arguments)
    return 2 if found.unread else status


def _listed(arguments: argparse.Namespace, settings_for: SettingsFor, count: int) -> Iterator[Item]:
    """Yield the files in the list of ``--files-from``, each to be checked on its own."""
    if not arguments.files_from:
        return
    for number, name in enumerate(names_in(arguments.files_from), count):
        source = FilePath(name, ANYWHERE) if is_path(name) else name
        yield Item(name, name, Job(source, settings_for(source), arguments.alone), number)


def _has_unopened(checked: Checked, job: Job) -> bool:
    """Return whether a file references meshes that were not opened."""
    if job.settings.opens_meshes or job.settings.profile is not None:
        return False
    return any(file.source and b"<mesh" in file.source.data for file in checked.reports)


class _Found(NamedTuple):
    """The files and folders that the inputs name.

    Args:
        items: the files to check, each once.
        unread: reports on folders that could not be read, or that contain nothing to check.
        surveys: the contents of the other folders.
    """

    items: list[Item]
    unread: list[FileReport]
    surveys: list[Survey]


def _found(arguments: argparse.Namespace, settings_for: SettingsFor) -> _Found:
    """Return the files and folders that the inputs name.

    Raises:
        UserError: standard input is named twice.
    """
    is_alone = bool(arguments.alone or arguments.robot)
    jobs: dict[WordOrPath, tuple[Job, str]] = {}
    unread: list[FileReport] = []
    surveys: list[Survey] = []
    keeps = len(arguments.inputs) > 1
    for word in arguments.inputs:
        if not is_folder(word):
            for source in expand([word]):
                called = source if arguments.format == "json" else shown_path(source)
                known = jobs[called][0].known if called in jobs else None
                if called not in jobs or (known is not None and not known.skipped):
                    job = Job(called, settings_for(called), arguments.alone, keeps=keeps)
                    jobs[called] = job, word
            continue
        found = _survey(word, unread)
        if found is None:
            continue
        shown = str if arguments.format == "json" else _shown
        found = found._replace(members=[_renamed(member, shown) for member in found.members])
        found = found._replace(
            libraries=tuple(map(shown, found.libraries)),
            models=tuple(map(shown, found.models)),
            fragments={shown(name): reason for name, reason in found.fragments.items()},
        )
        surveys.append(found)
        for job in jobs_of_folder(found, settings_for, is_alone=is_alone):
            jobs.setdefault(job.source, (job, word))
        unread += (FileReport(word, trouble=sentence) for sentence in found.troubles)
    sources = [*jobs, arguments.robot, arguments.files_from]
    if sources.count("-") > 1 or arguments.inputs.count("-") > 1:
        raise UserError("standard input can be read only once")
    items = [
        Item(job.name, key_of(word, job.name), job, number)
        for number, (job, word) in enumerate(jobs.values())
    ]
    return _Found(items, unread, surveys)


def _survey(folder: str, unread: list[FileReport]) -> Survey | None:
    """Return the contents of a folder.

    If there is nothing to check, append the reason to ``unread``.
    """
    try:
        return folder_survey(folder)
    except (InputError, UserError) as error:
        unread.append(FileReport(folder, trouble=str(error)))
        return None


def _shown(path: str) -> str:
    """Return a path for text output, relative to the current folder; JSON keeps the given paths."""
    return os.fspath(shown_path(FilePath(path)))


def _renamed(member: RobotMember, shown: Callable[[str], str]) -> RobotMember:
    """Return a member of a folder with a function applied to all its paths."""
    return member._replace(
        path=shown(member.path),
        robot=member.robot and shown(member.robot),
        semantics=member.semantics and shown(member.semantics),
    )

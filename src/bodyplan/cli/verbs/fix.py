"""``bodyplan fix``: apply fixes, and change nothing else."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    expand,
    folder_survey,
    is_folder,
    named_urdf,
    opened,
    require_macros,
    session_of,
    shown_path,
    split_arguments,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import require_output_for_json, write_result
from bodyplan.core import plural, replace
from bodyplan.core.names import visible
from bodyplan.description.checker import Job
from bodyplan.diag import Diagnostic
from bodyplan.diag.diagnostic import resolve_locations
from bodyplan.diag.json_schema import json_text
from bodyplan.formats.document import Document
from bodyplan.formats.source import FilePath, WordOrPath
from bodyplan.jobs.check import SettingsFor
from bodyplan.jobs.fix import fix_job, jobs_of_folder
from bodyplan.lint.fix import FixResult
from bodyplan.lint.fix_report import FixedFile, FixReport, fixed_file

_PAGE = """\
Apply all safe fixes to robot descriptions, repeatedly, until none is left.
Only the bytes of the fixes change. A fix that causes new errors is undone and
reported.

examples:
  bodyplan fix arm.urdf --diff
  bodyplan fix arm.urdf
  bodyplan fix robots/ --unsafe --select J107 --check

arguments:
  [ROBOT ...]              ; ARG:=VALUE sets a xacro argument

options:
  --unsafe                 also apply fixes that may not be what the author intended

diagnostics:
  @rules

packages:
  @packages

output:
  --json                   : the applied fixes; the file needs -o or --in-place
  @write

many files:
  @many

together:
  --resume with --jsonl

In a xacro file, only text that is copied to the robot unchanged is fixed, not
what macros and expressions produce.

exit status: 0 done, 1 diagnostics at or above --fail-on remain
(with --diff and --check: something would change),
2 wrong usage, or a file that could not be fixed; the others are fixed
"""
parser = partial(Parser, "fix", _PAGE)
JSON_OF = {"": "lint.fix_report:FixReport"}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files.

    An empty suffix means that each file keeps its own.
    """
    del arguments
    return ""


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    inputs, given = split_arguments(arguments.inputs, quiet=arguments.quiet)
    session = session_of(arguments, given)
    jobs = _jobs(inputs, session.settings_for)
    names = [job.name for job in jobs]
    if arguments.output and len(names) > 1:
        raise UserError("-o writes one file, but several are to be fixed")
    sources = [job.source for job in jobs]
    if [*sources, arguments.robot].count("-") > 1:
        raise UserError("standard input can be read only once")
    require_output_for_json(arguments, sources)
    robot = named_urdf(session, arguments.robot)
    is_sure = any(name.lower().endswith(".xacro") for name in (*names, arguments.robot or ""))
    status = OK
    total = _Total()
    reports: list[FixedFile] = []
    for job in jobs:
        name, settings = job.name, job.settings

        def fixed(job: Job = job) -> tuple[Document, FixResult] | None:
            found = opened(session, job.source, robot=robot)
            document = found.written
            result = fix_job(found, job, unsafe=arguments.unsafe)
            if result is None:
                return None
            require_macros(given, has_macros=is_sure or document.format == "xacro")
            resolve_locations((*result.applied, *result.remaining))
            write_result(arguments, job.source, document, result.document)
            return document, result

        done = attempt(name, fixed)
        if isinstance(done, Failed):
            status = max(status, done.status)
            total.failed += 1
            if arguments.json:
                reports.append(FixedFile(name, trouble=done.sentence))
            continue
        if done is None:
            continue
        document, result = done
        total.add(result)
        sys.stdout.flush()
        if arguments.json:
            is_written = not arguments.check
            reports.append(fixed_file(document, result, is_written=is_written))
        elif not arguments.quiet:
            _report(arguments, document, result, is_one=len(names) == 1)
        if arguments.diff or arguments.check:
            changed = result.document.to_bytes() != document.to_bytes()
            status = max(status, FINDINGS if changed else OK)
        elif any(found.severity.rank <= settings.fail_on.rank for found in result.remaining):
            status = max(status, FINDINGS)
    if arguments.json:
        sys.stdout.write(json_text(FixReport(tuple(reports))))
    elif not arguments.quiet and len(names) > 1:
        sys.stderr.write(f"{plural(len(names), 'file')}: {total.words(_verb(arguments))}\n")
    return status


def _jobs(inputs: Sequence[str], settings_for: SettingsFor) -> list[Job]:
    """Return a job for each file to fix; in a folder, for each XML file that ``check`` would check.

    Raises:
        UserError: a folder or pattern contains no robot description.
    """
    jobs: dict[WordOrPath, Job] = {}
    for word in inputs:
        if not is_folder(word):
            sources = map(shown_path, expand([word]))
            found = [Job(source, settings_for(source)) for source in sources]
        else:
            found = list(_jobs_of_folder(word, settings_for))
        jobs |= {job.source: job for job in found if job.source not in jobs}
    return list(jobs.values())


def _jobs_of_folder(folder: str, settings_for: SettingsFor) -> Iterator[Job]:
    found = folder_survey(folder)
    for sentence in found.troubles:
        sys.stderr.write(f"bodyplan: {visible(sentence)}\n")
    for name, why in found.unread.items():
        sys.stderr.write(
            f"bodyplan: {visible(f'{os.fspath(shown_path(FilePath(name)))}: {why.message}')}\n"
        )
    if found.models and not (found.members or found.libraries):
        raise UserError(f"folder {folder} has MJCF files only, which bodyplan does not edit")
    for job in jobs_of_folder(found, lambda source: settings_for(shown_path(source))):
        yield replace(job, source=shown_path(job.source))


class _Total:
    """The number of fixes in all files."""

    def __init__(self) -> None:
        self.fixed = self.files = self.failed = 0
        self.remaining: set[Diagnostic] = set()

    def add(self, result: FixResult) -> None:
        """Count one file."""
        self.fixed += len(result.applied)
        self.files += bool(result.applied)
        # a set, because several files may include the same file
        self.remaining.update(result.remaining)

    def words(self, verb: str) -> str:
        """Return the counts as text."""
        words = [_done(verb, self.fixed)]
        if self.fixed:
            words[0] += f" in {plural(self.files, 'file')}"
        words.append(_left(len(self.remaining)))
        if self.failed:
            words.append(f"{plural(self.failed, 'file')} could not be fixed")
        return ", ".join(words)


def _verb(arguments: argparse.Namespace) -> str:
    return "would be fixed" if arguments.diff or arguments.check else "fixed"


def _done(verb: str, count: int) -> str:
    return f"{count} {verb}" if count else f"nothing {verb}"


def _left(count: int) -> str:
    return (
        f"{plural(count, 'diagnostic')} remain{'s' if count == 1 else ''}" if count else "none left"
    )


def _report(
    arguments: argparse.Namespace, document: Document, result: FixResult, *, is_one: bool
) -> None:
    """Report the fixes on standard error; standard output may hold the file."""
    verb = _verb(arguments)
    lines = []
    for found in result.applied:
        title = found.fix.title if found.fix is not None else found.message
        where = found.where
        lines.append(f"{document.name}:{where.line}:{where.column}: {found.code} {verb}: {title}")
    for found, reason in result.reverted:
        where = found.where
        location = f"{document.name}:{where.line}:{where.column}"
        lines.append(f"{location}: {found.code} not fixed, {reason}: {found.message}")
    if is_one or lines:
        words = [_done(verb, len(result.applied)), _left(len(result.remaining))]
        more = sum(found.fix.safety == "unsafe" for found in result.remaining if found.fix)
        if more and not arguments.unsafe:
            which = f"{more} of them" if len(result.remaining) > 1 else "it"
            words.append(f"{which} can be fixed with --unsafe")
        if not result.applied and not result.remaining:
            words = ["nothing to fix"]
        if not result.is_whole:
            words.append("more fixes remain; run the command again")
        lines.append(f"{document.name}: {', '.join(words)}")
    for line in lines:
        sys.stderr.write(f"{visible(line)}\n")

"""Checking many files in other processes, and writing results as lines of JSON."""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Container, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from bodyplan.cli.inputs import is_folder
from bodyplan.cli.many._answer import Answer, fields_of
from bodyplan.cli.many._lines import Lines
from bodyplan.cli.many._summary import Summary
from bodyplan.cli.many.cache import through_cache
from bodyplan.cli.many.running import Item, done
from bodyplan.cli.pages.check import shown_reports
from bodyplan.core import replace
from bodyplan.description.checker import Checked, Checker, Job
from bodyplan.diag.diagnostic import process_failed
from bodyplan.diag.json_schema import json_report
from bodyplan.diag.render.json import report_data
from bodyplan.diag.report import FileReport, Report
from bodyplan.fleet import BatchResult
from bodyplan.formats.source import YAML_ENDINGS
from bodyplan.lint.reports import combined
from bodyplan.lint.rule import rules

_WHAT = "checking"
_LOOKED_AT = 100
"""How many files, from the first, determine the rules that are loaded before forking."""
_FORMATS = (
    *((".urdf", "urdf"), (".xacro", "xacro"), (".srdf", "srdf"), (".sdf", "sdf")),
    *((ending, "ros_yaml") for ending in YAML_ENDINGS),
)
"""Formats by file extension."""
_checkers: dict[bytes, Checker] = {}
"""The checker of this process, by the pickled arguments that create it."""


def check_all(
    items: Iterable[Item], total: int | None, checker: Checker, arguments: argparse.Namespace
) -> Iterator[BatchResult]:
    """Check files in other processes or with limits, and yield the results as they are ready.

    The value of a result is a ``Checked``; with ``--jsonl``, an ``Answer`` whose ``more`` is a
    ``Checked`` without the diagnostics.

    Args:
        items: the files, whose work is a ``Job``.
        total: number of files; None if unknown.
        checker: the checker of the files.
        arguments: the arguments of the verb.
    """
    made = pickle.dumps(checker.configuration)
    _checkers.clear()
    _checkers[made] = checker
    quiet = arguments.quiet
    options: dict[str, Any] = {"made": made}
    if arguments.jsonl:
        folders = [word for word in arguments.inputs if is_folder(word)]
        places = arguments.package, arguments.folder, arguments.allow_env, folders
        options |= {"is_quiet": quiet, "cache": arguments.cache, "facts": repr(places)}
    job = _answer if arguments.jsonl else _checked
    if not arguments.executor and not arguments.cache:
        items = _with_rules(items)
    for result in done(job, items, total, arguments, _WHAT, **options):
        if result.value is None and result.status != "ok":
            checked = ended(result.source, result)
            task = result.source.work
            value = answer_of(checked, task, is_quiet=quiet) if arguments.jsonl else checked
            yield result._replace(value=value)
        else:
            yield result


def _with_rules(items: Iterable[Item]) -> Iterator[Item]:
    """Return the files, after loading the rules for the first of them in this process."""
    waiting = iter(items)
    first = list(islice(waiting, _LOOKED_AT))
    names = [item.name.lower() for item in first]
    for ending, format_ in _FORMATS:
        if any(name.endswith(ending) for name in names):
            rules(format_)
    return chain(first, waiting)


def check_one(task: Job) -> Checked:
    """Return the result for one input."""
    (checker,) = _checkers.values()
    return checker.check(task)


def _checker(made: bytes) -> None:
    """Create the checker of this process, unless it exists."""
    if made not in _checkers:
        _checkers.clear()
        _checkers[made] = Checker(*pickle.loads(made))  # noqa: S301  (data of the parent process)


def _checked(item: Item, *, made: bytes) -> Checked:
    _checker(made)
    return check_one(item.work)


def _answer(
    item: Item, *, made: bytes, is_quiet: bool, cache: str | None, facts: str
) -> Answer | None:
    """Return the result for one input as JSON; None if the file is not a description."""
    _checker(made)
    job: Job = item.work
    (checker,) = _checkers.values()
    is_whole = job.defined is None and job.known is None and checker.given is None
    if cache is None or not is_whole or item.name == "-":
        checked = check_one(job)
        return answer_of(checked, job, is_quiet=is_quiet) if checked.reports else None
    answer = through_cache(
        cache,
        ("check", facts, repr(job), is_quiet),
        [item.name],
        lambda: answer_of(check_one(job), job, is_quiet=is_quiet),
        lambda: [checker.session.open(job.source, partners="none")],
    )
    if answer.more is None:
        report = FileReport(item.name, "xacro" if item.name.endswith(".xacro") else None)
        return answer._replace(more=Checked(report, used=frozenset(answer.files)))
    return answer if answer.more.reports else None


def answer_of(checked: Checked, job: Job, *, is_quiet: bool) -> Answer:
    """Return a result as JSON.

    Args:
        checked: the result.
        job: the job of the check.
        is_quiet: whether to leave out diagnostics that do not make the exit status 1.
    """
    code = Report(checked.reports).exit_code(job.settings.fail_on)
    files = combined(shown_reports(checked, job, is_quiet=is_quiet))
    data = json_report(report_data(Report(files)))
    slim = (replace(one, diagnostics=(), source=None) for one in checked.reports)
    more = replace(checked, report=next(slim), included=tuple(slim), note="")
    codes = tuple(one.code for file in files for one in file.diagnostics)
    trouble = next((file.trouble for file in files if file.trouble), "")
    return Answer(code, fields_of(data), codes, trouble, more=more)


def ended(item: Item, result: BatchResult) -> Checked:
    """Return the report on a file whose check did not finish."""
    if result.status == "timeout":
        sentence = f"{item.name}: {result.reason}; --timeout changes the limit"
        return Checked(FileReport(item.name, trouble=sentence))
    found = process_failed(result.reason, item.name, has_ended=result.status == "crashed")
    return Checked(FileReport(item.name, None, (found,)))


class BatchCheck:
    """The checks of one command in several processes, or with results as lines of JSON.

    Args:
        arguments: the arguments of the verb.
        checker: checks the files.

    Raises:
        UserError: ``--shard`` is invalid, or the file of ``--resume`` cannot be used.
    """

    def __init__(self, arguments: argparse.Namespace, checker: Checker) -> None:
        self._arguments, self._checker = arguments, checker
        self._lines, self._summary = Lines(arguments), Summary()

    def wants(self, item: Item) -> bool:
        """Return whether to check a file: it is in this shard, and no earlier run checked it."""
        return self._lines.wants(item.name, item.key)

    def results(
        self, items: Iterable[Item], total: int | None, others: Container[int]
    ) -> Iterator[tuple[Item, Checked]]:
        """Check files, write their lines, and yield the results as they are ready.

        Args:
            items: the files.
            total: number of files; None if unknown.
            others: the numbers of files for which no line is written.
        """
        for result in check_all(items, total, self._checker, self._arguments):
            item, value = result.source, result.value
            if isinstance(value, Answer):
                if item.number not in others:
                    self._lines.write(item.name, result)
                    self._summary.add(item.name, result)
                yield item, value.more
            elif value is not None:
                yield item, value

    def finish(self) -> int:
        """Write the summary, and return the highest exit status of the written lines."""
        self._lines.close()
        if not self._arguments.quiet:
            self._summary.write()
        return self._lines.worst

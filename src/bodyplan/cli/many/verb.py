"""Running a single-file verb for each of many files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO
from itertools import chain
from types import ModuleType
from typing import Any

from bodyplan.cli.errors import UserError
from bodyplan.cli.failure import failure_of
from bodyplan.cli.inputs import session_of, split_arguments
from bodyplan.cli.many._answer import Answer, codes_in, exit_status_of, fields_of, status_of
from bodyplan.cli.many._lines import Lines
from bodyplan.cli.many._summary import Summary
from bodyplan.cli.many.cache import through_cache
from bodyplan.cli.many.inputs import (
    Work,
    count_of,
    is_collection,
    items_in,
    items_of,
    with_others,
    with_outputs,
)
from bodyplan.cli.many.running import Item, done
from bodyplan.cli.output import Captured
from bodyplan.core import visible
from bodyplan.files.writer import make_folder
from bodyplan.fleet import BatchResult

OPTIONS = ("jobs", "executor", "files_from", "shard", "jsonl", "resume")
"""Options for many files."""


def is_many(verb: str, arguments: argparse.Namespace) -> bool:
    """Return whether a command line names several files, or has options for many files."""
    given = vars(arguments)
    if any(given[name] for name in OPTIONS):
        return True
    words = [word for word in _words(given) if ":=" not in word or os.path.lexists(word)]
    has_several = any(map(is_collection, words)) or (verb != "diff" and len(words) > 1)
    if verb == "fix":  # without these options, ``fix`` handles several files itself
        return has_several and given["output"] not in {None, "-"}
    return has_several


def _words(given: dict[str, Any]) -> list[str]:
    words = (given.get("input"), given.get("other"), *given.get("values", ()))
    return [word for word in (*words, *given.get("inputs", ())) if word]


def run(verb: str, module: ModuleType, arguments: argparse.Namespace) -> int:
    """Run a verb for each of many files, and return the exit status.

    Args:
        verb: the name of the verb.
        module: the module of the verb.
        arguments: the arguments of the verb.

    Raises:
        UserError: the files or their outputs cannot be determined, or options cannot be combined.
    """
    given = vars(arguments)
    words = split_arguments(
        _words(given), quiet=arguments.quiet, is_listed=bool(arguments.files_from)
    )
    inputs = words.inputs
    if verb == "diff" and len(inputs) < (1 if arguments.files_from else 2):
        raise UserError("missing OTHER; expected two descriptions, or folders of them")
    other = inputs.pop() if verb == "diff" else ""
    if inputs.count("-") > 1 or (arguments.files_from == "-" and "-" in [*inputs, other]):
        raise UserError("standard input can be read only once")
    if given.get("json") or given.get("format") == "json":
        raise UserError("--json prints one report; for many files, use --jsonl")
    listed, is_edited = arguments.files_from, verb == "fix"
    named = items_of(inputs, is_edited=is_edited)
    items: Iterator[Item] = iter(named)
    count: int | None = 0
    if listed:
        items, count = chain(items, items_in(listed, len(named))), count_of(listed)
    total = None if count is None else len(named) + count
    if other:
        items = with_others(items, other)
    if arguments.output not in {None, "-"}:
        _require_folder(arguments.output)
        ending = module.ending_of(arguments)
        items = iter(with_outputs(items, arguments.output, ending, arguments))
        make_folder(arguments.output, below=arguments.output)
    elif "ending_of" in vars(module) and _writes_content(arguments) and not arguments.jsonl:
        raise UserError("several results do not fit into standard output; use -o FOLDER")
    if verb == "render":
        arguments.memory = 0  # no limit, because a browser reserves far more memory than it uses
    return _run(verb, items, total, arguments, [f"{n}:={v}" for n, v in words.arguments.items()])


def _require_folder(output: str) -> None:
    """Check that an output for several results is not the name of a file.

    Raises:
        UserError: the output is the name of a file.
    """
    has_ending = os.path.splitext(output)[1] and not output.endswith(os.sep)
    if has_ending and not os.path.isdir(output):
        raise UserError(
            f"-o {output} names a file, but there are several results; name a folder, such as "
            f"{output}/"
        )


def _writes_content(arguments: argparse.Namespace) -> bool:
    """Return whether a verb writes files to standard output."""
    given = vars(arguments)
    is_dry = any(given.get(name) for name in ("in_place", "diff", "check"))
    return "to" in given and not is_dry


def _run(
    verb: str,
    items: Iterator[Item],
    total: int | None,
    arguments: argparse.Namespace,
    values: list[str],
) -> int:
    lines, summary = Lines(arguments), Summary()
    wanted = (item for item in items if lines.wants(item.name, item.key))
    given = {name: value for name, value in vars(arguments).items() if name not in OPTIONS}
    given |= dict.fromkeys(OPTIONS) | {"values": values, "jsonl": arguments.jsonl}
    given["is_shown"] = not arguments.jsonl and sys.stdout.isatty()
    results = done(verb_on_file, wanted, total, arguments, verb, verb=verb, given=given)
    pages = _InOrder(arguments)
    try:
        for result in results:
            summary.add(result.source.name, result)
            if arguments.jsonl:
                lines.write(result.source.name, result)
            else:
                lines.worst = max(lines.worst, exit_status_of(status_of(result)))
                pages.add(result)
        pages.write_rest()
    finally:
        results.close()
        lines.close()
        if not arguments.quiet:
            summary.write()
    return lines.worst


class _InOrder:
    """Prints the output for each file, in the order of the files."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._waiting: dict[int, BatchResult] = {}
        self._is_sharded = bool(arguments.shard)
        self._next = 0

    def add(self, result: BatchResult) -> None:
        """Print a result as soon as all results before it are printed."""
        self._waiting[result.source.number] = result
        if self._is_sharded:  # files of other shards are missing
            self.write_rest()
        while self._next in self._waiting:
            self._print(self._waiting.pop(self._next))
            self._next += 1

    def write_rest(self) -> None:
        """Print all results that are not printed yet."""
        for number in sorted(self._waiting):
            self._print(self._waiting.pop(number))

    def _print(self, result: BatchResult) -> None:
        answer = result.value
        if isinstance(answer, Answer):
            sys.stdout.write(answer.out)
            sys.stdout.flush()
            sys.stderr.write(answer.err)
        else:
            said = f"{result.source.name}: {result.reason}"
            sys.stderr.write(f"bodyplan: {visible(said)}\n")


def verb_on_file(item: Item, *, verb: str, given: dict[str, Any]) -> Answer:
    """Run a verb for one file, or return the cached result of an earlier run.

    Args:
        item: the file, whose work is a ``Work``.
        verb: the name of the verb.
        given: the arguments of the verb, by name.
    """
    work: Work = item.work
    changes = (given.get(name) for name in ("state", "srdf", "other_srdf", "compute", "repair"))
    if not given.get("cache") or any(changes) or work.output or work.word == "-":
        return _on_file(item, verb, given)
    words = [work.word, *([work.other] if work.other else [])]
    values = [*given["values"], *work.values]
    made = argparse.Namespace(**given)
    session = session_of(made, split_arguments([work.word, *values]).arguments)
    facts = {name: value for name, value in given.items() if name not in {"cache", "_given"}}
    return through_cache(
        given["cache"],
        (verb, sorted(facts.items()), work.values, *map(session.settings_for, words)),
        words,
        lambda: _on_file(item, verb, given),
        lambda: [session.open(word, partners="none") for word in words],
    )


def _on_file(item: Item, verb: str, given: dict[str, Any]) -> Answer:
    """Run a verb for one file.

    Args:
        item: the file, whose work is a ``Work``.
        verb: the name of the verb.
        given: the arguments of the verb, by name.
    """
    work: Work = item.work
    module = import_module(f"bodyplan.cli.verbs.{verb}")
    arguments = argparse.Namespace(**given)
    arguments.values = [*given["values"], *work.values]
    arguments.input, arguments.inputs = work.word, [work.word, *arguments.values]
    if work.other:
        arguments.other = work.other
    if work.output is not None:
        arguments.output = work.output
    if given["jsonl"]:
        arguments.json, arguments.format = "json" in given, "json"
    with _captured(is_shown=given["is_shown"]) as (out, err):
        try:
            if work.output is not None:
                make_folder(os.path.dirname(work.output), below=work.top)
            code = int(module.run(arguments))
        except Exception as error:  # noqa: BLE001  (an error in one file must not end the run)
            code = 2
            sys.stderr.write(f"bodyplan: {failure_of(error)}\n")
        sys.stdout.flush()
        sys.stderr.flush()
    text = out.getvalue().decode("utf-8", "replace")
    said = err.getvalue().decode("utf-8", "replace")
    reason = said.strip().rpartition("\n")[2].removeprefix("bodyplan: ") if code > 1 else ""
    if not given["jsonl"]:
        return Answer(code, reason=reason, out=text, err=said)
    data = _data(text)
    return Answer(code, fields_of(data), tuple(codes_in(data)), reason)


@contextmanager
def _captured(*, is_shown: bool) -> Iterator[tuple[BytesIO, BytesIO]]:
    out, err = BytesIO(), BytesIO()
    streams = [Captured(one, "utf-8", "backslashreplace") for one in (out, err)]
    streams[0].is_shown = is_shown
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        yield out, err
    for stream in streams:
        stream.detach()


def _data(text: str) -> dict[str, Any]:
    """Return the JSON object that a verb printed; empty if the text is not a JSON object."""
    import json

    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}

"""The reference page of the command: the help of every verb, with its options as tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

from bodyplan.cli import summaries
from bodyplan.cli.branch import Branch

STATUS = {
    0: "done; what was asked for is so",
    1: "done, and the answer is no: findings at or above `--fail-on`, something that would change "
    "(`--diff`, `--check`), something missing, lost or outside its limits",
    2: "wrong usage, or what could not be read or written; of several files, the others are done",
    130: "stopped with Ctrl-C; no file is left half written",
    129: "ended with SIGHUP; the same",
    143: "ended with SIGTERM; the same",
}
"""What the exit status means, for every verb."""
SHARED = {
    "`-o FILE`": "writes there what would be printed; `-` is standard output. A file is written "
    "whole or not at all; its folder has to be there. A report never replaces a file that is read, a "
    "robot description, a mesh, a configuration or binary data, does not follow a link to another "
    "folder, and never takes a name that ends like that of a robot; a "
    "description replaces only one of its own format. The value is a word of its own: `-oFILE` is "
    "refused",
    "`--force`": "writes even where that would lose something: a change by another program since "
    "the file was read, an existing file where a new one is made, a read-only file, an owner or an "
    "attribute that cannot be kept, a file of another kind: [how files are written]"
    "(editing.md#how-files-are-written)",
    "`--break-links`": "replaces a file that has several hard links; the others keep the old "
    "content",
    "`-q`": "says nothing but errors; what is for a file or for programs is written all the same",
    "`--json`": "prints for programs; `bodyplan schema VERB` prints the schema",
    "`--in-place`, `--diff`, `--check`": "write back, show, or only tell what would change: the "
    "same for all verbs that change files",
    "`--color`": "is `auto`: colours on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`",
    "`--`": "ends the options: what follows is a name, even one that begins with a hyphen. Before "
    "it, a word that looks like an option and is the name of a file in the current folder is "
    "refused, because a shell puts names of files in the place of `*`: write `./-name` for the "
    "file. `-` and `sample:NAME` are refused likewise where a file has this name. Options are "
    "never abbreviated",
}
"""What is the same for all verbs."""


def cli_page() -> str:
    """The page, in Markdown."""
    lines = [
        "# Command line",
        "",
        (
            "`bodyplan VERB [options] ROBOT ...`, where a ROBOT is a path, `-` for standard input, "
            "or `sample:NAME`. `bodyplan VERB --help` prints the same as this page."
        ),
        "",
        "| verb | what it does |",
        "| --- | --- |",
        *(f"| [{name}](#bodyplan-{name}) | {summary} |" for name, summary in summaries().items()),
        "",
        "## For all verbs",
        "",
        "| option | what it does |",
        "| --- | --- |",
        *(f"| {option} | {meaning} |" for option, meaning in SHARED.items()),
        "",
        "| exit status | meaning |",
        "| --- | --- |",
        *(f"| {number} | {meaning} |" for number, meaning in STATUS.items()),
        "",
        (
            "Errors are one sentence on standard error, and so is what was done; results alone go "
            "to standard output. A reader that closes the pipe early, such as `head`, is no error."
        ),
        "",
    ]
    for name in summaries():
        lines += _section(name, import_module(f"bodyplan.cli.verbs.{name}").parser())
    return "\n".join(lines).rstrip() + "\n"


def _section(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """The help of a verb, and of the verbs below it."""
    yield from (f"## bodyplan {name}", "", "```text", _synopsis(name, parser), "")
    yield from (parser.description or "").splitlines()
    if parser.epilog:
        yield from ("", *parser.epilog.splitlines())
    yield from ("```", "")
    if isinstance(parser, Branch):
        yield from ("| verb | what it does |", "| --- | --- |")
        for below, summary in parser.summaries.items():
            yield f"| [{below}](#bodyplan-{name.replace(' ', '-')}-{below}) | {summary} |"
        yield ""
        for below, made in parser.parsers.items():
            yield from _section(f"{name} {below}", made)
    else:
        yield from _options(parser)


def _synopsis(name: str, parser: argparse.ArgumentParser) -> str:
    if isinstance(parser, Branch):
        return f"bodyplan {name} {'|'.join(parser.parsers)} ..."
    formatter = parser._get_formatter()  # noqa: SLF001  (argparse has no other way)
    return f"bodyplan {name} {formatter.synopsis(parser._actions)}"  # type: ignore[attr-defined]  # noqa: SLF001


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()  # noqa: SLF001
    yield from ("| option | meaning |", "| --- | --- |")
    for action in parser._actions:  # noqa: SLF001
        words = formatter._format_action_invocation(action)  # noqa: SLF001
        yield f"| `{words}` | {formatter._expand_help(action) if action.help else ''} |"  # noqa: SLF001
    yield ""

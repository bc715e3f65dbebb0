"""The reference page of the command: the help of every verb, with its options as tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

from bodyplan.cli import summaries
from bodyplan.cli.srdf.branch import Branch

STATUS = {
    0: "success",
    1: "the result is negative: problems at or above `--fail-on`, changes with `--diff` or "
    "`--check`, or something missing, lost or outside its limits",
    2: "wrong usage, or a file that cannot be read or written; the other files are processed",
    130: "stopped with Ctrl-C; no file is left incomplete",
    129: "terminated by SIGHUP; no file is left incomplete",
    143: "terminated by SIGTERM; no file is left incomplete",
}
"""The meaning of each exit status, for every verb."""
SHARED = {
    "`-o FILE`": "writes the output to a file; `-` is standard output. The file is written "
    "completely or not at all, and its folder must exist. A regular file is replaced, a symbolic "
    "link is refused. A report never replaces an input file, and cannot have the ending of a robot "
    "description, a mesh or a configuration. The value is a separate argument: `-oFILE` is rejected",
    "`--force`": "writes even if that loses something: a change by another program since the file "
    "was read, a read-only file, an owner that cannot be kept, a mesh or texture with other content "
    "beside the output: [how files are written](../guide/editing.md#how-files-are-written)",
    "`--quiet`": "prints only errors; output to files and for programs is not affected",
    "`--json`": "prints JSON; `bodyplan schema VERB` prints its schema",
    "`--in-place`, `--diff`, `--check`": "write the changes to the file, print them as a diff, or "
    "only report whether there are any: the same for all verbs that change files",
    "`--color`": "`auto` uses colours on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`",
    "`--`": "ends the options: the arguments after it are names, even if they begin with a hyphen. "
    "Before it, an argument that looks like an option but is the name of a file in the current "
    "folder is rejected, because a shell may have inserted it for `*`: write `./-name` for the file. "
    "`-` and `sample:NAME` are rejected too if a file has this name. Options cannot be abbreviated",
}
"""The options of all verbs."""


def cli_page() -> str:
    """Return the page in Markdown."""
    lines = [
        "# Command line",
        "",
        (
            "`bodyplan VERB [options] ROBOT ...`, where ROBOT is a path, `-` for standard input, or "
            "`sample:NAME`. `bodyplan VERB --help` prints the help of each verb on this page."
        ),
        "",
        "| verb | what it does |",
        "| --- | --- |",
        *(f"| [{name}](#bodyplan-{name}) | {summary} |" for name, summary in summaries().items()),
        "",
        "## Common options and exit status",
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
            "Results are written to standard output; errors, warnings and confirmations to standard "
            "error. It is not an error if another program, such as `head`, closes the pipe early."
        ),
        "",
    ]
    for name in summaries():
        lines += _section(name, import_module(f"bodyplan.cli.verbs.{name}").parser())
    return "\n".join(lines).rstrip() + "\n"


def _section(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the help of a verb and of its subcommands."""
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

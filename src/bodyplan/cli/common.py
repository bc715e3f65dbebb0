"""What the verbs share: options, inputs, settings, output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

from bodyplan.diag import Severity, did_you_mean
from bodyplan.formats.source import SAMPLE_PREFIX, InputError
from bodyplan.lint.settings import (
    Settings,
    SettingsError,
    find_config,
    limits_from,
    load_settings,
    parse_code,
)
from bodyplan.text import replace

URDF_SUFFIXES = (".urdf",)


class Trouble(Exception):  # noqa: N818  (a sentence for the user, not a fault of the program)
    """Something the user has to change; the message is the whole story."""


class Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one sentence, with near names."""

    def __init__(self, verb: str, description: str, **options: object) -> None:
        super().__init__(
            prog=f"bodyplan {verb}",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if options:
            raise TypeError(f"unknown options {options}")

    def error(self, message: str) -> NoReturn:
        """Ends with exit status 2 and one sentence."""
        if message.startswith("unrecognized arguments: "):
            word = message.removeprefix("unrecognized arguments: ").split()[0].partition("=")[0]
            hint = did_you_mean(word, self._option_string_actions) or f"see `{self.prog} --help`"
            message = f"unknown option {word}; {hint}"
        sys.stderr.write(f"{self.prog}: {message}\n")
        raise SystemExit(2)


def add_inputs(parser: argparse.ArgumentParser, *, many: bool) -> None:
    """The positional arguments."""
    meaning = "a path, '-' for standard input, or sample:NAME"
    if many:
        parser.add_argument(
            "inputs", nargs="+", metavar="ROBOT", help=f"{meaning}; also folders and patterns"
        )
    else:
        parser.add_argument("input", metavar="ROBOT", help=meaning)


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Which findings count, and how."""
    group = parser.add_argument_group("findings")
    group.add_argument("--select", action="append", metavar="CODES", help="report only these, such as J,I104")
    group.add_argument("--ignore", action="append", metavar="CODES", help="leave these out")
    group.add_argument(
        "--fail-on",
        choices=[str(s) for s in Severity],
        metavar="SEVERITY",
        help="least severity that makes the exit status 1: error (default), warning, info, hint",
    )
    group.add_argument("--profile", metavar="NAME", help="only the verdict of one reader: urdfdom")
    group.add_argument("--robot", metavar="ROBOT", help="the URDF that a model_state belongs to")
    group.add_argument("--config", metavar="FILE", help="read this configuration, search for none")
    group.add_argument("--no-config", action="store_true", help="read no configuration")
    add_limit_option(group)


def add_limit_option(parser: argparse._ActionsContainer) -> None:
    """Caps on the input."""
    parser.add_argument(
        "--limit",
        action="append",
        metavar="NAME=VALUE",
        help="change a cap on the input, such as max_bytes=500000000",
    )


def add_write_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Where a changed file goes; the same for every verb that changes one."""
    group = parser.add_argument_group("output")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--in-place", action="store_true", help=f"write {what} back to the file (default)")
    where.add_argument("--diff", action="store_true", help="show the changes, write nothing; exit 1 if there are any")
    where.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    where.add_argument("-o", "--output", metavar="FILE", help="write to this file instead; '-' for standard output")
    group.add_argument("--quiet", action="store_true", help="say nothing but errors")


def add_color_option(parser: argparse.ArgumentParser) -> None:
    """Colours."""
    parser.add_argument(
        "--color", choices=["auto", "always", "never"], default="auto", help="colours; by default on a terminal"
    )


def wants_color(choice: str) -> bool:
    """Whether to write colours to standard output."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def parse_limits(words: Sequence[str] | None) -> dict[str, int]:
    """Caps from ``NAME=VALUE`` words.

    Raises:
        Trouble: another form.
    """
    values: dict[str, int] = {}
    for word in words or ():
        name, equals, number = word.partition("=")
        try:
            values[name] = int(number)
        except ValueError:
            raise Trouble(f"--limit takes NAME=VALUE with a whole number, not {word!r}") from None
        if not equals:
            raise Trouble(f"--limit takes NAME=VALUE, not {word!r}")
    return values


class SettingsFinder:
    """The settings for each input: its nearest configuration, with the options on top.

    Args:
        arguments: the parsed options of ``add_rule_options``.

    Raises:
        Trouble: an option that means nothing.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.limits = parse_limits(arguments.limit)
        self._for_folder = cache(self._load)
        self._for_folder(Path.cwd())  # a wrong option is reported before any work

    def __call__(self, name: str) -> Settings:
        """The settings for one input."""
        is_path = name != "-" and not name.startswith(SAMPLE_PREFIX)
        return self._for_folder(Path(name).resolve().parent if is_path else Path.cwd())

    def _load(self, folder: Path) -> Settings:
        arguments = self.arguments
        path = Path(arguments.config) if arguments.config else None
        if path is None and not arguments.no_config:
            path = find_config(folder)
        try:
            settings = load_settings(path) if path is not None else Settings()
            changes: dict[str, object] = {"limits": limits_from(self.limits, settings.limits)}
            if arguments.select:
                changes["select"] = _codes(arguments.select)
            if arguments.ignore:
                changes["ignore"] = (*settings.ignore, *_codes(arguments.ignore))
        except SettingsError as error:
            raise Trouble(str(error)) from None
        if arguments.fail_on:
            changes["fail_on"] = Severity(arguments.fail_on)
        if arguments.profile:
            from bodyplan.lint.profiles import profile_named

            try:
                profile_named(arguments.profile)
            except ValueError as error:
                raise Trouble(str(error)) from None
            changes["profile"] = arguments.profile
        _known_codes(settings)
        return replace(settings, **changes)  # type: ignore[arg-type]


def _codes(words: Sequence[str]) -> tuple[str, ...]:
    codes = tuple(parse_code(code) for word in words for code in word.split(",") if code.strip())
    for code in codes:
        _require_known(code)
    return codes


def _known_codes(settings: Settings) -> None:
    for code in (*settings.select, *settings.ignore, *settings.severity):
        _require_known(code)


def _require_known(code: str) -> None:
    from bodyplan.diag import kinds
    from bodyplan.lint.rule import rules

    rules()
    if not any(known.startswith(code) for known in kinds()):
        hint = did_you_mean(code, kinds()) or "see `bodyplan explain` for all codes"
        raise Trouble(f"no code begins with {code}; {hint}")


def expand(inputs: Sequence[str]) -> Iterator[str]:
    """The inputs with folders and patterns replaced by the URDF files in them.

    Raises:
        Trouble: a folder or pattern that holds none.
    """
    for name in inputs:
        if name == "-" or name.startswith(SAMPLE_PREFIX):
            yield name
        elif os.path.isdir(name):
            yield from _in_folder(name)
        elif any(character in name for character in "*?[") and not os.path.exists(name):
            yield from _matching(name)
        else:
            yield name


def _in_folder(folder: str) -> list[str]:
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [os.path.join(place, name) for name in sorted(names) if name.endswith(URDF_SUFFIXES)]
    if not found:
        raise Trouble(f"no URDF file in the folder {folder}")
    return found


def _matching(pattern: str) -> list[str]:
    from glob import glob

    found = sorted(path for path in glob(pattern, recursive=True) if os.path.isfile(path))
    if not found:
        raise Trouble(f"nothing matches {pattern}")
    return found


def write_output(text: str, target: str | None) -> None:
    """Writes a result to standard output, or atomically to a file.

    Raises:
        Trouble: the file cannot be written.
    """
    if target is None or target == "-":
        sys.stdout.write(text)
        return
    write_file(Path(target), text.encode())


def write_file(path: Path, data: bytes) -> None:
    """Writes bytes atomically.

    Raises:
        Trouble: the file cannot be written.
    """
    from bodyplan.formats.document import write_atomically

    try:
        write_atomically(path, data)
    except OSError as error:
        raise Trouble(f"cannot write {path}: {error.strerror or error}") from None


def unified_diff(name: str, old: str, new: str) -> str:
    """The changes between two texts, in the form that ``patch`` takes."""
    from difflib import unified_diff as diff

    lines = []
    for line in diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    ):
        lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(lines)


__all__ = ["InputError", "Parser", "SettingsFinder", "Trouble", "expand"]

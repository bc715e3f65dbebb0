"""What the verbs share: options, inputs, settings, output."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from bodyplan.diag import Kind, Severity, did_you_mean, kinds
from bodyplan.diag.render.plain import visible
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

URDF_SUFFIX = ".urdf"
COLUMNS = 80
"""As wide as every terminal is."""


class Trouble(Exception):  # noqa: N818  (a sentence for the user, not a fault of the program)
    """Something the user has to change; the message is the whole story."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help pages of at most 80 columns, the same for every version of Python."""

    def __init__(self, prog: str, **options: Any) -> None:
        # Without a width, argparse loads shutil and three compressors to find one.
        options.setdefault("width", min(terminal_columns(sys.stdout), COLUMNS))
        super().__init__(prog, **options)

    def _format_usage(self, *parts: Any, **_: Any) -> str:
        """The positional arguments only; the options stand below, with their meaning."""
        actions = parts[1]
        words = [
            self._format_args(action, action.metavar or _choice(action) or action.dest.upper())
            for action in actions
            if not action.option_strings
        ]
        return f"usage: {' '.join([self._prog, '[options]', *words])}\n\n"

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if action.nargs in {"+", "*"}:
            name = action.metavar or default_metavar
            return f"{name} ..." if action.nargs == "+" else f"[{name} ...]"
        return super()._format_args(action, default_metavar)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        names = ", ".join(action.option_strings)
        if not names or action.nargs == 0:
            return names or super()._format_action_invocation(action)
        return f"{names} {self._format_args(action, _choice(action) or action.dest.upper())}"


def _choice(action: argparse.Action) -> str:
    """The words that an action takes, as the help shows them; empty if it takes any."""
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""


def terminal_columns(stream: object) -> int:
    """How wide the terminal behind a stream is; 80 where there is none."""
    try:
        return int(os.environ.get("COLUMNS", "")) or COLUMNS
    except ValueError:
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or COLUMNS  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return COLUMNS


class Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one sentence, with near names."""

    def __init__(self, verb: str, description: str) -> None:
        super().__init__(
            prog=f"bodyplan {verb}",
            description=description,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Ends with exit status 2 and one sentence."""
        sys.stderr.write(f"{self.prog}: {visible(self._sentence(message))}\n")
        raise SystemExit(2)

    def _sentence(self, message: str) -> str:
        """What argparse says, in words that name the way out."""
        help_word = f"see `{self.prog} --help`"
        if words := message.removeprefix("unrecognized arguments: "):
            if words != message:
                word = words.split(" ")[0].partition("=")[0]
                if not word.startswith("-"):
                    return f"{word!r} is one argument too many; {help_word}"
                hint = did_you_mean(word, self._option_string_actions) or help_word
                return f"unknown option {word}; {hint}"
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            verb = "are" if "," in missing else "is"
            return f"{missing} {verb} missing; {help_word}"
        match = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
        if match is None:
            return f"{message}; {help_word}"
        name, reason = match[1].rpartition("/")[2], match[2]
        action = self._option_string_actions.get(name)
        positional = next((a for a in self._actions if name in {a.dest, a.metavar}), None)
        choices = [str(c) for c in getattr(action or positional, "choices", None) or ()]
        if choices and (wrong := re.match(r"invalid choice: '(.*?)' \(choose", reason, re.DOTALL)):
            known = f"{', '.join(choices[:-1])} or {choices[-1]}" if choices[1:] else choices[0]
            hint = did_you_mean(wrong[1], choices)
            more = f"; {hint}" if hint else ""
            name = name if action else (positional and _choice(positional) and positional.dest) or name
            return f"{name} takes {known}, not {wrong[1]!r}{more}"
        if wrong := re.match(r"invalid int value: '(.*)'", reason, re.DOTALL):
            return f"{name} takes a whole number, not {wrong[1]!r}"
        if other := re.match(r"not allowed with argument (\S+)", reason):
            return f"{name} and {other[1].rpartition('/')[2]} exclude each other"
        if reason.startswith("expected one argument"):
            return f"{name} needs a value; {help_word}"
        if reason.startswith("ignored explicit argument"):
            return f"{name} takes no value"
        return f"{name}: {reason}"


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
        if path is not None and not path.is_file():
            raise Trouble(f"--config {path}: there is no such file")
        if path is None and not arguments.no_config:
            path = find_config(folder)
        try:
            settings = load_settings(path) if path is not None else Settings()
            if path is not None:
                _require_valid(settings, path)
            changes: dict[str, object] = {"limits": limits_from(self.limits, settings.limits)}
            if arguments.select:
                changes["select"] = _codes("--select", arguments.select)
            if arguments.ignore:
                changes["ignore"] = (*settings.ignore, *_codes("--ignore", arguments.ignore))
        except SettingsError as error:
            raise Trouble(str(error)) from None
        if arguments.fail_on:
            changes["fail_on"] = Severity(arguments.fail_on)
        if arguments.profile:
            _require_profile(arguments.profile)
            changes["profile"] = arguments.profile
        # Plain tables can travel to other processes.
        changes["severity"] = dict(settings.severity)
        changes["per_file_ignore"] = dict(settings.per_file_ignore)
        return replace(settings, **changes)


def _require_valid(settings: Settings, path: Path) -> None:
    try:
        if settings.profile is not None:
            _require_profile(settings.profile)
        for codes in (settings.select, settings.ignore, settings.severity):
            _require_known(codes)
        for codes in settings.per_file_ignore.values():
            _require_known(codes)
    except Trouble as trouble:
        raise Trouble(f"{path}: {trouble}") from None


def _require_profile(name: str) -> None:
    from bodyplan.lint.profiles import profile_named

    try:
        profile_named(name)
    except ValueError as error:
        raise Trouble(str(error)) from None


def _codes(option: str, words: Sequence[str]) -> tuple[str, ...]:
    codes = tuple(parse_code(code) for word in words for code in word.split(",") if code.strip())
    if not codes:
        raise Trouble(f"{option} names no code; codes look like J101, or J for the whole family")
    _require_known(codes)
    return codes


def _require_known(codes: Iterable[str]) -> None:
    codes = tuple(codes)
    if not codes:
        return
    known = all_kinds()
    for code in codes:
        if not any(name.startswith(code) for name in known):
            hint = did_you_mean(code, known) or "see `bodyplan explain` for all codes"
            raise Trouble(f"no code begins with {code}; {hint}")


def all_kinds() -> dict[str, Kind]:
    """Every kind of finding, the profiles' too, by code."""
    from importlib import import_module

    from bodyplan.lint.profiles import PROFILES
    from bodyplan.lint.rule import rules

    rules()
    for profile in PROFILES.values():
        import_module(profile.module)
    return kinds()


def expand(inputs: Sequence[str]) -> Iterator[str]:
    """The inputs with folders and patterns replaced by the URDF files in them, each once.

    Raises:
        Trouble: a folder or pattern that holds none.
    """
    yield from dict.fromkeys(name for word in inputs for name in _expanded(word))


def _expanded(name: str) -> list[str]:
    if not name:
        raise Trouble("an empty name is no file")
    if name == "-" or name.startswith(SAMPLE_PREFIX):
        return [name]
    if os.path.isdir(name):
        return _in_folder(name)
    if any(character in name for character in "*?[") and not os.path.lexists(name):
        return _matching(name)
    return [name]


def _in_folder(folder: str) -> list[str]:
    found = [path for path in _files(folder) if path.lower().endswith(URDF_SUFFIX)]
    if not found:
        raise Trouble(f"there is no URDF file (*{URDF_SUFFIX}) in the folder {folder}")
    return found


def _files(folder: str) -> Iterator[str]:
    """The files in a folder and below; not the hidden ones, and no link to a folder is followed."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(place, name)


def _matching(pattern: str) -> list[str]:
    found = sorted(path for path in _candidates(pattern) if os.path.isfile(path))
    if not found:
        raise Trouble(f"no file matches {pattern}")
    return found


def _candidates(pattern: str) -> Iterable[str]:
    """What fits a pattern; ``**`` is worked out here, because glob follows links in circles."""
    parts = pattern.split("/")
    if "**" not in parts:
        from glob import glob

        return glob(pattern)
    first = next(i for i, part in enumerate(parts) if any(c in part for c in "*?["))
    folder = "/".join(parts[:first]) or ("/" if first else ".")
    skipped = len(folder.rstrip("/")) + 1
    paths = (path for path in _files(folder) if _fits(path[skipped:].split("/"), parts[first:]))
    return (path.removeprefix("./") if not first else path for path in paths)


def _fits(names: list[str], patterns: list[str]) -> bool:
    """Whether the parts of a path fit those of a pattern; ``**`` stands for any number of them."""
    from fnmatch import fnmatchcase

    reached = {0}  # how many of the patterns may have been used up so far
    for name in [*names, None]:
        for number in sorted(reached):
            while number < len(patterns) and patterns[number] == "**":
                number += 1  # noqa: PLW2901  (it may stand for none)
                reached.add(number)
        if name is None:
            break
        reached = {
            number if patterns[number] == "**" else number + 1
            for number in reached
            if number < len(patterns)
            and (patterns[number] == "**" or fnmatchcase(name, patterns[number]))
        }
    return len(patterns) in reached


def shown_path(name: str) -> str:
    """The shortest name of a file in the current folder; other names stay as they are."""
    if not os.path.isabs(name):
        return name
    here = os.path.join(os.getcwd(), "")
    return name.removeprefix(here) or name


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
    """Writes bytes atomically; to what is no file, such as a pipe or ``/dev/null``, as it comes.

    Raises:
        Trouble: the file cannot be written.
    """
    from bodyplan.formats.document import write_atomically

    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.write(data)
            return
        if path.exists() and not path.stat().st_mode & 0o222:
            raise Trouble(f"cannot write {path}: the file is read-only")
        write_atomically(path, data)
    except BrokenPipeError:
        raise
    except FileNotFoundError:
        raise Trouble(f"cannot write {path}: there is no folder {path.parent}") from None
    except OSError as error:
        raise Trouble(f"cannot write {path}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    """Why the system refused, the way it goes on in a sentence."""
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]


def unified_diff(name: str, old: str, new: str) -> str:
    """The changes between two texts, in the form that ``patch`` takes.

    Lines end with a line feed only: what else Python takes for the end of a line, ``patch``
    does not.
    """
    from difflib import unified_diff as diff

    name = name.lstrip("/")
    end = "\t" if " " in name else ""  # or else the name would end at the blank
    lines = []
    for line in diff(_lines(old), _lines(new), f"a/{name}{end}", f"b/{name}{end}"):
        lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(lines)


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def plural(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


__all__ = ["InputError", "Parser", "SettingsFinder", "Trouble", "expand"]

"""What the verbs share: options, inputs, settings, output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Kind, Severity, did_you_mean, kinds
from bodyplan.formats.source import SAMPLE_PREFIX
from bodyplan.lint.settings import (
    Settings,
    SettingsError,
    current_folder,
    find_config,
    limits_from,
    load_settings,
    parse_code,
)
from bodyplan.text import replace


def add_inputs(parser: argparse.ArgumentParser, *, many: bool, takes_values: bool = False) -> None:
    """The positional arguments: what ``inputs.split_arguments`` and ``one_input`` take.

    Args:
        parser: of the verb.
        many: whether it takes several inputs.
        takes_values: whether it expands files with macros, and takes values for their arguments.
    """
    meaning = "a path, '-' for standard input, or sample:NAME"
    if many:
        values = "; ARG:=VALUE for the macros of a .xacro" if takes_values else ""
        parser.add_argument(
            "inputs",
            nargs="+",
            metavar="ROBOT",
            help=f"{meaning}; also folders and patterns{values}",
        )
        return
    parser.add_argument("input", metavar="ROBOT", help=meaning)
    if takes_values:
        parser.add_argument(
            "values", nargs="*", metavar="ARG:=VALUE", help="values for the arguments of its macros"
        )


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Which findings count, and how."""
    group = parser.add_argument_group("findings")
    group.add_argument(
        "--select",
        action="append",
        metavar="CODES",
        help="report only these codes or families, such as J,I104",
    )
    group.add_argument("--ignore", action="append", metavar="CODES", help="leave these out")
    group.add_argument(
        "--fail-on",
        choices=[str(s) for s in Severity],
        help="least severity that makes the exit status 1; error by default",
    )
    group.add_argument(
        "--profile",
        metavar="NAME",
        help="only the verdict of one reader: urdfdom, libsdformat",
    )
    group.add_argument(
        "--meshes",
        action="store_true",
        help="open the meshes too: what is wrong with them, and masses against them",
    )
    group.add_argument(
        "--robot",
        metavar="ROBOT",
        help="the URDF that the file belongs to; else it is looked for",
    )
    add_config_options(group)
    add_limit_option(group)


def add_config_options(parser: argparse._ActionsContainer) -> None:
    """Which configuration counts."""
    parser.add_argument("--config", metavar="FILE", help="read this configuration, search for none")
    parser.add_argument("--no-config", action="store_true", help="read no configuration")


def add_limit_option(parser: argparse._ActionsContainer) -> None:
    """Caps on the input."""
    parser.add_argument(
        "--limit",
        action="append",
        metavar="NAME=VALUE",
        help="change a cap on the input, such as max_bytes=500000000",
    )


def output_group(parser: argparse._ActionsContainer) -> argparse._ActionsContainer:
    """The options of a verb that say where and how it writes; they stand together, and last."""
    if not isinstance(parser, argparse.ArgumentParser):
        return parser  # a part of them
    groups = parser._action_groups  # noqa: SLF001  (argparse shows them nowhere else)
    return next((one for one in groups if one.title == "output"), None) or (
        parser.add_argument_group("output")
    )


def add_json_option(parser: argparse._ActionsContainer, more: str = "") -> None:
    """JSON for programs; its schema is what ``bodyplan schema`` prints."""
    output_group(parser).add_argument("--json", action="store_true", help=f"print as JSON{more}")


def add_output_option(
    parser: argparse._ActionsContainer,
    more: str = "",
    *,
    many: bool = False,
    is_part: bool = False,
) -> None:
    """Where the result goes.

    Args:
        parser: of the verb, or a group of it.
        more: what follows on the words that are the same for every verb.
        many: whether it may be repeated; a list then.
        is_part: whether ``add_force_options`` is called for the group around.
    """
    settings: dict[str, Any] = {"action": "append", "default": []} if many else {}
    group = output_group(parser)
    group.add_argument(
        "-o", "--output", metavar="FILE", help=f"write to this file{more}", **settings
    )
    if not is_part:
        add_force_options(group)


def add_force_options(parser: argparse._ActionsContainer) -> None:
    """What writes even where something on the disk is lost; the same for every verb that writes."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="write even where that would lose something, such as a change by another program "
        "or the owner of the file",
    )
    parser.add_argument(
        "--break-links",
        action="store_true",
        help="replace a file with several hard links; the others keep the old content",
    )


def add_quiet_option(parser: argparse._ActionsContainer, more: str = "") -> None:
    """Silence."""
    output_group(parser).add_argument(
        "-q", "--quiet", action="store_true", help=f"say nothing but errors{more}"
    )


def add_write_options(
    parser: argparse.ArgumentParser, what: str, *, to_output: bool = False, has_json: bool = False
) -> None:
    """Where a changed file goes; the same for every verb that changes one.

    Args:
        parser: of the verb.
        what: is written.
        to_output: it goes to standard output by default, not back to the file.
        has_json: what was done can be told as JSON.
    """
    group = output_group(parser)
    if has_json:
        add_json_option(group, ": what was done; the file goes elsewhere")
    where = group.add_mutually_exclusive_group()
    by_default = "" if to_output else " (default)"
    where.add_argument(
        "--in-place", action="store_true", help=f"write {what} back to the file{by_default}"
    )
    where.add_argument(
        "--diff",
        action="store_true",
        help="show the changes, write nothing; exit 1 if there are any",
    )
    where.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if anything would change"
    )
    more = " (default: standard output)" if to_output else "; '-' for standard output"
    add_output_option(where, more, is_part=True)
    add_force_options(group)
    add_quiet_option(group)


def add_color_option(parser: argparse._ActionsContainer) -> None:
    """Colours."""
    output_group(parser).add_argument(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours; by default on a terminal",
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
        name, _, number = word.partition("=")
        try:
            values[name] = int(number)
        except ValueError:
            raise Trouble(f"--limit takes NAME=VALUE with a whole number, not {word!r}") from None
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
        self._for_folder(current_folder())  # a wrong option is reported before any work

    def __call__(self, name: str) -> Settings:
        """The settings for one input."""
        if name == "-" or name.startswith(SAMPLE_PREFIX):
            return self._for_folder(current_folder())
        # realpath, because Path.resolve raises where links lead in a circle
        return self._for_folder(Path(os.path.realpath(name)).parent)

    def _load(self, folder: Path | None) -> Settings:
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
        if arguments.meshes:
            changes["meshes"] = True
        if arguments.fail_on:
            changes["fail_on"] = Severity(arguments.fail_on)
        if arguments.profile:
            _require_profile(arguments.profile)
            changes["profile"] = arguments.profile
        # Plain tables can travel to other processes.
        changes["severity"] = dict(settings.severity)
        changes["per_file_ignore"] = dict(settings.per_file_ignore)
        changes["packages"] = dict(settings.packages)
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

    from bodyplan.formats.registry import FORMATS
    from bodyplan.lint.profiles import PROFILES
    from bodyplan.lint.rule import rules

    rules()
    # the kinds of whole files
    for home in ("bodyplan.formats.read", "bodyplan.lint.run", "bodyplan.project.kinds"):
        import_module(home)
    for known in FORMATS.values():
        if known.reading:  # the kinds that reading a format finds
            import_module(known.reading)
    for profile in PROFILES.values():
        import_module(profile.module)
    return kinds()

"""Limits, rules and folders, from the options of a verb and its configuration file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.core import Limits, replace
from bodyplan.diag import Severity
from bodyplan.formats.source import WordOrPath, is_path
from bodyplan.lint.settings import (
    Settings,
    SettingsError,
    current_folder,
    find_config,
    limits_from,
    load_settings,
)

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def parse_limits(words: Sequence[str] | None) -> dict[str, int]:
    """Return the limits in ``NAME=VALUE`` words.

    Raises:
        UserError: a word has another form.
    """
    values: dict[str, int] = {}
    for word in words or ():
        name, _, number = word.partition("=")
        try:
            values[name] = int(number)
        except ValueError:
            raise UserError(f"--limit: expected NAME=VALUE with an integer, got {word!r}") from None
    return values


def limits_of(arguments: argparse.Namespace) -> Limits:
    """Return the limits on the input that ``--limit`` sets.

    Raises:
        UserError: a word has another form.
        SettingsError: the limit does not exist, or cannot have this value.
    """
    return limits_from(parse_limits(arguments.limit))


def configuration(
    arguments: argparse.Namespace, folder: Path | None
) -> tuple[Settings, Path | None]:
    """Return the settings of a folder, and the file that they come from.

    Args:
        arguments: of the verb, with ``--config`` and ``--no-config``.
        folder: where to search for a configuration, unless an option names one.

    Raises:
        UserError: the named configuration does not exist.
        SettingsError: it is invalid.
    """
    if arguments.config:
        path = Path(arguments.config)
        if not path.is_file():
            raise UserError(f"--config {path}: file not found")
        return load_settings(path), path
    found = None if arguments.no_config else find_config(folder)
    return (Settings() if found is None else load_settings(found, is_found=True)), found


class SettingsFinder:
    """The settings for each input: its nearest configuration, with the options on top.

    Args:
        arguments: of the verb; the options about rules may be absent.

    Raises:
        UserError: an option that means nothing.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.limits = parse_limits(arguments.limit)
        self._for_folder = cache(self._load)
        self._for_folder(current_folder())  # a wrong option is reported before any work

    def __call__(self, source: WordOrPath) -> Settings:
        """Return the settings for one input."""
        if not is_path(source):
            return self._for_folder(current_folder())
        # realpath, because Path.resolve raises where links lead in a circle
        return self._for_folder(Path(os.path.realpath(source)).parent)

    def _load(self, folder: Path | None) -> Settings:
        try:
            settings, path = configuration(self.arguments, folder)
            if path is not None:
                _require_valid(settings, path)
            return replace(
                settings,
                limits=limits_from(self.limits, settings.limits),
                # Plain tables can travel to other processes.
                severity=dict(settings.severity),
                per_file_ignore=dict(settings.per_file_ignore),
                packages=dict(settings.packages),
                xacro=dict(settings.xacro),
                **self._of_rules(settings),
            )
        except SettingsError as error:
            raise UserError(str(error)) from None

    def _of_rules(self, settings: Settings) -> dict[str, object]:
        """Return what the options about rules change, where the verb has them."""
        given = vars(self.arguments)
        changes: dict[str, object] = {}
        if given.get("select") or given.get("ignore") or given.get("profile"):
            from bodyplan.cli import codes  # which loads all rules

            if given["select"]:
                changes["select"] = codes.parse_codes("--select", given["select"])
            if given["ignore"]:
                ignored = codes.parse_codes("--ignore", given["ignore"])
                changes["ignore"] = (*settings.ignore, *ignored)
            if given["profile"]:
                codes.require_profile(given["profile"])
                changes["profile"] = given["profile"]
        if given.get("meshes"):
            changes["meshes"] = True
        if given.get("fail_on"):
            changes["fail_on"] = Severity(given["fail_on"])
        return changes


def _require_valid(settings: Settings, path: Path) -> None:
    """Check the codes and the profile that a configuration names, where it names any."""
    named = (settings.select, settings.ignore, settings.severity, settings.per_file_ignore)
    if not any((settings.profile, *named)):
        return
    from bodyplan.cli import codes  # which loads all rules

    try:
        codes.require_valid(settings)
    except UserError as trouble:
        raise UserError(f"{path}: {trouble}") from None


def xacro_values(
    arguments: argparse.Namespace, source: WordOrPath, values: Mapping[str, str]
) -> dict[str, str]:
    """Return the xacro arguments of a file: those of its configuration, and those passed.

    Args:
        arguments: of the verb.
        source: the input.
        values: passed on the command line.

    Raises:
        UserError: the named configuration does not exist.
        SettingsError: it is invalid.
    """
    if not is_path(source):
        return dict(values)
    settings, _ = configuration(arguments, Path(os.path.realpath(source)).parent)
    return {**settings.arguments_of(source), **values}


def named_resources(arguments: argparse.Namespace) -> Resources | None:
    """Return the finder of packages and files that the options describe; None where none is given.

    Behind the options come the packages and folders of the configuration that is nearest to the
    current folder. A robot that is named by its package brings its own.

    Raises:
        UserError: an option names a folder that does not exist, or a configuration is invalid.
    """
    configured, path = configuration(arguments, current_folder())
    given = (arguments.package, arguments.folder, arguments.allow_env)
    if not any((*given, configured.packages, configured.folders, configured.allow_env)):
        return None
    from bodyplan.cli.finder import finder  # most robots need none

    return finder(arguments, configured, None if arguments.config else path)

"""The choices of the user for a run: options, and configuration files around descriptions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record, replace, visible
from bodyplan.files.opener import is_within
from bodyplan.formats.source import WordOrPath, is_path
from bodyplan.lint.settings import (
    Settings,
    SettingsError,
    find_config,
    is_variable,
    limits_from,
    load_settings,
)

if TYPE_CHECKING:
    from bodyplan.resources import Resources


class Options(Record):
    """Choices of the user that override the configuration files.

    Args:
        config: the configuration file; if empty, it is searched in the folders above the
            description.
        is_searched: whether a configuration file is searched for.
        select: codes to report.
        ignore: codes that are not reported, in addition to those of the configuration.
        changes: values of further fields of ``Settings``.
        limits: input limits by name.
        packages: the folder of each package, by package name.
        folders: folders that are packages or contain packages.
        allow_env: environment variables that xacro files may read.
    """

    config: str = ""
    is_searched: bool = True
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    changes: Mapping[str, Any] = MappingProxyType({})
    limits: Mapping[str, int] = MappingProxyType({})
    packages: Mapping[str, str] = MappingProxyType({})
    folders: tuple[str, ...] = ()
    allow_env: tuple[str, ...] = ()


class Configuration:
    """The settings of each file: the nearest configuration file, overridden by the options.

    Args:
        options: the choices that override the configuration files.
        folder: the folder from which the configuration for packages and folders is searched.

    Raises:
        SettingsError: a configuration or an option is invalid.
    """

    def __init__(self, options: Options, folder: Path | None) -> None:
        self.options = options
        self.folder = folder
        self._for_folder = cache(self._load)
        self._in_folder = cache(self._of_folder)
        self._for_folder(folder)  # a wrong option is reported before any work

    def __reduce__(self) -> tuple[Any, ...]:
        return Configuration, (self.options, self.folder)

    def __call__(self, source: WordOrPath) -> Settings:
        """Return the settings for one input."""
        if not is_path(source):
            return self.settings
        path = os.fspath(source)
        if not os.path.isabs(path):  # getcwd fails if the current folder was removed
            path = os.path.join(os.getcwd(), path)
        if os.path.islink(path):
            path = os.path.realpath(path)
        return self._in_folder(os.path.dirname(path))

    def _of_folder(self, folder: str) -> Settings:
        # realpath, because Path.resolve raises an exception if links form a cycle
        return self._for_folder(Path(os.path.realpath(folder)))[0]

    @property
    def settings(self) -> Settings:
        """The settings of the folder itself; they apply to every source that is not a file."""
        return self._for_folder(self.folder)[0]

    def _load(self, folder: Path | None) -> tuple[Settings, Path | None]:
        """Return the settings of a folder, and their file unless the user named it."""
        options = self.options
        settings, path, is_found = Settings(), None, False
        if options.config:
            path = Path(options.config)
            if not path.is_file():
                raise SettingsError(f"--config {path}: file not found")
            settings = load_settings(path)
        elif options.is_searched and (path := find_config(folder)) is not None:
            settings, is_found = load_settings(path, is_found=True), True
        if path is not None:
            _require_valid(settings, path)
        changes = dict(options.changes)
        if options.select or options.ignore:
            changes["select"] = options.select or settings.select
            changes["ignore"] = (*settings.ignore, *options.ignore)
        settings = replace(
            settings,
            limits=limits_from(options.limits, settings.limits),
            # copied to plain dictionaries, which can be pickled
            severity=dict(settings.severity),
            per_file_ignore=dict(settings.per_file_ignore),
            packages=dict(settings.packages),
            xacro=dict(settings.xacro),
            **changes,
        )
        return settings, path if is_found else None

    def resources(self) -> tuple[Resources | None, tuple[str, ...]]:
        """Return the resources that find packages and files, and the settings ignored for security.

        The packages and folders of the options come before those of the configuration.
        ``allow-env`` applies only in a configuration file that the user named: a file that was
        found may come from the author of the robot. Return None instead of resources if there are
        no packages, folders and variables.

        Raises:
            SettingsError: a folder does not exist, or the name of a variable is not valid.
        """
        settings, found = self._for_folder(self.folder)
        return resources_of(settings, self.options, found)


def resources_of(
    settings: Settings, options: Options | None = None, found: Path | None = None
) -> tuple[Resources | None, tuple[str, ...]]:
    """Return the resources that settings name, or None, and the settings ignored for security.

    Args:
        settings: the settings.
        options: the choices that override the settings.
        found: the configuration file of the settings, if the user did not name it; else None.

    Raises:
        SettingsError: a folder does not exist, or the name of a variable is not valid.
    """
    options = options or Options()
    for name, path in options.packages.items():
        _require_folder(f"--package {name}", path)
    for path in options.folders:
        _require_folder("--folder", path)
    for name in options.allow_env:
        if not is_variable(name):
            raise SettingsError(
                f"--allow-env expects the name of an environment variable, got {name!r}"
            )
    allowed = {*options.allow_env}
    ignored: list[str] = []
    named, inside, outside = dict(settings.packages), list(settings.folders), list[str]()
    if found is None:
        allowed |= {*settings.allow_env}
    else:
        if settings.allow_env:
            ignored.append(_ignored(found, "allow-env is", "--allow-env NAME"))
        named = {}
        for name, path in settings.packages.items():
            if _is_below(path, found.parent) or _has_manifest(path):
                named[name] = path
                continue
            what = f"packages.{name} is a folder elsewhere without a manifest; it is"
            ignored.append(_ignored(found, what, "--package NAME=PATH"))
        inside, outside = [], []
        for path in settings.folders:
            (inside if _is_below(path, found.parent) else outside).append(path)
    if not any((options.packages, options.folders, allowed, settings.packages, settings.folders)):
        return None, tuple(ignored)
    from bodyplan.resources import Resources  # most robots need none

    resources = Resources(
        {**named, **options.packages},
        [*options.folders, *inside],
        searched=outside,
        allowed_environment=frozenset(allowed),
    )
    return resources, tuple(ignored)


def _has_manifest(path: str) -> bool:
    from bodyplan.resources.manifest import has_manifest

    return has_manifest(path)


def _is_below(path: str, folder: Path) -> bool:
    """Return whether a path is in a folder, with symbolic links resolved."""
    return is_within(os.path.realpath(path), os.path.realpath(folder))


def _ignored(config: Path, what: str, option: str) -> str:
    """Return the sentence that a setting of a found configuration file is ignored for security."""
    name = visible(str(config))
    return (
        f"{name}: {visible(what)} ignored, because this configuration may have come with the "
        f"robot; use --config {name} or {option}"
    )


def _require_folder(option: str, path: str) -> None:
    """Check that a folder exists.

    Raises:
        SettingsError: it does not exist or is not a folder.
    """
    try:
        if Path(path).is_dir():
            return
        reason = "not a folder" if Path(path).exists() else "folder not found"
    except (OSError, ValueError):
        reason = "folder not found"
    raise SettingsError(f"{option}: {path}: {reason}")


def _require_valid(settings: Settings, path: Path) -> None:
    """Check the codes and the profile in a configuration file."""
    named = (settings.select, settings.ignore, settings.severity, settings.per_file_ignore)
    if not any((settings.profile, *named)):
        return
    from bodyplan.lint import codes  # loads all rules

    try:
        codes.require_valid(settings)
    except SettingsError as trouble:
        raise SettingsError(f"{path}: {trouble}") from None

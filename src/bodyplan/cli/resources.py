"""The options that say where packages and models are; the same for every verb that looks."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli.common import add_config_options
from bodyplan.cli.trouble import Trouble
from bodyplan.diag.render.plain import visible
from bodyplan.lint.settings import (
    Settings,
    current_folder,
    find_config,
    is_variable,
    load_settings,
)
from bodyplan.text import replace

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def add_resource_options(parser: argparse.ArgumentParser, *, has_config: bool = False) -> None:
    """Add the options that say where packages are and what a robot may read.

    Args:
        parser: of the verb.
        has_config: whether the verb has the options of ``add_config_options`` already.
    """
    group = parser.add_argument_group("packages")
    group.add_argument(
        "--package",
        action="append",
        metavar="NAME=PATH",
        help="the folder of a package or model; goes before everything else",
    )
    group.add_argument(
        "--folder",
        action="append",
        metavar="PATH",
        help="a folder that is a package or holds packages",
    )
    group.add_argument(
        "--allow-env",
        action="append",
        metavar="NAME",
        help="let $(env NAME) and $(optenv NAME) read this environment variable",
    )
    if not has_config:
        add_config_options(group)


def named_resources(arguments: argparse.Namespace) -> Resources | None:
    """Return the finder of packages and files that the options describe; None where none is given.

    Behind the options come the packages and folders of the configuration that is nearest to the
    current folder. A robot that is named by its package brings its own, and most need none: loading
    what looks takes time.

    Raises:
        Trouble: an option names a folder that does not exist, or a configuration is invalid.
    """
    configured, found = _configured(arguments)
    packages = _packages(arguments)
    folders = [_folder("--folder", path) for path in arguments.folder or ()]
    allowed = {*map(_variable, arguments.allow_env or ()), *configured.allow_env}
    if not any((packages, folders, allowed, configured.packages, configured.folders)):
        return None
    from bodyplan.resources import Resources

    named = dict(configured.packages) if found is None else _own_packages(configured, found)
    inside, outside = list(configured.folders), list[str]()
    if found is not None:
        inside = [path for path in configured.folders if _is_below(path, found.parent)]
        outside = [path for path in configured.folders if path not in inside]
    return Resources(
        {**named, **packages},
        [*folders, *inside],
        searched=outside,
        allowed_environment=frozenset(allowed),
    )


def _own_packages(configured: Settings, config: Path) -> dict[str, str]:
    """Return the packages of a configuration that was found: in its folder, or with a manifest."""
    from bodyplan.resources.manifest import has_manifest

    packages: dict[str, str] = {}
    for name, path in configured.packages.items():
        if _is_below(path, config.parent) or has_manifest(path):
            packages[name] = path
        else:
            what = f"packages.{name} is a folder elsewhere without a manifest; it is"
            _ignored(config, visible(what), "--package NAME=PATH")
    return packages


def _is_below(path: str, folder: Path) -> bool:
    """Return whether a path lies in a folder, once symbolic links are followed."""
    from bodyplan.resources.around import is_within

    return is_within(os.path.realpath(path), os.path.realpath(folder))


def _packages(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the folders of ``--package`` by name.

    Raises:
        Trouble: an option names a folder that does not exist, or a package twice.
    """
    packages: dict[str, str] = {}
    for word in arguments.package or ():
        name, equals, path = word.partition("=")
        if not equals or not name.strip() or not path:
            raise Trouble(f"--package takes NAME=PATH, not {word!r}")
        if name in packages and packages[name] != path:
            raise Trouble(f"--package {name} is given twice, with two folders")
        packages[name] = _folder(f"--package {name}", path)
    return packages


def _variable(name: str) -> str:
    """Return the name of an environment variable.

    Raises:
        Trouble: no variable can have this name.
    """
    if not is_variable(name):
        raise Trouble(f"--allow-env expects the name of an environment variable, got {name!r}")
    return name


def _configured(arguments: argparse.Namespace) -> tuple[Settings, Path | None]:
    """Return the settings for the current folder, and their file where the user did not name it.

    What a robot may read of the environment counts only from a configuration that the user named: one
    that was found may have come with the robot.

    Raises:
        Trouble: the named configuration does not exist.
    """
    if arguments.no_config:
        return Settings(), None
    if arguments.config:
        path = Path(arguments.config)
        if not path.is_file():
            raise Trouble(f"--config {path}: there is no such file")
        return load_settings(path), None
    found = find_config(current_folder())
    settings = load_settings(found) if found is not None else Settings()
    if settings.allow_env and found is not None:
        _ignored(found, "allow-env is", "--allow-env NAME")
        settings = replace(settings, allow_env=())
    return settings, found


def _ignored(config: Path, what: str, option: str) -> None:
    """Say that a configuration which was found cannot allow something."""
    name = visible(str(config))
    sys.stderr.write(
        f"bodyplan: {name}: {what} ignored, because this configuration may have come with the "
        f"robot; use --config {name} or {option}\n"
    )


def _folder(option: str, path: str) -> str:
    """A folder that exists.

    Raises:
        Trouble: there is none.
    """
    try:
        if Path(path).is_dir():
            return path
        reason = "this is no folder" if Path(path).exists() else "there is no such folder"
    except (OSError, ValueError):
        reason = "there is no such folder"
    raise Trouble(f"{option}: {path}: {reason}")

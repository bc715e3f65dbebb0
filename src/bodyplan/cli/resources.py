"""The options that say where packages and models are; the same for every verb that looks."""

from __future__ import annotations

import argparse
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
    configured = _configured(arguments)
    packages = _packages(arguments)
    folders = [_folder("--folder", path) for path in arguments.folder or ()]
    allowed = {*map(_variable, arguments.allow_env or ()), *configured.allow_env}
    if not any((packages, folders, allowed, configured.packages, configured.folders)):
        return None
    from bodyplan.resources import Resources

    return Resources(
        {**configured.packages, **packages},
        [*folders, *configured.folders],
        allowed_environment=frozenset(allowed),
    )


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


def _configured(arguments: argparse.Namespace) -> Settings:
    """Return the settings for the current folder.

    What a robot may read of the environment counts only from a configuration that the user named: one
    that was found may have come with the robot.

    Raises:
        Trouble: the named configuration does not exist.
    """
    if arguments.no_config:
        return Settings()
    if arguments.config:
        path = Path(arguments.config)
        if not path.is_file():
            raise Trouble(f"--config {path}: there is no such file")
        return load_settings(path)
    found = find_config(current_folder())
    settings = load_settings(found) if found is not None else Settings()
    if settings.allow_env:
        sys.stderr.write(
            f"bodyplan: {visible(str(found))}: allow-env is ignored, because this configuration may "
            f"have come with the robot; use --config {visible(str(found))} or --allow-env NAME\n"
        )
        settings = replace(settings, allow_env=())
    return settings


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

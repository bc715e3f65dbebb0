"""The options that say where packages and models are; the same for every verb that looks."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli.trouble import Trouble
from bodyplan.lint.settings import Settings, current_folder, find_config, load_settings

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def add_resource_options(parser: argparse.ArgumentParser) -> None:
    """Where packages and models are."""
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


def named_resources(arguments: argparse.Namespace) -> Resources | None:
    """What finds packages and files as ``add_resource_options`` say; None where nothing says more.

    Behind the options come the packages and folders of the configuration that is nearest to the
    current folder. A robot that is named by its package brings its own, and most need none: loading
    what looks takes time.

    Raises:
        Trouble: an option that names no folder, or a configuration that means nothing.
    """
    configured = _configured(arguments)
    if not any((arguments.package, arguments.folder, configured.packages, configured.folders)):
        return None
    from bodyplan.resources import Resources

    packages: dict[str, str] = {}
    for word in arguments.package or ():
        name, equals, path = word.partition("=")
        if not equals or not name.strip() or not path:
            raise Trouble(f"--package takes NAME=PATH, not {word!r}")
        if name in packages and packages[name] != path:
            raise Trouble(f"--package {name} is given twice, with two folders")
        packages[name] = _folder(f"--package {name}", path)
    folders = [_folder("--folder", path) for path in arguments.folder or ()]
    return Resources({**configured.packages, **packages}, [*folders, *configured.folders])


def _configured(arguments: argparse.Namespace) -> Settings:
    """The settings that hold for the current folder."""
    if getattr(arguments, "no_config", False):
        return Settings()
    named = getattr(arguments, "config", None)
    path = Path(named) if named else find_config(current_folder())
    return load_settings(path) if path is not None and path.is_file() else Settings()


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

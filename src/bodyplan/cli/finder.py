"""The search for packages and files that options and a configuration file describe."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from bodyplan.cli.errors import UserError
from bodyplan.diag.parts.plain import visible
from bodyplan.files.opener import is_within
from bodyplan.lint.settings import Settings, is_variable
from bodyplan.resources import Resources
from bodyplan.resources.manifest import has_manifest


def finder(
    arguments: argparse.Namespace, configured: Settings, found: Path | None
) -> Resources | None:
    """Return what finds packages and files; None where nothing is left that it could use.

    What a robot may read of the environment counts only from a configuration that the user named:
    one that was found may have come with the robot.

    Args:
        arguments: of the verb.
        configured: the configuration.
        found: its file, where the user did not name it.

    Raises:
        UserError: an option names a folder that does not exist, or a variable that none can be.
    """
    packages = _packages(arguments)
    folders = [_folder("--folder", path) for path in arguments.folder or ()]
    allowed = {*map(_variable, arguments.allow_env or ())}
    if found is None:
        allowed |= {*configured.allow_env}
    elif configured.allow_env:
        _ignored(found, "allow-env is", "--allow-env NAME")
    if not any((packages, folders, allowed, configured.packages, configured.folders)):
        return None
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
    return is_within(os.path.realpath(path), os.path.realpath(folder))


def _packages(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the folders of ``--package`` by name.

    Raises:
        UserError: an option names a folder that does not exist, or a package twice.
    """
    packages: dict[str, str] = {}
    for word in arguments.package or ():
        name, equals, path = word.partition("=")
        if not equals or not name.strip() or not path:
            raise UserError(f"--package: expected NAME=PATH, got {word!r}")
        if name in packages and packages[name] != path:
            raise UserError(f"--package {name} is set twice, to different folders")
        packages[name] = _folder(f"--package {name}", path)
    return packages


def _variable(name: str) -> str:
    """Return the name of an environment variable.

    Raises:
        UserError: no variable can have this name.
    """
    if not is_variable(name):
        raise UserError(f"--allow-env expects the name of an environment variable, got {name!r}")
    return name


def _ignored(config: Path, what: str, option: str) -> None:
    """Report that a setting of a discovered configuration is ignored for security."""
    name = visible(str(config))
    sys.stderr.write(
        f"bodyplan: {name}: {what} ignored, because this configuration may have come with the "
        f"robot; use --config {name} or {option}\n"
    )


def _folder(option: str, path: str) -> str:
    """Return the path of an existing folder.

    Raises:
        UserError: it does not exist or is not a folder.
    """
    try:
        if Path(path).is_dir():
            return path
        reason = "not a folder" if Path(path).exists() else "folder not found"
    except (OSError, ValueError):
        reason = "folder not found"
    raise UserError(f"{option}: {path}: {reason}")

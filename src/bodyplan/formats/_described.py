"""Find the robots of the Python package ``robot_descriptions`` by name, in its local cache only."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from bodyplan.core import Record
from bodyplan.diag import did_you_mean

_PACKAGE = "robot_descriptions"
_CACHE = f"{_PACKAGE}._cache"
_NAME = re.compile(r"[a-z0-9_]+_description")
_PATHS = {"urdf": ("URDF_PATH", "XACRO_PATH"), "srdf": ("SRDF_PATH", "SRDF_XACRO_PATH")}
_ARGUMENTS = {"XACRO_PATH": "XACRO_ARGS", "SRDF_XACRO_PATH": "SRDF_XACRO_ARGS"}


class DescriptionNameError(ValueError):
    """The description does not exist in the package, or its files are not in the local cache."""


class Described(Record):
    """The file of a robot of ``robot_descriptions``, and the values that its Python module defines.

    Args:
        path: the URDF, SRDF or xacro file.
        arguments: values for the arguments of a xacro file.
        packages: the folder of each ROS package that the module defines, by package name.
        folders: further folders to search for ROS packages.
    """

    path: Path
    arguments: dict[str, str]
    packages: dict[str, Path]
    folders: tuple[Path, ...]


class _NotCachedError(Exception):
    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.folder = folder


def may_be_description(name: str) -> bool:
    """Return whether ``robot_descriptions`` is installed and has a module of this name."""
    word = name.removesuffix(".srdf")
    if _NAME.fullmatch(word) is None:
        return False
    folder = _folder()
    return folder is not None and (folder / f"{word}.py").is_file()


def find_description(name: str) -> Described:
    """Return the file of a robot from the local cache. Nothing is downloaded.

    Args:
        name: the name, such as "panda_description", or "panda_description.srdf" for its SRDF.

    Raises:
        DescriptionNameError: the package is not installed, has no robot of this name, has no URDF
            or SRDF for it, or has not yet downloaded it to the cache.
    """
    word, kind = name.removesuffix(".srdf"), "srdf" if name.endswith(".srdf") else "urdf"
    folder = _folder()
    if folder is None:
        raise DescriptionNameError(f"{word} requires the package {_PACKAGE}; install it with pip")
    if _NAME.fullmatch(word) is None or not (folder / f"{word}.py").is_file():
        known = sorted(path.stem for path in folder.glob("*_description.py"))
        hint = did_you_mean(word, known)
        raise DescriptionNameError(
            f"{word[:200]!r} does not exist in {_PACKAGE}" + (f"; {hint}" if hint else "")
        )
    try:
        module = _module(word)
    except _NotCachedError as missing:
        raise DescriptionNameError(
            f"{word} is not in the cache of {_PACKAGE} ({missing.folder}); download it with "
            f"`python -m {_PACKAGE} pull {word}`"
        ) from None
    except Exception as error:  # noqa: BLE001  (whatever the module of another package does)
        raise DescriptionNameError(f"{_PACKAGE} cannot load {word}: {error}") from None
    for attribute in _PATHS[kind]:
        if path := module.get(attribute):
            return _described(Path(path), module, _ARGUMENTS.get(attribute, ""))
    has = ", ".join(key.removesuffix("_PATH") for key in sorted(module) if key.endswith("F_PATH"))
    raise DescriptionNameError(f"{word} has no {kind.upper()}" + (f", only {has}" if has else ""))


def _described(path: Path, module: dict[str, Any], arguments: str) -> Described:
    above = [Path(module[key]) for key in ("PACKAGE_PATH", "REPOSITORY_PATH") if key in module]
    return Described(
        path,
        {str(key): str(value) for key, value in module.get(arguments, {}).items()},
        {name: Path(where) for name, where in module.get("XACRO_PACKAGE_PATHS", {}).items()},
        tuple(dict.fromkeys(above)),
    )


def _folder() -> Path | None:
    """Return the folder of ``robot_descriptions`` without importing it; None if not installed."""
    try:
        spec = find_spec(_PACKAGE)
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else None


def _module(word: str) -> dict[str, Any]:
    """Import the module of a robot without any download, and return its variables.

    The import of such a module normally clones a repository. During this import, the function that
    clones is replaced by one that only looks the repository up in the cache.
    """
    name = f"{_PACKAGE}.{word}"
    repositories = import_module(f"{_PACKAGE}._repositories").REPOSITORIES
    before = {key: sys.modules.pop(key, None) for key in (_CACHE, name)}

    def look(key: str, commit: str | None = None) -> str:
        below = repositories[key].cache_path
        if commit is not None:
            below = f"{below}-{commit}/{below}"
        cache = os.environ.get("ROBOT_DESCRIPTIONS_CACHE", "~/.cache/robot_descriptions")
        folder = Path(os.path.expanduser(cache)) / below
        if not folder.is_dir():
            raise _NotCachedError(folder)
        return str(folder)

    stand_in = ModuleType(_CACHE)
    stand_in.clone_to_cache = look  # type: ignore[attr-defined]
    stand_in.get_head_sha = lambda _path: None  # type: ignore[attr-defined]
    sys.modules[_CACHE] = stand_in
    try:
        return dict(vars(import_module(name)))
    finally:
        for key, module in before.items():
            sys.modules.pop(key, None)
            if module is not None:
                sys.modules[key] = module

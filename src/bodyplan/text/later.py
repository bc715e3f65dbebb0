"""Packages whose names are loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def loaded_later(
    module: dict[str, Any], homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """What a package takes as its ``__getattr__`` and ``__dir__``.

    Args:
        module: its ``globals()``.
        homes: for each name the module that has it; with a dot first, one of the package itself.
    """

    def find(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        value: object = getattr(import_module(home, module["__name__"]), name)
        module[name] = value
        return value

    def listed() -> list[str]:
        return sorted({*module, *homes})

    return find, listed

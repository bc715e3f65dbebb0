"""Packages whose modules are imported when their names are first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def loaded_later(
    module: dict[str, Any], homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that loads its modules on first use.

    Args:
        module: the ``globals()`` of the package.
        homes: for each name, the module that defines it; a leading dot means a module of the
            package itself.
    """

    def find(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        value: object = getattr(import_module(home, module["__name__"]), name)
        module[name] = value
        return value

    def listed() -> list[str]:
        own = (name for name, value in module.items() if _is_own(name, value, module["__name__"]))
        return sorted({*homes, *own})

    return find, listed


def _is_own(name: str, value: object, package: str) -> bool:
    """Return whether ``dir`` lists a name: ``__x__``, or a public object of the same distribution."""
    if name.startswith("_"):
        return name.startswith("__")
    home = str(getattr(value, "__module__", ""))
    return home.partition(".")[0] == package.partition(".")[0] and value is not loaded_later

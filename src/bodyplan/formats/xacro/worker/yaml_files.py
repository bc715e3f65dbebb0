"""YAML as the package reads it, with bounds: a short file can stand for billions of values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bodyplan.formats.xacro.worker.guard import TooLargeError

_WORDS = "the YAML would have too many values"


def load(text: str, most: int, units: Any) -> Any:
    """The value of a YAML text.

    Args:
        text: its characters.
        most: how many values it may have; repeated ones count at each place.
        units: the package's constructors of values with a unit, by tag.

    Raises:
        yaml.YAMLError: it is no YAML.
        TooLargeError: it has more values.
    """
    yaml: Any = import_module("yaml")

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """Counts what is merged: a mapping that takes over others can double at each line."""

        merged = 0

        def flatten_mapping(self, node: Any) -> None:
            super().flatten_mapping(node)
            self.merged += len(node.value)
            if self.merged > most:
                raise TooLargeError("max_yaml", _WORDS)

    for unit in units:
        Loader.add_constructor(unit.value.tag, unit.constructor)
    loader = Loader(text)
    try:
        value = loader.get_single_data()
    finally:
        loader.dispose()
    if _size(value, {}, most) > most:
        raise TooLargeError("max_yaml", _WORDS)
    return value


def _size(value: Any, known: dict[int, int], most: int) -> int:
    """How many values there are, those of a repeated part at each place."""
    if not isinstance(value, (dict, list, set, tuple)):
        return 1
    size = known.get(id(value))
    if size is None:
        known[id(value)] = most + 1  # what holds itself never ends
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        size = 1
        for part in parts:
            size += _size(part, known, most)
            if size > most:
                break
        known[id(value)] = size
    return size

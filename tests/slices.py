"""Which tests are in the short run, and which only in the long one (``--all``).

``@pytest.mark.long`` on a function, class or module leaves its tests to the long run. With a number,
``@pytest.mark.long(keep=12)``, so many cases of each function stay in the short run, spread over all of
them; with ``each=("format", "verb")`` more of them, if need be, so that each value of these parameters
occurs. Which ones is a matter of their names alone, so that a new case moves hardly any other.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import pytest


def of_short_run(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Split tests into those of the short run and the others."""
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long") is not None:
            families.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = {item for family in families.values() for item in set(family) - _spread(family)}
    return [item for item in items if item not in left], [item for item in items if item in left]


def _spread(family: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests of a function that stay in the short run."""
    shuffled = sorted(family, key=lambda item: zlib.crc32(item.name.encode()))
    mark = shuffled[0].get_closest_marker("long")
    assert mark is not None
    keep, each = mark.kwargs.get("keep", 0), mark.kwargs.get("each", ())
    kept: dict[pytest.Item, None] = {}
    seen: set[tuple[str, int]] = set()
    for item in shuffled:
        values = {(name, item.callspec.indices[name]) for name in each}  # type: ignore[attr-defined]
        if values - seen:
            seen |= values
            kept[item] = None
    for item in shuffled:
        if len(kept) >= keep:
            break
        kept[item] = None
    return set(kept)

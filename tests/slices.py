"""Which tests are in the short run, and which only in the long one (``--all``).

``@pytest.mark.long`` on a function, class or module leaves its tests to the long run. With a number,
``@pytest.mark.long(keep=12)``, so many cases of each function stay in the short run, spread over all of
them; with ``each=("format", "verb")`` more of them, if need be, so that each value of these parameters
occurs. Which ones is a matter of the names of their parameters and file alone: a new case moves hardly
any other, and the functions of a file that run on the same robots keep the same ones. What runs on the robots of
example-robot-data needs no mark: it keeps ``REAL_ROBOTS`` of them.

``amount(300, short=60)`` is a number for what a test does by itself, such as examples of hypothesis.
"""

from __future__ import annotations

import zlib
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path

import pytest

REAL_ROBOTS = 8
"""So many of the robots of example-robot-data stay for each function that runs on them."""

_is_long = False


def choose(*, is_long: bool) -> None:
    """Say which run this is, before the tests are imported."""
    global _is_long  # noqa: PLW0603  (one run has one length)
    _is_long = is_long


def amount(everything: int, *, short: int) -> int:
    """Return a number for the long run, or that for the short one."""
    return everything if _is_long else short


def of_short_run(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Split tests into those of the short run and the others."""
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if _mark(item) is not None:
            families.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = {item for family in families.values() for item in set(family) - _spread(family)}
    return [item for item in items if item not in left], [item for item in items if item in left]


def _mark(item: pytest.Item) -> pytest.Mark | None:
    """Return the mark of a test; None if it is in the short run."""
    own = item.get_closest_marker("long")
    if own is None and any(_is_real(value) for value in _parameters(item).values()):
        return pytest.mark.long(keep=REAL_ROBOTS).mark
    return own


def _is_real(value: object) -> bool:
    return isinstance(value, Path | str) and "/example-robot-data/" in str(value)


def _parameters(item: pytest.Item) -> dict[str, object]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def _spread(family: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests of a function that stay in the short run."""
    shuffled = sorted(family, key=_place)
    mark = _mark(shuffled[0])
    assert mark is not None
    keep, each = mark.kwargs.get("keep", 0), mark.kwargs.get("each", ())
    kept: dict[pytest.Item, None] = {}
    seen: set[tuple[str, object]] = set()
    for item in shuffled:
        parameters = _parameters(item)
        values = {(name, _key(parameters[name])) for name in each if name in parameters}
        if values - seen:
            seen |= values
            kept[item] = None
    for item in shuffled:
        if len(kept) >= keep:
            break
        kept[item] = None
    return set(kept)


def _key(value: object) -> object:
    return value if isinstance(value, Hashable) else repr(value)


def _place(item: pytest.Item) -> int:
    """Return a number that has nothing to do with where a case is among the others."""
    return zlib.crc32(f"{item.path.name}[{item.name.partition('[')[2]}".encode())

"""Duplicate values, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from bodyplan.diag import Fix, Safety
from bodyplan.lint.context import Context
from bodyplan.spec import Element

V = TypeVar("V")


def duplicates(values: Iterable[V], key: Callable[[V], str]) -> Iterator[tuple[V, V]]:
    """Yield each value whose key an earlier value has, with the first that has it; empty keys are skipped."""
    first: dict[str, V] = {}
    for value in values:
        name = key(value)
        other = first.setdefault(name, value)
        if name and other is not value:
            yield value, other


def removal_of_copy(
    ctx: Context, value: Element, other: Element, safety: Safety = "safe"
) -> Callable[[], Fix | None] | None:
    """Return the removal of a value that is equal to another; None if it is not."""
    return ctx.fix_remove("Remove the copy", safety, value) if value == other else None

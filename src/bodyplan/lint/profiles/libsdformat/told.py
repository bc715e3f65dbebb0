"""The kinds of finding by the numbers of the errors that the library tells."""

from __future__ import annotations

from functools import cache

from bodyplan.diag import Kind
from bodyplan.diag.kind import kinds
from bodyplan.lint.rule import rules


@cache
def _by_number() -> dict[int, Kind]:
    rules("sdf")  # their modules declare their kinds
    found: dict[int, Kind] = {}
    for code, kind in kinds().items():
        if code.startswith("D1") and kind.reference is not None:
            found[kind.reference[0]] = kind
    return found


def told_as(number: int) -> Kind:
    """The kind of finding that stands for an error of the library.

    Args:
        number: in the newest version of the library.
    """
    return _by_number()[number]

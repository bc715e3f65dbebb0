"""The macro calls that led to a finding, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bodyplan.diag.diagnostic import Call, Diagnostic

MAX_CALLS = 20
"""Calls shown for one diagnostic, those in a row as one; of more, the first and the last."""
MAX_PLACES = 8
"""Locations shown of other expansions."""
_MANY = 40  # calls in a row; of very long chains the middle is not known


def call_lines(calls: Sequence[Call]) -> Iterator[str]:
    """Return a line for each macro call, innermost first; recursive calls are shortened."""
    lines: list[str] = []
    for call, same in groupby(reversed(calls)):
        count = sum(1 for _ in same)
        times = f" ({count} times{' and more' if count > _MANY else ''})" if count > 1 else ""
        lines.append(f"{call.macro}{times}, called at {_place(call)}")
    half = MAX_CALLS // 2
    if len(lines) > MAX_CALLS:
        lines[half:-half] = [f"... ({len(lines) - MAX_CALLS} more calls)"]
    yield from lines


def more_expansions(shown: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """Return how many more expansions have the same diagnostic, and their macro calls.

    Args:
        shown: the diagnostic that is shown.
        others: the same at the same place, in other expansions.
    """
    words = f"... and {len(others)} more expansion{'s' if others[1:] else ''}"
    found = (_other_call(shown.where.calls, other.where.calls) for other in others)
    calls = list(dict.fromkeys(call for call in found if call is not None))
    if not calls:
        return words
    file = calls[0].file  # is named once if all are in one file
    same = all(call.file == file for call in calls)
    rest = [_place(call).removeprefix(f"{file}:" if same else "") for call in calls[1:MAX_PLACES]]
    more = ["..."] if calls[MAX_PLACES:] else []
    return f"{words}, called at {', '.join([_place(calls[0]), *rest, *more])}"


def _place(call: Call) -> str:
    return f"{call.file}:{call.line}:{call.column}"


def _other_call(calls: Sequence[Call], others: Sequence[Call]) -> Call | None:
    """Return the outermost call that is not the same."""
    for number, call in enumerate(others):
        if number >= len(calls) or calls[number] != call:
            return call
    return None

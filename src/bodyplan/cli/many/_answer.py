"""The result of a verb for one of many files: exit status, JSON fields, text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bodyplan.diag.pieces import without_commands
from bodyplan.fleet import BatchResult, Status

_STATUS: dict[int, Status] = {0: "ok", 1: "problems"}
_EXIT: dict[str, int] = {"ok": 0, "problems": 1, "crashed": 1}


class Answer(NamedTuple):
    """The result of a verb for one file.

    Args:
        code: exit status.
        fields: the members of the JSON object for the file, as JSON text without braces.
        codes: codes of the diagnostics.
        reason: why the file could not be processed; empty if it was processed.
        out: text for standard output.
        err: text for standard error.
        more: data for later steps of the verb; None for a result from a cache.
        files: for a result from a cache, the files from which it was computed.
    """

    code: int
    fields: str = ""
    codes: tuple[str, ...] = ()
    reason: str = ""
    out: str = ""
    err: str = ""
    more: Any = None
    files: tuple[str, ...] = ()


def fields_of(data: dict[str, Any]) -> str:
    """Return the members of a JSON object as JSON text without braces."""
    import json

    return without_commands(json.dumps(data, separators=(",", ":")))[1:-1]


def codes_in(data: Any) -> Iterator[str]:
    """Yield the code of each diagnostic in JSON data."""
    if isinstance(data, dict):
        if "code" in data and "severity" in data:
            yield str(data["code"])
        for member in data.values():
            yield from codes_in(member)
    elif isinstance(data, list):
        for member in data:
            yield from codes_in(member)


def status_of(result: BatchResult) -> Status:
    """Return the status of a file: that of its ``Answer``, else how its process ended."""
    if isinstance(result.value, Answer) and result.status == "ok":
        return _STATUS.get(result.value.code, "error")
    return result.status


def exit_status_of(status: str) -> int:
    """Return the exit status of a command for the status of a file."""
    return _EXIT.get(status, 2)

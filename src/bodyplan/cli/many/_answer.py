"""What one file of many comes to: its exit status, its fields in JSON, its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bodyplan.diag.pieces import without_commands
from bodyplan.fleet import BatchResult, Status

_STATUS: dict[int, Status] = {0: "ok", 1: "problems"}
_EXIT: dict[str, int] = {"ok": 0, "problems": 1, "crashed": 1}


class Answer(NamedTuple):
    """What a verb says of one file.

    Args:
        code: its exit status.
        fields: of its JSON, as text without braces.
        codes: of its diagnostics.
        reason: why the file could not be processed; empty if it was.
        out: what goes to standard output.
        err: what goes to standard error.
        more: what the verb needs later; nothing of an answer that a cache has.
        files: of an answer that a cache has, those that it was made from.
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
    """Return the members of a JSON object as text without braces."""
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
    """Return the status of a file whose value is an answer, or missing."""
    if isinstance(result.value, Answer) and result.status == "ok":
        return _STATUS.get(result.value.code, "error")
    return result.status


def exit_status_of(status: str) -> int:
    """Return the exit status of a command for the status of a file."""
    return _EXIT.get(status, 2)

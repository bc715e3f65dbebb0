"""In which order findings are shown, and which are so like others that counting them will do."""

from __future__ import annotations

import re
from typing import NamedTuple

from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.diag.report import FileReport

_PARTICULARS = re.compile(r"'[^']*'|\d[\d.,e+-]*")
"""Names and numbers in a message."""
_MINOR = (Severity.INFO, Severity.HINT)


class Shown(NamedTuple):
    """A finding that is shown, and the like ones that are only counted behind it."""

    diagnostic: Diagnostic
    rest: tuple[Diagnostic, ...] = ()


def ordered(file: FileReport, *, by_severity: bool = False) -> list[Diagnostic]:
    """The findings of a file by position, or the worst first and then by position."""
    found = file.by_position
    if by_severity:
        found.sort(key=lambda diagnostic: diagnostic.severity.rank)
    return found


def grouped(found: list[Diagnostic], alike: int | None = None) -> list[Shown]:
    """The findings to show, in the same order.

    Findings are alike when they have one code and say the same. In infos and hints about the
    robot, names and numbers may differ; in those about the format a name is the point, and may
    be a slip of the pen.

    Args:
        found: all findings of a file.
        alike: how many like ones to show; all when not given.
    """
    if alike is None or len(found) <= alike:
        return [Shown(diagnostic) for diagnostic in found]
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in found:
        groups.setdefault(_likeness(diagnostic), []).append(diagnostic)
    shown: list[Shown] = []
    seen: dict[tuple[str, str], int] = {}
    for diagnostic in found:
        key = _likeness(diagnostic)
        seen[key] = number = seen.get(key, 0) + 1
        if number <= alike:
            rest = groups[key][alike:] if number == alike else []
            shown.append(Shown(diagnostic, tuple(rest)))
    return shown


def _likeness(diagnostic: Diagnostic) -> tuple[str, str]:
    message = diagnostic.message
    if diagnostic.severity in _MINOR and not diagnostic.code.startswith("X"):
        message = _PARTICULARS.sub("", message)
    return diagnostic.code, message

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
    """A finding that is shown, and those that are only counted behind it.

    Args:
        diagnostic: the finding.
        expansions: the same finding at the same place, in other expansions of a macro.
        rest: like findings at other places.
    """

    diagnostic: Diagnostic
    expansions: tuple[Diagnostic, ...] = ()
    rest: tuple[Diagnostic, ...] = ()

    @property
    def hidden(self) -> int:
        """How many findings are only counted."""
        return len(self.expansions) + len(self.rest)


def ordered(file: FileReport, *, by_severity: bool = False) -> list[Diagnostic]:
    """The findings of a file by position, or the worst first and then by position."""
    return file.by_severity if by_severity else file.by_position


def grouped(found: list[Diagnostic], alike: int | None = None) -> list[Shown]:
    """The findings to show, in the same order.

    Findings are alike when they have one code and say the same. In infos and hints about the
    robot, names and numbers may differ; in those about the format a name is the point, and may
    be a slip of the pen.

    Args:
        found: all findings of a file.
        alike: how many like ones to show; all when not given.
    """
    if alike is None:
        return [Shown(diagnostic) for diagnostic in found]
    places = by_place(found)
    groups: dict[tuple[str, str], list[Shown]] = {}
    for one in places:
        groups.setdefault(_likeness(one.diagnostic), []).append(one)
    shown: list[Shown] = []
    seen: dict[tuple[str, str], int] = {}
    for one in places:
        key = _likeness(one.diagnostic)
        seen[key] = number = seen.get(key, 0) + 1
        if number <= alike:
            more = groups[key][alike:] if number == alike else []
            rest = [d for other in more for d in (other.diagnostic, *other.expansions)]
            shown.append(one._replace(rest=tuple(rest)))
    return shown


def by_place(found: list[Diagnostic]) -> list[Shown]:
    """The findings with those together that were written once and expanded several times.

    They have one code and one place, and say the same but for names and numbers.
    """
    places: dict[object, list[Diagnostic]] = {}
    for diagnostic in found:
        where = diagnostic.where
        key: object = id(diagnostic)
        if where.calls:
            message = _PARTICULARS.sub("", diagnostic.message)
            key = (diagnostic.code, diagnostic.severity, where[:5], message)
        places.setdefault(key, []).append(diagnostic)
    return [Shown(first, tuple(others)) for first, *others in places.values()]


def _likeness(diagnostic: Diagnostic) -> tuple[str, str]:
    message = diagnostic.message
    if diagnostic.severity in _MINOR and not diagnostic.code.startswith("X"):
        message = _PARTICULARS.sub("", message)
    return diagnostic.code, message

"""In which order diagnostics are shown, and which of them have one cause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.diag.report import FileReport

_DETAILS = re.compile(
    r"'[^']*'(?:(?:, | and )'[^']*')*(?: and \d+ more)?|\d[\d.,e+-]*|<[^<>]+>(?:(?:, | and )<[^<>]+>)+"
)
"""Names, numbers and lists of elements in a message."""
_ELEMENT = re.compile(r"<[^<>]+>")
_PARTS = re.compile(f"{_DETAILS.pattern}|{_ELEMENT.pattern}")


class Shown(NamedTuple):
    """A diagnostic that is shown, and those that are only counted behind it.

    Args:
        diagnostic: the diagnostic.
        expansions: the same diagnostic at the same location, in other expansions of a macro.
        rest: diagnostics with the same cause at other locations.
    """

    diagnostic: Diagnostic
    expansions: tuple[Diagnostic, ...] = ()
    rest: tuple[Diagnostic, ...] = ()

    @property
    def cases(self) -> int:
        """The number of diagnostics, the one that is shown included."""
        return 1 + len(self.expansions) + len(self.rest)


def ordered(file: FileReport, *, by_severity: bool = False) -> list[Diagnostic]:
    """Return the diagnostics of a file by position, or the worst first and then by position."""
    return file.by_severity if by_severity else file.by_position


def one_each(found: Iterable[Diagnostic]) -> list[Shown]:
    """Return every diagnostic by itself."""
    return [Shown(diagnostic) for diagnostic in found]


def by_cause(found: list[Diagnostic]) -> list[Shown]:
    """Return the diagnostics with one entry for each cause, in the same order.

    A cause is a code, a severity and a message. In warnings, infos and hints about the robot,
    names and numbers may differ, and in infos and hints the element too. In errors and in
    diagnostics about the format (X) they are the point: each unknown name may be another
    misspelling.

    Args:
        found: all diagnostics of a file.
    """
    causes: dict[tuple[str, Severity, str], list[Shown]] = {}
    for one in by_location(found):
        causes.setdefault(_cause(one.diagnostic), []).append(one)
    return [
        first._replace(rest=tuple(d for one in others for d in (one.diagnostic, *one.expansions)))
        for first, *others in causes.values()
    ]


def by_location(found: list[Diagnostic]) -> list[Shown]:
    """Return the diagnostics with those together that were written once and expanded repeatedly.

    They have one code and one location, and differ in names and numbers only.
    """
    locations: dict[object, list[Diagnostic]] = {}
    for diagnostic in found:
        where = diagnostic.where
        key: object = id(diagnostic)
        if where.calls:
            message = _DETAILS.sub("", diagnostic.message)
            key = (diagnostic.code, diagnostic.severity, where[:5], message)
        locations.setdefault(key, []).append(diagnostic)
    return [Shown(first, tuple(others)) for first, *others in locations.values()]


def subject(diagnostic: Diagnostic, first: Diagnostic) -> str:
    """Return the name or element in a message that differs from another one with the same cause.

    A name is quoted; the result is empty where neither differs.
    """
    names = (_PARTS.findall(one.message) for one in (diagnostic, first))
    pairs = zip(*names, strict=False)
    return next((one for one, other in pairs if one != other and one[0] in "'<"), "")


def _cause(diagnostic: Diagnostic) -> tuple[str, Severity, str]:
    message = diagnostic.message
    if diagnostic.severity is not Severity.ERROR and not diagnostic.code.startswith("X"):
        message = _DETAILS.sub("", message)
        if diagnostic.severity in {Severity.INFO, Severity.HINT}:
            message = _ELEMENT.sub("", message)
    return diagnostic.code, diagnostic.severity, message

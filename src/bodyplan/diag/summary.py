"""Order diagnostics, group them by cause, and summarize a report in one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bodyplan.core import listed, plural
from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.diag.report import FileReport, Report

_DETAILS = re.compile(
    r"'[^']*'(?:(?:, | and )'[^']*')*(?: and \d+ more)?|\d[\d.,e+-]*|<[^<>]+>(?:(?:, | and )<[^<>]+>)+"
)
"""Names, numbers and lists of elements in a message."""
_ELEMENT = re.compile(r"<[^<>]+>")
_PARTS = re.compile(f"{_DETAILS.pattern}|{_ELEMENT.pattern}")


class Shown(NamedTuple):
    """A diagnostic that is shown, and related diagnostics that are only counted.

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
    """Return one entry for each diagnostic."""
    return [Shown(diagnostic) for diagnostic in found]


def by_cause(found: list[Diagnostic]) -> list[Shown]:
    """Return one entry for each cause, in the order of the diagnostics.

    Diagnostics have the same cause if code, severity and message are equal. In warnings, infos
    and hints about the robot, names and numbers in the message may differ; in infos and hints,
    the element may differ too. In errors and in diagnostics about the format (X) everything must
    be equal: each unknown name may be another misspelling.

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
    """Return one entry for each diagnostic; repeated expansions of a macro share an entry.

    Diagnostics of repeated expansions have the same code, severity and location, and differ only in
    names and numbers.
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
    """Return the name or element that distinguishes a message from another with the same cause.

    A name is returned with its quotes; the result is empty if only other parts differ.
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


_MOST_NEEDS = 5
_KINDS = {
    "urdf": "URDF",
    "sdf": "SDFormat",
    "srdf": "SRDF",
    "model_state": "model_state",
    "xacro": "xacro",
    "mjcf": "MJCF",
}
"""The names of the formats, for the line that counts files."""
_PARAMETERS = "YAML"
"""The name of all formats that are not in ``_KINDS``: parameter files."""
_ORDER = (*_KINDS.values(), _PARAMETERS)


def summary(report: Report, entries: Sequence[Shown] | None = None) -> str:
    """Return the summary line: how many diagnostics in how many files, and how many can be fixed.

    Args:
        report: all diagnostics.
        entries: the entries to count; by default, one for each diagnostic.
    """
    read = Report(tuple(f for f in report.files if f.trouble is None and not f.skipped))
    count = sum(file.trouble is not None for file in report.files)
    unread = plural(count, "file")
    if count and not read.files:
        return f"{unread} could not be read"
    if entries is None:
        entries = one_each(read.diagnostics)
    number = Counter(one.diagnostic.severity for one in entries)
    counts = [plural(number[severity], severity) for severity in Severity if number[severity]]
    cases = sum(one.cases for one in entries)
    what = ", ".join(counts) or "no problems found"
    if cases > len(entries):
        what += f" ({cases:,} cases; --all lists each)"
    parts = [f"{what} in {plural(len(read.files), 'file')}"]
    if count:
        parts.append(f"{unread} could not be read")
    if fixes := _fixes(read):
        parts.append(fixes)
    if needs := _needs(read):
        parts.append(needs)
    return "; ".join(parts)


def files_line(report: Report) -> str:
    """Return how many files of each kind were read, expanded and skipped.

    The text is empty if all files are of one kind.
    """
    files = [file for file in report.files if file.trouble is None]
    whole = [file.format for file in files if file.format and not (file.skipped or file.is_library)]
    formats = Counter(_KINDS.get(name, _PARAMETERS) for name in whole)
    expanded = formats.pop("xacro", 0)
    skipped = sum(bool(file.skipped) for file in files)
    parts = []
    if formats:
        counts = [f"{formats[kind]:,} {kind}" for kind in _ORDER if formats[kind]]
        parts.append(f"read {listed(counts, len(counts))} {_files_of(formats.total())}")
    if expanded:
        parts.append(f"expanded {plural(expanded, 'xacro file')}")
    if report.macro_files:
        unused = sum(file.is_library for file in files)
        line = plural(report.macro_files, "macro file")
        parts.append(line + (f", {unused:,} not used by any robot" if unused else ""))
    if skipped:
        parts.append(f"skipped {plural(skipped, 'file')}")
    is_of_folder = len(parts) > 1 or len(formats) > 1 or report.macro_files
    return "; ".join(parts) if is_of_folder else ""


def _files_of(count: int) -> str:
    return "file" if count == 1 else "files"


def _needs(report: Report) -> str:
    """Return how many files need each package or argument that is missing."""
    counts = Counter(need for file in report.files for need in file.needs)
    shown = [
        f"{plural(count, 'file')} {'needs' if count == 1 else 'need'} {need}"
        for need, count in counts.most_common(_MOST_NEEDS)
    ]
    more = len(counts) - len(shown)
    return ", ".join([*shown, f"and {more} more"] if more else shown)


def _fixes(report: Report) -> str:
    fixes = [d.fix for file in report.files for d in file.diagnostics if d.fix is not None]
    safe = sum(fix.safety == "safe" for fix in fixes)
    unsafe = sum(fix.safety == "unsafe" for fix in fixes)
    if safe and unsafe:
        return f"{safe} can be fixed with `bodyplan fix`, {unsafe} more with `--unsafe`"
    if unsafe:
        return f"{unsafe} can be fixed with `bodyplan fix --unsafe`"
    return f"{safe} can be fixed with `bodyplan fix`" if safe else ""

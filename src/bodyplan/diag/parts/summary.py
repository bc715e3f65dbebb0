"""The line that sums up a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bodyplan.core import listed, plural
from bodyplan.diag.kind import Severity
from bodyplan.diag.parts.order import Shown, one_each
from bodyplan.diag.report import Report

_MOST_NEEDS = 5
_KINDS = {
    "urdf": "URDF",
    "sdf": "SDFormat",
    "srdf": "SRDF",
    "model_state": "model_state",
    "xacro": "xacro",
    "mjcf": "MJCF",
}
"""What the formats are called where files are counted."""
_PARAMETERS = "YAML"
"""What the other formats are called."""
_ORDER = (*_KINDS.values(), _PARAMETERS)


def summary(report: Report, entries: Sequence[Shown] | None = None) -> str:
    """Return how much was found in how many files, and what can be fixed.

    Args:
        report: all diagnostics.
        entries: the causes to count; each diagnostic counts when not given.
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
    """Return how many files of each kind were read, expanded and skipped; empty for one kind."""
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

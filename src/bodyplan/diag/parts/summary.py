"""The line that sums up a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bodyplan.core import plural
from bodyplan.diag.kind import Severity
from bodyplan.diag.parts.order import Shown, one_each
from bodyplan.diag.report import Report

_MOST_NEEDS = 5


def summary(report: Report, entries: Sequence[Shown] | None = None) -> str:
    """Return how much was found in how many files, and what can be fixed.

    Args:
        report: all diagnostics.
        entries: the causes to count; each diagnostic counts when not given.
    """
    read = Report(tuple(file for file in report.files if file.trouble is None))
    unread = plural(len(report.files) - len(read.files), "file")
    if report.files and not read.files:
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
    if len(read.files) < len(report.files):
        parts.append(f"{unread} could not be read")
    if fixes := _fixes(read):
        parts.append(fixes)
    if needs := _needs(read):
        parts.append(needs)
    return "; ".join(parts)


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

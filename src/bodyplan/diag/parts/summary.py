"""The line that sums up a report."""

from __future__ import annotations

from bodyplan.core import plural
from bodyplan.diag.kind import Severity
from bodyplan.diag.report import Report


def summary(report: Report) -> str:
    """How much was found in how many files, and what can be mended."""
    read = Report(tuple(file for file in report.files if file.trouble is None))
    unread = plural(len(report.files) - len(read.files), "file")
    if report.files and not read.files:
        return f"{unread} could not be read"
    counts = [plural(count, severity) for severity in Severity if (count := read.count(severity))]
    parts = [f"{', '.join(counts) or 'no problems found'} in {plural(len(read.files), 'file')}"]
    if len(read.files) < len(report.files):
        parts.append(f"{unread} could not be read")
    if fixes := _fixes(read):
        parts.append(fixes)
    return "; ".join(parts)


def _fixes(report: Report) -> str:
    fixes = [d.fix for file in report.files for d in file.diagnostics if d.fix is not None]
    safe = sum(fix.safety == "safe" for fix in fixes)
    unsafe = sum(fix.safety == "unsafe" for fix in fixes)
    if safe and unsafe:
        return f"{safe} can be fixed with `bodyplan fix`, {unsafe} more with `--unsafe`"
    if unsafe:
        return f"{unsafe} can be fixed with `bodyplan fix --unsafe`"
    return f"{safe} can be fixed with `bodyplan fix`" if safe else ""

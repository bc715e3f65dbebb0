"""What fixing did to files."""

from __future__ import annotations

from bodyplan.core import Record, extended, replace
from bodyplan.diag import Diagnostic
from bodyplan.diag.render.json import DiagnosticData, FixData, diagnostic_data
from bodyplan.formats.document import Document
from bodyplan.lint.fix import FixResult


class RevertedDiagnostic(DiagnosticData):
    """A diagnostic whose fix would have broken the file.

    Args:
        reason: how.
    """

    reason: str = ""


class FixedFile(Record):
    """What was done to one file.

    Args:
        path: how the file was named; ``<stdin>`` for standard input.
        format: of the file; None where nothing could be fixed.
        changed: whether fixes change the file.
        written: whether the change was written.
        fixed: each at its location when it was fixed; what was fixed before may have moved it.
        reverted: their fixes would have broken the file.
        remaining: what is still found, at its location in the fixed file.
        trouble: only where nothing could be fixed: why.
    """

    OPTIONAL = ("trouble",)

    path: str
    format: str | None = None
    changed: bool = False
    written: bool = False
    fixed: tuple[DiagnosticData, ...] = ()
    reverted: tuple[RevertedDiagnostic, ...] = ()
    remaining: tuple[DiagnosticData, ...] = ()
    trouble: str = ""


class FixReport(Record):
    """What was fixed, or would be.

    Args:
        files: one entry for each input.
    """

    files: tuple[FixedFile, ...]


def fixed_file(document: Document, result: FixResult, *, is_written: bool) -> FixedFile:
    """Return what was done to one file.

    Args:
        document: the document before fixing.
        result: the result of fixing it.
        is_written: whether the result was written to a file.
    """
    changed = result.document.to_bytes() != document.to_bytes()
    return FixedFile(
        document.name,
        document.format,
        changed,
        changed and is_written,
        tuple(map(_data, result.applied)),
        tuple(_reverted(found, reason) for found, reason in result.reverted),
        tuple(map(_data, result.remaining)),
    )


def _data(found: Diagnostic) -> DiagnosticData:
    fix = found.fix
    data = diagnostic_data(found, None)
    return data if fix is None else replace(data, fix=FixData(fix.title, fix.safety))


def _reverted(found: Diagnostic, reason: str) -> RevertedDiagnostic:
    return extended(RevertedDiagnostic, _data(found), reason=reason)

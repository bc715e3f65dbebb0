"""The report of ``bodyplan fix``."""

from __future__ import annotations

from bodyplan.core import Record, extended, replace
from bodyplan.diag import Diagnostic
from bodyplan.diag.render.json import DiagnosticData, FixData, diagnostic_data
from bodyplan.formats.document import Document
from bodyplan.lint.fix import FixResult


class RevertedDiagnostic(DiagnosticData):
    """A diagnostic whose fix would have broken the file.

    Args:
        reason: the reason why the fix was reverted.
    """

    reason: str = ""


class FixedFile(Record):
    """The fixes of one file.

    Args:
        path: the name of the file, as given; ``<stdin>`` for standard input.
        format: the format of the file; None if it could not be fixed.
        changed: whether fixes change the file.
        written: whether the change was written.
        fixed: the diagnostics that were fixed, each with its location just before its own fix,
            which is not its location in the original file if earlier fixes moved it.
        reverted: the diagnostics whose fixes would have broken the file.
        remaining: the diagnostics of the fixed file, at their locations in it.
        trouble: the reason why the file could not be fixed, if it could not.
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
    """The fixes of all files, applied or only proposed.

    Args:
        files: one entry for each input.
    """

    files: tuple[FixedFile, ...]


def fixed_file(document: Document, result: FixResult, *, is_written: bool) -> FixedFile:
    """Return the report on the fixes of one file.

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

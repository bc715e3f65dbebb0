"""The report for programs: records, which are written as JSON."""

from __future__ import annotations

from typing import Annotated

from bodyplan.core import Record
from bodyplan.diag.diagnostic import Call, Diagnostic, Safety
from bodyplan.diag.json_schema import Ordinal, json_text
from bodyplan.diag.kind import Reference, Severity
from bodyplan.diag.pieces import PlacedEdit, placed
from bodyplan.diag.report import FileReport, Report
from bodyplan.text import Source


class FixData(Record):
    """A repair; its edits have lines and columns, where a ``Fix`` has offsets.

    Args:
        title: what the fix does, in the imperative.
        safety: ``safe`` keeps the meaning for every parser, ``unsafe`` may not be what the author
            meant, ``display`` is only shown and never applied.
        edits: the replacements, which do not overlap and are applied together; the report of `fix`
            leaves them out.
    """

    OPTIONAL = ("edits",)

    title: str
    safety: Safety
    edits: tuple[PlacedEdit, ...] | None = None


class DiagnosticData(Record):
    """One diagnostic.

    Args:
        code: a letter for the family and three digits; never reused for another rule.
        name: the name of the rule, in words with hyphens.
        severity: how much the problem matters.
        message: what is wrong.
        line: the line of the first character.
        column: the column of the first character.
        end_line: the line of the last character.
        end_column: the column after the last character.
        path: an XPath-like path of the element, with `/@name` at its end for an attribute.
        hint: what to do about the problem.
        fix: a repair, or None.
        reference: the error of the format's own parser for the same problem, if it has one.
        calls: for a location in a macro, the calls that led there, outermost first.
    """

    OPTIONAL = ("reference", "calls")

    code: Annotated[str, ("pattern", "^[A-Z][0-9]{3}$")]
    name: str
    severity: Severity
    message: str
    line: Ordinal
    column: Ordinal
    end_line: Ordinal
    end_column: Ordinal
    path: str
    hint: str | None
    fix: FixData | None
    reference: Reference | None = None
    calls: tuple[Call, ...] = ()


class FileData(Record):
    """One input, or a file with macros that an input includes.

    Args:
        path: the name of the file, as given; ``<stdin>`` for standard input.
        format: `urdf`, `model_state`, `srdf`, `sdf` ...; None if it is unknown.
        diagnostics: the diagnostics by line, column and code.
        partners: the files that this file was checked together with, if there are any.
        trouble: for a file that could not be read, the reason.
        needs: what is missing outside of the file, such as "package 'arm_parts'", if anything is.
        skipped: for a file that was found in a folder but is not checked, the reason.
    """

    OPTIONAL = ("partners", "trouble", "needs", "skipped")

    path: str
    format: str | None
    diagnostics: tuple[DiagnosticData, ...]
    partners: tuple[str, ...] = ()
    trouble: str | None = None
    needs: tuple[str, ...] = ()
    skipped: str = ""


class ReportData(Record):
    """Diagnostics of robot descriptions. Lines and columns count from 1, columns in characters.

    Args:
        files: one entry for each input, in the given order; a file with macros is followed by the
            included files that have diagnostics.
    """

    files: tuple[FileData, ...]


def render(report: Report) -> str:
    """Return a JSON object, in ASCII."""
    return json_text(report_data(report))


def report_data(report: Report) -> ReportData:
    """Return a report as the records that are written as JSON."""
    return ReportData(tuple(map(_file, report.files)))


def _file(file: FileReport) -> FileData:
    found = tuple([diagnostic_data(one, file.source) for one in file.by_position])
    return FileData(
        file.name, file.format, found, file.partners, file.trouble, file.needs, file.skipped
    )


def diagnostic_data(diagnostic: Diagnostic, source: Source | None) -> DiagnosticData:
    """Return a diagnostic for programs.

    Args:
        diagnostic: the diagnostic.
        source: the text that the fix changes; without it, the fix is left out.
    """
    where, fix, reference = diagnostic.where, diagnostic.fix, diagnostic.kind.reference
    edits = None if fix is None else placed(fix, source)
    return DiagnosticData(
        diagnostic.code,
        diagnostic.name,
        diagnostic.severity,
        diagnostic.message,
        where.line,
        where.column,
        where.end_line,
        where.end_column,
        where.path,
        diagnostic.hint,
        None if fix is None or edits is None else FixData(fix.title, fix.safety, tuple(edits)),
        reference,
        where.calls,
    )

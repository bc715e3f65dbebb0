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
    """A repair as replacements of spans of the text; the edits of a ``Fix`` have offsets instead.

    Args:
        title: what it does, in the imperative.
        safety: ``safe`` keeps the meaning for every parser, ``unsafe`` may not be what the author
            meant, ``display`` is only to be shown.
        edits: made together, none touches another; `fix` leaves them out.
    """

    OPTIONAL = ("edits",)

    title: str
    safety: Safety
    edits: tuple[PlacedEdit, ...] | None = None


class DiagnosticData(Record):
    """One diagnostic.

    Args:
        code: a letter for the family and three digits; never used again.
        name: of the rule, in words with hyphens.
        severity: how much it matters.
        message: what is wrong.
        line: of the start.
        column: of the start.
        end_line: of the end.
        end_column: behind the last character.
        path: XPath-like address of the element, with `/@name` behind it for an attribute.
        hint: what to do about it.
        fix: a repair, where there is one.
        reference: only where the format's own parser has an error for the same.
        calls: only for a location in a macro: the calls that led there, outermost first.
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
    """One input, or a file with macros that one includes.

    Args:
        path: how the file was named; ``<stdin>`` for standard input.
        format: `urdf`, `model_state`, `srdf`, `sdf` ...; None where it is unknown.
        diagnostics: by line, column and code.
        partners: only where there are some: the files it was checked together with.
        trouble: only for input that could not be read at all: why.
        needs: only where something outside of the file is missing, such as "package 'arm_parts'".
        skipped: only for a file of a folder that is not checked: why.
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
        files: one entry for each input, in the order they were named; behind a file with macros
            those that it includes, where something was found in them.
    """

    files: tuple[FileData, ...]


def render(report: Report) -> str:
    """Return a JSON object, in ASCII."""
    return json_text(report_data(report))


def report_data(report: Report) -> ReportData:
    """Return the report as the records of its JSON."""
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
        source: the text that its fix changes; the edits are empty without it.
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

"""Reports from diagnostics: one report for each file with diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bodyplan.core import replace
from bodyplan.diag import Diagnostic
from bodyplan.diag.report import FileReport
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import sources_of
from bodyplan.text import Source


def file_reports(
    document: Document,
    found: Sequence[Diagnostic],
    trouble: str | None = None,
    partners: tuple[str, ...] = (),
) -> tuple[FileReport, ...]:
    """Return the report on a document, then the reports on its ``<xacro:include>`` files.

    Each report has its own source, to show lines and apply fixes. Included files without
    diagnostics have no report.

    Args:
        document: the checked document.
        found: the diagnostics of the document and of the files that it includes.
        trouble: why the document could not be read.
        partners: names of the files that the document was checked with.
    """
    name, format_, source = document.name, document.format, document.source
    sources = sources_of(document) if format_ == "xacro" and found else None
    if sources is None:
        return (FileReport(name, format_, tuple(found), source, trouble, partners),)
    numbers: dict[str, int] = {}
    for number, file in enumerate(sources.expansion.files):
        numbers.setdefault(file.name, number)
    parted: dict[str, list[Diagnostic]] = {name: []}
    for diagnostic in found:
        where = diagnostic.where.file
        parted.setdefault(where if where in numbers else name, []).append(diagnostic)
    main = FileReport(name, format_, tuple(parted.pop(name)), source, trouble, partners)
    included = (
        FileReport(one, format_, tuple(parted[one]), sources.file(number).source)
        for one, number in numbers.items()
        if one in parted
    )
    return (main, *included)


def combined(reports: Iterable[FileReport]) -> tuple[FileReport, ...]:
    """Return the reports with one for each file, because several robots may include the same file.

    A diagnostic in such a file is listed once.
    """
    by_file: dict[tuple[str, Source | None], FileReport] = {}
    for report in reports:
        key = report.name, report.source
        before = by_file.get(key)
        if before is not None:
            found = dict.fromkeys((*before.diagnostics, *report.diagnostics))
            partners = dict.fromkeys((*before.partners, *report.partners))
            needs = dict.fromkeys((*before.needs, *report.needs))
            report = replace(  # noqa: PLW2901
                before, diagnostics=tuple(found), partners=tuple(partners), needs=tuple(needs)
            )
        by_file[key] = report
    return tuple(by_file.values())

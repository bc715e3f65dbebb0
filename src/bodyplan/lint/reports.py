"""From findings to reports, one for each file that they are in."""

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
    """Return the report on a document, then those on the files that its macros came from.

    Each has its own source, so that lines can be shown and fixes be placed. Included files without
    a finding have no report.

    Args:
        document: what was checked.
        found: what was found in it, and in the files that it includes.
        trouble: why it could not be read at all.
        partners: names of the files it was checked together with.
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
    """Return the reports, merged by file: several robots may include the same one.

    What is found in a file for each of them is reported once.
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

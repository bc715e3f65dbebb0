"""The reports of ``bodyplan expand``: source locations, arguments, warnings and errors."""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from typing import TYPE_CHECKING

from bodyplan.cli import OK, USAGE
from bodyplan.cli.output import wants_color, write_content, write_output
from bodyplan.cli.parser import terminal_columns
from bodyplan.cli.result import expansion_for
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.render.full import render
from bodyplan.diag.report import Report
from bodyplan.formats.expansion import sources_of
from bodyplan.lint.reports import file_reports
from bodyplan.lint.run import findings
from bodyplan.lint.settings import Settings
from bodyplan.report.expansion import expansion_report
from bodyplan.text import Source, bytes_of, parse
from bodyplan.xacro.argument_values import argument_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bodyplan.formats.document import Document
    from bodyplan.xacro import Expansion, Origin
    from bodyplan.xacro.places import SourcePlaces

_MOST_WARNINGS = 20
_REQUIRED = "(required)"
_REPORTED = ("X00", "M1", "M203", "M206", "M211", "M22", "M231")
"""Prefixes of the codes of diagnostics about the expansion itself."""


def write(document: Document, expansion: Expansion, arguments: argparse.Namespace) -> int:
    """Write the requested report, with errors on standard error; return the exit status."""
    places = sources_of(document)
    assert places is not None
    if arguments.json:
        write_output(json_text(expansion_report(expansion, places)), arguments)
    elif arguments.list_arguments:
        write_output("".join(_argument_lines(expansion, places)), arguments)
        sys.stdout.flush()
        count = len(expansion.problems)
        # the arguments are listed even if the expansion has errors
        if count and expansion.files[0].root is not None:
            errors = plural(count, "error")
            sys.stderr.write(f"the expansion has {errors}; run bodyplan check to list them\n")
            return OK
        if not (expansion.arguments or count or arguments.quiet):
            sys.stderr.write(f"{visible(document.name)} has no xacro arguments\n")
    elif expansion.text is not None and arguments.origins:
        write_output("".join(_origin_lines(expansion, places)), arguments)
    elif expansion.text is not None:
        data = bytes_of(expansion.text)
        data = expansion_for(data, document.path, document.resources, arguments)
        write_content(Source(data), arguments)
    sys.stdout.flush()
    if not arguments.json:
        _tell(document, expansion, arguments)
    return USAGE if expansion.problems else OK


def _tell(document: Document, expansion: Expansion, arguments: argparse.Namespace) -> None:
    """Write errors and warnings to standard error."""
    if not (expansion.problems or expansion.warnings or expansion.undeclared):
        return
    found = findings(document, Settings(select=_REPORTED), None, document.resources)
    errors = [one for one in found if one.severity is Severity.ERROR]
    others = [] if arguments.quiet else [one for one in found if one.severity is not Severity.ERROR]
    for diagnostic in (*others[:_MOST_WARNINGS], *errors):
        sys.stderr.write(_rendered(diagnostic, document, arguments.color))
    if len(others) > _MOST_WARNINGS:
        sys.stderr.write(f"... and {plural(len(others) - _MOST_WARNINGS, 'more warning')}\n")


def _rendered(diagnostic: Diagnostic, document: Document, color: str) -> str:
    """Return one diagnostic with its line, as ``bodyplan check`` shows it."""
    report = Report(file_reports(document, [diagnostic])[-1:])
    paints = color == "always" or (color == "auto" and _is_colorful_terminal())
    page = render(report, color=paints, width=terminal_columns(sys.stderr))
    return "".join(page.splitlines(keepends=True)[:-2])  # without the summary line


def _is_colorful_terminal() -> bool:
    """Return whether standard error is a terminal with colours."""
    return wants_color("auto") and sys.stderr.isatty()


# Lists


def _origin_lines(expansion: Expansion, places: SourcePlaces) -> Iterator[str]:
    """Yield a line for each element: tag and name, source location, macro calls."""
    assert expansion.text is not None
    root = parse(expansion.text.encode()).root
    if root is None:
        return
    rows: list[tuple[str, str, str]] = []
    depths = {id(root): 0}
    for element, origin in zip(root.iter(), expansion.origins, strict=True):
        depth = depths.pop(id(element))
        depths.update((id(child), depth + 1) for child in element)
        named = element.get("name") or element.get("link")
        label = f"{'  ' * depth}{element.tag}{' ' + named if named else ''}"
        rows.append((label, str(places.where(origin)), _calls(origin)))
    width = min(max(len(label) for label, _, _ in rows), 40)
    for label, place, calls in rows:
        yield f"{visible(f'{label:<{width}}  {place}{calls}')}\n"


def _calls(origin: Origin | None) -> str:
    """Return the macros around an element, innermost first."""
    calls = () if origin is None else origin.calls
    names = [name for name, _ in groupby(call.macro for call in reversed(calls))]
    return f"  in {' in '.join(names)}" if names else ""


def _argument_lines(expansion: Expansion, places: SourcePlaces) -> Iterator[str]:
    """Yield a line for each argument: name, default as written, location, and known values.

    An argument that is declared without a default, or used but not declared, has no default.
    """
    found = {
        one.name: (repr(one.default), places.where(one.origin))
        for one in expansion.arguments
        if one.origin is not None
    }
    for origin, tag in places.by_tag.get("xacro:arg", ()):
        found.setdefault(tag.get("name", ""), (_REQUIRED, places.where(origin)))
    for problem in expansion.problems:
        if problem.kind == "argument" and problem.name:
            found.setdefault(problem.name, (_REQUIRED, places.problem(problem)))
    rows = [
        (name, default, str(where), ", ".join(argument_values(name, places)))
        for name, (default, where) in found.items()
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for *columns, values in rows:
        line = "  ".join(f"{text:<{width}}" for text, width in zip(columns, widths, strict=True))
        yield f"{visible(f'{line}  {values}'.rstrip())}\n"

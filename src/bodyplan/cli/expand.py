"""``bodyplan expand``: what the macros of a file make of it."""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.common import (
    add_color_option,
    add_inputs,
    add_json_option,
    add_output_option,
    add_quiet_option,
    parse_limits,
    wants_color,
)
from bodyplan.cli.inputs import one_input, shown_path
from bodyplan.cli.output import write_content, write_output
from bodyplan.cli.parser import Parser
from bodyplan.cli.resources import add_resource_options, named_resources
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Diagnostic, Severity, Where, did_you_mean
from bodyplan.diag.render.plain import visible
from bodyplan.text import DEFAULT_LIMITS, Source, bytes_of, field_names, plural, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bodyplan.formats.document import Document
    from bodyplan.formats.xacro import Expansion, Origin
    from bodyplan.formats.xacro.limits import XacroLimits
    from bodyplan.formats.xacro.places import SourcePlaces
    from bodyplan.resources import Resources


_MOST_WARNINGS = 20
_TOLD = ("X00", "M1", "M203", "M206", "M211", "M22", "M231")
"""The codes of what an expansion tells by itself."""


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "expand",
        "Print what the macros of a xacro file make of it, as the xacro package would.\n"
        "No ROS is needed: packages are found as `bodyplan where` finds them.",
        examples=(
            "bodyplan expand arm.urdf.xacro prefix:=left_ -o left.urdf",
            "bodyplan expand arm.urdf.xacro --list-arguments",
        ),
        status="0 done, 1 the file cannot be expanded,\n2 wrong usage or unreadable input",
    )
    add_inputs(made, many=False, takes_values=True)
    add_resource_options(made)
    made.add_argument(
        "--limit",
        action="append",
        metavar="NAME=VALUE",
        help="change a limit of the expansion, such as max_elements=500000",
    )
    group = made.add_argument_group("output")
    what = group.add_mutually_exclusive_group()
    what.add_argument("--origins", action="store_true", help="list where each element was written")
    what.add_argument(
        "--list-arguments", action="store_true", help="list the arguments that the file takes"
    )
    add_json_option(what, ": text, origins and all")
    add_output_option(group)
    add_quiet_option(group)
    add_color_option(group)
    made.set_defaults(makes_robot=True)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Expands the file, and gives back the exit status."""
    name, values = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    limits = _limits(parse_limits(arguments.limit))
    resources = named_resources(arguments)
    document, expansion = _expanded(shown_path(name), values, resources, limits)
    is_plain = not (arguments.json or arguments.list_arguments or arguments.origins)
    if is_plain and not (expansion.problems or expansion.warnings or expansion.undeclared):
        assert expansion.text is not None
        write_content(Source(bytes_of(expansion.text)), arguments)
        return OK  # all that follows takes longer to load than most files take to expand
    made = document()
    places = made.sources
    assert places is not None
    if arguments.json:
        from bodyplan.diag.json_schema import json_text
        from bodyplan.report.expansion import expansion_report

        write_output(json_text(expansion_report(expansion, places)), arguments)
    elif arguments.list_arguments:
        write_output("".join(_argument_lines(expansion, places)), arguments)
        if not (expansion.arguments or expansion.problems or arguments.quiet):
            sys.stdout.flush()
            sys.stderr.write(f"{visible(made.name)} takes no arguments\n")
    elif expansion.text is not None and arguments.origins:
        write_output("".join(_origin_lines(expansion, places)), arguments)
    elif expansion.text is not None:
        write_content(Source(bytes_of(expansion.text)), arguments)
    sys.stdout.flush()
    if not arguments.json:
        _tell(made, quiet=arguments.quiet, color=arguments.color)
    return FINDINGS if expansion.problems else OK


def _expanded(
    name: str, values: dict[str, str], resources: Resources | None, limits: XacroLimits
) -> tuple[Callable[[], Document], Expansion]:
    """Return the expansion of a file, and a function that makes its document."""
    from bodyplan.formats.source import open_input
    from bodyplan.formats.xacro import expand

    found = open_input(name, DEFAULT_LIMITS)
    if found.described is not None:
        from bodyplan.resources import Resources

        values = {**found.described.arguments, **values}
        known = resources or Resources()
        resources = known.extended(found.described.packages, found.described.folders)
    expansion = expand(
        found.data,
        found.name,
        path=found.path,
        arguments=values,
        resources=resources,
        limits=limits,
    )

    def document() -> Document:
        from bodyplan.formats.read import read_bytes

        made = read_bytes(found.data, found.name, path=found.path)
        made.format = "xacro"  # whatever it looks like: that is what the user says
        made.arguments, made.resources, made.macro_limits = values, resources, limits
        made.expansion = expansion
        return made

    return document, expansion


def _limits(changes: dict[str, int]) -> XacroLimits:
    """Return the limits with some of them changed.

    Raises:
        Trouble: there is no such limit, or it cannot have that value.
    """
    from bodyplan.formats.xacro.limits import DEFAULT_LIMITS, XacroLimits

    known = field_names(XacroLimits)
    for name, value in changes.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"limits are {', '.join(known)}"
            raise Trouble(f"--limit: unknown limit {name!r}; {hint}")
        if value < 1:
            raise Trouble(f"--limit {name} must be positive, got {value}")
    return replace(DEFAULT_LIMITS, **changes)


# Faults and warnings


def _tell(document: Document, *, quiet: bool, color: str) -> None:
    """Writes faults and warnings where they disturb no output."""
    expansion = document.expansion
    if expansion and not (expansion.problems or expansion.warnings or expansion.undeclared):
        return  # the rules take longer to load than all that came before
    from bodyplan.lint.run import findings
    from bodyplan.lint.settings import Settings

    found = findings(document, Settings(select=_TOLD), None, document.resources)
    errors = [one for one in found if one.severity is Severity.ERROR]
    others = [] if quiet else [one for one in found if one.severity is not Severity.ERROR]
    for diagnostic in (*others[:_MOST_WARNINGS], *errors):
        sys.stderr.write(_rendered(diagnostic, document, color))
    if len(others) > _MOST_WARNINGS:
        sys.stderr.write(f"... and {plural(len(others) - _MOST_WARNINGS, 'more warning')}\n")


def _rendered(diagnostic: Diagnostic, document: Document, color: str) -> str:
    """One finding with its line, as ``bodyplan check`` shows it."""
    from bodyplan.cli.parser import terminal_columns
    from bodyplan.diag.render.full import render
    from bodyplan.diag.report import Report
    from bodyplan.lint.reports import file_reports

    report = Report(file_reports(document, [diagnostic])[-1:])
    paints = color == "always" or (color == "auto" and _is_colorful_terminal())
    page = render(report, color=paints, width=terminal_columns(sys.stderr))
    return "".join(page.splitlines(keepends=True)[:-2])  # without the count


def _is_colorful_terminal() -> bool:
    """Whether standard error shows colours."""
    return wants_color("auto") and sys.stderr.isatty()


# Lists


def _origin_lines(expansion: Expansion, places: SourcePlaces) -> Iterator[str]:
    """A line for each element: what it is, where it was written, the calls that led there."""
    from bodyplan.text import parse

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
        rows.append((label, _place(places.where(origin)), _calls(origin)))
    width = min(max(len(label) for label, _, _ in rows), 40)
    for label, place, calls in rows:
        yield f"{visible(f'{label:<{width}}  {place}{calls}')}\n"


def _place(where: Where) -> str:
    return f"{where.file}:{where.line}:{where.column}"


def _calls(origin: Origin | None) -> str:
    """The macros around an element, innermost first."""
    calls = () if origin is None else origin.calls
    names = [name for name, _ in groupby(call.macro for call in reversed(calls))]
    return f"  in {' in '.join(names)}" if names else ""


def _argument_lines(expansion: Expansion, places: SourcePlaces) -> Iterator[str]:
    """A line for each argument: its name, the default as written, and where it is declared."""
    rows = [
        (argument.name, repr(argument.default), _place(places.where(argument.origin)))
        for argument in expansion.arguments
        if argument.origin is not None
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for name, default, place in rows:
        yield f"{visible(f'{name:<{widths[0]}}  {default:<{widths[1]}}  {place}')}\n"

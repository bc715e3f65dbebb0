"""``bodyplan schema``: what a format is made of, or what a verb prints."""

from __future__ import annotations

import argparse
from typing import Any

from bodyplan.cli import OK
from bodyplan.cli.common import add_output_option
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.cli.trouble import Trouble

_PRINTED = {
    "check": "diag.render.json:ReportData",
    "fix": "lint.fix_report:FixReport",
    "show": "report:RobotReport,StateReport",
    "show-srdf": "report:SemanticSummary",
    "show-sdf": "report:SdfReport",
    "fk": "report.poses:PoseReport",
    "workspace": "report.workspace:WorkspaceReport",
    "inertia": "report.inertia:InertiaReport",
    "where": "report.resources:ResourceReport",
    "bundle": "project.bundle:Bundle",
    "convert": "report.conversion:ConversionReport",
    "expand": "report.expansion:ExpansionReport",
    "explain": "cli.explain:Explanation",
    "doctor": "cli.doctor:Installation",
}
"""The classes of what verbs print: of each the module, and the names in it."""
FORMATS = ("urdf", "srdf", "sdf", "model_state")
NAMES = (*FORMATS, *_PRINTED)


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "schema",
        "Print the JSON Schema of a format, or of what a verb prints with --json; or the\n"
        "reference page of a format, generated from the same declarations.",
        examples=(
            "bodyplan schema urdf --format markdown -o urdf.md",
            "bodyplan schema check",
        ),
        notes=f"Formats are {_listed(FORMATS)}; the others are verbs.\n"
        "What `show` prints of an SRDF is show-srdf, and of SDFormat show-sdf.",
        status="0 printed, 2 wrong usage",
    )
    made.add_argument("name", choices=NAMES, metavar="NAME", help=_listed(NAMES))
    made.add_argument(
        "--format",
        choices=["json", "markdown"],
        default="json",
        help="how it is written: as JSON Schema (default), or as a reference page",
    )
    add_output_option(made)
    return made


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def run(arguments: argparse.Namespace) -> int:
    """Prints the schema or page."""
    write_output(
        _markdown(arguments.name) if arguments.format == "markdown" else _json(arguments.name),
        arguments,
    )
    return OK


def _json(name: str) -> str:
    import json

    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a format, or of what a verb prints.

    Args:
        name: one of ``NAMES``.
    """
    from importlib import import_module

    from bodyplan.diag.json_schema import json_schema
    from bodyplan.formats import pages

    if name not in _PRINTED:
        return pages.schema(name)
    module, _, classes = _PRINTED[name].partition(":")
    home = import_module(f"bodyplan.{module}")
    verb, _, kind = name.partition("-")
    title = f"bodyplan {verb} --json" + (f" ({kind})" if kind else "")
    return json_schema(*(getattr(home, cls) for cls in classes.split(",")), title=title)


def _markdown(name: str) -> str:
    from bodyplan.formats.pages import page

    if name in _PRINTED:
        raise Trouble(f"what {name.partition('-')[0]} prints has a JSON Schema only")
    return page(name)

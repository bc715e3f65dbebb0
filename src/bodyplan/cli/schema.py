"""``bodyplan schema``: what a format is made of."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bodyplan.cli import OK
from bodyplan.cli.common import write_output
from bodyplan.cli.parser import Parser

NAMES = ("urdf", "srdf", "sdf", "model_state", "report", "show-sdf")


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "schema",
        "Print the JSON Schema of a format, of the report of `check --json`, or of what\n"
        "`show --json` prints of SDFormat (show-sdf); or the reference page of a format,\n"
        "generated from the same declarations.\n\n"
        "example: bodyplan schema urdf --format markdown -o urdf.md",
    )
    made.add_argument("name", choices=NAMES, help="the format, or the form of output")
    made.add_argument(
        "--format",
        choices=["json", "markdown"],
        default="json",
        help="JSON Schema (default) or reference page",
    )
    made.add_argument("-o", "--output", metavar="FILE", help="write to this file")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Prints the schema or page."""
    write_output(
        _markdown(arguments.name) if arguments.format == "markdown" else _json(arguments.name),
        arguments.output,
    )
    return OK


def _json(name: str) -> str:
    import json

    from bodyplan.diag.render.schema import report_schema
    from bodyplan.formats.pages import schema

    if name == "show-sdf":
        from bodyplan.summary import sdf_table_schema

        table = sdf_table_schema()
    else:
        table = report_schema() if name == "report" else schema(name)
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _markdown(name: str) -> str:
    from bodyplan.cli.trouble import Trouble
    from bodyplan.formats.pages import page

    make: Callable[[str], str] = page
    if name in {"report", "show-sdf"}:
        what = "the report" if name == "report" else "what show prints"
        raise Trouble(f"{what} has a JSON Schema only")
    return make(name)

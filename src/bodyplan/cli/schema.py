"""``bodyplan schema``: what a format is made of."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bodyplan.cli import OK
from bodyplan.cli.common import write_output
from bodyplan.cli.parser import Parser

_PRINTED = {
    "report": ("bodyplan.diag.render.schema", "report_schema"),
    "show-sdf": ("bodyplan.summary", "sdf_table_schema"),
    "inertia": ("bodyplan.project.weighing_table", "weighing_schema"),
    "fk": ("bodyplan.cli.fk_json", "fk_schema"),
    "workspace": ("bodyplan.summary", "workspace_schema"),
}
"""What verbs print, with the module and the function that make the schema of it."""
NAMES = ("urdf", "srdf", "sdf", "model_state", *_PRINTED)


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "schema",
        "Print the JSON Schema of a format, of the report of `check --json`, or of what\n"
        "`show --json` prints of SDFormat (show-sdf), and `inertia`, `fk` and `workspace`\n"
        "of a robot; or the reference page of a format, generated from the same\n"
        "declarations.\n\n"
        "example: bodyplan schema urdf --format markdown -o urdf.md",
    )
    listed = f"{', '.join(NAMES[:-1])} or {NAMES[-1]}"
    made.add_argument("name", choices=NAMES, metavar="NAME", help=listed)
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
    from importlib import import_module

    from bodyplan.formats.pages import schema

    if name in _PRINTED:
        module, function = _PRINTED[name]
        table = getattr(import_module(module), function)()
    else:
        table = schema(name)
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _markdown(name: str) -> str:
    from bodyplan.cli.trouble import Trouble
    from bodyplan.formats.pages import page

    make: Callable[[str], str] = page
    if name in _PRINTED:
        what = "the report" if name == "report" else f"what {name.partition('-')[0]} prints"
        raise Trouble(f"{what} has a JSON Schema only")
    return make(name)

"""``bodyplan schema``: what a format is made of, or what a verb prints."""

from __future__ import annotations

import argparse
from typing import Any

from bodyplan.cli import OK
from bodyplan.cli.common import add_output_option
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.cli.trouble import Trouble

_OWN = "bodyplan.cli.json_schemas"
_PRINTED = {
    "check": ("bodyplan.diag.render.schema", "report_schema"),
    "fix": ("bodyplan.cli.fix_json", "fix_schema"),
    "show": ("bodyplan.cli.show_schemas", "show_schema"),
    "show-srdf": ("bodyplan.cli.show_schemas", "show_srdf_schema"),
    "show-sdf": ("bodyplan.summary", "sdf_table_schema"),
    "fk": ("bodyplan.cli.fk_json", "fk_schema"),
    "workspace": ("bodyplan.cli.workspace", "workspace_schema"),
    "inertia": ("bodyplan.project.weighing_table", "weighing_schema"),
    "where": (_OWN, "where_schema"),
    "bundle": (_OWN, "bundle_schema"),
    "convert": (_OWN, "convert_schema"),
    "expand": (_OWN, "expand_schema"),
    "explain": (_OWN, "explain_schema"),
    "doctor": (_OWN, "doctor_schema"),
}
"""What verbs print, with the module and the function that make the schema of it."""
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

    from bodyplan.formats import pages

    if name not in _PRINTED:
        return pages.schema(name)
    module, function = _PRINTED[name]
    made: dict[str, Any] = getattr(import_module(module), function)()
    return made


def _markdown(name: str) -> str:
    from bodyplan.formats.pages import page

    if name in _PRINTED:
        raise Trouble(f"what {name.partition('-')[0]} prints has a JSON Schema only")
    return page(name)

"""``bodyplan schema``: print the JSON Schema or reference page of a format."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from typing import Any

from bodyplan.cli import OK, summaries
from bodyplan.cli.errors import UserError
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.diag.json_schema import json_schema
from bodyplan.formats import pages


def _printed() -> dict[str, str]:
    """Return the classes of each JSON output as "MODULE:CLASS,...", from the verbs' ``JSON_OF``."""
    found: dict[str, str] = {}
    for verb in summaries():
        if verb != "schema":
            declared = getattr(import_module(f"bodyplan.cli.verbs.{verb}"), "JSON_OF", {})
            found |= {f"{verb}-{kind}".rstrip("-"): classes for kind, classes in declared.items()}
    return found


_PRINTED = _printed()
FORMATS = ("urdf", "srdf", "sdf", "model_state")
NAMES = (*FORMATS, *_PRINTED)

_PAGE = f"""\
Print the JSON Schema of a format, or of what a verb prints with --json; or the
reference page of a format, generated from the same declarations.

examples:
  bodyplan schema urdf --format markdown -o urdf.md
  bodyplan schema check

arguments:
  NAME {{{",".join(NAMES)}}}
                           {", ".join(NAMES[:-1])} or {NAMES[-1]}

options:
  --format {{json,markdown}} [json]
                           output format: JSON Schema (default), or a reference page

output:
  @output

Formats are {", ".join(FORMATS[:-1])} or {FORMATS[-1]}; the others are verbs.
For `show` of an SRDF use show-srdf, of SDFormat show-sdf.

exit status: 0 printed, 2 wrong usage
"""
parser = partial(Parser, "schema", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    write_output(
        _markdown(arguments.name) if arguments.format == "markdown" else _json(arguments.name),
        arguments,
    )
    return OK


def _json(name: str) -> str:
    import json

    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a format, or of the output of a verb.

    Args:
        name: one of ``NAMES``.
    """
    if name not in _PRINTED:
        return pages.schema(name)
    module, _, classes = _PRINTED[name].partition(":")
    home = import_module(f"bodyplan.{module}")
    verb, _, kind = name.partition("-")
    title = f"bodyplan {verb} --json" + (f" ({kind})" if kind else "")
    return json_schema(*(getattr(home, cls) for cls in classes.split(",")), title=title)


def _markdown(name: str) -> str:
    if name in _PRINTED:
        raise UserError(f"the output of {name.partition('-')[0]} has only a JSON Schema")
    return pages.page(name)

"""``bodyplan rename``: a new name, everywhere it is used."""

from __future__ import annotations

import argparse
import sys

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.common import (
    Parser,
    Trouble,
    add_inputs,
    add_limit_option,
    add_write_options,
    parse_limits,
)
from bodyplan.cli.fix import write_result
from bodyplan.diag import did_you_mean
from bodyplan.formats.editing import edited, rename_edits
from bodyplan.formats.read import read
from bodyplan.lint.settings import limits_from
from bodyplan.spec.names import uses


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "rename",
        "Rename a link, joint or material with every reference to it in the file.\n\n"
        "example: bodyplan rename joint elbow elbow_joint arm.urdf --diff",
    )
    made.add_argument("what", choices=["link", "joint", "material"], help="what to rename")
    made.add_argument("old", help="its name now")
    made.add_argument("new", help="its new name")
    add_inputs(made, many=False)
    add_limit_option(made)
    add_write_options(made, "the changed file")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Renames, writes, and gives back the exit status."""
    document = read(arguments.input, limits=limits_from(parse_limits(arguments.limit)))
    if document.root is None:
        raise Trouble(f"{document.name}: {document.diagnostics[0].message}")
    try:
        edits = rename_edits(document, arguments.what, arguments.old, arguments.new)
    except KeyError:
        names = {use.name for use in uses(document.root) if arguments.what in use.namespaces}
        hint = did_you_mean(arguments.old, sorted(names))
        message = f"{document.name} has no {arguments.what} {arguments.old!r}"
        raise Trouble(f"{message}; {hint}" if hint else message) from None
    except ValueError as error:
        raise Trouble(f"{document.name}: {error}") from None
    after = edited(document, edits)
    write_result(arguments, arguments.input, document, after)
    if not arguments.quiet:
        verb = "would change" if arguments.diff or arguments.check else "changed"
        sys.stderr.write(f"{document.name}: {verb} {len(edits)} places\n")
    return FINDINGS if arguments.diff or arguments.check else OK

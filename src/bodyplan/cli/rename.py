"""``bodyplan rename``: a new name, everywhere it is used."""

from __future__ import annotations

import argparse
import sys

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.check import trouble
from bodyplan.cli.common import (
    add_inputs,
    add_limit_option,
    add_write_options,
    parse_limits,
    plural,
)
from bodyplan.cli.fix import write_result
from bodyplan.cli.inputs import shown_path
from bodyplan.cli.parser import Parser
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import did_you_mean
from bodyplan.diag.render.plain import visible
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited, rename_edits
from bodyplan.formats.read import read
from bodyplan.lint.settings import limits_from
from bodyplan.spec.names import uses

KINDS = ("link", "joint", "material", "group")


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "rename",
        "Rename a link, joint, material or group with every reference to it in the file.\n\n"
        "example: bodyplan rename joint elbow elbow_joint arm.urdf --diff\n\n"
        "exit status: 0 done, 1 something would change (with --diff and --check),\n"
        "2 wrong usage, no such name, or unreadable input",
    )
    made.add_argument("what", choices=KINDS, help="what to rename")
    made.add_argument("old", help="its name now")
    made.add_argument("new", help="its new name")
    add_inputs(made, many=False)
    add_limit_option(made)
    add_write_options(made, "the changed file")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Renames, writes, and gives back the exit status."""
    name = shown_path(arguments.input)
    if not arguments.new.strip():
        raise Trouble(f"the new name of a {arguments.what} must not be empty")
    if arguments.new == arguments.old:
        raise Trouble(f"the new name is the old one, {arguments.old!r}")
    document = read(name, limits=limits_from(parse_limits(arguments.limit)))
    reason = trouble(document)
    if reason is not None:
        raise Trouble(reason)
    if document.format == "xacro":
        raise Trouble(
            f"{document.name} has macros, and names in it may be made of pieces; rename in what "
            f"`bodyplan expand` makes of it, or by hand"
        )
    try:
        edits = rename_edits(document, arguments.what, arguments.old, arguments.new)
    except KeyError:
        raise Trouble(_unknown(document, arguments.what, arguments.old)) from None
    except ValueError as error:
        raise Trouble(f"{document.name}: {error}") from None
    after = edited(document, edits)
    write_result(arguments, name, document, after)
    if not arguments.quiet:
        verb = "would change" if arguments.diff or arguments.check else "changed"
        sys.stdout.flush()
        sys.stderr.write(f"{visible(document.name)}: {verb} {plural(len(edits), 'place')}\n")
    return FINDINGS if arguments.diff or arguments.check else OK


def _unknown(document: Document, what: str, old: str) -> str:
    """That there is no such name, with near ones, or what it is instead."""
    found = list(uses(document.root))
    names = {use.name for use in found if what in use.namespaces}
    sentence = f"{document.name} has no {what} {old!r}"
    others = sorted(
        namespace
        for namespace in KINDS
        if any(use.name == old and namespace in use.namespaces for use in found)
    )
    if others:
        return f"{sentence}; it is a {others[0]}"
    hint = did_you_mean(old, sorted(names))
    return f"{sentence}; {hint}" if hint else sentence

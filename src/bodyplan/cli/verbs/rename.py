"""``bodyplan rename``: rename a link, joint or material with all references."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import opened, session_of, shown_path
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_back, write_result
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.description.session import Session
from bodyplan.edit.sdf_naming import RenamingError
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.formats.source import WordOrPath
from bodyplan.jobs.rename import KINDS, others_using, renaming_edits

_PAGE = f"""\
Rename a link, joint, material or group, and every reference to it, in all files
(such as a URDF and its SRDF) or in none; in SDFormat also frames and models. If
several models have the name, qualify it: arm::hand.

examples:
  bodyplan rename joint elbow_joint elbow arm.urdf arm.srdf --diff
  bodyplan rename link arm::hand gripper world.sdf

arguments:
  KIND {{{",".join(KINDS)}}} = what
                           what to rename: {", ".join(KINDS[:-1])} or {KINDS[-1]}
  OLD                      the current name
  NEW                      the new name
  ROBOT ...

options:
  --limit

packages:
  @packages
  @config

output:
  @write

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage, an unknown name, or unreadable input
"""
parser = partial(Parser, "rename", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    what, old, new = arguments.what, arguments.old, arguments.new
    if not new.strip():
        raise UserError(f"the new name of the {what} must not be empty")
    if new == old:
        raise UserError(f"{old!r} is both the old and the new name")
    named = {os.path.realpath(name): name for name in reversed(arguments.inputs) if name != "-"}
    once = [name for name in arguments.inputs if name in {*named.values(), "-"}]
    names = list(dict.fromkeys(map(shown_path, once)))
    if arguments.output and len(names) > 1:
        raise UserError("-o writes one file, but several are named")
    session = session_of(arguments)
    documents = [_document(name, session) for name in names]
    try:
        edits = renaming_edits(documents, what, old, new, session.resources)
    except RenamingError as error:
        raise UserError(str(error)) from None
    results = [
        edited(document, found) if found else document
        for document, found in zip(documents, edits, strict=True)
    ]
    verb = "would change" if arguments.diff or arguments.check else "changed"
    changed = [
        (name, before, after)
        for name, before, after in zip(names, documents, results, strict=True)
        if before is not after
    ]
    if len(changed) > 1 and "-" not in names and not (arguments.diff or arguments.check):
        write_back(arguments, changed)
    else:
        for name, before, after in changed:
            write_result(arguments, name, before, after)
    for document, found in zip(documents, edits, strict=True):
        if not arguments.quiet:
            sys.stdout.flush()
            names_ = plural(len(found), "occurrence") if found else "nothing"
            sys.stderr.write(f"{visible(document.name)}: {verb} {names_}\n")
    if not arguments.quiet and len(documents) == 1:
        for name in others_using(documents[0], what, old):
            message = f"{shown_path(name)}: still uses {what} {old!r}; add it to the files"
            sys.stderr.write(f"{visible(message)}\n")
    return FINDINGS if arguments.diff or arguments.check else OK


def _document(name: WordOrPath, session: Session) -> Document:
    """Return the document in which names change.

    Raises:
        UserError: the file is not a description, or is xacro, which may compose names.
    """
    document = opened(session, name).written
    if document.format == "xacro":
        raise UserError(
            f"{document.name} is xacro, which may compose names; rename in the output of `bodyplan "
            f"expand`, or by hand"
        )
    return document

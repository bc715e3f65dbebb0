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
from bodyplan.edit.sdf_naming import RenamingError
from bodyplan.jobs.rename import KINDS, others_using, rename

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
    named = {os.path.realpath(name): name for name in reversed(arguments.inputs) if name != "-"}
    once = [name for name in arguments.inputs if name in {*named.values(), "-"}]
    names = list(dict.fromkeys(map(shown_path, once)))
    if arguments.output and len(names) > 1:
        raise UserError("-o writes one file, but several are named")
    session = session_of(arguments)
    try:
        results = rename(tuple(opened(session, name) for name in names), what, old, new)
    except RenamingError as error:
        raise UserError(str(error)) from None
    verb = "would change" if arguments.diff or arguments.check else "changed"
    changed = [
        (name, one.before, one.document)
        for name, one in zip(names, results, strict=True)
        if one.document is not one.before
    ]
    if len(changed) > 1 and "-" not in names and not (arguments.diff or arguments.check):
        write_back(arguments, changed)
    else:
        for found in changed:
            write_result(arguments, *found)
    for one in () if arguments.quiet else results:
        sys.stdout.flush()
        words = plural(one.count, "occurrence") if one.count else "nothing"
        sys.stderr.write(f"{visible(one.before.name)}: {verb} {words}\n")
    if not arguments.quiet and len(results) == 1:
        for name in others_using(results[0].before, what, old):
            message = f"{shown_path(name)}: still uses {what} {old!r}; add it to the files"
            sys.stderr.write(f"{visible(message)}\n")
    return FINDINGS if arguments.diff or arguments.check else OK

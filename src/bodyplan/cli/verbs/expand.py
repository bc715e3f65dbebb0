"""``bodyplan expand``: expand a xacro file."""

from __future__ import annotations

import argparse
from functools import partial

import bodyplan
from bodyplan.cli import OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import one_input, parse_limits, session_of, shown_path
from bodyplan.cli.output import write_content
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import expansion_for
from bodyplan.core import field_names, replace
from bodyplan.diag import did_you_mean
from bodyplan.jobs.expand import read_xacro
from bodyplan.text import Source, bytes_of
from bodyplan.xacro.limits import DEFAULT_LIMITS as DEFAULT_MACRO_LIMITS
from bodyplan.xacro.limits import XacroLimits

_PAGE = """\
Expand a xacro file, with the same result as the xacro package. ROS is not
required: packages are searched for as by `bodyplan where`.

examples:
  bodyplan expand arm.urdf.xacro prefix:=left_ -o left.urdf
  bodyplan expand arm.urdf.xacro --list-arguments

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --limit                  change a limit of the expansion, such as max_elements=500000

packages:
  @packages
  @config

output:
  --origins                list the source location of each element
  | --list-arguments       list the xacro arguments of the file
  | --json                 , with text and source locations
  @output
  --quiet
  --color

exit status: 0 done, 2 wrong usage or unreadable input, or the file cannot be
expanded
"""
parser = partial(Parser, "expand", _PAGE, makes_robot=True)
JSON_OF = {"": "report.expansion:ExpansionReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    word, given = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    limits = _limits(parse_limits(arguments.limit))
    arguments.limit = None  # the option sets limits of the expansion, not of the session
    session = session_of(arguments, given)
    name = shown_path(word)
    document = read_xacro(name, session, limits)
    expansion = bodyplan.expand(document)
    has_remarks = bool(expansion.problems or expansion.warnings or expansion.undeclared)
    if has_remarks or arguments.json or arguments.list_arguments or arguments.origins:
        from bodyplan.cli.pages import (
            # imported late: loading it takes longer than expanding most files
            expansion as expand_report,
        )

        return expand_report.write(document, expansion, arguments)
    assert expansion.text is not None
    data = bytes_of(expansion.text)
    data = expansion_for(data, document.path, document.resources, arguments)
    write_content(Source(data), arguments)
    return OK


def _limits(changes: dict[str, int]) -> XacroLimits:
    """Return the default limits with some values changed.

    Raises:
        UserError: a limit does not exist, or its value is not positive.
    """
    known = field_names(XacroLimits)
    for name, value in changes.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"limits are {', '.join(known)}"
            raise UserError(f"--limit: unknown limit {name!r}; {hint}")
        if value < 1:
            raise UserError(f"--limit {name} must be positive, got {value}")
    return replace(DEFAULT_MACRO_LIMITS, **changes)

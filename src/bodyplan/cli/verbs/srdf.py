"""``bodyplan srdf``: draft an SRDF, extend it, and compute its pairs of links."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.endings import PICTURES, output_format, write_picture
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target
from bodyplan.cli.inputs import one_input, opened, require_macros, session_of
from bodyplan.cli.output import is_standard_output, write_content
from bodyplan.cli.parser import Parser
from bodyplan.cli.robots import named
from bodyplan.cli.srdf import add as srdf_add
from bodyplan.cli.srdf import pairs as srdf_pairs
from bodyplan.cli.srdf.branch import Branch
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.formats import srdf
from bodyplan.jobs.draft_srdf import draft_srdf
from bodyplan.report.pictures.collision_svg import matrix_to_svg
from bodyplan.report.srdf_report import summarize_semantics

_FORMATS = {".srdf": "srdf", ".xml": "srdf", **PICTURES}
JSON_OF = {"pairs": "collision.evidence:CollisionMatrix"}
_VIRTUAL_JOINTS = ("auto", "fixed", "planar", "floating", "none")


_PAGE = """\
Write an SRDF: the groups, states and allowed collisions that motion planners
need in addition to the URDF. `new` drafts one from the robot, `add` extends it,
`pairs` computes which links need no collision checking.

examples:
  bodyplan srdf new arm.urdf -o arm.srdf

exit status: 0 done, 1 something would change, 2 wrong usage or unreadable input
"""
_NEW_PAGE = f"""\
Draft an SRDF for a robot: a group for each limb and hand, end effectors, home
states, pairs of links that touch at a joint or in a state, and a virtual joint.
A comment above each block gives the reason for it.

examples:
  bodyplan srdf new arm.urdf -o arm.srdf
  bodyplan srdf new arm.urdf -o pairs.svg

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --name NAME              robot name to write; default: that of the URDF
  --virtual-joint {{{",".join(_VIRTUAL_JOINTS)}}} [auto]
                           how the robot moves in the world; default: inferred from its legs, wheels
                           and rotors
  --no-states              write no states
  --no-collisions          write no pairs of links
  --no-comments            write no comments

reading:
  @reading

packages:
  @packages
  @config

output:
  --output                 (default: standard output): .srdf, or a picture of the pairs of links:
                           .svg, .png or .pdf
  @force
  --quiet

exit status: 0 done, 2 wrong usage or unreadable input
"""


def parser() -> Branch:
    """Return the parser of the verb, with the parsers of its subcommands."""
    return Branch(
        "srdf",
        _PAGE,
        {
            "new": (
                "draft an SRDF for a robot",
                partial(Parser, "srdf new", _NEW_PAGE, action=_new, makes_robot=True, draws=True),
            ),
            "add": (
                "add a group, state, end effector, virtual joint or pair",
                srdf_add.parser,
            ),
            "pairs": (
                "compute which links can touch, and write the pairs",
                partial(srdf_pairs.parser, action=srdf_pairs.run),
            ),
        },
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    action: Callable[[argparse.Namespace], int] = arguments.action
    return action(arguments)


def _new(arguments: argparse.Namespace) -> int:
    target = None if is_standard_output(arguments.output) else arguments.output
    form = output_format(arguments.output, _FORMATS, None, "srdf")
    is_picture = form != "srdf"
    if target is not None:
        require_target(target, arguments)
    name, given = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    found = opened(session_of(arguments, given), name)
    require_macros(given, has_macros=found.written.format == "xacro")
    robot = named(found, arguments).robot
    try:
        document = draft_srdf(
            robot,
            name=arguments.name,
            virtual_joint=None if arguments.virtual_joint == "none" else arguments.virtual_joint,
            states=not arguments.no_states,
            collisions=not arguments.no_collisions,
        ).document(comments=not arguments.no_comments)
    except ValueError as error:  # a character that XML cannot contain
        raise UserError(f"{name}: {error}") from None
    if is_picture:
        summary = summarize_semantics(document, robot)
        write_picture(matrix_to_svg(summary), form, arguments)
    else:
        write_content(document.source, arguments)
    if target is not None and not arguments.quiet:
        sys.stdout.flush()
        sys.stderr.write(f"{visible(target)}: {_contents(document.root)}\n")
    return OK


def _contents(root: srdf.Robot) -> str:
    counts = (
        (len(root.groups), "group"),
        (len(root.group_states), "state"),
        (len(root.end_effectors), "end effector"),
        (len(root.disable_collisions), "pair"),
    )
    return ", ".join(plural(count, noun) for count, noun in counts)

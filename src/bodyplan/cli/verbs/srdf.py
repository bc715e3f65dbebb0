"""``bodyplan srdf``: draft an SRDF, and add groups and states to it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial

from bodyplan.cli import OK, srdf_add
from bodyplan.cli.branch import Branch
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target
from bodyplan.cli.inputs import description, one_input, require_macros, shown_path
from bodyplan.cli.output import is_standard_output, write_content
from bodyplan.cli.parser import Parser
from bodyplan.cli.partner import robot_of
from bodyplan.cli.settings import limits_of, named_resources
from bodyplan.core import plural
from bodyplan.diag.parts.plain import visible
from bodyplan.edit.srdf_draft import draft_srdf
from bodyplan.formats import srdf

_VIRTUAL_JOINTS = ("auto", "fixed", "planar", "floating", "none")


_PAGE = """\
Write an SRDF: the groups, states and allowed collisions that planners need
beside the URDF. `new` drafts one from the robot; `add` adds to one.

examples:
  bodyplan srdf new arm.urdf -o arm.srdf

exit status: 0 done, 1 something would change, 2 wrong usage or unreadable input
"""
_NEW_PAGE = f"""\
Draft an SRDF for a robot: a group for each limb and hand, end effectors, home
states, pairs of links that touch at a joint, and how the robot stands in the
world. A comment above each block says why it is there.

examples:
  bodyplan srdf new arm.urdf -o arm.srdf

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --name NAME              the robot's name to write; that of the URDF by default
  --virtual-joint {{{",".join(_VIRTUAL_JOINTS)}}} [auto]
                           how it stands in the world; by default as its legs, wheels and rotors say
  --no-states              write no states
  --no-collisions          write no pairs of links
  --no-comments            write no reasons
  --limit

packages:
  @packages
  @config

output:
  --output                 (default: standard output)
  @force
  --quiet

exit status: 0 done, 2 wrong usage or unreadable input
"""


def parser() -> Branch:
    """The options of the verb: of `new`, and of `add` and what can be added."""
    return Branch(
        "srdf",
        _PAGE,
        {
            "new": (
                "draft an SRDF for a robot, each block with its reason",
                partial(Parser, "srdf new", _NEW_PAGE, action=_new, makes_robot=True),
            ),
            "add": (
                "add a group, state, end effector, virtual joint or pair",
                srdf_add.parser,
            ),
        },
    )


def run(arguments: argparse.Namespace) -> int:
    """Does what was asked for, and gives back the exit status."""
    action: Callable[[argparse.Namespace], int] = arguments.action
    return action(arguments)


def _new(arguments: argparse.Namespace) -> int:
    target = None if is_standard_output(arguments.output) else arguments.output
    if target is not None:
        require_target(target, arguments, is_new=True)
    name, given = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    document = description(
        shown_path(name),
        limits=limits_of(arguments),
        arguments=given,
        resources=named_resources(arguments),
    )
    require_macros(given, has_macros=document.format == "xacro")
    robot = robot_of(document)
    try:
        document = draft_srdf(
            robot,
            name=arguments.name,
            virtual_joint=None if arguments.virtual_joint == "none" else arguments.virtual_joint,
            states=not arguments.no_states,
            collisions=not arguments.no_collisions,
        ).document(comments=not arguments.no_comments)
    except ValueError as error:  # a character that XML cannot hold
        raise UserError(f"{name}: {error}") from None
    write_content(document.source, arguments, is_new=True)
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

"""``bodyplan srdf``: write an SRDF without a window full of buttons."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from bodyplan.cli import OK, srdf_add
from bodyplan.cli.branch import Branch
from bodyplan.cli.common import add_inputs, add_limit_option, add_output_option, add_quiet_option
from bodyplan.cli.inputs import one_input, require_macros, shown_path
from bodyplan.cli.output import is_standard_output, require_target, write_content
from bodyplan.cli.parser import Parser
from bodyplan.cli.resources import add_resource_options, named_resources
from bodyplan.cli.srdf_robot import read_document, robot_of
from bodyplan.cli.trouble import Trouble
from bodyplan.diag.render.plain import visible
from bodyplan.edit import semantics
from bodyplan.formats import srdf
from bodyplan.text import plural

_WAYS = ("auto", "fixed", "planar", "floating", "none")


def parser() -> Branch:
    """The options of the verb: of `new`, and of `add` and what can be added."""
    return Branch(
        "srdf",
        "Write an SRDF: the groups, states and allowed collisions that planners need\n"
        "beside the URDF. `new` drafts one from the robot; `add` adds to one.",
        {
            "new": ("draft an SRDF for a robot, each block with its reason", _new_parser),
            "add": (
                "add a group, state, end effector, virtual joint or pair",
                srdf_add.parser,
            ),
        },
        examples=("bodyplan srdf new arm.urdf -o arm.srdf",),
        status="0 done, 1 something would change, 2 wrong usage or unreadable input",
    )


def run(arguments: argparse.Namespace) -> int:
    """Does what was asked for, and gives back the exit status."""
    action: Callable[[argparse.Namespace], int] = arguments.action
    return action(arguments)


def _new_parser() -> Parser:
    made = Parser(
        "srdf new",
        "Draft an SRDF for a robot: a group for each limb and hand, end effectors, home\n"
        "states, pairs of links that touch at a joint, and how the robot stands in the\n"
        "world. A comment above each block says why it is there.",
        examples=("bodyplan srdf new arm.urdf -o arm.srdf",),
        status="0 done, 2 wrong usage or unreadable input",
    )
    add_inputs(made, many=False, takes_values=True)
    made.add_argument(
        "--name", metavar="NAME", help="the robot's name to write; that of the URDF by default"
    )
    made.add_argument(
        "--virtual-joint",
        choices=_WAYS,
        default="auto",
        help="how it stands in the world; by default as its legs, wheels and rotors say",
    )
    made.add_argument("--no-states", action="store_true", help="write no states")
    made.add_argument("--no-collisions", action="store_true", help="write no pairs of links")
    made.add_argument("--no-comments", action="store_true", help="write no reasons")
    add_limit_option(made)
    add_resource_options(made)
    group = made.add_argument_group("output")
    add_output_option(group, " (default: standard output)")
    add_quiet_option(group)
    made.set_defaults(action=_new, makes_robot=True)
    return made


def _new(arguments: argparse.Namespace) -> int:
    target = None if is_standard_output(arguments.output) else arguments.output
    if target is not None:
        require_target(target, arguments, is_new=True)
    name, given = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    document = read_document(shown_path(name), arguments, given, named_resources(arguments))
    require_macros(given, has_macros=document.format == "xacro")
    robot = robot_of(document)
    way = arguments.virtual_joint
    try:
        document = semantics.new_document(
            robot,
            name=arguments.name,
            virtual_joint=None if way == "none" else way,
            states=not arguments.no_states,
            collisions=not arguments.no_collisions,
            comments=not arguments.no_comments,
        )
    except ValueError as error:  # a character that XML cannot hold
        raise Trouble(f"{name}: {error}") from None
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

"""``bodyplan srdf add``: add a group, state, end effector, virtual joint or pair."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import get_args

from bodyplan import model
from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.failure import sentence_of
from bodyplan.cli.inputs import opened, session_of, shown_path
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_result
from bodyplan.cli.srdf.branch import Branch
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.description.description import Description, Partners
from bodyplan.edit import semantics
from bodyplan.formats import srdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import InputError
from bodyplan.spec.codec import NotANumberError, TooLongError, parse_float

_TYPES = get_args(srdf.VirtualJointType)


_PAGE = """\
Add an element to an SRDF, after the last of its kind; nothing else changes.
Links, joints and values are checked against the robot: that of --robot, or the
one found near the file.

examples:
  bodyplan srdf add group arm.srdf wrist --chain forearm_link tool0

"""
_GROUP = """\
Add a group of links, joints, chains and other groups.

examples:
  bodyplan srdf add group arm.srdf wrist --chain forearm_link tool0

arguments:
  @file
  NAME                     the new name

members:
  --chain BASE TIP *       joints on the path from one link to another
  --joint JOINT ...        joints by name
  --link LINK ...          links, with the joints that move them
  --group GROUP ...        all members of other groups

"""
_STATE = """\
Add a named configuration of a group. Separate several values of one joint by
commas: planar x,y,theta; floating x,y,z and a quaternion x,y,z,w.

examples:
  bodyplan srdf add state arm.srdf bent arm elbow_joint=-1.57 --complete

arguments:
  @file
  NAME                     the new name
  GROUP                    the group
  [JOINT=VALUE ...]        joint positions [rad] or [m]

options:
  --degrees                angles are in degrees; requires the robot
  --complete               use the home position for joints without a value; requires the robot
  --beyond-limits          also accept values outside of the limits

"""
_EFFECTOR = """\
Add an end effector: a group that is attached to a link of another group.

examples:
  bodyplan srdf add end-effector arm.srdf ee --group gripper --parent-link tool0

arguments:
  @file
  NAME                     the new name

options:
  --group GROUP !          the group with its links and joints
  --parent-link LINK !     the link that it is attached to
  --parent-group GROUP     the group that moves this link

"""
_VIRTUAL_JOINT = f"""\
Add a virtual joint: how the root link moves in the world.

examples:
  bodyplan srdf add virtual-joint arm.srdf w --child-link base_link --type fixed

arguments:
  @file
  NAME                     the new name

options:
  --child-link LINK !      the root link of the robot
  --type {{{",".join(_TYPES)}}} !
                           how the robot moves in the world
  --parent-frame FRAME [world]
                           parent frame in the world; default: world

"""
_PAIR = """\
Disable collision checking between links: every pair of those that are named.
Pairs that are already disabled do not change.

examples:
  bodyplan srdf add pair arm.srdf base_link forearm_link --reason Never

arguments:
  @file
  LINK ...                 two or more links

options:
  --reason WORD [User]     Adjacent, Never, Always, Default, or any other; default: User

"""
_STATUS = """\
exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage, an invalid addition, or unreadable input"""
_SHARED = f"""\
robot:
  --robot
  | --alone                do not search for a robot; check no names against it

options:
  --limit

output:
  @write

{_STATUS}"""


def parser() -> Branch:
    """Return the parser of `add`, with a parser for each kind of element."""
    kinds: tuple[tuple[str, str, str, Callable[[argparse.Namespace], int]], ...] = (
        ("group", "links and joints that are planned for together", _GROUP, _add_group),
        ("state", "a named configuration of a group", _STATE, _add_state),
        ("end-effector", "a gripper or tool on a link of another group", _EFFECTOR, _add_effector),
        ("virtual-joint", "how the robot moves in the world", _VIRTUAL_JOINT, _add_virtual_joint),
        ("pair", "links that are not checked for collision", _PAIR, _add_pair),
    )
    verbs = {
        kind: (summary, partial(Parser, f"srdf add {kind}", f"{page}{_SHARED}", action=action))
        for kind, summary, page, action in kinds
    }
    return Branch("srdf add", f"{_PAGE}{_STATUS}", verbs)


def _add_group(arguments: argparse.Namespace) -> int:
    return _add(
        arguments,
        "group",
        lambda document, robot: semantics.add_group(
            document,
            arguments.name,
            links=arguments.link or (),
            joints=arguments.joint or (),
            chains=[(base, tip) for base, tip in arguments.chain or ()],
            subgroups=arguments.group or (),
            robot=robot,
        ),
    )


def _add_state(arguments: argparse.Namespace) -> int:
    values = _values(arguments.values)

    def add(document: Document, robot: model.Robot | None) -> object:
        try:
            return semantics.add_state(
                document,
                arguments.name,
                arguments.group,
                values,
                robot=robot,
                degrees=arguments.degrees,
                complete=arguments.complete,
                beyond_limits=arguments.beyond_limits,
            )
        except semantics.RobotRequiredError as error:
            raise semantics.SemanticsError(f"--{error}; name it with --robot") from None
        except semantics.IncompleteStateError as error:
            sentence = f"{error}; --complete uses their home positions"
            raise semantics.SemanticsError(sentence) from None

    return _add(arguments, "state", add)


def _values(words: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Return the values of each joint, from JOINT=VALUE words."""
    found: dict[str, tuple[float, ...]] = {}
    for word in words:
        joint, equals, text = word.rpartition("=")
        if not equals or not joint.strip():
            raise UserError(f"expected JOINT=VALUE, got {word!r}")
        if joint in found:
            raise UserError(f"joint {joint!r} is set twice")
        try:
            found[joint] = tuple(map(parse_float, text.replace(",", " ").split()))
        except (NotANumberError, TooLongError):
            raise UserError(f"{word!r}: {text!r} is not a number") from None
        if not found[joint]:
            raise UserError(f"{word!r} has no value")
    return found


def _add_effector(arguments: argparse.Namespace) -> int:
    return _add(
        arguments,
        "end effector",
        lambda document, robot: semantics.add_end_effector(
            document,
            arguments.name,
            arguments.group,
            arguments.parent_link,
            parent_group=arguments.parent_group,
            robot=robot,
        ),
    )


def _add_virtual_joint(arguments: argparse.Namespace) -> int:
    return _add(
        arguments,
        "virtual joint",
        lambda document, robot: semantics.add_virtual_joint(
            document,
            arguments.name,
            arguments.child_link,
            parent_frame=arguments.parent_frame,
            type=arguments.type,
            robot=robot,
        ),
    )


def _add_pair(arguments: argparse.Namespace) -> int:
    added: list[object] = []

    def add(document: Document, robot: model.Robot | None) -> object:
        reason, links = arguments.reason, arguments.links
        added.extend(semantics.add_pairs(document, links, reason=reason, robot=robot))
        return added

    return _add(arguments, "", add, lambda: plural(len(added), "pair"))


def _partner(description: Description, *, is_named: bool) -> tuple[model.Robot | None, str]:
    """Return the robot for checking an addition, and its file if a search found it.

    Raises:
        UserError: the named robot cannot be read, or is not a robot.
    """
    try:
        robot = description.partner_parts
    except (InputError, DescriptionError) as error:
        raise UserError(f"--robot {sentence_of(error)}") from None
    partner = description.partner.description
    return robot, "" if is_named or robot is None or partner is None else partner.name


def _add(
    arguments: argparse.Namespace,
    what: str,
    add: Callable[[Document, model.Robot | None], object],
    called: Callable[[], str] | None = None,
) -> int:
    """Read the file, add an element, write the file, and report the addition."""
    if arguments.file == arguments.robot == "-":
        raise UserError("standard input can be read only once")
    name = shown_path(arguments.file)
    partners: Partners = "none" if arguments.alone else "search"
    session = session_of(arguments)
    robot_file = None if arguments.robot is None else shown_path(arguments.robot)
    description = opened(session, name, robot=robot_file, partners=partners)
    document = description.written
    before = copy(document)
    robot, found = _partner(description, is_named=robot_file is not None)
    try:
        add(document, robot)
    except semantics.SemanticsError as error:
        checked = f" (checked against {found})" if found else ""
        raise UserError(f"{document.name}: {error}{checked}") from None
    except ValueError as error:  # a character that XML cannot contain
        raise UserError(f"{document.name}: {error}") from None
    write_result(arguments, name, before, document)
    is_dry = arguments.diff or arguments.check
    if not arguments.quiet:
        sys.stdout.flush()
        verb = "would add" if is_dry else "added"
        checked = f", checked against {found}" if found else ""
        added = called() if called is not None else f"{what} {arguments.name!r}"
        sentence = f"{document.name}: {verb} {added}{checked}"
        sys.stderr.write(f"{visible(sentence)}\n")
    return FINDINGS if is_dry else OK

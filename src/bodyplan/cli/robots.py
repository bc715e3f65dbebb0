"""Loading the robot of a command line, with its SRDF and messages for errors."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    described_by,
    first_error,
    one_input,
    opened,
    require_macros,
    session_of,
    shown_path,
)
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import plural, quoted
from bodyplan.core.names import did_you_mean, visible
from bodyplan.description.loading import is_partial, required_alone
from bodyplan.description.search.srdf_search import SrdfNotFoundError, find_semantics
from bodyplan.formats import urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.registry import CALLED
from bodyplan.formats.source import FilePath, WordOrPath, is_in_samples
from bodyplan.jobs import contents
from bodyplan.kinematics.place import place_of
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.numeric import NumpyMissingError, need_numpy

if TYPE_CHECKING:
    from bodyplan.description.description import Description
    from bodyplan.description.session import Session
    from bodyplan.model.planning.semantics import Semantics

_LISTED = 3
"""The maximum number of joints that a message names; further joints are counted."""


class NamedInput(NamedTuple):
    """The robot of a command line."""

    description: Description
    robot: Robot
    semantics: Semantics | None
    """The semantics, if the file is an SRDF."""

    @property
    def name(self) -> str:
        """The name of the file, as the user typed it."""
        return "-" if self.description.name == "<stdin>" else self.description.name

    @property
    def document(self) -> Document:
        """The file."""
        return self.description.written


def require_numpy() -> None:
    """Check that NumPy is installed.

    Raises:
        UserError: NumPy is not installed; the message names the package to install.
    """
    try:
        need_numpy()
    except NumpyMissingError as error:
        raise UserError(str(error)) from None


def named_robot(arguments: argparse.Namespace) -> NamedInput:
    """Return the robot that a command line names.

    Args:
        arguments: the arguments of the verb.

    Raises:
        InputError: the input cannot be read, or is not a robot.
        UserError: the robot has errors, and ``--anyway`` is not set.
    """
    word, values = one_input(arguments.input, arguments.values)
    session = session_of(arguments, values)
    found = opened(session, word, takes_mjcf=True, model=arguments.model or "")
    require_macros(values, has_macros=found.written.format == "xacro")
    return named(found, arguments)


def named(description: Description, arguments: argparse.Namespace) -> NamedInput:
    """Return the robot of a description.

    Args:
        description: the description.
        arguments: the arguments of the verb, with ``--anyway``.

    Raises:
        InputError: the description is not a robot.
        UserError: the robot has errors, and ``--anyway`` is not set.
    """
    found = loaded(description, arguments)
    if isinstance(found, Robot):
        return NamedInput(description, found, None)
    return NamedInput(description, found.robot, found)


def described_robot(description: Description) -> NamedInput:
    """Return the robot of a description, without invalid parts, to look up states in its SRDF.

    Raises:
        UserError: the description is not a URDF.
    """
    expanded = described_by(description)
    if not isinstance(expanded.root, urdf.Robot):
        called = CALLED.get(str(expanded.format), "not one")
        raise UserError(f"--state requires a URDF; {description.name} is {called}")
    return NamedInput(description, from_urdf(expanded.root).robot, None)


def as_urdf(description: Description, arguments: argparse.Namespace) -> Description:
    """Convert an MJCF file to URDF, and report this on standard error.

    Raises:
        UserError: MuJoCo rejects the file.
    """
    try:
        made = contents.as_urdf(description)
    except DescriptionError as error:
        raise UserError(first_error(error, description.written)) from None
    if made is not description and not arguments.quiet:
        text = f"{description.name} is MJCF; this is the URDF that it converts to"
        sys.stderr.write(f"bodyplan: {visible(text)}\n")
    return made


def semantics_of(
    named: NamedInput, arguments: argparse.Namespace, states: Iterable[str]
) -> tuple[Semantics, str]:
    """Return the SRDF of a robot, resolved against the robot, and the name of its file.

    The SRDF is that of ``--srdf``; else an SRDF near the robot, preferably with the requested
    states; else the SRDF of another file of the same robot.

    Args:
        named: the robot.
        arguments: the arguments of the verb.
        states: names of states, each "name" or "group/name".

    Raises:
        InputError: the SRDF cannot be read.
        UserError: the SRDF does not exist, or has errors.
    """
    if named.semantics is not None and arguments.srdf is None:
        return named.semantics, named.name
    if arguments.srdf is not None:
        name = shown_path(arguments.srdf)
        return _semantics(name, named, arguments), str(name)

    def read_one(path: FilePath) -> Semantics:
        try:
            return _semantics(path, named, arguments)
        except UserError as error:
            raise InputError(str(error)) from None

    try:
        found = find_semantics(
            named.document,
            named.robot,
            states,
            resources=named.description.resources,
            read_one=read_one,
        )
    except SrdfNotFoundError as error:
        raise UserError(f"{error}; name one with --srdf") from None
    if not arguments.quiet and not is_in_samples(found.path):
        message = f"using the states of {found.path.name}"
        if found.robot:
            owner = os.path.basename(found.robot)
            message += f", the SRDF of {owner}, another file of this robot"
        sys.stderr.write(f"bodyplan: {visible(message)}\n")
    return found.semantics, found.path.name


def opened_srdf(session: Session, name: WordOrPath, *, robot: Robot | None = None) -> Description:
    """Return the SRDF that ``--srdf`` names.

    Raises:
        InputError: the file cannot be read.
        UserError: the file is not an SRDF.
    """
    found = opened(session, name, robot=robot)
    if not found.is_srdf:
        raise UserError(f"--srdf requires an SRDF; {found.name} is not one")
    return found


def _semantics(name: WordOrPath, named: NamedInput, arguments: argparse.Namespace) -> Semantics:
    """Return one SRDF, resolved against a robot.

    Raises:
        InputError: the file cannot be read.
        UserError: the file is not an SRDF, or has errors.
    """
    found = opened_srdf(named.description.session, name, robot=named.robot)

    def strict() -> Robot | Semantics:
        # unknown links and joints are reported when they are used
        required_alone(found)
        return found.loaded(strict=False)

    semantics = loaded(found, arguments, strict)
    assert not isinstance(semantics, Robot)
    return semantics


def loaded(
    description: Description,
    arguments: argparse.Namespace,
    strict: Callable[[], Robot | Semantics] | None = None,
) -> Robot | Semantics:
    """Return the robot of a description, or the semantics of an SRDF.

    If there are errors, ``--anyway`` continues without the invalid parts.

    Args:
        description: the description.
        arguments: the arguments of the verb.
        strict: a function that loads the description and raises if it has errors; by default
            ``description.loaded``.

    Raises:
        InputError: the description is not a robot.
        UserError: the robot has errors, and ``--anyway`` is not set; or no valid part is left.
    """
    document = description.written
    is_anyway = bool(vars(arguments).get("anyway"))
    try:
        try:
            found = strict() if strict is not None else description.loaded()
        except DescriptionError as error:
            if not is_anyway:
                expanded = description.expanded
                is_read = expanded is not None and expanded.root is not None
                can_go_on = "anyway" in arguments and is_read
                raise UserError(first_error(error, document, can_go_on=can_go_on)) from None
            found = description.loaded(strict=False)
            if not arguments.quiet:
                text = first_error(error, document)
                text += (
                    "; invalid parts are ignored" if is_partial(description, found, error) else ""
                )
                sys.stderr.write(f"bodyplan: {visible(text)}\n")
    except DescriptionError as error:
        raise UserError(first_error(error, document)) from None
    links = found.links if isinstance(found, Robot) else found.robot.links
    if not links:
        raise UserError(f"{document.name}: this robot has no links")
    return found


def report_loops(robot: Robot, *, is_quiet: bool) -> None:
    """Report on standard error the loop-closing joints, which are not enforced."""
    loops = robot.loops
    if loops and not is_quiet:
        shown = ", ".join(quoted(joint.name) for joint in loops[:_LISTED])
        more = f" and {len(loops) - _LISTED:,} more" if loops[_LISTED:] else ""
        verb = "closes a loop and is" if len(loops) == 1 else "close loops and are"
        message = f"{plural(len(loops), 'joint')} {verb} not enforced: {shown}{more}"
        sys.stderr.write(f"bodyplan: {visible(message)}\n")


def require_frame(robot: Robot, name: str, option: str) -> None:
    """Check that a link or frame exists.

    Raises:
        UserError: the link or frame does not exist; the message has suggestions.
    """
    try:
        place_of(robot, robot.plan, name)
    except UnknownNameError as error:
        raise UserError(f"{option}: {error}") from None


def hint_on_missing(reasons: Iterable[str], source: str) -> Iterator[str]:
    """Yield a hint to run ``bodyplan where`` if a reason is that a file was not found."""
    if source != "-" and any(reason.endswith(" not found") for reason in reasons):
        yield f"bodyplan: run `bodyplan where {source}` to see where meshes are searched for"


def chosen_links(robot: Robot, words: str) -> list[str]:
    """Return the links that match at least one of the patterns.

    Args:
        robot: the robot with the links.
        words: the patterns, separated by commas.

    Raises:
        UserError: a pattern matches no link.
    """
    found: dict[str, None] = {}
    for pattern in words.split(","):
        names = [name for name in robot.link_names if fnmatchcase(name, pattern)]
        if not names:
            hint = did_you_mean(pattern, robot.link_names)
            text = f"--links: no link is called {quoted(pattern)}"
            raise UserError(text if hint is None else f"{text}; {hint}")
        found.update(dict.fromkeys(names))
    return [*found]

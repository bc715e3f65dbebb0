"""The robot of a verb that computes: read strictly, with its SRDF."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    CALLED,
    check_command,
    description,
    one_input,
    require_macros,
    shown_path,
)
from bodyplan.cli.settings import limits_of, named_resources
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.core import plural, quoted
from bodyplan.diag import Severity
from bodyplan.diag.parts.plain import visible
from bodyplan.formats import urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import SAMPLE_PREFIX
from bodyplan.kinematics.place import place_of
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.numeric import NumpyMissingError, need_numpy
from bodyplan.project.load import load
from bodyplan.project.srdf_search import SrdfNotFoundError, find_semantics

if TYPE_CHECKING:
    from bodyplan.core import Limits
    from bodyplan.model.semantics import Semantics
    from bodyplan.resources import Resources


_OVER_THE_LIMIT = "X005"
_TOLD = 3
"""Joints that a sentence names; more are counted."""


class Named(NamedTuple):
    """The robot that the words of a command line name."""

    name: str
    """Of its file."""
    robot: Robot
    document: Document
    semantics: Semantics | None
    """Where the file is an SRDF."""


def require_numpy() -> None:
    """Nothing, where NumPy is installed.

    Raises:
        UserError: it is not; the sentence says what to install.
    """
    try:
        need_numpy()
    except NumpyMissingError as error:
        raise UserError(str(error)) from None


def named_robot(arguments: argparse.Namespace) -> Named:
    """The robot that the words of a command line name.

    Raises:
        InputError: there is nothing to read, or it makes no robot.
        UserError: it has errors, and nobody said that this is all right.
    """
    word, values = one_input(arguments.input, arguments.values)
    name = shown_path(word)
    limits, resources = limits_of(arguments), named_resources(arguments)
    document = description(name, limits=limits, arguments=values, resources=resources)
    require_macros(values, has_macros=document.format == "xacro")
    found = _loaded(document, arguments, limits, resources)
    if isinstance(found, Robot):
        return Named(name, found, document, None)
    return Named(name, found.robot, document, found)


def described_robot(
    document: Document, described: Document, arguments: argparse.Namespace
) -> Named:
    """Return the robot of a document that may have errors, for the states of its SRDF.

    Raises:
        UserError: it is not a URDF.
    """
    if not isinstance(described.root, urdf.Robot):
        raise UserError(
            f"--state requires a URDF; {document.name} is {CALLED.get(str(described.format), 'not one')}"
        )
    vars(arguments).setdefault("anyway", False)
    vars(arguments).setdefault("model", None)
    return Named(document.name, from_urdf(described.root).robot, document, None)


def semantics_of(
    named: Named, arguments: argparse.Namespace, states: Iterable[str]
) -> tuple[Semantics, str]:
    """What an SRDF says of the robot, and the file it stands in.

    The one that is named; else the one that is found around the robot, rather one with the states
    that are asked for; else one of another file of the same robot.

    Args:
        named: the robot.
        arguments: of the verb.
        states: names of states, each "name" or "group/name".

    Raises:
        InputError: there is nothing to read.
        UserError: there is none, or it has errors.
    """
    if named.semantics is not None and arguments.srdf is None:
        return named.semantics, named.name
    if arguments.srdf is not None:
        name = shown_path(arguments.srdf)
        return _semantics(name, named.robot, arguments), name
    resources = named_resources(arguments)

    def read_one(path: str) -> Semantics:
        try:
            return _semantics(path, named.robot, arguments)
        except UserError as error:
            raise InputError(str(error)) from None

    try:
        found = find_semantics(
            named.document,
            named.robot,
            states,
            resources=resources,
            read_one=read_one,
        )
    except SrdfNotFoundError as error:
        raise UserError(f"{error}; name one with --srdf") from None
    if not arguments.quiet and not found.path.startswith(SAMPLE_PREFIX):
        told = f"the states are those of {found.path}"
        if found.robot:
            owner = os.path.basename(found.robot)
            told += f", which belongs to {owner}, another file of that robot"
        sys.stderr.write(f"bodyplan: {visible(told)}\n")
    return found.semantics, found.path


def _semantics(name: str, robot: Robot, arguments: argparse.Namespace) -> Semantics:
    """What one SRDF says of a robot.

    Raises:
        InputError: there is nothing to read.
        UserError: it is no SRDF, or has errors.
    """
    limits, resources = limits_of(arguments), named_resources(arguments)
    document = description(name, limits=limits, resources=resources)
    described = expanded_document(document)
    if described is None or described.format != "srdf":
        raise UserError(f"--srdf takes an SRDF; {document.name} is none")
    found = _loaded(document, arguments, limits, resources, robot=robot)
    assert not isinstance(found, Robot)
    return found


def _loaded(
    document: Document,
    arguments: argparse.Namespace,
    limits: Limits,
    resources: Resources | None,
    robot: Robot | None = None,
) -> Robot | Semantics:
    def loaded(*, strict: bool) -> Robot | Semantics:
        if robot is not None:
            if strict:
                _require_own(document, resources)
            return load(document, robot=robot, resources=resources, limits=limits, strict=False)
        model = arguments.model
        return load(document, model=model, resources=resources, limits=limits, strict=strict)

    found: Robot | Semantics
    try:
        try:
            found = loaded(strict=True)
        except DescriptionError as error:
            if not arguments.anyway:
                raise UserError(_first_of(error, document, can_go_on=True)) from None
            found = loaded(strict=False)
            if not arguments.quiet:
                told = _first_of(error, document, can_go_on=False)
                sys.stderr.write(f"bodyplan: {visible(told)}; what is faulty is left out\n")
    except InputError as error:  # in the words of Python
        message = str(error).replace("model=...", "--model").replace("model=", "--model ")
        raise UserError(message.replace("robot=...", "the URDF itself")) from None
    except DescriptionError as error:
        raise UserError(_first_of(error, document, can_go_on=False)) from None
    links = found.links if isinstance(found, Robot) else found.robot.links
    if not links:
        raise UserError(f"{document.name}: this robot has no links")
    return found


def _require_own(document: Document, resources: Resources | None) -> None:
    """Nothing, where an SRDF is right by itself; what its robot does not have is told elsewhere.

    Raises:
        DescriptionError: it has errors of its own.
    """
    found = check_document(document, Settings(select=("X", "M", "S")), resources=resources)
    if any(one.severity is Severity.ERROR for one in found):
        raise DescriptionError(tuple(found))


def _first_of(error: DescriptionError, document: Document, *, can_go_on: bool) -> str:
    """What is wrong with a description, in a sentence."""
    name, command = document.name, check_command(document)
    errors = [one for one in error.diagnostics if one.severity is Severity.ERROR]
    if not errors:
        return f"{name} cannot be read; `{command}` tells why"
    capped = next((error for error in errors if error.code == _OVER_THE_LIMIT), None)
    if capped is not None:  # and what comes with it, such as links that are missing
        told = f"{name} was not read to its end: {capped.message} ({_OVER_THE_LIMIT})"
        return f"{told}; --limit sets another one"
    first = errors[0]
    at = f"{first.where.file}, " if first.where.file != name else ""
    told = f"{at}line {first.where.line}: {first.message} ({first.code})"
    ways = [f"`{command}` tells all"] if errors[1:] else []
    if can_go_on:
        ways.append("--anyway leaves out what is faulty")
    start = f"{name} has {plural(len(errors), 'error')}, {'the first ' if errors[1:] else ''}in "
    return start + "; ".join([told, ", ".join(ways)] if ways else [told])


def report_loops(robot: Robot, *, is_quiet: bool) -> None:
    """On standard error: which joints close loops, which are left open when others move."""
    loops = robot.loops
    if loops and not is_quiet:
        shown = ", ".join(quoted(joint.name) for joint in loops[:_TOLD])
        more = f" and {len(loops) - _TOLD:,} more" if loops[_TOLD:] else ""
        verb = "closes a loop and is" if len(loops) == 1 else "close loops and are"
        told = f"{plural(len(loops), 'joint')} {verb} not held: {shown}{more}"
        sys.stderr.write(f"bodyplan: {visible(told)}\n")


def require_frame(robot: Robot, name: str, option: str) -> None:
    """Nothing, where there is a link or a frame of this name.

    Raises:
        UserError: there is none; the sentence says which names are near.
    """
    try:
        place_of(robot, robot.plan, name)
    except UnknownNameError as error:
        raise UserError(f"{option}: {error}") from None

"""The robot of a verb that computes: read strictly, with its SRDF."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import bodyplan
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    CALLED,
    check_command,
    description,
    one_input,
    require_macros,
    shown_path,
)
from bodyplan.cli.settings import limits_of, named_resources, xacro_values
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.core import plural, quoted
from bodyplan.diag import Severity
from bodyplan.diag.parts.plain import visible
from bodyplan.formats import urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import FilePath, WordOrPath, is_in_samples
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
_LISTED = 3
"""Joints that a message names; more are counted."""


class Named(NamedTuple):
    """The robot of a command line."""

    name: str
    """Name of its file."""
    robot: Robot
    document: Document
    semantics: Semantics | None
    """The SRDF, if the file is one."""


def require_numpy() -> None:
    """Check that NumPy is installed.

    Raises:
        UserError: it is not; the message says what to install.
    """
    try:
        need_numpy()
    except NumpyMissingError as error:
        raise UserError(str(error)) from None


def named_robot(arguments: argparse.Namespace, document: Document | None = None) -> Named:
    """Return the robot that a command line names.

    Args:
        arguments: of the verb.
        document: the description, if it is read already.

    Raises:
        InputError: it cannot be read, or is not a robot.
        UserError: it has errors, and ``--anyway`` is not set.
    """
    word, values = one_input(arguments.input, arguments.values)
    name = shown_path(word)
    limits, resources = limits_of(arguments), named_resources(arguments)
    if document is None:
        configured = xacro_values(arguments, word, values)
        document = description(
            name, limits=limits, arguments=configured, resources=resources, takes_mjcf=True
        )
    require_macros(values, has_macros=document.format == "xacro")
    found = _loaded(document, arguments, limits, resources)
    if isinstance(found, Robot):
        return Named(str(name), found, document, None)
    return Named(str(name), found.robot, document, found)


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


def as_urdf(document: Document, arguments: argparse.Namespace) -> Document:
    """Return the URDF that an MJCF file converts to, and say so on standard error.

    Raises:
        UserError: MuJoCo rejects the file.
    """
    try:
        made = bodyplan.convert(document, "urdf", resources=named_resources(arguments)).document
    except DescriptionError as error:
        raise UserError(_first_of(error, document, can_go_on=False)) from None
    if not arguments.quiet:
        text = f"{document.name} is MJCF; this is the URDF that it converts to"
        sys.stderr.write(f"bodyplan: {visible(text)}\n")
    return made


def semantics_of(
    named: Named, arguments: argparse.Namespace, states: Iterable[str]
) -> tuple[Semantics, str]:
    """Return the SRDF of a robot, resolved against it, and its file.

    That is the one that ``--srdf`` names; else one near the robot, preferably with the requested
    states; else that of another file of the same robot.

    Args:
        named: the robot.
        arguments: of the verb.
        states: names of states, each "name" or "group/name".

    Raises:
        InputError: it cannot be read.
        UserError: it does not exist, or has errors.
    """
    if named.semantics is not None and arguments.srdf is None:
        return named.semantics, named.name
    if arguments.srdf is not None:
        name = shown_path(arguments.srdf)
        return _semantics(name, named.robot, arguments), str(name)
    resources = named_resources(arguments)

    def read_one(path: FilePath) -> Semantics:
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
    if not arguments.quiet and not is_in_samples(found.path):
        message = f"using the states of {found.path.name}"
        if found.robot:
            owner = os.path.basename(found.robot)
            message += f", the SRDF of {owner}, another file of this robot"
        sys.stderr.write(f"bodyplan: {visible(message)}\n")
    return found.semantics, found.path.name


def _semantics(name: WordOrPath, robot: Robot, arguments: argparse.Namespace) -> Semantics:
    """Return one SRDF, resolved against a robot.

    Raises:
        InputError: it cannot be read.
        UserError: it is not an SRDF, or has errors.
    """
    limits, resources = limits_of(arguments), named_resources(arguments)
    document = description(name, limits=limits, resources=resources)
    described = expanded_document(document)
    if described is None or described.format != "srdf":
        raise UserError(f"--srdf requires an SRDF; {document.name} is not one")
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
                message = _first_of(error, document, can_go_on=False)
                sys.stderr.write(f"bodyplan: {visible(message)}; invalid parts are ignored\n")
    except InputError as error:  # it names arguments of Python functions
        message = str(error).replace("model=...", "--model").replace("model=", "--model ")
        raise UserError(message.replace("robot=...", "the URDF itself")) from None
    except DescriptionError as error:
        raise UserError(_first_of(error, document, can_go_on=False)) from None
    links = found.links if isinstance(found, Robot) else found.robot.links
    if not links:
        raise UserError(f"{document.name}: this robot has no links")
    return found


def _require_own(document: Document, resources: Resources | None) -> None:
    """Check that an SRDF is valid on its own, without its robot.

    Raises:
        DescriptionError: it has errors of its own.
    """
    found = check_document(document, Settings(select=("X", "M", "S")), resources=resources)
    if any(one.severity is Severity.ERROR for one in found):
        raise DescriptionError(tuple(found))


def _first_of(error: DescriptionError, document: Document, *, can_go_on: bool) -> str:
    """Return the first error of a description, and how to see the others, in a sentence."""
    name, command = document.name, check_command(document)
    errors = [one for one in error.diagnostics if one.severity is Severity.ERROR]
    if not errors:
        return f"{name} cannot be read; run `{command}` for the reason"
    exceeded = next((error for error in errors if error.code == _OVER_THE_LIMIT), None)
    if exceeded is not None:  # other errors result from it
        return f"{name}: {exceeded.message} ({_OVER_THE_LIMIT}); change the limit with --limit"
    first = errors[0]
    at = f"{first.where.file}, " if first.where.file != name else ""
    text = f"{at}line {first.where.line}: {first.message} ({first.code})"
    hints = [f"run `{command}` for all errors"] if errors[1:] else []
    if can_go_on:
        hints.append("use --anyway to ignore invalid parts")
    start = f"{name} has {plural(len(errors), 'error')}, {'the first ' if errors[1:] else ''}in "
    return start + "; ".join([text, ", ".join(hints)] if hints else [text])


def report_loops(robot: Robot, *, is_quiet: bool) -> None:
    """Report on standard error the joints that close loops, which are not enforced."""
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
        UserError: it does not; the message has suggestions.
    """
    try:
        place_of(robot, robot.plan, name)
    except UnknownNameError as error:
        raise UserError(f"{option}: {error}") from None

"""The configuration that the options of a command line request, and messages about it."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.core import plural, quoted
from bodyplan.core.names import visible
from bodyplan.description.search.srdf_search import unknown_joints
from bodyplan.kinematics.columns import columns_of
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.planning.semantics import AmbiguousStateError, StateConflictError
from bodyplan.report import wording
from bodyplan.report.configuration import ConfigurationRequest
from bodyplan.spec.codec import NotANumberError, parse_float

if TYPE_CHECKING:
    from bodyplan.cli.robots import NamedInput
    from bodyplan.kinematics.bounds import BoundViolation
    from bodyplan.kinematics.configuration_file import Configurations
    from bodyplan.model.planning.semantics import Semantics

_LISTED = 3
"""The maximum number of joints that a message on limits names; further joints are counted."""


# States and values


def configuration_request(
    arguments: argparse.Namespace, named: NamedInput | None = None
) -> ConfigurationRequest:
    """Return the configuration that ``--zero``, ``--state``, ``-q`` and ``--degrees`` request.

    Args:
        arguments: the arguments of the verb.
        named: the robot, for ``--state``; None if the verb has no robot yet.

    Raises:
        UserError: a state does not exist, or a value is invalid.
    """
    values: Mapping[str, tuple[float, ...]] = {}
    if arguments.state and named is not None:
        from bodyplan.cli.robots import semantics_of  # imported late, because few runs use a state

        semantics, srdf = semantics_of(named, arguments, arguments.state)
        values = state_values(semantics, srdf, arguments.state)
        for note in () if arguments.quiet else ignored_values(semantics, arguments.state):
            sys.stderr.write(f"bodyplan: {visible(note)}\n")
    given, numbers = _assigned(arguments.q)
    positions = given if numbers is None else tuple(numbers)
    states = tuple(arguments.state)
    return ConfigurationRequest(arguments.zero, values, states, positions, arguments.degrees)


def require_apart(robot: Robot, words: Sequence[str], file: Configurations) -> None:
    """Check that ``-q`` and the columns of a file do not set the same joint.

    Args:
        robot: the robot.
        words: the values of ``-q``; the joints exist.
        file: the configurations in the file.

    Raises:
        UserError: both of them set the same joint.
    """
    for name in _assigned(words)[0]:
        columns = columns_of(robot, name)
        if not {*range(columns.start, columns.stop)}.isdisjoint(file.columns or ()):
            raise UserError(f"-q and {file.name} both set joint {quoted(name)}; remove one")


def _assigned(words: Sequence[str]) -> tuple[dict[str, list[float]], list[float] | None]:
    """Return the values of ``-q`` by joint name; and, if they have no names, as a list, else None.

    Raises:
        UserError: a value is invalid, or a joint is set twice.
    """
    found: dict[str, list[float]] = {}
    numbers: list[float] = []
    for word in words:
        current = numbers
        for part in word.split(","):
            name, equals, text = part.rpartition("=")
            name = name.strip()
            if equals and not name:
                raise UserError(f"-q expects JOINT=VALUE, got {part!r}")
            if equals:
                if name in found:
                    raise UserError(f"-q sets joint {quoted(name)} twice")
                current = found[name] = []
            current.append(_number(text, part))
    if found and numbers:
        raise UserError(
            f"-q: {numbers[0]:g} has no joint name; write JOINT=VALUE for every value, or numbers "
            f"for all joints"
        )
    return found, numbers or None


def _number(text: str, part: str) -> float:
    try:
        return parse_float(text.strip())
    except (NotANumberError, IndexError):
        if "=" not in part and text.strip():
            raise UserError(f"-q expects JOINT=VALUE or numbers, got {part.strip()!r}") from None
        reason = f"{text.strip()!r} is not a number" if text.strip() else "missing value"
        raise UserError(f"-q {part.strip()}: {reason}") from None


def state_values(
    semantics: Semantics, name: str, words: Sequence[str]
) -> Mapping[str, tuple[float, ...]]:
    """Return the joint values of some states, by joint.

    Args:
        semantics: the SRDF, resolved against the robot.
        name: the name of the SRDF file.
        words: the states, each as "name" or "group/name".

    Raises:
        UserError: a state does not exist, is ambiguous, or two states contradict each other.
    """
    try:
        for word in words:
            if not semantics.states.values_of(word):
                raise UserError(f"--state {word}: {_why_empty(semantics, name, word)}")
        return semantics.states.values_of(*words)
    except UnknownNameError as error:
        known = UnknownNameError("state", error.name, error.known, name)
        raise UserError(f"--state: {known}") from None
    except (AmbiguousStateError, StateConflictError) as error:
        raise UserError(f"--state: {error}") from None


def _why_empty(semantics: Semantics, file: str, word: str) -> str:
    """Return why a state sets no joint."""
    for state in semantics.states.called(word):
        if state.others:
            joints = plural(len(state.others), "joint")
            return (
                f"{file} sets {joints} of this robot, none of them in group {quoted(state.group)} "
                f"of the state"
            )
    return f"{file} sets no joint of this robot"


def ignored_values(semantics: Semantics, words: Sequence[str]) -> Iterator[str]:
    """Yield messages about values in the given states that have no effect.

    Args:
        semantics: the SRDF, resolved against the robot.
        words: the states, each as "name" or "group/name".
    """
    states = [state for word in dict.fromkeys(words) for state in semantics.states.called(word)]
    for state in states:
        of_state = f"state {quoted(state.name)} of group {quoted(state.group)}"
        unknown = unknown_joints(state)
        if unknown:
            yield f"{of_state} sets joints that do not exist in this robot: {_some(unknown)}"
        if state.others:
            others = _some(list(state.others))
            yield f"{of_state} sets joints outside its group, which MoveIt ignores as well: {others}"


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(map(quoted, names[:_LISTED]))
    return f"{shown} and {len(names) - _LISTED} more" if names[_LISTED:] else shown


# Limits


def outside_limits(
    found: Sequence[BoundViolation], rows: int, where: str = "", *, in_degrees: bool = False
) -> str:
    """Return a message on the joints outside their limits.

    Args:
        found: the joints outside their limits, at least one.
        rows: number of configurations.
        where: label of the first configuration with a joint outside.
        in_degrees: whether angles are written in degrees.
    """
    import numpy as np

    count = len(np.unique(np.concatenate([one.rows for one in found])))
    joints = [_violation(one, in_degrees=in_degrees) for one in found[:_LISTED]]
    if found[_LISTED:]:
        joints.append(f"and {len(found) - _LISTED:,} more")
    joined = "; ".join(joints)
    if not in_degrees and any(map(_looks_like_degrees, found)):
        joined += "; use --degrees for angles in degrees"
    if rows == 1:
        return f"outside the limits: {joined}"
    verb = "is" if count == 1 else "are"
    at = f", the first in {where}" if where and count > 1 else f", in {where}" if where else ""
    return f"{count:,} of {rows:,} configurations {verb} outside the limits{at}: {joined}"


def _looks_like_degrees(one: BoundViolation) -> bool:
    """Return whether a value exceeds 360 degrees, but is within the limits if read as degrees."""
    value = math.radians(one.worst)
    is_large = one.unit == "rad" and abs(one.worst) > 2.0 * math.pi
    return is_large and one.limit.lower <= value <= one.limit.upper


def _violation(one: BoundViolation, *, in_degrees: bool) -> str:
    """Return a text with a variable, its value farthest outside the limits, and the limits."""
    is_converted = in_degrees and one.unit == "rad"
    unit = "°" if is_converted else f" {one.unit}"
    values = (one.worst, one.limit.lower, one.limit.upper)
    value, lower, upper = (
        wording.number(math.degrees(one) if is_converted else one) for one in values
    )
    return f"{wording.name(one.variable)} at {value}{unit}, limits {lower} … {upper}"

"""The configurations that the options of a command line ask for, and sentences on what is odd in them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.core import plural, quoted
from bodyplan.kinematics.columns import columns_of, quaternion_columns, with_positions
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.semantics import AmbiguousStateError, StateConflictError
from bodyplan.project.srdf_search import unknown_joints
from bodyplan.report import wording
from bodyplan.spec.number import NotANumberError, parse_float

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics.bounds import BoundViolation
    from bodyplan.kinematics.configuration_file import Configurations
    from bodyplan.model.semantics import Semantics

_ROUNDED = 1e-3
"""How far from one the length of a quaternion may be that was written with a few digits."""
_TOLD = 3
"""Joints that a sentence on limits names; more are counted."""


# States and values


def positions(
    robot: Robot,
    values: Mapping[str, tuple[float, ...]],
    words: Sequence[str],
    *,
    in_degrees: bool = False,
) -> NDArray[np.float64]:
    """(nq,) where the robot is: as words say, then as states do, by default for the rest.

    Args:
        robot: the robot.
        values: of states, by joint; those of followers and virtual joints do not count.
        words: "joint=value", several with commas between; or a number for each place.
        in_degrees: angles in words are in degrees.

    Raises:
        UserError: a name is not there, or a value means nothing.
    """
    moved = {joint.name for joint in robot.independent_joints}
    q = robot.q({name: own for name, own in values.items() if name in moved})
    given, numbers = _assigned(words)
    if numbers is None:
        try:
            return with_positions(robot, q, given, degrees=in_degrees)
        except (UnknownNameError, ValueError) as error:
            raise UserError(f"--q: {error}") from None
    if len(numbers) != len(q):
        raise UserError(
            f"--q takes JOINT=VALUE, or all {plural(len(q), 'number')} of a configuration "
            f"({_listed(robot.q_names)}), not {len(numbers)}"
        )
    columns = range(len(q))
    return with_positions(
        robot, q, {robot.q_names[i]: numbers[i : i + 1] for i in columns}, degrees=in_degrees
    )


def require_apart(robot: Robot, words: Sequence[str], given: Configurations) -> None:
    """Raise an error if values and the columns of a file are those of the same joint.

    Args:
        robot: the robot.
        words: as ``positions`` takes them; the joints exist.
        given: what the file holds.

    Raises:
        UserError: a joint is in both.
    """
    for name in _assigned(words)[0]:
        columns = columns_of(robot, name)
        if not {*range(columns.start, columns.stop)}.isdisjoint(given.columns or ()):
            raise UserError(f"--q and {given.name} both set joint {quoted(name)}; remove one")


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:20])
    return f"{shown} and {len(names) - 20} more" if names[20:] else shown


def _assigned(words: Sequence[str]) -> tuple[dict[str, list[float]], list[float] | None]:
    """Values by name, or all numbers where no word has a name.

    Raises:
        UserError: a word is no value, or a joint is given twice.
    """
    found: dict[str, list[float]] = {}
    numbers: list[float] = []
    for word in words:
        current = numbers
        for part in word.split(","):
            name, equals, text = part.rpartition("=")
            name = name.strip()
            if equals and not name:
                raise UserError(f"--q takes JOINT=VALUE, not {part!r}")
            if equals:
                if name in found:
                    raise UserError(f"--q: joint {quoted(name)} is given twice")
                current = found[name] = []
            current.append(_number(text, part))
    if found and numbers:
        raise UserError(f"--q: {numbers[0]:g} belongs to no joint; each value is JOINT=VALUE")
    return found, numbers or None


def _number(text: str, part: str) -> float:
    try:
        return parse_float(text.strip())
    except (NotANumberError, IndexError):
        if "=" not in part and text.strip():
            raise UserError(f"--q takes JOINT=VALUE, not {part.strip()!r}") from None
        reason = f"{text.strip()!r} is no number" if text.strip() else "there is no value"
        raise UserError(f"--q {part.strip()}: {reason}") from None


def state_values(
    semantics: Semantics, name: str, words: Sequence[str]
) -> Mapping[str, tuple[float, ...]]:
    """The values of some states, by joint.

    Args:
        semantics: what has the states.
        name: of the file that they stand in.
        words: "name" or "group/name" each.

    Raises:
        UserError: one is not there, several groups have it and do not agree, or two states do not.
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
    """Why a state gives no joint a value."""
    for state in semantics.states.called(word):
        if state.others:
            joints = plural(len(state.others), "joint")
            return (
                f"{file} gives values for {joints} of this robot, none of them in group "
                f"{quoted(state.group)}, whose state it is"
            )
    return f"{file} gives no value for a joint of this robot"


def passed_over(semantics: Semantics, words: Sequence[str]) -> Iterator[str]:
    """Sentences on the values of some states that move nothing.

    Args:
        semantics: what has the states.
        words: "name" or "group/name" each.
    """
    states = [state for word in dict.fromkeys(words) for state in semantics.states.called(word)]
    for state in states:
        of_state = f"state {quoted(state.name)} of group {quoted(state.group)}"
        unknown = unknown_joints(state)
        if unknown:
            yield f"{of_state} names joints that this robot does not have: {_some(unknown)}"
        if state.others:
            others = _some(list(state.others))
            yield f"{of_state} names joints outside its group, passed over as in MoveIt: {others}"


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(map(quoted, names[:_TOLD]))
    return f"{shown} and {len(names) - _TOLD} more" if names[_TOLD:] else shown


# Quaternions


def require_rotations(robot: Robot, given: Configurations) -> str:
    """A sentence on quaternions that are not of length one, as they are to be; empty for none.

    Args:
        robot: the robot.
        given: its configurations.

    Raises:
        UserError: one is of length zero: it turns to nowhere.
    """
    import numpy as np

    for name, columns in quaternion_columns(robot).items():
        lengths = np.linalg.norm(given.q[:, columns], axis=1)
        called = f"the quaternion x, y, z, w of joint {quoted(name)}"
        for wrong in (lengths == 0.0, np.abs(lengths - 1.0) > _ROUNDED):
            rows = np.flatnonzero(wrong)
            if not rows.size:
                continue
            row = int(rows[0])
            at = f" in {given.label(row)}" if len(given.q) > 1 else ""
            if not lengths[row]:
                raise UserError(
                    f"{called} is 0 0 0 0{at}, which is no rotation; 0 0 0 1 turns nothing"
                )
            more = f", and {rows.size - 1:,} more" if rows[1:].size else ""
            return f"{called} has length {lengths[row]:.6g}{at}{more}; it is scaled to length 1"
    return ""


# Limits


def limits_told(
    found: Sequence[BoundViolation], rows: int, where: str = "", *, in_degrees: bool = False
) -> str:
    """What is outside its limits, in a sentence.

    Args:
        found: at least one joint.
        rows: how many configurations there are.
        where: what the first of those is called that are outside.
        in_degrees: tell angles in degrees.
    """
    import numpy as np

    count = len(np.unique(np.concatenate([one.rows for one in found])))
    told = [_told(one, in_degrees=in_degrees) for one in found[:_TOLD]]
    if found[_TOLD:]:
        told.append(f"and {len(found) - _TOLD:,} more")
    joined = "; ".join(told)
    if not in_degrees and any(map(_in_degrees, found)):
        joined += "; --degrees takes angles in degrees"
    if rows == 1:
        return f"outside the limits: {joined}"
    verb = "is" if count == 1 else "are"
    at = f", the first in {where}" if where and count > 1 else f", in {where}" if where else ""
    return f"{count:,} of {rows:,} configurations {verb} outside the limits{at}: {joined}"


def _in_degrees(one: BoundViolation) -> bool:
    """Whether the value is more than a turn, and would be inside its bounds as degrees."""
    value = math.radians(one.worst)
    is_large = one.unit == "rad" and abs(one.worst) > 2.0 * math.pi
    return is_large and one.bounds.lower <= value <= one.bounds.upper


def _told(one: BoundViolation, *, in_degrees: bool) -> str:
    """A variable, its value farthest off, and its bounds."""
    is_told_in_degrees = in_degrees and one.unit == "rad"
    unit = "°" if is_told_in_degrees else f" {one.unit}"
    values = (one.worst, one.bounds.lower, one.bounds.upper)
    value, lower, upper = (
        wording.number(math.degrees(one) if is_told_in_degrees else one) for one in values
    )
    return f"{wording.name(one.variable)} at {value}{unit}, limits {lower} … {upper}"

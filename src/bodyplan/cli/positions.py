"""Where the joints are, as the words of a command line say it: states, and values by name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.robots import names_told, unknown_joints
from bodyplan.kinematics.bounds import bounded_variables
from bodyplan.model import Joint, Robot, UnknownNameError
from bodyplan.model.joint import TWO_AXES
from bodyplan.model.semantics import AmbiguousStateError
from bodyplan.report import wording
from bodyplan.spec.number import NotANumberError, parse_float
from bodyplan.text import plural, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.cli.configurations import Configurations
    from bodyplan.model.semantics import Semantics, State

_TURNING = frozenset({"revolute", "continuous", "screw", "gearbox", *TWO_AXES})
_QUATERNIONS = {"ball": 0, "floating": 3}
"""Where the quaternion of a kind begins."""
_ROUNDED = 1e-3
"""How far from one the length of a quaternion may be that was written with a few digits."""
_TOLD = 3
"""Joints that a sentence on limits names; more are counted."""
_SLACK = 1e-9
"""How far outside its limits a value may be that was rounded."""


def places_of(robot: Robot, name: str, called: str) -> slice:
    """Where the numbers of a joint, or of one of its variables, stand in a configuration.

    Args:
        robot: the robot.
        name: of a joint, or of a variable such as "base/x".
        called: what a sentence begins with.

    Raises:
        UserError: there is none, it does not move, or it follows another.
    """
    if not robot.has_joint(name):
        names = robot.q_names
        if name in names:
            at = names.index(name)
            return slice(at, at + 1)
        given = [one.name for one in robot.independent_joints]  # those that help, first
        joints = list(dict.fromkeys([*given, *names, *robot.tree.joint_index]))
        with names_told(called):
            if robot.has_link(name):
                robot.joint_index(name)  # says which joint moves that link
            raise UnknownNameError("joint", name, joints, f"robot {quoted(robot.name)}")
    joint = robot.joint(name)
    if not joint.variables:
        raise UserError(f"{called} joint {quoted(name)} is fixed: it takes no value")
    if joint.mimic is not None:
        leader = robot.mimics[name].leader
        raise UserError(
            f"{called} joint {quoted(name)} follows {quoted(leader)}: give the value of that one"
        )
    return robot.q_slice(name)


def are_angles(robot: Robot) -> list[bool]:
    """Which numbers of a configuration are angles."""
    found: list[bool] = []
    for joint in robot.independent_joints:
        count = joint.variable_count
        if joint.kind == "planar":
            found += [False, False, True]
        else:
            found += [joint.kind in _TURNING] * count
    return found


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
    import numpy as np

    moved = {joint.name for joint in robot.independent_joints}
    q = robot.q({name: own for name, own in values.items() if name in moved})
    angles = np.array(are_angles(robot), bool)
    given, numbers = _assigned(words)
    if numbers is not None:
        if len(numbers) != len(q):
            raise UserError(
                f"--q takes JOINT=VALUE, or all {plural(len(q), 'number')} of a configuration "
                f"({_listed(robot.q_names)}), not {len(numbers)}"
            )
        q[:] = numbers
        return np.where(angles, np.radians(q), q) if in_degrees else q
    for name, own in given.items():
        places = places_of(robot, name, "--q:")
        count = places.stop - places.start
        if len(own) != count:
            names = _listed(robot.q_names[places])
            raise UserError(
                f"--q: joint {quoted(name)} takes {plural(count, 'value')} ({names}), "
                f"not {len(own)}"
            )
        turned = np.where(angles[places], np.radians(own), own) if in_degrees else own
        q[places] = turned
    return q


def require_apart(robot: Robot, words: Sequence[str], given: Configurations) -> None:
    """Nothing, where values and the columns of a file are those of different joints.

    Args:
        robot: the robot.
        words: as ``positions`` takes them.
        given: what the file holds.

    Raises:
        UserError: a joint stands in both.
    """
    for name in _assigned(words)[0]:
        places = places_of(robot, name, "--q:")
        if not {*range(places.start, places.stop)}.isdisjoint(given.places):
            raise UserError(f"--q and {given.name} both say where {quoted(name)} is; leave one out")


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
) -> dict[str, tuple[float, ...]]:
    """The values of some states, by joint.

    Args:
        semantics: what has the states.
        name: of the file that they stand in.
        words: "name" or "group/name" each.

    Raises:
        UserError: one is not there, several groups have it and do not agree, or two states do not.
    """
    found: dict[str, tuple[float, ...]] = {}
    givers: dict[str, str] = {}
    for word in words:
        values = _state(semantics, name, word)
        if not values:
            raise UserError(f"--state {word}: {_why_empty(semantics, name, word)}")
        for joint, own in values.items():
            if found.setdefault(joint, own) != own:
                raise UserError(
                    f"--state: {quoted(givers[joint])} and {quoted(word)} do not agree on joint "
                    f"{quoted(joint)}"
                )
            givers.setdefault(joint, word)
    return found


def _why_empty(semantics: Semantics, file: str, word: str) -> str:
    """Why a state gives no joint a value."""
    for state in _called(semantics, word):
        if state.others:
            joints = plural(len(state.others), "joint")
            return (
                f"{file} gives values for {joints} of this robot, none of them in group "
                f"{quoted(state.group)}, whose state it is"
            )
    return f"{file} gives no value for a joint of this robot"


def _state(semantics: Semantics, file: str, word: str) -> Mapping[str, tuple[float, ...]]:
    """The values of a state; of several with one name, all of them where they agree.

    Raises:
        UserError: there is none, or they do not agree.
    """
    group, slash, name = word.partition("/")
    if slash and (group, name) in semantics.states:
        return semantics.states[group, name].values
    try:
        return semantics.values_of_state(word)
    except AmbiguousStateError as error:
        named = ", ".join(f"{one}/{word}" for one in error.groups)
        raise UserError(
            f"--state {word}: several groups have such a state, with different values; "
            f"name one of {named}"
        ) from None
    except UnknownNameError:
        with names_told("--state:"):
            known = list(dict.fromkeys(key[1] for key in semantics.states))
            raise UnknownNameError("state", word, known, file) from None


def _called(semantics: Semantics, word: str) -> list[State]:
    """The states that a word names: "name", in every group that has it, or "group/name"."""
    group, slash, name = word.partition("/")
    if slash and (group, name) in semantics.states:
        return [semantics.states[group, name]]
    return [state for key, state in semantics.states.items() if key[1] == word]


def passed_over(semantics: Semantics, words: Sequence[str]) -> Iterator[str]:
    """Sentences on the values of some states that move nothing.

    Args:
        semantics: what has the states.
        words: "name" or "group/name" each.
    """
    states = [state for word in dict.fromkeys(words) for state in _called(semantics, word)]
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

    for joint in robot.independent_joints:
        if joint.kind not in _QUATERNIONS:
            continue
        first = robot.q_slice(joint.name).start + _QUATERNIONS[joint.kind]
        lengths = np.linalg.norm(given.q[:, first : first + 4], axis=1)
        called = f"the quaternion x, y, z, w of joint {quoted(joint.name)}"
        for wrong in (lengths == 0.0, np.abs(lengths - 1.0) > _ROUNDED):
            rows = np.flatnonzero(wrong)
            if not rows.size:
                continue
            row = int(rows[0])
            at = f" in {given.called(row)}" if len(given.q) > 1 else ""
            if not lengths[row]:
                raise UserError(
                    f"{called} is 0 0 0 0{at}, which is no rotation; 0 0 0 1 turns nothing"
                )
            more = f", and {rows.size - 1:,} more" if rows[1:].size else ""
            return f"{called} has length {lengths[row]:.6g}{at}{more}; it is scaled to length 1"
    return ""


# Limits


class Outside(NamedTuple):
    """A joint that is outside its limits in some configurations."""

    joint: Joint
    rows: NDArray[np.intp]
    """Which ones."""
    value: float
    """The one that is farthest off [rad] or [m]."""
    variable: str
    lower: float
    upper: float


def outside_limits(robot: Robot, q: NDArray[np.float64]) -> list[Outside]:
    """The joints that are outside their limits somewhere, followers included.

    Args:
        robot: the robot.
        q: (rows, nq) configurations.
    """
    import numpy as np

    found: list[Outside] = []
    for one in bounded_variables(robot):
        lower, upper = one.bounds.lower, one.bounds.upper
        if math.isfinite(lower) or math.isfinite(upper):
            values = one.values(q)
            beyond = np.maximum(lower - values, values - upper)
            slack = _SLACK * np.maximum(1.0, np.abs(values))
            rows = np.flatnonzero(beyond > slack)
            if rows.size:
                worst = float(values[np.argmax(beyond)])
                found.append(Outside(one.joint, rows, worst, one.variable, lower, upper))
    return found


def limits_told(
    found: Sequence[Outside], rows: int, where: str = "", *, in_degrees: bool = False
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


def _in_degrees(one: Outside) -> bool:
    """Whether the value is more than a turn, and would be inside its limits as degrees."""
    turns = one.joint.kind in _TURNING and abs(one.value) > 2.0 * math.pi
    return turns and one.lower <= math.radians(one.value) <= one.upper


def _told(one: Outside, *, in_degrees: bool) -> str:
    """A joint, its value farthest off, and the limits."""
    values = (one.value, one.lower, one.upper)
    unit = " m" if one.joint.kind == "prismatic" else " rad"
    if in_degrees and unit == " rad":
        values = (math.degrees(one.value), math.degrees(one.lower), math.degrees(one.upper))
        unit = "°"
    value, lower, upper = map(wording.number, values)
    return f"{wording.name(one.variable)} at {value}{unit}, limits {lower} … {upper}"

"""Configurations: the position of every joint of a robot, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bodyplan.core import plural, quoted
from bodyplan.core.names import UnknownNameError
from bodyplan.model._link_order import NotATreeError
from bodyplan.model.joint import Joint, Mimic

Configuration = dict[str, tuple[float, ...]]
"""The values of the variables of each movable joint, by joint name, in the order of the tree.

Most joints have one value [rad] or [m]. A planar joint has x, y [m] and theta [rad], a floating
joint x, y, z [m] and a unit quaternion x, y, z, w.
"""


def completed(
    joints: Sequence[Joint],
    mimics: Mapping[str, Mimic],
    values: Mapping[str, float | Sequence[float]],
    called: str = "the robot",
) -> Configuration:
    """Return the values of all movable joints: the given values, and defaults for other joints.

    Args:
        joints: all joints of the robot.
        mimics: the relation of each mimic joint to an independent joint; see ``resolved_mimics``.
        values: for each joint name, a number, or a number for each variable; values for mimic
            joints are ignored.
        called: the name of the robot in messages.

    Raises:
        UnknownNameError: a value is given for a joint that does not exist.
        ValueError: the number of values of a joint differs from the number of its variables, or a
            number is too large.
        TypeError: a value is not a number.
    """
    known = {joint.name: joint for joint in joints}
    given: Configuration = {}
    for name, value in values.items():
        if name not in known:
            raise UnknownNameError("joint", name, known, called)
        numbers = _numbers(name, value)
        count = known[name].variable_count
        if len(numbers) != count:
            needs = (
                f"requires {plural(count, 'value')}, got {len(numbers)}"
                if count
                else "has no value"
            )
            raise ValueError(f"joint {quoted(name)} is {known[name].type} and {needs}")
        given[name] = numbers
    result = {
        joint.name: given.get(joint.name) or joint.default for joint in joints if joint.variables
    }
    for name, mimic in mimics.items():
        (position,) = result[mimic.leader]
        result[name] = (mimic.multiplier * position + mimic.offset,)
    return result


def by_name(values: Any) -> Mapping[str, float | Sequence[float]]:
    """Return the same mapping, or an empty mapping for None.

    Raises:
        TypeError: the argument is not a mapping.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        message = "give the values of joints by name, as in {'elbow': 0.5}"
        raise TypeError(f"{message}, not as {type(values).__name__}")
    return values


def _numbers(name: str, value: Any) -> tuple[float, ...]:
    """Return a number or a sequence of numbers, including NumPy values, as a tuple.

    Raises:
        TypeError: the value is neither a number nor a sequence of numbers.
        ValueError: a number is too large.
    """
    try:
        if isinstance(value, int | float):
            return (float(value),)
        if isinstance(value, str | bytes | Mapping):
            raise TypeError
        try:
            several = iter(value)
        except TypeError:  # a NumPy scalar, or an array without dimensions
            return (_number(value),)
        return tuple(map(_number, several))
    except TypeError:
        raise TypeError(
            f"joint {quoted(name)}: expected a number or a list of numbers, got {value!r}"
        ) from None
    except OverflowError:
        raise ValueError(f"a value of joint {quoted(name)} is too large for a float") from None


def _number(value: Any) -> float:
    if isinstance(value, str | bytes) or getattr(getattr(value, "dtype", None), "kind", "") == "c":
        raise TypeError
    return float(value)


def resolved_mimics(joints: Sequence[Joint]) -> dict[str, Mimic]:
    """Return the mimic relation of each mimic joint to an independent joint; chains are resolved.

    Raises:
        NotATreeError: a mimicked joint does not exist, a joint mimics itself, or one of the two
            joints does not have exactly one variable.
    """
    followers = {joint.name: joint.mimic for joint in joints if joint.mimic is not None}
    counts = {joint.name: joint.variable_count for joint in joints} if followers else {}
    resolved: dict[str, Mimic] = {}
    for first in followers:
        way: dict[str, Mimic] = {}
        name = first
        while name in followers and name not in resolved:
            mimic = followers[name]
            if name in way:
                raise NotATreeError(f"joint {quoted(name)} mimics itself")
            if mimic.leader not in counts:
                raise NotATreeError(
                    f"joint {quoted(name)} mimics {quoted(mimic.leader)}, which does not exist"
                )
            if counts[name] != 1 or counts[mimic.leader] != 1:
                raise NotATreeError(
                    f"joint {quoted(name)} cannot mimic {quoted(mimic.leader)}:"
                    " only joints with one variable can"
                )
            way[name] = mimic
            name = mimic.leader
        for follower, mimic in reversed(way.items()):
            above = resolved.get(mimic.leader)
            resolved[follower] = mimic if above is None else _through(mimic, above)
    return resolved


def _through(mimic: Mimic, above: Mimic) -> Mimic:
    """Return the relation of the follower of ``mimic`` to the leader of ``above``."""
    return Mimic(
        above.leader,
        mimic.multiplier * above.multiplier,
        mimic.multiplier * above.offset + mimic.offset,
    )

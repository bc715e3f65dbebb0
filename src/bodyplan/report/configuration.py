"""The configuration in which a report was computed: how it was requested, and the positions.

This module is plain Python, so that a report without arrays does not import NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from bodyplan.core import Record, plural, replace
from bodyplan.kinematics.columns import values_with
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.configuration import Configuration
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, Joint, Limit

_NOTHING: Mapping[str, tuple[float, ...]] = MappingProxyType({})
_LISTED = 20


class ConfigurationFacts(Record):
    """The configuration in which a report was computed.

    Args:
        start: the position of joints that no other field sets. "zero": zero, even outside the
            limits. "default": zero if it is within the limits, else the middle of the limits, or
            the finite limit if only one limit is finite.
        states: names of the SRDF states that set joints.
        file: the name of the configuration file that sets joints; empty without a file.
        joints_set: names of the joints and variables whose values were requested by name or as a
            list.
        at_middle: names of the joints at the middle of their limits, because zero is outside the
            limits.
        at_limit: names of the joints at their only finite limit, because zero is outside the
            limits.
        at_zero: names of the independent joints at zero that were not set.
        q: position of each independent joint variable, by name [rad] or [m], without the joints
            that the file sets.
        positions: values of every joint with variables, mimic joints included, by name.
        units: the unit of each value in ``q``, by the same names: "rad", "deg", "m", or empty for
            the components of a quaternion.
    """

    JSON = ("start", "states", "file", "joints_set", "at_middle", "at_limit", "at_zero", "q")

    start: Literal["default", "zero"] = "default"
    states: tuple[str, ...] = ()
    file: str = ""
    joints_set: tuple[str, ...] = ()
    at_middle: tuple[str, ...] = ()
    at_limit: tuple[str, ...] = ()
    at_zero: tuple[str, ...] = ()
    q: Mapping[str, float] = MappingProxyType({})
    positions: Mapping[str, tuple[float, ...]] = MappingProxyType({})
    units: Mapping[str, str] = MappingProxyType({})

    def completed_by(self, file: str, names: Collection[str]) -> ConfigurationFacts:
        """Return a copy in which a configuration file sets some joints, which ``q`` then omits.

        Args:
            file: the name of the file.
            names: the names of the independent joints that the file sets, and of their variables.
        """

        def others(joints: Iterable[str]) -> tuple[str, ...]:
            return tuple(joint for joint in joints if joint not in names)

        return replace(
            self,
            file=file,
            at_middle=others(self.at_middle),
            at_limit=others(self.at_limit),
            at_zero=others(self.at_zero),
            q={name: value for name, value in self.q.items() if name not in names},
        )


class ConfigurationError(ValueError):
    """The robot cannot have the requested configuration."""


class ConfigurationRequest(NamedTuple):
    """A requested configuration, before the robot is known.

    Args:
        zero: whether joints that are not set are at zero, even outside their limits.
        states: values of joints in SRDF states, by name; values of mimic joints are ignored.
        state_names: names of these states.
        positions: values by name of a joint or variable, or one number for each independent
            variable, in order; these values override the states.
        degrees: whether the angles in ``positions`` are in degrees.
    """

    zero: bool = False
    states: Mapping[str, tuple[float, ...]] = _NOTHING
    state_names: tuple[str, ...] = ()
    positions: Mapping[str, Sequence[float]] | Sequence[float] = _NOTHING
    degrees: bool = False

    @property
    def is_default(self) -> bool:
        """Whether nothing was requested."""
        return not (self.zero or self.states or self.state_names or self.positions)

    def of(self, robot: Robot, unlisted: Collection[str] = ()) -> ConfigurationFacts:
        """Return the configuration of a robot.

        Args:
            robot: the robot.
            unlisted: names of joints that ``q`` and the lists of names omit, unless the request
                sets them. ``positions`` always contains them.

        Raises:
            ConfigurationError: a joint or variable does not exist, is fixed or mimics another
                joint; a joint has more or fewer variables than the values given for it; or the list
                of numbers does not have one number for each independent variable.
        """
        try:
            return self._of(robot, unlisted)
        except (UnknownNameError, ValueError) as error:
            raise ConfigurationError(str(error)) from None

    def _of(self, robot: Robot, unlisted: Collection[str]) -> ConfigurationFacts:
        joints = robot.independent_joints
        start = {one.name: JOINT_TYPES[one.type].neutral for one in joints} if self.zero else {}
        start |= {one.name: self.states[one.name] for one in joints if one.name in self.states}
        before = robot.configuration(start)
        values = [value for joint in joints for value in before[joint.name]]
        positions = self.positions
        if not isinstance(positions, Mapping):
            names = robot.q_names
            if len(positions) != len(names):
                raise ValueError(
                    f"expected JOINT=VALUE, or {plural(len(names), 'number')} "
                    f"({_listed(names)}), got {len(positions)}"
                )
            positions = {name: (value,) for name, value in zip(names, positions, strict=True)}
        values = values_with(robot, values, positions, degrees=self.degrees)
        return self._facts(robot, values, tuple(positions), unlisted)

    def _facts(
        self,
        robot: Robot,
        values: Sequence[float],
        set_one_by_one: tuple[str, ...],
        unlisted: Collection[str],
    ) -> ConfigurationFacts:
        own: Configuration = {}
        q: dict[str, float] = {}
        units: dict[str, str] = {}
        at_middle: list[str] = []
        at_limit: list[str] = []
        at_zero: list[str] = []
        first = 0
        fixed_by_request = {*set_one_by_one, *self.states}
        for joint in robot.independent_joints:
            own[joint.name] = tuple(values[first : first + joint.variable_count])
            first += joint.variable_count
            is_set = not fixed_by_request.isdisjoint((joint.name, *joint.variables))
            if joint.name in unlisted and not is_set:
                continue
            q |= zip(joint.variables, own[joint.name], strict=True)
            units |= zip(joint.variables, JOINT_TYPES[joint.type].units, strict=True)
            if is_set:
                continue
            if own[joint.name] == JOINT_TYPES[joint.type].neutral:
                at_zero.append(joint.name)
            elif _has_middle(joint):
                at_middle.append(joint.name)
            else:
                at_limit.append(joint.name)
        return ConfigurationFacts(
            "zero" if self.zero else "default",
            self.state_names,
            "",
            set_one_by_one,
            tuple(at_middle),
            tuple(at_limit),
            tuple(at_zero),
            q,
            robot.configuration(own),
            units,
        )


DEFAULT = ConfigurationRequest()


def _has_middle(joint: Joint) -> bool:
    """Return whether the default is in the middle of limits that exclude zero, not at one limit."""
    axes = [joint.limit, joint.limit2] if joint.type in TWO_AXES else [joint.limit]
    return all(_includes_zero(one) or _is_finite(one) for one in axes)


def _includes_zero(limit: Limit) -> bool:
    return limit.lower <= 0.0 <= limit.upper


def _is_finite(limit: Limit) -> bool:
    return math.isfinite(limit.lower) and math.isfinite(limit.upper)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return f"{shown} and {len(names) - _LISTED} more" if names[_LISTED:] else shown

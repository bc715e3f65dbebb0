"""The group states of an SRDF: the values of each joint, or the reason why they are ignored."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import Literal, NamedTuple

from bodyplan.formats import srdf
from bodyplan.model.joint import Joint
from bodyplan.model.planning.virtual_joint import RootedRobot
from bodyplan.semantics.group import ResolvedGroup

ValueProblem = Literal[
    "", "unknown joint", "unreadable", "wrong number of values", "not in the group"
]
"""The reason why the values of a joint are ignored; if several apply, the first of them.

- "unknown joint": the joint does not exist in the robot, and is not the virtual joint that is used
as its root joint.
- "unreadable": a value is missing or not a finite number.
- "wrong number of values": the number differs from that of the joint's variables.
- "not in the group": the joint is not in the group.
"""


class StateValue(NamedTuple):
    """The values of one joint in a state.

    Args:
        name: the name of the joint.
        elements: the elements of the joint in the document; several if it is repeated.
        values: the numbers of all elements, concatenated.
        joint: the joint; None if it does not exist.
        problem: the reason why the values are ignored.
    """

    name: str
    elements: tuple[srdf.StateJoint, ...]
    values: tuple[float, ...]
    joint: Joint | None
    problem: ValueProblem = ""

    @property
    def is_outside(self) -> bool:
        """Whether a value is outside the limits of the joint; False if the values are ignored."""
        if self.problem or self.joint is None or self.joint.variable_count != 1:
            return False
        return not self.joint.limit.lower <= self.values[0] <= self.joint.limit.upper


class ResolvedState(NamedTuple):
    """A group state and its values.

    Args:
        element: the element of the state in the document.
        group: the group of the state; None if the group does not exist or is dropped. In this case,
            MoveIt drops the state. Pinocchio ignores groups, and keeps the state.
        values: the values by joint, in the order of the file.
        later: the next state with the same group and name, which overrides this one; None if this
            is the last.
    """

    element: srdf.GroupState
    group: ResolvedGroup | None
    values: tuple[StateValue, ...]
    later: srdf.GroupState | None = None

    @property
    def missing_count(self) -> int:
        """Number of active joints of the group for which the state has no value."""
        if self.group is None:
            return 0
        present = sum(self.group.group.is_active(value.name) for value in self.values)
        return len(self.group.group.active_joints) - present

    def missing(self, most: int | None = None) -> tuple[str, ...]:
        """Return the active joints of the group without a value, by name, in the order of the tree.

        Args:
            most: maximum number of names; by default all.
        """
        if self.group is None:
            return ()
        present = {value.name for value in self.values}
        active = self.group.group.active_joints
        return tuple(islice((name for name in active if name not in present), most))


def resolve_states(
    root: srdf.Robot, rooted_robot: RootedRobot, groups: Mapping[str, ResolvedGroup]
) -> tuple[ResolvedState, ...]:
    """Resolve all group states, in the order of the file.

    Args:
        root: the SRDF.
        rooted_robot: the robot and its root joint.
        groups: the groups of ``resolve_groups``.
    """
    following: dict[tuple[str, str], srdf.GroupState] = {}
    resolved: list[ResolvedState] = []
    for state in reversed(root.group_states):
        key = (state.group, state.name)
        group = groups.get(state.group)
        if group is not None and group.is_dropped:
            group = None
        values = state_values(state, rooted_robot, group)
        resolved.append(ResolvedState(state, group, values, following.get(key)))
        following[key] = state
    return tuple(reversed(resolved))


def state_values(
    state: srdf.GroupState, rooted_robot: RootedRobot, group: ResolvedGroup | None
) -> tuple[StateValue, ...]:
    """Return the values of a state by joint; the values of a repeated joint are concatenated.

    As in MoveIt, three elements with one value each for a planar joint are equivalent to one
    element with three values.

    Args:
        state: the state.
        rooted_robot: the robot and its root joint.
        group: the group of the state; without a group, values of all joints are accepted.
    """
    elements: dict[str, list[srdf.StateJoint]] = {}
    for element in state.joints:
        elements.setdefault(element.name, []).append(element)
    found: list[StateValue] = []
    for name, same in elements.items():
        values = tuple(number for element in same for number in element.value)
        joint = rooted_robot.written_joint(name)
        problem: ValueProblem = ""
        if joint is None:
            problem = "unknown joint"
        elif not all(map(math.isfinite, values)) or (joint.variable_count and not values):
            problem = "unreadable"
        elif len(values) != joint.variable_count:
            problem = "wrong number of values"
        elif group is not None and not group.group.has_joint(name):
            problem = "not in the group"
        found.append(StateValue(name, tuple(same), values, joint, problem))
    return tuple(found)

"""The states of groups in an SRDF: what each value says, or why it says nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import Literal, NamedTuple

from bodyplan.formats import srdf
from bodyplan.model.joint import Joint
from bodyplan.model.rooted import RootedRobot
from bodyplan.semantics.group import ResolvedGroup

ValueTrouble = Literal[
    "", "unknown joint", "unreadable", "wrong number of values", "not in the group"
]
"""Why a value does not count; the first of these that holds.

- "unknown joint": there is no joint of this name; virtual joints that are not used are not there.
- "unreadable": not all of it are numbers.
- "wrong number of values": the joint has another number of variables.
- "not in the group": the joint is not one of the group's.
"""


class StateValue(NamedTuple):
    """What is said about one joint in a state.

    Args:
        name: of the joint.
        elements: what says it, the very values of the document; several where a joint is repeated.
        values: all their numbers, one after the other.
        joint: the joint; None where there is none.
        trouble: why they do not count.
    """

    name: str
    elements: tuple[srdf.StateJoint, ...]
    values: tuple[float, ...]
    joint: Joint | None
    trouble: ValueTrouble = ""

    @property
    def is_outside(self) -> bool:
        """Whether the value counts and is beyond the bounds of the joint."""
        if self.trouble or self.joint is None or self.joint.variable_count != 1:
            return False
        return not self.joint.limit.lower <= self.values[0] <= self.joint.limit.upper


class ResolvedState(NamedTuple):
    """A state and what its values say.

    Args:
        element: the state, the very value of the document.
        group: its group; None where there is none, or a refused one. MoveIt then drops the state,
            while Pinocchio, which knows no groups, takes it.
        values: by joint, in the order of the file.
        later: the next state of the same group and name, which counts instead.
    """

    element: srdf.GroupState
    group: ResolvedGroup | None
    values: tuple[StateValue, ...]
    later: srdf.GroupState | None = None

    @property
    def missing_count(self) -> int:
        """How many active joints of the group it says nothing about."""
        if self.group is None:
            return 0
        given = sum(self.group.group.is_active(value.name) for value in self.values)
        return len(self.group.group.active_joints) - given

    def missing(self, most: int | None = None) -> tuple[str, ...]:
        """Names of active joints of the group that it says nothing about, in the order of the tree.

        Args:
            most: so many at most; all of them by default.
        """
        if self.group is None:
            return ()
        given = {value.name for value in self.values}
        active = self.group.group.active_joints
        return tuple(islice((name for name in active if name not in given), most))


def resolve_states(
    root: srdf.Robot, rooted: RootedRobot, groups: Mapping[str, ResolvedGroup]
) -> tuple[ResolvedState, ...]:
    """All states, in the order of the file.

    Args:
        root: the SRDF.
        rooted: the robot and its root joint.
        groups: of ``resolve_groups``.
    """
    following: dict[tuple[str, str], srdf.GroupState] = {}
    resolved: list[ResolvedState] = []
    for state in reversed(root.group_states):
        key = (state.group, state.name)
        group = groups.get(state.group)
        if group is not None and group.is_refused:
            group = None
        values = state_values(state, rooted, group)
        resolved.append(ResolvedState(state, group, values, following.get(key)))
        following[key] = state
    return tuple(reversed(resolved))


def state_values(
    state: srdf.GroupState, rooted: RootedRobot, group: ResolvedGroup | None
) -> tuple[StateValue, ...]:
    """What a state says, joint by joint; the numbers of a repeated joint are put together.

    So MoveIt has it: three elements for the three variables of a planar joint are as good as one.

    Args:
        state: the state.
        rooted: the robot and its root joint.
        group: its group; where there is none, every joint is as good as in it.
    """
    elements: dict[str, list[srdf.StateJoint]] = {}
    for element in state.joints:
        elements.setdefault(element.name, []).append(element)
    found: list[StateValue] = []
    for name, same in elements.items():
        values = tuple(number for element in same for number in element.value)
        joint = rooted.written_joint(name)
        trouble: ValueTrouble = ""
        if joint is None:
            trouble = "unknown joint"
        elif not all(map(math.isfinite, values)) or (joint.variable_count and not values):
            trouble = "unreadable"
        elif len(values) != joint.variable_count:
            trouble = "wrong number of values"
        elif group is not None and not group.group.has_joint(name):
            trouble = "not in the group"
        found.append(StateValue(name, tuple(same), values, joint, trouble))
    return tuple(found)

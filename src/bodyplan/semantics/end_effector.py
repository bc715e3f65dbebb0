"""The end effectors of an SRDF and their parent groups."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Literal

from bodyplan.core import Record
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.semantics.group import ResolvedGroup

Refusal = Literal[
    "", "unknown parent group", "parent group lacks the link", "parent group is its own group"
]
"""The reason why the declared parent group of an end effector is rejected.

- "unknown parent group": the group does not exist, or is dropped.
- "parent group lacks the link": the group does not contain the parent link.
- "parent group is its own group": the group is that of the end effector itself.
"""


class ParentGroup(Record):
    """The parent group of an end effector.

    Args:
        name: the name of the group; None if no group contains the parent link.
        refusal: the reason why the declared parent group is rejected.
        candidates: the names of all groups that contain the parent link, the group with the fewest
            joints first. The group of the end effector itself may be one of them.
    """

    name: str | None
    refusal: Refusal = ""
    candidates: tuple[str, ...] = ()


class ResolvedEffector(Record):
    """An end effector and its references.

    Args:
        element: the element of the end effector in the document.
        group: the group of the end effector; None if the group does not exist or is dropped.
        parent: the parent group.
        has_link: whether the robot has the parent link.
        later: the next end effector with the same name, which overrides this one; None if this is
            the last.
    """

    element: srdf.EndEffector
    group: ResolvedGroup | None
    parent: ParentGroup
    has_link: bool
    later: srdf.EndEffector | None = None

    @property
    def counts(self) -> bool:
        """Whether the end effector has an effect: it is valid, and not overridden."""
        return self.group is not None and self.has_link and self.later is None


def resolve_effectors(
    root: srdf.Robot, robot: Robot, groups: Mapping[str, ResolvedGroup]
) -> tuple[ResolvedEffector, ...]:
    """Resolve all end effectors, in the order of the file.

    Args:
        root: the SRDF.
        robot: the robot of the SRDF.
        groups: the groups of ``resolve_groups``.
    """
    with_link = _with_link({effector.parent_link for effector in root.end_effectors}, groups)
    following: dict[str, srdf.EndEffector] = {}
    resolved: list[ResolvedEffector] = []
    for effector in reversed(root.end_effectors):
        group = groups.get(effector.group)
        resolved.append(
            ResolvedEffector(
                effector,
                None if group is None or group.is_dropped else group,
                _parent_group(effector, groups, with_link),
                robot.has_link(effector.parent_link),
                following.get(effector.name),
            )
        )
        following[effector.name] = effector
    return tuple(reversed(resolved))


def _with_link(links: set[str], groups: Mapping[str, ResolvedGroup]) -> dict[str, tuple[str, ...]]:
    """Return for each link the groups that contain it, the group with the fewest joints first."""
    found: dict[str, list[tuple[int, str]]] = {link: [] for link in links}
    into: dict[int, str] = {}  # the links, by the number of the parent joint
    for group in islice(groups.values(), 1):  # one group is enough, because all have the same robot
        index = group.rooted_robot.robot.tree.link_index
        numbers = {
            link: group.rooted_robot.number_into(index[link]) for link in links if link in index
        }
        into = {number: link for link, number in numbers.items() if number is not None}
    for name, group in groups.items() if into else ():
        if not group.is_dropped:
            for number in into.keys() & group.numbers:
                found[into[number]].append((len(group.numbers), name))
    return {link: tuple(name for _, name in sorted(some)) for link, some in found.items()}


def _parent_group(
    effector: srdf.EndEffector,
    groups: Mapping[str, ResolvedGroup],
    with_link: Mapping[str, tuple[str, ...]],
) -> ParentGroup:
    """Return the parent group of an end effector.

    This is the declared parent group, if it contains the parent link and is not the group of the
    end effector. Otherwise, it is the group with the fewest joints among the other groups that
    contain the parent link; if several have equally few, the first by name.

    Args:
        effector: the end effector.
        groups: the groups of ``resolve_groups``.
        with_link: for each parent link, the names of the groups that contain it.

    Source: MoveIt, RobotModel::buildGroupsInfoEndEffectors.
    """
    candidates = with_link[effector.parent_link]
    written = effector.parent_group
    refusal: Refusal = ""
    if written:
        group = groups.get(written)
        if group is None or group.is_dropped:
            refusal = "unknown parent group"
        elif not group.group.has_link(effector.parent_link):
            refusal = "parent group lacks the link"
        elif written == effector.group:
            refusal = "parent group is its own group"
        else:
            return ParentGroup(written, "", candidates)
    best = next((name for name in candidates if name != effector.group), None)
    return ParentGroup(best, refusal, candidates)

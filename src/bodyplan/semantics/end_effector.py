"""The end effectors of an SRDF: which group carries each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Literal

from bodyplan.core import Record
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.semantics.group import ResolvedGroup

Refusal = Literal[
    "", "unknown parent group", "parent group lacks the link", "parent group is its own"
]
"""Why a written parent group does not count.

- "unknown parent group": there is no such group, or it is refused.
- "parent group lacks the link": none of its joints leads to the parent link.
- "parent group is its own": it is the group of the effector itself.
"""


class ParentGroup(Record):
    """The group that carries an end effector.

    Args:
        name: of the group; None where no group has the parent link.
        refusal: why the one that is written does not count.
        candidates: names of all groups that have the parent link, the one with the fewest joints
            first; the effector's own may be among them.
    """

    name: str | None
    refusal: Refusal = ""
    candidates: tuple[str, ...] = ()


class ResolvedEffector(Record):
    """An end effector and what it refers to.

    Args:
        element: the end effector, the very value of the document.
        group: its group; None where there is none, or a refused one.
        parent: the group that carries it.
        has_link: whether the robot has the parent link.
        later: the next end effector of the same name, which counts instead.
    """

    element: srdf.EndEffector
    group: ResolvedGroup | None
    parent: ParentGroup
    has_link: bool
    later: srdf.EndEffector | None = None

    @property
    def counts(self) -> bool:
        """Whether it is an end effector of the robot."""
        return self.group is not None and self.has_link and self.later is None


def resolve_effectors(
    root: srdf.Robot, robot: Robot, groups: Mapping[str, ResolvedGroup]
) -> tuple[ResolvedEffector, ...]:
    """All end effectors, in the order of the file.

    Args:
        root: the SRDF.
        robot: its robot.
        groups: of ``resolve_groups``.
    """
    with_link = _with_link({effector.parent_link for effector in root.end_effectors}, groups)
    following: dict[str, srdf.EndEffector] = {}
    resolved: list[ResolvedEffector] = []
    for effector in reversed(root.end_effectors):
        group = groups.get(effector.group)
        resolved.append(
            ResolvedEffector(
                effector,
                None if group is None or group.is_refused else group,
                _parent_group(effector, groups, with_link),
                robot.has_link(effector.parent_link),
                following.get(effector.name),
            )
        )
        following[effector.name] = effector
    return tuple(reversed(resolved))


def _with_link(links: set[str], groups: Mapping[str, ResolvedGroup]) -> dict[str, tuple[str, ...]]:
    """For each of the links the groups that have it, those with the fewest joints first."""
    found: dict[str, list[tuple[int, str]]] = {link: [] for link in links}
    into: dict[int, str] = {}  # the joints that lead to the links
    for group in islice(groups.values(), 1):  # all are of the same robot
        index = group.rooted.robot.tree.link_index
        numbers = {link: group.rooted.number_into(index[link]) for link in links if link in index}
        into = {number: link for link, number in numbers.items() if number is not None}
    for name, group in groups.items() if into else ():
        if not group.is_refused:
            for number in into.keys() & group.numbers:
                found[into[number]].append((len(group.numbers), name))
    return {link: tuple(name for _, name in sorted(some)) for link, some in found.items()}


def _parent_group(
    effector: srdf.EndEffector,
    groups: Mapping[str, ResolvedGroup],
    with_link: Mapping[str, tuple[str, ...]],
) -> ParentGroup:
    """The group that carries an end effector.

    The one that is written, if it has the parent link and is not the effector's own; else of all
    others that have it the one with the fewest joints, of several such the first by name.

    Args:
        effector: the end effector.
        groups: of ``resolve_groups``.
        with_link: for its parent link the names of the groups that have it.

    Source: MoveIt, RobotModel::buildGroupsInfoEndEffectors.
    """
    candidates = with_link[effector.parent_link]
    written = effector.parent_group
    refusal: Refusal = ""
    if written:
        group = groups.get(written)
        if group is None or group.is_refused:
            refusal = "unknown parent group"
        elif not group.group.has_link(effector.parent_link):
            refusal = "parent group lacks the link"
        elif written == effector.group:
            refusal = "parent group is its own"
        else:
            return ParentGroup(written, "", candidates)
    best = next((name for name in candidates if name != effector.group), None)
    return ParentGroup(best, refusal, candidates)

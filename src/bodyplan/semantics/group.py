"""The groups of an SRDF: what each member adds, or why it adds nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from bodyplan.core import plural, quoted
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.group import Group
from bodyplan.model.rooted import RootedRobot
from bodyplan.semantics.group_graph import GroupGraph
from bodyplan.semantics.virtual_root import virtual_root

ChainRule = Literal["path", "moveit"]
"""Which joints a chain adds whose ends hang below a common link.

"path": those on the way from one end to the other. "moveit": these, and the joint that moves the
common link, which MoveIt takes in as well.
"""

Trouble = Literal[
    "",
    "unknown",
    "not connected",
    "no joint leads there",
    "adds nothing",
    "virtual joint not used",
    "leads back to itself",
    "lacks a subgroup",
    "too many members",
]
"""Why a member adds nothing.

- "unknown": a name is not there.
- "not connected": nothing connects the two links of a chain.
- "no joint leads there": nothing leads to the link: it is a second root, of a robot in several pieces.
- "adds nothing": a chain from a link to itself, or a subgroup without joints.
- "virtual joint not used": the joint is a virtual one that the robot does not stand on.
- "leads back to itself": the subgroup contains this group, by itself or through others.
- "lacks a subgroup": the subgroup itself cannot be resolved.
- "too many members": the groups of the file have more members than ``MOST_MEMBERS``.
"""

MOST_MEMBERS = 250_000
"""Joints that all members of all groups together may add. A humanoid has some hundred."""

MemberElement = srdf.GroupLink | srdf.GroupJoint | srdf.Chain | srdf.Subgroup


class Member(NamedTuple):
    """What one member of a group adds.

    Args:
        element: the member, the very value of the document.
        numbers: of the joints it adds, as ``RootedRobot`` counts them.
        trouble: why it adds nothing.
        names: the names that the trouble is about.
    """

    element: MemberElement
    numbers: tuple[int, ...] = ()
    trouble: Trouble = ""
    names: tuple[str, ...] = ()


class ResolvedGroup:
    """A group and what its members add.

    Args:
        element: the group, the very value of the document.
        rooted: the robot and its root joint.
        members: links, joints, chains, subgroups, in this order.
        duplicates: later groups of the same name, which do not count.
        is_known: whether it is known what the members add: not without a robot.
    """

    def __init__(
        self,
        element: srdf.Group,
        rooted: RootedRobot,
        members: tuple[Member, ...],
        duplicates: tuple[srdf.Group, ...] = (),
        *,
        is_known: bool = True,
    ) -> None:
        self.element = element
        self.name = element.name
        self.rooted = rooted
        self.members = members
        self.duplicates = duplicates
        self.is_known = is_known
        inside = members[len(members) - len(element.subgroups) :]
        self.is_refused = any(
            m.trouble in {"unknown", "leads back to itself", "lacks a subgroup"} for m in inside
        )
        """Whether the group does not count: a subgroup is unknown, unresolved or leads back."""

    def __repr__(self) -> str:
        return f"<ResolvedGroup {quoted(self.name)} with {plural(len(self.members), 'member')}>"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its joints, each once, in the order of the tree."""
        if len(self.members) == 1:
            numbers = self.members[0].numbers
            if not isinstance(self.members[0].element, srdf.Chain):
                return numbers  # one, or those of a subgroup, which are in order
        else:
            numbers = tuple(number for member in self.members for number in member.numbers)
        return tuple(sorted(set(numbers)))

    @cached_property
    def group(self) -> Group:
        """The group in the hub, on its own: it knows of no other groups."""
        return self.among({})

    def among(self, groups: Mapping[str, Group]) -> Group:
        """The group in the hub, with the groups that there are."""
        return Group(
            self.name,
            self.rooted,
            self.numbers,
            tuple(subgroup.name for subgroup in self.element.subgroups),
            groups,
        )

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of its joints, in the order of the tree."""
        return self.group.joints

    @property
    def links(self) -> tuple[str, ...]:
        """Names of the links that its joints lead to, in the order of the tree."""
        return self.group.links


def resolve_groups(
    root: srdf.Robot,
    robot: Robot | None,
    *,
    chain_rule: ChainRule = "path",
    rooted: RootedRobot | None = None,
    graph: GroupGraph | None = None,
) -> dict[str, ResolvedGroup]:
    """All groups by name, refused ones included; of two with the same name the first.

    Args:
        root: the SRDF.
        robot: its robot; without one, the members are the subgroups alone.
        chain_rule: which joints a chain adds whose ends hang below a common link.
        rooted: the robot and its root joint, where they are there already.
        graph: of the groups, where it is there already.
    """
    known = robot or Robot(root.name, ())
    rooted = rooted or virtual_root(root, known).rooted(known)
    graph = graph or GroupGraph(root)
    virtual = {joint.name for joint in root.virtual_joints}
    resolver = _Resolver(rooted, virtual, chain_rule, is_known=robot is not None)
    resolved: dict[str, ResolvedGroup] = {}
    for circle in graph.order:
        together = circle if len(circle) == 1 else frozenset(circle)
        for name in circle:
            group = graph.groups[name]
            members: list[Member] = []
            if robot is not None:
                members += map(resolver.link, group.links)
                members += map(resolver.joint, group.joints)
                members += map(resolver.chain, group.chains)
            for sub in group.subgroups:
                members.append(resolver.subgroup(sub, resolved, together))
            same = tuple(graph.duplicates.get(name, ()))
            resolved[name] = ResolvedGroup(
                group, rooted, tuple(members), same, is_known=robot is not None
            )
    return {name: resolved[name] for name in graph.groups}


class _Resolver:
    """Finds out what a member adds, as long as there are not too many.

    Args:
        rooted: the robot and its root joint.
        virtual: names of all virtual joints.
        chain_rule: which joints a chain adds whose ends hang below a common link.
        is_known: whether there is a robot; else no group has joints.
    """

    def __init__(
        self, rooted: RootedRobot, virtual: set[str], chain_rule: ChainRule, *, is_known: bool
    ) -> None:
        self._is_known = is_known
        self._rooted = rooted
        self._links = rooted.robot.tree.link_index
        self._virtual = virtual
        self._chain_rule = chain_rule
        self._left = MOST_MEMBERS

    def link(self, element: srdf.GroupLink) -> Member:
        """A link brings the joint that leads to it."""
        index = self._links.get(element.name)
        if index is None:
            return Member(element, (), "unknown", (element.name,))
        number = self._rooted.number_into(index)
        if number is None:
            return Member(element, (), "no joint leads there", (element.name,))
        return self._adds(element, (number,))

    def joint(self, element: srdf.GroupJoint) -> Member:
        """A joint brings itself."""
        name = element.name
        if self._rooted.written_joint(name) is not None:
            return self._adds(element, (self._rooted.numbers[name],))
        return Member(
            element, (), "virtual joint not used" if name in self._virtual else "unknown", (name,)
        )

    def chain(self, element: srdf.Chain) -> Member:
        """A chain brings the joints on the way between its ends."""
        ends = (element.base_link, element.tip_link)
        unknown = tuple(name for name in dict.fromkeys(ends) if name not in self._links)
        if unknown:
            return Member(element, (), "unknown", unknown)
        if ends[0] == ends[1]:
            return Member(element, (), "adds nothing", ends[:1])
        if self._left < 0:
            return Member(element, (), "too many members")
        way = self._rooted.robot.tree.path(*(self._links[name] for name in ends))
        if way is None:
            return Member(element, (), "not connected", ends)
        up, ancestor, down = way
        numbers = [index + 1 for index in (*up, *down)]
        if up and self._chain_rule == "moveit":
            above = self._rooted.number_into(ancestor)
            numbers += [] if above is None else [above]
        return self._adds(element, tuple(numbers))

    def subgroup(
        self, element: srdf.Subgroup, resolved: Mapping[str, ResolvedGroup], circle: Collection[str]
    ) -> Member:
        """A subgroup brings all its joints."""
        names = (element.name,)
        if element.name in circle:
            return Member(element, (), "leads back to itself", names)
        found = resolved.get(element.name)
        if found is None:
            return Member(element, (), "unknown", names)
        if found.is_refused:
            return Member(element, (), "lacks a subgroup", names)
        return self._adds(element, found.numbers)

    def _adds(self, element: MemberElement, numbers: tuple[int, ...]) -> Member:
        if not numbers and self._is_known:
            return Member(element, (), "adds nothing")
        self._left -= len(numbers)
        if self._left < 0:
            return Member(element, (), "too many members")
        return Member(element, numbers)

"""The groups of an SRDF: the joints that each member adds, or the reason why it adds none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from bodyplan.core import plural, quoted
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.planning.group import Group
from bodyplan.model.planning.virtual_joint import RootedRobot
from bodyplan.semantics.group_graph import GroupGraph
from bodyplan.semantics.virtual_root import virtual_root

ChainRule = Literal["path", "moveit"]
"""The joints of a chain whose ends are on two branches of the tree.

"path": the joints between the two ends. "moveit": these joints, and the parent joint of the common
ancestor, as in MoveIt.
"""

MemberProblem = Literal[
    "",
    "unknown",
    "not connected",
    "no parent joint",
    "adds no joints",
    "virtual joint not used",
    "contains itself",
    "unresolved subgroup",
    "too many members",
]
"""The reason why a member of a group adds no joints.

- "unknown": a name does not exist.
- "not connected": the two links of a chain are not connected by joints.
- "no parent joint": the link is an additional root link, in a robot that consists of several trees.
- "adds no joints": a chain from a link to itself, or a subgroup without joints.
- "virtual joint not used": the joint is a virtual joint that is not used as the root joint.
- "contains itself": the subgroup contains this group, directly or through other groups.
- "unresolved subgroup": the subgroup is dropped because of its own subgroups.
- "too many members": the members of all groups would add more joints than ``MOST_MEMBERS``.
"""

MOST_MEMBERS = 250_000
"""The largest total number of joints that the members of all groups add. Humanoids need a few
hundred."""

MemberElement = srdf.GroupLink | srdf.GroupJoint | srdf.Chain | srdf.Subgroup


class GroupMember(NamedTuple):
    """A member of a group and the joints that it adds.

    Args:
        element: the element of the member in the document.
        numbers: the joints that it adds, by their numbers in ``RootedRobot``.
        problem: the reason why the member adds no joints.
        names: the names that the problem concerns.
    """

    element: MemberElement
    numbers: tuple[int, ...] = ()
    problem: MemberProblem = ""
    names: tuple[str, ...] = ()


class ResolvedGroup:
    """A group and the joints that its members add.

    Args:
        element: the element of the group in the document.
        rooted_robot: the robot and its root joint.
        members: the members: first links, then joints, chains and subgroups.
        duplicates: later groups with the same name, which are ignored.
        has_robot: whether the robot is known; otherwise, only subgroups are members.
    """

    def __init__(
        self,
        element: srdf.Group,
        rooted_robot: RootedRobot,
        members: tuple[GroupMember, ...],
        duplicates: tuple[srdf.Group, ...] = (),
        *,
        has_robot: bool = True,
    ) -> None:
        self.element = element
        self.name = element.name
        self.rooted_robot = rooted_robot
        self.members = members
        self.duplicates = duplicates
        self.has_robot = has_robot
        subgroups = members[len(members) - len(element.subgroups) :]
        self.is_dropped = any(
            m.problem in {"unknown", "contains itself", "unresolved subgroup"} for m in subgroups
        )
        """Whether the group is dropped, because a subgroup is unknown, is dropped, or contains this
        group."""

    def __repr__(self) -> str:
        return f"<ResolvedGroup {quoted(self.name)} with {plural(len(self.members), 'member')}>"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the joints, each once, in the order of the tree."""
        if len(self.members) == 1:
            numbers = self.members[0].numbers
            if not isinstance(self.members[0].element, srdf.Chain):
                return numbers  # already sorted: a single joint, or the joints of a subgroup
        else:
            numbers = tuple(number for member in self.members for number in member.numbers)
        return tuple(sorted(set(numbers)))

    @cached_property
    def group(self) -> Group:
        """The group as part of the robot model, but without access to its subgroups."""
        return self.among({})

    def among(self, groups: Mapping[str, Group]) -> Group:
        """Return the group as part of the robot model; ``groups`` contains its subgroups."""
        return Group(
            self.name,
            self.rooted_robot,
            self.numbers,
            tuple(subgroup.name for subgroup in self.element.subgroups),
            groups,
        )

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of the joints, in the order of the tree."""
        return self.group.joints

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the child links of the joints, in the order of the tree."""
        return self.group.links


def resolve_groups(
    root: srdf.Robot,
    robot: Robot | None,
    *,
    chain_rule: ChainRule = "path",
    rooted_robot: RootedRobot | None = None,
    graph: GroupGraph | None = None,
) -> dict[str, ResolvedGroup]:
    """Resolve all groups, including those that are dropped. Of duplicate groups, the first is used.

    Args:
        root: the SRDF.
        robot: the robot of the SRDF; if None, only subgroups are members.
        chain_rule: the joints of a chain whose ends are on two branches of the tree.
        rooted_robot: the robot and its root joint, if already known.
        graph: the graph of the groups, if already known.

    Returns:
        The groups by name, in the order of the file.
    """
    known = robot or Robot(root.name, ())
    rooted_robot = rooted_robot or virtual_root(root, known).rooted_robot(known)
    graph = graph or GroupGraph(root)
    virtual = {joint.name for joint in root.virtual_joints}
    resolver = _Resolver(rooted_robot, virtual, chain_rule, has_robot=robot is not None)
    resolved: dict[str, ResolvedGroup] = {}
    for cycle in graph.order:
        together = cycle if len(cycle) == 1 else frozenset(cycle)
        for name in cycle:
            group = graph.groups[name]
            members: list[GroupMember] = []
            if robot is not None:
                members += map(resolver.link, group.links)
                members += map(resolver.joint, group.joints)
                members += map(resolver.chain, group.chains)
            for sub in group.subgroups:
                members.append(resolver.subgroup(sub, resolved, together))
            same = tuple(graph.duplicates.get(name, ()))
            resolved[name] = ResolvedGroup(
                group, rooted_robot, tuple(members), same, has_robot=robot is not None
            )
    return {name: resolved[name] for name in graph.groups}


class _Resolver:
    """Determines the joints that each member of a group adds, up to ``MOST_MEMBERS`` in total.

    Args:
        rooted_robot: the robot and its root joint.
        virtual: the names of all virtual joints.
        chain_rule: the joints of a chain whose ends are on two branches of the tree.
        has_robot: whether the robot is known; otherwise, no group has joints.
    """

    def __init__(
        self,
        rooted_robot: RootedRobot,
        virtual: set[str],
        chain_rule: ChainRule,
        *,
        has_robot: bool,
    ) -> None:
        self._has_robot = has_robot
        self._rooted = rooted_robot
        self._links = rooted_robot.robot.tree.link_index
        self._virtual = virtual
        self._chain_rule = chain_rule
        self._left = MOST_MEMBERS

    def link(self, element: srdf.GroupLink) -> GroupMember:
        """Resolve a link: it adds its parent joint."""
        index = self._links.get(element.name)
        if index is None:
            return GroupMember(element, (), "unknown", (element.name,))
        number = self._rooted.number_into(index)
        if number is None:
            return GroupMember(element, (), "no parent joint", (element.name,))
        return self._member(element, (number,))

    def joint(self, element: srdf.GroupJoint) -> GroupMember:
        """Resolve a joint: it adds itself."""
        name = element.name
        if self._rooted.written_joint(name) is not None:
            return self._member(element, (self._rooted.numbers[name],))
        return GroupMember(
            element, (), "virtual joint not used" if name in self._virtual else "unknown", (name,)
        )

    def chain(self, element: srdf.Chain) -> GroupMember:
        """Resolve a chain: it adds the joints between its ends."""
        ends = (element.base_link, element.tip_link)
        unknown = tuple(name for name in dict.fromkeys(ends) if name not in self._links)
        if unknown:
            return GroupMember(element, (), "unknown", unknown)
        if ends[0] == ends[1]:
            return GroupMember(element, (), "adds no joints", ends[:1])
        if self._left < 0:
            return GroupMember(element, (), "too many members")
        path = self._rooted.robot.tree.path(*(self._links[name] for name in ends))
        if path is None:
            return GroupMember(element, (), "not connected", ends)
        up, ancestor, down = path
        numbers = [index + 1 for index in (*up, *down)]
        if up and self._chain_rule == "moveit":
            above = self._rooted.number_into(ancestor)
            numbers += [] if above is None else [above]
        return self._member(element, tuple(numbers))

    def subgroup(
        self, element: srdf.Subgroup, resolved: Mapping[str, ResolvedGroup], cycle: Collection[str]
    ) -> GroupMember:
        """Resolve a subgroup: it adds all joints of the group that it refers to."""
        names = (element.name,)
        if element.name in cycle:
            return GroupMember(element, (), "contains itself", names)
        found = resolved.get(element.name)
        if found is None:
            return GroupMember(element, (), "unknown", names)
        if found.is_dropped:
            return GroupMember(element, (), "unresolved subgroup", names)
        if not found.numbers and self._has_robot:
            return GroupMember(element, (), "adds no joints", names)
        return self._member(element, found.numbers)

    def _member(self, element: MemberElement, numbers: tuple[int, ...]) -> GroupMember:
        self._left -= len(numbers)
        if self._left < 0:
            return GroupMember(element, (), "too many members")
        return GroupMember(element, numbers)

"""Planning groups: named sets of joints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from bodyplan.core import plural, quoted
from bodyplan.model.joint import Joint
from bodyplan.model.planning.virtual_joint import RootedRobot


class Group:
    """A named set of joints and the links that they move. All names are in the order of the tree.

    Args:
        name: the name of the group.
        rooted_robot: the robot and its root joint.
        numbers: the numbers of the joints, in any order.
        subgroups: names of the subgroups of the group, as written.
        groups: all groups by name.
    """

    def __init__(
        self,
        name: str,
        rooted_robot: RootedRobot,
        numbers: Iterable[int],
        subgroups: tuple[str, ...] = (),
        groups: Mapping[str, Group] | None = None,
    ) -> None:
        self.name = name
        self.numbers: tuple[int, ...] = tuple(sorted(set(numbers)))
        """The numbers of the joints: 0 for the root joint, then the order of the tree."""
        self.subgroups = subgroups
        self._rooted = rooted_robot
        self._groups = {} if groups is None else groups

    def __repr__(self) -> str:
        return f"<Group {quoted(self.name)} with {plural(len(self.numbers), 'joint')}>"

    @cached_property
    def _members(self) -> tuple[Joint, ...]:
        return tuple(self._rooted.joints[number] for number in self.numbers)

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """All joints of the group: active, mimic and fixed joints."""
        return tuple(joint.name for joint in self._members)

    @cached_property
    def active_joints(self) -> tuple[str, ...]:
        """The movable joints of the group that are not mimic joints."""
        return tuple(j.name for j in self._members if j.variables and j.mimic is None)

    @cached_property
    def mimic_joints(self) -> tuple[str, ...]:
        """The mimic joints of the group; the mimicked joint may be outside the group."""
        return tuple(joint.name for joint in self._members if joint.mimic is not None)

    @cached_property
    def fixed_joints(self) -> tuple[str, ...]:
        """The fixed joints of the group."""
        return tuple(joint.name for joint in self._members if not joint.variables)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables of all joints of the group, including mimic joints."""
        return tuple(variable for joint in self._members for variable in joint.variables)

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The child links of the joints of the group."""
        links = self._rooted.robot.links
        return tuple(links[index].name for index in sorted(map(self._rooted.child, self.numbers)))

    @cached_property
    def updated_links(self) -> tuple[str, ...]:
        """Every link that the active joints move, whether or not it is in the group."""
        rooted_robot = self._rooted
        active = [rooted_robot.numbers[name] for name in self.active_joints]
        moved = {*active, *(f for number in active for f in rooted_robot.followers.get(number, ()))}
        found: list[str] = []
        behind = 0
        for index in sorted(map(rooted_robot.child, moved)):
            if index >= behind:  # otherwise, the link is a descendant of the previous link
                behind = rooted_robot.robot.tree.end[index]
                found += [link.name for link in rooted_robot.robot.links[index:behind]]
        return tuple(found)

    @cached_property
    def is_chain(self) -> bool:
        """Whether the joints form one path; fixed joints outside the group may lie between them."""
        return bool(self.active_joints) and all(
            self._follows(below, above)
            for above, below in zip(self.numbers, self.numbers[1:], strict=False)
        )

    def _follows(self, below: int, above: int) -> bool:
        """Return whether a joint is the next joint below another one; fixed joints are skipped."""
        number = self._rooted.number_above(below)
        while number is not None and number > above and not self._rooted.joints[number].variables:
            number = self._rooted.number_above(number)
        return number == above

    @property
    def base_link(self) -> str | None:
        """The parent link of a chain, or the world frame; None if the group is not a chain."""
        if not self.is_chain:
            return None
        return self._rooted.frame if self.numbers[0] == 0 else self._members[0].parent

    @property
    def tip_link(self) -> str | None:
        """The last link of a chain; None if the group is not a chain."""
        return self._members[-1].child if self.is_chain else None

    @cached_property
    def contained_groups(self) -> tuple[str, ...]:
        """Names of all other groups whose joints all belong to this group.

        They need not be subgroups. Groups without joints are left out.
        """
        own = set(self.numbers)
        return tuple(
            name
            for name, group in sorted(self._groups.items())
            if group is not self and group.numbers and own.issuperset(group.numbers)
        )

    def has_link(self, link: str) -> bool:
        """Return whether a link is the child of a joint of the group."""
        return link in self._link_set

    def has_joint(self, joint: str) -> bool:
        """Return whether a joint belongs to the group."""
        return joint in self._joint_set

    def is_active(self, joint: str) -> bool:
        """Return whether a joint belongs to the group, is movable, and is not a mimic joint."""
        return joint in self._active_set

    @cached_property
    def _link_set(self) -> frozenset[str]:
        return frozenset(self.links)

    @cached_property
    def _joint_set(self) -> frozenset[str]:
        return frozenset(self.joints)

    @cached_property
    def _active_set(self) -> frozenset[str]:
        return frozenset(self.active_joints)

"""The robot: links, and joints that make a tree of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bodyplan.model.configuration import Configuration, completed, resolved_mimics
from bodyplan.model.joint import Joint, Mimic
from bodyplan.model.link import Link
from bodyplan.model.names import UnknownNameError, counted
from bodyplan.model.tree import Tree
from bodyplan.text import Record, quoted


class Chain(Record):
    """The way from one link to another along the tree.

    Args:
        base: name of the link it starts from.
        tip: name of the link it ends at.
        ancestor: name of the highest link on the way: the base, where it is above the tip.
        up: joints from the base up to the ancestor, in this order.
        down: joints from the ancestor down to the tip, in this order.
    """

    base: str
    tip: str
    ancestor: str
    up: tuple[Joint, ...] = ()
    down: tuple[Joint, ...] = ()

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All of them, from the base to the tip."""
        return self.up + self.down


class Robot(Record):
    """Links and joints in the order of the tree, which is the order of all their indices.

    The order is depth first from the root, the joints below a link sorted by name: the order of
    urdfdom, MoveIt and Pinocchio. Whatever order they are given in, ``links`` and ``joints`` have
    this one. Usually there is one root; what nothing connects to it has roots of its own.

    Args:
        name: of the robot.
        links: in any order; those without a parent joint become roots, in this order.
        joints: in any order.

    Raises:
        NotATreeError: a name is repeated, a joint names a link that is not there, a link has two
            parent joints, joints lead in a circle, or a joint cannot follow the one it mimics.
    """

    __slots__ = ("__dict__", "joints", "links", "name")

    name: str
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()

    def __init__(self, name: str, links: Iterable[Link] = (), joints: Iterable[Joint] = ()) -> None:
        tree = Tree(links, joints)
        super().__init__(name, tree.links, tree.joints)
        self.__dict__["tree"] = tree
        self.__dict__["mimics"] = resolved_mimics(tree.joints)

    @cached_property
    def tree(self) -> Tree:
        """The tree in numbers."""
        return Tree(self.links, self.joints)

    @cached_property
    def mimics(self) -> Mapping[str, Mimic]:
        """Whom each follower follows in the end: a leader that follows nobody."""
        return resolved_mimics(self.joints)

    def __repr__(self) -> str:
        return (
            f"<Robot {quoted(self.name)} with {counted(len(self.links), 'link')}"
            f" and {counted(len(self.joints), 'joint')}>"
        )

    # By name and by index

    def link(self, name: str) -> Link:
        """The link of a name.

        Raises:
            UnknownNameError: there is none; the message says what there is.
        """
        return self.links[self.link_index(name)]

    def joint(self, name: str) -> Joint:
        """The joint of a name.

        Raises:
            UnknownNameError: there is none; the message says what there is.
        """
        return self.joints[self.joint_index(name)]

    def has_link(self, name: str) -> bool:
        """Whether there is a link of this name."""
        return name in self.tree.link_index

    def has_joint(self, name: str) -> bool:
        """Whether there is a joint of this name."""
        return name in self.tree.joint_index

    def link_index(self, name: str) -> int:
        """Where a link stands in ``links``.

        Raises:
            UnknownNameError: there is none of this name.
        """
        index = self.tree.link_index.get(name)
        if index is None:
            hint = ""
            if self.has_joint(name):
                hint = f"that is a joint, which moves link {quoted(self.joint(name).child)}"
            raise UnknownNameError("link", name, self.tree.link_index, self._called, hint)
        return index

    def joint_index(self, name: str) -> int:
        """Where a joint stands in ``joints``.

        Raises:
            UnknownNameError: there is none of this name.
        """
        index = self.tree.joint_index.get(name)
        if index is None:
            hint = ""
            if self.has_link(name):
                joint = self.parent_joint(name)
                hint = "that is a link"
                hint += f", which joint {quoted(joint.name)} moves" if joint is not None else ""
            raise UnknownNameError("joint", name, self.tree.joint_index, self._called, hint)
        return index

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of the links, by index."""
        return tuple(self.tree.link_index)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, by index."""
        return tuple(self.tree.joint_index)

    @property
    def _called(self) -> str:
        return f"robot {quoted(self.name)}"

    # The tree

    @property
    def root_link(self) -> Link:
        """The link without a parent joint; the first where there are several.

        Raises:
            ValueError: the robot has no links.
        """
        if not self.links:
            raise ValueError(f"{self._called} has no links")
        return self.links[0]

    @property
    def roots(self) -> tuple[Link, ...]:
        """All links without a parent joint."""
        return tuple(map(self.link, self.tree.roots))

    @property
    def tips(self) -> tuple[Link, ...]:
        """The links that nothing hangs from."""
        return tuple(
            link for index, link in enumerate(self.links) if self.tree.end[index] == index + 1
        )

    def parent_joint(self, link: str) -> Joint | None:
        """The joint that moves a link; None for a root."""
        index = self.tree.into[self.link_index(link)]
        return None if index < 0 else self.joints[index]

    def child_joints(self, link: str) -> tuple[Joint, ...]:
        """The joints that hang from a link, by name."""
        tree, index = self.tree, self.link_index(link)
        found: list[Joint] = []
        child = index + 1
        while child < tree.end[index]:
            found.append(self.joints[tree.into[child]])
            child = tree.end[child]
        return tuple(found)

    def subtree(self, link: str) -> tuple[Link, ...]:
        """A link and all links below it, in order."""
        index = self.link_index(link)
        return self.links[index : self.tree.end[index]]

    def is_above(self, link: str, other: str) -> bool:
        """Whether the other link is this one or hangs below it."""
        index = self.link_index(link)
        return index <= self.link_index(other) < self.tree.end[index]

    def chain(self, base: str, tip: str) -> Chain | None:
        """The way from one link to another; None where nothing connects them.

        Raises:
            UnknownNameError: one of the links is not there.
        """
        way = self.tree.way(self.link_index(base), self.link_index(tip))
        if way is None:
            return None
        up, ancestor, down = way
        return Chain(
            base,
            tip,
            self.links[ancestor].name,
            tuple(self.joints[index] for index in up),
            tuple(self.joints[index] for index in down),
        )

    # What moves

    @property
    def movable_joints(self) -> tuple[Joint, ...]:
        """The joints that are not fixed."""
        return tuple(joint for joint in self.joints if joint.variables)

    @property
    def independent_joints(self) -> tuple[Joint, ...]:
        """The joints that move and follow no other."""
        return tuple(j for j in self.joints if j.variables and j.mimic is None)

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables of all joints, followers included."""
        return tuple(variable for joint in self.joints for variable in joint.variables)

    def configuration(
        self, values: Mapping[str, float | Sequence[float]] | None = None
    ) -> Configuration:
        """Where every joint is: as given, by default for the rest; followers follow.

        Args:
            values: for some joints one number, or one for each variable [rad] or [m]; what is
                given for a follower does not count.

        Raises:
            UnknownNameError: a joint is not there.
            ValueError: a joint has another number of variables.
        """
        return completed(self.joints, self.mimics, values or {})

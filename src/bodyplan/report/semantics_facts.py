"""The records of a report on an SRDF, read with or without its robot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.semantics.problem import Problem

MemberKind = Literal["joint", "link", "chain", "group"]


class RobotFacts(Record):
    """The robot with which an SRDF was read.

    Args:
        file: the name of the file in messages.
        name: the name of the robot; the SRDF should have the same name.
        links: number of links.
        joints: number of joints.
    """

    file: str
    name: str
    links: Count
    joints: Count


class MemberFacts(Record):
    """A member of a group, as written.

    Args:
        kind: the kind of the member.
        name: the name of the joint, link or group; for a chain, the name of the base link.
        tip: the name of the tip link of a chain.
        mark: the problem of the member; empty without one.
    """

    kind: MemberKind
    name: str
    tip: str = ""
    mark: Problem = ""


class ResolvedGroupFacts(Record):
    """A group, resolved against a robot.

    Args:
        joints: the joints, in the order of the tree.
        links: the links that these joints move, in the order of the tree.
        variables: number of joint variables, mimic joints included.
        followers: the mimic joints.
        fixed: the fixed joints.
        base: parent link of a serial chain; empty for a tree.
        tip: last link of a serial chain; empty for a tree.
    """

    JSON = (
        *("joints", "links", "variables", "independent", "followers", "fixed"),
        *("is_chain", "base", "tip"),
    )

    joints: tuple[str, ...]
    links: tuple[str, ...]
    variables: Count
    followers: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    base: str = ""
    tip: str = ""

    @property
    def is_chain(self) -> bool:
        """Whether the joints form a serial chain."""
        return bool(self.tip)

    @property
    def independent(self) -> Count:
        """Number of variables without those of mimic joints."""
        return self.variables - len(self.followers)


class GroupFacts(Record):
    """A group.

    Args:
        name: the name as written.
        members: the members as written, ordered by kind.
        mark: the problem of the whole group; empty without one.
        resolved: the joints and links of the group; None without a robot.
    """

    name: str
    members: tuple[MemberFacts, ...] = ()
    mark: Problem = ""
    resolved: ResolvedGroupFacts | None = None


class PlaceFacts(Record):
    """The position of one joint in a state.

    Args:
        joint: the name of the joint.
        values: one value for each variable [rad] or [m], as written.
        type: the type of the joint; empty if it is unknown.
        lower: smallest position; infinite without limits.
        upper: largest position.
        mark: the problem of the value; empty without one.
    """

    joint: str
    values: tuple[float, ...]
    type: str = ""
    lower: float = -math.inf
    upper: float = math.inf
    mark: Problem = ""


class PostureFacts(Record):
    """A named state of a group.

    Args:
        name: the name as written.
        group: name of the group.
        places: the positions of joints, in the order of the file.
        missing: movable joints of the group without a value; None if unknown. If a file has very
            many missing joints, only its first states list them.
        missing_count: the number of missing joints, including joints that are not listed.
        mark: the problem of the whole state; empty without one.
    """

    name: str
    group: str
    places: tuple[PlaceFacts, ...] = ()
    missing: tuple[str, ...] | None = None
    missing_count: Count = 0
    mark: Problem = ""


class EffectorFacts(Record):
    """An end effector.

    Args:
        name: the name as written.
        group: the name of the group that contains its joints and links.
        parent_link: the link to which the end effector is attached.
        parent_group: the parent group as written; None if missing.
        found_group: the parent group that motion planners use for the end effector; empty if they
            find no such group, None without a robot.
        mark: the problem of the end effector; empty without one.
    """

    name: str
    group: str
    parent_link: str
    parent_group: str | None = None
    found_group: str | None = None
    mark: Problem = ""


class VirtualFacts(Record):
    """A virtual joint.

    Args:
        name: the name as written.
        type: the type as written.
        parent_frame: the parent frame as written.
        child_link: the child link as written.
        mark: the problem of the virtual joint; empty without one.
    """

    name: str
    type: str
    parent_frame: str
    child_link: str
    mark: Problem = ""


class NameFacts(Record):
    """A reference to a link or joint.

    Args:
        name: the name as written.
        mark: the problem of the reference; empty without one.
    """

    name: str
    mark: Problem = ""


class PropertyFacts(Record):
    """A property of a joint.

    Args:
        joint: name of the joint.
        property: name of the property.
        value: the value as written.
        mark: the problem of the property; empty without one.
    """

    joint: str
    property: str
    value: str
    mark: Problem = ""


class SphereFacts(Record):
    """The collision spheres of a link.

    Args:
        link: the name of the link.
        spheres: number of spheres.
        radius: the largest radius [m]; zero without spheres.
        mark: the problem of the spheres; empty without one.
    """

    link: str
    spheres: Count
    radius: float
    mark: Problem = ""


class PairFacts(Record):
    """A pair of links as written.

    Args:
        link1: the name of one link.
        link2: the name of the other link.
        reason: the reason as written; may be empty.
        is_enabled: True if the pair enables the check, False if it disables the check.
        unknown: the names in the pair for which no link exists.
        mark: the problem of the pair; empty without one.
    """

    link1: str
    link2: str
    reason: str = ""
    is_enabled: bool = False
    unknown: tuple[str, ...] = ()
    mark: Problem = ""


class CellFacts(Record):
    """The entry of one pair of links in the matrix.

    Args:
        row: index of one link.
        column: index of the other link; always less than ``row``.
        reason: the reason as written.
        is_enabled: True if the pair enables the check, False if it disables the check.
    """

    row: int
    column: int
    reason: str = ""
    is_enabled: bool = False


class CollisionFacts(Record):
    """Which pairs of links are checked for collision.

    Args:
        links: the links of the matrix. With a robot, these are its links with collision geometry,
            in the order of the tree, or all links if none has any. Without a robot, these are the
            links that the file names, in the order of the file.
        cells: the entries for pairs of these links, at most one for each pair.
        by_default: indices of the links that are not checked against other links unless a pair
            enables the check.
        idle: number of listed pairs with a link that is not in ``links``, such as a link without
            collision geometry.
    """

    JSON = (
        *("links", "pairs", "disabled", "by_reason", "disabled_by_default", "enabled"),
        *("checked", "idle"),
    )

    links: tuple[str, ...] = ()
    cells: tuple[CellFacts, ...] = ()
    by_default: tuple[int, ...] = ()
    idle: Count = 0

    @property
    def pairs(self) -> Count:
        """Number of all pairs of these links."""
        return len(self.links) * (len(self.links) - 1) // 2

    @property
    def disabled(self) -> Count:
        """Number of pairs that the file disables individually."""
        return sum(not cell.is_enabled for cell in self.cells)

    @property
    def enabled(self) -> Count:
        """Number of pairs that the file enables individually."""
        return len(self.cells) - self.disabled

    @property
    def disabled_by_default(self) -> Count:
        """Number of pairs that are not checked because one link is disabled by default."""
        others = len(self.links) - len(self.by_default)
        touched = self.pairs - others * (others - 1) // 2
        said = frozenset(self.by_default)
        return touched - sum(cell.row in said or cell.column in said for cell in self.cells)

    @property
    def checked(self) -> Count:
        """Number of pairs that are checked."""
        return self.pairs - self.disabled - self.disabled_by_default

    @property
    def reasons(self) -> tuple[tuple[str, int], ...]:
        """The number of disabled pairs for each reason, most frequent first."""
        counts: dict[str, int] = {}
        for cell in self.cells:
            if not cell.is_enabled:
                counts[cell.reason] = counts.get(cell.reason, 0) + 1
        return tuple(sorted(counts.items(), key=lambda item: -item[1]))

    @property
    def by_reason(self) -> Mapping[str, Count]:
        """The number of disabled pairs for each reason."""
        return dict(self.reasons)


class ExtraFacts(Record):
    """Content that SRDF does not define; bodyplan preserves it.

    Args:
        name: the tag of the element, or "@" and the name of the attribute.
        inside: tag of the element that contains it.
        times: number of occurrences.
    """

    name: str
    inside: str
    times: Count


class SemanticCounts(Record):
    """The numbers of elements, as written.

    Args:
        groups: number of groups.
        states: number of group states.
        end_effectors: number of end effectors.
        virtual_joints: number of virtual joints.
        passive_joints: number of passive joints.
        joint_properties: number of joint properties.
        links_with_spheres: number of links with collision spheres.
        disabled_by_default: number of links that are not checked by default.
        disabled_pairs: number of disabled pairs.
        enabled_pairs: number of enabled pairs.
    """

    groups: Count
    states: Count
    end_effectors: Count
    virtual_joints: Count
    passive_joints: Count
    joint_properties: Count
    links_with_spheres: Count
    disabled_by_default: Count
    disabled_pairs: Count
    enabled_pairs: Count


class SemanticSummary(Record):
    """The contents of an SRDF, resolved against its robot.

    Args:
        file: the name of the file, as given; empty for a value without a file.
        name: the name of the robot, as written.
        robot: the robot with which the SRDF was read; None without one.
        groups: the groups, in the order of the file.
        states: the group states, in the order of the file.
        end_effectors: the end effectors, in the order of the file.
        virtual_joints: the virtual joints, in the order of the file.
        passive_joints: the passive joints, in the order of the file.
        joint_properties: the joint properties, in the order of the file.
        spheres: the links with collision spheres.
        disabled_by_default: links that are not checked against other links by default.
        pairs: pairs of links, enabled ones first.
        collisions: which pairs of links are checked.
        extensions: content that the format does not define.
    """

    JSON = (
        *("file", "format", "name", "robot", "counts", "groups", "states", "end_effectors"),
        *("virtual_joints", "passive_joints", "joint_properties", "spheres"),
        *("disabled_by_default", "pairs", "collisions", "extensions"),
    )

    file: str = ""
    name: str = ""
    robot: RobotFacts | None = None
    groups: tuple[GroupFacts, ...] = ()
    states: tuple[PostureFacts, ...] = ()
    end_effectors: tuple[EffectorFacts, ...] = ()
    virtual_joints: tuple[VirtualFacts, ...] = ()
    passive_joints: tuple[NameFacts, ...] = ()
    joint_properties: tuple[PropertyFacts, ...] = ()
    spheres: tuple[SphereFacts, ...] = ()
    disabled_by_default: tuple[NameFacts, ...] = ()
    pairs: tuple[PairFacts, ...] = ()
    collisions: CollisionFacts = CollisionFacts()
    extensions: tuple[ExtraFacts, ...] = ()

    @property
    def format(self) -> Literal["srdf"]:
        """The format of the file."""
        return "srdf"

    @property
    def counts(self) -> SemanticCounts:
        """The numbers of elements, as written."""
        enabled = sum(pair.is_enabled for pair in self.pairs)
        return SemanticCounts(
            len(self.groups),
            len(self.states),
            len(self.end_effectors),
            len(self.virtual_joints),
            len(self.passive_joints),
            len(self.joint_properties),
            len(self.spheres),
            len(self.disabled_by_default),
            len(self.pairs) - enabled,
            enabled,
        )

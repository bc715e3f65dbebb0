"""The records of a report on an SRDF, with or without its robot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.semantics.problem import Problem

MemberKind = Literal["joint", "link", "chain", "group"]


class RobotFacts(Record):
    """The robot that an SRDF was read with.

    Args:
        file: how messages call it.
        name: of the robot; that of the SRDF should be the same.
        links: how many.
        joints: how many.
    """

    file: str
    name: str
    links: Count
    joints: Count


class MemberFacts(Record):
    """A member of a group, as written.

    Args:
        kind: what it is.
        name: of the joint, link or group; of a chain, the base link.
        tip: tip link of a chain.
        mark: what is wrong with it.
    """

    kind: MemberKind
    name: str
    tip: str = ""
    mark: Problem = ""


class ResolvedGroupFacts(Record):
    """A group, resolved against a robot.

    Args:
        joints: all of them, in the order of the tree.
        links: those that the joints move, likewise.
        variables: number of joint variables, mimic joints included.
        followers: the mimic joints.
        fixed: those that do not move.
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
        name: as written.
        members: as written, kind by kind.
        mark: what is wrong with the whole group.
        resolved: what it is on the robot; None without one.
    """

    name: str
    members: tuple[MemberFacts, ...] = ()
    mark: Problem = ""
    resolved: ResolvedGroupFacts | None = None


class PlaceFacts(Record):
    """The position of one joint in a state.

    Args:
        joint: its name.
        values: one for each variable [rad] or [m], as written.
        type: of the joint; empty where it is not known.
        lower: smallest position; infinite without limits.
        upper: largest position.
        mark: what is wrong with it.
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
        name: as written.
        group: name of the group.
        places: the joints in the order of the file.
        missing: movable joints of the group without a value; None if unknown. Of a
            file with very many of them, those of its first states.
        missing_count: how many there are.
        mark: what is wrong with the whole state.
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
        name: as written.
        group: the group with its joints and links.
        parent_link: the link that it is attached to.
        parent_group: as written; None if missing.
        found_group: the group that moves it, as planners find it; empty if they find none, None
            without a robot.
        mark: its problem, if any.
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
        name: as written.
        type: as written.
        parent_frame: as written.
        child_link: as written.
        mark: what is wrong with it.
    """

    name: str
    type: str
    parent_frame: str
    child_link: str
    mark: Problem = ""


class NameFacts(Record):
    """A link or joint that is named.

    Args:
        name: as written.
        mark: what is wrong with it.
    """

    name: str
    mark: Problem = ""


class PropertyFacts(Record):
    """A property of a joint.

    Args:
        joint: name of the joint.
        property: name of the property.
        value: as written.
        mark: what is wrong with it.
    """

    joint: str
    property: str
    value: str
    mark: Problem = ""


class SphereFacts(Record):
    """The collision spheres of a link.

    Args:
        link: its name.
        spheres: how many are written.
        radius: the largest [m]; zero without any.
        mark: what is wrong.
    """

    link: str
    spheres: Count
    radius: float
    mark: Problem = ""


class PairFacts(Record):
    """A pair of links as written.

    Args:
        link1: one link.
        link2: the other one.
        reason: as written; may be empty.
        is_enabled: checked on purpose, instead of not at all.
        unknown: those of the links that do not exist.
        mark: what is wrong with it.
    """

    link1: str
    link2: str
    reason: str = ""
    is_enabled: bool = False
    unknown: tuple[str, ...] = ()
    mark: Problem = ""


class CellFacts(Record):
    """What holds for one pair of links in the matrix.

    Args:
        row: number of a link.
        column: number of the other one, which is smaller.
        reason: why, as written.
        is_enabled: checked on purpose, instead of not at all.
    """

    row: int
    column: int
    reason: str = ""
    is_enabled: bool = False


class CollisionFacts(Record):
    """Which pairs of links are checked for collision.

    Args:
        links: those the counts and the matrix are about: with a robot, its links that have a
            shape to collide with, in the order of the tree, or all where none has one. Without
            a robot, those that are named, in the order of the file.
        cells: what is said about pairs of them, each once.
        by_default: numbers of those that are checked against no other unless a pair says so.
        idle: how many pairs name a link of the robot that has no shape.
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
        """All pairs of these links."""
        return len(self.links) * (len(self.links) - 1) // 2

    @property
    def disabled(self) -> Count:
        """Pairs that are not checked because a pair says so."""
        return sum(not cell.is_enabled for cell in self.cells)

    @property
    def enabled(self) -> Count:
        """Pairs that are checked because a pair says so."""
        return len(self.cells) - self.disabled

    @property
    def disabled_by_default(self) -> Count:
        """Pairs that are not checked because one of the links is checked against no other."""
        others = len(self.links) - len(self.by_default)
        touched = self.pairs - others * (others - 1) // 2
        said = frozenset(self.by_default)
        return touched - sum(cell.row in said or cell.column in said for cell in self.cells)

    @property
    def checked(self) -> Count:
        """Pairs that are left to check."""
        return self.pairs - self.disabled - self.disabled_by_default

    @property
    def reasons(self) -> tuple[tuple[str, int], ...]:
        """How many pairs are disabled for which reason, most first."""
        counts: dict[str, int] = {}
        for cell in self.cells:
            if not cell.is_enabled:
                counts[cell.reason] = counts.get(cell.reason, 0) + 1
        return tuple(sorted(counts.items(), key=lambda item: -item[1]))

    @property
    def by_reason(self) -> Mapping[str, Count]:
        """How many pairs are disabled for which reason."""
        return dict(self.reasons)


class ExtraFacts(Record):
    """Content that the format does not define, and that is kept.

    Args:
        name: of the element, or of the attribute behind an "@".
        inside: tag of the element that contains it.
        times: how often.
    """

    name: str
    inside: str
    times: Count


class SemanticCounts(Record):
    """How many elements there are, as written.

    Args:
        groups: in all.
        states: in all.
        end_effectors: in all.
        virtual_joints: in all.
        passive_joints: in all.
        joint_properties: in all.
        links_with_spheres: in all.
        disabled_by_default: links.
        disabled_pairs: in all.
        enabled_pairs: in all.
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
        file: how the file was named; empty for a value without one.
        name: of the robot, as written.
        robot: the robot it was read with; None for none.
        groups: in the order of the file.
        states: likewise.
        end_effectors: likewise.
        virtual_joints: likewise.
        passive_joints: likewise.
        joint_properties: likewise.
        spheres: links with spheres.
        disabled_by_default: links that are checked against no other.
        pairs: pairs of links, enabled ones first.
        collisions: which pairs of links are checked.
        extensions: what the format does not define.
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
        """Of the file."""
        return "srdf"

    @property
    def counts(self) -> SemanticCounts:
        """How many elements there are, as written."""
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

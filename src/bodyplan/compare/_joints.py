"""The comparison of joints, closed loops, and link poses at random configurations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from bodyplan.compare._collector import Collector, Entity
from bodyplan.compare._fields import field_of
from bodyplan.compare._kinematics import (
    Way,
    compare_poses,
    end_of,
    joint_differences,
    loop_differences,
)
from bodyplan.compare._match import JointPair, Match
from bodyplan.compare._numbers import largest
from bodyplan.compare.result import Change, Motion
from bodyplan.core import Record, field_names
from bodyplan.model import Joint, Limit
from bodyplan.model.joint import FREE, TWO_AXES

_JOINT_FIELDS = frozenset(
    (
        *("name", "type", "parent", "child", "origin", "axis", "limit", "mimic", "dynamics"),
        *("axis2", "limit2", "pitch", "X_JC", "dynamics2", "gear"),
    )
)
"""The fields of a joint that are compared separately."""


class JointComparison:
    """Compares the joints and loops of two robots.

    Args:
        found: collects the differences.
        match: the matching links and joints.
    """

    def __init__(self, found: Collector, match: Match) -> None:
        self._found, self._match = found, match
        self._a, self._b = found.a, found.b

    def compare(self) -> None:
        """Compare all joints and loops."""
        self._joints()
        self._loops()

    # Joints

    def _joints(self) -> None:
        found, match = self._found, self._match
        found.only("kinematics", "joint", *match.joints_alone())
        for pair in match.joints:
            first, second = pair
            entity = ("joint", first.name)
            found.values["kinematics"] += 8
            if match.is_direct(pair):
                found.label("joint", first, second)
                self._moves(entity, pair, joint_differences(pair, match, found.tolerance))
                rule = field_of("Joint", "gear")
                found.value(entity, "gear", first.gear, second.gear, rule, at=pair)
            if first.variable_count == second.variable_count:
                self._forces(pair)
            found.record(entity, first, second, skip=_JOINT_FIELDS)
            self._mimic(pair)
        for pair in match.axes:
            self._forces(pair)

    def _forces(self, pair: JointPair) -> None:
        """Compare the limits and dynamics of two movable joints."""
        first, second = pair
        if not first.variables:
            return
        suffixes = ("", "2") if first.type in TWO_AXES else ("",)
        for suffix in suffixes:
            for end in field_names(type(first.limit)):
                field = f"limit{suffix}"
                rule = field_of("Limit", end, "limits")
                places = self._place(0, first, field), self._place(1, second, field)
                x, y = (end_of(one, field, end) for one in pair)
                entity = ("joint", first.name)
                self._found.value(
                    entity, f"{field}.{end}", x, y, rule, joint_type=first.type, at=places
                )
            field = f"dynamics{suffix}"
            self._found.record(
                ("joint", first.name), getattr(first, field) or FREE, getattr(second, field) or FREE,
                prefix=f"{field}.", joint_type=first.type, otherwise="dynamics", at=pair,
            )  # fmt: skip

    def _place(self, which: int, joint: Joint, field: str) -> Record:
        """Return the limit in a field of a joint if its location is known, otherwise the joint."""
        limit: Limit = getattr(joint, field)
        return limit if self._found.place(which, limit) else joint

    def _mimic(self, pair: JointPair) -> None:
        """Compare the mimicked joint, multiplier and offset of two joints."""
        found, entity = self._found, ("joint", pair.first.name)
        ours = self._a.mimics.get(pair.first.name)
        theirs = self._b.mimics.get(pair.second.name)
        found.values["kinematics"] += 1
        if ours is None or theirs is None:
            if ours is not theirs:
                leaders = [None if one is None else one.leader for one in (ours, theirs)]
                change: Change = "added" if ours is None else "removed"
                found.add("kinematics", entity, "mimic", change, *leaders, at=pair)
            return
        leader = self._match.joint_names.get(ours.leader, ours.leader)
        if leader != theirs.leader:
            found.add(
                "kinematics", entity, "mimic.leader", "changed", ours.leader, theirs.leader, at=pair
            )
        found.record(
            entity, ours, theirs, skip=("leader",), prefix="mimic.", joint_type=pair.first.type,
            at=pair,
        )  # fmt: skip

    def _loops(self) -> None:
        found, links = self._found, self._match.links
        for pair in found.entities(
            "kinematics", "loop", self._a.loops, self._b.loops,
            lambda p, q: p.name == q.name,
            lambda p, q: _ends(p, links) == _ends(q, {}) and p.type == q.type,
        ):  # fmt: skip
            found.values["kinematics"] += 8
            one, other = ends = JointPair(*pair)
            self._moves(("loop", one.name), ends, loop_differences(ends, links, found.tolerance))
            if one.variable_count == other.variable_count:
                self._forces(ends)

    def _moves(self, entity: Entity, pair: JointPair, ways: Iterable[Way]) -> None:
        """Add the differences in the motion of a joint or loop."""
        for way in ways:
            self._found.add(
                "kinematics", entity, way.field, "changed", way.first, way.second,
                unit=way.unit, amount=way.amount, at=pair,
            )  # fmt: skip


_MOST_POSES = 1_000_000
"""Limit on the number of link poses in all configurations together."""


def compare_motion(found: Collector, match: Match, samples: int, seed: int) -> Motion:
    """Compare link poses at random configurations; add differences that no joint explains.

    Args:
        found: collects the differences; it already contains the differences of joints.
        match: the matching links and joints.
        samples: the number of configurations; reduced for robots with more than 5,000 links.
        seed: the seed of the random numbers.
    """
    samples = max(1, min(samples, _MOST_POSES // max(len(found.a.links), 1)))
    poses = compare_poses(match, samples, seed)
    far, aside = largest(poses.far), largest(poses.aside)
    worst = max(range(len(poses.far)), key=poses.far.__getitem__, default=None)
    explained = _explained(found)
    reported: set[str] = set()
    for name, gap, turn in zip(poses.names, poses.far, poses.aside, strict=True):
        above = found.a.parent_joint(name)
        if above is not None and above.parent in reported:
            reported.add(name)
            continue
        if gap <= found.tolerance * poses.size and turn <= found.tolerance:
            continue
        reported.add(name)
        if name in explained:
            continue
        other = match.links.get(name)
        at = (found.a.link(name), None if other is None else found.b.link(other))
        unit, amount = ("m", gap) if gap > found.tolerance * poses.size else ("rad", turn)
        found.add(
            "kinematics", ("link", name), "pose at some configuration", "changed",
            unit=unit, amount=amount if math.isfinite(amount) else None, at=at,
        )  # fmt: skip
    is_far = worst is not None and far > 0.0
    return Motion(
        samples,
        seed,
        len(poses.names),
        far if math.isfinite(far) else None,
        aside if math.isfinite(aside) else None,
        poses.names[worst] if is_far and worst is not None else "",
    )


def _explained(found: Collector) -> set[str]:
    """Return the links of the first robot that are below a joint with a kinematic difference.

    A joint that only the first robot has is such a joint.
    """
    joints = {
        one.name for one in found.differences if one.kind == "joint" and one.aspect == "kinematics"
    }
    links: set[str] = set()
    for link in found.a.links:
        above = found.a.parent_joint(link.name)
        if above is not None and (above.name in joints or above.parent in links):
            links.add(link.name)
    return links


def _ends(joint: Joint, names: Mapping[str, str]) -> set[str]:
    """Return the two links of a joint, with the names that they have in the other robot."""
    return {names.get(joint.parent, joint.parent), names.get(joint.child, joint.child)}

"""Proof that two robots are the same: what differs between them most, and where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Record
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Geometry, Joint, Robot
from bodyplan.report.proof_differences import (
    PASSIVE,
    angles_between,
    centre_of_mass,
    is_optional,
    joints_of_axes,
    limit_differences,
    link_mass,
    mimic_difference,
    only_in,
    pose_difference,
    relative_difference,
    relative_to_first,
    shape_difference,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

TOLERANCE = 1e-9
"""The default: of positions times the size of the robot but at least 1 m, of masses and inertias
relative to themselves."""
SAMPLES = 200
"""Configurations that are compared by default."""


class Deviation(Record):
    """The largest difference of one quantity.

    Args:
        quantity: what is compared, such as "position of links [m]".
        count: how many values are compared.
        worst: the largest difference, in the unit of the quantity; relative for masses and
            inertias; null if something is missing on one side, or differs in kind.
        tolerance: the largest difference that counts as equal.
        where: the link, joint or pair that has the largest difference; empty if nothing differs.
        differing: every link, joint or pair whose difference exceeds the tolerance.
        detail: what differs, if it is not a number; for poses also the first link that differs,
            from the root on, if another one differs most.
    """

    quantity: str
    count: int
    worst: float | None
    tolerance: float
    where: str = ""
    detail: str = ""
    differing: tuple[str, ...] = ()

    @property
    def is_equal(self) -> bool:
        """Whether the difference is within the tolerance."""
        return self.worst is not None and self.worst <= self.tolerance


class Proof(Record):
    """The comparison of two robots.

    Args:
        first: name of the first file or robot.
        second: name of the second one.
        samples: number of random configurations within the limits of the first robot.
        seed: of the random numbers.
        deviations: one entry for each quantity.
        is_equal: whether every difference is within its tolerance.
    """

    first: str
    second: str
    samples: int
    seed: int
    deviations: tuple[Deviation, ...]
    is_equal: bool


def proof_of(
    a: Robot,
    b: Robot,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    names: tuple[str, str] = ("", ""),
) -> Proof:
    """Compare two robots at random configurations and in all that does not move.

    Joints are matched by their names, or by the names of their child links; links by their names,
    and by the names of frames. Poses are relative to the first link that both robots have.

    Args:
        a: the first robot; configurations are within its limits.
        b: the second robot.
        samples: number of configurations.
        seed: of the random numbers.
        tolerance: the largest difference that counts as equal.
        names: of the two, for the report.

    Raises:
        ValueError: samples is not positive, or seed is negative.
    """
    if samples < 1:
        raise ValueError(f"samples must be at least 1, got {samples}")
    pair = _Pair(a, b, tolerance)
    found = (
        *pair.names(),
        *pair.poses(samples, seed),
        *pair.shapes(),
        *pair.masses(),
        *pair.joints(),
        *pair.collision_pairs(),
    )
    first, second = names
    is_equal = all(one.is_equal for one in found)
    return Proof(first or a.name, second or b.name, samples, seed, found, is_equal)


class _Worst:
    """The largest of several differences.

    Args:
        quantity: what is compared.
        tolerance: the largest difference that counts as equal.
        is_inherited: whether links are compared in the order of the tree, and what is below one
            that differs differs as well.
    """

    def __init__(self, quantity: str, tolerance: float, *, is_inherited: bool = False) -> None:
        self._made = quantity, tolerance
        self._is_inherited = is_inherited
        self.count = 0
        self._worst, self._where, self._detail = 0.0, "", ""
        self._is_broken = False
        self._differing: dict[str, None] = {}

    def add(self, difference: float, where: str) -> None:
        """Compare one difference; nan counts as larger than any other."""
        self.count += 1
        if math.isnan(difference):
            difference = math.inf
        if difference > self._made[1]:
            self._differing[where] = None
        if difference > self._worst and not self._is_broken:
            self._worst, self._where = difference, where

    def broken(self, where: str, detail: str) -> None:
        """Note something that differs in kind; the first one is reported."""
        self.count += 1
        self._differing[where] = None
        if not self._is_broken:
            self._is_broken, self._where, self._detail = True, where, detail

    def deviation(self) -> Deviation:
        """Return the result."""
        quantity, tolerance = self._made
        worst = None if self._is_broken else self._worst
        detail = self._detail
        differing = tuple(filter(None, self._differing))
        if self._is_inherited and differing and differing[0] != self._where:
            detail = f"from {differing[0]} on"
        return Deviation(quantity, self.count, worst, tolerance, self._where, detail, differing)


class _Match(NamedTuple):
    """Two joints that are compared."""

    first: Joint
    second: Joint


class _Pair:
    """Two robots that are compared.

    Args:
        a: the first robot.
        b: the second robot.
        tolerance: the largest difference that counts as equal.
    """

    def __init__(self, a: Robot, b: Robot, tolerance: float) -> None:
        self.a, self.b, self._tolerance = a, b, tolerance
        frames = {frame.name for frame in b.frames}
        self._links = [link.name for link in a.links if b.has_link(link.name)]
        self._as_frames = [
            link.name for link in a.links if not b.has_link(link.name) and link.name in frames
        ]
        self._matches = list(self._matched())

    def _matched(self) -> Iterator[_Match]:
        for joint in self.a.joints:
            other = self.b.joint(joint.name) if self.b.has_joint(joint.name) else None
            if other is None and self.b.has_link(joint.child):
                other = self.b.parent_joint(joint.child)
                if other is not None and self.a.has_joint(other.name):
                    other = None  # that of another joint
            if other is not None:
                yield _Match(joint, other)

    def _worst(
        self, quantity: str, tolerance: float | None = None, *, is_inherited: bool = False
    ) -> _Worst:
        tolerance = self._tolerance if tolerance is None else tolerance
        return _Worst(quantity, tolerance, is_inherited=is_inherited)

    # Names

    def names(self) -> Iterator[Deviation]:
        """Compare links, moving joints and degrees of freedom."""
        a, b = self.a, self.b
        alone = [_missing_links(one, other) for one, other in ((a, b), (b, a))]
        yield self._names("links", alone, len(a.links) + len(b.links))
        shared = set(_variables(a)) & set(_variables(b))
        matched = [
            {one[which].name for one in self._matches}
            | {joint.name for joint in robot.joints if shared.intersection(joint.variables)}
            for which, robot in enumerate((a, b))
        ]
        joints = [[joint.name for joint in robot.independent_joints] for robot in (a, b)]
        alone = [
            [name for name in names if name not in known]
            for names, known in zip(joints, matched, strict=True)
        ]
        yield self._names("moving joints", alone, sum(map(len, joints)))
        freedom = self._worst("degrees of freedom", 0.0)
        freedom.add(0.0, "")
        if a.nv != b.nv:
            freedom.broken("", f"{a.nv} and {b.nv}")
        yield freedom.deviation()

    def _names(self, quantity: str, alone: list[list[str]], count: int) -> Deviation:
        """Return the names that only one robot has, as a quantity."""
        ours, theirs = alone
        if ours:
            detail = only_in("first", ours[0], theirs)
        elif theirs:
            detail = only_in("second", theirs[0], ours)
        else:
            return Deviation(quantity, count, 0.0, 0.0)
        names = tuple(dict.fromkeys((*ours, *theirs)))
        return Deviation(quantity, count, None, 0.0, names[0], detail, names)

    # Poses

    def _configurations(self, samples: int, seed: int) -> tuple[Numbers, Numbers]:
        """Return (samples, nq) configurations of both robots with the same joint positions."""
        import numpy as np

        a, b = self.a, self.b
        qa = a.random(seed, samples)
        qb = np.tile(b.neutral(), (samples, 1))
        place = {name: number for number, name in enumerate(a.q_names)}
        partner = {match.second.name: match.first for match in self._matches}
        for joint in b.independent_joints:
            theirs = range(*b.q_slice(joint.name).indices(b.nq))
            ours = partner.get(joint.name)
            names = joint.variables
            if ours is not None and ours.variable_count == joint.variable_count:
                names = ours.variables
            for column, name in zip(theirs, names, strict=True):
                if name in place:
                    qb[:, column] = qa[:, place[name]]
                elif name in a.mimics:  # a follower that nothing leads in the second robot
                    mimic = a.mimics[name]
                    qb[:, column] = mimic.multiplier * qa[:, place[mimic.leader]] + mimic.offset
        return qa, qb

    def poses(self, samples: int, seed: int) -> Iterator[Deviation]:
        """Compare the poses of links and the centre of mass."""
        import numpy as np

        qa, qb = self._configurations(samples, seed)
        known = {*self._links, *self._as_frames}
        names = [link.name for link in self.a.links if link.name in known]
        if self._links:  # frames have no mass, and a root is a link
            names = [self._links[0], *(name for name in names if name != self._links[0])]
        Xa = relative_to_first(forward_kinematics(self.a, qa, names))
        Xb = relative_to_first(forward_kinematics(self.b, qb, names))
        size = max(1.0, float(np.abs(Xa[..., :3, 3]).max(initial=0.0)))
        places = self._worst("position of links [m]", size * self._tolerance, is_inherited=True)
        turns = self._worst("rotation of links [rad]", is_inherited=True)
        centre = self._worst("centre of mass of the robot [m]", size * self._tolerance)
        far = np.linalg.norm(Xa[..., :3, 3] - Xb[..., :3, 3], axis=-1).max(axis=0)
        aside = angles_between(Xa[..., :3, :3], Xb[..., :3, :3]).max(axis=0)
        for name, distance, angle in zip(names, far.tolist(), aside.tolist(), strict=True):
            places.add(distance, name)
            turns.add(angle, name)
        if self._links:
            base = names[0]
            first, second = centre_of_mass(self.a, qa, base), centre_of_mass(self.b, qb, base)
            centre.add(float(np.abs(first - second).max(initial=0.0)), self.a.name)
        yield places.deviation()
        yield turns.deviation()
        yield centre.deviation()

    # What does not move

    def shapes(self) -> Iterator[Deviation]:
        """Compare visuals and collisions, in the order of each link."""
        for kind in ("visuals", "collisions"):
            poses = self._worst(f"poses of {kind}")
            shapes = self._worst(f"shapes of {kind}")
            for name in self._links:
                ours: tuple[Geometry, ...] = getattr(self.a.link(name), kind)
                theirs: tuple[Geometry, ...] = getattr(self.b.link(name), kind)
                if len(ours) != len(theirs):
                    shapes.broken(name, f"{len(ours)} and {len(theirs)}")
                    continue
                for first, second in zip(ours, theirs, strict=True):
                    poses.add(pose_difference(first.origin, second.origin), name)
                    difference = shape_difference(first.shape, second.shape)
                    if isinstance(difference, str):
                        shapes.broken(name, difference)
                    else:
                        shapes.add(difference, name)
            yield poses.deviation()
            yield shapes.deviation()

    def masses(self) -> Iterator[Deviation]:
        """Compare mass, centre of mass and inertia, each in the frame of its link."""
        import numpy as np

        masses = self._worst("mass of links [relative]")
        centres = self._worst("centre of mass of links [m]")
        tensors = self._worst("inertia of links [relative]")
        for name in self._links:
            ours, theirs = link_mass(self.a.link(name)), link_mass(self.b.link(name))
            masses.add(relative_difference(ours.mass, theirs.mass), name)
            if ours.mass or theirs.mass:
                centres.add(float(np.abs(ours.centre - theirs.centre).max()), name)
            scale = max(float(np.abs(ours.inertia).max()), float(np.abs(theirs.inertia).max()))
            difference = float(np.abs(ours.inertia - theirs.inertia).max())
            tensors.add(difference / scale if scale else 0.0, name)
        total = self._worst("total mass [relative]")
        total.add(relative_difference(self.a.total_mass, self.b.total_mass), self.a.name)
        yield from (one.deviation() for one in (masses, total, centres, tensors))

    def joints(self) -> Iterator[Deviation]:
        """Compare limits, passive forces and mimic relations of matched joints."""
        limits = self._worst("limits of joints")
        passive = self._worst("damping, friction and springs")
        mimics = self._worst("mimic relations")
        names = {match.first.name: match.second.name for match in self._matches}
        for first, second in self._compared():
            for end, difference in limit_differences(first, second):
                limits.add(difference, f"{first.name} ({end})")
            for field in PASSIVE:
                for which in ("dynamics", "dynamics2"):
                    x, y = (getattr(getattr(one, which), field) for one in (first, second))
                    where = f"{first.name} ({field.replace('_', ' ')})"
                    passive.add(relative_difference(x, y), where)
        for match in self._matches:
            self._compare_mimics(mimics, match.first.name, match.second.name, names)
        yield limits.deviation()
        yield passive.deviation()
        yield mimics.deviation()

    def _compared(self) -> Iterator[_Match]:
        """Yield moving joints to compare: one with two axes may be two joints in the other robot."""
        for match in self._matches:
            if match.first.variable_count == match.second.variable_count > 0:
                yield match
        equal = {joint.name for joint in self.a.joints if self.b.has_joint(joint.name)}
        ours, theirs = (
            {one.name: one for joint in robot.joints for one in joints_of_axes(joint)}
            for robot in (self.a, self.b)
        )
        for name, joint in ours.items():
            if name in theirs and name not in equal:
                yield _Match(joint, theirs[name])

    def _compare_mimics(
        self, found: _Worst, first: str, second: str, names: Mapping[str, str]
    ) -> None:
        ours, theirs = self.a.mimics.get(first), self.b.mimics.get(second)
        if ours is None and theirs is None:
            return
        if ours is None or theirs is None:
            which = "second" if ours is None else "first"
            found.broken(first, f"it mimics another joint only in the {which} robot")
        elif names.get(ours.leader, ours.leader) != theirs.leader:
            found.broken(first, f"it mimics {ours.leader} and {theirs.leader}")
        else:
            found.add(mimic_difference(ours, theirs), first)

    def collision_pairs(self) -> Iterator[Deviation]:
        """Compare the disabled pairs of links, if both robots have an SRDF."""
        if self.a.semantics is None or self.b.semantics is None:
            return
        found = self._worst("disabled collision pairs", 0.0)
        both = []
        for robot in (self.a, self.b):
            assert robot.semantics is not None
            matrix = robot.semantics.allowed_collision_matrix
            both.append({frozenset(pair) for pair in matrix.disabled_pairs})
        for which, extra in (("first", both[0] - both[1]), ("second", both[1] - both[0])):
            for pair in sorted(map(sorted, extra)):
                found.broken(" and ".join(pair), f"only in the {which} robot")
        for _ in both[0] & both[1]:
            found.add(0.0, "")
        yield found.deviation()


def _variables(robot: Robot) -> Iterator[str]:
    for joint in robot.joints:
        yield from joint.variables


def _missing_links(robot: Robot, other: Robot) -> list[str]:
    """Return the links of a robot that the other one needs and has neither as links nor as frames."""
    frames = {frame.name for frame in other.frames}
    return [
        link.name
        for link in robot.links
        if not (other.has_link(link.name) or link.name in frames or is_optional(robot, link))
    ]

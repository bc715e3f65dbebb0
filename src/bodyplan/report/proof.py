"""Proof that two robots are the same: what differs between them most, and where."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import Record
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Geometry, Joint, Link, Mesh, Mimic, Robot
from bodyplan.model.joint import ENDLESS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

TOLERANCE = 1e-9
"""The default: of positions relative to the size of the robot but at least 1 m, of masses and
inertias relative to themselves."""
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
        detail: what differs, if it is not a number.
    """

    quantity: str
    count: int
    worst: float | None
    tolerance: float
    where: str = ""
    detail: str = ""

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
    """
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
    """The largest of several differences."""

    def __init__(self, quantity: str, tolerance: float) -> None:
        self._made = quantity, tolerance
        self.count = 0
        self._worst, self._where, self._detail = 0.0, "", ""
        self._is_broken = False

    def add(self, difference: float, where: str) -> None:
        """Compare one difference; nan counts as larger than any other."""
        self.count += 1
        if math.isnan(difference):
            difference = math.inf
        if difference > self._worst and not self._is_broken:
            self._worst, self._where = difference, where

    def broken(self, where: str, detail: str) -> None:
        """Note something that differs in kind; the first one is reported."""
        self.count += 1
        if not self._is_broken:
            self._is_broken, self._where, self._detail = True, where, detail

    def deviation(self) -> Deviation:
        """Return the result."""
        quantity, tolerance = self._made
        worst = None if self._is_broken else self._worst
        return Deviation(quantity, self.count, worst, tolerance, self._where, self._detail)


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

    def _worst(self, quantity: str, tolerance: float | None = None) -> _Worst:
        return _Worst(quantity, self._tolerance if tolerance is None else tolerance)

    # Names

    def names(self) -> Iterator[Deviation]:
        """Compare links, moving joints and degrees of freedom."""
        links = self._worst("links", 0.0)
        known = {*self._links, *self._as_frames}
        for link in self.a.links:
            links.add(0.0, "")
            if link.name not in known and not _is_world(link):
                links.broken(link.name, "only in the first robot")
        frames = {frame.name for frame in self.a.frames}
        for link in self.b.links:
            is_new = not self.a.has_link(link.name) and link.name not in frames
            if is_new and not _is_massless(link):
                links.broken(link.name, "only in the second robot")
        yield links.deviation()
        joints = self._worst("moving joints", 0.0)
        first = {match.first.name for match in self._matches} | set(self._by_variable)
        second = {match.second.name for match in self._matches} | set(self._by_variable.values())
        for robot, matched, which in ((self.a, first, "first"), (self.b, second, "second")):
            for joint in robot.independent_joints:
                joints.add(0.0, "")
                if joint.name not in matched:
                    joints.broken(joint.name, f"only in the {which} robot")
        yield joints.deviation()
        freedom = self._worst("degrees of freedom", 0.0)
        first_count, second_count = _freedom(self.a), _freedom(self.b)
        freedom.add(abs(first_count - second_count), "")
        if first_count != second_count:
            freedom.broken("", f"{first_count} and {second_count}")
        yield freedom.deviation()

    # Poses

    @property
    def _by_variable(self) -> Mapping[str, str]:
        """Variables of joints of the first robot that are joints of the second one, or the reverse."""
        ours = {name: joint.name for joint in self.a.joints for name in joint.variables}
        theirs = {name: joint.name for joint in self.b.joints for name in joint.variables}
        same = {match.first.name for match in self._matches}
        return {ours[n]: theirs[n] for n in ours.keys() & theirs.keys() if ours[n] not in same}

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
        names = [*self._links, *self._as_frames]
        places = self._worst("position of links [m]")
        turns = self._worst("rotation of links [rad]")
        centre = self._worst("centre of mass of the robot [m]")
        if self._links:
            Xa = _relative(forward_kinematics(self.a, qa, names))
            Xb = _relative(forward_kinematics(self.b, qb, names))
            size = max(1.0, float(np.abs(Xa[..., :3, 3]).max(initial=0.0)))
            far = np.linalg.norm(Xa[..., :3, 3] - Xb[..., :3, 3], axis=-1).max(axis=0) / size
            aside = np.linalg.norm(Xa[..., :3, :3] - Xb[..., :3, :3], axis=(-2, -1)).max(axis=0)
            for name, distance, angle in zip(names, far, aside / math.sqrt(2.0), strict=True):
                places.add(float(distance), name)
                turns.add(float(angle), name)
            base = names[0]
            first, second = _centre(self.a, qa, base), _centre(self.b, qb, base)
            centre.add(float(np.abs(first - second).max(initial=0.0)) / size, self.a.name)
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
                    poses.add(_apart(first.origin, second.origin), name)
                    difference = _shape_difference(first.shape, second.shape)
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
            ours, theirs = _mass_of(self.a.link(name)), _mass_of(self.b.link(name))
            masses.add(_relative_difference(ours.mass, theirs.mass), name)
            if not ours.mass and not theirs.mass:
                continue
            centres.add(float(np.abs(ours.centre - theirs.centre).max()), name)
            scale = max(float(np.abs(ours.inertia).max()), float(np.abs(theirs.inertia).max()))
            difference = float(np.abs(ours.inertia - theirs.inertia).max())
            tensors.add(difference / scale if scale else 0.0, name)
        total = self._worst("total mass [relative]")
        total.add(_relative_difference(self.a.total_mass, self.b.total_mass), self.a.name)
        yield from (one.deviation() for one in (masses, total, centres, tensors))

    def joints(self) -> Iterator[Deviation]:
        """Compare limits, damping, friction and mimic relations of matched joints."""
        limits = self._worst("limits of joints")
        passive = self._worst("damping and friction")
        mimics = self._worst("mimic relations")
        names = {match.first.name: match.second.name for match in self._matches}
        for first, second in self._matches:
            if not first.variable_count:
                continue
            for field in ("limit", "limit2"):
                ours, theirs = getattr(first, field), getattr(second, field)
                for end in ("lower", "upper", "velocity", "effort"):
                    x, y = _bound(getattr(ours, end)), _bound(getattr(theirs, end))
                    if first.type == "continuous" and end in {"lower", "upper"}:
                        continue
                    where = f"{first.name} ({end})"
                    limits.add(0.0 if x == y else _relative_difference(x, y), where)
            for field in ("damping", "friction"):
                x, y = getattr(first.dynamics, field), getattr(second.dynamics, field)
                passive.add(_relative_difference(x, y), f"{first.name} ({field})")
            self._compare_mimics(mimics, first.name, second.name, names)
        yield limits.deviation()
        yield passive.deviation()
        yield mimics.deviation()

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
            found.add(_mimic_difference(ours, theirs), first)

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


# Differences


class _Mass(NamedTuple):
    """Mass [kg], centre of mass [m] and inertia [kg m²] about it, in the frame of the link."""

    mass: float
    centre: Numbers
    inertia: Numbers


def _mass_of(link: Link) -> _Mass:
    import numpy as np

    if link.inertial is None:
        return _Mass(0.0, np.zeros(3), np.zeros((3, 3)))
    xx, xy, xz, yy, yz, zz = link.inertial.inertia
    inertia = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    R = np.array(link.inertial.origin.R)
    return _Mass(link.inertial.mass, np.array(link.inertial.origin.p), R @ inertia @ R.T)


def _centre(robot: Robot, q: Numbers, base: str) -> Numbers:
    """Return (samples, 3) the centre of mass relative to the frame of a link [m]."""
    import numpy as np

    links = [link for link in robot.links if _mass_of(link).mass]
    if not links:
        return np.zeros((len(q), 3))
    X = _relative(forward_kinematics(robot, q, [base, *(link.name for link in links)]))[:, 1:]
    masses = np.array([_mass_of(link).mass for link in links])
    centres = np.array([_mass_of(link).centre for link in links])
    points = X[..., :3, 3] + np.einsum("sbij,bj->sbi", X[..., :3, :3], centres)
    total: Numbers = np.einsum("b,sbi->si", masses, points) / masses.sum()
    return total


def _relative(X: Numbers) -> Numbers:
    """Return (samples, links, 4, 4) the poses relative to the first link."""
    import numpy as np

    R, p = X[:, :1, :3, :3], X[:, :1, :3, 3]
    made = np.array(X)
    back = np.swapaxes(R, -1, -2)
    made[..., :3, :3] = back @ X[..., :3, :3]
    made[..., :3, 3] = (back @ (X[..., :3, 3] - p)[..., None])[..., 0]
    return made


def _apart(first: Any, second: Any) -> float:
    """Return the largest difference of two poses, in metres or as entries of the rotation."""
    numbers = zip((*first.p, *sum(first.R, ())), (*second.p, *sum(second.R, ())), strict=True)
    return max(float(abs(x - y)) for x, y in numbers)


def _shape_difference(first: Any, second: Any) -> float | str:
    """Return the largest relative difference of the sizes of two shapes, or how they differ."""
    if type(first) is not type(second):
        called = [
            type(one).__name__.lower() if one is not None else "nothing" for one in (first, second)
        ]
        return f"{called[0]} and {called[1]}"
    if first is None:
        return 0.0
    if isinstance(first, Mesh):
        names = [os.path.splitext(os.path.basename(one.uri))[0] for one in (first, second)]
        if names[0] != names[1]:
            return f"mesh {names[0]!r} and {names[1]!r}"
        pairs = zip(first.scale, second.scale, strict=True)
        return max(_relative_difference(x, y) for x, y in pairs)
    worst = 0.0
    for field in type(first)._defaults:
        x, y = getattr(first, field), getattr(second, field)
        if isinstance(x, float | int) and isinstance(y, float | int):
            worst = max(worst, _relative_difference(x, y))
        elif isinstance(x, tuple) and isinstance(y, tuple):
            worst = max(worst, *map(_relative_difference, x, y))
        elif x != y:
            return f"{field} {x} and {y}"
    return worst


def _mimic_difference(first: Mimic, second: Mimic) -> float:
    return max(abs(first.multiplier - second.multiplier), abs(first.offset - second.offset))


def _relative_difference(x: float, y: float) -> float:
    if x == y:
        return 0.0
    if not math.isfinite(x) or not math.isfinite(y):
        return math.inf
    return abs(x - y) / max(abs(x), abs(y))


def _bound(value: float) -> float:
    """Return a limit; infinite for one that nothing reaches."""
    return math.copysign(math.inf, value) if abs(value) >= ENDLESS else value


def _is_massless(link: Link) -> bool:
    """Whether a link is only a place: without mass and shapes."""
    return not (_mass_of(link).mass or link.visuals or link.collisions)


def _is_world(link: Link) -> bool:
    return link.name == "world" and _is_massless(link)


def _freedom(robot: Robot) -> int:
    """Return the degrees of freedom of the joints that mimic no other."""
    return sum(joint.degrees_of_freedom for joint in robot.independent_joints)

"""How two parts of robots differ: poses, shapes, masses and relations, one by one."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import quoted, replace
from bodyplan.core.near import near
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Joint, Link, Mesh, Mimic, Robot, Transform
from bodyplan.model.joint import ENDLESS, FREE, UNLIMITED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PASSIVE = ("damping", "friction", "spring_stiffness", "spring_reference", "armature")
"""The passive forces of a joint that are compared."""
_ENDS = ("lower", "upper", "velocity", "effort")


class LinkMass(NamedTuple):
    """Mass [kg], centre of mass [m] and inertia [kg m²] about it, in the frame of the link."""

    mass: float
    centre: Numbers
    inertia: Numbers


def link_mass(link: Link) -> LinkMass:
    """Return the mass properties of a link, expressed in its frame; zeros without an inertial."""
    import numpy as np

    if link.inertial is None:
        return LinkMass(0.0, np.zeros(3), np.zeros((3, 3)))
    xx, xy, xz, yy, yz, zz = link.inertial.inertia
    inertia = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    R = np.array(link.inertial.origin.R)
    return LinkMass(link.inertial.mass, np.array(link.inertial.origin.p), R @ inertia @ R.T)


def centre_of_mass(robot: Robot, q: Numbers, base: str) -> Numbers:
    """Return (samples, 3) the centre of mass of a robot, expressed in the frame of a link [m]."""
    import numpy as np

    masses = {link.name: link_mass(link) for link in robot.links}
    masses = {name: one for name, one in masses.items() if one.mass}
    if not masses:
        return np.zeros((len(q), 3))
    X = relative_to_first(forward_kinematics(robot, q, [base, *masses]))[:, 1:]
    weights = np.array([one.mass for one in masses.values()])
    centres = np.array([one.centre for one in masses.values()])
    points = X[..., :3, 3] + np.einsum("sbij,bj->sbi", X[..., :3, :3], centres)
    with np.errstate(all="ignore"):  # what is beyond all numbers becomes a difference
        total: Numbers = np.einsum("b,sbi->si", weights, points) / weights.sum()
    return total


def relative_to_first(X: Numbers) -> Numbers:
    """Return (samples, links, 4, 4) the poses relative to the first link."""
    import numpy as np

    R, p = X[:, :1, :3, :3], X[:, :1, :3, 3]
    made = np.array(X)
    back = np.swapaxes(R, -1, -2)
    made[..., :3, :3] = back @ X[..., :3, :3]
    made[..., :3, 3] = (back @ (X[..., :3, 3] - p)[..., None])[..., 0]
    return made


def angles_between(R: Numbers, other: Numbers) -> Numbers:
    """Return (...) the angles from rotations (..., 3, 3) to others, from 0 to pi [rad]."""
    import numpy as np

    chord = np.linalg.norm(R - other, axis=(-2, -1))  # 2 sqrt(2) sin(angle / 2)
    angles: Numbers = 2.0 * np.arcsin(np.minimum(1.0, chord / math.sqrt(8.0)))
    return angles


def pose_difference(first: Transform, second: Transform) -> float:
    """Return the largest difference of two poses, in metres or as entries of the rotation."""
    pairs = zip((*first.p, *sum(first.R, ())), (*second.p, *sum(second.R, ())), strict=True)
    return _largest(abs(x - y) for x, y in pairs)


def shape_difference(first: Any, second: Any) -> float | str:
    """Return the largest relative difference of the sizes of two shapes, or how they differ."""
    if type(first) is not type(second):
        called = [
            type(one).__name__.lower() if one is not None else "nothing" for one in (first, second)
        ]
        return f"{called[0]} and {called[1]}"
    if first is None:
        return 0.0
    if isinstance(first, Mesh):
        return _mesh_difference(first, second)
    worst = 0.0
    for field in type(first)._defaults:
        x, y = getattr(first, field), getattr(second, field)
        if isinstance(x, float | int) and isinstance(y, float | int):
            worst = max(worst, relative_difference(x, y))
        elif isinstance(x, tuple) and isinstance(y, tuple):
            worst = max(worst, *map(relative_difference, x, y))
        elif x != y:
            return f"{field} {x} and {y}"
    return worst


def _mesh_difference(first: Mesh, second: Mesh) -> float | str:
    """Compare the names of the files without folder and ending, the part, and the scale."""
    names = [os.path.splitext(os.path.basename(one.uri))[0] for one in (first, second)]
    if names[0] != names[1]:
        return f"mesh {names[0]!r} and {names[1]!r}"
    if first.part != second.part:
        parts = [repr(one.part) if one.part else "all" for one in (first, second)]
        return f"{parts[0]} and {parts[1]} of mesh {names[0]!r}"
    if first.is_centered != second.is_centered:
        which = "first" if first.is_centered else "second"
        return f"mesh {names[0]!r} is centered only in the {which} robot"
    return max(relative_difference(x, y) for x, y in zip(first.scale, second.scale, strict=True))


def limit_differences(first: Joint, second: Joint) -> Iterable[tuple[str, float]]:
    """Return each limit with its relative difference; infinite if only one joint has it."""
    for field in ("limit", "limit2"):
        for end in _ENDS:
            yield end, relative_difference(*(_limit(one, field, end) for one in (first, second)))


def _limit(joint: Joint, field: str, end: str) -> float:
    """Return a limit of a joint; infinite for one that does not apply or that nothing reaches."""
    if joint.type == "continuous" and end in {"lower", "upper"}:
        return -math.inf if end == "lower" else math.inf
    value: float = getattr(getattr(joint, field), end)
    return math.copysign(math.inf, value) if abs(value) >= ENDLESS else value


def joints_of_axes(joint: Joint) -> tuple[Joint, ...]:
    """Return a joint of two axes as two joints with the names of its variables; others as they are."""
    if joint.type not in {"universal", "revolute2"}:
        return (joint,)
    first, second = joint.variables
    one = replace(joint, type="revolute", limit2=UNLIMITED, dynamics2=FREE)
    return (
        replace(one, name=first),
        replace(one, name=second, limit=joint.limit2, dynamics=joint.dynamics2),
    )


def mimic_difference(first: Mimic, second: Mimic) -> float:
    """Return the larger difference of multiplier and offset."""
    pairs = (first.multiplier, second.multiplier), (first.offset, second.offset)
    return _largest(abs(x - y) for x, y in pairs)


def relative_difference(x: float, y: float) -> float:
    """Return the difference of two numbers relative to the larger; infinite if one is not finite."""
    if x == y:
        return 0.0
    if not math.isfinite(x) or not math.isfinite(y):
        return math.inf
    return abs(x - y) / max(abs(x), abs(y))


def _largest(differences: Iterable[float]) -> float:
    """Return the largest number; infinite if one is nan, which ``max`` may skip."""
    return max(math.inf if math.isnan(one) else one for one in differences)


def is_optional(robot: Robot, link: Link) -> bool:
    """Whether the other robot needs no such link.

    It has no mass and no shape, and is a root ``world`` or inside of what the other robot has as
    one joint: between two joints of several degrees of freedom, or between a joint and the child
    whose frame is not that of the joint. Or it is where a sensor of its name is fixed.
    """
    if link_mass(link).mass or link.visuals or link.collisions:
        return False
    above = robot.parent_joint(link.name)
    if above is None:
        return link.name == "world"
    if above.type == "fixed" and not robot.child_joints(link.name):
        return any(sensor.name == link.name for sensor in robot.sensors)
    while _is_empty(robot, link) and above is not None:
        if above.variables:
            return True
        link = robot.link(above.parent)
        above = robot.parent_joint(link.name)
    return False


def _is_empty(robot: Robot, link: Link) -> bool:
    """Whether a link has one child joint and nothing else."""
    is_bare = not (link_mass(link).mass or link.visuals or link.collisions)
    return is_bare and len(robot.child_joints(link.name)) == 1


def only_in(which: str, name: str, others: Iterable[str]) -> str:
    """Describe a name that only one robot has, and what is similar to it.

    Args:
        which: "first" or "second".
        name: that the other robot does not have.
        others: names that only the other robot has.
    """
    text = f"only in the {which} robot"
    similar = near(name, others, limit=1)
    return f"{text}, the other one has {quoted(similar[0])}" if similar else text

"""Mass properties of links, of rigid bodies (links connected by fixed joints), and of robots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.geometry.solids import Mass, combined
from bodyplan.inertia.mass import mass_of
from bodyplan.model.robot import Robot
from bodyplan.model.transform import IDENTITY, Transform

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

NOTHING = Mass(0.0)
"""The mass properties of a rigid body without mass."""


def link_masses(robot: Robot) -> dict[str, Mass]:
    """Return the mass properties of each link with an inertial, by name, in the link frame."""
    return {link.name: mass_of(link.inertial) for link in robot.links if link.inertial is not None}


def rigid_bodies(robot: Robot) -> dict[str, dict[str, Transform]]:
    """Return the links of each rigid body, which consists of links connected by fixed joints.

    The first link of a rigid body is a root link, or the child of a joint that is not fixed. The
    rigid bodies are in the order of their first links in the robot.

    Returns:
        For each rigid body, by the name of its first link: the poses X_BL of its links by name, in
        the frame B of the first link.
    """
    found: dict[str, dict[str, Transform]] = {}
    place: dict[str, tuple[str, Transform]] = {}
    for index, link in enumerate(robot.links):
        into = robot.tree.into[index]
        joint = robot.joints[into] if into >= 0 else None
        if joint is None or joint.type != "fixed":
            place[link.name] = (link.name, IDENTITY)
        else:
            first, X_BP = place[joint.parent]
            place[link.name] = (first, X_BP @ (joint.origin @ joint.X_JC))
        first, X_BL = place[link.name]
        found.setdefault(first, {})[link.name] = X_BL
    return found


def lumped(robot: Robot, masses: Mapping[str, Mass] | None = None) -> dict[str, Mass]:
    """Return the mass properties of each rigid body by its first link, in the frame of that link.

    Links connected by fixed joints form one rigid body. A rigid body whose links have no inertial
    has a mass of zero.

    Args:
        robot: the robot.
        masses: mass properties of the links, by name and in the link frames; by default, from the
            inertials.
    """
    masses = link_masses(robot) if masses is None else masses
    return {
        first: combined(masses[name].moved(X_BL) for name, X_BL in links.items() if name in masses)
        or NOTHING
        for first, links in rigid_bodies(robot).items()
    }


def total(
    robot: Robot,
    X_WL: ArrayLike | None = None,
    masses: Mapping[str, Mass] | None = None,
    *,
    positions: Mapping[str, tuple[float, ...]] | None = None,
) -> Mass:
    """Return the mass properties of the whole robot in one configuration.

    Args:
        robot: the robot.
        X_WL: (L, 4, 4) poses of all links, as ``kinematics.forward_kinematics`` returns them; by
            default ``poses_at(robot, positions)``, where W is the frame of the root link.
        masses: mass properties of the links, as for ``lumped``.
        positions: joint positions, as for ``poses_at``; ignored if ``X_WL`` is given.

    Returns:
        Total mass, centre of mass, and inertia about the centre of mass, expressed in W; the mass
        is zero if no link has a mass.

    Raises:
        ValueError: the array of poses has another shape.
    """
    poses = poses_at(robot, positions) if X_WL is None else _transforms(robot, X_WL)
    masses = link_masses(robot) if masses is None else masses
    placed = zip(robot.link_names, poses, strict=True)
    return combined(masses[name].moved(pose) for name, pose in placed if name in masses) or NOTHING


def poses_at(
    robot: Robot, positions: Mapping[str, tuple[float, ...]] | None = None
) -> list[Transform]:
    """Return X_WL, the poses of all links in the frame of the root link W, without NumPy.

    If there are several root links, all are assumed to have the same pose.

    Args:
        robot: the robot.
        positions: positions of all joints that have variables, as ``robot.configuration()`` returns
            them; by default the default configuration.
    """
    positions = robot.configuration() if positions is None else positions
    poses: list[Transform] = []
    for index in range(len(robot.links)):
        into = robot.tree.into[index]
        if into < 0:
            poses.append(IDENTITY)
        else:
            joint = robot.joints[into]
            motion = joint.motion(positions.get(joint.name, ()))
            X_PL = joint.origin @ motion @ joint.X_JC
            poses.append(poses[robot.tree.above[index]] @ X_PL)
    return poses


def _transforms(robot: Robot, X_WL: ArrayLike) -> list[Transform]:
    import numpy as np

    array = np.asarray(X_WL, np.float64)
    count = len(robot.links)
    if array.shape not in {(count, 4, 4), (count, 3, 4)}:
        raise ValueError(f"X_WL must have shape ({count}, 4, 4), not {array.shape}")
    return [
        Transform((tuple(a[:3]), tuple(b[:3]), tuple(c[:3])), (a[3], b[3], c[3]))
        for a, b, c, *_ in array.tolist()
    ]

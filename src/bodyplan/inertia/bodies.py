"""The masses of a robot: link by link, lumped where fixed joints hold links together, and in all."""

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
"""Of a body without mass."""


def link_masses(robot: Robot) -> dict[str, Mass]:
    """The mass properties of each link that has an inertial, by name, in the frame of the link."""
    return {link.name: mass_of(link.inertial) for link in robot.links if link.inertial is not None}


def rigid_bodies(robot: Robot) -> dict[str, dict[str, Transform]]:
    """The links that move as one, by the first of them, in the order of the robot.

    The first is a root, or the child of a joint that is not fixed.

    Returns:
        For each body X_BL of its links by name: the frame of the link in that of the first link B.
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
    """The mass properties of each body that moves as one, by its first link and in its frame.

    What fixed joints hold together counts as one body. Bodies without mass have a mass of zero.

    Args:
        robot: the robot.
        masses: of its links, by name and in their frames; those of its inertials by default.
    """
    masses = link_masses(robot) if masses is None else masses
    return {
        first: combined(masses[name].moved(X_BL) for name, X_BL in links.items() if name in masses)
        or NOTHING
        for first, links in rigid_bodies(robot).items()
    }


def total(
    robot: Robot, X_WL: ArrayLike | None = None, masses: Mapping[str, Mass] | None = None
) -> Mass:
    """The mass properties of the whole robot in one configuration.

    Args:
        robot: the robot.
        X_WL: (L, 4, 4) poses of all links, as ``kinematics.forward_kinematics`` gives; by default
            joints are where they are by default, and W is the frame of the root link.
        masses: as for ``lumped``.

    Returns:
        Total mass, centre of mass and inertia about it, told in W; a mass of zero where no link
        has any.

    Raises:
        ValueError: the poses have another shape.
    """
    poses = default_poses(robot) if X_WL is None else _given(robot, X_WL)
    masses = link_masses(robot) if masses is None else masses
    placed = zip(robot.link_names, poses, strict=True)
    return combined(masses[name].moved(pose) for name, pose in placed if name in masses) or NOTHING


def default_poses(robot: Robot) -> list[Transform]:
    """X_WL of all links where the joints are by default, in the frame of the root link W.

    By default a joint is at zero, or where its bounds do not allow that, in the middle of these. In
    plain Python. Further roots stand where the first one does.
    """
    positions = robot.configuration()
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


def _given(robot: Robot, X_WL: ArrayLike) -> list[Transform]:
    import numpy as np

    array = np.asarray(X_WL, np.float64)
    count = len(robot.links)
    if array.shape not in {(count, 4, 4), (count, 3, 4)}:
        raise ValueError(f"X_WL has shape {array.shape}, not ({count}, 4, 4)")
    return [
        Transform((tuple(a[:3]), tuple(b[:3]), tuple(c[:3])), (a[3], b[3], c[3]))
        for a, b, c, *_ in array.tolist()
    ]

"""A robot as an SRDF refers to it: links and joints by name, those that are in no tree included."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.conversion.urdf_parts import urdf_parts
from bodyplan.formats import urdf
from bodyplan.model import Joint, Link, Robot


class RobotView:
    """Look-ups by name over a robot of any format. Of a repeated name the first counts.

    Args:
        robot: the robot, as far as its joints make a tree.
        links: its links in the order of the file.
        joints: its joints in the order of the file, those that the tree leaves out included.
        unread: names of joints whose type is unknown; they are fixed in the tree.
        is_whole: whether all links and joints are in the tree.
    """

    def __init__(
        self,
        robot: Robot,
        links: Iterable[Link],
        joints: Iterable[Joint],
        unread: Iterable[str] = (),
        *,
        is_whole: bool = True,
    ) -> None:
        self.robot = robot
        self.name = robot.name
        self.links: dict[str, Link] = {}
        """Links by name, as they are written."""
        for link in links:
            self.links.setdefault(link.name, link)
        self.joints: dict[str, Joint] = {}
        """Joints by name, as they are written."""
        self.parent_joints: dict[str, Joint] = {}
        """The joint that moves each link, by the name of the link."""
        for joint in joints:
            self.joints.setdefault(joint.name, joint)
            self.parent_joints.setdefault(joint.child, joint)
        self.unread = frozenset(unread)
        self.is_whole = is_whole

    @cached_property
    def root_link(self) -> Link | None:
        """The one link that no joint leads to; None where there is none, or several."""
        roots = [link for name, link in self.links.items() if name not in self.parent_joints]
        return roots[0] if len(roots) == 1 else None

    def joint(self, name: str) -> Joint | None:
        """The joint of this name, if its type is known."""
        return None if name in self.unread else self.joints.get(name)


def view_of(robot: urdf.Robot | Robot) -> RobotView:
    """The view of a robot in the hub, or of a URDF, which may have errors."""
    if isinstance(robot, Robot):
        return RobotView(robot, robot.links, (*robot.joints, *robot.loops))
    made, parts = from_urdf(robot).robot, urdf_parts(robot)
    return RobotView(
        made,
        [link for link in parts.links if link.name],
        [joint for joint in parts.joints if joint.name],
        [joint.name for joint in parts.joints if id(joint) in parts.unread],
        is_whole=(len(robot.links), len(robot.joints)) == (len(made.links), len(made.joints)),
    )

"""The links and joints of a robot by name, including those that are not in its tree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from bodyplan.conversion.urdf.declared_parts import urdf_parts
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.formats import urdf
from bodyplan.model import Joint, Link, Robot


class RobotView:
    """The links and joints of a robot of any format, by name. Of duplicates, the first is used.

    Args:
        robot: the robot model, with only the links and joints that form a tree.
        links: the links in the order of the file.
        joints: the joints in the order of the file, including those that are not in the tree.
        unread: the names of joints whose type is unknown; the robot model treats them as fixed.
        is_whole: whether the robot model contains all links and joints.
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
        """Links by name, in the order of the file."""
        for link in links:
            self.links.setdefault(link.name, link)
        self.joints: dict[str, Joint] = {}
        """Joints by name, in the order of the file."""
        self.parent_joints: dict[str, Joint] = {}
        """The parent joint of each link, by the name of the link."""
        for joint in joints:
            self.joints.setdefault(joint.name, joint)
            self.parent_joints.setdefault(joint.child, joint)
        self.unread = frozenset(unread)
        self.is_whole = is_whole

    @cached_property
    def root_link(self) -> Link | None:
        """The link without a parent joint; None if there is not exactly one."""
        roots = [link for name, link in self.links.items() if name not in self.parent_joints]
        return roots[0] if len(roots) == 1 else None

    def joint(self, name: str) -> Joint | None:
        """Return the joint with this name; None if it does not exist or its type is unknown."""
        return None if name in self.unread else self.joints.get(name)


def view_of(robot: urdf.Robot | Robot) -> RobotView:
    """Return the links and joints of a robot model, or of a URDF, which may have errors."""
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

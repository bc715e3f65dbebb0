"""A robot with its virtual joint, with the order of joints that MoveIt uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from bodyplan.core import quoted
from bodyplan.core.names import UnknownNameError
from bodyplan.model.configuration import Configuration, completed
from bodyplan.model.joint import Joint
from bodyplan.model.robot import Robot

ASSUMED_ROOT_JOINT = "ASSUMED_FIXED_ROOT_JOINT"
"""The name of the fixed joint that MoveIt adds if an SRDF has no valid virtual joint."""


class VirtualJoint(Joint):
    """The joint between the world and the root link: fixed, planar or floating.

    Its ``parent`` is a frame of the world, not a link.

    Args:
        is_assumed: whether the joint is assumed to be fixed, because the SRDF does not define it.
    """

    is_assumed: bool = False

    @property
    def parent_frame(self) -> str:
        """The frame of the world to which the robot is connected."""
        return self.parent


class RootedRobot:
    """A robot and its root joint. Joints are numbered: 0 for the root joint, then tree order.

    Args:
        robot: the robot, which has at least one link.
        root_joint: the joint between the world and the root link.
    """

    def __init__(self, robot: Robot, root_joint: VirtualJoint) -> None:
        self.robot = robot
        self.root_joint = root_joint
        self.joints: tuple[Joint, ...] = (root_joint, *robot.joints)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Numbers of the joints by name. A robot joint overrides a root joint of the same name."""
        return {joint.name: number for number, joint in enumerate(self.joints)}

    def joint(self, name: str) -> Joint:
        """Return a joint by name, including the root joint.

        Raises:
            UnknownNameError: the joint does not exist; the message has suggestions.
        """
        number = self.numbers.get(name)
        if number is None:
            raise UnknownNameError("joint", name, self.numbers, f"robot {quoted(self.robot.name)}")
        return self.joints[number]

    def written_joint(self, name: str) -> Joint | None:
        """Return a joint by name; None if it does not exist or is an assumed root joint."""
        number = self.numbers.get(name)
        if number is None or (number == 0 and self.root_joint.is_assumed):
            return None
        return self.joints[number]

    def number_into(self, link: int) -> int | None:
        """Return the number of the parent joint of a link, by the link's index.

        For the first root link, this is the root joint; for other root links, None.
        """
        into = self.robot.tree.into[link]
        if into >= 0:
            return into + 1
        return 0 if link == 0 else None

    def child(self, number: int) -> int:
        """Return the index of the link that a joint moves."""
        return self.robot.tree.link_index[self.joints[number].child]

    def number_above(self, number: int) -> int | None:
        """Return the number of the joint that moves the parent link of a joint, or None."""
        above = self.robot.tree.above[self.child(number)]
        return None if above < 0 else self.number_into(above)

    @cached_property
    def followers(self) -> Mapping[int, Sequence[int]]:
        """The mimic joints of each mimicked joint, by the number of the mimicked joint."""
        found: dict[int, list[int]] = {}
        for name, mimic in self.robot.mimics.items():
            found.setdefault(self.numbers[mimic.leader], []).append(self.numbers[name])
        return found

    @property
    def frame(self) -> str:
        """The frame in which poses of the robot are expressed, as in MoveIt.

        It is the parent frame of a planar or floating root joint, otherwise the root link.
        """
        root = self.root_joint
        return root.child if root.type == "fixed" else root.parent_frame

    def configuration(
        self, values: Mapping[str, float | Sequence[float]] | None = None
    ) -> Configuration:
        """Return the position of every joint, including the root joint."""
        return completed(self.joints, self.robot.mimics, values or {})

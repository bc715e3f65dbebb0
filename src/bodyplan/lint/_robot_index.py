"""Look-ups that many rules need: elements of a robot by name, and the parent joints of links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from bodyplan.formats.urdf import Joint, Link, Material, Robot

N = TypeVar("N", Link, Joint, Material)


class RobotIndex:
    """Look-ups in one robot; each is computed when it is first used.

    Names may be repeated or empty in an invalid file, so each name maps to a list.

    Args:
        robot: the typed root; None counts as a robot without links.
    """

    def __init__(self, robot: Robot | None) -> None:
        self.robot = robot or Robot(name="")

    @cached_property
    def links(self) -> dict[str, list[Link]]:
        """Links by name."""
        return _by_name(self.robot.links)

    @cached_property
    def joints(self) -> dict[str, list[Joint]]:
        """Joints by name."""
        return _by_name(self.robot.joints)

    @cached_property
    def joints_into(self) -> dict[str, list[Joint]]:
        """Joints by the name of their child link."""
        found: dict[str, list[Joint]] = defaultdict(list)
        for joint in self.robot.joints:
            found[joint.child].append(joint)
        return dict(found)

    @cached_property
    def global_materials(self) -> dict[str, list[Material]]:
        """Materials directly in ``<robot>``, by name."""
        return _by_name(self.robot.materials)

    def visual_materials(self) -> Iterator[tuple[Link, Material]]:
        """Yield every material of a visual, with its link, in the order of the file."""
        for link in self.robot.links:
            for visual in link.visuals:
                if visual.material is not None:
                    yield link, visual.material


def _by_name(values: tuple[N, ...]) -> dict[str, list[N]]:
    found: dict[str, list[N]] = defaultdict(list)
    for value in values:
        found[value.name].append(value)
    return dict(found)

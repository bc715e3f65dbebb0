"""The links of a robot with collision geometry, and which of them are adjacent."""

from __future__ import annotations

from functools import cached_property

from bodyplan.model import Link
from bodyplan.semantics.robot_view import RobotView


class Adjacency:
    """The links of a robot with collision geometry, and which of them are adjacent.

    Two links are adjacent if a joint connects them, or if only links without collision geometry
    are between them. MoveIt's Setup Assistant uses the same definition.

    Args:
        robot: the links and joints, which need not form a tree; None for a robot without links.
    """

    def __init__(self, robot: RobotView | None) -> None:
        self.links = {} if robot is None else robot.links
        """All links by name."""
        self._parent_joints = {} if robot is None else robot.parent_joints
        self._joints = (
            [] if robot is None else [j for j in robot.joints.values() if j.parent and j.child]
        )
        links = self.links
        self.solid = {name for name, link in links.items() if is_solid(link)}
        """The links with collision geometry."""
        self.bare = links.keys() - self.solid
        """The links without collision geometry."""

    def has(self, name: str) -> bool:
        """Return whether the robot has a link with this name."""
        return name in self.links

    @cached_property
    def direct(self) -> list[tuple[str, str]]:
        """Each link with collision geometry, paired with (and after) its nearest such ancestor."""
        above: dict[str, str | None] = {}
        found: dict[tuple[str, str], None] = {}
        for name in self.links:
            if name not in self.solid:
                continue
            upper = self._next_above(name, above)
            if upper is not None and upper != name:
                found[upper, name] = None
        return list(found)

    def _next_above(self, name: str, above: dict[str, str | None]) -> str | None:
        """Return a link's nearest ancestor with collision geometry; ``above`` caches results."""
        passed: list[str] = []
        seen = {name}
        current = self._parent(name)
        while current in self.bare and current not in above and current not in seen:
            passed.append(current)
            seen.add(current)
            current = self._parent(current)
        found = above.get(current) if current in self.bare else current
        above.update(dict.fromkeys(passed, found))
        return found if found in self.solid else None

    def _parent(self, name: str) -> str:
        joint = self._parent_joints.get(name)
        return "" if joint is None else joint.parent

    def are_one_body(self, one: str, other: str) -> bool:
        """Return whether two links are the same, or are connected by only fixed joints."""
        return self._body(one) == self._body(other)

    def are_adjacent(self, one: str, other: str) -> bool:
        """Return whether two links are in the same rigid body, or in adjacent rigid bodies.

        A rigid body is a set of links that fixed joints connect.
        """
        near = self._near.get(self._body(one), set())
        further = self._near.get(self._body(other), set())
        return self.are_one_body(one, other) or not near.isdisjoint(further)

    @cached_property
    def _leaders(self) -> dict[str, str]:
        """The union-find parents of links that fixed joints connect; see ``leader``."""
        leaders: dict[str, str] = {}
        for joint in self._joints:
            if joint.type == "fixed":
                join(leaders, joint.parent, joint.child)
        return leaders

    def _body(self, name: str) -> str:
        return leader(self._leaders, name)

    @cached_property
    def _near(self) -> dict[str, set[int | str]]:
        """The joints (numbers) and hubs (names) of each rigid body; adjacent bodies share one.

        A hub is a set of connected links without collision geometry.
        """
        hubs: dict[str, str] = {}
        for joint in self._joints:
            if joint.parent in self.bare and joint.child in self.bare:
                join(hubs, joint.parent, joint.child)
        near: dict[str, set[int | str]] = {}
        for number, joint in enumerate(self._joints):
            sides = (joint.parent, joint.child)
            found: set[int | str] = {leader(hubs, side) for side in sides if side in self.bare}
            found.add(number)
            for side in sides:
                near.setdefault(self._body(side), set()).update(found)
        return near


def join(leaders: dict[str, str], one: str, other: str) -> None:
    """Merge the sets of two names (union-find)."""
    upper, lower = leader(leaders, one), leader(leaders, other)
    if upper != lower:
        leaders[lower] = upper


def leader(leaders: dict[str, str], name: str) -> str:
    """Return the representative of the set that contains a name, and shorten the path to it."""
    while (above := leaders.get(name)) is not None:
        further = leaders.get(above)
        if further is not None:
            leaders[name] = further
        name = above
    return name


def is_solid(link: Link) -> bool:
    """Return whether a link has collision geometry."""
    return any(collision.shape is not None for collision in link.collisions)

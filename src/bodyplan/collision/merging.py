"""Merging of the collision geometry of links that fixed joints connect."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bodyplan.collision.pairs import Pair, bodies_of
from bodyplan.core import Record, replace
from bodyplan.model import Geometry, Robot
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.transform import IDENTITY, Transform


class MergedLinks:
    """The assignment of the collision geometry of each rigid body to one of its links, the holder.

    The holder is the first link of the body with collision geometry, so that a link without shapes,
    such as "world", never gets shapes.

    Args:
        robot: the robot.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        first = bodies_of(robot)
        poses: dict[str, Transform] = {}
        holders: dict[str, str] = {}
        for link in robot.links:
            joint = robot.parent_joint(link.name)
            is_first = first[link.name] == link.name or joint is None
            poses[link.name] = (
                IDENTITY
                if is_first or joint is None
                else poses[joint.parent] @ joint.origin @ joint.X_JC
            )
            if link.collisions:
                holders.setdefault(first[link.name], link.name)
        self.holder = {name: holders.get(body, name) for name, body in first.items()}
        """For each link name, the link that holds its geometry after merging."""
        self._pose = {
            name: poses[self.holder[name]].inverse() @ X if self.holder[name] != name else IDENTITY
            for name, X in poses.items()
        }

    def merged_into(self, links: Collection[str]) -> tuple[Pair, ...]:
        """Return the links that are merged into one of ``links``, each paired with that link."""
        return tuple(
            (link.name, self.holder[link.name])
            for link in self._robot.links
            if link.collisions and link.name != self.holder[link.name] in links
        )

    def require(self, names: Iterable[str]) -> None:
        """Check that no link of ``names`` is merged into another link.

        Raises:
            UnknownNameError: a link does not exist.
            ValueError: a link is merged into another link.
        """
        for name in names:
            holder = self.holder[self._robot.link(name).name]
            if holder != name:
                raise ValueError(f"link {name!r} is merged into {holder!r}: name that one")

    def robot(self) -> Robot:
        """Return the robot with the collision geometry of each rigid body moved to one link."""
        own = self._robot
        parts: dict[str, list[Geometry]] = {name: [] for name in own.link_names}
        before: dict[int, tuple[Geometry, Geometry]] = {}
        for link in own.links:
            for part in link.collisions:
                moved = replace(part, origin=self._pose[link.name] @ part.origin)
                before[id(moved)] = (moved, part)
                parts[self.holder[link.name]].append(moved)

        def file_of(uri: str, value: Record) -> Any:
            known: Any = before.get(id(value), (value, value))[1]
            return own.file_of(known, uri)

        links = (replace(link, collisions=tuple(parts[link.name])) for link in own.links)
        made = replace(own, links=tuple(links))
        return made.with_semantics(own.semantics).with_files(file_of)

    def pairs(self, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Return the pairs with each link replaced by its holder, without duplicates."""
        found = {
            frozenset((self.holder[one], self.holder[other])): None
            for one, other in pairs
            if self.holder[one] != self.holder[other]
        }
        order = {name: number for number, name in enumerate(self._robot.link_names)}
        sorted_ = (sorted(pair, key=order.__getitem__) for pair in found)
        return tuple((one, other) for one, other in sorted_)

    def spheres(
        self, spheres: Mapping[str, Sequence[BoundingSphere]]
    ) -> dict[str, tuple[BoundingSphere, ...]]:
        """Return the spheres by holder of their geometry, expressed in the frame of the holder."""
        found: dict[str, tuple[BoundingSphere, ...]] = {}
        for name, own in spheres.items():
            if name not in self.holder:
                continue
            X = self._pose[name]
            moved = (BoundingSphere(X @ one.center, one.radius) for one in own)
            holder = self.holder[name]
            found[holder] = (*found.get(holder, ()), *moved)
        return found

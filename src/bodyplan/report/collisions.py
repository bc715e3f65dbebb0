"""The report of ``bodyplan collisions``: which links of a robot collide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record
from bodyplan.model.transform import Vec3
from bodyplan.report.configuration import ConfigurationFacts

if TYPE_CHECKING:
    from bodyplan.collision import CollisionModel


class LinkContact(Record):
    """Two links that collide.

    Args:
        link1: the first link.
        link2: the second one.
        depth: how deep they are in each other [m].
        point1: of the first link, where it is deepest, in the root link [m].
        point2: of the second link.
        inside: the link that is inside a closed mesh of the other one without touching it; null
            where they touch.
    """

    link1: str
    link2: str
    depth: float
    point1: Vec3
    point2: Vec3
    inside: str | None = None


class ConfigurationCollisions(Record):
    """What collides in one configuration.

    Args:
        number: of the configuration, from 1.
        contacts: the pairs of links that collide.
    """

    number: int
    contacts: Sequence[LinkContact]


class UncheckedShape(Record):
    """A collision shape that is not checked.

    Args:
        link: whose it is.
        reason: why it is not checked.
    """

    link: str
    reason: str


class CollisionReport(Record):
    """Which links of a robot collide with each other.

    Args:
        file: how the file was named.
        robot: name of the robot.
        configuration: how the joints were set.
        pairs: number of pairs that were checked.
        tested: number of configurations that were tested.
        colliding: number of those in which links collide.
        configurations: those in which links collide, in the order of the file.
        unchecked: collision shapes that could not be checked.
    """

    file: str
    robot: str
    configuration: ConfigurationFacts
    pairs: int
    tested: int
    colliding: int
    configurations: Sequence[ConfigurationCollisions]
    unchecked: Sequence[UncheckedShape]


def contacts_of(model: CollisionModel, q: Any) -> tuple[LinkContact, ...]:
    """Return what collides in one configuration."""
    return tuple(
        LinkContact(one.link1, one.link2, one.depth, one.point1, one.point2, one.inside)
        for one in model.contacts(q)
    )

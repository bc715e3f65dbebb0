"""The report of ``bodyplan collisions``: which links of a robot collide."""

from __future__ import annotations

from collections.abc import Sequence

from bodyplan.collision.evidence import Contact, SkippedLink
from bodyplan.core import Record
from bodyplan.report.configuration import ConfigurationFacts


class ConfigurationCollisions(Record):
    """What collides in one configuration.

    Args:
        number: of the configuration, from 1.
        contacts: the pairs of links that collide.
    """

    number: int
    contacts: Sequence[Contact]


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
    unchecked: Sequence[SkippedLink]

"""The report of ``bodyplan collisions``: which links of a robot collide."""

from __future__ import annotations

from collections.abc import Sequence

from bodyplan.collision.evidence import Contact, SkippedLink
from bodyplan.core import Record
from bodyplan.report.configuration import ConfigurationFacts


class ConfigurationCollisions(Record):
    """The links that collide in one configuration.

    Args:
        number: the number of the configuration, from 1.
        contacts: the pairs of links that collide.
    """

    number: int
    contacts: Sequence[Contact]


class CollisionReport(Record):
    """Which links of a robot collide with each other.

    Args:
        file: the name of the file, as given.
        robot: name of the robot.
        configuration: the positions of the joints.
        pairs: number of pairs that were checked.
        tested: number of configurations that were tested.
        colliding: number of configurations in which links collide.
        configurations: the configurations in which links collide, in the order of the file.
        unchecked: collision shapes that could not be checked.
        note: a note on quaternions that are not normalized; empty if all are normalized.
    """

    JSON = (
        *("file", "robot", "configuration", "pairs", "tested", "colliding"),
        *("configurations", "unchecked"),
    )

    file: str
    robot: str
    configuration: ConfigurationFacts
    pairs: int
    tested: int
    colliding: int
    configurations: Sequence[ConfigurationCollisions]
    unchecked: Sequence[SkippedLink]
    note: str = ""

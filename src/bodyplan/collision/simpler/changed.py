"""Which pairs of links collide only before or only after a change of collision geometry."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.collision.model import CollisionModel
from bodyplan.collision.pairs import Pair, TooManyPairsError, checked_pairs
from bodyplan.files.writer import Output, write_files
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from bodyplan.core import Record
    from bodyplan.files.opener import File
    from bodyplan.model import Robot

Pairs = tuple[Pair, ...]


@contextmanager
def with_new_meshes(before: Robot, after: Robot, contents: Mapping[str, bytes]) -> Iterator[Robot]:
    """Provide the changed robot with its new meshes in temporary files.

    Args:
        before: the robot before the change; it provides the other mesh files.
        after: the changed robot.
        contents: contents of the new meshes, by URI.
    """
    with tempfile.TemporaryDirectory(prefix="bodyplan-") as folder:
        places = {uri: Path(folder) / f"{number}.stl" for number, uri in enumerate(contents)}
        write_files(*(Output(place, contents[uri]) for uri, place in places.items()))
        own = Resources()

        def find(uri: str, value: Record) -> File | None:
            if uri in places:
                return own.file(str(places[uri]), base=Path(folder))
            return None if before.files is None else before.files(uri, value)

        yield after.with_files(find)


def changed_collisions(before: Robot, after: Robot, links: Collection[str]) -> tuple[Pairs, Pairs]:
    """Return the pairs of links that collide only after a change, and the pairs only before.

    The pairs of ``checked_pairs`` are compared in the default configuration. Both results are empty
    if the robot has too many links, poses that are not finite, or meshes that take too many steps.

    Args:
        before: the robot before the change.
        after: the changed robot.
        links: names of the links whose geometry has changed.
    """
    try:
        pairs = [pair for pair in checked_pairs(before) if not set(links).isdisjoint(pair)]
    except TooManyPairsError:
        return (), ()
    try:
        old, new = ({*CollisionModel(one, pairs).colliding_pairs()} for one in (before, after))
    except ValueError:  # poses that are not finite, or too many steps
        return (), ()
    return (
        tuple(pair for pair in pairs if pair in new - old),
        tuple(pair for pair in pairs if pair in old - new),
    )

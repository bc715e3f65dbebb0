"""The links and joints of a description as declared, and the source locations of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record
from bodyplan.model.joint import Joint
from bodyplan.model.link import Link
from bodyplan.model.shape import Geometry
from bodyplan.model.transform import Transform

if TYPE_CHECKING:
    from bodyplan.diag import Where


class Origins:
    """The source locations of values, computed at the first query.

    Args:
        pairs: a function that returns each value with its source element.
        place: a function that returns the location of an element; None if unknown.
    """

    def __init__(
        self,
        pairs: Callable[[], Iterable[tuple[Record, Any]]],
        place: Callable[[Any], Where | None],
    ) -> None:
        self._pairs = pairs
        self._place = place

    def __repr__(self) -> str:
        return "<Origins>"

    @cached_property
    def known(self) -> dict[int, tuple[Record, Any]]:
        """Each value with its source element, by the ``id`` of the value."""
        return {id(pair[0]): pair for pair in self._pairs()}

    def source(self, value: Record) -> Any:
        """Return the source element of a value; None if it is unknown."""
        found = self.known.get(id(value))
        return None if found is None else found[1]

    def where(self, value: Record) -> Where | None:
        """Return file, line and column of the source of a value; None if it is unknown.

        Args:
            value: a part of the robot; the object itself, not an equal copy.
        """
        source = self.source(value)
        return None if source is None else self._place(source)


UNKNOWN_POSE = Transform(p=(nan, nan, nan))
"""A pose whose numbers cannot be read, or whose frame does not exist."""
UNKNOWN_AXIS = (nan, nan, nan)
"""The axis of an SDFormat joint that does not define one."""
UNKNOWN_INERTIA = (nan, nan, nan, nan, nan, nan)
"""The inertia of a link that does not define one."""


class Parts(Record):
    """The links and joints of one robot, as declared.

    They may be invalid: names may be duplicates or empty, parents and children may not
    exist, and joints may form loops. A number that could not be read is nan. Values are not
    normalized: an axis has the length that it has in the file.

    Args:
        name: the name of the robot.
        links: the links, in the order of the file.
        joints: the joints, in the order of the file. In SDFormat, their poses are unknown here:
            they depend on all other frames, and ``from_sdf`` resolves them. If a parent or child is
            a frame, it is replaced by the link to which the frame is attached.
        origins: the source elements of links, joints and their parts.
        unread: the ``id`` of each link and joint with a value that could not be read and was
            replaced by its default; for example, a joint of an unknown type becomes a fixed joint.
        static: the ``id`` of each link of a static model, which forces do not move.
        merges_fixed: whether links connected by fixed joints are one rigid body, as in URDF.
        outside: names of links in included models that joints of this file can refer to.
        merged: further joints, from merged models; ``origins`` does not contain them.
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    origins: Origins
    unread: frozenset[int] = frozenset()
    static: frozenset[int] = frozenset()
    merges_fixed: bool = True
    outside: tuple[str, ...] = ()
    merged: tuple[Joint, ...] = ()

    @property
    def geometries(self) -> Iterator[Geometry]:
        """Every visual and every collision, link by link."""
        return (part for link in self.links for part in (*link.visuals, *link.collisions))

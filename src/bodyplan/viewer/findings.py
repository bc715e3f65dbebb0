"""The diagnostics of a scene: where they are, and which links and joints they are about."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Report, Where
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.model import Robot
from bodyplan.text import Layout, Source, parse
from bodyplan.viewer.records import SceneFinding, ScenePlace, SceneRobot

LARGEST_SOURCE = 2_000_000
"""Characters of a file that a page shows."""


class Places:
    """Locations in the files of a scene, and the text of these files."""

    def __init__(self) -> None:
        self._sources: dict[str, str] = {}
        self._ends: dict[str, dict[tuple[int, int], tuple[int, int]]] = {}

    @property
    def sources(self) -> Mapping[str, str]:
        """The text of each file that something points to."""
        return MappingProxyType(self._sources)

    def add(self, name: str, source: Source) -> None:
        """Add the text of a file, unless it is too large."""
        if name not in self._sources and len(source.data) <= LARGEST_SOURCE:
            self._sources[name] = source.text

    def add_sources(self, report: Report) -> None:
        """Add the text of the files of a report."""
        for file in report.files:
            if file.source is not None:
                self.add(file.name, file.source)

    def of(self, robot: Robot, value: Record, document: Document | None) -> ScenePlace | None:
        """Return the range of the element that a value of a robot was made from."""
        where = robot.where(value)
        if where is None:
            return None
        source = None if robot.origins is None else robot.origins.source(value)
        described = None if document is None else expanded_document(document)
        if (
            document is None
            or source is None
            or where.file != document.name
            or described is not document  # the element is in the file, not in what it expands to
        ):
            return self._whole(place_of(where))
        self.add(document.name, document.source)
        try:
            node = document.node(source)
        except (KeyError, ValueError):
            node = None
        if node is None:
            return self._whole(place_of(where))
        end = document.places.layout.span(node).end
        line, column = document.source.position(end)
        return ScenePlace(where.file, where.line, where.column, line, column)

    def _whole(self, place: ScenePlace) -> ScenePlace:
        """Return the range of the element whose tag name is at a place of an included file."""
        if place.file not in self._ends:
            self._ends[place.file] = self._read(place.file)
        end = self._ends[place.file].get((place.line, place.column))
        return place if end is None else ScenePlace(place.file, place.line, place.column, *end)

    def _read(self, name: str) -> dict[tuple[int, int], tuple[int, int]]:
        """Add the text of a file that was included; return where each of its elements ends."""
        try:
            if os.path.getsize(name) > LARGEST_SOURCE:
                return {}
            with open(name, "rb") as file:
                source = Source(file.read(), name)
        except (OSError, ValueError):
            return {}
        self.add(name, source)
        tree = parse(source.data)
        layout = Layout(source.text, tree.root)
        spans = [layout.span(one) for one in layout.elements]
        return {source.position(one.start + 1): source.position(one.end) for one in spans}


def place_of(where: Where) -> ScenePlace:
    """Return a location as a range."""
    return ScenePlace(where.file, where.line, where.column, where.end_line, where.end_column)


class Findings:
    """The diagnostics of a scene."""

    def __init__(self) -> None:
        self.records: list[SceneFinding] = []

    def add(self, found: Iterable[Diagnostic], parts: Mapping[int, SceneRobot]) -> None:
        """Add diagnostics.

        Args:
            found: the diagnostics.
            parts: the robots that they are about, by index. Of several it is the one that contains
                the location.
        """
        spans = {robot: _spans(part) for robot, part in parts.items()}
        only = next(iter(spans)) if len(spans) == 1 else -1
        for one in found:
            place = place_of(one.where)
            robot = only
            links: tuple[str, ...] = ()
            joints: tuple[str, ...] = ()
            for number, own in spans.items():
                links, joints = _about(place, one.message, own)
                if links or joints:
                    robot = number
                    break
            self.records.append(
                SceneFinding(
                    code=one.code,
                    name=one.name,
                    severity=one.severity.value,
                    message=one.message,
                    hint=one.hint or "",
                    where=place,
                    robot=robot,
                    links=links,
                    joints=joints,
                )
            )


Span = tuple[ScenePlace, str, bool]
"""The range of a part, its name, and whether it is a link."""


def _spans(part: SceneRobot) -> list[Span]:
    links = [(link.where, link.name, True) for link in part.links]
    joints = [(joint.where, joint.name, False) for joint in part.joints]
    return [(where, name, is_link) for where, name, is_link in (*links, *joints) if where]


def _about(
    place: ScenePlace, message: str, spans: Iterable[Span]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the links and of the joints that contain a location.

    A macro makes several parts of one location: those are meant that the message names, if any.
    """
    links: list[str] = []
    joints: list[str] = []
    at = (place.line, place.column)
    for where, name, is_link in spans:
        is_inside = (where.line, where.column) <= at < (where.end_line, where.end_column)
        if where.file == place.file and is_inside:
            (links if is_link else joints).append(name)
    return _named(links, message), _named(joints, message)


def _named(names: list[str], message: str) -> tuple[str, ...]:
    if len(names) > 1:
        names = [name for name in names if f"'{name}'" in message] or names
    return tuple(names)

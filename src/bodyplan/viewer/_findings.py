"""The diagnostics of a scene: their locations, and the links and joints that they concern."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Report, Where
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expansion_of
from bodyplan.model import Robot
from bodyplan.resources import Resources
from bodyplan.text import Layout, Source, parse
from bodyplan.viewer.records import SceneFinding, ScenePlace, SceneRobot

LARGEST_SOURCE = 2_000_000
"""Limit on the size of a source file that a page shows [bytes]."""


class Places:
    """Locations in the files of a scene, and the texts of these files."""

    def __init__(self) -> None:
        self._sources: dict[str, str] = {}
        self._ends: dict[str, dict[tuple[int, int], tuple[int, int]]] = {}

    @property
    def sources(self) -> Mapping[str, str]:
        """The text of each file to which a location refers."""
        return MappingProxyType(self._sources)

    def add(self, name: str, source: Source) -> None:
        """Add the text of a file, unless it is too large."""
        if name not in self._sources and len(source.data) <= LARGEST_SOURCE:
            self._sources[name] = source.text

    def add_sources(self, report: Report) -> None:
        """Add the text of the first file of a report, and of other files with diagnostics."""
        for number, file in enumerate(report.files):
            if file.source is not None and (file.diagnostics or not number):
                self.add(file.name, file.source)

    def of(self, robot: Robot, value: Record, document: Document | None) -> ScenePlace | None:
        """Return the text range of the element that defines a value of a robot; None if unknown."""
        where = robot.where(value)
        if where is None:
            return None
        source = None if robot.origins is None else robot.origins.source(value)
        described = None if document is None else document.expanded
        if (
            document is None
            or source is None
            or where.file != document.name
            # the document was expanded from xacro, so its nodes are not in the file
            or described is not document
        ):
            return self._whole(place_of(where), document)
        self.add(document.name, document.source)
        try:
            node = document.node(source)
        except (KeyError, ValueError):
            node = None
        if node is None:
            return self._whole(place_of(where), document)
        end = document.places.layout.span(node).end
        line, column = document.source.position(end)
        return ScenePlace(where.file, where.line, where.column, line, column)

    def _whole(self, place: ScenePlace, document: Document | None) -> ScenePlace:
        """Return the range of the element whose tag name begins at a location.

        If the element is not known, return the location itself.
        """
        if place.file not in self._ends:
            self._ends[place.file] = self._read(place.file, document)
        end = self._ends[place.file].get((place.line, place.column))
        return place if end is None else ScenePlace(place.file, place.line, place.column, *end)

    def _read(self, name: str, document: Document | None) -> dict[tuple[int, int], tuple[int, int]]:
        """Add the text of an included file; return the end of each of its elements, by its start."""
        data = b"" if document is None else _included(name, document)
        if not data or len(data) > LARGEST_SOURCE:
            return {}
        source = Source(data, name)
        self.add(name, source)
        tree = parse(source.data)
        layout = Layout(source.text, tree.root)
        spans = [layout.span(one) for one in layout.elements]
        return {source.position(one.start + 1): source.position(one.end) for one in spans}


def _included(name: str, document: Document) -> bytes:
    """Return the content of a file that a document includes; empty if it cannot be read."""
    expansion = expansion_of(document)
    for file in () if expansion is None else expansion.files:
        if file.name == name:
            return file.data
    resources = document.resources or Resources()
    base = None if document.path is None else document.path.parent
    try:
        return resources.file_at(name, base=base).read(LARGEST_SOURCE)
    except OSError:
        return b""


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
            parts: the robots that the diagnostics may concern, by index. If there are several, a
                diagnostic is assigned to the robot that has a link or joint at its location.
        """
        spans = _spans(parts)
        only = next(iter(parts)) if len(parts) == 1 else -1
        for one in found:
            place = place_of(one.where)
            about = _about(place, spans.get(place.file, []))
            robot = about[0].robot if about else only
            links, joints = (
                _named([span.name for span in about if span.is_link is is_link], one.message)
                for is_link in (True, False)
            )
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


class _Span(NamedTuple):
    """The range of a link or joint in its file.

    Args:
        start: line and column of the first character.
        robot: index of the robot.
        end: line and column after the last character.
        name: the name of the part.
        is_link: whether it is a link.
    """

    start: tuple[int, int]
    robot: int
    end: tuple[int, int]
    name: str
    is_link: bool


def _spans(parts: Mapping[int, SceneRobot]) -> dict[str, list[_Span]]:
    """Return the ranges of all links and joints by file, sorted by their start and robot.

    Links or joints that several macro calls create from one element have the same range.
    """
    found: dict[str, list[_Span]] = {}
    for robot, part in parts.items():
        links = ((link.where, link.name, True) for link in part.links)
        joints = ((joint.where, joint.name, False) for joint in part.joints)
        for where, name, is_link in (*links, *joints):
            if where is not None:
                start, end = (where.line, where.column), (where.end_line, where.end_column)
                found.setdefault(where.file, []).append(_Span(start, robot, end, name, is_link))
    for spans in found.values():
        spans.sort(key=lambda span: span[:2])
    return found


def _about(place: ScenePlace, spans: list[_Span]) -> list[_Span]:
    """Return the links and joints of one robot at a location: the first robot with parts there.

    One location can have several links or joints, because each call of a macro creates new ones
    from the same element. ``_named`` selects those that the message mentions.
    """
    at = (place.line, place.column)
    after = first = bisect_right(spans, at, key=lambda span: span.start)
    while first and at < spans[first - 1].end:
        first -= 1
    found = spans[first:after]
    robot = min((span.robot for span in found), default=-1)
    return [span for span in found if span.robot == robot]


def _named(names: list[str], message: str) -> tuple[str, ...]:
    if len(names) > 1:
        names = [name for name in names if f"'{name}'" in message] or names
    return tuple(names)

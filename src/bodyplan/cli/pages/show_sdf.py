"""``bodyplan show`` for SDFormat: the page of a world or model."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.errors import UserError
from bodyplan.cli.pages.drawing import Line, Table
from bodyplan.cli.pages.file_lines import file_lines
from bodyplan.cli.pages.forms import GRAPHS, View
from bodyplan.cli.pages.link_tree import Fact, counted, fact_lines, tree_table
from bodyplan.core import replace
from bodyplan.report import wording
from bodyplan.report.facts import LinkFacts, RobotReport
from bodyplan.report.sdf.facts import (
    EntityReport,
    IncludeFacts,
    LightFacts,
    ModelReport,
    PluginFacts,
    PoseFacts,
    SdfReport,
    WorldReport,
)

_MOST_ROWS = 40
"""The maximum number of rows of a table; further rows are counted."""
_GROUND = "world"


def view(report: SdfReport, arguments: argparse.Namespace) -> View:
    """Return the output formats of an SDFormat file."""
    return View(
        lambda: report,
        lambda graph: GRAPHS[graph](sdf_graph(report), fold=not arguments.unfold),
        lambda width, is_ascii: sdf_lines(
            report,
            width,
            is_ascii=is_ascii,
            depth=arguments.depth,
            has_tree=not arguments.no_tree,
        ),
    )


def sdf_graph(report: SdfReport) -> RobotReport:
    """Return the links and joints of the first world or model, for its graph.

    Raises:
        UserError: the file contains no world or model.
    """
    if not report.entities:
        raise UserError(f"{report.file} contains no world or model to draw")
    robot: RobotReport = report.entities[0]
    if any(_GROUND in (joint.parent, joint.child) for joint in robot.joints):
        robot = replace(robot, links=(LinkFacts(_GROUND), *robot.links))
    return robot


def sdf_lines(
    report: SdfReport,
    width: int | None,
    *,
    is_ascii: bool = False,
    depth: int | None = None,
    has_tree: bool = True,
) -> list[Line]:
    """Return the page of a file: each world or model with its contents.

    Args:
        report: the report on the file.
        width: columns that the lines must fit; None for no limit.
        is_ascii: whether to use only ASCII.
        depth: number of levels of the link tree to show; None for all.
        has_tree: whether to show the link tree.
    """
    page = _Page(report, width, is_ascii=is_ascii)
    lines: list[Line] = []
    for whole in report.entities:
        lines += page.head(whole)
        if isinstance(whole, ModelReport) and has_tree and whole.tree:
            lines += tree_table(whole.tree, width, depth=depth, is_ascii=is_ascii)
            lines.append(Line())
        lines += page.body(whole)
    lines += page.others()
    lines += file_lines("files", report.files, width)
    return lines


class _Page:
    """The lines about worlds and models, for one width.

    Args:
        report: the report on the file.
        width: columns that the lines must fit; None for no limit.
        is_ascii: whether to use only ASCII.
    """

    def __init__(self, report: SdfReport, width: int | None, *, is_ascii: bool) -> None:
        self.report = report
        self.width = width
        self.is_ascii = is_ascii

    def head(self, whole: WorldReport | ModelReport) -> Iterator[Line]:
        """Yield name, version, file, counts and further facts."""
        if isinstance(whole, WorldReport):
            kind, facts = "world", _of_world(whole)
        else:
            kind, facts = "model", _of_model(whole)
        yield self._title(wording.name(whole.name), kind)
        yield from fact_lines(facts)
        yield Line()

    def body(self, whole: EntityReport) -> Iterator[Line]:
        """Yield the tables of contents of a world or model."""
        is_world = isinstance(whole, WorldReport)
        yield from self._parts(whole)
        yield from self._missing(whole.includes)
        yield from self._table(
            "sensors",
            ("name", "type", "on", "rate"),
            (
                (
                    one.name,
                    one.type,
                    one.inside,
                    f"{wording.number(one.rate)} Hz" if one.rate else "",
                )
                for one in whole.sensors
            ),
        )
        yield from self._lights(whole.lights)
        yield from self._plugins(whole.plugins)
        where = "pose in the world" if is_world else "pose in the model"
        yield from self._table(
            "frames",
            ("name", where, "moves with"),
            (
                (one.name, _pose(one.pose), one.attached_to or "(unresolved)")
                for one in whole.frames
            ),
        )

    def others(self) -> Iterator[Line]:
        """Yield lights and actors outside of worlds."""
        report = self.report
        if not report.entities:
            count = len(report.lights) + len(report.actors)
            what = "nothing" if not count else "light" if report.lights else "actor"
            names = [*(light.name for light in report.lights), *report.actors]
            yield self._title(wording.name(names[0]) if names else "(empty)", what)
            yield Line()
        yield from self._lights(report.lights)
        yield from self._table("actors", ("name",), ((name,) for name in report.actors))

    def _title(self, name: str, kind: str) -> Line:
        version = f" {self.report.format_version}" if self.report.format_version else ""
        file = f" · {wording.name(self.report.file)}" if self.report.file else ""
        return Line((name, "bold"), (f" · {kind} · SDFormat{version}{file}", "dim"))

    def _parts(self, whole: EntityReport) -> Iterator[Line]:
        where = "pose in the world" if isinstance(whole, WorldReport) else "pose in the model"
        yield from self._table(
            "models",
            ("name", where, "links", "joints", "mass", "from"),
            (
                (
                    part.name,
                    _pose(part.pose),
                    f"{part.links:,}",
                    f"{part.joints:,}",
                    "static" if part.is_static else wording.mass(part.mass),
                    part.file or "",
                )
                for part in whole.parts
            ),
        )

    def _missing(self, includes: Iterable[IncludeFacts]) -> Iterator[Line]:
        missing = [include for include in includes if not include.kind]
        if not missing:
            return
        yield Line(
            ("not found", "bold red"), (f"  {wording.plural(len(missing), 'include')}", "dim")
        )
        for include in missing[:_MOST_ROWS]:
            inside = f" in {wording.name(include.inside)}" if include.inside else ""
            yield Line((f"  {wording.name(include.uri)}{inside}", "red"))
            yield Line((f"    {wording.name(include.reason)}", "dim"))
        yield from _more(len(missing))
        yield Line()

    def _lights(self, lights: Sequence[LightFacts]) -> Iterator[Line]:
        yield from self._table(
            "lights",
            ("name", "type", "where"),
            ((one.name, one.type, one.inside or _pose(one.pose)) for one in lights),
        )

    def _plugins(self, plugins: Iterable[PluginFacts]) -> Iterator[Line]:
        yield from self._table(
            "plugins",
            ("name", "library", "of"),
            ((one.name, one.filename, one.inside) for one in plugins),
        )

    def _table(
        self, title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]
    ) -> Iterator[Line]:
        """Yield a table with a title, without empty columns."""
        found = list(rows)
        if not found:
            return
        used = [number for number, column in enumerate(zip(*found, strict=True)) if any(column)]
        steps = [*((column, 12) for column in range(len(used) - 1, -1, -1)), (0, 20)]
        table = Table(steps, is_ascii=self.is_ascii)
        table.add(
            [(f"  {heads[number]}" if not place else heads[number], "dim")]
            for place, number in enumerate(used)
        )
        for row in found[:_MOST_ROWS]:
            table.add(
                [(f"  {wording.name(row[number])}" if not place else _cell(row[number]), "")]
                for place, number in enumerate(used)
            )
        yield Line((title, "bold"), (f"  {len(found):,}", "dim"))
        yield from table.lines(self.width)
        yield from _more(len(found))
        yield Line()


def _cell(text: str) -> str:
    return wording.name(text) if text else ""


def _more(count: int) -> Iterator[Line]:
    if count > _MOST_ROWS:
        yield Line((f"  and {count - _MOST_ROWS:,} more; --json lists all", "dim"))


def _of_model(whole: ModelReport) -> list[Fact]:
    """Return the facts of a model."""
    facts = counted(whole)
    if whole.is_static:
        facts.append(("static", "", "never moves"))
    if whole.canonical_link:
        facts.append(("frame", "", f"attached to link {wording.name(whole.canonical_link)}"))
    if whole.pose is not None and _pose(whole.pose) != "0 0 0":
        facts.append(("pose", "", _pose(whole.pose)))
    if whole.grippers:
        facts.append(("grippers", f"{len(whole.grippers):,}", ", ".join(whole.grippers)))
    return facts


def _of_world(whole: WorldReport) -> list[Fact]:
    """Return the facts of a world."""
    static = sum(part.is_static for part in whole.parts)
    missing = sum(not include.kind for include in whole.includes)
    facts = [("models", f"{len(whole.parts):,}", f"{static:,} static" if static else "0 static")]
    if whole.includes:
        found = f"{missing:,} not found" if missing else "all found"
        facts.append(("includes", f"{len(whole.includes):,}", found))
    facts += counted(whole)
    for physics in whole.physics:
        text = f"step {wording.number(physics.step)} s, {wording.number(physics.real_time_factor)}"
        text += " × real time" + ("" if physics.is_written else " (libsdformat default)")  # noqa: RUF001
        facts.append(("physics", "", f"{wording.name(physics.engine)}, {text}"))
    gravity = " ".join(map(wording.number, whole.gravity))
    facts.append(("gravity", "", f"{gravity} m/s²"))
    if whole.actors:
        facts.append(
            ("actors", f"{len(whole.actors):,}", ", ".join(map(wording.name, whole.actors)))
        )
    if whole.also:
        facts.append(("also", "", ", ".join(whole.also)))
    return facts


def _pose(pose: PoseFacts | None) -> str:
    """Return the position in metres and, if rotated, roll, pitch and yaw in degrees."""
    if pose is None:
        return "(unresolved)"
    xyz = " ".join(wording.number(round(value, 6) + 0.0) for value in pose.xyz)
    turns = [round(math.degrees(value), 2) + 0.0 for value in pose.rpy]
    if not any(turns):
        return xyz
    return f"{xyz}, rpy {' '.join(f'{turn:g}' for turn in turns)}°"

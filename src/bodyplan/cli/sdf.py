"""A world or model of SDFormat on a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.drawing import Line, Table
from bodyplan.cli.file_lines import file_lines
from bodyplan.cli.tree import stance_facts, tree_table
from bodyplan.cli.trouble import Trouble
from bodyplan.summary import (
    IncludeFacts,
    LightFacts,
    LinkFacts,
    PluginFacts,
    PoseFacts,
    SdfSummary,
    Summary,
    WholeFacts,
    WorldFacts,
    words,
)
from bodyplan.summary.facts import DEGREES_OF_FREEDOM
from bodyplan.text import replace

_MOST_ROWS = 40
"""Rows of a table; of the others it is said how many there are."""
_GROUND = "world"
Fact = tuple[str, str, str]
"""Label, value and details of a line of the head."""


def sdf_graph(summary: SdfSummary) -> Summary:
    """The links and joints of the first world or model, for its graph.

    Raises:
        Trouble: there is neither.
    """
    if not summary.wholes:
        raise Trouble(f"{summary.file} holds no world and no model; it has no graph")
    robot = summary.wholes[0].robot
    if any(_GROUND in (joint.parent, joint.child) for joint in robot.joints):
        robot = replace(robot, links=(LinkFacts(_GROUND), *robot.links))
    return robot


def sdf_lines(
    summary: SdfSummary,
    width: int | None,
    *,
    is_ascii: bool = False,
    depth: int | None = None,
    has_tree: bool = True,
) -> list[Line]:
    """The page of a file: each world or model with what is in it.

    Args:
        summary: of the file.
        width: what it has to fit into; None for as wide as it needs.
        is_ascii: draw with ASCII.
        depth: how many levels of the tree of links to show; None for all.
        has_tree: whether to show that tree.
    """
    page = _Page(summary, width, is_ascii=is_ascii)
    lines: list[Line] = []
    for whole in summary.wholes:
        lines += page.head(whole)
        if whole.world is None and has_tree and whole.robot.rows:
            lines += tree_table(whole.robot.rows, width, depth=depth, is_ascii=is_ascii)
            lines.append(Line())
        lines += page.body(whole)
    lines += page.others()
    lines += file_lines("files", summary.files, width)
    return lines


class _Page:
    """Lines about worlds and models, in one width.

    Args:
        summary: of the file.
        width: what they have to fit into; None for as wide as they need.
        is_ascii: draw with ASCII.
    """

    def __init__(self, summary: SdfSummary, width: int | None, *, is_ascii: bool) -> None:
        self.summary = summary
        self.width = width
        self.is_ascii = is_ascii

    def head(self, whole: WholeFacts) -> Iterator[Line]:
        """Name, version and file, and all that can be counted."""
        facts = _of_model(whole) if whole.world is None else _of_world(whole, whole.world)
        yield self._title(words.name(whole.robot.name), whole.kind)
        label_width = max(len(label) for label, *_ in facts) + 2
        value_width = max((len(value) for _, value, more in facts if more), default=0)
        for label, value, more in facts:
            line = Line((f"{label:<{label_width}}", "dim"))
            line.add(f"{value:>{value_width}}" if more else value, "bold")
            if more:
                line.add(f"  {more}", "")
            yield line
        yield Line()

    def body(self, whole: WholeFacts) -> Iterator[Line]:
        """Tables of what is in it."""
        is_world = whole.world is not None
        yield from self._parts(whole)
        yield from self._missing(whole.includes)
        yield from self._table(
            "sensors",
            ("name", "type", "on", "rate"),
            (
                (one.name, one.type, one.inside, f"{words.number(one.rate)} Hz" if one.rate else "")
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
                (one.name, _pose(one.place), one.attached_to or "(leads nowhere)")
                for one in whole.frames
            ),
        )

    def others(self) -> Iterator[Line]:
        """Lights and actors outside of worlds."""
        summary = self.summary
        if not summary.wholes:
            count = len(summary.lights) + len(summary.actors)
            what = "nothing" if not count else "light" if summary.lights else "actor"
            names = [*(light.name for light in summary.lights), *summary.actors]
            yield self._title(words.name(names[0]) if names else "(empty)", what)
            yield Line()
        yield from self._lights(summary.lights)
        yield from self._table("actors", ("name",), ((name,) for name in summary.actors))

    def _title(self, name: str, kind: str) -> Line:
        version = f" {self.summary.version}" if self.summary.version else ""
        file = f" · {words.name(self.summary.file)}" if self.summary.file else ""
        return Line((name, "bold"), (f" · {kind} · SDFormat{version}{file}", "dim"))

    def _parts(self, whole: WholeFacts) -> Iterator[Line]:
        where = "pose in the world" if whole.world is not None else "pose in the model"
        yield from self._table(
            "models",
            ("name", where, "links", "joints", "mass", "from"),
            (
                (
                    part.name,
                    _pose(part.place),
                    f"{part.links:,}",
                    f"{part.joints:,}",
                    "static" if part.is_static else words.mass(part.mass),
                    part.file or "",
                )
                for part in whole.parts
            ),
        )

    def _missing(self, includes: Iterable[IncludeFacts]) -> Iterator[Line]:
        missing = [include for include in includes if not include.kind]
        if not missing:
            return
        yield Line(("not found", "bold red"), (f"  {words.plural(len(missing), 'include')}", "dim"))
        for include in missing[:_MOST_ROWS]:
            inside = f" in {words.name(include.inside)}" if include.inside else ""
            yield Line((f"  {words.name(include.uri)}{inside}", "red"))
            yield Line((f"    {words.name(include.reason)}", "dim"))
        yield from _more(len(missing))
        yield Line()

    def _lights(self, lights: Sequence[LightFacts]) -> Iterator[Line]:
        yield from self._table(
            "lights",
            ("name", "type", "where"),
            ((one.name, one.type, one.inside or _pose(one.place)) for one in lights),
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
        """A table with a title; columns in which nothing stands are left out."""
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
                [(f"  {words.name(row[number])}" if not place else _cell(row[number]), "")]
                for place, number in enumerate(used)
            )
        yield Line((title, "bold"), (f"  {len(found):,}", "dim"))
        yield from table.lines(self.width)
        yield from _more(len(found))
        yield Line()


def _cell(text: str) -> str:
    return words.name(text) if text else ""


def _more(count: int) -> Iterator[Line]:
    if count > _MOST_ROWS:
        yield Line((f"  and {count - _MOST_ROWS:,} more; --json lists all", "dim"))


def _of_model(whole: WholeFacts) -> list[Fact]:
    """The head of a model."""
    facts = _counted(whole)
    if whole.is_static:
        facts.append(("static", "", "it never moves"))
    if whole.canonical_link:
        facts.append(("frame", "", f"fixed to link {words.name(whole.canonical_link)}"))
    if whole.place is not None and _pose(whole.place) != "0 0 0":
        facts.append(("pose", "", _pose(whole.place)))
    if whole.grippers:
        facts.append(("grippers", f"{len(whole.grippers):,}", ", ".join(whole.grippers)))
    return facts


def _of_world(whole: WholeFacts, world: WorldFacts) -> list[Fact]:
    """The head of a world."""
    static = sum(part.is_static for part in whole.parts)
    missing = sum(not include.kind for include in whole.includes)
    facts = [
        ("models", f"{len(whole.parts):,}", f"{static:,} static" if static else "all can move")
    ]
    if whole.includes:
        found = f"{missing:,} not found" if missing else "all found"
        facts.append(("includes", f"{len(whole.includes):,}", found))
    facts += _counted(whole)
    for physics in world.physics:
        told = f"step {words.number(physics.step)} s, {words.number(physics.real_time_factor)}"
        told += " × real time" + ("" if physics.is_written else " (as readers assume)")  # noqa: RUF001
        facts.append(("physics", "", f"{words.name(physics.engine)}, {told}"))
    gravity = " ".join(map(words.number, world.gravity))
    facts.append(("gravity", "", f"{gravity} m/s²"))
    if world.actors:
        facts.append(("actors", f"{len(world.actors):,}", ", ".join(map(words.name, world.actors))))
    if world.also:
        facts.append(("also", "", ", ".join(world.also)))
    return facts


def _counted(whole: WholeFacts) -> list[Fact]:
    """Links, joints, freedom and mass."""
    robot = whole.robot
    shapes = [words.plural(robot.visuals, "visual"), words.plural(robot.collisions, "collision")]
    if whole.world is None and whole.roots > 1:
        shapes.append(f"{whole.roots:,} that no joint leads to")
    facts = [("links", f"{len(robot.links):,}", ", ".join(shapes))]
    if robot.joints:
        types = [f"{count:,} {kind or 'without a type'}" for kind, count in robot.joint_types]
        facts.append(("joints", f"{len(robot.joints):,}", ", ".join(types)))
    freedom = robot.freedom
    if robot.joints or freedom.total:
        told = "degrees of freedom"
        if freedom.followers:
            told += f" ({freedom.total:,} with followers)"
        if freedom.loose:
            count = freedom.loose // DEGREES_OF_FREEDOM["floating"]
            verb = "floats" if count == 1 else "float"
            told += f", {freedom.loose:,} as {words.plural(count, 'link')} {verb}"
        if whole.loops:
            verb = "closes" if whole.loops == 1 else "close"
            told += f", fewer as {words.plural(whole.loops, 'loop')} {verb}"
        facts.append(("freedom", f"{freedom.independent:,}", told))
    mass = robot.mass
    masses = [f"in {words.plural(mass.links, 'link')}"] if mass.links else []
    if mass.without:
        masses.append(f"{mass.without:,} without mass")
        if mass.taken:
            of_them = "" if mass.taken == mass.without else f"{mass.taken:,} of them "
            masses.append(f"{of_them}taken as 1 kg" + " each" * (mass.taken > 1))
    if mass.unreadable:
        masses.append(f"{mass.unreadable:,} unreadable")
    if mass.links or mass.total:
        facts.append(("mass", f"{words.number(mass.total)} kg", ", ".join(masses)))
    return [*facts, *stance_facts(robot)]


def _pose(place: PoseFacts | None) -> str:
    """Position in metres and, where it is turned, roll, pitch and yaw in degrees."""
    if place is None:
        return "(leads nowhere)"
    xyz = " ".join(words.number(round(value, 6) + 0.0) for value in place.xyz)
    turns = [round(math.degrees(value), 2) + 0.0 for value in place.rpy]
    if not any(turns):
        return xyz
    return f"{xyz}, turned {' '.join(f'{turn:g}' for turn in turns)}°"

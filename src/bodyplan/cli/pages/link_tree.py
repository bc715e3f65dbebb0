"""The link tree of a robot as text, and the facts above the tree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.pages._scales import extent
from bodyplan.cli.pages.drawing import Line, Span, Table, cells
from bodyplan.model.joint import JOINT_TYPES, LINEAR, ROTARY, Family
from bodyplan.report import wording
from bodyplan.report.facts import DEGREES_OF_FREEDOM, JointFacts, RobotReport, Row
from bodyplan.report.sdf.facts import EntityReport, ModelReport

Fact = tuple[str, str, str]
"""Label, value and details of a line above the tree."""

_OF_FAMILY: dict[Family, str] = {
    "rotary": "blue",
    "endless": "cyan",
    "linear": "yellow",
    "several": "magenta",
    "other": "magenta",
    "fixed": "dim",
}
_STYLES: dict[str, str] = {kind: _OF_FAMILY[facts.family] for kind, facts in JOINT_TYPES.items()}
_RAILS = ("├─ ", "└─ ", "│  ", "   ", "↓ ")
_ASCII_RAILS = ("|- ", "`- ", "|  ", "   ", "> ")
_WIDTH = 15  # width of a bar in columns
_DEEPEST = 12  # maximum number of levels for which rails (vertical lines) are drawn
_LINK, _JOINT, _KIND, _MOTION, _BAR, _MASS, _SHAPES = range(7)
_STEPS = (
    (_SHAPES, 12),
    (_SHAPES, 0),
    (_BAR, 0),
    (_MOTION, 34),
    (_JOINT, 18),
    (_MASS, 0),
    (_MOTION, 20),
    (_LINK, 30),
    (_JOINT, 0),
    (_LINK, 20),
    (_MOTION, 0),
    (_KIND, 0),
)


def tree_table(
    rows: Sequence[Row], width: int | None, *, depth: int | None = None, is_ascii: bool = False
) -> Iterator[Line]:
    """Yield the lines of the tree: each link with its parent joint.

    If the tree is too deep for the width, it is flattened: an only child is listed below its parent
    after an arrow, and only branches are indented. If it is still too deep, only the last rails are
    drawn, after the number of hidden rails. Limits that do not fit are shown without degrees.

    Args:
        rows: rows of a report.
        width: columns that the lines must fit; None for no limit.
        depth: number of levels below the roots to show; None for all.
        is_ascii: whether to use only ASCII.
    """
    hidden = _hidden(rows, depth)
    shown = [index for index, row in enumerate(rows) if depth is None or row.depth <= depth]
    prefixes = _prefixes(rows, shown, width, _ASCII_RAILS if is_ascii else _RAILS)
    bars = Bars((row.joint for row in rows if row.joint is not None), is_ascii=is_ascii)
    lines = [
        (rows[index], prefix, hidden.get(index, 0))
        for index, prefix in zip(shown, prefixes, strict=True)
    ]

    def table(*, degrees: bool) -> Table:
        made = Table(_STEPS, is_ascii=is_ascii)
        for row, prefix, below in lines:
            made.add(_cells(row, prefix, below, bars, degrees=degrees))
        return made

    made = table(degrees=True)
    joints = [row.joint for row, _, _ in lines if row.joint is not None]
    longest = max((cells(wording.limits(joint)) for joint in joints), default=0)
    if width is not None and made.room(_MOTION, width) < longest:
        made = table(degrees=False)
    return made.lines(width)


def _hidden(rows: Sequence[Row], depth: int | None) -> dict[int, int]:
    """Return the number of hidden rows below each row of the deepest visible level."""
    if depth is None:
        return {}
    counts: dict[int, int] = {}
    last = 0
    for index, row in enumerate(rows):
        if row.depth == depth:
            last = index
        elif row.depth > depth:
            counts[last] = counts.get(last, 0) + 1
    return counts


def _prefixes(
    rows: Sequence[Row], shown: Sequence[int], width: int | None, rails: Sequence[str]
) -> Iterator[str]:
    """Yield the rails before the name of each link."""
    between, last, through, blank, chain = rails
    deepest = _DEEPEST if width is None else max(3, min(_DEEPEST, width // 12))
    is_flat = any(rows[index].depth > deepest for index in shown)
    has_next = _has_next(rows)
    level = [0] * len(rows)  # number of rails before each row
    path: list[str] = []  # the rails of the parent rows, by level
    for index in shown:
        row = rows[index]
        if row.above is None:
            path.clear()
            yield ""
            continue
        above = rows[row.above]
        if is_flat and above.below == 1:
            level[index] = level[row.above]
            del path[level[index] :]
            yield _joined(path, deepest) + chain
            continue
        level[index] = level[row.above] + 1
        del path[level[index] - 1 :]
        yield _joined(path, deepest - 1) + (between if has_next[index] else last)
        path.append(through if has_next[index] else blank)


def _joined(path: Sequence[str], deepest: int) -> str:
    """Return the last rails of a path, after the number of hidden rails."""
    if len(path) <= deepest:
        return "".join(path)
    return f"({len(path) - deepest}) {''.join(path[-deepest:])}"


def _has_next(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether a later row has the same parent."""
    found = [False] * len(rows)
    seen: set[int] = set()
    for index in range(len(rows) - 1, -1, -1):
        above = rows[index].above
        if above is not None:
            found[index] = above in seen
            seen.add(above)
    return found


class Bars:
    """Draws the limits of joints as bars on a common scale: from -180 to 180 degrees for angles.

    Args:
        joints: all joints of the tree; the largest limit of a prismatic joint sets the scale of
            lengths.
        is_ascii: whether to use only ASCII.
    """

    def __init__(self, joints: Iterable[JointFacts], *, is_ascii: bool = False) -> None:
        self.is_ascii = is_ascii
        slides = [joint for joint in joints if joint.type in LINEAR]
        ends = [abs(end) for joint in slides for end in (joint.lower, joint.upper) if end]
        longest = max(filter(math.isfinite, ends), default=0.0)
        self._largest: dict[str, float] = {
            **dict.fromkeys(LINEAR, longest),
            **dict.fromkeys(ROTARY, math.pi),
        }

    def of(self, joint: JointFacts) -> list[Span]:
        """Return the bar of a joint, with a mark at its default position; empty without limits."""
        largest = self._largest.get(joint.type)
        if largest is None:
            return []
        lower, upper = joint.lower, joint.upper
        if joint.type == "continuous":
            lower, upper = -largest, largest
        if lower is None or upper is None:
            return []
        beyond = 2.0 * largest  # a bar with an infinite limit ends in an arrow
        lower, upper = (min(max(end, -beyond), beyond) for end in (lower, upper))
        default = joint.default
        if default is None:
            default = 0.0 if lower <= 0.0 <= upper else 0.5 * (lower + upper)
        style = "dim" if joint.is_follower else _STYLES[joint.type]
        return extent(lower, upper, default, largest, _WIDTH, style, is_ascii=self.is_ascii)


def _cells(row: Row, prefix: str, hidden: int, bars: Bars, *, degrees: bool) -> list[list[Span]]:
    """Return the cells of a row: link, joint, type, limits, bar, mass, shapes."""
    name: list[Span] = [(prefix, "dim")] if prefix else []
    name.append((wording.name(row.name), "bold red" if row.mark else "bold"))
    if row.mark:
        name.append((f" ({row.mark})", "red"))
    if hidden:
        name.append((f" (+{hidden:,} below)", "dim"))
    joint: list[list[Span]] = [[], [], [], []]
    if row.joint is not None:
        joint = [*_joint_cells(row.joint, degrees=degrees), bars.of(row.joint)]
    link = row.link if row.mark in ("", "in a loop", "repeated link") else None
    mass = wording.mass(link.mass) if link is not None else ""
    shapes: list[Span] = []
    if link is not None:
        visual, collision = wording.shapes(link.visuals), wording.shapes(link.collisions)
        if visual:
            shapes.append((visual, ""))
        if collision and collision != visual:
            shapes.append((f" / {collision}" if visual else f"/ {collision}", "dim"))
    return [name, *joint, [(mass, "green")] if mass else [], shapes]


def _joint_cells(joint: JointFacts, *, degrees: bool) -> list[list[Span]]:
    style = _STYLES.get(joint.type, "red")
    kind = " ".join(filter(None, (wording.kind(joint), wording.axis(joint))))
    limits, follows = wording.limits(joint, degrees=degrees), wording.follows(joint)
    motion: list[Span] = []
    if limits:
        motion.append((limits, "red" if joint.lower is None else ""))
    if follows:
        said = "italic" if joint.is_follower else "red"
        motion.append((f", {follows}" if limits else follows, said))
    return [[(wording.name(joint.name), style)], [(kind, style)], motion]


def fact_lines(facts: Sequence[Fact]) -> Iterator[Line]:
    """Yield the lines of facts: label, value and details, aligned in columns."""
    label_width = max(len(label) for label, *_ in facts) + 2
    value_width = max((len(value) for _, value, _ in facts), default=0)
    for label, value, more in facts:
        line = Line((f"{label:<{label_width}}", "dim"))
        if value:
            line.add(f"{value:>{value_width}}", "bold")
            line.add(f"  {more}" if more else "", "")
        else:
            line.add(more, "")
        yield line


def counted(report: RobotReport) -> list[Fact]:
    """Return label, value and details of links, joints, degrees of freedom, mass and reach."""
    counts, freedom, mass = report.counts, report.degrees_of_freedom, report.mass
    entity = report if isinstance(report, EntityReport) else EntityReport()
    shapes = [
        wording.plural(counts.visuals, "visual"),
        wording.plural(counts.collisions, "collision"),
    ]
    if isinstance(report, ModelReport) and report.roots > 1:
        shapes.append(f"{wording.plural(report.roots, 'link')} without a parent joint")
    facts = [("links", f"{counts.links:,}", ", ".join(shapes))]
    types = [f"{count:,} {kind or 'without type'}" for kind, count in counts.joint_types.items()]
    is_urdf = report.format == "urdf"
    if types or is_urdf:
        facts.append(("joints", f"{counts.joints:,}", ", ".join(types)))
    if types or freedom.total or is_urdf:
        details = ["degrees of freedom"]
        if freedom.followers:
            details.append(f"{freedom.total:,} including mimic joints")
        if freedom.loose:
            count = freedom.loose // DEGREES_OF_FREEDOM["floating"]
            links = wording.plural(count, "free link")
            details.append(f"{freedom.loose:,} of {links}")
        if entity.loops:
            details.append(f"reduced by {wording.plural(entity.loops, 'closed loop')}")
        facts.append(("DOF", f"{freedom.independent:,}", ", ".join(details)))
    masses = [f"in {wording.plural(mass.links, 'link')}"] if mass.links or is_urdf else []
    if mass.without:
        masses.append(f"{mass.without:,} without mass")
        if mass.assumed:
            of_them = "" if mass.assumed == mass.without else f"{mass.assumed:,} of them "
            masses.append(f"{of_them}assumed to be 1 kg" + " each" * (mass.assumed > 1))
    if mass.unreadable:
        masses.append(f"{mass.unreadable:,} unreadable")
    if mass.links or mass.total or is_urdf:
        facts.append(("mass", f"{wording.number(mass.total)} kg", ", ".join(masses)))
    center, reach = report.center_of_mass, report.reach
    if center is not None:
        xyz = ", ".join(wording.number(round(value, 6)) for value in center.xyz)
        facts.append(("centre of mass", "", f"{xyz} m in {wording.name(center.link)}"))
    if report.configuration is not None:
        facts.append(("configuration", "", wording.configuration(report.configuration)))
    if reach is not None and reach.endless:
        facts.append(("reach", "∞", f"{wording.name(reach.endless)} slides without limits"))
    elif reach is not None:
        between = f"from {wording.name(reach.base)} to {wording.name(reach.tip)}"
        facts.append(("reach", f"{wording.number(reach.length)} m", f"upper bound, {between}"))
    return facts

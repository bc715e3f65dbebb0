"""Draw the pairs of links that are checked for collision as a picture (SVG), without other programs.

The picture is a triangle: each link has a row to the left of its name and a column below its name.
The row of one link and the column of another cross in the cell of the pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from bodyplan.collision.evidence import CollisionMatrix, PairRow
from bodyplan.collision.explained import explained
from bodyplan.report import wording
from bodyplan.report.pictures._svg_text import escape, short, width_of
from bodyplan.report.semantics_facts import CellFacts, CollisionFacts, SemanticSummary

_STEP = 14  # size of a cell
_MARGIN = 20
_TOP = 62  # height of the title
_NAME, _LEGEND, _TITLE = 10.5, 11.5, 17.0  # sizes of the letters
_LISTED = 9  # maximum number of reasons in the legend; further reasons share one line
_COUNT = 28  # width of the number after a name
_ENTRY = 21  # height of a line of the legend
_STYLE = """\
  <style>
    text { font-family: Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #747d88 }
    .title { font-size: 17px; font-weight: 600 }
    .legend { font-size: 11.5px; font-weight: 400 }
    .count { font-size: 11.5px; font-weight: 600; text-anchor: end }
    .name { font-size: 10.5px }
    .left { font-weight: 600 }
    .ground { stroke: #8592a3; stroke-opacity: 0.17 }
    .default { stroke: #a3917f }
    .band { fill: none; stroke-width: 12; stroke-dasharray: 12 2 }
    .cell { stroke-width: 2; stroke-linejoin: round }
    .cell path:hover { fill: #e5484d; stroke: #e5484d }
    .blank { fill: #8592a3; fill-opacity: 0.17 }
    .met { fill: #2ea05f; fill-opacity: 0.3 }
    .checked { fill: none; stroke: #2ea05f; stroke-width: 2 }
  </style>"""

_COLORS = {
    "Adjacent": "#66758a",
    "Never": "#4d9de0",
    "Default": "#9b6bd6",
    "Always": "#e5892a",
    "User": "#1fa38a",
}
"""The colours of the reasons that MoveIt's Setup Assistant writes."""
_NO_REASON = "#aab6c5"
_PALE = 0.45
"""Opacity of a pair that is neither proved to be safe nor found in collision."""
_FURTHER = ("#d1589c", "#a8932a", "#c7574b", "#5c9e4a")
"""The colours of other reasons, by frequency; all further reasons share the last colour."""


class _Entry(NamedTuple):
    """A line of the legend."""

    swatch: str
    """The SVG attributes of the coloured square in the line."""
    number: str
    word: str


def matrix_to_svg(summary: SemanticSummary, matrix: CollisionMatrix | None = None) -> str:
    """Draw the allowed collision matrix as an SVG picture: a cell for each pair of links.

    The colour shows why a pair is not checked. Checked pairs are blank; they have a green border if
    the file explicitly enables the check. With a robot, the links are in the order of its tree, so
    that the links of a limb form a block. The number after each name counts the links that it is
    checked against; tooltips contain complete names and reasons. The picture suits light and dark
    backgrounds.

    Args:
        summary: the summary of an SRDF; without a robot, the picture has the links that are named
            in pairs.
        matrix: the evidence for the pairs; tooltips show it, and pairs that are not proved are
            paler.
    """
    collisions = summary.collisions
    names = [wording.name(name) for name in collisions.links]
    colors = _colors(collisions)
    left = _checked(collisions) if summary.robot is not None else None
    title, title_width = _title(summary)
    ends = [
        _MARGIN + _STEP * (index + 1) + width_of(short(name), _NAME) + (left is not None) * _COUNT
        for index, name in enumerate(names)
    ]
    entries = _entries(collisions, colors, matrix, is_whole=summary.robot is not None)
    legend, legend_width = _legend(entries, ends)
    side = _STEP * len(names)
    width = max(title_width, legend_width, *ends, 0.0) + _MARGIN
    height = _TOP + max(side, _ENTRY * len(entries)) + _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"  <title>{escape(wording.name(summary.name))}: pairs of links</title>",
        _STYLE,
        title,
        *legend,
        *_bands(collisions, names),
        *_cells(collisions, names, colors, matrix),
        *_met(collisions, names, matrix),
        *_names(names, left),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _colors(collisions: CollisionFacts) -> dict[str, str]:
    """Return a colour for each reason."""
    colors: dict[str, str] = {}
    further = iter(_FURTHER)
    for number, (reason, _) in enumerate(collisions.reasons):
        known = _NO_REASON if not reason else _COLORS.get(reason)
        if number >= _LISTED:
            known = _FURTHER[-1]
        colors[reason] = known or next(further, _FURTHER[-1])
    return colors


def _checked(collisions: CollisionFacts) -> list[int]:
    """Return the number of links against which each link is checked."""
    count, defaults = len(collisions.links), frozenset(collisions.by_default)
    found = [0 if index in defaults else count - 1 - len(defaults) for index in range(count)]
    for cell in collisions.cells:
        is_default = cell.row in defaults or cell.column in defaults
        change = int(cell.is_enabled) - int(not is_default)
        found[cell.row] += change
        found[cell.column] += change
    return found


def _title(summary: SemanticSummary) -> tuple[str, float]:
    collisions = summary.collisions
    name = short(wording.name(summary.name))
    links = wording.plural(len(collisions.links), "link")
    if summary.robot is None:
        counted = f"{links} named in pairs, without the robot"
    else:
        counted = (
            f"{wording.plural(collisions.pairs, 'pair')} of {links}"
            f" · {collisions.checked:,} checked for collision"
        )
    text = (
        f'  <text class="title" x="{_MARGIN}" y="32">{escape(name)}'
        f'<tspan class="legend" dx="12">{escape(counted)}</tspan></text>'
    )
    return text, _MARGIN + width_of(name, _TITLE) * 1.1 + 12 + width_of(counted, _LEGEND)


def _entries(
    collisions: CollisionFacts,
    colors: dict[str, str],
    matrix: CollisionMatrix | None,
    *,
    is_whole: bool,
) -> list[_Entry]:
    entries = [
        _Entry(_swatch(colors[reason]), f"{count:,}", wording.name(reason or "no reason given"))
        for reason, count in collisions.reasons[:_LISTED]
    ]
    others = sum(count for _, count in collisions.reasons[_LISTED:])
    if others:
        entries.append(_Entry(_swatch(_FURTHER[-1]), f"{others:,}", "other reasons"))
    pale = sum(row.is_undecided and row.is_disabled for row in matrix.rows) if matrix else 0
    if pale:
        swatch = f'opacity="{_PALE}" {_swatch(_COLORS["Never"])}'
        entries.append(_Entry(swatch, f"{pale:,}", "Never, not proved"))
    if collisions.disabled_by_default:
        swatch = 'class="cell default" fill="#a3917f"'
        entries.append(_Entry(swatch, f"{collisions.disabled_by_default:,}", "disabled by default"))
    if collisions.enabled:
        entries.append(_Entry('class="checked"', f"{collisions.enabled:,}", "enabled explicitly"))
    if is_whole:
        rest = collisions.checked - collisions.enabled
        swatch = 'class="blank"' if matrix is None else 'class="met"'
        entries.append(_Entry(swatch, f"{rest:,}", "checked"))
        entries.append(_Entry('fill="none"', "n", "after a name: links it is checked against"))
    return entries


def _swatch(color: str) -> str:
    return f'class="cell" fill="{color}" stroke="{color}"'


def _legend(entries: list[_Entry], ends: list[float]) -> tuple[list[str], float]:
    """Return the legend, which is to the right of the names, and its right edge."""
    beside = ends[: _ENTRY * len(entries) // _STEP + 1]
    counts = max((width_of(entry.number, _LEGEND) * 1.1 for entry in entries), default=0.0)
    x = max(beside, default=0.0) + 2 * _MARGIN
    right = x + 20 + counts
    lines: list[str] = []
    for index, entry in enumerate(entries):
        y, word = _TOP + _ENTRY * index, escape(short(entry.word))
        lines += [
            f'  <path {entry.swatch} d="{_square(x, y)}"/>',
            f'  <text class="count" x="{right:.0f}" y="{y + 10}">{entry.number}</text>',
            f'  <text class="legend" x="{right + 8:.0f}" y="{y + 10}">{word}</text>',
        ]
    widest = max((width_of(short(entry.word), _LEGEND) for entry in entries), default=0.0)
    return lines, right + 8 + widest


def _square(x: float, y: float) -> str:
    """Return the SVG path of a cell; the stroke adds its border, with round corners."""
    return f"M{x + 1:.0f} {y + 1:.0f}h10v10h-10z"


def _x(column: int) -> int:
    return _MARGIN + _STEP * column


def _y(row: int) -> int:
    return _TOP + _STEP * row


def _bands(collisions: CollisionFacts, names: list[str]) -> Iterator[str]:
    """Yield the background of the cells, and the rows and columns of links disabled by default.

    Each is one dashed line, which looks like cells but is only one element.
    """
    count = len(names)
    yield '  <g class="band ground">'
    for row in range(1, count):
        line = f"M{_MARGIN} {_y(row) + 6}H{_x(row) - 2}"
        yield f'    <path d="{line}"><title>{escape(names[row])}</title></path>'
    yield "  </g>"
    if not collisions.by_default:
        return
    holes: dict[int, list[tuple[int, int]]] = {}
    for cell in collisions.cells:
        if cell.is_enabled:
            holes.setdefault(cell.row, []).append((cell.row, cell.column))
            holes.setdefault(cell.column, []).append((cell.row, cell.column))
    yield '  <g class="band default">'
    for index in collisions.by_default:
        own = holes.get(index, [])
        columns = sorted(column for row, column in own if row == index)
        rows = sorted(row for row, column in own if column == index)
        way = [
            f"M{_x(start)} {_y(index) + 6}H{_x(end) - 2}"
            for start, end in _between(0, columns, index)
        ]
        way += [
            f"M{_x(index) + 6} {_y(start)}V{_y(end) - 2}"
            for start, end in _between(index + 1, rows, count)
        ]
        if way:
            title = f"{escape(names[index])}: disabled by default"
            yield f'    <path d="{"".join(way)}"><title>{title}</title></path>'
    yield "  </g>"


def _between(start: int, holes: list[int], end: int) -> Iterator[tuple[int, int]]:
    """Yield the intervals of a range between its holes."""
    for hole in [*holes, end]:
        if start < hole:
            yield start, hole
        start = hole + 1


def _cells(
    collisions: CollisionFacts,
    names: list[str],
    colors: dict[str, str],
    matrix: CollisionMatrix | None,
) -> Iterator[str]:
    def order(cell: CellFacts) -> tuple[bool, str]:
        return cell.is_enabled, "" if cell.is_enabled else cell.reason

    for (is_enabled, reason), cells in groupby(sorted(collisions.cells, key=order), order):
        color = colors.get(reason, "")
        if is_enabled:
            yield '  <g class="checked">'
        else:
            yield f'  <g class="cell" fill="{color}" stroke="{color}">'
        for cell in cells:
            what = "checked" if is_enabled else cell.reason or "not checked"
            row = None if matrix is None else matrix.row(names[cell.row], names[cell.column])
            yield _cell(cell.row, cell.column, names, what, row)
        yield "  </g>"


def _cell(row: int, column: int, names: list[str], what: str, evidence: PairRow | None) -> str:
    title, pale = f"{names[row]} · {names[column]}: {what}", ""
    if evidence is not None:
        title += f"; {explained(evidence)}"
        pale = f' opacity="{_PALE}"' if evidence.is_undecided else ""
    return (
        f'    <path{pale} d="{_square(_x(column), _y(row))}"><title>{escape(title)}</title></path>'
    )


def _met(
    collisions: CollisionFacts, names: list[str], matrix: CollisionMatrix | None
) -> Iterator[str]:
    """Yield a mark with a tooltip for each checked pair that touches in a known configuration."""
    if matrix is None:
        return
    index = {name: number for number, name in enumerate(names)}
    drawn = {(cell.row, cell.column) for cell in collisions.cells}
    yield '  <g class="met">'
    for row in matrix.rows:
        if row.is_disabled or row.link1 not in index or row.link2 not in index:
            continue
        column, line = sorted((index[row.link1], index[row.link2]))
        if (line, column) not in drawn:
            yield _cell(line, column, names, "checked", row)
    yield "  </g>"


def _names(names: list[str], left: list[int] | None) -> Iterator[str]:
    """Yield the names along the diagonal, each with the number of links it is checked against."""
    for index, name in enumerate(names):
        title, number = escape(name), ""
        if left is not None:
            title += f": checked against {wording.plural(left[index], 'link')}"
            number = f'<tspan class="left" dx="5">{left[index]}</tspan>'
        yield (
            f'  <text class="name" x="{_x(index) + 1}" y="{_y(index) + 10}">{escape(short(name))}'
            f"{number}<title>{title}</title></text>"
        )

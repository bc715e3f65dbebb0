"""Draw the tree of a robot as a picture (SVG), without other programs."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bodyplan.report import wording
from bodyplan.report.facts import RobotReport, Row
from bodyplan.report.pictures._boxes import Box, boxes_of
from bodyplan.report.pictures._colors import BROKEN, COLORS
from bodyplan.report.pictures._svg_text import escape, short, width_of
from bodyplan.report.pictures._tree_layout import tidy

_MARGIN = 20.0
_TOP = 74.0  # height of the title and the legend
_GAP = 8.0  # vertical gap between cards, if the tree grows to the right
_GAP_DOWN = 16.0  # horizontal gap between cards, if the tree grows down
_LEVEL_GAP = 36.0
_SLIM = 5.0  # largest ratio of width to height
_PADDING = 11.0
_NAME, _SMALL = 12.5, 10.5  # sizes of the letters
_STYLE = """\
  <style>
    text { font-family: Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
    .card { fill: #ffffff; stroke: #c3cad4; stroke-width: 1 }
    .broken { stroke: #d13438; stroke-dasharray: 4 3 }
    .stripe { stroke-width: 3; stroke-linecap: round }
    .name { font-size: 12.5px; font-weight: 600; fill: #1d2530 }
    .small { font-size: 10.5px; fill: #55606f }
    .title { font-size: 17px; font-weight: 600; fill: #7b8694 }
    .legend { font-size: 11.5px; font-weight: 400; fill: #7b8694 }
    .edge { fill: none; stroke-width: 1.8 }
    .follower { stroke-dasharray: 5 3 }
  </style>"""

Direction = Literal["auto", "right", "down"]


class _Card(NamedTuple):
    """The drawn form of a box: its size, and its text about the links and the joint above them."""

    lines: tuple[str, ...]
    """The lines of text; the first line is the name of the first link."""
    tooltip: str
    color: str
    width: float
    height: float
    is_broken: bool


def to_svg(robot: RobotReport, *, direction: Direction = "auto", fold: bool = True) -> str:
    """Return the tree as a picture: a card for each link with the joint that leads to it.

    The colour shows the type of the joint; dashed lines are mimic joints. Cards of links with an
    error in the tree have a dashed red border. No two cards overlap. The picture suits light and
    dark backgrounds; tooltips contain complete names.

    Args:
        robot: the report of the robot.
        direction: the direction in which the tree grows, "right" or "down"; "auto" is "right",
            unless the picture would be much wider than high.
        fold: whether links connected by fixed joints share a card.
    """
    boxes = boxes_of(robot.tree, fold=fold)
    cards = [_card(box) for box in boxes]
    chosen = _arrange(boxes, cards, is_down=direction == "down")
    if direction == "auto" and chosen.width > _SLIM * chosen.height:
        chosen = min(chosen, _arrange(boxes, cards, is_down=True), key=_slimness)
    title, legend, head_width = _head(robot)
    edges: list[str] = []
    drawn: list[str] = []
    for index, (box, card) in enumerate(zip(boxes, cards, strict=True)):
        drawn += _draw(card, chosen.left[index], chosen.top[index])
        if box.above is not None:
            edges.append(_edge(chosen, cards, box.above, index, box))
    width = max(head_width, chosen.width) + _MARGIN
    height = chosen.height + _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"  <title>{escape(wording.name(robot.name))}</title>",
        _STYLE,
        title,
        *legend,
        *edges,
        *drawn,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Arrangement(NamedTuple):
    """The positions of the cards."""

    left: list[float]
    top: list[float]
    levels: list[float]
    """For each level, the coordinate where it ends and where the lines to the next level start to bend."""
    is_down: bool
    width: float
    height: float


def _arrange(boxes: list[Box], cards: list[_Card], *, is_down: bool) -> _Arrangement:
    """Return the positions of the cards: each level is a column or, if the tree grows down, a row."""
    above = [box.above for box in boxes]
    thick = [card.height if is_down else card.width for card in cards]
    across = [card.width if is_down else card.height for card in cards]
    middles = tidy(above, across, _GAP_DOWN if is_down else _GAP)
    widest = [0.0] * (1 + max((box.depth for box in boxes), default=0))
    for box, size in zip(boxes, thick, strict=True):
        widest[box.depth] = max(widest[box.depth], size)
    begins = [_TOP if is_down else _MARGIN]
    for size in widest:
        begins.append(begins[-1] + size + _LEVEL_GAP)
    along = [begins[box.depth] for box in boxes]
    start = _MARGIN if is_down else _TOP
    side = [start + middle - size / 2 for middle, size in zip(middles, across, strict=True)]
    left, top = (side, along) if is_down else (along, side)
    return _Arrangement(
        left,
        top,
        [begin - _LEVEL_GAP for begin in begins[1:]],
        is_down,
        max((x + card.width for x, card in zip(left, cards, strict=True)), default=_MARGIN),
        max((y + card.height for y, card in zip(top, cards, strict=True)), default=_TOP),
    )


def _slimness(arrangement: _Arrangement) -> float:
    ratio = arrangement.width / arrangement.height
    return max(ratio, 1 / ratio)


def _card(box: Box) -> _Card:
    row, joint = box.row, box.row.joint
    lines = [short(wording.name(row.name))]
    mass = wording.mass(box.mass) if row.link is not None and not row.mark else ""
    full = [wording.name(row.name), mass]
    if row.mark:
        lines[0] += f" ({row.mark})"
    color = COLORS["fixed"]
    if joint is not None:
        color = COLORS.get(joint.type, BROKEN)
        kind = " ".join(filter(None, (wording.kind(joint), wording.axis(joint))))
        motion = [kind, wording.limits(joint)]
        follows = wording.follows(joint)
        full += [wording.name(joint.name), *motion, follows]
        if joint.type == "fixed":
            lines.append(f"{short(wording.name(joint.name))} · fixed")
        else:
            lines.append(short(wording.name(joint.name)))
            lines.append(" · ".join(filter(None, motion)))
        if follows:
            lines.append(short(follows))
    lines += box.lines
    full += [_tooltip(inner) for inner in box.inside]
    if mass:
        lines[0] += f"\t{mass}"
    if row.link is not None:
        full += [
            f"{kind}: {wording.shapes(shapes)}"
            for kind, shapes in (("visual", row.link.visuals), ("collision", row.link.collisions))
            if shapes
        ]
    name, _, aside = lines[0].partition("\t")
    widths = [width_of(name, _NAME) * 1.08 + (width_of(aside, _SMALL) + 12 if aside else 0)]
    widths += [width_of(line, _SMALL) for line in lines[1:]]
    return _Card(
        tuple(lines),
        "\n".join(filter(None, full)),
        BROKEN if row.mark else color,
        round(max(widths) + 2 * _PADDING + 4),
        16 + 14 * len(lines),
        is_broken=bool(row.mark),
    )


def _tooltip(row: Row) -> str:
    """Return the tooltip of a link that shares the card of another link."""
    joint = "" if row.joint is None else f" ({wording.name(row.joint.name)} · fixed)"
    return f"+ {wording.name(row.name)}{joint}"


def _draw(card: _Card, left: float, top: float) -> list[str]:
    broken = " broken" if card.is_broken else ""
    box = f'x="{left:.1f}" y="{top:.1f}" width="{card.width:.1f}" height="{card.height:.1f}"'
    name, _, aside = card.lines[0].partition("\t")
    inner = left + _PADDING + 4
    stripe = f"M{left + 3:.1f} {top + 5:.1f}v{card.height - 10:.1f}"
    lines = [
        "  <g>",
        f"    <title>{escape(card.tooltip)}</title>",
        f'    <rect class="card{broken}" {box} rx="5"/>',
        f'    <path class="stripe" stroke="{card.color}" d="{stripe}"/>',
        f'    <text class="name" x="{inner:.1f}" y="{top + 18:.1f}">{escape(name)}</text>',
    ]
    if aside:
        right = left + card.width - _PADDING
        lines.append(
            f'    <text class="small" x="{right:.1f}" y="{top + 18:.1f}" text-anchor="end">'
            f"{escape(aside)}</text>"
        )
    lines += [
        f'    <text class="small" x="{inner:.1f}" y="{top + 18 + 14 * number:.1f}">'
        f"{escape(line)}</text>"
        for number, line in enumerate(card.lines[1:], 1)
    ]
    return [*lines, "  </g>"]


def _edge(arrangement: _Arrangement, cards: list[_Card], above: int, index: int, box: Box) -> str:
    """Return the line from the parent card: straight to the end of its level, then curved to the child."""
    left, top = arrangement.left, arrangement.top
    card, level = cards[index], arrangement.levels[box.depth - 1]
    if arrangement.is_down:
        x, y = left[above] + cards[above].width / 2, top[above] + cards[above].height
        to_x, to_y = left[index] + card.width / 2, top[index]
        middle = (level + to_y) / 2
        way = f"V{level:.1f}C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
    else:
        x, y = left[above] + cards[above].width, top[above] + cards[above].height / 2
        to_x, to_y = left[index], top[index] + card.height / 2
        middle = (level + to_x) / 2
        way = f"H{level:.1f}C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
    is_follower = box.row.joint is not None and box.row.joint.is_follower
    follower = " follower" if is_follower else ""
    return f'  <path class="edge{follower}" stroke="{card.color}" d="M{x:.1f} {y:.1f}{way}"/>'


def _head(robot: RobotReport) -> tuple[str, list[str], float]:
    """Return title, legend and their width."""
    freedom = robot.degrees_of_freedom
    counts = [
        wording.plural(len(robot.links), "link"),
        wording.plural(len(robot.joints), "joint"),
        wording.plural(freedom.independent, "degree of freedom", "degrees of freedom"),
        f"{wording.number(robot.mass.total)} kg",
    ]
    name = short(wording.name(robot.name))
    counted = " · ".join(counts)
    title = (
        f'  <text class="title" x="{_MARGIN}" y="32">{escape(name)}'
        f'<tspan class="legend" dx="12">{escape(counted)}</tspan></text>'
    )
    x = _MARGIN
    legend: list[str] = []
    entries = [
        (kind or "unreadable type", COLORS.get(kind, BROKEN), "", n)
        for kind, n in robot.counts.joint_types.items()
    ]
    if freedom.followers:
        followers = sum(joint.is_follower for joint in robot.joints)
        entries.append(("mimic", "#7b8694", " follower", followers))
    broken = sum(bool(row.mark) for row in robot.tree)
    if broken:
        entries.append(("error", BROKEN, " follower", broken))
    for word, color, style, count in entries:
        label = f"{word} {count:,}"
        legend.append(f'  <path class="edge{style}" stroke="{color}" d="M{x:.1f} 53h20"/>')
        legend.append(f'  <text class="legend" x="{x + 26:.1f}" y="57">{escape(label)}</text>')
        x += 26 + width_of(label, 11.5) + 20
    width = _MARGIN + width_of(name, 17) * 1.1 + 12 + width_of(counted, 11.5)
    return title, legend, max(width, x)

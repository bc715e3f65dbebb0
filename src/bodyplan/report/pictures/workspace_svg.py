"""Draw the workspace of a link as a picture (SVG): views from above and from the side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.kinematics.workspace import Workspace
from bodyplan.report import wording
from bodyplan.report.pictures._svg_text import escape, short, width_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_MARGIN = 20.0
_TOP = 92.0  # height of the title, the legend and the names of the views
_LEFT, _BELOW = 46.0, 40.0  # margins for the numbers at the axes
_BETWEEN = 30.0
_LARGEST = 440.0  # maximum length of the longer side of a view
_LEAST = 150.0
_CELL = 3.0
_LEVELS = 12
_ROOM_FOR_CIRCLES = 1.25
"""The maximum factor by which the views are enlarged to contain their complete circles."""
_CIRCLE = "maximum distance, from above maximum radius"
_COLORS = ("#d64545", "#2f9e63", "#2f7ed8")
"""The colours of the axes x, y and z."""
_STYLE = """\
  <style>
    text { font-family: Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #747d88 }
    .title { font-size: 17px; font-weight: 600 }
    .legend { font-size: 11.5px; font-weight: 400 }
    .view { font-size: 12.5px; font-weight: 600 }
    .tick { font-size: 10.5px }
    .frame { fill: none; stroke: #8592a3; stroke-opacity: 0.55 }
    .grid { fill: none; stroke: #8592a3; stroke-opacity: 0.22 }
    .cloud { stroke: #2f7ed8; stroke-width: 3; fill: none; shape-rendering: crispEdges }
    .reach { fill: none; stroke: #8592a3; stroke-width: 1.2; stroke-dasharray: 5 4 }
    .robot { fill: none; stroke: #e8892b; stroke-width: 3; stroke-linejoin: round;
             stroke-linecap: round }
    .joint { fill: #ffffff; stroke: #e8892b; stroke-width: 2 }
    .tip { fill: #e8892b; stroke: #ffffff; stroke-width: 1.5 }
    .base { fill: #55606f; stroke: #ffffff; stroke-width: 1.5 }
    .axis { fill: none; stroke-width: 2.4; stroke-linecap: round }
    .halo { stroke: #ffffff; stroke-width: 4.6 }
  </style>"""


class _View(NamedTuple):
    """One of the two views in the picture."""

    title: str
    across: int
    """The index of the axis that points to the right: 0 for x, 1 for y, 2 for z."""
    up: int
    left: float
    top: float
    width: float
    height: float
    low: tuple[float, float]
    """The coordinates of its lower left corner [m]."""
    scale: float
    """Pixels per metre."""

    def at(self, right: float, up: float) -> tuple[float, float]:
        """Return the position of a point in the picture."""
        return (
            self.left + (right - self.low[0]) * self.scale,
            self.top + self.height - (up - self.low[1]) * self.scale,
        )


def workspace_to_svg(workspace: Workspace) -> str:
    """Return a picture of the workspace; it is darker where more configurations reach a position.

    The picture has two views of the same scale, from above and from the side. Each shows the robot
    in the configuration of the report, the axes of the base, and a circle. The radius of the circle
    is the maximum distance from the origin; from above, it is the maximum distance from the z axis.
    The picture suits light and dark backgrounds.

    Args:
        workspace: the result of ``sample_workspace``.
    """
    import numpy as np

    shown = np.concatenate((workspace.points, workspace.skeleton, np.zeros((1, 3))))
    lows, highs = shown.min(axis=0), shown.max(axis=0)
    circles = np.array((workspace.distance.max, workspace.radius.max, workspace.distance.max))
    around = np.minimum(lows, -circles), np.maximum(highs, circles)
    if (around[1] - around[0]).max() <= _ROOM_FOR_CIRCLES * (highs - lows).max():
        lows, highs = around
    if not (np.isfinite(lows).all() and np.isfinite(highs).all()):
        lows, highs = -np.ones(3), np.ones(3)
    size = float(max((highs - lows).max(), 1e-9))
    lows, highs = lows - 0.05 * size, highs + 0.05 * size
    lengths = np.maximum(highs - lows, size * _LEAST / _LARGEST)
    middle = (lows + highs) / 2
    lows, highs = middle - lengths / 2, middle + lengths / 2
    scale = _LARGEST / float(lengths.max())
    x, y, z = (math.ceil(float(length) * scale / _CELL) * _CELL for length in lengths)
    tall = max(y, z)
    first, second = _MARGIN + _LEFT, _MARGIN + 2 * _LEFT + x + _BETWEEN
    low = [float(value) for value in lows]
    views = (
        _View("from above", 0, 1, first, _TOP + tall - y, x, y, (low[0], low[1]), scale),
        _View("from the side", 0, 2, second, _TOP + tall - z, x, z, (low[0], low[2]), scale),
    )
    title, width = _head(workspace)
    width = max(width, second + x) + _MARGIN
    height = _TOP + tall + _BELOW + _MARGIN
    sizes = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {sizes}>',
        f"  <title>{escape(wording.name(workspace.frame))}</title>",
        _STYLE,
        *title,
    ]
    for number, view in enumerate(views):
        lines += _drawn(workspace, view, f"view{number}")
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _head(workspace: Workspace) -> tuple[list[str], float]:
    """Return title, legend and their width."""
    name = short(wording.name(workspace.robot))
    about = f"{short(wording.name(workspace.frame))} in {short(wording.name(workspace.base))}"
    lowest, highest = _round(workspace.z.min), _round(workspace.z.max)
    facts = " · ".join(
        (
            wording.plural(len(workspace.points), "configuration"),
            f"max distance {wording.number(workspace.distance.max)} m",
            f"max radius {wording.number(workspace.radius.max)} m",
            f"min distance {wording.number(_round(workspace.distance.min))} m",
            f"z {wording.number(lowest)} … {wording.number(highest)} m",
        )
    )
    title = f'  <text class="title" x="{_MARGIN}" y="32">{escape(name)}'
    title += f'<tspan class="legend" dx="12">{escape(about)}</tspan></text>'
    lines = [title, f'  <text class="legend" x="{_MARGIN}" y="53">{escape(facts)}</text>']
    x = _MARGIN + width_of(facts, 11.5) + 16
    for style, word in (("robot", "robot"), ("reach", _CIRCLE)):
        lines.append(f'  <path class="{style}" d="M{x:.1f} 49h22"/>')
        lines.append(f'  <text class="legend" x="{x + 29:.1f}" y="53">{word}</text>')
        x += 29 + width_of(word, 11.5) + 14
    return lines, max(x, _MARGIN + width_of(name, 17) * 1.1 + 12 + width_of(about, 11.5))


def _round(value: float) -> float:
    """Return a length rounded to 0.1 mm, so that a minimum near zero is shown as zero."""
    return round(value, 4) + 0.0


def _drawn(workspace: Workspace, view: _View, name: str) -> list[str]:
    box = f'x="{view.left:.1f}" y="{view.top:.1f}" width="{view.width:.1f}"'
    box += f' height="{view.height:.1f}"'
    middle = view.at(0.0, 0.0)
    farthest = workspace.radius if view.up == 1 else workspace.distance
    radius = farthest.max * view.scale
    return [
        f'  <clipPath id="{name}"><rect {box}/></clipPath>',
        f'  <text class="view" x="{view.left:.1f}" y="{view.top - 10:.1f}">{view.title}</text>',
        f'  <g clip-path="url(#{name})">',
        *_cloud(workspace, view),
        *_grid(view),
        f'    <circle class="reach" cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="{radius:.1f}"/>',
        *_robot(workspace, view),
        "  </g>",
        f'  <rect class="frame" {box}/>',
        *_numbers(view),
    ]


# The cloud


def _cloud(workspace: Workspace, view: _View) -> list[str]:
    """Return cells shaded by the density of points.

    Neighbouring cells of the same shade are one path.
    """
    import numpy as np

    columns, rows = round(view.width / _CELL), round(view.height / _CELL)
    places = np.stack(
        (
            (workspace.points[:, view.across] - view.low[0]) * (view.scale / _CELL),
            (workspace.points[:, view.up] - view.low[1]) * (view.scale / _CELL),
        )
    )
    cells = np.clip(places, 0, [[columns - 1], [rows - 1]]).astype(np.int64)
    counts = np.bincount(cells[1] * columns + cells[0], minlength=columns * rows)
    density = _smooth(_smooth(counts.reshape(rows, columns).astype(float)))
    there = density[density > 0.0]
    if not there.size:
        return []
    full = float(np.quantile(there, 0.98))
    share = np.sqrt(np.minimum(density / full, 1.0))
    levels = np.ceil(share * _LEVELS).astype(np.int64)
    levels[density < 0.06] = 0  # this is only the blur of a single point
    lines = []
    for level in range(1, _LEVELS + 1):
        path = "".join(_runs(levels == level, view))
        if path:
            opacity = 0.10 + 0.80 * (level - 1) / (_LEVELS - 1)
            lines.append(f'    <path class="cloud" stroke-opacity="{opacity:.2f}" d="{path}"/>')
    return lines


def _smooth(counts: Numbers) -> Numbers:
    """Return the counts, slightly blurred to hide random noise."""
    import numpy as np

    for axis in (0, 1):
        padded = np.pad(counts, [(1, 1) if axis == a else (0, 0) for a in (0, 1)])
        size = counts.shape[axis]
        parts = [np.take(padded, range(start, start + size), axis=axis) for start in range(3)]
        counts = 0.25 * parts[0] + 0.5 * parts[1] + 0.25 * parts[2]
    return counts


def _runs(wanted: NDArray[np.bool_], view: _View) -> list[str]:
    """Return horizontal lines through the selected cells."""
    import numpy as np

    edges = np.diff(np.pad(wanted.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    bottom = view.top + view.height - _CELL / 2
    return [
        f"M{view.left + begin * _CELL:g} {bottom - row * _CELL:g}h{(end - begin) * _CELL:g}"
        for row, begin, end in zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True)
    ]


# Axes


def _step(length: float) -> float:
    """Return the spacing that gives about five to twelve grid lines.

    The spacing is 1, 2 or 5 times a power of ten.
    """
    rough = length / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return power * max(factor for factor in (1, 2, 5) if factor * power <= rough * 1.0001)


def _ticks(low: float, length: float, step: float) -> list[float]:
    first, last = math.ceil(low / step), math.floor((low + length) / step)
    return [number * step for number in range(first, last + 1)]


def _grid(view: _View) -> list[str]:
    step = _step(max(view.width, view.height) / view.scale)
    path = ""
    for value in _ticks(view.low[0], view.width / view.scale, step):
        path += f"M{view.at(value, 0)[0]:.1f} {view.top:.1f}v{view.height:.1f}"
    for value in _ticks(view.low[1], view.height / view.scale, step):
        path += f"M{view.left:.1f} {view.at(0, value)[1]:.1f}h{view.width:.1f}"
    return [f'    <path class="grid" d="{path}"/>']


def _numbers(view: _View) -> list[str]:
    step = _step(max(view.width, view.height) / view.scale)
    bottom = view.top + view.height
    lines = []
    for value in _ticks(view.low[0], view.width / view.scale, step):
        x = view.at(value, 0)[0]
        lines.append(
            f'  <text class="tick" x="{x:.1f}" y="{bottom + 15:.1f}" text-anchor="middle">'
            f"{_label(value)}</text>"
        )
    for value in _ticks(view.low[1], view.height / view.scale, step):
        y = view.at(0, value)[1]
        lines.append(
            f'  <text class="tick" x="{view.left - 6:.1f}" y="{y + 3.6:.1f}" text-anchor="end">'
            f"{_label(value)}</text>"
        )
    right, up = "xyz"[view.across], "xyz"[view.up]
    lines.append(
        f'  <text class="legend" x="{view.left + view.width / 2:.1f}" y="{bottom + 33:.1f}" '
        f'text-anchor="middle">{right} [m]</text>'
    )
    x, y = view.left - 38, view.top + view.height / 2
    lines.append(
        f'  <text class="legend" x="{x:.1f}" y="{y:.1f}" text-anchor="middle" '
        f'transform="rotate(-90 {x:.1f} {y:.1f})">{up} [m]</text>'
    )
    return lines


def _label(value: float) -> str:
    text = f"{value:.4g}" if abs(value) > 1e-12 else "0"
    return text.replace("-", "−")  # noqa: RUF001  (the minus sign is intended)


# The robot


def _robot(workspace: Workspace, view: _View) -> list[str]:
    """Return the links of the chain as a line, and the axes of the base."""
    places = [
        view.at(float(point[view.across]), float(point[view.up])) for point in workspace.skeleton
    ]
    lines = []
    path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in places)
    lines.append(f'    <path class="robot" d="{path}"/>')
    lines += [
        f'    <circle class="joint" cx="{px:.1f}" cy="{py:.1f}" r="3"/>' for px, py in places[1:-1]
    ]
    length = 34.0
    x, y = view.at(0.0, 0.0)
    for axis, (right, up) in ((view.across, (1, 0)), (view.up, (0, 1))):
        end_x, end_y = x + right * length, y - up * length
        head = (
            f"M{end_x - 5:.1f} {end_y - 4:.1f}l5 4l-5 4"
            if right
            else f"M{end_x - 4:.1f} {end_y + 5:.1f}l4 -5l4 5"
        )
        path = f"M{x:.1f} {y:.1f}L{end_x:.1f} {end_y:.1f}{head}"
        lines.append(f'    <path class="axis halo" d="{path}"/>')
        lines.append(f'    <path class="axis" stroke="{_COLORS[axis]}" d="{path}"/>')
    tip_x, tip_y = places[-1]
    lines.append(
        f'    <circle class="base" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        f"<title>{escape(wording.name(workspace.base))}</title></circle>"
    )
    lines.append(
        f'    <circle class="tip" cx="{tip_x:.1f}" cy="{tip_y:.1f}" r="5">'
        f"<title>{escape(wording.name(workspace.frame))}</title></circle>"
    )
    return lines

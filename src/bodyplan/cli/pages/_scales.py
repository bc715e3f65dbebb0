"""Small graphics in a line of text: scales between limits, ranges, and bars."""

from __future__ import annotations

import math

from bodyplan.cli.pages.drawing import Span

_DIM = "dim"
_SLACK = 1.001  # a range exceeds the scale only if its ratio to the scale is larger than this
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def limit_scale(
    value: float, lower: float, upper: float, width: int, style: str, *, is_ascii: bool = False
) -> list[Span]:
    """Return a scale between two limits with a mark at the value and a tick at zero.

    A value outside the limits is shown as an arrow at the nearer end. The scale is empty if a limit
    is infinite.

    Args:
        value: the value to mark.
        lower: limit at the left end.
        upper: limit at the right end.
        width: columns of the scale, including its two ends.
        style: style of the mark.
        is_ascii: whether to use only ASCII.
    """
    if not math.isfinite(upper - lower) or upper < lower or math.isnan(value):
        return []
    left, right, line, tick, mark, below, above = "|", "|", "-", "+", "o", "<", ">"
    if not is_ascii:
        left, right, line, tick, mark, below, above = "▕▏─┼●◀▶"
    inner = width - 2
    cells = [line] * inner
    if lower < 0.0 < upper:
        cells[_cell(0.0, lower, upper, inner)] = tick
    at = _cell(value, lower, upper, inner)
    if not lower <= value <= upper:
        mark, style = (below if value < lower else above), "bold red"
    scale = "".join(cells)
    return [(left + scale[:at], _DIM), (mark, style), (scale[at + 1 :] + right, _DIM)]


def extent(
    lower: float,
    upper: float,
    default: float,
    largest: float,
    width: int,
    style: str,
    *,
    is_ascii: bool = False,
) -> list[Span]:
    """Return a scale with a range drawn on it, and a mark at the default.

    The scale goes from ``-largest`` to ``largest``, so that the ranges of several joints can be
    compared. A range that exceeds the scale ends in an arrow.

    Args:
        lower: lower end of the range.
        upper: upper end of the range.
        default: the value to mark.
        largest: value at the right end of the scale.
        width: columns of the scale.
        style: style of the range.
        is_ascii: whether to use only ASCII.
    """
    if not math.isfinite(lower + upper + default) or upper < lower or not largest > 0.0:
        return []
    track, line, mark, below, above = ".=o<>" if is_ascii else "┈━●◀▶"
    first, last, at = (_cell(v, -largest, largest, width) for v in (lower, upper, default))
    at = min(max(at, first), last)
    before, behind = line * (at - first), line * (last - at)
    if lower < -largest * _SLACK and before:
        before = below + before[1:]
    if upper > largest * _SLACK and behind:
        behind = behind[1:] + above
    return [
        (track * first, _DIM),
        (before, style),
        (mark, f"bold {style}" if style != _DIM else style),
        (behind, style),
        (track * (width - 1 - last), _DIM),
    ]


def _cell(value: float, lower: float, upper: float, count: int) -> int:
    """Return the index of the cell that contains a value; the middle cell if both ends are equal."""
    # The values are halved, because the difference of two very large numbers could overflow.
    share = (value / 2 - lower / 2) / (upper / 2 - lower / 2) if upper > lower else 0.5
    return min(int(min(max(share, 0.0), 1.0) * count), count - 1)


def bar(count: int, largest: int, width: int, *, is_ascii: bool = False) -> str:
    """Return a bar with a length proportional to a number; empty only for zero.

    Args:
        count: the number that the bar shows.
        largest: the number whose bar has the full width.
        width: columns of the full bar.
        is_ascii: whether to use only ASCII.
    """
    if count <= 0:
        return ""
    if is_ascii:
        return "#" * max(1, round(width * count / largest))
    eighths = max(1, round(8 * width * count / largest))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()

"""Distribution of a number of spheres among the links of a robot.

The error of each solid is computed for a few numbers of spheres, and interpolated by a power law.
Then the spheres are assigned one by one, each to the solid whose error decreases most, or to the
solid with the largest error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

COUNTS = (1, 3, 9, 27, 81)
"""Numbers of spheres for which the error of a solid is computed."""
MOST = 10_000
"""Limit on the number of spheres for each link."""


def shared(
    budget: int,
    copies: Sequence[int],
    error: Callable[[int, int], float],
    *,
    is_sum: bool,
    most: int,
) -> list[int]:
    """Return the number of spheres of each solid.

    Args:
        budget: total number of spheres; at least the number of all copies.
        copies: number of copies of each solid; every copy uses as many spheres.
        error: returns the error of a solid, given its index and a number of spheres.
        is_sum: whether the sum of the errors is minimized, instead of the largest error.
        most: the largest number of spheres of a solid.
    """
    curves = [_curve(number, budget // times, error) for number, times in enumerate(copies)]
    counts = [1] * len(copies)
    left = budget - sum(copies)
    queue: list[tuple[float, int]] = []

    def add(number: int) -> None:
        now = counts[number]
        gain = _at(curves[number], now)
        if is_sum:
            gain -= _at(curves[number], now + 1)
        heappush(queue, (-gain, number))

    for number in range(len(copies)):
        add(number)
    while queue:
        _, number = heappop(queue)
        if copies[number] <= left and counts[number] < most:
            left -= copies[number]
            counts[number] += 1
            add(number)
    return counts


def _curve(number: int, most: int, error: Callable[[int, int], float]) -> list[tuple[float, float]]:
    """Return the logarithms of ``COUNTS``, each with that of the smallest error up to this count.

    Args:
        number: the index of the solid.
        most: counts above this number are omitted.
        error: returns the error of a solid, given its index and a number of spheres.
    """
    found: list[tuple[float, float]] = []
    least = math.inf
    for count in COUNTS:
        if count > most and len(found) > 1:
            break
        least = min(least, max(error(number, count), 1e-30))
        found.append((math.log(count), math.log(least)))
    return found


def _at(curve: Sequence[tuple[float, float]], count: int) -> float:
    """Return the error for a number of spheres, interpolated on logarithmic scales."""
    x = math.log(count)
    after = next((k for k, (at, _) in enumerate(curve) if at > x), len(curve) - 1)
    (x0, y0), (x1, y1) = curve[max(after, 1) - 1], curve[max(after, 1)]
    return math.exp(y0 + (y1 - y0) * (x - x0) / (x1 - x0))

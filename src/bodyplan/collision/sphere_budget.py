"""A number of spheres for a whole robot, shared among links where they help most.

The error of each solid is found for a few counts, and follows a power of the count in between. Spheres
are then given one after the other: to the solid whose error falls most, or to the one with the largest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

COUNTS = (1, 3, 9, 27, 81)
"""Spheres of a solid for which its error is found."""


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
        budget: number of all spheres; at least as many as copies of solids.
        copies: how often each solid occurs: its spheres count as often.
        error: of a solid, by its number, with a number of spheres.
        is_sum: whether the sum of all errors is made small, and not the largest one.
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
    """Return logarithms of counts and of the errors, which do not grow, of a solid."""
    found: list[tuple[float, float]] = []
    least = math.inf
    for count in COUNTS:
        if count > most and len(found) > 1:
            break
        least = min(least, max(error(number, count), 1e-30))
        found.append((math.log(count), math.log(least)))
    return found


def _at(curve: Sequence[tuple[float, float]], count: int) -> float:
    """Return the error with a number of spheres: on the line between the counts around it."""
    x = math.log(count)
    after = next((k for k, (at, _) in enumerate(curve) if at > x), len(curve) - 1)
    (x0, y0), (x1, y1) = curve[max(after, 1) - 1], curve[max(after, 1)]
    return math.exp(y0 + (y1 - y0) * (x - x0) / (x1 - x0))

"""The elliptic integral for the area of an ellipsoid, accurate to the last digits of a float."""

from __future__ import annotations

import math


def symmetric_second_kind(x: float, y: float, z: float) -> float:
    """Return Carlson's R_G(x, y, z): the mean of sqrt(x a² + y b² + z c²) over all directions.

    Args:
        x: a number that is not negative.
        y: a number that is not negative.
        z: a number that is not negative.

    Source: B. C. Carlson, Numerical computation of real or complex elliptic integrals, 1995; DLMF
    19.16.3 and 19.21.10.
    """
    x, y, z = sorted((x, y, z))
    if z == 0.0:
        return 0.0
    if y == 0.0:
        return math.sqrt(z) / 2.0
    first, second = _first_and_derived(x, y, z)
    return (z * first - (x - z) * (y - z) * second / 3.0 + math.sqrt(x * y / z)) / 2.0


def _first_and_derived(x: float, y: float, z: float) -> tuple[float, float]:
    """Return Carlson's R_F(x, y, z) and R_D(x, y, z), by the duplication theorem."""
    total, power = 0.0, 1.0
    while True:
        mean_f, mean_d = (x + y + z) / 3.0, (x + y + 3.0 * z) / 5.0
        if max(abs(mean_f - x), abs(mean_f - z), abs(mean_d - x), abs(mean_d - z)) < 1e-3 * mean_f:
            break
        root = math.sqrt(x * y) + math.sqrt(x * z) + math.sqrt(y * z)
        total += power / (math.sqrt(z) * (z + root))
        power /= 4.0
        x, y, z = (x + root) / 4.0, (y + root) / 4.0, (z + root) / 4.0
    u, v = 1.0 - x / mean_f, 1.0 - y / mean_f
    w = -u - v
    e2, e3 = u * v - w * w, u * v * w
    first = (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0) / math.sqrt(
        mean_f
    )
    u, v = 1.0 - x / mean_d, 1.0 - y / mean_d
    w = -(u + v) / 3.0
    e2 = u * v - 6.0 * w * w
    e3 = (3.0 * u * v - 8.0 * w * w) * w
    e4 = 3.0 * (u * v - w * w) * w * w
    e5 = u * v * w**3
    series = (
        1.0
        - 3.0 * e2 / 14.0
        + e3 / 6.0
        + 9.0 * e2 * e2 / 88.0
        - 3.0 * e4 / 22.0
        - 9.0 * e2 * e3 / 52.0
        + 3.0 * e5 / 26.0
    )
    return first, 3.0 * total + power * series / mean_d**1.5

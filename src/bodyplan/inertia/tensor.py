"""Computations with inertia tensors in plain Python, so that rules can run without NumPy.

An inertia tensor is ``(ixx, ixy, ixz, iyy, iyz, izz)`` [kg m^2], in the order of the URDF
attributes. These are the entries of the matrix ``[[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz,
izz]]``, so that ixy = -sum(m x y). A vector is three numbers [m].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bodyplan.geometry.solids import UNIT, InertiaTensor, rotated

# imported only for types: rules import this module, and must not load the model at run time
if TYPE_CHECKING:
    from bodyplan.model.transform import Mat3, Vec3

FIELDS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
"""Names of the entries of an inertia tensor, in order."""
_EPSILON = 2.0**-52
POINT = 1e-6
"""A body with a radius of gyration below this counts as a point [m]."""
POSITIVE_TOLERANCE = 1e-6
"""Tolerance for principal moments that are negative by rounding, as a fraction of the largest
entry."""
TRIANGLE_TOLERANCE = 1e-3
"""Tolerance for the triangle inequality: rounding to three digits can reduce the sum of two moments
by this fraction."""


def largest_element(t: InertiaTensor) -> float:
    """Return the largest absolute value of the entries; nan if any entry is nan."""
    return math.nan if math.isnan(sum(t)) else max(map(abs, t))


def is_finite(t: InertiaTensor) -> bool:
    """Return whether all six entries are finite."""
    return math.isfinite(sum(t)) or all(map(math.isfinite, t))


def is_point(t: InertiaTensor, mass: float) -> bool:
    """Return whether an inertia tensor is zero, up to rounding noise."""
    if mass > 0.0:
        return max(map(abs, t)) < mass * POINT * POINT and is_finite(t)
    return t.count(0.0) == 6


def scaled(t: InertiaTensor, factor: float) -> InertiaTensor:
    """Return an inertia tensor multiplied by a number."""
    return (
        *(t[0] * factor, t[1] * factor, t[2] * factor),
        *(t[3] * factor, t[4] * factor, t[5] * factor),
    )


def added(a: InertiaTensor, b: InertiaTensor) -> InertiaTensor:
    """Return the sum of two inertia tensors about the same point in the same axes."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def subtracted(a: InertiaTensor, b: InertiaTensor) -> InertiaTensor:
    """Return the first inertia tensor minus the second."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def size(t: InertiaTensor) -> float:
    """Return the Frobenius norm of an inertia tensor [kg m^2]."""
    diagonal = math.hypot(t[0], t[3], t[5])
    return math.hypot(diagonal, math.sqrt(2.0) * math.hypot(t[1], t[2], t[4]))


def difference(a: InertiaTensor, b: InertiaTensor) -> float:
    """Return the relative difference of two inertia tensors; 0 if both are zero."""
    larger = max(size(a), size(b))
    return size(subtracted(a, b)) / larger if larger > 0.0 else 0.0


def parallel_axis(mass: float, d: Vec3) -> InertiaTensor:
    """Return the parallel-axis term m (|d|^2 E - d d^T); d is a point's offset from the centre."""
    x, y, z = d
    return (
        *(mass * (y * y + z * z), -mass * x * y, -mass * x * z),
        *(mass * (x * x + z * z), -mass * y * z),
        mass * (x * x + y * y),
    )


def mean_square_radius(t: InertiaTensor, mass: float) -> float:
    """Return the mean squared distance of the mass from the centre of mass [m^2].

    It is half the trace of the inertia divided by the mass, whatever the axes. For a body inside a
    ball of radius R about the centre of mass, it cannot exceed R^2.
    """
    return (t[0] + t[3] + t[5]) / (2.0 * mass)


def is_positive(t: InertiaTensor, tolerance: float = 0.0) -> bool:
    """Return whether no principal moment is below -tolerance times the largest entry.

    A zero moment is accepted, and so is the zero inertia tensor.
    """
    scale = largest_element(t)
    if not scale > 0.0:
        return True
    if t[1] == t[2] == t[4] == 0.0:
        return min(t[0], t[3], t[5]) >= -tolerance * scale
    xx, xy, xz, yy, yz, zz = (v / scale for v in t)
    shift = tolerance + 32.0 * _EPSILON
    return _is_semidefinite((xx + shift, xy, xz, yy + shift, yz, zz + shift))


def meets_triangle(t: InertiaTensor, tolerance: float = 0.0) -> bool:
    """Return whether the largest principal moment is at most the sum of the others.

    This is equivalent to the condition that the matrix (trace / 2) E - I of the second moments of
    mass is positive semidefinite.

    Args:
        t: the inertia tensor.
        tolerance: the amount by which the sum may be too small, as a fraction of half the trace.
    """
    scale = largest_element(t)
    if not scale > 0.0:
        return True
    xx, xy, xz, yy, yz, zz = (v / scale for v in t)
    half = (xx + yy + zz) / 2.0
    if xy == xz == yz == 0.0:
        return max(xx, yy, zz) - half <= tolerance * abs(half) + 4.0 * _EPSILON
    shift = half + tolerance * abs(half) + 32.0 * _EPSILON
    return _is_semidefinite((shift - xx, -xy, -xz, shift - yy, -yz, shift - zz))


def _is_semidefinite(t: InertiaTensor) -> bool:
    """Return whether a matrix is positive semidefinite, by Gaussian elimination with pivoting."""
    xx, xy, xz, yy, yz, zz = t
    if yy > xx and yy >= zz:
        xx, yy, xz, yz = yy, xx, yz, xz
    elif zz > xx:
        xx, zz, xy, yz = zz, xx, yz, xy
    if min(xx, yy, zz) < 0.0:
        return False
    if xx == 0.0:
        return xy == xz == yz == 0.0
    b, c, d = yy - xy * xy / xx, yz - xy * xz / xx, zz - xz * xz / xx
    return min(b, d) >= 0.0 and c * c <= b * d


def principal_moments(t: InertiaTensor) -> Vec3:
    """Return the principal moments (eigenvalues), smallest first.

    Jacobi's method is applied to the inertia tensor divided by its largest entry. The error is a
    few units in the last place of the largest moment, at every magnitude. This also applies to
    equal moments, for which the closed formula loses half of the digits.
    """
    return principal_axes(t)[0]


def principal_axes(t: InertiaTensor) -> tuple[Vec3, Mat3]:
    """Return the principal moments, smallest first, and the principal axes.

    Returns:
        The moments, and the rotation matrix R_BP. Its columns are the principal axes, expressed in
        the frame B of the inertia tensor I, so that I = R_BP diag(moments) R_BP^T.
    """
    scale = largest_element(t)
    # the largest entry is zero, or it is inf or nan because an entry is not finite
    if not 0.0 < scale < math.inf:
        return (scale * 0.0, scale * 0.0, scale * 0.0), UNIT
    m = [[t[0], t[1], t[2]], [t[1], t[3], t[4]], [t[2], t[4], t[5]]]
    for row in m:
        row[:] = [v / scale for v in row]
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]  # each row is a principal axis
    for _ in range(20):
        if max(abs(m[0][1]), abs(m[0][2]), abs(m[1][2])) < 1e-17:
            break
        for p, q, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
            if m[p][q] != 0.0:
                _turn(m, axes, p, q, k)
    i, j, k = sorted(range(3), key=lambda axis: m[axis][axis])
    x, y = axes[i], axes[j]
    z = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    moments = (m[i][i] * scale, m[j][j] * scale, m[k][k] * scale)
    return moments, ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def _turn(m: list[list[float]], axes: list[list[float]], p: int, q: int, k: int) -> None:
    """Apply the Jacobi rotation that makes the entry (p, q) zero; k is the third index."""
    product_pq = m[p][q]
    theta = (m[q][q] - m[p][p]) / (2.0 * product_pq)
    tangent = math.copysign(1.0, theta) / (abs(theta) + math.hypot(theta, 1.0))
    cosine = 1.0 / math.hypot(tangent, 1.0)
    sine = tangent * cosine
    m[p][p] -= tangent * product_pq
    m[q][q] += tangent * product_pq
    m[p][q] = m[q][p] = 0.0
    kp, kq = m[k][p], m[k][q]
    m[k][p] = m[p][k] = cosine * kp - sine * kq
    m[k][q] = m[q][k] = sine * kp + cosine * kq
    for i in range(3):
        along, across = axes[p][i], axes[q][i]
        axes[p][i], axes[q][i] = cosine * along - sine * across, sine * along + cosine * across


def composed(moments: Vec3, R: Mat3) -> InertiaTensor:
    """Return the inertia tensor R diag(moments) R^T: the inverse of ``principal_axes``."""
    a, b, c = moments
    return rotated((a, 0.0, 0.0, b, 0.0, c), R)


def triangle_margin(t: InertiaTensor) -> float:
    """Return the sum of the two smaller principal moments minus the largest one [kg m^2].

    The margin is negative for an inertia tensor that no rigid body has, and zero for a flat plate.
    """
    a, b, c = principal_moments(t)
    return a + b - c


def second_moments(t: InertiaTensor) -> InertiaTensor:
    """Return the second moments of mass, (trace / 2) E - I: the integral of (p - c) (p - c)^T dm.

    An inertia tensor is physically possible if and only if this matrix is positive semidefinite.
    """
    xx, xy, xz, yy, yz, zz = t
    half = (xx + yy + zz) / 2.0
    return half - xx, -xy, -xz, half - yy, -yz, half - zz


def is_solid(t: InertiaTensor) -> bool:
    """Return whether an inertia tensor is that of a body with a thickness in every direction.

    This is computed from the determinant of the second moments, without eigenvalues. The result is
    False for plates and rods, and for physically impossible inertias.
    """
    a, b, c, d, e, f = second_moments(t)
    minor = a * d - b * b
    determinant = f * minor - a * e * e + 2.0 * b * c * e - d * c * c
    half = a + d + f
    least = 1e-6 * half * half * half  # the operator ** would raise an exception for huge numbers
    return a > 0.0 and minor > 0.0 and determinant > least

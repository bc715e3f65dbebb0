"""Inertia tensors, rotations, solids and bounds in plain Python: no NumPy at check time.

Conventions
- A tensor is ``(ixx, ixy, ixz, iyy, iyz, izz)`` [kg m^2], the order of the attributes of URDF, with
  negative products: the matrix ``[[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]`` is the
  tensor as it stands.
- A rotation ``R_AB`` is the 3x3 matrix row by row, nine numbers: ``p_A = R_AB p_B``.
- A vector is three numbers [m].
"""

from __future__ import annotations

import math
from typing import NamedTuple

Vector = tuple[float, float, float]
Tensor = tuple[float, float, float, float, float, float]
Rotation = tuple[float, float, float, float, float, float, float, float, float]

UNIT: Rotation = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""The rotation that changes nothing."""

_EPSILON = 2.0**-52


# Rotations


def rotation_from_rpy(roll: float, pitch: float, yaw: float) -> Rotation:
    """R = Rz(yaw) Ry(pitch) Rx(roll), angles in radians."""
    if roll == pitch == yaw == 0.0:
        return UNIT
    sr, cr = math.sin(roll), math.cos(roll)
    sp, cp = math.sin(pitch), math.cos(pitch)
    sy, cy = math.sin(yaw), math.cos(yaw)
    return (
        *(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        *(sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        *(-sp, cp * sr, cp * cr),
    )


def rotation_from_quaternion(x: float, y: float, z: float, w: float) -> Rotation:
    """The rotation of a quaternion, scalar last, of any length; ``UNIT`` for the zero quaternion."""
    largest = max(abs(x), abs(y), abs(z), abs(w))
    if not 0.0 < largest < math.inf:
        return UNIT
    x, y, z, w = x / largest, y / largest, z / largest, w / largest
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return (
        *(1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        *(s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        *(s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )


def transposed(r: Rotation) -> Rotation:
    """R_BA from R_AB."""
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


def product(a: Rotation, b: Rotation) -> Rotation:
    """R_AC from R_AB and R_BC."""
    if a == UNIT:
        return b
    if b == UNIT:
        return a
    return (
        *(a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7]),
        *(a[0] * b[2] + a[1] * b[5] + a[2] * b[8], a[3] * b[0] + a[4] * b[3] + a[5] * b[6]),
        *(a[3] * b[1] + a[4] * b[4] + a[5] * b[7], a[3] * b[2] + a[4] * b[5] + a[5] * b[8]),
        *(a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7]),
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


# Tensors


def largest_element(t: Tensor) -> float:
    """The largest absolute value of the six; nan if any is nan."""
    return math.nan if math.isnan(sum(t)) else max(map(abs, t))


def is_finite(t: Tensor) -> bool:
    """Whether all six are ordinary numbers."""
    return math.isfinite(sum(t)) or all(map(math.isfinite, t))


def scaled(t: Tensor, factor: float) -> Tensor:
    """The tensor times a number."""
    return (
        *(t[0] * factor, t[1] * factor, t[2] * factor),
        *(t[3] * factor, t[4] * factor, t[5] * factor),
    )


def added(a: Tensor, b: Tensor) -> Tensor:
    """The sum of two tensors about the same point in the same axes."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def subtracted(a: Tensor, b: Tensor) -> Tensor:
    """The first tensor less the second."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def size(t: Tensor) -> float:
    """The Frobenius norm of the matrix."""
    diagonal = math.hypot(t[0], t[3], t[5])
    return math.hypot(diagonal, math.sqrt(2.0) * math.hypot(t[1], t[2], t[4]))


def difference(a: Tensor, b: Tensor) -> float:
    """How far two tensors are apart, as a part of the larger; 0 for two zero tensors."""
    larger = max(size(a), size(b))
    return size(subtracted(a, b)) / larger if larger > 0.0 else 0.0


def rotated(r: Rotation, t: Tensor) -> Tensor:
    """R I R^T: a tensor in B axes, given R_AB, in A axes."""
    if r == UNIT:
        return t
    xx, xy, xz, yy, yz, zz = t
    a, b, c, d, e, f, g, h, i = r
    ax, ay, az = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
    dx, dy, dz = d * xx + e * xy + f * xz, d * xy + e * yy + f * yz, d * xz + e * yz + f * zz
    gx, gy, gz = g * xx + h * xy + i * xz, g * xy + h * yy + i * yz, g * xz + h * yz + i * zz
    return (
        *(ax * a + ay * b + az * c, ax * d + ay * e + az * f, ax * g + ay * h + az * i),
        *(dx * d + dy * e + dz * f, dx * g + dy * h + dz * i),
        gx * g + gy * h + gz * i,
    )


def parallel_axis(mass: float, d: Vector) -> Tensor:
    """What a tensor about the centre of mass gains about a point d away: m (|d|^2 E - d d^T)."""
    x, y, z = d
    return (
        *(mass * (y * y + z * z), -mass * x * y, -mass * x * z),
        *(mass * (x * x + z * z), -mass * y * z),
        mass * (x * x + y * y),
    )


def mean_square_radius(t: Tensor, mass: float) -> float:
    """Mean of the squared distance of the mass from the centre of mass [m^2].

    Half the trace is the integral of r^2 dm, whatever the axes. For a body inside a ball of radius
    R about the centre of mass it cannot exceed R^2.
    """
    return (t[0] + t[3] + t[5]) / (2.0 * mass)


def is_positive(t: Tensor, tolerance: float = 0.0) -> bool:
    """Whether no principal moment is below -tolerance times the largest element.

    A zero moment passes. The zero tensor passes.
    """
    scale = largest_element(t)
    if not scale > 0.0:
        return True
    if t[1] == t[2] == t[4] == 0.0:
        return min(t[0], t[3], t[5]) >= -tolerance * scale
    xx, xy, xz, yy, yz, zz = (v / scale for v in t)
    shift = tolerance + 32.0 * _EPSILON
    return _is_semidefinite((xx + shift, xy, xz, yy + shift, yz, zz + shift))


def meets_triangle(t: Tensor, tolerance: float = 0.0) -> bool:
    """Whether the largest principal moment is at most the sum of the others.

    The same as: the second moments of mass, (trace / 2) E - I, are not negative.

    Args:
        t: the tensor.
        tolerance: what may be missing, as a part of half the trace.
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


def _is_semidefinite(t: Tensor) -> bool:
    """Whether elimination, largest diagonal element first, meets no negative number."""
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


def principal_moments(t: Tensor) -> Vector:
    """The principal moments (eigenvalues), smallest first.

    Jacobi's method on the tensor divided by its largest element: accurate to a few units in the
    last place of the largest moment at every magnitude, also where moments coincide (where the
    closed formula loses half of the digits).
    """
    scale = largest_element(t)
    if not 0.0 < scale < math.inf:
        return (scale * 0.0, scale * 0.0, scale * 0.0)  # zero, or nan where a number is not finite
    m = [[t[0], t[1], t[2]], [t[1], t[3], t[4]], [t[2], t[4], t[5]]]
    for row in m:
        row[:] = [v / scale for v in row]
    for _ in range(20):
        if max(abs(m[0][1]), abs(m[0][2]), abs(m[1][2])) < 1e-17:
            break
        for p, q, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
            if m[p][q] != 0.0:
                _turn(m, p, q, k)
    a, b, c = sorted((m[0][0] * scale, m[1][1] * scale, m[2][2] * scale))
    return (a, b, c)


def _turn(m: list[list[float]], p: int, q: int, k: int) -> None:
    """One rotation of Jacobi's method: makes the element (p, q) zero; k is the third index."""
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


# Solids of unit density, about their centres, in the axes of the shape


class Solid(NamedTuple):
    """A full body of density 1 kg/m^3.

    Args:
        volume: [m^3], which is also its mass.
        tensor: about its centre, in its own axes.
    """

    volume: float
    tensor: Tensor

    def of_mass(self, mass: float) -> Tensor:
        """The tensor of the same body with another mass [kg]; its volume must not be zero."""
        return scaled(self.tensor, mass / self.volume)


def solid_box(x: float, y: float, z: float) -> Solid:
    """A box with full edges x, y, z."""
    volume = x * y * z
    k = volume / 12.0
    return Solid(
        volume, (k * (y * y + z * z), 0.0, 0.0, k * (x * x + z * z), 0.0, k * (x * x + y * y))
    )


def solid_cylinder(radius: float, length: float) -> Solid:
    """A cylinder along z."""
    volume = math.pi * radius * radius * length
    across = volume * (3.0 * radius * radius + length * length) / 12.0
    return Solid(volume, (across, 0.0, 0.0, across, 0.0, volume * radius * radius / 2.0))


def solid_sphere(radius: float) -> Solid:
    """A ball."""
    volume = 4.0 / 3.0 * math.pi * radius * radius * radius
    moment = 0.4 * volume * radius * radius
    return Solid(volume, (moment, 0.0, 0.0, moment, 0.0, moment))


def solid_capsule(radius: float, length: float) -> Solid:
    """A cylinder along z of the given length, closed by half balls."""
    middle, ball = solid_cylinder(radius, length), solid_sphere(radius)
    # a half ball's centre of mass lies 3/8 r from its plane, so the caps as a whole gain
    # ball.volume * (l^2/4 + 2 (l/2) (3/8) r) about the axes across
    gain = ball.volume * (length * length / 4.0 + 3.0 / 8.0 * length * radius)
    across = middle.tensor[0] + ball.tensor[0] + gain
    along = middle.tensor[5] + ball.tensor[5]
    return Solid(middle.volume + ball.volume, (across, 0.0, 0.0, across, 0.0, along))


# Bounds


class Bounds(NamedTuple):
    """A box along the axes of a frame, by its corners [m]."""

    low: Vector
    high: Vector

    def union(self, other: Bounds) -> Bounds:
        """The smallest box around both."""
        if self.low == other.low and self.high == other.high:  # visual and collision alike
            return self
        a, b, c = map(min, self.low, other.low)
        d, e, f = map(max, self.high, other.high)
        return Bounds((a, b, c), (d, e, f))

    @property
    def centre(self) -> Vector:
        """The middle."""
        a, b, c = ((low + high) / 2.0 for low, high in zip(self.low, self.high, strict=True))
        return (a, b, c)

    @property
    def diagonal(self) -> float:
        """The distance of opposite corners."""
        return math.dist(self.low, self.high)

    def outside(self, point: Vector) -> float:
        """The distance of a point from the box; 0 inside."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(a - x, 0.0, x - d), max(b - y, 0.0, y - e), max(c - z, 0.0, z - f))

    def farthest(self, point: Vector) -> float:
        """The distance of a point from the corner that is farthest away."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(x - a, d - x), max(y - b, e - y), max(z - c, f - z))


def bounds_of_box(x: float, y: float, z: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a box with full edges x, y, z, turned by r about its centre at a point."""
    if r == UNIT:
        return _around(at, (x / 2.0, y / 2.0, z / 2.0))
    half = (
        (abs(r[0]) * x + abs(r[1]) * y + abs(r[2]) * z) / 2.0,
        (abs(r[3]) * x + abs(r[4]) * y + abs(r[5]) * z) / 2.0,
        (abs(r[6]) * x + abs(r[7]) * y + abs(r[8]) * z) / 2.0,
    )
    return _around(at, half)


def bounds_of_cylinder(radius: float, length: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a cylinder along z, turned by r about its centre at a point."""
    if r == UNIT:
        return _around(at, (radius, radius, length / 2.0))
    a, b, c = (
        radius * math.sqrt(max(0.0, 1.0 - axis * axis)) + abs(axis) * length / 2.0
        for axis in (r[2], r[5], r[8])
    )
    return _around(at, (a, b, c))


def bounds_of_sphere(radius: float, at: Vector) -> Bounds:
    """The bounds of a ball."""
    return _around(at, (radius, radius, radius))


def bounds_of_capsule(radius: float, length: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a capsule along z, turned by r about its centre at a point."""
    a, b, c = (radius + abs(axis) * length / 2.0 for axis in (r[2], r[5], r[8]))
    return _around(at, (a, b, c))


def _around(at: Vector, half: Vector) -> Bounds:
    return Bounds(
        (at[0] - half[0], at[1] - half[1], at[2] - half[2]),
        (at[0] + half[0], at[1] + half[1], at[2] + half[2]),
    )

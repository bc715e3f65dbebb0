"""Rotations: matrices, unit quaternions, rotation vectors, roll-pitch-yaw angles.

A rotation vector w [rad] is the unit vector of an axis times an angle; exp(w) is the matrix of the
rotation by this angle about this axis.

Source: J. Solà and others, "A micro Lie theory for state estimation in robotics", for the
definitions. The series near zero and the case distinctions in ``log`` are not from this source.

Internally, scalars have the shape (..., 1), because Torch's forward-mode differentiation converts
float32 scalars without axes to float64.
"""

from __future__ import annotations

import math

from bodyplan.lie.array import Array, constant, moveaxis, namespace, product


def skew(w: Array) -> Array:
    """Return the matrix (..., 3, 3) whose product with a vector p is the cross product w x p.

    Args:
        w: (..., 3) vector.
    """
    xp = namespace(w)
    x, y, z = w[..., 0:1], w[..., 1:2], w[..., 2:3]
    o = 0.0 * x
    rows = ((o, -z, y), (z, o, -x), (-y, x, o))
    return xp.stack([xp.concat(row, axis=-1) for row in rows], -2)


def cross(a: Array, b: Array) -> Array:
    """Return the cross product of two vectors, shape (..., 3)."""
    xp = namespace(a, b)
    (u, v, w), (x, y, z) = ((c[..., 0], c[..., 1], c[..., 2]) for c in (a, b))
    return xp.stack((v * z - w * y, w * x - u * z, u * y - v * x), -1)


def exp(w: Array) -> Array:
    """Return the rotation matrix of a rotation vector, shape (..., 3, 3).

    Args:
        w: (..., 3) axis times angle [rad].
    """
    sinc, versinc, _ = coefficients(_square(w))
    return _from_coefficients(w, sinc, versinc)


def left_jacobian(w: Array) -> Array:
    """Return the left Jacobian V of exp, shape (..., 3, 3).

    For a small change dw, exp(w + dw) is exp(V dw) exp(w): a rotation by V dw in the outer frame.

    Args:
        w: (..., 3) rotation vector [rad].
    """
    _, versinc, third = coefficients(_square(w))
    return _from_coefficients(w, versinc, third)


def left_jacobian_inverse(w: Array) -> Array:
    """Return the inverse of ``left_jacobian``, shape (..., 3, 3), for angles below a full turn."""
    square = _square(w)
    sinc, versinc, _ = coefficients(square)
    K = skew(w)
    factor = _inverse_factor(square, sinc, versinc)
    return constant(_EYE, w) - 0.5 * K + factor[..., None] * product(K, K)


def _square(vector: Array) -> Array:
    """Return the squared length of a vector, shape (..., 1)."""
    return (vector * vector).sum(-1)[..., None]


def _inverse_factor(square: Array, sinc: Array, versinc: Array) -> Array:
    """Return (1 - sinc / (2 versinc)) / t², given t², with a series near zero."""
    xp = namespace(square)
    small = square < _limit(square)
    t2 = xp.where(small, 1.0 + 0.0 * square, square)
    far = (1.0 - 0.5 * sinc / versinc) / t2
    near = _series(square, _BERNOULLI)
    return xp.where(small, near, far)


_BERNOULLI = (
    *(1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1209600.0, 1.0 / 47900160.0),
    *(691.0 / 1307674368000.0, 1.0 / 74724249600.0),
)
"""Absolute Bernoulli numbers divided by factorials: coefficients of the series of t/2 cot(t/2)."""
_TERMS = 8
_SERIES = tuple(
    tuple((-1.0) ** k / math.factorial(2 * k + first) for k in range(_TERMS)) for first in (1, 2, 3)
)


def _series(square: Array, factors: tuple[float, ...]) -> Array:
    """Return factors[0] + factors[1] * square + ..., by Horner's scheme."""
    total = 0.0 * square + factors[-1]
    for factor in factors[-2::-1]:
        total = factor + square * total
    return total


_EYE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def coefficients(square: Array) -> tuple[Array, Array, Array]:
    """Return sin t / t, (1 - cos t) / t² and (t - sin t) / t³, given t²; differentiable at zero.

    Args:
        square: t², the square of an angle [rad²].
    """
    xp = namespace(square)
    small = square < _limit(square)
    safe = xp.where(small, 1.0 + 0.0 * square, square)
    t = xp.sqrt(safe)
    half = xp.sin(0.5 * t)
    sine = xp.sin(t)
    far = (sine / t, 2.0 * half * half / safe, (t - sine) / (safe * t))
    near = tuple(_series(square, factors) for factors in _SERIES)
    one, two, three = (xp.where(small, a, b) for a, b in zip(near, far, strict=True))
    return one, two, three


def _limit(square: Array) -> float:
    """Return the square of the angle below which series are used, for the type of an array.

    At this angle, the series and the closed form are equally accurate.
    """
    return 0.25 if str(square.dtype).endswith("float64") else 1.0


def _from_coefficients(w: Array, first: Array, second: Array) -> Array:
    """Return 1 + first * skew(w) + second * skew(w)²."""
    K = skew(w)
    return constant(_EYE, w) + first[..., None] * K + second[..., None] * product(K, K)


def log(R: Array) -> Array:
    """Return the rotation vector of a rotation matrix, shape (..., 3), of length at most pi [rad].

    For half a turn, two opposite vectors are correct; one of them is returned.

    Args:
        R: (..., 3, 3) rotation matrix.
    """
    return log_quat_xyzw(to_quat_xyzw(R))


def exp_quat_xyzw(w: Array) -> Array:
    """Return the unit quaternion x, y, z, w of a rotation vector, shape (..., 4).

    Args:
        w: (..., 3) axis times angle [rad].
    """
    xp = namespace(w)
    square = 0.25 * _square(w)
    sinc, versinc, _ = coefficients(square)
    return xp.concat((0.5 * sinc * w, 1.0 - square * versinc), axis=-1)


def log_quat_xyzw(quat_xyzw: Array) -> Array:
    """Return the rotation vector of a quaternion, shape (..., 3), of length at most pi [rad].

    Args:
        quat_xyzw: (..., 4) quaternion x, y, z, w of any length except zero.
    """
    xp = namespace(quat_xyzw)
    v, w = quat_xyzw[..., :3], quat_xyzw[..., 3:]
    flip = w < 0.0
    v, w = xp.where(flip, -v, v), xp.where(flip, -w, w)
    square = _square(v)
    whole = square + w * w
    small = square < 1e-4 * whole if str(w.dtype).endswith("float64") else square < 4e-3 * whole
    length = xp.sqrt(xp.where(small, 1.0 + 0.0 * square, square))
    far = 2.0 * xp.atan2(length, w) / length
    # 2 atan(x) / x with x = |v| / w; for small angles, by a series in x²
    steep = xp.where(small, w, 1.0 + 0.0 * w)
    s = square / (steep * steep)
    near = 2.0 / steep * (1.0 - s * (1.0 / 3.0 - s * (0.2 - s * (1.0 / 7.0 - s / 9.0))))
    return xp.where(small, near, far) * v


def from_quat_xyzw(quat_xyzw: Array) -> Array:
    """Return the rotation matrix of a quaternion of any length, shape (..., 3, 3).

    Args:
        quat_xyzw: (..., 4) quaternion x, y, z, w; four zeros represent the identity.
    """
    xp = namespace(quat_xyzw)
    x, y, z, w = (quat_xyzw[..., index : index + 1] for index in range(4))
    square = x * x + y * y + z * z + w * w
    double = 2.0 / xp.where(square > 0.0, square, 1.0 + 0.0 * square)
    X, Y, Z = double * x, double * y, double * z
    xx, xy, xz, yy, yz, zz = x * X, x * Y, x * Z, y * Y, y * Z, z * Z
    wx, wy, wz = w * X, w * Y, w * Z
    rows = (
        (1.0 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1.0 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1.0 - (xx + yy)),
    )
    return xp.stack([xp.concat(row, axis=-1) for row in rows], -2)


def to_quat_xyzw(R: Array) -> Array:
    """Return the unit quaternion x, y, z, w of a rotation matrix, shape (..., 4), with w >= 0.

    Args:
        R: (..., 3, 3) rotation matrix.
    """
    xp = namespace(R)
    m = _entries(R)
    # Each row of the matrix 4 q q^T is a multiple of q; the row with the largest diagonal entry is
    # the most accurate.
    diagonal = (
        1.0 + m[0][0] - m[1][1] - m[2][2],
        1.0 - m[0][0] + m[1][1] - m[2][2],
        1.0 - m[0][0] - m[1][1] + m[2][2],
        1.0 + m[0][0] + m[1][1] + m[2][2],
    )
    xy, xz, yz = m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]
    xw, yw, zw = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]
    candidates = (
        xp.concat((diagonal[0], xy, xz, xw), axis=-1),
        xp.concat((xy, diagonal[1], yz, yw), axis=-1),
        xp.concat((xz, yz, diagonal[2], zw), axis=-1),
        xp.concat((xw, yw, zw, diagonal[3]), axis=-1),
    )
    best, largest = candidates[3], diagonal[3]
    for index in (0, 1, 2):
        better = diagonal[index] > largest
        best = xp.where(better, candidates[index], best)
        largest = xp.where(better, diagonal[index], largest)
    best = xp.where(best[..., 3:] < 0.0, -best, best)
    return best / xp.sqrt(_square(best))


def _entries(R: Array) -> list[list[Array]]:
    """Return the nine entries of a matrix as rows of arrays, shape (..., 1) each."""
    return [[R[..., row, column : column + 1] for column in range(3)] for row in range(3)]


def multiply_quat_xyzw(a: Array, b: Array) -> Array:
    """Return the quaternion product a b, shape (..., 4): the rotation by b, and then by a.

    It corresponds to the product A B of the rotation matrices.
    """
    xp = namespace(a, b)
    (p, q, r, s), (x, y, z, w) = ([c[..., i] for i in range(4)] for c in (a, b))
    parts = (
        s * x + p * w + q * z - r * y,
        s * y - p * z + q * w + r * x,
        s * z + p * y - q * x + r * w,
        s * w - p * x - q * y - r * z,
    )
    return xp.stack(parts, -1)


def conjugate_quat_xyzw(quat_xyzw: Array) -> Array:
    """Return the conjugate of a quaternion, shape (..., 4): the inverse of a unit quaternion."""
    return quat_xyzw * constant((-1.0, -1.0, -1.0, 1.0), quat_xyzw)


def unit_quat_xyzw(quat_xyzw: Array) -> Array:
    """Return a quaternion scaled to length one, shape (..., 4); zero becomes the identity."""
    xp = namespace(quat_xyzw)
    square = _square(quat_xyzw)
    there = square > 0.0
    scaled = quat_xyzw / xp.sqrt(xp.where(there, square, 1.0 + 0.0 * square))
    return xp.where(there, scaled, constant((0.0, 0.0, 0.0, 1.0), quat_xyzw))


def from_rpy(rpy: Array) -> Array:
    """Return the rotation matrix Rz(yaw) Ry(pitch) Rx(roll), shape (..., 3, 3).

    Args:
        rpy: (..., 3) roll, pitch, yaw [rad].
    """
    xp = namespace(rpy)
    s, c = xp.sin(rpy), xp.cos(rpy)
    (sr, sp, sy), (cr, cp, cy) = ([a[..., i] for i in range(3)] for a in (s, c))
    rows = (
        xp.stack((cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr), -1),
        xp.stack((sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr), -1),
        xp.stack((-sp, cp * sr, cp * cr), -1),
    )
    return xp.stack(rows, -2)


def to_rpy(R: Array) -> Array:
    """Return roll, pitch, yaw [rad], shape (..., 3), with R = Rz(yaw) Ry(pitch) Rx(roll).

    The pitch is in [-pi/2, pi/2]. If it is -pi/2 or pi/2, only the sum or the difference of roll
    and yaw is defined; the roll is then 0.

    Args:
        R: (..., 3, 3) rotation matrix.
    """
    xp = namespace(R)
    m = _entries(R)
    square = m[0][0] * m[0][0] + m[1][0] * m[1][0]
    there = square > 0.0  # at 0, the gradient of the square root would be infinite
    flat = xp.where(there, xp.sqrt(xp.where(there, square, 1.0 + square)), square)
    pitch = xp.atan2(-m[2][0], flat)
    steep = flat < (1e-12 if str(R.dtype).endswith("float64") else 1e-5)
    # With zero roll, R = Rz Ry, whose second column is (-sin yaw, cos yaw, 0).
    roll = xp.atan2(
        xp.where(steep, 0.0 * square, m[2][1]), xp.where(steep, 1.0 + 0.0 * square, m[2][2])
    )
    yaw = xp.atan2(xp.where(steep, -m[0][1], m[1][0]), xp.where(steep, m[1][1], m[0][0]))
    return xp.concat((roll, pitch, yaw), axis=-1)


def integrate(R: Array, w: Array) -> Array:
    """Return R exp(w): the rotation R after a further rotation by w, expressed in its own axes.

    Args:
        R: (..., 3, 3) rotation matrix.
        w: (..., 3) rotation vector [rad], such as angular velocity times time.
    """
    return product(R, exp(w))


def difference(A: Array, B: Array) -> Array:
    """Return log(A^T B): the rotation vector (..., 3), in the axes of A, that rotates A to B."""
    return log(product(transpose(A), B))


def transpose(R: Array) -> Array:
    """Return the transpose of a rotation matrix, shape (..., 3, 3), which is its inverse."""
    return moveaxis(R, -1, -2)

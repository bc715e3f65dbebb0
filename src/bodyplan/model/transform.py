"""Poses in plain Python floats: a rotation and a translation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar, cast, overload

from bodyplan.core import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vec3 = tuple[float, float, float]
Mat3 = tuple[Vec3, Vec3, Vec3]
"""A matrix as three rows."""
Quaternion = tuple[float, float, float, float]
V = TypeVar("V", Vec3, Quaternion)


NO_ROTATION: Mat3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
UPRIGHT: Quaternion = (0.0, 0.0, 0.0, 1.0)
"""The identity rotation, as x, y, z, w."""
ORIGIN: Vec3 = (0.0, 0.0, 0.0)
_GIMBAL_LOCK = 1e-9
"""Cosine of the pitch below which the pose is treated as gimbal lock: roll and yaw rotate about the
same axis."""


class Transform(
    Record,
    instead={
        "xyz": "p",
        "position": "p",
        "translation": "p",
        "rotation": "R",
        "quaternion": "quat_xyzw",
    },
):
    """The pose X_AB of a frame B in a frame A; it maps coordinates in B to coordinates in A.

    Args:
        R: R_AB, rows of the rotation matrix; its columns are the axes of B, expressed in A.
        p: p_AB, the origin of B in A [m].
    """

    R: Mat3 = NO_ROTATION
    p: Vec3 = ORIGIN

    def __repr__(self) -> str:
        """Show position and roll, pitch, yaw, rounded; ``R`` and ``p`` have all digits."""
        return f"<Transform xyz=({_rounded(self.p)}) rpy=({_rounded(self.rpy)})>"

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The homogeneous matrix (4, 4) of X_AB. Requires NumPy."""
        import numpy as np

        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.R, self.p
        return matrix

    @property
    def rpy(self) -> Vec3:
        """Roll, pitch, yaw about the fixed axes x, y, z [rad]: R = Rz(yaw) Ry(pitch) Rx(roll).

        Pitch is between -pi/2 and pi/2. At these values, only a combination of roll and yaw is
        defined, and the roll that is returned is 0.
        """
        (a, b, _), (c, d, _), (e, f, g) = self.R
        cosine = math.hypot(a, c)
        pitch = math.atan2(-e, cosine)
        if cosine < _GIMBAL_LOCK:
            return 0.0, pitch, math.atan2(-b, d)
        return math.atan2(f, g), pitch, math.atan2(c, a)

    @property
    def quat_xyzw(self) -> Quaternion:
        """The unit quaternion of R; its scalar part is the last number, and is not negative."""
        (a, b, c), (d, e, f), (g, h, i) = self.R
        # Each row is the quaternion times 4x, 4y, 4z or 4w; the longest row is the most accurate.
        parts = (
            (1.0 + a - e - i, b + d, c + g, h - f),
            (b + d, 1.0 - a + e - i, f + h, c - g),
            (c + g, f + h, 1.0 - a - e + i, d - b),
            (h - f, c - g, d - b, 1.0 + a + e + i),
        )
        x, y, z, w = unit(max(parts, key=lambda part: max(map(abs, part))))
        return (x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w)

    @overload
    def __matmul__(self, other: Transform) -> Transform: ...
    @overload
    def __matmul__(self, other: Vec3) -> Vec3: ...
    def __matmul__(self, other: Transform | Vec3) -> Transform | Vec3:
        """Return the product: X_AB @ X_BC is X_AC; X_AB @ p_B is p_A."""
        if isinstance(other, Transform):
            if self.R is NO_ROTATION:
                rotation = other.R
            elif other.R is NO_ROTATION:
                rotation = self.R
            else:
                rotation = _product(self.R, other.R)
            return Transform(rotation, self @ other.p)
        a, b, c = self.R
        x, y, z = self.p
        u, v, w = other
        return (
            x + a[0] * u + a[1] * v + a[2] * w,
            y + b[0] * u + b[1] * v + b[2] * w,
            z + c[0] * u + c[1] * v + c[2] * w,
        )

    def inverse(self) -> Transform:
        """Return the inverse, X_BA."""
        a, b, c = self.R
        x, y, z = self.p
        if self.R is NO_ROTATION:
            return Transform(NO_ROTATION, (-x, -y, -z))
        back: Mat3 = ((a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))
        return Transform(back, Transform(back) @ (-x, -y, -z))

    def angle_to(self, other: Transform) -> float:
        """Return the angle between the orientations of two poses, from 0 to pi [rad]."""
        apart = math.dist(sum(self.R, ()), sum(other.R, ()))  # 2 sqrt(2) sin(angle / 2)
        return 2.0 * math.asin(min(1.0, apart / math.sqrt(8.0)))

    @staticmethod
    def from_rpy(rpy: Vec3, xyz: Vec3 = ORIGIN) -> Transform:
        """Return the pose with R = Rz(yaw) Ry(pitch) Rx(roll).

        Args:
            rpy: roll, pitch, yaw about the fixed axes x, y, z [rad].
            xyz: origin of B in A [m].
        """
        if not any(rpy):
            return Transform(NO_ROTATION, xyz)
        (sr, cr), (sp, cp), (sy, cy) = ((math.sin(angle), math.cos(angle)) for angle in rpy)
        rotation = (
            (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr),
        )
        return Transform(rotation, xyz)

    @staticmethod
    def from_quat_xyzw(quat_xyzw: Quaternion, xyz: Vec3 = ORIGIN) -> Transform:
        """Return the pose with the rotation of a quaternion, which is scaled to length 1.

        Args:
            quat_xyzw: the quaternion, scalar last; four zeros for the identity rotation.
            xyz: origin of B in A [m].
        """
        largest = max(map(abs, quat_xyzw))
        if largest == 0.0:
            return Transform(NO_ROTATION, xyz)
        x, y, z, w = (part / largest for part in quat_xyzw)  # no square overflows or underflows
        double = 2.0 / (x * x + y * y + z * z + w * w)
        rotation = (
            (1.0 - double * (y * y + z * z), double * (x * y - z * w), double * (x * z + y * w)),
            (double * (x * y + z * w), 1.0 - double * (x * x + z * z), double * (y * z - x * w)),
            (double * (x * z - y * w), double * (y * z + x * w), 1.0 - double * (x * x + y * y)),
        )
        return Transform(rotation, xyz)


def _rounded(numbers: Iterable[float]) -> str:
    """Return numbers as text with at most four decimals."""
    return ", ".join(f"{round(number, 4) + 0.0:.4g}" for number in numbers)


IDENTITY = Transform()
"""The pose of a frame in itself."""


def unit(vector: V) -> V:
    """Return the vector of length 1 with the same direction; a zero vector stays zero.

    Components are scaled by the largest first, so that no square overflows or underflows.
    """
    largest = max(map(abs, vector))
    if largest == 0.0:
        return vector
    scaled = [component / largest for component in vector]
    length = math.hypot(*scaled)
    return cast("V", tuple(component / length for component in scaled))


def unit_quat_xyzw(quat_xyzw: Quaternion, digits: int = 12) -> Quaternion:
    """Return the unit quaternion of the same rotation; the identity for four zeros.

    Args:
        quat_xyzw: a quaternion of any length.
        digits: the number of decimals to which the result is rounded.
    """
    parts = unit(quat_xyzw) if any(quat_xyzw) else UPRIGHT
    x, y, z, w = (round(part, digits) + 0.0 for part in parts)
    return x, y, z, w


def _product(one: Mat3, other: Mat3) -> Mat3:
    (a, b, c), (p, q, r) = one, other
    return (
        (
            a[0] * p[0] + a[1] * q[0] + a[2] * r[0],
            a[0] * p[1] + a[1] * q[1] + a[2] * r[1],
            a[0] * p[2] + a[1] * q[2] + a[2] * r[2],
        ),
        (
            b[0] * p[0] + b[1] * q[0] + b[2] * r[0],
            b[0] * p[1] + b[1] * q[1] + b[2] * r[1],
            b[0] * p[2] + b[1] * q[2] + b[2] * r[2],
        ),
        (
            c[0] * p[0] + c[1] * q[0] + c[2] * r[0],
            c[0] * p[1] + c[1] * q[1] + c[2] * r[1],
            c[0] * p[2] + c[1] * q[2] + c[2] * r[2],
        ),
    )

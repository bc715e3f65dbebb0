"""Volume, centre of mass, inertia and area of a mesh of triangles.

Each triangle and a reference point form a tetrahedron with a signed volume; for a closed surface,
the sum of these volumes is exactly the enclosed volume. The reference point is the centre of the
bounds, because with a distant point the terms would be large and their difference inaccurate.

Source: D. Eberly, Polyhedral mass properties (the integrals); here each integral is a sum over
    tetrahedra, without divisions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bodyplan import native
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.solids import InertiaTensor, Mass

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import Indices, Numbers
    from bodyplan.model.transform import Vec3


class Sums(NamedTuple):
    """Integrals over the volume of a mesh.

    Args:
        area: the area of the surface [m^2].
        volume: the volume [m^3]; negative if the mesh is inside out.
        center: the centre of mass [m]; the reference point if the volume is zero.
        second: the integral of (p - center) (p - center)^T: xx, xy, xz, yy, yz, zz [m^5].
    """

    area: float
    volume: float
    center: Vec3
    second: InertiaTensor

    def mass(self, density: float, name: str) -> Mass:
        """Return the mass properties for one density.

        Raises:
            MeshError: the volume is zero, or its moments overflow.
        """
        if self.volume == 0.0:
            raise MeshError(f"{name} has no volume")
        if not all(map(math.isfinite, (self.volume, *self.center, *self.second))):
            raise MeshError(f"{name} is too large: its volume or its moments overflow")
        factor = math.copysign(density, self.volume)
        xx, xy, xz, yy, yz, zz = (factor * moment for moment in self.second)
        inertia = (yy + zz, -xy, -xz, xx + zz, -yz, xx + yy)
        return Mass(density * abs(self.volume), self.center, inertia)


def sums(vertices: Numbers, faces: Indices, bounds: Numbers) -> Sums:
    """Return the integrals of a mesh; the reference point is the middle of its bounds."""
    add_up = native.mesh_sums or mesh_sums
    # ``Sums.mass`` reports an overflow
    with np.errstate(over="ignore", invalid="ignore"):
        x, y, z = (bounds.sum(axis=0) / 2.0).tolist()
        sixfold, mx, my, mz, *moments, double = add_up(vertices, faces, x, y, z)
    if sixfold == 0.0:
        return Sums(double / 2.0, 0.0, (x, y, z), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    volume = sixfold / 6.0
    # mx, my and mz are 24 times the first moments, and `sixfold` is 6 times the volume
    cx, cy, cz = (moment / (4.0 * sixfold) for moment in (mx, my, mz))
    offsets = (cx * cx, cx * cy, cx * cz, cy * cy, cy * cz, cz * cz)
    xx, xy, xz, yy, yz, zz = (
        moment / 120.0 - volume * offset for moment, offset in zip(moments, offsets, strict=True)
    )
    return Sums(double / 2.0, volume, (x + cx, y + cy, z + cz), (xx, xy, xz, yy, yz, zz))


def mesh_sums(vertices: Numbers, faces: Indices, x: float, y: float, z: float) -> Sequence[float]:
    """Return multiples of the volume, of its first and second moments, and of the area of a mesh.

    The order and the factors are those of ``native.mesh_sums``.

    Args:
        vertices: (V, 3) the vertices.
        faces: (F, 3) vertex indices of the triangles.
        x: the x coordinate of the reference point.
        y: the y coordinate of the reference point.
        z: the z coordinate of the reference point.
    """
    about = vertices - (x, y, z)
    a, b, c = (about[faces[:, corner]] for corner in range(3))
    sixfold = np.einsum("ij,ij->i", a, np.cross(b, c))
    total = a + b + c
    # 120 times the second moment of a tetrahedron with corners 0, a, b, c is six times its volume
    # times the sum of p p^T for p = a, b, c and a + b + c
    weighted = sixfold[:, None]
    second = sum((p * weighted).T @ p for p in (a, b, c, total))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = np.asarray(second).tolist()
    double = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    first = (sixfold @ total).tolist()
    return float(sixfold.sum()), *first, xx, xy, xz, yy, yz, zz, float(double)

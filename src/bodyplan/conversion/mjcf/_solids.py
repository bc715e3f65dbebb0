"""Thickening of flat meshes: MuJoCo requires that the convex hull of a mesh has a volume."""

from __future__ import annotations

from typing import Any

import numpy as np

THICKNESS = 1e-4
"""Thickness that is given to a flat mesh [m]."""
_FLAT = 1e-13
"""Largest variance of the vertices across a flat mesh, as a share of the largest variance."""
FLAT = f"it is flat, and MuJoCo requires a volume; it becomes {THICKNESS * 1e3:g} mm thick"
NO_SURFACE = "its vertices are on a line, and MuJoCo requires a surface"


def accepted(corners: Any) -> tuple[Any, str]:
    """Return triangles that MuJoCo accepts, and a description of the change.

    Args:
        corners: (n, 3, 3), the vertices of each triangle [m].

    Returns:
        The triangles (n, 3, 3), and the change as text, which is empty for unchanged triangles. A
        flat mesh is thickened. If all vertices are on a line, n is 0.
    """
    points = corners.reshape(-1, 3)
    centered = points - points[0]
    centered /= np.abs(centered).max() or 1.0  # the squares of large numbers would overflow
    centered -= centered.mean(axis=0)
    variances, axes = np.linalg.eigh(centered.T @ centered)
    if not variances[1] > _FLAT * variances[2]:
        return corners[:0], NO_SURFACE
    if variances[0] > _FLAT * variances[2]:
        return corners, ""
    half = 0.5 * THICKNESS * axes[:, 0]
    return np.concatenate([corners + half, corners[:, ::-1] - half]), FLAT

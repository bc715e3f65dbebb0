"""Corners of meshes, read by trimesh. Loaded only where a mesh is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bodyplan.model.transform import Transform, Vec3


class MeshError(ValueError):
    """A mesh that cannot be measured; the message is the reason."""


class Points:
    """The corners of a mesh, as a body that knows its farthest point.

    Args:
        corners: array of shape (n, 3) in the frame of a link [m].
    """

    def __init__(self, corners: Any) -> None:
        self._corners = corners

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """The distance of the corner that is farthest from here, and that corner."""
        away = self._corners - point
        squares = (away * away).sum(axis=1)
        index = int(squares.argmax())
        x, y, z = self._corners[index].tolist()
        return float(squares[index]) ** 0.5, (x, y, z)


def corners_of(path: Path, scale: Vec3, pose: Transform) -> Points:
    """The corners of all triangles of a file, scaled and moved to the frame of a link.

    Coordinates are taken as they stand in the file, in metres unless it says otherwise; that a
    COLLADA file calls another axis "up" turns nothing, as in RViz and MoveIt.

    Args:
        path: STL, OBJ, PLY, GLB; with pycollada also DAE.
        scale: factor along each axis of the file.
        pose: X_LG, frame of the file in the frame of the link.

    Raises:
        MeshError: it cannot be read, or has no triangles.
    """
    try:
        import numpy as np
        import trimesh
    except ImportError:
        raise MeshError(
            "meshes are measured with trimesh, which is not installed: pip install 'bodyplan[mesh]'"
        ) from None
    try:
        scene = trimesh.load_scene(path, process=False, skip_materials=True)
        mesh = scene.to_mesh()
        unit = max((_unit(shape.units) for shape in scene.geometry.values()), default=1.0)
    except Exception as error:  # whatever a loader raises over a broken file
        raise MeshError(
            f"{path.name} cannot be read: {str(error) or type(error).__name__}"
        ) from error
    if not len(mesh.faces):
        raise MeshError(f"{path.name} has no triangles")
    corners = mesh.vertices[np.unique(mesh.faces)] * (unit * np.asarray(scale))
    corners = corners @ np.asarray(pose.R).T + pose.p
    if not np.isfinite(corners).all():
        raise MeshError(f"{path.name} has corners that are not numbers")
    return Points(corners)


def _unit(text: str | None) -> float:
    """What trimesh calls "0.001 * meters", in metres; 1 where the file does not say."""
    number, _, _ = (text or "").partition(" * ")
    try:
        return float(number)
    except ValueError:
        return 1.0

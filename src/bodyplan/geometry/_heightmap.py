"""Terrain from the brightness of a picture (a heightmap)."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from bodyplan.core import shown
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.opened import Place, as_file
from bodyplan.geometry.pictures import PictureError, decoded, read_picture
from bodyplan.model.transform import Vec3

MOST_VERTICES = 257
"""The largest number of vertices along each side; a larger picture is sampled at this number of
rows and columns."""
_FEWEST = 2


def terrain(place: Place, size: Vec3, position: Vec3 = (0.0, 0.0, 0.0)) -> TriangleMesh:
    """Return the surface whose heights are proportional to the brightness of a picture.

    The corners of the surface are at the centres of the corner pixels. Black is at the z of
    ``position``; the brightest pixel is above it by the absolute size along z. The first row of
    pixels has the largest y.

    Source: Gazebo, ImageHeightmap.cc and Ogre2Heightmap.cc.

    Args:
        place: the file of a picture with 8 or 16 bits; if it has colours, its first channel is
            used.
        size: lengths along x, y and z [m].
        position: the position of the centre of the terrain, at the height of black [m].

    Raises:
        MeshError: the file is not such a picture, or Pillow is not installed.
    """
    import numpy as np

    values = _values(place)
    rows, columns = (
        np.linspace(0.0, count - 1.0, min(count, MOST_VERTICES)) for count in values.shape
    )
    heights = _between(values, rows, columns)
    brightest = float(values.max())
    x, y, z = size
    grid_x, grid_y = np.meshgrid(
        position[0] + x * (columns / (values.shape[1] - 1) - 0.5),
        position[1] - y * (rows / (values.shape[0] - 1) - 0.5),
    )
    grid_z = position[2] + abs(z) * heights / (brightest or 1.0)
    vertices = np.column_stack((grid_x.ravel(), grid_y.ravel(), grid_z.ravel()))
    number = np.arange(len(vertices)).reshape(len(rows), len(columns))
    a, b = number[:-1, :-1].ravel(), number[:-1, 1:].ravel()
    c, d = number[1:, :-1].ravel(), number[1:, 1:].ravel()
    faces = np.concatenate((np.column_stack((a, c, d)), np.column_stack((a, d, b))))
    return TriangleMesh(vertices, faces, "heightmap")


def _between(values: Any, rows: Any, columns: Any) -> Any:
    """Return values at fractional rows and columns, interpolated linearly."""
    import numpy as np

    for places in (rows, columns):
        low = np.minimum(places.astype(np.int64), values.shape[0] - 2)
        part = (places - low)[:, None]
        values = (values[low] * (1.0 - part) + values[low + 1] * part).T
    return values


def _values(place: Place) -> Any:
    """Return the brightness of the pixels of a picture, shape (rows, columns); 0 is black.

    Raises:
        MeshError: the file is not a picture with 8 or 16 bits, or Pillow is not installed.
    """
    import numpy as np

    file = as_file(place)
    name = shown(file.name)
    if find_spec("PIL") is None:
        raise MeshError(f"{name} requires Pillow; pip install Pillow", package="Pillow")
    try:
        with decoded(name, read_picture(file), file) as image:
            is_plain = image.mode in {"L", "I", "I;16", "I;16B", "RGB", "RGBA", "LA"}
            values = np.asarray(image if is_plain else image.convert("RGB"))
    except PictureError as error:
        raise (MeshSizeError if error.is_left_out else MeshError)(str(error)) from None
    if min(values.shape[:2]) < _FEWEST:
        raise MeshError(f"{name} has fewer than {_FEWEST} pixels along one side")
    return values if values.ndim == 2 else values[:, :, 0]

"""The appearance of a mesh: patches of triangles with normals, colours and textures.

``load_mesh`` reads the geometry of a mesh; this module uses the same parsers to read its appearance
too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from bodyplan.files.opener import File
from bodyplan.geometry.mesh import _formats as mesh_formats
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.loading import (
    PARSED_BYTES,
    PARSED_TRIANGLES,
    Cache,
    MeshContent,
    content_of,
    load_mesh,
    spend,
)
from bodyplan.geometry.mesh.looks import Look, Looks
from bodyplan.geometry.mesh.pieces import MOST_TRIANGLES, Piece
from bodyplan.geometry.opened import Place, as_file
from bodyplan.geometry.pictures import PictureError, image_in


class Patch(NamedTuple):
    """Triangles of one material, in the frame of the file.

    Args:
        vertices: (V, 3) the vertices [m].
        faces: (F, 3) vertex indices, counter-clockwise.
        normals: (F, 3, 3) normals of each corner; None if the file has none.
        uv: (F, 3, 2) texture coordinates of each corner, from the lower left; None if the file has
            none.
        colors: (V, 4) RGBA colours of the vertices, 0 to 255; None if the file has none.
        look: the material; None if the file has none.
    """

    vertices: Any
    faces: Any
    normals: Any = None
    uv: Any = None
    colors: Any = None
    look: Look | None = None


class PatchLoader:
    """Reads meshes with their appearance; parses each file once, for all its parts and scales."""

    def __init__(self) -> None:
        self._files: Cache[_Shown] = Cache()

    def load(
        self,
        place: Place,
        *,
        part: str = "",
        is_centered: bool = False,
        has_picture: bool = False,
        content: MeshContent | None = None,
    ) -> tuple[Patch, ...]:
        """Read a mesh with its appearance.

        Args:
            place: the file.
            part: the part of the file to read; see ``load_mesh``.
            is_centered: whether the centre of the part's bounding box is moved to the origin.
            has_picture: whether triangles without a material keep their texture coordinates.
            content: the content of the file; it is read if None.

        Raises:
            MeshError: as for ``load_mesh``.
        """
        file = as_file(place)
        found: tuple[Patch, ...] = ()
        if file.kind != "stl":
            key = file, bool(part)
            shown = self._files.get(key, lambda: _read(file, content, by_part=bool(part)))
            found = shown.patches(part, has_picture=has_picture)
        if not _is_sound(found):  # load_mesh raises an error with the reason
            mesh = load_mesh(file, part=part, is_centered=is_centered)
            return (Patch(mesh.vertices, mesh.faces),)
        spend(file, "triangles of meshes", sum(len(one.faces) for one in found), PARSED_TRIANGLES)
        if is_centered:
            low, high = corner_bounds(found)
            found = tuple(one._replace(vertices=one.vertices - (low + high) / 2) for one in found)
        return found


def unshown_pictures(place: Place, content: MeshContent | None = None) -> list[PictureError]:
    """Return the errors of embedded pictures that cannot be shown; empty if the mesh is unreadable.

    Args:
        place: the mesh.
        content: the content of the mesh file; None to read it.
    """
    file = as_file(place)
    found: list[PictureError] = []
    if file.kind not in {"gltf", "glb"}:
        return found
    try:
        pictures = mesh_formats.pictures_of(content_of(file) if content is None else content)
    except MeshError:
        return found
    for number, data in pictures:
        try:
            image_in(f"picture {number}", data, file)
        except PictureError as error:
            found.append(error)
    return found


def corner_bounds(patches: Sequence[Patch]) -> tuple[Any, Any]:
    """Return the smallest (3,) and the largest (3,) coordinates of the corners of all triangles."""
    ends = []
    for patch in patches:
        is_used = np.zeros(len(patch.vertices), np.bool_)
        is_used[np.asarray(patch.faces).ravel()] = True
        corners = patch.vertices if is_used.all() else patch.vertices[is_used]
        if len(corners):
            ends.append(ends_of(corners))
    return np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)


def ends_of(points: Any) -> tuple[Any, Any]:
    """Return the smallest (n,) and the largest (n,) coordinates of points (V, n)."""
    columns = np.ascontiguousarray(points.T)  # much faster than reducing the first axis of (V, n)
    return columns.min(axis=1), columns.max(axis=1)


class _Shown:
    """The pieces of a file, with materials.

    Args:
        pieces: the pieces by part name; if no parts are requested, the only name is "".
        content: the content of the file, whose bytes are not kept in memory.
    """

    def __init__(self, pieces: Mapping[str, Sequence[Piece]], content: MeshContent) -> None:
        self._pieces = pieces
        self._name, self._size = content.name, content.size
        self._is_obj = content.kind == "obj"
        self.nbytes = mesh_formats.bytes_of(chain.from_iterable(pieces.values()))

    def patches(self, part: str, *, has_picture: bool) -> tuple[Patch, ...]:
        """Return the patches of a part; empty if its materials cannot be read.

        Raises:
            MeshSizeError: the patches have too many triangles.
        """
        try:
            pieces = mesh_formats.placed_pieces(self._pieces.get(part, ()), self._name, self._size)
        except MeshSizeError:
            raise
        except MeshError:  # the caller then calls load_mesh, which reports the reason
            return ()
        if self._is_obj and not has_picture and all(one.look is None for one in pieces):
            return self._merged(pieces)
        return tuple(
            Patch(one.vertices, one.faces, one.normals, one.uv, one.colors, one.look)
            for one in pieces
        )

    def _merged(self, pieces: list[Piece]) -> tuple[Patch, ...]:
        """Return the triangles of pieces as one patch whose coincident vertices are merged."""
        try:
            mesh = mesh_formats.merged(pieces, self._name, self._size)
        except MeshError:
            return ()
        return (Patch(mesh.vertices, mesh.faces),)


def _read(file: File, content: MeshContent | None, *, by_part: bool) -> _Shown:
    """Read the pieces of a file and their materials; empty if only the geometry can be read.

    Raises:
        MeshError: the geometry cannot be read either.
    """
    content = content_of(file) if content is None else content
    spend(file, "bytes of meshes", content.size, PARSED_BYTES)
    spend(file, "triangles of meshes", 0, PARSED_TRIANGLES)
    try:
        pieces = mesh_formats.shown_pieces(content, Looks(file, content.data), by_part=by_part)
    except MeshSizeError:
        raise
    except MeshError:
        if content.kind == "dae" or by_part:  # the caller then calls load_mesh
            return _Shown({}, content)
        raise
    if not pieces and not by_part and content.kind != "dae":
        raise MeshError(f"{content.name} has no triangles")
    return _Shown(pieces, content)


def _is_sound(found: tuple[Patch, ...]) -> bool:
    """Return whether ``load_mesh`` accepts the number of triangles and the vertices of patches."""
    return 0 < sum(len(one.faces) for one in found) <= MOST_TRIANGLES and all(
        np.isfinite(one.vertices).all() for one in found
    )

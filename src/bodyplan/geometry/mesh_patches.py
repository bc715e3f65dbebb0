"""A mesh as it looks: patches of triangles with normals, colours and textures.

``load_mesh`` reads what a mesh measures; this reads what it looks like. Both have the same triangles
in the same frame and unit.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bodyplan.core import Record
from bodyplan.geometry.mesh_collada import shapes
from bodyplan.geometry.mesh_error import MeshError
from bodyplan.geometry.mesh_files import content_of, load_mesh
from bodyplan.geometry.mesh_gltf import names_of_buffers
from bodyplan.geometry.mesh_pieces import MOST_TRIANGLES
from bodyplan.geometry.pictures import Image, image_of
from bodyplan.geometry.textures import materials_of, named_files

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import TriangleMesh

MayRead = Callable[[Path], bool]
Finder = Callable[[str], Image | None]
"""Finds a texture by its name in a file."""


class Look(Record):
    """The material of a patch.

    Args:
        name: as its file calls it; may be empty.
        rgba: sRGB and opacity, each 0 to 1.
        image: its texture; None without one.
        texture: the name of the file of its texture in its own file; may be empty.
    """

    name: str = ""
    rgba: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    image: Image | None = None
    texture: str = ""


class Patch(NamedTuple):
    """Triangles of one material, in the frame of the file.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3) vertex indices, counter-clockwise.
        normals: (F, 3, 3) of each corner; None if the file has none.
        uv: (F, 3, 2) texture coordinates of each corner, from the lower left; None without them.
        colors: (V, 4) of the vertices, 0 to 255; None without them.
        look: the material; None if the file has none.
    """

    vertices: Any
    faces: Any
    normals: Any = None
    uv: Any = None
    colors: Any = None
    look: Look | None = None


def load_patches(
    path: Path,
    *,
    part: str = "",
    is_centered: bool = False,
    may_read: MayRead | None = None,
    has_picture: bool = False,
) -> tuple[Patch, ...]:
    """Read a mesh as it looks.

    Args:
        path: the file.
        part: the part of the file to read; see ``load_mesh``.
        is_centered: move the part so that the middle of its bounds is the origin.
        may_read: whether a texture or material library may be opened; all may where not given.
        has_picture: whether texture coordinates are needed without materials.

    Raises:
        MeshError: as ``load_mesh``.
    """
    # COLLADA is slow to read, and both readers are pycollada: it is read twice only if in doubt.
    is_collada = path.suffix.lower() == ".dae"
    mesh = None if is_collada else load_mesh(path, part=part, is_centered=is_centered)
    found = _with_looks(path, part, may_read, has_picture=has_picture)
    if mesh is not None or not _is_sound(found):
        mesh = mesh or load_mesh(path, part=part, is_centered=is_centered)
        if not _is_same(found, mesh, is_centered=is_centered):
            return (Patch(mesh.vertices, mesh.faces),)
    if is_centered:
        low, high = corner_bounds(found)
        found = tuple(one._replace(vertices=one.vertices - (low + high) / 2) for one in found)
    return found


def corner_bounds(patches: Sequence[Patch]) -> tuple[Any, Any]:
    """Return the smallest and the largest coordinates, (3,) each, of the corners of all triangles."""
    ends = []
    for patch in patches:
        is_used = np.zeros(len(patch.vertices), np.bool_)
        is_used[np.asarray(patch.faces).ravel()] = True
        corners = patch.vertices if is_used.all() else patch.vertices[is_used]
        if len(corners):
            ends.append(ends_of(corners))
    return np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)


def ends_of(points: Any) -> tuple[Any, Any]:
    """Return the smallest and the largest coordinates, (n,) each, of (V, n) points."""
    columns = np.ascontiguousarray(points.T)  # much faster than along the rows
    return columns.min(axis=1), columns.max(axis=1)


def _with_looks(
    path: Path, part: str, may_read: MayRead | None, *, has_picture: bool
) -> tuple[Patch, ...]:
    """Return patches with materials; none if the file has none, or cannot be read with them."""
    readers: dict[str, Callable[[Path, str, MayRead | None], Iterator[Patch]]]
    obj = partial(_obj, has_picture=has_picture)
    readers = {".dae": _collada, ".obj": obj, ".ply": _ply, ".gltf": _gltf, ".glb": _gltf}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        return ()
    try:
        with np.errstate(all="ignore"):
            return tuple(reader(path, part, may_read))
    except Exception:  # noqa: BLE001  (a broken material must not hide a mesh that can be measured)
        return ()


def _is_sound(found: tuple[Patch, ...]) -> bool:
    """Whether patches are what ``load_mesh`` accepts: not too many triangles, of finite vertices."""
    return 0 < sum(len(one.faces) for one in found) <= MOST_TRIANGLES and all(
        np.isfinite(one.vertices).all()
        and (not len(one.faces) or 0 <= one.faces.min() <= one.faces.max() < len(one.vertices))
        for one in found
    )


def _is_same(found: tuple[Patch, ...], mesh: TriangleMesh, *, is_centered: bool) -> bool:
    """Whether patches have the number of triangles, the size and, if not moved, the place of a mesh."""
    if sum(len(one.faces) for one in found) != len(mesh.faces):
        return False
    low, high = corner_bounds(found)
    near = 1e-4 * max(mesh.size) + 1e-12
    if is_centered:
        return bool(np.allclose(high - low, mesh.size, atol=near))
    return bool(np.allclose((low, high), mesh.bounds, atol=near))


def _finder(mesh: Path, may_read: MayRead | None) -> Finder:
    """Return what finds the textures that a mesh names."""
    files = {one.uri: one.path for one in named_files(mesh, may_read) if one.is_there}

    def find(name: str) -> Image | None:
        path = files.get(name)
        if path is None or (may_read is not None and not may_read(path)):
            return None
        return image_of(path)

    return find


# COLLADA


def _collada(path: Path, part: str, may_read: MayRead | None) -> Iterator[Patch]:
    looks: dict[int, Look] = {}
    data = content_of(path).data
    find = _finder(path, may_read)
    for shape in shapes(data):
        if part and shape.part != part:
            continue
        turn = shape.X_FG[:3, :3]
        vertices = np.asarray(shape.primitive.vertex, np.float64) @ turn.T + shape.X_FG[:3, 3]
        faces, normals, uv = shape.faces, shape.normals, shape.uv
        if normals is not None:
            normals = normals @ np.linalg.inv(turn)
        if np.linalg.det(turn) < 0:
            faces = faces[:, ::-1]
            normals = None if normals is None else normals[:, ::-1]
            uv = None if uv is None else uv[:, ::-1]
        material = shape.material
        look = None
        if material is not None:
            look = looks.get(id(material))
            if look is None:
                look = looks[id(material)] = _collada_look(material, find)
        yield Patch(vertices, faces, normals, uv, None, look)


def _collada_look(material: Any, find: Finder) -> Look:
    diffuse = material.effect.diffuse
    image = None
    texture = ""
    rgba = (1.0, 1.0, 1.0, 1.0)
    if isinstance(diffuse, tuple):
        r, g, b, *rest = (min(max(float(one), 0.0), 1.0) for one in diffuse)
        rgba = (r, g, b, rest[0] if rest and rest[0] > 0.0 else 1.0)
    elif diffuse is not None:
        texture = str(diffuse.sampler.surface.image.path)
        image = find(texture)
        if image is None:
            rgba = (0.8, 0.8, 0.8, 1.0)
    return Look(str(material.name or material.id or ""), rgba, image, texture)


# OBJ, PLY and glTF, by trimesh


def _obj(path: Path, part: str, may_read: MayRead | None, *, has_picture: bool) -> Iterator[Patch]:
    data = path.read_bytes()
    has_materials = b"mtllib" in data
    if part or not (has_materials or (has_picture and b"\nvt " in data)):
        raise MeshError("has no materials")
    names = frozenset(materials_of(path))
    for patch in _by_trimesh(path, may_read):
        is_own = patch.look is not None and patch.look.name in names  # else of trimesh
        yield patch if has_materials and is_own else patch._replace(look=None)


def _ply(path: Path, part: str, may_read: MayRead | None) -> Iterator[Patch]:
    del part
    return _by_trimesh(path, may_read)


def _gltf(path: Path, part: str, may_read: MayRead | None) -> Iterator[Patch]:
    if part:
        raise MeshError("has parts")
    return _by_trimesh(path, may_read)


def _by_trimesh(path: Path, may_read: MayRead | None) -> Iterator[Patch]:
    import trimesh

    find = _finder(path, may_read)
    beside: dict[str, bytes] = {}  # the files that the mesh names, and no others
    for one in named_files(path, may_read):
        if one.path is None or not one.is_there:
            continue
        image = None if one.is_library else find(one.uri)
        if image is not None:
            beside[one.uri] = image[1]
        elif one.is_library and (may_read is None or may_read(one.path)):
            beside[one.uri] = one.path.read_bytes()
    data, kind = path.read_bytes(), path.suffix[1:].lower()
    for uri, place in buffers_of(path).items():
        beside[uri] = place.read_bytes()
    scene = trimesh.load_scene(
        io.BytesIO(data),
        file_type=kind,
        resolver=beside,
        process=False,
    )
    for name in scene.graph.nodes_geometry:
        X_FG, geometry = scene.graph[name]
        mesh = scene.geometry[geometry]
        if isinstance(mesh, trimesh.Trimesh):
            yield _of_trimesh(mesh.copy().apply_transform(X_FG))


def buffers_of(path: Path) -> dict[str, Path]:
    """Return the files with the triangles of a glTF file, by their names in it.

    Raises:
        MeshError: the file is not valid.
    """
    kind = path.suffix[1:].lower()
    if kind not in {"gltf", "glb"}:
        return {}
    found = names_of_buffers(path.read_bytes(), kind, path.name)
    return {uri: path.parent / place for uri, place in found.items()}


def _of_trimesh(mesh: Any) -> Patch:
    faces = np.asarray(mesh.faces)
    visual = mesh.visual
    normals = None
    if "vertex_normals" in mesh._cache:  # noqa: SLF001  (else they are made, not those of the file)
        normals = np.asarray(mesh.vertex_normals)[faces]
    uv = colors = look = None
    material = getattr(visual, "material", None)
    if material is not None:
        if visual.uv is not None:
            uv = np.asarray(visual.uv)[faces]
        look = _trimesh_look(material)
    elif visual.kind in {"vertex", "face"}:
        colors = np.asarray(visual.vertex_colors)
    return Patch(np.asarray(mesh.vertices), faces, normals, uv, colors, look)


def _trimesh_look(material: Any) -> Look | None:
    """Return the look of a material of trimesh, of OBJ or glTF; None if its file does not say it."""
    values: Mapping[str, Any] | None = getattr(material, "kwargs", None)
    if values is not None:
        picture = material.image
        rgba = _rgba_of_obj(values)
        if picture is not None:
            rgba = (1.0, 1.0, 1.0, 1.0 if rgba is None else rgba[3])
        if rgba is None:
            return None
    else:
        picture = getattr(material, "baseColorTexture", None)
        rgba = _rgba_of_gltf(getattr(material, "baseColorFactor", None))
    image = None
    texture = ""
    if picture is not None:
        buffer = io.BytesIO()
        picture.convert("RGBA").save(buffer, "PNG")
        image = ("image/png", buffer.getvalue())
        texture = str(picture.info.get("file_path") or "")
    return Look(str(getattr(material, "name", "") or ""), rgba, image, texture)


def _rgba_of_obj(values: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    """Return the colour of a material of OBJ; None if it has none that is valid."""
    color, opacity = values.get("kd"), values.get("d")
    if not isinstance(color, list) or len(color) != 3:
        return None
    alpha = float(opacity[0]) if opacity else 1.0
    rgba = (*color, alpha or 1.0)  # a 0 is a mistake of exporters
    return rgba if all(0.0 <= one <= 1.0 for one in rgba) else None


def _rgba_of_gltf(factor: Any) -> tuple[float, float, float, float]:
    """Return the colour of a linear factor."""
    if factor is None:
        return (1.0, 1.0, 1.0, 1.0)
    values = np.asarray(factor, float).ravel()
    values = values / 255.0 if np.asarray(factor).dtype.kind in "iu" else values
    r, g, b, *rest = np.clip(values, 0.0, 1.0).tolist()
    red, green, blue = (
        12.92 * one if one <= 0.0031308 else 1.055 * one ** (1.0 / 2.4) - 0.055 for one in (r, g, b)
    )
    return (red, green, blue, rest[0] if rest else 1.0)

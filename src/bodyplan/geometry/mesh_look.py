"""The colour and texture of a mesh, from the materials of its own file: OBJ with MTL, and COLLADA."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from bodyplan.core import Record
from bodyplan.geometry.mesh_collada import Instance, instances
from bodyplan.geometry.textures import LARGEST, NamedFile, named_files

_LARGEST_LIBRARY = 16 * 1024 * 1024
_FACES = re.compile(rb"^[ \t]*(?:(f)|usemtl)[ \t]+([^\r\n]*)", re.MULTILINE)
_STATEMENT = re.compile(rb"^[ \t]*(newmtl|Kd|d|Tr|map_Kd)[ \t]+([^\r\n]+)", re.MULTILINE)
_WHITE = (1.0, 1.0, 1.0, 1.0)


class MeshLook(Record):
    """How a mesh looks, from its own materials.

    Args:
        name: of the material that most of its faces have.
        rgba: its colour; None without one.
        texture: its picture; None without one, and if it is not found.
        count: the number of materials that faces have.
        missing: the name of a picture that is not found, or may not be read.
    """

    name: str
    rgba: tuple[float, float, float, float] | None
    texture: Path | None = None
    count: int = 1
    missing: str = ""


def look_of(path: Path, may_read: Callable[[Path], bool]) -> MeshLook | None:
    """Return how a mesh looks; None if its file does not say it or cannot be read.

    Args:
        path: the mesh.
        may_read: whether a material library or a picture may be opened.
    """
    ending = path.suffix.lower()
    try:
        if ending not in {".obj", ".dae"} or path.stat().st_size > LARGEST:
            return None
        named = named_files(path, may_read)
        if ending == ".obj":
            return _look_of_obj(path, named, may_read)
        return _look_of_collada(path, named, may_read)
    except (OSError, ValueError):
        return None


def _look(
    name: str,
    rgba: tuple[float, ...] | None,
    picture: str,
    named: tuple[NamedFile, ...],
    may_read: Callable[[Path], bool],
    count: int,
) -> MeshLook | None:
    colour = None
    if rgba is not None and len(rgba) == 4 and all(0.0 <= one <= 1.0 for one in rgba):
        colour = (rgba[0], rgba[1], rgba[2], rgba[3])
    texture = None
    if picture:
        found = next((one for one in named if one.uri == picture and not one.is_library), None)
        if found is not None and found.is_there and found.path is not None:
            texture = found.path if may_read(found.path) else None
        if texture is not None:
            colour = colour if colour not in {None, (0.0, 0.0, 0.0, 1.0)} else _WHITE
    if colour is None and texture is None and not picture:
        return None
    return MeshLook(name, colour, texture, count, picture if texture is None else "")


# OBJ


def _look_of_obj(
    path: Path, named: tuple[NamedFile, ...], may_read: Callable[[Path], bool]
) -> MeshLook | None:
    counts: dict[str, int] = {}
    current = ""
    for found in _FACES.finditer(path.read_bytes()):
        if found[1]:
            counts[current] = counts.get(current, 0) + 1
        else:
            current = found[2].strip().decode("utf-8", "replace")
    materials: dict[str, dict[str, str]] = {}
    for library in named:
        is_open = library.is_library and library.is_there and library.path is not None
        if is_open and library.path is not None and may_read(library.path):
            with library.path.open("rb") as stream:
                materials |= _materials(stream.read(_LARGEST_LIBRARY))
    used = {name: count for name, count in counts.items() if name in materials}
    if not used:
        return None
    name = max(used, key=lambda one: used[one])
    told = materials[name]
    rgba: tuple[float, ...] | None = None
    if "Kd" in told:
        red_green_blue = tuple(map(float, told["Kd"].split()[:3]))
        opacity = float(told.get("d", 1.0 - float(told.get("Tr", 0.0))))
        rgba = (*red_green_blue, opacity or 1.0)  # a 0 is a mistake of exporters
    picture = told.get("map_Kd", "")
    if picture and all(one.uri != picture for one in named):  # behind options
        picture = picture.split()[-1]
    return _look(name, rgba, picture, named, may_read, len(counts))


def _materials(data: bytes) -> dict[str, dict[str, str]]:
    """Return the statements of each material of a library."""
    found: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    for line in _STATEMENT.finditer(data):
        word, text = line[1].decode(), line[2].strip().decode("utf-8", "replace")
        if word == "newmtl":
            current = found.setdefault(text, {})
        else:
            current[word] = text
    return found


# COLLADA


def _look_of_collada(
    path: Path, named: tuple[NamedFile, ...], may_read: Callable[[Path], bool]
) -> MeshLook | None:
    counts: dict[str, int] = {}
    materials: dict[str, Any] = {}
    for shape in _instances(path.read_bytes()):
        material = shape.material
        if material is not None and getattr(material, "effect", None) is not None:
            name = str(getattr(material, "name", "") or material.id)
            counts[name] = counts.get(name, 0) + len(shape.primitive)
            materials[name] = material.effect
    if not counts:
        return None
    name = max(counts, key=lambda one: counts[one])
    diffuse: Any = getattr(materials[name], "diffuse", None)
    picture, rgba = "", None
    if hasattr(diffuse, "sampler"):
        image = getattr(getattr(diffuse.sampler, "surface", None), "image", None)
        picture = str(getattr(image, "path", "") or "")
    elif isinstance(diffuse, tuple):
        rgba = (*map(float, diffuse[:3]), 1.0)
    return _look(name, rgba, picture, named, may_read, len(counts))


def _instances(data: bytes) -> list[Instance]:
    """Return the shapes of the scene of a COLLADA file; none if it is broken."""
    if find_spec("collada") is None:
        return []
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return list(instances(data))
    except Exception:  # noqa: BLE001  (any exception of pycollada for a broken file)
        return []


def textured_obj(path: Path) -> bytes | None:
    """Return a COLLADA mesh as OBJ with its texture coordinates; None if it has none.

    Args:
        path: the mesh.
    """
    try:
        if path.suffix.lower() != ".dae" or path.stat().st_size > LARGEST:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    lines: list[str] = []
    first_vertex = first_coordinate = 1
    has_coordinates = False
    for shape in _instances(data):
        triangles, X_FG = shape.primitive, shape.X_FG
        faces = np.asarray(triangles.vertex_index, np.int64)
        if not _is_inside(faces, len(triangles.vertex)):
            return None
        vertices = np.asarray(triangles.vertex, np.float64) @ X_FG[:3, :3].T + X_FG[:3, 3]
        order = slice(None, None, -1 if np.linalg.det(X_FG[:3, :3]) < 0.0 else 1)
        corners = faces[:, order] + first_vertex
        lines += [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in vertices.tolist()]
        first_vertex += len(vertices)
        if not triangles.texcoordset:
            lines += [f"f {a} {b} {c}" for a, b, c in corners.tolist()]
            continue
        coordinates = np.asarray(triangles.texcoordset[0], np.float64)[:, :2]
        places = np.asarray(triangles.texcoord_indexset[0], np.int64)
        if not _is_inside(places, len(coordinates)):
            return None
        has_coordinates = True
        lines += [f"vt {u:.9g} {v:.9g}" for u, v in coordinates.tolist()]
        both = np.stack((corners, places[:, order] + first_coordinate), axis=-1).tolist()
        lines += [f"f {a}/{i} {b}/{j} {c}/{k}" for (a, i), (b, j), (c, k) in both]
        first_coordinate += len(coordinates)
    return "\n".join([*lines, ""]).encode() if has_coordinates else None


def _is_inside(indices: Any, count: int) -> bool:
    """Whether indices are those of a list."""
    numbers = np.asarray(indices)
    return not numbers.size or (numbers.min() >= 0 and bool(numbers.max() < count))


def png_of(path: Path) -> bytes | None:
    """Return a picture as PNG; None if that requires Pillow and it is not installed, or fails."""
    if path.suffix.lower() == ".png":
        return path.read_bytes()
    if find_spec("PIL") is None:
        return None
    image: Any = import_module("PIL.Image")
    try:
        with image.open(path) as picture:
            made = io.BytesIO()
            picture.convert("RGB").save(made, "PNG")
    except (OSError, ValueError, SyntaxError, image.DecompressionBombError):
        return None
    return made.getvalue()

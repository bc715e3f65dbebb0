"""The meshes and pictures of a scene, as a page reads them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from bodyplan.conversion.own_look import has_own_look
from bodyplan.core import replace
from bodyplan.geometry.files import LARGEST
from bodyplan.geometry.mesh_error import MeshError
from bodyplan.geometry.mesh_patches import Patch, buffers_of, corner_bounds, load_patches
from bodyplan.geometry.pictures import PictureError, image_of, picture_error
from bodyplan.geometry.shapes import mesh_of
from bodyplan.geometry.textures import NamedFile, named_files
from bodyplan.model import Geometry, Heightmap, Material, Mesh, Polyline, Robot
from bodyplan.viewer import cache
from bodyplan.viewer.glb import GlbWriter
from bodyplan.viewer.records import SceneAsset, SceneShape

Media = Literal["model/gltf-binary", "image/png", "image/jpeg"]
MOST_FACES = 3_000_000
"""Triangles of a mesh that a page can show."""
NOT_FOUND = "not found"
"""Why a file that does not exist is not shown."""
MOST_POINTS = 50_000
"""Points of the outlines of polylines."""
_DIGEST = 16
MayRead = Callable[[Path], bool]


class Asset(NamedTuple):
    """A mesh as GLB, or a picture.

    Args:
        name: of its file.
        media: its media type.
        data: its bytes.
    """

    name: str
    media: Media
    data: bytes

    def record(self, url: str | None) -> SceneAsset:
        """Return what the scene says of it."""
        return SceneAsset(self.media, len(self.data), self.name, url)


class _Key(NamedTuple):
    """A mesh in a file."""

    path: Path
    part: str
    is_centered: bool
    has_picture: bool
    """Whether its material in the description has a texture."""


class _Converted(NamedTuple):
    """A mesh as GLB with the facts about it, or why it cannot be shown."""

    data: bytes = b""
    bounds: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None
    faces: int = 0
    has_colors: bool = False
    problem: str | None = None
    files: tuple[Path, ...] = ()
    """The other files that it is made from, such as textures."""
    named: tuple[NamedFile, ...] = ()
    """The textures and material libraries that it names."""


_ComputedKey = tuple[Polyline | Heightmap, Path | None, str]
"""A shape with its file, or why it has none."""


class Assets:
    """The assets of a scene, by identifier: a digest of their bytes."""

    def __init__(self) -> None:
        self._all: dict[str, Asset] = {}
        self._converted: dict[_Key, _Converted] = {}
        self._names: dict[_Key, str] = {}
        self._pictures: dict[Path, str | None] = {}
        self._picture_errors: dict[Path, PictureError | None] = {}
        self._computed: dict[_ComputedKey, _Converted] = {}
        self._points = MOST_POINTS
        self.files: set[Path] = set()
        """The files that they are made from."""

    @property
    def all(self) -> Mapping[str, Asset]:
        """The assets by identifier."""
        return MappingProxyType(self._all)

    def prepare(self, robot: Robot) -> None:
        """Convert the meshes of a robot, several at a time."""
        keys = {
            key: may_read_of(robot, geometry)
            for link in robot.links
            for geometry in (*link.visuals, *link.collisions)
            if isinstance(geometry.shape, Mesh)
            for key in [_key(robot, geometry, geometry.shape)[0]]
            if key is not None and key not in self._converted
        }
        if not keys:
            return
        with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
            made = pool.map(_converted, keys, keys.values())
            self._converted.update(zip(keys, made, strict=True))
        cache.trim()

    def mesh(
        self, robot: Robot, geometry: Geometry, mesh: Mesh, look: Material | None
    ) -> SceneShape:
        """Return a mesh of a prepared robot, with the material of its geometry."""
        key, problem = _key(robot, geometry, mesh)
        made = _Converted(problem=problem)
        asset = None
        if key is not None:
            made = self._converted[key]
            self.files |= {key.path, *made.files}
            if made.data:
                asset = self._names.get(key)
                if asset is None:
                    asset = self._names[key] = self._add(
                        Asset(key.path.name, "model/gltf-binary", made.data)
                    )
        return SceneShape(
            "mesh",
            uri=mesh.uri,
            asset=asset,
            scale=mesh.scale,
            bounds=made.bounds,
            faces=made.faces,
            has_colors=made.has_colors
            and has_own_look(
                robot, replace(geometry, material=look), lambda one: self.texture(robot, one)
            ),
            problem=made.problem,
        )

    def computed(self, robot: Robot, geometry: Geometry, shape: Polyline | Heightmap) -> SceneShape:
        """Return a shape whose triangles are computed, or why it cannot be shown."""
        path, problem = None, ""
        if isinstance(shape, Heightmap):
            path, problem = file_of(robot, geometry, shape.uri)
        key = shape, path, problem
        if key not in self._computed:
            self._computed[key] = _Converted(problem=problem) if problem else self._triangles(key)
        made = self._computed[key]
        if path is not None:
            self.files.add(path)
        asset = self._add(Asset(shape.kind, "model/gltf-binary", made.data)) if made.data else None
        return SceneShape(
            "mesh",
            name=shape.kind,
            uri=shape.uri,
            asset=asset,
            scale=(1.0, 1.0, 1.0),
            bounds=made.bounds,
            faces=made.faces,
            problem=made.problem,
        )

    def _triangles(self, key: _ComputedKey) -> _Converted:
        shape, path, _ = key
        try:
            if isinstance(shape, Polyline):
                count = sum(map(len, shape.outlines))
                if count > self._points:
                    raise MeshError(f"the outlines of the scene exceed {MOST_POINTS:,} points")
                self._points -= count
            mesh = mesh_of(shape, lambda _: path)
            return _as_glb((Patch(mesh.vertices, mesh.faces),), has_picture=False)
        except MeshError as error:
            bounds = None
            if isinstance(shape, Heightmap):
                (x, y, z), (a, b, c) = shape.size, shape.position
                bounds = (a - x / 2, b - y / 2, c), (a + x / 2, b + y / 2, c + z)
            return _Converted(problem=str(error), bounds=bounds)

    def named_by(self, robot: Robot, geometry: Geometry, mesh: Mesh) -> tuple[NamedFile, ...]:
        """Return the textures and material libraries that a mesh of a prepared robot names."""
        key = _key(robot, geometry, mesh)[0]
        return () if key is None else self._converted[key].named

    def picture_error(self, path: Path) -> PictureError | None:
        """Return why a picture cannot be shown; None if it can. Each file is read once."""
        if path not in self._picture_errors:
            self._picture_errors[path] = picture_error(path)
        return self._picture_errors[path]

    def texture(self, robot: Robot, material: Material) -> str | None:
        """Return the asset of the picture of a material; None without one that can be shown."""
        if not material.texture:
            return None
        path = file_of(robot, material, material.texture)[0]
        if path is None:
            return None
        self.files.add(path)
        if path not in self._pictures:
            image = image_of(path)
            self._pictures[path] = (
                None if image is None else self._add(Asset(path.name, _media(image[0]), image[1]))
            )
        return self._pictures[path]

    def _add(self, asset: Asset) -> str:
        name = blake2b(asset.data, digest_size=_DIGEST).hexdigest()
        self._all.setdefault(name, asset)
        return name


def _media(text: str) -> Media:
    return "image/png" if text == "image/png" else "image/jpeg"


def file_of(robot: Robot, value: Geometry | Material, uri: str) -> tuple[Path | None, str]:
    """Return the file of a URI, or why it has none."""
    try:
        path = robot.file_of(value, uri)
    except (PermissionError, ValueError) as error:
        return None, str(error)
    return (None, NOT_FOUND) if path is None else (path, "")


def may_read_of(robot: Robot, geometry: Geometry) -> MayRead:
    """Return whether a file that a mesh names may be read: where the mesh itself may be."""

    def may_read(path: Path) -> bool:
        try:
            return robot.file_of(geometry, str(path)) is not None
        except (PermissionError, ValueError):
            return False

    return may_read


def _key(robot: Robot, geometry: Geometry, mesh: Mesh) -> tuple[_Key | None, str]:
    path, problem = file_of(robot, geometry, mesh.uri)
    if path is None:
        return None, problem
    has_picture = geometry.material is not None and bool(geometry.material.texture)
    return _Key(path, mesh.part, mesh.is_centered, has_picture), ""


def _converted(key: _Key, may_read: MayRead) -> _Converted:
    """Return a mesh as GLB, from the cache if it was converted before."""
    files: tuple[Path, ...] = ()
    named: tuple[NamedFile, ...] = ()
    try:
        named = () if key.path.suffix.lower() == ".stl" else named_files(key.path, may_read)
        files = tuple(_beside(key.path, named))
        made = _from_cache(key, files, may_read)
    except MeshError as error:
        made = _Converted(problem=str(error))
    except (OSError, MemoryError) as error:
        made = _Converted(problem=f"cannot be read: {error}")
    return made._replace(files=files, named=named)


def _from_cache(key: _Key, files: Iterable[Path], may_read: MayRead) -> _Converted:
    name = _cache_name(key, files, may_read)
    held = cache.get(name)
    if held is not None:
        head, _, data = held.partition(b"\n")
        low, high, faces, has_colors = json.loads(head)
        return _Converted(data, (tuple(low), tuple(high)), faces, has_colors)
    made = _made(key, may_read)
    assert made.bounds is not None
    facts = json.dumps([*made.bounds, made.faces, made.has_colors]).encode()
    cache.put(name, facts + b"\n" + made.data)
    return made


def _beside(path: Path, named: Iterable[NamedFile]) -> Iterator[Path]:
    """Yield the textures, material libraries and buffers of a mesh, also missing ones."""
    yield from (one.path for one in named if one.path is not None)
    yield from buffers_of(path).values()


def _cache_name(key: _Key, files: Iterable[Path], may_read: MayRead) -> str:
    """Return a digest of everything that the result depends on."""
    digest = blake2b(digest_size=_DIGEST)
    facts = (cache.VERSION, key.path.name, *key[1:])
    digest.update(repr(facts).encode())
    for path in (key.path, *files):
        # What is larger is refused later.
        if may_read(path) and path.is_file() and path.stat().st_size <= LARGEST:
            data = path.read_bytes()
            digest.update(len(data).to_bytes(8, "little"))
            digest.update(data)
    return digest.hexdigest()


def _made(key: _Key, may_read: MayRead) -> _Converted:
    patches = load_patches(
        key.path,
        part=key.part,
        is_centered=key.is_centered,
        may_read=may_read,
        has_picture=key.has_picture,
    )
    faces = sum(len(one.faces) for one in patches)
    if faces > MOST_FACES:
        raise MeshError(f"{key.path.name} has {faces:,} triangles; a page shows {MOST_FACES:,}")
    return _as_glb(patches, has_picture=key.has_picture)


def _as_glb(patches: tuple[Patch, ...], *, has_picture: bool) -> _Converted:
    faces = sum(len(one.faces) for one in patches)
    writer = GlbWriter(is_compact=True)
    number, matrix = writer.mesh(patches, has_picture=has_picture)
    writer.node(mesh=number, matrix=matrix)
    low, high = (end.tolist() for end in corner_bounds(patches))
    has_colors = any(one.look is not None or one.colors is not None for one in patches)
    bounds = (low[0], low[1], low[2]), (high[0], high[1], high[2])
    return _Converted(writer.to_bytes(), bounds, faces, has_colors)

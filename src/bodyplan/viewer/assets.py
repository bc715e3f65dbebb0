"""The meshes and pictures of a scene, in formats that a page reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from bodyplan.conversion.mesh_materials import has_own_look
from bodyplan.core import replace, shown
from bodyplan.files.opener import File
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.loading import MeshContent, content_of
from bodyplan.geometry.mesh.patches import Patch, PatchLoader, corner_bounds, unshown_pictures
from bodyplan.geometry.pictures import (
    DECODED,
    LARGEST_IMAGE,
    MOST_DECODED_IN_ALL,
    PictureError,
    image_of,
    picture_error,
)
from bodyplan.geometry.shapes import mesh_of
from bodyplan.geometry.textures import LIBRARIES, MOST_LIBRARIES, NamedFile, named_files
from bodyplan.model import Geometry, Heightmap, Material, Mesh, Polyline, Robot, Shape
from bodyplan.model.looks import Looks, Texture
from bodyplan.model.shape import kind_of
from bodyplan.viewer import _cache as cache
from bodyplan.viewer._glb import GlbWriter
from bodyplan.viewer.records import SceneAsset, ScenePattern, SceneShape

Media = Literal["model/gltf-binary", "image/png", "image/jpeg"]
MOST_BYTES = 96 * 1024 * 1024
"""Largest total size of the meshes and pictures of a scene, in the format in which they are sent
[bytes]."""
NOT_FOUND = "not found"
"""The reason why a file that does not exist is not shown."""
MOST_POINTS = 50_000
"""The largest number of points of the outlines of all polylines in a scene."""
_FULL = f"all meshes and pictures together exceed the limit of {MOST_BYTES / 1e6:,.0f} MB"
_SMALL = 1024 * 1024
"""Largest mesh file that is converted in parallel with others [bytes]."""
_DIGEST = 16


class Asset(NamedTuple):
    """A mesh as GLB, or a picture.

    Args:
        name: the name of its file.
        media: the media type.
        data: the content.
    """

    name: str
    media: Media
    data: bytes

    def record(self, url: str | None) -> SceneAsset:
        """Return the record of the asset in the scene."""
        return SceneAsset(self.media, len(self.data), self.name, url)


class _Key(NamedTuple):
    """A mesh in a file."""

    file: File
    part: str
    is_centered: bool
    has_picture: bool
    """Whether the material of the mesh in the description has a texture."""


class _Converted(NamedTuple):
    """A mesh as GLB with its properties, or the reason why it cannot be shown."""

    data: bytes = b""
    bounds: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None
    faces: int = 0
    has_colors: bool = False
    problem: str | None = None
    named: tuple[NamedFile, ...] = ()
    """The textures and material libraries to which the mesh refers."""
    buffers: tuple[Path, ...] = ()
    """The external buffers of the mesh."""
    left_out: tuple[PictureError, ...] = ()
    """The reasons why pictures embedded in the mesh file cannot be shown."""


_ComputedKey = tuple[Shape, File | None, str]
"""A shape, its file (None without one), and the reason why the file is missing."""


class Assets:
    """The assets of a scene, by identifier: a digest of their bytes."""

    def __init__(self) -> None:
        self._all: dict[str, Asset] = {}
        self._converted: dict[_Key, _Converted] = {}
        self._names: dict[_Key, str] = {}
        self._pictures: dict[File, str | None] = {}
        self._picture_errors: dict[File, PictureError | None] = {}
        self._computed: dict[_ComputedKey, _Converted] = {}
        self._points = MOST_POINTS
        self._bytes = 0
        self.files: set[Path] = set()
        """The source files of the assets."""

    @property
    def all(self) -> Mapping[str, Asset]:
        """The assets by identifier."""
        return MappingProxyType(self._all)

    def prepare(self, robot: Robot) -> None:
        """Convert the meshes of a robot; small meshes are converted in parallel."""
        files: dict[File, dict[_Key, None]] = {}
        for link in robot.links:
            for geometry in (*link.visuals, *link.collisions):
                if isinstance(geometry.shape, Mesh):
                    key, _ = _key(robot, geometry, geometry.shape)
                    if key is not None and key not in self._converted:
                        files.setdefault(key.file, {})[key] = None
        if not files:
            return
        with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
            small = [keys for file, keys in files.items() if _is_small(file)]
            self._keep(small, pool.map(_converted, small))
        large = [keys for file, keys in files.items() if not _is_small(file)]
        self._keep(large, map(_converted, large))
        cache.trim()

    def _keep(self, files: Iterable[Iterable[_Key]], made: Iterable[list[_Converted]]) -> None:
        """Store converted meshes; beyond ``MOST_BYTES``, store only why each is not shown."""
        for key, one in zip(chain.from_iterable(files), chain.from_iterable(made), strict=True):
            self._bytes += len(one.data)
            kept = one
            if self._bytes > MOST_BYTES and one.data:
                self._bytes -= len(one.data)
                kept = one._replace(
                    data=b"", problem=f"{shown(key.file.name)} is not shown: {_FULL}"
                )
            self._converted[key] = kept

    def mesh(
        self, robot: Robot, geometry: Geometry, mesh: Mesh, look: Material | None
    ) -> SceneShape:
        """Return the scene shape of a mesh of a prepared robot, drawn with a material."""
        key, problem = _key(robot, geometry, mesh)
        made = _Converted(problem=problem)
        asset = None
        if key is not None:
            made = self._converted[key]
            named = (one.path for one in made.named if one.path is not None)
            self.files |= {key.file.path, *named, *made.buffers}
            if made.data:
                asset = self._names.get(key)
                if asset is None:
                    asset = self._names[key] = self._add(
                        Asset(key.file.name, "model/gltf-binary", made.data)
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

    def computed(self, robot: Robot, geometry: Geometry, shape: Shape) -> SceneShape:
        """Return the scene shape of a shape whose triangles are computed; on failure, its problem."""
        file, problem = None, ""
        if isinstance(shape, Heightmap):
            file, problem = file_of(robot, geometry, shape.uri)
        key = shape, file, problem
        if key not in self._computed:
            self._computed[key] = _Converted(problem=problem) if problem else self._triangles(key)
        made = self._computed[key]
        if file is not None:
            self.files.add(file.path)
        kind = kind_of(shape)
        asset = self._add(Asset(kind, "model/gltf-binary", made.data)) if made.data else None
        return SceneShape(
            "mesh",
            name=kind,
            uri=getattr(shape, "uri", ""),
            asset=asset,
            scale=(1.0, 1.0, 1.0),
            bounds=made.bounds,
            faces=made.faces,
            problem=made.problem,
        )

    def _triangles(self, key: _ComputedKey) -> _Converted:
        shape, file, _ = key
        try:
            if isinstance(shape, Polyline):
                count = sum(map(len, shape.outlines))
                if count > self._points:
                    raise MeshError(f"the outlines of the scene exceed {MOST_POINTS:,} points")
                self._points -= count
            mesh = mesh_of(shape, lambda _: file)
            return _as_glb((Patch(mesh.vertices, mesh.faces),), has_picture=False)
        except MeshError as error:
            bounds = None
            if isinstance(shape, Heightmap):
                (x, y, z), (a, b, c) = shape.size, shape.position
                bounds = (a - x / 2, b - y / 2, c), (a + x / 2, b + y / 2, c + z)
            return _Converted(problem=str(error), bounds=bounds)

    def named_by(self, robot: Robot, geometry: Geometry, mesh: Mesh) -> tuple[NamedFile, ...]:
        """Return the textures and material libraries to which a mesh of a prepared robot refers."""
        key = _key(robot, geometry, mesh)[0]
        return () if key is None else self._converted[key].named

    def left_out_of(self, robot: Robot, geometry: Geometry, mesh: Mesh) -> tuple[PictureError, ...]:
        """Return the reasons why pictures embedded in a prepared robot's mesh cannot be shown."""
        key = _key(robot, geometry, mesh)[0]
        return () if key is None else self._converted[key].left_out

    def picture_error(self, file: File) -> PictureError | None:
        """Return the reason why a picture cannot be shown, or None. Each file is read only once."""
        if file not in self._picture_errors:
            error = picture_error(file)
            if error is None and self._pictures.get(file, "") is None:
                error = PictureError(f"{shown(file.name)} is not shown: {_FULL}", is_left_out=True)
            self._picture_errors[file] = error
        return self._picture_errors[file]

    def texture(self, robot: Robot, material: Material) -> str | None:
        """Return the identifier of the asset of a material's picture; None if it cannot be shown."""
        if not material.texture:
            return None
        file = file_of(robot, material, material.texture)[0]
        if file is None:
            return None
        self.files.add(file.path)
        if file not in self._pictures:
            image = image_of(file)
            if image is not None:
                self._bytes += len(image[1])
                if self._bytes > MOST_BYTES:
                    self._bytes -= len(image[1])
                    image = None
            self._pictures[file] = (
                None if image is None else self._add(Asset(file.name, _media(image[0]), image[1]))
            )
        return self._pictures[file]

    def pattern(self, robot: Robot, material: Material, looks: Looks | None) -> ScenePattern | None:
        """Return how the picture of a material is mapped onto primitive shapes; None if it is not."""
        surface = None if looks is None else looks.surfaces.get(material.name)
        if looks is None or surface is None:
            return None
        made = looks.textures.get(surface.texture)
        asset = self.texture(robot, material) if made is None else self.picture(made)
        if asset is None:
            return None
        kind = "2d" if made is None else made.kind
        return ScenePattern(asset, kind, surface.repeat, surface.is_uniform)

    def picture(self, texture: Texture) -> str | None:
        """Return the identifier of the asset of a computed picture; None if the limit is exceeded."""
        name = _name_of(texture.png)
        if name in self._all:
            return name
        if self._bytes + len(texture.png) > MOST_BYTES:
            return None
        self._bytes += len(texture.png)
        return self._add(Asset(f"{texture.kind} texture", "image/png", texture.png))

    def _add(self, asset: Asset) -> str:
        name = _name_of(asset.data)
        self._all.setdefault(name, asset)
        return name


def _name_of(data: bytes) -> str:
    return blake2b(data, digest_size=_DIGEST).hexdigest()


def _media(text: str) -> Media:
    return "image/png" if text == "image/png" else "image/jpeg"


def file_of(robot: Robot, value: Geometry | Material, uri: str) -> tuple[File | None, str]:
    """Return the file of a URI, or None and the reason why it cannot be used."""
    try:
        file = robot.file_of(value, uri)
    except (PermissionError, ValueError) as error:
        return None, str(error)
    return (None, NOT_FOUND) if file is None else (file, "")


def _key(robot: Robot, geometry: Geometry, mesh: Mesh) -> tuple[_Key | None, str]:
    file, problem = file_of(robot, geometry, mesh.uri)
    if file is None:
        return None, problem
    has_picture = geometry.material is not None and bool(geometry.material.texture)
    return _Key(file, mesh.part, mesh.is_centered, has_picture), ""


def _is_small(file: File) -> bool:
    try:
        return file.path.stat().st_size <= _SMALL
    except (OSError, ValueError):
        return True


def _converted(keys: Iterable[_Key]) -> list[_Converted]:
    """Return meshes of one file as GLB, from the cache if possible; the file is read only once."""
    named: tuple[NamedFile, ...] = ()
    buffers: tuple[Path, ...] = ()
    left_out: tuple[PictureError, ...] = ()
    content, digest, problem = None, b"", ""
    file = next(iter(keys)).file
    try:
        content = content_of(file)
        named = named_files(file, content.data)
        buffers = tuple(file.beside(place).path for place in content.buffers)
        left_out = tuple(unshown_pictures(file, content))
        digest = _digest_of(content, named)
    except (MeshError, OSError, MemoryError) as error:
        problem = _problem(error)
    found = []
    loader = PatchLoader()
    for key in keys:
        made = _Converted(problem=problem)
        if content is not None and not problem:
            try:
                made = _from_cache(key, content, digest, loader)
            except (MeshError, OSError, MemoryError) as error:
                made = _Converted(problem=_problem(error))
        found.append(made._replace(named=named, buffers=buffers, left_out=left_out))
    return found


def _problem(error: Exception) -> str:
    return str(error) if isinstance(error, MeshError) else f"cannot be read: {error}"


def _from_cache(key: _Key, content: MeshContent, digest: bytes, loader: PatchLoader) -> _Converted:
    facts = (cache.VERSION, key.file.name, *key[1:], digest, find_spec("PIL") is not None)
    name = blake2b(repr(facts).encode(), digest_size=_DIGEST).hexdigest()
    held = cache.get(name)
    if held is not None:
        head, _, data = held.partition(b"\n")
        low, high, faces, has_colors = json.loads(head)
        return _Converted(data, (tuple(low), tuple(high)), faces, has_colors)
    made = _made(key, content, loader)
    assert made.bounds is not None
    # once a limit of this run is reached, the result may be incomplete and is not cached
    if not (
        key.file.is_spent(DECODED, MOST_DECODED_IN_ALL)
        or key.file.is_spent(LIBRARIES, MOST_LIBRARIES)
    ):
        head = json.dumps([*made.bounds, made.faces, made.has_colors]).encode()
        cache.put(name, head + b"\n" + made.data)
    return made


def _digest_of(content: MeshContent, named: Iterable[NamedFile]) -> bytes:
    """Return a digest of the contents of all files of a mesh."""
    digest = blake2b(digest_size=_DIGEST)
    digest.update(content.digest())
    # keys are real paths, because several names may refer to the same file
    known: dict[str, bytes] = {"": b""}
    for one in named:
        real = one.file.real if one.file is not None and one.is_there else ""
        if real not in known and one.file is not None:
            known[real] = b""
            # an unreadable file counts as empty; the digest changes once it can be read
            with suppress(OSError):
                data = one.file.read(LARGEST_IMAGE)
                known[real] = blake2b(data, digest_size=_DIGEST).digest()
        digest.update(repr((one.uri, known[real])).encode())
    return digest.digest()


def _made(key: _Key, content: MeshContent, loader: PatchLoader) -> _Converted:
    patches = loader.load(
        key.file,
        part=key.part,
        is_centered=key.is_centered,
        has_picture=key.has_picture,
        content=content,
    )
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

"""Conversion of meshes, materials and textures to MJCF, and the files to write for them."""

from __future__ import annotations

import math
import os
import posixpath
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mesh_materials import has_own_look
from bodyplan.conversion.mjcf._solids import accepted
from bodyplan.conversion.mjcf.text import numbers
from bodyplan.core import quoted, replace
from bodyplan.files.content import mismatch
from bodyplan.files.opener import File
from bodyplan.files.safe_name import safe_name
from bodyplan.formats.converted import Asset
from bodyplan.geometry import MeshError
from bodyplan.geometry.files import LARGEST
from bodyplan.geometry.mesh.groups import Group, by_look, obj_of
from bodyplan.geometry.mesh.heads import STL_HEAD, is_text_stl, stl_count
from bodyplan.geometry.mesh.looks import Look
from bodyplan.geometry.mesh.mesh import stl_of
from bodyplan.geometry.mesh.patches import PatchLoader, unshown_pictures
from bodyplan.geometry.pictures import Image, PictureError, as_png, load_image
from bodyplan.geometry.textures import NamedFile, names_of
from bodyplan.model.shape import kind_of

if TYPE_CHECKING:
    from bodyplan.formats.loss import Loss

T = TypeVar("T")

FOLDER = "assets"
"""The folder of the asset files, in the folder of the MJCF file."""
_LEAST_VERTICES = 4
"""Fewest vertices that MuJoCo accepts for a mesh."""
_MOST_TRIANGLES = 200_000
"""The largest number of triangles that MuJoCo accepts in an STL."""
_NOT_A_NAME = re.compile(r"[\s<>:\"'&|?*\\/%#]+")
"""Characters with a special meaning in paths, XML or lists of names."""
_NONE = (1.0, 1.0, 1.0)


MOST_WRITTEN = 700_000
"""The largest total number of triangles of meshes that are converted, or rewritten with another
scale."""
_OF_FILE = "the materials in its mesh file are used instead, as in RViz"
_MOST_PARTS = 100
"""The largest number of materials for which a mesh is split into one mesh per material."""


class _MeshPart(NamedTuple):
    """A mesh with one material.

    Args:
        mesh: the name of the mesh.
        look: the material; None if the mesh file defines no material.
    """

    mesh: str
    look: Look | None


class MjcfAssets:
    """Collects the meshes, materials and textures of a robot.

    Args:
        robot: the robot.
        log: collects what is lost.
    """

    def __init__(self, robot: model.Robot, log: RobotLossLog) -> None:
        self._robot = robot
        self._log = log
        self._names: dict[str, set[str]] = {"mesh": set(), "material": set(), "texture": set()}
        self._files: dict[tuple[str, bool], Asset] = {}
        self._paths: set[str] = set()
        self._made_of: dict[object, tuple[Any, tuple[Loss, ...]]] = {}
        """Cache of converted meshes, with their losses."""
        self._materials: dict[model.Material, str | None] = {}
        self._looks: dict[tuple[object, ...], str | None] = {}
        """Names of materials from mesh files, by colour and image."""
        self._textures: dict[Image, str | PictureError] = {}
        self._last: File | None = None
        """Some file of the robot, used to count images towards the input limits of the run."""
        self._left = MOST_WRITTEN
        self._loader = PatchLoader()
        self._missing: dict[File, tuple[str, ...]] = {}
        """For each mesh file, the reasons why its textures cannot be used."""
        self.nodes: list[Node] = []
        self._stems: dict[str, set[str]] = {}
        """For each file name without suffix, the URIs of the meshes with this name."""
        for link in robot.links:
            for part in (*link.visuals, *link.collisions):
                if isinstance(part.shape, model.Mesh):
                    stem = posixpath.splitext(posixpath.basename(part.shape.uri))[0]
                    self._stems.setdefault(stem, set()).add(part.shape.uri)

    @property
    def files(self) -> tuple[Asset, ...]:
        """The files to write, without duplicates."""
        return tuple(self._files.values())

    # Geoms

    def geoms(self, part: model.Geometry, *, is_visual: bool) -> list[dict[str, str]]:
        """Return the attributes of the geoms of a mesh: one geom for each material.

        Args:
            part: the geometry, a mesh or a shape that must become a mesh.
            is_visual: whether the materials in the mesh file apply.
        """
        shape, material = part.shape, part.material
        if is_visual and isinstance(shape, model.Mesh):
            has_texture = material is not None and bool(material.texture)
            has_own = has_own_look(self._robot, part, lambda one: one.texture or None)
            key = (shape, has_own, has_texture)
            found = self._once(key, part, lambda: self._parts_of(part, *key))
            if found is not None:
                if any(one.look is not None for one in found):
                    self._log.add("moved", part, "material", _OF_FILE)
                return [
                    {"type": "mesh", "mesh": one.mesh}
                    | (
                        self.look(part)
                        if one.look is None
                        else self._named(self._look(one.look, part))
                    )
                    for one in found
                ]
        name = self._mesh(part)
        return [] if name is None else [{"type": "mesh", "mesh": name} | self.look(part)]

    def look(self, part: model.Geometry) -> dict[str, str]:
        """Return the geom attributes for the material of a geometry."""
        material = part.material
        if material is None:
            return {}
        if not material.texture and not material.name:
            return {} if material.rgba is None else {"rgba": numbers(material.rgba)}
        if material not in self._materials:
            texture = self._texture(material)
            made = self._material(material.name, material.rgba, texture)
            self._materials[material] = made
        return self._named(self._materials[material])

    @staticmethod
    def _named(material: str | None) -> dict[str, str]:
        return {} if material is None else {"material": material}

    # Meshes

    def _parts_of(
        self, part: model.Geometry, shape: model.Mesh, has_own: bool, has_texture: bool
    ) -> list[_MeshPart] | None:
        """Return one mesh for each material in a mesh file; None if the mesh is not split.

        Args:
            part: the geometry.
            shape: the mesh of the geometry.
            has_own: whether it is drawn with the materials of its file.
            has_texture: whether its material in the description has a texture.
        """
        file, _ = self._file(part, shape.uri)
        if file is None or file.kind == "stl":
            return None
        try:
            patches = self._loader.load(
                file,
                part=shape.part,
                is_centered=shape.is_centered,
                has_picture=has_texture,
            )
        except (MeshError, OSError):
            return None
        if has_own:
            self._missing_textures(part, file)
        else:
            patches = tuple(one._replace(look=None, colors=None) for one in patches)
        groups = by_look(patches, has_picture=has_texture)
        if all(one.look is None and one.uv is None for one in groups):
            return None
        if any(one.is_mixed for one in groups):
            reason = "the colours of its vertices become one colour for each triangle"
            self._log.add("approximated", part, "shape", reason)
        if len(groups) > _MOST_PARTS:
            reason = f"of its {len(groups)} colours and textures, that of the most faces is kept"
            self._log.add("approximated", part, "shape", reason)
            largest = max(groups, key=lambda one: len(one.corners))
            groups = (largest,)
        if len(groups) == 1 and (groups[0].uv is None or _is_readable(file, shape)):
            name = self._mesh(part)
            return None if name is None else [_MeshPart(name, groups[0].look)]
        count = sum(len(one.corners) for one in groups)
        if count > self._left:
            return None
        self._left -= count
        if len(groups) > 1:
            reason = (
                f"it becomes a mesh and a geom for each of its {len(groups)} colours and textures"
            )
            self._log.add("moved", part, "shape", reason)
        return [self._part(file, shape, group, is_one=len(groups) == 1) for group in groups]

    def _part(self, source: File, shape: model.Mesh, group: Group, *, is_one: bool) -> _MeshPart:
        """Return a new mesh with the triangles of one material.

        Args:
            source: the mesh file.
            shape: the mesh in the robot, which has the scale.
            group: the triangles and their material.
            is_one: whether the mesh file becomes only one mesh, so that the name of the material is
                not added to the name of the mesh.
        """
        corners, uv = group.corners * shape.scale, group.uv
        if math.prod(shape.scale) < 0.0:
            corners, uv = corners[:, ::-1], None if uv is None else uv[:, ::-1]
        folder = self._folder(source.path)
        label = group.look.name if group.look is not None else ""
        stem = source.path.stem if is_one or not label else f"{source.path.stem}_{label}"
        few = len(corners) < _LEAST_VERTICES and len({*map(tuple, corners.reshape(-1, 3))})
        if few and few < _LEAST_VERTICES:
            thick, _ = accepted(corners)
            corners, uv = (thick, None) if len(thick) else (corners, uv)
        is_obj = uv is not None or len(corners) > _MOST_TRIANGLES
        file = self._free_path(stem, ".obj" if is_obj else ".stl", folder)
        content = partial(obj_of, corners, uv) if is_obj else partial(stl_of, corners)
        self._files[file, False] = Asset(f"{FOLDER}/{file}", content)
        name = free(posixpath.splitext(posixpath.basename(file))[0], self._names["mesh"])
        self._add_mesh({"name": name, "file": file})
        return _MeshPart(name, group.look)

    def _missing_textures(self, part: model.Geometry, mesh: File) -> None:
        if mesh not in self._missing:
            reasons = [_why_missing(one) for one in names_of(mesh) if not one.is_library]
            reasons += map(str, unshown_pictures(mesh))
            self._missing[mesh] = tuple(filter(None, reasons))
        for reason in self._missing[mesh]:
            self._log.add("dropped", part, "shape", reason)

    def _mesh(self, part: model.Geometry) -> str | None:
        """Return the name of the mesh of a geometry; None if it cannot be converted."""
        return self._once(part.shape, part, lambda: self._made(part))

    def _once(self, key: object, part: model.Geometry, make: Callable[[], T]) -> T:
        """Convert a mesh once, but record its losses for each geometry.

        Args:
            key: identifies the mesh and the options of its conversion.
            part: the geometry.
            make: converts the mesh.
        """
        if key in self._made_of:
            made, losses = self._made_of[key]
            self._log.losses += (replace(loss, source=part) for loss in losses)
            return made  # type: ignore[no-any-return]
        start = len(self._log.losses)
        made = make()
        losses = tuple(loss for loss in self._log.losses[start:] if loss.source is part)
        self._made_of[key] = made, losses
        return made

    def _made(self, part: model.Geometry) -> str | None:
        shape = part.shape
        scale, file, path = _NONE, None, None
        if isinstance(shape, model.Mesh):
            file, reason = self._file(part, shape.uri)
            if file is None:
                reason = f"its file {quoted(shape.uri)} {reason}"
                self._log.add("dropped", part, "", reason, changes_meaning=True)
                return None
            scale, path = shape.scale, file.path
        name = "shape" if shape is None else kind_of(shape)
        if path is not None:
            folder = self._folder(path)
            name = _NOT_A_NAME.sub("_", f"{path.stem}_{folder}" if folder else path.stem)
            if name in self._names["mesh"] and math.prod(scale) < 0.0:
                name = f"{name}_mirrored"
        name = free(name, self._names["mesh"])
        attributes = {"name": name}
        try:
            triangles = self._robot.mesh(part)
        except MeshError as error:  # a file that is not a mesh is not copied
            self._log.add("dropped", part, "", str(error), changes_meaning=True)
            return None
        corners = triangles.vertices[triangles.faces]
        solid, flaw = accepted(corners)
        if not len(solid):
            self._log.add("dropped", part, "", flaw, changes_meaning=True)
            return None
        copied = None
        if isinstance(shape, model.Mesh) and file and not flaw and _is_readable(file, shape):
            copied = file
        if copied is None or (copied.real, True) in self._files:
            if triangles.face_count > self._left:
                reason = f"all meshes exceed the limit of {MOST_WRITTEN:,} triangles"
                self._log.add("dropped", part, "", reason, changes_meaning=True)
                return None
            self._left -= triangles.face_count
        if copied is not None:
            attributes["file"] = self._copied(copied)
            if scale != _NONE:
                attributes["scale"] = numbers(scale)
        else:
            is_large = len(solid) > _MOST_TRIANGLES
            ending = ".obj" if is_large else ".stl"
            stem, folder = (name, "") if path is None else (path.stem, self._folder(path))
            written = attributes["file"] = self._free_path(stem, ending, folder)
            content = partial(obj_of if is_large else stl_of, solid)
            self._files[written, False] = Asset(f"{FOLDER}/{written}", content)
            if flaw:
                self._log.add("approximated", part, "shape", flaw)
            elif path is not None:
                reason = f"MuJoCo does not read {path.suffix or 'it'}; its triangles are kept"
                is_whole = isinstance(shape, model.Mesh) and not shape.part
                if is_whole and path.suffix.lower() == ".obj":
                    reason = (
                        "it has lines that are not those of an OBJ file; its triangles are kept"
                    )
                self._log.add("approximated", part, "shape", reason)
        self._add_mesh(attributes)
        return name

    def _add_mesh(self, attributes: dict[str, str]) -> None:
        if posixpath.splitext(posixpath.basename(attributes["file"]))[0] == attributes["name"]:
            del attributes["name"]  # MuJoCo's default
        self.nodes.append(Node("mesh", attributes))

    def _file(self, value: model.Geometry | model.Material, uri: str) -> tuple[File | None, str]:
        """Return the file of a URI and an empty text, or None and the reason."""
        try:
            file = self._robot.file_of(value, uri)
        except PermissionError as error:
            return None, f"may not be read: {error}"
        self._last = file or self._last
        return file, "" if file is not None else "is not found"

    def _copied(self, file: File) -> str:
        key = (file.real, True)
        if key not in self._files:
            path = file.path
            name = self._free_path(path.stem, path.suffix.lower(), self._folder(path))
            self._files[key] = Asset(f"{FOLDER}/{name}", partial(file.read, LARGEST))
        return self._files[key].path.removeprefix(f"{FOLDER}/")

    def _folder(self, path: Path) -> str:
        """Return the output folder of a mesh; empty if its file name is unique."""
        uris = self._stems.get(path.stem, ())
        if len(uris) < 2:
            return ""
        folders = {posixpath.dirname(uri) for uri in uris}  # in one folder, suffixes differ
        name = path.parent.name if len(folders) > 1 else path.suffix[1:]
        return safe_name(_NOT_A_NAME.sub("_", name))

    def _free_path(self, stem: str, ending: str, folder: str = "") -> str:
        stem = posixpath.join(folder, safe_name(_NOT_A_NAME.sub("_", stem)))
        number, name = 2, f"{stem}{ending}"
        while name.lower() in self._paths:  # case-insensitive, for file systems that ignore case
            number, name = number + 1, f"{stem}_{number}{ending}"
        self._paths.add(name.lower())
        return name

    # Materials

    def _look(self, look: Look, part: model.Geometry) -> str | None:
        """Return the name of the MJCF material for a material of a mesh file.

        Args:
            look: the material.
            part: the geometry with the mesh.
        """
        key = (tuple(round(one, 2) for one in look.rgba), look.image)
        if key not in self._looks:
            texture = None
            if look.image is not None:
                stem = posixpath.splitext(posixpath.basename(look.texture))[0]
                made = self._picture(look.image, stem or look.name)
                if isinstance(made, str):
                    texture = made
                else:
                    self._log.add("dropped", part, "material", str(made))
            name = _NOT_A_NAME.sub("_", look.name)
            self._looks[key] = self._material(name, look.rgba, texture)
        return self._looks[key]

    def _material(
        self, name: str, rgba: tuple[float, ...] | None, texture: str | None
    ) -> str | None:
        if texture is None and rgba is None:
            return None
        name = free(name or "material", self._names["material"])
        node = Node("material", {"name": name})
        if texture is not None:
            node.set("texture", texture)
        if rgba is not None:
            node.set("rgba", numbers(tuple(round(one, 6) for one in rgba)))
        self.nodes.append(node)
        return name

    def _texture(self, material: model.Material) -> str | None:
        if not material.texture:
            return None
        file, reason = self._file(material, material.texture)
        if file is None:
            found: str | PictureError = PictureError(f"it {reason}")
        else:
            try:
                found = self._picture(load_image(file), file.path.stem)
            except PictureError as error:
                found = error
        if isinstance(found, str):
            return found
        self._log.add("dropped", material, "texture", str(found))
        return None

    def _picture(self, image: Image, stem: str) -> str | PictureError:
        """Return the name of the texture for an image; the error if it cannot be saved as PNG."""
        if image not in self._textures:
            assert self._last is not None  # an image is always read from a file
            try:
                data = as_png(f"texture {quoted(stem)}", image, self._last)
            except PictureError as error:
                self._textures[image] = error
            else:
                file = self._free_path(stem or "texture", ".png")
                self._files[file, False] = Asset(f"{FOLDER}/{file}", partial(bytes, data))
                name = free(posixpath.splitext(file)[0], self._names["texture"])
                self.nodes.append(Node("texture", {"name": name, "type": "2d", "file": file}))
                self._textures[image] = name
        return self._textures[image]


def _why_missing(named: NamedFile) -> str:
    """Return the reason why a texture of a mesh cannot be used; empty if it can."""
    if named.file is None or not named.is_there or named.file.refusal():
        return f"its texture {quoted(named.uri)} is not found"
    try:
        load_image(named.file)
    except PictureError as error:
        return str(error)
    return ""


def _is_readable(file: File, shape: model.Mesh) -> bool:
    """Return whether MuJoCo can read a mesh file without conversion.

    It can read a plain OBJ, and a binary STL that is not too large.
    """
    if shape.part or file.kind not in {"obj", "stl"}:
        return False
    try:
        with file.open() as stream:
            if file.kind == "obj":
                return not mismatch(stream, "obj")
            head, size = stream.read(STL_HEAD), os.fstat(stream.fileno()).st_size
    except OSError:
        return False
    return not is_text_stl(head, size) and 0 < stl_count(head) <= _MOST_TRIANGLES


def add(parent: Node, tag: str, attributes: Mapping[str, str]) -> Node:
    """Add a child element."""
    return SubElement(parent, tag, dict(attributes))

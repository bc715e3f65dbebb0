"""Meshes, materials and textures of MJCF, and the files that they need."""

from __future__ import annotations

import math
import os
import posixpath
import re
import struct
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

import numpy as np

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf_text import numbers
from bodyplan.core import quoted
from bodyplan.formats.converted import Asset
from bodyplan.geometry import MeshError, TriangleMesh
from bodyplan.geometry.mesh_look import MeshLook, look_of, png_of, textured_obj

FOLDER = "assets"
"""The folder of the files, beside the MJCF."""
_STL_HEAD, _STL_TRIANGLE = 84, 50
"""Bytes of a binary STL before its triangles, and of each."""
_MOST_TRIANGLES = 200_000
"""Triangles that MuJoCo reads from an STL."""
_NOT_A_NAME = re.compile(r"[\s<>:\"'&|?*\\/%#]+")
"""What the name of a file cannot have in every system, or what means something in a path."""
_NONE = (1.0, 1.0, 1.0)


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
        self._meshes: dict[model.Shape | None, str | None] = {}
        self._missing: dict[model.Shape | None, str] = {}
        """Why meshes cannot be written."""
        self._materials: dict[model.Material, str | None] = {}
        self._textures: dict[Path, str] = {}
        self._own: dict[tuple[Any, str], model.Material] = {}
        """Materials of mesh files by what they look like."""
        self._looks: dict[Path, MeshLook | None] = {}
        self.nodes: list[Node] = []
        self._stems: dict[str, set[str]] = {}
        """URIs of meshes by the names of their files without the ending."""
        for link in robot.links:
            for part in (*link.visuals, *link.collisions):
                if isinstance(part.shape, model.Mesh):
                    stem = posixpath.splitext(posixpath.basename(part.shape.uri))[0]
                    self._stems.setdefault(stem, set()).add(part.shape.uri)

    @property
    def files(self) -> tuple[Asset, ...]:
        """The files, each once."""
        return tuple(self._files.values())

    # Meshes

    def mesh(self, part: model.Geometry) -> str | None:
        """Return the name of the mesh of a geometry; None if it has no file that can be read."""
        shape = part.shape
        if shape not in self._meshes:
            self._meshes[shape] = self._made(part)
        elif self._meshes[shape] is None:
            self._log.add("dropped", part, "", self._missing[shape], changes_meaning=True)
        return self._meshes[shape]

    def _made(self, part: model.Geometry) -> str | None:
        shape = part.shape
        scale, path = _NONE, None
        if isinstance(shape, model.Mesh):
            path, reason = self._file(part, shape.uri)
            if path is None:
                self._missing[shape] = f"its file {quoted(shape.uri)} {reason}"
                self._log.add("dropped", part, "", self._missing[shape], changes_meaning=True)
                return None
            scale = shape.scale
        name = type(shape).__name__.lower()
        if path is not None:
            folder = self._folder(path)
            name = _NOT_A_NAME.sub("_", f"{path.stem}_{folder}" if folder else path.stem)
            if name in self._names["mesh"] and math.prod(scale) < 0.0:
                name = f"{name}_mirrored"
        name = free(name, self._names["mesh"])
        attributes = {"name": name}
        if path is not None and isinstance(shape, model.Mesh) and _is_readable(path, shape):
            attributes["file"] = self._copied(path)
            if scale != _NONE:
                attributes["scale"] = numbers(scale)
        else:
            try:
                triangles = self._robot.mesh(part)
            except MeshError as error:
                self._missing[shape] = str(error)
                self._log.add("dropped", part, "", self._missing[shape], changes_meaning=True)
                return None
            attributes["file"] = self._converted(path, name, triangles)
            if path is not None:
                reason = f"MuJoCo does not read {path.suffix or 'it'}; its triangles are kept"
                self._log.add("approximated", part, "shape", reason)
        if posixpath.splitext(posixpath.basename(attributes["file"]))[0] == name:
            del attributes["name"]  # MuJoCo's default
        self.nodes.append(Node("mesh", attributes))
        return name

    def _file(self, value: model.Geometry | model.Material, uri: str) -> tuple[Path | None, str]:
        """Return the file of a URI, or None and the reason."""
        try:
            path = self._robot.file_of(value, uri)
        except PermissionError as error:
            return None, f"may not be read: {error}"
        return path, "" if path is not None else "is not found"

    def _copied(self, path: Path) -> str:
        key = (os.path.realpath(path), True)
        if key not in self._files:
            name = self._free_path(path.stem, path.suffix.lower(), self._folder(path))
            self._files[key] = Asset(f"{FOLDER}/{name}", path.read_bytes)
        return self._files[key].path.removeprefix(f"{FOLDER}/")

    def _converted(self, path: Path | None, name: str, mesh: TriangleMesh) -> str:
        """Return the path of the file of a mesh that MuJoCo does not read.

        Args:
            path: of the mesh; None for a shape.
            name: of the mesh.
            mesh: what the file will have.
        """
        look = None if path is None else self._look_of(path)
        textured = None
        if path is not None and look is not None and look.texture is not None:
            textured = textured_obj(path)  # STL has no texture coordinates
        is_large = len(mesh.faces) > _MOST_TRIANGLES
        ending = ".obj" if is_large or textured is not None else ".stl"
        if path is None:
            file = self._free_path(name, ending)
        else:
            file = self._free_path(path.stem, ending, self._folder(path))
        content = (lambda: _obj(mesh)) if is_large else (lambda: _stl(mesh))
        if textured is not None:
            content = partial(bytes, textured)
        self._files[file, False] = Asset(f"{FOLDER}/{file}", content)
        return file

    def _folder(self, path: Path) -> str:
        """Return the folder of a mesh in the result; empty unless another mesh has its name."""
        uris = self._stems.get(path.stem, ())
        if len(uris) < 2:
            return ""
        folders = {posixpath.dirname(uri) for uri in uris}  # of one folder, by format
        return _NOT_A_NAME.sub("_", path.parent.name if len(folders) > 1 else path.suffix[1:])

    def _free_path(self, stem: str, ending: str, folder: str = "") -> str:
        stem = posixpath.join(folder, _NOT_A_NAME.sub("_", stem))
        number, name = 2, f"{stem}{ending}"
        while name.lower() in self._paths:  # also where file names ignore case
            number, name = number + 1, f"{stem}_{number}{ending}"
        self._paths.add(name.lower())
        return name

    # Materials

    def look(self, part: model.Geometry, *, is_visual: bool) -> dict[str, str]:
        """Return the attributes of a geom for its material.

        Args:
            part: the geometry.
            is_visual: whether a mesh without a material has that of its own file.
        """
        material = part.material
        if material is None and is_visual and isinstance(part.shape, model.Mesh):
            material = self._own_material(part, part.shape)
        if material is None:
            return {}
        if not material.texture and not material.name:
            return {} if material.rgba is None else {"rgba": numbers(material.rgba)}
        if material not in self._materials:
            self._materials[material] = self._material(material)
        name = self._materials[material]
        return {} if name is None else {"material": name}

    def _own_material(self, part: model.Geometry, shape: model.Mesh) -> model.Material | None:
        """Return the material in the file of a mesh that most of its faces have."""
        path, _ = self._file(part, shape.uri)
        look = None if path is None else self._look_of(path)
        if path is None or look is None:
            return None
        if look.count > 1:
            reason = "of its several materials, the one of most faces is kept"
            self._log.add("approximated", part, "shape", reason)
        if look.missing:
            reason = f"its texture {quoted(look.missing)} is not found"
            self._log.add("dropped", part, "shape", reason)
        if look.rgba is None and look.texture is None:
            return None
        texture = "" if look.texture is None else str(look.texture)
        name = _NOT_A_NAME.sub("_", look.name)
        made = model.Material(name or "material", look.rgba, texture)
        return self._own.setdefault((look.rgba, texture), made)

    def _look_of(self, path: Path) -> MeshLook | None:
        if path not in self._looks:
            self._looks[path] = look_of(path, self._may_read)
        return self._looks[path]

    def _may_read(self, path: Path) -> bool:
        """Whether a file that a mesh names may be read."""
        part = model.Geometry(None)
        return self._file(part, os.path.abspath(path))[0] is not None

    def _material(self, material: model.Material) -> str | None:
        texture = self._texture(material)
        if texture is None and material.rgba is None:
            return None
        name = free(material.name or "material", self._names["material"])
        node = Node("material", {"name": name})
        if texture is not None:
            node.set("texture", texture)
        if material.rgba is not None:
            node.set("rgba", numbers(material.rgba))
        self.nodes.append(node)
        return name

    def _texture(self, material: model.Material) -> str | None:
        if not material.texture:
            return None
        path, reason = self._file(material, material.texture)
        if path is None:
            self._log.add("dropped", material, "texture", f"it {reason}")
            return None
        if path in self._textures:
            return self._textures[path]
        if path.suffix.lower() == ".png":
            file = self._copied(path)
        else:
            data = png_of(path)
            if data is None:
                reason = "MuJoCo reads textures in PNG only, and others need Pillow to be converted"
                self._log.add("dropped", material, "texture", reason)
                return None
            file = self._free_path(path.stem, ".png")
            self._files[file, False] = Asset(f"{FOLDER}/{file}", partial(bytes, data))
        name = free(path.stem, self._names["texture"])
        self._textures[path] = name
        self.nodes.append(Node("texture", {"name": name, "type": "2d", "file": file}))
        return name


def _is_readable(path: Path, shape: model.Mesh) -> bool:
    """Whether MuJoCo reads a mesh file as it is: OBJ, or a binary STL that is not too large."""
    ending = path.suffix.lower()
    if shape.part or ending not in {".obj", ".stl"}:
        return False
    if ending == ".obj":
        return True
    with path.open("rb") as stream:
        head = stream.read(_STL_HEAD)
    if len(head) < _STL_HEAD:
        return False
    (count,) = struct.unpack("<I", head[-4:])
    is_whole = path.stat().st_size == _STL_HEAD + count * _STL_TRIANGLE
    return bool(is_whole and 0 < count <= _MOST_TRIANGLES)


def _stl(mesh: TriangleMesh) -> bytes:
    """Return a binary STL."""
    corners: Any = mesh.vertices[mesh.faces]
    records = np.zeros(
        len(corners), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    )
    records["corners"] = corners
    return b"\0" * 80 + struct.pack("<I", len(corners)) + records.tobytes()


def _obj(mesh: TriangleMesh) -> bytes:
    """Return an OBJ."""
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces.tolist()]
    return "\n".join([*lines, ""]).encode()


def add(parent: Node, tag: str, attributes: Mapping[str, str]) -> Node:
    """Add a child element."""
    return SubElement(parent, tag, dict(attributes))

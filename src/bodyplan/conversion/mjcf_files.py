"""The files that MJCF names. Only those that may be read reach MuJoCo, as bytes."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import ParseError, fromstring

from bodyplan import model
from bodyplan.conversion.mjcf_attached import AttachedModels
from bodyplan.conversion.mjcf_limits import MOST_FILES, excess
from bodyplan.core import quoted
from bodyplan.diag.parts.plain import encodable
from bodyplan.formats.input_error import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources

_FLAT = 0
"""The type of a texture that is not a cube: mjTEXTURE_2D."""
_LEAST = 1e-9
"""Mass and inertia of bodies whose meshes are missing [kg, kg m²]."""
ITS_FILE = "its file"
"""How the reason begins for which a mesh, height field or texture is dropped."""
_SPHERE, _MESH = 2, 7
"""Types of geoms (mjtGeom)."""
_MOST_BYTES = 200_000_000
"""Size of one file."""


class MjcfFiles:
    """Finds the files of a document.

    Args:
        document: the MJCF.
        resources: where files are searched.
    """

    def __init__(self, document: Document, resources: Resources) -> None:
        self._document = document
        self._resources = resources
        self._base = None if document.path is None else document.path.parent
        self.mesh_folder = ""
        self.roots: dict[str, Node] = {}
        """The roots of all files, by their paths relative to the document, whose own is empty."""
        self._attached: dict[str, str] = {}
        """Paths of the assets of attached models, by the names that MuJoCo has for them."""
        self.textures: dict[str, str] = {}
        """Paths of textures, relative to the document, by the names of materials."""
        self.missing: list[tuple[Any, model.Mesh]] = []
        """Geoms, spheres without mass, that have the place of meshes whose file is missing."""

    def text_and_files(self) -> tuple[str, dict[str, bytes]]:
        """Return the text of the document for MuJoCo, and the files that it names.

        Raises:
            InputError: a file that is included or attached does not exist, may not be read, is not
                XML, or exceeds a limit.
        """
        root = self._document.tree.root
        try:
            found = {} if root is None else self._includes(root)
            names = [posixpath.basename(name) for name in found]
            has_models = any(one.find(".//model[@file]") is not None for one in self.roots.values())
            if root is None or not (has_models or len(names) > len(set(names))):
                return encodable(self._document.source.text), found
            models = AttachedModels(self._opened)
            text = models.main(root)
        except InputError as error:
            raise InputError(f"{self._document.name}: {error}") from None
        self._attached = models.assets
        return encodable(text), models.files

    def _includes(self, root: Node) -> dict[str, bytes]:
        """Return the files that the document includes, by their names."""
        found: dict[str, bytes] = {}
        _refuse_files(root)
        self.roots[""] = root
        waiting = [root]
        while waiting:
            inner = waiting.pop()
            reason = excess(inner)
            if reason:
                raise InputError(reason)
            for node in inner.iter("include"):
                name = node.get("file", "")
                if name in found:
                    continue
                if len(found) >= MOST_FILES:
                    raise InputError(f"more than {MOST_FILES} includes")
                found[name] = self._content(name)
                waiting.append(self._opened(name, found[name]))
        return found

    def _opened(self, name: str, data: bytes | None = None) -> Node:
        """Return the root of a file that is included or attached."""
        if name not in self.roots:
            root = self._parsed(name, self._content(name) if data is None else data)
            _refuse_files(root)
            self.roots[name] = root
        return self.roots[name]

    def _parsed(self, name: str, data: bytes) -> Node:
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            raise InputError(f"{name} declares entities, which are not read")
        try:
            return fromstring(data)
        except ParseError as error:
            raise InputError(f"{name} is not XML: {error}") from None

    def _content(self, name: str) -> bytes:
        path, reason = self.find(name)
        if path is None:
            raise InputError(f"the file {quoted(name)} {reason}")
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"the file {quoted(name)} is too large")
        return path.read_bytes()

    def find(self, name: str) -> tuple[Path | None, str]:
        """Return the file of a name, or None and the reason."""
        if self._base is None:
            return None, "cannot be found: the document is not from a file"
        try:
            path = self._resources.readable(name, base=self._base)
        except PermissionError as error:
            return None, f"may not be read: {error}"
        if path is None or not path.is_file():
            return None, "is not found"
        if path.stat().st_size > _MOST_BYTES:
            return None, "is too large"
        return path, ""

    def add_assets(self, spec: Any, note: Callable[..., None]) -> None:
        """Give a model the bytes of its meshes and height fields; remove those without a file.

        Their geoms remain, as the robot has meshes whose file is missing, but other shapes that are
        fitted to such a mesh do not.

        Args:
            spec: of MuJoCo; changed.
            note: records a loss.
        """
        self.mesh_folder = str(spec.compiler.meshdir or "")
        for skin in list(spec.skins):
            spec.delete(skin)
        self._take_textures(spec, note)
        is_missing = False
        for kind, assets in (("mesh", list(spec.meshes)), ("hfield", list(spec.hfields))):
            for asset in assets:
                if asset.file and not self._add(spec, asset.file):
                    is_missing = True
                    name = asset.name or os.path.splitext(posixpath.basename(asset.file))[0]
                    self._remove(spec, kind, name, asset)
                    note(
                        "dropped",
                        kind,
                        name,
                        f"{ITS_FILE} {quoted(self._attached.get(asset.file, asset.file))} {self.find(self.uri(asset.file))[1]}",
                    )

        least = min(float(spec.compiler.boundmass), float(spec.compiler.boundinertia))
        if is_missing and least < _LEAST:  # MuJoCo rejects moving bodies without
            spec.compiler.boundmass = max(float(spec.compiler.boundmass), _LEAST)
            spec.compiler.boundinertia = max(float(spec.compiler.boundinertia), _LEAST)
            reason = f"bodies that lose it have a mass and inertia of {_LEAST:g} kg and kg m²"
            note("assumed", "compiler", "", f"without the files of meshes, {reason} or more")

    def _take_textures(self, spec: Any, note: Callable[..., None]) -> None:
        """Keep the files of flat textures by their materials; a robot has no others."""
        folder = str(spec.compiler.texturedir or "")
        users: dict[str, list[str]] = {}
        for material in spec.materials:
            for name in material.textures:
                users.setdefault(name, []).append(material.name)
            material.textures = [""] * len(material.textures)
        for texture in list(spec.textures):
            names = users.get(texture.name or posixpath.splitext(texture.file)[0], [])
            if texture.file and int(texture.type) == _FLAT and not any(texture.cubefiles):
                path = self._attached.get(texture.file) or posixpath.join(folder, texture.file)
                self.textures |= dict.fromkeys(names, path)
                if self.find(path)[0] is None:
                    reason = f"{ITS_FILE} {path!r} {self.find(path)[1]}"
                    note("dropped", "texture", texture.name, reason)
            else:
                reason = "a robot has textures of files on the surface of meshes only"
                note("dropped", "texture", texture.name, reason)
            spec.delete(texture)

    def uri(self, file: str) -> str:
        """Return the path of a mesh relative to the document."""
        return self._attached.get(file) or posixpath.join(self.mesh_folder, file)

    def _add(self, spec: Any, file: str) -> bool:
        path, _ = self.find(self.uri(file))
        if path is None:
            return False
        spec.assets[file if file in self._attached else self.uri(file)] = path.read_bytes()
        return True

    def _remove(self, spec: Any, kind: str, name: str, asset: Any) -> None:
        for geom in list(spec.geoms):
            if (geom.meshname if kind == "mesh" else geom.hfieldname) != name:
                continue
            if int(geom.type) != _MESH:
                spec.delete(geom)
                continue
            x, y, z = map(float, asset.scale)
            self.missing.append((geom, model.Mesh(self.uri(asset.file), (x, y, z))))
            geom.meshname, geom.type, geom.mass, geom.size = "", _SPHERE, 0.0, [1e-3, 0.0, 0.0]
        spec.delete(asset)


def _refuse_files(root: Node) -> None:
    """Refuse a file whose other files MuJoCo would open itself."""
    for node in root.iter("flexcomp"):
        if node.get("file"):
            raise InputError(f"<flexcomp file={quoted(node.get('file', ''))}> is not supported")

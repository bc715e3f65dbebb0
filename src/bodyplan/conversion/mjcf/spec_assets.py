"""The mesh, height field and texture files of an ``MjSpec``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bodyplan import model
from bodyplan.conversion.mjcf._looks import MOST_IN_ALL, MOST_PIXELS, pixels_of
from bodyplan.core import quoted

if TYPE_CHECKING:
    from bodyplan.conversion.mujoco.messages import NamedFile

_FLAT = 0
"""The type of a texture that is not a cube: mjTEXTURE_2D."""
LEAST = 1e-9
"""Smallest mass and inertia of bodies if mesh files are missing [kg, kg m²]."""
ITS_FILE = "its file"
"""First words of the reason why a mesh, height field or texture without a readable file is
dropped."""
_SPHERE, _MESH = 2, 7
"""Types of geoms (mjtGeom)."""


class SpecFiles:
    """The files of an ``MjSpec``.

    Args:
        files: the files that the document references, by name in the spec.
        note: callback that records a loss.
    """

    def __init__(self, files: Mapping[str, NamedFile], note: Callable[..., None]) -> None:
        self._files = files
        self._note = note
        self.textures: dict[str, str] = {}
        """For each material name, the path of its texture relative to the document."""
        self.missing: list[tuple[Any, model.Mesh]] = []
        """The massless spheres that replace geoms with missing meshes, each with the missing
        mesh."""
        self.lighter: set[str] = set()
        """The names of the bodies that lost a geom with a missing file."""

    def uri(self, file: str) -> str:
        """Return the path of a file relative to the document.

        Args:
            file: the name of the file in the spec.
        """
        return self._files[file].uri

    def remove_unread(self, mujoco: Any, spec: Any) -> None:
        """Remove elements whose files MuJoCo does not get: skins, textures and missing files.

        A geom with a missing mesh becomes a sphere, so that it stays in the compiled model: the
        robot keeps the URI of such a mesh. Geoms with missing height fields, and primitives that
        MuJoCo fits to a missing mesh, are removed.

        Args:
            mujoco: the package.
            spec: the spec, which is changed.
        """
        for skin in list(spec.skins):
            spec.delete(skin)
        self._remove_textures(mujoco, spec)
        is_missing = False
        for kind, assets in (("mesh", list(spec.meshes)), ("hfield", list(spec.hfields))):
            for asset in assets:
                file = self._files[asset.file] if asset.file else None
                if file is not None and file.data is None:
                    is_missing = True
                    reason = f"{ITS_FILE} {quoted(file.uri)} {file.reason}"
                    self._note("dropped", kind, asset.name, reason)
                    self._remove(spec, kind, asset, reason)
        least = min(float(spec.compiler.boundmass), float(spec.compiler.boundinertia))
        if is_missing and least < LEAST:  # MuJoCo rejects moving bodies without mass
            spec.compiler.boundmass = max(float(spec.compiler.boundmass), LEAST)
            spec.compiler.boundinertia = max(float(spec.compiler.boundinertia), LEAST)
            least_of_each = f"{LEAST:g} kg and {LEAST:g} kg m²"
            reason = f"mesh files are missing; mass and inertia are at least {least_of_each}"
            self._note("assumed", "compiler", "", reason)

    def _remove_textures(self, mujoco: Any, spec: Any) -> None:
        """Remove the textures that are read from files; store their 2D files by material."""
        role = int(mujoco.mjtTextureRole.mjTEXROLE_RGB)
        users: dict[str, list[Any]] = {}
        for material in spec.materials:
            names = list(material.textures)
            name = names[role] or next(filter(None, names), "")
            material.textures = [""] * len(names)
            users.setdefault(name, []).append(material)
        for light in spec.lights:
            light.texture = ""
        left = MOST_IN_ALL
        for texture in list(spec.textures):
            count = pixels_of(mujoco, texture)
            if 0 < count <= min(left, MOST_PIXELS):
                left -= count
                reason = "a computed texture is drawn by view and render, and not converted"
                self._note("dropped", "texture", texture.name, reason)
                for material in users.get(texture.name, ()) if texture.name else ():
                    names = [""] * len(material.textures)
                    names[role] = texture.name
                    material.textures = names
                continue
            if texture.file and int(texture.type) == _FLAT and not any(texture.cubefiles):
                file = self._files[texture.file]
                owners = (material.name for material in users.get(texture.name, ()))
                self.textures |= dict.fromkeys(owners, file.uri)
                if file.reason:
                    reason = f"{ITS_FILE} {quoted(file.uri)} {file.reason}"
                    self._note("dropped", "texture", texture.name, reason)
            elif count:
                reason = f"it has {count:,} pixels; the limit is {MOST_PIXELS:,}"
                self._note("dropped", "texture", texture.name, reason)
            else:
                reason = "only textures from files, on the surface of meshes, are converted"
                self._note("dropped", "texture", texture.name, reason)
            spec.delete(texture)

    def _remove(self, spec: Any, kind: str, asset: Any, reason: str) -> None:
        for geom in list(spec.geoms):
            if (geom.meshname if kind == "mesh" else geom.hfieldname) != asset.name:
                continue
            why = f"{reason}; the body is without it, and without the mass that it would have"
            self._note("dropped", "body", geom.parent.name, why, "shape", changes_meaning=True)
            self.lighter.add(geom.parent.name)
            if int(geom.type) != _MESH:
                spec.delete(geom)
                continue
            x, y, z = map(float, asset.scale)
            self.missing.append((geom, model.Mesh(self.uri(asset.file), (x, y, z))))
            geom.type = type(geom.type)(_SPHERE)
            geom.meshname, geom.mass, geom.size = "", 0.0, [1e-3, 0.0, 0.0]
        spec.delete(asset)

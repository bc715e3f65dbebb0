"""Triangle meshes and mass properties of the shapes of a robot model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.error import MeshError as MeshError
    from bodyplan.geometry.mesh.loading import load_mesh as load_mesh
    from bodyplan.geometry.mesh.mesh import TriangleMesh as TriangleMesh
    from bodyplan.geometry.shapes import mass_of as mass_of
    from bodyplan.geometry.shapes import mesh_of as mesh_of
    from bodyplan.geometry.shapes import mesh_of_part as mesh_of_part

_HOMES = {
    "MeshError": ".mesh.error",
    "TriangleMesh": ".mesh.mesh",
    "load_mesh": ".mesh.loading",
    "mass_of": ".shapes",
    "mesh_of": ".shapes",
    "mesh_of_part": ".shapes",
}


if not TYPE_CHECKING:  # type checkers accept any attribute of a module with `__getattr__`
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)

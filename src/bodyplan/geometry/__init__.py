"""Meshes, and measures of shapes, as functions of values of the hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import TriangleMesh as TriangleMesh
    from bodyplan.geometry.mesh_error import MeshError as MeshError
    from bodyplan.geometry.mesh_files import load_mesh as load_mesh
    from bodyplan.geometry.shapes import mass_of as mass_of
    from bodyplan.geometry.shapes import mesh_of as mesh_of
    from bodyplan.geometry.shapes import mesh_of_part as mesh_of_part

_HOMES = {
    "MeshError": ".mesh_error",
    "TriangleMesh": ".mesh",
    "load_mesh": ".mesh_files",
    "mass_of": ".shapes",
    "mesh_of": ".shapes",
    "mesh_of_part": ".shapes",
}


if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)

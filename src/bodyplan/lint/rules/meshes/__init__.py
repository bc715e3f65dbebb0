"""Rules that open meshes: G5xx. They are loaded only when meshes are opened."""

from bodyplan.lint.rules.meshes import mesh_file, mesh_kind, mesh_surface, mesh_texture, mesh_unit

__all__ = ["mesh_file", "mesh_kind", "mesh_surface", "mesh_texture", "mesh_unit"]

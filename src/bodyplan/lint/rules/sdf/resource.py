"""Meshes, textures and scripts that are not where SDFormat says: the rules R10x of any format."""

from bodyplan.lint.rules.urdf import resource

__all__ = ["resource"]

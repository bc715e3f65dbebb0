"""Meshes, textures and scripts that are not where SDFormat says: the rules R10x of any format."""

from bodyplan.lint.rules import resource

__all__ = ["resource"]

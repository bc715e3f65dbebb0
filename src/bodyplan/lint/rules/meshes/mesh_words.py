"""How findings about opened meshes are put."""

from __future__ import annotations

from bodyplan.lint.context import Context
from bodyplan.lint.meshes import MeshFile, MeshUse
from bodyplan.lint.resource_words import called


def owner(ctx: Context, use: MeshUse) -> str:
    """The part of the robot that names a mesh: "visual of link 'base'"."""
    return called(ctx, ctx.source(use.value))


def times(file: MeshFile) -> str:
    """How often a mesh is named: " (3 times)"; empty for once."""
    return f" ({len(file.uses)} times)" if len(file.uses) > 1 else ""

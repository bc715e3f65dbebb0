"""How findings about opened meshes are put."""

from __future__ import annotations

from collections.abc import Sequence

from bodyplan.lint.context import Context
from bodyplan.lint.meshes import MeshFile, MeshUse
from bodyplan.lint.resource_words import called


def owner(ctx: Context, use: MeshUse) -> str:
    """The part of the robot that names a mesh: "visual of link 'base'"."""
    return called(ctx, ctx.source(use.value))


def times(file: MeshFile) -> str:
    """How often a mesh is named: " (3 times)"; empty for once."""
    return f" ({len(file.uses)} times)" if len(file.uses) > 1 else ""


def joined(words: Sequence[str], most: int) -> str:
    """The first of some words, and how many more there are: "a, b and 3 more"."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)

"""Materials: D372 and D373."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule

_COLORED = ("ambient", "diffuse", "emissive")


@rule("D372", "sdf-material-black", severity="info")
def material_black(material: sdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A material has no colour, so it is black.

    ## Why it matters
    Ambient, diffuse, specular and emissive colour all default to black. A material with only a
    specular colour, or without any, is drawn black, while a visual without a material has the grey
    or white of the renderer.

    ## Example
        <material><specular>1 1 1 1</specular></material>

    ## Use instead
        <material><ambient>0.8 0.1 0.1 1</ambient><diffuse>0.8 0.1 0.1 1</diffuse></material>
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    has_other_source = material.script or material.shader or material.pbr or material.script_name
    if has_other_source or any(any(color[:3]) for color in (material.ambient, material.diffuse)):
        return
    if not any(ctx.written(material, field) for field in _COLORED):
        message = f"{ctx.describe(material)}: material has no colour, so it is black"
        yield ctx.report(material, message, hint="add <ambient> and <diffuse>")


@rule("D373", "sdf-material-script", severity="hint", when="script")
def material_script(material: sdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A material is defined by a renderer script only.

    One diagnostic for all materials of a file.

    ## Why it matters
    Such scripts (Gazebo/Red) are for OGRE in Gazebo Classic. New Gazebo and other programs ignore
    them and show the visual without colour.

    ## Example
        <material><script><name>Gazebo/Red</name> ...</script></material>

    ## Use instead
        <material>
          <script>...</script><ambient>1 0 0 1</ambient><diffuse>1 0 0 1</diffuse>
        </material>
    """
    found = ctx.once(_scripts_only)
    if not found or found[0] is not material:
        return
    message = f"{ctx.describe(material)}: material script is used by Gazebo Classic only"
    others = f" (first of {len(found)} such materials)" if len(found) > 1 else ""
    hint = "add <ambient> and <diffuse> for other programs"
    yield ctx.report(material.script or material, message + others, hint=hint)


def _scripts_only(ctx: Context) -> list[sdf.Material]:
    """Return the materials that have a script and no colour."""
    if ctx.is_broken_off:
        return []  # missing elements may be in the part that was cut off
    return [
        material
        for material in ctx.values.get(sdf.Material, ())
        if (material.script or material.script_name)
        and material.pbr is None
        and not any(material.diffuse[:3])
        and not any(ctx.written(material, field) for field in ("ambient", "diffuse"))
    ]

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
        return  # the rest may be missing only here
    has_other_source = material.script or material.shader or material.pbr or material.script_name
    if has_other_source or any(any(color[:3]) for color in (material.ambient, material.diffuse)):
        return
    if not any(ctx.written(material, field) for field in _COLORED):
        message = f"{ctx.describe(material)}: material has no colour, so it is black"
        yield ctx.report(material, message, hint="add <ambient> and <diffuse>")


@rule("D373", "sdf-material-script", severity="hint", when="script")
def material_script(material: sdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A material is defined by a renderer script only.

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
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    if material.pbr is not None or any(material.diffuse[:3]):
        return
    if not any(ctx.written(material, field) for field in ("ambient", "diffuse")):
        message = f"{ctx.describe(material)}: material script is used by Gazebo Classic only"
        hint = "add <ambient> and <diffuse> for other programs"
        yield ctx.report(material.script or material, message, hint=hint)

"""Colours and materials: D371 to D374."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf import kinds
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import called, of_class
from bodyplan.spec import change

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from bodyplan.spec import Element

_COLORS: tuple[tuple[type[Element], tuple[str, ...]], ...] = (
    (sdf.Material, ("ambient", "diffuse", "specular", "emissive")),
    (sdf.Light, ("diffuse", "specular")),
    (sdf.Scene, ("ambient", "background")),
    (sdf.Fog, ("color",)),
    (sdf.ParticleEmitter, ("color_start", "color_end")),
)
_COLORED = ("ambient", "diffuse", "emissive")


@rule("D371", "sdf-color-in-bytes", severity="info", fix="always")
def color_in_bytes(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A colour looks as if it went from 0 to 255.

    ## Why it matters
    Colours go from 0 to 1, and the reference reader refuses a file with larger numbers. Programs
    for pictures count to 255.

    ## Example
        <diffuse>255 128 0 255</diffuse>

    ## Use instead
        <diffuse>1 0.501961 0 1</diffuse>

    ## Fix safety
    Dividing by 255 is unsafe: the numbers may be wrong in another way.
    """
    if not any(one.kind is kinds.BAD_VALUE for one in ctx.document.diagnostics):
        return  # such a colour does not read
    for cls, fields in _COLORS:
        for value in of_class(ctx, cls):
            for field in fields:
                node = ctx.document.node(value, field)
                color = None if node is None else _in_bytes(node.text or "")
                if color is None or node is None:
                    continue
                text = " ".join(f"{round(part / 255.0, 6):g}" for part in color)
                fix = _divided(ctx, node, text)
                message = f"{called(ctx, value)}: {field} looks like 0 to 255"
                yield ctx.report(value, message, field=field, hint=f"write {text}", fix=fix)


def _divided(ctx: Context, node: Node, text: str) -> FixMaker:
    """A fix that writes a colour anew."""
    layout = ctx.document.layout
    return ctx.fix("Divide by 255", "unsafe", lambda: [change.set_text(layout, node, text)])


def _in_bytes(text: str) -> tuple[float, ...] | None:
    """Three or four whole numbers from 0 to 255, one of them above 1; None for others."""
    words = text.split()
    if len(words) not in (3, 4) or not all(word.isascii() and word.isdigit() for word in words):
        return None
    if any(len(word) > 3 for word in words):
        return None
    numbers = [int(word) for word in words]
    if not 1 < max(numbers) <= 255:
        return None
    if len(numbers) == 4 and numbers[3] <= 1:  # alpha is told from 0 to 1 all the same
        numbers[3] *= 255
    return tuple(numbers)


@rule("D372", "sdf-material-black", severity="info")
def material_black(material: sdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A material has no colour, so it is black.

    ## Why it matters
    Ambient, diffuse, specular and emissive colour are all black where they are not written. A
    material with a specular colour alone, or without anything, is drawn black, while a visual
    without material is drawn in the grey or white of the renderer.

    ## Example
        <material><specular>1 1 1 1</specular></material>

    ## Use instead
        <material><ambient>0.8 0.1 0.1 1</ambient><diffuse>0.8 0.1 0.1 1</diffuse></material>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    is_told = material.script or material.shader or material.pbr or material.script_name
    if is_told or any(any(color[:3]) for color in (material.ambient, material.diffuse)):
        return
    if not any(ctx.written(material, field) for field in _COLORED):
        message = f"{called(ctx, material)}: the material has no colour, so it is black"
        yield ctx.report(material, message, hint="give it <ambient> and <diffuse>")


@rule("D373", "sdf-material-script", severity="hint", when="script")
def material_script(material: sdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A material is told by a script of a renderer, and by nothing else.

    ## Why it matters
    Such scripts (Gazebo/Red) are for OGRE in Gazebo Classic. New Gazebo does not read them, and
    shows the visual without colour; other programs neither.

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
        message = f"{called(ctx, material)}: only Gazebo Classic knows material scripts"
        hint = "add <ambient> and <diffuse> for the others"
        yield ctx.report(material.script or material, message, hint=hint)


@rule("D374", "sdf-transparency-out-of-range", severity="warning")
def transparency_out_of_range(visual: sdf.Visual, ctx: Context) -> Iterator[Diagnostic]:
    """The transparency of a visual is not from 0 to 1.

    ## Why it matters
    0 is opaque and 1 invisible. The reference reader takes any number; renderers cut it off, or
    show the shape as they please.

    ## Example
        <transparency>50</transparency>

    ## Use instead
        <transparency>0.5</transparency>
    """
    if not 0.0 <= visual.transparency <= 1.0:
        message = f"{called(ctx, visual)}: transparency {visual.transparency:g} is not from 0 to 1"
        yield ctx.report(visual, message, field="transparency")

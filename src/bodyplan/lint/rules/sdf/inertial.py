"""Masses and inertias of links: D119, D137, D351, D354."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from bodyplan.conversion.sdf_inertia import tensor_of
from bodyplan.conversion.sdf_parts import static_parts
from bodyplan.conversion.sdf_shapes import written_shape
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia import tensor
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import named
from bodyplan.spec import Element

_EPSILON = 10.0 * 2.0**-52
"""What the reference reader lets pass, as a part of the largest moment that is possible."""


@rule("D119", "sdf-inertia-invalid", severity="error", when="inertial", reference=reference(19))
def inertia_invalid(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia of a link is that of no body.

    ## Why it matters
    A mass below 0, a principal moment below 0, or one that is larger than the sum of the other
    two: no arrangement of mass has such an inertia, so the reference reader refuses the file, and
    simulators gain energy out of nothing. Often a digit or a sign is wrong, products and moments
    are swapped, or the tensor is not about the centre of mass.

    ## Example
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia>

    ## Use instead
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>0.5</izz></inertia>
    """
    inertial = link.inertial
    if inertial is None or inertial.auto:
        return
    if inertial.mass < 0:
        message = f"{named(link)}: the mass is {inertial.mass:g} kg"
        yield ctx.report(inertial, message, field="mass")
        return
    if math.isnan(inertial.mass):
        if ctx.written(inertial, "mass"):
            yield ctx.report(inertial, f"{named(link)}: the mass is no number", field="mass")
        return
    told = _what_is_wrong(tensor_of(inertial.inertia))
    if told is not None:
        value = inertial if inertial.inertia is None else inertial.inertia
        yield ctx.report(value, f"{named(link)}: {told}")


def _what_is_wrong(t: Tensor) -> str | None:
    """Why a tensor is none, as the reference reader judges; None where it is one."""
    xx, xy, xz, yy, yz, zz = t
    if any(map(math.isnan, t)):
        return "the inertia has something that is no number"
    if math.isinf(xx) or math.isinf(yy) or math.isinf(zz):
        return "a moment of inertia is infinite"
    spare = _EPSILON * max(1.0, 0.5 * abs(xx + yy + zz))
    if xx < -spare or xx * yy - xy * xy < -spare:
        return "the inertia is not positive"
    det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    if det < -spare:
        return "the inertia is not positive"
    if xy == xz == yz == 0.0:
        low, middle, high = sorted((xx, yy, zz))
    else:
        low, middle, high = tensor.principal_moments(t)
    if low < -spare:
        return f"a principal moment is below 0: {low:.4g} kg m²"
    if low + middle < high - spare:
        return (
            f"the largest principal moment {high:.4g} kg m² is more than the sum of the others, "
            f"{low + middle:.4g}"
        )
    return None


@rule("D137", "sdf-auto-inertia-ignores", severity="warning", reference=reference(37))
def auto_inertia_ignores(inertial: sdf.Inertial, ctx: Context) -> Iterator[Diagnostic]:
    """Mass and inertia are worked out, and what is written beside is ignored.

    ## Why it matters
    With `auto="true"` the reference reader takes mass, centre and inertia from the collision
    shapes, and warns where a pose or an inertia is written as well. A mass is taken: the result is
    scaled to it.

    ## Example
        <inertial auto="true"><pose>0 0 0.1 0 0 0</pose></inertial>

    ## Use instead
        <inertial auto="true"/>
    """
    if not inertial.auto:
        return
    for field in ("pose", "inertia"):
        if ctx.written(inertial, field):
            message = f"<{field}> is ignored: the inertial is worked out"
            yield ctx.report(inertial, message, field=field, hint='or take auto="true" out')


@rule("D351", "sdf-inertial-missing", severity="warning")
def inertial_missing(model: sdf.Model, ctx: Context) -> Iterator[Diagnostic]:
    """A link that can move has no inertial, or one without mass or inertia.

    ## Why it matters
    Readers put in 1 kg and moments of 1 kg m² without a word: as much as a ball of 1.6 m radius.
    A part the size of a hand then hardly turns. Links of static models are left out, and of models
    in these. Where several links of a model lack it, they are told once.

    ## Example
        <link name="finger"><collision name="c">...</collision></link>

    ## Use instead
        <link name="finger">
          <inertial><mass>0.1</mass><inertia><ixx>0.0001</ixx>...</inertia></inertial>
          <collision name="c">...</collision>
        </link>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    if ctx.once(_static_parts)(model):
        return
    lacking: dict[str, list[sdf.Link]] = {}
    for link in model.links:
        inertial = link.inertial
        what = None
        if inertial is None:
            what = "inertial" if link.collisions or link.visuals else None
        elif inertial.auto:
            continue
        elif inertial.inertia is None:
            what = "inertia"
        elif inertial.mass == 1.0 and not ctx.written(inertial, "mass"):
            what = "mass"
        if what is not None:
            lacking.setdefault(what, []).append(link)
    assumed = {"inertial": "1 kg and 1 kg m²", "inertia": "moments of 1 kg m²", "mass": "1 kg"}
    for what, links in lacking.items():
        more = ", nor has another" if len(links) == 2 else f", nor have {len(links) - 1:,} others"
        more = more if len(links) > 1 else ""
        message = f"{named(links[0])} has no {what}{more}; readers take {assumed[what]}"
        value = links[0] if what == "inertial" else links[0].inertial or links[0]
        yield ctx.report(value, message, hint=f"give it the {what} that it has")


@rule("D354", "sdf-auto-inertia-of-mesh", severity="warning")
def auto_inertia_of_mesh(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """Inertia is to be worked out of a shape that readers cannot measure.

    ## Why it matters
    The reference reader measures boxes, spheres, cylinders, capsules, cones and ellipsoids. For a
    mesh it needs a calculator that the simulator registers, and takes 1 kg and 1 kg m² with a
    warning where there is none; other shapes count for nothing.

    ## Example
        <inertial auto="true"/><collision name="c"><geometry><mesh>...</mesh></geometry></collision>

    ## Use instead
    A primitive shape as the collision, or mass and inertia in numbers.
    """
    if link.inertial is None or not link.inertial.auto:
        return
    for collision in link.collisions:
        shape = written_shape(collision.geometry)
        if isinstance(shape, sdf.Mesh | sdf.Plane | sdf.Heightmap):
            what = {"mesh": "a mesh", "plane": "a plane"}.get(shape.TAG, "a height map")
            message = f"collision {collision.name!r} of {named(link)} is {what}: its inertia is not"
            yield ctx.report(collision, f"{message} worked out by the reader itself")


def _static_parts(ctx: Context) -> Callable[[Element], bool]:
    return static_parts(ctx.owner)

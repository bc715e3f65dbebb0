"""Masses and inertias of links: D119, D137, D351 to D355."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia import tensor
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import named

_EPSILON = 10.0 * 2.0**-52
"""What the reference reader lets pass, as a part of the largest moment that is possible."""
_TOO_FAR = 1.4
"""How much farther than the shapes reach the mass may seem to lie, before it is told."""
_FARTHEST = 10.0
"""The same where no shape says how large a link is [m]."""
_UNITS = {1e-6: "kg mm²", 1e-9: "g mm²"}


def _tensor(inertial: sdf.Inertial) -> Tensor:
    """Six numbers; as the format has it, moments of 1 where no inertia is written."""
    inertia = inertial.inertia
    if inertia is None:
        return (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    return (inertia.ixx, inertia.ixy, inertia.ixz, inertia.iyy, inertia.iyz, inertia.izz)


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
    told = _what_is_wrong(_tensor(inertial))
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
    A part the size of a hand then hardly turns. Links of static models are left out. Where several
    links of a model lack it, they are told once.

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
    if model.static:
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
        more = f", nor have {len(links) - 1:,} others" if len(links) > 1 else ""
        message = f"{named(links[0])} has no {what}{more}; readers take {assumed[what]}"
        value = links[0] if what == "inertial" else links[0].inertial or links[0]
        yield ctx.report(value, message, hint=f"give it the {what} that it has")


@rule("D352", "sdf-mass-zero", severity="warning", when="inertial")
def mass_zero(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link has no mass.

    ## Why it matters
    The reference reader takes it, but a force on a body without mass means an acceleration without
    bounds: engines put in a mass of their own, drop the link, or fail.

    ## Example
        <inertial><mass>0</mass></inertial>

    ## Use instead
    Give the mass that it has; for a link that only marks a place, write a `<frame>`.
    """
    inertial = link.inertial
    if inertial is not None and inertial.mass == 0.0 and not inertial.auto:
        hint = "a <frame> marks a place without a body"
        yield ctx.report(inertial, f"{named(link)} has a mass of 0", field="mass", hint=hint)


@rule("D353", "sdf-inertia-too-large", severity="warning", fix="sometimes", when="inertial")
def inertia_too_large(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia of a link is larger than its mass and its size allow.

    Half the sum of the moments is the mass times its mean squared distance from the centre of
    mass. It is told where that distance exceeds what the shapes of the link reach by more than
    40 %, or 10 m where there are no such shapes.

    ## Why it matters
    Most often the tensor is in kg mm² or g mm², as CAD programs give it, or it is the 1 kg m² of
    a template. The link will hardly turn.

    ## Example
        <mass>2</mass><inertia><ixx>2833</ixx><iyy>2833</iyy><izz>333</izz></inertia>

    ## Use instead
        <mass>2</mass><inertia><ixx>0.002833</ixx><iyy>0.002833</iyy><izz>0.000333</izz></inertia>

    ## Fix safety
    Offered where one of these units explains it. Unsafe: the mass or the shape may be wrong
    instead.
    """
    inertial = link.inertial
    if inertial is None or inertial.inertia is None or inertial.auto or not inertial.mass > 0.0:
        return
    t = _tensor(inertial)
    if not tensor.is_finite(t) or not math.isfinite(inertial.mass):
        return
    square = tensor.mean_square_radius(t, inertial.mass)
    if not square > 0.0:
        return
    radius, reach = math.sqrt(square), _reach(link)
    if radius <= (_FARTHEST if reach is None else reach * _TOO_FAR):
        return
    size = "" if reach is None else f", but its shapes reach only {reach:.3g} m"
    fix, hint = None, "moments are in kg m²; is this kg mm² or g mm²?"
    is_template = t == (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    if is_template:
        hint = "1 kg m² is what the format says where nothing is written; work it out"
    for factor, unit in () if is_template else _UNITS.items():
        if reach is not None and 0.05 * reach < radius * math.sqrt(factor) < reach:
            new = {
                field: float(f"{value * factor:.12g}")
                for field, value in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), t, strict=True)
                if value
            }
            fix = ctx.fix_set(f"Turn {unit} into kg m²", "unsafe", inertial.inertia, **new)
            hint = f"this looks like {unit}; times {factor:g} it would fit"
            break
    message = (
        f"{named(link)}: for {inertial.mass:g} kg the inertia means a mean distance of "
        f"{radius:.3g} m from the centre of mass{size}"
    )
    yield ctx.report(inertial.inertia, message, hint=hint, fix=fix)


def _reach(link: sdf.Link) -> float | None:
    """How far the shapes of a link reach from each other [m]; None where that is not known."""
    farthest = 0.0
    parts: tuple[sdf.Collision | sdf.Visual, ...] = (*link.collisions, *link.visuals)
    for part in parts:
        size = _size(part.geometry)
        if size is None or len(part.pose.value) < 3:
            return None
        farthest = max(farthest, math.hypot(*part.pose.value[:3]) + size)
    if link.inertial is not None and farthest > 0.0:
        farthest += math.hypot(*link.inertial.pose.value[:3])
    return farthest if 0.0 < farthest < math.inf else None


def _size(geometry: sdf.Geometry) -> float | None:
    """How far a shape reaches from its own origin [m]; None for those that only files tell."""
    if geometry.box is not None:
        return 0.5 * math.hypot(*geometry.box.size)
    if geometry.sphere is not None:
        return geometry.sphere.radius
    if geometry.ellipsoid is not None:
        return max(geometry.ellipsoid.radii)
    if geometry.capsule is not None:
        return geometry.capsule.radius + 0.5 * geometry.capsule.length
    for round_ in (geometry.cylinder, geometry.cone):
        if round_ is not None:
            return math.hypot(round_.radius, 0.5 * round_.length)
    return None


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
        geometry = collision.geometry
        if _size(geometry) is None and (geometry.mesh or geometry.plane or geometry.heightmap):
            what = "a mesh" if geometry.mesh else "a plane" if geometry.plane else "a height map"
            message = f"collision {collision.name!r} of {named(link)} is {what}: its inertia is not"
            yield ctx.report(collision, f"{message} worked out by the reader itself")

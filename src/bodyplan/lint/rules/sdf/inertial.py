"""Masses and inertias of links: D119, D137, D351, D354."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from bodyplan import model
from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.sdf.declared_parts import static_parts
from bodyplan.conversion.sdf.inertia import DENSITY, tensor_of
from bodyplan.conversion.sdf.shapes import shape_of, written_shape
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.geometry.solids import InertiaTensor, solid
from bodyplan.inertia import tensor
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.facts.sdf import named
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.sdf.geometry import FINITE
from bodyplan.spec import Element

WITH_VOLUME: tuple[type[Element], ...] = tuple(cls for cls, _ in FINITE)
"""Shapes whose inertia libsdformat computes."""
_EPSILON = 10.0 * 2.0**-52
"""Tolerance of libsdformat, relative to the largest possible moment."""


@rule("D119", "sdf-inertia-invalid", severity="error", when="inertial", reference=reference(19))
def inertia_invalid(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia of a link is not physically possible.

    ## Why it matters
    The mass is negative, a principal moment is negative, or one exceeds the sum of the other two:
    no rigid body has such an inertia. libsdformat rejects the file, and simulators gain energy.
    Often a digit or a minus sign is wrong, products and moments are swapped, or the inertia is not
    about the centre of mass. With `auto="true"`, libsdformat rejects a collision without a volume,
    such as a plane, and a collision whose mass would be 0, negative or infinite.

    ## Example
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia>

    ## Use instead
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>0.5</izz></inertia>
    """
    inertial = link.inertial
    if inertial is None:
        return
    if inertial.auto:
        yield from _not_computed(link, inertial, ctx)
        return
    if inertial.mass < 0:
        message = f"{named(link)}: mass {inertial.mass:g} kg is negative"
        yield ctx.report(inertial, message, field="mass")
        return
    if math.isnan(inertial.mass):
        if ctx.written(inertial, "mass"):
            yield ctx.report(inertial, f"{named(link)}: mass is not a number", field="mass")
        return
    problem = _problem(tensor_of(inertial.inertia))
    if problem is not None:
        value = inertial if inertial.inertia is None else inertial.inertia
        yield ctx.report(value, f"{named(link)}: {problem}")


def _not_computed(link: sdf.Link, inertial: sdf.Inertial, ctx: Context) -> Iterator[Diagnostic]:
    """Report collisions whose inertia libsdformat cannot compute."""
    for collision in link.collisions:
        where = f"collision {quoted(collision.name)} of {named(link)}"
        shape = written_shape(collision.geometry)
        if isinstance(shape, sdf.Mesh):
            continue  # the simulator registers a function that computes the inertia of meshes
        if not isinstance(shape, WITH_VOLUME):
            what = "an empty shape" if shape is None else f"a <{shape.TAG}>"
            message = f"{where}: the inertia of {what} cannot be computed"
            hint = 'use a primitive shape, or write mass and inertia without auto="true"'
            yield ctx.report(collision, message, hint=hint)
            continue
        has_own = ctx.written(collision, "density")
        density = collision.density if has_own else DENSITY
        holder: Element = collision
        if not has_own and ctx.written(inertial, "density"):
            density, holder = inertial.density, inertial
        if not 0.0 < density < math.inf:
            message = f"{where}: density must be positive and finite, got {density:g}"
            yield ctx.report(holder, message, field="density")
        elif not _has_mass(collision.geometry, density):
            message = f"{where}: its shape has no mass that is positive and finite"
            yield ctx.report(shape, message)


def _has_mass(geometry: sdf.Geometry, density: float) -> bool:
    """Return whether the mass and moments of a primitive shape are positive and finite."""
    shape = shape_of(geometry, LossLog({}))
    if shape is None or isinstance(shape, model.Mesh | model.Plane | model.OtherShape):
        return True  # invalid sizes are reported by other rules
    found = solid(shape, density)
    moments = (found.inertia[0], found.inertia[3], found.inertia[5])
    return all(math.isfinite(one) and one > 0.0 for one in (found.mass, *moments))


def _problem(t: InertiaTensor) -> str | None:
    """Return why libsdformat rejects an inertia; None if it accepts the inertia."""
    xx, xy, xz, yy, yz, zz = t
    if any(map(math.isnan, t)):
        return "inertia is not a number"
    if any(map(math.isinf, t)):
        is_moment = math.isinf(xx) or math.isinf(yy) or math.isinf(zz)
        return f"a {'moment' if is_moment else 'product'} of inertia is infinite"
    tolerance = _EPSILON * max(1.0, 0.5 * abs(xx + yy + zz))
    if xx < -tolerance or xx * yy - xy * xy < -tolerance:
        return "inertia is not positive definite"
    det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    if det < -tolerance:
        return "inertia is not positive definite"
    if xy == xz == yz == 0.0:
        low, middle, high = sorted((xx, yy, zz))
    else:
        low, middle, high = tensor.principal_moments(t)
    if low < -tolerance:
        return f"a principal moment of inertia is negative ({low:.4g} kg m²)"
    if low + middle < high - tolerance:
        return (
            f"inertia violates the triangle inequality ({high:.4g} > {middle:.4g} + {low:.4g}); "
            "no rigid body has this inertia"
        )
    return None


@rule("D137", "sdf-ignored-by-auto-inertia", severity="warning", reference=reference(37))
def ignored_by_auto_inertia(inertial: sdf.Inertial, ctx: Context) -> Iterator[Diagnostic]:
    """A pose or inertia is ignored because the inertial is computed.

    ## Why it matters
    With `auto="true"` libsdformat computes mass, centre of mass and inertia from the collision
    geometry, and warns where a pose or an inertia is written as well. A written mass is used: the
    result is scaled to it.

    ## Example
        <inertial auto="true"><pose>0 0 0.1 0 0 0</pose></inertial>

    ## Use instead
        <inertial auto="true"/>
    """
    if not inertial.auto:
        return
    for field in ("pose", "inertia"):
        if ctx.written(inertial, field):
            message = f'<{field}> is ignored in <inertial auto="true">'
            yield ctx.report(
                inertial, message, field=field, hint='remove it, or remove auto="true"'
            )


@rule("D351", "sdf-inertial-missing", severity="warning")
def inertial_missing(model: sdf.Model, ctx: Context) -> Iterator[Diagnostic]:
    """A movable link has no inertial, mass or inertia.

    ## Why it matters
    libsdformat silently assumes 1 kg and moments of 1 kg m², the inertia of a ball with a radius of
    1.6 m. A part of the size of a hand then hardly rotates. Links of static models are not checked.
    There is one diagnostic for all links of a model.

    ## Example
        <link name="finger"><collision name="c">...</collision></link>

    ## Use instead
        <link name="finger">
          <inertial><mass>0.1</mass><inertia><ixx>0.0001</ixx>...</inertia></inertial>
          <collision name="c">...</collision>
        </link>
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    if ctx.once(_static_parts)(model):
        return
    missing: dict[str, list[sdf.Link]] = {}
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
            missing.setdefault(what, []).append(link)
    assumed = {"inertial": "1 kg and 1 kg m²", "inertia": "moments of 1 kg m²", "mass": "1 kg"}
    for what, links in missing.items():
        message = f"{named(links[0])} has no <{what}>"
        if len(links) > 1:
            names = listed((link.name for link in links), 5)
            message = f"{len(links):,} links have no <{what}>: {names}"
        message += f"; libsdformat assumes {assumed[what]}"
        value = links[0] if what == "inertial" else links[0].inertial or links[0]
        yield ctx.report(value, message, hint=f"add <{what}>")


@rule("D354", "sdf-auto-inertia-of-mesh", severity="warning")
def auto_inertia_of_mesh(link: sdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """Auto inertia is requested for a mesh.

    ## Why it matters
    libsdformat computes the inertia of boxes, spheres, cylinders, capsules, cones and ellipsoids.
    For a mesh it needs a calculator that the simulator registers; without one it warns and assumes
    1 kg and 1 kg m². It rejects all other shapes (D119).

    ## Example
        <inertial auto="true"/><collision name="c"><geometry><mesh>...</mesh></geometry></collision>

    ## Use instead
    A primitive shape as the collision geometry, or explicit mass and inertia.
    """
    if link.inertial is None or not link.inertial.auto:
        return
    for collision in link.collisions:
        shape = written_shape(collision.geometry)
        if isinstance(shape, sdf.Mesh):
            message = (
                f"collision {collision.name!r} of {named(link)}: libsdformat cannot compute the inertia "
                f"of a <{shape.TAG}>"
            )
            hint = "use a primitive shape, or write mass and inertia"
            yield ctx.report(collision, message, hint=hint)


def _static_parts(ctx: Context) -> Callable[[Element], bool]:
    return static_parts(ctx.owner)

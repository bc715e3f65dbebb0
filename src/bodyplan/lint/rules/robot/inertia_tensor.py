"""Inertia that no rigid body can have: I2xx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.solids import InertiaTensor
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    is_finite,
    is_point,
    is_positive,
    meets_triangle,
    principal_moments,
)
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import compute_hint, is_all_equal, moving_bodies


def _checkable(link: model.Link) -> InertiaTensor | None:
    """Return the inertia if it is suspect and no other rule reports it."""
    if link.inertial is None:
        return None
    tensor = link.inertial.inertia
    xx, xy, xz, yy, yz, zz = tensor
    if xy == xz == yz == 0.0:  # nearly always: valid moments about the axes
        largest = max(xx, yy, zz)
        if min(xx, yy, zz) > 1e-6 * largest and largest + largest <= xx + yy + zz:
            return None
    if not is_finite(tensor) or is_all_equal(tensor) or is_point(tensor, link.inertial.mass):
        return None
    return tensor


def _listed(moments: model.Vec3) -> str:
    largest = max(map(abs, moments))
    return ", ".join(f"{0.0 if abs(m) < 1e-12 * largest else m:.4g}" for m in moments)


@rule("I201", "inertia-not-positive-definite", severity="warning", when="inertial", skip=("sdf",))
def inertia_not_positive_definite(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia of a link is not positive definite.

    ## Why it matters
    A principal moment is the integral of mass times squared distance from an axis: it cannot be
    negative, and is zero only for a line without thickness. With such an inertia, kinetic energy
    can become negative, mass matrices become singular, and simulations diverge. MuJoCo and
    libsdformat reject the link. Usual causes are products (ixy, ixz, iyz) that are too large for
    the moments, entries in the wrong attribute, a wrong exponent, or a minus sign.

    ## Example
        <inertia ixx="0.02" ixy="0.05" ixz="0" iyy="0.03" iyz="0" izz="0.04"/>

    ## Use instead
        <inertia ixx="0.02" ixy="0.005" ixz="0" iyy="0.03" iyz="0" izz="0.04"/>
    """
    tensor = _checkable(link)
    if tensor is None or link.inertial is None:
        return
    inertial = link.inertial
    xx, _, _, yy, _, zz = tensor
    field, diagonal = min((("ixx", xx), ("iyy", yy), ("izz", zz)), key=lambda pair: pair[1])
    if not is_positive(tensor, POSITIVE_TOLERANCE):
        moments = principal_moments(tensor)
        if diagonal < 0.0:
            message, hint = (
                f"{field} = {diagonal:g} is negative",
                "write a positive moment of inertia",
            )
        else:
            message = f"inertia is not positive definite (principal moments {_listed(moments)})"
            field, hint = "inertia", "check ixy, ixz and iyz: one is too large for the moments"
        yield ctx.report(inertial, f"link {link.name!r}: {message}", field=field, hint=hint)
    elif not is_positive(tensor, -1e-6) and meets_triangle(tensor, TRIANGLE_TOLERANCE):
        moments = principal_moments(tensor)
        if moments[0] <= 1e-9 * moments[2]:
            yield ctx.report(
                inertial,
                f"link {link.name!r}: a principal moment of inertia is zero ({_listed(moments)})",
                field=field if diagonal == 0.0 else "inertia",
                hint="write a small moment: even a thin rod has one about its axis; MuJoCo rejects zero",
            )


@rule("I202", "triangle-inequality", severity="warning", when="inertial", skip=("sdf",))
def triangle_inequality(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia of a link violates the triangle inequality.

    The largest principal moment exceeds the sum of the other two. Reported from a difference of 0.1
    %: rounding the moments of a thin plate to three digits is not reported, although MuJoCo
    compares exactly.

    ## Why it matters
    No principal moment of a rigid body exceeds the sum of the other two; a flat plate has equality.
    An inertia that violates this belongs to no distribution of mass. MuJoCo rejects it unless
    `balanceinertia` is set, libsdformat rejects the link, and inertia estimators fail.

    ## Example
        <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.01"/>

    ## Use instead
        <inertia ixx="0.005" ixy="0" ixz="0" iyy="0.005" iyz="0" izz="0.01"/>
    """
    tensor = _checkable(link)
    if tensor is None or link.inertial is None:
        return
    if is_positive(tensor, POSITIVE_TOLERANCE) and not meets_triangle(tensor, TRIANGLE_TOLERANCE):
        moments = principal_moments(tensor)
        a, b, c = moments
        yield ctx.report(
            link.inertial,
            f"link {link.name!r}: inertia violates the triangle inequality "
            f"({c:.4g} > {a:.4g} + {b:.4g}); no rigid body has this inertia",
            field="inertia",
            hint="look for a wrong exponent or swapped attributes",
        )


@rule("I203", "zero-inertia", severity="warning", skip=("sdf",))
def zero_inertia(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link has mass but zero inertia.

    A warning where the link moves separately; information where it does not move, or where other
    links with mass are fixed to it, because two point masses together have an inertia. Values such
    as 1e-19, which rounding leaves of zero, count as zero.

    ## Why it matters
    A point mass rotates without resistance: the mass matrix is singular for a joint through that
    point. MuJoCo computes such an inertia from the geometry if it can, and rejects the body
    otherwise.

    ## Example
        <mass value="0.5"/>
        <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>

    ## Use instead
        <mass value="0.5"/>
        <inertia ixx="5e-4" ixy="0" ixz="0" iyy="5e-4" iyz="0" izz="5e-4"/>
    """
    found = [
        (link, inertial)
        for link, inertial in _with_mass(parts.links)
        if is_point(inertial.inertia, inertial.mass)
    ]
    if not found:
        return
    bodies = [_with_mass(body.links) for body in moving_bodies(parts)]
    alone = {id(heavy[0][0]) for heavy in bodies if len(heavy) == 1}
    for link, inertial in found:
        exact = not any(inertial.inertia)
        yield ctx.report(
            inertial,
            f"link {link.name!r} has mass {inertial.mass:g} kg "
            f"but {'zero' if exact else 'practically zero'} inertia",
            field="inertia",
            severity=None if id(link) in alone else Severity.INFO,
            hint=compute_hint(ctx),
        )


def _with_mass(links: Iterable[model.Link]) -> list[tuple[model.Link, model.Inertial]]:
    return [
        (link, link.inertial)
        for link in links
        if link.inertial is not None and link.inertial.mass > 0.0
    ]

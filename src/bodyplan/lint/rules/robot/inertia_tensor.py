"""Tensors that no body has: I2xx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.solids import Tensor
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
from bodyplan.lint.rules.robot.link_masses import is_all_equal, moving_bodies


def _readable(link: model.Link) -> Tensor | None:
    """The tensor, if there is something to say about it by itself."""
    if link.inertial is None:
        return None
    tensor = link.inertial.inertia
    xx, xy, xz, yy, yz, zz = tensor
    if xy == xz == yz == 0.0:  # nearly always: good moments about the axes
        largest = max(xx, yy, zz)
        if min(xx, yy, zz) > 1e-6 * largest and largest + largest <= xx + yy + zz:
            return None
    if not is_finite(tensor) or is_all_equal(tensor) or is_point(tensor, link.inertial.mass):
        return None
    return tensor


def _listed(moments: model.Vec3) -> str:
    largest = max(map(abs, moments))
    return ", ".join(f"{0.0 if abs(m) < 1e-12 * largest else m:.4g}" for m in moments)


@rule("I201", "tensor-not-positive", severity="warning", when="inertial", skip=("sdf",))
def tensor_not_positive(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """An inertia tensor is not positive definite.

    ## Why it matters
    A principal moment is the sum of mass times squared distance from an axis: it cannot be
    negative, and is zero only for a line without thickness. Kinetic energy could become negative,
    mass matrices lose their inverse, simulations explode. MuJoCo refuses such a body, libsdformat
    refuses the link. Usual causes: products (ixy, ixz, iyz) larger than the moments belonging to
    them, copied into the wrong attribute, or with a wrong exponent; a minus sign.

    ## Example
        <inertia ixx="0.02" ixy="0.05" ixz="0" iyy="0.03" iyz="0" izz="0.04"/>

    ## Use instead
        <inertia ixx="0.02" ixy="0.005" ixz="0" iyy="0.03" iyz="0" izz="0.04"/>
    """
    tensor = _readable(link)
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
                "a moment about an axis is positive",
            )
        else:
            message = f"the tensor is not positive definite: principal moments {_listed(moments)}"
            field, hint = "inertia", "a product is too large for the moments; see ixy, ixz, iyz"
        yield ctx.report(inertial, f"link {link.name!r}: {message}", field=field, hint=hint)
    elif not is_positive(tensor, -1e-6) and meets_triangle(tensor, TRIANGLE_TOLERANCE):
        moments = principal_moments(tensor)
        if moments[0] <= 1e-9 * moments[2]:
            yield ctx.report(
                inertial,
                f"link {link.name!r}: a principal moment is zero: {_listed(moments)}",
                field=field if diagonal == 0.0 else "inertia",
                hint="even a thin rod has a small moment about its axis; MuJoCo refuses zero",
            )


@rule("I202", "triangle-inequality", severity="warning", when="inertial", skip=("sdf",))
def triangle_inequality(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The largest principal moment of a tensor exceeds the sum of the other two.

    Reported from a thousandth on: rounding the moments of a thin plate to three digits is no fault
    here, though MuJoCo compares exactly.

    ## Why it matters
    For a body of real mass no moment is larger than the sum of the other two; a flat plate just
    reaches it. A tensor that violates it belongs to no arrangement of mass. MuJoCo refuses it unless
    `balanceinertia` is set, libsdformat refuses the link, and estimators of inertia fail.

    ## Example
        <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.01"/>

    ## Use instead
        <inertia ixx="0.005" ixy="0" ixz="0" iyy="0.005" iyz="0" izz="0.01"/>
    """
    tensor = _readable(link)
    if tensor is None or link.inertial is None:
        return
    if is_positive(tensor, POSITIVE_TOLERANCE) and not meets_triangle(tensor, TRIANGLE_TOLERANCE):
        moments = principal_moments(tensor)
        a, b, c = moments
        yield ctx.report(
            link.inertial,
            f"link {link.name!r}: principal moments {_listed(moments)}: "
            f"the largest exceeds the sum of the others by {c - a - b:.3g}",
            field="inertia",
            hint="no body has such a tensor; look for a wrong exponent or a swapped attribute",
        )


@rule("I203", "zero-tensor", severity="warning", skip=("sdf",))
def zero_tensor(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link has mass, but its tensor is zero.

    A warning where the link moves by itself; information where it does not move, or where other
    masses are fixed to it, because two points together have a tensor. Tensors like 1e-19, the noise
    that is left of zero, count as zero.

    ## Why it matters
    A mass without extent turns without resistance: the mass matrix loses its inverse for a joint
    through that point. MuJoCo computes such a tensor from the geometry if it can, and refuses the
    body otherwise.

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
            f"link {link.name!r} has mass {inertial.mass:g} kg, "
            f"but its tensor is {'zero' if exact else 'zero, apart from noise'}",
            field="inertia",
            severity=None if id(link) in alone else Severity.INFO,
            hint="compute it from the shape of the link",
        )


def _with_mass(links: Iterable[model.Link]) -> list[tuple[model.Link, model.Inertial]]:
    return [
        (link, link.inertial)
        for link in links
        if link.inertial is not None and link.inertial.mass > 0.0
    ]

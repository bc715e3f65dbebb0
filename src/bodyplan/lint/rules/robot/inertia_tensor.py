"""Impossible and placeholder inertias, wrong reference points and axes: I2xx, I301, I302, I5xx."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

from bodyplan import model
from bodyplan.core import length
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.solids import InertiaTensor
from bodyplan.inertia.plausibility import IDENTITY, Appraisal, rounded
from bodyplan.inertia.tensor import FIELDS as TENSOR_FIELDS
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    is_finite,
    is_point,
    is_positive,
    meets_triangle,
    principal_moments,
)
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import (
    compute_hint,
    implausible,
    is_all_equal,
    masses,
    moving_bodies,
    shared_tensors,
)


def _checkable(link: model.Link) -> InertiaTensor | None:
    """Return the inertia if it may be invalid and no other rule reports it."""
    if link.inertial is None:
        return None
    tensor = link.inertial.inertia
    xx, xy, xz, yy, yz, zz = tensor
    if xy == xz == yz == 0.0:  # a fast test that accepts nearly all tensors
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

    The largest principal moment exceeds the sum of the other two. Reported if the difference
    exceeds 0.1 %: moments of a thin plate that were rounded to three digits are not reported,
    although MuJoCo compares exactly.

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

    Reported as a warning if the link can move and no other link with mass is fixed to it; otherwise
    as information. Two point masses that are fixed to each other have an inertia together. Rounding
    errors such as 1e-19 count as zero.

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


_Group = list[tuple[model.Link, model.Inertial]]


def _names(group: _Group) -> str:
    return listed(dict.fromkeys(link.name for link, _ in group), 5)


@rule("I301", "placeholder-inertia", severity="warning")
def placeholder_inertia(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is a placeholder: the identity matrix, or six equal entries.

    One diagnostic for each placeholder, at the first link of the file that has it. In SDFormat six
    equal entries are an error, D119; static models of SDFormat are not checked.

    ## Why it matters
    Exporters and templates write placeholders where nothing was computed. The identity matrix is
    the inertia of a steel ball of 110 kg: a finger with it hardly rotates. Six equal entries are
    not a valid inertia: two of the principal moments are zero, and MuJoCo and libsdformat reject
    it.

    ## Example
        <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>

    ## Use instead
    The inertia of the part, from CAD or from its shape: a box of mass m with edges x, y, z has
    ixx = m (y² + z²) / 12.

        <inertia ixx="1.7e-6" ixy="0" ixz="0" iyy="1.7e-6" iyz="0" izz="3e-7"/>
    """
    if parts is not ctx.parts[0]:
        return  # reported with the first robot of the file
    is_sdf = ctx.document.format == "sdf"
    groups: dict[InertiaTensor, _Group] = defaultdict(list)
    for link, inertial in (one for robot in ctx.parts for one in masses(robot)):
        tensor = inertial.inertia
        # D119 reports equal entries in SDFormat
        if tensor == IDENTITY or (is_all_equal(tensor) and not is_sdf):
            groups[tensor].append((link, inertial))
    for tensor, group in groups.items():
        what = (
            f"placeholder inertia (all six entries are {tensor[0]:g})"
            if is_all_equal(tensor)
            else "placeholder inertia (identity matrix)"
        )
        yield ctx.report(
            group[0][1],
            f"link {_names(group)}: {what}"
            if len(group) == 1
            else f"{len(group):,} links have {what}: {_names(group)}",
            field="inertia",
            hint=compute_hint(ctx),
        )


@rule("I302", "shared-inertia", severity="warning")
def shared_inertia(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Links with different mass or geometry have the same inertia.

    Reported when at least four links, and at least 40 % of the links with mass, share an inertia
    while their masses, or the sizes of their boxes, cylinders, spheres and capsules, differ by 20
    %. There is one diagnostic, at the first of these links. Identical parts may have identical
    inertia.

    ## Why it matters
    Inertia grows with the mass and with the square of the size. One inertia for all links is a
    placeholder, often chosen so large that a simulation stays stable: the real robot responds to
    torques differently from its model.

    ## Example
        <mass value="0.5"/> <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
        <mass value="8.2"/> <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>

    ## Use instead
    The inertia of each part, from CAD or from its shape.
    """
    if ctx.is_broken_off:
        return  # the part that was not read may have other inertias
    for tensor, group in shared_tensors(parts, ctx).items():
        masses_ = [inertial.mass for _, inertial in group]
        smallest, largest = min(masses_), max(masses_)
        difference = (
            f"masses from {smallest:g} to {largest:g} kg"
            if largest > 1.2 * smallest
            else "geometry of different size"
        )
        yield ctx.report(
            group[0][1],
            f"{len(group):,} links with {difference} have the same inertia "
            f"(ixx={tensor[0]:g} iyy={tensor[3]:g} izz={tensor[5]:g}): {_names(group)}",
            field="inertia",
            hint=compute_hint(ctx),
        )


@rule("I501", "inertia-about-link-origin", severity="warning", fix="always")
def inertia_about_link_origin(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is about the link origin instead of the centre of mass.

    Reported where the inertia matches, within 3 %, that of the filled geometry about the link
    origin: of the collisions, the visuals or, with `--meshes`, meshes and their convex hulls.

    ## Why it matters
    URDF and SDFormat define the inertia about the centre of mass. Simulators add the parallel-axis
    term (m d²) themselves, so it counts twice: the link accelerates too slowly about every joint.
    CAD programs list both inertia tensors next to each other.

    ## Example
    A rod of 1 m and 3 kg that starts at the link origin:

        <origin xyz="0 0 0.5"/>
        <mass value="3"/>
        <inertia ixx="1.0003" ixy="0" ixz="0" iyy="1.0003" iyz="0" izz="0.0006"/>

    ## Use instead
        <inertia ixx="0.2503" ixy="0" ixz="0" iyy="0.2503" iyz="0" izz="0.0006"/>

    ## Fix safety
    The fix subtracts m d². It is unsafe: a hollow or uneven link may really have the larger
    inertia.
    """
    judged = implausible(link, ctx, "about-origin")
    if judged is not None:
        distance = math.hypot(*judged.centre)
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: inertia is about the link origin instead of the centre of mass, "
            f"{length(distance)} away",
            field="inertia",
            hint="write the inertia about the centre of mass: "
            + _labelled(judged, "moments", (0, 3, 5)),
            fix=_fix(judged, ctx, "Remove the parallel-axis term"),
        )


@rule("I502", "inertia-in-wrong-axes", severity="warning", fix="always")
def inertia_in_wrong_axes(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The principal moments of an inertia match the geometry, but its axes do not.

    Reported where the inertia differs from that of the filled geometry, and matches it with other
    axes, such as after swapping x and z. Geometry is the collisions, the visuals or, with
    `--meshes`, meshes and their convex hulls. A hollow link has nearly the same axes as a filled
    one, so it is compared too.

    ## Why it matters
    The inertia is expressed in the inertial frame: the axes of its `<origin>` in URDF, of its
    `<pose>` in SDFormat. A wheel whose cylinder is rotated by `rpy` keeps the inertia of an
    unrotated cylinder unless the inertial is rotated too, and then spins with the wrong inertia.
    The same happens with products (ixy, ixz, iyz) from CAD programs that use the opposite sign.

    ## Example
        <inertial>
          <mass value="2"/>
          <inertia ixx="0.006" ixy="0" ixz="0" iyy="0.006" iyz="0" izz="0.01"/>
        </inertial>
        <collision>
          <origin rpy="1.5708 0 0"/>
          <geometry><cylinder radius="0.1" length="0.05"/></geometry>

    ## Use instead
        <inertial>
          <origin rpy="1.5708 0 0"/>
          <mass value="2"/>
          <inertia ixx="0.006" ixy="0" ixz="0" iyy="0.006" iyz="0" izz="0.01"/>
        </inertial>

    ## Fix safety
    The fix writes the inertia of the shape in the correct axes. It is unsafe: the rotation of the
    shape may be wrong instead.
    """
    judged = implausible(link, ctx, "wrong-axes")
    if judged is not None:
        reason = f": {judged.reason}" if judged.reason else ""
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: the principal moments match its geometry, but the axes do not{reason}",
            field="inertia",
            hint="write the inertia in the axes of the inertial frame: "
            + _labelled(judged, "moments", (0, 3, 5))
            + _labelled(judged, ", products", (1, 2, 4)),
            fix=_fix(judged, ctx, "Write the inertia in the correct axes"),
        )


@rule("I503", "moved-centre-of-mass", severity="warning", fix="always")
def moved_centre_of_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass matches the geometry only after mirroring it or swapping its axes.

    Reported where the inertia matches the filled geometry and the centre of mass does not, but
    matches it after changing the sign or the order of its coordinates, within 2 % of the size of
    the link. Geometry is the collisions, the visuals or, with `--meshes`, meshes and their convex
    hulls.

    ## Why it matters
    CAD exporters that convert between left-handed and right-handed axes, or from y up to z up,
    convert the meshes and not the mass properties. Gravity then acts on the wrong side of the link,
    which looks right.

    ## Example
        <inertial>
          <origin xyz="-0.1 0 0"/> ...
        <collision>
          <origin xyz="0.1 0 0"/>

    ## Use instead
        <inertial>
          <origin xyz="0.1 0 0"/> ...

    ## Fix safety
    Moving the centre of mass is unsafe: the geometry may be mirrored instead.
    """
    judged = implausible(link, ctx, "moved")
    if judged is not None and judged.fit is not None:
        better = tuple(float(f"{v:.12g}") for v in judged.fit.moved_to)
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: centre of mass ({' '.join(f'{v:g}' for v in judged.centre)}) fits "
            f"its geometry after {judged.fit.centre}",
            field="origin",
            hint=f"write ({' '.join(f'{v:g}' for v in better)}), or check the axes of the geometry",
            fix=ctx.fix_set("Move the centre of mass", "unsafe", judged.inertial, origin=better),
        )


def _corrected(judged: Appraisal) -> InertiaTensor:
    return rounded(judged.corrected or judged.tensor)


def _labelled(judged: Appraisal, label: str, indices: tuple[int, ...]) -> str:
    tensor = _corrected(judged)
    named = [(TENSOR_FIELDS[i], tensor[i]) for i in indices]
    if label == ", products":
        named = [(name, value) for name, value in named if abs(value) > 1e-3 * max(tensor)]
        if not named:
            return ""
    names = (f"{name}={value:.4g}" for name, value in named)
    return f"{label} {' '.join(names)}"


def _fix(judged: Appraisal, ctx: Context, title: str) -> FixMaker:
    new = zip(TENSOR_FIELDS, _corrected(judged), judged.tensor, strict=True)
    fields = {field: value for field, value, old in new if value != old}
    return ctx.fix_set(title, "unsafe", judged.inertial, **fields)

"""Mass, inertia and centre of mass that do not fit the size of a link: I4xx, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bodyplan import model
from bodyplan.core import length
from bodyplan.diag import Diagnostic, Severity
from bodyplan.inertia.plausibility import (
    DENSEST,
    LIGHTEST,
    Appraisal,
    Fault,
    smallest_radius_of_gyration,
    times,
)
from bodyplan.inertia.tensor import FIELDS as TENSOR_FIELDS
from bodyplan.inertia.tensor import POSITIVE_TOLERANCE, is_positive
from bodyplan.inertia.uniform import UNITS
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import compute_hint, implausible, too_heavy

_DUMMY = 1e-6  # kg; lighter links are placeholders for frames


@rule("I401", "impossible-density", severity="warning", fix="sometimes")
def impossible_density(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The density that follows from mass and geometry is impossible.

    Reported below 1 kg/m³ (less than air) and above 12,000 kg/m³ (more than lead). A density below
    12 kg/m³ is also reported if the inertia is that of the filled shapes with this mass, or if all
    links (at least three) are that light: mass and inertia are then probably 1,000 times too small.
    Links with meshes are checked with `--meshes`: the volume of a mesh is between the volume that
    it encloses and the volume of its convex hull; it is the enclosed volume if mass and inertia
    match this volume. If shapes overlap, the more plausible volume is used. Links up to 10 g or 2
    cm, which only mark a location, and static models of SDFormat are not checked.

    ## Why it matters
    The mass is in the wrong unit (grams), or the geometry is (millimetres), or one of them belongs
    to another part. Contact forces and torques are wrong by the same factor.

    ## Example
        <mass value="1500"/> ... <box size="0.1 0.1 0.1"/>

    ## Use instead
        <mass value="1.5"/> ... <box size="0.1 0.1 0.1"/>

    ## Fix safety
    Offered where a mass in grams, or in tonnes, explains the density, and the inertia fits the mass
    in kilograms or is in the same unit. It is unsafe: the geometry may be wrong instead.
    """
    judged = implausible(link, ctx, "dense", "thin")
    if judged is None:
        return
    fault: Fault = "dense" if "dense" in judged.faults else "thin"
    least, most = judged.shapes.volumes if judged.shapes is not None else (math.nan, math.nan)
    if fault == "thin":
        density = judged.mass / least if least > 0.0 or judged.fit is None else judged.fit.density
        limit = "air" if density < LIGHTEST else "any solid part"
        message = f"at most {density:.2g} kg/m³, less than {limit}"
        hint = "check whether the mass is a placeholder, or the geometry is in millimetres"
    elif judged.mass > DENSEST * most or judged.fit is None:
        message = f"at least {judged.mass / most:,.0f} kg/m³, more than lead"
        hint = "check whether the mass is in grams, or the geometry covers only a part of the link"
    else:
        message = f"{judged.fit.density:,.0f} kg/m³, more than lead"
        hint = "check whether mass and inertia are in the same unit as the geometry"
    fix = None
    factor = judged.better.get(fault)
    if factor is not None:
        unit = "grams" if factor < 1.0 else "tonnes"
        new: dict[str, float] = {"mass": _short(judged.mass * factor)}
        hint = f"the mass looks like {unit}: {new['mass']:g} kg fits geometry and inertia"
        if judged.scales_inertia:
            new |= dict(zip(TENSOR_FIELDS, times(judged.tensor, factor), strict=True))
            hint = f"the mass looks like {unit}: {new['mass']:g} kg, with the inertia times {factor:g}, fits"
        fix = ctx.fix_set(
            f"Convert {unit} to kilograms", "unsafe", judged.inertial, **_changed(judged, new)
        )
    yield ctx.report(
        judged.inertial,
        f"link {link.name!r}: mass {judged.mass:g} kg and its geometry give a density of {message}",
        field="mass",
        hint=hint,
        fix=fix,
    )


def _short(value: float) -> float:
    return float(f"{value:.12g}")


@rule("I402", "inertia-too-large", severity="warning", fix="sometimes")
def inertia_too_large(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is larger than the mass and size of the link allow.

    Half the sum of the three moments is the mass times the squared radius of gyration. Reported if
    that radius exceeds the largest distance of the geometry from the centre of mass by more than 40
    %, or exceeds 10 m for links without geometry. Links with meshes are measured with `--meshes`,
    and treated as links without geometry otherwise. Static models of SDFormat are not checked. For
    links lighter than a milligram, which are placeholders for frames, it is reported as
    information.

    ## Why it matters
    Usually the inertia is in kg mm² or g mm², as CAD programs export it: a million or a thousand
    million times too large. The link hardly rotates.

    ## Example
        <mass value="2"/>
        <inertia ixx="2833" ixy="0" ixz="0" iyy="2833" iyz="0" izz="333"/> ... <box size="0.1 0.1
        0.3"/>

    ## Use instead
        <mass value="2"/>
        <inertia ixx="0.0168" ixy="0" ixz="0" iyy="0.0168" iyz="0" izz="0.0033"/>

    ## Fix safety
    Offered where one of these units explains the values. It is unsafe: the mass or the geometry may
    be wrong instead.
    """
    judged = implausible(link, ctx, "large")
    if judged is not None:
        fix = None
        hint = "write the inertia in kg m²; this may be kg mm² or g mm²"
        radius = judged.radius_of_gyration
        if judged.bounds is None:
            message = (
                f"inertia is too large for {judged.mass:g} kg (radius of gyration {length(radius)})"
            )
        else:
            factor = judged.better.get("large")
            message = (
                f"inertia is at least {_ratio(radius, judged.reach)} times too large for "
                f"{judged.mass:g} kg: radius of gyration "
                f"{length(radius)}, but all geometry is within {length(judged.reach)} of the centre of mass"
            )
            if factor is not None and judged.fit is not None and judged.fit.ratio != 1.0:
                message = f"inertia is {1.0 / factor:,.0f} times that of {judged.mass:g} kg in its geometry"
            if factor is not None:
                unit = UNITS[float(f"{1.0 / factor:.5g}")]
                hint = (
                    f"write the inertia in kg m²; this looks like {unit} (a factor of {factor:.4g})"
                )
                fields = dict(zip(TENSOR_FIELDS, times(judged.tensor, factor), strict=True))
                fix = ctx.fix_set(
                    f"Convert {unit} to kg m²",
                    "unsafe",
                    judged.inertial,
                    **_changed(judged, fields),
                )
            elif judged.radius_of_gyration < 30.0 * judged.reach:
                hint = (
                    compute_hint(ctx, link)
                    + "; the value is a placeholder or belongs to another link"
                )
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: {message}",
            field="inertia",
            severity=Severity.INFO if judged.bounds is None or judged.mass < _DUMMY else None,
            hint=hint,
            fix=fix,
        )


def _ratio(larger: float, smaller: float) -> str:
    """Return the ratio of two inertias as text, from their radii of gyration."""
    ratio = larger / smaller if smaller else math.inf
    factor = float(f"{ratio * ratio:.2g}")  # ratio**2 would raise OverflowError
    return f"{factor:,.0f}" if 10.0 <= factor < 1e9 else f"{factor:.2g}"


def _changed(judged: Appraisal, new: dict[str, float]) -> dict[str, float]:
    old = dict(zip(TENSOR_FIELDS, judged.tensor, strict=True))
    return {field: value for field, value in new.items() if value != old.get(field)}


@rule("I403", "inertia-too-small", severity="warning")
def inertia_too_small(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is smaller than the mass of the link allows.

    A ball of the densest metal is the most compact rigid body of a given mass. An inertia is
    reported if it is smaller than that of such a ball, or less than a ten-thousandth of what the
    geometry would give. A zero inertia is reported in SDFormat only; in URDF, I203 reports it.
    Static models of SDFormat are not checked.

    ## Why it matters
    The inertia is a placeholder, in the wrong unit, or that of another part. A small inertia behind
    strong motors makes simulations shake or explode, and forces tiny time steps.

    ## Example
        <mass value="0.3"/>
        <inertia ixx="2e-8" ixy="0" ixz="0" iyy="3e-8" iyz="0" izz="2e-8"/>

    ## Use instead
        <mass value="0.3"/>
        <inertia ixx="2e-4" ixy="0" ixz="0" iyy="3e-4" iyz="0" izz="2e-4"/>
    """
    if too_heavy(ctx) is not None:  # the masses are wrong: reported as I106
        return
    # in other formats, I203 reports a point mass
    zero: tuple[Fault, ...] = ("point",) if ctx.document.format == "sdf" else ()
    judged = implausible(link, ctx, "small", *zero)
    # otherwise reported as I201 or D119
    if judged is not None and is_positive(judged.tensor, POSITIVE_TOLERANCE):
        hint = compute_hint(ctx, link)
        grams = judged.mass / 1000.0
        factor = judged.better.get("small")
        if judged.radius_of_gyration * math.sqrt(1000.0) > smallest_radius_of_gyration(grams):
            hint += f"; or write the mass in kilograms: {grams:g} kg fits" if grams >= 0.05 else ""
        radius = judged.radius_of_gyration
        smallest = smallest_radius_of_gyration(judged.mass)
        if factor is not None:
            message = f"inertia is {factor:,.0f} times smaller than that of {judged.mass:g} kg in its geometry"
            hint = f"write mass in kg and inertia in kg m²; one is off by a factor of {factor:,.0f}"
        elif not radius:
            message = f"inertia is zero, too small for {judged.mass:g} kg"
        elif judged.bounds is None or radius < smallest:
            message = (
                f"inertia is about {_ratio(smallest, radius)} times too small for {judged.mass:g} kg "
                f"(denser than a solid ball of {DENSEST:,.0f} kg/m³)"
            )
        else:
            message = (
                f"inertia is too small for {judged.mass:g} kg: radius of gyration {length(radius)}, "
                f"but its geometry is {length(judged.diagonal)} across"
            )
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: {message}",
            field="inertia",
            hint=hint,
        )


@rule("I404", "centre-of-mass-outside", severity="warning")
def centre_of_mass_outside(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass is outside the geometry of the link.

    Checked with the box around all shapes and a margin of a tenth of its diagonal plus one
    centimetre. Links with meshes are checked with `--meshes`, against the convex hull of all shapes
    and with the same margin. Static models of SDFormat are not checked.

    ## Why it matters
    The centre of mass of a rigid body is inside its convex hull. Usually the position is expressed
    in another frame (that of the parent or of the CAD assembly), or has lost a minus sign. Gravity
    then acts on the wrong point.

    ## Example
        <inertial><origin xyz="0 0 -0.4"/> ... <box size="0.1 0.1 0.3"/>

    ## Use instead
        <inertial><origin xyz="0 0 0.1"/> ... <box size="0.1 0.1 0.3"/>
    """
    judged = implausible(link, ctx, "outside")
    if judged is not None:
        yield _at_centre(
            judged,
            ctx,
            f"link {link.name!r}: centre of mass ({_point(judged)}) is {length(judged.away)} outside "
            f"its geometry, which is {length(judged.diagonal)} across",
            partial(_outside_hint, judged),
        )


def _outside_hint(judged: Appraisal) -> str:
    hint = "express the position in the link frame"
    x, y, z = judged.centre
    for axes, mirrored in (
        ("x", (-x, y, z)),
        ("y", (x, -y, z)),
        ("z", (x, y, -z)),
        ("x, y and z", (-x, -y, -z)),
    ):
        if judged.bounds is not None and judged.bounds.outside(mirrored) == 0.0:
            return f"{hint}; with the opposite sign of {axes} it would be inside"
    return hint


@rule("I405", "centre-of-mass-far", severity="warning", fix="sometimes")
def centre_of_mass_far(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass is so far from its link that its position is probably in millimetres.

    Reported where the position divided by 1,000 is inside the geometry of the link. If the geometry
    is missing, or consists of meshes and `--meshes` is not used, a distance above 10 m is reported
    as information. Static models of SDFormat are not checked.

    ## Why it matters
    Lengths are in metres. A centre of mass a thousand times too far away causes enormous gravity
    torques.

    ## Example
        <inertial><origin xyz="0 0 105"/> ... <box size="0.1 0.1 0.3"/>

    ## Use instead
        <inertial><origin xyz="0 0 0.105"/> ... <box size="0.1 0.1 0.3"/>

    ## Fix safety
    Offered where the geometry confirms the unit. It is unsafe: the author may have meant something
    else.
    """
    judged = implausible(link, ctx, "far")
    if judged is not None:
        fix = None
        if judged.bounds is None:
            message, severity = "more than 10 m from the link origin", Severity.INFO
        else:
            message = f"but its geometry is {length(judged.diagonal)} across"
            severity = Severity.WARNING
            near = tuple(float(f"{v * judged.better['far']:.12g}") for v in judged.centre)
            fix = ctx.fix_set(
                "Convert millimetres to metres", "unsafe", judged.inertial, origin=near
            )
        yield _at_centre(
            judged,
            ctx,
            f"link {link.name!r}: centre of mass is at ({_point(judged)}) m, {message}",
            "write lengths in metres; this looks like millimetres",
            severity=severity,
            fix=fix,
        )


def _point(judged: Appraisal) -> str:
    return " ".join(f"{v:g}" for v in judged.centre)


def _at_centre(
    judged: Appraisal,
    ctx: Context,
    message: str,
    hint: str | Callable[[], str],
    **rest: Any,
) -> Diagnostic:
    """Report a problem at the position of the inertial; at the inertial if it has no position."""
    return ctx.report(judged.inertial, message, field="origin", hint=hint, **rest)

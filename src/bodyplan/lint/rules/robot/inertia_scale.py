"""Masses, tensors and centres of mass that do not fit the size of a link: I4xx, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.inertia.plausibility import (
    DENSEST,
    Appraisal,
    Fault,
    smallest_radius_of_gyration,
    times,
)
from bodyplan.inertia.tensor import FIELDS as TENSOR_FIELDS
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import implausible, too_heavy

_UNITS = {1e-6: "kg mm²", 1e-9: "g mm²"}


@rule("I401", "impossible-density", severity="warning", fix="sometimes")
def impossible_density(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The mass of a link does not fit the volume of its shapes.

    Reported below 1 kg/m³, less than air, and above 25,000 kg/m³, more than any metal. Links with
    meshes are judged with `--meshes`: a mesh fills at most the box around it, and at least what it
    encloses. Overlapping shapes are taken the way that favours the file; links up to 10 g or 2 cm are
    left out, since they only mark a place, and so are static models of SDFormat.

    ## Why it matters
    The mass is in another unit (grams), or the shape is (millimetres), or one of them belongs to
    another part. Contacts and torques come out wrong by the same factor.

    ## Example
        <mass value="1500"/> ... <box size="0.1 0.1 0.1"/>

    ## Use instead
        <mass value="1.5"/> ... <box size="0.1 0.1 0.1"/>

    ## Fix safety
    Offered where a mass in grams explains it and the tensor fits the mass in kilograms. Unsafe: the
    shape may be what is wrong.
    """
    judged = implausible(link, ctx, "dense", "thin")
    if judged is not None:
        least, most = judged.shapes.volumes if judged.shapes is not None else (math.nan, math.nan)
        fix = None
        if "dense" in judged.faults:
            message = f"{judged.mass / most:,.0f} kg/m³ or more, denser than any metal"
            hint = "the mass is too large (grams?), or the shapes show only a part of the link"
            if "dense" in judged.better:
                mass = float(f"{judged.mass * judged.better['dense']:.12g}")
                fix = ctx.fix_set("Turn grams into kilograms", "unsafe", judged.inertial, mass=mass)
                hint = f"the mass looks like grams: {mass:g} kg would fit shape and tensor"
        else:
            message = f"at most {judged.mass / least:.2g} kg/m³, less than air"
            hint = "the mass is a placeholder or too small, or the shape is in millimetres"
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: mass {judged.mass:g} kg in its shapes makes {message}",
            field="mass",
            hint=hint,
            fix=fix,
        )


@rule("I402", "inertia-too-large", severity="warning", fix="sometimes")
def inertia_too_large(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor is larger than the mass and size of the link allow.

    Half the sum of the three moments is the mass times its mean squared distance from the centre of
    mass. It is reported where that distance exceeds what the shapes reach by more than 40 %, and for links
    without shapes where it exceeds 10 m. Links with meshes are measured with `--meshes`, and taken as
    without shapes else. Static models of SDFormat are left out.

    ## Why it matters
    Most often the tensor is in kg mm² or g mm², as CAD programs give it: a million or a thousand
    million times too large. The link will hardly turn.

    ## Example
        <mass value="2"/>
        <inertia ixx="2833" ixy="0" ixz="0" iyy="2833" iyz="0" izz="333"/> ... <box size="0.1 0.1 0.3"/>

    ## Use instead
        <mass value="2"/>
        <inertia ixx="0.0168" ixy="0" ixz="0" iyy="0.0168" iyz="0" izz="0.0033"/>

    ## Fix safety
    Offered where one of these units explains it. Unsafe: the mass or the shape may be wrong instead.
    """
    judged = implausible(link, ctx, "large")
    if judged is not None:
        fix = None
        hint = "moments are in kg m²; is this kg mm² or g mm²?"
        radius = f"{_number(judged.radius_of_gyration)} m"
        if judged.bounds is None:
            size = ""
        else:
            size = f", but its shapes reach only {judged.reach:.3g} m"
            factor = judged.better.get("large")
            if factor is not None:
                unit = _UNITS[factor]
                hint = f"this looks like {unit}; times {factor:g} it would fit"
                new = dict(zip(TENSOR_FIELDS, times(judged.tensor, factor), strict=True))
                fix = ctx.fix_set(
                    f"Turn {unit} into kg m²", "unsafe", judged.inertial, **_changed(judged, new)
                )
            elif judged.radius_of_gyration < 30.0 * judged.reach:
                hint = "compute it from mass and shape; this is a placeholder or another link's"
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: by its tensor, its mass of {judged.mass:g} kg lies {radius} from "
            f"the centre of mass on average{size}",
            field="inertia",
            severity=Severity.INFO if judged.bounds is None else None,
            hint=hint,
            fix=fix,
        )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100.0 else f"{value:.2g}"


def _changed(judged: Appraisal, new: dict[str, float]) -> dict[str, float]:
    old = dict(zip(TENSOR_FIELDS, judged.tensor, strict=True))
    return {field: value for field, value in new.items() if value != old[field]}


@rule("I403", "inertia-too-small", severity="warning")
def inertia_too_small(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor is smaller than the mass of the link allows.

    A ball of the densest metal is the most compact body of a given mass. It is reported where the mass
    would have to be packed more tightly, whatever the shape; and where the tensor is less than a
    ten-thousandth of what the shapes would give. Tensors of zero count in SDFormat; in URDF they have a
    rule of their own, I203. Static models of SDFormat are left out.

    ## Why it matters
    The tensor is a placeholder, in another unit, or of another part. Small inertia behind strong motors
    makes simulations shake or explode, and forces tiny time steps.

    ## Example
        <mass value="0.3"/>
        <inertia ixx="2e-8" ixy="0" ixz="0" iyy="3e-8" iyz="0" izz="2e-8"/>

    ## Use instead
        <mass value="0.3"/>
        <inertia ixx="2e-4" ixy="0" ixz="0" iyy="3e-4" iyz="0" izz="2e-4"/>
    """
    if too_heavy(ctx) is not None:  # then the masses are what is wrong: I106
        return
    zero: tuple[Fault, ...] = ("point",) if ctx.document.format == "sdf" else ()  # else I203
    judged = implausible(link, ctx, "small", *zero)
    if judged is not None:
        hint = "compute it from mass and shape; moments are in kg m²"
        grams = judged.mass / 1000.0
        if judged.radius_of_gyration * math.sqrt(1000.0) > smallest_radius_of_gyration(grams):
            hint += f"; or the mass is in grams: {grams:g} kg would fit" if grams >= 0.05 else ""
        radius = 1000.0 * judged.radius_of_gyration
        least = 1000.0 * smallest_radius_of_gyration(judged.mass)
        if judged.bounds is None or radius < least:
            reason = f"a ball of {DENSEST:,.0f} kg/m³ has {_number(least)} mm"
        else:
            reason = f"but its shapes measure {judged.diagonal:.3g} m across"
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: by its tensor, its mass of {judged.mass:g} kg lies {_number(radius)} mm "
            f"from the centre of mass on average; {reason}",
            field="inertia",
            hint=hint,
        )


@rule("I404", "centre-of-mass-outside", severity="warning")
def centre_of_mass_outside(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass lies outside the shapes of the link.

    Judged by the box around all shapes, with a margin of a tenth of its diagonal and a centimetre.
    Links with meshes are judged with `--meshes`, by the convex hull of all shapes and the same margin.
    Static models of SDFormat are left out.

    ## Why it matters
    The centre of mass of a body lies within its convex hull. Usually it is written in another frame
    (the parent's, the CAD assembly's), or has lost a sign. Gravity pulls at the wrong place.

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
            f"link {link.name!r}: the centre of mass ({_point(judged)}) lies {judged.away:.3g} m outside "
            f"its shapes, which measure {judged.diagonal:.3g} m across",
            partial(_outside_hint, judged),
        )


def _outside_hint(judged: Appraisal) -> str:
    hint = "the origin of the inertial is in the frame of the link"
    x, y, z = judged.centre
    if judged.bounds is not None and judged.bounds.outside((-x, -y, -z)) == 0.0:
        hint += "; with the opposite sign it would lie inside"
    return hint


@rule("I405", "centre-of-mass-far", severity="warning", fix="sometimes")
def centre_of_mass_far(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass is metres away from its link: it looks like millimetres.

    Reported where a thousandth of it lies within the shapes of the link; and as information beyond 10 m
    for links without shapes, and without `--meshes` for those with meshes. Static models of SDFormat
    are left out.

    ## Why it matters
    Lengths are metres. A centre of mass a thousand times too far away makes enormous torques from
    gravity.

    ## Example
        <inertial><origin xyz="0 0 105"/> ... <box size="0.1 0.1 0.3"/>

    ## Use instead
        <inertial><origin xyz="0 0 0.105"/> ... <box size="0.1 0.1 0.3"/>

    ## Fix safety
    Offered where the shapes confirm it. Unsafe: the author may have meant something else.
    """
    judged = implausible(link, ctx, "far")
    if judged is not None:
        fix = None
        if judged.bounds is None:
            message, severity = "more than 10 m from the origin of its link", Severity.INFO
        else:
            message = f"but the shapes measure {judged.diagonal:.3g} m across"
            severity = Severity.WARNING
            near = tuple(float(f"{v * judged.better['far']:.12g}") for v in judged.centre)
            fix = ctx.fix_set(
                "Turn millimetres into metres", "unsafe", judged.inertial, origin=near
            )
        yield _at_centre(
            judged,
            ctx,
            f"link {link.name!r}: the centre of mass is at ({_point(judged)}) m, {message}",
            "lengths are in metres; this looks like millimetres",
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
    """A finding at the position of the inertial, or at the inertial where none is written."""
    return ctx.report(judged.inertial, message, field="origin", hint=hint, **rest)

"""Inertia about another point or in other axes: I5xx, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import length
from bodyplan.diag import Diagnostic
from bodyplan.geometry.solids import InertiaTensor
from bodyplan.inertia.plausibility import Appraisal, rounded
from bodyplan.inertia.tensor import FIELDS as TENSOR_FIELDS
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import implausible


@rule("I501", "inertia-about-link-origin", severity="warning", fix="always")
def inertia_about_link_origin(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is about the link origin instead of the centre of mass.

    Reported for links whose geometry is one box, cylinder, sphere or capsule, and whose inertia
    matches, within 5 %, that of the full solid about the link origin.

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
            + _listed(judged, "moments", (0, 3, 5)),
            fix=_fix(judged, ctx, "Remove the parallel-axis term"),
        )


@rule("I502", "inertia-in-wrong-axes", severity="warning", fix="always")
def inertia_in_wrong_axes(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The principal moments of an inertia match the geometry, but its axes do not.

    Reported for links whose geometry is one box, cylinder or capsule, and whose principal moments
    match those of the full solid within 3 %, while the inertia tensor differs by more than 20 %.

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
            + _listed(judged, "moments", (0, 3, 5))
            + _listed(judged, ", products", (1, 2, 4)),
            fix=_fix(judged, ctx, "Write the inertia in the correct axes"),
        )


def _corrected(judged: Appraisal) -> InertiaTensor:
    return rounded(judged.corrected or judged.tensor)


def _listed(judged: Appraisal, label: str, indices: tuple[int, ...]) -> str:
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

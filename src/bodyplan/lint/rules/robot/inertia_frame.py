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

    Reported where the inertia matches, within 3 %, that of the filled geometry about the link origin:
    of the collisions, the visuals or, with `--meshes`, meshes and their convex hulls.

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

    Reported where the inertia differs from that of the filled geometry, and matches it with other
    axes, such as after swapping x and z. Geometry is the collisions, the visuals or, with `--meshes`,
    meshes and their convex hulls. A hollow link has nearly the same axes, so it is compared too.

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


@rule("I503", "moved-centre-of-mass", severity="warning", fix="always")
def moved_centre_of_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The centre of mass matches the geometry only when it is mirrored, or with swapped axes.

    Reported where the inertia is that of the filled geometry, and the centre of mass is not, but is
    within 2 % of the size of the link after changing the sign of coordinates, or their order.
    Geometry is the collisions, the visuals or, with `--meshes`, meshes and their convex hulls.

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
    It is unsafe: the geometry may be mirrored instead.
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

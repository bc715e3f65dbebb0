"""Tensors written about another point or on other axes: I5xx, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.plausibility import Appraisal, rounded
from bodyplan.inertia.tensor import FIELDS as TENSOR_FIELDS
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import implausible


@rule("I501", "tensor-about-link-origin", severity="warning", fix="always")
def tensor_about_link_origin(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor is about the origin of the link instead of the centre of mass.

    Reported for links that are one box, cylinder, sphere or capsule, and whose tensor is, within 5 %, that
    of the full solid about the origin of the link.

    ## Why it matters
    The tensor is about the centre of mass, in URDF and SDFormat alike. Readers add the part that comes from its distance
    (m d²) themselves, so here it counts twice: the link is too sluggish about every joint. CAD programs
    list both tensors one below the other.

    ## Example
    A rod of 1 m and 3 kg that begins at the origin of its link:

        <origin xyz="0 0 0.5"/>
        <mass value="3"/>
        <inertia ixx="1.0003" ixy="0" ixz="0" iyy="1.0003" iyz="0" izz="0.0006"/>

    ## Use instead
        <inertia ixx="0.2503" ixy="0" ixz="0" iyy="0.2503" iyz="0" izz="0.0006"/>

    ## Fix safety
    The fix takes m d² away. Unsafe: a hollow or uneven body may really have the larger tensor.
    """
    judged = implausible(link, ctx, "about-origin")
    if judged is not None:
        distance = math.hypot(*judged.centre)
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: the tensor is that of its shape about the origin of the link, "
            f"{distance:.3g} m from the centre of mass",
            field="inertia",
            hint="write the tensor about the centre of mass: "
            + _listed(judged, "moments", (0, 3, 5)),
            fix=_fix(judged, ctx, "Take away what the distance adds"),
        )


@rule("I502", "tensor-on-wrong-axes", severity="warning", fix="always")
def tensor_on_wrong_axes(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor has the right moments on the wrong axes.

    Reported for links that are one box, cylinder or capsule, and whose principal moments are, within 3 %,
    those of the full solid, while the tensor as a whole is more than 20 % off.

    ## Why it matters
    The tensor is in the axes of the inertial: those of its origin, in SDFormat of its pose. A wheel
    whose cylinder is turned by `rpy` keeps the tensor of an unturned cylinder unless the inertial is
    turned as well: it spins with the wrong inertia. Likewise products (ixy, ixz, iyz) that CAD
    programs give with the opposite sign.

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
    The fix writes the tensor of the shape on the right axes. Unsafe: the shape may be what is turned
    wrongly.
    """
    judged = implausible(link, ctx, "wrong-axes")
    if judged is not None:
        reason = f": {judged.reason}" if judged.reason else ""
        yield ctx.report(
            judged.inertial,
            f"link {link.name!r}: the moments are those of its shape, but not on its axes{reason}",
            field="inertia",
            hint="in the axes of the inertial: "
            + _listed(judged, "moments", (0, 3, 5))
            + _listed(judged, ", products", (1, 2, 4)),
            fix=_fix(judged, ctx, "Write the tensor on the right axes"),
        )


def _corrected(judged: Appraisal) -> Tensor:
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

"""Numbers that stand in for real ones: I301 and I302, in URDF and SDFormat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.plausibility import IDENTITY
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import is_all_equal, masses, shared_tensors

_Group = list[tuple[model.Link, model.Inertial]]


def _others(group: _Group) -> str:
    if len(group) == 1:
        return f"link {group[0][0].name!r} has"
    names = ", ".join(repr(link.name) for link, _ in group[:3])
    return f"{len(group):,} links ({names}{', ...' if len(group) > 3 else ''}) have"


@rule("I301", "placeholder-tensor", severity="warning")
def placeholder_tensor(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor is a placeholder: the identity, or six times the same number.

    One finding for each such tensor, at the first link that has it. Six equal numbers are an error in
    SDFormat, D119; static models of SDFormat are left out.

    ## Why it matters
    Exporters and templates write them where nothing was computed. The identity is the inertia of a
    steel ball of 110 kg: a finger that has it hardly turns. Six equal numbers are no tensor at all:
    two of its principal moments are zero, and MuJoCo and libsdformat refuse it.

    ## Example
        <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>

    ## Use instead
    The tensor of the part, from CAD or from its shape: a box of mass m with edges x, y, z has
    ixx = m (y² + z²) / 12.

        <inertia ixx="1.7e-6" ixy="0" ixz="0" iyy="1.7e-6" iyz="0" izz="3e-7"/>
    """
    is_sdf = ctx.document.format == "sdf"
    groups: dict[Tensor, _Group] = defaultdict(list)
    for link, inertial in masses(parts):
        tensor = inertial.inertia
        if tensor == IDENTITY or (is_all_equal(tensor) and not is_sdf):  # D119
            groups[tensor].append((link, inertial))
    for tensor, group in groups.items():
        what = (
            f"six times the number {tensor[0]:g} as tensor, which no body has"
            if is_all_equal(tensor)
            else "the identity as tensor, a placeholder"
        )
        yield ctx.report(
            group[0][1],
            f"{_others(group)} {what}",
            field="inertia",
            hint="compute it from mass and shape",
        )


@rule("I302", "shared-tensor", severity="warning")
def shared_tensor(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Many links with different masses or shapes have the same tensor.

    Reported when at least four links, and two in five of those with mass, share it, and their masses or the
    sizes of their boxes, cylinders, spheres and capsules differ by a fifth; one finding at the first
    of them. Equal parts may have equal tensors.

    ## Why it matters
    Inertia grows with the mass and with the square of the size. One tensor for all is a placeholder,
    often chosen so large that a simulation stays calm: the robot will answer torques otherwise than
    its model does.

    ## Example
        <mass value="0.5"/> <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
        <mass value="8.2"/> <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>

    ## Use instead
    The tensor of each part, from CAD or from its shape.
    """
    if ctx.is_broken_off:
        return  # of the whole robot it may be few
    for tensor, group in shared_tensors(parts, ctx).items():
        weights = [inertial.mass for _, inertial in group]
        least, most = min(weights), max(weights)
        differ = (
            f"masses from {least:g} to {most:g} kg"
            if most > 1.2 * least
            else "shapes of different size"
        )
        yield ctx.report(
            group[0][1],
            f"{_others(group)} the same tensor "
            f"(ixx={tensor[0]:g} iyy={tensor[3]:g} izz={tensor[5]:g}), but {differ}",
            field="inertia",
            hint="a placeholder; compute each from mass and shape",
        )

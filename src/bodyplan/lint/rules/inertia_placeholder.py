"""Numbers that stand in for real ones: I3xx."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.geometry.solids import Tensor
from bodyplan.lint.appraisal import (
    IDENTITY_TENSOR,
    Weighed,
    is_all_equal,
    shape_key,
    shared_tensors,
)
from bodyplan.lint.body import tensor_of, weighed
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule


def _others(pairs: Weighed) -> str:
    if len(pairs) == 1:
        return f"link {pairs[0][0].name!r} has"
    names = ", ".join(repr(link.name) for link, _ in pairs[:3])
    return f"{len(pairs)} links ({names}{', ...' if len(pairs) > 3 else ''}) have"


@rule("I301", "placeholder-tensor", severity="warning")
def placeholder_tensor(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A tensor is a placeholder: the identity, or six times the same number.

    One finding for each such tensor, at the first link that has it.

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
    groups: dict[Tensor, Weighed] = defaultdict(list)
    for link, inertial in weighed(robot.links):
        tensor = tensor_of(inertial.inertia)
        if is_all_equal(tensor) or tensor == IDENTITY_TENSOR:
            groups[tensor].append((link, inertial))
    for tensor, pairs in groups.items():
        what = (
            f"six times the number {tensor[0]:g} as tensor, which no body has"
            if is_all_equal(tensor)
            else "the identity as tensor, a placeholder"
        )
        yield ctx.report(
            pairs[0][1].inertia,
            f"{_others(pairs)} {what}",
            hint="compute it from mass and shape",
        )


@rule("I302", "shared-tensor", severity="warning")
def shared_tensor(_robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
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
    for tensor, pairs in shared_tensors(ctx).items():
        masses = [inertial.mass for _, inertial in pairs]
        least, most = min(masses), max(masses)
        differ = (
            f"masses from {least:g} to {most:g} kg"
            if most > 1.2 * least
            else "shapes of different size"
        )
        yield ctx.report(
            pairs[0][1].inertia,
            f"{_others(pairs)} the same tensor "
            f"(ixx={tensor[0]:g} iyy={tensor[3]:g} izz={tensor[5]:g}), but {differ}",
            hint="a placeholder; compute each from mass and shape",
        )


@rule("I303", "same-mass-everywhere", severity="info")
def same_mass_everywhere(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Nearly all links have the same mass, though they look different.

    Reported when at least four links, and four in five of those with mass, share it and have three or
    more different shapes; one finding at the first of them.

    ## Why it matters
    A default that was never replaced, often 1 kg. Torques from gravity come out wrong.

    ## Example
        <link name="base"><inertial><mass value="1.0"/> ...
        <link name="finger"><inertial><mass value="1.0"/> ...

    ## Use instead
    The mass of each part, weighed or from CAD.
    """
    groups: dict[float, Weighed] = defaultdict(list)
    heavy = weighed(robot.links)
    for link, inertial in heavy:
        groups[inertial.mass].append((link, inertial))
    for mass, pairs in groups.items():
        if len(pairs) < 4 or 5 * len(pairs) < 4 * len(heavy):
            continue
        if len({shape_key(link) for link, _ in pairs} - {()}) >= 3:
            yield ctx.report(
                pairs[0][1],
                f"{len(pairs)} of {len(heavy)} links have the same mass, {mass:g} kg, "
                "but different shapes",
                field="mass",
                hint="weigh the parts, or take their masses from CAD",
            )

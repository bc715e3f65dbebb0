"""Placeholders for inertia: I301 and I302, in URDF and SDFormat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.geometry.solids import InertiaTensor
from bodyplan.inertia.plausibility import IDENTITY
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import (
    compute_hint,
    is_all_equal,
    masses,
    shared_tensors,
)

_Group = list[tuple[model.Link, model.Inertial]]


def _names(group: _Group) -> str:
    return listed(dict.fromkeys(link.name for link, _ in group), 5)


@rule("I301", "placeholder-inertia", severity="warning")
def placeholder_inertia(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The inertia is a placeholder: the identity matrix, or six equal entries.

    One diagnostic for each placeholder, at the first link of the file that has it. In SDFormat six equal
    entries are an error, D119; static models of SDFormat are not checked.

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
        if tensor == IDENTITY or (is_all_equal(tensor) and not is_sdf):  # D119
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
        return  # the missing rest may have other inertias
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

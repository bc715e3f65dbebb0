"""The masses and geometry of links, computed once for the rules of several families."""

from __future__ import annotations

import math
import shlex
from collections import defaultdict
from typing import NamedTuple

from bodyplan.geometry.link_shapes import LinkShapes, OpenMesh, shapes_of
from bodyplan.geometry.solids import InertiaTensor
from bodyplan.inertia.plausibility import (
    IDENTITY,
    Appraisal,
    Fault,
    appraised,
    has_mass,
    mark_all_light,
)
from bodyplan.inertia.tensor import is_finite, is_point
from bodyplan.lint.context import Context
from bodyplan.lint.facts.lengths import in_millimetres
from bodyplan.model.joint import Joint
from bodyplan.model.link import Inertial, Link
from bodyplan.model.parts import Parts


def masses(parts: Parts) -> list[tuple[Link, Inertial]]:
    """Return the links with a mass that could be read, each with its inertial.

    Links of static models are left out.
    """
    return [
        (link, link.inertial)
        for link in parts.links
        if link.inertial is not None and has_mass(link.inertial)
        if id(link) not in parts.unread and id(link) not in parts.static
    ]


def link_shapes(ctx: Context) -> dict[int, LinkShapes]:
    """Return the shapes of all links that can be measured, by the ``id`` of the link.

    Meshes are measured if rules may open them. Links that are probably in millimetres are left out,
    because other rules report them.
    """
    return ctx.once(_link_shapes)


def _link_shapes(ctx: Context) -> dict[int, LinkShapes]:
    open_mesh: OpenMesh | None = None
    left_out: frozenset[int] = frozenset()
    if ctx.opens_meshes:
        from functools import partial

        from bodyplan.lint.facts.mesh_units import in_wrong_unit
        from bodyplan.lint.facts.meshes import facts_of

        open_mesh, left_out = partial(facts_of, ctx), in_wrong_unit(ctx)
    left_out |= in_millimetres(ctx)
    found = {}
    for parts in ctx.parts:
        for link in parts.links:
            if id(link) in parts.unread or id(link) in left_out:
                continue
            shapes = shapes_of(link, open_mesh)
            if shapes is not None:
                found[id(link)] = shapes
    return found


# Placeholders


def compute_hint(ctx: Context, *links: Link) -> str:
    """Return the hint to compute the inertia, with a command for it.

    Args:
        ctx: the context of the file.
        links: the links that the command names; without links, the command changes impossible and
            placeholder inertias.
    """
    hint = "compute the inertia from mass and geometry"
    document = ctx.document
    if ctx.is_expansion or document.path is None:
        return hint  # the command cannot change xacro files
    words = ["bodyplan", "inertia", document.name, "--compute", "mass"]
    if links:
        words += ["--links", *(link.name for link in links)]
    return f"{hint}: {shlex.join([*words, '--in-place'])}"


def is_all_equal(t: InertiaTensor) -> bool:
    """Return whether all six numbers are equal and not zero; no rigid body has such an inertia."""
    return t[0] != 0.0 and math.isfinite(t[0]) and t.count(t[0]) == 6


def shared_tensors(parts: Parts, ctx: Context) -> dict[InertiaTensor, list[tuple[Link, Inertial]]]:
    """Return inertias that too many different links share, so that they are probably placeholders.

    At least four links and two in five links with mass share such an inertia, although their masses
    or the sizes of their shapes clearly differ. Meshes count if they are opened. Other rules report
    zero and impossible inertias.
    """
    groups: dict[InertiaTensor, list[tuple[Link, Inertial]]] = defaultdict(list)
    heavy = masses(parts)
    for link, inertial in heavy:
        groups[inertial.inertia].append((link, inertial))
    found = {}
    for tensor, group in groups.items():
        if len(group) < 4 or 5 * len(group) < 2 * len(heavy) or not is_finite(tensor):
            continue
        if is_point(tensor, 1.0) or is_all_equal(tensor) or tensor == IDENTITY:
            continue
        masses_ = [inertial.mass for _, inertial in group]
        if max(masses_) > 1.2 * min(masses_) or _sizes_differ(group, ctx):
            found[tensor] = group
    return found


def _sizes_differ(group: list[tuple[Link, Inertial]], ctx: Context) -> bool:
    seen = set()
    for link, _ in group:
        shapes = link_shapes(ctx).get(id(link))
        if shapes is not None and shapes.bounds.diagonal > 0.0:  # a mesh may have no extent
            seen.add(round(math.log(shapes.bounds.diagonal), 1))
    return len(seen) > 1 and max(seen) - min(seen) > 0.2


# Implausible links


def implausible(link: Link, ctx: Context, *faults: Fault) -> Appraisal | None:
    """Return the appraisal of a link that has one of these faults; None for other links."""
    judged = ctx.once(_implausible).get(id(link))
    return None if judged is None or judged.faults.isdisjoint(faults) else judged


def _implausible(ctx: Context) -> dict[int, Appraisal]:
    known = link_shapes(ctx)
    found: dict[int, Appraisal] = {}
    for parts in ctx.parts:
        shared = shared_tensors(parts, ctx)
        of_robot = []
        for link, inertial in masses(parts):
            tensor = inertial.inertia
            is_placeholder = tensor == IDENTITY or is_all_equal(tensor) or tensor in shared
            shapes = known.get(id(link))
            of_robot.append(appraised(link, inertial, shapes, is_placeholder=is_placeholder))
        mark_all_light(of_robot)
        found |= {id(judged.link): judged for judged in of_robot if judged.faults}
    return found


class TotalMass(NamedTuple):
    """The total mass and the size of a robot that is too heavy."""

    total: float
    """The sum of the masses of the robot [kg]."""
    longest_step: float
    """The longest distance between a joint and its parent joint [m]; inf without such joints."""


def too_heavy(ctx: Context) -> TotalMass | None:
    """Return the total mass of a URDF if it is too large for the size of the robot.

    Such masses are probably in grams. The result is empty (None) if the geometry of a link already
    shows that its mass is too large.
    """
    return ctx.once(_too_heavy)


def _too_heavy(ctx: Context) -> TotalMass | None:
    if ctx.document.format == "sdf" or not ctx.parts:
        return None
    (parts,) = ctx.parts
    inertials = [link.inertial for link in parts.links if link.inertial is not None]
    try:
        total = math.fsum(inertial.mass for inertial in inertials if inertial.mass > 0.0)
    except OverflowError:
        total = math.inf
    if not total > 1000.0:
        return None
    children = {joint.child for joint in parts.joints if joint.child}
    steps = [math.hypot(*joint.origin.p) for joint in parts.joints if joint.parent in children]
    longest = max(steps, default=math.inf)
    if not (total > 10_000.0 or longest < 1.0):
        return None
    if any("dense" in judged.faults for judged in ctx.once(_implausible).values()):
        return None
    return TotalMass(total, longest)


# Rigid bodies


class RigidBody(NamedTuple):
    """Links that fixed joints connect."""

    joint: Joint | None
    """The joint that moves the body; None in formats in which every link is a separate body."""
    links: list[Link]
    """The links of the body; the child of the joint is the first."""


def moving_bodies(parts: Parts) -> list[RigidBody]:
    """Return the rigid bodies of a robot that can move, in the order of the joints.

    Bodies moved by joints of unknown type, or whose child does not exist, are left out. In
    SDFormat every link is a body, and moves unless its model is static.
    """
    if not parts.merges_fixed:
        return [RigidBody(None, [link]) for link in parts.links if id(link) not in parts.static]
    links: dict[str, Link] = {}
    for link in parts.links:
        links.setdefault(link.name, link)
    out: dict[str, list[Joint]] = defaultdict(list)
    for joint in parts.joints:
        if joint.type == "fixed":
            out[joint.parent].append(joint)
    bodies = []
    seen: set[str] = set()
    for joint in parts.joints:
        if joint.type == "fixed" or not joint.child or joint.child in seen:
            continue
        seen.add(joint.child)
        connected: list[Link] = []
        stack = [joint.child]
        while stack:
            name = stack.pop()
            if name in links:
                connected.append(links[name])
            for fixed in out.get(name, ()):
                if fixed.child and fixed.child not in seen:
                    seen.add(fixed.child)
                    stack.append(fixed.child)
        if connected and connected[0].name == joint.child:
            bodies.append(RigidBody(joint, connected))
    return bodies

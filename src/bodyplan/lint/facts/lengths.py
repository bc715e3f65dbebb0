"""Shapes and offsets that are probably in millimetres, and the size of a robot."""

from __future__ import annotations

import math
from typing import NamedTuple

from bodyplan import model
from bodyplan.geometry.bounds import lengths
from bodyplan.lint.context import Context
from bodyplan.model.joint import LINEAR
from bodyplan.model.transform import Vec3

FAR = 50.0
"""A shape of this size, or a joint or shape with an offset this large, is not plausible [m]."""


class Offset(NamedTuple):
    """The position of a joint in its parent link, or of a shape in its link.

    Args:
        value: the joint, visual or collision.
        field: the name of the field with its pose.
        p: the position [m].
    """

    value: model.Joint | model.Geometry
    field: str
    p: Vec3

    @property
    def largest(self) -> float:
        """The largest absolute coordinate; nan if the pose is unknown."""
        return math.nan if math.isnan(sum(self.p)) else max(map(abs, self.p))


class TooFar(NamedTuple):
    """Offsets too large for any robot, which are probably in millimetres.

    Args:
        offsets: offsets larger than ``FAR``, in the order of the joints, then of the links.
        members: all nonzero offsets, if at least four in five are a metre or more, so that
            probably all are in millimetres; else empty.
        is_mixed: whether ``members`` is empty although further offsets, between 1 m and ``FAR``,
            may be in millimetres too.
    """

    offsets: list[Offset]
    members: list[Offset]
    is_mixed: bool = False


def reach(ctx: Context) -> float:
    """Return the sum of the lengths of all joint offsets, without those above ``FAR`` [m]."""
    return ctx.once(_reach)


def _reach(ctx: Context) -> float:
    found = (math.hypot(*joint.origin.p) for parts in ctx.parts for joint in parts.joints)
    return math.fsum(length for length in found if length <= FAR)


def largest_shape(ctx: Context) -> float:
    """Return the size above which a shape of this robot is suspicious [m]."""
    span = reach(ctx)
    return min(FAR, max(5.0, 10.0 * span)) if span > 0.0 else FAR


def too_far(ctx: Context) -> TooFar:
    """Return the offsets of joints, visuals and collisions that are probably in millimetres."""
    return ctx.once(_too_far)


def _too_far(ctx: Context) -> TooFar:
    if ctx.document.format == "sdf":  # the offset from the parent link is unknown
        return TooFar([], [])
    found = [Offset(one, "origin", one.origin.p) for parts in ctx.parts for one in parts.joints]
    found += [
        Offset(one, "origin", one.origin.p) for parts in ctx.parts for one in parts.geometries
    ]
    found = [offset for offset in found if offset.largest > 0.0]
    far = [offset for offset in found if offset.largest > FAR]
    long = [offset for offset in found if offset.largest >= 1.0]
    if far and len(found) > 1 and 5 * len(long) >= 4 * len(found):
        return TooFar(far, found)
    return TooFar(far, [], is_mixed=len(long) > len(far))


class OtherLengths(NamedTuple):
    """Further lengths that are probably in millimetres, in a robot with origins in millimetres.

    Args:
        inertials: inertials whose centre of mass is not at the origin.
        shapes: the primitive shapes.
        limits: the limits of prismatic joints.
        has_meshes: whether the robot has meshes, whose unit depends on their files.
    """

    inertials: list[model.Inertial]
    shapes: list[model.Shape]
    limits: list[model.Limit]
    has_meshes: bool


def other_lengths(ctx: Context) -> OtherLengths:
    """Return the other lengths of a robot whose origins are in millimetres.

    All centres of mass are returned if one has a coordinate of at least a metre. All shapes are
    returned if every shape is at least a metre. A limit is returned if it is at least a metre.
    Other lengths are probably in metres already.
    """
    shapes = [one.shape for parts in ctx.parts for one in parts.geometries if one.shape is not None]
    solids = [(shape, _largest(lengths(shape))) for shape in shapes]
    solids = [(shape, largest) for shape, largest in solids if largest > 0.0]
    inertials = [
        link.inertial
        for parts in ctx.parts
        for link in parts.links
        if link.inertial is not None and any(link.inertial.origin.p)
    ]
    travels = [joint.limit for parts in ctx.parts for joint in parts.joints if joint.type in LINEAR]
    return OtherLengths(
        inertials if any(max(map(abs, one.origin.p)) >= 1.0 for one in inertials) else [],
        [shape for shape, _ in solids] if all(one >= 1.0 for _, one in solids) else [],
        [one for one in travels if 1.0 <= max(abs(one.lower), abs(one.upper)) < math.inf],
        any(isinstance(shape, model.Mesh) for shape in shapes),
    )


def _largest(found: dict[str, tuple[float, ...]]) -> float:
    return max((value for values in found.values() for value in values), default=0.0)


def too_large(ctx: Context) -> list[model.Geometry]:
    """Return the visuals and collisions whose primitive shape is probably in millimetres.

    Robots without joints, and static models of SDFormat, are left out: they may be terrain or
    buildings.
    """
    return ctx.once(_too_large)


def _too_large(ctx: Context) -> list[model.Geometry]:
    bound = largest_shape(ctx)
    return [
        part
        for parts in ctx.parts
        if parts.joints
        for link in parts.links
        if id(link) not in parts.static
        for part in (*link.visuals, *link.collisions)
        if (found := [v for values in lengths(part.shape).values() for v in values])
        and min(found) >= 1.0
        and max(found) > bound
    ]


def in_millimetres(ctx: Context) -> frozenset[int]:
    """Return the ids of links with an offset or shape in millimetres: their size is unknown."""
    return ctx.once(_in_millimetres)


def _in_millimetres(ctx: Context) -> frozenset[int]:
    far = too_far(ctx)
    faulty = {id(one) for one in too_large(ctx)}
    faulty |= {id(offset.value) for offset in far.members or far.offsets}
    if not faulty:
        return frozenset()
    return frozenset(
        id(link)
        for parts in ctx.parts
        for link in parts.links
        if any(id(part) in faulty for part in (*link.visuals, *link.collisions))
    )


def in_metres(numbers: Vec3) -> Vec3:
    """Convert lengths from millimetres to metres."""
    x, y, z = numbers
    return x / 1000.0, y / 1000.0, z / 1000.0

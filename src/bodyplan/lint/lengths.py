"""Shapes and offsets that are probably in millimetres, and how large a robot is."""

from __future__ import annotations

import math
from typing import NamedTuple

from bodyplan import model
from bodyplan.geometry.bounds import lengths
from bodyplan.lint.context import Context
from bodyplan.model.transform import Vec3

FAR = 50.0
"""No part of a robot is this large, and none this far from the next [m]."""


class Offset(NamedTuple):
    """The position of a joint or shape in its parent or link.

    Args:
        value: the joint, visual or collision.
        field: the field that holds its pose.
        p: the position [m].
    """

    value: model.Joint | model.Geometry
    field: str
    p: Vec3

    @property
    def largest(self) -> float:
        """The largest coordinate, without its sign; nan where the pose is not known."""
        return math.nan if math.isnan(sum(self.p)) else max(map(abs, self.p))


class TooFar(NamedTuple):
    """Offsets that are farther than any robot is large.

    Args:
        offsets: in the order of the joints, then of the links.
        members: all that are not zero, if none of them is below a metre; else empty.
    """

    offsets: list[Offset]
    members: list[Offset]


def reach(ctx: Context) -> float:
    """The sum of the lengths of all joint offsets, without those beyond ``FAR`` [m]."""
    return ctx.once(_reach)


def _reach(ctx: Context) -> float:
    found = (math.hypot(*joint.origin.p) for parts in ctx.parts for joint in parts.joints)
    return math.fsum(length for length in found if length <= FAR)


def largest_shape(ctx: Context) -> float:
    """How large a shape of this robot may be [m]."""
    span = reach(ctx)
    return min(FAR, max(5.0, 10.0 * span)) if span > 0.0 else FAR


def too_far(ctx: Context) -> TooFar:
    """The offsets of joints, visuals and collisions that are probably in millimetres."""
    return ctx.once(_too_far)


def _too_far(ctx: Context) -> TooFar:
    if ctx.document.format == "sdf":  # offsets of joints are not known
        return TooFar([], [])
    found = [Offset(one, "origin", one.origin.p) for parts in ctx.parts for one in parts.joints]
    found += [
        Offset(one, "origin", one.origin.p) for parts in ctx.parts for one in parts.geometries
    ]
    found = [offset for offset in found if offset.largest > 0.0]
    far = [offset for offset in found if offset.largest > FAR]
    is_all = far and len(found) > 1 and min(offset.largest for offset in found) >= 1.0
    return TooFar(far, found if is_all else [])


def too_large(ctx: Context) -> list[model.Geometry]:
    """The visuals and collisions whose primitive shape is probably in millimetres.

    Robots without joints, and static models of SDFormat, may be terrain or halls: they are left out.
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
    """The links with such an offset or shape, by ``id``: their size is not known."""
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
    """The same lengths, read as millimetres."""
    x, y, z = numbers
    return x / 1000.0, y / 1000.0, z / 1000.0

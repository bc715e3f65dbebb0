"""What the rules about shapes, poses and materials share: how to call a part, and how big a robot is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.spec import Vec3

Body = urdf.Visual | urdf.Collision

FAR = 50.0
"""No part of a robot is this large, and none this far from the next [m]."""


def bodies(robot: urdf.Robot) -> Iterator[Body]:
    """Every visual and every collision, link by link."""
    for link in robot.links:
        yield from link.visuals
        yield from link.collisions


def dimensions(shape: urdf.Shape | None) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The lengths of a primitive shape by field [m]; none for meshes."""
    if isinstance(shape, urdf.Box):
        return (("size", shape.size),)
    if isinstance(shape, urdf.Sphere):
        return (("radius", (shape.radius,)),)
    if isinstance(shape, urdf.Cylinder | urdf.Capsule):
        return (("radius", (shape.radius,)), ("length", (shape.length,)))
    return ()


def flat(shape: urdf.Cylinder | urdf.Sphere | urdf.Capsule) -> tuple[float, ...]:
    """The lengths of a round shape [m]."""
    return (shape.radius,) if isinstance(shape, urdf.Sphere) else (shape.radius, shape.length)


def reach(ctx: Context) -> float:
    """All joint offsets end to end [m], without those that are farther than any real one."""
    lengths = (math.hypot(*joint.origin.xyz) for joint in ctx.index.robot.joints)
    return math.fsum(length for length in lengths if length <= FAR)


def too_far(ctx: Context) -> TooFar:
    """The origins of joints, visuals and collisions that are probably in millimetres."""
    return ctx.once(_too_far)


class TooFar(NamedTuple):
    """Origins that are farther away than any robot is large."""

    poses: list[urdf.Pose]
    """Those that are; in the order of the joints, then of the links."""
    members: list[urdf.Pose]
    """All that are not zero, if none of them is below a metre; else empty."""


def _too_far(ctx: Context) -> TooFar:
    robot = ctx.index.robot
    far: list[urdf.Pose] = []
    members: list[urdf.Pose] = []
    is_all = True
    poses = [joint.origin for joint in robot.joints]
    poses += [body.origin for body in bodies(robot)]
    for pose in poses:
        x, y, z = pose.xyz
        if x == y == z == 0.0:
            continue
        largest = max(abs(x), abs(y), abs(z))
        if largest > FAR:
            far.append(pose)
        is_all = is_all and largest >= 1.0
        if is_all:
            members.append(pose)
    return TooFar(far, members if is_all and far and len(members) > 1 else [])


def too_large(ctx: Context) -> list[Body]:
    """The visuals and collisions whose primitive shape is probably in millimetres."""
    return ctx.once(_too_large)


def largest_shape(ctx: Context) -> float:
    """How large a shape of this robot may be [m]."""
    span = ctx.once(reach)
    return min(FAR, max(5.0, 10.0 * span)) if span > 0.0 else FAR


def _too_large(ctx: Context) -> list[Body]:
    robot = ctx.index.robot
    if not robot.joints:  # a single body: terrain and halls are this large
        return []
    bound = largest_shape(ctx)
    found: list[Body] = []
    for body in bodies(robot):
        shape = body.geometry.shape
        if shape is None or isinstance(shape, urdf.Mesh):
            continue
        lengths = shape.size if isinstance(shape, urdf.Box) else flat(shape)
        if min(lengths) >= 1.0 and max(lengths) > bound:
            found.append(body)
    return found


def in_millimetres(ctx: Context) -> frozenset[int]:
    """The links of the hub with such an origin or shape, by ``id``: their size is not known."""
    return ctx.once(_in_millimetres)


def _in_millimetres(ctx: Context) -> frozenset[int]:
    far, large = too_far(ctx), too_large(ctx)
    if not far.poses and not large:
        return frozenset()
    faulty = {id(pose) for pose in far.members or far.poses} | {id(body) for body in large}
    found = set()
    for parts in ctx.parts:
        for link, element in zip(parts.links, ctx.index.robot.links, strict=True):
            shown: tuple[Body, ...] = (*element.visuals, *element.collisions)
            if any(id(body) in faulty or id(body.origin) in faulty for body in shown):
                found.add(id(link))
    return frozenset(found)


def in_metres(numbers: Vec3) -> Vec3:
    """The same lengths, read as millimetres."""
    x, y, z = numbers
    return x / 1000.0, y / 1000.0, z / 1000.0

"""What the rules about shapes, poses and materials share: how to call a part, and how big a robot is."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.spec import Element, Vec3

Body = urdf.Visual | urdf.Collision

FAR = 50.0
"""No part of a robot is this large, and none this far from the next [m]."""


def called(ctx: Context, value: Element) -> str:
    """The part of the robot that a value belongs to: "visual 'shell' of link 'base'"."""
    inner = ""
    current: Element | None = value
    while current is not None:
        if isinstance(current, urdf.Link | urdf.Joint | urdf.Sensor):
            return f"{inner}{current.TAG} {current.name!r}"
        if isinstance(current, urdf.Visual | urdf.Collision | urdf.Inertial):
            name = getattr(current, "name", "")
            inner = f"{current.TAG} {name!r} of " if name else f"{current.TAG} of "
        current = ctx.owner(current)
    return f"<{value.TAG}>"


def is_broken_off(ctx: Context) -> bool:
    """Whether the file ends too early, so that nothing can be said about what is missing."""
    return ctx.document.tree.fault is not None


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


def reach(robot: urdf.Robot) -> float:
    """All joint offsets end to end [m], without those that are farther than any real one."""
    lengths = (math.hypot(*joint.origin.xyz) for joint in robot.joints)
    return math.fsum(length for length in lengths if length <= FAR)


def joined(numbers: tuple[float, ...]) -> str:
    """Numbers as they stand in an attribute, short."""
    return " ".join(f"{number:.10g}" for number in numbers)


def some(names: list[str], shown: int = 3) -> str:
    """The first of many names, quoted: "'a', 'b', 'c' and 5 more"."""
    quoted = [repr(name) for name in names[:shown]]
    if len(names) > shown:
        return f"{', '.join(quoted)} and {len(names) - shown} more"
    return " and ".join((", ".join(quoted[:-1]), quoted[-1])) if len(quoted) > 1 else quoted[0]


def in_metres(numbers: Vec3) -> Vec3:
    """The same lengths, read as millimetres."""
    x, y, z = numbers
    return x / 1000.0, y / 1000.0, z / 1000.0

"""Spheres that approximate links: S6xx. Lengths in metres, positions in the link frame."""

from __future__ import annotations

import math
from collections.abc import Iterator
from operator import attrgetter
from sys import float_info

from bodyplan.core import Record, length, replace
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.geometry.link_shapes import ShapePart, parts_of
from bodyplan.geometry.surface import distance, surface
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import number
from bodyplan.lint.facts.names import duplicates, removal_of_copy
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import adjacency
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_link

_MOST = 1_000_000  # maximum number of comparisons of a sphere with points or spheres, in a document
_POINTS = 50  # approximate number of sample points on a shape
_METRE = 1.0  # [m] if all radii of a link are larger, they are probably in millimetres
_FAR = 5.0  # [m] smallest extent of such spheres, if the link has no measurable geometry


SMALL_GAP = 0.005
"""A gap up to this size does not matter for planners [m]."""


def allowed_gap(size: float) -> float:
    """Return how far a shape of a given size may extend beyond its spheres [m].

    With 20 spheres for each link and the best overlap, shapes extend beyond their spheres by up to
    23 mm and 11 % of their size. In most links of published handmade sets of spheres, they extend
    by 32 to 100 mm, or 12 to 50 %.
    """
    return min(0.025, max(SMALL_GAP, size / 8.0))


def called(index: int) -> str:
    """Return the name of a sphere in messages."""
    return f"sphere {index + 1}"


def _is_nothing(sphere: srdf.ApproximationSphere) -> bool:
    """Return whether srdfdom treats the radius as zero or negative; False for an invalid radius."""
    return sphere.radius <= float_info.epsilon


def real_spheres(element: srdf.LinkSphereApproximation) -> list[srdf.ApproximationSphere]:
    """Return the spheres with a positive radius."""
    return [sphere for sphere in element.spheres if sphere.radius > float_info.epsilon]


@rule("S601", "spheres-unknown-link", severity="error", fix="sometimes")
def spheres_unknown_link(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """Spheres are for a link that does not exist in the robot.

    ## Why it matters
    srdfdom drops the spheres. MoveIt then approximates the intended link by one sphere around all
    of its collision geometry, which is far too large for a long link.

    ## What MoveIt says
    srdfdom logs an error: the link is not known to URDF.

    ## Example
        <link_sphere_approximation link="fore_arm">
          <sphere center="0 0 0.1" radius="0.06"/>
        </link_sphere_approximation>

    ## Use instead
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.1" radius="0.06"/>
        </link_sphere_approximation>

    ## Fix safety
    Writing the nearest name is unsafe: another link may be meant.
    """
    yield from unknown_link(ctx, element, "link", "spheres: link")


@rule("S602", "sphere-without-size", severity="warning", fix="always", when="spheres")
def sphere_without_size(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """The radius of a sphere is negative, or zero beside other spheres.

    ## Why it matters
    A single sphere of radius zero excludes the link from collision checking with spheres. Beside
    larger spheres it is dropped. A negative radius counts as zero, so a wrong sign removes a
    sphere, or the whole link if it is the only one.

    ## What MoveIt says
    Nothing.

    ## Example
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.1" radius="-0.06"/>
        </link_sphere_approximation>

    ## Use instead
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.1" radius="0.06"/>
        </link_sphere_approximation>

    ## Fix safety
    Removing a sphere of radius zero beside others is safe. Removing the sign of a negative radius
    is unsafe.
    """
    has_others = bool(real_spheres(element))
    for index, sphere in enumerate(element.spheres):
        if not _is_nothing(sphere):
            continue
        what = f"{called(index)} of link {element.link!r} has radius {number(sphere.radius)}"
        if sphere.radius < 0.0:
            effect = "MoveIt drops it" if has_others else "MoveIt does not check the link"
            yield ctx.report(
                sphere,
                f"{what}: {effect}",
                field="radius",
                fix=ctx.fix_set(
                    f"Write {number(-sphere.radius)}", "unsafe", sphere, radius=-sphere.radius
                ),
            )
        elif has_others:
            yield ctx.report(
                sphere,
                f"{what} beside larger ones: MoveIt drops it",
                field="radius",
                fix=ctx.fix_remove("Remove the sphere", "safe", sphere),
            )


@rule("S603", "spheres-empty", severity="warning", fix="always")
def spheres_empty(element: srdf.LinkSphereApproximation, ctx: Context) -> Iterator[Diagnostic]:
    """A link_sphere_approximation element has no spheres.

    ## Why it matters
    The element has no effect: MoveIt approximates the link by one sphere around all of its
    collision geometry. To exclude the link from collision checking with spheres, write one sphere
    of radius zero.

    ## What MoveIt says
    Nothing.

    ## Example
        <link_sphere_approximation link="tool_frame"/>

    ## Use instead
        <link_sphere_approximation link="tool_frame">
          <sphere center="0 0 0" radius="0"/>
        </link_sphere_approximation>

    ## Fix safety
    Adding the sphere of radius zero is unsafe: spheres may have been lost.
    """
    if element.spheres or element.extra.elements or ctx.is_broken_off:
        return
    nothing = srdf.ApproximationSphere(center=(0.0, 0.0, 0.0), radius=0.0)
    yield ctx.report(
        element,
        f"link {element.link!r} has no sphere; MoveIt computes one around its geometry",
        fix=ctx.fix_insert("Add a sphere of radius 0", "unsafe", element, nothing),
    )


@rule("S604", "spheres-repeated", severity="warning", fix="sometimes")
def spheres_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A link has two link_sphere_approximation elements.

    ## Why it matters
    srdfdom keeps both, and programs differ: they use the first, the last, or the spheres of both.

    ## What MoveIt says
    Nothing.

    ## Example
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.1" radius="0.06"/></link_sphere_approximation>
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.2" radius="0.06"/></link_sphere_approximation>

    ## Use instead
        <link_sphere_approximation link="forearm">
          <sphere center="0 0 0.1" radius="0.06"/>
          <sphere center="0 0 0.2" radius="0.06"/>
        </link_sphere_approximation>

    ## Fix safety
    Removing an exact copy is safe. For elements that differ, no fix is offered.
    """
    for element, first in duplicates(root.link_sphere_approximations, attrgetter("link")):
        same = element == first
        yield ctx.report(
            element,
            f"duplicate spheres for link {element.link!r}" + (" (an exact copy)" if same else ""),
            field="link",
            hint=None if same else "write all spheres of the link in one element",
            fix=removal_of_copy(ctx, element, first),
        )


def _repeated(ctx: Context) -> frozenset[str]:
    """Return the links with several ``<link_sphere_approximation>`` elements."""
    elements = semantics(ctx).root.link_sphere_approximations
    return frozenset(element.link for element, _ in duplicates(elements, attrgetter("link")))


@rule("S605", "spheres-without-geometry", severity="info", when="spheres")
def spheres_without_geometry(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """Spheres are for a link without collision geometry.

    ## Why it matters
    Collision checking with spheres then reports collisions that checking with the collision
    geometry does not; or the collision geometry is missing in the URDF.

    ## What MoveIt says
    Nothing about the spheres. For a link with visual but no collision geometry, it warns that the
    collision geometry is left empty.

    ## Example
        <link name="tool_frame"/>
        ...
        <link_sphere_approximation link="tool_frame">
          <sphere center="0 0 0" radius="0.05"/>
        </link_sphere_approximation>

    ## Use instead
        <link name="tool_frame">
          <collision><geometry><sphere radius="0.05"/></geometry></collision>
        </link>
    """
    if element.link in adjacency(ctx).bare and real_spheres(element):
        yield ctx.report(
            element,
            f"link {element.link!r} has spheres, but no collision geometry",
            field="link",
        )


class Effort:
    """The remaining budget of comparisons with spheres for a document."""

    def __init__(self, _ctx: Context) -> None:
        self._left = _MOST

    def spend(self, comparisons: int) -> bool:
        """Use up some of the comparisons; return False if not enough are left."""
        if comparisons > self._left:
            return False
        self._left -= comparisons
        return True


class Fit(Record):
    """The spheres of one link and its collision geometry, if they can be compared.

    Args:
        shapes: the collision geometry: primitives only.
        spheres: the spheres with a positive radius.
        is_whole: whether these are all spheres of the link, and all are valid.
    """

    shapes: list[ShapePart]
    spheres: list[srdf.ApproximationSphere]
    is_whole: bool


def _fit(ctx: Context, element: srdf.LinkSphereApproximation) -> Fit | None:
    """Return the spheres and primitive shapes of a link; None if they cannot be compared."""
    link = semantics(ctx).links.get(element.link)
    spheres = real_spheres(element)
    if link is None or not spheres or not link.collisions or in_millimetres(ctx, element):
        return None
    if not ctx.once(Effort).spend(len(link.collisions) * len(spheres) * _POINTS):
        return None
    if not all(math.isfinite(sum(sphere.center)) for sphere in spheres):
        return None
    shapes = parts_of(link.collisions)
    if not shapes:
        return None
    return Fit(shapes, spheres, has_whole_set(ctx, element))


def has_whole_set(ctx: Context, element: srdf.LinkSphereApproximation) -> bool:
    """Return whether an element has all spheres of its link, and all are valid."""
    is_valid = len(real_spheres(element)) == len(element.spheres)
    return is_valid and element.link not in ctx.once(_repeated)


@rule("S606", "sphere-outside-geometry", severity="warning", when="spheres")
def sphere_outside_geometry(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """A sphere does not touch the collision geometry of its link.

    ## Why it matters
    The centre is expressed in the wrong frame, an axis or sign is wrong, or the geometry has moved
    since. Collision checking with spheres reports collisions where the link is not, and misses some
    where it is. Meshes are compared with `--meshes`.

    ## What MoveIt says
    Nothing.

    ## Example
        <collision><origin xyz="0 0 0.1"/>
          <geometry><box size="0.1 0.1 0.2"/></geometry></collision>
        ...
        <sphere center="0 0 -0.15" radius="0.08"/>

    ## Use instead
        <sphere center="0 0 0.15" radius="0.08"/>
    """
    fit = _fit(ctx, element)
    if fit is None:
        return
    for sphere in fit.spheres:
        gap = min(distance(shape, sphere.center) for shape in fit.shapes) - sphere.radius
        if gap > 1e-6:
            index = next(i for i, each in enumerate(element.spheres) if each is sphere)
            yield ctx.report(
                sphere,
                f"{called(index)} of link {element.link!r} is {length(gap)} away from its "
                "collision geometry",
                field="center",
            )


@rule("S607", "geometry-outside-spheres", severity="warning", when="spheres")
def geometry_outside_spheres(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """Collision geometry of a link is outside all of its spheres.

    ## Why it matters
    A collision checker that uses only the spheres misses the geometry outside them. The rule tests
    points on the surface of primitive shapes, mainly corners and edges, and reports the farthest
    one. With `--meshes`, meshes are measured as `bodyplan spheres --measure` does.

    Even spheres that fit a link as well as possible leave gaps, which planners tolerate. Gaps of
    up to 1/8 of the size of the shape are not reported; this limit is at least 5 mm and at most 25
    mm. A mesh is also reported if a gap exceeds 5 mm and more than 20 % of its volume is outside.
    Only the spheres of `bodyplan spheres --cover` leave no gap.

    ## What MoveIt says
    Nothing.

    ## Example
        <collision><geometry><box size="0.1 0.1 0.4"/></geometry></collision>
        ...
        <sphere center="0 0 0" radius="0.1"/>

    ## Use instead
        <sphere center="0 0 -0.13" radius="0.1"/>
        <sphere center="0 0 0" radius="0.1"/>
        <sphere center="0 0 0.13" radius="0.1"/>
    """
    fit = _fit(ctx, element)
    if fit is None or not fit.is_whole:
        return
    worst, where, tag = 0.0, (0.0, 0.0, 0.0), ""
    for shape in fit.shapes:
        allowed = allowed_gap(shape.largest)
        for point in surface(shape):
            out = min(math.dist(point, each.center) - each.radius for each in fit.spheres)
            if out > max(worst, allowed):
                worst, where, tag = out, point, type(shape.shape).__name__.lower()
    if worst > 0.0:
        shown = " ".join(number(round(value, 6) + 0.0) for value in where)
        yield ctx.report(
            element,
            f"link {element.link!r}: the {tag} is up to {length(worst)} outside all spheres, at {shown}",
            hint="enlarge the spheres, or add one there; `bodyplan spheres --cover` writes spheres that"
            " contain the link",
        )


@rule("S609", "spheres-in-millimetres", severity="warning", fix="always", when="spheres")
def spheresin_millimetres(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """The spheres of a link are probably in millimetres.

    ## Why it matters
    Lengths are in metres. Spheres of this size contain the whole robot, and every state is in
    collision.

    ## What MoveIt says
    Nothing.

    ## Example
        <sphere center="0 0 100" radius="60"/>

    ## Use instead
        <sphere center="0 0 0.1" radius="0.06"/>

    ## Fix safety
    Dividing all numbers of the link by 1000 is unsafe: the unit may be another one.
    """
    if not in_millimetres(ctx, element):
        return
    spheres = tuple(
        replace(
            sphere,
            center=tuple(value / 1000.0 for value in sphere.center),
            radius=sphere.radius / 1000.0,
        )
        for sphere in element.spheres
    )
    largest = max(sphere.radius for sphere in real_spheres(element))
    yield ctx.report(
        element,
        f"link {element.link!r}: radius {number(largest)} m of a sphere looks like millimetres",
        fix=ctx.fix_set("Divide by 1000", "unsafe", element, spheres=spheres),
    )


def in_millimetres(ctx: Context, element: srdf.LinkSphereApproximation) -> bool:
    """Return whether all radii exceed 1 m, and the spheres extend over 20 times the link's size."""
    spheres = real_spheres(element)
    if not spheres or min(sphere.radius for sphere in spheres) < _METRE:
        return False
    reach = max(sphere.radius + max(map(abs, sphere.center)) for sphere in spheres)
    link = semantics(ctx).links.get(element.link)
    shapes = parts_of(link.collisions) if link is not None else None
    if shapes:  # the link itself may be that large
        size = max(shape.largest + max(map(abs, shape.X_LG.p)) for shape in shapes)
        return reach > 20.0 * size
    return reach > _FAR

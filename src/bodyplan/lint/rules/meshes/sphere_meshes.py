"""Spheres of an SRDF that do not fit the meshes of their link: further cases of S606 and S607."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bodyplan.collision.solid import Solid, solid_of
from bodyplan.collision.sphere_measures import surface_covered, volume_covered
from bodyplan.core import length
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.kind import kinds
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import also
from bodyplan.lint.rules.srdf.robot_names import semantics, with_meshes
from bodyplan.lint.rules.srdf.sphere import (
    SMALL_GAP,
    allowed_gap,
    called,
    has_whole_set,
    in_millimetres,
    real_spheres,
)
from bodyplan.model import Mesh
from bodyplan.model.transform import Transform

_MOST_TRIANGLES = 4_000_000
"""The maximum number of triangles that are measured in a document."""
_MOST_STEPS = 100_000_000
"""The maximum number of comparisons of points with triangles in a document: see ``Solid.cost``."""
_POINTS = 4_000
"""Number of sample points on a link for distances; the sphere centres are measured in addition."""
_LEAST = 1e-6
"""Smallest distance that is reported [m]."""
_VOLUME = 0.8
"""Fraction of a link's volume that its spheres must cover if a gap exceeds ``SMALL_GAP``."""


class _Left:
    """The triangles and steps that remain in the budget of a document."""

    def __init__(self, _ctx: Context) -> None:
        self.triangles = _MOST_TRIANGLES
        self.steps = float(_MOST_STEPS)


class _Fit(NamedTuple):
    solid: Solid
    spheres: list[srdf.ApproximationSphere]
    centers: Any
    radii: Any


class _Fits:
    """The spheres and the geometry of links with meshes, each computed once."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        found = semantics(ctx).model
        self._robot = None if found is None else with_meshes(found, ctx)
        self._known: dict[int, _Fit | None] = {}
        self.left_out: set[int] = set()
        """The elements that are not compared because the meshes are too large."""

    def of(self, element: srdf.LinkSphereApproximation) -> _Fit | None:
        """Return the spheres and the geometry for an element.

        None if the link has no meshes, or if they cannot be compared with the spheres.
        """
        if id(element) not in self._known:
            self._known[id(element)] = self._made(element)
        return self._known[id(element)]

    def _made(self, element: srdf.LinkSphereApproximation) -> _Fit | None:
        import numpy as np

        ctx, robot, spheres = self._ctx, self._robot, real_spheres(element)
        if not ctx.opens_meshes or robot is None or not spheres or in_millimetres(ctx, element):
            return None
        if not robot.has_link(element.link):
            return None
        parts = robot.link(element.link).collisions
        if not any(isinstance(part.shape, Mesh) for part in parts):
            return None  # the rules on primitive shapes check this link
        centers = np.array([one.center for one in spheres], np.float64)
        radii = np.array([one.radius for one in spheres], np.float64)
        if not (np.isfinite(centers).all() and np.isfinite(radii).all()):
            return None
        left = ctx.once(_Left)
        if left.triangles <= 0 or left.steps < 0.0:
            self.left_out.add(id(element))
            return None
        solid = solid_of(robot, ((part, Transform()) for part in parts))
        if isinstance(solid, str):
            return None  # other rules report meshes that cannot be read
        left.triangles -= len(solid.triangles)
        left.steps -= solid.cost() * (len(centers) + _POINTS)
        if left.steps < 0.0:
            self.left_out.add(id(element))
            return None
        return _Fit(solid, spheres, centers, radii)


@also(kinds()["S606"])
def sphere_outside_mesh(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """Report spheres that do not touch the meshes of their link."""
    fit = ctx.once(_Fits).of(element)
    if fit is None:
        return
    gaps = fit.solid.signed_distance(fit.centers) - fit.radii
    for sphere, gap in zip(fit.spheres, gaps.tolist(), strict=True):
        if gap > _LEAST:
            index = next(i for i, each in enumerate(element.spheres) if each is sphere)
            yield ctx.report(
                sphere,
                f"{called(index)} of link {element.link!r} is {length(gap)} away from its "
                "collision geometry",
                field="center",
            )


@also(kinds()["S607"])
def mesh_outside_spheres(
    element: srdf.LinkSphereApproximation, ctx: Context
) -> Iterator[Diagnostic]:
    """Report links whose spheres leave a part of the meshes uncovered, as `spheres --measure` does."""
    fits = ctx.once(_Fits)
    fit = fits.of(element)
    if id(element) in fits.left_out:
        yield ctx.report(
            element,
            f"link {element.link!r}: its spheres are not compared with its meshes, "
            "because the meshes of all links take too many steps",
            hint="measure them with `bodyplan spheres --measure`",
            severity=Severity.INFO,
        )
    if fit is None or not has_whole_set(ctx, element):
        return
    covered, gap = surface_covered(fit.solid, fit.centers, fit.radii)
    if not gap > SMALL_GAP:
        return
    volume = volume_covered(fit.solid, fit.centers, fit.radii)
    low, high = fit.solid.bounds
    if gap <= allowed_gap(float((high - low).max())) and volume >= _VOLUME:
        return
    yield ctx.report(
        element,
        f"link {element.link!r}: {1.0 - covered:.0%} of the surface and {1.0 - volume:.0%} of the volume of"
        f" its collision geometry are outside all spheres, by up to {length(gap)}",
        hint="write more spheres with `bodyplan spheres --count`, or spheres that contain the link with"
        " `bodyplan spheres --cover`",
    )

"""The fit of spheres to links with equal geometry, and their measures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from bodyplan.collision.sphere_cover import cover as cover_with
from bodyplan.collision.sphere_cover import cover_within, is_covered, reach_of
from bodyplan.collision.sphere_fit import Goal, Plane, fit
from bodyplan.collision.sphere_measures import POINTS, measure_spheres, thin_note, wrong_volume
from bodyplan.collision.sphere_set import LinkFit
from bodyplan.collision.sphere_tolerance import fit_within
from bodyplan.core import plural, replace
from bodyplan.jobs.spheres._work import Planes, Work, side_of, signs_between
from bodyplan.jobs.spheres.budget import COUNTS, MOST, shared
from bodyplan.model.planning.semantics import BoundingSphere

MOST_FOR_TOLERANCE = 500
"""Limit on the number of spheres for each link, if a tolerance is given."""
_FULL, _TRIANGLES, _NEAR = 40, 10_000, 80
"""Up to 40 links with different shapes are fitted and measured at all points. A link with more than
10,000 triangles, or with more than 80 triangles near a point, counts as several links. For twice as
many links, each link is measured at half of the points, and fitted at a quarter of them."""
_ELSEWHERE = (
    "the spheres do not overlap its collision geometry; their file may be of a robot whose link frame"
    " is elsewhere"
)
_DIGITS = 6
"""Number of decimals of centres and radii [m]: they are rounded to micrometres."""


def effort_of(work: Sequence[Work], *, is_fit: bool = False) -> float:
    """Return the share (0 to 1) of the usual points at which each link is fitted and measured."""
    whole = sum(max(1.0, len(one.solid.triangles) / _TRIANGLES, one.cost / _NEAR) for one in work)
    share = min(1.0, _FULL / max(whole, 1.0))
    return share * min(1.0, _FULL / max(len(work), 1)) if is_fit else share


class Choices(NamedTuple):
    """The options of a fit of spheres."""

    cover: bool
    tolerance: float | None
    seed: int
    smallest: float
    effort: float = 1.0

    def check(
        self, total: int | None, count: object, clip: Mapping[str, Mapping[str, float]] | None
    ) -> None:
        """Check that the arguments of a fit are valid and can be combined.

        Raises:
            ValueError: an argument is out of range, or arguments exclude each other.
        """
        if sum(one is not None for one in (count, total, self.tolerance)) > 1:
            raise ValueError("count, total and tolerance exclude each other")
        if self.tolerance is not None and not self.tolerance > 0.0:
            raise ValueError("a tolerance must be positive")
        if not 0.0 <= self.smallest < math.inf:
            raise ValueError("the smallest radius must be finite and not negative")
        if self.cover and clip:
            raise ValueError("spheres of a cover contain the whole surface and cannot be clipped")

    def spheres(self, one: Work, count: int, planes: Planes) -> tuple[Any, Any]:
        """Return the centres and radii of spheres that are fitted to a link [m]."""
        solid, seed, effort, most = one.solid, self.seed, self.effort, MOST_FOR_TOLERANCE
        least, within, name = self.smallest, self.tolerance, f"link {one.link!r}"
        if self.cover:
            if within is None:
                return cover_with(solid, count, seed, smallest=least, effort=effort)
            return cover_within(solid, within, most, seed, smallest=least, effort=effort, name=name)
        sides = tuple(side_of(solid, *plane) for plane in planes.get(one.link, ()))
        goal = Goal(smallest=least, planes=sides)
        if within is None:
            return _rounded(*fit(solid, count, seed, goal, effort), sides)
        return _rounded(*fit_within(solid, within, most, seed, goal, effort, name), sides)

    def error(self, one: Work, count: int, planes: Planes) -> float:
        """Return the overshoot of a cover [m], or the wrongly covered and uncovered volume [m³]."""
        centers, radii = self.spheres(one, count, planes)
        if not len(radii):
            return 0.0
        if self.cover:
            return reach_of(one.solid, centers, radii)
        return wrong_volume(one.solid, centers, radii, points=_points(self.effort))

    def fitted(self, group: Sequence[Work], count: int, planes: Planes) -> list[LinkFit]:
        """Return the fits of links whose geometries are equal or mirror images.

        The result is empty if all spheres are too small for the rounding to micrometres.
        """
        first = group[0]
        centers, radii = self.spheres(first, count, planes)
        if not len(radii):
            return []
        if self.cover and any(one.exact != first.exact for one in group):
            radii = (radii + 2e-6).round(_DIGITS)  # mirror images agree only within 1 µm
        own = measured(first, centers, radii, self.effort)
        found = []
        for one in group:
            row = own
            if one.exact != first.exact:
                signs = signs_between(first, one)
                row = replace(own, spheres=_spheres(centers * signs, radii))
                if self.cover:
                    row = replace(
                        row, is_covered=is_covered(one.solid.triangles, centers * signs, radii)
                    )
            notes = (*one.solid.notes, *own.notes[len(first.solid.notes) :])
            found.append(replace(row, link=one.link, notes=notes))
        return found


def shares(
    total: int,
    groups: Sequence[Sequence[Work]],
    choices: Choices,
    planes: Planes,
    pool: ThreadPoolExecutor,
) -> list[int]:
    """Return, for each group, the number of spheres of each of its links.

    Raises:
        ValueError: there are more links than spheres, or too many spheres.
    """
    copies = [len(group) for group in groups]
    if not sum(copies) <= total <= MOST * max(1, len(groups)):
        raise ValueError(
            f"total: expected {sum(copies):,} to {MOST * max(1, len(groups)):,} spheres for"
            f" {plural(sum(copies), 'link')}, got {total:,}"
        )
    largest = max((total // times for times in copies), default=0)
    jobs = {
        (number, count): pool.submit(choices.error, group[0], count, planes)
        for number, group in enumerate(groups)
        for count in COUNTS
        if count <= max(3, largest)
    }

    def error(number: int, count: int) -> float:
        return jobs[number, count].result()

    return shared(total, copies, error, is_sum=not choices.cover, most=MOST)


def _rounded(centers: Any, radii: Any, planes: Iterable[Plane] = ()) -> tuple[Any, Any]:
    """Return spheres rounded to micrometres; shrink spheres that cross a plane, remove radius 0."""
    import numpy as np

    centers, radii = centers.round(_DIGITS), radii.round(_DIGITS)
    for normal, offset in planes:
        heights = centers @ np.array(normal) - offset
        radii = np.minimum(radii, np.floor(heights / 10.0**-_DIGITS + 1e-6) / 10.0**_DIGITS)
        radii = radii.round(_DIGITS)
    is_real = radii > 0.0
    return centers[is_real], radii[is_real]


def _spheres(centers: Any, radii: Any) -> tuple[BoundingSphere, ...]:
    return tuple(
        BoundingSphere((x + 0.0, y + 0.0, z + 0.0), radius)
        for (x, y, z), radius in zip(centers.tolist(), radii.tolist(), strict=True)
    )


def _points(effort: float) -> int:
    """Return the number of points on a surface at which spheres are measured."""
    return max(1_000, int(POINTS * effort))


def measured(one: Work, centers: Any, radii: Any, effort: float) -> LinkFit:
    """Return the spheres of a link with their measures."""
    measures = measure_spheres(one.solid, centers, radii, points=_points(effort))
    is_proved = is_covered(one.solid.triangles, centers, radii)
    note = thin_note(one.solid, measures, points=_points(effort))
    if measures.surface_covered == measures.overlap == 0.0:
        note = _ELSEWHERE
    notes = (*one.solid.notes, note) if note else one.solid.notes
    return LinkFit(one.link, _spheres(centers, radii), measures, is_proved, notes)

"""The result of a fit: spheres that approximate the links of a robot, and their quality."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from bodyplan.collision.evidence import SkippedLink
from bodyplan.collision.sphere_measures import SphereMeasures
from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.model.planning.semantics import BoundingSphere

SphereMode = Literal["tight", "cover", "measured"]


class LinkFit(Record):
    """The spheres of a link.

    Args:
        link: the name of the link.
        spheres: the spheres in the frame of the link, the largest first.
        measures: the quality of the approximation; None if the collision geometry cannot be
            measured.
        is_covered: whether the spheres provably contain the whole surface; None if no proof was
            tried.
        notes: problems of the geometry, one clause each.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("measures", "is_covered", "notes")

    link: str
    spheres: tuple[BoundingSphere, ...]
    measures: SphereMeasures | None = None
    is_covered: bool | None = None
    notes: tuple[str, ...] = ()


class SphereTouch(Record):
    """Two links whose spheres touch although their collision geometry does not.

    Args:
        link1: the first link.
        link2: the second link.
        state: the configuration: "default", or the name of a state.
        depth: the largest overlap of a sphere of one link with a sphere of the other [m].
    """

    link1: str
    link2: str
    state: str
    depth: float


class SphereVerdicts(Record):
    """Differences between self-collision with spheres and with the collision geometry.

    Args:
        samples: number of random configurations within the limits.
        false_free: share of samples that are free with spheres but not with the geometry.
        false_collision: share of samples that collide with spheres but not with the geometry.
        touching: pairs that newly touch in the default configuration and the named states.
    """

    samples: int
    false_free: float
    false_collision: float
    touching: tuple[SphereTouch, ...]


class SphereSet(Record):
    """Spheres that approximate the links of a robot.

    Args:
        robot: the name of the robot.
        mode: "tight" for the best overlap, "cover" for spheres that contain the surface, "measured"
            for existing spheres that were only measured.
        seed: seed of the random points to which the spheres were fitted.
        links: the links with spheres, in the order of the robot.
        skipped: links without usable collision geometry, or without spheres.
        verdicts: differences in self-collision between spheres and geometry; None if no pair of
            links is checked.
        merged: pairs of a link attached by fixed joints, and the link whose spheres approximate its
            geometry as well; empty if each link has its own spheres.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("verdicts", "merged")

    robot: str
    mode: SphereMode
    seed: int
    links: tuple[LinkFit, ...]
    skipped: tuple[SkippedLink, ...] = ()
    verdicts: SphereVerdicts | None = None
    merged: tuple[tuple[str, str], ...] = ()

    @property
    def spheres(self) -> Mapping[str, tuple[BoundingSphere, ...]]:
        """The spheres of each link, by name."""
        return {one.link: one.spheres for one in self.links}

    @property
    def count(self) -> int:
        """The number of spheres of the robot."""
        return sum(len(one.spheres) for one in self.links)

    def medians(self) -> SphereMeasures | None:
        """Return the median of each measure over the links; None if nothing was measured."""
        from statistics import median

        rows = [one.measures for one in self.links if one.measures is not None]
        if not rows:
            return None
        return SphereMeasures(
            **{
                name: median(getattr(row, name) for row in rows)
                for name in field_names(SphereMeasures)
            }
        )

    def without_spheres(self) -> Iterable[str]:
        """Return the reasons why links have no spheres, one clause each."""
        return (f"link {one.link!r}: {one.reason}" for one in self.skipped)

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
        link: its name.
        spheres: in the frame of the link, the largest first.
        measures: how well they approximate its collision geometry; None if that has no surface.
        is_covered: whether the spheres are proved to contain its whole surface; None if not tried.
        notes: what is not as it should be with the geometry, one clause each.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("measures", "is_covered", "notes")

    link: str
    spheres: tuple[BoundingSphere, ...]
    measures: SphereMeasures | None = None
    is_covered: bool | None = None
    notes: tuple[str, ...] = ()


class SphereTouch(Record):
    """Two links whose spheres touch where their collision geometry does not.

    Args:
        link1: the first link.
        link2: the second one.
        state: the configuration: "default", or the name of a state.
        depth: how far their spheres overlap at most [m].
    """

    link1: str
    link2: str
    state: str
    depth: float


class SphereVerdicts(Record):
    """How self-collision with spheres differs from that with the collision geometry.

    Args:
        samples: number of random configurations within the limits.
        false_free: share of them that are free with spheres and not with the geometry.
        false_collision: share of them that collide with spheres and not with the geometry.
        touching: pairs that newly touch in the default configuration and the named states.
    """

    samples: int
    false_free: float
    false_collision: float
    touching: tuple[SphereTouch, ...]


class SphereSet(Record):
    """Spheres that approximate the links of a robot.

    Args:
        robot: its name.
        mode: "tight" for the best overlap, "cover" for spheres that contain the surface, "measured"
            for spheres that were read.
        seed: seed of the random points to which the spheres were fitted.
        links: those with spheres, in the order of the robot.
        skipped: links without usable collision geometry, or without spheres.
        verdicts: how self-collision of the spheres differs from that of the geometry; None if no pair of links is checked.
        merged: links that are attached by fixed joints and whose geometry the spheres of another link
            approximate, each with that link; empty if each link has its own spheres.
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
        """Number of spheres of the robot."""
        return sum(len(one.spheres) for one in self.links)

    def medians(self) -> SphereMeasures | None:
        """Return the median over the links of each measure; None if nothing was measured."""
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
        """Return why links have no spheres, a clause for each."""
        return (f"link {one.link!r}: {one.reason}" for one in self.skipped)

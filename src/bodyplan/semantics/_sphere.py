"""The spheres with which an SRDF approximates links, and default spheres for the other links."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from bodyplan.core import plural
from bodyplan.formats import srdf
from bodyplan.geometry.spheres import default_sphere
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere, LinkSpheres

if TYPE_CHECKING:
    from bodyplan.geometry.opened import Place

LEAST_RADIUS = sys.float_info.epsilon
"""Spheres whose radius is at most this are ignored [m]."""


class SpheresOfLinks(Mapping[str, LinkSpheres]):
    """The spheres of every link, by name. Default spheres are computed on first access.

    Args:
        written: the spheres in the SRDF, by link.
        robot: the robot of the SRDF.
        resolve: a function that returns the file of a mesh; None if it does not exist.
    """

    def __init__(
        self,
        written: Mapping[str, LinkSpheres],
        robot: Robot,
        resolve: Callable[[str], Place | None] | None,
    ) -> None:
        self._robot = robot
        self._resolve = resolve
        self._found = dict(written)

    def __reduce__(self) -> tuple[type[SpheresOfLinks], tuple[object, ...]]:
        # Only spheres that are already computed are pickled, because mesh files are not searched in
        # another process.
        return SpheresOfLinks, (self._found, self._robot, None)

    def __repr__(self) -> str:
        written = sum(spheres.origin != "default" for spheres in self._found.values())
        return f"<spheres of {plural(len(self), 'link')}, written for {written}>"

    def __getitem__(self, link: str) -> LinkSpheres:
        found = self._found.get(link)
        if found is None:
            shapes = self._robot.link(link).collisions
            found = self._found[link] = default_sphere(shapes, self._resolve)
        return found

    def __contains__(self, link: object) -> bool:
        return isinstance(link, str) and self._robot.has_link(link)

    def __iter__(self) -> Iterator[str]:
        return iter(self._robot.link_names)

    def __len__(self) -> int:
        return len(self._robot.links)


def written_spheres(root: srdf.Robot, robot: Robot) -> dict[str, LinkSpheres]:
    """Return the spheres in an SRDF, by link. Spheres of links that do not exist are ignored.

    Unreadable spheres, and spheres without a positive radius, are dropped. If this leaves no sphere
    of a link that has readable ones, its spheres are marked as ignored. If several elements are for
    one link, their spheres are merged.

    Args:
        root: the SRDF.
        robot: the robot of the SRDF.
    """
    spheres: dict[str, list[BoundingSphere]] = {}
    for element in root.link_sphere_approximations:
        for sphere in element.spheres:
            if robot.has_link(element.link) and _is_readable(sphere):
                spheres.setdefault(element.link, []).append(
                    BoundingSphere(sphere.center, sphere.radius)
                )
    found: dict[str, LinkSpheres] = {}
    for link, declared in spheres.items():
        real = tuple(sphere for sphere in declared if sphere.radius > LEAST_RADIUS)
        found[link] = LinkSpheres(real, "written" if real else "ignored")
    return found


def _is_readable(sphere: srdf.ApproximationSphere) -> bool:
    return all(map(math.isfinite, (*sphere.center, sphere.radius)))

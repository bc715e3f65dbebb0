"""The spheres of an SRDF that stand for links, and the default ones for all other links."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bodyplan.core import plural
from bodyplan.formats import srdf
from bodyplan.geometry.spheres import default_sphere
from bodyplan.model import Robot
from bodyplan.model.semantics import BoundingSphere, LinkSpheres

LEAST_RADIUS = sys.float_info.epsilon
"""Spheres that are not larger stand for nothing."""


class SpheresOfLinks(Mapping[str, LinkSpheres]):
    """The spheres of every link, by name. Default ones are worked out when they are asked for.

    Args:
        written: what the SRDF says.
        robot: its robot.
        resolve: finds the file of a mesh; None where it is not there.
    """

    def __init__(
        self,
        written: Mapping[str, LinkSpheres],
        robot: Robot,
        resolve: Callable[[str], Path | None] | None,
    ) -> None:
        self._robot = robot
        self._resolve = resolve
        self._found = dict(written)

    def __reduce__(self) -> tuple[type[SpheresOfLinks], tuple[object, ...]]:
        # Elsewhere the files are not looked for: spheres about meshes are what is known by now.
        return SpheresOfLinks, (self._found, self._robot, None)

    def __repr__(self) -> str:
        given = sum(spheres.origin != "default" for spheres in self._found.values())
        return f"<spheres of {plural(len(self), 'link')}, written for {given}>"

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
    """The spheres that an SRDF gives, by link. Links that are not there are passed over.

    Spheres that are not larger than nothing are left out; a link with no others is to be ignored.
    One of which nothing can be read is as if it were not there. What stands in several elements
    for one link is put together.

    Args:
        root: the SRDF.
        robot: its robot.
    """
    spheres: dict[str, list[BoundingSphere]] = {}
    for element in root.link_sphere_approximations:
        for sphere in element.spheres:
            if robot.has_link(element.link) and _is_readable(sphere):
                spheres.setdefault(element.link, []).append(
                    BoundingSphere(sphere.center, sphere.radius)
                )
    found: dict[str, LinkSpheres] = {}
    for link, given in spheres.items():
        real = tuple(sphere for sphere in given if sphere.radius > LEAST_RADIUS)
        found[link] = LinkSpheres(real, "written" if real else "ignored")
    return found


def _is_readable(sphere: srdf.ApproximationSphere) -> bool:
    return all(map(math.isfinite, (*sphere.center, sphere.radius)))

"""The density of links: the mass of a link divided by the volume of its shapes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.geometry.solids import Mass
from bodyplan.inertia.from_shapes import Origin, ShapeError, filled, shapes_of
from bodyplan.inertia.mass import equivalent_density, radius_of_gyration
from bodyplan.inertia.plausibility import DENSEST, LIGHTEST, MARKER_MASS, MARKER_SIZE
from bodyplan.model import Link

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve

_CALLED_SHAPES = {"collision": "collision shapes", "visual": "visual shapes", "hull": "hulls"}
NO_SHAPE = "no shape"
"""The reason why a link without shapes has no density."""


class LinkDensity(NamedTuple):
    """The density of a link, assuming that its shapes are filled with one material.

    Args:
        density: the density [kg/m^3]; None if unknown.
        origin: the shapes from which the density is computed; None if it is unknown.
        unknown: the reason why the density is unknown; empty if it is known.
        package: the package that is missing to read a mesh, if that is the reason; else empty.
        instead: if the density is unknown, the shapes from which it may be computed instead; else
            None.
        odd: the reason why the density is implausible; empty if it is plausible, or if the mass or
            the shapes are so small that the link may be only a marker of a location.
    """

    density: float | None = None
    origin: Origin | None = None
    unknown: str = ""
    package: str = ""
    instead: Origin | None = None
    odd: str = ""


def density_of(link: Link, mass: Mass, origin: Origin | None, resolve: Resolve) -> LinkDensity:
    """Return the density of a link.

    Without ``origin``, the collision shapes are used. If no material has the resulting density, the
    visual shapes are used, because tiny collision spheres often mean "no collision". If the visual
    shapes cannot be measured, the density is unknown.

    Args:
        link: the link.
        mass: the mass properties of the link, in the link frame.
        origin: the shapes to use.
        resolve: a function that returns the file of a mesh, given its URI.
    """
    if origin is None:
        candidates: tuple[Origin, ...] = ("collision", "visual")
    else:
        candidates = (origin,)
    if not mass.mass > 0.0:
        return LinkDensity(unknown="no mass")
    unknown = LinkDensity(unknown=NO_SHAPE)
    senseless: LinkDensity | None = None
    for candidate in candidates:
        shapes = shapes_of(link, candidate)
        if not shapes:
            continue
        try:
            body = filled(shapes, hull=candidate == "hull", resolve=resolve)
        except ShapeError as error:
            if unknown.unknown == NO_SHAPE:
                unknown = LinkDensity(
                    unknown=str(error), package=error.package, instead=error.instead
                )
            continue
        density = equivalent_density(mass, body.mass)
        found = LinkDensity(density, candidate, odd=_odd_density(mass, density, body, candidate))
        if LIGHTEST <= density <= DENSEST:
            return found
        senseless = senseless or found
    return senseless if senseless is not None and unknown.unknown == NO_SHAPE else unknown


def _odd_density(mass: Mass, density: float, body: Mass, origin: Origin) -> str:
    """Return why a density is implausible; empty if it is plausible or the link may be a marker."""
    # if the body is a box, this is its diagonal
    across = math.sqrt(12.0) * radius_of_gyration(body)
    if mass.mass <= MARKER_MASS or across < MARKER_SIZE or LIGHTEST <= density <= DENSEST:
        return ""
    than = "denser than any metal" if density > DENSEST else "lighter than air"
    return f"{than}, if it consists only of its {_CALLED_SHAPES[origin]}"

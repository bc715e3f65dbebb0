"""Masses that were never determined: I303."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.geometry.bounds import is_measurable
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule


@rule("I303", "identical-masses", severity="info")
def identical_masses(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Nearly all links have the same mass although their geometry differs.

    Reported when at least four links, and at least 80 % of the links with mass, have the same mass
    and three or more different geometries. There is one diagnostic, at the first of these links.

    ## Why it matters
    The mass is a default that was never replaced, often 1 kg. Gravity torques and accelerations in
    simulation are wrong.

    ## Example
        <link name="base"><inertial><mass value="1.0"/> ...
        <link name="finger"><inertial><mass value="1.0"/> ...

    ## Use instead
    The mass of each part, measured or from CAD.
    """
    if ctx.is_broken_off:
        return  # the missing rest may have other masses
    groups: dict[float, list[tuple[model.Link, model.Inertial]]] = defaultdict(list)
    heavy = [
        (link, link.inertial)
        for link in parts.links
        if link.inertial is not None and link.inertial.mass > 0.0 and id(link) not in parts.static
    ]
    for link, inertial in heavy:
        groups[inertial.mass].append((link, inertial))
    for mass, pairs in groups.items():
        if len(pairs) < 4 or 5 * len(pairs) < 4 * len(heavy):
            continue
        if len({_geometry_key(link) for link, _ in pairs} - {()}) >= 3:
            yield ctx.report(
                pairs[0][1],
                f"{len(pairs)} of {len(heavy)} links have the same mass ({mass:g} kg) "
                "but different geometry",
                field="mass",
                hint="use the masses from CAD, or measure the parts",
            )


def _geometry_key(link: model.Link) -> tuple[object, ...]:
    """Return a key that is equal for links with equal geometry; empty without geometry."""
    keys: list[object] = []
    for geometry in (*link.visuals, *link.collisions):
        shape = geometry.shape
        if isinstance(shape, model.Mesh):
            keys.append((shape.uri, tuple(map(abs, shape.scale))))
        elif is_measurable(shape):
            keys.append(shape)
    return tuple(keys)

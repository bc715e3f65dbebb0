"""Masses that were never weighed: I303."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.geometry.bounds import is_measurable
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule


@rule("I303", "same-mass-everywhere", severity="info")
def same_mass_everywhere(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Nearly all links have the same mass, though they look different.

    Reported when at least four links, and four in five of those with mass, share it and have three or
    more different shapes; one finding at the first of them.

    ## Why it matters
    A default that was never replaced, often 1 kg. Torques from gravity come out wrong.

    ## Example
        <link name="base"><inertial><mass value="1.0"/> ...
        <link name="finger"><inertial><mass value="1.0"/> ...

    ## Use instead
    The mass of each part, weighed or from CAD.
    """
    if ctx.is_broken_off:
        return  # of the whole robot it may be few
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
        if len({_look_of(link) for link, _ in pairs} - {()}) >= 3:
            yield ctx.report(
                pairs[0][1],
                f"{len(pairs)} of {len(heavy)} links have the same mass, {mass:g} kg, "
                "but different shapes",
                field="mass",
                hint="weigh the parts, or take their masses from CAD",
            )


def _look_of(link: model.Link) -> tuple[object, ...]:
    """The same for links that look the same; empty for a link without shape."""
    keys: list[object] = []
    for geometry in (*link.visuals, *link.collisions):
        shape = geometry.shape
        if isinstance(shape, model.Mesh):
            keys.append((shape.uri, tuple(map(abs, shape.scale))))
        elif is_measurable(shape):
            keys.append(shape)
    return tuple(keys)

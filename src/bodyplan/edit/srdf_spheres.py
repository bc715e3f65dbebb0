"""The spheres of links in an SRDF: only the elements of links with changed spheres are edited."""

from __future__ import annotations

from bodyplan.collision.sphere_set import LinkFit, SphereSet
from bodyplan.core import plural
from bodyplan.edit.srdf_draft import Block, Draft
from bodyplan.formats import srdf
from bodyplan.formats.document import Document

_Element = srdf.LinkSphereApproximation


def write_spheres(document: Document, fitted: SphereSet) -> tuple[str, ...]:
    """Change the spheres of an SRDF to those of a set, and return the links that changed.

    Links without spheres in the set keep their spheres in the SRDF. All other bytes are unchanged.

    Args:
        document: the SRDF; it is changed.
        fitted: the spheres of the robot.

    Raises:
        EditError: the SRDF cannot be edited.
    """
    root = document.root
    if not isinstance(root, srdf.Robot):
        raise TypeError("this is not an SRDF")
    made = {one.link: _element(one) for one in fitted.links}
    made |= {link: _excluded(link) for link, _ in fitted.merged}
    elements: list[_Element] = []
    seen: set[str] = set()
    changed: list[str] = []
    for known in root.link_sphere_approximations:
        own = made.get(known.link)
        if own is None:
            elements.append(known)
        elif known.link not in seen:
            elements.append(known if known == own else own)
            if known != own:
                changed.append(known.link)
        elif known.link not in changed:
            changed.append(known.link)  # a second element for the same link is removed
        seen.add(known.link)
    new = [one for link, one in made.items() if link not in seen]
    changed += (one.link for one in new)
    if changed:
        with document.editing() as edit:
            edit.set(root, link_sphere_approximations=(*elements, *new))
    return tuple(changed)


def draft_of_spheres(fitted: SphereSet) -> Draft:
    """Return a new SRDF with only the spheres of a set."""
    opening = (
        f"{plural(fitted.count, 'sphere')} that approximate the collision geometry of"
        f" {plural(len(fitted.links), 'link')} of {fitted.robot or 'a robot'}."
    )
    blocks = [Block((_element(one),), note_of(one)) for one in fitted.links]
    blocks += (
        Block(
            (_excluded(link),), f"{link}: its geometry is approximated by the spheres of {holder}."
        )
        for link, holder in fitted.merged
    )
    return Draft(fitted.robot, (opening,), tuple(blocks))


def note_of(one: LinkFit) -> str:
    """Return the quality of the spheres of a link, as one sentence."""
    measures = one.measures
    if measures is None:
        return f"{one.link}: {plural(len(one.spheres), 'sphere')}."
    return (
        f"{one.link}: {measures.volume_covered:.1%} of the volume covered,"
        f" largest gap {measures.largest_gap * 1e3:.1f} mm,"
        f" largest overshoot {measures.largest_overshoot * 1e3:.1f} mm."
    )


def _excluded(link: str) -> _Element:
    """Return the element for a link without spheres: a sphere of radius 0."""
    nothing = srdf.ApproximationSphere(center=(0.0, 0.0, 0.0), radius=0.0)
    return _Element(link=link, spheres=(nothing,))


def _element(one: LinkFit) -> _Element:
    spheres = tuple(
        srdf.ApproximationSphere(center=sphere.center, radius=sphere.radius)
        for sphere in one.spheres
    )
    return _Element(link=one.link, spheres=spheres)

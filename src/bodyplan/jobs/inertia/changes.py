"""Fixes for mass properties: computed from shapes, or the nearest valid inertia."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from bodyplan.core import quoted, replace
from bodyplan.diag import Fix
from bodyplan.edit.inertia import mass_edits, unread_places
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.correction import corrected, shape_notes
from bodyplan.inertia.from_shapes import Origin, ShapeError, computed, shapes_of
from bodyplan.inertia.mass import flaws
from bodyplan.jobs.inertia._source import Watch
from bodyplan.jobs.inertia.report import resolver
from bodyplan.report.inertia import InertiaChange, InertiaReport, LinkInertia
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def compute(
    report: InertiaReport,
    *,
    density: float | None = None,
    mass: float | None = None,
    origin: Origin = "collision",
    links: Iterable[str] | None = None,
    resources: Resources | None = None,
    watch: Watch | None = None,
) -> tuple[InertiaChange, ...]:
    """Compute mass properties of links from their shapes, as changes.

    The density is uniform: the given density, or the density that gives a link its mass.

    Args:
        report: the inertia report of the robot before the changes.
        density: the density of the material [kg/m^3].
        mass: the mass of each link [kg]. Without mass and density, each link keeps its mass.
        origin: the shapes to use.
        links: names of the links to change; by default all links whose inertia is impossible,
            unreadable or a placeholder.
        resources: the folders in which meshes are searched.
        watch: a function that is called with the number of computed links, and the total number of
            links.

    Returns:
        A record for each named link, by default for each link with an inertial; its ``state`` says
        whether the link is changed.

    Raises:
        ValueError: both a density and a mass are given, or the value is not positive.
    """
    find = resolver(report.document, resources)
    unread = unread_places(report.document)

    def made(link: LinkInertia) -> Mass:
        own = mass
        if density is None and own is None:
            own = _written_mass(report, link, unread)
            if not 0.0 < own < math.inf and shapes_of(link.link, origin):
                raise ShapeError("it has no mass to keep")
        return computed(link.link, density=density, mass=own, origin=origin, resolve=find)

    if density is not None and mass is not None:
        raise ValueError("specify either a density or a mass")
    title = f"Compute mass and inertia from the {_called(origin)}"
    if density is None and mass is None:
        title = f"Compute the centre of mass and inertia from the {_called(origin)}"
    return tuple(
        _with(one, note=shape_notes(report.robot.link(one.name), one.after, origin, find))
        if one.after is not None and one.state in {"fix", "same"}
        else one
        for one in _all(report, links, made, title, origin, watch)
    )


def _written_mass(report: InertiaReport, link: LinkInertia, unread: frozenset[str]) -> float:
    """Return the mass of a link [kg], even if its inertia cannot be read; 0 or nan if unknown."""
    inertial = None if link.element is None else link.element.inertial
    document = report.document
    is_here = isinstance(inertial, sdf.Inertial) and document.node(inertial) is not None
    if inertial is not None and is_here and f"{document.place(inertial).path}/mass" in unread:
        return math.nan  # a default is used instead of the declared mass
    if link.mass is not None:
        return link.mass.mass
    return 0.0 if inertial is None else inertial.mass


def repair(
    report: InertiaReport, *, links: Iterable[str] | None = None
) -> tuple[InertiaChange, ...]:
    """Replace each impossible inertia by the nearest valid inertia, as changes.

    Mass and centre of mass do not change. A zero principal moment becomes a small positive moment,
    because some parsers reject zero. An inertia that is entirely zero is not changed.

    Args:
        report: the inertia report of the robot before the changes.
        links: names of the links; by default all links whose mass properties are impossible. An
            inertia that is invalid only by rounding is changed only if its link is named.

    Returns:
        A record for each named link, by default for each link with an inertial; its ``state`` says
        whether the link is changed.
    """

    def made(link: LinkInertia) -> Mass:
        if link.mass is None:
            what = "inertia that can be read" if link.has_inertial else "inertial"
            raise ShapeError(f"it has no {what}")
        return corrected(link.mass)

    title = "Use the nearest valid inertia"
    return _all(report, links, made, title)


def applied(document: Document, results: Iterable[InertiaChange]) -> Document:
    """Apply all fixes and return the new document; without fixes, return the same document."""
    edits: list[Edit] = [edit for one in results if one.fix is not None for edit in one.fix.edits]
    return edited(document, edits) if edits else document


def with_changes(
    report: InertiaReport,
    changes: Iterable[InertiaChange],
    *,
    after: InertiaReport | None = None,
    written: bool = False,
) -> InertiaReport:
    """Return a report that contains changes of its links.

    Args:
        report: the inertia report of the robot before the changes.
        changes: the changes of ``compute`` or ``repair``.
        after: the report on the changed document, in which numbers are rounded as in the file.
        written: whether the changes were written to a file.
    """
    new = {} if after is None else {link.name: link.mass for link in after.links}
    changed = tuple(
        replace(one, after=new.get(one.name)) if new and one.state == "fix" else one
        for one in changes
    )
    return replace(report, changes=changed, score_after=(after or report).score, written=written)


def _chosen(report: InertiaReport, links: Iterable[str] | None) -> list[LinkInertia]:
    """Return the named links, or all links with an inertial.

    Raises:
        UnknownNameError: a name does not exist.
    """
    if links is None:
        return [link for link in report.links if link.has_inertial]
    wanted = {report.robot.link(name).name for name in links}
    return [link for link in report.links if link.name in wanted]


def _all(
    report: InertiaReport,
    links: Iterable[str] | None,
    made: Callable[[LinkInertia], Mass],
    title: str,
    origin: Origin | None = None,
    watch: Watch | None = None,
) -> tuple[InertiaChange, ...]:
    """Return the changes of the named links, or of all links with an inertial."""
    named = links is not None
    unread = unread_places(report.document)
    chosen = _chosen(report, links)
    found: list[InertiaChange] = []
    for link in chosen:
        if watch is not None:
            watch(len(found), len(chosen))
        found.append(_change_of(report, link, made, title, unread, named=named, origin=origin))
    if watch is not None:
        watch(len(found), len(found))
    return tuple(found)


def _change_of(
    report: InertiaReport,
    link: LinkInertia,
    made: Callable[[LinkInertia], Mass],
    title: str,
    unread: frozenset[str],
    *,
    named: bool,
    origin: Origin | None = None,
) -> InertiaChange:
    """Return the change of one link."""
    document = report.document
    where = report.place(link)
    result = InertiaChange(link.name, "not possible", link.mass, where=where)
    is_broken = link.verdict in {"impossible", "unreadable"}
    is_free = is_broken or named or (origin is not None and link.is_placeholder)
    # avoid reading meshes, which may be large, for links that will not be changed
    if origin is not None and not is_free:
        return _with(result, state="kept")
    element = link.element
    is_here = element is not None and document.node(element) is not None
    if is_free and not is_here:
        return _with(result, reason=_home(report, link))
    is_auto = isinstance(element, sdf.Link) and element.inertial and element.inertial.auto
    if is_free and is_auto:
        return _with(result, reason='the inertial has auto="true": libsdformat computes it')
    try:
        after = made(link)
    except ShapeError as error:
        return _with(result, reason=str(error), instead=error.instead)
    if after is link.mass:
        return _with(result, state="same", after=after, origin=origin)
    if element is None or not is_here or is_auto:
        return _with(result, state="kept")
    beyond = flaws(after)  # very large or very small numbers can give an invalid result
    if beyond:
        return _with(result, reason=f"the result is not a valid inertia: {beyond[0]}")
    edits = mass_edits(document, element, after, unread)
    if not edits:
        return _with(result, state="same", after=after, origin=origin)
    if not is_free:
        return _with(result, state="kept")
    fix = Fix(
        f"{title} of link {quoted(link.name)}",
        tuple(edits),
        "safe" if link.verdict == "impossible" else "unsafe",
    )
    return _with(result, state="fix", after=after, origin=origin, fix=fix)


def _home(report: InertiaReport, link: LinkInertia) -> str:
    """Return why a link cannot be changed in the main file: the location of its definition."""
    where = report.place(link)
    if where is None:
        return "it represents the world"
    if report.document.format == "xacro":
        return "it is generated by xacro: change the macro, or the output of `bodyplan expand`"
    return f"it is defined in {where.file}; change it there"


def _with(result: InertiaChange, **fields: object) -> InertiaChange:
    return replace(result, **fields)


def _called(origin: Origin) -> str:
    return "convex hulls" if origin == "hull" else f"{origin} shapes"

"""The inertia report: mass properties of links, their physical consistency and plausibility."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import replace
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.diag import Diagnostic, Severity
from bodyplan.edit.inertia import LinkElement
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.inertia.density import LinkDensity, density_of
from bodyplan.inertia.from_shapes import Origin, ShapeError, filled
from bodyplan.inertia.mass import flaws, mass_of
from bodyplan.inertia.tensor import principal_moments
from bodyplan.jobs.contents import as_urdf
from bodyplan.jobs.inertia._source import Watch, diagnostics_by_link, source_of
from bodyplan.lint.settings import Settings
from bodyplan.model import Link, Mesh, Robot
from bodyplan.report.configuration import DEFAULT, ConfigurationRequest
from bodyplan.report.inertia import InertiaReport, LinkInertia, Verdict, located_like
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve

ABOUT_MASS = ("I", "D119", "D351", "D353", "D354")
"""Code prefixes of the rules whose diagnostics are in the report."""
_ASSUMED = "no <inertial>; libsdformat uses 1 kg and 1 kg m²"
"""The reason for an SDFormat link without ``<inertial>``, unless D351 reports it."""
_OF_ALL_WITHOUT = ("D351",)
_OF_SAME_TENSOR = ("I301", "I302")
_OF_SAME_MASS = ("I303",)
_OF_ALL = ("I106",)
_OF_SEVERAL = frozenset((*_OF_ALL_WITHOUT, *_OF_SAME_TENSOR, *_OF_SAME_MASS, *_OF_ALL))
"""Rules that report a problem of several links only once."""
_IN_INERTIAL = re.compile(r"/inertial(?!/(density|auto_inertia_params|fluid_added_mass)\b)")
"""Paths of elements that define the mass of a link, if it is not computed from shapes."""
_IN_AUTO = re.compile(r"/inertial/(density|mass)\b|/collision\b.*/(density|pose|geometry)\b")
"""Paths of elements that define the mass of a link, if it is computed from shapes."""


def inertia_report(
    source: Source | Description,
    *,
    model: str = "",
    origin: Origin | None = None,
    with_density: bool = True,
    settings: Settings | None = None,
    resources: Resources | None = None,
    request: ConfigurationRequest = DEFAULT,
    watch: Watch | None = None,
) -> InertiaReport:
    """Return the mass properties of the links of a robot, and their plausibility.

    Invalid parts of the description are left out, and reported as missing.

    Args:
        source: a description of a robot, a document, or a source for ``read``; MJCF is converted to
            URDF first.
        model: name of the model of an SDFormat file; not needed if the file has one model.
        origin: the shapes from which densities are computed; by default the collision shapes of a
            link, else its visual shapes.
        with_density: whether densities are computed; this reads the meshes.
        settings: the settings that select the reported diagnostics.
        resources: the folders in which meshes are searched.
        request: the configuration for the mass properties of the whole robot.
        watch: a function that is called with the number of opened meshes and the total number, then
            with the number of computed links and the total number.

    Raises:
        InputError: the source is not a robot, has no links, or has several models and ``model`` is
            empty.
        ConfigurationError: the robot cannot have the requested configuration.
    """
    description = as_urdf(opened(source, Session(settings, resources=resources), model=model))
    document, resources = description.written, description.resources
    settings = settings or description.session.settings_for(description.name)
    found = source_of(document, description.model, resources)
    robot, elements = found.robot, found.elements
    configuration = request.of(robot)
    meshes = with_density and _can_be_read(robot)
    chosen = replace(settings, meshes=meshes, select=ABOUT_MASS)
    reported = diagnostics_by_link(document, found, chosen, resources, watch)
    homes = {link.name: robot.where(link) for link in robot.links if robot.origins is not None}

    @cache
    def find_from(file: str) -> Resolve | None:
        return resolver(document, resources, file) if with_density else None

    links: dict[str, LinkInertia] = {}
    names = dict.fromkeys([*robot.link_names[:1], *elements, *robot.link_names])
    for done, name in enumerate(names):
        if watch is not None:
            watch(done, len(names))
        link, element = robot.link(name), elements.get(name)
        findings = reported.findings.get(name, ())
        moves = name not in found.static
        if not moves and element is not None and element.inertial is None:
            links[name] = LinkInertia(link, None, element, verdict="static", findings=findings)
            continue
        where = homes.get(name)
        find = find_from("" if where is None else where.file)
        faults = reported.faults.get(name, ())
        links[name] = _link_inertia(link, element, findings, faults, origin, find, moves=moves)
    if watch is not None:
        watch(len(names), len(names))
    for group in reported.groups:
        links |= _shared([links[name] for name in group if name in links])
    missing = tuple(
        one if one.where is None else replace(one, where=located_like(one.where, document))
        for one in found.missing
    )
    if not links:
        reason = f"; {missing[0].message}" if missing else ""
        raise InputError(f"{document.name}: this robot has no links{reason}")
    return InertiaReport(document, robot, tuple(links.values()), configuration, missing)


def resolver(document: Document, resources: Resources | None, file: str = "") -> Resolve:
    """Return a function that finds the file of a mesh URI in a document.

    Args:
        document: the document.
        resources: the folders in which packages are searched.
        file: the included file that contains the URIs; by default the document itself.
    """
    folder = document.path.parent if document.path is not None else None
    if file and file != document.name:
        folder = Path(file).parent
    return partial((resources or document.resources or Resources()).file, base=folder)


def _can_be_read(robot: Robot) -> bool:
    """Return whether all packages that the mesh formats of a robot require are installed."""
    from bodyplan.geometry.mesh.loading import missing_package

    shapes = (one.shape for link in robot.links for one in (*link.visuals, *link.collisions))
    uris = (shape.uri for shape in shapes if isinstance(shape, Mesh))
    endings = {uri.rpartition(".")[2].lower() for uri in uris}
    return all(missing_package(ending) is None for ending in endings)


def _link_inertia(
    link: Link,
    element: LinkElement | None,
    findings: Sequence[Diagnostic],
    faults: Sequence[Diagnostic],
    origin: Origin | None,
    find: Resolve | None,
    *,
    moves: bool,
) -> LinkInertia:
    """Return the mass properties of one link, and their plausibility."""
    unreadable = _unreadable(link, element, faults, find)
    minded = any(one.severity.rank <= Severity.WARNING.rank for one in findings)
    if link.inertial is None:
        verdict: Verdict = "unreadable" if unreadable else "doubtful" if minded else "no inertial"
        return LinkInertia(
            link, None, element, verdict=verdict, reasons=unreadable, findings=tuple(findings)
        )
    mass = mass_of(link.inertial)
    known = LinkDensity() if find is None else density_of(link, mass, origin, find)
    reasons = unreadable or flaws(mass)
    verdict = "plausible" if not reasons else "unreadable" if unreadable else "impossible"
    if not reasons:
        odd = _ASSUMED if element is not None and element.inertial is None else known.odd
        is_reported = any(one.code in {"I401", "D351"} for one in findings)
        reasons = (odd,) if odd and moves and not is_reported else ()
        if reasons or minded or (mass.mass and not any(mass.inertia)):
            verdict = "doubtful"
        elif not mass.mass:
            verdict = "no mass"
    moments = principal_moments(mass.inertia)
    return LinkInertia(
        link,
        mass,
        element,
        moments,
        density=known.density,
        density_from=known.origin,
        density_unknown=known.unknown,
        package=known.package,
        instead=known.instead,
        verdict=verdict,
        reasons=reasons,
        findings=tuple(findings),
    )


def _unreadable(
    link: Link, element: LinkElement | None, faults: Sequence[Diagnostic], find: Resolve | None
) -> tuple[str, ...]:
    """Return messages for parts of an inertial that cannot be read; empty if it is readable."""
    if element is None or element.inertial is None:
        return ()
    is_auto = isinstance(element, sdf.Link) and element.inertial.auto
    counts = _IN_AUTO if is_auto else _IN_INERTIAL
    messages = tuple(one.message for one in faults if counts.search(one.where.path))
    if messages or link.inertial is not None:
        return messages
    return (_nothing_comes_of(link, find) if is_auto else "invalid numbers",)


def _nothing_comes_of(link: Link, find: Resolve | None) -> str:
    """Return why libsdformat cannot compute an inertial from the shapes of a link."""
    why = ""
    if find is not None:
        try:
            filled(link.collisions, resolve=find)
            why = ": a density is not positive, or a pose cannot be resolved"
        except ShapeError as error:
            why = f": {error}"
    return f"no mass can be computed from its shapes{why}"


def _shared(links: list[LinkInertia]) -> dict[str, LinkInertia]:
    """Return links by name; each diagnostic that concerns several links is added to all of them."""
    result = {link.name: link for link in links}
    # if a file is included several times, one diagnostic applies to several links
    spread: set[int] = set()
    for first in links:
        for found in first.findings:
            if found.code not in _OF_SEVERAL or id(found) in spread:
                continue
            spread.add(id(found))
            for link in links:
                one = result[link.name]
                if found not in one.findings and _concerns(found, first, link):
                    result[link.name] = _with_finding(one, found)
    return result


def _with_finding(link: LinkInertia, found: Diagnostic) -> LinkInertia:
    """Return a link with an additional diagnostic, which may make its mass doubtful."""
    verdict = link.verdict
    is_minded = found.severity.rank <= Severity.WARNING.rank
    if is_minded and verdict in {"plausible", "no mass"}:
        verdict = "doubtful"
    return replace(link, findings=(*link.findings, found), verdict=verdict)


def _concerns(found: Diagnostic, first: LinkInertia, other: LinkInertia) -> bool:
    """Return whether a diagnostic of one link also applies to another link."""
    one, two = first.link.inertial, other.link.inertial
    if one is None or two is None:
        return False
    if found.code in _OF_SAME_TENSOR:
        is_written = not isinstance(other.element, sdf.Link) or not _lacks(other.element)
        return is_written and one.inertia == two.inertia
    if found.code in _OF_SAME_MASS:
        return one.mass == two.mass
    if found.code in _OF_ALL_WITHOUT:
        return isinstance(other.element, sdf.Link) and _lacks(other.element) == _lacks(
            first.element
        )
    return found.code in _OF_ALL


def _lacks(element: LinkElement | None) -> str:
    """Return the name of a missing element for which libsdformat uses a default; or ""."""
    if not isinstance(element, sdf.Link) or element.inertial is None:
        return "inertial"
    return "inertia" if element.inertial.inertia is None and not element.inertial.auto else ""

"""A robot on the scales: what each link weighs, whether that can be, and how plausible it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bodyplan.convert.from_urdf import from_urdf
from bodyplan.diag import Diagnostic, Severity
from bodyplan.edit.inertia import LinkElement
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.source import InputError
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.bodies import NOTHING, lumped, rigid_bodies, total
from bodyplan.inertia.from_shapes import Origin, ShapeError, filled, shapes_of
from bodyplan.inertia.mass import equivalent_density, flaws, mass_of
from bodyplan.inertia.tensor import principal_moments
from bodyplan.lint.appraisal import DENSEST, LIGHTEST, MARKER_MASS
from bodyplan.lint.run import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Link, Robot, Vec3
from bodyplan.text import Record, replace

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve
    from bodyplan.resources import Resources

Verdict = Literal["plausible", "doubtful", "impossible", "unreadable", "no mass", "no inertial"]
"""What there is to say about the inertial of a link.

- "plausible": nothing speaks against it.
- "doubtful": a body could have it, but a rule finds it odd.
- "impossible": no body has such mass properties.
- "unreadable": a number is missing or is none.
- "no mass": all its numbers are zero, and no rule minds.
- "no inertial": the link has none.
"""
ABOUT_MASS = ("I", "D119", "D351", "D352", "D353", "D354")
"""The rules whose findings count."""
_CALLED = {"srdf": "an SRDF", "model_state": "the state of a model"}
NO_SHAPE = "no shape"
"""Why a link without shapes has no density."""
_OF_ALL_WITHOUT = ("D351",)
_OF_SAME_TENSOR = ("I301", "I302")
_OF_SAME_MASS = ("I303",)
_OF_ALL = ("I106",)
"""Rules that report once what is true of several links."""
_FACTORS = {Severity.ERROR: 0.5, Severity.WARNING: 0.5, Severity.INFO: 0.9, Severity.HINT: 0.9}


class LinkWeight(Record):
    """A link on the scales.

    Args:
        link: the link.
        mass: mass, centre of mass and inertia in the frame of the link; None where it has none that
            can be read.
        element: what the link was read from.
        moments: principal moments, smallest first [kg m^2]; None without mass properties.
        density: of its shapes, were they filled [kg/m^3]; None where that is not known.
        origin: the shapes that the density is of; None without a density.
        unknown: why there is no density; empty where there is one.
        verdict: what there is to say.
        reasons: why no body is like it, or what else is odd and no rule tells.
        findings: of the rules about mass.
    """

    link: Link
    mass: Mass | None
    element: LinkElement | None = None
    moments: Vec3 | None = None
    density: float | None = None
    origin: Origin | None = None
    unknown: str = ""
    verdict: Verdict = "no inertial"
    reasons: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def name(self) -> str:
        """Of the link."""
        return self.link.name

    @property
    def score(self) -> float | None:
        """How plausible it is, from 0 to 100; None for a link without an inertial or mass.

        0 for what is impossible or cannot be read. Else 100, halved for each warning and each
        reason, less a tenth for each finding that is only information.
        """
        if self.verdict in {"no inertial", "no mass"}:
            return None
        if self.verdict in {"impossible", "unreadable"}:
            return 0.0
        score = 100.0 * 0.5 ** len(self.reasons)
        for code in {found.code: found for found in self.findings}.values():
            score *= _FACTORS[code.severity]
        return score


class Weighing(Record):
    """A robot on the scales.

    Args:
        document: that it was read from.
        robot: the robot.
        links: in the order of the robot.
    """

    document: Document
    robot: Robot
    links: tuple[LinkWeight, ...]

    @property
    def total(self) -> Mass:
        """Mass, centre of mass and inertia of all links, every joint neutral, in the root's frame."""
        return total(self.robot)

    @property
    def lumped(self) -> tuple[tuple[LinkWeight, tuple[str, ...]], ...]:
        """The bodies that move as one, each by its first link, with the names of its links."""
        masses = lumped(self.robot)
        return tuple(
            (_lump(self.robot.link(first), masses[first]), tuple(links))
            for first, links in rigid_bodies(self.robot).items()
        )

    @property
    def score(self) -> float | None:
        """How plausible it is, from 0 to 100: the mean of its links; None where none is scored."""
        scores = [link.score for link in self.links if link.score is not None]
        return math.fsum(scores) / len(scores) if scores else None


def weigh(
    document: Document,
    *,
    model: str = "",
    origin: Origin | None = None,
    with_density: bool = True,
    settings: Settings | None = None,
    resources: Resources | None = None,
) -> Weighing:
    """A robot on the scales. What is faulty is left out of the tree, and told.

    Args:
        document: of a robot: URDF, SDFormat, or macros that make one.
        model: name of the model of an SDFormat file; not needed where there is one.
        origin: the shapes that densities are of; by default those that it collides with, else those
            that it looks like.
        with_density: whether densities are worked out, for which meshes have to be read.
        settings: which findings count.
        resources: where meshes are looked for.

    Raises:
        InputError: it is no robot, or there are several models and none is named.
    """
    robot, elements = _robot_of(document, model, resources)
    chosen = replace(settings or Settings(), meshes=with_density and _meshes_can_be_read())
    findings = _by_link(document, elements, chosen, resources)
    homes = {link.name: robot.where(link) for link in robot.links if robot.origins is not None}

    @cache
    def find_from(file: str) -> Resolve | None:
        return resolver(document, resources, file) if with_density else None

    links = []
    for link in robot.links:
        where = homes.get(link.name)
        find = find_from("" if where is None else where.file)
        found = findings.get(link.name, ())
        links.append(_weighed(link, elements.get(link.name), found, origin, find))
    return Weighing(document, robot, tuple(_shared(links)))


def resolver(document: Document, resources: Resources | None, file: str = "") -> Resolve:
    """What finds the meshes of a document.

    Args:
        document: the document.
        resources: where packages are looked for.
        file: the file that names the meshes, where it is another one: a model that is included.
    """
    from bodyplan.resources import Resources

    finder = resources or document.resources or Resources()
    folder = document.path.parent if document.path is not None else None
    if file and file != document.name:
        folder = Path(file).parent

    def resolve(uri: str) -> Path | None:
        return finder.resolve(uri, base=folder).path

    return resolve


def _robot_of(
    document: Document, model: str, resources: Resources | None
) -> tuple[Robot, Mapping[str, LinkElement]]:
    """The robot, and the elements of its links by name.

    Raises:
        InputError: it is no robot, or there are several models and none is named.
    """
    described = document.expanded
    root = None if described is None else described.root
    if isinstance(root, sdf.Root) and described is not None:
        from bodyplan.convert.from_sdf import ModelChoiceError, from_sdf
        from bodyplan.convert.sdf_includes import frames

        try:
            lifted = from_sdf(frames(described, resources=resources), model)
        except ModelChoiceError as error:
            hint = "" if model or not error.names else f", with model={error.names[0]!r}"
            raise InputError(f"{document.name}: {error}{hint}") from None
        return lifted.robot, lifted.links
    if model:
        raise InputError(f"{document.name} is no SDFormat file, and has no models to choose from")
    if isinstance(root, urdf.Robot):
        made = from_urdf(root)
        return made.robot, made.links
    kind = "" if described is None else str(described.format)
    raise InputError(f"{document.name} is {_CALLED.get(kind, 'no robot')}; masses are in the robot")


def _meshes_can_be_read() -> bool:
    from importlib.util import find_spec

    return find_spec("trimesh") is not None


def _by_link(
    document: Document,
    elements: Mapping[str, LinkElement],
    settings: Settings,
    resources: Resources | None,
) -> dict[str, tuple[Diagnostic, ...]]:
    """The findings about masses, by the link that they point at."""
    described = document.expanded or document
    found = check_document(described, replace(settings, select=ABOUT_MASS), resources=resources)
    if not found:
        return {}
    paths = {
        described.place(element).path: name
        for name, element in elements.items()
        if described.node(element) is not None
    }
    told: dict[str, tuple[Diagnostic, ...]] = {}
    for one in found:
        path = one.where.path
        while path and path not in paths:
            path = path.rpartition("/")[0]
        if path:
            told[paths[path]] = (*told.get(paths[path], ()), one)
    return told


def _weighed(
    link: Link,
    element: LinkElement | None,
    findings: Sequence[Diagnostic],
    origin: Origin | None,
    find: Resolve | None,
) -> LinkWeight:
    """One link on the scales."""
    if link.inertial is None:
        written = element is not None and element.inertial is not None
        return LinkWeight(
            link,
            None,
            element,
            verdict="unreadable" if written else "no inertial",
            reasons=("mass or inertia cannot be read",) if written else (),
            findings=tuple(findings),
        )
    mass = mass_of(link.inertial)
    density, used, unknown = None, None, ""
    if find is not None:
        density, used, unknown = _density(link, mass, origin, find)
    reasons = flaws(mass)
    verdict: Verdict = "impossible" if reasons else "plausible"
    if not reasons:
        odd = _odd_density(mass, density)
        told = any(one.code in {"I401", "D351"} for one in findings)
        reasons = (odd,) if odd and not told else ()
        if reasons or any(one.severity.rank <= Severity.WARNING.rank for one in findings):
            verdict = "doubtful"
        elif not mass.mass:
            verdict = "no mass"
    moments = principal_moments(mass.inertia)
    return LinkWeight(
        link, mass, element, moments, density, used, unknown, verdict, reasons, tuple(findings)
    )


def _density(
    link: Link, mass: Mass, origin: Origin | None, find: Resolve
) -> tuple[float | None, Origin | None, str]:
    """The density of the shapes, which shapes these are, and why there is none."""
    if origin is None:
        candidates: tuple[Origin, ...] = ("collision", "visual")
    else:
        candidates = (origin,)
    if not mass.mass > 0.0:
        return None, None, "no mass"
    unknown = NO_SHAPE
    for candidate in candidates:
        shapes = shapes_of(link, candidate)
        if not shapes:
            continue
        try:
            body = filled(shapes, hull=candidate == "hull", resolve=find)
        except ShapeError as error:
            unknown = str(error) if unknown == NO_SHAPE else unknown
            continue
        return equivalent_density(mass, body.mass), candidate, ""
    return None, None, unknown


def _odd_density(mass: Mass, density: float | None) -> str:
    """What is odd about a density; empty for nothing."""
    if density is None or mass.mass <= MARKER_MASS:
        return ""
    if density > DENSEST:
        return "denser than any metal"
    return "lighter than air" if density < LIGHTEST else ""


def _shared(links: list[LinkWeight]) -> list[LinkWeight]:
    """The same, what a rule reports once told of every link that it is true of."""
    result = list(links)
    for told in links:
        for found in told.findings:
            for index, link in enumerate(links):
                if link is not told and link.mass is not None and _concerns(found, told, link):
                    one = result[index]
                    verdict = one.verdict
                    if (
                        verdict in {"plausible", "no mass"}
                        and found.severity.rank <= Severity.WARNING.rank
                    ):
                        verdict = "doubtful"
                    result[index] = replace(one, findings=(*one.findings, found), verdict=verdict)
    return result


def _concerns(found: Diagnostic, told: LinkWeight, other: LinkWeight) -> bool:
    """Whether a finding at one link is true of another too."""
    one, two = told.link.inertial, other.link.inertial
    if one is None or two is None:
        return False
    if found.code in _OF_SAME_TENSOR:
        return one.inertia == two.inertia
    if found.code in _OF_SAME_MASS:
        return one.mass == two.mass
    if found.code in _OF_ALL_WITHOUT:
        return isinstance(other.element, sdf.Link) and _lacks(other.element) == _lacks(told.element)
    return found.code in _OF_ALL


def _lacks(element: LinkElement | None) -> str:
    """What of its mass a link of SDFormat leaves to its readers."""
    if not isinstance(element, sdf.Link) or element.inertial is None:
        return "inertial"
    return "inertia" if element.inertial.inertia is None and not element.inertial.auto else ""


def _lump(link: Link, mass: Mass) -> LinkWeight:
    """A body of several links on the scales."""
    if mass is NOTHING:
        return LinkWeight(link, None)
    reasons = flaws(mass)
    verdict: Verdict = "impossible" if reasons else "plausible"
    moments = principal_moments(mass.inertia)
    return LinkWeight(link, mass, None, moments, verdict=verdict, reasons=reasons)

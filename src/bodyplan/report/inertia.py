"""The report of ``bodyplan inertia``: mass properties of links, and how plausible they are."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Fix, Safety, Severity, Where
from bodyplan.edit.inertia import LinkElement
from bodyplan.formats.document import Document
from bodyplan.formats.source import name_like
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.bodies import NOTHING, lumped, rigid_bodies, total
from bodyplan.inertia.from_shapes import Origin
from bodyplan.inertia.mass import flaws
from bodyplan.inertia.tensor import principal_moments
from bodyplan.model import Link, Robot, Vec3
from bodyplan.report.configuration import ConfigurationFacts

Verdict = Literal[
    "plausible", "doubtful", "impossible", "unreadable", "no mass", "no inertial", "static"
]
"""The verdict on the inertial of a link.

- "plausible": no rule reports a problem.
- "doubtful": physically possible, but a rule warns or a value, such as the density, is unusual.
- "impossible": no rigid body has these mass properties.
- "unreadable": a value is missing or not a number.
- "no mass": all values are zero, and no rule warns.
- "no inertial": the link has no inertial, and no rule warns.
- "static": the link has no inertial and never moves, so the default of libsdformat is ignored.
"""
State = Literal["fix", "same", "kept", "not possible"]
"""The result for a link.

- "fix": the link gets other mass properties.
- "same": the link already has these mass properties.
- "kept": the mass properties of the link are possible, and the link was not requested by name.
- "not possible": the mass properties cannot be computed; the reason says why.
"""


PLACEHOLDERS = frozenset({"I203", "I301", "I302", "D351"})
"""Codes of the diagnostics about placeholder inertias."""
_MOST_WITH_IMPOSSIBLE = 50.0
"""The highest score of a robot with an impossible or unreadable link."""
_FACTORS = {Severity.ERROR: 0.5, Severity.WARNING: 0.5, Severity.INFO: 0.9, Severity.HINT: 0.9}


class LinkInertia(Record):
    """The mass properties of a link.

    Args:
        link: the link.
        mass: mass, centre of mass and inertia in the frame of the link; None if they are missing or
            cannot be read.
        element: the element that the link was read from.
        principal_moments: the principal moments, smallest first [kg m^2]; None without mass
            properties.
        density: the mass divided by the volume of the link's shapes [kg/m^3]; None if unknown.
        density_from: the shapes from which the density was computed; None without a density.
        density_unknown: why the density is unknown; empty if it is known.
        package: the missing Python package, if the density is unknown because the link's mesh
            cannot be read without it; else empty.
        instead: if the density is unknown, other shapes from which it can be computed (such as the
            collisions instead of the visuals); None without such shapes.
        verdict: the verdict.
        reasons: why the values are unreadable, impossible, or doubtful, as text; doubts that
            ``findings`` reports are not repeated.
        findings: the diagnostics of the rules about mass.
    """

    JSON: ClassVar[tuple[str, ...]] = (
        *("name", "mass", "principal_moments", "density", "density_from", "density_unknown"),
        *("verdict", "reasons", "score"),
    )

    link: Link
    mass: Mass | None
    element: LinkElement | None = None
    principal_moments: Vec3 | None = None
    density: float | None = None
    density_from: Origin | None = None
    density_unknown: str = ""
    package: str = ""
    instead: Origin | None = None
    verdict: Verdict = "no inertial"
    reasons: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def name(self) -> str:
        """The name of the link."""
        return self.link.name

    @property
    def has_inertial(self) -> bool:
        """Whether the link has an ``<inertial>``."""
        return self.element is not None and self.element.inertial is not None

    @property
    def is_placeholder(self) -> bool:
        """Whether the inertia is a placeholder: zero, the identity, or one number repeated."""
        return self.has_inertial and any(one.code in PLACEHOLDERS for one in self.findings)

    @property
    def score(self) -> float | None:
        """The plausibility from 0 to 100; None for static links and links without inertial or mass.

        An impossible or unreadable link has 0. Any other link has 100, halved for each warning and
        each reason, and reduced by a tenth for each diagnostic that is only information.
        """
        if self.verdict in {"no inertial", "no mass", "static"}:
            return None
        if self.verdict in {"impossible", "unreadable"}:
            return 0.0
        score = 100.0 * 0.5 ** len(self.reasons)
        for code in {found.code: found for found in self.findings}.values():
            score *= _FACTORS[code.severity]
        return score


class InertiaFinding(Record):
    """A diagnostic about mass, and the links concerned.

    Args:
        found: the diagnostic.
        where: its location; in a xacro file, the location of the link in the source.
        links: the names of the links; for example, each copy of a link in a model that is included
            several times.
    """

    JSON = ("code", "name", "severity", "message", "where", "links")

    found: Diagnostic
    where: Where
    links: tuple[str, ...]

    @property
    def code(self) -> str:
        """The code of the rule."""
        return self.found.code

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.found.name

    @property
    def severity(self) -> Severity:
        """The severity of the problem."""
        return self.found.severity

    @property
    def message(self) -> str:
        """What is wrong."""
        return self.found.message


class RigidBody(LinkInertia):
    """Links connected by fixed joints, as one rigid body in the frame of the first link.

    Args:
        links: names of the links.
    """

    JSON = (*LinkInertia.JSON, "links")

    links: tuple[str, ...] = ()


class InertiaChange(Record):
    """The computed mass properties of one link, and the change of its inertial.

    Args:
        name: the name of the link.
        state: the result for the link.
        before: the old mass properties; None without an inertial, or if it cannot be read.
        after: the new mass properties; None if they were not computed.
        origin: the shapes from which the new properties were computed; None if they were not
            computed.
        fix: the edits of the file. The fix is safe if the old properties are physically impossible,
            because then they cannot be intended.
        reason: why the properties cannot be computed; empty if they can.
        instead: if the properties cannot be computed, other shapes from which they can; None
            without such shapes.
        note: a remark on the result, such as that some of the shapes overlap.
        where: the location of the link; None for a link that represents the world.
    """

    JSON = (*("name", "where", "state", "before", "after", "origin", "safety", "reason", "note"),)

    name: str
    state: State
    before: Mass | None = None
    after: Mass | None = None
    origin: Origin | None = None
    fix: Fix | None = None
    reason: str = ""
    instead: Origin | None = None
    note: str = ""
    where: Where | None = None

    @property
    def safety(self) -> Safety | None:
        """``safe`` if the old mass properties are impossible; None without a fix."""
        return None if self.fix is None else self.fix.safety


class Missing(Record):
    """A part of a robot that its report cannot include; the robot then has no score.

    Args:
        message: the missing part and the reason, in a sentence without a full stop.
        where: the location of the part in the file; None if it is unknown.
    """

    message: str
    where: Where | None = None


class InertiaReport(Record):
    """Mass properties of the links of a robot and their plausibility. SI units.

    Args:
        document: the file.
        robot: the robot.
        links: the root link, then the other links in the order of the file.
        configuration: the configuration for the centre of mass and inertia of the whole robot.
        missing: missing parts, such as models that were not found; the score is then undefined.
        bodies: with ``--lumped``, the rigid bodies of links connected by fixed joints.
        changes: with ``--compute`` and ``--repair``, the changed inertials.
        score_after: the score with the changes.
        written: whether a file was written.
    """

    JSON = (
        *("file", "format", "name", "configuration", "links", "findings", "missing", "total"),
        "score",
        *("bodies", "changes", "score_after", "written"),
    )
    OPTIONAL = ("bodies", "changes", "score_after", "written")

    document: Document
    robot: Robot
    links: tuple[LinkInertia, ...]
    configuration: ConfigurationFacts
    missing: tuple[Missing, ...] = ()
    bodies: tuple[RigidBody, ...] | None = None
    changes: tuple[InertiaChange, ...] | None = None
    score_after: float | None = None
    written: bool | None = None

    @property
    def file(self) -> str:
        """The name of the file, as given."""
        return self.document.name

    @property
    def format(self) -> str | None:
        """The format of the file: `urdf`, `sdf` or `xacro`."""
        return self.document.format

    @property
    def name(self) -> str:
        """Name of the robot."""
        return self.robot.name

    @property
    def total(self) -> Mass:
        """Mass, centre of mass and inertia of the robot in its configuration, in the root frame."""
        return total(self.robot, masses=self._masses, positions=self.configuration.positions)

    @property
    def lumped(self) -> tuple[RigidBody, ...]:
        """The rigid bodies of links connected by fixed joints, in the frame of the first link."""
        masses, bodies = lumped(self.robot, self._masses), rigid_bodies(self.robot)
        first_of = {name: first for first, names in bodies.items() for name in names}
        firsts = dict.fromkeys(first_of[link.name] for link in self.links)
        return tuple(_lump(self.robot.link(one), masses[one], tuple(bodies[one])) for one in firsts)

    @property
    def findings(self) -> tuple[InertiaFinding, ...]:
        """The diagnostics of the rules about mass, each once, in the order of the links."""
        places: dict[tuple[object, ...], tuple[Diagnostic, Where]] = {}
        links: dict[tuple[object, ...], list[str]] = {}
        for link in self.links:
            for found in link.findings:
                where = self.where(link, found)
                key = (found.code, *where[:3], found.message)
                places.setdefault(key, (found, where))
                links.setdefault(key, []).append(link.name)
        return tuple(InertiaFinding(*places[key], tuple(names)) for key, names in links.items())

    def where(self, link: LinkInertia, found: Diagnostic) -> Where:
        """Return the location of a diagnostic; for xacro, that of the link in the source file."""
        place = self.place(link) if self.document.format == "xacro" else None
        return place or located_like(found.where, self.document)

    def place(self, link: LinkInertia) -> Where | None:
        """Return the location of a link in the file; None for the world."""
        described, element = self.document.expanded, link.element
        if element is not None and described is not None and described.node(element) is not None:
            where: Where | None = described.place(element)
        else:
            where = self.robot.where(link.link)
        return None if where is None else located_like(where, self.document)

    @property
    def _masses(self) -> dict[str, Mass]:
        """The known mass properties, by link name."""
        return {link.name: link.mass for link in self.links if link.mass is not None}

    @property
    def why_unscored(self) -> str:
        """The reason why the score is missing; empty if there is a score or the model is static.

        A static model needs no mass.
        """
        if self.missing:
            return "parts of the robot are missing"
        is_static = any(link.verdict == "static" for link in self.links)
        return "" if is_static or self.score is not None else "no link has a mass"

    @property
    def score(self) -> float | None:
        """The plausibility of the robot from 0 to 100: the mean of the scores of its links.

        It is at most 50 if a link is impossible or unreadable, since parsers reject such a robot or
        simulate it wrongly. The score is undefined (None) if no link has a score, or if parts of
        the robot are missing.
        """
        if self.missing:
            return None
        scores = [link.score for link in self.links if link.score is not None]
        if not scores:
            return None
        mean = math.fsum(scores) / len(scores)
        is_broken = any(link.verdict in {"impossible", "unreadable"} for link in self.links)
        return min(mean, _MOST_WITH_IMPOSSIBLE) if is_broken else mean


def located_like(where: Where, document: Document) -> Where:
    """Return the location with a relative or an absolute file name, as the document has."""
    own = document.name
    return where if where.file == own else where._replace(file=name_like(where.file, own))


def _lump(link: Link, mass: Mass, links: tuple[str, ...]) -> RigidBody:
    """Return the rigid body that several links form."""
    if mass is NOTHING:
        return RigidBody(link, None, links=links)
    reasons = flaws(mass)
    verdict: Verdict = "impossible" if reasons else "plausible"
    moments = principal_moments(mass.inertia)
    return RigidBody(link, mass, None, moments, verdict=verdict, reasons=reasons, links=links)

"""The comparison of two robots."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import get_args

from bodyplan.compare._collector import Collector
from bodyplan.compare._details import compare_details
from bodyplan.compare._fields import FIELDS
from bodyplan.compare._joints import compare_motion
from bodyplan.compare._match import Match
from bodyplan.compare._parts import PartsComparison
from bodyplan.compare._planning import KINDS, compare_semantics
from bodyplan.compare.result import Aspect, Comparison, verdict_of
from bodyplan.core.names import UnknownNameError
from bodyplan.model import Robot

TOLERANCE = 1e-9
"""Default tolerance: absolute for positions and angles up to 1 m or 1 rad, otherwise relative."""
SAMPLES = 200
"""Default number of configurations at which poses are compared."""
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
_WORDS = re.compile(r"\w+")


_MORE_WORDS = (
    *("base", "shape", "mesh", "xyz", "rpy", "pose", "link", "joint", "loop", "frame", "sensor"),
    *("transmission", *(word for kind in KINDS for word in kind.split())),
)
"""Further words for ``select`` and ``ignore``: kinds of entities, and parts of field names."""


class UnknownAspectError(UnknownNameError):
    """A selected or ignored word is neither an aspect nor a field."""


class Choice:
    """The selection of differences by aspects such as "limits", or fields such as "velocity".

    Args:
        select: aspects and fields that are compared; empty for everything.
        ignore: aspects and fields that are left out.
    """

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> None:
        self.select, self.ignore = tuple(select), tuple(ignore)

    def check(self, more: Iterable[str] = ()) -> None:
        """Check that all words are known.

        Args:
            more: entities and fields of the descriptions, whose words are valid too.

        Raises:
            UnknownAspectError: a word is neither an aspect nor a field.
        """
        known: dict[str, None] = dict.fromkeys(ASPECTS)
        for fields in FIELDS.values():
            known |= dict.fromkeys(fields)
        known |= dict.fromkeys(_MORE_WORDS)
        known |= dict.fromkeys(word for one in more for word in _WORDS.findall(one))
        for word in (*self.select, *self.ignore):
            if word not in known:
                raise UnknownAspectError("aspect or field", word, known, "the comparison")

    def counts(self, aspect: str, *texts: str) -> bool:
        """Return whether a difference is selected and not ignored.

        Args:
            aspect: the aspect of the difference.
            texts: the entity and the field of the difference.
        """
        words = {word for text in texts for word in _WORDS.findall(_unquoted(text))}
        words = {aspect, *words.difference(ASPECTS)}
        is_selected = not self.select or bool(words.intersection(self.select))
        return is_selected and not words.intersection(self.ignore)


def _unquoted(text: str) -> str:
    return re.sub(r"'[^']*'", "", text)


def compare_robots(
    a: Robot,
    b: Robot,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    names: tuple[str, str] = ("", ""),
) -> Comparison:
    """Compare two robots: all fields, and poses at random configurations.

    Links and joints are matched by name. Renamed links are matched by pose, mass and children, and
    renamed joints by their child links. Numbers are compared in SI units, surfaces and inertias in
    the frame of their link, files by content.

    Args:
        a: the first robot; the random configurations are within its limits.
        b: the second robot.
        samples: the number of configurations; reduced for robots with more than 5,000 links.
        seed: seed of the random configurations.
        tolerance: the largest difference that counts as equal.
        select: aspects or fields to compare; all by default.
        ignore: aspects or fields to leave out.
        names: names of the two robots in the report.

    Raises:
        ValueError: samples is not positive, or seed is negative.
        UnknownAspectError: a word of ``select`` or ``ignore`` is unknown.
        NumpyMissingError: NumPy is not installed.
    """
    if samples < 1:
        raise ValueError(f"samples must be at least 1, got {samples}")
    choice = Choice(select, ignore)
    details = [one for robot in (a, b) if robot.details for one in robot.details.values]
    choice.check(text for one in details for text in (one.entity, one.field))
    found, match = Collector(a, b, tolerance), Match(a, b)
    PartsComparison(found, match).compare()
    moves = choice.counts("kinematics", "pose")
    motion = compare_motion(found, match, samples, seed) if moves else None
    compare_semantics(found, match)
    compare_details(found)
    differences = tuple(
        one for one in found.differences if choice.counts(one.aspect, one.entity, one.field)
    )
    unknown = tuple(one for one in found.unknown if choice.counts(one.aspect, one.field))
    not_compared = tuple(
        one for one in found.not_compared if choice.counts(one.aspect, one.entity, one.field)
    )
    values: dict[str, int] = {
        aspect: found.values[aspect]
        for aspect in ASPECTS
        if found.values[aspect] and choice.counts(aspect)
    }
    return Comparison(
        names[0] or a.name,
        names[1] or b.name,
        verdict_of(differences, unknown, not_compared),
        differences,
        unknown,
        not_compared,
        values,
        motion,
        tolerance,
        choice.select,
        choice.ignore,
        tuple(found.notes),
    )

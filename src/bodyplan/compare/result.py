"""The result of comparing two robots: what differs, what is unknown, what was not compared."""

from __future__ import annotations

from typing import Annotated, Literal

from bodyplan.core import Record
from bodyplan.diag import Where

Aspect = Literal[
    "kinematics",
    "limits",
    "dynamics",
    "inertia",
    "collision",
    "visual",
    "color",
    "names",
    "frames",
    "sensors",
    "transmissions",
    "semantics",
    "plugins",
    "settings",
]
"""Aspects: what a field is about. ``select`` and ``ignore`` accept these names."""
MAKE_ANOTHER_ROBOT = frozenset(("kinematics", "limits", "dynamics", "inertia", "collision"))
"""The aspects in which a difference makes a different robot."""
Verdict = Literal["same", "same but for", "different", "unknown"]
Change = Literal["changed", "added", "removed", "renamed"]
Value = str | float | tuple[float, ...] | None
"""A value in a report: a text, a number, several numbers; None if it does not exist."""
Size = Annotated[float, ("minimum", 0)]


class Difference(Record):
    """One value that differs.

    Args:
        aspect: what it is about.
        kind: of the entity, such as "joint".
        name: of the entity in the first robot, or in the second if only that has it; its number
            with "#" if it has none and there are several.
        owner: what it belongs to, such as "link 'arm'"; empty for the robot.
        field: the field of the entity, such as "limit.upper"; empty for the entity itself.
        change: "added": only the second robot has it; "removed": only the first one; "renamed":
            it has another name.
        first: value in the first robot.
        second: value in the second robot.
        unit: of the values; empty without one.
        amount: size of the difference: absolute for positions and angles, relative for masses,
            inertias and other numbers without a natural zero; null if it is not a number.
        where: location in the first file.
        other_where: location in the second file.
    """

    aspect: Aspect
    kind: str
    name: str
    owner: str
    field: str
    change: Change
    first: Value = None
    second: Value = None
    unit: str = ""
    amount: float | None = None
    where: Where | None = None
    other_where: Where | None = None

    @property
    def entity(self) -> str:
        """What it is about, such as "visual 'shell' of link 'arm'"."""
        own = f"{self.kind} {self.name!r}" if self.name else self.kind
        return f"{own} of {self.owner}" if self.owner else own


class NotCompared(Record):
    """A value that was not compared, such as a mesh whose file does not exist.

    Args:
        aspect: what it is about.
        which: the description that has it.
        entity: what it belongs to, such as "link 'arm'"; empty for the robot.
        field: of the entity.
        reason: why it was not compared, as a clause.
        where: its location, in the first description if both have it.
    """

    aspect: Aspect
    which: Literal["first", "second", "both"]
    entity: str
    field: str
    reason: str
    where: Where | None = None


class Motion(Record):
    """The comparison of poses at random configurations: evidence, where the fields are exact.

    Args:
        configurations: how many, within the limits of the first robot.
        seed: of the random numbers.
        links: whose poses are compared.
        distance: the largest distance between the positions of a link [m].
        angle: the largest angle between its orientations [rad].
        link: the link with the largest distance; empty if all are equal.
    """

    configurations: int
    seed: int
    links: int
    distance: float | None
    angle: float | None
    link: str = ""


class Comparison(Record):
    """The comparison of two robots.

    Args:
        first: name of the first file or robot.
        second: name of the second one.
        verdict: "same"; "same but for": what differs, or was not compared, does not change how the
            robot moves and collides, and its inertia; "different"; "unknown": nothing differs in that, but
            something could not be compared.
        differences: one entry for each value that differs, in the order of the robot.
        unknown: what could not be compared.
        not_compared: what one description says and the robot model has no field for, if the
            descriptions have different formats.
        values: number of values that were compared exactly or within the tolerance, by aspect.
        motion: the comparison of poses; null if it was not selected.
        tolerance: the largest difference that counts as equal.
        selected: aspects and fields that were compared; empty for all.
        ignored: aspects and fields that were left out.
        notes: what else a reader should know, one sentence each.
    """

    first: str
    second: str
    verdict: Verdict
    differences: tuple[Difference, ...]
    unknown: tuple[NotCompared, ...]
    not_compared: tuple[NotCompared, ...]
    values: dict[str, int]
    motion: Motion | None
    tolerance: float
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether everything was compared and nothing differs."""
        return self.verdict == "same"

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects in which the robots differ, in the order of the report."""
        return tuple(dict.fromkeys(one.aspect for one in self.differences))


def verdict_of(
    differences: tuple[Difference, ...],
    unknown: tuple[NotCompared, ...],
    not_compared: tuple[NotCompared, ...],
) -> Verdict:
    """Return the verdict on what was found."""
    if any(one.aspect in MAKE_ANOTHER_ROBOT for one in differences):
        return "different"
    if unknown:
        return "unknown"
    return "same but for" if differences or not_compared else "same"

"""The result of comparing two robots: differences, unknown values, values not compared."""

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
"""The aspects of a robot. ``select`` and ``ignore`` accept these names."""
MAKE_ANOTHER_ROBOT = frozenset(("kinematics", "limits", "dynamics", "inertia", "collision"))
"""Aspects whose differences make two robots different."""
Verdict = Literal["same", "same but for", "different", "unknown"]
Change = Literal["changed", "added", "removed", "renamed"]
Value = str | float | tuple[float, ...] | None
"""A value in a report: a text, a number or several numbers; None if it does not exist."""
Size = Annotated[float, ("minimum", 0)]


class Difference(Record):
    """One value that differs.

    Args:
        aspect: the aspect of the value.
        kind: the kind of the entity, such as "joint".
        name: the name of the entity in the first robot, or in the second robot if the first does
            not have it; "#" and its number for one of several entities without a name.
        owner: the part that contains the entity, such as "link 'arm'"; empty for the robot.
        field: the field of the entity, such as "limit.upper"; empty for the entity itself.
        change: "added": only the second robot has it; "removed": only the first robot has it;
            "renamed": it has another name; "changed": it has another value.
        first: the value in the first robot.
        second: the value in the second robot.
        unit: the unit of the values; empty if they have none.
        amount: the size of the difference: absolute for positions and angles, relative for masses,
            inertias and other numbers; null if the values are not numbers.
        where: the location in the first file.
        other_where: the location in the second file.
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
        """The entity with its owner, such as "visual 'shell' of link 'arm'"."""
        own = f"{self.kind} {self.name!r}" if self.name else self.kind
        return f"{own} of {self.owner}" if self.owner else own


class NotCompared(Record):
    """A value that was not compared, such as a mesh whose file does not exist.

    Args:
        aspect: the aspect of the value.
        which: the description that contains the value.
        entity: the entity with the value, such as "link 'arm'"; empty for the robot.
        field: the field of the entity.
        reason: why the value was not compared, as a clause.
        where: the location of the value; in the first description if both contain it.
    """

    aspect: Aspect
    which: Literal["first", "second", "both"]
    entity: str
    field: str
    reason: str
    where: Where | None = None


class Motion(Record):
    """The comparison of link poses at random configurations.

    Args:
        configurations: the number of configurations, within the limits of the first robot.
        seed: the seed of the random numbers.
        links: the number of compared links.
        distance: the largest distance between the positions of a link in the two robots [m].
        angle: the largest angle between the orientations of a link in the two robots [rad].
        link: the link with the largest distance; empty if all distances are zero.
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
        first: the name of the first file or robot.
        second: the name of the second file or robot.
        verdict: "different": kinematics, limits, dynamics, inertia or collision differ; "unknown":
            no such difference was found, but some values could not be compared; "same but for":
            only other values differ or were not compared; "same": nothing differs.
        differences: one entry for each value that differs, in the order of the robot.
        unknown: values that could not be compared.
        not_compared: if the formats differ, values for which the robot model has no field.
        values: the number of compared values, by aspect.
        motion: the comparison of poses; null if it was not selected.
        tolerance: the largest difference that counts as equal.
        selected: aspects and fields that were compared; empty for all.
        ignored: aspects and fields that were left out.
        notes: additional notes, each as a sentence.
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
    """Return the verdict for the result of a comparison."""
    if any(one.aspect in MAKE_ANOTHER_ROBOT for one in differences):
        return "different"
    if unknown:
        return "unknown"
    return "same but for" if differences or not_compared else "same"

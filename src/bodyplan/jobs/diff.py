"""The differences between two descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from bodyplan.compare.result import Comparison
from bodyplan.compare.robots import SAMPLES, TOLERANCE, compare_robots
from bodyplan.description.session import Session, opened
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import Readable
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def diff(
    first: Readable | Document | Robot,
    second: Readable | Document | Robot,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    names: tuple[str, str] | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Comparison:
    """Compare two robots of any format, field by field.

    Args:
        first: a robot, a document, or a source for ``read``; the random configurations are within
            its limits.
        second: the robot to compare with, in the same forms.
        samples: number of random configurations at which poses are compared.
        seed: the seed of the random numbers.
        tolerance: the largest difference that counts as equal. It is an absolute difference for
            positions and angles up to 1 m or 1 rad, and a relative difference for larger ones and
            for masses, inertias and all other numbers.
        select: aspects ("kinematics", "limits", "color", ...) or fields ("velocity") to compare;
            all by default.
        ignore: aspects or fields to leave out.
        names: the names of both robots in the result; by default those of the files or robots.
        arguments: values for the arguments of xacro files.
        resources: the folders in which packages are searched.

    Returns:
        The comparison: ``is_same``, ``verdict`` and ``differences``.

    Raises:
        DescriptionError: a source has errors.
        InputError: a source cannot be opened, or is not a robot.
        UnknownAspectError: a word of ``select`` or ``ignore`` is unknown.
        ValueError: samples is not positive, or seed is negative.
        NumpyMissingError: NumPy is not installed.
    """
    robots: list[Robot] = []
    found: list[str] = []
    for source in (first, second):
        if isinstance(source, Robot):
            robots.append(source)
            found.append(source.name)
            continue
        description = opened(source, Session(resources=resources, arguments=arguments))
        document = description.written
        loaded = description.loaded()
        if not isinstance(loaded, Robot):
            raise InputError(
                f"{document.name} is an SRDF, which describes no robot on its own: "
                "compare two robots, each loaded with its SRDF"
            )
        robots.append(loaded)
        found.append(document.name)
    return compare_robots(
        robots[0],
        robots[1],
        samples=samples,
        seed=seed,
        tolerance=tolerance,
        select=select,
        ignore=ignore,
        names=names or (found[0], found[1]),
    )

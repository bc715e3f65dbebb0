"""Proof that two descriptions are the same robot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import Readable
from bodyplan.model import Robot
from bodyplan.project.load import load
from bodyplan.project.source import document_from
from bodyplan.report.proof import SAMPLES, TOLERANCE, Proof, proof_of

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def prove(
    first: Readable | Document | Robot,
    second: Readable | Document | Robot,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Proof:
    """Compare two robots of any formats: poses, shapes, masses, limits and mimic relations.

    Args:
        first: a robot, a document, or what ``read`` accepts; configurations are within its limits.
        second: the same.
        samples: number of random configurations.
        seed: of the random numbers.
        tolerance: the largest difference that counts as equal: of positions relative to the size
            of the robot but at least 1 m, of masses and inertias relative to themselves.
        arguments: values for the arguments of xacro files.
        resources: where packages are searched.

    Raises:
        DescriptionError: one of them has errors.
        InputError: one of them cannot be opened, or is not a robot.
        NumpyMissingError: NumPy is not installed.
    """
    robots: list[Robot] = []
    names: list[str] = []
    for source in (first, second):
        if isinstance(source, Robot):
            robots.append(source)
            names.append(source.name)
            continue
        document = document_from(source, arguments=arguments, resources=resources)
        loaded = load(document, arguments=arguments, resources=resources)
        if not isinstance(loaded, Robot):
            raise InputError(f"{document.name} is an SRDF, which is not a robot on its own")
        robots.append(loaded)
        names.append(document.name)
    return proof_of(
        robots[0],
        robots[1],
        samples=samples,
        seed=seed,
        tolerance=tolerance,
        names=(names[0], names[1]),
    )

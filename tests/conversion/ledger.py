"""What tests compare of a source and its conversion: motion, mass and shape, beside the losses."""

from __future__ import annotations

from collections.abc import Iterable

import bodyplan
from bodyplan.compare.result import Comparison, Difference
from bodyplan.compare.wording import row_of
from bodyplan.formats.loss import Loss
from bodyplan.jobs import verify

MOTION_AND_MASS = ("kinematics", "limits", "dynamics", "inertia", "collision", "visual")
"""What every conversion keeps, or names as a loss."""


def differences(first: object, second: object, **options: object) -> list[str]:
    """Return what differs in motion, mass and shape, as text."""
    found = bodyplan.diff(first, second, select=MOTION_AND_MASS, **options)
    return [
        f"{one.entity} {one.field} {row_of(one).change}"
        for one in found.differences
        if not _is_beyond(one)
    ]


def unexplained(found: Comparison, losses: Iterable[Loss], robot: bodyplan.Robot) -> list[str]:
    """Return what differs although no loss says so, link by link and joint by joint.

    Args:
        found: the comparison of the source and the result.
        losses: of the conversion.
        robot: the source.
    """
    return [
        f"{one.entity} {one.field} {row_of(one).change}"
        for one in verify.unexplained(found, losses, robot)
        if one.aspect in MOTION_AND_MASS and not _is_beyond(one)
    ]


def _is_beyond(one: Difference) -> bool:
    """Whether the robot model has no field for what differs; the losses say so field by field."""
    return "/" in one.field or "gazebo" in one.entity or one.field in {"base", "static", "friction"}

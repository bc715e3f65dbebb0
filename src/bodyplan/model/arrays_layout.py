"""How a robot is laid out in arrays: the number of the layout, and the codes in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.model.joint import JointType

LAYOUT = 2
"""The number of the layout that is written."""

TYPE_CODES: Mapping[JointType, int] = {
    "fixed": 0,
    "revolute": 1,
    "continuous": 2,
    "prismatic": 3,
    "floating": 4,
    "planar": 5,
    "ball": 6,
    "universal": 7,
    "screw": 8,
    "revolute2": 9,
    "gearbox": 10,
}
"""The code of each type of joint in ``kind``."""
TYPE_OF_CODE: tuple[JointType, ...] = tuple(TYPE_CODES)


class InvalidArraysError(ValueError):
    """Arrays that do not describe a robot."""


def frozen(array: Any) -> Any:
    """Return the same numbers as a contiguous, read-only array."""
    import numpy as np

    result = np.ascontiguousarray(array)
    result.setflags(write=False)
    return result

"""How a robot is laid out in arrays: the codes of types of joints, and read-only numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.model.joint import JointType

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


def frozen(array: Any) -> Any:
    """Return the same numbers as a contiguous, read-only array."""
    import numpy as np

    result = np.ascontiguousarray(array)
    result.setflags(write=False)
    return result

"""The layout of a robot in arrays: the codes of joint types, and read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.model.joint import JOINT_TYPES, JointType

TYPE_CODES: Mapping[JointType, int] = {
    kind: facts.code for kind, facts in sorted(JOINT_TYPES.items(), key=lambda item: item[1].code)
}
"""The code of each joint type in the array ``kind``."""
TYPE_OF_CODE: tuple[JointType, ...] = tuple(TYPE_CODES)


def frozen(array: Any) -> Any:
    """Return the same numbers as a contiguous, read-only array."""
    import numpy as np

    result = np.ascontiguousarray(array)
    result.setflags(write=False)
    return result

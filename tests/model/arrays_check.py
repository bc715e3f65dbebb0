"""Whether arrays describe a robot: shapes, types, and indices that lead nowhere else.

Native code follows the indices without looking again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bodyplan.model.arrays_layout import TYPE_CODES, TYPE_OF_CODE
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, WITH_AXIS

if TYPE_CHECKING:
    from bodyplan.model.arrays import RobotArrays


class InvalidArraysError(ValueError):
    """Arrays that do not describe a robot."""


_SHAPES: dict[str, tuple[str | int, ...]] = {
    "parent": ("L",),
    "parent_joint": ("L",),
    "mass": ("L",),
    "p_LC": ("L", 3),
    "I_C": ("L", 3, 3),
    "kind": ("J",),
    "parent_link": ("J",),
    "child_link": ("J",),
    "X_PJ": ("J", 3, 4),
    "X_JC": ("J", 3, 4),
    "axis": ("J", 3),
    "axis2": ("J", 3),
    "pitch": ("J",),
    "q_index": ("J",),
    "v_index": ("J",),
    "multiplier": ("J",),
    "offset": ("J",),
    "follows": ("J",),
    "neutral": ("nq",),
    "lower": ("nq",),
    "upper": ("nq",),
    "velocity": ("nv",),
    "effort": ("nv",),
}
_SLACK = 1e-3
"""Tolerance for numbers that were written by hand."""
_INTEGERS = ("parent", "parent_joint", "parent_link", "child_link", "q_index", "v_index", "follows")


def checked(arrays: RobotArrays, source: str) -> RobotArrays:
    """The same arrays, if they describe a robot.

    Raises:
        InvalidArraysError: they do not; the message says which array is wrong.
    """
    import numpy as np

    def fail(field: str, why: str) -> InvalidArraysError:
        return InvalidArraysError(f"{source} is not a valid robot: {field} {why}")

    L, J = len(arrays.link_names), len(arrays.joint_names)
    kinds = arrays.kind
    for field, name in (("kind", "int8"), ("follows", "int32")):
        array = getattr(arrays, field)
        if array.dtype != name or array.shape != (J,):
            raise fail(field, f"must be an array ({J},) of {name}")
    if J and not 0 <= kinds.min() <= kinds.max() < len(TYPE_OF_CODE):
        raise fail("kind", "has an unknown joint type")
    free = [JOINT_TYPES[TYPE_OF_CODE[code]] for code in kinds[arrays.follows == -1].tolist()]
    sizes = {
        "L": L,
        "J": J,
        "nq": sum(len(facts.variables) for facts in free),
        "nv": sum(facts.degrees_of_freedom for facts in free),
    }
    for field, letters in _SHAPES.items():
        array = getattr(arrays, field)
        shape = tuple(sizes.get(n, 0) if isinstance(n, str) else n for n in letters)
        dtype = np.int32 if field in _INTEGERS else np.int8 if field == "kind" else np.float64
        if array.shape != shape or array.dtype != dtype:
            raise fail(field, f"is {array.dtype} {array.shape}, not {np.dtype(dtype).name} {shape}")
    for field in ("link_names", "joint_names"):
        if len(set(getattr(arrays, field))) != len(getattr(arrays, field)):
            raise fail(field, "has a name twice")
    _check_tree(arrays, L, J, fail)
    _check_places(arrays, J, fail)
    _check_numbers(arrays, fail)
    _check_axes(arrays, fail)
    return arrays


def _check_tree(arrays: RobotArrays, L: int, J: int, fail: Any) -> None:
    """Check that parents come before children, and that both encodings of the tree agree."""
    import numpy as np

    places = np.arange(L)
    into = arrays.parent_joint
    if ((arrays.parent < -1) | (arrays.parent >= places)).any():
        raise fail("parent", "contains a link that does not precede its child")
    moved = into >= 0
    if (
        (into < -1).any()
        or (moved != (arrays.parent >= 0)).any()
        or not np.array_equal(into[moved], np.arange(J))
        or not np.array_equal(arrays.child_link, places[moved])
        or not np.array_equal(arrays.parent_link, arrays.parent[moved])
    ):
        raise fail("parent_joint", "and the links of the joints make no tree")


def _check_places(arrays: RobotArrays, J: int, fail: Any) -> None:
    """Numbers of q and v belong to their joints, in order; those of mimic joints are those of their leaders."""
    import numpy as np

    counts = np.array([len(JOINT_TYPES[kind].variables) for kind in TYPE_OF_CODE])[arrays.kind]
    freedoms = np.array([JOINT_TYPES[kind].degrees_of_freedom for kind in TYPE_OF_CODE])[
        arrays.kind
    ]
    follows = arrays.follows
    follower = follows != -1
    if ((follows < -1) | (follows >= J)).any() or (follower[follows[follower]]).any():
        raise fail("follows", "contains a joint that does not exist or is a mimic joint")
    if (counts[follower] != 1).any() or (counts[follows[follower]] != 1).any():
        raise fail("follows", "relates joints that do not have exactly one variable")
    for field, sizes in (("q_index", counts), ("v_index", freedoms)):
        own = np.where(follower, 0, sizes)
        expected = np.where(own > 0, np.cumsum(own) - own, -1)
        expected[follower] = expected[follows[follower]]
        if not np.array_equal(getattr(arrays, field), expected):
            raise fail(field, "is not where the numbers of the joints are")


def _check_numbers(arrays: RobotArrays, fail: Any) -> None:
    """Numbers are some; poses turn and move; what a joint does not have says nothing."""
    import numpy as np

    for field in _SHAPES:
        if np.isnan(getattr(arrays, field)).any():
            raise fail(field, "contains NaN")
    for field in ("multiplier", "offset", "pitch"):
        if not np.isfinite(getattr(arrays, field)).all():
            raise fail(field, "is infinite")
    for field in ("X_PJ", "X_JC"):
        X = getattr(arrays, field)
        R = X[:, :, :3]
        # Beyond a bound first, so that no product overflows.
        is_turn = (np.abs(R) < 2.0).all() and np.isfinite(X).all()
        if not is_turn or not np.allclose(R @ R.swapaxes(1, 2), np.eye(3), rtol=0, atol=_SLACK):
            raise fail(field, "is not a valid rotation and position")
        if (np.linalg.det(R) < 0.0).any():
            raise fail(field, "mirrors")
    with np.errstate(invalid="ignore"):  # infinite minus infinite
        apart = np.abs(arrays.I_C - arrays.I_C.swapaxes(1, 2))
    if (apart > _SLACK * np.abs(arrays.I_C).max(axis=(1, 2), initial=0.0)[:, None, None]).any():
        raise fail("I_C", "is not symmetric")
    free = arrays.follows == -1
    neutral = [
        x for code in arrays.kind[free].tolist() for x in JOINT_TYPES[TYPE_OF_CODE[code]].neutral
    ]
    if arrays.neutral.tolist() != neutral:
        raise fail("neutral", "is not where no joint has moved")
    for field, value in (("multiplier", 1.0), ("offset", 0.0)):
        if (getattr(arrays, field)[free] != value).any():
            raise fail(field, f"must be {value:g} for a joint that is not a mimic joint")
    if arrays.pitch[arrays.kind != TYPE_CODES["screw"]].any():
        raise fail("pitch", "must be 0 for a joint that is not a screw")


def _check_axes(arrays: RobotArrays, fail: Any) -> None:
    """Axes are of length one where a joint has them; the x of a planar joint lies in its plane."""
    import numpy as np

    first = np.array([kind in WITH_AXIS for kind in TYPE_OF_CODE])[arrays.kind]
    second = np.array([kind in TWO_AXES or kind == "planar" for kind in TYPE_OF_CODE])[arrays.kind]
    for field, has_one in (("axis", first), ("axis2", second)):
        axes = getattr(arrays, field)
        square = (np.clip(axes, -2.0, 2.0) ** 2).sum(-1)
        if not ((abs(square - 1.0) < 1e-9) | (square == 0.0)).all():
            raise fail(field, "is neither of length one nor zero")
        if square[~has_one].any():
            raise fail(field, "is not zero for a joint that has none")
    planar = arrays.kind == TYPE_CODES["planar"]
    if (abs((arrays.axis * arrays.axis2)[planar].sum(-1)) > 1e-9).any():
        raise fail("axis2", "does not lie in the plane of a planar joint")

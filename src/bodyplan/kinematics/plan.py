"""Tables that are derived from the arrays of a robot, for all functions of this package.

**Motion.** The pose of a child in its parent is ``C0 + sin(x) C1 + cos(x) C2 + x C3`` for every
joint with one variable x: a revolute joint has no C3, a prismatic joint no C1 and C2, a fixed joint
only C0. All such joints are computed at once. X_JC, the fixed pose after the motion, is included.

**Degrees of freedom.** For every kind of joint, each degree of freedom is a twist that is constant
in the frame of one link: the child link or, for the first of two axes, the parent link. The column
of the Jacobian is this twist expressed in the root frame, and the time derivative of the column is
the cross product of the velocity of that link with the column.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import class_name, quoted
from bodyplan.kinematics._cache import LruCache
from bodyplan.model import Robot, UnknownNameError
from bodyplan.model.arrays import RobotArrays
from bodyplan.model.arrays_layout import TYPE_OF_CODE
from bodyplan.model.joint import JOINT_TYPES, ROTARY, TWO_AXES, JointType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.intp]

ONE_VARIABLE = tuple(kind for kind, facts in JOINT_TYPES.items() if len(facts.variables) == 1)
_NOT_ADDED = frozenset({"floating", "ball", "planar"})
"""The kinds of joints whose velocity cannot simply be added to their variables."""
_KEPT, _JOINTS = 32, 20_000
"""Limits of the cache of plan parts: number of parts, and number of joints in all parts (50 MB)."""
_REMEMBERED = 1_000
"""The largest number of degrees of freedom for which tables of quadratic size are cached: 8 MB."""


class Special(NamedTuple):
    """A joint with several variables.

    Args:
        kind: the kind of the joint.
        joint: the index of the joint.
        first: the index of its first variable in q.
        slot: the index of its pose among the poses of the joints of the part.
    """

    kind: str
    joint: int
    first: int
    slot: int


class PlanPart(NamedTuple):
    """The joints on the paths from the roots to certain links.

    Args:
        joints: the indices of the joints, in order.
        parents: for each joint, the slot of the pose of its parent link; -1 for a root link.
        plain: whether all multipliers are 1 and all offsets 0.
        special: the joints with several variables; ``Plan.behind`` contains the poses X_JC of their
            children.
        slots: slot of the pose of each requested link; -1 for a root link.
        memo: cached results that are computed from this part.
    """

    joints: list[int]
    parents: list[int]
    plain: bool
    special: list[Special]
    slots: list[int]
    memo: dict[str, Any]


class Freedoms(NamedTuple):
    """The D degrees of freedom of all joints, including mimic joints, in joint order.

    Args:
        joint: (D,) index of the joint.
        link: (D,) index of the link in whose frame the twist is constant.
        child: (D,) index of the child link of the joint.
        twist: (D, 6) twist, linear first, at the origin of ``link``.
        v: (D,) index of the velocity coordinate on which the degree of freedom depends.
        factor: (D,) its speed divided by this velocity coordinate.
        own: (nv,) indices of the degrees of freedom of independent joints, in the order of v.
        followers: indices of the degrees of freedom of mimic joints.
        first: (J + 1,) index of the first degree of freedom of each joint.
    """

    joint: Indices
    link: Indices
    child: Indices
    twist: Numbers
    v: Indices
    factor: Numbers
    own: Indices
    followers: list[int]
    first: list[int]


class JointRun(NamedTuple):
    """Consecutive joints whose variables are integrated together.

    Args:
        kind: "floating", "ball" or "planar" for a single joint of this kind; None for other joints.
        q: the slice of the joints in a configuration.
        v: the slice of the joints in a velocity.
    """

    kind: JointType | None
    q: slice
    v: slice


class Plan:
    """Tables for one robot.

    Args:
        arrays: the arrays of the robot.
    """

    def __init__(self, arrays: RobotArrays) -> None:
        import numpy as np

        self.arrays = arrays
        self.nq, self.nv = arrays.nq, arrays.nv
        self.links = len(arrays.parent)
        with np.errstate(over="ignore"):  # an infinite mass is reported where it is used
            self.mass = float(arrays.mass.sum())
        self.kinds = [TYPE_OF_CODE[code] for code in arrays.kind.tolist()]
        self.parent: list[int] = arrays.parent.tolist()
        self.into: list[int] = arrays.parent_joint.tolist()
        self.C = _matrices(arrays, self.kinds)
        self.behind = _behind(arrays)
        """(4, 4) X_JC by joint index, for joints where X_JC is not the identity."""
        self._parts: LruCache[PlanPart] = LruCache(_KEPT, _JOINTS)
        self._upper: Numbers | None = None
        self._single = np.array([kind in ONE_VARIABLE for kind in self.kinds], bool)

    def part(self, links: tuple[int, ...] | None = None) -> PlanPart:
        """Return the joints on the paths from the roots to some links; by default, all joints."""
        if links is None:
            return self.whole
        found = self._parts.get(links)
        if found is None:
            found = self.new_part(links)
            # the memo of the part may cache the columns of a Jacobian, of size nv
            size = len(found.joints) + len(links) + self.nv // 100
            self._parts.put(links, found, size)
        return found

    @cached_property
    def names(self) -> dict[str, int]:
        """Numbers of the links, by name."""
        return {name: index for index, name in enumerate(self.arrays.link_names)}

    @cached_property
    def whole(self) -> PlanPart:
        """The part with all joints."""
        return self.new_part(None)

    def new_part(self, links: tuple[int, ...] | None) -> PlanPart:
        """Return the joints on the paths from the roots to some links, without using the cache."""
        arrays = self.arrays
        if links is None:
            joints = list(range(len(self.kinds)))
            asked: Iterable[int] = range(self.links)
        else:
            seen: set[int] = set()
            for link in links:
                while self.into[link] >= 0 and self.into[link] not in seen:
                    seen.add(self.into[link])
                    link = self.parent[link]  # noqa: PLW2901  (upwards)
            joints, asked = sorted(seen), links
        slot_of = {joint: slot for slot, joint in enumerate(joints)}
        slot_of[-1] = -1
        above = [slot_of[self.into[link]] for link in arrays.parent_link[joints].tolist()]
        of_single = [joint for joint in joints if self._single[joint]]
        multiplier, offset = arrays.multiplier[of_single], arrays.offset[of_single]
        special = [
            Special(self.kinds[joint], joint, int(arrays.q_index[joint]), slot)
            for slot, joint in enumerate(joints)
            if self.kinds[joint] != "fixed" and not self._single[joint]
        ]
        return PlanPart(
            joints,
            above,
            bool((multiplier == 1.0).all() and (offset == 0.0).all()),
            special,
            [slot_of[self.into[link]] for link in asked],
            {},
        )

    @cached_property
    def freedoms(self) -> Freedoms:
        """The degrees of freedom of all joints."""
        import numpy as np

        arrays = self.arrays
        joints: list[int] = []
        rows: list[Any] = []
        links: list[int] = []
        speeds: list[int] = []
        first = [0]
        parents, children = arrays.parent_link.tolist(), arrays.child_link.tolist()
        places = arrays.v_index.tolist()
        for joint, kind in enumerate(self.kinds):
            twists = _twists(arrays, joint, kind, self.behind.get(joint))
            rows += twists
            joints += [joint] * len(twists)
            links += [children[joint]] * len(twists)
            if kind in TWO_AXES:
                links[-2] = parents[joint]
            speeds += range(places[joint], places[joint] + len(twists))
            first.append(len(rows))
        joint_of = np.array(joints, np.intp)
        following = (arrays.follows[joint_of] >= 0) if joints else np.zeros(0, bool)
        return Freedoms(
            joint_of,
            np.array(links, np.intp),
            arrays.child_link[joint_of].astype(np.intp),
            np.array(rows, np.float64).reshape(-1, 6),
            np.array(speeds, np.intp),
            arrays.multiplier[joint_of],
            np.flatnonzero(~following),
            np.flatnonzero(following).tolist(),
            first,
        )

    @cached_property
    def runs(self) -> list[JointRun]:
        """The joints that are integrated together, in the order of q; mimic joints are left out."""
        found: list[JointRun] = []
        q = v = 0
        for kind, follows in zip(self.kinds, self.arrays.follows.tolist(), strict=True):
            facts = JOINT_TYPES[kind]
            if follows >= 0 or not facts.variables:
                continue
            own = kind if kind in _NOT_ADDED else None
            one = JointRun(
                own, slice(q, q + len(facts.variables)), slice(v, v + facts.degrees_of_freedom)
            )
            q, v = one.q.stop, one.v.stop
            if own is None and found and found[-1].kind is None:
                last = found.pop()
                one = JointRun(None, slice(last.q.start, q), slice(last.v.start, v))
            found.append(one)
        return found

    @cached_property
    def end(self) -> list[int]:
        """For each link, the index after its last descendant."""
        end = list(range(1, self.links + 1))
        for link in range(self.links - 1, -1, -1):
            if self.parent[link] >= 0:
                end[self.parent[link]] = max(end[self.parent[link]], end[link])
        return end

    @cached_property
    def above(self) -> Numbers:
        """Matrix (L, D): 1 where the degree of freedom moves the link, else 0."""
        import numpy as np

        child, end = self.freedoms.child, np.array(self.end, np.intp)
        link = np.arange(self.links)[:, None]
        return ((child <= link) & (link < end[child])).astype(np.float64)

    @property
    def upper(self) -> Numbers:
        """Matrix (D, D): 1 if the row's degree of freedom moves the joint of the column's, else 0.

        Entries are 0.5 if both degrees of freedom belong to the same joint.
        """
        import numpy as np

        if self._upper is not None:
            return self._upper
        child = self.freedoms.child
        end = np.array(self.end, np.intp)[child]
        carries = (child[:, None] <= child[None, :]) & (child[None, :] < end[:, None])
        found: Numbers = np.where(child[:, None] == child[None, :], 0.5, carries.astype(float))
        if len(child) <= _REMEMBERED:
            self._upper = found
        return found


def new_plan(robot: Robot | RobotArrays) -> Plan:
    """Return the tables of a robot, shared by the robot and its arrays."""
    return Plan(robot) if isinstance(robot, RobotArrays) else robot.arrays.plan


def plan_of(robot: Robot | RobotArrays) -> Plan:
    """Return the tables of a robot, which are computed once.

    Raises:
        TypeError: the argument is not a robot.
    """
    if not isinstance(robot, Robot | RobotArrays):
        raise TypeError(f"expected model.Robot or its arrays, not {class_name(type(robot))}")
    return robot.plan


def link_index(plan: Plan, frame: str | int) -> int:
    """Return the index of a link, by name or number.

    Raises:
        UnknownNameError: the link does not exist.
        IndexError: a link number is out of range.
        TypeError: the argument is neither a name nor a number.
    """
    arrays = plan.arrays
    if isinstance(frame, str):
        found = plan.names.get(frame)
        if found is None:
            names = arrays.link_names
            raise UnknownNameError("link", frame, names, f"robot {quoted(arrays.name)}")
        return found
    try:
        index = operator.index(frame)
    except TypeError:
        index = None
    if index is None or isinstance(frame, bool):
        raise TypeError(f"expected a link by name or number, not {class_name(type(frame))}")
    if not 0 <= index < plan.links:
        raise IndexError(
            f"robot {quoted(arrays.name)} has {plan.links} links: none has number {index}"
        )
    return index


def turning(axis: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return A0, A1, A2 (n, 3, 3): the rotation by x about an axis is A0 + sin(x) A1 + cos(x) A2.

    A zero axis gives the identity.
    """
    import numpy as np

    x, y, z = axis.T
    o = np.zeros_like(x)
    K = np.stack((o, -z, y, z, o, -x, -y, x, o), -1).reshape(-1, 3, 3)
    outer = axis[:, :, None] * axis[:, None, :]
    there = (axis != 0.0).any(axis=1)[:, None, None]
    across = np.where(there, np.eye(3) - outer, 0.0)
    return np.eye(3) - across, K, across


def _matrices(arrays: RobotArrays, kinds: list[Any]) -> Numbers:
    """Return the terms C0 to C3 (4, J, 4, 4) of X_PC; with several variables, C0 is X_PJ."""
    import numpy as np

    J = len(kinds)
    C = np.zeros((4, J, 4, 4))
    C[0, :, :3, :] = arrays.X_PJ
    C[0, :, 3, 3] = 1.0
    R_PJ = arrays.X_PJ[:, :, :3]
    turns = np.array([kind in ROTARY for kind in kinds], bool)
    if turns.any():
        for term, A in enumerate(turning(arrays.axis[turns])):
            C[term, turns, :3, :3] = R_PJ[turns] @ A
    slides = np.array([kind in {"prismatic", "screw"} for kind in kinds], bool)
    if slides.any():
        rate = np.where(arrays.kind == TYPE_OF_CODE.index("prismatic"), 1.0, arrays.pitch)
        along = (R_PJ[slides] @ arrays.axis[slides, :, None])[..., 0]
        C[3, slides, :3, 3] = along * rate[slides, None]
    for joint, X_JC in _behind(arrays).items():
        if kinds[joint] == "fixed" or kinds[joint] in ONE_VARIABLE:
            C[:, joint] = C[:, joint] @ X_JC
    return C


def _behind(arrays: RobotArrays) -> dict[int, Numbers]:
    """Return X_JC (4, 4), by joint index, of the joints where it is not the identity."""
    import numpy as np

    off = (np.eye(3, 4) != arrays.X_JC).any(axis=(1, 2))
    last = np.array([[0.0, 0.0, 0.0, 1.0]])
    return {
        joint: np.concatenate((arrays.X_JC[joint], last)) for joint in off.nonzero()[0].tolist()
    }


def _twists(arrays: RobotArrays, joint: int, kind: str, X_JC: Numbers | None) -> list[Any]:
    """Return the twists of a joint, each at the origin of the link in which it is constant."""
    found = _joint_twists(arrays, joint, kind)
    if X_JC is None:
        return found
    outer = found[:1] if kind in TWO_AXES else []
    return outer + [_seen_from(X_JC, twist) for twist in found[len(outer) :]]


def _seen_from(X_JC: Numbers, twist: Any) -> Any:
    """Return a twist of frame J, expressed at the origin and in the axes of frame C."""
    import numpy as np

    R_CJ, p_JC = X_JC[:3, :3].T, X_JC[:3, 3]
    linear, angular = twist[:3], twist[3:]
    return np.r_[R_CJ @ (linear + np.cross(angular, p_JC)), R_CJ @ angular]


def _joint_twists(arrays: RobotArrays, joint: int, kind: str) -> list[Any]:
    """Return the twists of a joint in the moving joint frame.

    For a joint with two axes, the twist of the first axis is expressed in the parent frame.
    """
    import numpy as np

    axis, axis2 = arrays.axis[joint], arrays.axis2[joint]
    none = np.zeros(3)
    if kind == "fixed":
        return []
    if kind == "floating":
        return list(np.eye(6))
    if kind == "ball":
        return list(np.eye(6)[3:])
    if kind == "planar":
        across = np.cross(axis, axis2)
        return [np.r_[axis2, none], np.r_[across, none], np.r_[none, axis]]
    if kind == "prismatic":
        return [np.r_[axis, none]]
    if kind == "screw":
        return [np.r_[arrays.pitch[joint] * axis, axis]]
    if kind in TWO_AXES:
        R_PJ, p_PJ = arrays.X_PJ[joint, :, :3], arrays.X_PJ[joint, :, 3]
        outer = R_PJ @ axis
        return [np.r_[np.cross(p_PJ, outer), outer], np.r_[none, axis2]]
    return [np.r_[none, axis]]

"""The robot as read-only arrays, for algorithms and native code.

All arrays are C-contiguous. Links and joints have the order of ``robot.links`` and
``robot.joints``, so a parent always precedes its children.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import collector_paused, field_names, quoted
from bodyplan.model._motion import Prepared
from bodyplan.model.arrays_layout import TYPE_CODES, frozen
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, WITH_AXIS, WITH_PITCH, Joint, across
from bodyplan.model.link import Link
from bodyplan.model.numeric import need_numpy
from bodyplan.model.transform import IDENTITY, Transform

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.model.robot import Robot

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int32]
    Codes = NDArray[np.int8]


class LimitArrays(NamedTuple):
    """The ``Limit`` of each independent joint as arrays, in the order of q and of v."""

    lower: Numbers
    """(nq,) smallest position [rad] or [m]; -inf without a limit, -1 for quaternions."""
    upper: Numbers
    """(nq,) largest position."""
    velocity: Numbers
    """(nv,) largest speed [rad/s] or [m/s]."""
    effort: Numbers
    """(nv,) largest torque or force [N m] or [N]."""


class RobotArrays(Prepared):
    """A robot as arrays, with L links, J joints, nq position variables and nv velocity variables.

    ``q`` contains the variables of the independent joints (all except mimic joints), in joint
    order: one variable for revolute, continuous, prismatic, screw and gearbox joints [rad] or [m];
    two for universal and revolute2 joints [rad]; x, y [m] and theta [rad] for planar joints; a
    quaternion xyzw for ball joints; x, y, z [m] and a quaternion xyzw for floating joints. ``v``
    contains 1 or 2 rates for the joints with 1 or 2 variables, 3 for planar joints (x, y, theta), 3
    for ball joints (angular) and 6 for floating joints (linear first), expressed in the moved joint
    frame, which is the child frame if X_JC is the identity.

    The pose of a child in its parent is X_PJ, then the motion of the joint, then X_JC. Loops,
    frames and sensors of the robot are not in the arrays.

    Args:
        parent: (L,) index of the parent link; -1 for a root.
        parent_joint: (L,) index of the joint that moves the link; -1 for a root.
        mass: (L,) [kg]; 0 for a link without inertial.
        p_LC: (L, 3) centre of mass C in the frame of the link [m].
        I_C: (L, 3, 3) inertia about C along the axes of the link [kg m²].
        kind: (J,) code of the joint type, see ``TYPE_CODES``.
        parent_link: (J,) index of the parent link of the joint.
        child_link: (J,) index of the child link of the joint.
        X_PJ: (J, 3, 4) pose of the joint frame in the frame of the parent link.
        X_JC: (J, 3, 4) pose of the child link frame in the joint frame, in the neutral
            configuration.
        axis: (J, 3) unit axis in the joint frame J, or normal of a planar joint; zero without an
            axis. A joint whose type requires an axis does not move if its axis is zero.
        axis2: (J, 3) second unit axis of a joint with two axes; x direction of a planar joint; else
            zero.
        pitch: (J,) travel of a screw joint per angle [m/rad]; else 0.
        q_index: (J,) index of the first variable of the joint in q; for a mimic joint, that of the
            mimicked joint; -1 if fixed.
        v_index: (J,) index of the first variable of the joint in v; mimic and fixed joints as in
            ``q_index``.
        multiplier: (J,) joint position = multiplier * q[q_index] + offset; 1 unless it is a mimic
            joint.
        offset: (J,) [rad] or [m]; 0 unless it is a mimic joint.
        follows: (J,) index of the independent joint that a mimic joint mimics; -1 for other joints.
        neutral: (nq,) neutral configuration: no joint has moved, except mimic joints with an
            offset.
        lower: (nq,) smallest position; -1 for quaternions, else -inf without a bound.
        upper: (nq,) largest position.
        velocity: (nv,) largest speed [rad/s] or [m/s]; inf without a bound.
        effort: (nv,) largest torque or force [N m] or [N]; inf without a bound.
        link_names: L names.
        joint_names: J names.
        name: the name of the robot.
    """

    __slots__ = (
        *("__dict__", "parent", "parent_joint", "mass", "p_LC", "I_C", "kind", "parent_link"),
        *(
            "child_link",
            "X_PJ",
            "X_JC",
            "axis",
            "axis2",
            "pitch",
            "q_index",
            "v_index",
            "multiplier",
        ),
        *("offset", "follows", "neutral", "lower", "upper", "velocity", "effort"),
        *("link_names", "joint_names", "name"),
    )

    parent: Indices
    parent_joint: Indices
    mass: Numbers
    p_LC: Numbers
    I_C: Numbers
    kind: Codes
    parent_link: Indices
    child_link: Indices
    X_PJ: Numbers
    X_JC: Numbers
    axis: Numbers
    axis2: Numbers
    pitch: Numbers
    q_index: Indices
    v_index: Indices
    multiplier: Numbers
    offset: Numbers
    follows: Indices
    neutral: Numbers
    lower: Numbers
    upper: Numbers
    velocity: Numbers
    effort: Numbers
    link_names: tuple[str, ...] = ()
    joint_names: tuple[str, ...] = ()
    name: str = ""

    @property
    def nq(self) -> int:
        """Number of variables of a configuration."""
        return len(self.neutral)

    @property
    def nv(self) -> int:
        """Number of entries of the velocity vector v."""
        return len(self.velocity)

    @property
    def limits(self) -> LimitArrays:
        """Limits of position, velocity and effort of the independent joints."""
        return LimitArrays(self.lower, self.upper, self.velocity, self.effort)

    def __repr__(self) -> str:
        return (
            f"<RobotArrays of {quoted(self.name)}: {len(self.parent)} links,"
            f" {len(self.kind)} joints, nq {self.nq}, nv {self.nv}>"
        )

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, RobotArrays):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, field), getattr(other, field))
            for field in field_names(RobotArrays)
        )

    def __hash__(self) -> int:
        return hash((self.link_names, self.joint_names, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (tuple(getattr(self, field) for field in field_names(RobotArrays)),)


def _restored(values: tuple[Any, ...]) -> RobotArrays:
    """Return unpickled arrays, made read-only again."""
    import numpy as np

    # Unpickled arrays are writable, and their dtypes are copies of NumPy's own dtype objects.

    return RobotArrays(
        *(
            frozen(value.view(np.dtype(value.dtype.name)))
            if isinstance(value, np.ndarray)
            else value
            for value in values
        )
    )


def arrays_of(robot: Robot) -> RobotArrays:
    """Return the arrays of a robot, in time linear in its size.

    Raises:
        NumpyMissingError: NumPy is not installed.
    """
    need_numpy()
    import numpy as np

    with collector_paused():
        links, joints, tree = robot.links, robot.joints, robot.tree
        joint_index = tree.joint_index
        q_index, v_index = _places(joints)
        follows = [-1] * len(joints)
        multiplier, offset = [1.0] * len(joints), [0.0] * len(joints)
        for name, mimic in robot.mimics.items():
            follower, leader = joint_index[name], joint_index[mimic.leader]
            follows[follower] = leader
            q_index[follower], v_index[follower] = q_index[leader], v_index[leader]
            multiplier[follower], offset[follower] = mimic.multiplier, mimic.offset
        mass, p_LC, I_C = _masses(links)
        parents = [tree.link_index[joint.parent] for joint in joints]
        children = [tree.link_index[joint.child] for joint in joints]
        axis = _units([j.axis if j.type in WITH_AXIS else (0.0, 0.0, 0.0) for j in joints])
        axis2 = _units([j.axis2 if j.type in TWO_AXES else (0.0, 0.0, 0.0) for j in joints])
        planar = [index for index, joint in enumerate(joints) if joint.type == "planar"]
        if planar:
            axis2[planar] = [across(normal) for normal in axis[planar].tolist()]
        kinds = [TYPE_CODES[joint.type] for joint in joints]
        pitch = [joint.pitch if joint.type in WITH_PITCH else 0.0 for joint in joints]
        neutral, lower, upper, velocity, effort = _bounds(joints)
        numbers, indices = np.float64, np.int32
        return RobotArrays(
            frozen(np.array(tree.above, indices)),
            frozen(np.array(tree.into, indices)),
            frozen(mass),
            frozen(p_LC),
            frozen(I_C),
            frozen(np.array(kinds, np.int8)),
            frozen(np.array(parents, indices)),
            frozen(np.array(children, indices)),
            frozen(_matrices([joint.origin for joint in joints])),
            frozen(_matrices([joint.X_JC for joint in joints])),
            frozen(axis),
            frozen(axis2),
            frozen(np.array(pitch, numbers)),
            frozen(np.array(q_index, indices)),
            frozen(np.array(v_index, indices)),
            frozen(np.array(multiplier, numbers)),
            frozen(np.array(offset, numbers)),
            frozen(np.array(follows, indices)),
            frozen(np.array(neutral, numbers)),
            frozen(np.array(lower, numbers)),
            frozen(np.array(upper, numbers)),
            frozen(np.array(velocity, numbers)),
            frozen(np.array(effort, numbers)),
            robot.link_names,
            robot.joint_names,
            robot.name,
        )


def _places(joints: Sequence[Joint]) -> tuple[list[int], list[int]]:
    """Return the index of the first number of each joint in q and in v; -1 if it has no number."""
    q_index, v_index, nq, nv = [-1] * len(joints), [-1] * len(joints), 0, 0
    for index, joint in enumerate(joints):
        facts = JOINT_TYPES[joint.type]
        if joint.mimic is None and facts.variables:
            q_index[index], v_index[index] = nq, nv
            nq += len(facts.variables)
            nv += facts.degrees_of_freedom
    return q_index, v_index


def _bounds(
    joints: Sequence[Joint],
) -> tuple[list[float], list[float], list[float], list[float], list[float]]:
    """Return neutral, lower, upper (nq), and velocity, effort (nv), of independent joints."""
    neutral: list[float] = []
    lower: list[float] = []
    upper: list[float] = []
    velocity: list[float] = []
    effort: list[float] = []
    for joint in joints:
        facts = JOINT_TYPES[joint.type]
        if joint.mimic is not None or not facts.variables:
            continue
        neutral += facts.neutral
        bounds = [joint.limit, joint.limit2] if joint.type in TWO_AXES else [joint.limit]
        if len(bounds) == len(facts.variables):
            lower += [bound.lower for bound in bounds]
            upper += [bound.upper for bound in bounds]
        else:  # joints without limits, such as floating ones; quaternions are within -1 and 1
            quaternion = [ending.startswith("/rot_") for ending in facts.variables]
            lower += [-1.0 if one else -_INF for one in quaternion]
            upper += [1.0 if one else _INF for one in quaternion]
        times = facts.degrees_of_freedom // len(bounds)
        velocity += [bound.velocity for bound in bounds for _ in range(times)]
        effort += [bound.effort for bound in bounds for _ in range(times)]
    return neutral, lower, upper, velocity, effort


_INF = float("inf")


def _masses(links: Sequence[Link]) -> tuple[Numbers, Numbers, Numbers]:
    """Return masses, centres of mass, and inertias rotated to the axes of the link frames."""
    import numpy as np

    mass = np.zeros(len(links))
    p_LC, I_C = np.zeros((len(links), 3)), np.zeros((len(links), 3, 3))
    heavy = [(i, link.inertial) for i, link in enumerate(links) if link.inertial is not None]
    if not heavy:
        return mass, p_LC, I_C
    where = [index for index, _ in heavy]
    mass[where] = [inertial.mass for _, inertial in heavy]
    X_LI = _matrices([inertial.origin for _, inertial in heavy])
    R_LI = X_LI[:, :, :3]
    p_LC[where] = X_LI[:, :, 3]
    parts = np.array([inertial.inertia for _, inertial in heavy])
    tensors = parts[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)
    # infinite masses give infinite or nan inertias
    with np.errstate(over="ignore", invalid="ignore"):
        turned = R_LI @ tensors @ R_LI.transpose(0, 2, 1)
        I_C[where] = 0.5 * (turned + turned.transpose(0, 2, 1))
    straight = [i for i, (_, inertial) in enumerate(heavy) if inertial.origin.R == IDENTITY.R]
    # if the inertial frame is not rotated, the numbers stay exact
    I_C[np.array(where)[straight]] = tensors[straight]
    return mass, p_LC, I_C


def _matrices(transforms: Sequence[Transform]) -> Numbers:
    """Return (n, 3, 4) matrices of poses."""
    import numpy as np

    result = np.zeros((len(transforms), 3, 4))
    if transforms:
        result[:, :, :3] = [transform.R for transform in transforms]
        result[:, :, 3] = [transform.p for transform in transforms]
    return result


def _units(axes: Sequence[tuple[float, float, float]]) -> Numbers:
    """Return (n, 3) normalized vectors; zero vectors and unit vectors stay unchanged."""
    import numpy as np

    result = np.array(axes, np.float64).reshape(-1, 3)
    largest = np.abs(result).max(axis=1, initial=0.0)
    safe = np.where(largest > 0.0, largest, 1.0)
    length = np.linalg.norm(result / safe[:, None], axis=1) * safe
    off = (np.abs(length - 1.0) > 1e-14) & (largest > 0.0)
    result[off] /= length[off, None]
    return result

"""The kernels' answers worked out plainly: one configuration at a time, 4x4 matrices, no recursion on
accelerations. Velocities come from Jacobians, torques from Lagrange's form, so that nothing is shared
with the code under test.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

FIXED, REVOLUTE, CONTINUOUS, PRISMATIC, FLOATING, PLANAR, BALL, UNIVERSAL, SCREW = range(9)
REVOLUTE2, GEARBOX = 9, 10
SIZE_Q = {FIXED: 0, FLOATING: 7, PLANAR: 3, BALL: 4, UNIVERSAL: 2, REVOLUTE2: 2}
SIZE_V = {FIXED: 0, FLOATING: 6, PLANAR: 3, BALL: 3, UNIVERSAL: 2, REVOLUTE2: 2}
KINDS = tuple(range(11))


def skew(w: Any) -> Any:
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


def turned(axis: Any, angle: float) -> Any:
    """Rodrigues' formula, as a pose."""
    K = skew(axis)
    X = np.eye(4)
    X[:3, :3] += np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)
    return X


def shifted(p: Any) -> Any:
    X = np.eye(4)
    X[:3, 3] = p
    return X


def quaternion(xyzw: Any) -> Any:
    length = np.linalg.norm(xyzw)
    if length == 0:
        return np.eye(4)
    w = xyzw[3] / length
    u = np.asarray(xyzw[:3]) / length
    X = np.eye(4)
    X[:3, :3] = np.eye(3) + 2 * w * skew(u) + 2 * skew(u) @ skew(u)
    return X


def joint_motion(a: Any, j: int, q: Any) -> tuple[Any, Any]:
    """Pose of the moved joint frame in the joint frame, and its (6, n) unit velocities.

    Linear first, along the axes of the moved frame, of its origin.
    """
    kind, axis, axis2 = a.kind[j], a.axis[j], a.axis2[j]
    at = a.q_index[j]
    zero = np.zeros(3)
    if kind == FIXED:
        return np.eye(4), np.zeros((6, 0))
    if kind == FLOATING:
        return shifted(q[at : at + 3]) @ quaternion(q[at + 3 : at + 7]), np.eye(6)
    if kind == BALL:
        return quaternion(q[at : at + 4]), np.eye(6)[:, 3:]
    if kind == PLANAR:
        y = np.cross(axis, axis2)
        motion = np.column_stack([np.r_[axis2, zero], np.r_[y, zero], np.r_[zero, axis]])
        return shifted(q[at] * axis2 + q[at + 1] * y) @ turned(axis, q[at + 2]), motion
    if kind in {UNIVERSAL, REVOLUTE2}:
        second = turned(axis2, q[at + 1])
        first = second[:3, :3].T @ axis
        return turned(axis, q[at]) @ second, np.column_stack(
            [np.r_[zero, first], np.r_[zero, axis2]]
        )
    position = a.multiplier[j] * q[at] + a.offset[j]
    if kind == PRISMATIC:
        return shifted(position * axis), np.r_[axis, zero][:, None] * a.multiplier[j]
    if kind == SCREW:
        X = turned(axis, position)
        X[:3, 3] = a.pitch[j] * position * axis
        return X, np.r_[a.pitch[j] * axis, axis][:, None] * a.multiplier[j]
    return turned(axis, position), np.r_[zero, axis][:, None] * a.multiplier[j]


def poses(a: Any, q: Any) -> Any:
    """(L, 4, 4)."""
    return _walk(a, q)[0]


def _walk(a: Any, q: Any) -> tuple[Any, Any]:
    """Poses of all links, and their (L, 6, nv) Jacobians of the origins along the world's axes."""
    links = len(a.mass)
    X = np.tile(np.eye(4), (links, 1, 1))
    J = np.zeros((links, 6, a.nv))
    for j in range(len(a.kind)):
        parent, child = a.parent_link[j], a.child_link[j]
        X_JM, S = joint_motion(a, j, q)
        X_PJ = np.vstack([a.X_PJ[j], [0, 0, 0, 1]])
        X_JC = np.vstack([a.X_JC[j], [0, 0, 0, 1]])
        X_WM = X[parent] @ X_PJ @ X_JM
        X[child] = X_WM @ X_JC
        JM = _seen_from(X_WM[:3, 3] - X[parent][:3, 3], J[parent])
        R = X_WM[:3, :3]
        at = a.v_index[j]
        JM[:3, at : at + S.shape[1]] += R @ S[:3]
        JM[3:, at : at + S.shape[1]] += R @ S[3:]
        J[child] = _seen_from(X[child][:3, 3] - X_WM[:3, 3], JM)
    return X, J


def _seen_from(arm: Any, J: Any) -> Any:
    """The Jacobian of another point of the same body."""
    return np.vstack([J[:3] - skew(arm) @ J[3:], J[3:]])


def jacobian(a: Any, q: Any, link: int, reference: int) -> Any:
    """(6, nv); 0 local, 1 world, 2 local_world_aligned."""
    X, J = _walk(a, q)
    R, p = X[link][:3, :3], X[link][:3, 3]
    if reference == 0:
        return np.vstack([R.T @ J[link, :3], R.T @ J[link, 3:]])
    if reference == 1:
        return np.vstack([J[link, :3] + skew(p) @ J[link, 3:], J[link, 3:]])
    return J[link]


def _centers(a: Any, q: Any) -> tuple[Any, Any, Any]:
    """Of each link: centre of mass, its (6, nv) Jacobian along the world's axes, its inertia there."""
    X, J = _walk(a, q)
    R = X[:, :3, :3]
    arm = np.einsum("lij,lj->li", R, a.p_LC)
    JC = J.copy()
    for link in range(len(arm)):
        JC[link, :3] -= skew(arm[link]) @ J[link, 3:]
    return X[:, :3, 3] + arm, JC, R @ a.I_C @ R.transpose(0, 2, 1)


def center_of_mass(a: Any, q: Any) -> Any:
    return a.mass @ _centers(a, q)[0] / a.mass.sum()


def mass_matrix(a: Any, q: Any) -> Any:
    _, J, inertia = _centers(a, q)
    linear = np.einsum("l,lki,lkj->ij", a.mass, J[:, :3], J[:, :3])
    return linear + np.einsum("lki,lkm,lmj->ij", J[:, 3:], inertia, J[:, 3:])


def moved(a: Any, q: Any, v: Any, time: Any) -> Any:
    """The configuration after a time of a steady velocity, by the exponential of each joint."""
    made = np.array(q, np.result_type(q, v))
    for j in range(len(a.kind)):
        kind, at, to = a.kind[j], a.v_index[j], a.q_index[j]
        if kind == FIXED or a.follows[j] >= 0:
            continue
        if kind in {BALL, FLOATING}:
            w = v[at + (3 if kind == FLOATING else 0) :][:3] * time
            spot = to + (3 if kind == FLOATING else 0)
            R = quaternion(q[spot : spot + 4])[:3, :3]
            angle = np.linalg.norm(w)
            turn = np.array([0.0, 0, 0, 1])
            if angle > 0:
                turn = np.r_[np.sin(angle / 2) * w / angle, np.cos(angle / 2)]
            a0, b0 = q[spot : spot + 4], turn
            made[spot : spot + 3] = a0[3] * b0[:3] + b0[3] * a0[:3] + np.cross(a0[:3], b0[:3])
            made[spot + 3] = a0[3] * b0[3] - a0[:3] @ b0[:3]
            if kind == FLOATING:
                made[to : to + 3] += _swept(R, w) @ v[at : at + 3] * time
        elif kind == PLANAR:
            angle = v[at + 2] * time
            start = q[to + 2]
            x, y = v[at] * time, v[at + 1] * time
            # the mean of the direction over the turn
            sine = np.sinc(angle / np.pi)
            cosine = np.sin(angle / 2) * np.sinc(angle / 2 / np.pi)
            mx, my = sine * x - cosine * y, cosine * x + sine * y
            made[to] += np.cos(start) * mx - np.sin(start) * my
            made[to + 1] += np.sin(start) * mx + np.cos(start) * my
            made[to + 2] += angle
        else:
            n = SIZE_V.get(int(kind), 1)
            made[to : to + n] += v[at : at + n] * time
    return made


def _swept(R: Any, w: Any) -> Any:
    """The mean of R exp(s w) over s from 0 to 1, by its series."""
    K, term, total = skew(w), np.eye(3), np.eye(3)
    for n in range(1, 20):
        term = term @ K / (n + 1)
        total = total + term
    return R @ total


def inverse_dynamics(a: Any, q: Any, v: Any, acceleration: Any, gravity: Any) -> Any:
    """Sum over the links of J^T times what Newton and Euler ask for.

    The change of the Jacobians along the motion is a central difference of high order.
    """
    _, J, inertia = _centers(a, q)
    step = 2e-3
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    Jdot = sum(
        weight
        / step
        * (_centers(a, moved(a, q, v, k * step))[1] - _centers(a, moved(a, q, v, -k * step))[1])
        for k, weight in weights.items()
    )
    spin = J[:, 3:] @ v
    change = J @ acceleration + Jdot @ v
    force = a.mass[:, None] * (change[:, :3] - gravity)
    moment = np.einsum("lij,lj->li", inertia, change[:, 3:]) + np.cross(
        spin, np.einsum("lij,lj->li", inertia, spin)
    )
    return np.einsum("lkv,lk->v", J[:, :3], force) + np.einsum("lkv,lk->v", J[:, 3:], moment)


def random_robot(
    seed: int, links: int, kinds: tuple[int, ...] = KINDS, *, followers: bool = True
) -> Any:
    """A tree of links with joints of the given kinds: some axes along x, y, z, some anywhere.

    Where the seed is odd, links may stand away from the frames of their joints.
    """
    dice = np.random.default_rng(seed)
    joints = links - 1
    kind = dice.choice(kinds, joints).astype(np.int8)
    parent_link = np.array(
        [dice.integers(max(0, child - 4), child) for child in range(1, links)], np.int32
    ).reshape(joints)
    axis, axis2 = np.zeros((joints, 3)), np.zeros((joints, 3))
    X_PJ = np.zeros((joints, 3, 4))
    multiplier, offset, pitch = np.ones(joints), np.zeros(joints), np.zeros(joints)
    q_index, v_index = np.full(joints, -1, np.int32), np.full(joints, -1, np.int32)
    follows = np.full(joints, -1, np.int32)
    nq = nv = 0
    leaders: list[int] = []
    X_JC = np.tile(np.eye(3, 4), (joints, 1, 1))
    for j in range(joints):
        if seed % 2 and dice.random() < 0.6:
            X_JC[j, :, :3] = quaternion(dice.normal(size=4))[:3, :3]
            X_JC[j, :, 3] = dice.uniform(-0.3, 0.3, 3)
        X_PJ[j, :, :3] = np.eye(3)
        if dice.random() < 0.6:
            X_PJ[j, :, 3] = dice.uniform(-0.4, 0.4, 3)
        if dice.random() < 0.5:
            X_PJ[j, :, :3] = quaternion(dice.normal(size=4))[:3, :3]
        one = int(kind[j])
        if one in {FIXED, FLOATING, BALL}:
            pass
        elif dice.random() < 0.5:
            axis[j] = np.eye(3)[dice.integers(3)] * dice.choice([-1, 1])
        else:
            axis[j] = dice.normal(size=3)
            axis[j] /= np.linalg.norm(axis[j])
        if one in {UNIVERSAL, REVOLUTE2, PLANAR}:
            axis2[j] = np.cross(axis[j], dice.normal(size=3))
            axis2[j] /= np.linalg.norm(axis2[j])
        if one == SCREW:
            pitch[j] = dice.uniform(-0.2, 0.2)
        if one == FIXED:
            continue
        single = SIZE_V.get(one, 1) == 1
        if followers and single and leaders and dice.random() < 0.3:
            leader = int(dice.choice(leaders))
            follows[j], q_index[j], v_index[j] = leader, q_index[leader], v_index[leader]
            multiplier[j], offset[j] = dice.uniform(-2, 2), dice.uniform(-1, 1)
            continue
        q_index[j], v_index[j] = nq, nv
        nq += SIZE_Q.get(one, 1)
        nv += SIZE_V.get(one, 1)
        if single:
            leaders.append(j)
    spread = dice.normal(size=(links, 3, 3))
    arrays = SimpleNamespace(
        parent=np.r_[-1, parent_link].astype(np.int32),
        mass=np.where(dice.random(links) < 0.2, 0.0, dice.uniform(0.1, 5, links)),
        p_LC=dice.uniform(-0.2, 0.2, (links, 3)),
        I_C=spread @ spread.transpose(0, 2, 1) * 0.02,
        kind=kind,
        parent_link=parent_link,
        child_link=np.arange(1, links, dtype=np.int32),
        X_PJ=X_PJ,
        X_JC=X_JC,
        axis=axis,
        axis2=axis2,
        pitch=pitch,
        q_index=q_index,
        v_index=v_index,
        multiplier=multiplier,
        offset=offset,
        follows=follows,
        nq=nq,
        nv=nv,
    )
    arrays.mass[-1] = 1.0
    arrays.I_C[arrays.mass == 0] = 0.0
    return arrays


def random_configurations(a: Any, count: int, seed: int = 0) -> Any:
    """(count, nq) with quaternions of length one."""
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, (count, a.nq))
    for j in range(len(a.kind)):
        if a.kind[j] in {BALL, FLOATING}:
            at = a.q_index[j] + (3 if a.kind[j] == FLOATING else 0)
            q[:, at : at + 4] /= np.linalg.norm(q[:, at : at + 4], axis=1, keepdims=True)
    return q

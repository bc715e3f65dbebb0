"""The native kernels on enormous robots and hostile arrays, in threads, and the memory they give out."""

from __future__ import annotations

import gc
import importlib.util
import pickle
import threading
import time
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from bodyplan.native import Plan, kernel_sets
from tests.model.every_kind import every_kind
from tests.native import reference

if Plan is None:
    pytest.skip("the native kernels are not built", allow_module_level=True)


def tree(parents, seed=0):
    """A robot of revolute joints about z, link i + 1 hanging from link parents[i]."""
    joints = len(parents)
    dice = np.random.default_rng(seed)
    X_PJ = np.zeros((joints, 3, 4))
    tilt = dice.uniform(-1, 1, joints)  # about x
    X_PJ[:, 0, 0] = 1.0
    X_PJ[:, 1, 1] = X_PJ[:, 2, 2] = np.cos(tilt)
    X_PJ[:, 2, 1], X_PJ[:, 1, 2] = np.sin(tilt), -np.sin(tilt)
    X_PJ[:, :, 3] = dice.uniform(-0.1, 0.1, (joints, 3))
    order = np.arange(joints, dtype=np.int32)
    return SimpleNamespace(
        parent=np.r_[-1, parents].astype(np.int32),
        mass=np.full(joints + 1, 0.01),
        p_LC=np.full((joints + 1, 3), 0.01),
        I_C=np.tile(np.eye(3) * 1e-5, (joints + 1, 1, 1)),
        kind=np.full(joints, reference.REVOLUTE, np.int8),
        parent_link=np.asarray(parents, np.int32),
        child_link=order + np.int32(1),
        X_PJ=X_PJ,
        X_JC=np.tile(np.eye(3, 4), (joints, 1, 1)),
        axis=np.tile([0.0, 0.0, 1.0], (joints, 1)),
        axis2=np.zeros((joints, 3)),
        pitch=np.zeros(joints),
        q_index=order,
        v_index=order,
        multiplier=np.ones(joints),
        offset=np.zeros(joints),
        follows=np.full(joints, -1, np.int32),
        nq=joints,
        nv=joints,
    )


def shape_of(name, links):
    """Parents of the links behind the first."""
    order = np.arange(links - 1)
    if name == "chain":
        return order
    if name == "star":
        return np.zeros(links - 1, int)
    if name == "comb":  # a chain with a tooth at each link
        return np.maximum(0, order - order % 2 - 1)
    if name == "backwards":  # the first links have children at the very end
        return np.where(order < links // 2, order, links - 1 - order)
    return np.random.default_rng(1).integers(np.maximum(0, order - 1000), order + 1)


SHAPES = ("chain", "star", "comb", "backwards", "any")


def hang_together(a, q, X):
    """Whether each link stands to its parent as its joint says."""
    parent, child = X[:, a.parent_link], X[:, a.child_link]
    turned = np.zeros((len(q), a.nq, 3, 3))
    turned[..., 0, 0] = turned[..., 1, 1] = np.cos(q)
    turned[..., 1, 0], turned[..., 0, 1] = np.sin(q), -np.sin(q)
    turned[..., 2, 2] = 1.0
    R = parent[..., :3, :3] @ a.X_PJ[:, :, :3] @ turned
    p = parent[..., :3, 3] + (parent[..., :3, :3] @ a.X_PJ[:, :, 3:])[..., 0]
    return max(np.abs(child[..., :3, :3] - R).max(), np.abs(child[..., :3, 3] - p).max())


@pytest.mark.parametrize("shape", SHAPES)
def test_robots_of_any_shape_are_connected(shape):
    for links in (2, 3, 40):
        a = tree(shape_of(shape, links), links)
        q = np.random.default_rng(0).uniform(-3, 3, (11, a.nq))
        for name in kernel_sets():
            plan = Plan(a, name)
            X = plan.forward_kinematics(q)
            assert hang_together(a, q, X) < 1e-14
            single = np.array([plan.forward_kinematics(row) for row in q])
            assert np.abs(single - X).max() < 1e-13


@pytest.mark.parametrize(("shape", "links"), [("any", 100_000), ("chain", 5001)])
def test_enormous_robots_have_their_answers(shape, links):
    a = tree(shape_of(shape, links))
    plan = Plan(a)
    q = np.random.default_rng(0).uniform(-3, 3, (3, a.nq))
    X = plan.forward_kinematics(q)
    assert hang_together(a, q, X) < 1e-11
    assert np.abs(plan.forward_kinematics(q[0]) - X[0]).max() < 1e-10
    some = plan.forward_kinematics(q, chosen=plan.poses([links - 1, links // 2, 0]))
    assert np.array_equal(some, X[:, [links - 1, links // 2, 0]])
    center = (X[..., :3, :3] @ a.p_LC[:, :, None])[..., 0] + X[..., :3, 3]
    assert np.abs(plan.center_of_mass(q) - center.mean(axis=1)).max() < 1e-9
    # a force on one link is felt through its Jacobian: J^T f are the torques of its weight alone
    a.mass[:], a.I_C[:] = 0.0, 0.0
    tip = links - 1
    a.mass[tip], a.p_LC[tip] = 2.0, 0.0
    torques = Plan(a).inverse_dynamics(q)
    J = plan.jacobian(q, tip, 2)
    wanted = 2.0 * 9.81 * J[:, 2]
    assert np.abs(torques - wanted).max() < 1e-9 * max(1.0, np.abs(wanted).max())


def test_time_grows_with_the_number_of_links():
    def spent(links):
        a = tree(shape_of("any", links))
        q = np.zeros((8, a.nq))
        best = np.inf
        for _ in range(3):
            start = time.thread_time()
            plan = Plan(a)
            plan.forward_kinematics(q)
            plan.inverse_dynamics(q)
            plan.jacobian(q, links - 1, 0)
            best = min(best, time.thread_time() - start)
        return best

    assert spent(100_000) < 30 * spent(
        12_500
    )  # 8 times, were there no caches; 64, were it quadratic


@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_joint_of_a_model_agrees_with_plain_numpy(seed):
    a = every_kind(seed, behind=True).arrays
    dice = np.random.default_rng(seed)
    q = dice.uniform(-2, 2, (5, a.nq))
    v = dice.normal(size=(5, a.nv))
    plan = Plan(a)
    X, tip = plan.forward_kinematics(q), len(a.mass) - 1
    J, M, center = plan.jacobian(q, tip, 0), plan.mass_matrix(q), plan.center_of_mass(q)
    T = plan.inverse_dynamics(q, v, v)
    gravity = np.array([0.0, 0.0, -9.81])
    for n in range(len(q)):
        for found, wanted, bound in (
            (X[n], reference.poses(a, q[n]), 1e-13),
            (J[n], reference.jacobian(a, q[n], tip, 0), 1e-12),
            (M[n], reference.mass_matrix(a, q[n]), 1e-12),
            (center[n], reference.center_of_mass(a, q[n]), 1e-13),
            (T[n], reference.inverse_dynamics(a, q[n], v[n], v[n], gravity), 1e-8),
        ):
            assert np.abs(found - wanted).max() <= bound * max(1.0, np.abs(wanted).max())


# --- hostile arrays ---

INDICES = ("kind", "parent_link", "child_link", "q_index", "v_index", "follows")
BAD = (-(2**31), -2, -1, 0, 1, 3, 4, 5, 6, 7, 10, 11, 100, 127, 2**20, 2**31 - 1)


def test_arrays_changed_at_random_are_refused_or_give_an_answer():
    """No index leaves its array: what this would do shows under the sanitizers (CONTRIBUTING)."""
    dice = np.random.default_rng(0)
    made = 0
    for seed in range(400):
        a = reference.random_robot(seed % 7, 7)
        for _ in range(dice.integers(0, 3)):
            array = getattr(a, dice.choice(INDICES))
            value = dice.choice(BAD if dice.random() < 0.5 else array)
            array[dice.integers(len(array))] = value.astype(array.dtype)
        if dice.random() < 0.1:
            a.nq, a.nv = (int(n) for n in dice.integers(0, 30, 2))
        for name in ("X_PJ", "axis", "mass", "multiplier"):
            if dice.random() < 0.1:
                array = getattr(a, name)
                array.ravel()[dice.integers(array.size)] = dice.choice([np.nan, np.inf, 1e308])
        try:
            plan = Plan(a)
        except ValueError:
            continue
        made += 1
        q = dice.normal(size=(9, a.nq))
        for count in (1, 9):
            plan.forward_kinematics(q[:count])
            plan.jacobian(q[:count], int(dice.integers(7)), int(dice.integers(3)))
            plan.inverse_dynamics(q[:count])
            plan.mass_matrix(q[:count])
            plan.center_of_mass(q[:count])
    assert 20 < made < 380


# --- calls ---


@pytest.fixture(scope="module")
def arm():
    a = reference.random_robot(0, 6, (reference.REVOLUTE,), followers=False)
    return Plan(a)


def test_calls_that_are_none_are_refused(arm):
    q = np.zeros((2, 5))
    for call in (
        arm.forward_kinematics,
        lambda: arm.forward_kinematics(q, None, None, 1, 2),
        lambda: arm.forward_kinematics(q, q=q),
        lambda: arm.forward_kinematics(q, QQQ=1),
        lambda: arm.forward_kinematics(q, threads="two"),
        lambda: arm.forward_kinematics(q, threads=2.5),
        lambda: arm.forward_kinematics(q, chosen=[1]),
        lambda: arm.jacobian(q, "tip", 0),
        lambda: arm.jacobian(q, None, 0),
        lambda: arm.inverse_dynamics(q, gx="much"),
        lambda: Plan.forward_kinematics(q),
        lambda: Plan.forward_kinematics(object(), q),
        lambda: Plan.forward_kinematics(Plan.__new__(Plan), q),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError, match="from 0 to 5"):
        arm.jacobian(q, 2**80, 0)
    with pytest.raises(ValueError, match="from 0 to 5"):
        arm.jacobian(q, reference=0)
    assert np.array_equal(arm.mass_matrix(q, threads=2**80), arm.mass_matrix(q=q))


def test_arrays_of_subclasses_are_taken_as_they_are_and_answered_with_plain_ones(arm):
    q = np.zeros((2, 5)).view(np.recarray)
    found = arm.forward_kinematics(q)
    assert type(found) is np.ndarray
    assert found.flags.writeable


def test_arrays_that_may_have_masked_numbers_are_left_to_python(arm):
    q = np.zeros((2, 5))
    with pytest.raises(TypeError, match="q: expected a NumPy array"):
        arm.center_of_mass(np.ma.array(q))
    for call in (
        lambda: arm.center_of_mass(q, np.ma.zeros((2, 3))),
        lambda: arm.inverse_dynamics(q, np.ma.zeros((2, arm.inverse_dynamics(q).shape[-1]))),
    ):
        with pytest.raises(ValueError, match="expected a C-contiguous array of float64"):
            call()


def test_other_threads_run_while_a_kernel_does():
    a = tree(shape_of("chain", 2000))
    plan, q = Plan(a, "baseline"), np.zeros((2000, a.nq))
    begun = threading.Event()

    def work():
        begun.set()
        plan.center_of_mass(q)

    worker = threading.Thread(target=work)
    worker.start()
    begun.wait()
    ticks = 0
    while worker.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 5


# --- memory ---


def test_large_arrays_are_not_shared(arm):
    q = np.random.default_rng(0).uniform(-3, 3, (30_000, 5))  # 23 MB of poses
    first = arm.forward_kinematics(q)
    assert first.ctypes.data % 64 == 0
    assert first.flags.c_contiguous
    assert first.flags.writeable
    known = first.copy()
    part, place = first[7:9, 1], first.ctypes.data
    second = arm.forward_kinematics(q + 1)
    assert np.array_equal(first, known)
    del first
    gc.collect()
    third = arm.forward_kinematics(q + 2)  # a part of the first one still lives
    assert np.array_equal(part, known[7:9, 1])
    assert not np.may_share_memory(second, third)
    del part
    gc.collect()
    assert arm.forward_kinematics(q).ctypes.data == place  # its pages serve again
    assert np.array_equal(arm.forward_kinematics(q), known)


def test_memory_that_is_kept_has_a_limit():
    def resident():
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    if not Path("/proc/self/statm").exists():
        pytest.skip("no /proc here")
    plan = Plan(tree(shape_of("star", 40)))
    before = resident()
    for count in range(1000, 16_000, 1500):  # up to 80 MB each, 450 MB together
        plan.forward_kinematics(np.zeros((count, 39)))
    assert resident() - before < 400_000_000


def test_the_extension_is_small():
    spec = importlib.util.find_spec("bodyplan.native._native")
    assert len(zlib.compress(Path(spec.origin).read_bytes())) < 500_000


def resident():
    """Bytes of memory that this process has."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_jacobians_of_all_links_of_a_long_chain_are_not_all_remembered():
    a = tree(shape_of("chain", 2500))
    plan = Plan(a)
    q = np.zeros(a.nq)
    first = plan.jacobian(q, 2400, 0)
    out = np.empty_like(first)
    before = resident()
    for link in range(2500):
        plan.jacobian(q, link, 0, out)
    assert resident() - before < 60e6  # of 200 MB
    assert np.array_equal(plan.jacobian(q, 2400, 0), first)


def test_an_array_that_no_memory_holds_is_refused_with_its_shape():
    plan = Plan(tree(shape_of("chain", 5)))
    q = np.broadcast_to(np.zeros(4), (10**13, 4))
    with pytest.raises(ValueError, match="C-contiguous"):
        plan.forward_kinematics(q)
    made = np.lib.stride_tricks.as_strided(np.zeros(0), (10**15, 0), (0, 8))
    motionless = Plan(tree(np.zeros(0, int)))
    wanted = r"no memory for an array of float64 with shape \(1000000000000000, 1, 4, 4\)"
    with pytest.raises(MemoryError, match=wanted):
        motionless.forward_kinematics(made)


def test_arrays_of_another_process_are_taken_as_they_are():
    plan = Plan(tree(shape_of("chain", 5)))
    q = np.linspace(-1, 1, 12).reshape(3, 4)
    for dtype in (np.float64, np.float32):
        given = q.astype(dtype)
        sent = pickle.loads(pickle.dumps(given))  # noqa: S301
        sent.dtype = np.dtype(dtype, metadata={"of": "another process"})
        assert sent.dtype is not given.dtype
        found = plan.forward_kinematics(sent)
        assert found.dtype is given.dtype
        assert np.array_equal(found, plan.forward_kinematics(given))

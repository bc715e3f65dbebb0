"""The native batch kernels against plain NumPy (reference.py) and against Pinocchio."""

from __future__ import annotations

import gc
import threading
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

import bodyplan
from bodyplan.native import Plan, kernel_sets
from tests.native import reference

if Plan is None:
    pytest.skip("the native kernels are not built", allow_module_level=True)

SETS = kernel_sets()
GRAVITY = (0.3, -0.7, -9.81)
KIND_SETS = {
    "all kinds": reference.KINDS,
    "revolute": (reference.REVOLUTE,),
    "prismatic": (reference.PRISMATIC,),
    "screw": (reference.SCREW,),
    "ball": (reference.BALL,),
    "planar": (reference.PLANAR,),
    "floating": (reference.FLOATING,),
    "universal": (reference.UNIVERSAL, reference.REVOLUTE2),
    "fixed": (reference.FIXED,),
    "arm": (reference.REVOLUTE, reference.CONTINUOUS, reference.FIXED, reference.PRISMATIC),
}
ROBOTS = [pytest.param(kinds, seed, id=f"{name} {seed}")
          for name, kinds in KIND_SETS.items() for seed in range(2)]  # fmt: skip
COUNTS = (1, 3, 17)


def close(found, wanted, bound):
    """Largest error against the largest number, or against one."""
    assert found.shape == wanted.shape
    if wanted.size:
        scale = max(1.0, np.abs(wanted).max())
        assert np.abs(found - wanted).max() <= bound * scale


@pytest.fixture(params=SETS)
def instructions(request):
    return request.param


def each(function, *rows):
    return np.array([function(*row) for row in zip(*rows, strict=True)])


@cache
def answers(kinds, seed):
    """A robot, configurations and what plain NumPy makes of them."""
    a = reference.random_robot(seed, 9, kinds)
    q = reference.random_configurations(a, 17, seed)
    v, acceleration = np.random.default_rng(seed).normal(size=(2, 17, a.nv))
    gravity = np.array(GRAVITY)
    jacobians = {
        (link, kind): each(lambda x, at=link, k=kind: reference.jacobian(a, x, at, k), q)
        for link in (0, 5, 8)
        for kind in range(3)
    }
    return SimpleNamespace(
        a=a,
        q=q,
        v=v,
        acceleration=acceleration,
        poses=each(lambda x: reference.poses(a, x), q),
        jacobians=jacobians,
        com=each(lambda x: reference.center_of_mass(a, x), q),
        mass=each(lambda x: reference.mass_matrix(a, x), q),
        torque=each(
            lambda *rates: reference.inverse_dynamics(a, *rates, gravity), q, v, acceleration
        ),
    )


@pytest.mark.long(keep=30)
@pytest.mark.parametrize(("kinds", "seed"), ROBOTS)
def test_every_kernel_agrees_with_plain_numpy(kinds, seed, instructions):
    known = answers(kinds, seed)
    plan = Plan(known.a, instructions)
    for count in COUNTS:
        q = known.q[:count]
        rates = known.v[:count], known.acceleration[:count]
        close(plan.forward_kinematics(q), known.poses[:count], 1e-14)
        for (link, kind), wanted in known.jacobians.items():
            close(plan.jacobian(q, link, kind), wanted[:count], 1e-13)
        close(plan.center_of_mass(q), known.com[:count], 1e-14)
        close(plan.mass_matrix(q), known.mass[:count], 1e-13)
        found = plan.inverse_dynamics(q, *rates, *GRAVITY)
        close(found, known.torque[:count], 1e-9)  # the reference differentiates by numbers


@pytest.mark.parametrize(("kinds", "seed"), ROBOTS)
def test_inverse_dynamics_is_mass_matrix_gravity_and_a_part_quadratic_in_velocity(kinds, seed):
    a = reference.random_robot(seed, 20, kinds)
    plan = Plan(a)
    q = reference.random_configurations(a, 11, seed)
    v, acceleration = np.random.default_rng(seed).normal(size=(2, 11, a.nv))
    M = plan.mass_matrix(q)
    still = plan.inverse_dynamics(q)
    close(
        plan.inverse_dynamics(q, None, acceleration) - still,
        np.einsum("nij,nj->ni", M, acceleration),
        1e-12,
    )
    bias = plan.inverse_dynamics(q, v) - still
    close(plan.inverse_dynamics(q, 2 * v) - still, 4 * bias, 1e-12)


def test_single_precision_agrees_to_its_own_precision(instructions):
    a = reference.random_robot(4, 12)
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 37)
    v, acceleration = np.random.default_rng(0).normal(size=(2, 37, a.nv))
    narrow = [x.astype(np.float32) for x in (q, v, acceleration)]
    pairs = [
        (plan.forward_kinematics(narrow[0]), plan.forward_kinematics(q)),
        (plan.forward_kinematics(narrow[0][0]), plan.forward_kinematics(q[0])),
        (plan.jacobian(narrow[0], 11, 2), plan.jacobian(q, 11, 2)),
        (plan.center_of_mass(narrow[0]), plan.center_of_mass(q)),
        (plan.mass_matrix(narrow[0]), plan.mass_matrix(q)),
        (plan.inverse_dynamics(*narrow), plan.inverse_dynamics(q, v, acceleration)),
    ]
    for found, wanted in pairs:
        assert found.dtype == np.float32
        close(found, wanted, 2e-5)


def test_sine_and_cosine_are_right_to_a_few_units_of_the_last_place_at_any_angle(instructions):
    plan = Plan(reference.random_robot(0, 3), instructions)
    dice = np.random.default_rng(0)
    quarters = np.arange(-4000, 4000) * (np.pi / 2)
    angles = [quarters, np.nextafter(quarters, np.inf), [0.0, -0.0, 1e6, -1e6, 1e22, 1e300]]
    angles += [dice.uniform(-1, 1, 20_000) * scale for scale in (1e-8, 1.0, 10.0, 1e3, 1e6, 1e9)]
    x = np.concatenate(angles)
    for found, wanted in zip(plan.sine_cosine(x), (np.sin(x), np.cos(x)), strict=True):
        assert np.abs(found - wanted).max() < 4e-16
    x = x[np.abs(x) < 1e30].astype(np.float32)
    wide = x.astype(np.float64)
    for found, wanted in zip(plan.sine_cosine(x), (np.sin(wide), np.cos(wide)), strict=True):
        assert np.abs(found - wanted).max() < 1.5e-7
    lost = plan.sine_cosine(np.array([np.nan, np.inf, -np.inf, 0.0]))
    assert np.isnan(lost[0][:3]).all()
    assert lost[0][3] == 0.0
    assert np.isnan(lost[1][:3]).all()


def test_results_are_the_same_for_any_number_of_threads_and_any_cut_of_the_batch(instructions):
    a = reference.random_robot(3, 15)
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 1003)
    v, acceleration = np.random.default_rng(0).normal(size=(2, 1003, a.nv))
    calls = {
        "poses": lambda s, t: plan.forward_kinematics(q[s], threads=t),
        "jacobian": lambda s, t: plan.jacobian(q[s], 14, 0, threads=t),
        "torques": lambda s, t: plan.inverse_dynamics(q[s], v[s], acceleration[s], threads=t),
        "mass": lambda s, t: plan.mass_matrix(q[s], threads=t),
        "com": lambda s, t: plan.center_of_mass(q[s], threads=t),
    }
    for name, call in calls.items():
        whole = call(slice(None), 1)
        for threads in (2, 3, 7, 10_000):
            assert np.array_equal(call(slice(None), threads), whole), name
        for threads in (0, -1):
            with pytest.raises(bodyplan.native.Refusal, match="threads: expected a positive"):
                call(slice(None), threads)
        for part in (slice(5, 7), slice(100, 1003), slice(1001, 1003)):
            assert np.array_equal(call(part, 1), whole[part]), name


def test_a_single_configuration_is_that_of_the_batch_to_rounding(instructions):
    for seed in range(6):
        a = reference.random_robot(seed, 30)
        plan = Plan(a, instructions)
        q = reference.random_configurations(a, 16, seed)
        batch = plan.forward_kinematics(q)
        for row, wanted in zip(q, batch, strict=True):
            close(plan.forward_kinematics(row), wanted, 1e-14)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_chosen_links_in_any_order_and_short_rows_are_those_of_all_links(instructions, dtype):
    a = reference.random_robot(1, 20)
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 21).astype(dtype)
    every = plan.forward_kinematics(q)
    for links in ([], [0], [19], [7, 3, 3, 19, 0], list(range(20))[::-1]):
        for rows in (3, 4):
            chosen = plan.poses(links, rows)
            found = plan.forward_kinematics(q, chosen=chosen)
            assert np.array_equal(found, every[:, links, :rows])
            one = plan.forward_kinematics(q[0], chosen=chosen)
            close(one, every[0, links, :rows], 1e-14 if dtype == np.float64 else 1e-5)


def test_leading_axes_are_kept_and_empty_batches_give_empty_results():
    a = reference.random_robot(2, 6)
    plan = Plan(a)
    q = reference.random_configurations(a, 24)
    flat = plan.forward_kinematics(q)
    assert np.array_equal(
        plan.forward_kinematics(q.reshape(2, 3, 4, a.nq)), flat.reshape(2, 3, 4, 6, 4, 4)
    )
    empty = np.empty((5, 0, a.nq))
    assert plan.forward_kinematics(empty).shape == (5, 0, 6, 4, 4)
    assert plan.jacobian(empty, 5, 0).shape == (5, 0, 6, a.nv)
    assert plan.inverse_dynamics(empty).shape == (5, 0, a.nv)
    assert plan.mass_matrix(empty).shape == (5, 0, a.nv, a.nv)
    assert plan.center_of_mass(empty).shape == (5, 0, 3)


def test_robots_without_joints_and_without_motion_have_their_poses():
    lone = Plan(reference.random_robot(0, 1))
    assert np.array_equal(
        lone.forward_kinematics(np.empty((9, 0))), np.tile(np.eye(4), (9, 1, 1, 1))
    )
    assert lone.mass_matrix(np.empty((9, 0))).shape == (9, 0, 0)
    stiff = reference.random_robot(0, 5, (reference.FIXED,))
    found = Plan(stiff).forward_kinematics(np.empty((3, 0)))
    close(found, np.tile(reference.poses(stiff, ()), (3, 1, 1, 1)), 1e-15)


def test_a_joint_without_its_axis_does_not_move():
    a = reference.random_robot(0, 4, (reference.REVOLUTE,), followers=False)
    a.axis[1] = 0.0
    plan = Plan(a)
    q = reference.random_configurations(a, 3)
    other = q.copy()
    other[:, 1] += 1.0
    assert np.array_equal(plan.forward_kinematics(q), plan.forward_kinematics(other))
    assert not plan.inverse_dynamics(q, q, q)[:, 1].any()


def test_quaternions_of_any_length_are_scaled_and_four_zeros_turn_nothing():
    a = reference.random_robot(0, 3, (reference.BALL,))
    plan = Plan(a)
    q = reference.random_configurations(a, 5)
    close(plan.forward_kinematics(3 * q), plan.forward_kinematics(q), 1e-14)
    none = plan.forward_kinematics(np.zeros((5, a.nq)))
    unit = np.zeros((5, a.nq))
    unit[:, 3::4] = 1
    assert np.array_equal(none, plan.forward_kinematics(unit))


def test_nan_stays_in_its_own_configuration(instructions):
    a = reference.random_robot(0, 8, (reference.REVOLUTE,))
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 20)
    sick = q.copy()
    sick[7] = np.nan
    found = plan.forward_kinematics(sick)
    healthy = np.arange(20) != 7
    assert np.array_equal(found[healthy], plan.forward_kinematics(q)[healthy])
    assert np.isnan(found[7, -1]).any()


def test_enormous_angles_are_right_and_leave_the_others_alone(instructions):
    a = reference.random_robot(0, 8, (reference.REVOLUTE, reference.PLANAR, reference.SCREW))
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 40)
    wild = q.copy()
    wild[3, 0] = 2e6 * np.pi + 1.0
    wild[17, -1] = -1e300
    wild[30] = np.inf
    found = plan.forward_kinematics(wild)
    calm = [n for n in range(40) if n not in {3, 17, 30}]
    assert np.array_equal(found[calm], plan.forward_kinematics(q)[calm])
    for n in (3, 17):
        close(found[n], reference.poses(a, wild[n]), 1e-13)
        close(plan.forward_kinematics(wild[n]), found[n], 1e-13)
    assert np.isnan(found[30, -1]).any()


def test_outputs_go_where_they_are_requested():
    a = reference.random_robot(0, 8)
    plan = Plan(a)
    q = reference.random_configurations(a, 20)
    room = np.zeros((22, 8, 4, 4))
    out = room[1:21]
    assert plan.forward_kinematics(q, out=out) is out
    assert np.array_equal(out, plan.forward_kinematics(q))
    assert not room[0].any()
    assert not room[21].any()


def test_nothing_is_written_outside_the_output(instructions):
    for seed in range(3):
        a = reference.random_robot(seed, 7)
        plan = Plan(a, instructions)
        for dtype in (np.float64, np.float32):
            for count in (1, 2, 15, 16, 17, 33):
                q = reference.random_configurations(a, count).astype(dtype)
                calls = {
                    (7, 4, 4): lambda out, q=q, p=plan: p.forward_kinematics(q, out),
                    (6, a.nv): lambda out, q=q, p=plan: p.jacobian(q, 6, 0, out),
                    (a.nv,): lambda out, q=q, p=plan: p.inverse_dynamics(q, out=out),
                    (a.nv, a.nv): lambda out, q=q, p=plan: p.mass_matrix(q, out),
                    (3,): lambda out, q=q, p=plan: p.center_of_mass(q, out),
                }
                for shape, call in calls.items():
                    size = count * int(np.prod(shape))
                    room = np.full(size + 64, 77.0, dtype)
                    call(room[32 : 32 + size].reshape(count, *shape))
                    assert (room[:32] == 77).all()
                    assert (room[-32:] == 77).all()


def test_large_outputs_around_the_caches_are_the_same(instructions):
    a = reference.random_robot(5, 40, KIND_SETS["arm"])
    plan = Plan(a, instructions)
    q = reference.random_configurations(a, 12_001)  # 61 MB of poses
    found = plan.forward_kinematics(q)
    assert found.ctypes.data % 64 == 0
    pieces = [plan.forward_kinematics(part) for part in np.array_split(q, 7)]
    assert np.array_equal(found, np.concatenate(pieces))
    for shift in (1, 3, 7):  # outputs that begin anywhere, as NumPy's own do
        room = np.full(found.size + 16, 77.0)
        out = room[shift : shift + found.size].reshape(found.shape)
        assert np.array_equal(plan.forward_kinematics(q, out, threads=shift), found)
        assert (room[:shift] == 77).all()
        assert (room[shift + found.size :] == 77).all()


WRONG = {
    "a list": ([[0.0]], TypeError, "expected a NumPy array"),
    "integers": (np.zeros((2, 5), int), TypeError, "float64 or float32"),
    "too short": (np.zeros((2, 4)), ValueError, r"q: expected shape \(\*batch, 5\), not \(2, 4\)"),
    "no axis": (np.zeros(()), ValueError, r"\(\*batch, 5\)"),
    "strided": (np.zeros((2, 10))[:, ::2], ValueError, "C-contiguous"),
    "columns": (np.zeros((5, 4)).T, ValueError, "C-contiguous"),
    "swapped bytes": (np.zeros((2, 5), ">f8"), TypeError, "float64 or float32"),
    "complex": (np.zeros((2, 5), complex), TypeError, "float64 or float32"),
}


@pytest.fixture
def five():
    a = reference.random_robot(0, 6, (reference.REVOLUTE,), followers=False)
    return Plan(a), a


@pytest.mark.parametrize("case", WRONG)
def test_wrong_configurations_are_refused_with_the_shape_that_is_right(five, case):
    plan, _ = five
    q, error, message = WRONG[case]
    with pytest.raises(error, match=message):
        plan.forward_kinematics(q)
    with pytest.raises(error, match=message):
        plan.inverse_dynamics(q)


def test_wrong_outputs_velocities_links_and_references_are_refused(five):
    plan, _ = five
    q = np.zeros((3, 5))
    locked = np.zeros((3, 6, 4, 4))
    locked.setflags(write=False)
    for out in (np.zeros((3, 6, 4)), np.zeros((2, 6, 4, 4)), np.zeros((3, 6, 4, 4), np.float32),
                np.zeros((3, 6, 4, 8))[..., ::2], locked, [1]):  # fmt: skip
        with pytest.raises(ValueError, match=r"out: expected .*float64 with shape \(3, 6, 4, 4\)"):
            plan.forward_kinematics(q, out)
    room = np.zeros(3 * 5 + 3 * 5)
    shared = room[5:20].reshape(3, 5)
    with pytest.raises(ValueError, match="shares memory"):
        plan.inverse_dynamics(shared, out=room[:15].reshape(3, 5))
    for v in (np.zeros((3, 4)), np.zeros((2, 5)), np.zeros(5), np.zeros((3, 5), np.float32)):
        with pytest.raises(ValueError, match=r"v: expected .* with shape \(3, 5\)"):
            plan.inverse_dynamics(q, v)
    for link in (-1, 6):
        with pytest.raises(ValueError, match="from 0 to 5"):
            plan.jacobian(q, link, 0)
        with pytest.raises(ValueError, match="from 0 to 5"):
            plan.poses([link])
    with pytest.raises(ValueError, match="reference"):
        plan.jacobian(q, 0, 3)
    other = Plan(reference.random_robot(0, 3))
    with pytest.raises(ValueError, match="another plan"):
        plan.forward_kinematics(q, chosen=other.poses([0]))
    with pytest.raises(ValueError, match="set"):
        Plan(reference.random_robot(0, 3), "QQQ")


def changed(name, index, value):
    def change(a):
        getattr(a, name)[index] = value

    return change


def replaced(name, value):
    return lambda a: setattr(a, name, value)


BROKEN = {
    "parent link too large": changed("parent_link", 2, 6),
    "parent link negative": changed("parent_link", 2, -2),
    "child link too large": changed("child_link", 2, 1_000_000),
    "two parents": changed("child_link", 2, 2),
    "circle": changed("parent_link", 0, 5),
    "own child": changed("parent_link", 1, 2),
    "q too large": changed("q_index", 4, 5),
    "q negative": changed("q_index", 4, -1),
    "q twice": changed("q_index", 4, 1),
    "v too large": changed("v_index", 4, 2**31 - 1),
    "v twice": changed("v_index", 4, 1),
    "unknown kind": changed("kind", 1, 11),
    "negative kind": changed("kind", 1, -1),
    "kind with more numbers": changed("kind", 1, reference.FLOATING),
    "kind with fewer numbers": changed("kind", 1, reference.FIXED),
    "follower that floats": lambda a: (changed("kind", 1, 4)(a), changed("follows", 1, 0)(a)),
    "leader too large": changed("follows", 1, 9),
    "axis not finite": changed("axis", 1, np.nan),
    "too few masses": replaced("mass", np.ones(5)),
    "masses of another type": replaced("mass", np.ones(6, np.float32)),
    "masses not contiguous": replaced("mass", np.ones(12)[::2]),
    "masses as a list": replaced("mass", [1.0] * 6),
    "placements of four rows": replaced("X_PJ", np.zeros((5, 4, 4))),
    "indices of 64 bits": replaced("q_index", np.arange(5)),
    "nq too large": replaced("nq", 6),
    "nq too small": replaced("nq", 4),
    "nv negative": replaced("nv", -1),
    "nq enormous": replaced("nq", 2**60),
}


@pytest.mark.parametrize("case", BROKEN)
def test_arrays_that_contradict_themselves_make_no_plan(case):
    a = reference.random_robot(0, 6, (reference.REVOLUTE,), followers=False)
    BROKEN[case](a)
    with pytest.raises(ValueError, match=r"\w"):
        Plan(a)


def test_arrays_that_lack_one_make_no_plan():
    a = reference.random_robot(0, 3)
    del a.axis
    with pytest.raises(AttributeError, match="axis"):
        Plan(a)
    with pytest.raises(AttributeError):
        Plan(SimpleNamespace())


def test_many_threads_may_use_one_plan():
    a = reference.random_robot(0, 12)
    plan = Plan(a)
    q = reference.random_configurations(a, 500)
    wanted = [Plan(a).jacobian(q, link, 0) for link in range(12)]
    wrong = []

    def use():
        found = [plan.jacobian(q, link, 0, threads=2) for link in range(12)]
        wrong.extend(n for n in range(12) if not np.array_equal(found[n], wanted[n]))

    users = [threading.Thread(target=use) for _ in range(8)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert not wrong


def test_chosen_poses_keep_their_plan_alive():
    a = reference.random_robot(0, 5)
    chosen = Plan(a).poses([1, 2])
    gc.collect()
    assert chosen is not None


def test_a_chain_of_five_thousand_links_has_all_its_poses():
    a = reference.random_robot(0, 5001, (reference.REVOLUTE,), followers=False)
    a.parent_link[:] = np.arange(5000)
    a.X_PJ[:] = np.eye(3, 4)
    plan = Plan(a)
    q = reference.random_configurations(a, 2)
    batch = plan.forward_kinematics(q)
    R = batch[..., :3, :3]
    assert np.abs(R @ R.swapaxes(-1, -2) - np.eye(3)).max() < 1e-11
    close(plan.forward_kinematics(q[0]), batch[0], 1e-11)
    assert plan.inverse_dynamics(q).shape == (2, 5000)


# --- against Pinocchio ---


@pytest.fixture(scope="module")
def pin():
    return pytest.importorskip("pinocchio")


def test_real_robots_agree_with_pinocchio(pin, example_robot):
    try:
        arrays = bodyplan.load(example_robot).arrays
    except bodyplan.DescriptionError:
        pytest.skip("bodyplan refuses this description")
    # Their model without followers: each joint moves by itself, and G maps our velocities to theirs.
    model = pin.buildModelFromUrdf(str(example_robot))
    count = 20
    q = np.random.default_rng(0).uniform(-3, 3, (count, arrays.nq))
    v, acceleration = np.random.default_rng(1).normal(size=(2, count, arrays.nv))
    theirs = np.zeros((count, model.nq))
    G = np.zeros((model.nv, arrays.nv))
    joints = {name: index for index, name in enumerate(arrays.joint_names)}
    for i in range(1, model.njoints):
        j, joint = joints[model.names[i]], model.joints[i]
        if joint.nv != 1:
            pytest.skip("planar and floating joints are compared with plain NumPy")
        G[joint.idx_v, arrays.v_index[j]] = arrays.multiplier[j]
        position = arrays.multiplier[j] * q[:, arrays.q_index[j]] + arrays.offset[j]
        if joint.nq == 2:
            theirs[:, joint.idx_q] = np.cos(position)
            theirs[:, joint.idx_q + 1] = np.sin(position)
        else:
            theirs[:, joint.idx_q] = position
    plan = Plan(arrays)
    data = model.createData()
    frames = [model.getFrameId(name, pin.FrameType.BODY) for name in arrays.link_names]
    X = plan.forward_kinematics(q)
    M = plan.mass_matrix(q)
    torque = plan.inverse_dynamics(q, v, acceleration)
    tip = len(frames) - 1
    references = (pin.LOCAL, pin.WORLD, pin.LOCAL_WORLD_ALIGNED)
    J = [plan.jacobian(q, tip, reference) for reference in range(3)]
    for n in range(count):
        pin.framesForwardKinematics(model, data, theirs[n])
        close(X[n], np.array([data.oMf[frame].homogeneous for frame in frames]), 1e-12)
        for found, kind in zip(J, references, strict=True):
            wanted = pin.computeFrameJacobian(model, data, theirs[n], frames[tip], kind)
            close(found[n], wanted @ G, 1e-10)
        wanted = pin.rnea(model, data, theirs[n], G @ v[n], G @ acceleration[n])
        close(torque[n], G.T @ wanted, 1e-10)
        upper = np.triu(pin.crba(model, data, theirs[n]))
        full = upper + np.triu(upper, 1).T
        close(M[n], G.T @ full @ G, 1e-10)

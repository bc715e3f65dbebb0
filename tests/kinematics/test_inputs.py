"""What may be given: any batch, any memory, both precisions; all else is refused in a sentence."""

from __future__ import annotations

import math
import pickle
import re

import pytest

from bodyplan.model import Frame, Inertial, Joint, Link, Robot, Transform, UnknownNameError
from tests.growth import lines
from tests.kinematics.forms import FORMS, run_at_once, use
from tests.model.every_kind import every_kind

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.kinematics import forward_kinematics  # noqa: E402

ROBOT = every_kind(1)
L = len(ROBOT.links)
Q = ROBOT.random(1, (2, 3))
V = np.random.default_rng(1).standard_normal((2, 3, ROBOT.nv))


@pytest.fixture(params=FORMS, autouse=True)
def form(request, monkeypatch):
    use(request.param, monkeypatch, ROBOT)
    return request.param


def type_of(q):
    return getattr(q, "dtype", np.float64)


OF_Q = {
    "forward_kinematics": ((L, 4, 4), forward_kinematics),
    "frame_jacobian": ((6, ROBOT.nv), lambda r, q, **o: kinematics.frame_jacobian(r, q, "l5", **o)),
    "center_of_mass": ((3,), kinematics.center_of_mass),
    "center_of_mass_jacobian": ((3, ROBOT.nv), kinematics.center_of_mass_jacobian),
    "mass_matrix": ((ROBOT.nv, ROBOT.nv), kinematics.mass_matrix),
    "gravity_torque": ((ROBOT.nv,), kinematics.gravity_torque),
    "integrate": ((ROBOT.nq,), lambda r, q: kinematics.integrate(r, q, np.zeros(42, type_of(q)))),
    "difference": (
        (ROBOT.nv,),
        lambda r, q: kinematics.difference(r, q, Q[0, 0].astype(type_of(q))),
    ),
    "inverse_dynamics": (
        (ROBOT.nv,),
        lambda r, q, **o: kinematics.inverse_dynamics(r, q, *np.ones((2, 42), type_of(q)), **o),
    ),
}
functions = pytest.mark.parametrize(("shape", "function"), OF_Q.values(), ids=OF_Q)
WITH_OUT = {name: value for name, value in OF_Q.items() if name not in {"integrate", "difference"}}
outputs = pytest.mark.parametrize(("shape", "function"), WITH_OUT.values(), ids=WITH_OUT)


@functions
@pytest.mark.parametrize("batch", [(), (1,), (5,), (2, 3), (0,), (2, 0), (50,)], ids=str)
def test_any_batch_goes_through(shape, function, batch):
    q = np.broadcast_to(Q[0, 0], (*batch, ROBOT.nq))
    found = function(ROBOT, q)
    assert found.shape == (*batch, *shape)
    assert found.dtype == np.float64
    one = function(ROBOT, Q[0, 0])
    assert np.abs(found - one).max(initial=0.0) <= 1e-12 * np.abs(one).max()
    found[...] = 0.0  # it is the caller's own


@functions
def test_single_precision_stays_single(shape, function):
    double, single = function(ROBOT, Q), function(ROBOT, Q.astype(np.float32))
    assert single.dtype == np.float32
    assert np.abs(single - double).max() <= 2e-5 * max(1.0, np.abs(double).max())


@functions
def test_memory_may_lie_anyhow_and_is_left_alone(shape, function):
    expected = function(ROBOT, Q)
    repeated = np.repeat(Q, 2, axis=-1)[..., ::2]
    for q in (np.asfortranarray(Q), repeated, Q[::-1][::-1], Q.copy(), Q.astype(">f8")):
        q.flags.writeable = False
        assert (function(ROBOT, q) == expected).all()
    given = Q.copy()
    function(ROBOT, given)
    assert (given == Q).all()


@functions
def test_the_arrays_of_a_robot_do_as_well(shape, function):
    assert (function(ROBOT.arrays, Q) == function(ROBOT, Q)).all()


@functions
@pytest.mark.parametrize(
    ("q", "error", "message"),
    [
        (np.zeros(3), ValueError, r"(q|start) must have shape \(..., nq = 46\), not \(3,\)"),
        (np.zeros((46, 2)), ValueError, r"not \(46, 2\)"),
        (np.float64(1.0), ValueError, r"not \(\)"),
        (np.zeros(46, complex), TypeError, "(q|start) must be float64 or float32, not complex128"),
        (np.zeros(46, np.float16), TypeError, "not float16"),
        (np.zeros(46, bool), TypeError, "not bool"),
        (np.full(46, "QQQ"), TypeError, "(q|start) must be float64 or float32"),
        ("QQQ", TypeError, "must be an array of NumPy, JAX or Torch, not str"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_wrong_configurations_are_refused(shape, function, q, error, message):
    with pytest.raises(error, match=message):
        function(ROBOT, q)


@functions
def test_what_is_no_number_stays_none_and_affects_nothing_else(shape, function):
    q = np.broadcast_to(Q[0, 0], (40, ROBOT.nq)).copy()
    q[7] = np.nan
    found = function(ROBOT, q)
    good = np.delete(found, 7, axis=0)
    assert np.isfinite(good).all()
    assert np.isnan(found[7]).any()


def test_lists_and_whole_numbers_count_as_double():
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", "prismatic", "a", "b")])
    for q in ([2], [2.0], np.array([2])):
        assert forward_kinematics(robot, q)[1, 0, 3] == 2.0


@pytest.mark.parametrize("form", ["4x4", "3x4", "position_quat_xyzw"])
@pytest.mark.parametrize("frame", ["l0", 3, np.int64(3)], ids=str)
@pytest.mark.parametrize("batch", [0, 1, 2])
def test_one_frame_has_poses_without_the_axis_of_frames(frame, form, batch):
    q = Q[(0,) * (2 - batch)]
    expected = forward_kinematics(ROBOT, q, [frame], form=form)
    found = forward_kinematics(ROBOT, q, frame, form=form)
    shape = (7,) if form == "position_quat_xyzw" else (int(form[0]), 4)
    assert found.shape == (*q.shape[:-1], *shape)
    assert (found.reshape(expected.shape) == expected).all()
    out = np.empty_like(found)
    assert forward_kinematics(ROBOT, q, frame, form=form, out=out) is out
    assert (out == found).all()


def test_joints_by_name_are_a_configuration_for_every_function():
    values = {ROBOT.independent_joints[0].name: ROBOT.independent_joints[0].default}
    one = next(joint for joint in ROBOT.independent_joints if joint.type == "revolute")
    values[one.name] = 0.125
    q = ROBOT.q(values)
    v = np.ones(ROBOT.nv)
    assert (ROBOT.forward_kinematics(values) == ROBOT.forward_kinematics(q)).all()
    assert (ROBOT.forward_kinematics(values, "l0") == ROBOT.forward_kinematics(q, "l0")).all()
    assert (ROBOT.frame_jacobian(values, "l5") == ROBOT.frame_jacobian(q, "l5")).all()
    assert (ROBOT.mass_matrix(values) == ROBOT.mass_matrix(q)).all()
    assert (ROBOT.gravity_torque(values) == ROBOT.gravity_torque(q)).all()
    assert (ROBOT.inverse_dynamics(values, v, v) == ROBOT.inverse_dynamics(q, v, v)).all()
    assert (ROBOT.center_of_mass(values) == ROBOT.center_of_mass(q)).all()
    assert (ROBOT.difference(values, q) == ROBOT.difference(q, values)).all()
    assert (ROBOT.integrate(values, v) == ROBOT.integrate(q, v)).all()
    assert (ROBOT.manipulability(values, "l5") == ROBOT.manipulability(q, "l5")).all()


def test_the_error_for_an_unknown_joint_in_a_configuration_suggests_a_near_name():
    name = ROBOT.independent_joints[0].name
    with pytest.raises(UnknownNameError, match=f"has no joint '{name}x'; did you mean '{name}'"):
        ROBOT.forward_kinematics({f"{name}x": 0.1})
    with pytest.raises(TypeError, match="q must be an array: positions by joint name require"):
        forward_kinematics(ROBOT.arrays, {name: 0.1})


def test_poses_by_name_are_those_of_forward_kinematics():
    q = ROBOT.random(3)
    poses, expected = ROBOT.poses(q), ROBOT.forward_kinematics(q)
    assert list(poses) == list(ROBOT.link_names)
    for number, name in enumerate(ROBOT.link_names):
        assert np.array_equal(poses[name].matrix, expected[number])
    assert ROBOT.poses()["l5"] == ROBOT.poses(ROBOT.q())["l5"] == ROBOT.poses({})["l5"]


def test_poses_by_name_hold_the_frames_of_the_robot():
    robot = Robot(
        "r",
        [Link("a"), Link("b")],
        [Joint("j", "prismatic", "a", "b", axis=(0.0, 0.0, 1.0))],
        frames=[Frame("tip", "b", Transform(p=(1.0, 0.0, 0.0)))],
    )
    assert robot.poses({"j": 2.0})["tip"].p == (1.0, 0.0, 2.0)
    with pytest.raises(
        UnknownNameError, match="robot 'r' has no link or frame 'tipp'; did you mean"
    ):
        robot.poses()["tipp"]


def test_poses_by_name_are_of_one_configuration():
    with pytest.raises(ValueError, match=r"q must have shape \(nq = \d+,\), not \(2, 3, \d+\)"):
        ROBOT.poses(Q)
    with pytest.raises(TypeError, match=r"expected model\.Robot"):
        kinematics.poses_by_name(ROBOT.arrays)


def test_frames_are_chosen_by_name_or_number_in_any_order():
    everything = forward_kinematics(ROBOT, Q)
    some = forward_kinematics(ROBOT, Q, [3, "l0", np.int64(3)])
    index = ROBOT.link_index("l0")
    assert (some == everything[:, :, [3, index, 3]]).all()
    assert forward_kinematics(ROBOT, Q, []).shape == (2, 3, 0, 4, 4)
    many = np.broadcast_to(Q[0, 0], (60, ROBOT.nq))
    assert np.abs(forward_kinematics(ROBOT, many, [3]) - everything[0, 0, 3]).max() < 1e-13


@pytest.mark.parametrize(
    ("frames", "error", "message"),
    [
        (["QQQ"], UnknownNameError, "robot 'every_kind' has no link 'QQQ'"),
        ("QQQ", UnknownNameError, "robot 'every_kind' has no link 'QQQ'"),
        (99, IndexError, "robot 'every_kind' has 26 links: none has number 99"),
        ([99], IndexError, "robot 'every_kind' has 26 links: none has number 99"),
        ([-1], IndexError, "none has number -1"),
        ([1.5], TypeError, "expected a link by name or number, not float"),
    ],
)
def test_frames_that_are_not_there_are_refused(frames, error, message):
    with pytest.raises(error, match=message):
        forward_kinematics(ROBOT, Q, frames)


def test_forms_say_the_same():
    X = forward_kinematics(ROBOT, Q)
    assert (forward_kinematics(ROBOT, Q, form="3x4") == X[..., :3, :]).all()
    seven = forward_kinematics(ROBOT, Q, form="position_quat_xyzw")
    from bodyplan.lie import se3

    assert np.abs(se3.from_quat_xyzw(seven[..., 3:], seven[..., :3]) - X).max() < 1e-13
    with pytest.raises(
        ValueError, match="form must be one of '4x4', '3x4', 'position_quat_xyzw', not"
    ):
        forward_kinematics(ROBOT, Q, form="QQQ")


@outputs
@pytest.mark.parametrize("count", [1, 3, 100])
def test_out_is_filled_and_given_back(shape, function, count):
    q = ROBOT.random(2, count)
    expected = function(ROBOT, q)
    out = np.full((count, *shape), np.nan)
    assert function(ROBOT, q, out=out) is out
    assert (out == expected).all()
    strided = np.full((count, *shape, 2), np.nan)[..., 1]
    assert function(ROBOT, q, out=strided) is strided
    assert (strided == expected).all()
    turned = np.full((*shape, count), np.nan)
    function(ROBOT, q, out=np.moveaxis(turned, -1, 0))
    assert (np.moveaxis(turned, -1, 0) == expected).all()
    room = np.zeros(8 * expected.size + 1, np.uint8)[1:].view(np.float64).reshape(expected.shape)
    function(ROBOT, q, out=room)
    assert (room == expected).all()


@outputs
def test_a_wrong_out_is_refused(shape, function):
    whole = (2, 3, *shape)
    for out, error, message in (
        (np.zeros((2, *shape)), ValueError, f"out must have shape {whole}, not {(2, *shape)}"),
        (np.zeros(whole, np.float32), TypeError, "out is float32 and q is float64: both must have"),
        ([1.0], TypeError, "out requires NumPy arrays"),
        (np.broadcast_to(0.0, whole), ValueError, "out cannot be written to"),
    ):
        with pytest.raises(error, match=re.escape(message)):
            function(ROBOT, Q, out=out)
    room = np.zeros(Q.size + math.prod(whole))
    q = room[: Q.size].reshape(Q.shape)
    out = room[5 : 5 + math.prod(whole)].reshape(whole)
    with pytest.raises(ValueError, match="out and q share memory"):
        function(ROBOT, q, out=out)


def test_an_out_beside_q_in_one_buffer_is_written_to():
    robot = ROBOT
    expected = kinematics.center_of_mass(robot, Q[:, 0])
    table = np.zeros((len(Q), robot.nq + 3))
    table[:, : robot.nq] = Q[:, 0]
    record = np.zeros(len(Q), [("q", float, robot.nq), ("com", float, 3)])
    record["q"] = Q[:, 0]
    for q, out in (
        (table[:, : robot.nq], table[:, robot.nq :]),
        (record["q"], record["com"]),
    ):
        assert kinematics.center_of_mass(robot, q, out=out) is out
        assert np.abs(out - expected).max() <= 1e-12
    with pytest.raises(ValueError, match="out and q share memory"):
        kinematics.center_of_mass(robot, table[:, : robot.nq], out=table[:, robot.nq - 1 : -1])


def test_an_out_of_which_it_takes_long_to_say_where_it_lies_is_refused(monkeypatch):
    def too_hard(*_, **__):
        raise np.exceptions.TooHardError

    monkeypatch.setattr(np, "shares_memory", too_hard)
    table = np.zeros((len(Q), ROBOT.nq + 3))
    with pytest.raises(ValueError, match="out and q share memory"):
        kinematics.center_of_mass(ROBOT, table[:, : ROBOT.nq], out=table[:, ROBOT.nq :])


def test_the_package_shows_what_is_for_users():
    assert set(dir(kinematics)) == set(kinematics.__all__)
    assert all(hasattr(kinematics, name) for name in kinematics.__all__)
    assert not {"answer", "plan", "sums", "native"} & set(dir(kinematics))


def test_an_out_that_is_a_velocity_is_refused():
    v = V.copy()
    with pytest.raises(ValueError, match="out and a share memory"):
        kinematics.inverse_dynamics(ROBOT, Q, V, v, out=v)


@outputs
def test_any_number_of_threads_gives_the_same(shape, function):
    q = ROBOT.random(4, 301)
    expected = function(ROBOT, q)
    for threads in (1, 2, 3, 64, np.int64(5)):
        assert (function(ROBOT, q, threads=threads) == expected).all()
    for threads in (0, -1):
        with pytest.raises(ValueError, match=f"threads must be at least 1, not {threads}"):
            function(ROBOT, q, threads=threads)
    with pytest.raises(TypeError, match="threads must be a whole number, not float"):
        function(ROBOT, q, threads=2.0)


@functions
def test_memory_that_is_not_aligned_does_as_well(shape, function):
    q = np.zeros(8 * Q.size + 3, np.uint8)[3:].view(np.float64).reshape(Q.shape)
    q[...] = Q
    assert not q.flags.aligned
    assert (function(ROBOT, q) == function(ROBOT, Q)).all()


@functions
def test_numbers_beyond_all_measure_affect_nothing_else(shape, function):
    q = np.broadcast_to(Q[0, 0], (40, ROBOT.nq)).copy()
    for row, number in enumerate((np.inf, -np.inf, 1e300, -1e200, 1e17)):
        q[row] = number
    with np.errstate(all="ignore"):
        found = function(ROBOT, q)
    assert np.isfinite(found[5:]).all()
    assert found.shape == (40, *shape)


@pytest.mark.parametrize(
    ("v", "error", "message"),
    [
        (np.zeros(3), ValueError, r"v must have shape \(..., nv = 42\), not \(3,\)"),
        (np.zeros(42, np.float32), TypeError, "v is float32 and q is float64"),
        (np.zeros((4, 42)), ValueError, r"q has batch \(2, 3\) and v has batch \(4,\)"),
    ],
)
def test_wrong_velocities_are_refused(v, error, message):
    with pytest.raises(error, match=message):
        kinematics.integrate(ROBOT, Q, v)
    with pytest.raises(error, match=message):
        kinematics.inverse_dynamics(ROBOT, Q, v, np.zeros(42))


def test_other_wrong_arguments_are_refused():
    with pytest.raises(TypeError, match=r"expected model\.Robot or its arrays, not str"):
        forward_kinematics("QQQ", Q)
    with pytest.raises(ValueError, match="reference must be one of 'local', 'world', 'local_wor"):
        kinematics.frame_jacobian(ROBOT, Q, "l1", reference="QQQ")
    with pytest.raises(ValueError, match=r"gravity must have shape \(3,\), not \(2,\)"):
        kinematics.gravity_torque(ROBOT, Q, gravity=[0.0, 1.0])
    weightless = Robot("r", [Link("a")])
    with pytest.raises(ValueError, match="robot 'r' has no mass, so no centre of mass"):
        kinematics.center_of_mass(weightless, np.zeros(0))
    with pytest.raises(ValueError, match="robot 'r' has no links"):
        kinematics.mass_matrix(Robot("r"), np.zeros(0))


@pytest.mark.parametrize("batch", [(), (3,), (40,), (0,)], ids=str)
def test_robots_that_do_not_move_are_still(batch):
    links = [Link("a", Inertial(1.0)), Link("b", Inertial(1.0)), Link("c")]
    robot = Robot("r", links, [Joint("j", "fixed", "a", "b")])
    q = np.zeros((*batch, 0))
    assert forward_kinematics(robot, q).shape == (*batch, 3, 4, 4)
    assert (forward_kinematics(robot, q) == np.eye(4)).all()
    assert kinematics.frame_jacobian(robot, q, "b").shape == (*batch, 6, 0)
    assert kinematics.mass_matrix(robot, q).shape == (*batch, 0, 0)
    assert kinematics.inverse_dynamics(robot, q, q, q).shape == (*batch, 0)
    assert kinematics.gravity_torque(robot, q).shape == (*batch, 0)
    assert kinematics.center_of_mass(robot, q).shape == (*batch, 3)
    assert kinematics.integrate(robot, q, q).shape == (*batch, 0)
    assert kinematics.difference(robot, q, q).shape == (*batch, 0)


@pytest.mark.parametrize("width", [1, 7])
def test_time_grows_with_the_number_of_links(width):
    def robot(count: int) -> Robot:
        links = [Link(f"l{i}", Inertial(1.0)) for i in range(count + 1)]
        joints = [
            Joint(f"j{i}", "revolute", f"l{i - i % width}", f"l{i + 1}") for i in range(count)
        ]
        return Robot("big", links, joints)

    def work(count: int) -> int:
        big = robot(count)
        return lines(lambda: compute(big, big.random(1)))

    def compute(big: Robot, q: np.ndarray) -> None:
        for function in (forward_kinematics, kinematics.center_of_mass, kinematics.gravity_torque):
            assert np.isfinite(function(big, q)).all()
        kinematics.frame_jacobian(big, q, len(big.links) - 1)
        kinematics.inverse_dynamics(big, q, q, q)

    compute(large := robot(5_000), large.random(1))
    assert work(1_000) < 5 * work(250)


@outputs
def test_what_comes_from_another_process_does_as_well(shape, function):
    def sent(array):
        return pickle.loads(pickle.dumps(array))  # noqa: S301

    assert np.array_equal(function(ROBOT, sent(Q)), function(ROBOT, Q))
    out = sent(np.empty((*Q.shape[:-1], *shape)))
    assert function(ROBOT, sent(Q), out=out) is out
    assert np.array_equal(out, function(ROBOT, Q))
    assert np.array_equal(function(sent(ROBOT.arrays), Q), function(ROBOT.arrays, Q))


@functions
@pytest.mark.parametrize(
    ("q", "error", "message"),
    [
        (None, TypeError, r"(q|start) must be an array of NumPy, JAX or Torch, not NoneType"),
        ([[1.0], [1.0, 2.0]], ValueError, "must be a list of numbers, or of lists of equal length"),
    ],
)
def test_what_is_no_array_is_refused_by_its_name(shape, function, q, error, message):
    with pytest.raises(error, match=message):
        function(ROBOT, q)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_matrix_of_numpy_counts_as_an_array():
    several = Q.reshape(6, -1)
    v = np.ones(ROBOT.nv)
    found = kinematics.integrate(ROBOT, np.matrix(several), v)  # its * is the product of matrices
    assert type(found) is np.ndarray
    assert np.array_equal(found, kinematics.integrate(ROBOT, several, v))


def test_one_configuration_that_is_no_number_spoils_no_other():
    q = Q.copy()
    q[0, 1] = np.nan
    found = kinematics.manipulability(ROBOT, q, "l5")
    assert np.isnan(found[0, 1])
    expected = kinematics.manipulability(ROBOT, Q, "l5")
    assert np.array_equal(np.delete(found, 1), np.delete(expected, 1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: forward_kinematics(ROBOT, Q, 3.5), "frames must be a name, a number or a list"),
        (lambda: kinematics.reach(ROBOT, "l5", count=1.5), "count must be a whole number"),
        (
            lambda: kinematics.reach(ROBOT.arrays, "l5"),
            "expected model.Robot, not model.RobotArrays",
        ),
        (
            lambda: kinematics.out_of_bounds(ROBOT.arrays, Q),
            "expected model.Robot, not model.RobotArrays",
        ),
    ],
)
def test_arguments_of_another_type_are_refused(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda word: forward_kinematics(ROBOT, Q, form=word),
        lambda word: kinematics.frame_jacobian(ROBOT, Q, 0, reference=word),
        lambda word: kinematics.manipulability(ROBOT, Q, 0, motion=word),
    ],
)
def test_words_that_are_none_are_refused(call):
    with pytest.raises(ValueError, match=r"must be one of '.*, not \['QQQ'\]"):
        call(["QQQ"])


def test_numbers_of_numpy_count_as_numbers():
    assert len(kinematics.reach(ROBOT, np.int64(5), count=np.int64(7)).points) == 7
    assert ROBOT.random(1, np.int64(7)).shape == (7, ROBOT.nq)
    name = next(joint.name for joint in ROBOT.independent_joints if joint.variable_count == 1)
    for one in (np.float32(0.5), np.array(0.5), np.array([0.5])):
        assert np.array_equal(ROBOT.q({name: one}), ROBOT.q({name: 0.5}))


def test_many_threads_of_python_do_not_disturb_each_other():
    """Choices of links are remembered, and forgotten while others look them up."""
    expected = forward_kinematics(ROBOT, Q)
    wrong = []

    def run(seed):
        dice = np.random.default_rng(seed)
        for _ in range(60):
            links = dice.choice(L, 3, replace=False).tolist()
            names = [ROBOT.links[index].name for index in links]
            try:
                found = forward_kinematics(ROBOT, Q, names)
            except Exception as error:  # noqa: BLE001
                wrong.append(error)
                return
            if not np.allclose(found, expected[:, :, links], rtol=0, atol=1e-12):
                wrong.append(names)

    run_at_once(run, 6)
    assert not wrong

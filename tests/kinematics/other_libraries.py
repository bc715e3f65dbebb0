"""JAX and Torch give the numbers that NumPy gives, traced or not, with gradients.

On a machine with a GPU they run on that. ``test_other_libraries`` runs this file twice: the tests
with JAX in their names, and the others.
"""

from __future__ import annotations

import os
import warnings
from functools import partial

import pytest

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import so3  # noqa: E402
from bodyplan.model import (  # noqa: E402
    Inertial,
    Joint,
    Link,
    Robot,
    Transform,
    UnknownNameError,
)
from tests.model.every_kind import every_kind  # noqa: E402

ROBOT = every_kind(2, copies=1, behind=True)
COUNT = 3
SIZE = 1e-10
Q = ROBOT.random(1, COUNT)
V, A = np.random.default_rng(2).standard_normal((2, COUNT, ROBOT.nv))
LAST = ROBOT.links[-1].name
FUNCTIONS = {
    "forward_kinematics": partial(kinematics.forward_kinematics, ROBOT),
    "positions": partial(kinematics.forward_kinematics, ROBOT, form="position_quat_xyzw"),
    "some": partial(kinematics.forward_kinematics, ROBOT, frames=[LAST, 0], form="3x4"),
    "local": partial(kinematics.frame_jacobian, ROBOT, frame=LAST, reference="local"),
    "world": partial(kinematics.frame_jacobian, ROBOT, frame=LAST, reference="world"),
    "root": partial(kinematics.frame_jacobian, ROBOT, frame=0),
    "manipulability": partial(kinematics.manipulability, ROBOT, frame=LAST, motion="linear"),
    "center_of_mass": partial(kinematics.center_of_mass, ROBOT),
    "center_of_mass_jacobian": partial(kinematics.center_of_mass_jacobian, ROBOT),
    "gravity_torque": partial(kinematics.gravity_torque, ROBOT),
    "mass_matrix": partial(kinematics.mass_matrix, ROBOT),
}


def everything(q, v, a):
    """What there is to compute."""
    found = {name: function(q=q) for name, function in FUNCTIONS.items()}
    found["inverse_dynamics"] = kinematics.inverse_dynamics(ROBOT, q, v, a)
    found["integrate"] = moved = kinematics.integrate(ROBOT, q, v)
    found["difference"] = kinematics.difference(ROBOT, q, moved)
    return found


OURS = everything(Q, V, A)


def same(found, ours=OURS) -> None:
    assert found.keys() == ours.keys()
    for name, array in found.items():
        theirs = array.detach().cpu().numpy() if hasattr(array, "detach") else np.asarray(array)
        assert theirs.dtype == ours[name].dtype, name
        assert theirs.shape == ours[name].shape, name
        difference = np.abs(ours[name] - theirs).max()
        assert difference <= SIZE * max(1.0, np.abs(ours[name]).max()), name


def effort(q, v, a):
    return (kinematics.inverse_dynamics(ROBOT, q, v, a) ** 2).sum()


def height(q):
    return kinematics.forward_kinematics(ROBOT, q, [LAST])[0, :3, 3].sum()


def check_slope(function, gradient) -> None:
    h = 1e-6
    steps = h * np.eye(ROBOT.nq)
    slope = [(function(Q[0] + step) - function(Q[0] - step)) / (2.0 * h) for step in steps]
    assert np.abs(np.asarray(gradient) - slope).max() <= 1e-6 * max(1.0, np.abs(slope).max())


@pytest.fixture(scope="module")
def jax():
    os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")  # half the time
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    return jax


def test_jax_gives_the_same_numbers_when_traced(jax):
    same(jax.jit(everything)(*map(jax.numpy.asarray, (Q, V, A))))


@pytest.mark.long
def test_jax_maps_over_configurations(jax):
    def some(q, v, a):
        return {
            "some": FUNCTIONS["some"](q=q),
            "inverse_dynamics": kinematics.inverse_dynamics(ROBOT, q, v, a),
            "mass_matrix": FUNCTIONS["mass_matrix"](q=q),
        }

    found = jax.jit(jax.vmap(some))(*map(jax.numpy.asarray, (Q, V, A)))
    same(found, {name: OURS[name] for name in found})


def test_jax_gives_the_same_numbers_operation_by_operation(jax):
    links = [Link(name, Inertial(1.0)) for name in ("a", "b", "c")]
    joints = [
        Joint("ab", "revolute", "a", "b", Transform(p=(0.1, 0.2, 0.3))),
        Joint("bc", "prismatic", "b", "c", axis=(0.0, 1.0, 0.0)),
    ]
    robot = Robot("r", links, joints)
    q = robot.random(1, COUNT)
    found = kinematics.forward_kinematics(robot, jax.numpy.asarray(q))
    same({"poses": found}, {"poses": kinematics.forward_kinematics(robot, q)})
    single = jax.numpy.asarray(q.astype(np.float32))
    assert kinematics.forward_kinematics(robot, single).dtype == np.float32


def test_jax_multiplies_in_full_precision_on_a_graphics_card_too(jax):
    given = (jax.numpy.asarray(array, jax.numpy.float32) for array in (Q, V, A))
    told = str(jax.make_jaxpr(everything)(*given))
    assert told.count("dot_general") > 10
    assert 2 * told.count("dot_general[") == told.count("Precision.HIGHEST")


@pytest.mark.long
def test_gradients_of_jax_are_slopes(jax):
    def slopes(q, v, a):
        return jax.grad(height)(q), jax.grad(effort)(q, v, a)

    up, harder = jax.jit(slopes)(*map(jax.numpy.asarray, (Q[0], V[0], A[0])))
    check_slope(height, up)
    check_slope(lambda q: effort(q, V[0], A[0]), harder)


def test_gradients_of_jax_are_finite_at_zero(jax):
    links = [Link(name) for name in "abcd"]
    kinds = ("floating", "ball", "planar")
    robot = Robot("r", links, [*map(Joint, kinds, kinds, "abc", "bcd")])
    zero = jax.numpy.asarray(robot.neutral())

    def slopes(q, v):
        there = jax.grad(lambda v: (kinematics.integrate(robot, zero, v) ** 2).sum())
        back = jax.grad(lambda q: (kinematics.difference(robot, zero, q) ** 2).sum())
        return there(v), back(q)

    for slope in jax.jit(slopes)(zero, jax.numpy.zeros(robot.nv)):
        assert np.isfinite(slope).all()


def test_gradients_of_jax_are_finite_where_roll_and_yaw_are_one(jax):
    for pitch in (0.5, -0.5):
        R = Transform.from_rpy((0.0, pitch * np.pi, 0.0)).R
        for matrix in (np.array(R), np.round(R)):
            slopes = jax.jacrev(so3.to_rpy)(jax.numpy.asarray(matrix))
            assert np.isfinite(slopes).all()


def test_arrays_of_numpy_and_jax_are_refused_together(jax):
    with pytest.raises(TypeError, match=r"the arrays are of different libraries: "):
        kinematics.integrate(ROBOT, jax.numpy.asarray(Q), V)


@pytest.fixture(scope="module")
def torch():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("torch")


def on_device(torch, *arrays):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return [torch.tensor(array, device=device) for array in arrays]


def test_torch_gives_the_same_numbers(torch):
    q, v, a = on_device(torch, Q, V, A)
    found = everything(q, v, a)
    assert {array.device for array in found.values()} == {q.device}
    same(found)


def test_torch_maps_over_configurations(torch):
    given = on_device(torch, Q, V, A)
    same(torch.func.vmap(everything)(*given))
    single = given[0].to(torch.float32)
    assert kinematics.mass_matrix(ROBOT, single).dtype == torch.float32


def test_gradients_of_torch_are_slopes(torch):
    q, v, a = on_device(torch, Q[0], V[0], A[0])
    q.requires_grad_()
    up, harder = (torch.autograd.grad(value, q)[0] for value in (height(q), effort(q, v, a)))
    check_slope(height, up.cpu())
    check_slope(lambda q: effort(q, V[0], A[0]), harder.cpu())


@pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")  # within jacfwd
def test_forward_mode_of_torch_stays_in_float32_also_of_one_configuration(torch):
    """Torch itself makes float64 of the slope of a single number of float32."""
    links = [Link(name, Inertial(1.0, Transform(p=(0.1, 0.2, 0.3)))) for name in "abcd"]
    kinds = ("floating", "ball", "planar")
    robot = Robot("r", links, [*map(Joint, kinds, kinds, "abc", "bcd")])
    q, other = on_device(torch, *robot.random(3, 2).astype(np.float32))
    (v,) = on_device(torch, V[0, : robot.nv].astype(np.float32))
    quats = partial(kinematics.forward_kinematics, robot, form="position_quat_xyzw")
    for function, given in (
        (robot.forward_kinematics, (q,)),
        (quats, (q,)),
        (robot.mass_matrix, (q,)),
        (lambda v: robot.integrate(q, v), (v,)),
        (lambda q: robot.difference(other, q), (q,)),
        (lambda q: so3.to_rpy(robot.forward_kinematics(q)[1, :3, :3]), (q,)),
    ):
        forwards = torch.func.jacfwd(function)(*given)
        back = torch.func.jacrev(function)(*given)
        assert forwards.dtype == torch.float32
        assert torch.allclose(forwards, back, atol=1e-5)
        value, slope = torch.func.jvp(function, given, given)
        assert value.dtype == slope.dtype == torch.float32
    assert torch.func.hessian(lambda q: robot.center_of_mass(q).sum())(q).dtype == torch.float32


def test_torch_under_autocast_computes_in_the_precision_of_what_is_given(torch):
    q, v, a = on_device(torch, *(array.astype(np.float32) for array in (Q, V, A)))

    def slope():
        return torch.func.jacrev(lambda q: kinematics.forward_kinematics(ROBOT, q, [LAST]))(q[0])

    plain, plain_slope = everything(q, v, a), slope()
    with torch.autocast(q.device.type, dtype=torch.bfloat16):
        found, found_slope = everything(q, v, a), slope()
    for name, array in [*found.items(), ("slope", found_slope)]:
        expected = plain.get(name, plain_slope)
        assert array.dtype == torch.float32, name
        assert (array - expected).abs().max() <= 1e-5 * max(1.0, expected.abs().max()), name


def test_numbers_that_are_reported_one_by_one_need_no_gradients(torch):
    q = torch.full((ROBOT.nq,), 5.0, dtype=torch.float64, requires_grad=True)
    assert ROBOT.out_of_bounds(q) == ROBOT.out_of_bounds(np.full(ROBOT.nq, 5.0))
    assert ROBOT.positions(q) == ROBOT.positions(np.full(ROBOT.nq, 5.0))
    for function in (ROBOT.out_of_bounds, ROBOT.positions):
        with pytest.raises(TypeError) as caught:
            torch.func.vmap(function)(q.detach()[None])
        assert str(caught.value) == NOT_KNOWN


NOT_KNOWN = "the numbers of q are not known inside jit, vmap or grad, but this function needs them"


def test_numbers_that_jax_traces_cannot_be_reported_one_by_one(jax):
    for function in (ROBOT.out_of_bounds, ROBOT.positions):
        for traced in (jax.jit(function), jax.grad(function)):
            with pytest.raises(TypeError) as caught:
                traced(jax.numpy.asarray(Q[0]))
            assert str(caught.value) == NOT_KNOWN


def test_gravity_goes_with_arrays_of_torch(torch):
    q, v, a = on_device(torch, Q, V, A)
    (own,) = on_device(torch, np.array([0.0, 0.0, -9.81]))
    for gravity in ([0.0, 0.0, -9.81], np.array([0.0, 0.0, -9.81]), own):
        found = kinematics.inverse_dynamics(ROBOT, q, v, a, gravity=gravity)
        same({"inverse_dynamics": found}, {"inverse_dynamics": OURS["inverse_dynamics"]})
        found = kinematics.gravity_torque(ROBOT, q, gravity=gravity)
        same({"gravity_torque": found}, {"gravity_torque": OURS["gravity_torque"]})
    single = [array.to(torch.float32) for array in (q, v, a)]
    assert kinematics.gravity_torque(ROBOT, single[0], gravity=Q[0, :3]).dtype == torch.float32
    for call in (
        lambda: kinematics.gravity_torque(ROBOT, single[0], gravity=own),
        lambda: kinematics.inverse_dynamics(ROBOT, *single, gravity=own),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        told = "gravity is torch.float64 and q is torch.float32: both must have the same precision"
        assert str(caught.value) == told


def test_wrong_arrays_of_torch_are_refused_as_those_of_numpy(torch):
    q, v, _ = on_device(torch, Q, V, A)
    calls = (
        (lambda: kinematics.mass_matrix(ROBOT, q[:, :3]), ValueError, "q must have shape (..., nq ="),
        (lambda: kinematics.mass_matrix(ROBOT, q.to(torch.int64)), TypeError, "q must be float64 or"),
        (lambda: kinematics.mass_matrix(ROBOT, q.to(torch.float16)), TypeError, "q must be float64"),
        (lambda: kinematics.integrate(ROBOT, q, v[:2]), ValueError, "q has batch (3,) and v has"),
        (lambda: kinematics.integrate(ROBOT, q, V), TypeError, "the arrays are of "),
        (lambda: kinematics.mass_matrix(ROBOT, q, out=Q), TypeError, "out requires NumPy arrays"),
        (lambda: kinematics.frame_jacobian(ROBOT, q, "QQQ"), UnknownNameError, "robot 'every_kind' h"),
    )  # fmt: skip
    for call, error, message in calls:
        with pytest.raises(error) as caught:
            call()
        assert str(caught.value).startswith(message)


def test_positions_of_torch_are_plain_numbers_without_gradients(torch):
    plain = Q[0].tolist()
    q = torch.tensor(plain, dtype=torch.float64, requires_grad=True)
    assert ROBOT.positions(q) == ROBOT.positions(plain)

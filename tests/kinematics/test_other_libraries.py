"""JAX and Torch give the numbers that NumPy gives, traced or not, with gradients.

Runs where one of the two is installed; on a machine with a GPU as it is.
"""

from __future__ import annotations

from functools import partial

import pytest

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from tests.model.every_kind import every_kind  # noqa: E402

ROBOT = every_kind(2, copies=1)
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
    "center_of_mass": partial(kinematics.center_of_mass, ROBOT),
    "center_of_mass_jacobian": partial(kinematics.center_of_mass_jacobian, ROBOT),
    "gravity_torque": partial(kinematics.gravity_torque, ROBOT),
    "mass_matrix": partial(kinematics.mass_matrix, ROBOT),
}
functions = pytest.mark.parametrize("name", FUNCTIONS)


def same(ours, theirs) -> None:
    theirs = np.asarray(theirs)
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    assert np.abs(ours - theirs).max() <= SIZE * max(1.0, np.abs(ours).max())


@pytest.fixture(scope="module")
def jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    return jax


@functions
def test_jax_gives_the_same_numbers_in_every_way_of_calling(jax, name):
    function, q = FUNCTIONS[name], jax.numpy.asarray(Q)
    ours = function(q=Q)
    if name in {"forward_kinematics", "mass_matrix"}:
        same(ours, function(q=q))
        same(ours, jax.vmap(lambda one: function(q=one))(q))
    same(ours, jax.jit(lambda some: function(q=some))(q))


def test_jax_moves_and_resists_alike(jax):
    q, v, a = map(jax.numpy.asarray, (Q, V, A))
    same(kinematics.integrate(ROBOT, Q, V), jax.jit(partial(kinematics.integrate, ROBOT))(q, v))
    moved = kinematics.integrate(ROBOT, Q, V)
    same(
        kinematics.difference(ROBOT, Q, moved),
        jax.jit(partial(kinematics.difference, ROBOT))(q, jax.numpy.asarray(moved)),
    )
    same(
        kinematics.inverse_dynamics(ROBOT, Q, V, A),
        jax.jit(partial(kinematics.inverse_dynamics, ROBOT))(q, v, a),
    )


def test_gradients_of_jax_are_slopes(jax):
    def height(q):
        return kinematics.forward_kinematics(ROBOT, q, [LAST])[0, :3, 3].sum()

    check_slope(height, jax.jit(jax.grad(height))(jax.numpy.asarray(Q[0])))

    def effort(q, v, a):
        return (kinematics.inverse_dynamics(ROBOT, q, v, a) ** 2).sum()

    slope = jax.jit(jax.grad(effort))(*map(jax.numpy.asarray, (Q[0], V[0], A[0])))
    check_slope(lambda q: effort(q, V[0], A[0]), slope)


def test_gradients_of_jax_are_finite_at_zero(jax):
    zero = jax.numpy.asarray(ROBOT.neutral())
    rest = jax.numpy.zeros(ROBOT.nv)

    def there(v):
        return (kinematics.integrate(ROBOT, zero, v) ** 2).sum()

    def back(q):
        return (kinematics.difference(ROBOT, zero, q) ** 2).sum()

    assert np.isfinite(jax.jit(jax.grad(there))(rest)).all()
    assert np.isfinite(jax.jit(jax.grad(back))(zero)).all()


def check_slope(function, gradient) -> None:
    h = 1e-6
    steps = h * np.eye(ROBOT.nq)
    slope = [(function(Q[0] + step) - function(Q[0] - step)) / (2.0 * h) for step in steps]
    assert np.abs(np.array(gradient) - slope).max() <= 1e-6 * max(1.0, np.abs(slope).max())


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


@functions
def test_torch_gives_the_same_numbers(torch, name):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    found = FUNCTIONS[name](q=torch.tensor(Q, device=device))
    assert found.device.type == device
    same(FUNCTIONS[name](q=Q), found.cpu())


def test_torch_moves_and_resists_alike(torch):
    q, v, a = map(torch.tensor, (Q, V, A))
    moved = kinematics.integrate(ROBOT, q, v)
    same(kinematics.integrate(ROBOT, Q, V), moved)
    same(kinematics.difference(ROBOT, Q, moved.numpy()), kinematics.difference(ROBOT, q, moved))
    same(kinematics.inverse_dynamics(ROBOT, Q, V, A), kinematics.inverse_dynamics(ROBOT, q, v, a))


def test_gradients_of_torch_are_slopes(torch):
    q = torch.tensor(Q[0], requires_grad=True)
    kinematics.forward_kinematics(ROBOT, q, [LAST])[0, :3, 3].sum().backward()
    check_slope(lambda q: kinematics.forward_kinematics(ROBOT, q, [LAST])[0, :3, 3].sum(), q.grad)


def test_arrays_of_two_libraries_are_refused(jax):
    with pytest.raises(TypeError, match=r"the arrays are of .*: give all of one library"):
        kinematics.integrate(ROBOT, jax.numpy.asarray(Q), V)

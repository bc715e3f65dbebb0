"""Rotations and poses are groups; exp and log undo each other; slopes are those of differences."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.model import Transform

np = pytest.importorskip("numpy")

from bodyplan.lie import se3, so3  # noqa: E402
from bodyplan.lie.array import constant, floating, last_axis, namespace  # noqa: E402

EPS = 1e-14
part = st.floats(-1.0, 1.0)
lengths = st.sampled_from([0.0, 1e-300, 1e-12, 1e-5, 1e-3, 0.4999, 0.5001, 1.0, 3.0, 3.14159])


@st.composite
def rotation_vectors(draw, longest: float = math.pi):
    """Of any direction and any length, tiny ones and nearly half a turn among them."""
    direction = np.array([draw(part) + off for off in (1e-3, 0.0, 2e-3)])
    length = draw(lengths | st.floats(0.0, longest))
    return direction / max(np.linalg.norm(direction), 1e-9) * min(length, longest)


@st.composite
def twists(draw):
    return np.array([*(draw(st.floats(-5.0, 5.0)) for _ in range(3)), *draw(rotation_vectors())])


def near(a, b, size: float = EPS) -> bool:
    return np.allclose(a, b, rtol=0.0, atol=size)


def power_series(A):
    """The exponential of a matrix by its definition, after halving it until it is small."""
    A = A / 2.0**10
    term, total = np.eye(len(A)), np.eye(len(A))
    for number in range(1, 12):
        term = term @ A / number
        total = total + term
    for _ in range(10):
        total = total @ total
    return total


@given(rotation_vectors(), rotation_vectors(), rotation_vectors())
def test_rotations_are_a_group(a, b, c):
    A, B, C = so3.exp(a), so3.exp(b), so3.exp(c)
    assert near(A @ so3.transpose(A), np.eye(3))
    assert np.linalg.det(A) == pytest.approx(1.0, abs=EPS)
    assert near(A @ so3.exp(-a), np.eye(3))
    assert near((A @ B) @ C, A @ (B @ C))
    assert near(so3.log(A @ B @ so3.transpose(B)), so3.log(A)) or np.linalg.norm(a) > 3.1


@given(rotation_vectors())
def test_exp_is_the_exponential_of_its_matrix(w):
    assert near(so3.exp(w), power_series(so3.skew(w)), 1e-12)


@given(rotation_vectors(math.pi - 1e-6))
def test_log_undoes_exp(w):
    assert near(so3.log(so3.exp(w)), w, 1e-14 * 4 + 1e-15 * abs(w).max())
    assert near(so3.log_quat_xyzw(so3.exp_quat_xyzw(w)), w, 4e-15)


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0.0, -0.8)])
def test_half_a_turn_has_an_axis(axis):
    w = np.array(axis) * math.pi
    found = so3.log(2.0 * np.outer(axis, axis) - np.eye(3))
    assert near(found, w) or near(found, -w)


@given(rotation_vectors(), rotation_vectors())
def test_quaternions_turn_as_matrices_do(a, b):
    p, q = so3.exp_quat_xyzw(a), so3.exp_quat_xyzw(b)
    assert near(so3.from_quat_xyzw(p), so3.exp(a))
    assert near(so3.from_quat_xyzw(3.0 * p), so3.exp(a))
    assert near(so3.from_quat_xyzw(so3.multiply_quat_xyzw(p, q)), so3.exp(a) @ so3.exp(b))
    assert near(so3.multiply_quat_xyzw(p, so3.conjugate_quat_xyzw(p)), [0.0, 0.0, 0.0, 1.0])
    there = so3.to_quat_xyzw(so3.exp(a))
    assert near(there, p, 4e-15) or near(there, -p, 4e-15)
    assert there[3] >= 0.0
    assert near(so3.unit_quat_xyzw(7.0 * p), p)


def test_a_quaternion_of_zeros_turns_nothing():
    zero = np.zeros(4)
    assert near(so3.from_quat_xyzw(zero), np.eye(3))
    assert so3.unit_quat_xyzw(zero).tolist() == [0.0, 0.0, 0.0, 1.0]


@given(st.floats(-3.0, 3.0), st.floats(-1.57, 1.57), st.floats(-3.0, 3.0))
def test_roll_pitch_yaw_are_those_of_the_model(roll, pitch, yaw):
    rpy = np.array([roll, pitch, yaw])
    R = so3.from_rpy(rpy)
    assert near(R, Transform.from_rpy((roll, pitch, yaw)).R)
    assert near(so3.to_rpy(R), rpy, 1e-12)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
def test_at_a_quarter_turn_of_pitch_yaw_has_the_whole_rotation(pitch):
    R = so3.from_rpy(np.array([0.3, pitch, 0.8]))
    found = so3.to_rpy(R)
    assert found[0] == 0.0
    assert near(so3.from_rpy(found), R)


@given(rotation_vectors(3.0), rotation_vectors())
def test_the_left_jacobian_is_the_slope_of_exp(w, direction):
    h = 1e-6
    turned = so3.exp(w + h * direction) @ so3.transpose(so3.exp(w - h * direction))
    slope = so3.log(turned) / (2.0 * h)
    assert near(so3.left_jacobian(w) @ direction, slope, 1e-8)
    assert near(so3.left_jacobian(w) @ so3.left_jacobian_inverse(w), np.eye(3), 1e-13)


@given(twists(), twists(), twists())
def test_poses_are_a_group(a, b, c):
    A, B, C = se3.exp(a), se3.exp(b), se3.exp(c)
    assert near(A @ se3.inverse(A), np.eye(4), 1e-13)
    assert near(A @ se3.exp(-a), np.eye(4), 1e-13)
    assert near((A @ B) @ C, A @ (B @ C), 1e-13)
    assert near(se3.adjoint(A) @ se3.adjoint(B), se3.adjoint(A @ B), 1e-12)
    assert near(se3.adjoint(A) @ se3.adjoint(se3.inverse(A)), np.eye(6), 1e-12)


@given(twists())
def test_the_exponential_of_a_twist_is_that_of_its_matrix(twist):
    assert near(se3.exp(twist), power_series(se3.hat(twist)), 1e-11)


@given(twists())
def test_log_undoes_exp_of_twists(twist):
    if np.linalg.norm(twist[3:]) < 3.14:
        assert near(se3.log(se3.exp(twist)), twist, 1e-12)


@given(twists(), twists())
def test_the_adjoint_maps_twists_between_frames(at, twist):
    X = se3.exp(at)
    moved = X @ se3.hat(twist) @ se3.inverse(X)
    assert near(se3.hat(se3.adjoint(X) @ twist), moved, 1e-12)


@given(twists(), twists())
def test_integrate_and_difference_undo_each_other(at, twist):
    X = se3.exp(at)
    if np.linalg.norm(twist[3:]) < 3.14:
        assert near(se3.difference(X, se3.integrate(X, twist)), twist, 1e-12)
        R, w = X[:3, :3], twist[3:]
        assert near(so3.difference(R, so3.integrate(R, w)), w, 1e-13)


def test_leading_axes_are_kept():
    dice = np.random.default_rng(0)
    twists = dice.standard_normal((2, 5, 6))
    poses = se3.exp(twists)
    assert poses.shape == (2, 5, 4, 4)
    assert near(poses[1, 3], se3.exp(twists[1, 3]), 1e-15)
    assert se3.to_position_quat_xyzw(poses).shape == (2, 5, 7)
    assert se3.exp(np.zeros((0, 6))).shape == (0, 4, 4)
    places = se3.to_position_quat_xyzw(poses)
    assert near(se3.from_quat_xyzw(places[..., 3:], places[..., :3]), poses)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_precision_is_kept(dtype):
    twist = np.linspace(-1.0, 1.0, 6).astype(dtype)
    for value in (se3.exp(twist), se3.log(se3.exp(twist)), se3.adjoint(se3.exp(twist))):
        assert value.dtype == dtype
    assert near(se3.log(se3.exp(twist)), twist, 20 * np.finfo(dtype).eps)


def test_a_value_that_is_not_an_array_is_rejected():
    with pytest.raises(TypeError, match="expected an array of NumPy, JAX or Torch, not str"):
        namespace("QQQ")
    with pytest.raises(TypeError, match="q must be float64 or float32, not complex128"):
        floating(np.zeros(3, complex), "q")
    with pytest.raises(TypeError, match="q must be float64 or float32, not float16"):
        floating(np.zeros(3, np.float16), "q")
    with pytest.raises(TypeError, match="q must contain real numbers"):
        floating(["QQQ"], "q")
    with pytest.raises(ValueError, match=r"q must have shape \(..., nq = 7\), not \(2, 3\)"):
        last_axis(np.zeros((2, 3)), 7, "q", "nq")
    assert floating([1, 2], "q").dtype == np.float64
    assert constant([1, 2], np.zeros(1, np.float32)).dtype == np.float32


def test_masked_arrays_are_rejected():
    w = np.ma.array([0.1, 0.2, 0.3], mask=[False, True, True])
    for function in (so3.exp, so3.skew, so3.left_jacobian, so3.from_rpy, so3.exp_quat_xyzw):
        with pytest.raises(
            ValueError, match=r"^an array has 2 masked numbers: masked numbers are not supported"
        ):
            function(w)
        assert np.array_equal(function(np.ma.array(w.data)), function(w.data))
    with pytest.raises(ValueError, match="masked"):
        se3.exp(np.ma.array(np.zeros(6), mask=[True, *[False] * 5]))

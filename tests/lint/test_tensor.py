"""The tensor maths of the rules against NumPy and against the integrals of known solids."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bodyplan.lint import tensor

ELEMENT = st.one_of(
    st.just(0.0),
    st.just(1.0),
    st.floats(-1, 1).map(lambda x: round(x, 15)),
    st.floats(-1e-9, 1e-9).map(lambda x: round(x, 18)),
)
TENSORS = st.tuples(*[ELEMENT] * 6)
SCALES = st.integers(-290, 290).map(lambda power: 10.0**power)
ANGLE = st.floats(-7, 7)
ANGLES = st.tuples(ANGLE, ANGLE, ANGLE)
SMALL = st.floats(-2, 2)
LENGTH = st.floats(1e-3, 5)


def matrix(t):
    xx, xy, xz, yy, yz, zz = t
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def full(r):
    return np.array(r).reshape(3, 3)


def turned(moments, angles):
    return tensor.rotated(
        tensor.rotation_from_rpy(*angles), (moments[0], 0.0, 0.0, moments[1], 0.0, moments[2])
    )


@given(TENSORS, SCALES)
@settings(max_examples=600)
@example((1.0, 1.0, 1.0, 1.0, 1.0, 1.0), 1e-200)
@example((1.0, 1e-9, 0.0, 1.0, 1e-9, 1.0), 1e250)
def test_principal_moments_are_the_eigenvalues(t, scale):
    t = tensor.scaled(t, scale)
    expected = np.linalg.eigvalsh(matrix(t) / scale)
    found = np.array(tensor.principal_moments(t)) / scale
    assert found == pytest.approx(expected, rel=0, abs=1e-13 * max(np.abs(expected).max(), 1e-300))


@given(st.floats(1e-3, 1), st.floats(-1e-7, 1e-7), ANGLES, SCALES)
def test_principal_moments_hold_where_two_nearly_coincide(a, gap, angles, scale):
    moments = (a, a + gap, 1.5 * a)
    t = tensor.scaled(turned(moments, angles), scale)
    found = np.array(tensor.principal_moments(t)) / scale
    assert found == pytest.approx(sorted(moments), rel=1e-13)


def test_principal_moments_of_odd_input():
    assert tensor.principal_moments((0.0,) * 6) == (0, 0, 0)
    assert tensor.principal_moments((5e-324, 0, 0, 5e-324, 0, 5e-324)) == (5e-324,) * 3
    assert all(map(math.isnan, tensor.principal_moments((math.nan, 0, 0, 1, 0, 1))))
    assert all(map(math.isnan, tensor.principal_moments((1, 0, 0, 1, 0, math.inf))))


@given(TENSORS, SCALES)
@settings(max_examples=600)
def test_validity_agrees_with_the_eigenvalues(t, scale):
    a, b, c = np.linalg.eigvalsh(matrix(t))
    largest = max(map(abs, t))
    margin = 1e-12 * largest
    for tolerance in (0.0, 1e-6, 1e-3):
        lacks = -a - tolerance * largest
        if abs(lacks) > margin:
            assert tensor.is_positive(tensor.scaled(t, scale), tolerance) == (lacks < 0)
        lacks = c - (a + b + c) / 2 - tolerance * abs(a + b + c) / 2
        if abs(lacks) > margin:
            assert tensor.meets_triangle(tensor.scaled(t, scale), tolerance) == (lacks < 0)


@given(st.floats(1e-6, 1), st.floats(1e-6, 1), ANGLES, SCALES)
def test_flat_and_thin_bodies_meet_both_conditions(a, b, angles, scale):
    for moments in ((a, b, a + b), (0.0, a, a)):
        t = tensor.scaled(turned(moments, angles), scale)
        assert tensor.is_positive(t)
        assert tensor.meets_triangle(t)


def test_zero_and_nan_are_nobodys_fault():
    for t in ((0.0,) * 6, (math.nan,) * 6):
        assert tensor.is_positive(t)
        assert tensor.meets_triangle(t)


@given(ANGLE, ANGLE, ANGLE)
def test_rotation_from_rpy_is_rz_ry_rx(roll, pitch, yaw):
    def about(axis, angle):
        c, s = math.cos(angle), math.sin(angle)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        r = np.eye(3)
        r[i, i] = r[j, j] = c
        r[i, j], r[j, i] = -s, s
        return r

    expected = about(2, yaw) @ about(1, pitch) @ about(0, roll)
    assert full(tensor.rotation_from_rpy(roll, pitch, yaw)) == pytest.approx(expected, abs=1e-14)


@given(SMALL, SMALL, SMALL, SMALL, SCALES)
def test_rotation_from_quaternion(x, y, z, w, scale):
    length = math.hypot(x, y, z, w)
    if length < 1e-6:
        return
    v, s = np.array([x, y, z]) / length, w / length
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    expected = np.eye(3) + 2 * s * cross + 2 * cross @ cross
    found = full(tensor.rotation_from_quaternion(x * scale, y * scale, z * scale, w * scale))
    assert found == pytest.approx(expected, abs=1e-13)
    assert tensor.rotation_from_quaternion(0, 0, 0, 0) == tensor.UNIT


@given(ANGLES, ANGLES)
def test_product_and_transpose(a, b):
    one, two = tensor.rotation_from_rpy(*a), tensor.rotation_from_rpy(*b)
    assert full(tensor.product(one, two)) == pytest.approx(full(one) @ full(two), abs=1e-14)
    assert full(tensor.transposed(one)) == pytest.approx(full(one).T)
    assert tensor.product(one, tensor.UNIT) == one == tensor.product(tensor.UNIT, one)


@given(TENSORS, ANGLE, ANGLE, ANGLE)
def test_rotated_is_r_i_rt(t, roll, pitch, yaw):
    r = tensor.rotation_from_rpy(roll, pitch, yaw)
    expected = full(r) @ matrix(t) @ full(r).T
    assert matrix(tensor.rotated(r, t)) == pytest.approx(expected, abs=1e-13)


@given(st.floats(0, 10), SMALL, SMALL, SMALL)
def test_parallel_axis(mass, x, y, z):
    d = np.array([x, y, z])
    expected = mass * (d @ d * np.eye(3) - np.outer(d, d))
    assert matrix(tensor.parallel_axis(mass, (x, y, z))) == pytest.approx(expected, abs=1e-12)


@given(TENSORS, TENSORS)
def test_size_and_difference(a, b):
    norm = np.linalg.norm
    assert tensor.size(a) == pytest.approx(norm(matrix(a)))
    larger = max(norm(matrix(a)), norm(matrix(b)))
    if larger > 1e-200:
        expected = norm(matrix(a) - matrix(b)) / larger
        assert tensor.difference(a, b) == pytest.approx(expected, abs=1e-12)
    assert tensor.difference((0.0,) * 6, (0.0,) * 6) == 0
    assert tensor.added(tensor.subtracted(a, b), b) == pytest.approx(a)


# Solids: the same integrals by summing slices or shells


def slices(radius_at, low, high, count=20_000):
    """Volume and tensor of a body of revolution about z, from thin discs."""
    step = (high - low) / count
    z = low + step * (np.arange(count) + 0.5)
    disc = math.pi * radius_at(z) ** 2 * step
    along = (disc * radius_at(z) ** 2 / 2).sum()
    across = (disc * (radius_at(z) ** 2 / 4 + z**2)).sum()
    return disc.sum(), (across, 0, 0, across, 0, along)


@given(LENGTH, LENGTH)
@settings(max_examples=25)
def test_solids_of_revolution(radius, length):
    half = length / 2
    cases = [
        (tensor.solid_cylinder(radius, length), slices(lambda z: radius + 0 * z, -half, half)),
        (
            tensor.solid_sphere(radius),
            slices(lambda z: np.sqrt(radius**2 - z**2), -radius, radius),
        ),
        (
            tensor.solid_capsule(radius, length),
            slices(
                lambda z: np.sqrt(radius**2 - np.maximum(np.abs(z) - half, 0) ** 2),
                -half - radius,
                half + radius,
            ),
        ),
    ]
    for solid, (volume, inertia) in cases:
        assert solid.volume == pytest.approx(volume, rel=1e-4)
        assert solid.tensor == pytest.approx(inertia, rel=1e-4)


def test_known_solids():
    box = tensor.solid_box(2, 3, 4)
    assert box.volume == 24
    assert box.of_mass(12) == pytest.approx((25, 0, 0, 20, 0, 13))
    assert tensor.solid_cylinder(2, 3).of_mass(12) == pytest.approx((21, 0, 0, 21, 0, 24))
    assert tensor.solid_sphere(5).of_mass(1) == pytest.approx((10, 0, 0, 10, 0, 10))
    assert tensor.solid_capsule(2, 0).tensor == pytest.approx(tensor.solid_sphere(2).tensor)


@given(LENGTH, LENGTH, LENGTH, st.floats(0.01, 50))
def test_mean_square_radius_of_a_box(x, y, z, mass):
    found = tensor.mean_square_radius(tensor.solid_box(x, y, z).of_mass(mass), mass)
    assert found == pytest.approx((x * x + y * y + z * z) / 12)


# Bounds: against points sampled on the surface


@given(st.tuples(LENGTH, LENGTH, LENGTH), ANGLES, st.tuples(SMALL, SMALL, SMALL))
@settings(max_examples=50)
def test_bounds_touch_the_turned_shape(edges, angles, at):
    x, y, z = edges
    r = tensor.rotation_from_rpy(*angles)
    around = np.linspace(0, 2 * math.pi, 721)
    ring = np.array([np.cos(around), np.sin(around), 0 * around]).T
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    up = np.array([0, 0, z / 2])
    polar = np.linspace(0, math.pi, 361)[:, None, None]
    ball = (np.sin(polar) * ring + np.cos(polar) * [0, 0, 1]).reshape(-1, 3)
    cases = [
        (tensor.bounds_of_box(x, y, z, r, at), corners * [x / 2, y / 2, z / 2]),
        (tensor.bounds_of_cylinder(x, z, r, at), np.vstack([x * ring + up, x * ring - up])),
        (tensor.bounds_of_sphere(x, at), x * ball),
        (tensor.bounds_of_capsule(x, z, r, at), np.vstack([x * ball + up, x * ball - up])),
    ]
    for bounds, points in cases:
        placed = points @ full(r).T + at
        assert bounds.low == pytest.approx(placed.min(axis=0), abs=1e-3 * x + 1e-9)
        assert bounds.high == pytest.approx(placed.max(axis=0), abs=1e-3 * x + 1e-9)


def test_bounds_measure_points():
    bounds = tensor.Bounds((0, 0, 0), (2, 4, 4)).union(tensor.Bounds((-2, 1, 1), (1, 2, 2)))
    assert bounds == tensor.Bounds((-2, 0, 0), (2, 4, 4))
    assert bounds.centre == (0, 2, 2)
    assert bounds.diagonal == pytest.approx(math.sqrt(48))
    assert bounds.outside((0, 1, 1)) == 0
    assert bounds.outside((5, 1, 8)) == 5
    assert bounds.farthest((0, 2, 2)) == pytest.approx(math.sqrt(12))
    assert bounds.farthest((6, 2, 2)) == pytest.approx(math.sqrt(72))

"""Tensors against NumPy, and known solids against their integrals."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bodyplan.geometry import solids
from bodyplan.geometry.solids import Mass
from bodyplan.inertia import tensor
from bodyplan.model import Transform
from tests.geometry.tensors import ANGLES, LENGTH, SCALES, SMALL, TENSORS, matrix
from tests.slices import amount


def turned(moments, angles):
    return tensor.composed(moments, Transform.from_rpy(angles).R)


@given(TENSORS, ANGLES)
def test_rotated_is_r_i_rt(t, angles):
    R = Transform.from_rpy(angles).R
    expected = np.array(R) @ matrix(t) @ np.array(R).T
    assert matrix(solids.rotated(t, R)) == pytest.approx(expected, abs=1e-13)


@given(TENSORS, SCALES)
@settings(max_examples=amount(300, short=80))
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


@given(TENSORS | TENSORS.map(lambda t: (t[0], 0.0, 0.0, t[3], 0.0, t[5])), SCALES)
@settings(max_examples=amount(300, short=80))
@example((1.0, 0.0, 0.0, 1.0, 0.0, 2.01), 1.0)
@example((1.0, 0.0, 0.0, -1e-5, 0.0, 1.0), 1.0)
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


def test_zero_and_nan_are_no_problem():
    for t in ((0.0,) * 6, (math.nan,) * 6):
        assert tensor.is_positive(t)
        assert tensor.meets_triangle(t)


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
        (solids.cylinder(radius, length, 1.0), slices(lambda z: radius + 0 * z, -half, half)),
        (
            solids.sphere(radius, 1.0),
            slices(lambda z: np.sqrt(radius**2 - z**2), -radius, radius),
        ),
        (
            solids.capsule(radius, length, 1.0),
            slices(
                lambda z: np.sqrt(radius**2 - np.maximum(np.abs(z) - half, 0) ** 2),
                -half - radius,
                half + radius,
            ),
        ),
    ]
    for solid, (volume, inertia) in cases:
        assert solid.mass == pytest.approx(volume, rel=1e-4)
        assert solid.inertia == pytest.approx(inertia, rel=1e-4)


def test_known_solids():
    assert solids.box((2, 3, 4), 0.5) == Mass(12, (0, 0, 0), (25, 0, 0, 20, 0, 13))
    cylinder = solids.cylinder(2, 3, 1 / math.pi)
    assert cylinder.inertia == pytest.approx((21, 0, 0, 21, 0, 24))
    ball = solids.sphere(5, 3 / (500 * math.pi))
    assert ball.inertia == pytest.approx((10, 0, 0, 10, 0, 10))
    assert solids.capsule(2, 0, 1.0).inertia == pytest.approx(solids.sphere(2, 1.0).inertia)


@given(LENGTH, LENGTH, LENGTH, st.floats(0.01, 50))
def test_mean_square_radius_of_a_box(x, y, z, mass):
    found = tensor.mean_square_radius(solids.box((x, y, z), mass / (x * y * z)).inertia, mass)
    assert found == pytest.approx((x * x + y * y + z * z) / 12)

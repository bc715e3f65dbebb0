"""Rotations and bounds of the rules against NumPy and points on the surface."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bodyplan.lint import bounds
from tests.geometry.tensors import ANGLE, ANGLES, LENGTH, SCALES, SMALL


def full(r):
    return np.array(r).reshape(3, 3)


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
    assert full(bounds.rotation_from_rpy(roll, pitch, yaw)) == pytest.approx(expected, abs=1e-14)


@given(SMALL, SMALL, SMALL, SMALL, SCALES)
def test_rotation_from_quaternion(x, y, z, w, scale):
    length = math.hypot(x, y, z, w)
    if length < 1e-6:
        return
    v, s = np.array([x, y, z]) / length, w / length
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    expected = np.eye(3) + 2 * s * cross + 2 * cross @ cross
    found = full(bounds.rotation_from_quaternion(x * scale, y * scale, z * scale, w * scale))
    assert found == pytest.approx(expected, abs=1e-13)
    assert bounds.rotation_from_quaternion(0, 0, 0, 0) == bounds.UNIT


@given(ANGLES, ANGLES)
def test_product_and_transpose(a, b):
    one, two = bounds.rotation_from_rpy(*a), bounds.rotation_from_rpy(*b)
    assert full(bounds.product(one, two)) == pytest.approx(full(one) @ full(two), abs=1e-14)
    assert full(bounds.transposed(one)) == pytest.approx(full(one).T)
    assert bounds.product(one, bounds.UNIT) == one == bounds.product(bounds.UNIT, one)


@given(ANGLES)
def test_the_rows_of_a_rotation_are_those_of_its_matrix(angles):
    r = bounds.rotation_from_rpy(*angles)
    assert bounds.rows(r) == tuple(map(tuple, full(r).tolist()))


# Bounds: against points sampled on the surface


@given(st.tuples(LENGTH, LENGTH, LENGTH), ANGLES, st.tuples(SMALL, SMALL, SMALL))
@settings(max_examples=50)
def test_bounds_touch_the_turned_shape(edges, angles, at):
    x, y, z = edges
    r = bounds.rotation_from_rpy(*angles)
    around = np.linspace(0, 2 * math.pi, 181)
    ring = np.array([np.cos(around), np.sin(around), 0 * around]).T
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    up = np.array([0, 0, z / 2])
    polar = np.linspace(0, math.pi, 91)[:, None, None]
    ball = (np.sin(polar) * ring + np.cos(polar) * [0, 0, 1]).reshape(-1, 3)
    cases = [
        (bounds.bounds_of_box(x, y, z, r, at), corners * [x / 2, y / 2, z / 2]),
        (bounds.bounds_of_cylinder(x, z, r, at), np.vstack([x * ring + up, x * ring - up])),
        (bounds.bounds_of_sphere(x, at), x * ball),
        (bounds.bounds_of_capsule(x, z, r, at), np.vstack([x * ball + up, x * ball - up])),
        (bounds.bounds_of_cone(x, z, r, at), np.vstack([x * ring - up, [up]])),
        (bounds.bounds_of_ellipsoid(x, y, z, r, at), ball * [x, y, z]),
    ]
    for found, points in cases:
        placed = points @ full(r).T + at
        assert found.low == pytest.approx(placed.min(axis=0), abs=1e-3 * max(x, y, z))
        assert found.high == pytest.approx(placed.max(axis=0), abs=1e-3 * max(x, y, z))


def test_bounds_measure_points():
    around = bounds.Bounds((0, 0, 0), (2, 4, 4)).union(bounds.Bounds((-2, 1, 1), (1, 2, 2)))
    assert around == bounds.Bounds((-2, 0, 0), (2, 4, 4))
    assert around.centre == (0, 2, 2)
    assert around.diagonal == pytest.approx(math.sqrt(48))
    assert around.outside((0, 1, 1)) == 0
    assert around.outside((5, 1, 8)) == 5
    assert around.farthest((0, 2, 2)) == pytest.approx(math.sqrt(12))
    assert around.farthest((6, 2, 2)) == pytest.approx(math.sqrt(72))

"""Rotations and bounds in plain Python, against NumPy and points on the surface."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry.tensors import ANGLE, ANGLES, LENGTH, SCALES, SMALL

from bodyplan import model
from bodyplan.geometry import bounds
from bodyplan.model.transform import NO_ROTATION, Transform


def full(X):
    return np.array(X.R)


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
    assert full(Transform.from_rpy((roll, pitch, yaw))) == pytest.approx(expected, abs=1e-14)


@given(SMALL, SMALL, SMALL, SMALL, SCALES)
def test_rotation_from_quaternion(x, y, z, w, scale):
    length = math.hypot(x, y, z, w)
    if length < 1e-6:
        return
    v, s = np.array([x, y, z]) / length, w / length
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    expected = np.eye(3) + 2 * s * cross + 2 * cross @ cross
    found = full(Transform.from_quat_xyzw((x * scale, y * scale, z * scale, w * scale)))
    assert found == pytest.approx(expected, abs=1e-13)
    assert Transform.from_quat_xyzw((0, 0, 0, 0)).R == NO_ROTATION


@given(ANGLES, ANGLES)
def test_product_and_inverse(a, b):
    one, two = Transform.from_rpy(a), Transform.from_rpy(b)
    assert full(one @ two) == pytest.approx(full(one) @ full(two), abs=1e-14)
    assert full(one.inverse()) == pytest.approx(full(one).T)
    assert one @ model.IDENTITY == one == model.IDENTITY @ one


# Bounds: against points sampled on the surface


@given(st.tuples(LENGTH, LENGTH, LENGTH), ANGLES, st.tuples(SMALL, SMALL, SMALL))
@settings(max_examples=50)
def test_bounds_touch_the_turned_shape(edges, angles, at):
    x, y, z = edges
    X = Transform.from_rpy(angles, at)
    around = np.linspace(0, 2 * math.pi, 181)
    ring = np.array([np.cos(around), np.sin(around), 0 * around]).T
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    up = np.array([0, 0, z / 2])
    polar = np.linspace(0, math.pi, 91)[:, None, None]
    ball = (np.sin(polar) * ring + np.cos(polar) * [0, 0, 1]).reshape(-1, 3)
    cases = [
        (model.Box((x, y, z)), corners * [x / 2, y / 2, z / 2]),
        (model.Cylinder(x, z), np.vstack([x * ring + up, x * ring - up])),
        (model.Sphere(x), x * ball),
        (model.Capsule(x, z), np.vstack([x * ball + up, x * ball - up])),
        (model.Cone(x, z), np.vstack([x * ring - up, [up]])),
        (model.Ellipsoid((x, y, z)), ball * [x, y, z]),
    ]
    for shape, points in cases:
        found = bounds.bounds_of(shape, X)
        placed = points @ full(X).T + at
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

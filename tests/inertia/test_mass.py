"""Mass properties of one body: against Pinocchio and solvers, and the laws that hold for all."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bodyplan import inertia
from bodyplan.geometry import solids
from bodyplan.inertia import Mass
from bodyplan.model import Inertial, Transform

pin = pytest.importorskip("pinocchio")
nnls = pytest.importorskip("scipy.optimize").nnls

PART = st.floats(-1, 1).map(lambda x: round(x, 12))
MOMENT = st.one_of(st.just(0.0), PART)
MOMENTS = st.tuples(MOMENT, MOMENT, MOMENT)
VECTOR = st.tuples(PART, PART, PART)
ANGLES = st.tuples(*[st.floats(-3, 3)] * 3)
LENGTH = st.floats(0.01, 3)
SIZE = st.tuples(LENGTH, LENGTH, LENGTH)
TENSORS = st.tuples(*[MOMENT] * 6)
GENERATORS = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
"""Moments are these times the second moments of mass, which no body has below zero."""


def matrix(t):
    xx, xy, xz, yy, yz, zz = t
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def bodies(size, rpy, xyz):
    return solids.box(size, 700.0).moved(Transform.from_rpy(rpy, xyz))


def in_pinocchio(mass):
    return pin.Inertia(mass.mass, np.array(mass.p_BC), matrix(mass.inertia))


def same(ours, theirs):
    scale = max(theirs.mass, np.abs(theirs.inertia).max())
    assert ours.mass == pytest.approx(theirs.mass, rel=1e-13)
    assert ours.p_BC == pytest.approx(theirs.lever, abs=1e-13)
    assert matrix(ours.inertia) == pytest.approx(theirs.inertia, abs=1e-12 * scale)


@given(MOMENTS)
@example((0.0, 0.0, 1.0))
@example((-1.0, -1.0, 1.0))
@example((0.0, 1.0, 1.0))
@example((0.0, 0.0, 0.0))
def test_the_nearest_moments_are_those_of_a_solver(moments):
    second, distance = nnls(GENERATORS, np.array(moments))
    found = inertia.nearest_moments(moments)
    assert found == pytest.approx(GENERATORS @ second, abs=1e-12)
    assert math.dist(found, moments) == pytest.approx(distance, abs=1e-12)


@given(TENSORS)
def test_the_nearest_body_is_possible_and_its_own_nearest(tensor):
    before = Mass(2.0, (0.1, -0.2, 0.3), tensor)
    found = inertia.nearest_possible(before)
    assert (found.mass, found.p_BC) == (before.mass, before.p_BC)
    assert inertia.is_possible(found, 1e-12)
    again = inertia.nearest_possible(found)
    assert again.inertia == pytest.approx(found.inertia, abs=1e-15)


@given(TENSORS, SIZE, ANGLES)
def test_no_other_body_is_nearer(tensor, size, rpy):
    found = inertia.nearest_possible(Mass(1.0, inertia=tensor)).inertia
    other = bodies(size, rpy, (0, 0, 0)).scaled(1e-3).inertia
    wanted = matrix(tensor)
    near, far = (np.linalg.norm(matrix(one) - wanted) for one in (found, other))
    assert near <= far * (1 + 1e-12)


@given(SIZE, ANGLES, VECTOR, st.floats(0, 0.005))
def test_a_possible_body_stays_as_it_is(size, rpy, xyz, thickness):
    body = bodies(size, rpy, xyz)
    if min(size) >= 0.006 * max(size):
        assert inertia.nearest_possible(body, thickness=thickness) is body


@given(TENSORS, st.floats(1e-6, 0.1))
def test_a_thickness_keeps_away_from_the_limits(tensor, thickness):
    found = inertia.nearest_possible(Mass(1.0, inertia=tensor), thickness=thickness)
    a, b, c = inertia.principal_moments(found.inertia)
    half = (a + b + c) / 2
    assert half - c >= thickness**2 * (half - a) * (1 - 1e-6) - 1e-14
    assert inertia.nearest_possible(found, thickness=thickness) is found


@pytest.mark.parametrize("mass", [0.0, -1.0, math.nan, math.inf])
def test_without_mass_nothing_is_near(mass):
    with pytest.raises(ValueError, match="mass must be positive"):
        inertia.nearest_possible(Mass(mass, inertia=(1, 0, 0, 1, 0, 5)))


@given(TENSORS, st.floats(0.01, 9), VECTOR)
def test_a_body_is_possible_where_its_pseudo_inertia_is_not_negative(tensor, mass, centre):
    body = Mass(mass, centre, tensor)
    about_centre = np.array(inertia.pseudo_inertia(Mass(mass, (0, 0, 0), tensor)))
    least = np.linalg.eigvalsh(about_centre)[0]
    if abs(least) > 1e-7:
        assert inertia.is_possible(body) == (least > 0)


@given(SIZE, ANGLES, VECTOR)
def test_pseudo_inertia_is_that_of_pinocchio(size, rpy, xyz):
    body = bodies(size, rpy, xyz)
    theirs = in_pinocchio(body).toPseudoInertia().toMatrix()
    ours = np.array(inertia.pseudo_inertia(body))
    assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12 * np.abs(theirs).max())


@given(SIZE, ANGLES, VECTOR, ANGLES, VECTOR)
def test_bodies_move_and_add_up_as_in_pinocchio(size, rpy, xyz, turn, shift):
    one, two = bodies(size, rpy, xyz), solids.sphere(size[0], 300.0)
    X = Transform.from_rpy(turn, shift)
    placed = pin.SE3(np.array(X.R), np.array(X.p))
    same(one.moved(X), placed.act(in_pinocchio(one)))
    both = inertia.combined([one, two])
    assert both is not None
    same(both, in_pinocchio(one) + in_pinocchio(two))


@given(SIZE, ANGLES, VECTOR, VECTOR)
def test_inertia_about_a_point_is_that_of_the_spatial_inertia_there(size, rpy, xyz, point):
    body = bodies(size, rpy, xyz)
    there = pin.SE3(np.eye(3), np.array(point)).actInv(in_pinocchio(body)).matrix()[3:, 3:]
    found = matrix(inertia.inertia_about(body, point))
    assert found == pytest.approx(there, abs=1e-12 * np.abs(there).max())


@given(SIZE, ANGLES, VECTOR, ANGLES)
def test_an_inertial_describes_the_same_body_on_any_axes(size, rpy, xyz, turn):
    body = bodies(size, rpy, xyz)
    R_LI = Transform.from_rpy(turn).R
    told = inertia.inertial_of(body, R_LI)
    assert (told.mass, told.origin.p, told.origin.R) == (body.mass, body.p_BC, R_LI)
    back = inertia.mass_of(told)
    scale = max(map(abs, body.inertia))
    assert back.inertia == pytest.approx(body.inertia, abs=1e-13 * scale)
    plain = inertia.mass_of(Inertial(2.0, Transform(p=(1, 2, 3)), (1, 2, 3, 4, 5, 6)))
    assert plain == Mass(2.0, (1, 2, 3), (1, 2, 3, 4, 5, 6))


@given(SIZE, ANGLES, VECTOR)
def test_the_box_of_a_box_is_that_box(size, rpy, xyz):
    body = bodies(size, rpy, xyz)
    X_BP, edges = inertia.equivalent_box(body)
    assert edges == pytest.approx(sorted(size, reverse=True), rel=1e-5)
    assert X_BP.p == body.p_BC
    again = solids.box(edges, 700.0).moved(X_BP)
    assert again.inertia == pytest.approx(body.inertia, abs=1e-9 * max(map(abs, body.inertia)))


@given(SIZE, ANGLES)
def test_the_ellipsoid_of_an_ellipsoid_is_that_ellipsoid(radii, rpy):
    body = solids.ellipsoid(radii, 500.0).moved(Transform.from_rpy(rpy))
    X_BP, found = inertia.equivalent_ellipsoid(body)
    assert found == pytest.approx(sorted(radii, reverse=True), rel=1e-5)
    assert np.linalg.det(np.array(X_BP.R)) == pytest.approx(1.0)


def test_what_no_body_is_has_no_equivalent():
    with pytest.raises(ValueError, match="exceeds the sum"):
        inertia.equivalent_box(Mass(1.0, inertia=(1, 0, 0, 1, 0, 5)))
    with pytest.raises(ValueError, match="no mass"):
        inertia.equivalent_ellipsoid(Mass(0.0))
    with pytest.raises(ValueError, match="no density"):
        inertia.equivalent_density(Mass(1.0), 0.0)
    with pytest.raises(ValueError, match="without mass"):
        inertia.radius_of_gyration(Mass(0.0))


def test_radius_and_density_of_a_ball():
    ball = solids.sphere(0.5, 900.0)
    assert inertia.radius_of_gyration(ball) == pytest.approx(0.5 * math.sqrt(0.6))
    assert inertia.equivalent_density(ball, 4 / 3 * math.pi * 0.125) == pytest.approx(900.0)


@pytest.mark.parametrize(
    ("mass", "reasons"),
    [
        (Mass(1.0, inertia=(1, 0, 0, 1, 0, 1)), ()),
        (Mass(0.0), ()),
        (Mass(1.0), ()),
        (Mass(1.0, inertia=(1, 0, 0, 1, 0, 2.0009)), ()),
        (Mass(-1.0), ("the mass is negative",)),
        (Mass(0.0, inertia=(1, 0, 0, 1, 0, 1)), ("inertia without mass",)),
        (Mass(1.0, inertia=(-1, 0, 0, 1, 0, 1)), ("a principal moment is negative",)),
        (
            Mass(-1.0, inertia=(1, 0, 0, 1, 0, 3)),
            ("the mass is negative", "a principal moment exceeds the sum of the others"),
        ),
        (Mass(1.0, (math.nan, 0, 0)), ("a number is not finite",)),
    ],
)
def test_flaws_are_named(mass, reasons):
    assert inertia.flaws(mass) == reasons


def test_possible_is_stricter_than_without_flaws():
    rounded = Mass(1.0, inertia=(1, 0, 0, 1, 0, 2.0009))
    assert not inertia.is_possible(rounded)
    assert inertia.triangle_margin(rounded.inertia) == pytest.approx(-0.0009)
    assert inertia.is_possible(Mass(1.0, inertia=(1, 0, 0, 1, 0, 2)))


@given(TENSORS)
def test_principal_axes_turn_the_tensor_into_its_moments(tensor):
    moments, R = inertia.principal_axes(tensor)
    axes = np.array(R)
    assert list(moments) == sorted(moments)
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-14)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert axes @ np.diag(moments) @ axes.T == pytest.approx(matrix(tensor), abs=1e-14)


def test_noise_around_zero_is_a_point_and_no_problem():
    noise = Mass(1.3, inertia=(0.0, 0.0, 2.4e-35, 0.0, 0.0, 0.0))
    assert inertia.flaws(noise) == ()
    assert not inertia.is_possible(noise)

"""Mass properties of solids agree with those of fine meshes, and add up in any order."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.geometry import solids
from bodyplan.model import Transform

trimesh = pytest.importorskip("trimesh")
np = pytest.importorskip("numpy")

DENSITY = 850.0
FINE = 200
LENGTHS = st.floats(0.05, 3.0)


def scaled_sphere(radii):
    mesh = trimesh.creation.icosphere(subdivisions=6)
    mesh.apply_scale(radii)
    return mesh


def middle_cone(radius, height):
    mesh = trimesh.creation.cone(radius=radius, height=height, sections=FINE)
    mesh.apply_translation([0, 0, -height / 2])
    return mesh


def upright_capsule(radius, height):
    mesh = trimesh.creation.capsule(radius=radius, height=height, count=[FINE, FINE])
    mesh.apply_translation([0, 0, -mesh.bounds.mean(axis=0)[2]])
    return mesh


CASES = {
    "a box": (
        solids.box((0.3, 0.5, 0.7), DENSITY),
        lambda: trimesh.creation.box(extents=(0.3, 0.5, 0.7)),
    ),
    "a sphere": (solids.sphere(0.4, DENSITY), lambda: scaled_sphere((0.4, 0.4, 0.4))),
    "an ellipsoid": (
        solids.ellipsoid((0.2, 0.3, 0.5), DENSITY),
        lambda: scaled_sphere((0.2, 0.3, 0.5)),
    ),
    "a cylinder": (
        solids.cylinder(0.3, 0.9, DENSITY),
        lambda: trimesh.creation.cylinder(radius=0.3, height=0.9, sections=FINE),
    ),
    "a capsule": (solids.capsule(0.3, 0.9, DENSITY), lambda: upright_capsule(0.3, 0.9)),
    "a cone": (solids.cone(0.3, 0.9, DENSITY), lambda: middle_cone(0.3, 0.9)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_solid_has_the_mass_of_a_fine_mesh_of_it(name):
    ours, make = CASES[name]
    mesh = make()
    mesh.density = DENSITY
    xx, xy, xz, yy, yz, zz = ours.inertia
    tensor = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    assert ours.mass == pytest.approx(mesh.mass, rel=2e-3)
    assert np.allclose(ours.p_BC, mesh.center_mass, atol=1e-3)
    assert np.allclose(tensor, mesh.moment_inertia, rtol=4e-3, atol=1e-6 * ours.mass)


@given(radius=LENGTHS, length=LENGTHS)
def test_a_cylinder_cut_in_two_is_the_whole(radius, length):
    whole = solids.cylinder(radius, length, DENSITY)
    half = solids.cylinder(radius, length / 2, DENSITY)
    up = Transform(p=(0.0, 0.0, length / 4))
    both = solids.combined([half.moved(up), half.moved(up.inverse())])
    assert both is not None
    assert both.mass == pytest.approx(whole.mass)
    assert both.inertia == pytest.approx(whole.inertia, abs=1e-9 * whole.mass)


@given(
    size=st.tuples(LENGTHS, LENGTHS, LENGTHS),
    rpy=st.tuples(*[st.floats(-math.pi, math.pi)] * 3),
    xyz=st.tuples(*[st.floats(-5, 5)] * 3),
)
def test_bodies_add_up_the_same_in_every_frame(size, rpy, xyz):
    parts = [
        solids.box(size, DENSITY),
        solids.sphere(size[0], DENSITY).moved(Transform(p=(1.0, 2.0, -1.0))),
    ]
    frame = Transform.from_rpy(rpy, xyz)
    one = solids.combined([part.moved(frame) for part in parts])
    other = solids.combined(parts)
    assert one is not None
    assert other is not None
    other = other.moved(frame)
    assert one.mass == pytest.approx(other.mass)
    assert one.p_BC == pytest.approx(other.p_BC, abs=1e-9)
    assert one.inertia == pytest.approx(other.inertia, rel=1e-7, abs=1e-7 * one.mass)


def test_nothing_has_no_mass():
    assert solids.combined([]) is None

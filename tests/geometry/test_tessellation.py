"""Meshes of primitive shapes: watertight, wound outwards, with all corners on the surface."""

from __future__ import annotations

import math

import pytest

from bodyplan.geometry import MeshError, mesh_of
from bodyplan.geometry.shapes import area, bounds, volume
from bodyplan.model import Box, Capsule, Cone, Cylinder, Ellipsoid, OtherShape, Plane, Sphere

np = pytest.importorskip("numpy")

SOLIDS = {
    "box": Box((0.1, 0.2, 0.3)),
    "cylinder": Cylinder(0.1, 0.4),
    "cone": Cone(0.1, 0.4),
    "sphere": Sphere(0.2),
    "capsule": Capsule(0.1, 0.4),
    "capsule without a cylinder": Capsule(0.1, 0.0),
    "ellipsoid": Ellipsoid((0.1, 0.2, 0.3)),
}


@pytest.mark.parametrize("name", SOLIDS)
@pytest.mark.parametrize("segments", [3, 4, 7, 32])
def test_the_mesh_of_a_solid_is_watertight_and_wound_outwards(name, segments):
    mesh = mesh_of(SOLIDS[name], segments=segments)
    assert mesh.is_watertight
    assert mesh.has_consistent_winding
    assert not mesh.is_inside_out
    assert mesh.volume > 0.0


@pytest.mark.parametrize("name", SOLIDS)
def test_a_fine_mesh_has_the_volume_the_area_and_the_bounds_of_its_solid(name):
    mesh, shape = mesh_of(SOLIDS[name], segments=400), SOLIDS[name]
    assert mesh.volume == pytest.approx(volume(shape), rel=3e-4)
    assert mesh.volume <= volume(shape) * (1.0 + 1e-12)
    assert mesh.area == pytest.approx(area(shape), rel=3e-4)
    assert mesh.bounds == pytest.approx(np.array(bounds(shape)), abs=1e-12)


def test_a_mesh_of_a_primitive_has_its_name_and_so_many_edges_around():
    mesh = mesh_of(Cylinder(1.0, 2.0), segments=12)
    assert mesh.name == "cylinder"
    assert mesh.face_count == 4 * 12


@pytest.mark.parametrize("normal", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -2, 0), (1, 1, 1)])
def test_a_plane_with_a_size_is_a_rectangle_that_faces_its_normal(normal):
    mesh = mesh_of(Plane(normal, (2.0, 3.0)))
    assert mesh.area == pytest.approx(6.0)
    a, b, c = mesh.vertices[mesh.faces[0]]
    across = np.cross(b - a, c - a)
    assert across / np.linalg.norm(across) == pytest.approx(np.array(normal) / math.hypot(*normal))


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Plane(), "a plane without a size is infinite; it has no mesh"),
        (OtherShape("heightmap"), "the mesh of a <heightmap> cannot be computed"),
        (Sphere(math.nan), "sphere has vertices that are not finite"),
        (3, "int is not a primitive shape"),
    ],
)
def test_what_has_no_surface_has_no_mesh(shape, message):
    with pytest.raises(MeshError, match=message):
        mesh_of(shape)


def test_a_circle_has_at_least_three_segments():
    with pytest.raises(MeshError, match="segments must be at least 3, got 2"):
        mesh_of(Sphere(1.0), segments=2)

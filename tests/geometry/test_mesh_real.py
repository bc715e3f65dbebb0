"""Meshes of real robots measure what trimesh and Qhull say."""

from __future__ import annotations

import math
from itertools import islice

import pytest
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")
pytest.importorskip("collada")

from tests.geometry.tensors import matrix  # noqa: E402

from bodyplan.geometry.mesh import _hull as mesh_hull  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh  # noqa: E402

COUNT = 50
LARGEST = 400_000  # bytes: larger ones add seconds


@pytest.fixture(scope="module")
def real_meshes():
    """Meshes of all kinds, every third one, each with its path."""
    try:
        files = [
            path
            for ending in ("stl", "STL", "dae", "DAE", "obj")
            for path in urdfdom.example_files(f".{ending}")
            if path.stat().st_size < LARGEST
        ]
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    return [(path, load_mesh(path)) for path in files[::3]]


@pytest.fixture(scope="module")
def watertight(real_meshes):
    found = list(islice((mesh for _, mesh in real_meshes if mesh.is_watertight), COUNT))
    assert len(found) == COUNT
    return found


def test_mass_properties_are_those_of_trimesh(watertight):
    for mesh in watertight:
        other = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        other.density = 1000.0
        sign = math.copysign(1.0, other.volume)
        body, tensor = mesh.mass(1000.0), sign * other.moment_inertia
        assert mesh.volume == pytest.approx(other.volume, rel=1e-9), mesh
        assert mesh.area == pytest.approx(other.area, rel=1e-9), mesh
        assert np.abs(body.p_BC - other.center_mass).max() <= 1e-9 * max(mesh.size), mesh
        assert np.abs(matrix(body.inertia) - tensor).max() <= 1e-9 * np.abs(tensor).max(), mesh


def test_what_trimesh_calls_watertight_is(real_meshes):
    for _, mesh in real_meshes:
        other = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        if other.is_watertight and other.is_winding_consistent:
            assert mesh.is_watertight, mesh
        elif mesh.is_watertight:  # it touches itself along an edge, which trimesh calls open
            used = np.unique(np.sort(other.edges, axis=1), axis=0, return_counts=True)[1]
            assert (used % 2 == 0).all(), mesh
            assert used.max() > 2, mesh
        else:
            assert mesh.leak is not None


def test_files_have_the_triangles_that_trimesh_finds(real_meshes):
    for path, mesh in real_meshes[::4]:
        scene = trimesh.load_scene(path, process=False, skip_materials=True)
        other = scene.to_mesh()
        if path.suffix.lower() == ".dae":
            (unit,) = {shape.units for shape in scene.geometry.values()}
            other.apply_scale(float(unit.partition(" * ")[0]) if "*" in unit else 1.0)
        assert mesh.face_count == len(other.faces), path
        size = max(mesh.size)
        assert np.abs(mesh.bounds - other.bounds).max() <= 1e-7 * size, path


def test_hulls_are_those_of_qhull(watertight):
    pytest.importorskip("scipy")
    for mesh in watertight:
        hull = mesh.hull
        other = TriangleMesh(mesh.vertices, mesh_hull._scipy_hull(mesh.vertices))
        assert hull.is_watertight, mesh
        assert hull.volume == pytest.approx(other.mass(1.0, anyway=True).mass, rel=1e-9), mesh
        assert hull.volume >= abs(mesh.volume) * (1 - 1e-12), mesh


def test_boxes_and_spheres_hold_what_they_are_about(watertight):
    for mesh in watertight[::5]:
        X, size = mesh.principal_box
        told = (mesh.vertices - X.p) @ np.array(X.R)
        assert (np.abs(told).max(axis=0) <= np.array(size) / 2 * (1 + 1e-9)).all(), mesh
        assert math.prod(size) <= math.prod(mesh.size) * (1 + 1e-9), mesh
        center, radius = mesh.smallest_sphere
        assert np.linalg.norm(mesh.vertices - center, axis=1).max() <= radius, mesh
        assert radius <= math.hypot(*mesh.size) / 2 * (1 + 1e-9), mesh

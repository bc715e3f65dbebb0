"""Meshes are compared by content, after scale and pose."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.compare._shapes import compare_meshes
from bodyplan.geometry.mesh.mesh import TriangleMesh

np = pytest.importorskip("numpy")
LINK = '<robot name="r"><link name="a"><collision>{}<geometry><mesh filename="{}" scale="{}"/></geometry></collision></link></robot>'


def verdict(robots, *texts: str) -> str:
    files = [robots / f"m{n}.urdf" for n, _ in enumerate(texts)]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    return bodyplan.diff(*files, samples=1).verdict


def test_a_mesh_that_is_missing_is_unknown_even_under_the_same_name(robots):
    text = LINK.format("", "gone.stl", "1 1 1")
    assert verdict(robots, text, text) == "unknown"
    found = bodyplan.diff(robots / "m0.urdf", robots / "m1.urdf")
    assert "'gone.stl' of the first robot does not exist" in found.unknown[0].reason
    assert bodyplan.diff(robots / "m0.urdf", robots / "m1.urdf", ignore=["collision"]).is_same


def test_exchanged_meshes_are_seen(robots):
    first = LINK.format("", "part.stl", "1 1 1")
    assert verdict(robots, first, LINK.format("", "other.stl", "1 1 1")) == "different"
    assert verdict(robots, first, LINK.format("", "large.stl", "1 1 1")) == "different"
    assert verdict(robots, first, LINK.format("", "gone.stl", "1 1 1")) == "unknown"


def test_the_same_surface_in_another_file_scale_and_pose_is_the_same(robots):
    first = LINK.format("", "part.stl", "1 1 1")
    assert verdict(robots, first, LINK.format("", "part.obj", "1 1 1")) == "same"
    assert verdict(robots, first, LINK.format("", "large.stl", "0.1 0.1 0.1")) == "same"
    turned = '<origin rpy="0 0 3.141592653589793"/>'
    assert verdict(robots, first, LINK.format(turned, "part.stl", "-1 -1 1")) == "same"


def sphere(rings: int) -> TriangleMesh:
    """A sphere of radius 1 with its poles on the z axis."""
    angles = np.linspace(0.0, np.pi, rings + 1)
    turns = np.linspace(0.0, 2.0 * np.pi, 2 * rings, endpoint=False)
    points = [
        (np.sin(a) * np.cos(t), np.sin(a) * np.sin(t), np.cos(a)) for a in angles for t in turns
    ]
    count, faces = len(turns), []
    for ring in range(rings):
        for n in range(count):
            a, b = ring * count + n, ring * count + (n + 1) % count
            faces += [(a, a + count, b), (b, a + count, b + count)]
    return TriangleMesh(points, faces)


def split(mesh: TriangleMesh) -> TriangleMesh:
    """The same surface with each triangle in three."""
    corners = mesh.vertices[mesh.faces]
    middle = corners.mean(axis=1, keepdims=True)
    a, b, c = (corners[:, n : n + 1] for n in range(3))
    parts = [
        np.concatenate(one, axis=1) for one in ((a, b, middle), (b, c, middle), (c, a, middle))
    ]
    points = np.concatenate(parts).reshape(-1, 3)
    return TriangleMesh(points, np.arange(len(points)).reshape(-1, 3))


def test_the_same_surface_of_other_triangles_is_the_same():
    mesh = sphere(10)
    assert compare_meshes(mesh, split(mesh), tolerance=1e-9).outcome == "same"


def test_distances_of_points_equal_those_of_trimesh():
    trimesh = pytest.importorskip("trimesh")
    from bodyplan.geometry.mesh.distance import field

    mesh = sphere(6)
    points = np.random.default_rng(0).uniform(-2.0, 2.0, (200, 3))
    ours = field(mesh.vertices[mesh.faces], points)[0]
    whole = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    _, theirs, _ = trimesh.proximity.closest_point_naive(whole, points)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_a_dent_is_seen_though_bounds_area_and_volume_are_nearly_the_same():
    mesh = sphere(12)
    dented = np.array(mesh.vertices)
    place = len(dented) // 2
    dented[place] *= 0.99
    other = TriangleMesh(dented, mesh.faces)
    assert compare_meshes(mesh, other, tolerance=1e-9).outcome == "different"

"""What is told of a mesh is what is known of the solid, or that nothing can be told."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from tests.geometry.polyhedra import SOLIDS, box, subdivided  # noqa: E402
from tests.geometry.tensors import matrix  # noqa: E402
from tests.growth import HANG_GUARD  # noqa: E402

from bodyplan import native  # noqa: E402
from bodyplan.geometry.enclosing import Ball, _middle, enclosing_sphere  # noqa: E402
from bodyplan.geometry.mesh import _hull as mesh_hull  # noqa: E402
from bodyplan.geometry.mesh import _mass as mesh_mass  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh  # noqa: E402
from bodyplan.model import Transform  # noqa: E402

DENSITY = 850.0
EXACT = 1e-12


def mesh_of(solid):
    return TriangleMesh(solid.vertices, solid.faces)


@pytest.fixture(params=["native", "numpy"])
def twin(request, monkeypatch):
    """Either form of the kernel."""
    if request.param == "native" and native.mesh_sums is None:
        pytest.skip("the extension is not built")
    if request.param == "numpy":
        monkeypatch.setattr(native, "mesh_sums", None)
        pytest.importorskip("scipy")
        monkeypatch.setattr(native, "mesh_hull", None)


@pytest.fixture(params=sorted(SOLIDS))
def solid(request):
    return SOLIDS[request.param]


def close(value, known, scale):
    return np.abs(np.asarray(value) - np.asarray(known)).max() <= EXACT * scale


def check(mesh, solid, volume, center, inertia, area):
    body = mesh.mass(DENSITY)
    size = max(mesh.size)
    assert mesh.volume == pytest.approx(volume, rel=EXACT)
    assert mesh.area == pytest.approx(area, rel=EXACT)
    assert body.mass == pytest.approx(DENSITY * volume, rel=EXACT)
    assert close(body.p_BC, center, size)
    assert close(matrix(body.inertia), DENSITY * inertia, DENSITY * np.abs(inertia).max())
    assert mesh.is_watertight
    assert mesh.has_consistent_winding
    assert not mesh.is_inside_out
    assert mesh.leak is None
    assert mesh.open_edges == 0


def test_known_solids_have_the_measures_of_their_formulas(solid, twin):
    check(mesh_of(solid), solid, solid.volume, solid.center, solid.inertia, solid.area)


@pytest.mark.parametrize("far", [0.0, 1000.0])
def test_solids_that_are_turned_moved_and_scaled_keep_them(solid, twin, far):
    pose = Transform.from_rpy((0.3, -1.1, 2.0), (far + 0.1, -far, far / 3))
    factor = 0.037
    mesh = mesh_of(solid).moved(pose).scaled(factor)
    R = np.array(pose.R)
    center = factor * (R @ solid.center + pose.p)
    inertia = factor**5 * R @ solid.inertia @ R.T
    if far:  # the corners themselves are rounded where they are large
        body = mesh.mass()
        assert body.mass == pytest.approx(1000.0 * factor**3 * solid.volume, rel=1e-11)
        apart = np.abs(matrix(body.inertia) - 1000.0 * inertia).max()
        assert apart <= 1e-10 * 1000.0 * np.abs(inertia).max()
    else:
        area = factor**2 * solid.area
        check(mesh, solid, factor**3 * solid.volume, center, inertia, area)


@pytest.mark.parametrize("scale", [(-1.0, 2.0, 3.0), (-1.0, -2.0, 3.0), (-1.0, -1.0, -1.0)])
def test_a_mirrored_body_is_not_inside_out(solid, scale):
    mesh = mesh_of(solid).scaled(scale)
    assert mesh.volume == pytest.approx(abs(math.prod(scale)) * solid.volume, rel=EXACT)
    assert not mesh.is_inside_out


def test_a_mesh_that_is_inside_out_is_detected_and_has_a_mass(solid, twin):
    mesh = TriangleMesh(solid.vertices, solid.faces[:, ::-1])
    assert mesh.is_inside_out
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(-solid.volume, rel=EXACT)
    body = mesh.mass(DENSITY)
    assert body.mass == pytest.approx(DENSITY * solid.volume, rel=EXACT)
    assert close(matrix(body.inertia), DENSITY * solid.inertia, DENSITY * solid.inertia.max())


def test_many_small_triangles_are_as_exact_as_a_few(solid, twin):
    mesh = TriangleMesh(*subdivided(solid.vertices, solid.faces, 4)).welded()
    check(mesh, solid, solid.volume, solid.center, solid.inertia, solid.area)
    assert mesh.face_count == 256 * len(solid.faces)


def test_the_twins_give_the_same_sums():
    if native.mesh_sums is None:
        pytest.skip("the extension is not built")
    rng = np.random.default_rng(5)
    for count in (1, 7, 8, 9, 4096, 5003):
        vertices = rng.normal(size=(50, 3))
        faces = rng.integers(0, 50, (count, 3)).astype(np.int32)
        one = np.array(native.mesh_sums(vertices, faces, 0.1, 0.2, 0.3))
        other = np.array(mesh_mass.mesh_sums(vertices, faces, 0.1, 0.2, 0.3))
        assert np.abs(one - other).max() <= 1e-13 * count * 100


def test_the_kernel_rejects_vertex_indices_out_of_range():
    if native.mesh_sums is None:
        pytest.skip("the extension is not built")
    for corner in (-1, 4, 2**31 - 1, -(2**31)):
        faces = np.array([(0, 1, 2), (0, 1, corner)], np.int32)
        with pytest.raises(IndexError):
            native.mesh_sums(np.zeros((4, 3)), faces, 0.0, 0.0, 0.0)
    with pytest.raises(TypeError):
        native.mesh_sums(np.zeros((4, 2)), faces, 0.0, 0.0, 0.0)


def test_numpy_and_trimesh_are_loaded_where_a_mesh_is_measured_and_not_before():
    code = (
        "import sys\nimport bodyplan.geometry.mesh.mesh, bodyplan.geometry.shapes\n"
        "import bodyplan.geometry.textures\n"
        "assert not {'numpy', 'trimesh', 'scipy', 'collada'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Bodies that are none


def test_a_hole_is_reported_with_its_location(twin):
    solid = box()
    mesh = TriangleMesh(solid.vertices, solid.faces[:-1], "hand.stl")
    assert not mesh.is_watertight
    assert mesh.open_edges == 3
    assert mesh.has_consistent_winding
    reason = "hand.stl is not watertight: 3 open edges, one at"
    assert mesh.leak.startswith(reason)
    with pytest.raises(MeshError, match=reason):
        _ = mesh.volume
    with pytest.raises(MeshError, match=reason):
        mesh.mass()
    assert mesh.mass(anyway=True).mass > 0
    assert mesh.hull.volume == pytest.approx(6.0, rel=EXACT)
    x, y, z = mesh.edges.place
    rim = solid.vertices[solid.faces[-1]]
    assert min(np.linalg.norm((rim + np.roll(rim, 1, 0)) / 2 - (x, y, z), axis=1)) < 1e-12


def test_an_inconsistently_oriented_triangle_is_reported():
    solid = box()
    faces = solid.faces.copy()
    faces[3] = faces[3][::-1]
    mesh = TriangleMesh(solid.vertices, faces, "x")
    assert not mesh.is_watertight
    assert not mesh.has_consistent_winding
    assert mesh.open_edges == 0
    assert mesh.leak.startswith("x has inconsistently oriented triangles: 3 edges, one at")


def test_a_duplicated_mesh_has_no_doubled_mass():
    solid = box()
    mesh = TriangleMesh(solid.vertices, np.vstack((solid.faces, solid.faces)), "x")
    assert mesh.leak == "x has 12 duplicate triangles"


def test_bodies_that_touch_along_an_edge_are_bodies():
    one, shift = box((1, 1, 1)), np.array([1.0, 1.0, 0.0])
    vertices = np.vstack((one.vertices, one.vertices + shift))
    mesh = TriangleMesh(vertices, np.vstack((one.faces, one.faces + 8))).welded()
    assert len(mesh.vertices) == 14
    assert mesh.volume == pytest.approx(2.0, rel=EXACT)


def test_pieces_and_triangles_without_area_have_their_volume():
    one = box((1, 1, 1))
    vertices = np.vstack([one.vertices + 3.0 * i for i in range(5)])
    faces = np.vstack([one.faces + 8 * i for i in range(5)] + [[(0, 0, 1), (2, 2, 2)]])
    assert TriangleMesh(vertices, faces).volume == pytest.approx(5.0, rel=EXACT)


@pytest.mark.parametrize(
    ("vertices", "faces", "reason"),
    [
        ([(0, 0, 0)], [], "x has no triangles"),
        ([(0, 0, 0)], [(0, 0, 1)], "vertex indices out of range: it has 1 vertex"),
        ([(0, 0, 0)], [(0, 0, -1)], "vertex indices out of range"),
        ([(0, 0, math.nan)], [(0, 0, 0)], "x has vertices that are not finite"),
        ([(0, 0, math.inf)], [(0, 0, 0)], "x has vertices that are not finite"),
        ([(0, 0)], [(0, 0, 0)], r"vertices of x have shape \(1, 2\), not \(n, 3\)"),
        ([(0, 0, 0)], [(0, 0)], r"triangles of x have shape \(1, 2\), not \(n, 3\)"),
        ([(0, 0, 0)], [(0.0, 0.0, 0.0)], "triangles of x are not indices"),
    ],
)
def test_arrays_that_are_not_a_mesh_are_rejected(vertices, faces, reason):
    with pytest.raises(MeshError, match=reason):
        TriangleMesh(vertices, faces, "x")


def test_a_flat_mesh_has_no_hull_and_no_volume():
    mesh = TriangleMesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 1)], "x")
    with pytest.raises(MeshError, match="x is flat"):
        _ = mesh.hull
    with pytest.raises(MeshError, match="x has no volume"):
        mesh.mass()
    with pytest.raises(MeshError, match="x has only triangles with zero area"):
        TriangleMesh([(0, 0, 0)], [(0, 0, 0)], "x").mass()


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6, 1e200])
def test_points_and_lines_have_no_area_whatever_their_numbers_round_to(size):
    random = np.random.default_rng(0)
    line = random.uniform(-1, 1, (90, 1)) * (0.1, 0.2, 0.3) + (0.3, 0.7, 0.1)
    for points in (np.full((90, 3), 0.1), line, line.astype(np.float32).astype(float)):
        faces = np.arange(90).reshape(-1, 3)
        mesh = TriangleMesh(points * size, faces, "x")
        assert not mesh.edges.has_area
        assert mesh.leak == "x has only triangles with zero area"
        needle = points.copy()
        needle[-2:] += ((0.0, 1e-4, 0.0), (0.0, 0.0, 1e-4))
        assert TriangleMesh(needle * size, faces).edges.has_area


def test_a_plane_is_flat_however_it_is_turned():
    random = np.random.default_rng(0)
    for _ in range(20):
        points = random.normal(size=(30, 2)) @ random.normal(size=(2, 3)) + random.normal(size=3)
        with pytest.raises(MeshError, match="x is flat"):
            _ = TriangleMesh(points, np.arange(30).reshape(-1, 3), "x").hull
        thick = points + random.uniform(0, 1e-9, (30, 1)) * np.cross(*(points[1:3] - points[0]))
        assert TriangleMesh(thick, np.arange(30).reshape(-1, 3)).hull.volume > 0


def test_arrays_are_read_only_and_not_those_that_were_given():
    vertices = np.zeros((3, 3))
    mesh = TriangleMesh(vertices, [(0, 1, 2)])
    vertices[0] = 5.0
    assert mesh.vertices[0, 0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0] = 1.0


# Welding


def test_only_rounding_is_sewn_up():
    vertices, faces = subdivided(*SOLIDS["prism"][:2])
    noisy = vertices.astype(np.float32).astype(float)
    noisy[::7] = np.nextafter(noisy[::7].astype(np.float32), np.float32(9)).astype(float)
    assert TriangleMesh(noisy, faces).welded().is_watertight
    torn = vertices.copy()
    torn[::7] += 1e-5
    assert not TriangleMesh(torn, faces).welded().is_watertight


@given(st.integers(1, 60), st.integers(1, 4))
def test_welded_vertices_are_unique_positions(count, kinds):
    rng = np.random.default_rng(count)
    vertices = rng.integers(-kinds, kinds, (count, 3)) * np.array([1.0, -0.0, 0.1])
    faces = rng.integers(0, count, (count, 3))
    welded = TriangleMesh(vertices, faces).welded()
    assert len(welded.vertices) == len(np.unique(vertices[np.unique(faces)] + 0.0, axis=0))
    assert (welded.vertices[welded.faces] == vertices[faces]).all()


# Hulls, boxes, spheres


def hull_faults(hull, points):
    """How far points are outside of a hull, by each face that is no needle, beside its size."""
    size = np.ptp(points, axis=0).max()
    return max(hull.hull_excess(tuple(point)) for point in points) / size


def test_the_hull_of_a_solid_is_the_solid(solid, twin):
    mesh = TriangleMesh(*subdivided(solid.vertices, solid.faces, 2))
    hull = mesh.hull
    assert hull.is_watertight
    assert hull.volume == pytest.approx(solid.volume, rel=EXACT)
    turned = mesh.moved(Transform.from_rpy((0.3, -1.1, 2.0), (0.1, 0.2, 0.3)))
    assert turned.hull.volume == pytest.approx(solid.volume, rel=EXACT)
    assert hull_faults(turned.hull, turned.vertices) < EXACT


def cloud(kind, seed):
    rng = np.random.default_rng(seed)
    normal = rng.normal(size=(400, 3))
    ball = normal / np.linalg.norm(normal, axis=1)[:, None]
    return {
        "cloud": normal,
        "ball": ball,
        "plate": ball * (1.0, 1.0, 1e-9),
        "needle": normal * (1.0, 1e-7, 1e-7),
        "grid": rng.integers(0, 3, (400, 3)).astype(float),
        "single": np.repeat(ball[:40], 10, axis=0).astype(np.float32).astype(float) * 1e-3,
        "far": ball + 1e4,
    }[kind]


@pytest.mark.parametrize("kind", ["cloud", "ball", "plate", "needle", "grid", "single", "far"])
def test_the_hull_is_that_of_qhull(kind):
    pytest.importorskip("scipy")
    if native.mesh_hull is None:
        pytest.skip("the extension is not built")
    for seed in range(5):
        points = cloud(kind, seed)
        own, other = mesh_hull._native_hull(points), mesh_hull._scipy_hull(points)
        hulls = [TriangleMesh(points, faces) for faces in (own, other)]
        assert hulls[0].volume == pytest.approx(hulls[1].volume, rel=EXACT)
        edges = hulls[0].edges
        assert edges.is_watertight
        assert len(np.unique(own)) - edges.count + len(own) == 2


def rings(count):
    """Two circles of points, on which Quickhull takes the square of their number."""
    turns = np.linspace(0.0, 2.0 * math.pi, count, endpoint=False)
    circle = np.stack((np.cos(turns), np.sin(turns), np.zeros(count)), axis=1)
    return np.vstack((circle, circle + np.array((0.0, 0.0, 1.0))))


@pytest.mark.parametrize("kind", ["rings", "ball"])
def test_a_hull_of_many_vertices_needs_no_quadratic_time(kind):
    if native.mesh_hull is None:
        pytest.skip("the extension is not built")
    points = rings(30_000)
    if kind == "ball":
        points = np.random.default_rng(3).normal(size=(30_000, 3))
        points /= np.linalg.norm(points, axis=1)[:, None]
    begin = time.process_time()
    faces = mesh_hull._native_hull(points)
    assert time.process_time() - begin < HANG_GUARD
    assert len(faces) == 2 * len(points) - 4
    hull = TriangleMesh(points, faces)
    assert hull.is_watertight
    if kind == "rings":
        base = 15_000 * math.sin(2 * math.pi / 30_000)
        assert hull.volume == pytest.approx(base, rel=EXACT)


def test_the_kernel_makes_no_hull_of_nonfinite_points():
    if native.mesh_hull is None:
        pytest.skip("the extension is not built")
    for wrong in (math.nan, math.inf, -math.inf):
        points = box().vertices.copy()
        points[3, 1] = wrong
        assert native.mesh_hull(points) == b""
    for count in range(4):
        assert native.mesh_hull(np.zeros((count, 3))) == b""
    assert len(native.mesh_hull(box().vertices * 1e-300)) == 12 * 3 * 4
    assert len(native.mesh_hull(box().vertices * 1e300)) == 12 * 3 * 4


def test_coplanar_points_are_not_hull_vertices():
    if native.mesh_hull is None:
        pytest.skip("the extension is not built")
    steps = np.linspace(0.0, 1.0, 12)
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    assert len(mesh_hull._native_hull(grid)) == 12


@given(st.integers(0, 2**32 - 1), st.integers(1, 30), st.integers(1, 5))
def test_no_point_is_outside_of_the_hull_exactly(seed, count, most):
    """In whole numbers, where nothing is rounded, and where many points lie in one plane."""
    if native.mesh_hull is None:
        pytest.skip("the extension is not built")
    points = np.random.default_rng(seed).integers(-most, most, (count, 3))
    faces = mesh_hull._native_hull(points.astype(float))
    spread = points - points[0]
    if np.linalg.matrix_rank(spread) < 3:
        assert not len(faces)
        return
    a, b, c = (points[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    assert (normals != 0).any(axis=1).all()
    assert (points @ normals.T <= (normals * a).sum(axis=1)).all()
    assert TriangleMesh(points, faces).is_watertight


def test_how_far_a_point_is_outside_of_the_hull():
    mesh = TriangleMesh(*subdivided(*box()[:2]))
    assert mesh.hull_excess((0.5, 1.0, 1.5)) == pytest.approx(-0.5)
    assert mesh.hull_excess((1.25, 1.0, 1.5)) == pytest.approx(0.25)
    assert mesh.hull_excess((1.0, 1.0, 1.5)) == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize(
    "point",
    [5, [5], "a", "abc", None, (1, 2), np.zeros((4, 3)), np.zeros((3, 3)), np.arange(36.0)],
)
def test_a_point_that_is_none_is_refused(point):
    with pytest.raises(MeshError, match=r"^point must be three numbers, got "):
        mesh_of(SOLIDS["box"]).hull_excess(point)


@pytest.mark.parametrize("density", [-1.0, 0.0, math.nan, math.inf, "7", None, np.ones(3)])
def test_a_density_that_is_none_is_refused(density):
    with pytest.raises(MeshError, match=r"^density must be a positive number, got "):
        mesh_of(SOLIDS["box"]).mass(density)


def test_the_box_about_a_turned_box_is_that_box():
    assert mesh_of(box()).principal_box == (Transform(p=(0.5, 1.0, 1.5)), (1.0, 2.0, 3.0))
    pose = Transform.from_rpy((0.3, -1.1, 2.0), (0.1, 0.2, 0.3))
    X, size = TriangleMesh(*subdivided(*box()[:2])).moved(pose).principal_box
    assert np.allclose(size, (3.0, 2.0, 1.0), rtol=1e-12)
    assert np.allclose(X.p, pose @ (0.5, 1.0, 1.5), atol=1e-12)
    assert np.linalg.det(X.R) == pytest.approx(1.0)


def test_the_box_contains_the_mesh_and_is_not_larger_than_the_axis_aligned_one(solid):
    mesh = mesh_of(solid).moved(Transform.from_rpy((0.4, 0.5, 0.6)))
    X, size = mesh.principal_box
    told = mesh.vertices @ np.array(X.R) - np.array(X.R).T @ X.p
    assert (np.abs(told).max(axis=0) <= np.array(size) / 2 * (1 + 1e-12)).all()
    assert math.prod(size) <= math.prod(mesh.size) * (1 + 1e-12)
    assert math.prod(size) >= solid.volume


def test_the_smallest_sphere_goes_through_the_corners_of_regular_solids():
    for name, radius in (("octahedron", 1.0), ("icosahedron", math.sqrt(2 + (1 + 5**0.5) / 2))):
        center, found = mesh_of(SOLIDS[name]).smallest_sphere
        assert found == pytest.approx(radius, rel=1e-9)
        assert np.allclose(center, 0.0, atol=1e-9)


def test_the_smallest_sphere_goes_through_corners_that_rounding_puts_in_one_plane():
    corners = [(7.0, 3.0, 1e6), (8.0, 4.0, 8.0), (0.0, 1.0, 3.0), (0.0, 1.0, 1.0)]
    for points in permutations(corners):  # with one of them, a pivot became zero
        sphere = enclosing_sphere([Ball(point) for point in points])
        reach = max(math.dist(sphere.center, point) for point in corners)
        assert reach <= sphere.radius <= sphere.least * (1.0 + 1e-6)
        assert _middle(points) is None or math.isfinite(sum(_middle(points)))


@pytest.mark.parametrize("size", [1e155, 1e308])
@pytest.mark.usefixtures("twin")
def test_a_mesh_whose_measures_overflow_says_so(size):
    mesh = TriangleMesh(box().vertices * (size, 1.0, 1.0), box().faces, "beam.obj")
    with pytest.raises(
        MeshError, match=r"beam\.obj is too large: its volume or its moments overflow"
    ):
        mesh.mass()
    assert mesh.smallest_sphere[1] >= size / 2

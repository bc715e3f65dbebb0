"""Polygons are cut into triangles that cover them once, convex or not."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from tests.geometry import written  # noqa: E402
from tests.growth import HANG_GUARD  # noqa: E402
from tests.slices import amount  # noqa: E402

from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh  # noqa: E402
from bodyplan.geometry.mesh.patches import PatchLoader  # noqa: E402
from bodyplan.geometry.mesh.polygons import unfolded  # noqa: E402

L = [(2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 0)]
ARROW = [(2, -1), (1, 0), (2, 1), (0, 0)]
COMB = [(0, 0), (0, 3), (1, 3), (1, 0), (2, 0), (2, 3), (3, 3), (3, 0), (4, 0), (4, -1), (0, -1)]
HOLE = [(0, 0), (1, 1), (1, 3), (3, 3), (3, 1), (1, 1), (0, 0), (4, 0), (4, 4), (0, 4)]
SHAPES = {"L": L, "arrow": ARROW, "comb": COMB, "hole let in": HOLE}


def shoelace(points):
    """The area of a polygon in a plane, by another formula."""
    x, y = np.array(points, float).T
    return abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2


def fan(count, first=0):
    return np.array([(0, i, i + 1) for i in range(1, count - 1)]) + first


def area(vertices, faces):
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def turned(points, seed):
    """Points of a plane, somewhere in space."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    return np.column_stack((points, np.zeros(len(points)))) @ turn + random.normal(size=3)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("start", range(11))
@pytest.mark.parametrize("way", [1, -1])
def test_a_concave_polygon_is_covered_once_wherever_it_begins(name, start, way):
    points = np.roll(np.array(SHAPES[name], float), start, axis=0)[::way]
    vertices = turned(points, start)
    size = len(points) - 2
    faces = unfolded(vertices, fan(len(points)), np.array([0]), np.array([size]))
    assert faces.shape == (size, 3)
    assert area(vertices, faces) == pytest.approx(shoelace(points))


@given(st.lists(st.floats(0.1, 1.0), min_size=5, max_size=25), st.integers(0, 99))
@settings(max_examples=amount(100, short=30), deadline=None)
def test_any_star_is_covered_once(radii, seed):
    angles = [math.tau * i / len(radii) for i in range(len(radii))]
    points = [(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, angles, strict=True)]
    vertices = turned(points, seed)
    faces = unfolded(vertices, fan(len(points)), np.array([0]), np.array([len(points) - 2]))
    assert area(vertices, faces) == pytest.approx(shoelace(points))


def test_other_triangles_and_convex_polygons_stay_as_they_are():
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    vertices = np.concatenate([turned(points, 1) for points in (square, L, square)])
    faces = np.concatenate((fan(4), fan(6, 4), fan(4, 10)))
    found = unfolded(vertices, faces, np.array([0, 2, 6]), np.array([2, 4, 2]))
    assert np.array_equal(found[[0, 1, 6, 7]], faces[[0, 1, 6, 7]])
    assert area(vertices, found) == pytest.approx(2 + shoelace(L))


def test_polygons_with_indices_out_of_range_are_not_changed():
    for wrong in (-1, 6):
        faces = np.where(fan(6) == 5, wrong, fan(6))
        found = unfolded(turned(L, 0), faces, np.array([0]), np.array([4]))
        assert np.array_equal(found, faces)


def test_what_no_ears_are_found_of_stays_a_fan():
    eight = turned([(0, 0), (3, 0), (1, 1), (2, 1), (0, 0.5), (3, 0.5)], 2)  # crosses itself
    faces = unfolded(eight, fan(6), np.array([0]), np.array([4]))
    assert sorted(set(faces.ravel().tolist())) == list(range(6))


def test_a_polygon_of_many_vertices_needs_no_quadratic_time():
    count = 20_000
    angles = np.linspace(0, math.tau, count, endpoint=False)
    radii = np.random.default_rng(0).uniform(0.1, 1, count)
    vertices = turned(np.stack((radii * np.cos(angles), radii * np.sin(angles)), axis=1), 3)
    begin = time.process_time()
    faces = unfolded(vertices, fan(count), np.array([0]), np.array([count - 2]))
    assert len(faces) == count - 2
    assert time.process_time() - begin < HANG_GUARD


@pytest.mark.parametrize("name", SHAPES)
def test_files_with_concave_polygons_have_the_area_of_these(tmp_path, name):
    points = np.column_stack((SHAPES[name], np.ones(len(SHAPES[name]))))
    (tmp_path / "a.obj").write_bytes(written.obj(points, []))
    with (tmp_path / "a.obj").open("ab") as file:
        file.write(f"f {' '.join(map(str, range(1, len(points) + 1)))}\n".encode())
    assert load_mesh(tmp_path / "a.obj").area == pytest.approx(shoelace(SHAPES[name]))
    pytest.importorskip("collada")
    shape = (
        '<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>'
        f"<vcount>{len(points)}</vcount><p>{' '.join(map(str, range(len(points))))}</p></polylist>"
    )
    (tmp_path / "a.dae").write_bytes(written.dae(points, primitives=shape))
    assert load_mesh(tmp_path / "a.dae").area == pytest.approx(shoelace(SHAPES[name]))
    (patch,) = PatchLoader().load(tmp_path / "a.dae")
    assert TriangleMesh(patch.vertices, patch.faces).area == pytest.approx(shoelace(SHAPES[name]))

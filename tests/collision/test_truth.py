"""Every two kinds of shapes of the formats at known gaps and depths, through robots that have them."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
import PIL.Image
import pytest

import bodyplan.native
from bodyplan.collision import CollisionModel
from bodyplan.model import Joint, Limit, Link, Mesh, Polyline, Robot
from bodyplan.model.shape import Box, Cylinder, Geometry, Heightmap, Sphere
from bodyplan.model.transform import Transform
from tests.collision.described import (
    PRIMITIVES,
    SURFACES,
    Described,
    described,
    model_of,
    plane,
    primitive,
)
from tests.collision.shapes import SCENES, farthest, rotation
from tests.collision.test_distance import coal_mesh, coal_shape

if bodyplan.native.Scene is None:
    pytest.skip("the extension is not there", allow_module_level=True)

KINDS = (*PRIMITIVES, *SURFACES)
PAIRS = list(combinations_with_replacement(KINDS, 2))
GAPS = (1e-3, 1e-6, 1e-9)
VALLEY = [[255] * 5, [255, 0, 0, 0, 255], [255, 0, 0, 0, 255], [255, 0, 0, 0, 255], [255] * 5]
"""Pixels of hills around a plain."""


def direction(rng):
    n = rng.normal(size=3)
    return n / np.linalg.norm(n)


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
@pytest.mark.parametrize("count", [2, pytest.param(100, marks=pytest.mark.long)])
def test_shapes_of_every_two_kinds_at_known_gaps_have_the_right_verdict(kinds, count, tmp_path):
    """Both touch planes at right angles to a line, with points on that line: so far apart they are."""
    rng = np.random.default_rng(1)
    for gap in GAPS * count:
        one, two = (described(kind, rng, tmp_path) for kind in kinds)
        n, R_A, R_B, p_A = direction(rng), rotation(rng), rotation(rng), rng.uniform(-1.0, 1.0, 3)
        on_a, on_b = one.farthest(R_A.T @ n), two.farthest(R_B.T @ -n)
        apart = model_of(tmp_path, one, R_A, p_A, two, R_B, p_A + R_A @ on_a + gap * n - R_B @ on_b)
        assert not apart.touching()[0]
        assert apart.distances()[0] == pytest.approx(gap, abs=1e-12)
        # Points so far below both surfaces, or on triangles so far from a corner, in one place.
        on_a, on_b = one.below(on_a, gap), two.below(on_b, gap)
        deep = model_of(tmp_path, one, R_A, p_A, two, R_B, p_A + R_A @ on_a - R_B @ on_b)
        assert deep.touching()[0]
        assert -2.0 * gap - 1e-12 <= deep.distances()[0] <= 0.0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [3, pytest.param(100, marks=pytest.mark.long)])
def test_shapes_above_and_below_a_plane_have_their_height(kind, count, tmp_path):
    rng = np.random.default_rng(2)
    for height in (0.1, *GAPS, *(-gap for gap in GAPS), -0.1) * count:
        (floor, normal), one = plane(rng), described(kind, rng, tmp_path)
        R_A, R_B, p_A = rotation(rng), rotation(rng), rng.uniform(-1.0, 1.0, 3)
        n = R_A @ normal
        p_B = p_A + height * n - R_B @ one.farthest(R_B.T @ -n)
        p_B += np.cross(n, rng.uniform(-1.0, 1.0, 3))
        for model in (
            model_of(tmp_path, floor, R_A, p_A, one, R_B, p_B),
            model_of(tmp_path, one, R_B, p_B, floor, R_A, p_A),
        ):
            assert model.touching()[0] == (height < 0.0)
            assert model.distances()[0] == pytest.approx(height, abs=1e-12)


SMOOTH = ("sphere", "capsule", "ellipsoid")
DEPTHS = [
    pair for pair in product(PRIMITIVES, PRIMITIVES) if pair[0] in SMOOTH or pair[1] not in SMOOTH
]


def face_of(kind, size, rng):
    """The normal of a face of a box, cylinder or cone, and a point well inside that face."""
    x, y, z = size
    u, v = rng.uniform(-0.5, 0.5, 2)
    if kind == "box":
        axis, sign = rng.integers(3), rng.choice([-1.0, 1.0])
        point = np.array([u * x, v * y, rng.uniform(-0.5, 0.5) * z])
        point[axis] = sign * size[axis]
        return sign * np.eye(3)[axis], point
    sign = -1.0 if kind == "cone" else rng.choice([-1.0, 1.0])
    return np.array([0.0, 0.0, sign]), np.array([u * x, v * x, sign * z])


@pytest.mark.parametrize("kinds", DEPTHS, ids="-".join)
@pytest.mark.parametrize("count", [2, pytest.param(300, marks=pytest.mark.long)])
def test_primitives_at_known_depths_have_that_depth(kinds, count, tmp_path):
    """From where they touch, one moves into the other along the normal of a face or a round surface.

    Any other direction out is longer while the depth is less than the radius of curvature, or than
    the distance to the edge of the face.
    """
    rng = np.random.default_rng(3)
    for depth in GAPS * count:
        sizes = [rng.uniform(0.1, 0.3, 3) for _ in kinds]
        for kind, size in zip(kinds, sizes, strict=True):
            size[1] = size[1] if kind in {"box", "ellipsoid"} else size[0]
            size[2] = size[0] if kind == "sphere" else size[2]
        one, two = (
            Described(k, primitive(k, size), size) for k, size in zip(kinds, sizes, strict=True)
        )
        R_A, R_B, p_A = rotation(rng), rotation(rng), rng.uniform(-1.0, 1.0, 3)
        if kinds[0] in SMOOTH:
            d = direction(rng)
            on_a = farthest(kinds[0], sizes[0], d)
        else:
            d, on_a = face_of(kinds[0], sizes[0], rng)
        n = R_A @ d
        on_b = two.farthest(R_B.T @ -n)
        model = model_of(
            tmp_path, one, R_A, p_A, two, R_B, p_A + R_A @ on_a - depth * n - R_B @ on_b
        )
        if depth < 1e-8 and {"cylinder", "cone"} & {*kinds}:  # a search for the nearest rim points
            assert model.distances()[0] <= 1e-9
            continue
        assert model.touching()[0]
        assert model.distances()[0] == pytest.approx(-depth, abs=1e-9, rel=1e-6)


CUBE = Box((0.4, 0.4, 0.4))
SQUARE = ((-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2))
FLAT = {
    "box": (CUBE, 0.0),
    "cylinder": (Cylinder(0.2, 0.4), 0.0),
    "mesh": (Mesh("cube.obj"), 0.0),
    "mirrored": (Mesh("cube.obj", (1.0, -1.0, 1.0)), 0.0),
    "polyline": (Polyline(outlines=(SQUARE,), height=0.4), -0.2),
    "sheet": (Mesh("sheet.obj"), 0.0),
}
"""Shapes with flat faces at right angles to z, 0.2 m from the origin (the sheet: through it), and z."""
OFFSETS = ((0.0, 0.0), (0.1, 0.05), (0.2, 0.0), (0.3, -0.1))
"""How far the faces are shifted in their plane: from congruent to overlapping in a part."""


def stacked(folder, one, two, offset, gap, X):
    """A model of two flat shapes on each other in a rotated world, with a gap between their faces."""
    up = [0.0 if kind == "sheet" else 0.2 for kind in (one, two)]
    links = [Link("world")]
    for name, kind, p in (
        ("a", one, (0.0, 0.0, 0.0)),
        ("b", two, (*offset, up[0] + up[1] + gap)),
    ):
        shape, z = FLAT[kind]
        place = X @ Transform(p=(p[0], p[1], p[2] + z))
        links.append(Link(name, collisions=(Geometry(shape, place),)))
    joints = [Joint(n, "revolute", "world", n, limit=Limit(-1.0, 1.0)) for n in "ab"]
    robot = Robot("stack", links, joints).with_files(lambda uri, _: folder / uri)
    return CollisionModel(robot, [("a", "b")])


def write_flat(folder):
    corners = [(x, y, z) for x in (-0.2, 0.2) for y in (-0.2, 0.2) for z in (-0.2, 0.2)]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    for name, points, faces in (
        ("cube", corners, quads),
        ("sheet", [(*point, 0.0) for point in SQUARE], ((0, 1, 2, 3),)),
    ):
        lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points]
        lines += ["f " + " ".join(str(i + 1) for i in face) for face in faces]
        (folder / f"{name}.obj").write_text("\n".join(lines) + "\n", encoding="ascii")


@pytest.mark.parametrize("kinds", list(combinations_with_replacement(FLAT, 2)), ids="-".join)
def test_faces_in_one_plane_touch_and_those_a_nanometre_apart_do_not(kinds, tmp_path):
    """In rotated poses, faces in one plane are so up to rounding; the distance is too."""
    write_flat(tmp_path)
    rng = np.random.default_rng(4)
    turned = [
        Transform(tuple(map(tuple, rotation(rng))), tuple(rng.uniform(-1.0, 1.0, 3)))
        for _ in range(3)
    ]
    for X, offset in product((Transform(), *turned), OFFSETS):
        model = stacked(tmp_path, *kinds, offset, 0.0, X)
        assert abs(model.distances()[0]) <= 1e-12
        for gap in GAPS:
            apart = stacked(tmp_path, *kinds, offset, gap, X)
            assert not apart.touching()[0]
            assert apart.distances()[0] == pytest.approx(gap, abs=1e-12)
            if kinds != ("sheet", "sheet"):
                deep = stacked(tmp_path, *kinds, offset, -gap, X)
                assert deep.touching()[0]
                assert -gap - 1e-12 <= deep.distances()[0] <= 0.0


def test_exact_faces_in_one_plane_touch(tmp_path):
    """Numbers without rounding: halves and quarters."""
    cube = Box((0.5, 0.5, 0.5))
    for offset in ((0.0, 0.0, 0.5), (0.25, 0.125, 0.5), (0.5, 0.5, 0.5), (0.0, 0.5, 0.0)):
        part = Described("box", cube)
        model = model_of(tmp_path, part, np.eye(3), np.zeros(3), part, np.eye(3), np.array(offset))
        assert model.touching()[0]
        assert model.distances()[0] == 0.0


def test_sheets_side_by_side_in_one_plane_are_apart_by_the_gap_between_their_edges(tmp_path):
    write_flat(tmp_path)
    rng = np.random.default_rng(5)
    for gap in GAPS:
        for _ in range(5):
            X = Transform(tuple(map(tuple, rotation(rng))), tuple(rng.uniform(-1.0, 1.0, 3)))
            model = stacked(tmp_path, "sheet", "sheet", (0.4 + gap, 0.1), 0.0, X)
            assert not model.touching()[0]
            assert model.distances()[0] == pytest.approx(gap, abs=1e-12)
            assert (
                stacked(tmp_path, "sheet", "sheet", (0.4 - gap, 0.1), 0.0, X).distances()[0]
                <= 1e-12
            )


@pytest.mark.parametrize("scene", ["native", "twin"])
def test_a_ball_in_a_valley_is_above_the_terrain(scene, tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.native.Scene", SCENES[scene])
    PIL.Image.fromarray(np.array(VALLEY, np.uint8)).save(tmp_path / "terrain.png")
    terrain = Described("heightmap", Heightmap(uri="terrain.png", size=(1.0, 1.0, 2.0)))
    poses = (
        np.eye(3),
        np.zeros(3),
        Described("sphere", Sphere(0.05)),
        np.eye(3),
        np.array([0.02, 0.01, 0.5]),
    )
    model = model_of(tmp_path, terrain, *poses)
    assert not model.collides()[0]
    assert model.distances()[0] > 0.0


def coal_parts(coal, part):
    """The shapes of Coal that a polyline or heightmap consists of, each with its pose."""
    if part.kind == "heightmap":
        return [(coal_mesh(coal, part.corners, part.faces), np.eye(3), np.zeros(3))]
    size = part.corners.max(axis=0)
    (x, y, z), width, thickness = size, part.corners[3, 0], part.corners[2, 1]
    halves = np.array([[x, thickness, z], [width, y, z]]) / 2.0
    return [(coal_shape(coal, "box", half), np.eye(3), half) for half in halves]


@pytest.mark.parametrize(
    "kinds", list(product(("polyline", "heightmap"), PRIMITIVES)), ids="-".join
)
@pytest.mark.parametrize("count", [15, pytest.param(2_000, marks=pytest.mark.long)])
def test_polylines_and_heightmaps_are_as_far_as_what_they_consist_of(kinds, count, tmp_path):
    """An L of two boxes, and the triangles between the pixels, measured by Coal."""
    coal = pytest.importorskip("coal")
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(count):
        one, two = (described(kind, rng, tmp_path) for kind in kinds)
        R_A, R_B, p_A = rotation(rng), rotation(rng), rng.uniform(-1.0, 1.0, 3)
        p_B = p_A + rng.normal(size=3) * 0.6
        model = model_of(tmp_path, one, R_A, p_A, two, R_B, p_B)
        theirs = coal_shape(coal, kinds[1], two.size), coal.Transform3s(R_B, p_B)
        found = [
            (shape, coal.Transform3s(R_A @ R, p_A + R_A @ p), *theirs)
            for shape, R, p in coal_parts(coal, one)
        ]
        nearest = min(
            coal.distance(*each, coal.DistanceRequest(), coal.DistanceResult()) for each in found
        )
        if abs(nearest) > 1e-5:
            assert model.collides()[0] == (nearest <= 0.0)
        if nearest > 1e-5:
            assert model.distances()[0] == pytest.approx(nearest, abs=1e-4)
        hits += nearest <= 0.0
    assert 0 < hits < count

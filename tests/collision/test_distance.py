"""Distances and verdicts of shapes: at known gaps, by the twin, and beside Coal."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

import bodyplan.native
from tests.collision.shapes import (
    BOTH,
    SCENES,
    SOLIDS,
    distance_of,
    mesh_of,
    pair,
    rotation,
    scene,
    size_of,
    touching,
)

PAIRS = list(combinations_with_replacement(SOLIDS, 2))
GAPS = (1e-3, 1e-5, 1e-7, 1e-9)
native_only = pytest.mark.skipif(bodyplan.native.Scene is None, reason="no extension here")


@native_only
@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
@pytest.mark.parametrize("count", [4, pytest.param(300, marks=pytest.mark.long)])
def test_verdicts_and_distances_at_known_gaps_are_right(kinds, count):
    rng = np.random.default_rng(1)
    for gap in GAPS:
        for _ in range(count):
            case = pair(*kinds, gap, rng)
            assert not touching(*case)
            assert distance_of(*case) == pytest.approx(gap, abs=1e-12)
            case = pair(*kinds, -gap, rng)
            assert touching(*case)
            assert -2.0 * gap - 1e-12 <= distance_of(*case) <= 0.0


@pytest.mark.parametrize("kinds", PAIRS[::5], ids="-".join)
def test_the_twin_gives_the_same_distances(kinds):
    rng = np.random.default_rng(2)
    for gap in (0.1, 1e-9, -1e-9, -1e-2):
        case = pair(*kinds, gap, rng)
        own, twin = (distance_of(*case, make) for make in SCENES.values() if make is not None)
        assert twin == pytest.approx(own, abs=1e-12 if gap > 0.0 else 1e-3)
        assert touching(*case, SCENES["twin"]) == (gap < 0.0)


@pytest.mark.parametrize("name", SCENES)
def test_a_plane_is_solid_below(name):
    if SCENES[name] is None:
        pytest.skip("no extension here")
    rng = np.random.default_rng(3)
    for kind in SOLIDS:
        size = size_of(kind, rng)
        poses = np.zeros((2, 3, 4))
        poses[0, :, :3], poses[1, :, :3] = np.eye(3), rotation(rng)
        normal = rng.normal(size=3)
        corners, _ = mesh_of(size)
        for height in (2.0, 1e-3, -0.2):
            poses[1, :, 3] = height * normal / np.linalg.norm(normal)
            found = distance_of(("plane", kind), (normal, size), poses, SCENES[name])
            assert found == pytest.approx(
                distance_of((kind, "plane"), (size, normal), poses[::-1], SCENES[name]), abs=1e-12
            )
            if kind in {"mesh", "needle", "ellipsoid"}:
                heights = (corners @ poses[1, :, :3].T + poses[1, :, 3]) @ normal
                slack = 1e-12 if kind != "ellipsoid" else 0.1 * size.max()
                assert found == pytest.approx(heights.min() / np.linalg.norm(normal), abs=slack)


@native_only
def test_what_is_inside_a_mesh_is_found_and_a_surface_is_not_touched():
    size = np.array([0.5, 0.5, 0.5])
    small = np.array([0.1, 0.1, 0.1])
    for kind in SOLIDS[:-1]:
        both = scene((kind, "mesh"), (small, size))
        poses = np.tile(np.eye(4)[:3], (1, 2, 1, 1))
        assert not both.touching(poses, BOTH)[0, 0]
        assert both.inside(poses, BOTH)[0, 0] == 1
        assert both.inside(poses, BOTH[:, ::-1].copy())[0, 0] == 2
        poses[0, 0, 0, 3] = 0.45
        assert both.touching(poses, BOTH)[0, 0]
        assert both.inside(poses, BOTH)[0, 0] == 0
        poses[0, 0, 0, 3] = 0.7
        assert not both.touching(poses, BOTH)[0, 0]
        assert both.inside(poses, BOTH)[0, 0] == 0


@native_only
def test_clearances_that_are_certified_hold_and_nearly_all_are_found():
    rng = np.random.default_rng(4)
    for kinds in PAIRS:
        for _ in range(3):
            names, sizes, poses = pair(*kinds, float(rng.uniform(0.0, 0.2)), rng)
            both = scene(names, sizes)
            distance = both.distance(poses[None], BOTH)[0, 0]
            X_A, X_B = (np.vstack((pose, [0, 0, 0, 1])) for pose in poses)
            X_AB = np.repeat((np.linalg.inv(X_A) @ X_B)[None, :3], 3, 0)
            than = np.array([distance + 1e-15, 0.9 * distance, 0.0])
            found = both.farther(np.ascontiguousarray(X_AB), 0, 1, than)
            assert found.tolist() == [False, True, True]


@native_only
@pytest.mark.parametrize("kind", [*SOLIDS, "plane"])
def test_balls_contain_their_shape(kind):
    rng = np.random.default_rng(5)
    size = size_of(kind, rng)
    balls = scene((kind,), (size,)).balls(0)
    assert balls.shape[1] == 4
    if kind == "plane":
        assert np.isinf(balls[:, 3]).all()
        return
    from tests.collision.shapes import farthest

    for d in rng.normal(size=(100, 3)):
        n = d / np.linalg.norm(d)
        assert (balls[:, :3] @ n + balls[:, 3]).max() >= farthest(kind, size, n) @ n - 1e-12


@native_only
def test_triangles_without_area_and_doubled_ones_touch_where_they_are():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0.5, 0, 0]], float)
    for faces in ([[0, 1, 2]], [[0, 0, 0]], [[0, 2, 1], [0, 2, 1]], [[3, 3, 1]]):
        used = vertices[sorted({corner for face in faces for corner in face})]
        low, high = used[:, 0].min(), used[:, 0].max()
        mesh = (vertices, np.array(faces, np.int32))
        both = scene(("mesh", "mesh"), np.zeros((2, 3)), meshes=[mesh, mesh])
        poses = np.tile(np.eye(4)[:3], (1, 2, 1, 1))
        for shift, gap in (
            ((high - low + 1e-6, 0, 0), 1e-6),
            ((0, 1e-6, 0), 1e-6),
            ((0, 0, 0), 0.0),
        ):
            poses[0, 1, :, 3] = shift
            assert both.touching(poses, BOTH)[0, 0] == (gap == 0.0)
            assert both.distance(poses, BOTH)[0, 0] == pytest.approx(gap, abs=1e-12)


def coal_shape(coal, kind, size):
    """A shape of Coal."""
    x, y, z = map(float, size)
    match kind:
        case "sphere":
            return coal.Sphere(x)
        case "capsule":
            return coal.Capsule(x, 2.0 * z)
        case "box":
            return coal.Box(2.0 * x, 2.0 * y, 2.0 * z)
        case "cylinder":
            return coal.Cylinder(x, 2.0 * z)
        case "cone":
            return coal.Cone(x, 2.0 * z)
        case "ellipsoid":
            return coal.Ellipsoid(x, y, z)
        case "plane":
            return coal.Halfspace(np.array(size) / np.linalg.norm(size), 0.0)
    return coal_mesh(coal, *mesh_of(size))


def coal_mesh(coal, vertices, faces):
    """A tree of triangles of Coal."""
    made = coal.BVHModelOBBRSS()
    made.beginModel(len(faces), len(vertices))
    made.addVertices(np.array(vertices))
    made.addTriangles(np.array(faces, np.int64))
    made.endModel()
    return made


WITH_PLANES = [*PAIRS, *(("plane", kind) for kind in SOLIDS)]


@native_only
@pytest.mark.parametrize("kinds", WITH_PLANES, ids="-".join)
@pytest.mark.parametrize("count", [15, pytest.param(10_000, marks=pytest.mark.long)])
def test_random_poses_have_the_verdicts_and_distances_of_coal(kinds, count):
    coal = pytest.importorskip("coal")
    rng = np.random.default_rng(6)
    iterated = {"cylinder", "cone", "ellipsoid"}
    for number in range(count):
        if number % 50 == 0:  # new sizes
            sizes = [size_of(kind, rng) for kind in kinds]
            both, theirs = (
                scene(kinds, sizes),
                [coal_shape(coal, *one) for one in zip(kinds, sizes, strict=True)],
            )
        poses = np.zeros((1, 2, 3, 4))
        reach = 0.5 * (np.max(sizes[0]) + np.max(sizes[1]))
        for pose in poses[0]:
            pose[:, :3], pose[:, 3] = rotation(rng), rng.normal(size=3) * reach
        places = [coal.Transform3s(np.array(X[:, :3]), np.array(X[:, 3])) for X in poses[0]]
        distance = both.distance(poses, BOTH)[0, 0]
        request = theirs[0], places[0], theirs[1], places[1]
        hit = coal.collide(*request, coal.CollisionRequest(), coal.CollisionResult())
        if abs(distance) > 1e-5:
            assert bool(hit) == both.touching(poses, BOTH)[0, 0] == (distance <= 0.0)
        if distance > 1e-5:
            measured = coal.distance(*request, coal.DistanceRequest(), coal.DistanceResult())
            slack = 1e-4 if iterated.intersection(kinds) else 1e-6
            assert distance == pytest.approx(measured, abs=slack)


@native_only
def test_results_do_not_depend_on_threads():
    rng = np.random.default_rng(7)
    kinds = SOLIDS
    every = scene(kinds, [size_of(kind, rng) for kind in kinds])
    pairs = np.array([(i, k) for i in range(8) for k in range(i)], np.int32)
    X = np.zeros((600, 8, 3, 4))
    for row in X:
        for pose in row:
            pose[:, :3], pose[:, 3] = rotation(rng), rng.uniform(-0.5, 0.5, 3)
    touch = every.touching(X, pairs)
    assert np.array_equal(touch, every.touching(X, pairs, 3))
    assert np.array_equal(touch, every.distance(X, pairs, 2) <= 0.0)
    first = every.first(X, pairs, 2)
    assert np.array_equal(first, np.where(touch.any(axis=0), touch.argmax(axis=0), -1))


@native_only
def test_the_first_contact_of_links_with_one_joint_between_is_that_of_all_verdicts():
    rng = np.random.default_rng(8)
    for kinds in PAIRS:
        both = scene(kinds, [size_of(kind, rng) for kind in kinds])
        for reach in (0.3, 0.6, 0.9):
            X = np.zeros((400, 2, 3, 4))
            X[:, 0, :, :3], X[:, 1] = np.eye(3), np.eye(4)[:3]
            base, arm = rotation(rng), rng.normal(size=3) * reach
            for pose, angle in zip(X[:, 1], rng.uniform(-3.0, 3.0, 400), strict=True):
                turned = np.array(
                    [
                        [np.cos(angle), -np.sin(angle), 0],
                        [np.sin(angle), np.cos(angle), 0],
                        [0, 0, 1],
                    ]
                )
                pose[:, :3], pose[:, 3] = turned @ base, turned @ arm
            touch = both.touching(X, BOTH)[:, 0]
            expected = touch.argmax() if touch.any() else -1
            assert both.first(X, BOTH)[0] == expected
            free = np.ascontiguousarray(X[~touch])
            assert both.first(free, BOTH)[0] == -1


BAD = {
    "a body too many": ({"body": [2]}, "body that does not exist"),
    "a negative body": ({"body": [-1]}, "body that does not exist"),
    "an unknown kind": ({"kind": [99]}, "unknown kind"),
    "a mesh too many": ({"kind": [7], "mesh": [1]}, "mesh that does not exist"),
    "no mesh": ({"kind": [7], "mesh": [-1]}, "mesh that does not exist"),
    "not a number": ({"size": [[np.nan, 1, 1]]}, "not finite"),
    "a negative size": ({"size": [[-1.0, 1, 1]]}, "negative"),
    "a pose too far away": ({"X_LG": [np.full((3, 4), 1e300)]}, "too large"),
    "too few sizes": ({"size": np.zeros((0, 3))}, "differ in length"),
    "a corner too many": (
        {"meshes": [(np.zeros((3, 3)), np.array([[0, 1, 3]]))]},
        "does not exist",
    ),
    "a negative corner": ({"meshes": [(np.zeros((3, 3)), np.array([[0, 1, -1]]))]}, "not exist"),
    "no triangles": ({"meshes": [(np.zeros((3, 3)), np.zeros((0, 3)))]}, "no triangles"),
    "a vertex at infinity": ({"meshes": [(np.full((3, 3), np.inf), [[0, 1, 2]])]}, "not finite"),
}


@native_only
@pytest.mark.parametrize("case", BAD)
def test_shapes_that_do_not_fit_are_value_errors(case):
    changed, message = BAD[case]
    given = {"body": [0], "kind": [0], "size": [[1.0, 1, 1]], "mesh": [-1], "X_LG": [np.eye(4)[:3]]}
    given = {"meshes": [], **given, **changed}
    arrays = {
        name: np.array(value, np.float64 if name in {"size", "X_LG"} else np.int32)
        for name, value in given.items()
        if name != "meshes"
    }
    meshes = [(np.array(v, np.float64), np.array(f, np.int32)) for v, f in given["meshes"]]
    with pytest.raises(ValueError, match=message):
        bodyplan.native.Scene(2, meshes, **arrays)


@native_only
def test_queries_that_do_not_fit_are_value_errors():
    one = scene(("box", "box"), np.ones((2, 3)))
    X = np.tile(np.eye(4)[:3], (1, 2, 1, 1))
    for pairs in ([[0, 2]], [[-1, 0]]):
        with pytest.raises(ValueError, match="does not exist"):
            one.touching(X, np.array(pairs, np.int32))
    with pytest.raises(ValueError, match="one pose a body"):
        one.distance(X[:, :1].copy(), BOTH)
    X[0, 0, 0, 0] = np.nan
    for query in (one.touching, one.distance, one.inside, one.first):
        with pytest.raises(ValueError, match="finite"):
            query(X, BOTH)
    assert one.touching(X[:0], BOTH).shape == (0, 1)

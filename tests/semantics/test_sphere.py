"""Spheres that stand for links: the written ones, and the smallest about all shapes of the others."""

from __future__ import annotations

import math
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.geometry.enclosing import Ball, Circle, enclosing_sphere
from bodyplan.geometry.spheres import default_sphere
from bodyplan.model import Box, Capsule, Cylinder, Geometry, Link, Mesh, Robot, Sphere, Transform
from tests.conftest import SAMPLES
from tests.oracles import urdfdom
from tests.semantics.robots import overlay

TURNED = Transform.from_rpy((0.3, -0.5, 2.0), (1.0, 2.0, 3.0))


def sphere_of(*shapes: Geometry, resolve=None):
    """The one sphere about these shapes."""
    found = default_sphere(shapes, resolve)
    assert found.origin == "default", found.reason
    (sphere,) = found.spheres
    return sphere


@pytest.mark.parametrize(
    ("shape", "radius"),
    [
        (Box((2.0, 3.0, 6.0)), 3.5),
        (Cylinder(3.0, 8.0), 5.0),
        (Sphere(0.25), 0.25),
        (Capsule(1.0, 3.0), 2.5),
    ],
)
def test_the_sphere_about_one_shape_is_exact(shape, radius):
    sphere = sphere_of(Geometry(shape, TURNED))
    assert sphere.radius == radius
    assert sphere.center == TURNED.p
    # found the general way, it is the same
    both = sphere_of(Geometry(shape, TURNED), Geometry(shape, TURNED))
    assert both.radius == pytest.approx(radius, rel=2e-9)
    assert both.center == pytest.approx(TURNED.p, abs=1e-4)


def test_two_spheres_side_by_side():
    ends = [Geometry(Sphere(r), Transform(p=(x, 0.0, 0.0))) for x, r in ((0.0, 1.0), (4.0, 2.0))]
    sphere = sphere_of(*ends)
    assert sphere.radius == pytest.approx(3.5, rel=2e-9)
    assert sphere.center == pytest.approx((2.5, 0.0, 0.0), abs=1e-4)
    inner = Geometry(Sphere(0.5), Transform(p=(0.25, 0.0, 0.0)))
    assert sphere_of(ends[0], inner).radius == pytest.approx(1.0, rel=2e-9)


numbers = st.floats(-2.0, 2.0)
sizes = st.floats(0.0, 2.0)
places = st.builds(
    Transform.from_rpy, st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers, numbers)
)
shapes = st.one_of(
    st.builds(Box, st.tuples(sizes, sizes, sizes)),
    st.builds(Cylinder, sizes, sizes),
    st.builds(Sphere, sizes),
    st.builds(Capsule, sizes, sizes),
)


def inside(shape, dice: random.Random) -> tuple[float, float, float]:
    """Some point of a shape, often one of its surface."""
    turn, part = dice.uniform(0, math.tau), dice.choice([1.0, dice.random()])
    up = dice.choice([-0.5, 0.5, dice.uniform(-0.5, 0.5)])
    match shape:
        case Box():
            return tuple(size * dice.choice([-0.5, 0.5, 0.0]) for size in shape.size)
        case Cylinder():
            wide = shape.radius * part
            return wide * math.cos(turn), wide * math.sin(turn), up * shape.length
        case Capsule() | Sphere():
            tilt = dice.uniform(0, math.pi)
            x, y = math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn)
            z = up * getattr(shape, "length", 0.0)
            far = shape.radius * part
            return far * x, far * y, z + far * math.cos(tilt)


@given(st.lists(st.builds(Geometry, shapes, places), min_size=1, max_size=5), st.randoms())
def test_a_sphere_contains_all_points_of_all_shapes(some, dice):
    sphere = sphere_of(*some)
    for geometry in some:
        for _ in range(30):
            point = geometry.origin @ inside(geometry.shape, dice)
            assert math.dist(point, sphere.center) <= sphere.radius * (1 + 1e-12) + 1e-12


points = st.tuples(numbers, numbers, numbers)
bodies = st.one_of(
    st.builds(Ball, points, sizes),
    st.builds(lambda pose, r: Circle(pose.p, tuple(row[2] for row in pose.R), r), places, sizes),
)


@given(st.lists(bodies, min_size=1, max_size=8))
def test_a_sphere_knows_that_no_other_is_smaller_by_more_than_a_billionth(some):
    found = enclosing_sphere(some)
    assert all(body.farthest(found.center)[0] <= found.radius for body in some)
    assert found.radius - found.least <= 1.1e-9 * found.radius + 1e-15


@given(st.lists(points, min_size=1, max_size=6))
def test_no_smaller_sphere_is_found_by_walking_downhill(some):
    found = enclosing_sphere([Ball(point) for point in some])
    center = tuple(sum(axis) / len(some) for axis in zip(*some, strict=True))
    best = math.inf
    for step in range(1, 400):  # Badoiu and Clarkson: towards the farthest point, ever less
        far = max(some, key=lambda point: math.dist(point, center))
        best = min(best, math.dist(far, center))
        center = tuple(c + (f - c) / (step + 1) for c, f in zip(center, far, strict=True))
    assert found.radius <= best * (1 + 2e-9) + 1e-15
    assert found.least <= best + 1e-15


# What cannot be measured is unknown


def test_no_shapes_need_no_sphere():
    found = default_sphere([])
    assert (found.spheres, found.origin) == ((), "none")


BALL = Geometry(Sphere(1.0))


@pytest.mark.parametrize(
    ("shape", "resolve", "reason"),
    [
        (None, None, "one of its shapes cannot be read"),
        (Box((1.0, math.nan, 1.0)), None, "the size or pose of one of its shapes is not valid"),
        (Sphere(1e300), None, "the size or pose of one of its shapes is not valid"),
        (Capsule(1.0, -3.0), None, "the size or pose of one of its shapes is not valid"),
        (Mesh("a.stl"), None, "mesh 'a.stl' cannot be located"),
        (Mesh("a.stl"), lambda _: None, "mesh 'a.stl' not found"),
        (Mesh("a.stl"), lambda _: Path("nowhere/a.stl"), "a.stl cannot be read: "),
    ],
)
def test_a_shape_that_cannot_be_measured_leaves_the_sphere_unknown(shape, resolve, reason):
    for some in ([Geometry(shape)], [BALL, Geometry(shape)]):
        found = default_sphere(some, resolve)
        assert (found.spheres, found.origin) == (None, "unknown")
        assert found.reason.startswith(reason)


@pytest.mark.long(each=("content", "ending"))
@pytest.mark.parametrize("content", ["", "QQQ", "solid\nendsolid\n", "<COLLADA/>", "v 1 2 nan\n"])
@pytest.mark.parametrize("ending", ["stl", "obj", "dae", "ply", "glb", "QQQ"])
def test_an_invalid_mesh_leaves_the_sphere_unknown(tmp_path, content, ending):
    pytest.importorskip("trimesh")
    path = tmp_path / f"a.{ending}"
    path.write_text(content)
    found = default_sphere([Geometry(Mesh("a"))], lambda _: path)
    assert (found.spheres, found.origin) == (None, "unknown")
    assert found.reason.startswith(path.name)


def test_without_what_reads_them_meshes_are_unknown(monkeypatch):
    monkeypatch.setitem(sys.modules, "collada", None)
    found = default_sphere([Geometry(Mesh("a.dae"))], lambda _: Path("a.dae"))
    assert found.spheres is None
    assert "pip install 'bodyplan[mesh]'" in found.reason


# Meshes

OBJ = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nv 9 9 9\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 3 4\n"


def test_a_mesh_is_scaled_and_placed_and_loose_corners_do_not_count(tmp_path):
    pytest.importorskip("trimesh")
    path = tmp_path / "a.obj"
    path.write_text(OBJ)
    plain = sphere_of(Geometry(Mesh("a.obj")), resolve=lambda _: path)
    # about the triangle of the three tips, which has the fourth corner inside its sphere
    assert plain.center == pytest.approx((2 / 3, 2 / 3, 2 / 3), abs=1e-6)
    assert plain.radius == pytest.approx(math.sqrt(8 / 3), rel=2e-9)
    mirrored = Geometry(Mesh("a.obj", (-0.5, 0.5, 0.5)), TURNED)
    found = sphere_of(mirrored, resolve=lambda _: path)
    assert found.radius == pytest.approx(plain.radius / 2, rel=2e-9)
    assert found.center == pytest.approx(TURNED @ (-1 / 3, 1 / 3, 1 / 3), abs=1e-6)


def test_units_of_collada_count(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("collada")
    data = trimesh.creation.box((2.0, 3.0, 6.0)).export(file_type="dae").decode()
    path = tmp_path / "a.dae"
    assert 'meter="1' in data or "<unit" not in data
    unit = '<unit name="millimeter" meter="0.001"/>'
    data = re.sub(r"<unit[^>]*/>", "", data)
    data = data.replace("</asset>", f"{unit}</asset>")
    path.write_text(data)
    found = sphere_of(Geometry(Mesh("a.dae")), resolve=lambda _: path)
    assert found.radius == pytest.approx(0.0035, rel=2e-9)


def mesh_files() -> list[Path]:
    found = sorted(SAMPLES.rglob("*.stl"))
    try:
        for ending in (".stl", ".STL", ".obj", ".dae"):
            small = [p for p in urdfdom.example_files(ending) if p.stat().st_size < 200_000]
            found += small[:: max(1, len(small) // 6)]
    except urdfdom.OracleMissingError:
        pass
    return found


@pytest.mark.parametrize("path", mesh_files(), ids=lambda path: path.name)
def test_the_sphere_about_a_real_mesh_contains_it_and_is_no_larger_than_that_of_trimesh(path):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("scipy")
    np = pytest.importorskip("numpy")
    if path.suffix == ".dae":
        pytest.importorskip("collada")
    sphere = sphere_of(Geometry(Mesh(path.name)), resolve=lambda _: path)
    mesh = trimesh.load_scene(path).to_mesh()
    away = np.linalg.norm(mesh.triangles.reshape(-1, 3) - sphere.center, axis=1)
    assert away.max() <= sphere.radius
    assert away.max() == pytest.approx(sphere.radius, rel=1e-9)
    assert sphere.radius <= mesh.bounding_sphere.primitive.radius * (1 + 1e-6)


# Written spheres

ROBOT = Robot("hand_made", [Link("a", collisions=(BALL,))])


def approximation(*spheres: tuple[str, str], link: str = "a") -> str:
    inside = "".join(f'<sphere center="{center}" radius="{radius}"/>' for center, radius in spheres)
    return f'<link_sphere_approximation link="{link}">{inside}</link_sphere_approximation>'


@pytest.mark.parametrize(
    ("content", "origin", "radii"),
    [
        ("", "default", [1.0]),
        (approximation(), "default", [1.0]),
        (approximation(("QQQ", "2")), "default", [1.0]),
        (approximation(("0 0", "2")), "default", [1.0]),
        (approximation(("0 0 0", "2")), "written", [2.0]),
        (approximation(("0 0 0", "2"), ("0 0 0", "QQQ"), ("1 0 0", "3")), "written", [2.0, 3.0]),
        (approximation(("0 0 0", "0"), ("1 0 0", "3"), ("1 0 0", "-1")), "written", [3.0]),
        (approximation(("0 0 0", "1e-17"), ("1 0 0", "3")), "written", [3.0]),
        (approximation(("1 1 1", "0")), "ignored", []),
        (approximation(("1 1 1", "-2"), ("0 0 0", "0")), "ignored", []),
        (approximation(("0 0 0", "2")) + approximation(("0 0 0", "3")), "written", [2.0, 3.0]),
        (approximation(("0 0 0", "0")) + approximation(("0 0 0", "3")), "written", [3.0]),
        (approximation(("0 0 0", "2"), link="QQQ"), "default", [1.0]),
    ],
)
def test_which_spheres_approximate_a_link(content, origin, radii):
    spheres = overlay(content, ROBOT).spheres
    assert list(spheres) == ["a"]
    assert spheres["a"].origin == origin
    assert [sphere.radius for sphere in spheres["a"].spheres] == radii
    assert spheres["a"] is spheres["a"]  # worked out once


def test_only_links_have_spheres():
    spheres = overlay("", ROBOT).spheres
    assert "QQQ" not in spheres
    with pytest.raises(KeyError, match="has no link 'QQQ'"):
        _ = spheres["QQQ"]

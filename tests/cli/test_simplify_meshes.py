"""Convex parts, decimated meshes and shapes of the best overlap, compared with SciPy and arithmetic."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
spatial = pytest.importorskip("scipy.spatial")

import bodyplan  # noqa: E402
from bodyplan.collision.simpler import library, meshes  # noqa: E402
from bodyplan.collision.simpler._overlap import best_overlap  # noqa: E402
from bodyplan.collision.simpler.shapes import containing, depths  # noqa: E402
from bodyplan.geometry import MeshError  # noqa: E402
from bodyplan.geometry.mesh.distance import surface_points  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh, stl_of  # noqa: E402
from bodyplan.geometry.shapes import mesh_of  # noqa: E402
from bodyplan.geometry.tessellation import tessellated  # noqa: E402
from bodyplan.model import Box, Polyline, Sphere  # noqa: E402
from bodyplan.model.transform import Transform  # noqa: E402

OUTLINE = ((0, 0), (0.3, 0), (0.3, 0.1), (0.1, 0.1), (0.1, 0.3), (0, 0.3))
HEIGHT = 0.1
VOLUME = (0.3 * 0.1 + 0.2 * 0.1) * HEIGHT
"""Of the angle, [m^3]."""


def angle():
    """Return a mesh in the form of the letter L."""
    return mesh_of(Polyline(outlines=(OUTLINE,), height=HEIGHT), lambda _: None)


def in_angle(points):
    """Whether points are in the angle, by arithmetic."""
    x, y, z = points.T
    flat = ((x < 0.3) & (y < 0.1)) | ((x < 0.1) & (y < 0.3))
    return flat & (x > 0) & (y > 0) & (z > 0) & (z < HEIGHT)


def ball():
    """Return a closed surface with bumps: 8,000 triangles."""
    mesh = tessellated(Sphere(1.0), segments=90)
    points = np.array(mesh.vertices)
    bumps = 1.0 + 0.02 * np.sin(9.0 * points[:, :1]) * np.cos(7.0 * points[:, 1:2])
    return mesh.with_arrays(0.1 * points * bumps, mesh.faces)


@pytest.fixture
def robot(here):
    """Write a robot of one link with a mesh for its visual and collision, and return its text."""

    def write(mesh):
        (here / "m.stl").write_bytes(stl_of(mesh.vertices[mesh.faces]))
        shape = '<geometry><mesh filename="m.stl"/></geometry>'
        text = (
            f'<robot name="r"><link name="a"><visual>{shape}</visual>\n'
            f'<collision name="c">{shape}</collision></link></robot>\n'
        )
        (here / "r.urdf").write_text(text)
        return text

    return write


def simplified(bodyplan, *options):
    """Return the report, and the collision meshes of what was written."""
    status, out, err = bodyplan("simplify", "r.urdf", "-o", "s.urdf", "--json", *options)
    assert status == 0, err
    assert (
        bodyplan(
            "check",
            "s.urdf",
            "--meshes",
            "--select",
            "G,R,X,U",
            "--ignore",
            "G505",
            "--fail-on",
            "info",
        )[0]
        == 0
    )
    return json.loads(out)["shapes"], collisions("s.urdf")


def collisions(name):
    """Return the collision meshes of the link of a robot."""
    made = bodyplan.load(name)
    return [made.mesh(one).moved(one.origin) for one in made.link("a").collisions]


def test_parts_are_convex_and_their_union_covers_the_mesh(robot, bodyplan):
    pytest.importorskip("coacd")
    text = robot(angle())
    (shape,), parts = simplified(bodyplan, "--to", "parts", "--tolerance", "0.002")
    assert 2 <= len(parts) <= 4  # an angle is two boxes
    assert shape["new_uris"] == [f"m_part_{number + 1}.stl" for number in range(len(parts))]
    assert sum(part.volume for part in parts) == pytest.approx(VOLUME, rel=0.02)
    hulls = [spatial.ConvexHull(part.vertices) for part in parts]
    for part, hull in zip(parts, hulls, strict=True):
        assert part.volume == pytest.approx(hull.volume, rel=1e-6)
    mesh = load_mesh("m.stl")
    spread = surface_points(mesh.vertices[mesh.faces], 5_000, np.random.default_rng(3))
    points = np.concatenate((spread, mesh.vertices))
    heights = [
        (points @ hull.equations[:, :3].T + hull.equations[:, 3]).max(axis=1) for hull in hulls
    ]
    assert np.min(heights, axis=0).max() < 0.3 * 1e-4  # where CoACD cuts, there is a gap of 7 um
    assert shape["volume_ratio"] == pytest.approx(1.0, abs=0.01)
    assert shape["largest_overshoot"] < 0.002
    changed = Path("s.urdf").read_text()
    assert changed.startswith(text[: text.index("<collision")])
    assert 'name="c_1"' in changed


def test_the_number_of_parts_has_a_limit(robot, bodyplan):
    pytest.importorskip("coacd")
    robot(angle())
    _, parts = simplified(bodyplan, "--to", "parts", "--tolerance", "0.002", "--max-parts", "1")
    (part,) = parts
    assert part.volume == pytest.approx(spatial.ConvexHull(angle().vertices).volume, rel=1e-3)


def test_vertices_that_no_part_contains_extend_the_nearest(monkeypatch):
    pytest.importorskip("coacd")
    mesh = angle()
    small = tessellated(Box((0.5, 0.2, 0.2))).vertices, tessellated(Box((0.1, 0.5, 0.2))).vertices
    monkeypatch.setattr(meshes, "_decomposed", lambda *_: [*small])
    found = meshes.convex_parts(mesh, 0.01)
    heights = [meshes.excess(part, mesh.vertices) for part in found.parts]
    assert np.min(heights, axis=0).max() < 1e-6


def add_module(folder, name, code, monkeypatch):
    """Add a module that processes of bodyplan find."""
    folder.mkdir()
    (folder / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(str(folder))


ENDS = {
    "import os\ndef serve(): os.abort()": "CoACD crashed (SIGABRT)",
    "def serve(): print('no arrays')": "CoACD finds no convex parts of it",
    "def serve(): raise MemoryError": "CoACD crashed (status 1)",
}


@pytest.mark.parametrize(("code", "message"), ENDS.items(), ids=["crash", "text", "error"])
def test_a_process_that_ends_is_one_sentence(robot, bodyplan, tmp_path, monkeypatch, code, message):
    pytest.importorskip("coacd")
    add_module(tmp_path / "modules", "bad_decomposer", code, monkeypatch)
    monkeypatch.setattr(library, "_CHILD", "bad_decomposer")
    robot(angle())
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "parts", "--check")
    assert status == 0
    assert f"mesh 'm.stl' stays: {message}" in err


def test_a_process_that_does_not_end_is_stopped(tmp_path, monkeypatch):
    pytest.importorskip("coacd")
    code = "import time\ndef serve(): time.sleep(600)"
    add_module(tmp_path / "modules", "slow_decomposer", code, monkeypatch)
    monkeypatch.setattr(library, "_CHILD", "slow_decomposer")
    monkeypatch.setattr(library, "MOST_SECONDS", 1)
    monkeypatch.setattr(library, "_GRACE", 0)
    with pytest.raises(MeshError, match="did not finish within 1 s"):
        meshes.convex_parts(angle(), 0.01)


@pytest.mark.parametrize("tolerance", [0.002, 0.0005])
def test_a_decimated_mesh_stays_within_the_distance(robot, bodyplan, tolerance):
    pytest.importorskip("fast_simplification")
    robot(ball())
    (shape,), (new,) = simplified(bodyplan, "--to", "decimated", "--tolerance", str(tolerance))
    old = load_mesh("m.stl")
    assert shape["new_triangles"] == new.face_count < old.face_count / 3
    assert new.is_watertight
    closest = pytest.importorskip("trimesh").triangles.closest_point
    random = np.random.default_rng(5)
    for one, other in ((old, new), (new, old)):
        points = surface_points(one.vertices[one.faces], 300, random)
        triangles = other.vertices[other.faces]
        for point in points:
            near = closest(triangles, np.broadcast_to(point, (len(triangles), 3)))
            assert np.linalg.norm(near - point, axis=1).min() < 1.05 * tolerance
    assert max(shape["largest_overshoot"], shape["largest_depth"]) <= tolerance


@pytest.mark.parametrize("kind", ["parts", "decimated"])
def test_a_library_can_open_nothing(tmp_path, monkeypatch, kind):
    pytest.importorskip("coacd" if kind == "parts" else "fast_simplification")
    code = f"""
import errno
from bodyplan.collision.simpler import _child
def tried(library, *_):
    try:
        open({str(tmp_path / "opened")!r}, "wb")
    except OSError as error:
        assert error.errno in (errno.EACCES, errno.EMFILE)
        return [_child.import_module("numpy").arange(3)]
    return []
_child._parts = _child._decimated = tried
serve = _child.serve
"""
    add_module(tmp_path / "modules", "curious_library", code, monkeypatch)
    monkeypatch.setattr(library, "_CHILD", "curious_library")
    with library.Library(kind) as one:
        for _ in range(2):  # it answers as often as it is asked
            (answer,) = one.ask(np.zeros(3))
            assert answer.tolist() == [0, 1, 2]
    assert not (tmp_path / "opened").exists()


DECIMATIONS = {
    "import os\ndef serve(): os.abort()": "fast-simplification crashed (SIGABRT)",
    "def serve(): raise MemoryError": "fast-simplification crashed (status 1)",
    "def serve(): print('no arrays')": "no mesh with fewer triangles is within",
}


@pytest.mark.parametrize(("code", "message"), DECIMATIONS.items(), ids=["crash", "error", "text"])
def test_a_decimation_that_ends_is_one_sentence(
    robot, bodyplan, tmp_path, monkeypatch, code, message
):
    pytest.importorskip("fast_simplification")
    add_module(tmp_path / "modules", "bad_decimation", code, monkeypatch)
    monkeypatch.setattr(library, "_CHILD", "bad_decimation")
    robot(ball())
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "decimated", "--check")
    assert status == 0
    assert f"mesh 'm.stl' stays: {message}" in err


def test_a_decimation_that_does_not_end_is_stopped(tmp_path, monkeypatch):
    pytest.importorskip("fast_simplification")
    code = "import time\ndef serve(): time.sleep(600)"
    add_module(tmp_path / "modules", "slow_decimation", code, monkeypatch)
    for name, seconds in (("_CHILD", "slow_decimation"), ("MOST_SECONDS", 1), ("_GRACE", 0)):
        monkeypatch.setattr(library, name, seconds)
    with pytest.raises(MeshError, match="fast-simplification did not finish within 1 s"):
        meshes.decimated(ball(), 0.001)


@pytest.mark.parametrize("limit", ["MOST_PARTS", "MOST_CORNERS"])
def test_too_many_convex_parts_are_refused(monkeypatch, limit):
    pytest.importorskip("coacd")
    monkeypatch.setattr(meshes, limit, 1)
    with pytest.raises(
        MeshError, match=r"CoACD finds \d convex parts with \d+ corners; the limits"
    ):
        meshes.convex_parts(angle(), 0.002)


def test_the_volume_and_the_surface_of_many_parts_are_those_of_their_union():
    grid = [(x, y, z) for x in range(4) for y in range(4) for z in range(4)]
    boxes = [
        tessellated(Box((1.2, 1.2, 1.2))).moved(Transform(p=(float(x), float(y), float(z))))
        for x, y, z in grid
    ]
    assert meshes._union_volume(boxes) == pytest.approx(4.2**3, rel=0.01)
    corners = meshes._outer(boxes, boxes[0]).vertices
    depth = np.abs(corners - 1.5).max(axis=1)  # of a cube of 4.2 about (1.5, 1.5, 1.5)
    assert depth.max() == pytest.approx(2.1)
    assert depth.min() > 2.1 - 1.2 / 4.0 - 1e-9


def test_a_mesh_is_decimated_to_a_number_of_triangles(robot, bodyplan):
    pytest.importorskip("fast_simplification")
    robot(ball())
    (shape,), (new,) = simplified(bodyplan, "--to", "decimated", "--max-triangles", "500")
    assert new.face_count == shape["new_triangles"] <= 500
    assert shape["largest_overshoot"] > 0.0


@pytest.mark.parametrize("options", [(), ("--max-triangles", "100")])
def test_a_mesh_that_cannot_be_decimated_stays(robot, bodyplan, options):
    pytest.importorskip("fast_simplification")
    robot(tessellated(Box((0.1, 0.2, 0.3))))
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "decimated", "--check", *options)
    assert status == 0
    reason = (
        "it has 12 triangles already"
        if options
        else "no mesh with fewer triangles is within 3.74 mm of it"
    )
    assert f"stays: {reason}" in err


def overlap_of(fitted):
    """Return the overlap of a shape with the angle, by arithmetic at random points."""
    low, high = np.full(3, -0.2), np.full(3, 0.5)
    points = np.random.default_rng(9).uniform(low, high, (400_000, 3))
    one, other = in_angle(points), depths(fitted, points) >= 0.0
    return (one & other).sum() / (one | other).sum()


@pytest.mark.parametrize("kind", ["box", "cylinder", "capsule", "sphere"])
def test_the_best_overlap_is_better_than_that_of_the_shape_that_contains(kind):
    mesh = angle()
    best, around = best_overlap(mesh, kind), containing(mesh, kind)
    assert overlap_of(best) > overlap_of(around) + 0.01
    assert best == best_overlap(mesh, kind)


def test_a_box_has_the_best_overlap_with_itself():
    X = Transform.from_rpy((0.3, -0.2, 0.7), (0.1, 0.2, 0.3))
    mesh = tessellated(Box((0.1, 0.2, 0.4))).moved(X)
    fitted = best_overlap(mesh, "box")
    assert sorted(fitted.shape.size) == pytest.approx([0.1, 0.2, 0.4], rel=0.02)
    assert fitted.X_LG.p == pytest.approx((0.1, 0.2, 0.3), abs=2e-3)


def test_pairs_that_newly_collide_are_named(here, bodyplan):
    mesh = angle()
    (here / "m.stl").write_bytes(stl_of(mesh.vertices[mesh.faces]))
    corner = '<origin xyz="0.14 0.14 0.05"/><geometry><sphere radius="0.02"/></geometry>'
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="root"/>'
        '<link name="a"><collision><geometry><mesh filename="m.stl"/></geometry></collision></link>'
        f'<link name="b"><collision>{corner}</collision></link>'
        '<joint name="j" type="continuous"><parent link="root"/><child link="a"/></joint>'
        '<joint name="k" type="continuous"><parent link="root"/><child link="b"/></joint></robot>'
    )
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "hulls", "--check")
    assert status == 1
    assert "links 'a' and 'b' collide in the default configuration, and did not before" in err
    made = bodyplan_simplify("r.urdf", "box", fit="overlap")
    assert made.report.lost_collisions == ()


ANGLES = """<robot name="r"><link name="root"><collision><origin xyz="0 0 -1"/><geometry>
<sphere radius="0.02"/></geometry></collision></link>
<link name="a"><collision><geometry><mesh filename="m.stl"/></geometry></collision></link>
<link name="b"><collision><origin xyz="0.14 0.14 0.05"/><geometry><sphere radius="0.02"/></geometry>
</collision></link><link name="c"><collision><origin xyz="0 0 0.9"/><geometry><sphere radius="0.02"/>
</geometry></collision></link>
<joint name="j" type="revolute"><parent link="root"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-0.01" upper="0.01" effort="1" velocity="1"/></joint>
<joint name="k" type="revolute"><parent link="root"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-0.01" upper="0.01" effort="1" velocity="1"/></joint>
<joint name="l" type="fixed"><parent link="root"/><child link="c"/></joint></robot>"""


def reasons(name):
    """Return the class of each pair of links in the collision matrix of a robot."""
    return {(one.link1, one.link2): one.reason for one in bodyplan.collision_matrix(name).rows}


def test_the_collision_matrix_differs_only_in_the_pairs_that_are_named(here, bodyplan):
    mesh = angle()
    (here / "m.stl").write_bytes(stl_of(mesh.vertices[mesh.faces]))
    (here / "r.urdf").write_text(ANGLES)
    before = reasons("r.urdf")
    status, out, err = bodyplan(
        "simplify", "r.urdf", "--to", "hulls", "--matrix", "--json", "-o", "h.urdf"
    )
    assert status == 0
    after = reasons("h.urdf")
    named = {
        (one["link1"], one["link2"]): (one["before"], one["after"])
        for one in json.loads(out)["reclassified"]
    }
    assert named == {
        pair: (before[pair], after[pair]) for pair in before if before[pair] != after[pair]
    }
    assert named == {("a", "b"): ("Never", "Always")}  # the sphere is in the notch of the angle
    assert "links 'a' and 'b': Never in the collision matrix becomes Always" in err


def test_a_matrix_that_stays_is_said(here, bodyplan):
    mesh = tessellated(Box((0.1, 0.1, 0.1)))
    (here / "m.stl").write_bytes(stl_of(mesh.vertices[mesh.faces]))
    (here / "r.urdf").write_text(ANGLES)
    _, _, err = bodyplan("simplify", "r.urdf", "--to", "box", "--matrix", "--check")
    assert "the collision matrix stays the same" in err
    _, out, _ = bodyplan("simplify", "r.urdf", "--to", "box", "--json", "-o", "b.urdf")
    assert "reclassified" not in json.loads(out)


def bodyplan_simplify(*arguments, **options):
    """Return what the function of the package does."""
    return bodyplan.simplify(*arguments, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--to", "hulls", "--fit", "overlap"), "a fit applies only to a box"),
        (("--to", "box", "--tolerance", "0.1"), "a tolerance applies only to parts"),
        (("--to", "parts", "--tolerance", "-1"), "the tolerance must be positive"),
        (("--to", "parts", "--tolerance", "nan"), "the tolerance must be positive"),
        (("--to", "box", "--max-parts", "3"), "a number of parts applies only to parts"),
        (("--to", "box", "--max-triangles", "9"), "a number of triangles applies only to dec"),
        (("--to", "decimated", "--max-triangles", "9", "--tolerance", "1"), "--tolerance"),
    ],
)
def test_options_that_do_not_apply_are_refused(robot, bodyplan, options, message):
    robot(angle())
    status, _, err = bodyplan("simplify", "r.urdf", *options)
    assert status == 2
    assert message in err


@pytest.mark.parametrize("kind", ["parts", "decimated"])
def test_a_missing_package_is_one_sentence(robot, bodyplan, monkeypatch, kind):
    robot(angle())
    monkeypatch.setattr(library, "find_spec", lambda _: None)
    status, _, err = bodyplan("simplify", "r.urdf", "--to", kind)
    assert status == 2
    assert "which is not installed: pip install 'bodyplan[simplify]'" in err


def test_parts_of_a_mesh_with_too_many_triangles_are_refused(monkeypatch):
    pytest.importorskip("coacd")
    monkeypatch.setattr(meshes, "MOST_TRIANGLES", 10)
    with pytest.raises(MeshError, match="more than 10 triangles"):
        meshes.convex_parts(angle(), 0.01)


def test_a_convex_mesh_stays(robot, bodyplan):
    pytest.importorskip("coacd")
    robot(tessellated(Box((0.1, 0.2, 0.3))))
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "parts", "--check")
    assert status == 0
    assert "stays: it is convex already, within the tolerance" in err


def test_a_flat_mesh_has_no_parts():
    pytest.importorskip("coacd")
    flat = TriangleMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(MeshError, match="is flat"):
        meshes.convex_parts(flat, 0.01)

"""Simpler collision geometry: hulls are those of SciPy, fitted shapes contain the mesh."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

import bodyplan  # noqa: E402
from bodyplan.collision.simpler.choice import KINDS, MESHES  # noqa: E402
from bodyplan.collision.simpler.shapes import containing, depths  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh, stl_of  # noqa: E402

PACKAGES = {"parts": "coacd", "decimated": "fast_simplification"}
"""What makes meshes of a kind."""


def some(kinds):
    """Return parameters of kinds; those whose package is not installed are skipped."""
    missing = {kind for kind, name in PACKAGES.items() if find_spec(name) is None}
    return [
        pytest.param(kind, marks=pytest.mark.skipif(kind in missing, reason="not installed"))
        for kind in kinds
    ]


ALL = some(kind for kind in KINDS if kind != "parts")  # the thigh is convex
FITTED = [kind for kind in KINDS if kind not in MESHES]
THIGH = Path(bodyplan.__file__).parent / "samples/quadruped/meshes/thigh.stl"
VISUAL = '<visual>  <geometry><mesh filename = "thigh.stl"/></geometry></visual>'
URDF = f"""<robot name="r" version="{{version}}">
  <link name="a">
    {VISUAL}
    <collision name="c">
      <origin xyz="0 0 1" rpy="0 0.5 0"/>
      <geometry><mesh filename="thigh.stl" scale="1 1 2"/></geometry>
    </collision>
  </link>
  <link name="b"><collision><geometry><mesh filename="{{uri}}"/></geometry></collision></link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>
"""


@pytest.fixture
def robot(here):
    """Write a robot with two collision meshes, and return its text."""
    shutil.copy(THIGH, here / "thigh.stl")

    def write(uri="thigh.stl", version="1.0"):
        text = URDF.format(uri=uri, version=version)
        (here / "r.urdf").write_text(text)
        return text

    return write


def cloud(seed):
    """Return triangles between random points of some size and place."""
    random = np.random.default_rng(seed)
    size = random.uniform(0.01, 1.0, 3) * 10.0 ** random.uniform(-3.0, 2.0)
    points = random.normal(size=(40, 3)) * size + random.normal(size=3)
    return TriangleMesh(points, np.arange(39).reshape(-1, 3))


@pytest.mark.parametrize("kind", FITTED)
def test_a_fitted_shape_contains_every_vertex(kind):
    for mesh in (load_mesh(THIGH), *map(cloud, range(25))):
        fitted = containing(mesh, kind)
        assert depths(fitted, mesh.vertices[mesh.faces.ravel()]).min() > 0.0
        assert fitted.volume >= mesh.hull.volume


def test_the_hull_that_is_written_is_that_of_scipy(here, robot, bodyplan):
    spatial = pytest.importorskip("scipy.spatial")
    robot()
    assert bodyplan("simplify", "r.urdf", "--to", "hulls", "--links", "b")[0] == 0
    written, mesh = load_mesh(here / "thigh_hull.stl"), load_mesh(here / "thigh.stl")
    expected = spatial.ConvexHull(mesh.vertices)
    assert written.volume == pytest.approx(expected.volume, rel=1e-5)
    corners = mesh.vertices[expected.vertices]
    apart = np.linalg.norm(corners[:, None] - written.vertices[None], axis=2)
    assert apart.min(axis=1).max() < 1e-7
    assert apart.min(axis=0).max() < 1e-7


@pytest.mark.parametrize("version", ["1.0", "1.2"])
@pytest.mark.parametrize("kind", ALL)
def test_only_collisions_change_and_the_robot_passes_the_check(robot, bodyplan, kind, version):
    text = robot(version=version)
    command = ("simplify", "r.urdf", "--to", kind)
    status, _, err = bodyplan(*command, "--check")
    assert status == 1
    assert "2 collision meshes would be replaced" in err
    assert Path("r.urdf").read_text() == text
    status, _, err = bodyplan(*command)
    assert status == 0
    assert err.count("volume x") == 2
    changed = Path("r.urdf").read_text()
    assert VISUAL in changed
    assert changed.count("thigh.stl") == 1
    assert changed.startswith(text[: text.index("<origin")])
    assert bodyplan("check", "--meshes", "r.urdf", "--select", "G,X,R,U")[0] == 0
    if kind == "capsule":
        assert changed.count("<sphere") == (4 if version == "1.0" else 0)


@pytest.mark.parametrize("kind", ALL)
def test_the_new_shapes_contain_the_old_ones(here, robot, kind):
    robot()
    made = bodyplan.simplify("r.urdf", kind)
    for file in made.files:
        (here / file.path).write_bytes(file.data)
    (here / "n.urdf").write_bytes(made.document.to_bytes())
    old, new = bodyplan.load("r.urdf"), bodyplan.load("n.urdf")
    for name in ("a", "b"):
        before, after = (
            [one.mesh(part).moved(part.origin) for part in one.link(name).collisions]
            for one in (old, new)
        )
        corners = np.concatenate([mesh.vertices for mesh in after])
        low, high = corners.min(axis=0), corners.max(axis=0)
        assert (before[0].bounds[0] > low - 1e-3).all()
        assert (before[0].bounds[1] < high + 1e-3).all()
    assert [one.uri for one in made.report.shapes] == ["thigh.stl", "thigh.stl"]


def test_the_uri_keeps_its_style_and_scales_get_files_of_their_own(here, robot, bodyplan):
    (here / "package.xml").write_text("<package><name>pack</name></package>")
    robot("package://pack/thigh.stl")
    status, out, _ = bodyplan("simplify", "r.urdf", "--to", "hulls", "-o", "-", "--folder", ".")
    assert status == 0
    assert 'filename="thigh_hull.stl"' in out
    assert 'filename="package://pack/thigh_hull_2.stl"' in out
    assert {one.name for one in here.glob("*.stl")} == {
        "thigh.stl",
        "thigh_hull.stl",
        "thigh_hull_2.stl",
    }


def test_a_different_file_is_replaced_only_with_force(here, robot, bodyplan):
    text = robot()
    (here / "thigh_hull.stl").write_bytes(b"mine")
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "hulls")
    assert status == 2
    assert "thigh_hull.stl" in err
    assert ((here / "r.urdf").read_text(), (here / "thigh_hull.stl").read_bytes()) == (
        text,
        b"mine",
    )
    assert bodyplan("simplify", "r.urdf", "--to", "hulls", "--force")[0] == 0


def stl(mesh):
    """Return a mesh as binary STL."""
    return stl_of(mesh.vertices[mesh.faces])


FLAT = stl(TriangleMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
OPEN = stl(load_mesh(THIGH).with_arrays(load_mesh(THIGH).vertices, load_mesh(THIGH).faces[5:]))
INVERTED = stl(
    load_mesh(THIGH).with_arrays(load_mesh(THIGH).vertices, load_mesh(THIGH).faces[:, ::-1])
)


@pytest.mark.parametrize(
    ("content", "sentence", "count"),
    [
        (FLAT, "stays: bad.stl is flat, so its hull has no volume", 0),
        (OPEN, "it is not closed (", 1),
        (INVERTED, "it is inside out", 1),
        (b"nonsense", "stays: ", 0),
        (None, "mesh 'bad.stl' stays: not found\nbodyplan: run `bodyplan where r.urdf` to see", 0),
    ],
)
def test_bad_meshes_are_one_sentence(here, robot, bodyplan, content, sentence, count):
    if content is not None:
        (here / "bad.stl").write_bytes(content)
    robot("bad.stl")
    status, _, err = bodyplan("simplify", "r.urdf", "--to", "box", "--links", "b", "--diff")
    assert status == count
    assert sentence in err
    assert err.count("\n") == 2 + (count or content is None)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("sample:arm.srdf", "--to", "hulls"), "is not a URDF"),
        (("r.urdf", "--to", "hulls", "--links", "no*"), "no link is called 'no*'"),
        (("r.urdf", "--to", "egg"), "egg"),
        (("gone.urdf", "--to", "hulls"), "does not exist"),
    ],
)
def test_what_cannot_be_simplified_is_refused(robot, bodyplan, arguments, sentence):
    robot()
    status, _, err = bodyplan("simplify", *arguments)
    assert status == 2
    assert sentence in err


def test_few_triangles_stay(robot, bodyplan):
    text = robot()
    assert bodyplan("simplify", "r.urdf", "--to", "box", "--min-triangles", "1000")[0] == 0
    assert Path("r.urdf").read_text() == text


def test_no_hull_is_written_into_another_package(here, bodyplan):
    for name in ("mine", "victim"):
        (here / name).mkdir()
        (here / name / "package.xml").write_text(f"<package><name>{name}</name></package>")
        shutil.copy(THIGH, here / name / "m.stl")
    (here / ".git").mkdir()
    (here / "out").mkdir()
    meshes = [f'<mesh filename="package://{name}/m.stl"/>' for name in ("victim", "mine")]
    shapes = "".join(f"<collision><geometry>{one}</geometry></collision>" for one in meshes)
    (here / "mine/r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    _, _, err = bodyplan("simplify", "mine/r.urdf", "--to", "hulls", "-o", "out/r.urdf")
    assert err.count("stays: a hull beside it would be outside") == 2
    assert err.endswith("out/r.urdf: 0 collision meshes replaced\n")
    assert not [*here.rglob("*_hull.stl")]
    status, _, err = bodyplan("simplify", "mine/r.urdf", "--to", "hulls")
    assert status == 0
    assert err.count("stays: ") == 1
    assert f"new mesh: {Path('mine/m_hull.stl')}" in err
    assert [*here.rglob("*_hull.stl")] == [here / "mine/m_hull.stl"]


@pytest.mark.parametrize("kind", ["hulls", "sphere"])
def test_a_mesh_is_computed_once_for_each_scale_within_a_budget(here, bodyplan, monkeypatch, kind):
    from bodyplan.jobs import simplify as job

    counted = []
    monkeypatch.setattr(job, "distances", lambda *_: counted.append(1) or (0.0, 0.0))
    shutil.copy(THIGH, here / "thigh.stl")
    monkeypatch.setattr(job, "MOST_REPEATED", 2 * max(1_000, load_mesh(THIGH).face_count))
    scales = [1, 1, 2, 2, 3, 4, 5]
    uris = ["thigh.stl", "./thigh.stl"] * 4
    shapes = "".join(
        f'<collision><geometry><mesh filename="{uri}" scale="{s} {s} {s}"/></geometry></collision>'
        for s, uri in zip(scales, uris, strict=False)
    )
    (here / "r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    _, _, err = bodyplan("simplify", "r.urdf", "--to", kind, "--check")
    assert len(counted) == 3
    assert err.count("stays: its other scales and poses have more than") == 2
    assert "5 collision meshes would be replaced" in err


@pytest.mark.parametrize("output", ["r2.urdf", "a/s.urdf"])
def test_a_robot_that_is_written_elsewhere_finds_its_hulls(here, bodyplan, output):
    (here / "a/meshes").mkdir(parents=True)
    shutil.copy(THIGH, here / "a/meshes/m.stl")
    shape = '<collision><geometry><mesh filename="meshes/m.stl"/></geometry></collision>'
    (here / "a/r.urdf").write_text(f'<robot name="r"><link name="a">{shape}</link></robot>')
    assert bodyplan("simplify", "a/r.urdf", "--to", "hulls", "-o", output)[0] == 0
    assert [*here.rglob("*_hull.stl")] == [here / "a/meshes/m_hull.stl"]
    assert bodyplan("check", output, "--meshes", "--select", "R,G5")[2] == ""
    made = bodyplan("where", output)[1]
    assert "m_hull.stl" in made
    assert "not found" not in made

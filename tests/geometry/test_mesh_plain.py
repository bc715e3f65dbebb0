"""STL and OBJ as they are read here, against trimesh: every triangle, corner by corner."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")

from tests.geometry import written  # noqa: E402
from tests.geometry.polyhedra import SOLIDS  # noqa: E402

from bodyplan.geometry.mesh import MeshError  # noqa: E402
from bodyplan.geometry.mesh_plain import read_obj, read_stl  # noqa: E402

BOX = SOLIDS["box"]
SOUP = BOX.vertices[BOX.faces]
LARGEST = 300_000  # bytes: larger ones add seconds


def triangles(data, kind):
    """(n, 3, 3): the corners of all triangles, in the order of the file."""
    read = read_stl if kind == "stl" else read_obj
    return np.concatenate(
        [piece.vertices[piece.faces].astype(np.float64) for piece in read(data)] or [[]]
    )


def theirs(data, kind):
    """The same by trimesh."""
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.load_scene(
        io.BytesIO(data), file_type=kind, process=False, skip_materials=True, group_material=False
    )
    return np.concatenate([np.asarray(mesh.triangles) for mesh in scene.geometry.values()])


def in_order(soup):
    """Triangles sorted, each from its least corner on."""
    turned = []
    for a, b, c in (soup + 0.0).tolist():
        turned.append(min((a, b, c), (b, c, a), (c, a, b)))
    return sorted(turned)


def test_real_meshes_have_the_triangles_that_trimesh_finds():
    try:
        files = [
            (path, ending.lower())
            for ending in ("stl", "STL", "obj")
            for path in urdfdom.example_files(f".{ending}")
            if path.stat().st_size < LARGEST
        ]
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    assert len(files) > 100
    for path, kind in files[::6]:
        data = path.read_bytes()
        own, other = triangles(data, kind), theirs(data, kind)
        assert in_order(own) == in_order(other), path


NUMBER = st.floats(-1e6, 1e6, width=32)
CORNER = st.tuples(NUMBER, NUMBER, NUMBER)
FACES = st.lists(st.tuples(CORNER, CORNER, CORNER), min_size=1, max_size=8)


@given(FACES)
@settings(max_examples=60, deadline=None)
def test_any_triangles_come_back_as_they_were_written(faces):
    soup = np.array(faces)
    corners, indices = soup.reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3)
    for data, kind in (
        (written.stl(soup), "stl"),
        (written.stl_text(soup), "stl"),
        (written.obj(corners, indices), "obj"),
    ):
        assert np.array_equal(triangles(data, kind), soup)


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.upper(),
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: text.replace(b" ", b"\t"),
        lambda text: b"\n  " + text,
        lambda text: text.replace(b"solid x", b"solid a vertex 1 2 facet\xff"),
        lambda text: text + text,
    ],
)
def test_an_stl_in_words_may_look_otherwise(changed):
    data = changed(written.stl_text(SOUP))
    assert np.array_equal(triangles(data, "stl")[:12], SOUP)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"endsolid", b"", "cut off: it ends without endsolid"),
        (b"  vertex 0.0 0.0 0.0\n", b"", "has 12 facets with 30 corners, not three each"),
        (b"vertex 1.0 2.0 3.0", b"vertex 1.0 2.0", "not three each"),
        (b" endloop", b"  vertex 1 2 3\n endloop", "has 12 facets with 48 corners"),
    ],
)
def test_an_stl_in_words_that_is_not_whole_is_not_measured(old, new, said):
    with pytest.raises(MeshError, match=said):
        triangles(written.stl_text(SOUP).replace(old, new), "stl")


SQUARE = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
FAN = [[(0, 0, 0), (1, 0, 0), (1, 1, 0)], [(0, 0, 0), (1, 1, 0), (0, 1, 0)]]


@pytest.mark.parametrize(
    "text",
    [
        b"f 1 2 3 4\n",
        b"f 1 2 3 4",
        b"f 1/1 2/2 3/3 4/4\n",
        b"f 1//1 2//1 3/5/1 4\n",
        b"f -4 -3 -2 -1\n",
        b"f 1 -3 3 -1/-1/-1\n",
        b"f 1 2 3\nf 1 3 4\n",
        b"  f\t1  2\t3 4 # 5 6\n",
        b"f 1 2 \\\n3 4\n",
        b"f 1 2 \\\r\n3 4\r\n",
        b"# f 1 2 3\nvn 0 0 1\nvt 0 0\nf\nf 1 2\nl 1 2\np 1\nusemtl f\ns 1\nf 1 2 3 4\n",
        b"f 1 2 3 4\nv 9 9 9\nvp 1 2\n",
    ],
)
def test_faces_of_obj_may_look_otherwise(text):
    assert np.array_equal(triangles(SQUARE + text, "obj"), FAN)


def test_corners_of_obj_may_have_more_than_a_place():
    text = b"v 0 0 0 1\nv\t1 0 0 0.5 0.5 0.5\n v 0 1 0 # QQQ\nf 1 2 3\n"
    assert np.array_equal(triangles(text, "obj"), [[(0, 0, 0), (1, 0, 0), (0, 1, 0)]])
    old = (SQUARE + b"f 1 2 3 4\n").replace(b"\n", b"\r")
    assert np.array_equal(triangles(old, "obj"), FAN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"v 0 0\nf 1 1 1\n", "a corner without three coordinates"),
        (b"v 0 0 # 1\nf 1 1 1\n", "could not convert"),
        (b"v a b c\n", "could not convert"),
        (SQUARE + b"f 1 2 0\n", "with corner 0"),
        (SQUARE + b"f 1 2 x\n", "invalid literal"),
        (SQUARE + b"f " + b"1 " * 600_000, "a polygon with 1,2"),
    ],
)
def test_an_obj_that_is_wrong_is_not_measured(text, said):
    with pytest.raises((MeshError, ValueError), match=said):
        triangles(text, "obj")

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

from bodyplan.geometry.mesh._stl import read_stl  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.obj import read_obj  # noqa: E402

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


def crosses(soup):
    return np.cross(soup[:, 1] - soup[:, 0], soup[:, 2] - soup[:, 0])


def areas(soup):
    return np.linalg.norm(crosses(soup), axis=1) / 2.0


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
    concave = 0
    for path, kind in files[::6]:
        data = path.read_bytes()
        own, other = triangles(data, kind), theirs(data, kind)
        if in_order(own) != in_order(other):  # concave polygons, which trimesh cuts into fans
            assert kind == "obj", path
            assert own.shape == other.shape
            assert np.allclose(crosses(own).sum(axis=0), crosses(other).sum(axis=0), atol=1e-12)
            assert areas(own).sum() < areas(other).sum(), path
            concave += 1
    assert 0 < concave < 5


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
def test_an_ascii_stl_may_have_other_whitespace_and_case(changed):
    data = changed(written.stl_text(SOUP))
    assert np.array_equal(triangles(data, "stl")[:12], SOUP)


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace(b"endsolid x\n", b""),
        lambda text: text.replace(b"\nendsolid x\n", b""),
        lambda text: text.replace(b"endsolid x\n", b"endso"),
        lambda text: text.replace(b"endsolid", b"end solid"),
        lambda text: text.replace(b"endsolid x\n", b"") + b"\0\0",
        lambda text: text.replace(b"endsolid x\n", b"") + text,
        lambda text: text + text.replace(b"endsolid x\n", b""),
        lambda text: b"solid x\n" + text + b"endsolid x\n",
        lambda text: text.replace(b"endfacet", b"end facet").replace(b"endsolid x\n", b""),
        lambda text: text.replace(b"endfacet\n", b""),
    ],
)
def test_an_ascii_stl_may_lack_its_last_line_if_its_facets_are_complete(changed):
    found = triangles(changed(written.stl_text(SOUP)), "stl")
    assert len(found) in {12, 24}
    assert np.array_equal(found[:12], SOUP)


TEXT = written.stl_text(SOUP)


@pytest.mark.parametrize("whole", [b"", TEXT], ids=["one solid", "after another"])
def test_an_ascii_stl_that_is_truncated_in_a_facet_is_rejected(whole):
    last = TEXT.rindex(b"facet normal")
    stop = TEXT.rindex(b"endfacet") + len(b"endfacet")
    cuts = range(last + 1, stop)
    for cut in cuts:
        with pytest.raises(MeshError, match=r"is truncated (in|after) facet \d+$"):
            triangles(whole + TEXT[:cut], "stl")
    for cut in (last, *range(stop, len(TEXT))):
        assert len(triangles(whole + TEXT[:cut], "stl")) == len(whole and SOUP) + 11 + (cut != last)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"endsolid", b"QQQ", "is truncated after facet 12"),
        (b"  vertex 0.0 0.0 0.0\n", b"", r"has 2 vertices in facet \d+, expected 3"),
        (
            b"vertex 1.0 2.0 3.0",
            b"vertex 1.0 2.0",
            r"has [012] vert(ex|ices) in facet \d+, expected 3",
        ),
        (b" endloop", b"  vertex 1 2 3\n endloop", "has 4 vertices in facet 1, expected 3"),
        (b"1.0", b"1,0", "has a coordinate that is not a number: '1,0'"),
        (b"facet", b"FACE", "has 36 vertices outside of its facets"),
    ],
)
def test_an_ascii_stl_with_invalid_facets_is_rejected(old, new, said):
    with pytest.raises(MeshError, match=said):
        triangles(TEXT.replace(old, new), "stl")


def test_a_facet_of_four_corners_beside_one_of_two_is_not_measured():
    head, *facets = TEXT.split(b"facet normal")
    corner = b"  vertex 9 9 9\n"
    facets[0] = facets[0].replace(b" endloop", corner + b" endloop")
    facets[2] = facets[2].replace(facets[2][facets[2].index(b"  vertex") :].split(b"\n")[0], b"")
    with pytest.raises(MeshError, match="has 4 vertices in facet 1, expected 3"):
        triangles(b"facet normal".join((head, *facets)), "stl")


def test_an_ascii_stl_on_one_line_is_rejected():
    with pytest.raises(MeshError, match="facets that do not start on separate lines"):
        triangles(TEXT.replace(b"\n", b" "), "stl")


@pytest.mark.parametrize("header", [b"", b"solid x", b"solid x\nfacet normal 0 0 0\nendsolid"])
def test_a_binary_stl_may_begin_with_solid(header):
    assert np.array_equal(triangles(written.stl(SOUP, header=header), "stl"), SOUP)


@pytest.mark.parametrize("header", [b"", b"solid x"])
@pytest.mark.parametrize(("count", "extra"), [(13, b""), (11, b""), (0, b""), (12, b"\r\n")])
def test_a_binary_stl_with_another_size_than_it_declares_is_not_measured(header, count, extra):
    data = written.stl(SOUP, count=count, extra=extra, header=header)
    would = 84 + 50 * count
    with pytest.raises(MeshError, match=f"declares {count} .*require {would} bytes.* {len(data)}$"):
        triangles(data, "stl")


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
        b"fo 1 2 3 4\n",
        b"f 1 2 \\\n3 4\n",
        b"f 1 2 \\\r\n3 4\r\n",
        b"# f 1 2 3\nvn 0 0 1\nvt 0 0\nf\nf 1 2\nl 1 2\np 1\nusemtl f\ns 1\nf 1 2 3 4\n",
        b"f 1 2 3 4\nv 9 9 9\nvp 1 2\n",
    ],
)
def test_faces_of_obj_may_look_otherwise(text):
    assert np.array_equal(triangles(SQUARE + text, "obj"), FAN)


def test_vertices_of_obj_may_have_more_than_a_position():
    text = b"v 0 0 0 1\nv\t1 0 0 0.5 0.5 0.5\n v 0 1 0# QQQ\nf 1 2 3\n\0"
    assert np.array_equal(triangles(text, "obj"), [[(0, 0, 0), (1, 0, 0), (0, 1, 0)]])
    old = (SQUARE + b"f 1 2 3 4\n").replace(b"\n", b"\r")
    assert np.array_equal(triangles(old, "obj"), FAN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"v 0 0\nf 1 1 1\n", "a vertex without three coordinates"),
        (b"v 0 0 # 1\nf 1 1 1\n", "a vertex without three coordinates"),
        (b"v\nv 0 0 0\nf 1 1 1\n", "a vertex without three coordinates"),
        (b"v 0 b c\n", "a coordinate that is not a number: 'b'"),
        (SQUARE + b"f 1 2 0\n", "with vertex index 0"),
        (SQUARE + b"f 1 2 x\n", "invalid vertex indices: '1 2 x'"),
        (SQUARE + b"f " + b"1 " * 600_000, "a polygon of 1,2"),
    ],
)
def test_an_obj_that_is_wrong_is_not_measured(text, said):
    with pytest.raises((MeshError, ValueError), match=said):
        triangles(text, "obj")


def test_a_byte_order_mark_before_an_obj_or_an_ascii_stl_is_ignored():
    corners = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3 4\n"
    assert np.array_equal(triangles(b"\xef\xbb\xbf" + corners, "obj"), FAN)
    assert np.array_equal(triangles(b"\xef\xbb\xbf" + TEXT, "stl"), SOUP)


@pytest.mark.parametrize(
    "line",
    [
        b"v\xc2\xa01 0 0",
        b"v,1,0,0",
        b"V 1 0 0",
        b"v1 0 0",
        b"\xef\xbb\xbfv 1 0 0",
        b"\0v 1 0 0",
        b"f\xe2\x80\x891 2 3",
        b"F 1 2 3",
        b"1 2 3",
        b"-0.5 1 2",
        b"3/1/2 1/1/1",
    ],
)
def test_no_line_of_an_obj_that_may_be_a_corner_or_a_face_is_passed_over(line):
    with pytest.raises(MeshError, match="has an unknown OBJ statement: "):
        triangles(SQUARE + line + b"\nf 1 2 3\n", "obj")


@pytest.mark.parametrize(
    "line", [b"#v 1 2 3", b"#1 2 3", b"", b"  ", b"mg 0", b"vp 1", b"curv 0 1 2", b"--- 5", b"o v"]
)
def test_other_lines_of_an_obj_are_passed_over(line):
    assert np.array_equal(triangles(SQUARE + line + b"\nf 1 2 3 4\n", "obj"), FAN)


def test_numbers_are_those_of_the_format_and_not_of_python():
    with pytest.raises(MeshError, match="has a polygon with invalid vertex indices: '1_0 2 3'"):
        triangles(SQUARE * 3 + b"f 1_0 2 3\n", "obj")
    for text, kind in ((SQUARE + b"v 1_0 0 0\n", "obj"), (TEXT.replace(b"1.0", b"1_0"), "stl")):
        with pytest.raises(MeshError, match=r"has a coordinate that is not a number: '1_0'"):
            triangles(text, kind)
    named = TEXT.replace(b"solid x", b"solid a_box")
    assert np.array_equal(triangles(named, "stl"), SOUP)


def test_an_overflowing_index_is_out_of_range():
    with pytest.raises(MeshError, match="has vertex indices out of range"):
        triangles(SQUARE + b"f 1 2 999999999999999999999\n", "obj")


@pytest.mark.parametrize("code", ["utf-16", "utf-16-be"])
def test_an_obj_in_another_encoding_is_not_measured(code):
    text = "\ufeff" * (code != "utf-16") + SQUARE.decode() + "f 1 2 3\n"
    with pytest.raises(MeshError, match="is encoded in UTF-16"):
        triangles(text.encode(code), "obj")

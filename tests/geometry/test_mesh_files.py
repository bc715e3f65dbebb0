"""Files of meshes: the same triangles from every format, and one sentence for each that is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("trimesh")
pytest.importorskip("collada")

from tests.geometry import written  # noqa: E402
from tests.geometry.polyhedra import SOLIDS  # noqa: E402
from tests.geometry.written import TRIANGLE  # noqa: E402
from tests.growth import HANG_GUARD  # noqa: E402

from bodyplan.geometry import files  # noqa: E402
from bodyplan.geometry.mesh import _formats as mesh_formats  # noqa: E402
from bodyplan.geometry.mesh import loading as mesh_files  # noqa: E402
from bodyplan.geometry.mesh import pieces as mesh_pieces  # noqa: E402
from bodyplan.geometry.mesh._collada import read_collada  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.heads import unit_of  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.looks import Looks  # noqa: E402

BOX = SOLIDS["box"]
SOUP = BOX.vertices[BOX.faces]
NAN, INF = float("nan"), float("inf")
CHANGED_SIGN = "<node id='n'><scale>{}</scale><instance_geometry url='#g'/></node>"


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    mesh_files.forget_meshes()


@pytest.fixture
def load(tmp_path):
    """Gives the mesh of a file with this name and content."""

    def loaded(name, data, scale=(1.0, 1.0, 1.0)):
        (tmp_path / name).write_bytes(data)
        return load_mesh(tmp_path / name, scale)

    return loaded


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("box.stl", written.stl(SOUP)),
        ("box.STL", written.stl(SOUP, header=b"solid box")),
        ("text.stl", written.stl_text(SOUP)),
        ("box.obj", written.obj(BOX.vertices, BOX.faces)),
        ("box.ply", written.ply(BOX.vertices, BOX.faces)),
        ("box.dae", written.dae(BOX.vertices, BOX.faces)),
    ],
)
def test_every_format_gives_the_same_body(load, name, data):
    mesh = load(name, data)
    assert mesh.face_count == 12
    assert len(mesh.vertices) == 8
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(6.0, rel=1e-12)
    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 2, 3]]
    assert mesh.name == name


@pytest.mark.parametrize("name", ["t.gltf", "t.glb"])
def test_gltf_is_in_metres_and_not_turned(load, name):
    mesh = load(name, getattr(written, name[2:])())
    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize(
    ("unit", "size"),
    [
        ('<unit name="millimeter" meter="0.001"/>', 0.001),
        ('<unit meter="0.0254"/>', 0.0254),
        ("", 1.0),
        ('<unit name="QQQ"/>', 1.0),
    ],
)
@pytest.mark.parametrize("up", ["X_UP", "Y_UP", "Z_UP"])
def test_collada_applies_its_unit_and_ignores_its_up_axis(load, unit, size, up):
    mesh = load("a.dae", written.dae(BOX.vertices, BOX.faces, unit=unit, up=up))
    assert np.allclose(mesh.size, (size, 2 * size, 3 * size), rtol=1e-12)


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ('<unit name="inch" meter="0.0254"/>', 0.0254),
        ("<unit meter = ' 1e-3 ' name='mm'></unit>", 0.001),
        ('<unit name="meter"/>', None),
        ('<unit meter="QQQ"/>', None),
        ("", None),
    ],
)
def test_the_unit_of_collada_is_read_from_its_head(unit, told):
    assert unit_of(written.dae(unit=unit)) == told


def test_a_scale_is_applied_and_a_mirrored_one_turns_nothing_inside_out(load):
    mesh = load("a.stl", written.stl(SOUP), (0.1, -0.2, 0.3))
    assert mesh.volume == pytest.approx(6 * 0.006, rel=1e-12)
    assert np.allclose(mesh.bounds, [(0, -0.4, 0), (0.1, 0, 0.9)])


@pytest.mark.parametrize("scale", ["-2 1 1", "2 1 1"])
def test_a_mirrored_node_turns_nothing_inside_out(load, scale):
    scene = CHANGED_SIGN.format(scale)
    assert load("a.dae", written.dae(BOX.vertices, BOX.faces, scene=scene)).volume == pytest.approx(
        12
    )
    node = {"mesh": 0, "scale": [float(number) for number in scale.split()]}
    mesh = load("a.gltf", written.gltf(nodes=[node]))
    a, b, c = mesh.vertices[mesh.faces[0]]
    assert np.cross(b - a, c - a)[2] > 0


@pytest.mark.parametrize(
    "scale",
    [(1, 1), (1, 1, 1, 1), (1, NAN, 1), (INF, 1, 1), NAN, 10**400, "abc", "1", None, (1, "x", 1)],
)
def test_an_invalid_scale_is_reported(load, scale):
    mesh = load("a.stl", written.stl(SOUP))
    for scaled in (lambda: load("a.stl", written.stl(SOUP), scale), lambda: mesh.scaled(scale)):
        with pytest.raises(MeshError, match=r"^scale must be a number or three numbers, got "):
            scaled()
    with pytest.raises(MeshError, match=r"got an array of shape \(2, 2\)$"):
        mesh.scaled(np.eye(2))


def test_one_factor_is_that_of_all_axes(load):
    mesh = load("a.stl", written.stl(SOUP))
    for scaled in (load("a.stl", written.stl(SOUP), 2), mesh.scaled(np.float32(2))):
        assert np.array_equal(scaled.vertices, 2 * mesh.vertices)


@pytest.mark.parametrize("name", ["a.stl", "a.obj", "a.dae", "a.glb", "a.ply"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
            "a Git LFS pointer, not the file itself; run `git lfs pull`",
        ),
        (b"\n<!DOCTYPE html>\n<html>404", "a web page; download the file again"),
        (b"\xef\xbb\xbf<html lang='en'>", "a web page; download the file again"),
    ],
)
def test_git_lfs_pointers_and_web_pages_are_recognized(load, name, data, said):
    with pytest.raises(MeshError, match=rf"^a\.\w+ is {said}$"):
        load(name, data)


def test_lines_cameras_and_comments_of_collada_do_not_matter(load):
    box = written.FACES.format(count=12, indices=" ".join(map(str, BOX.faces.ravel().tolist())))
    numbers = box[box.index("<p>") + 3 :].split()
    commented = box.replace(numbers[4], f"<!-- <library_images> --> {numbers[4]}", 1)
    strip = '<linestrips count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p>'
    scene = (
        written.PLACED + '<node id="c"><instance_camera url="#c"/><instance_light url="#l"/></node>'
    )
    library = "<library_cameras><camera id='c'/></library_cameras><library_lights/>"
    for shown in (box, commented, f"{strip}</linestrips>{box}"):
        data = written.dae(BOX.vertices, primitives=shown, scene=scene, library=library)
        assert load("a.dae", data).volume == pytest.approx(6)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!-- <library_images> -->", "<!-- </library_images> -->"),
        ("<extra><![CDATA[<library_images>]]></extra>", "<![CDATA[</library_images>]]>"),
        ("<?x <library_images> ?>", "<?x </library_images>?>"),
        ("<library_imagesx></library_imagesx>", "<library_images></library_images>"),
        ("<extra><![CDATA[<!--]]></extra>", "<extra>--></extra>"),
        ("<extra>&amp;<![CDATA[&amp;]]></extra>", "<library_images ></library_images >"),
    ],
)
def test_collada_has_the_same_shapes_whether_its_looks_are_read_or_not(before, after):
    """``check`` and ``inertia`` cut materials and pictures out, ``view`` and ``convert`` do not."""
    data = written.dae(scene=f"{before}{written.PLACED}{after}", library=f"{before}{after}")
    with_looks, without = (
        [one.faces.tolist() for one in read_collada(data, looks)]
        for looks in (Looks(None, b""), None)
    )
    assert with_looks == without == [[[0, 1, 2]]]


def test_a_skin_of_collada_has_its_bind_pose(load):
    def source(name, kind, values, width):
        count = len(values.split())
        return (
            f'<source id="{name}"><{kind}_array id="{name}a" count="{count}">{values}</{kind}_array>'
            f'<technique_common><accessor source="#{name}a" count="{count // width}" '
            f'stride="{width}"><param name="X" type="{"float4x4" if width > 1 else kind}"/>'
            "</accessor></technique_common></source>"
        )

    inputs = '<input semantic="JOINT" source="#j"{0}/><input semantic="{1}" source="#{2}"{3}/>'
    skin = (
        '<library_controllers><controller id="c"><skin source="#g">'
        "<bind_shape_matrix>2 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>"
        + source("j", "Name", "bone", 1)
        + source("m", "float", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", 16)
        + source("w", "float", "1", 1)
        + f"<joints>{inputs.format('', 'INV_BIND_MATRIX', 'm', '')}</joints>"
        + '<vertex_weights count="8">'
        + inputs.format(' offset="0"', "WEIGHT", "w", ' offset="1"')
        + f"<vcount>{'1 ' * 8}</vcount><v>{'0 0 ' * 8}</v></vertex_weights></skin></controller>"
        "</library_controllers>"
    )
    scene = '<node id="n"><instance_controller url="#c"/></node>'
    data = written.dae(BOX.vertices, BOX.faces, scene=scene).decode()
    data = data.replace("<library_visual_scenes>", f"{skin}<library_visual_scenes>").encode()
    assert load("a.dae", data).bounds.tolist() == [[5, 0, 0], [7, 2, 3]]


def test_a_shape_that_is_instanced_twice_is_read_twice(load):
    place = '<node id="{}"><translate>{} 0 0</translate><instance_geometry url="#g"/></node>'
    scene = place.format("a", 0) + place.format("b", 5)
    mesh = load("a.dae", written.dae(BOX.vertices, BOX.faces, scene=scene))
    assert mesh.volume == pytest.approx(12)


def test_quads_and_corners_counted_from_the_end_are_read(load):
    data = b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4/1/1 -3 -2//2 -1\nv 0 0 7\nf 2 3 -1\n"
    mesh = load("a.obj", data)
    assert mesh.area == pytest.approx(1.0 + 3.5)
    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 1, 7]]


def test_what_is_broken_beside_the_triangles_does_not_matter(load):
    material = (
        "<bind_material><technique_common><instance_material symbol='m' target='#QQQ'/>"
        "</technique_common></bind_material>"
    )
    scene = f'<node id="n"><instance_geometry url="#g">{material}</instance_geometry></node>'
    effects = "<library_effects><effect id='e'><QQQ/></effect></library_effects><library_images/>"
    assert load("a.dae", written.dae(scene=scene, library=effects)).face_count == 1
    library = "mtllib ../../QQQ.mtl\nusemtl QQQ"
    assert load("a.obj", written.obj(*TRIANGLE, [(0, 1, 2)], library)).face_count == 1
    texture = written.ply(*TRIANGLE, [(0, 1, 2)], comment="TextureFile ../../QQQ.png")
    assert load("a.ply", texture).face_count == 1


def test_buffers_in_the_folder_are_read(load, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a b.bin").write_bytes(written.RIM)
    for uri in ("inner/a%20b.bin", "./inner/a b.bin", "inner/../inner/a b.bin"):
        assert load("a.gltf", written.gltf_beside(uri)).face_count == 1


NO_CORNER = "vertex indices out of range"
NO_TRIANGLES = "has no triangles"
ONE_FACE = [(0, 1, 2)]
WRONG = [
    ("empty.stl", b"", "is empty"),
    ("none.stl", written.stl(TRIANGLE[:0]), NO_TRIANGLES),
    (
        "short.stl",
        written.stl(count=2),
        "is not an STL file, or damaged: its header declares 2 tri.* 184 bytes, but it has 134",
    ),
    ("huge.stl", written.stl(count=20_000_000), "20,000,000 triangles,.* 1,000,000,084"),
    ("long.stl", written.stl(extra=b"xx"), " 134 bytes, but it has 136"),
    ("words.stl", b"This is QQQ, no mesh.", "is not an STL file"),
    ("none.stl", b"solid x\nendsolid x\n", NO_TRIANGLES),
    (
        "words.stl",
        b"solid x\nfacet normal QQQ\n" + 3 * b"vertex a b c\n" + b"endfacet\nendsolid",
        "has a coordinate that is not a number: 'a'",
    ),
    ("nan.stl", written.stl(TRIANGLE * NAN), "vertices that are not finite"),
    ("inf.stl", written.stl(TRIANGLE + INF), "vertices that are not finite"),
    ("words.obj", b"QQQ\n", NO_TRIANGLES),
    ("points.obj", b"v 0 0 0\n", NO_TRIANGLES),
    ("index.obj", written.obj(*TRIANGLE, [(0, 1, 8)]), "cannot be read|" + NO_CORNER),
    ("zero.obj", written.obj(*TRIANGLE, [(0, 1, -1)]), "vertex index 0; indices start at 1"),
    ("below.obj", written.obj(*TRIANGLE, [(0, 1, -9)]), NO_CORNER),
    ("nan.obj", written.obj(TRIANGLE[0] * NAN, ONE_FACE), "vertices that are not finite"),
    ("bytes.obj", bytes(range(256)) * 9, NO_TRIANGLES),
    ("index.ply", written.ply(*TRIANGLE, [(0, 1, 7)]), NO_CORNER),
    ("claim.ply", written.ply(*TRIANGLE, ONE_FACE, vertex_count=10**9), "claim.ply "),
    ("claim.ply", written.ply(*TRIANGLE, ONE_FACE, face_count=-1), "claim.ply "),
    ("head.ply", b"ply\nformat ascii 1.0\ncomment QQQ\n", "has no 'end_header'"),
    ("words.ply", b"QQQ", "is not a PLY file"),
    ("cut.ply", written.ply(*TRIANGLE, [(0, 1, 2)] * 3)[:-3], "truncated: it has fewer faces"),
    ("skew.dae", written.dae(scene=written.PLACED.replace("<i", "<skew/><i")), "node skew$"),
    ("other.dae", b"<robot name='x'/>", "has no scene"),
    ("cut.dae", written.dae()[:300], "cannot be read"),
    ("words.dae", b"QQQ", "cannot be read"),
    ("archive.dae", b"PK\x03\x04QQQ", "is an archive"),
    ("index.dae", written.dae(faces=[(0, 1, 9)]), "cannot be read"),
    ("below.dae", written.dae(faces=[(0, 1, -2)]), NO_CORNER),
    ("bomb.dae", written.dae_bomb(), "exceeds the limit of 20,000 shapes"),
    (
        "places.dae",
        written.dae(
            primitives=written.FACES.format(count=0, indices="") * 500,
            scene="<node id='n'>" + "<instance_geometry url='#g'/>" * 50 + "</node>",
        ),
        "exceeds the limit of 20,000 shapes",
    ),
    ("nowhere.dae", written.dae(scene=""), NO_TRIANGLES),
    ("gone.dae", written.dae(scene=written.PLACED.replace("#g", "#QQQ")), "cannot be read"),
    ("far.dae", written.dae(scene=written.PLACED.replace("#g", "http://QQQ#g")), "cannot be read"),
    ("unit.dae", written.dae(unit='<unit meter="0"/>'), "has an invalid unit of 0 metres"),
    ("unit.dae", written.dae(unit='<unit meter="nan"/>'), "has an invalid unit of nan metres"),
    ("unit.dae", written.dae(unit='<unit meter="-1"/>'), "has an invalid unit of -1 metres"),
    ("inf.dae", written.dae(TRIANGLE[0] + INF), "vertices that are not finite"),
    (
        "entity.dae",
        written.dae(before='<!DOCTYPE C [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
        "has a document type, which is not allowed",
    ),
    (
        "polygons.dae",
        written.dae(
            primitives='<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>'
            "<vcount>1000000000</vcount><p>0 1 2</p></polylist>"
        ),
        "has polygons with missing vertices",
    ),
    ("out.gltf", written.gltf_beside("../../etc/passwd"), "outside of its folder"),
    ("out.gltf", written.gltf_beside("a/%2e%2e/%2e%2e/b"), "outside of its folder"),
    ("out.gltf", written.gltf_beside("..\\b"), "outside of its folder"),
    ("out.gltf", written.gltf_beside("/etc/passwd"), "outside of its folder"),
    ("out.gltf", written.gltf_beside("C:\\QQQ"), "outside of its folder"),
    ("net.gltf", written.gltf_beside("http://localhost/QQQ"), "which is not downloaded"),
    ("gone.gltf", written.gltf_beside("QQQ.bin"), "QQQ.bin cannot be read: No such file"),
    ("self.gltf", written.gltf_beside("."), "it is a folder"),
    ("words.gltf", b"QQQ", "its content is not JSON"),
    ("list.gltf", b"[]", "its content is not a JSON object"),
    ("deep.gltf", b"[" * 100_000, "its content is not JSON"),
    ("none.gltf", written.gltf(meshes=None), "refers to 0 in meshes, which does not exist"),
    (
        "kinds.gltf",
        written.gltf(accessors="QQQ", meshes=3),
        "refers to 0 in meshes, which does not exist",
    ),
    (
        "kinds.gltf",
        written.gltf(extensionsRequired=3, nodes=3),
        "refers to 0 in nodes, which does not exist",
    ),
    (
        "count.gltf",
        written.gltf(accessors=[{"componentType": 5126, "count": 3 * 10**9, "type": "VEC3"}]),
        "declares 36,000,000,000 bytes of numbers, but has",
    ),
    ("count.gltf", written.gltf(accessors=[{"count": -1}]), "accessor without a count"),
    (
        "circle.gltf",
        written.gltf(nodes=[{"mesh": 0, "children": [0]}]),
        "as its own descendant",
    ),
    (
        "bush.gltf",
        written.gltf(nodes=[{"mesh": 0, "children": [i + 1, i + 1]} for i in range(30)] + [{}]),
        "exceeds the limit of",
    ),
    (
        "chain.gltf",
        written.gltf(nodes=[{"mesh": 0, "children": [i + 1]} for i in range(30_000)]),
        "exceeds the limit of",
    ),
    (
        "many.gltf",
        written.gltf(meshes=[{"primitives": [{"attributes": {"POSITION": 0}}] * 20_001}]),
        "exceeds the limit of",
    ),
    ("nan.gltf", written.gltf(nodes=[{"mesh": 0, "matrix": [NAN] * 16}]), "not finite"),
    (
        "small.gltf",
        written.gltf(extensionsRequired=["KHR_draco_mesh_compression"]),
        "uses the unsupported compression KHR_draco_mesh_compression",
    ),
    ("words.glb", b"QQQ", "is not a binary glTF file"),
    ("length.glb", written.glb()[:12] + b"\xff\xff\xff\xffJSON{}", "is not a binary glTF file"),
    ("a.fbx", b"QQQ", "has an unsupported format; supported are .stl, .dae, .obj"),
    ("none", b"QQQ", "has an unsupported format"),
]


@pytest.mark.parametrize(
    ("name", "data", "reason"), WRONG, ids=[f"{i}-{case[0]}" for i, case in enumerate(WRONG)]
)
def test_what_is_wrong_is_one_sentence(load, name, data, reason):
    begin = time.process_time()
    with pytest.raises(MeshError, match=reason) as caught:
        load(name, data)
    told = str(caught.value)
    assert "\n" not in told
    assert len(told) < 300
    assert os.sep + "tmp" not in told
    assert time.process_time() - begin < HANG_GUARD


def test_a_path_that_is_not_a_file_is_reported(tmp_path):
    (tmp_path / "folder.stl").mkdir()
    os.mkfifo(tmp_path / "pipe.stl")
    kinds = {"folder.stl": "it is a folder", "pipe.stl": "it is not a regular file"}
    for name, kind in kinds.items():
        with pytest.raises(MeshError, match=f"{name} cannot be read: {kind}"):
            load_mesh(tmp_path / name)
    with pytest.raises(MeshError, match=r"QQQ\.stl cannot be read: No such file"):
        load_mesh(tmp_path / "QQQ.stl")
    with pytest.raises(MeshError, match="cannot be read: not a valid file name"):
        load_mesh(tmp_path / "a\0.stl")


def test_what_is_too_large_is_not_read(load, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 100)
    with pytest.raises(MeshError, match="exceeds the limit"):
        load("a.stl", written.stl())
    monkeypatch.setattr(files, "LARGEST", 10_000)
    monkeypatch.setattr(files, "LARGEST_TEXT", 100)
    with pytest.raises(MeshError, match=r"exceeds the limit: it has 0\.0 MB"):
        load("a.obj", written.obj(BOX.vertices, BOX.faces))
    assert load("a.stl", written.stl()).face_count == 1
    monkeypatch.setattr(mesh_pieces, "MOST_TRIANGLES", 10)
    with pytest.raises(MeshError, match="exceeds the limit of 10 triangles"):
        load("b.stl", written.stl(SOUP))


@pytest.mark.parametrize(
    ("module", "name", "package"),
    [
        ("numpy", "a.stl", "NumPy"),
        ("collada", "a.dae", "pycollada"),
    ],
)
def test_what_is_not_installed_is_named(load, monkeypatch, module, name, package):
    real = mesh_files.find_spec
    monkeypatch.setattr(
        mesh_files, "find_spec", lambda asked: None if asked == module else real(asked)
    )
    told = rf"{name} requires {package}, .*: pip install 'bodyplan\[mesh\]'"
    with pytest.raises(MeshError, match=told):
        load(name, b"QQQ")
    assert mesh_files.missing_package(name[2:]) == package
    if module != "numpy":
        assert load("b.stl", written.stl()).face_count == 1


def test_only_collada_loads_a_library(tmp_path):
    (tmp_path / "a.stl").write_bytes(written.stl())
    (tmp_path / "a.obj").write_bytes(written.obj(*TRIANGLE, [(0, 1, 2)]))
    (tmp_path / "a.glb").write_bytes(written.glb())
    (tmp_path / "a.ply").write_bytes(written.ply(*TRIANGLE, [(0, 1, 2)]))
    code = (
        "import sys; from bodyplan.geometry.mesh.loading import load_mesh\n"
        "for name in ('a.stl', 'a.obj', 'a.glb', 'a.ply'): load_mesh(name)\n"
        "print(sorted({'trimesh', 'collada', 'scipy'} & {*sys.modules}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


# What is remembered


def test_a_file_is_read_once_until_it_changes(load, tmp_path, monkeypatch):
    read = []
    original = mesh_formats.parsed
    monkeypatch.setattr(
        mesh_formats, "parsed", lambda *given: read.append(given[0].name) or original(*given)
    )
    first = load("a.stl", written.stl())
    assert load("a.stl", written.stl()) is first
    small = load_mesh(tmp_path / "a.stl", (0.5, 0.5, 0.5))
    assert small.bounds[1].tolist() == [0.5, 0.5, 0.0]
    assert load_mesh(str(tmp_path / "a.stl"), (0.5, 0.5, 0.5)) is small
    assert read == ["a.stl"]
    stamp = (tmp_path / "a.stl").stat().st_mtime_ns
    (tmp_path / "a.stl").write_bytes(written.stl(TRIANGLE * 2))
    os.utime(tmp_path / "a.stl", ns=(stamp, stamp))
    assert load_mesh(tmp_path / "a.stl").bounds[1].tolist() == [2, 2, 0]


def test_a_file_that_cannot_be_read_is_tried_once(load, monkeypatch):
    bush = next(data for name, data, _ in WRONG if name == "bush.gltf")
    read = []
    original = mesh_formats.parsed
    monkeypatch.setattr(
        mesh_formats, "parsed", lambda *given: read.append(given[0].name) or original(*given)
    )
    for _ in range(2):
        with pytest.raises(MeshError, match=r"bush\.gltf exceeds the limit of"):
            load("bush.gltf", bush)
    assert read == ["bush.gltf"]
    mesh_files.forget_meshes()
    with pytest.raises(MeshError, match=r"bush\.gltf exceeds the limit of"):
        load("bush.gltf", bush)
    assert read == ["bush.gltf"] * 2


def test_a_changed_buffer_is_reread(load, tmp_path):
    (tmp_path / "a.bin").write_bytes(written.RIM)
    assert load("a.gltf", written.gltf_beside("a.bin")).bounds[1].tolist() == [1, 1, 0]
    (tmp_path / "a.bin").write_bytes(np.frombuffer(written.RIM, "<f4").__mul__(3).tobytes())
    assert load("a.gltf", written.gltf_beside("a.bin")).bounds[1].tolist() == [3, 3, 0]


def test_not_more_is_remembered_than_there_is_room_for(load, monkeypatch):
    monkeypatch.setattr(mesh_files, "REMEMBERED", 3)
    meshes = [load(f"{i}.stl", written.stl()) for i in range(6)]
    assert load("5.stl", written.stl()) is meshes[5]
    assert load("0.stl", written.stl()) is not meshes[0]
    monkeypatch.setattr(mesh_files, "REMEMBERED_BYTES", 0)
    large = load("large.stl", written.stl(SOUP))
    assert load("large.stl", written.stl(SOUP)) is not large


@pytest.mark.parametrize(
    "begin", [b"", b"ply\n", b"ply\nformat binary_little_endian 1.0\n", b"solid"]
)
def test_a_large_ply_file_without_a_header_is_refused_at_once(tmp_path, begin):
    path = tmp_path / "a.ply"
    path.write_bytes(begin)
    os.truncate(path, 90_000_000)
    before = time.process_time()
    with pytest.raises(MeshError, match=r"is not a PLY file|has no 'end_header'"):
        load_mesh(path)
    assert time.process_time() - before < HANG_GUARD


def test_a_large_file_of_text_is_refused_before_it_is_read(tmp_path):
    for kind in ("obj", "dae", "gltf"):
        path = tmp_path / f"a.{kind}"
        path.write_bytes(b"v 0 0 0\n")
        os.truncate(path, 400_000_000)
        tracemalloc.start()
        with pytest.raises(
            MeshError, match=r"exceeds the limit: it has 400\.0 MB; the limit is 92\.3 MB"
        ):
            load_mesh(path)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
        tracemalloc.stop()

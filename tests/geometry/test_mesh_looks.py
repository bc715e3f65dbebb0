"""What meshes look like, against trimesh: triangles, normals, texture coordinates, colours and pixels."""

from __future__ import annotations

import io

import pytest

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")
images = pytest.importorskip("PIL.Image")

from tests.geometry import written  # noqa: E402

from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.patches import PatchLoader  # noqa: E402


def box(**visual):
    mesh = trimesh.creation.icosphere(subdivisions=2)
    if "colors" in visual:
        mesh.visual.vertex_colors = visual["colors"](mesh)
    if "material" in visual:
        uv = mesh.vertices[:, :2] * 0.5 + 0.5
        mesh.visual = trimesh.visual.TextureVisuals(uv=uv, material=visual["material"])
    return mesh


def by_corner(faces, values):
    return np.asarray(values)[np.asarray(faces)]


def same(patch, mesh):
    """Compare a patch with a mesh of trimesh, corner by corner."""
    own = patch.vertices[patch.faces].reshape(len(patch.faces), -1)
    theirs = by_corner(mesh.faces, mesh.vertices).reshape(len(mesh.faces), -1)
    order, other = np.lexsort(own.round(5).T), np.lexsort(theirs.round(5).T)
    np.testing.assert_allclose(own[order], theirs[other], atol=1e-6)
    return order, other


def gradient(mesh):
    colors = np.full((len(mesh.vertices), 4), 255, np.uint8)
    colors[:, :3] = (mesh.vertices * 100 + 120).astype(np.uint8)
    return colors


@pytest.mark.parametrize("encoding", ["ascii", "binary"])
@pytest.mark.parametrize("has_normals", [True, False])
def test_a_ply_has_the_colours_and_normals_that_trimesh_finds(tmp_path, encoding, has_normals):
    mesh = box(colors=gradient)
    data = mesh.export(file_type="ply", encoding=encoding, vertex_normal=has_normals)
    (tmp_path / "a.ply").write_bytes(data)
    (patch,) = PatchLoader().load(tmp_path / "a.ply")
    theirs = trimesh.load(io.BytesIO(data), file_type="ply", process=False)
    order, other = same(patch, theirs)
    colors = by_corner(theirs.faces, theirs.visual.vertex_colors)
    np.testing.assert_array_equal(by_corner(patch.faces, patch.colors)[order], colors[other])
    if has_normals:
        normals = by_corner(theirs.faces, theirs.vertex_normals)
        np.testing.assert_allclose(patch.normals[order], normals[other], atol=1e-6)
    else:
        assert patch.normals is None


POINTS = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 3]], float)


def ply(order, faces, *, count="uchar", more="", colors=False):
    """A binary PLY of polygons, in an order of bytes."""
    letter = "<" if order == "little" else ">"
    head = [
        "ply",
        f"format binary_{order}_endian 1.0",
        f"element vertex {len(POINTS)}",
        *(f"property double {axis}" for axis in "xyz"),
        *(f"property uchar {one}" for one in ("red", "green", "blue") if colors),
        f"element face {len(faces)}",
        f"property list {count} int vertex_indices",
        *([more] if more else []),
        "end_header",
    ]
    kind = {"uchar": "u1", "ushort": "u2", "int": "i4"}[count]
    body = b""
    for number, point in enumerate(POINTS):
        body += np.asarray(point, letter + "f8").tobytes()
        body += bytes((number, 10, 20)) if colors else b""
    for face in faces:
        body += np.asarray(len(face), letter + kind).tobytes()
        body += np.asarray(face, letter + "i4").tobytes()
        body += b"\7" if more else b""
    return ("\n".join(head) + "\n").encode() + body


@pytest.mark.parametrize("order", ["little", "big"])
@pytest.mark.parametrize("count", ["uchar", "ushort", "int"])
@pytest.mark.parametrize("more", ["", "property uchar flags"])
@pytest.mark.parametrize("faces", [[(0, 1, 2, 3)], [(0, 1, 2, 3), (0, 1, 4), (1, 2, 4)]])
def test_polygons_of_a_binary_ply_are_cut(tmp_path, order, count, more, faces):
    (tmp_path / "a.ply").write_bytes(ply(order, faces, count=count, more=more, colors=True))
    mesh = load_mesh(tmp_path / "a.ply")
    assert mesh.face_count == sum(len(face) - 2 for face in faces)
    assert mesh.area == pytest.approx(4.0 + (len(faces) - 1) * np.sqrt(10.0))
    (patch,) = PatchLoader().load(tmp_path / "a.ply")
    assert patch.colors.tolist() == [[number, 10, 20, 255] for number in range(5)]


def test_an_ascii_ply_may_have_polygons_and_colours_of_faces(tmp_path):
    text = (
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_index\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n"
        "0 0 0\n2 0 0\n2 2 0\n0 2 0\n1 1 3\n4 0 1 2 3 255 0 0\n3 0 1 4 0 1 0\n"
    )
    (tmp_path / "a.ply").write_text(text)
    (patch,) = PatchLoader().load(tmp_path / "a.ply")
    assert len(patch.faces) == 3
    colors = patch.colors[patch.faces][:, 0].tolist()
    assert colors == [[255, 0, 0, 255], [255, 0, 0, 255], [0, 1, 0, 255]]


def test_a_ply_has_the_texture_that_it_names(tmp_path):
    images.new("RGB", (2, 2), (9, 8, 7)).save(tmp_path / "skin.png")
    text = (
        "ply\nformat ascii 1.0\ncomment TextureFile skin.png\nelement vertex 3\nproperty float x\n"
        "property float y\nproperty float z\nproperty float s\nproperty float t\nelement face 1\n"
        "property list uchar int vertex_indices\nend_header\n"
        "0 0 0 0 0\n1 0 0 1 0\n0 1 0 0 1\n3 0 1 2\n"
    )
    (tmp_path / "a.ply").write_text(text)
    (patch,) = PatchLoader().load(tmp_path / "a.ply")
    assert patch.look is not None
    assert patch.look.texture == "skin.png"
    assert patch.uv.tolist() == [[[0, 0], [1, 0], [0, 1]]]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("format ascii 2.0 x\nelement vertex x", "invalid number"),
        ("format QQQ 1.0", "unknown format"),
        ("format ascii 1.0\nelement vertex 1\nproperty QQQ x", "unknown type"),
        ("format ascii 1.0\nelement face 1\nproperty list uchar int vertex_index", "truncated"),
        ("format ascii 1.0\nelement vertex 1\nproperty float x", "truncated"),
        ("format ascii 1.0", "has no vertices"),
    ],
)
def test_a_ply_with_a_broken_header_has_a_reason(tmp_path, text, reason):
    (tmp_path / "a.ply").write_text(f"ply\n{text}\nend_header\n")
    with pytest.raises(MeshError, match=reason):
        load_mesh(tmp_path / "a.ply")


@pytest.mark.parametrize("ending", ["glb", "gltf"])
@pytest.mark.parametrize("has_picture", [True, False])
def test_a_gltf_looks_as_trimesh_finds(tmp_path, ending, has_picture):
    pixels = np.random.default_rng(1).integers(0, 255, (4, 4, 3), np.uint8)
    material = trimesh.visual.material.PBRMaterial(
        name="skin",
        baseColorFactor=[255, 128, 0, 200],
        baseColorTexture=images.fromarray(pixels) if has_picture else None,
    )
    mesh = box(material=material)
    scene = trimesh.Scene()
    scene.add_geometry(mesh, transform=trimesh.transformations.rotation_matrix(0.7, (1, 2, 3)))
    made = scene.export(file_type=ending)
    for name, data in ({"a.glb": made} if ending == "glb" else made).items():
        (tmp_path / ("a.gltf" if name.endswith(".gltf") else name)).write_bytes(data)
    (patch,) = PatchLoader().load(tmp_path / f"a.{ending}")
    (theirs,) = trimesh.load_scene(tmp_path / f"a.{ending}", process=False).dump()
    order, other = same(patch, theirs)
    uv = by_corner(theirs.faces, theirs.visual.uv)
    np.testing.assert_allclose(patch.uv[order], uv[other], atol=1e-6)
    assert patch.look is not None
    assert patch.look.name == "skin"
    assert patch.look.rgba[3] == pytest.approx(200 / 255, abs=1e-2)
    assert (patch.look.image is not None) == has_picture
    if patch.look.image is not None:
        with images.open(io.BytesIO(patch.look.image[1])) as shown:
            np.testing.assert_array_equal(np.asarray(shown.convert("RGB")), pixels)


def test_the_colours_of_the_vertices_of_a_gltf_are_those_that_trimesh_finds(tmp_path):
    data = box(colors=gradient).export(file_type="glb")
    (tmp_path / "a.glb").write_bytes(data)
    (patch,) = PatchLoader().load(tmp_path / "a.glb")
    theirs = trimesh.load(tmp_path / "a.glb", process=False, force="mesh")
    order, other = same(patch, theirs)
    colors = by_corner(theirs.faces, theirs.visual.vertex_colors)
    np.testing.assert_array_equal(by_corner(patch.faces, patch.colors)[order], colors[other])


def test_a_broken_material_does_not_hide_the_mesh(tmp_path):
    table = {
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 9}}}, 3],
        "meshes": [
            {
                "primitives": [
                    {
                        "attributes": {"POSITION": 0, "NORMAL": 7, "TEXCOORD_0": 0, "COLOR_0": "x"},
                        "material": number,
                    }
                    for number in (0, 1, 2, None, "a")
                ]
            }
        ],
    }
    (tmp_path / "a.gltf").write_bytes(written.gltf(**table))
    patches = PatchLoader().load(tmp_path / "a.gltf")
    assert [len(one.faces) for one in patches] == [1] * 5
    assert all(one.normals is None and one.uv is None for one in patches)


OBJ = """mtllib a.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl one
f {face}
usemtl two
f -4/-4/-1 -3/-3/-1 -2/-2/-1
"""


@pytest.mark.parametrize(
    "face", ["1/1/1 2/2/1 3/3/1 4/4/1", "1/1 2/2 3/3 4/4", "1//1 2//1 3//1 4//1"]
)
def test_an_obj_has_normals_and_coordinates_however_they_are_written(tmp_path, face):
    (tmp_path / "a.obj").write_text(OBJ.format(face=face))
    (tmp_path / "a.mtl").write_text("newmtl one\nKd 1 0 0\nnewmtl two\nKd 0 1 0\nd 0.5\n")
    one, two = PatchLoader().load(tmp_path / "a.obj")
    assert one.look is not None
    assert two.look is not None
    assert (one.look.rgba, two.look.rgba) == ((1, 0, 0, 1), (0, 1, 0, 0.5))
    assert (one.uv is None) == ("//" in face)
    assert (one.normals is None) == (face.count("/") == 4)
    corners = one.vertices[one.faces]
    if one.uv is not None:
        np.testing.assert_array_equal(one.uv, corners[..., :2])
    np.testing.assert_array_equal(two.uv, two.vertices[two.faces][..., :2])
    assert (two.normals == (0, 0, 1)).all()

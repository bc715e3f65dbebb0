"""glTF as it is read here: what accessors hold, what triangles are made of, where nodes place them."""

from __future__ import annotations

import base64
import io
import json
import tracemalloc

import pytest

np = pytest.importorskip("numpy")

from tests.geometry import written  # noqa: E402

from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.gltf import claims as mesh_gltf  # noqa: E402
from bodyplan.geometry.mesh.loading import forget_meshes, load_mesh  # noqa: E402

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1)], "<f4")
KINDS = {"b": 5120, "B": 5121, "h": 5122, "H": 5123, "I": 5125, "f": 5126}


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    forget_meshes()


@pytest.fixture
def load(tmp_path):
    """Gives the mesh of a table and its buffer."""

    def loaded(table, blob=b"", part=""):
        uri = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
        table = {"buffers": [{"byteLength": len(blob), "uri": uri}], **table}
        (tmp_path / "a.gltf").write_text(json.dumps(table))
        return load_mesh(tmp_path / "a.gltf", part=part)

    return loaded


def table_of(*arrays, mode=None, **changes):
    """A table with an accessor for each array: the corners, and then, if there are, their indices."""
    views, accessors, blob = [], [], b""
    for array in arrays:
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": array.nbytes})
        kind = "VEC3" if array.ndim == 2 else "SCALAR"
        number = KINDS[array.dtype.char]
        accessor = {"componentType": number, "count": len(array), "type": kind}
        accessors.append({"bufferView": len(views) - 1, **accessor})
        blob += array.tobytes() + b"\0" * (-array.nbytes % 4)
    primitive = {"attributes": {"POSITION": 0}}
    if len(arrays) > 1:
        primitive["indices"] = 1
    if mode is not None:
        primitive["mode"] = mode
    table = {
        "asset": {"version": "2.0"},
        "bufferViews": views,
        "accessors": accessors,
        "meshes": [{"primitives": [primitive]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
        **changes,
    }
    return table, blob


def soup(mesh):
    return mesh.vertices[mesh.faces].tolist()


@pytest.mark.parametrize("kind", ["<u1", "<u2", "<u4"])
def test_indices_may_have_one_two_or_four_bytes(load, kind):
    mesh = load(*table_of(CORNERS, np.array([0, 1, 2, 0, 2, 4], kind)))
    assert soup(mesh) == CORNERS[[[0, 1, 2], [0, 2, 4]]].tolist()


@pytest.mark.parametrize(
    ("mode", "indices", "faces"),
    [
        (4, [0, 1, 2, 0, 2, 3], [[0, 1, 2], [0, 2, 3]]),
        (5, [0, 1, 3, 2, 4], [[0, 1, 3], [1, 2, 3], [3, 2, 4]]),
        (6, [0, 1, 2, 3], [[1, 2, 0], [2, 3, 0]]),
    ],
)
def test_triangles_strips_and_fans_are_wound_one_way(load, mode, indices, faces):
    mesh = load(*table_of(CORNERS, np.array(indices, "<u2"), mode=mode))
    assert soup(mesh) == CORNERS[faces].tolist()
    assert mesh.has_consistent_winding


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_points_and_lines_are_not_triangles(load, mode):
    with pytest.raises(MeshError, match="has no triangles"):
        load(*table_of(CORNERS, np.array([0, 1, 2], "<u2"), mode=mode))


def test_vertices_without_indices_are_used_in_order(load):
    assert soup(load(*table_of(CORNERS[:3]))) == [CORNERS[:3].tolist()]


def test_numbers_may_lie_between_others(load):
    table, blob = table_of(
        np.concatenate((CORNERS, CORNERS + 9), axis=1), np.arange(3, dtype="<u2")
    )
    table["accessors"][0] |= {"count": 5, "type": "VEC3"}
    table["bufferViews"][0]["byteStride"] = 24
    assert soup(load(table, blob)) == [CORNERS[:3].tolist()]


@pytest.mark.parametrize("has_view", [True, False])
def test_sparse_values_replace_others(load, has_view):
    places, others = np.array([1, 4], "<u2"), np.array([(7, 0, 0), (0, 0, 5)], "<f4")
    table, blob = table_of(CORNERS, np.array([0, 1, 4], "<u2"), places, others)
    accessor = table["accessors"][0]
    indices = {"bufferView": 2, "componentType": 5123}
    accessor["sparse"] = {"count": 2, "indices": indices, "values": {"bufferView": 3}}
    if not has_view:
        del accessor["bufferView"]  # then the others are zero
    assert soup(load(table, blob)) == [[[0, 0, 0], [7, 0, 0], [0, 0, 5]]]
    indices["componentType"] = 5121
    accessor["sparse"]["count"] = 200
    with pytest.raises(MeshError, match="sparse accessor with invalid indices"):
        load(table, blob)


def test_normalized_integers_are_fractions(load):
    corners = np.zeros((3, 4), "<i2")  # the fourth fills up to four bytes
    corners[1, 0], corners[2, 1] = 32767, -32768
    table, blob = table_of(corners)
    table["accessors"][0] |= {"normalized": True, "type": "VEC3"}
    table["bufferViews"][0]["byteStride"] = 8
    assert soup(load(table, blob)) == [[[0, 0, 0], [1, 0, 0], [0, -1, 0]]]
    table["accessors"][0]["normalized"] = False
    assert soup(load(table, blob)) == [[[0, 0, 0], [32767, 0, 0], [0, -32768, 0]]]


@pytest.mark.parametrize("seed", range(5))
def test_node_poses_agree_with_trimesh(load, seed):
    trimesh = pytest.importorskip("trimesh")
    random = np.random.default_rng(seed)
    nodes = []
    for number in range(8):
        node = {"children": [number + 1]} if number % 3 != 2 and number < 7 else {}
        if number % 2:
            node |= {"mesh": 0}
        if number % 4 == 3:
            matrix = np.vstack((random.normal(size=(3, 4)), (0, 0, 0, 1)))
            node |= {"matrix": matrix.T.ravel().tolist()}
        else:
            turn = random.normal(size=4)
            node |= {"rotation": (turn / np.linalg.norm(turn)).tolist()}
            node |= {"scale": random.uniform(0.5, 2, 3).tolist()}
            node |= {"translation": random.normal(size=3).tolist()}
        nodes.append(node)
    indices = np.array([0, 1, 2, 0, 2, 4], "<u2")
    table, blob = table_of(CORNERS, indices, nodes=nodes, scenes=[{"nodes": [0, 3, 6]}])
    mesh = load(table, blob)
    uri = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
    text = json.dumps({**table, "buffers": [{"byteLength": len(blob), "uri": uri}]})
    theirs = trimesh.load_scene(io.BytesIO(text.encode()), file_type="gltf").to_mesh()
    assert mesh.face_count == len(theirs.faces)
    assert mesh.bounds == pytest.approx(theirs.bounds, abs=1e-6)
    assert mesh.area == pytest.approx(theirs.area, rel=1e-6)


def test_only_the_default_scene_is_read(load):
    nodes = [{"mesh": 0}, {"mesh": 0, "translation": [0, 0, 5]}, {"mesh": 0}]
    scenes = [{"nodes": [0]}, {"nodes": [1]}]
    table, blob = table_of(CORNERS[:3], nodes=nodes, scenes=scenes, scene=1)
    assert load(table, blob).bounds.tolist() == [[0, 0, 5], [1, 1, 5]]
    del table["scene"]
    assert load(table, blob).bounds.tolist() == [[0, 0, 0], [1, 1, 0]]
    with pytest.raises(MeshError, match="has no scene"):
        load({**table, "scenes": []}, blob)


def test_an_instanced_shape_is_stored_once(load):
    indices = np.zeros(300_000, "<u4")
    nodes = [{"mesh": 0, "name": f"n{i}"} for i in range(5_000)]
    scenes = [{"nodes": list(range(5_000))}]
    table, blob = table_of(CORNERS, indices, nodes=nodes, scenes=scenes)
    with pytest.raises(MeshError, match="exceeds the limit of 1,100,000 triangles"):
        load(table, blob)
    assert load(table, blob, part="n4999").face_count == 100_000


@pytest.fixture
def little_memory():
    """Sees to it that not much of it was taken."""
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 150e6, peak


@pytest.mark.usefixtures("little_memory")
def test_many_pieces_may_share_many_corners(load):
    many = np.zeros((50_000, 3), "<i2")
    many[:3] = CORNERS[:3] * 32767
    table, blob = table_of(many, np.array([0, 1, 2], "<u2"))
    table["accessors"][0]["normalized"] = True
    (primitive,) = table["meshes"][0]["primitives"]
    table["meshes"] = [{"primitives": [primitive] * 100}, {"primitives": [primitive]}]
    table["nodes"] = [{"children": list(range(1, 50))}, *({"mesh": i % 2} for i in range(1, 50))]
    mesh = load(table, blob)
    assert mesh.face_count == 25 + 24 * 100
    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 1, 0]]


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("children", [1, 15_000])
def test_nodes_that_hold_each_other_come_to_an_end(load, children):
    nodes = [{"children": [1] * children}, {"children": [0] * children, "mesh": 0}]
    with pytest.raises(MeshError, match=r"has node [01] as its own descendant"):
        load(*table_of(CORNERS[:3], nodes=nodes))


@pytest.mark.usefixtures("little_memory")
def test_nodes_that_are_held_many_times_come_to_an_end(load):
    nodes = [*({"children": [number + 1] * 2} for number in range(40)), {"mesh": 0}]
    with pytest.raises(MeshError, match="exceeds the limit of 20,000 nodes"):
        load(*table_of(CORNERS[:3], nodes=nodes))


def test_a_table_of_too_many_members_is_not_looked_into(load, monkeypatch):
    monkeypatch.setattr(mesh_gltf, "MOST_MEMBERS", 1_000)
    long = np.zeros((3_000, 3), "<f4")  # which stands in the table too, as one text
    assert load(*table_of(long)).face_count == 1_000
    with pytest.raises(MeshError, match="has a JSON chunk that exceeds the input limit"):
        load(*table_of(CORNERS[:3], extras=[0] * 1_000))


@pytest.mark.parametrize("kind", ["<f4", "<i2", "<i1"])
def test_indices_are_whole_numbers_without_a_sign(load, kind):
    with pytest.raises(MeshError, match="has indices that are not unsigned integers"):
        load(*table_of(CORNERS, np.array([0, 1, 2], kind)))


WRONG = [
    ("behind", {"bufferViews": [{"buffer": 0, "byteLength": 9}]}, "beyond the end of its buffer"),
    (
        "true",
        {"bufferViews": [{"buffer": 0, "byteLength": 36, "byteOffset": True}]},
        "has an invalid byteOffset",
    ),
    ("view", {"bufferViews": []}, "refers to 0 in bufferViews, which does not exist"),
    ("kind", {"accessors": [{"count": 3, "type": [], "componentType": {}}]}, "not of type VEC3"),
    ("far", {"nodes": [{"mesh": 7}]}, "refers to 7 in meshes, which does not exist"),
    ("turn", {"nodes": [{"mesh": 0, "rotation": [0, 0, 0, 0]}]}, "a rotation of length 0"),
    ("few", {"nodes": [{"mesh": 0, "scale": [1]}]}, "whose scale does not have 3 numbers"),
    ("text", {"nodes": [{"mesh": 0, "matrix": ["1"] * 16}]}, "does not have 16 numbers"),
    ("one", {"asset": {"version": "1.0"}}, "has unsupported glTF version '1.0'; expected '2.0'"),
    (
        "many at once",
        {"nodes": [{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {}}}]},
        "uses the unsupported extension EXT_mesh_gpu_instancing",
    ),
    (
        "small",
        {
            "accessors": [{"count": 3, "type": "VEC3", "componentType": 5126}],
            "meshes": [
                {
                    "primitives": [
                        {
                            "attributes": {"POSITION": 0},
                            "extensions": {"KHR_draco_mesh_compression": {}},
                        }
                    ]
                }
            ],
        },
        "uses the unsupported compression KHR_draco_mesh_compression",
    ),
    ("nowhere", {"buffers": [{"byteLength": 36}]}, "has a buffer without content"),
    ("no base", {"buffers": [{"uri": "data:x;base64,Q"}]}, "an embedded buffer that is not base64"),
]


@pytest.mark.parametrize(("changes", "said"), [one[1:] for one in WRONG], ids=[w[0] for w in WRONG])
def test_an_error_in_the_json_is_one_sentence(load, changes, said):
    with pytest.raises(MeshError, match=said):
        load(*table_of(CORNERS[:3], **changes))


def test_a_vertex_count_that_is_not_a_multiple_of_three_is_reported(load):
    with pytest.raises(MeshError, match="has 5 vertices for triangles; expected a multiple of 3"):
        load(*table_of(CORNERS))


@pytest.mark.parametrize("beyond", [(1, 0, 12), (0, 28, 12), (0, 0, 4), (0, 0, 16)])
def test_numbers_are_read_from_their_view_only(load, beyond):
    start, inside, stride = beyond
    table, blob = table_of(CORNERS[:3])
    table["bufferViews"][0] |= {"byteOffset": start, "byteStride": stride}
    table["accessors"][0]["byteOffset"] = inside
    with pytest.raises(MeshError, match="has numbers beyond the end of its buffer"):
        load(table, blob)


def test_a_truncated_binary_file_is_reported(tmp_path):
    data = written.glb()
    (tmp_path / "a.glb").write_bytes(data[:-10])
    with pytest.raises(MeshError, match=r"a\.glb is truncated in its buffer"):
        load_mesh(tmp_path / "a.glb")
    (tmp_path / "a.glb").write_bytes(data + b"\4\0\0\0XXXXabcd")  # a chunk that nobody knows
    assert load_mesh(tmp_path / "a.glb").face_count == 1

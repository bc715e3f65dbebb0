"""Parts of mesh files: submeshes of SDFormat, by the names that the formats know."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from tests.geometry import written  # noqa: E402
from tests.geometry.polyhedra import SOLIDS  # noqa: E402

from bodyplan.geometry import shapes  # noqa: E402
from bodyplan.geometry.mesh import _formats as mesh_formats  # noqa: E402
from bodyplan.geometry.mesh import loading as mesh_files  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.model.shape import Mesh  # noqa: E402

BOX = SOLIDS["box"]
NODE = '<node id="{0}" {1}><translate>{2}</translate>{3}</node>'
SHAPE = '<instance_geometry url="#g"/>'


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    mesh_files.forget_meshes()


@pytest.fixture
def load(tmp_path):
    """Gives a part of a file with this name and content."""

    def loaded(name, data, part, **options):
        (tmp_path / name).write_bytes(data)
        return load_mesh(tmp_path / name, part=part, **options)

    return loaded


def collada(scene, library=""):
    pytest.importorskip("collada")
    return written.dae(BOX.vertices, BOX.faces, scene=scene, library=library)


def test_a_node_of_collada_with_what_is_below_it_without_a_name(load):
    inner = NODE.format("i", "", "0 0 5", SHAPE)
    wheel = NODE.format("w", 'name="Wheel"', "3 0 0", SHAPE + inner)
    body = NODE.format("b", 'name="Body"', "0 0 0", SHAPE)
    data = collada(body + wheel)
    assert load("car.dae", data, "Body").bounds.tolist() == [[0, 0, 0], [1, 2, 3]]
    found = load("car.dae", data, "Wheel")
    assert found.bounds.tolist() == [[3, 0, 0], [4, 2, 8]]
    assert found.volume == pytest.approx(12)
    assert found.name == "part 'Wheel' of car.dae"
    assert load("car.dae", data, "").volume == pytest.approx(18)


def test_a_named_node_is_not_part_of_its_parent(load):
    inner = NODE.format("i", 'name="Rim"', "0 0 5", SHAPE)
    data = collada(NODE.format("w", 'name="Wheel"', "3 0 0", SHAPE + inner))
    assert load("a.dae", data, "Wheel").volume == pytest.approx(6)
    assert load("a.dae", data, "Rim").bounds.tolist() == [[3, 0, 5], [4, 2, 8]]


def test_a_library_node_has_its_own_name_or_that_of_its_instance(load):
    there = '<instance_node url="#n"/>'
    place = NODE.format("p", 'name="Place"', "9 0 0", there)
    for name, part in (("", "Place"), ('name="Own"', "Own")):
        library = f"<library_nodes>{NODE.format('n', name, '0 0 0', SHAPE)}</library_nodes>"
        found = load("a.dae", collada(place, library), part)
        assert found.bounds.tolist() == [[9, 0, 0], [10, 2, 3]]


OBJ = b"""v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 2 3
o Body
f 1 2 4
g Left Wheel
f 1 3 4
f 2 3 4
g
o Body
f 2 3 4
"""


def test_objects_and_groups_of_obj(load):
    assert load("a.obj", OBJ, "Body").face_count == 2
    assert load("a.obj", OBJ, "Left Wheel").face_count == 2
    assert load("a.obj", OBJ, "").face_count == 5
    with pytest.raises(MeshError, match="did you mean 'Left Wheel'"):
        load("a.obj", OBJ, "left_wheel")


TWO = {"primitives": [{"attributes": {"POSITION": 0}}, {"attributes": {"POSITION": 0}}]}
ONE = {"primitives": [{"attributes": {"POSITION": 0}}]}
NODES = [
    {"name": "Body", "mesh": 1, "children": [1, 2]},
    {"name": "Wheel", "mesh": 0, "translation": [5, 0, 0]},
    {"name": "Wheel", "mesh": 0, "translation": [0, 5, 0]},
    {"mesh": 0},
    {"name": "world", "mesh": 0, "translation": [0, 0, 7]},
    {"name": "3", "mesh": 0, "translation": [0, 0, 9]},
]


@pytest.mark.parametrize("kind", ["gltf", "glb"])
def test_nodes_of_gltf(load, kind):
    pytest.importorskip("trimesh")
    table = {"meshes": [ONE, TWO], "nodes": NODES, "scenes": [{"nodes": [0, 3, 4, 5]}]}
    data, name = getattr(written, kind)(**table), f"a.{kind}"
    assert load(name, data, "Body").bounds.tolist() == [[0, 0, 0], [1, 1, 0]]
    assert load(name, data, "Body").face_count == 2
    assert load(name, data, "Wheel").bounds.tolist() == [[0, 0, 0], [6, 6, 0]]
    assert load(name, data, "world").bounds.tolist() == [[0, 0, 7], [1, 1, 7]]
    assert load(name, data, "3").bounds.tolist() == [[0, 0, 9], [1, 1, 9]]
    assert load(name, data, "").face_count == 7


def test_a_part_is_centred_on_request(load):
    data = OBJ.replace(b"v 0 0 1", b"v 0 0 5")
    found = load("a.obj", data, "Body", is_centered=True)
    assert found.bounds.tolist() == [[-0.5, -0.5, -2.5], [0.5, 0.5, 2.5]]
    assert load("a.obj", data, "Body").bounds.tolist() == [[0, 0, 0], [1, 1, 5]]
    large = load("a.obj", data, "Body", is_centered=True, scale=(2.0, 2.0, 1.0))
    assert large.bounds.tolist() == [[-1, -1, -2.5], [1, 1, 2.5]]


MANY = b"v 0 0 0\n" + b"".join(b"o Part%d\nf 1 1 1\n" % i for i in range(11))


@pytest.mark.parametrize(
    ("name", "data", "part", "said"),
    [
        ("a.obj", OBJ, "QQQ", "a.obj has no part 'QQQ'; it has 'Body', 'Left Wheel'"),
        ("a.obj", MANY, "QQQ", "'Part7' and 3 more"),
        ("a.stl", written.stl(), "Body", "a.stl has no part 'Body'; no part has a name"),
        ("a.obj", b"QQQ\n", "Body", "no part has a name"),
        ("a.obj", b"v 0 0 0\no Body\nf 1 2 3\n", "Body", "part 'Body' of a.obj has vertex indices"),
        ("a.obj", b"o Body\nf 1 2 QQQ\n", "Body", "^a.obj has a polygon"),
        ("a.obj", b"v nan 0 0\no Body\nf 1 1 1\n", "Body", "^part 'Body' of a.obj has vertices th"),
    ],
)
def test_what_is_wrong_is_one_sentence(load, name, data, part, said):
    with pytest.raises(MeshError, match=said) as caught:
        load(name, data, part)
    assert "\n" not in str(caught.value)


def test_a_file_is_read_once_for_all_its_parts(load, monkeypatch):
    read = []
    original = mesh_formats.parts_of
    monkeypatch.setattr(
        mesh_formats, "parts_of", lambda *given: read.append(given[0].name) or original(*given)
    )
    body = load("a.obj", OBJ, "Body")
    assert load("a.obj", OBJ, "Body") is body
    assert load("a.obj", OBJ, "Left Wheel") is not body
    for _ in range(2):
        with pytest.raises(MeshError):
            load("a.obj", OBJ, "QQQ")
    assert read == ["a.obj"]


def test_a_shape_of_the_hub_is_the_part_that_it_names(tmp_path):
    (tmp_path / "a.obj").write_bytes(OBJ)
    shape = Mesh("a.obj", (2.0, 2.0, 2.0), "Body", is_centered=True)
    low, high = shapes.bounds(shape, lambda uri: tmp_path / uri)
    assert (low, high) == ((-1, -1, -1), (1, 1, 1))

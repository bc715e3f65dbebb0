"""Textures and libraries that meshes name, and whether they are there."""

from __future__ import annotations

import os

import pytest

from bodyplan.geometry.opened import as_file
from bodyplan.geometry.textures import named_files, names_of

OBJ = b"mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl blue paint\nf 1 3 2\nusemtl red\n"
MTL = (
    b"newmtl red\nmap_Kd pictures/red.png\nnewmtl blue paint\nmap_Kd -s 2 2 QQQ.png\nbump red.png\n"
)
DAE = b"""<COLLADA><library_images><image id="i"><init_from>a%20b.jpg</init_from></image>
<image id="j"><init_from>http://localhost/QQQ.png</init_from></image></library_images>
<library_materials><material id="m1" name="Shell &amp; core"/><material id='m2'>
</material></library_materials></COLLADA>"""
GLTF = b"""{"materials": [{"name": "steel"}, {}, 3, {"name": "rubber"}, {"name": "steel"}],
"images": [{"uri": "a%20b.jpg"}, {"uri": "data:image/png;base64,AAAA"}], "buffers": [{"uri": "x.bin"}]}"""


def named(path):
    """The textures of a mesh, and its libraries."""
    found = names_of(as_file(path))
    return [one for one in found if not one.is_library], [one for one in found if one.is_library]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pictures").mkdir()
    for name in ("pictures/red.png", "red.png", "a b.jpg"):
        (tmp_path / name).write_bytes(b"picture")
    return tmp_path


def test_textures_of_an_obj_are_those_of_its_library(folder):
    (folder / "a.obj").write_bytes(OBJ % b"a.mtl")
    (folder / "a.mtl").write_bytes(MTL)
    textures, _ = named(folder / "a.obj")
    assert [(texture.uri, texture.is_there) for texture in textures] == [
        ("pictures/red.png", True),
        ("QQQ.png", False),
        ("red.png", True),
    ]
    assert textures[1].path == folder / "QQQ.png"
    assert [(texture.holder.name, texture.line) for texture in textures] == [
        ("a.mtl", 2),
        ("a.mtl", 4),
        ("a.mtl", 5),
    ]


def test_a_missing_library_is_listed(folder):
    (folder / "a.obj").write_bytes(OBJ % b"QQQ.mtl")
    textures, libraries = named(folder / "a.obj")
    assert [(one.uri, one.path, one.line, one.is_there) for one in libraries] == [
        ("QQQ.mtl", folder / "QQQ.mtl", 1, False)
    ]
    assert not textures


def test_those_of_collada(folder):
    (folder / "a.dae").write_bytes(DAE)
    textures, _ = named(folder / "a.dae")
    assert [(texture.uri, texture.is_there) for texture in textures] == [
        ("a%20b.jpg", True),
        ("http://localhost/QQQ.png", False),
    ]
    assert textures[1].path is None


def test_those_of_gltf_without_its_buffers(folder):
    (folder / "a.gltf").write_bytes(GLTF)
    textures, _ = named(folder / "a.gltf")
    assert [texture.path for texture in textures] == [folder / "a b.jpg"]


def test_gazebo_finds_pictures_among_the_materials_of_a_model(folder):
    (folder / "materials" / "textures").mkdir(parents=True)
    (folder / "materials" / "textures" / "a b.jpg").write_bytes(b"picture")
    (folder / "meshes").mkdir()
    (folder / "meshes" / "a.dae").write_bytes(b"\n\n" + DAE)
    near, far = names_of(as_file(folder / "meshes" / "a.dae"))
    assert near.is_there
    assert near.path is not None
    assert near.path.samefile(folder / "materials" / "textures" / "a b.jpg")
    assert (far.is_there, far.path, far.line) == (False, None, 4)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.stl", b""),
        ("a.dae", b""),
        ("a.dae", b"<material name="),
        ("a.gltf", b"{"),
        ("a.gltf", b"[" * 50_000),
        ("a.glb", b"glTF"),
        ("a.obj", b"usemtl " * 9),
        ("a.ply", b"ply\ncomment TextureFile \0\n"),
    ],
)
def test_what_is_broken_has_no_looks(folder, name, data):
    (folder / name).write_bytes(data)
    assert named(folder / name) == ([], [])


@pytest.mark.parametrize("name", ["/net/QQQ/a.png", "../../QQQ/a.png", "/QQQ/../QQQ/a.png"])
def test_a_name_that_leads_out_is_not_looked_up(folder, monkeypatch, name):
    """A folder of the system may be one on the network, to which a look connects."""
    looked_up = []
    monkeypatch.setattr("pathlib.Path.is_file", lambda path: looked_up.append(str(path)))
    look = os.lstat
    monkeypatch.setattr("os.lstat", lambda path, **_: looked_up.append(str(path)) or look(path))
    mesh = as_file(folder / "a.mtl")
    (found,) = named_files(mesh, f"map_Kd {name}\n".encode())
    assert (found.is_there, found.path) == (False, None)
    assert found.fault == "lies outside the allowed folders"
    assert not any("QQQ" in one for one in looked_up)

"""What a mesh or picture repeats or declares is counted with what it would cost."""

from __future__ import annotations

import io
import os
import struct
from contextlib import ExitStack

import pytest
from tests.geometry import written

from bodyplan.files.opener import user_file
from bodyplan.geometry.mesh.error import MeshBudgetError, MeshError, MeshSizeError
from bodyplan.geometry.mesh.gltf import claims as mesh_gltf
from bodyplan.geometry.mesh.gltf.numbers import GltfNumbers, inside
from bodyplan.geometry.mesh.loading import content_of, load_mesh
from bodyplan.geometry.opened import as_file
from bodyplan.geometry.pictures import DECODED, PictureError, decoded
from bodyplan.geometry.textures import library_of, named_files


def refusal(data, tmp_path):
    """Why a picture is not decoded."""
    with ExitStack() as stack, pytest.raises(PictureError) as caught:
        stack.enter_context(decoded("a", data, user_file(tmp_path / "a")))
    return str(caught.value)


def test_a_picture_of_gif_that_is_larger_than_its_screen_counts_as_a_whole(tmp_path):
    pytest.importorskip("PIL")
    comment = b"!\xfe\x03abc\0"
    frame = b"," + struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0)
    data = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6) + comment + frame
    assert "3,600,000,000 pixels" in refusal(data + bytes(99), tmp_path)


def test_a_picture_of_gif_that_pillow_alone_finds_counts_as_a_whole(tmp_path):
    image = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    image.new("P", (3_000, 3_000)).save(buffer, "GIF")
    data = buffer.getvalue()
    start = 13 + (3 << (data[10] & 7) + 1)
    assert data[start : start + 1] == b","
    small = data[:6] + struct.pack("<HH", 1, 1) + data[10:start] + b"\0" + data[start:]
    mesh = user_file(tmp_path / "a")
    with decoded("a", small, mesh) as picture:
        assert picture.size == (3_000, 3_000)
    assert mesh.reader.spent(DECODED, mesh.key) >= 9_000_000


def test_a_jpeg_of_many_scans_is_not_decoded(tmp_path):
    image = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    image.new("RGB", (8, 8)).save(buffer, "JPEG", progressive=True)
    with decoded("a", buffer.getvalue(), user_file(tmp_path / "a")) as picture:
        assert picture.size == (8, 8)
    assert "scans" in refusal(buffer.getvalue() + b"\xff\xda" * 99, tmp_path)


def test_pictures_of_one_view_are_not_copied_for_each(tmp_path):
    data = b"x" * 1_000_000
    table = {"buffers": [{"uri": "a"}], "bufferViews": [{"buffer": 0, "byteLength": len(data)}]}
    gltf = GltfNumbers(table, b"{}", {"a": data})
    assert gltf.view(0) == data
    with pytest.raises(MeshSizeError, match="use the same bytes too often"):
        for _ in range(9):
            gltf.view(0)


def test_long_embedded_data_is_base64():
    assert inside("data:,a%41") == b"aA"
    with pytest.raises(MeshError, match="not percent-encoded"):
        inside("data:,\ud800")
    with pytest.raises(MeshError, match="not base64"):
        inside("data:," + "%41" * 30_000)


def test_a_list_of_more_numbers_than_any_mesh_has_is_not_made():
    accessor = {"type": "VEC3", "componentType": 5121, "count": 2**33, "normalized": True}
    with pytest.raises(MeshSizeError, match="exceeds the limit"):
        GltfNumbers({"accessors": [accessor]}, b"{}", {}).numbers(0, "VEC3")


def test_names_of_files_and_wide_texts_are_limited():
    table = {"asset": {"version": "2.0"}, "buffers": [{"uri": "a" * 5_000}]}
    with pytest.raises(MeshSizeError, match="too long"):
        mesh_gltf.names_of_buffers(table, "a.gltf")
    with pytest.raises(MeshSizeError, match="wide characters"):
        mesh_gltf.table_in('{"a": "\u00e4'.encode() + b" " * 17_000_000 + b'"}')


def test_a_library_of_many_names_is_read_once(tmp_path, monkeypatch):
    (tmp_path / "a.mtl").write_text("newmtl m\nmap_Kd a.png\n")
    names = "".join(f"mtllib {'./' * count}a.mtl\n" for count in range(50))
    read = []
    monkeypatch.setattr(
        "bodyplan.geometry.textures.library_of", lambda file: read.append(file.name) or b""
    )
    (tmp_path / "a.obj").write_text(names)
    mesh = user_file(tmp_path / "a.obj")
    mesh.judge = lambda _: ""
    assert len(named_files(mesh, names.encode())) == 50
    assert read == ["a.mtl"]


def test_libraries_of_all_meshes_share_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.geometry.textures.MOST_LIBRARIES", 100)
    (tmp_path / "a.mtl").write_bytes(b"map_Kd a.png\n".ljust(60))
    file = as_file(tmp_path / "a.mtl")
    assert [len(library_of(file)) for _ in range(3)] == [60, 0, 0]


def test_a_gltf_with_buffers_is_parsed_once_for_all_its_uses(tmp_path, monkeypatch):
    (tmp_path / "a.gltf").write_bytes(written.gltf_beside("b.bin"))
    (tmp_path / "b.bin").write_bytes(written.RIM)
    for name in ("a.gltf", "b.bin"):
        os.utime(tmp_path / name, (1e9, 1e9))
    parsed = []
    monkeypatch.setattr(
        "bodyplan.geometry.mesh.loading.table_in",
        lambda *text: parsed.append(text) or mesh_gltf.table_in(*text),
    )
    file = as_file(tmp_path / "a.gltf")
    bounds = [load_mesh(file, scale).bounds.max() for scale in (2.0, 3.0, 4.0)]
    assert bounds == [2.0, 3.0, 4.0]
    assert len(parsed) <= 2  # before it is known, and to be read
    (tmp_path / "b.bin").write_bytes(written.RIM[:-4] + struct.pack("<f", 9.0))
    os.utime(tmp_path / "b.bin", (1e9 + 1, 1e9 + 1))
    assert load_mesh(file, 2.0).bounds.max() == 18.0


def test_values_in_json_and_invalid_meshes_are_limited_for_a_run(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.geometry.mesh.loading.MOST_VALUES", 300)
    (tmp_path / "a.gltf").write_bytes(written.gltf(extras=[0] * 100))
    file = as_file(tmp_path / "a.gltf")
    content_of(file)
    content_of(file)
    with pytest.raises(MeshBudgetError, match="values in the JSON of meshes together exceed"):
        content_of(file)
    monkeypatch.setattr("bodyplan.geometry.mesh.loading.MOST_INVALID", 50)
    (tmp_path / "b.gltf").write_bytes(b"{" + b" " * 60)
    broken = as_file(tmp_path / "b.gltf")
    with pytest.raises(MeshError, match="not JSON"):
        content_of(broken)
    with pytest.raises(MeshBudgetError, match="invalid meshes of this run"):
        content_of(broken)

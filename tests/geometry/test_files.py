"""What meshes refer to: each format, its escapes, its odd forms, and the same with other names."""

from __future__ import annotations

import json
import struct
import time

import pytest
from tests.growth import HANG_GUARD

from bodyplan.geometry.files import MOST_REFERENCES, references_in, rewritten

OBJ = b"# mtllib not.mtl\nmtllib a.mtl\r\nv 0 0 0\n  mtllib my parts.mtl b.mtl\nusemtl mtllib\nxmtllib no.mtl\n"
MTL = b"""newmtl skin
Kd 1 1 1
map_Kd skin.png
  map_Ks -s 1 1 1 -o 0.5 0 shine map.png
map_Bump -bm 0.2 bump.png
bump -imfchan r -clamp on b2.png
disp -mm 0 1 -texres 512 d.png
refl -type sphere r.png
norm n.png
map_Pr rough.png
# map_Kd not.png
"""
DAE = b"""<?xml version="1.0"?>
<COLLADA><library_images>
  <!-- <image><init_from>not.png</init_from></image> -->
  <image id="a" name="a"><init_from>a%20b.png</init_from></image>
  <image><init_from>
    ../tex/c&amp;d.png
  </init_from></image>
  <image><create_2d/><init_from><ref>e.png</ref></init_from></image>
  <image><init_from><hex format="png">00</hex></init_from></image>
  <image_source><init_from>not.png</init_from></image_source>
</library_images>
<library_effects><newparam><surface><init_from>a</init_from></surface></newparam></library_effects>
</COLLADA>"""
PLY = b"ply\nformat ascii 1.0\ncomment TextureFile skin one.png\nend_header\ncomment TextureFile no.png\n"
TABLE = {
    "buffers": [{"uri": "a b.bin", "byteLength": 4}, {"uri": "data:;base64,AA=="}, {}],
    "images": [{"uri": "tex%20x.png"}, {"bufferView": 0}],
    "extras": {"uri": "not.png"},
}
GLTF = json.dumps(TABLE).encode()


def glb(table: bytes, rest: bytes = b"\x04\0\0\0BIN\0abcd") -> bytes:
    table += b" " * (-len(table) % 4)
    total = 20 + len(table) + len(rest)
    head = struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(table), b"JSON")
    return head + table + rest


def texts(data: bytes, ending: str) -> list[str]:
    return [reference.text for reference in references_in(data, ending)]


@pytest.mark.parametrize(
    ("ending", "data", "expected"),
    [
        ("obj", OBJ, ["a.mtl", "my parts.mtl", "b.mtl"]),
        ("obj", b"mtllib a.mtl\rmtllib b.mtl", ["a.mtl", "b.mtl"]),
        ("obj", b"mtllib  odd name \n", ["odd name"]),
        ("mtl", b"map_Kd " + b"-o 1 " * 20_000 + b"a.png\nmap_Ks b.png", ["b.png"]),
        ("obj", b"mtllib", []),
        (
            "mtl",
            MTL,
            ["skin.png", "shine map.png", "bump.png", "b2.png", "d.png", "r.png", "n.png", "rough.png"],
        ),
        ("mtl", b"map_Kd -s 1\nmap_Kd\nmap_aat on", ["1", "on"]),
        ("dae", DAE, ["a%20b.png", "../tex/c&d.png", "e.png"]),
        ("dae", b"<image><init_from>a.png", []),
        ("dae", b"<!-- <image>", []),
        ("ply", PLY, ["skin one.png"]),
        ("gltf", GLTF, ["a b.bin", "tex%20x.png"]),
        ("gltf", b"[" * 100_000, []),
        ("gltf", b'{"buffers": 3, "images": [1, {"uri": 2}]}', []),
        ("glb", glb(GLTF), ["a b.bin", "tex%20x.png"]),
        ("glb", b"glTF", []),
        ("stl", b"mtllib a.mtl", []),
    ],
)  # fmt: skip
def test_the_references_of_each_format_are_found(ending, data, expected):
    assert texts(data, ending) == expected


@pytest.mark.parametrize(
    ("ending", "data"), [("obj", OBJ), ("mtl", MTL), ("dae", DAE), ("ply", PLY), ("gltf", GLTF)]
)
def test_only_the_names_change(ending, data):
    names = {found: f"new{n}.mtl" for n, found in enumerate(references_in(data, ending))}
    after = rewritten(data, ending, names)
    assert texts(after, ending) == list(names.values())
    assert without_names(after, ending) == without_names(data, ending)


def without_names(data: bytes, ending: str) -> bytes:
    for found in reversed(references_in(data, ending)):
        data = data[: found.start] + data[found.end :]
    return data


@pytest.mark.parametrize(
    ("ending", "data", "expected"),
    [
        ("mtl", b"map_Kd a.png", b"map_Kd x/b & c.png"),
        (
            "dae",
            b"<image><init_from>a.png</init_from></image>",
            b"<image><init_from>x/b%20&amp;%20c.png</init_from></image>",
        ),
        (
            "gltf",
            b'{"images":[{"uri": "a.png"}]}',
            b'{"images":[{"uri": "x/b%20&%20c.png"}]}',
        ),
    ],
)
def test_names_are_escaped_as_the_format_asks(ending, data, expected):
    (found,) = references_in(data, ending)
    assert rewritten(data, ending, {found: "x/b & c.png"}) == expected


def test_a_library_gets_another_name():
    (first, *_) = references_in(OBJ, "obj")
    assert rewritten(OBJ, "obj", {first: "x/y.mtl"}) == OBJ.replace(b"a.mtl\r", b"x/y.mtl\r")


@pytest.mark.parametrize("name", ["t.png", "a/much/longer/name of a.png"])
def test_a_binary_file_keeps_its_lengths(name):
    data = glb(GLTF)
    (buffer, image) = references_in(data, "glb")
    after = rewritten(data, "glb", {image: name})
    magic, version, total, length, kind = struct.unpack("<4sIII4s", after[:20])
    assert (magic, version, total, kind) == (b"glTF", 2, len(after), b"JSON")
    assert length % 4 == 0
    table = json.loads(after[20 : 20 + length])
    assert table["images"][0]["uri"] == name.replace(" ", "%20")
    assert table["buffers"] == TABLE["buffers"]
    assert after[20 + length :] == b"\x04\0\0\0BIN\0abcd"
    assert references_in(after, "glb")[0].text == buffer.text


@pytest.mark.parametrize(
    ("ending", "made"),
    [
        ("obj", lambda: b"mtllib a.mtl\n" * 200_000),
        ("obj", lambda: b"mtllib " + b"a " * 1_000_000),
        ("obj", lambda: b" " * 2_000_000 + b"mtllib a.mtl"),
        ("mtl", lambda: b"map_Kd " + b"-s " * 700_000),
        ("mtl", lambda: b"\t" * 2_000_000),
        ("dae", lambda: b"<image><init_from>" + b" " * 60_000 + b"</image>"),
        ("dae", lambda: b"<image><init_from>" * 100_000),
        ("dae", lambda: (b"<image>" + b"<init_from>" * 5_000 + b"</image>") * 30),
        ("dae", lambda: b"<!--<image>" * 200_000),
        ("gltf", lambda: b'{"uri": "' + b"\\\\" * 1_000_000),
        ("gltf", lambda: b'{"buffers":[' + b'{"uri":"a"},' * 200_000 + b"{}]}"),
        ("ply", lambda: b"comment TextureFile a\n" * 100_000),
    ],
)
def test_hostile_content_ends_soon(ending, made):
    data = made()
    begin = time.process_time()
    assert len(references_in(data, ending)) <= MOST_REFERENCES
    assert time.process_time() - begin < HANG_GUARD

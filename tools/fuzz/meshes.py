"""Files of meshes, and mutations of what is binary in them."""

from __future__ import annotations

import base64
import json
import struct
from random import Random
from typing import Any

from tools.fuzz.pictures import MEDIA, picture

TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
_INTEGERS = (0, 1, 2, 3, 4, 5, 12, 255, 256, 65535, 65536, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
_REALS = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e-45,
    1e-30,
    3.4e38,
    -3.4e38,
    float("nan"),
    float("inf"),
    1e10,
    0.5,
)


_BUFFERS = ("buffer.bin", "buffer.bin", "../buffer.bin", "link.bin", "linked/link.bin", "pipe.bin")
_BUFFERS += ("zero.bin", "gone.bin", "large.bin")
"""Outer buffers: one that is there, and what is there instead of one."""


def _box(rng: Random) -> tuple[list[tuple[float, float, float]], list[tuple[int, int, int]]]:
    """Return the corners and the triangles of a box, or of a strip of several."""
    corners: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int]] = []
    for number in range(rng.choice((1, 1, 1, 4, 20))):
        low = (number * 1.5, 0.0, 0.0)
        size = tuple(rng.choice((1.0, 0.5, 0.0, 1e-6, 1e6)) for _ in range(3))
        first = len(corners)
        corners += [
            (
                low[0] + size[0] * (i & 1),
                low[1] + size[1] * (i >> 1 & 1),
                low[2] + size[2] * (i >> 2),
            )
            for i in range(8)
        ]
        quads = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
        for a, b, c, d in quads:
            faces += [(first + a, first + b, first + c), (first + a, first + c, first + d)]
    return corners, faces


def _shape(rng: Random) -> tuple[list[tuple[float, float, float]], list[tuple[int, int, int]]]:
    if rng.random() < 0.5:
        return list(TETRAHEDRON), list(FACES)
    return _box(rng)


def stl(rng: Random) -> bytes:
    """Return a binary STL."""
    corners, faces = _shape(rng)
    records = b"".join(
        struct.pack("<12fH", 0, 0, 1, *(x for corner in face for x in corners[corner]), 0)
        for face in faces
    )
    return (
        rng.choice((b"", b"solid x", b"UNITS=mm", b"\0")).ljust(80, b" ")
        + struct.pack("<I", len(faces))
        + records
    )


def stl_ascii(rng: Random) -> bytes:
    """Return an ASCII STL."""
    corners, faces = _shape(rng)
    facets = "".join(
        "  facet normal 0 0 1\n    outer loop\n"
        + "".join("      vertex {!r} {!r} {!r}\n".format(*corners[corner]) for corner in face)
        + "    endloop\n  endfacet\n"
        for face in faces
    )
    return f"solid part\n{facets}endsolid part\n".encode()


def obj(rng: Random) -> bytes:
    """Return an OBJ with a material library, groups, normals and polygons."""
    corners, faces = _shape(rng)
    lines = ["# a part", "mtllib part.mtl", "o part"]
    lines += ["v {!r} {!r} {!r}".format(*corner) for corner in corners]
    lines += ["vt 0 0", "vn 0 0 1", "usemtl steel", "s off"]
    for number, face in enumerate(faces):
        if number % 5 == 0:
            lines.append(f"g group_{number}")
        form = rng.choice(("{}", "{}/1", "{}/1/1", "{}//1"))
        numbers = [corner + 1 if rng.random() < 0.8 else corner - len(corners) for corner in face]
        lines.append("f " + " ".join(form.format(corner) for corner in numbers))
    lines += ["f 1 2 3 4", "l 1 2", "p 1"]
    return ("\n".join(lines) + "\n").encode()


def mtl(_: Random) -> bytes:
    """Return a material library."""
    return (
        b"newmtl steel\nKd 0.5 0.5 0.5\nNs 10\nd 1\nmap_Kd -s 1 1 1 -o 0 0 0 textures/steel.png\n"
        b"bump -bm 0.5 ../bump.png\nrefl -type sphere sky.png\n\nnewmtl rubber\nmap_Ks rubber file.tga\n"
    )


def ply(rng: Random, *, is_ascii: bool) -> bytes:
    """Return a PLY."""
    corners, faces = _shape(rng)
    order = rng.choice(("little", "big"))
    form = "ascii" if is_ascii else f"binary_{order}_endian"
    head = (
        f"ply\nformat {form} 1.0\ncomment TextureFile skin.png\nelement vertex {len(corners)}\n"
        "property float x\nproperty float y\nproperty float z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    ).encode()
    if is_ascii:
        lines = ["{!r} {!r} {!r}".format(*corner) for corner in corners]
        lines += ["3 {} {} {}".format(*face) for face in faces]
        return head + ("\n".join(lines) + "\n").encode()
    mark = "<" if order == "little" else ">"
    body = b"".join(struct.pack(f"{mark}3f", *corner) for corner in corners)
    return head + body + b"".join(struct.pack(f"{mark}B3i", 3, *face) for face in faces)


def dae(rng: Random) -> bytes:
    """Return a COLLADA file."""
    corners, faces = _shape(rng)
    numbers = " ".join(repr(x) for corner in corners for x in corner)
    indices = " ".join(str(corner) for face in faces for corner in face)
    kind = rng.choice(("triangles", "polylist", "polygons"))
    counts = f"<vcount>{' '.join(['3'] * len(faces))}</vcount>" if kind == "polylist" else ""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="millimeter" meter="{rng.choice(("1", "0.001", "0", "-1"))}"/><up_axis>Z_UP</up_axis></asset>
  <library_images><image id="i"><init_from>../textures/a.png</init_from></image></library_images>
  <library_geometries><geometry id="g" name="g"><mesh>
    <source id="p"><float_array id="pa" count="{3 * len(corners)}">{numbers}</float_array>
      <technique_common><accessor source="#pa" count="{len(corners)}" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <{kind} count="{len(faces)}"><input semantic="VERTEX" source="#v" offset="0"/>{counts}<p>{indices}</p></{kind}>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n" name="n">
    <matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/>
    <node id="m"><translate>1 0 0</translate><rotate>0 0 1 90</rotate><scale>1 1 1</scale><instance_geometry url="#g"/></node>
  </node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
""".encode()


def _gltf_parts(rng: Random) -> tuple[dict[str, Any], bytes]:
    corners, faces = _shape(rng)
    buffer = b"".join(struct.pack("<3f", *corner) for corner in corners)
    indices = b"".join(struct.pack("<3H", *face) for face in faces)
    table: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "n", "children": [1], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]},
            {"mesh": 0, "translation": [0, 0, 1]},
        ],
        "meshes": [
            {"name": "m", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}
        ],
        "accessors": [
            {
                "bufferView": 0,
                "componentType": 5126,
                "count": len(corners),
                "type": "VEC3",
                "min": [0, 0, 0],
                "max": [1, 1, 1],
            },
            {"bufferView": 1, "componentType": 5123, "count": 3 * len(faces), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(buffer)},
            {"buffer": 0, "byteOffset": len(buffer), "byteLength": len(indices)},
        ],
        "buffers": [{"byteLength": len(buffer) + len(indices)}],
        "images": [
            {"uri": rng.choice(("../textures/a.png", "a.png", "link.png", "linked/link.png"))}
        ],
    }
    binary = buffer + indices
    return table, _with_pictures(table, binary, rng) if rng.random() < 0.4 else binary


def _with_pictures(table: dict[str, Any], binary: bytes, rng: Random) -> bytes:
    """Give the material of a table a picture in the file, and return the buffer with it."""
    data, media = picture(rng), rng.choice(MEDIA)
    image: dict[str, object] = {"mimeType": media} if media else {}
    if rng.random() < 0.5:
        image["uri"] = f"data:{media};base64,{base64.b64encode(data).decode()}"
    else:
        image["bufferView"] = len(table["bufferViews"])
        table["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)}
        )
        binary += data
        table["buffers"][0]["byteLength"] = len(binary)
    table["images"] = [image]
    table["textures"] = [{"source": 0}]
    table["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    primitive = table["meshes"][0]["primitives"][0]
    primitive["material"] = 0
    primitive["attributes"]["TEXCOORD_0"] = 0
    return binary


def gltf(rng: Random) -> bytes:
    """Return a glTF with its buffer in it, beside it in ``buffer.bin``, or behind a link."""
    table, buffer = _gltf_parts(rng)
    uri = "data:application/octet-stream;base64," + base64.b64encode(buffer).decode()
    table["buffers"] = [
        {"byteLength": len(buffer), "uri": uri if rng.random() < 0.5 else rng.choice(_BUFFERS)}
    ]
    return json.dumps(table, indent=rng.choice((None, 1))).encode()


def glb(rng: Random) -> bytes:
    """Return a binary glTF."""
    table, buffer = _gltf_parts(rng)
    text = json.dumps(table).encode()
    text += b" " * (-len(text) % 4)
    buffer += b"\0" * (-len(buffer) % 4)
    total = 12 + 8 + len(text) + 8 + len(buffer)
    return b"".join(
        (
            struct.pack("<4sII", b"glTF", 2, total),
            struct.pack("<I4s", len(text), b"JSON") + text,
            struct.pack("<I4s", len(buffer), b"BIN\0") + buffer,
        )
    )


def mutated_bytes(data: bytes, rng: Random) -> bytes:
    """Return binary content with other counts, numbers and lengths, mostly where they matter."""
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if len(spoiled) < 8:
            break
        at = rng.randrange(min(len(spoiled), rng.choice((16, 100, 300, len(spoiled)))))
        chance = rng.random()
        if chance < 0.3:
            at = rng.choice((at, at & ~3, 80, 8, 12))
            spoiled[at : at + 4] = struct.pack("<I", rng.choice(_INTEGERS))
        elif chance < 0.55:
            at &= ~1
            spoiled[at : at + 4] = struct.pack("<f", rng.choice(_REALS))
        elif chance < 0.65:
            spoiled[at] ^= 1 << rng.randrange(8)
        elif chance < 0.75:
            del spoiled[rng.randrange(len(spoiled)) :]
        elif chance < 0.85:
            del spoiled[at : at + rng.choice((1, 2, 4, 12, 50))]
        elif chance < 0.95:
            spoiled[at:at] = spoiled[at : at + rng.choice((1, 4, 12, 50))] * rng.choice((1, 2, 30))
        else:
            spoiled += rng.randbytes(rng.choice((1, 4, 50, 4000)))
    return bytes(spoiled)

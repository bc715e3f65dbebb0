"""Meshes and pictures that ask for very much, or for what they must not have, as data."""

from __future__ import annotations

import base64
import io
import json
import os
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.geometry import written

Maker = Callable[[Path], str]
"""Writes files into a folder and returns the name of the mesh."""

ROBOT = (
    "<robot name='r'><link name='base'><visual><geometry><mesh filename='{mesh}'/></geometry>"
    "</visual><collision><geometry><mesh filename='{mesh}'/></geometry></collision></link></robot>"
)
SDF = (
    "<sdf version='1.9'><model name='m'><link name='base'><visual name='v'><geometry><mesh>"
    "<uri>{mesh}</uri></mesh></geometry></visual><collision name='c'><geometry><mesh>"
    "<uri>{mesh}</uri></mesh></geometry></collision></link></model></sdf>"
)


def file(name: str, data: bytes | Callable[[], bytes]) -> Maker:
    """One mesh file; what is large is made when it is written."""

    def make(folder: Path) -> str:
        (folder / name).write_bytes(data if isinstance(data, bytes) else data())
        return name

    return make


# glTF


def gltf(**changes: object) -> bytes:
    return written.gltf(**changes)


def accessor(count: int, **more: object) -> dict[str, object]:
    return {"componentType": 5126, "count": count, "type": "VEC3", **more}


def buffer(data: bytes) -> dict[str, object]:
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return {"byteLength": len(data), "uri": uri}


def _declared(folder: Path) -> str:
    """A file of a few bytes whose buffer, of as few, is said to have very many."""
    (folder / "b.bin").write_bytes(written.RIM)
    data = gltf(
        buffers=[{"byteLength": 2**33, "uri": "b.bin"}], accessors=[accessor(2**29)], bufferViews=[]
    )
    return file("a.gltf", data)(folder)


def many_triangles(count: int) -> list[dict[str, object]]:
    """Accessors of a triangle, and of indices of so many."""
    return [
        accessor(3, bufferView=0),
        {"bufferView": 1, "componentType": 5125, "count": 3 * count, "type": "SCALAR"},
    ]


def instanced(triangles: int, nodes: int, primitives: int = 1) -> bytes:
    """A mesh of some triangles that stands at many nodes."""
    indices = struct.pack("<III", 0, 1, 2) * triangles
    primitive = {"attributes": {"POSITION": 0}, "indices": 1}
    return gltf(
        buffers=[buffer(written.RIM), buffer(indices)],
        bufferViews=[
            {"buffer": 0, "byteLength": 36},
            {"buffer": 1, "byteLength": len(indices)},
        ],
        accessors=many_triangles(triangles),
        meshes=[{"primitives": [primitive] * primitives}],
        nodes=[{"mesh": 0, "translation": [i, 0, 0]} for i in range(nodes)],
        scenes=[{"nodes": list(range(nodes))}],
    )


def with_material(images: list[dict[str, object]], **more: object) -> dict[str, object]:
    """Members of a table whose triangle has the first picture."""
    return {
        "images": images,
        "textures": [{"source": number} for number in range(len(images))],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": number}}}
            for number in range(len(images))
        ],
        "meshes": [
            {
                "primitives": [
                    {"attributes": {"POSITION": 0, "TEXCOORD_0": 0}, "material": number}
                    for number in range(len(images))
                ]
            }
        ],
        **more,
    }


def with_pictures(pictures: list[bytes], media: str = "image/png") -> bytes:
    """A glTF file with pictures inside."""
    uris = [f"data:{media};base64,{base64.b64encode(one).decode()}" for one in pictures]
    return gltf(**with_material([{"uri": uri} for uri in uris]))


def glb_with_picture(picture: bytes, media: str = "image/png") -> bytes:
    """A binary glTF file with a picture in a view."""
    table = written.gltf_table(
        **with_material(
            [{"bufferView": 1, "mimeType": media}],
            buffers=[{"byteLength": 36 + len(picture)}],
            bufferViews=[
                {"buffer": 0, "byteLength": 36},
                {"buffer": 0, "byteOffset": 36, "byteLength": len(picture)},
            ],
        )
    )
    text = json.dumps(table).encode()
    text += b" " * (-len(text) % 4)
    binary = written.RIM + picture
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


# Pictures


@cache
def png(side: int) -> bytes:
    """A black picture of side by side pixels."""
    rows = zlib.compressobj(9)
    data = b"".join(rows.compress(b"\0" * (1 + 3 * side)) for _ in range(side)) + rows.flush()
    parts = [b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0), b"IDAT" + data, b"IEND"]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in parts
    )


def tga(side: int) -> bytes:
    """The same as TGA, in runs of 128 pixels."""
    head = struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, side, side, 24, 0)
    return head + b"\xff\0\0\0" * (side * side // 128 + 1)


def gif(side: int) -> bytes:
    """A picture that says it has so many pixels."""
    return b"GIF89a" + struct.pack("<HHBBB", side, side, 0, 0, 0) + b";"


def webp(side: int) -> bytes:
    """A picture that says it has so many pixels."""
    size = (side - 1).to_bytes(3, "little")
    chunk = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size + size
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


EPS = (
    b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n"
    b"(bodyplan-was-here) (w) file closefile showpage\n%%EOF\n"
)
OBJ = b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n"


def named_by_obj(name: str, data: bytes) -> Maker:
    """An OBJ file whose material has a picture."""

    def make(folder: Path) -> str:
        (folder / name).write_bytes(data)
        (folder / "a.mtl").write_bytes(f"newmtl m\nmap_Kd {name}\n".encode())
        return file("a.obj", OBJ)(folder)

    return make


def many_of_obj(count: int, data: bytes, ending: str) -> Maker:
    """An OBJ file with many materials, each with a picture of its own."""

    def make(folder: Path) -> str:
        library = ""
        for number in range(count):
            # other bytes behind the picture make it another one
            (folder / f"p{number}.{ending}").write_bytes(data + number.to_bytes(4, "little"))
            library += f"newmtl m{number}\nmap_Kd p{number}.{ending}\n"
        (folder / "a.mtl").write_text(library)
        uses = "".join(f"usemtl m{number}\nf 1/1 2/1 3/1\n" for number in range(count))
        return file("a.obj", OBJ + uses.encode())(folder)

    return make


def _many_textures(folder: Path) -> str:
    (folder / "a.mtl").write_bytes(b"map_Kd a.png\n" * 2_000_000)
    return file("a.obj", OBJ)(folder)


# COLLADA


def dae(**more: object) -> bytes:
    return written.dae(**more)


def dae_of(encoding: str, before: str = "") -> bytes:
    """A file in another encoding, with text before its root."""
    text = written.dae(before=before).decode().replace("utf-8", encoding)
    return text.encode(encoding)


@cache
def polyglot() -> bytes:
    """A file that is an archive as well, with another mesh in it."""
    import zipfile

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as inner:
        inner.writestr("b.dae", dae(before="<!DOCTYPE x>") + b" " * 200_000_000)
    return dae() + archive.getvalue()


def hidden_polyglot() -> bytes:
    """An archive behind a COLLADA file that is one only without the comments."""
    return polyglot().replace(b"PK\x05\x06", b"PK<!---->\x05\x06")


def chain_of_nodes(count: int) -> bytes:
    """Nodes that each place the next one, of which the last is found first."""
    nodes = "".join(
        f'<node id="n{i}"><instance_node url="#n{i + 1}"/></node>' for i in range(count)
    )
    last = f'<node id="n{count}"><instance_geometry url="#g"/></node>'
    return dae(library=f"<library_nodes>{nodes}{last}</library_nodes>")


def placed(count: int, triangles: int) -> bytes:
    """A shape of some triangles that stands in many places."""
    scene = '<node><instance_geometry url="#g"/></node>' * count
    return dae(faces=[(0, 1, 2)] * triangles, scene=scene)


ATTACKS: dict[str, Maker] = {
    "a glTF of accessors without views": file("a.gltf", lambda: gltf(accessors=[accessor(2**32)])),
    "a glTF of small accessors without views": file(
        "a.gltf", lambda: gltf(accessors=[accessor(5_000)] * 5_000)
    ),
    "a glTF whose sparse accessor has a huge count": file(
        "a.gltf",
        lambda: gltf(
            accessors=[
                accessor(
                    2**32,
                    sparse={
                        "count": 1,
                        "indices": {"bufferView": 0, "componentType": 5125},
                        "values": {"bufferView": 0},
                    },
                )
            ]
        ),
    ),
    "a glTF whose buffer says it is huge": _declared,
    "a glTF whose views overlap by their stride": file(
        "a.gltf",
        lambda: gltf(
            bufferViews=[{"buffer": 0, "byteLength": 36, "byteStride": 12}],
            accessors=[accessor(2**31, bufferView=0)],
        ),
    ),
    "a glTF of 19,000 instances": file("a.gltf", lambda: instanced(2_000, 19_000)),
    "a glTF of 19,999 primitives of one accessor": file(
        "a.gltf", lambda: instanced(20_000, 1, 19_999)
    ),
    "a glTF of many empty values": file("a.gltf", lambda: gltf(extras=[{}] * 240_000)),
    "a glTF of very many values": file("a.gltf", lambda: b"[" + b"[]," * 5_000_000 + b"[]]"),
    "a glTF of deep values": file("a.gltf", lambda: b'{"a":' * 90_000),
    "a glTF of a huge number": file(
        "a.gltf", lambda: gltf(extras=1).replace(b"1}", b"1" * 9_000 + b"}")
    ),
    "an EPS picture in a glTF": file("a.gltf", lambda: with_pictures([EPS])),
    "an EPS picture in a GLB": file("a.glb", lambda: glb_with_picture(EPS)),
    "an EPS picture of an OBJ": named_by_obj("p.png", EPS),
    "a picture of 13,000 x 13,000 pixels in a GLB": file(
        "a.glb", lambda: glb_with_picture(png(13_000))
    ),
    "500 such pictures in a glTF": file("a.gltf", lambda: with_pictures([png(4_000)[:200]] * 500)),
    "40 pictures of 4,000 x 4,000 pixels of an OBJ": many_of_obj(40, tga(4_000), "tga"),
    "a TGA that says it is huge": named_by_obj(
        "p.tga", tga(128)[:12] + b"\xff" * 4 + b"\x18\0" * 9
    ),
    "a GIF that says it is huge": named_by_obj("p.gif", gif(65_535)),
    "a WebP that says it is huge": named_by_obj("p.webp", webp(16_000)),
    "a binary STL that says it is huge": file("a.stl", lambda: written.stl(count=2**32 - 1)),
    "a PLY that says it is huge": file(
        "a.ply", lambda: written.ply(*written.TRIANGLE, [(0, 1, 2)], vertex_count=2**40)
    ),
    "a PLY with a list that says it is huge": file(
        "a.ply",
        lambda: (
            b"ply\nformat binary_little_endian 1.0\nelement vertex 3\n"
            b"property float x\nproperty float y\nproperty float z\nelement face 1\n"
            b"property list uint int vertex_indices\nend_header\n"
            + written.RIM
            + b"\xff\xff\xff\x7f"
        ),
    ),
    "a PLY of very many numbers": file(
        "a.ply",
        lambda: (
            b"ply\nformat ascii 1.0\nelement vertex 3300000\n"
            + b"property uchar x\n" * 60
            + b"element face 1\nproperty list uchar int vertex_indices\nend_header\n"
            + b"0 " * 40_000_000
        ),
    ),
    "an OBJ of polygons": file(
        "a.obj", lambda: b"v 0 0 0\nv 1 0 0\nv 0 1 0\n" + b"f 1 2 3 1 2\n" * 700_000
    ),
    "an OBJ of lines": file("a.obj", lambda: b"\n" * 80_000_000),
    "an OBJ of vertices": file("a.obj", lambda: b"v 0 0 0\n" * 990_000),
    "an OBJ of points": file("a.obj", lambda: b"v 0 0 0\n" + b"f 1\n" * 990_000),
    "a library of very many textures": _many_textures,
    "a COLLADA of 19,000 instances": file("a.dae", lambda: placed(19_000, 200)),
    "a COLLADA of nodes in nodes": file("a.dae", written.dae_bomb),
    "a COLLADA of a chain of nodes": file("a.dae", lambda: chain_of_nodes(9_000)),
    "a COLLADA of very many elements": file("a.dae", lambda: dae(library="<a/>" * 10_000_000)),
    "a COLLADA of very many nodes": file("a.dae", lambda: dae(scene="<node/>" * 5_000_000)),
    "a COLLADA of very many attributes": file(
        "a.dae", lambda: dae(library="<a {}/>".format(" ".join(f'a{i}=""' for i in range(900_000))))
    ),
    "a COLLADA with a unit of blanks in a comment": file(
        "a.dae", lambda: dae(before="<!-- <unit meter='" + " " * 60_000 + "-->")
    ),
    "a COLLADA of names": file(
        "a.dae",
        lambda: dae(
            library='<library_geometries><geometry id="n"><mesh><source id="s"><Name_array id="q">'
            + "n" * 1_000_000
            + " n" * 1_000_000
            + "</Name_array></source></mesh></geometry></library_geometries>"
        ),
    ),
    "a COLLADA of weights": file(
        "a.dae",
        lambda: dae(
            library="<library_controllers><controller id='c'><skin source='#g'><vertex_weights><v>"
            + "1 " * 20_000_000
            + "</v></vertex_weights></skin></controller></library_controllers>"
        ),
    ),
    "a COLLADA that is an archive as well": file("a.dae", polyglot),
    "a COLLADA that is an archive without its comments": file("a.dae", hidden_polyglot),
    "a COLLADA with a document type": file("a.dae", lambda: dae_of("utf-8", "<!DOCTYPE COLLADA>")),
    "a COLLADA with a document type in UTF-16": file(
        "a.dae", lambda: dae_of("utf-16", "<!DOCTYPE COLLADA>")
    ),
    "a COLLADA with a document type in UTF-16 without a mark": file(
        "a.dae", lambda: dae_of("utf-16-le", "<!DOCTYPE COLLADA>")
    ),
    "a COLLADA in UTF-32": file("a.dae", lambda: dae_of("utf-32", "<!DOCTYPE COLLADA>")),
    "a COLLADA in UTF-7": file(
        "a.dae", lambda: b'<?xml version="1.0" encoding="utf-7"?>+ADwAIQ-DOCTYPE x>' + dae()
    ),
}


# What leads out of the folder


def _linked(name: str, data: bytes, link: str) -> Callable[[Path, Path], str]:
    def make(folder: Path, secret: Path) -> str:
        (folder / link).symlink_to(secret)
        (folder / name).write_bytes(data)
        return name

    return make


def _fifo(name: str, data: bytes, pipe: str) -> Callable[[Path, Path], str]:
    def make(folder: Path, _: Path) -> str:
        os.mkfifo(folder / pipe)
        (folder / name).write_bytes(data)
        return name

    return make


LIBRARY = b"mtllib %s\n" + OBJ.partition(b"\n")[2]
TEXTURED = '<library_images><image id="i"><init_from>%s</init_from></image></library_images>'
OUTSIDE: dict[str, Callable[[Path, Path], str]] = {
    "the buffer of a glTF is a link": _linked("a.gltf", written.gltf_beside("b.bin"), "b.bin"),
    "the buffer of a glTF is a pipe": _fifo("a.gltf", written.gltf_beside("b.bin"), "b.bin"),
    "the library of an OBJ is a link": _linked("a.obj", LIBRARY % b"b.mtl", "b.mtl"),
    "the library of an OBJ is a pipe": _fifo("a.obj", LIBRARY % b"b.mtl", "b.mtl"),
    "the texture of a COLLADA is a link": _linked(
        "a.dae", written.dae(library=TEXTURED % "b.png"), "b.png"
    ),
    "the texture of a COLLADA is a pipe": _fifo(
        "a.dae", written.dae(library=TEXTURED % "b.png"), "b.png"
    ),
    "the texture of a PLY is a link": _linked(
        "a.ply", written.ply(*written.TRIANGLE, [(0, 1, 2)], comment="TextureFile b.png"), "b.png"
    ),
    "the texture of a glTF is a link": _linked(
        "a.gltf", gltf(**with_material([{"uri": "b.png"}])), "b.png"
    ),
    "the mesh is a link": _linked("b.stl", written.stl(), "a.stl"),
    "the mesh is a pipe": _fifo("b.stl", written.stl(), "a.stl"),
}
"""Each writes into a folder; the second path is a file outside of it."""

"""Files of meshes, written by hand, right and wrong."""

from __future__ import annotations

import base64
import json
import struct

import numpy as np

TRIANGLE = np.array([[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]])
RIM = struct.pack("<9f", *TRIANGLE.reshape(-1))


def stl(triangles=TRIANGLE, count=None, extra=b"", header=b""):
    """A binary STL that says it has so many triangles."""
    records = np.zeros(
        len(triangles), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")]
    )
    records["corners"] = triangles
    count = len(triangles) if count is None else count
    return header.ljust(80, b" ") + struct.pack("<I", count) + records.tobytes() + extra


def stl_text(triangles):
    """An STL in words."""
    facets = (
        "facet normal 0 0 0\n outer loop\n"
        + "".join("  vertex {!r} {!r} {!r}\n".format(*map(float, corner)) for corner in triangle)
        + " endloop\nendfacet\n"
        for triangle in triangles
    )
    return ("solid x\n" + "".join(facets) + "endsolid x\n").encode()


def obj(vertices, faces, extra=""):
    """An OBJ whose faces count from one."""
    lines = ["v {!r} {!r} {!r}".format(*map(float, vertex)) for vertex in vertices]
    lines += ["f {} {} {}".format(*(int(corner) + 1 for corner in face)) for face in faces]
    return ("\n".join((extra, *lines)) + "\n").encode()


def ply(vertices, faces, *, vertex_count=None, face_count=None, comment=""):
    """A PLY in words, with counts of its own."""
    head = [
        "ply",
        "format ascii 1.0",
        *([f"comment {comment}"] if comment else []),
        f"element vertex {len(vertices) if vertex_count is None else vertex_count}",
        *(f"property double {axis}" for axis in "xyz"),
        f"element face {len(faces) if face_count is None else face_count}",
        "property list uchar int vertex_indices",
        "end_header",
    ]
    body = ["{!r} {!r} {!r}".format(*map(float, vertex)) for vertex in vertices]
    body += ["3 {} {} {}".format(*face) for face in faces]
    return ("\n".join(head + body) + "\n").encode()


def gltf_table(**changes):
    """The table of a glTF of one triangle, with other members."""
    uri = "data:application/octet-stream;base64," + base64.b64encode(RIM).decode()
    table = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    return {**table, **changes}


def gltf(**changes):
    return json.dumps(gltf_table(**changes)).encode()


def gltf_beside(uri):
    """One whose buffer is elsewhere."""
    return gltf(buffers=[{"byteLength": 36, "uri": uri}])


def glb(**changes):
    """The same as one file, its buffer inside."""
    table = gltf_table(buffers=[{"byteLength": 36}], **changes)
    text = json.dumps(table).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(RIM), b"BIN\0") + RIM
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


PLACED = '<node id="n"><instance_geometry url="#g"/></node>'
FACES = (
    '<triangles count="{count}"><input semantic="VERTEX" source="#v" offset="0"/>'
    "<p>{indices}</p></triangles>"
)


def dae(
    vertices=TRIANGLE[0],
    faces=((0, 1, 2),),
    *,
    unit='<unit name="x" meter="1"/>',
    up="Z_UP",
    scene=PLACED,
    primitives=None,
    before="",
    library="",
):
    """A COLLADA file with one shape g, placed as the scene says."""
    numbers = " ".join(repr(float(number)) for number in np.asarray(vertices).reshape(-1))
    count = 3 * len(vertices)
    indices = " ".join(str(int(corner)) for corner in np.asarray(faces).reshape(-1))
    shown = primitives or FACES.format(count=len(faces), indices=indices)
    parameters = "".join(f'<param name="{axis}" type="float"/>' for axis in "XYZ")
    return f"""<?xml version="1.0" encoding="utf-8"?>{before}
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset>{unit}<up_axis>{up}</up_axis></asset>
 {library}
 <library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="a" count="{count}">{numbers}</float_array><technique_common>
   <accessor source="#a" count="{count // 3}" stride="3">{parameters}</accessor>
  </technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  {shown}
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s">{scene}</visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>""".encode()


def dae_bomb():
    """A shape that stands in a place that stands twice in a place, and so on, thirty times."""
    nodes = "".join(
        f'<node id="n{i}"><instance_node url="#n{i - 1}"/><instance_node url="#n{i - 1}"/></node>'
        for i in range(1, 31)
    )
    first = '<node id="n0"><instance_geometry url="#g"/></node>'
    return dae(
        library=f"<library_nodes>{first}{nodes}</library_nodes>",
        scene='<node id="r"><instance_node url="#n30"/></node>',
    )

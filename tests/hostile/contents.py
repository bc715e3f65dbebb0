"""What the files of a hostile folder hold: valid, with a name or a number that nothing may show."""

from __future__ import annotations

import json
import struct
import zlib

CANARY = "canary-8d1f"
"""In every file outside, where its format has room for a name."""
NUMBER = 7351.25
"""In every file outside that has numbers."""


def png() -> bytes:
    """A picture of one pixel, with a comment."""
    parts = (
        b"IHDR" + struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0),
        b"tEXtComment\0" + CANARY.encode(),
        b"IDAT" + zlib.compress(b"\0\x8d\x1f\x77"),
        b"IEND",
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in parts
    )


def gray_png() -> bytes:
    """A height map of 3 by 3 samples."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 3, 3, 8, 0, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0\x8d\x1f\x77" * 3)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in (head, data, b"IEND")
    )


_CORNERS = ((0.0, 0.0, 0.0), (NUMBER, 0.0, 0.0), (0.0, NUMBER, 0.0), (0.0, 0.0, NUMBER))
_FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
BUFFER = b"".join(struct.pack("<3f", *corner) for corner in _CORNERS) + b"".join(
    struct.pack("<3H", *face) for face in _FACES
)
STL = f"solid {CANARY}\n".encode() + b"".join(
    b"facet normal 0 0 0\nouter loop\n"
    + b"".join(b"vertex %f %f %f\n" % _CORNERS[corner] for corner in face)
    + b"endloop\nendfacet\n"
    for face in _FACES
)
_OBJ = "".join("v {} {} {}\n".format(*corner) for corner in _CORNERS) + "vt 0 0\nusemtl m\n"
_OBJ += "".join("f {}/1 {}/1 {}/1\n".format(*(c + 1 for c in face)) for face in _FACES)
OBJ = f"o {CANARY}\nmtllib {{uri}}\n{_OBJ}"
MTL = f"newmtl m\nKd {NUMBER} 0 0\n# {CANARY}\n"
PLY = (
    "ply\nformat ascii 1.0\ncomment TextureFile {uri}\nelement vertex 4\nproperty float x\n"
    "property float y\nproperty float z\nproperty float s\nproperty float t\nelement face 4\n"
    "property list uchar int vertex_indices\nend_header\n"
    + "".join("{} {} {} 0 0\n".format(*corner) for corner in _CORNERS)
    + "".join("3 {} {} {}\n".format(*face) for face in _FACES)
)
DAE = f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i"><init_from>{{uri}}</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="c"><lambert><diffuse><texture texture="t" texcoord="uv"/></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g" name="{CANARY}"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 {NUMBER} 0 0 0 {NUMBER} 0</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


def gltf(buffer: str, image: str = "") -> str:
    """A glTF file with an outer buffer; an empty name of the buffer is that of a GLB."""
    table = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": CANARY}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": image or "none.png"}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 24},
        ],
        "buffers": [{"byteLength": 72, **({"uri": buffer} if buffer else {})}],
    }
    return json.dumps(table)


def glb(image: str) -> bytes:
    """A binary glTF file that names a picture."""
    text = gltf("", image).encode()
    text += b" " * (-len(text) % 4)
    parts = struct.pack("<I4s", len(text), b"JSON") + text
    parts += struct.pack("<I4s", len(BUFFER), b"BIN\0") + BUFFER
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts


_MASS = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
_BOX = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
_MOVES = '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
_REST = (
    f'<link name="tip">{_BOX}</link><link name="hand">{_BOX}</link><joint name="j" type="revolute">'
    f'<parent link="base"/><child link="tip"/>{_MOVES}<joint name="k" type="revolute">'
    f'<parent link="tip"/><child link="hand"/>{_MOVES}</robot>'
)
"""Two more links, so that there is a pair that is checked for collision."""


def urdf(shape: str = '<box size="1 1 1"/>', material: str = "", name: str = "r") -> str:
    """A robot of three links, whose first one has a shape."""
    shape = f"<geometry>{shape}</geometry>"
    shapes = f"<visual>{shape}{material}</visual><collision>{shape}</collision>"
    return f'<robot name="{name}"><link name="base">{shapes}{_MASS}</link>{_REST}'


def mesh(uri: str = "{uri}") -> str:
    """A robot with a mesh."""
    return urdf(f'<mesh filename="{uri}"/>')


def sdf(shape: str, material: str = "") -> str:
    """A model of two links, whose first one has a shape."""
    shape = f"<geometry>{shape}</geometry>"
    return (
        f"<sdf version='1.9'><model name='r'><link name='base'><visual name='v'>{shape}{material}"
        f"</visual><collision name='c'>{shape}</collision></link><link name='tip'/>"
        "<joint name='j' type='revolute'><parent>base</parent><child>tip</child><axis>"
        "<xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint></model></sdf>"
    )


def including(uri: str = "{uri}") -> str:
    """A world that includes a model."""
    return (
        f"<sdf version='1.9'><model name='r'><include><uri>{uri}</uri></include>"
        "<link name='base'/></model></sdf>"
    )


def mjcf(assets: str = "", body: str = '<geom size="1"/>', more: str = "") -> str:
    """A model of one body."""
    return (
        f'<mujoco model="r"><asset>{assets}</asset>{more}<worldbody><body name="base">'
        f'<joint name="j" axis="0 0 1"/><geom size="1"/>{body}</body></worldbody></mujoco>'
    )


def xacro(content: str) -> str:
    """A robot with a line of xacro."""
    return (
        urdf()
        .replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ')
        .replace("<link", content + "<link", 1)
    )


MODEL = f"<sdf version='1.9'><model name='{CANARY}'><link name='{CANARY}'/></model></sdf>".encode()
CONFIG = "<model><name>m</name><sdf version='1.9'>{uri}</sdf></model>"
PART = f'<robot name="{CANARY}"><link name="{CANARY}"/></robot>'.encode()
MODEL_OF_MJCF = (
    f'<mujoco model="{CANARY}"><worldbody><body name="{CANARY}"><geom size="{NUMBER}"/></body>'
    "</worldbody></mujoco>"
).encode()
SRDF = f'<robot name="r"><group name="{CANARY}"><link name="base"/></group></robot>'.encode()
HFIELD = struct.pack("<ii4f", 2, 2, NUMBER, 0, 0, 0)
SKIN = struct.pack("<4i", 0, 0, 0, 0) + CANARY.encode()
MSH = b"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
LAUNCH = '<launch><param name="robot_description" command="xacro $(find p)/r.xacro"/></launch>'
MANIFEST = f"<package><name>p</name><version>{NUMBER}</version><author>{CANARY}</author></package>"
PACKAGE = '<package format="3"><name>p</name></package>'
IN_PACKAGE = "package://p/meshes/a.stl"
ELSEWHERE = "package://p/other/a.stl"
LIMITS = "joint_limits:\n  j:\n    has_velocity_limits: true\n    max_velocity: 1.0\n"

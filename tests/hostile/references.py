"""Everything in a robot's folder that names or is found as a file, each with a file that it may lead to.

The robot is the package "p". ``{uri}`` in its files stands for the name of the other file, as the
trick spells it.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

CANARY = "canary-8d1f"
"""In every file outside, where its format has room for a name."""
NUMBER = 7351.25
"""In every file outside that has numbers."""


Content = str | bytes | Callable[[str], bytes]
"""Of a file; what is called is given the name of the other file."""


class Reference(NamedTuple):
    """A way to name a file.

    Args:
        files: those of the robot, by their paths in its folder; the first one is the robot.
        target: the path that is named.
        content: what the file of that name has, outside: valid, with ``CANARY`` or ``NUMBER``.
        uri: how the robot names it; empty for what is found and not named.
    """

    files: Mapping[str, Content]
    target: str
    content: bytes
    uri: str = ""

    @property
    def robot(self) -> str:
        """Its path in the folder."""
        return next(iter(self.files))

    @property
    def kind(self) -> str:
        """The format of the robot, as its ending says it."""
        return self.robot.rpartition(".")[2]


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


_MODEL = f"<sdf version='1.9'><model name='{CANARY}'><link name='{CANARY}'/></model></sdf>".encode()
_CONFIG = "<model><name>m</name><sdf version='1.9'>{uri}</sdf></model>"
_PART = f'<robot name="{CANARY}"><link name="{CANARY}"/></robot>'.encode()
_MJCF = (
    f'<mujoco model="{CANARY}"><worldbody><body name="{CANARY}"><geom size="{NUMBER}"/></body>'
    "</worldbody></mujoco>"
).encode()
_SRDF = f'<robot name="r"><group name="{CANARY}"><link name="base"/></group></robot>'.encode()
_HFIELD = struct.pack("<ii4f", 2, 2, NUMBER, 0, 0, 0)
_SKIN = struct.pack("<4i", 0, 0, 0, 0) + CANARY.encode()
_MSH = b"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
_XML = '<launch><param name="robot_description" command="xacro $(find p)/r.xacro"/></launch>'
_MANIFEST = f"<package><name>p</name><version>{NUMBER}</version><author>{CANARY}</author></package>"
_P = '<package format="3"><name>p</name></package>'
_IN_P = "package://p/meshes/a.stl"
_ELSEWHERE = "package://p/other/a.stl"
_LIMITS = "joint_limits:\n  j:\n    has_velocity_limits: true\n    max_velocity: 1.0\n"


def _shape(name: str, content: Content, target: str, outside: bytes) -> Reference:
    """What a mesh names, which lies in its own folder."""
    uri = target.removeprefix("meshes/")
    return Reference(
        {"r.urdf": mesh(f"meshes/{name}"), f"meshes/{name}": content}, target, outside, uri
    )


def _found(name: str, content: str | bytes, mesh_at: str = _IN_P, **files: str) -> Reference:
    """What is found beside a robot with a mesh in its package, and other files."""
    data = content.encode() if isinstance(content, str) else content
    robot: dict[str, Content] = {"r.urdf": mesh(mesh_at), "meshes/a.stl": STL}
    return Reference({**robot, **files}, name, data)


_SCRIPT = "<material><script><uri>{uri}</uri><name>m</name></script></material>"
_PBR = "<material><pbr><metal><albedo_map>{uri}</albedo_map></metal></pbr></material>"
_BOX = "<box><size>1 1 1</size></box>"
_HEIGHT = "<heightmap><uri>{uri}</uri><size>1 1 1</size></heightmap>"
_GROUND = (
    "<heightmap><uri>h.png</uri><size>1 1 1</size><texture><size>1</size><diffuse>{uri}</diffuse>"
    "<normal>{uri}</normal></texture></heightmap>"
)
_MATERIAL = f"material m {{ technique {{ pass {{ texture_unit {{ texture {CANARY}.png }} }} }} }}"
REFERENCES: dict[str, Reference] = {
    **{
        f"{ending} mesh of URDF": Reference(
            {"r.urdf": mesh()}, f"parts/a.{ending}", content, f"parts/a.{ending}"
        )
        for ending, content in (
            ("stl", STL),
            ("obj", OBJ.replace("{uri}", "a.mtl").encode()),
            ("dae", DAE.replace("{uri}", "a.png").encode()),
            ("ply", PLY.replace("{uri}", "a.png").encode()),
            ("gltf", gltf("b.bin").encode()),
            ("glb", glb("a.png")),
        )
    },
    "package mesh of URDF": Reference(
        {"r.urdf": mesh(), "package.xml": _P}, "parts/a.stl", STL, "package://p/parts/a.stl"
    ),
    "texture of URDF": Reference(
        {"r.urdf": urdf(material='<material name="m"><texture filename="{uri}"/></material>')},
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "mesh of SDFormat": Reference(
        {"r.sdf": sdf("<mesh><uri>{uri}</uri></mesh>")}, "parts/a.stl", STL, "parts/a.stl"
    ),
    "script of SDFormat": Reference(
        {"r.sdf": sdf(_BOX, _SCRIPT)}, "parts/a.material", _MATERIAL.encode(), "parts/a.material"
    ),
    "picture of SDFormat": Reference(
        {"r.sdf": sdf(_BOX, _PBR)}, "parts/a.png", png(), "parts/a.png"
    ),
    "height map of SDFormat": Reference(
        {"r.sdf": sdf(_HEIGHT)}, "parts/a.png", gray_png(), "parts/a.png"
    ),
    "picture of a height map": Reference(
        {"r.sdf": sdf(_GROUND), "h.png": gray_png()}, "parts/a.png", png(), "parts/a.png"
    ),
    "include of SDFormat": Reference(
        {"r.sdf": including()}, "parts/model.sdf", _MODEL, "parts/model.sdf"
    ),
    "model.config": Reference(
        {"r.sdf": including("model://m"), "m/model.sdf": _MODEL.replace(CANARY.encode(), b"m")},
        "m/model.config",
        _CONFIG.format(uri="model.sdf").replace(">m<", f">{CANARY}<").encode(),
    ),
    "file of a model.config": Reference(
        {"r.sdf": including("model://m"), "m/model.config": _CONFIG},
        "m/parts/model.sdf",
        _MODEL,
        "parts/model.sdf",
    ),
    "mesh of an included model": Reference(
        {
            "r.sdf": including("model://m"),
            "m/model.config": _CONFIG.format(uri="model.sdf"),
            "m/model.sdf": sdf("<mesh><uri>{uri}</uri></mesh>"),
        },
        "m/parts/a.stl",
        STL,
        "model://m/parts/a.stl",
    ),
    "include of MJCF": Reference(
        {"r.xml": mjcf(more='<include file="{uri}"/>')}, "parts/a.xml", _MJCF, "parts/a.xml"
    ),
    "include of MJCF with a namespace": Reference(
        {
            "r.xml": mjcf(more='<include file="b.xml"/>'),
            "b.xml": '<mujoco xmlns="x"><include file="{uri}"/></mujoco>',
        },
        "parts/a.xml",
        _MJCF,
        "parts/a.xml",
    ),
    "include of MJCF with a prefix": Reference(
        {"r.xml": mjcf(more='<p:include xmlns:p="x" file="{uri}"/>')},
        "parts/a.xml",
        _MJCF,
        "parts/a.xml",
    ),
    "mesh of MJCF": Reference(
        {"r.xml": mjcf('<mesh name="m" file="{uri}"/>', '<geom type="mesh" mesh="m"/>')},
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "OBJ mesh of MJCF": Reference(
        {"r.xml": mjcf('<mesh name="m" file="{uri}"/>', '<geom type="mesh" mesh="m"/>')},
        "parts/a.obj",
        OBJ.replace("{uri}", "a.mtl").encode(),
        "parts/a.obj",
    ),
    "height map of MJCF": Reference(
        {"r.xml": mjcf('<hfield name="h" file="{uri}" size="1 1 1 1"/>')},
        "parts/a.png",
        gray_png(),
        "parts/a.png",
    ),
    "binary height map of MJCF": Reference(
        {"r.xml": mjcf('<hfield name="h" file="{uri}" size="1 1 1 1"/>')},
        "parts/a.bin",
        _HFIELD,
        "parts/a.bin",
    ),
    "texture of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<texture name="t" type="2d" file="{uri}"/><material name="m" texture="t"/>',
                '<geom size="1" material="m"/>',
            )
        },
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "side of a cube of MJCF": Reference(
        {"r.xml": mjcf('<texture name="t" type="cube" fileright="{uri}"/>')},
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "skin of MJCF": Reference(
        {"r.xml": mjcf('<skin name="s" file="{uri}"/>')}, "parts/a.skn", _SKIN, "parts/a.skn"
    ),
    "model of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<model name="n" file="{uri}"/>',
                f'<body><attach model="n" body="{CANARY}" prefix="q"/></body>',
            )
        },
        "parts/a.xml",
        _MJCF,
        "parts/a.xml",
    ),
    "flexcomp of MJCF": Reference(
        {"r.xml": mjcf(body='<flexcomp name="f" type="gmsh" file="{uri}"/>')},
        "parts/a.msh",
        _MSH,
        "parts/a.msh",
    ),
    "include of xacro": Reference(
        {"r.xacro": xacro('<xacro:include filename="{uri}"/>')},
        "parts/a.xacro",
        _PART,
        "parts/a.xacro",
    ),
    "include of xacro in a package": Reference(
        {"r.xacro": xacro('<xacro:include filename="{uri}"/>'), "package.xml": _P},
        "parts/a.xacro",
        _PART,
        "$(find p)/parts/a.xacro",
    ),
    "YAML of xacro": Reference(
        {
            "r.xacro": xacro(
                "<xacro:property name='y' value=\"${xacro.load_yaml('{uri}')}\"/>"
                "<link name=\"${y['a']}\"/>"
            )
        },
        "parts/a.yaml",
        f"a: {CANARY}\n".encode(),
        "parts/a.yaml",
    ),
    "mesh of xacro": Reference(
        {"r.xacro": xacro("").replace('<box size="1 1 1"/>', '<mesh filename="{uri}"/>')},
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "buffer of glTF": _shape("a.gltf", gltf("{uri}"), "meshes/parts/b.bin", BUFFER),
    "picture of glTF": _shape(
        "a.gltf",
        gltf("data:application/octet-stream;base64,AAAA", "{uri}"),
        "meshes/parts/a.png",
        png(),
    ),
    "picture of GLB": _shape("a.glb", glb, "meshes/parts/a.png", png()),
    "library of OBJ": _shape("a.obj", OBJ, "meshes/parts/a.mtl", MTL.encode()),
    "picture of OBJ": Reference(
        {
            "r.urdf": mesh("meshes/a.obj"),
            "meshes/a.obj": OBJ.format(uri="a.mtl"),
            "meshes/a.mtl": "newmtl m\nmap_Kd {uri}\n",
        },
        "meshes/parts/a.png",
        png(),
        "parts/a.png",
    ),
    "picture of COLLADA": _shape("a.dae", DAE, "meshes/parts/a.png", png()),
    "picture of PLY": _shape("a.ply", PLY, "meshes/parts/a.png", png()),
    "robot of an SRDF": Reference(
        {"r.srdf": '<robot name="r"><group name="g"><link name="base"/></group></robot>'},
        "r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "robot of an SRDF in a folder": Reference(
        {
            "config/r.srdf": '<robot name="r"><group name="g"><link name="base"/></group></robot>',
            "package.xml": _P,
        },
        "urdf/r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "evidence of an SRDF": Reference(
        {"r.srdf": '<robot name="r"/>', "r.urdf": urdf()},
        "r.collisions.json",
        f'{{\n  "version": 1, "robot": "{CANARY}"}}'.encode(),
    ),
    "robot of settings": Reference(
        {
            "joint_limits.yaml": "joint_limits:\n  j:\n    has_velocity_limits: true\n"
            "    max_velocity: 1.0\n"
        },
        "r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "robot of the assistant": Reference(
        {
            "config/r.srdf": '<robot name="r"/>',
            "package.xml": _P,
            ".setup_assistant": "moveit_setup_assistant_config:\n  URDF:\n    package: p\n"
            "    relative_path: {uri}\n",
        },
        "parts/r.urdf",
        urdf().replace("tip", CANARY).encode(),
        "parts/r.urdf",
    ),
    "SRDF of a robot": _found("r.srdf", _SRDF),
    "SRDF of a robot in a folder": _found("config/r.srdf", _SRDF),
    "settings beside a robot": _found(
        "config/joint_limits.yaml",
        f"joint_limits:\n  {CANARY}:\n    has_velocity_limits: true\n    max_velocity: {NUMBER}\n",
    ),
    "state beside a robot": _found(
        "config/s.xml", f'<model_state model="r"><joint_state joint="{CANARY}"/></model_state>'
    ),
    "package.xml": _found("package.xml", _MANIFEST),
    "package.xml of another package": _found(
        "q/package.xml", _MANIFEST.replace(">p<", f">{CANARY}<")
    ),
    "manifest.xml": _found("manifest.xml", _MANIFEST),
    "CMakeLists.txt": _found(
        "CMakeLists.txt",
        f"install(DIRECTORY meshes DESTINATION share/p/{CANARY})\n",
        _ELSEWHERE,
        **{"package.xml": _P},
    ),
    "subfolder of a CMakeLists.txt": Reference(
        {"r.urdf": mesh(_IN_P), "package.xml": _P, "CMakeLists.txt": "add_subdirectory({uri})\n"},
        "parts/CMakeLists.txt",
        f"install(DIRECTORY {CANARY} DESTINATION share/p/meshes)\n".encode(),
        "parts",
    ),
    "folder that CMakeLists.txt installs": Reference(
        {
            "r.urdf": mesh(_IN_P),
            "package.xml": _P,
            "CMakeLists.txt": "install(FILES {uri} DESTINATION share/p/meshes)\n",
        },
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "setup.py": _found(
        "setup.py",
        f"data_files = [('share/p/{CANARY}', ['meshes/a.stl'])]\n",
        _ELSEWHERE,
        **{"package.xml": _P},
    ),
    "file that setup.py installs": Reference(
        {
            "r.urdf": mesh(_IN_P),
            "package.xml": _P,
            "setup.py": "data_files = [('share/p/meshes', ['{uri}'])]\n",
        },
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "setup.cfg": _found(
        "setup.cfg",
        f"[options.data_files]\nshare/p/{CANARY} = meshes/a.stl\n",
        _ELSEWHERE,
        **{"package.xml": _P},
    ),
    "launch file": _found(
        "launch/a.launch.xml",
        _XML.replace("r.xacro", f"{CANARY}.xacro"),
        **{"package.xml": _P, "config/joint_limits.yaml": _LIMITS},
    ),
    "launch file in Python": _found(
        "launch/a.launch.py",
        f"Command(['xacro ', '{CANARY}.xacro'])",
        **{"package.xml": _P, "config/joint_limits.yaml": _LIMITS},
    ),
    "assistant": _found(
        ".setup_assistant",
        f"a:\n  URDF:\n    relative_path: {CANARY}.urdf\n",
        **{"package.xml": _P, "config/r.srdf": '<robot name="r"/>'},
    ),
    "bodyplan.toml": _found("bodyplan.toml", f'profile = "{CANARY}"\n'),
    "pyproject.toml": _found("pyproject.toml", f'[tool.bodyplan]\nprofile = "{CANARY}"\n'),
    "folder of bodyplan.toml": Reference(
        {"r.urdf": mesh("package://q/a.stl"), "bodyplan.toml": 'packages = {q = "{uri}"}\n'},
        "parts/a.stl",
        STL,
        "parts",
    ),
}

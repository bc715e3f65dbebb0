"""Materials and textures go to MJCF with the meshes that they are on, and come back."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import bodyplan
from bodyplan import model
from bodyplan.geometry import mesh_look

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")


def png(red: int) -> bytes:
    """A picture of two by two pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    rows = b"".join(b"\0" + bytes((red, 0, 0)) * 2 for _ in range(2))
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


OBJ = """mtllib look.mtl
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
vt 0 0
vt 1 0
vt 0 1
usemtl {first}
f 1/1 3/2 2/3
f 1/1 2/2 4/3
f 2/1 3/2 4/3
usemtl {last}
f 3/1 1/2 4/3
"""
MTL = """newmtl plain
Kd 0.25 0.5 0.75
d 0.5
newmtl printed
Kd 0 0 0
map_Kd {texture}
"""
DAE = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.5"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="skin"><init_from>{texture}</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="surface"><surface type="2D"><init_from>skin</init_from></surface></newparam>
<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
<technique sid="common"><lambert><diffuse>{diffuse}</diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="cover"><instance_effect url="#e"/></material>
</library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#pa" count="4" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<source id="t"><float_array id="ta" count="6">0 0 1 0 0 1</float_array>
<technique_common><accessor source="#ta" count="3" stride="2">
<param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles material="s" count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#t" offset="1" set="0"/>
<p>0 0 2 1 1 2 0 0 1 1 3 2 1 0 2 1 3 2 2 0 0 1 3 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="sc"><node id="n"><instance_geometry url="#g">
<bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common>
</bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#sc"/></scene></COLLADA>
"""
TEXTURED, RED = '<texture texture="sampler" texcoord="UV"/>', "<color>1 0 0 1</color>"


def folder_with(tmp_path: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = tmp_path / name.replace("_", ".")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return tmp_path


def robot_of(folder: Path, mesh: str, material: str = "") -> Path:
    path = folder / "r.urdf"
    path.write_text(
        f"<robot name='r'><link name='base'><visual><geometry><mesh filename='{mesh}'/></geometry>"
        f"{material}</visual></link></robot>"
    )
    return path


def converted(source: Path, folder: Path):
    """The conversion to MJCF, and what MuJoCo makes of it."""
    (folder / "out").mkdir(exist_ok=True)
    made = bodyplan.convert(source, "mjcf")
    path = made.save(folder / "out" / "r.xml", force=True)
    return made, mujoco.MjModel.from_xml_path(str(path))


def test_an_obj_has_the_texture_of_its_material(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="plain"),
        look_mtl=MTL.format(texture="skin.png"),
        skin_png=png(200),
    )
    made, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert compiled.mat(0).name == "printed"
    assert compiled.mat_rgba[0].tolist() == [1.0, 1.0, 1.0, 1.0]  # its colour is under the picture
    assert compiled.geom_matid.tolist() == [0]
    assert compiled.tex_data[: 3 * 4].reshape(-1, 3)[:, 0].tolist() == [200] * 4
    assert compiled.mesh_texcoordnum[0] > 0
    assert [loss.reason for loss in made.losses] == [
        "of its several materials, the one of most faces is kept"
    ]


def test_an_obj_without_a_texture_has_the_colour_of_most_faces(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="plain", last="printed"),
        look_mtl=MTL.format(texture="skin.png"),
    )
    _, compiled = converted(robot_of(folder, "base.obj"), folder)
    np.testing.assert_allclose(compiled.mat_rgba[0], (0.25, 0.5, 0.75, 0.5))
    assert compiled.ntex == 0


def test_a_material_of_the_robot_overrides_that_of_the_mesh(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="plain"),
        look_mtl=MTL.format(texture="skin.png"),
        skin_png=png(200),
        other_png=png(100),
    )
    material = (
        "<material name='cover'><color rgba='1 1 0 1'/><texture filename='other.png'/></material>"
    )
    _, compiled = converted(robot_of(folder, "base.obj", material), folder)
    assert compiled.mat(0).name == "cover"
    assert compiled.tex_data[0] == 100


def test_a_collision_has_no_look(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="plain", last="plain"),
        look_mtl=MTL.format(texture="skin.png"),
    )
    source = robot_of(folder, "base.obj")
    source.write_text(source.read_text().replace("visual", "collision"))
    _, compiled = converted(source, folder)
    assert compiled.nmat == 0


def test_a_collada_mesh_keeps_its_texture_coordinates(tmp_path):
    pytest.importorskip("collada")
    folder = folder_with(
        tmp_path, base_dae=DAE.format(texture="skin.png", diffuse=TEXTURED), skin_png=png(150)
    )
    made, compiled = converted(robot_of(folder, "base.dae"), folder)
    assert sorted(asset.path for asset in made.assets) == ["assets/base.obj", "assets/skin.png"]
    assert (compiled.mat(0).name, compiled.tex_data[0]) == ("cover", 150)
    count = compiled.mesh_texcoordnum[0]
    found = {tuple(one) for one in compiled.mesh_texcoord[:count].round(6).tolist()}
    assert {one for one, _ in found} == {0.0, 1.0}
    robot = bodyplan.load(robot_of(folder, "base.dae"))
    bounds = robot.mesh(robot.link("base").visuals[0]).bounds
    again = bodyplan.load(tmp_path / "out" / "r.xml")
    np.testing.assert_allclose(again.mesh(again.link("base").visuals[0]).bounds, bounds, atol=1e-7)


def test_a_collada_mesh_has_the_colour_of_its_material(tmp_path):
    pytest.importorskip("collada")
    folder = folder_with(tmp_path, base_dae=DAE.format(texture="skin.png", diffuse=RED))
    made, compiled = converted(robot_of(folder, "base.dae"), folder)
    assert [asset.path for asset in made.assets] == ["assets/base.stl"]
    assert compiled.mat_rgba[0].tolist() == [1.0, 0.0, 0.0, 1.0]


def test_another_picture_becomes_png_or_is_a_loss(tmp_path, monkeypatch):
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (4, 4), (9, 200, 9)).save(tmp_path / "skin.bmp")
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="printed"),
        look_mtl=MTL.format(texture="skin.bmp"),
    )
    _, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert compiled.tex_data[:3].tolist() == [9, 200, 9]
    found = mesh_look.find_spec
    monkeypatch.setattr(mesh_look, "find_spec", lambda n: None if n == "PIL" else found(n))
    made, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert compiled.ntex == 0
    assert any("PNG only" in loss.reason for loss in made.losses)


@pytest.mark.parametrize("texture", ["QQQ.png", "../../outside.png", "/etc/hostname"])
def test_a_texture_that_is_not_found_is_a_loss(tmp_path, texture):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="printed"),
        look_mtl=MTL.format(texture=texture),
    )
    made, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert compiled.ntex == 0
    assert any(repr(texture) in loss.reason for loss in made.losses)


@pytest.mark.parametrize(
    "library",
    ["", "newmtl printed\nKd QQQ\n", "newmtl printed\nKd 2 2 2\n", "Kd 1 1 1\n", "\0\xff"],
)
def test_a_broken_library_costs_the_look_only(tmp_path, library):
    folder = folder_with(
        tmp_path, base_obj=OBJ.format(first="printed", last="printed"), look_mtl=library
    )
    _, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert (compiled.nmat, compiled.ngeom) == (0, 1)


@pytest.mark.parametrize("cut", range(0, len(DAE), 97))
def test_a_broken_collada_file_never_stops_the_conversion(tmp_path, cut):
    pytest.importorskip("collada")
    whole = DAE.format(texture="skin.png", diffuse=TEXTURED)
    (tmp_path / "base.dae").write_text(whole[:cut] + whole[cut + 30 :])
    made = bodyplan.convert(robot_of(tmp_path, "base.dae"), "mjcf")
    assert made.document.root is None or made.losses or made.assets


def test_a_texture_of_mujoco_goes_to_urdf_and_sdformat_and_back(tmp_path):
    (tmp_path / "pictures").mkdir()
    folder = folder_with(tmp_path, base_obj=OBJ.format(first="printed", last="printed"))
    (tmp_path / "pictures" / "skin.png").write_bytes(png(77))
    first = folder / "first.xml"
    first.write_text("""<mujoco><compiler texturedir="pictures"/><asset>
    <texture name="t" type="2d" file="skin.png"/><texture name="sky" type="skybox" builtin="flat"
    width="8" height="8"/><material name="cover" texture="t" rgba="1 0.5 1 1"/>
    <mesh name="base" file="base.obj" inertia="shell"/></asset>
    <worldbody><body name="base"><geom type="mesh" mesh="base" material="cover" mass="1"/></body>
    </worldbody></mujoco>""")
    robot = bodyplan.load(first)
    material = robot.link("base").visuals[0].material
    assert material == model.Material("cover", (1.0, 0.5, 1.0, 1.0), "pictures/skin.png")
    told = [loss.what for loss in robot.losses if loss.what.startswith("<texture>")]
    assert told == ["<texture> 'sky'"]
    urdf = bodyplan.convert(first, "urdf").save(folder / "r.urdf")
    assert 'filename="pictures/skin.png"' in urdf.read_text()
    sdf = fromstring(bodyplan.convert(first, "sdf").document.to_bytes())
    assert sdf.findtext(".//albedo_map") == "pictures/skin.png"
    _, compiled = converted(urdf, folder)
    assert compiled.tex_data[0] == 77
    np.testing.assert_allclose(compiled.mat_rgba[0], (1.0, 0.5, 1.0, 1.0))

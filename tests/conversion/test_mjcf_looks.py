"""Materials and textures go to MJCF with the meshes that they are on, and come back."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import bodyplan
from bodyplan import model
from bodyplan.geometry import pictures

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


def looks_of(compiled) -> list[tuple[str, tuple[float, ...], int, int]]:
    """The name and colour of the material, the red of the texture and the triangles of each geom."""
    found = []
    for number in range(compiled.ngeom):
        material = int(compiled.geom_matid[number])
        texture = int(compiled.mat_texid[material].max())
        red = int(compiled.tex_data[compiled.tex_adr[texture]]) if texture >= 0 else -1
        faces = int(compiled.mesh_facenum[compiled.geom_dataid[number]])
        rgba = tuple(round(float(one), 3) for one in compiled.mat_rgba[material])
        found.append((compiled.mat(material).name, rgba, red, faces))
    return found


TETRAHEDRON = "f 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 2/1 3/2 4/3\nf 3/1 1/2 4/3\n"


def test_each_material_of_an_obj_is_a_geom_with_its_texture_and_colour(tmp_path):
    whole = OBJ.format(first="printed", last="plain") + TETRAHEDRON.replace("f 1/1 3/2 2/3\n", "")
    folder = folder_with(
        tmp_path,
        base_obj=whole,
        look_mtl=MTL.format(texture="skin.png"),
        skin_png=png(200),
    )
    made, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert sorted(looks_of(compiled)) == [
        ("plain", (0.25, 0.5, 0.75, 0.5), -1, 4),
        ("printed", (1.0, 1.0, 1.0, 1.0), 200, 3),  # its colour is under the picture
    ]
    assert compiled.mesh_texcoordnum.sum() > 0
    assert sorted(asset.path for asset in made.assets) == [
        "assets/base_plain.stl",
        "assets/base_printed.obj",
        "assets/skin.png",
    ]
    assert [loss.reason for loss in made.losses] == [
        "it becomes a mesh and a geom for each of its 2 colours and textures",
        "the materials in its mesh file are used instead, as in RViz",
    ]


def test_too_few_triangles_of_a_material_are_in_the_largest_mesh(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="plain"),
        look_mtl=MTL.format(texture="skin.png"),
        skin_png=png(200),
    )
    _, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert looks_of(compiled) == [("printed", (1.0, 1.0, 1.0, 1.0), 200, 4)]


@pytest.mark.parametrize("scale", ["1 1 1", "2 3 4", "1 -1 1"])
def test_meshes_of_materials_are_scaled_and_mirrored(tmp_path, scale):
    whole = OBJ.format(first="printed", last="plain") + TETRAHEDRON
    folder = folder_with(tmp_path, base_obj=whole, look_mtl=MTL.format(texture="QQQ.png"))
    source = robot_of(folder, "base.obj")
    source.write_text(source.read_text().replace("<mesh ", f"<mesh scale='{scale}' "))
    converted(source, folder)
    first = bodyplan.load(source)
    again = bodyplan.load(folder / "out" / "r.xml")
    bounds = first.mesh(first.link("base").visuals[0]).bounds
    meshes = [again.mesh(part) for part in again.link("base").visuals]
    assert len(meshes) == 2
    assert sum(len(mesh.faces) for mesh in meshes) == 8
    low = np.min([mesh.bounds[0] for mesh in meshes], axis=0)
    high = np.max([mesh.bounds[1] for mesh in meshes], axis=0)
    np.testing.assert_allclose((low, high), bounds, atol=1e-6)


def test_the_name_of_a_visual_is_that_of_its_first_geom_and_its_pose_that_of_all(tmp_path):
    whole = OBJ.format(first="printed", last="plain") + TETRAHEDRON
    folder = folder_with(tmp_path, base_obj=whole, look_mtl=MTL.format(texture="QQQ.png"))
    source = robot_of(folder, "base.obj")
    text = source.read_text().replace("<visual>", "<visual name='hull'><origin xyz='1 2 3'/>")
    source.write_text(text)
    made, _ = converted(source, folder)
    geoms = fromstring(made.document.to_bytes()).findall(".//body/geom")
    assert [geom.get("name") for geom in geoms] == ["hull", None]
    assert {geom.get("pos") for geom in geoms} == {"1 2 3"}


@pytest.mark.parametrize("ending", ["glb", "gltf"])
def test_a_gltf_mesh_has_its_colours_and_texture(tmp_path, ending):
    trimesh = pytest.importorskip("trimesh")
    image = pytest.importorskip("PIL.Image")
    material = trimesh.visual.material.PBRMaterial
    box, ball = trimesh.creation.box((1, 1, 1)), trimesh.creation.icosphere(subdivisions=1)
    ball.apply_translation((2, 0, 0))
    box.visual = trimesh.visual.TextureVisuals(
        uv=np.full((len(box.vertices), 2), 0.25),
        material=material(name="printed", baseColorTexture=image.new("RGB", (2, 2), (90, 0, 0))),
    )
    ball.visual = trimesh.visual.TextureVisuals(
        uv=np.zeros((len(ball.vertices), 2)),
        material=material(name="plain", baseColorFactor=[255, 0, 55, 255]),
    )
    files = trimesh.Scene([box, ball]).export(file_type=ending)
    for name, data in ({f"base.{ending}": files} if ending == "glb" else files).items():
        target = f"base.{ending}" if name.endswith(ending) else name
        (tmp_path / target).write_bytes(data)
    _, compiled = converted(robot_of(tmp_path, f"base.{ending}"), tmp_path)
    blue = 0.502  # of the linear factor
    assert sorted(looks_of(compiled)) == [
        ("plain", (1.0, 0.0, blue, 1.0), -1, 80),
        ("printed", (1.0, 1.0, 1.0, 1.0), 90, 12),
    ]


@pytest.mark.parametrize("colors", [1, 2])
def test_a_ply_has_the_colours_of_its_vertices(tmp_path, colors):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("PIL")
    mesh = trimesh.util.concatenate([trimesh.creation.box() for _ in range(2)])
    mesh.visual.vertex_colors = np.repeat([[255, 0, 0, 255], [0, 0, 255, 255]], 8, axis=0)
    if colors == 1:
        mesh.visual.vertex_colors = [0, 255, 0, 255]
    mesh.export(tmp_path / "base.ply")
    made, compiled = converted(robot_of(tmp_path, "base.ply"), tmp_path)
    assert compiled.ngeom == 1
    assert not any("vertices" in loss.reason for loss in made.losses)
    if colors == 1:
        assert compiled.mat_rgba[0].tolist() == [0.0, 1.0, 0.0, 1.0]
        return
    pixels = compiled.tex_data.reshape(int(compiled.tex_height[0]), int(compiled.tex_width[0]), -1)
    for face in compiled.mesh_facetexcoord:
        u, v = compiled.mesh_texcoord[face].mean(axis=0)
        row, column = int(v * len(pixels)), int(u * len(pixels[0]))
        assert tuple(pixels[row, column][:3]) in {(255, 0, 0), (0, 0, 255)}


def test_colours_that_change_within_a_triangle_are_a_loss(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.creation.icosphere(subdivisions=2)
    mesh.visual.vertex_colors = np.column_stack(
        ((mesh.vertices * 100 + 120).astype(np.uint8), np.full(len(mesh.vertices), 255, np.uint8))
    )
    mesh.export(tmp_path / "base.ply")
    made, compiled = converted(robot_of(tmp_path, "base.ply"), tmp_path)
    assert compiled.ntex == 1
    assert any("one colour for each triangle" in loss.reason for loss in made.losses)


def test_an_obj_without_a_texture_has_the_colour_of_most_faces(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="plain", last="printed"),
        look_mtl=MTL.format(texture="skin.png"),
    )
    _, compiled = converted(robot_of(folder, "base.obj"), folder)
    np.testing.assert_allclose(compiled.mat_rgba[0], (0.25, 0.5, 0.75, 0.5))
    assert compiled.ntex == 0


SDF = """<sdf version='1.9'><model name='r'><link name='base'><visual name='v'><geometry><mesh>
<uri>base.obj</uri></mesh></geometry><material><diffuse>1 1 0 1</diffuse></material></visual></link>
</model></sdf>"""


def test_materials_of_a_mesh_precede_that_of_a_urdf_but_not_that_of_sdformat(tmp_path):
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="plain", last="plain"),
        look_mtl=MTL.format(texture="skin.png"),
        r_sdf=SDF,
    )
    material = "<material name='cover'><color rgba='1 1 0 1'/></material>"
    _, compiled = converted(robot_of(folder, "base.obj", material), folder)
    assert [look[:2] for look in looks_of(compiled)] == [("plain", (0.25, 0.5, 0.75, 0.5))]
    _, compiled = converted(folder / "r.sdf", folder)
    assert compiled.nmat == 0
    assert compiled.geom_rgba[0].tolist() == [1.0, 1.0, 0.0, 1.0]


@pytest.mark.parametrize("mesh", ["base.obj", "base.dae"])
def test_a_texture_of_the_robot_is_on_meshes_without_materials(tmp_path, mesh):
    pytest.importorskip("collada")
    bare = DAE.replace(' material="s"', "")
    folder = folder_with(
        tmp_path,
        base_obj=OBJ.format(first="printed", last="printed").replace("mtllib look.mtl", ""),
        base_dae=bare.format(texture="skin.png", diffuse=RED),
        other_png=png(100),
    )
    material = "<material name='cover'><texture filename='other.png'/></material>"
    _, compiled = converted(robot_of(folder, mesh, material), folder)
    assert compiled.mat(0).name == "cover"
    assert compiled.tex_data[0] == 100
    assert compiled.mesh_texcoordnum[0] > 0


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
    found = pictures.find_spec
    monkeypatch.setattr(pictures, "find_spec", lambda n: None if n == "PIL" else found(n))
    pictures._converted.clear()
    made, compiled = converted(robot_of(folder, "base.obj"), folder)
    assert compiled.ntex == 0
    assert any("require Pillow" in loss.reason for loss in made.losses)


@pytest.mark.parametrize("texture", ["QQQ.png", "../../outside.png", "/etc/skin.png"])
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

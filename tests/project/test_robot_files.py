"""A loaded robot finds the files of its meshes."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.geometry import MeshError
from bodyplan.model import Box, Geometry, Link, Mesh, Robot, Transform

np = pytest.importorskip("numpy")

OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
URDF = """<robot name="r"><link name="a"><visual><origin xyz="1 0 0"/>
<geometry><mesh filename="{uri}" scale="2 2 2"/></geometry></visual>
<collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link></robot>"""
SDF = """<sdf version="1.9"><model name="r"><include><uri>{uri}</uri></include></model></sdf>"""
PART = """<sdf version="1.9"><model name="part"><link name="a"><visual name="v"><geometry>
<mesh><uri>meshes/a.obj</uri></mesh></geometry></visual></link></model></sdf>"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes/a.obj").write_text(OBJ)
    (tmp_path / "package.xml").write_text("<package><name>parts</name></package>")
    return tmp_path


@pytest.mark.parametrize("uri", ["meshes/a.obj", "package://parts/meshes/a.obj"])
def test_the_mesh_of_a_loaded_robot_is_read_from_its_file(folder, uri):
    (folder / "r.urdf").write_text(URDF.format(uri=uri))
    robot = bodyplan.load(folder / "r.urdf")
    geometry = robot.link("a").visuals[0]
    mesh = robot.mesh(geometry)
    assert mesh.bounds.tolist() == [[0.0, 0.0, 0.0], [2.0, 2.0, 2.0]]
    assert mesh.moved(geometry.origin).bounds[0].tolist() == [1.0, 0.0, 0.0]
    assert (robot.mesh(geometry.shape).vertices == mesh.vertices).all()
    assert robot.mesh(robot.link("a").collisions[0], segments=8).face_count == 32


def test_meshes_are_found_after_the_working_directory_has_changed(folder, monkeypatch):
    (folder / "r.urdf").write_text(URDF.format(uri="meshes/a.obj"))
    monkeypatch.chdir(folder)
    robot = bodyplan.load("r.urdf")
    monkeypatch.chdir(folder / "meshes")
    assert robot.mesh(robot.link("a").visuals[0]).face_count == 4


def test_a_mesh_of_an_included_model_is_beside_that_model(folder):
    inner = folder / "models" / "part"
    inner.mkdir(parents=True)
    (folder / "meshes").rename(inner / "meshes")
    (inner / "model.config").write_text(
        "<model><name>part</name><sdf version='1.9'>model.sdf</sdf></model>"
    )
    (inner / "model.sdf").write_text(PART)
    (folder / "r.sdf").write_text(SDF.format(uri="model://part"))
    robot = bodyplan.load(
        folder / "r.sdf", resources=bodyplan.Resources(folders=[folder / "models"])
    )
    (link,) = (link for link in robot.links if link.visuals)
    assert robot.mesh(link.visuals[0]).face_count == 4


def test_a_robot_with_semantics_or_a_floating_base_finds_its_meshes_too(folder):
    (folder / "r.urdf").write_text(URDF.format(uri="meshes/a.obj"))
    (folder / "r.srdf").write_text('<robot name="r"/>')
    robot = bodyplan.load(folder / "r.urdf", srdf=folder / "r.srdf")
    for one in (
        robot,
        robot.floating_base(),
        bodyplan.load(folder / "r.srdf", robot=folder / "r.urdf").robot,
    ):
        assert one.mesh(one.link("a").visuals[0]).face_count == 4


def test_the_error_for_a_missing_mesh_names_its_uri(folder):
    (folder / "r.urdf").write_text(URDF.format(uri="meshes/b.obj"))
    robot = bodyplan.load(folder / "r.urdf")
    with pytest.raises(MeshError, match=r"mesh 'meshes/b.obj' not found"):
        robot.mesh(robot.link("a").visuals[0])


def test_a_mesh_outside_of_the_allowed_directories_is_not_read(folder):
    inner = folder / "inner"
    inner.mkdir()
    (inner / "package.xml").write_text("<package><name>inner</name></package>")
    (inner / "r.urdf").write_text(URDF.format(uri=(folder / "meshes/a.obj").as_uri()))
    robot = bodyplan.load(inner / "r.urdf")
    with pytest.raises(MeshError, match=r"cannot be read: .* --folder PATH"):
        robot.mesh(robot.link("a").visuals[0])


def test_a_robot_made_in_python_has_meshes_of_primitives_only():
    robot = Robot("r", [Link("a", visuals=(Geometry(Box((1.0, 1.0, 1.0)), Transform()),))])
    assert robot.mesh(robot.link("a").visuals[0]).face_count == 12
    with pytest.raises(MeshError, match=r"mesh 'a.obj' cannot be located"):
        robot.mesh(Mesh("a.obj"))
    with pytest.raises(MeshError, match=r"the geometry has no shape"):
        robot.mesh(Geometry(None))
    with pytest.raises(
        TypeError, match=r"expected model.Geometry or a shape of it, got model.Link"
    ):
        robot.mesh(robot.link("a"))


def test_an_element_of_the_file_is_not_a_geometry_of_the_robot(folder):
    (folder / "r.urdf").write_text(URDF.format(uri="meshes/a.obj"))
    robot = bodyplan.load(folder / "r.urdf")
    visual = bodyplan.read(folder / "r.urdf").root.link("a").visuals[0]
    with pytest.raises(TypeError, match=r"expected model.Geometry .*, got urdf.Visual"):
        robot.mesh(visual)

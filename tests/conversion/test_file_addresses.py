"""A converted or saved robot finds the files that it found before, wherever it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.model import Heightmap, Mesh

STL = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"
LINK = """<link name="l"><visual name="v"><geometry>{}</geometry>
<material><pbr><metal><albedo_map>skin.png</albedo_map></metal></pbr></material></visual></link>"""
INNER = f'<sdf version="1.9"><model name="inner">{LINK}</model></sdf>'
OUTER = '<sdf version="1.9"><model name="outer"><include merge="true"><uri>models/inner</uri></include></model></sdf>'
URDF = """<robot name="r"><link name="l"><visual><geometry><mesh filename="a.stl"/></geometry>
<material name="m"><texture filename="skin.png"/></material></visual></link></robot>"""


@pytest.fixture(autouse=True)
def package(tmp_path):
    """All folders of a test are in one package, so that its files may be read."""
    (tmp_path / "package.xml").write_text("<package><name>arm</name></package>")


@pytest.fixture
def including(tmp_path):
    """A model whose only link is in an included file, with its mesh and texture beside this file."""
    folder = tmp_path / "source" / "models" / "inner"
    folder.mkdir(parents=True)
    (folder / "model.config").write_text(
        '<model><name>inner</name><sdf version="1.9">model.sdf</sdf></model>'
    )
    (folder / "model.sdf").write_text(INNER.format("<mesh><uri>a.stl</uri></mesh>"))
    (folder / "a.stl").write_bytes(STL)
    (folder / "skin.png").write_bytes(b"")
    (tmp_path / "source" / "outer.sdf").write_text(OUTER)
    return tmp_path / "source" / "outer.sdf"


@pytest.fixture
def described(tmp_path):
    """A URDF with a mesh and a texture beside it."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "r.urdf").write_text(URDF)
    (folder / "a.stl").write_bytes(STL)
    (folder / "skin.png").write_bytes(b"")
    return folder / "r.urdf"


def files(path: Path) -> set[Path]:
    """What the visuals of a robot refer to."""
    robot = bodyplan.load(path, strict=False)
    found: set[Path | None] = set()
    for part in (part for link in robot.links for part in link.visuals):
        if isinstance(part.shape, Mesh | Heightmap):
            found.add(robot.file_of(part.shape, part.shape.uri))
        if part.material is not None and part.material.texture:
            found.add(robot.file_of(part.material, part.material.texture))
    return {one.path.resolve() for one in found if one is not None}


@pytest.mark.parametrize("place", ["source", "source/models", "elsewhere", "a/b/c"])
@pytest.mark.parametrize("name", ["out.urdf", "out.sdf"])
@pytest.mark.parametrize("source", ["including", "described"])
def test_a_saved_robot_refers_to_the_same_files(source, name, place, tmp_path, request):
    path = request.getfixturevalue(source)
    folder = tmp_path / place
    folder.mkdir(parents=True, exist_ok=True)
    before = files(path)
    assert len(before) == 2
    assert files(bodyplan.load(path, strict=False).save(folder / name)) == before


@pytest.mark.parametrize("place", ["source", "source/models", "elsewhere"])
def test_a_converted_file_refers_to_the_files_of_included_models(including, place, tmp_path):
    folder = tmp_path / place
    folder.mkdir(exist_ok=True)
    made = bodyplan.convert(including, "urdf", folder=folder, strict=False)
    assert files(made.save(folder / "out.urdf")) == files(including)


def test_addresses_that_lead_to_the_file_stay_as_they_are(described, tmp_path):
    made = bodyplan.load(described, strict=False).save(described.with_name("again.urdf"))
    assert 'filename="a.stl"' in made.read_text()
    assert 'filename="skin.png"' in made.read_text()


def test_files_that_do_not_exist_keep_their_address(described, tmp_path):
    described.with_name("a.stl").unlink()
    made = bodyplan.load(described, strict=False).save(tmp_path / "again.urdf")
    assert 'filename="a.stl"' in made.read_text()

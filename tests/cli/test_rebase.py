"""Relative paths of a result in another folder lead to the same files."""

import pytest

import bodyplan

ROBOT = """<robot name="r">  <!-- kept -->
  <link name="a">
    <visual><geometry><mesh filename="meshes/a.stl"/></geometry></visual>
    <collision><geometry><mesh filename='meshes/missing.stl'/></geometry></collision>
    <collision><geometry><mesh filename="package://p/b.stl"/></geometry></collision>
  </link>
</robot>
"""
MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="inc/m.xacro"/>
  <link name="a"><visual><geometry><mesh filename="meshes/a.stl"/></geometry></visual></link>
</robot>
"""
WORLD = """<sdf version="1.9"><model name="m"><link name="a"><visual name="v"><geometry><mesh>
<uri>meshes/a.stl</uri></mesh></geometry></visual></link></model></sdf>
"""


@pytest.fixture
def folder(here):
    for name in ("meshes", "inc", "out"):
        (here / name).mkdir()
    (here / "meshes/a.stl").write_text("solid a")
    (here / "inc/m.xacro").write_text(MACROS.replace('<xacro:include filename="inc/m.xacro"/>', ""))
    (here / "r.urdf").write_text(ROBOT)
    (here / "r.xacro").write_text(MACROS)
    (here / "m.sdf").write_text(WORLD)
    return here


@pytest.mark.parametrize(
    "words",
    [
        ("fmt", "r.urdf"),
        ("fix", "r.urdf"),
        ("rename", "link", "a", "b", "r.urdf"),
        ("expand", "r.xacro"),
        ("fmt", "r.xacro"),
        ("fix", "r.xacro"),
        ("fmt", "m.sdf"),
        ("rename", "link", "a", "b", "m.sdf"),
    ],
    ids=" ".join,
)
def test_a_verb_that_writes_to_another_folder_rebases_paths_and_says_so(bodyplan, folder, words):
    _, _, err = bodyplan(*words, "-o", "out/new.txt")
    text = (folder / "out/new.txt").read_text()
    assert "../meshes/a.stl" in text
    assert "meshes/a.stl" in err
    assert "from the folder of out/new.txt" in err
    if words[-1] == "r.urdf":
        assert "meshes/missing.stl" in text.replace("../meshes/missing.stl", "")
        assert "package://p/b.stl" in text
    if words[-1] == "r.xacro" and words[0] != "expand":
        assert "../inc/m.xacro" in text


def test_a_path_that_leads_to_a_file_there_too_stays(bodyplan, folder):
    (folder / "out/meshes").mkdir()
    (folder / "out/meshes/a.stl").write_text("solid a")
    _, _, err = bodyplan("fmt", "r.urdf", "-o", "out/new.urdf")
    assert '"meshes/a.stl"' in (folder / "out/new.urdf").read_text()
    assert "relative path" not in err


def test_a_document_is_saved_byte_for_byte_unless_it_is_to_rebase(folder):
    document = bodyplan.read(folder / "r.urdf")
    document.save(folder / "out/same.urdf")
    assert (folder / "out/same.urdf").read_text() == ROBOT
    document.save(folder / "out/new.urdf", rebase=True)
    expected = ROBOT.replace("meshes/a.stl", "../meshes/a.stl")
    assert (folder / "out/new.urdf").read_text() == expected
    assert document.to_bytes() == ROBOT.encode()

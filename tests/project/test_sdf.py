"""Models and worlds of SDFormat in folders: found, read, checked, with what they include."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project.sdf_folders import CART, CONFIG, WORLD, build

import bodyplan
from bodyplan import InputError, check, find_projects, read
from bodyplan.description._included import included_files
from bodyplan.formats.source import FilePath


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return build(tmp_path)


def test_each_model_and_world_of_a_folder_is_a_project(here):
    (here / "worlds" / "more.xml").write_text(WORLD)
    (here / "worlds" / "other.xml").write_text("<launch/>")
    robots = [str(project.robot) for project in find_projects(".")]
    assert robots == [
        "models/cart/model.sdf",
        "models/cart/old.sdf",
        "worlds/more.xml",
        "worlds/yard.world",
    ]


def test_a_urdf_beside_them_keeps_its_srdf(here):
    (here / "arm.urdf").write_text("<robot name='arm'><link name='a'/></robot>")
    (here / "arm.srdf").write_text(
        "<robot name='arm'><group name='g'><link name='a'/></group></robot>"
    )
    projects = {str(project.robot): project for project in find_projects(".")}
    assert projects["arm.urdf"].semantics == (Path("arm.srdf"),)
    assert projects["worlds/yard.world"].semantics == ()


def test_a_folder_is_checked_with_its_models_found(here):
    files = {file.name: file for file in check(".").files}
    yard = files["worlds/yard.world"]
    assert (yard.format, yard.partners) == ("sdf", ("models/cart/model.sdf",))
    assert [found for found in yard.diagnostics if found.severity == "error"] == []
    assert yard.needs == ("model 'QQQ'",)


def test_the_report_of_a_world_says_what_it_includes(here):
    included = included_files(read("worlds/yard.world"))
    assert included.counts == {FilePath("models/cart/model.sdf"): 2}
    assert included.missing == ("model://QQQ",)
    assert included.note == ("includes models/cart/model.sdf (2 times); 1 include was not found")


@pytest.mark.parametrize("name", ["models/cart", "models/cart/", "models/cart/model.config"])
def test_the_folder_of_a_model_reads_as_its_newest_file(here, name):
    document = read(name)
    assert document.name == "models/cart/model.sdf"
    assert document.path == Path("models/cart/model.sdf")
    assert document.root.models[0].name == "cart"


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (CONFIG.replace("model.sdf", "QQQ.sdf"), "refers to 'QQQ.sdf', which does not exist"),
        (CONFIG.replace("model.sdf", "../../worlds/yard.world"), "outside of its folder"),
        ("<model/>", "lists no file"),
        ("QQQ", "lists no file"),
    ],
)
def test_a_folder_whose_manifest_leads_nowhere_is_a_sentence(here, config, sentence):
    (here / "models" / "cart" / "model.config").write_text(config)
    with pytest.raises(InputError, match=sentence):
        read("models/cart")


def test_a_folder_without_a_manifest_is_none(here):
    with pytest.raises(InputError, match="worlds is a folder, not a file"):
        read("worlds")


def test_macros_may_make_a_world(here):
    (here / "worlds" / "made.world.xacro").write_text(
        WORLD.replace("<sdf ", '<sdf xmlns:xacro="http://www.ros.org/wiki/xacro" ').replace(
            "<world", '<xacro:property name="x" value="3"/><world'
        )
    )
    report = check("worlds/made.world.xacro")
    assert "models/cart/model.sdf" in report.files[0].partners
    assert [d.code for d in report.diagnostics if d.severity == "error"] == ["D114"]


def test_a_model_of_a_world_is_loaded_as_a_robot(here):
    text = (here / "worlds" / "yard.world").read_text().replace("QQQ", "cart")
    (here / "worlds" / "yard.world").write_text(text)
    with pytest.raises(InputError, match=r"yard.world: it has \d models, .*: choose one, with"):
        bodyplan.load("worlds/yard.world")
    robot = bodyplan.load("worlds/yard.world", model="second")
    assert (robot.name, robot.root_link.name, robot.joint_names) == ("second", "box", ("spin",))
    assert robot.joint("spin").origin.p == (0.0, 0.2, -0.05)


def test_text_has_no_place_to_look_for_models_in():
    assert included_files(read(CART)).note == ""
    assert included_files(read(WORLD)).note == "3 includes were not found"

"""The check of a folder covers MJCF files that are whole models."""

from __future__ import annotations

import os

import pytest

import bodyplan
from bodyplan.cli import main
from bodyplan.description.search._mjcf_models import mjcf_models

GEOM = "<geom size='1'/>"
FILES = {
    "robot.xml": f"<mujoco><include file='parts/arm.xml'/><worldbody>{GEOM}</worldbody></mujoco>",
    "parts/arm.xml": "<mujoco><include file='parts/deep.xml'/><actuator><motor joint='j'/></actuator>"
    "</mujoco>",
    "parts/deep.xml": f"<mujoco><worldbody><body name='b'><joint name='j'/>{GEOM}</body></worldbody>"
    "</mujoco>",
    "parts/classes.xml": "<mujoco><default><geom class='QQQ'/></default></mujoco>",
    "parts/inner.xml": "<mujocoinclude><worldbody/></mujocoinclude>",
    "main.xml": "<mujoco><include file='robot.xml'/></mujoco>",
    "commented.xml": f"<mujoco><!-- <include file='own.xml'/> --><worldbody>{GEOM}</worldbody></mujoco>",
    "own.xml": f"<mujoco><asset><model name='m' file='commented.xml'/></asset><worldbody>{GEOM}"
    "</worldbody></mujoco>",
    "other.xml": "<launch/>",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_parts_that_are_included_or_have_no_world_are_no_models(folder):
    found = mjcf_models(str(folder / name) for name in FILES)
    assert [name.removeprefix(f"{folder}/") for name in found] == [
        "main.xml",
        "commented.xml",
        "own.xml",
    ]


def test_a_part_is_found_in_the_folder_of_the_part_that_includes_it(tmp_path):
    (tmp_path / "parts").mkdir()
    files = {
        "robot.xml": "<mujoco><include file='parts/hand.xml'/></mujoco>",
        "parts/hand.xml": "<mujocoinclude><include file='finger.xml'/></mujocoinclude>",
        "parts/finger.xml": f"<mujoco><worldbody>{GEOM}</worldbody></mujoco>",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in files]
    assert mjcf_models(paths) == (paths[0],)


def test_a_folder_of_models_is_checked(folder, capsys):
    pytest.importorskip("mujoco")
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out == "no problems found in 3 files\n"
    (folder / "own.xml").write_text("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
    (folder / "arm.urdf").write_text("<robot name='r'><link name='a'/></robot>")
    assert main(["check", str(folder)]) == 1
    said = capsys.readouterr().out
    assert "own.xml:1:" in said
    assert "X013 error" in said
    assert "read 1 URDF and 3 MJCF files" in said
    report = bodyplan.check(folder)
    assert [one.code for one in report.diagnostics if one.severity.value == "error"] == ["X013"]


def test_without_mujoco_the_models_are_not_checked(folder, capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "mujoco" else name)
    assert main(["check", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "S893 info 3 MJCF files are not checked: MuJoCo is not installed" in said


def test_fix_says_that_models_are_not_edited(folder, capsys):
    assert main(["fix", str(folder)]) == 2
    assert "has MJCF files only, which bodyplan does not edit" in capsys.readouterr().err


MODEL = "<mujoco><worldbody><body/></worldbody></mujoco>"


@pytest.mark.parametrize(
    ("files", "models"),
    [
        (
            {"bad.xml": MODEL, "z.xml": '<mujocoinclude><include file="bad.xml"/></mujocoinclude>'},
            ["bad.xml"],
        ),
        (
            {
                "a.xml": '<mujoco><include file="b.xml"/></mujoco>',
                "b.xml": '<mujoco><include file="a.xml"/></mujoco>',
            },
            ["a.xml"],
        ),
        ({"a.xml": '<mujoco><include file="a.xml"/></mujoco>'}, ["a.xml"]),
        ({"a.xml": MODEL.replace("<world", " " * (4 << 20) + "<world")}, ["a.xml"]),
    ],
    ids=["by a part that no model includes", "by each other", "by itself", "behind many blanks"],
)
def test_no_file_hides_a_model_that_is_included(tmp_path, files, models):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = mjcf_models(str(tmp_path / name) for name in sorted(files))
    assert [os.path.basename(path) for path in found] == models

"""What a folder lacks is counted apart from errors: packages, and arguments that must be passed."""

from __future__ import annotations

import pytest

from bodyplan import Settings, check, load
from bodyplan.diag import Severity
from bodyplan.diag.report import FileReport, Report
from bodyplan.diag.summary import summary

XACRO = (
    '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">{}<link name="base"/></robot>'
)
FOLDER = XACRO.format(
    '<xacro:arg name="type" default="any_type"/>'
    '<xacro:include filename="parts/$(arg type)/parts.xacro"/>'
)
PACKAGE = XACRO.format('<xacro:include filename="$(find absent_parts)/parts.xacro"/>')
ARGUMENT = XACRO.format('<link name="$(arg side)"/><xacro:arg name="side" default="left"/>')
UNDECLARED = XACRO.format('<link name="$(arg side)"/><link name="$(arg size)"/>')
MESHES = (
    '<robot name="r"><link name="a"><visual><geometry>'
    '<mesh filename="package://absent_meshes/a.stl"/></geometry></visual></link></robot>'
)
WORLD = '<sdf version="1.9"><world name="w"><include><uri>model://sun</uri></include></world></sdf>'
TYPO = XACRO.format('<xacro:arg name="side" default="left"/><link name="$(arg sied)"/>')


@pytest.fixture
def folder(tmp_path):
    def build(**files: str):
        for name, text in files.items():
            (tmp_path / f"{name}.urdf.xacro").write_text(text)
        return tmp_path

    return build


@pytest.mark.parametrize(
    ("text", "code", "need"),
    [
        (PACKAGE, "M122", "package 'absent_parts'"),
        (ARGUMENT, "M103", "argument 'side'"),
        (FOLDER, "M121", "argument 'type'"),
        (UNDECLARED, "M103", "arguments 'side' and 'size'"),
    ],
)
def test_what_is_missing_is_a_warning_in_a_folder_and_an_error_in_a_file(folder, text, code, need):
    top = folder(arm=text)
    (top / "parts" / "type_a").mkdir(parents=True)
    (report,) = check(top).files
    assert report.needs == (need,)
    assert {one.severity for one in report.diagnostics if one.code == code} == {Severity.WARNING}
    alone = check(top / "arm.urdf.xacro")
    assert {one.severity for one in alone.diagnostics if one.code == code} == {Severity.ERROR}
    assert alone.files[0].needs == ()


@pytest.mark.parametrize(
    ("name", "text", "code", "need"),
    [
        ("robot.urdf", MESHES, "R102", "package 'absent_meshes'"),
        ("yard.world", WORLD, "D114", "model 'sun'"),
    ],
)
def test_packages_of_meshes_and_models_of_worlds_are_counted_too(tmp_path, name, text, code, need):
    (tmp_path / name).write_text(text)
    (report,) = check(tmp_path).files
    assert report.needs == (need,)
    assert {one.severity for one in report.diagnostics if one.code == code} == {Severity.WARNING}


def test_a_misspelled_argument_that_is_declared_nowhere_is_an_error_in_a_folder_too(folder):
    (report,) = check(folder(arm=TYPO)).files
    assert report.needs == ()
    assert "M103" in {one.code for one in report.diagnostics if one.severity is Severity.ERROR}


def test_a_severity_of_the_configuration_counts_in_a_folder(folder):
    settings = Settings(severity={"M122": "error"})
    report = check(folder(arm=PACKAGE), settings=settings)
    assert [one.severity for one in report.diagnostics if one.code == "M122"] == [Severity.ERROR]


def test_the_last_line_counts_the_files_that_need_each_package(folder):
    report = check(folder(arm=PACKAGE, leg=PACKAGE.replace('"arm"', '"leg"'), side=ARGUMENT))
    assert summary(report).endswith(
        "; 2 files need package 'absent_parts', 1 file needs argument 'side'"
    )


def test_the_last_line_lists_at_most_five_needs():
    files = tuple(FileReport(f"{n}.xacro", needs=(f"package 'p{n}'",)) for n in range(7))
    assert summary(Report(files)).endswith("1 file needs package 'p4', and 2 more")


def test_an_argument_that_is_used_before_its_declaration_has_its_default(folder):
    text = '<robot name="$(arg n)" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/>'
    top = folder(arm=text + '<xacro:arg name="n" default="tern"/></robot>')
    assert load(top / "arm.urdf.xacro", strict=False).name == "tern"


def test_arguments_without_a_value_are_one_diagnostic_with_the_values_that_files_reveal(folder):
    top = folder(
        arm=XACRO.format(
            "<xacro:if value=\"${'$(arg side)' == 'left'}\"/>"
            '<xacro:include filename="$(arg size)/a.xacro"/>'
        )
    )
    for size in ("large", "small"):
        (top / size).mkdir()
        (top / size / "a.xacro").write_text(XACRO.format(""))
    (top / "tiny").mkdir()  # which has no such file
    found = [one for one in check(top / "arm.urdf.xacro").diagnostics if one.code == "M103"]
    assert [one.message for one in found] == ["arguments 'side' and 'size' are not defined"]
    assert found[0].hint == (
        "pass side:=... (left) and size:=... (large and small); or declare them with a default"
    )


def test_the_default_of_an_argument_reveals_the_values_of_another_one(folder):
    text = """<xacro:arg name="limits" default="config/$(arg type)/limits.yaml"/>
      <xacro:property name="half" value="$(arg type)"/>"""
    top = folder(arm=XACRO.format(text))
    (top / "config" / "ur5").mkdir(parents=True)
    (top / "config" / "ur5" / "limits.yaml").write_text("a: 1")
    (found,) = [one for one in check(top / "arm.urdf.xacro").diagnostics if one.code == "M103"]
    assert found.hint == "pass type:=... (ur5); or declare it with a default"


def test_missing_files_of_one_folder_are_one_diagnostic_that_lists_the_values(folder):
    top = folder(
        arm='<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:arg name="type" default="none"/>'
        + "".join(
            f'<xacro:include filename="$(arg type)/{part}.xacro"/>' for part in ("arm", "hand")
        )
        + '<link name="a"/></robot>'
    )
    for value in ("large", "small"):
        (top / value).mkdir()
    found = [one for one in check(top / "arm.urdf.xacro").diagnostics if one.code == "M121"]
    assert [one.message.endswith("(for 2 files)") for one in found] == [True]
    assert found[0].hint == "pass type:=... (large and small)"


def test_empty_arguments_of_two_arms_are_asked_for_by_their_names(folder):
    load = '<xacro:load type="$(arg {0}_type)" dof="$(arg {0}_dof)"/>'
    names = [f"{side}_{end}" for side in ("left", "right") for end in ("dof", "type")]
    top = folder(
        arm='<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        + "".join(f'<xacro:arg name="{name}" default=""/>' for name in names)
        + '<xacro:macro name="load" params="type dof">'
        '<xacro:include filename="arms/${type}/${dof}dof/arm.xacro"/></xacro:macro>'
        + "".join(load.format(side) for side in ("left", "right"))
        + '<link name="a"/></robot>'
    )
    for value in ("large", "small"):
        (top / "arms" / value).mkdir(parents=True)
    found = [one for one in check(top / "arm.urdf.xacro").diagnostics if one.code == "M121"]
    types = "left_type:=... (large and small), right_type:=... (large and small)"
    assert {one.hint for one in found} == {f"pass {types}, left_dof:=... and right_dof:=..."}


@pytest.mark.parametrize(
    ("name", "hint"),
    [("arm_dex_wrist", None), ("arm_mian", "did you mean 'arm_main.xacro'?")],
)
def test_a_missing_file_is_not_another_part_of_the_same_robot(folder, name, hint):
    top = folder(arm=XACRO.format(f'<xacro:include filename="{name}.xacro"/>'))
    for other in ("arm_main", "arm_gripper", "arm_d435i", "arm_description"):
        (top / f"{other}.xacro").write_text("<robot/>")
    (found,) = [one for one in check(top / "arm.urdf.xacro").diagnostics if one.code == "M121"]
    assert found.hint == hint

"""Files of a folder that make no robot: macro libraries, fragments and other XML files."""

from __future__ import annotations

import pytest

from bodyplan import check
from bodyplan.diag import Severity
from bodyplan.diag.summary import files_line

HEAD = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"{}>'
ROBOT = HEAD.format(' name="arm"') + "{}<link name='base'/></robot>"
WHEEL = (
    HEAD.format("")
    + '<xacro:macro name="wheel" params="side"><link name="${{side}}"/>{}</xacro:macro></robot>'
)


@pytest.fixture
def folder(tmp_path):
    def build(**files: str):
        for name, text in files.items():
            stem, _, ending = name.rpartition("_")
            (tmp_path / f"{stem}.{ending}").write_text(text)
        return tmp_path

    return build


def found_in(folder, code: str) -> list[str]:
    return [one.message for one in check(folder).diagnostics if one.code == code]


def test_a_macro_file_that_no_robot_uses_is_checked_on_its_own(folder):
    top = folder(arm_xacro=ROBOT.format(""), wheel_xacro=WHEEL.format("<link"))
    report = {file.name.rpartition("/")[2]: file for file in check(top).files}["wheel.xacro"]
    assert report.is_library
    assert "X001" in {one.code for one in report.diagnostics}


def test_a_macro_file_that_a_robot_uses_is_not_checked_again(folder):
    call = '<xacro:include filename="wheel.xacro"/><xacro:wheel side="left"/>'
    report = check(folder(arm_xacro=ROBOT.format(call), wheel_xacro=WHEEL.format("")))
    assert [file.is_library for file in report.files] == [False]
    assert files_line(report) == "expanded 1 xacro file; 1 macro file"


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<link name="${sied}"/>', "name 'sied' is not defined in any file of the folder"),
        ('<link name="$(arg a)"/>', "argument 'a' is not defined in any file of the folder"),
        ("<xacro:axle/>", "macro 'axle' is not defined in any file of the folder"),
    ],
)
def test_a_name_that_no_file_of_the_folder_defines_is_reported(folder, inside, message):
    top = folder(arm_xacro=ROBOT.format(""), wheel_xacro=WHEEL.format(inside))
    assert found_in(top, "M207") == [message]


@pytest.mark.parametrize(
    "inside",
    [
        '<link name="${side}${pi}${sin(1)}${xacro.arg(1)}${python.abs(1)}"/>',
        '<link name="${[one for one in range(3)]}${(lambda two: two)(1)}"/>',
        '<link name="${elsewhere}$(arg given)"/><xacro:part/>',
        '<link name="$${side_of_another_language} ${not python"/>',
    ],
)
def test_a_name_that_may_be_defined_is_not_reported(folder, inside):
    other = WHEEL.format("").replace("wheel", "part") + ""
    other = other.replace(
        "<xacro:macro",
        '<xacro:property name="elsewhere" value="1"/><xacro:arg name="given" default=""/><xacro:macro',
    )
    top = folder(arm_xacro=ROBOT.format(""), wheel_xacro=WHEEL.format(inside), part_xacro=other)
    assert found_in(top, "M207") == []


def test_nothing_is_said_of_names_that_a_missing_package_may_define(folder):
    include = '<xacro:include filename="$(find absent)/a.xacro"/><xacro:macro'
    library = WHEEL.format("<xacro:axle/>").replace("<xacro:macro", include)
    report = check(folder(arm_xacro=ROBOT.format(""), wheel_xacro=library))
    found = {one.code: one.severity for one in report.diagnostics}
    assert found == {"M122": Severity.WARNING, "M251": Severity.HINT}


def test_a_part_whose_parent_link_is_in_another_file_is_skipped(folder):
    part = HEAD.format(' name="hand"') + (
        '<link name="hand"/><joint name="j" type="fixed">'
        '<parent link="base"/><child link="hand"/></joint></robot>'
    )
    top = folder(arm_xacro=ROBOT.format(""), hand_xacro=part)
    reports = {file.name.rpartition("/")[2]: file for file in check(top).files}
    assert reports["hand.xacro"].skipped == "a fragment: link 'base' is in arm.xacro"
    assert not reports["hand.xacro"].diagnostics
    assert {one.code for one in check(top / "hand.xacro").diagnostics} >= {"T008"}


def test_a_folder_of_macro_files_only_is_checked(folder):
    report = check(folder(wheel_xacro=WHEEL.format('<link name="${sied}"/>')))
    assert [one.code for one in report.diagnostics] == ["M207"]
    assert files_line(report) == "1 macro file, 1 not used by any robot"


@pytest.mark.parametrize(
    ("condition", "joint", "expected"),
    [
        ("false", '<joint name="j" type="fixed"><parent link="QQQ"/><child link="l"/></joint>', 1),
        ("true", '<joint name="j" type="fixed"><parent link="QQQ"/><child link="l"/></joint>', 0),
        ("false", "", 0),
    ],
)
def test_a_robot_with_errors_that_another_file_never_includes_is_not_passed_over(
    folder, condition, joint, expected
):
    include = f'<xacro:if value="{condition}"><xacro:include filename="part.xacro"/></xacro:if>'
    part = HEAD.format(' name="part"') + f"<link name='l'/>{joint}</robot>"
    report = check(folder(arm_xacro=ROBOT.format(include), part_xacro=part))
    found = [one.where.file.rpartition("/")[2] for one in report.diagnostics if one.code == "S893"]
    assert found == ["part.xacro"] * expected


def test_a_robot_that_only_includes_other_files_is_expanded(folder):
    call = '<xacro:include filename="wheel.xacro"/><link name="${QQQ}"/>'
    top = folder(
        arm_xacro=HEAD.format(' name="arm"')
        + '<xacro:include filename="parts.xacro"/><xacro:include filename="more.xacro"/></robot>',
        parts_xacro=HEAD.format("") + call + "</robot>",
        more_xacro=HEAD.format("") + "</robot>",
        wheel_xacro=WHEEL.format(""),
        tools_xacro=HEAD.format(' name="tools"')
        + '<xacro:include filename="wheel.xacro"/></robot>',
    )
    report = check(top)
    assert [one.code for one in report.diagnostics if one.severity is Severity.ERROR] == ["M101"]
    libraries = {file.name.rpartition("/")[2] for file in report.files if file.is_library}
    assert libraries == {"tools.xacro"}


def test_a_part_is_not_blamed_if_the_robot_that_includes_it_stopped(folder):
    stop = '<xacro:include filename="absent.xacro"/>'
    part = HEAD.format(' name="part"') + "<link name='l'/><joint name='j' type='QQQ'/></robot>"
    last = '<xacro:if value="false"><xacro:include filename="part.xacro"/></xacro:if>'
    report = check(folder(arm_xacro=ROBOT.format(stop + last), part_xacro=part))
    assert [one.code for one in report.diagnostics] == ["M121"]


@pytest.mark.parametrize(
    ("text", "is_skipped"),
    [
        ("<robot><!-- for more parts --></robot>", True),
        ("<robot name='r'/>", False),
        ("<robot><link/></robot>", False),
    ],
)
def test_a_placeholder_is_an_error_only_where_it_is_named(folder, text, is_skipped):
    top = folder(arm_xacro=ROBOT.format(""), empty_urdf=text)
    reports = {file.name.rpartition("/")[2]: file for file in check(top).files}
    assert bool(reports["empty.urdf"].skipped) == is_skipped
    assert bool(reports["empty.urdf"].diagnostics) != is_skipped
    errors = [one.severity is Severity.ERROR for one in check(top / "empty.urdf").diagnostics]
    assert any(errors)

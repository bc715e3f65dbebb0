"""Files checked together with what belongs to them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import jsonschema
import pytest
from tests.growth import lines
from tests.project.layouts import (
    LAYOUTS,
    build,
    controllers,
    kinematics,
    limits,
    package,
    srdf,
    state,
    urdf,
)

import bodyplan
from bodyplan import InputError, Settings, check, read
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.diag.render import render


@pytest.fixture
def arm(tmp_path, monkeypatch):
    """A package with a fault in each of its files, in the current folder."""
    monkeypatch.chdir(tmp_path)
    files = {
        "package.xml": package("arm"),
        "urdf/arm.urdf": urdf("arm", "a", "b", end="  <link/>"),
        "srdf/arm.srdf": srdf("arm", "a", "QQQ"),
        "states/home.xml": state("arm", "a", "QQQ"),
        "config/joint_limits.yaml": limits("a", "QQQ"),
        "config/controllers.yaml": controllers("a", "QQQ"),
        "config/kinematics.yaml": kinematics("all", "QQQ"),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


WITH_ROBOT = {
    "srdf/arm.srdf": ("srdf", ["urdf/arm.urdf"], "S102"),
    "states/home.xml": ("model_state", ["urdf/arm.urdf"], "U504"),
    "config/joint_limits.yaml": ("joint_limits", ["urdf/arm.urdf", "srdf/arm.srdf"], "S811"),
    "config/controllers.yaml": ("controllers", ["urdf/arm.urdf", "srdf/arm.srdf"], "S821"),
    "config/kinematics.yaml": ("kinematics", ["urdf/arm.urdf", "srdf/arm.srdf"], "S841"),
}
"""Format, partners, and the code of the fault that only shows beside the robot."""


def codes(file):
    return {found.code for found in file.diagnostics}


def test_a_folder_is_checked_file_by_file_each_with_its_partners(arm):
    files = {file.name: file for file in check(".").files}
    assert next(iter(files)) == "urdf/arm.urdf"
    assert codes(files["urdf/arm.urdf"]) >= {"X103"}
    assert files["urdf/arm.urdf"].partners == ()
    for name, (format_, partners, code) in WITH_ROBOT.items():
        assert (files[name].format, list(files[name].partners)) == (format_, partners)
        assert code in codes(files[name])


@pytest.mark.parametrize("name", WITH_ROBOT)
def test_a_file_alone_is_checked_with_the_robot_around_it(arm, name):
    _, partners, code = WITH_ROBOT[name]
    (file,) = check(name).files
    assert list(file.partners) == partners
    assert code in codes(file)


@pytest.mark.parametrize("name", WITH_ROBOT)
def test_a_path_is_as_good_as_its_name(arm, name):
    (file,) = check(arm / name).files
    assert [str(arm / partner) for partner in WITH_ROBOT[name][1]] == list(file.partners)


@pytest.mark.parametrize("name", [n for n in WITH_ROBOT if "kinematics" not in n])
@pytest.mark.parametrize("kind", ["path", "bytes", "document", "text"])
def test_a_robot_can_be_given_by_hand(arm, name, kind):
    robot = (arm / "urdf" / "arm.urdf").rename(arm / "urdf" / "other.urdf")
    robot.write_text(urdf("arm", "a", "QQQ"))
    given = {
        "path": robot,
        "bytes": robot.read_bytes(),
        "document": read(robot),
        "text": robot.read_text(),
    }[kind]
    (file,) = check(name, robot=given).files
    assert WITH_ROBOT[name][2] not in codes(file)
    assert len(file.partners) == 1


def test_a_given_robot_holds_for_a_whole_folder(arm):
    robot = urdf("arm", "a", "QQQ")
    report = check(".", robot=robot)
    assert {file.partners for file in report.files if file.format == "srdf"} == {("<string>",)}
    assert "S102" not in {found.code for found in report.diagnostics}


def test_what_is_given_as_robot_must_be_one(arm):
    with pytest.raises(InputError, match="this is not a URDF"):
        check("srdf/arm.srdf", robot="states/home.xml")


def test_text_and_bytes_have_nothing_around_them():
    (file,) = check(srdf("arm", "a").encode()).files
    assert (file.format, file.partners) == ("srdf", ())
    assert "S891" not in codes(file)


def test_a_document_is_checked_with_what_is_around_its_file(arm):
    (file,) = check(read("srdf/arm.srdf")).files
    assert file.partners == ("urdf/arm.urdf",)


def test_the_robot_around_a_document_can_be_asked_for(arm):
    robot = bodyplan.Session().open("srdf/arm.srdf").partner_robot
    assert robot is not None
    assert [joint.name for joint in robot.joints] == ["a", "b"]
    assert bodyplan.Session().open("urdf/arm.urdf").partner_robot is None
    assert bodyplan.Session().open(srdf("arm", "a")).partner_robot is None


def test_without_a_robot_it_is_reported_and_says_what_to_do(tmp_path):
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a"))
    (found,) = check(tmp_path / "arm.srdf").diagnostics
    assert (found.code, str(found.severity)) == ("S891", "info")
    assert found.message == "checked without a robot: no URDF found nearby"
    assert "--robot" in (found.hint or "")


def test_that_there_is_no_robot_can_be_left_out(tmp_path):
    path = tmp_path / "arm.srdf"
    path.write_text(srdf("arm", "a"))
    assert not check(path, settings=Settings(ignore=("S891",))).diagnostics
    path.write_text("<!-- bodyplan: ignore-file S891 -->\n" + srdf("arm", "a"))
    assert not check(path).diagnostics


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<robot name='arm'><link name='base'/>", "it could not be read completely: "),
        ("<robot name='arm'", "no URDF nearby is for a robot 'arm'"),
    ],
)
def test_a_robot_that_breaks_off_is_not_taken_for_the_whole(tmp_path, text, why):
    (tmp_path / "arm.urdf").write_text(text)
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a"))
    file = next(file for file in check(tmp_path).files if file.format == "srdf")
    assert codes(file) <= {"S891"}
    assert file.partners == () or "arm.urdf" in file.partners[0]
    if "end" in why:
        assert why in file.diagnostics[0].message


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_report_of_every_layout_is_valid_json(name, tmp_path):
    build(LAYOUTS[name], tmp_path)
    report = json.loads(render(check(tmp_path), "json"))
    jsonschema.validate(report, schema_of("check"))
    partners = {file["path"]: file.get("partners", []) for file in report["files"]}
    for path, (robot, _) in LAYOUTS[name].expected.items():
        if str(tmp_path / path) in partners and robot is not None and not robot.endswith("xacro"):
            assert partners[str(tmp_path / path)][0] == str(tmp_path / robot)


@pytest.mark.parametrize("form", ["full", "concise", "sarif", "github", "junit"])
def test_every_form_takes_settings(arm, form):
    assert "S811" in render(check("."), form)


def test_the_reader_that_judges_urdf_says_nothing_of_other_files(arm):
    for file in check(".", profile="urdfdom").files:
        assert not codes(file) & {"S891", "S811", "S102"}


# Macros


def test_an_srdf_with_macros_is_checked_with_its_robot(tmp_path):
    build(LAYOUTS["an SRDF with macros"], tmp_path)
    (tmp_path / "urdf" / "arm.urdf").write_text(urdf("arm", "QQQ"))
    for source in (tmp_path, tmp_path / "srdf" / "arm.srdf.xacro"):
        file = check(source).files[-1]
        assert file.partners == (str(tmp_path / "urdf" / "arm.urdf"),)
        assert "S102" in codes(file)


def test_packages_in_the_folder_are_found_by_macros(tmp_path):
    build(LAYOUTS["files of the same name that include each other"], tmp_path)
    report = check(tmp_path)
    assert not {d.code for d in report.diagnostics if d.code.startswith("M1")}
    (file,) = [file for file in report.files if file.format == "srdf"]
    assert file.partners == (str(tmp_path / "m" / "config" / "arm.xacro"),)


@pytest.mark.parametrize(("name", "partners"), [("left_a", 1), ("right_a", 0)])
def test_settings_are_checked_with_what_macros_make_where_they_name_it(tmp_path, name, partners):
    build(LAYOUTS["settings for what macros make"], tmp_path)
    (tmp_path / "config" / "controllers.yaml").write_text(controllers(name, "QQQ"))
    file = next(file for file in check(tmp_path).files if file.format == "controllers")
    assert len(file.partners) == partners
    assert ("S821" in codes(file)) == bool(partners)


# Settings


def test_other_yaml_files_in_a_folder_are_left_out(tmp_path):
    (tmp_path / "arm.urdf").write_text(urdf("arm", "a"))
    (tmp_path / "kinematics.yaml").write_text("joint1: {kinematic: {x: 1.0}}\n")
    (tmp_path / "ci.yaml").write_text("jobs: []\n")
    assert [file.format for file in check(tmp_path).files] == ["urdf"]


def test_named_by_hand_they_are_reported_to_be_none_of_ours(tmp_path):
    path = tmp_path / "ci.yaml"
    path.write_text("jobs: []\n")
    (file,) = check(path).files
    assert file.trouble == (
        f"{path}: this is YAML with 'jobs', not a known ROS 2 parameter file; "
        "known files are joint_limits, controllers, moveit_controllers, kinematics"
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# bodyplan: ignore S811\njoint_limits:\n  x: {}\n  y: {}\n", []),
        ("joint_limits:\n  # bodyplan: ignore S811\n  x: {}\n  y: {}\n", [4]),
        ("joint_limits:\n  x: {}  # bodyplan: ignore\n  y: {}\n", [3]),
        ("joint_limits:\n  x:\n    {}\n  # bodyplan: ignore S811, S803\n\n  # why\n  y: {}\n", [2]),
        ("# bodyplan: ignore-file S8\njoint_limits:\n  x: {}\n  y: {}\n", []),
        ("# bodyplan: ignore S811\njoint_limits: {a: {}}\n", ["X008"]),
        ("joint_limits:\n  x: {}\n# bodyplan: ignore T\n", ["X008", 2]),
    ],
)
def test_comments_suppress_what_follows(tmp_path, text, left):
    path = tmp_path / "joint_limits.yaml"
    path.write_text(text)
    found = check(path, robot=urdf("arm", "a")).diagnostics
    told = [d.code if d.code == "X008" else d.where.line for d in found]
    assert sorted(map(str, told)) == sorted(map(str, left))


# Speed


def test_the_time_grows_with_the_number_of_files(tmp_path):
    def work(count):
        folder = tmp_path / str(count)
        for name in ("urdf", "srdf", "config"):
            (folder / name).mkdir(parents=True)
        (folder / "package.xml").write_text(package("many"))
        for number in range(count):
            joints = [f"r{number}_a", f"r{number}_b"]
            (folder / "urdf" / f"r{number}.urdf").write_text(urdf("same", *joints))
            (folder / "srdf" / f"s{number}.srdf").write_text(srdf("same", *joints))
            (folder / "config" / f"r{number}_joint_limits.yaml").write_text(limits(*joints))
        from bodyplan.description.search.find import survey

        return lines(lambda: survey(str(folder)))

    work(2)  # what is loaded once; of more than 100 robots alike only some are compared
    assert work(400) < 5 * work(100)


def test_each_robot_is_read_once_for_all_that_belongs_to_it(arm, monkeypatch):
    from bodyplan.description import session as module

    names = []
    real = module.read
    monkeypatch.setattr(
        module, "read", lambda name, **o: names.append(str(name)) or real(name, **o)
    )
    time.sleep(0.1)  # a file that was just written may change again within one tick of its clock
    check(".")
    assert names.count("urdf/arm.urdf") == 1
    assert names.count("srdf/arm.srdf") <= 2


def test_the_names_are_public():
    assert {"load", "find_projects", "Project"} <= set(bodyplan.__all__)


def test_a_fix_finds_the_robot_around_the_file_too(tmp_path):
    folder = Path(bodyplan.__file__).parent / "samples" / "arm"
    (tmp_path / "arm.urdf").write_bytes((folder / "arm.urdf").read_bytes())
    text = (folder / "arm.srdf").read_text(encoding="utf-8")
    wrong = text.replace('"pedestal_link"', '"pedestal_lnik"', 1)
    (tmp_path / "arm.srdf").write_text(wrong, encoding="utf-8")
    result = bodyplan.fix(tmp_path / "arm.srdf", unsafe=True)
    assert result.document.to_bytes().decode() == text
    given = bodyplan.fix(wrong, robot=tmp_path / "arm.urdf", unsafe=True)
    assert given.document.to_bytes().decode() == text


def test_a_fix_with_what_is_no_robot_is_refused(tmp_path):
    with pytest.raises(bodyplan.InputError, match="not a URDF"):
        bodyplan.fix("sample:arm.srdf", robot="sample:arm.srdf")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('<xacro:include filename="$(find parts)/arm.xacro"/>', "package 'parts' not found"),
        ('<link name="$(arg side)"/>', "argument 'side' is not defined"),
        ('<link name="${1 +}"/>', "invalid syntax"),
    ],
)
def test_the_reason_why_a_robot_was_not_expanded_is_in_the_file_that_needs_it(
    tmp_path, content, reason
):
    macros = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
    (tmp_path / "arm.urdf.xacro").write_text(
        f'<robot name="arm" {macros}><link name="base"/>{content}</robot>'
    )
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a"))
    file = check(tmp_path / "arm.srdf", robot=None).files[0]
    assert codes(file) == {"S891"}
    assert "xacro expansion failed: " in file.diagnostics[0].message
    assert reason in file.diagnostics[0].message

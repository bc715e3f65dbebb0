"""``bodyplan check`` of folders, and of files that belong to a robot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from tests import lint
from tests.cli.conftest import CLEAN
from tests.cli.test_startup import HEAVY, RUN, loaded
from tests.project.layouts import LAYOUTS, build, limits, package, srdf, state, urdf

from bodyplan.cli.verbs.schema import schema as schema_of

SELECT = ("--select", "S,U5")
ROBOT = urdf("arm", "a")
UNKNOWN = "group 'all': joint 'QQQ' does not exist in robot 'arm'"


@pytest.fixture
def arm(here):
    """A package with an SRDF, a state and settings that each name an unknown joint."""
    for name, text in {
        "arm/package.xml": package("arm"),
        "arm/urdf/arm.urdf": ROBOT,
        "arm/srdf/arm.srdf": srdf("arm", "a", "QQQ"),
        "arm/states/home.xml": state("arm", "a", "QQQ"),
        "arm/config/joint_limits.yaml": limits("a", "QQQ"),
    }.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text)
    return here


def lines(text, word="checked with"):
    return [line for line in text.splitlines() if word in line]


def test_a_folder_says_what_was_checked_with_what_and_why(arm, bodyplan):
    status, out, err = bodyplan("check", "arm", *SELECT)
    assert (status, err) == (1, "")
    assert lines(out) == [
        "arm/srdf/arm.srdf: checked with arm.urdf (same robot name and file name, same package)",
        "arm/states/home.xml: checked with arm.urdf (same robot name, same package)",
        "arm/config/joint_limits.yaml: checked with arm.urdf and arm.srdf (1 name in common, same package)",
    ]
    assert out.index("checked with") < out.index("S102")
    assert UNKNOWN in out


def test_a_clean_folder_has_these_lines_and_one_more(arm, bodyplan):
    (arm / "arm" / "srdf" / "arm.srdf").write_text(srdf("arm", "a"))
    for name in ("states", "config"):
        shutil.rmtree(arm / "arm" / name)
    line = "arm/srdf/arm.srdf: checked with arm.urdf (same robot name and file name, same package)"
    counts = "read 1 URDF and 1 SRDF files"
    expected = f"{line}\nno problems found in 2 files\n{counts}\n"
    assert bodyplan("check", "arm", "--select", "S1") == (0, expected, "")


@pytest.mark.parametrize("form", ["concise", "json", "sarif", "github", "junit"])
def test_the_forms_for_programs_have_no_such_lines(arm, bodyplan, form):
    _, out, err = bodyplan("check", "arm", "--format", form)
    assert "checked with" not in out + err


def test_quiet_leaves_them_out(arm, bodyplan):
    _, out, _ = bodyplan("check", "arm", *SELECT, "--quiet")
    assert not lines(out)
    assert UNKNOWN in out


def test_they_are_dim_where_there_are_colours(arm, bodyplan):
    _, out, _ = bodyplan("check", "arm", "--color", "always")
    assert all(line.startswith("\x1b[2m") for line in lines(out))


def test_json_names_the_partners_and_keeps_to_its_schema(arm, bodyplan):
    _, out, _ = bodyplan("check", "arm", "--json")
    report = json.loads(out)
    jsonschema.validate(report, schema_of("check"))
    assert {file["path"]: file.get("partners") for file in report["files"]} == {
        "arm/urdf/arm.urdf": None,
        "arm/srdf/arm.srdf": ["arm/urdf/arm.urdf"],
        "arm/states/home.xml": ["arm/urdf/arm.urdf"],
        "arm/config/joint_limits.yaml": ["arm/urdf/arm.urdf", "arm/srdf/arm.srdf"],
    }


@pytest.mark.parametrize("name", ["arm/srdf/arm.srdf", "arm/states/home.xml"])
def test_one_file_finds_its_robot(arm, bodyplan, name):
    status, out, _ = bodyplan("check", name, *SELECT)
    assert status == 1
    assert len(lines(out)) == 1
    assert "QQQ" in out


def test_the_same_from_inside_the_folder(arm, bodyplan, monkeypatch):
    monkeypatch.chdir(arm / "arm" / "srdf")
    _, out, _ = bodyplan("check", "arm.srdf", "--json")
    assert json.loads(out)["files"][0]["partners"] == ["../urdf/arm.urdf"]


def test_a_folder_that_is_a_part_finds_the_rest_around_it(arm, bodyplan):
    _, out, _ = bodyplan("check", "arm/srdf", "arm/config", *SELECT)
    assert [line.partition(" (")[0] for line in lines(out)] == [
        "arm/srdf/arm.srdf: checked with arm.urdf",
        "arm/config/joint_limits.yaml: checked with arm.urdf and arm.srdf",
    ]


def test_a_robot_given_by_hand_goes_before_all(arm, bodyplan):
    (arm / "other.urdf").write_text(urdf("arm", "a", "QQQ"))
    status, out, _ = bodyplan("check", "arm", "--robot", "other.urdf", *SELECT, "--ignore", "S5")
    assert (status, lines(out)) == (0, [])
    _, out, _ = bodyplan("check", "arm", "--robot", "other.urdf", "--json")
    assert {tuple(file.get("partners", ())) for file in json.loads(out)["files"]} == {
        (),
        ("other.urdf",),
    }


def test_a_robot_that_is_named_along_is_a_partner(here, bodyplan):
    for name, text in {"x/arm.urdf": ROBOT, "y/arm.srdf": srdf("arm", "a", "QQQ")}.items():
        (here / name).parent.mkdir()
        (here / name).write_text(text)
    assert "S891" in bodyplan("check", "y/arm.srdf")[1]
    status, out, _ = bodyplan("check", "x/arm.urdf", "y/arm.srdf", "--select", "S1,S8")
    assert status == 1
    assert len(lines(out)) == 1


def test_alone_looks_for_nothing(arm, bodyplan):
    status, out, _ = bodyplan("check", "arm", "arm/srdf/arm.srdf", "--alone", *SELECT)
    assert status == 0
    assert not lines(out, "checked")
    assert bodyplan("check", "arm", "--alone", "--robot", "x.urdf") == (
        2,
        "",
        "bodyplan: --alone cannot be combined with --robot\n",
    )


def test_without_a_robot_an_info_says_so(here, bodyplan):
    (here / "arm.srdf").write_text(srdf("arm", "a"))
    status, out, _ = bodyplan("check", "arm.srdf")
    assert status == 0
    assert "S891 info checked without a robot: no URDF found nearby" in out
    assert "hint: name it with --robot, or use --alone" in out


def test_settings_of_no_robot_are_checked_alone(here, bodyplan):
    (here / "joint_limits.yaml").write_text(limits("a"))
    assert bodyplan("check", "joint_limits.yaml") == (
        0,
        "joint_limits.yaml: checked alone (no URDF found nearby)\nno problems found in 1 file\n",
        "",
    )


def test_on_standard_input_nothing_is_around(arm, bodyplan, feed):
    feed(srdf("arm", "a", "QQQ"))
    assert bodyplan("check", "-", "--select", "S1,S8") == (0, "no problems found in 1 file\n", "")
    feed(srdf("arm", "a", "QQQ"))
    assert bodyplan("check", "-", "--robot", "arm/urdf/arm.urdf", "--select", "S1")[0] == 1


def test_a_yaml_problem_has_place_and_line(here, bodyplan):
    (here / "joint_limits.yaml").write_text("joint_limits:\n\ta: {}\n")
    status, out, err = bodyplan("check", "joint_limits.yaml")
    assert (status, err) == (2, "")
    assert "joint_limits.yaml:2:1: S801 error tab in the indentation; YAML requires spaces\n" in out
    assert "    2 | " in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_several_processes_report_the_same(here, bodyplan, jobs):
    for name, layout in LAYOUTS.items():
        build(layout, here / name.replace(" ", "_"))
    alone = bodyplan("check", ".", "--json", "--jobs", "1")
    assert bodyplan("check", ".", "--json", "--jobs", jobs) == alone


def test_the_robot_among_many_of_one_name_does_not_depend_on_the_hashes_of_words():
    folder = Path(lint.__file__).with_name("rules")  # hundreds of robots are called "arm" there
    command = [sys.executable, "-m", "bodyplan", "check", ".", "--select", "S8", "--json"]
    found = {
        subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1
    assert b'"S892"' in found.pop()


def test_files_of_a_folder_come_robot_by_robot(here, bodyplan):
    for robot in ("x", "y"):
        (here / f"{robot}.urdf").write_text(urdf(robot, "a"))
        (here / f"{robot}.srdf").write_text(srdf(robot, "a"))
    (here / "z.srdf").write_text(srdf("z", "q"))
    _, out, _ = bodyplan("check", ".", "--json")
    assert [file["path"] for file in json.loads(out)["files"]] == [
        "x.urdf",
        "x.srdf",
        "y.urdf",
        "y.srdf",
        "z.srdf",
    ]


def test_a_file_that_is_named_twice_is_checked_once(arm, bodyplan):
    _, out, _ = bodyplan("check", "arm", "arm/srdf/arm.srdf", "arm/srdf", "--json")
    paths = [file["path"] for file in json.loads(out)["files"]]
    assert len(paths) == len(set(paths)) == 4


def test_a_folder_that_cannot_be_read_ends_with_2_and_the_rest_is_checked(
    arm, bodyplan, monkeypatch
):
    import os

    (arm / "arm" / "closed").mkdir()
    real = os.scandir

    def scandir(path="."):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    status, out, err = bodyplan("check", "arm", "--select", "S1")
    assert status == 2
    assert "S102" in out
    assert err == "bodyplan: the folder arm/closed cannot be read: permission denied\n"


def test_a_folder_may_hold_nothing(here, bodyplan):
    (here / "empty").mkdir()
    status, out, err = bodyplan("check", "empty")
    assert (status, out, err.count("\n")) == (2, "", 1)
    (here / "empty" / "kinematics.yaml").write_text("a: 1\n")
    status, out, err = bodyplan("check", "empty")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_other_verbs_still_take_the_urdf_files_of_a_folder(arm, bodyplan):
    assert bodyplan("fmt", "arm", "--check")[0] in {0, 1}
    assert bodyplan("fix", "arm", "--check")[0] in {0, 1}


def test_a_file_of_another_kind_is_skipped_and_ends_nothing(tmp_path, bodyplan, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("arm.urdf", CLEAN),
        ("part.sdf", "<plugin name='p' filename='q'/>"),
        ("typo.urdf", "<robt name='r'><link name='a'/></robt>"),
        ("other.xml", "<robot><body axis='0'/></robot>"),
    ):
        (tmp_path / name).write_text(text)
    status, out, err = bodyplan("check", ".")
    assert status == 2  # for the typo
    assert "part.sdf: skipped: its root element <plugin> is not that of a robot description" in out
    assert "typo.urdf: unknown root element <robt>" in err
    assert "other.xml" not in out
    assert out.splitlines()[-1] == "read 1 URDF file; skipped 1 file"


def test_fix_covers_what_check_covers(tmp_path, bodyplan, monkeypatch):
    monkeypatch.chdir(tmp_path)
    xacro = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"{}>{}</robot>'
    old = '<link name="a"/><if value="0"><link name="b"/></if>'
    for name, text in (
        ("arm.urdf", CLEAN),
        ("made.xacro", xacro.format(' name="m"', old)),
        ("library.xacro", xacro.format("", f'<xacro:macro name="m" params="">{old}</xacro:macro>')),
        ("part.sdf", "<plugin name='p' filename='q'/>"),
        ("joint_limits.yaml", "joint_limits: {}"),
    ):
        (tmp_path / name).write_text(text)
    reported = json.loads(bodyplan("check", ".", "--json")[1])["files"]
    fixable = {
        file["path"] for file in reported for one in file["diagnostics"] if one["fix"] is not None
    }
    _, _, err = bodyplan("fix", ".", "--unsafe", "--check")
    assert {line.partition(":")[0] for line in err.splitlines() if "would be fixed:" in line} == (
        fixable
    )
    assert fixable >= {"library.xacro", "made.xacro"}


def test_programs_get_the_reasons_too(tmp_path, bodyplan, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part.sdf").write_text("<plugin/>")
    (tmp_path / "arm.xacro").write_text(
        '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:include filename="$(find absent)/a.xacro"/><link name="a"/></robot>'
    )
    files = {
        file["path"]: file for file in json.loads(bodyplan("check", ".", "--json")[1])["files"]
    }
    assert files["arm.xacro"]["needs"] == ["package 'absent'"]
    assert files["part.sdf"]["skipped"].startswith("its root element <plugin>")


# Start-up


@pytest.mark.parametrize("words", [["check", "arm.srdf"], ["check", "."]], ids=" ".join)
def test_pairing_loads_nothing_heavy(tmp_path, words):
    (tmp_path / "arm.urdf").write_text(CLEAN)
    (tmp_path / "arm.srdf").write_text('<robot name="r"/>')
    found = loaded(RUN.format(words=[*words, "--select", "X"]), cwd=tmp_path)
    assert not found & (HEAVY | {"yaml"})


def test_a_urdf_alone_loads_nothing_of_projects(tmp_path):
    (tmp_path / "arm.urdf").write_text(CLEAN)
    found = loaded(RUN.format(words=["check", "arm.urdf"]), cwd=tmp_path)
    rooms = {name for name in found if name.startswith(("bodyplan.description.", "bodyplan.jobs."))}
    of_description = {"checker", "configuration", "description", "folder_kinds", "session"}
    own = {"jobs.check", *(f"description.{name}" for name in of_description)}
    assert rooms == {f"bodyplan.{name}" for name in own}
    assert not any(
        name.startswith(("bodyplan.formats.s", "bodyplan.resources"))
        for name in found - {"bodyplan.formats.source"}
    )

"""The verb fix: what is written where, and what is said about it."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys

import pytest
from tests.cli.conftest import CLEAN, ERROR, WARNING

SAFE = """<robot name="r">
  <link name="a"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
  <link name="b">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <joint name="j" type="continuous">
    <parent link="a"/>
    <child link="b"/>
    <axis xyz="0 0 2"/>
  </joint>
</robot>
"""
"""One safe fix, of J202, in line 12, column 16."""
SAFE_FIXED = SAFE.replace("0 0 2", "0 0 1")
UNSAFE_FIXED = WARNING.replace("90 0 0", "1.5707963267948966 0 0")


@pytest.fixture
def robot(here):
    """A robot with one safe fix."""
    path = here / "arm.urdf"
    path.write_text(SAFE)
    return path


def test_the_file_itself_is_fixed(robot, bodyplan):
    assert bodyplan("fix", "arm.urdf") == (
        0,
        "",
        "arm.urdf:12:16: J202 fixed: Scale the axis to length 1\narm.urdf: 1 fixed, none left\n",
    )
    assert robot.read_text() == SAFE_FIXED


def test_nothing_is_written_when_nothing_changes(here, bodyplan):
    path = here / "clean.urdf"
    path.write_text(CLEAN)
    os.utime(path, (1, 1))
    node = path.stat().st_ino
    assert bodyplan("fix", "clean.urdf") == (0, "", "clean.urdf: nothing to fix\n")
    assert (path.stat().st_mtime, path.stat().st_ino) == (1, node)


def test_permissions_are_kept(robot, bodyplan):
    robot.chmod(0o640)
    assert bodyplan("fix", robot)[0] == 0
    assert robot.read_text() == SAFE_FIXED
    assert stat.S_IMODE(robot.stat().st_mode) == 0o640


def test_only_the_bytes_of_the_fix_change(robot, bodyplan):
    data = SAFE.replace("\n", "\r\n").replace('name="r"', "name = 'r'").encode()
    robot.write_bytes(data)
    bodyplan("fix", "arm.urdf")
    assert robot.read_bytes() == data.replace(b"0 0 2", b"0 0 1")


def test_unsafe_fixes_are_made_on_demand(here, bodyplan):
    path = here / "arm.urdf"
    path.write_text(WARNING)
    assert bodyplan("fix", "arm.urdf") == (
        0,
        "",
        "arm.urdf: nothing fixed, 1 diagnostic remains, it can be fixed with --unsafe\n",
    )
    assert path.read_text() == WARNING
    assert bodyplan("fix", "--unsafe", "arm.urdf") == (
        0,
        "",
        "arm.urdf:5:30: J112 fixed: Convert degrees to radians\narm.urdf: 1 fixed, none left\n",
    )
    assert path.read_text() == UNSAFE_FIXED


def test_what_cannot_be_fixed_decides_the_exit_status(here, bodyplan):
    (here / "a.urdf").write_text(ERROR)
    assert bodyplan("fix", "a.urdf")[0] == 1
    assert bodyplan("fix", "a.urdf", "--ignore", "X")[0] == 0
    (here / "a.urdf").write_text(WARNING)
    assert bodyplan("fix", "a.urdf")[0] == 0
    assert bodyplan("fix", "a.urdf", "--fail-on", "warning")[0] == 1


def test_only_what_is_selected_is_fixed(robot, bodyplan):
    bodyplan("fix", "arm.urdf", "--ignore", "J2")
    assert robot.read_text() == SAFE
    bodyplan("fix", "arm.urdf", "--select", "J202")
    assert robot.read_text() == SAFE_FIXED


def test_the_result_can_go_to_another_file(robot, here, bodyplan):
    status, out, _ = bodyplan("fix", "arm.urdf", "-o", "new.urdf")
    assert (status, out) == (0, "")
    assert (here / "new.urdf").read_text() == SAFE_FIXED
    assert robot.read_text() == SAFE
    (here / "clean.urdf").write_text(CLEAN)
    bodyplan("fix", "clean.urdf", "-o", "copy.urdf")
    assert (here / "copy.urdf").read_text() == CLEAN


def test_the_result_can_go_to_standard_output(robot, bodyplan):
    status, out, err = bodyplan("fix", "arm.urdf", "-o", "-", "--quiet")
    assert (status, out, err) == (0, SAFE_FIXED, "")
    assert robot.read_text() == SAFE


def test_the_robot_of_an_srdf_may_come_from_standard_input(here, bodyplan, feed):
    (here / "arm.srdf").write_text(
        '<robot name="r"><group name="g"><link name="gone"/></group></robot>'
    )
    feed('<robot name="r"><link name="a"/></robot>')
    status, out, err = bodyplan("fix", "arm.srdf", "--robot", "-", "--json", "--check")
    assert (status, err) == (0, "")
    (found,) = json.loads(out)["files"][0]["remaining"]
    assert found["message"] == "group 'g': link 'gone' does not exist in robot 'r'"


def test_standard_input_goes_to_standard_output(bodyplan, feed):
    feed(SAFE)
    status, out, err = bodyplan("fix", "-")
    assert (status, out) == (0, SAFE_FIXED)
    assert err.startswith("<stdin>:12:16: J202 fixed: ")


def test_samples_stay_as_they_are(bodyplan):
    assert bodyplan("fix", "sample:arm") == (
        2,
        "",
        "bodyplan: sample:arm is part of bodyplan; use -o FILE or --diff\n",
    )
    assert bodyplan("fix", "sample:arm", "--check")[0] == 0


def test_check_says_so_by_its_exit_status_and_writes_nothing(robot, here, bodyplan):
    status, out, err = bodyplan("fix", "--check", "arm.urdf")
    assert (status, out) == (1, "")
    assert err == (
        "arm.urdf:12:16: J202 would be fixed: Scale the axis to length 1\n"
        "arm.urdf: 1 would be fixed, none left\n"
    )
    assert robot.read_text() == SAFE
    (here / "error.urdf").write_text(ERROR)
    assert bodyplan("fix", "--check", "error.urdf")[0] == 0


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
@pytest.mark.parametrize("name", ["arm.urdf", "my arm.urdf", "sub/arm.urdf"])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace('name="j"', 'name="a\u2028b\x85c"'),
    ],
    ids=["plain", "no newline at the end", "Windows", "odd line ends"],
)
def test_the_differences_are_what_patch_takes(here, bodyplan, name, change):
    path = here / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(change(SAFE).encode())
    status, out, err = bodyplan("fix", "--diff", "--quiet", path)
    assert (status, err) == (1, "")
    assert path.read_bytes() == change(SAFE).encode()
    command = ["patch", "--binary", "-p1"]
    subprocess.run(command, input=out.encode(), cwd=here, check=True, capture_output=True)
    assert path.read_bytes() == change(SAFE_FIXED).encode()


def test_no_differences_are_no_output(here, bodyplan):
    (here / "clean.urdf").write_text(CLEAN)
    assert bodyplan("fix", "--diff", "clean.urdf") == (0, "", "clean.urdf: nothing to fix\n")


def test_quiet_says_nothing(robot, bodyplan):
    assert bodyplan("fix", "--quiet", "arm.urdf") == (0, "", "")
    assert robot.read_text() == SAFE_FIXED


def test_several_files_get_a_line_for_all(robot, here, bodyplan):
    (here / "b.urdf").write_text(WARNING)
    (here / "c.urdf").write_text(CLEAN)
    assert bodyplan("fix", ".") == (
        0,
        "",
        (
            "arm.urdf:12:16: J202 fixed: Scale the axis to length 1\n"
            "arm.urdf: 1 fixed, none left\n"
            "3 files: 1 fixed in 1 file, 1 diagnostic remains\n"
        ),
    )


def test_a_file_that_is_none_does_not_keep_the_others(robot, here, bodyplan):
    (here / "aaa.urdf").write_text("")
    status, _, err = bodyplan("fix", "aaa.urdf", "none.urdf", "arm.urdf")
    assert status == 2
    assert robot.read_text() == SAFE_FIXED
    assert err == (
        "bodyplan: aaa.urdf: the file is empty\n"
        "bodyplan: none.urdf does not exist\n"
        "arm.urdf:12:16: J202 fixed: Scale the axis to length 1\n"
        "arm.urdf: 1 fixed, none left\n"
        "3 files: 1 fixed in 1 file, none left, 2 files could not be fixed\n"
    )


def test_a_read_only_file_stays(robot, bodyplan):
    robot.chmod(0o444)
    assert bodyplan("fix", "arm.urdf", "--quiet") == (
        2,
        "",
        (
            "bodyplan: cannot write arm.urdf: the file is read-only; "
            "--force writes it, and keeps it read-only\n"
        ),
    )
    assert robot.read_text() == SAFE


def test_a_problem_of_the_disk_leaves_the_old_file(robot, here, bodyplan, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    assert bodyplan("fix", "arm.urdf", "--quiet") == (
        2,
        "",
        "bodyplan: cannot write arm.urdf: no space left on device\n",
    )
    assert robot.read_text() == SAFE
    assert [path.name for path in here.iterdir()] == ["arm.urdf"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "sub/x.urdf", "arm.urdf"], "cannot write sub/x.urdf: folder sub does not exist"),
        (["-o", ".", "arm.urdf"], "cannot write .: it is a folder"),
        (
            ["-o", "x.urdf", "arm.urdf", "b.urdf"],
            "-o x.urdf names a file, but there are several results; name a folder, such as x.urdf/",
        ),
        (["-", "--robot", "-"], "standard input can be read only once"),
        (
            ["--limit", "max_bytes", "arm.urdf"],
            "--limit: expected NAME=VALUE with an integer, got 'max_bytes'",
        ),
    ],
)
def test_wrong_use_is_a_sentence(robot, bodyplan, words, sentence):
    assert bodyplan("fix", *words)[::2] == (2, f"bodyplan: {sentence}\n")
    assert robot.read_text() == SAFE


def test_a_fix_that_brings_errors_is_taken_back_and_reported(robot, bodyplan, monkeypatch):
    from bodyplan.diag import Fix
    from bodyplan.lint import fix as fixing
    from bodyplan.text import Edit

    at = SAFE.index('<child link="b"/>')  # what every joint needs
    real = fixing.check_document

    def with_a_bad_fix(document, *rest, **options):
        found = real(document, *rest, **options)
        for diagnostic in found:
            if diagnostic.code == "J202":
                diagnostic._fix = Fix("Drop the child", (Edit(at, at + 17, ""),), "safe")
        return found

    monkeypatch.setattr(fixing, "check_document", with_a_bad_fix)
    status, _, err = bodyplan("fix", "arm.urdf")
    assert status == 0
    assert robot.read_text() == SAFE
    lines = err.splitlines()
    assert lines[0].startswith(
        "arm.urdf:12:16: J202 not fixed, the fix would introduce new errors: "
    )
    assert lines[1] == "arm.urdf: nothing fixed, 1 diagnostic remains"


def test_the_file_is_whole_at_every_moment(robot, spawn, monkeypatch):
    """The old file stays until the new one is complete: another name, then one step."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bodyplan", "fix", "arm.urdf"],
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0
    assert robot.read_text() == SAFE_FIXED
    assert [path.name for path in robot.parent.iterdir()] == ["arm.urdf"]


# For programs


def test_what_was_fixed_is_reported_as_json(here, bodyplan):
    (here / "a.urdf").write_text(SAFE)
    (here / "b.urdf").write_text(WARNING)
    status, out, err = bodyplan("fix", "a.urdf", "b.urdf", "none.urdf", "--json")
    assert (status, err) == (2, "bodyplan: none.urdf does not exist\n")
    a, b, none = json.loads(out)["files"]
    assert (a["path"], a["changed"], a["written"]) == ("a.urdf", True, True)
    assert [one["fix"]["safety"] for one in a["fixed"]] == ["safe"] * len(a["fixed"])
    assert (here / "a.urdf").read_text() != SAFE
    assert (b["changed"], b["written"], b["fixed"]) == (False, False, [])
    assert [(one["code"], one["line"], one["fix"]["safety"]) for one in b["remaining"]] == [
        ("J112", 5, "unsafe")
    ]
    assert none["trouble"] == "none.urdf does not exist"


def test_json_of_what_would_be_fixed_says_that_nothing_is_written(here, bodyplan):
    (here / "a.urdf").write_text(SAFE)
    status, out, _ = bodyplan("fix", "a.urdf", "--json", "--check")
    (a,) = json.loads(out)["files"]
    assert (status, a["changed"], a["written"]) == (1, True, False)
    assert (here / "a.urdf").read_text() == SAFE


@pytest.mark.parametrize("words", [["a.urdf", "--diff"], ["a.urdf", "-o", "-"], ["-"]], ids=str)
def test_json_and_a_file_do_not_both_go_to_standard_output(here, bodyplan, feed, words):
    (here / "a.urdf").write_text(SAFE)
    feed(SAFE)
    assert bodyplan("fix", "--json", *words) == (
        2,
        "",
        "bodyplan: --json already uses standard output; use -o FILE or --in-place\n",
    )


def test_a_robot_in_millimetres_is_scaled_with_its_meshes_or_not_at_all(here, bodyplan):
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box((60.0, 60.0, 200.0)).export(here / "arm.stl")
    text = """<robot name="r"><link name="base"/><link name="arm"><visual><origin xyz="0 0 100"/>
    <geometry><mesh filename="arm.stl"/></geometry></visual></link><joint name="j" type="fixed">
    <origin xyz="0 0 250"/><parent link="base"/><child link="arm"/></joint></robot>"""
    (here / "r.urdf").write_text(text)
    _, _, err = bodyplan("fix", "r.urdf", "--unsafe")
    assert (here / "r.urdf").read_text() == text
    assert "nothing fixed" in err
    assert "bodyplan fix --unsafe --meshes" in bodyplan("check", "r.urdf")[1]
    bodyplan("fix", "r.urdf", "--unsafe", "--meshes")
    fixed = (here / "r.urdf").read_text()
    assert 'xyz="0 0 0.1"' in fixed
    assert 'xyz="0 0 0.25"' in fixed
    assert 'scale="0.001 0.001 0.001"' in fixed

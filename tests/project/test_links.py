"""Symbolic links in a folder, and files that cannot be looked at: the other files are checked."""

from __future__ import annotations

import os

import pytest
from tests.hostile.folders import URDF, robot, write
from tests.hostile.semantics import group, inside

import bodyplan
from bodyplan.description.search import _macros as macros
from bodyplan.description.search import members

SRDF = inside(group("arm", '<chain base_link="l0" tip_link="l2"/>'))
SECRET = b'<robot name="r"><link name="QQQ"/><QQQ/></robot>'


@pytest.fixture
def outside(tmp_path):
    """A file beside the folder that is checked."""
    write(tmp_path, "outside/secret.urdf", SECRET)
    return tmp_path / "outside/secret.urdf"


@pytest.fixture
def inner(tmp_path):
    """The folder that is checked."""
    robot(tmp_path, "in/")
    return tmp_path / "in"


def found(folder, code):
    return [one for one in bodyplan.check(folder).diagnostics if one.code == code]


@pytest.mark.parametrize(
    "name", ["a.urdf", "a.srdf", "a.sdf", "a.world", "a.xacro", "a.xml", "a_joint_limits.yaml"]
)
@pytest.mark.parametrize("target", ["secret.urdf", "nothing", "loop", "fifo", "/dev/zero"])
def test_a_link_out_of_the_folder_is_reported_and_not_followed(name, target, inner, outside):
    (outside.parent / "loop").symlink_to("loop")
    os.mkfifo(outside.parent / "fifo")
    (inner / "deep").mkdir()
    link = inner / "deep" / name
    link.symlink_to(outside.parent / target)
    (one,) = found(inner, "S893")
    assert one.message == f"not checked: symbolic link to {os.path.realpath(link)}, outside {inner}"
    assert one.where.file == str(link)
    assert (one.severity.value, one.hint) == (
        "warning",
        "name the file on the command line to check it",
    )
    assert not any("QQQ" in str(one) for one in bodyplan.check(inner).diagnostics)


def test_a_link_through_a_link_to_a_folder_does_not_lead_out(inner, outside):
    (inner / "way").symlink_to(outside.parent)
    (inner / "a.urdf").symlink_to("way/secret.urdf")
    assert len(found(inner, "S893")) == 1


def test_a_link_inside_the_folder_is_followed(inner):
    write(inner, "b/b.urdf", SECRET)
    (inner / "a.urdf").symlink_to("b/b.urdf")
    names = [os.path.basename(file.name) for file in bodyplan.check(inner).files]
    assert {"a.urdf", "b.urdf"} <= set(names)
    assert found(inner, "S893") == []


def test_the_folder_itself_may_be_a_link(inner, tmp_path):
    (tmp_path / "link").symlink_to(inner)
    (inner / "a.urdf").symlink_to("r.urdf")
    assert found(tmp_path / "link", "S893") == []


def test_a_folder_of_links_that_lead_out_is_no_empty_folder(outside, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.urdf").symlink_to(outside)
    assert len(found(tmp_path / "in", "S893")) == 1


def test_a_link_that_is_named_is_followed(inner, outside):
    (inner / "a.urdf").symlink_to(outside)
    assert any("QQQ" in str(one) for one in bodyplan.check(inner / "a.urdf").diagnostics)


@pytest.mark.parametrize("name", ["r.srdf", "joint_limits.yaml"])
def test_the_robot_of_a_file_is_no_link_out_of_its_folder(name, inner, outside):
    for other in ("r.urdf", "m.urdf.xacro"):
        (inner / other).unlink()
    (inner / "r.urdf").symlink_to(outside)
    for named in (inner, inner / name):
        (file,) = [file for file in bodyplan.check(named).files if file.name == str(inner / name)]
        assert file.partners == ()
    (reason,) = [one.message for one in found(inner / "r.srdf", "S891")]
    assert reason.endswith("r.urdf is a symbolic link out of its folder and was not followed")


def test_the_setup_assistant_names_no_link_out_of_its_package(inner, outside):
    write(inner, "package.xml", b"<package><name>p</name></package>")
    write(inner, "config/x.srdf", SRDF)
    said = b"moveit_setup_assistant_config:\n  URDF:\n    package: q\n    relative_path: u/a.urdf\n"
    write(inner, ".setup_assistant", said)
    write(inner.parent, "q/package.xml", b"<package><name>q</name></package>")
    write(inner.parent, "q/u/b.urdf", URDF)
    link = inner.parent / "q/u/a.urdf"
    for target, is_followed in ((outside, False), ("b.urdf", True)):
        link.symlink_to(target)
        files = {file.name: file.partners for file in bodyplan.check(inner).files}
        assert (str(link) in files[str(inner / "config/x.srdf")]) is is_followed
        link.unlink()


@pytest.mark.parametrize("verb", [["fix", "--check"], ["fmt", "--check"], ["where"], ["check"]])
def test_each_verb_says_which_file_it_skips(verb, inner, outside, monkeypatch, capfd):
    from bodyplan.cli import main

    (inner / "a\n.urdf").symlink_to(outside)
    monkeypatch.chdir(inner.parent)
    main([*verb, "in"])
    out, err = capfd.readouterr()
    assert f"symbolic link to {outside}" in out + err
    assert "QQQ" not in out
    assert "a\n" not in out + err


@pytest.mark.parametrize(
    ("module", "function", "victim", "unchecked"),
    [
        (members, "root_element_of", "r.srdf", ["r.srdf"]),
        (members, "root_element_of", "r.urdf", ["r.urdf"]),
        (macros, "_outline", "m.urdf.xacro", ["m.urdf.xacro"]),
        (members, "tokens", "joint_limits.yaml", ["joint_limits.yaml"]),
        (members, "joint_names", "r.urdf", ["r.urdf"]),
        (members, "group_names", "r.srdf", ["joint_limits.yaml"]),
    ],
)
def test_a_file_whose_robot_cannot_be_looked_for_leaves_the_others_alone(
    module, function, victim, unchecked, inner, monkeypatch
):
    whole = getattr(module, function)

    def fails(path):
        if os.path.basename(path) == victim:
            raise IndexError
        return whole(path)

    monkeypatch.setattr(module, function, fails)
    report = bodyplan.check(inner)
    broken = [one for one in report.diagnostics if one.code == "X012"]
    assert [os.path.basename(one.where.file) for one in broken] == unchecked
    assert report.exit_code() == 1
    names = {os.path.basename(file.name) for file in report.files}
    assert names >= {"r.urdf", "r.srdf", "state.xml", "joint_limits.yaml", "m.urdf.xacro"}

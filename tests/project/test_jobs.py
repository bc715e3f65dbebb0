"""One function per verb at the top level: each accepts what ``read`` accepts, and writes nothing."""

from __future__ import annotations

import pydoc
import re

import pytest

import bodyplan
from bodyplan.edit.sdf_naming import RenamingError
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError

URDF = """<robot name="arm"><link name="base"/>
<link name="hand"><inertial><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry><mesh filename="meshes/hand.stl"/></geometry></visual></link>
<joint name="wrist" type="revolute"><parent link="base"/><child link="hand"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
SRDF = '<robot name="arm"><group name="g"><joint name="wrist"/></group></robot>'
SDF = '<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>'
XACRO = """<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="name" default="arm"/><link name="${'ba' + 'se'}"/></robot>"""

VERBS = {
    "check": bodyplan.check,
    "fix": bodyplan.fix,
    "show": bodyplan.robot_report,
    "fk": bodyplan.Robot.forward_kinematics,
    "collisions": bodyplan.collision.contacts,
    "spheres": bodyplan.fit_spheres,
    "simplify": bodyplan.simplify,
    "workspace": bodyplan.workspace,
    "inertia": bodyplan.inertia_report,
    "where": bodyplan.where,
    "bundle": bodyplan.bundle,
    "fmt": bodyplan.format,
    "rename": bodyplan.rename,
    "convert": bodyplan.convert,
    "diff": bodyplan.diff,
    "srdf": bodyplan.draft_srdf,
    "expand": bodyplan.expand,
    "view": bodyplan.view,
    "render": bodyplan.render,
}
"""The function of each verb; ``bodyplan.inertia`` is a package, so its function has another name."""
OF_THE_COMMAND = {"explain", "schema", "doctor", "completion"}
"""Verbs about bodyplan itself."""


def test_every_verb_has_a_function(capsys):
    from bodyplan.cli import main

    main(["--help"])
    verbs = re.findall(r"^  (\w+)  ", capsys.readouterr().out, re.MULTILINE)
    assert set(verbs) == {*VERBS, *OF_THE_COMMAND}
    assert all(callable(function) and function.__doc__ for function in VERBS.values())


def test_a_description_is_laid_out():
    document = bodyplan.format(URDF, indent=4)
    assert isinstance(document, Document)
    assert '\n    <link name="base"/>\n' in document.source.text
    assert bodyplan.format(document, indent=4) is document
    with pytest.raises(EditError):
        bodyplan.format("<robot name='r'><link")


def test_a_file_with_macros_is_expanded():
    expansion = bodyplan.expand(XACRO, arguments={"name": "left"})
    assert 'name="left"' in expansion.text
    assert '<link name="base"/>' in expansion.text
    broken = bodyplan.expand(XACRO.replace("'ba'", "QQQ"))
    assert broken.text is None
    assert broken.problems
    assert bodyplan.expand("<robot><link").problems[0].kind == "syntax"
    with pytest.raises(bodyplan.InputError, match="is urdf, not xacro"):
        bodyplan.expand(bodyplan.read(URDF))


def test_a_name_changes_in_all_files_that_are_given():
    renamed = bodyplan.rename(URDF, "joint", "wrist", "elbow")
    document = renamed.document
    assert (renamed.before.to_bytes(), renamed.count) == (URDF.encode(), 1)
    assert document.root.joint("elbow").child == "hand"
    robot, semantics = bodyplan.rename([URDF, bodyplan.read(SRDF)], "joint", "wrist", "elbow")
    assert robot.document.root.joint("elbow")
    assert semantics.document.root.group("g").joints[0].name == "elbow"
    model = bodyplan.rename(SDF, "link", "a", "b")
    assert model.document.root.model("m").link("b")


@pytest.mark.parametrize(
    ("source", "kind", "old", "new", "message"),
    [
        (URDF, "joint", "wrst", "elbow", "unknown joint 'wrst'; did you mean 'wrist'"),
        (
            URDF,
            "joint",
            "wrist",
            " ",
            "the new name of the joint must not be empty",
        ),
        (URDF, "joint", "wrist", "wrist", "'wrist' is both the old and the new name"),
        (URDF, "link", "base", "hand", "hand"),
        (URDF, "frame", "base", "b", "is not SDFormat; only SDFormat has frames"),
        (SDF, "group", "a", "b", "is SDFormat; a group cannot be renamed there"),
        (XACRO, "link", "base", "b", "is xacro, which may compose names; rename in the output"),
    ],
)
def test_a_name_that_cannot_be_given_is_an_error_that_says_why(source, kind, old, new, message):
    with pytest.raises(RenamingError, match=message):
        bodyplan.rename(source, kind, old, new)


def test_sdformat_is_converted_to_another_version():
    done = bodyplan.convert(SDF, "sdf1.7")
    assert done.document.root.version == "1.7"
    assert bodyplan.convert(SDF, "sdf").document.root.version == "1.12"
    with pytest.raises(ValueError, match=r"unknown format 'usd'; expected mjcf, sdf, urdf, or a"):
        bodyplan.convert(SDF, "usd")
    with pytest.raises(ValueError, match=r"unknown SDFormat version 9.9"):
        bodyplan.convert(SDF, "sdf9.9")


def test_the_workspace_of_a_robot_or_a_file_is_sampled():
    pytest.importorskip("numpy")
    found = bodyplan.workspace(URDF, count=10)
    assert found.frame == "hand"
    again = bodyplan.workspace(bodyplan.load(URDF), "hand", count=10)
    assert (found.points == again.points).all()


def test_the_files_of_a_description_are_looked_up(tmp_path):
    (tmp_path / "arm.urdf").write_text(URDF)
    (one,) = bodyplan.where(tmp_path / "arm.urdf").resources
    assert one.uri == "meshes/hand.stl"


def test_the_inertia_of_a_file_is_reported_without_reading_it_first():
    report = bodyplan.inertia_report(URDF, with_density=False)
    assert [link.name for link in report.links] == ["base", "hand"]


def test_the_help_of_the_package_is_a_page_with_an_example():
    page = pydoc.render_doc(bodyplan, renderer=pydoc.plaintext)
    for name in ("bodyplan.load", "document.root.joint", "robot.poses", "import bodyplan"):
        assert name in page
    listed = re.findall(r"^[A-Z][\w ]+: (.*)$", bodyplan.__doc__, re.MULTILINE)
    names = [name for line in listed for name in line.split(", ")]
    assert all(getattr(bodyplan, name) is not None for name in names)
    functions = {name for name in bodyplan.__all__ if name[0].islower()}
    assert functions <= set(names)


def test_the_error_for_a_function_that_does_not_exist_suggests_a_near_name():
    with pytest.raises(AttributeError, match="has no attribute 'forrmat'; did you mean 'format'"):
        _ = bodyplan.forrmat

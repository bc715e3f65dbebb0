"""The verb rename: what changes, where it goes, and what is said of wrong names."""

from __future__ import annotations

from pathlib import Path

import pytest

ARM = """<robot name="r">
  <material name="steel"><color rgba="1 1 1 1"/></material>
  <link name="a"><visual><geometry><sphere radius="1"/></geometry><material name="steel"/></visual></link>
  <link name="b"/> <!-- a and b -->
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
  <gazebo reference="a"><kp>1</kp></gazebo>
</robot>
"""


@pytest.fixture
def robot(here):
    """A robot in the current folder."""
    path = here / "arm.urdf"
    path.write_text(ARM)
    return path


def test_a_link_changes_wherever_it_is_named(robot, bodyplan):
    assert bodyplan("rename", "link", "a", "base", "arm.urdf") == (
        0,
        "",
        "arm.urdf: changed 3 occurrences\n",
    )
    assert robot.read_text() == (
        ARM.replace('<link name="a"', '<link name="base"')
        .replace('link="a"', 'link="base"')
        .replace('reference="a"', 'reference="base"')
    )


def test_a_joint_and_a_material_likewise(robot, bodyplan):
    assert (
        bodyplan("rename", "joint", "j", "elbow", "arm.urdf")[2]
        == "arm.urdf: changed 1 occurrence\n"
    )
    assert (
        bodyplan("rename", "material", "steel", "tin", "arm.urdf")[2]
        == "arm.urdf: changed 2 occurrences\n"
    )
    assert robot.read_text() == ARM.replace('"j"', '"elbow"').replace('"steel"', '"tin"')


def test_diff_and_check_write_nothing(robot, bodyplan):
    status, out, err = bodyplan("rename", "joint", "j", "k", "arm.urdf", "--diff")
    assert (status, err) == (1, "arm.urdf: would change 1 occurrence\n")
    assert out.startswith("--- a/arm.urdf\n+++ b/arm.urdf\n@@ ")
    assert bodyplan("rename", "joint", "j", "k", "arm.urdf", "--check", "--quiet") == (1, "", "")
    assert robot.read_text() == ARM


def test_the_result_can_go_elsewhere(robot, here, bodyplan, feed):
    assert bodyplan("rename", "joint", "j", "k", "arm.urdf", "-o", "new.urdf", "--quiet") == (
        0,
        "",
        "",
    )
    changed = ARM.replace('"j"', '"k"')
    assert (here / "new.urdf").read_text() == changed
    feed(ARM)
    assert bodyplan("rename", "joint", "j", "k", "-", "--quiet") == (0, changed, "")
    assert robot.read_text() == ARM


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["link", "aa1", "x"], "arm.urdf: unknown link 'aa1'"),
        (["link", "j", "x"], "arm.urdf: unknown link 'j'; it is a joint"),
        (["material", "steal", "x"], "arm.urdf: unknown material 'steal'; did you mean 'steel'?"),
        (["link", "a", "b"], "arm.urdf: link 'b' already exists"),
        (["link", "a", "a"], "'a' is both the old and the new name"),
        (["link", "a", " "], "the new name of the link must not be empty"),
        (["link", "a", "x", "--limit", "many=1"], "unknown limit 'many'; expected one of "),
    ],
)
def test_wrong_names_are_a_sentence(robot, bodyplan, words, sentence):
    status, out, err = bodyplan("rename", *words, "arm.urdf")
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1
    assert robot.read_text() == ARM


@pytest.mark.parametrize("name", ["a&b", 'say "x"', "it's", "<b>", "größe"])
def test_any_name_is_written_so_that_it_is_read_again(robot, bodyplan, name):
    assert bodyplan("rename", "link", "a", name, "arm.urdf")[0] == 0
    assert bodyplan("rename", "link", name, "a", "arm.urdf")[0] == 0
    assert robot.read_text() == ARM


def test_samples_stay_as_they_are(bodyplan):
    assert bodyplan("rename", "link", "base_link", "x", "sample:arm")[::2] == (
        2,
        "bodyplan: sample:arm is part of bodyplan; use -o FILE or --diff\n",
    )


SRDF = """<robot name="r">
  <group name="g"><link name="b"/></group>
  <disable_collisions link1="a" link2="b" reason="Adjacent"/>
</robot>
"""


def test_a_robot_and_its_srdf_are_renamed_together(robot, here, bodyplan):
    (here / "arm.srdf").write_text(SRDF)
    assert bodyplan("rename", "link", "b", "tip", "arm.urdf", "arm.srdf") == (
        0,
        "",
        "arm.urdf: changed 2 occurrences\narm.srdf: changed 2 occurrences\n",
    )
    assert (here / "arm.srdf").read_text() == SRDF.replace('"b"', '"tip"')


def test_a_file_without_the_name_stays_as_it_is(robot, here, bodyplan):
    (here / "arm.srdf").write_text(SRDF)
    words = bodyplan("rename", "joint", "j", "k", "arm.urdf", "arm.srdf")[2]
    assert words == "arm.urdf: changed 1 occurrence\narm.srdf: changed nothing\n"
    assert (here / "arm.srdf").read_text() == SRDF


def test_a_name_that_is_taken_in_one_file_changes_none(robot, here, bodyplan):
    (here / "arm.srdf").write_text(SRDF)
    status, _, words = bodyplan("rename", "link", "b", "a", "arm.urdf", "arm.srdf")
    assert (status, words) == (2, "bodyplan: arm.urdf: link 'a' already exists\n")
    assert robot.read_text() == ARM


def test_the_srdf_that_was_forgotten_is_named(robot, here, bodyplan):
    (here / "arm.srdf").write_text(SRDF)
    words = bodyplan("rename", "link", "b", "tip", "arm.urdf")[2]
    assert words == (
        "arm.urdf: changed 2 occurrences\narm.srdf: still uses link 'b'; add it to the files\n"
    )


def test_one_in_another_folder_of_the_robot_is_named_too(here, bodyplan):
    for path, text in ((here / "arm/urdf/arm.urdf", ARM), (here / "arm/srdf/arm.srdf", SRDF)):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    words = bodyplan("rename", "link", "b", "tip", "arm/urdf/arm.urdf")[2]
    assert words.splitlines() == [
        "arm/urdf/arm.urdf: changed 2 occurrences",
        f"{Path('arm/srdf/arm.srdf')}: still uses link 'b'; add it to the files",
    ]


def test_several_files_have_no_single_output(robot, here, bodyplan):
    (here / "arm.srdf").write_text(SRDF)
    status, _, words = bodyplan(
        "rename", "link", "b", "tip", "arm.urdf", "arm.srdf", "-o", "x.urdf"
    )
    assert (status, words) == (2, "bodyplan: -o writes one file, but several are named\n")

"""A new name goes everywhere the old one stood for the same thing, and nowhere else."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan.spec.bind import uses
from tests.edit.test_editing import SAMPLES, STYLES, robots, source
from tests.spec.values import difference

ROBOT = """<robot name="base">
  <material name="base"><color rgba="1 0 0 1"/></material>
  <link name="base"><!-- base --><visual name="base"><geometry><box size="1 1 1"/></geometry>
    <material name="base"/></visual>
    <collision name="base"><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="base_2"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="base_2"/></joint>
  <joint name="turn_2" type="continuous">
    <parent link='base_2'/><child link="hand"/><mimic joint="turn"/>
  </joint>
  <link name="hand"/>
  <transmission name="turn"><type>turn</type>
    <joint name="turn"><hardwareInterface>turn</hardwareInterface></joint>
    <actuator name="turn"/>
  </transmission>
  <gazebo reference="base"><mu1>base</mu1><material>base</material></gazebo>
  <gazebo reference="turn"/>
  <gazebo>
    <plugin name="turn" filename="base">
      <jointName>turn</jointName><joint_names>turn turn_2, turn;turn</joint_names>
      <bodyName> base </bodyName><frame_id>base</frame_id><robotBaseFrame>base_2</robotBaseFrame>
      <topic>base</topic><update>turn</update><joint name="turn" link="base" topic="turn"/>
      <left_joint>turn</left_joint>
    </plugin>
  </gazebo>
  <sensor name="base"><parent link="base"/><contact collision="base"/></sensor>
  <ros2_control name="base" type="system">
    <joint name="turn"><command_interface name="turn"/><param name="mimic">turn</param></joint>
    <sensor name="turn"><param name="frame_id">base</param><param name="topic">base</param></sensor>
  </ros2_control>
  <QQQ link="base" joint="turn" name="base"/>
</robot>
"""
LINK = """name="base"><!-- base -->|link="base"|reference="base"|<bodyName> base |<frame_id>base|frame_id">base"""
JOINT = (
    'joint name="turn"|mimic joint="turn"|reference="turn"|jointName>turn|left_joint>turn'
    '|"mimic">turn| joint="turn"'
)


def renamed(text, namespace, old, new):
    document = bodyplan.read(text)
    with document.editing() as edit:
        count = edit.rename(namespace, old, new)
        assert count == len(edit.edits)
    return document.source.text, count


def replaced(text, pattern, old, new):
    """The text with a word replaced inside every match of a pattern."""
    return re.sub(pattern, lambda match: re.sub(rf"\b{old}\b", new, match[0]), text)


def test_a_link_is_renamed_wherever_it_is_meant():
    text, count = renamed(ROBOT, "link", "base", "torso")
    expected = replaced(ROBOT, LINK, "base", "torso").replace("<!-- torso -->", "<!-- base -->")
    assert text == expected
    assert count == 9


def test_a_joint_is_renamed_wherever_it_is_meant():
    text, _ = renamed(ROBOT, "joint", "turn", "twist")
    expected = replaced(ROBOT, JOINT, "turn", "twist")
    expected = expected.replace("turn turn_2, turn;turn", "twist turn_2, twist;twist")
    assert text == expected


def test_a_material_is_renamed_where_it_is_defined_and_used():
    text, count = renamed(ROBOT, "material", "base", "red")
    assert text == ROBOT.replace('material name="base"', 'material name="red"')
    assert count == 2


def test_a_collision_is_renamed_with_the_sensors_that_watch_it():
    text, _ = renamed(ROBOT, "collision", "base", "hull")
    expected = ROBOT.replace('collision name="base"', 'collision name="hull"')
    assert text == expected.replace('collision="base"', 'collision="hull"')


def test_a_name_of_a_link_and_a_joint_is_renamed_where_it_is_clear_which_is_meant():
    text = """<robot name='r'><link name='a'/><link name='b'/>
<joint name='a' type='fixed'><parent link='a'/><child link='b'/></joint>
<gazebo reference='a'/><gazebo><jointName>a</jointName><linkName>a</linkName></gazebo></robot>"""
    as_link, _ = renamed(text, "link", "a", "c")
    assert as_link == text.replace("<link name='a'", "<link name='c'").replace(
        "link='a'", "link='c'"
    ).replace("linkName>a", "linkName>c")
    as_joint, _ = renamed(text, "joint", "a", "c")
    assert as_joint == text.replace("<joint name='a'", "<joint name='c'").replace(
        "jointName>a", "jointName>c"
    )


def test_a_joint_of_a_model_state_is_renamed():
    text = "<model_state model='r'><joint_state joint='a' position='0'/></model_state>"
    assert renamed(text, "joint", "a", "b")[0] == text.replace("'a'", "'b'")


def test_a_name_that_only_dangling_references_have_is_free():
    text = "<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='b'/><child link='a'/></joint></robot>"
    assert renamed(text, "link", "a", "b")[0] == text.replace("'a'", "'b'")


@pytest.mark.parametrize("name", ["a & b", "<a>", '"', "'", "a>b", "ä€😀", "a b", "${x}"])
def test_names_that_must_be_escaped_come_back(name):
    for text in (ROBOT, ROBOT.replace('"', "'")):
        document = bodyplan.read(text)
        with document.editing() as edit:
            edit.rename("joint", "turn", name)
        assert document.root.joints[0].name == name
        assert document.root.joints[1].mimic.joint == name
        assert document.root.gazebo[2].content[0].find("jointName").text == name
        if " " not in name:  # else it is no list any more
            with document.editing() as edit:
                edit.rename("joint", name, "turn")
            assert document.source.text == text


@pytest.mark.parametrize(("namespace", "old", "new", "error"), [
    ("link", "QQQ", "x", KeyError),
    ("link", "turn", "x", KeyError),
    ("material", "turn", "x", KeyError),
    ("link", "base", "hand", ValueError),
    ("link", "base", "base", ValueError),
    ("joint", "turn", "turn_2", ValueError),
    ("link", "base", "", ValueError),
    ("link", "base", "  ", ValueError),
    ("link", "base", "\x00", ValueError),
])  # fmt: skip
def test_a_name_that_is_missing_or_taken_is_refused(namespace, old, new, error):
    document = bodyplan.read(ROBOT)
    with pytest.raises(error), document.editing() as edit:
        edit.rename(namespace, old, new)
    assert document.to_bytes() == ROBOT.encode()


@pytest.mark.parametrize("text", ["<robot", "", "no xml"])
def test_a_file_that_is_no_robot_has_no_names(text):
    document = bodyplan.read(text.encode())
    with pytest.raises(KeyError), document.editing() as edit:
        edit.rename("link", "a", "b")


def test_names_of_sdformat_are_renamed_elsewhere():
    document = bodyplan.read(b"<sdf version='1.9'><model name='m'><link name='a'/></model></sdf>")
    with pytest.raises(ValueError, match="sdf_naming"), document.editing() as edit:
        edit.rename("link", "a", "b")


@given(data=st.data())
@settings(max_examples=25)
def test_renaming_brings_no_diagnostic_and_renaming_back_gives_the_same_bytes(data):
    path = data.draw(st.sampled_from(robots()), label="path")
    style = data.draw(st.sampled_from(sorted(STYLES)), label="style")
    document = bodyplan.read(source(path, style))
    before, old_root = document.to_bytes(), document.root
    taken = {use.name for use in uses(old_root)}
    namespace = data.draw(st.sampled_from(["link", "joint"]))
    names = sorted({u.name for u in uses(old_root) if u.defines and namespace in u.namespaces})
    if not names:
        return
    old = data.draw(st.sampled_from(names))
    new = f"{old}_renamed"
    assert new not in taken
    findings = Counter(d.code for d in bodyplan.check(document).diagnostics)
    with document.editing() as edit:
        edit.rename(namespace, old, new)
    found = Counter(d.code for d in bodyplan.check(document).diagnostics)
    assert not found - findings
    assert set(findings - found) <= {"N001"}  # a link and a joint may have shared the name
    assert not any(u.name == old for u in uses(document.root) if u.namespaces == (namespace,))
    with document.editing() as edit:
        edit.rename(namespace, new, old)
    assert document.to_bytes() == before
    assert not difference(document.root, old_root)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_link_and_joint_of_a_sample_can_be_renamed(path):
    document = bodyplan.read(path)
    before = {
        u.name: u.namespaces for u in uses(document.root) if u.defines and len(u.namespaces) == 1
    }
    findings = Counter(d.code for d in bodyplan.check(document).diagnostics)
    for name, (namespace, *_) in before.items():
        if namespace in {"link", "joint"}:
            with document.editing() as edit:
                edit.rename(namespace, name, f"x_{name}")
    assert Counter(d.code for d in bodyplan.check(document).diagnostics) == findings
    assert all(
        u.name.startswith("x_")
        for u in uses(document.root)
        if u.namespaces in {("link",), ("joint",)}
    )

"""SRDF files: told from URDF, read whole, saved as they were, changed in one place."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import bodyplan
from bodyplan.formats import srdf
from bodyplan.spec.bind import uses


def test_a_file_saved_unchanged_has_the_same_bytes(example_srdf, tmp_path):
    document = bodyplan.read(example_srdf)
    assert document.format == "srdf"
    assert document.save(tmp_path / "x.srdf").read_bytes() == example_srdf.read_bytes()


def words(text):
    return tuple(float(word) for word in text.split())


def test_every_value_is_that_of_a_plain_reading(example_srdf):
    plain = ET.parse(example_srdf).getroot()
    root = bodyplan.read(example_srdf).root

    def attributes(tag, *names):
        return [tuple(e.get(name) for name in names) for e in plain.findall(tag)]

    assert root.name == plain.get("name")
    assert [
        (p.link1, p.link2, p.reason) for p in root.disable_collisions
    ] == attributes("disable_collisions", "link1", "link2", "reason")  # fmt: skip
    assert [
        (e.name, e.group, e.parent_link, e.parent_group) for e in root.end_effectors
    ] == attributes("end_effector", "name", "group", "parent_link", "parent_group")  # fmt: skip
    assert [
        (v.name, v.child_link, v.parent_frame, v.type) for v in root.virtual_joints
    ] == attributes("virtual_joint", "name", "child_link", "parent_frame", "type")  # fmt: skip
    assert [(p.name,) for p in root.passive_joints] == attributes("passive_joint", "name")
    for group, node in zip(root.groups, plain.findall("group"), strict=True):
        assert group.name == node.get("name")
        assert [m.name for m in group.links] == [e.get("name") for e in node.findall("link")]
        assert [m.name for m in group.joints] == [e.get("name") for e in node.findall("joint")]
        assert [m.name for m in group.subgroups] == [e.get("name") for e in node.findall("group")]
        assert [(m.base_link, m.tip_link) for m in group.chains] == [
            (e.get("base_link"), e.get("tip_link")) for e in node.findall("chain")
        ]
    for state, node in zip(root.group_states, plain.findall("group_state"), strict=True):
        assert (state.name, state.group) == (node.get("name"), node.get("group", ""))
        assert [(m.name, m.value) for m in state.joints] == [
            (e.get("name"), words(e.get("value"))) for e in node.findall("joint")
        ]


def test_a_file_written_anew_holds_the_same_values(example_srdf):
    document = bodyplan.read(example_srdf)
    if any(d.severity is bodyplan.Severity.ERROR for d in document.diagnostics):
        pytest.skip("it lacks a required attribute")
    assert bodyplan.document_of(document.root).root == document.root


TOLD = {
    "a pair": ('<robot name="r"><disable_collisions link1="a" link2="b"/></robot>', "x", "srdf"),
    "groups alone": ('<robot name="r"><group name="g"><link name="a"/></group></robot>', "x", "srdf"),
    "a group of a group": (
        '<robot name="r"><group name="g"><group name="h"/></group></robot>', "x", "srdf",
    ),
    "nothing, by its name": ('<robot name="r"/>', "r.SRDF", "srdf"),
    "nothing": ('<robot name="r"/>', "r.urdf", "urdf"),
    "links, called srdf": ('<robot name="r"><link name="a"/></robot>', "r.srdf", "urdf"),
    "links that a group nests": (
        '<robot name="r"><group><link name="a"><visual/></link></group></robot>', "x", "urdf",
    ),
    "links and a pair": (
        '<robot name="r"><link name="a"/><disable_collisions link1="a" link2="a"/></robot>',
        "x", "urdf",
    ),
    "a material and a group": (
        '<robot name="r"><material name="m"/><group name="g"/></robot>', "x", "urdf",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "name", "wanted"), TOLD.values(), ids=TOLD)
def test_an_srdf_is_distinguished_from_a_urdf_by_what_is_in_it(text, name, wanted, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert bodyplan.read(path).format == wanted


TEXT = """\
<robot name="arm">
  <!-- the arm -->
  <group name=" arm ">
    <chain base_link="base" tip_link='tool'/>
  </group>
  <group name="all"><group name="arm"/></group>
  <group_state name="home" group="arm">
    <joint name="elbow" value="0.50"/> <joint name="base_joint" value=" 1 2  3 "/>
  </group_state>
  <virtual_joint name="base_joint" type="Planar" parent_frame="world" child_link="base"/>
  <QQQ made_by="somebody"/>
  <disable_collisions link1="base" link2="tool" reason=" Never "/>
</robot>
"""


def test_names_lose_the_blanks_around_them_and_reasons_keep_them():
    root = bodyplan.read(TEXT).root
    assert root.groups[0].name == "arm"
    assert root.disable_collisions[0].reason == " Never "


def test_a_type_may_be_in_capitals_as_for_the_reference_parser():
    document = bodyplan.read(TEXT)
    assert document.root.virtual_joints[0].type == "planar"
    assert [d.code for d in document.diagnostics] == ["X101"]  # QQQ


def test_a_state_holds_a_value_for_each_variable():
    joints = bodyplan.read(TEXT).root.group_states[0].joints
    assert [joint.value for joint in joints] == [(0.5,), (1.0, 2.0, 3.0)]


def test_an_element_of_others_is_kept_as_it_is():
    (raw,) = bodyplan.read(TEXT).root.extra.elements
    assert (raw.node.tag, raw.node.attrib) == ("QQQ", {"made_by": "somebody"})


def test_one_number_is_changed_and_no_other_byte():
    document = bodyplan.read(TEXT)
    with document.editing() as edit:
        edit.set(document.root.group_states[0].joints[0], value=(0.25,))
    assert document.to_bytes().decode() == TEXT.replace('"0.50"', '"0.25"')


def test_a_pair_is_added_behind_its_like():
    document = bodyplan.read(TEXT)
    with document.editing() as edit:
        edit.add(document.root, srdf.DisableCollisions(link1="a", link2="b", reason="User"))
    line = '  <disable_collisions link1="base" link2="tool" reason=" Never "/>\n'
    new = '  <disable_collisions link1="a" link2="b" reason="User"/>\n'
    assert document.to_bytes().decode() == TEXT.replace(line, line + new)


def test_a_group_is_renamed_with_its_references():
    document = bodyplan.read(TEXT)
    with document.editing() as edit:
        assert edit.rename("group", "arm", "left_arm") == 3
    root = document.root
    assert [group.name for group in root.groups] == ["left_arm", "all"]
    assert root.groups[1].subgroups[0].name == root.group_states[0].group == "left_arm"


@pytest.mark.parametrize(
    ("namespace", "old", "count"), [("link", "base", 3), ("joint", "base_joint", 2)]
)
def test_a_part_of_the_robot_is_renamed_wherever_it_is_named(namespace, old, count):
    document = bodyplan.read(TEXT)
    with document.editing() as edit:
        assert edit.rename(namespace, old, "QQQ_new") == count
    names = {use.name for use in uses(document.root) if namespace in use.namespaces}
    assert old not in names
    assert "QQQ_new" in names


def test_a_missing_value_is_reported_at_its_tag():
    document = bodyplan.read('<robot name="r">\n  <passive_joint/>\n</robot>', format="srdf")
    (found,) = document.diagnostics
    assert (found.code, found.where.line, found.where.column) == ("X103", 2, 4)


@pytest.mark.parametrize("value", ["abc", "0.5abc", "1,5", "0x1p3", "nan"])
def test_a_value_that_reads_by_halves_for_others_is_an_error(value):
    text = (
        f'<robot name="r"><group_state name="s" group="g"><joint name="j" value="{value}"/>'
        "</group_state></robot>"
    )
    document = bodyplan.read(text)
    assert [d.code for d in document.diagnostics] == ["X105"]
    assert document.root.group_states[0].joints[0].value == ()


def test_the_samples_have_no_srdf_that_is_a_urdf():
    for path in Path(bodyplan.__file__).parent.glob("samples/*/*.srdf"):
        assert bodyplan.read(path).format == "srdf"

"""Renaming in SDFormat: one element, every reference that leads to it, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.edit.sdf_naming import NoSuchNameError, RenamingError, sdf_renaming
from bodyplan.formats.editing import edited
from tests.project.sdf_folders import build

NESTED = """<sdf version="1.11">
  <model name="robot" canonical_link="base" placement_frame="tool">
    <pose relative_to="tool">0 0 0 0 0 0</pose>
    <link name="base"><collision name="base"><geometry/></collision></link>
    <frame name="tool" attached_to="arm::hand"><pose relative_to="base"/></frame>
    <model name="arm" canonical_link="hand">
      <link name="hand"><pose relative_to="elbow"/></link>
      <link name="base"/>
      <joint name="elbow" type="revolute">
        <parent>base</parent><child>hand</child>
        <axis><xyz expressed_in="base">0 0 1</xyz></axis>
      </joint>
    </model>
    <joint name="hold" type="revolute">
      <parent>base</parent><child>arm::base</child>
      <axis><mimic joint="arm::elbow"/></axis>
    </joint>
    <gripper name="g"><gripper_link>arm::hand</gripper_link><palm_link>base</palm_link></gripper>
    <plugin name="base" filename="p">
      <base_link>base</base_link><tip_link>arm::hand</tip_link><note>base</note>
    </plugin>
  </model>
</sdf>
"""


def renamed(text, kind, old, new):
    document = bodyplan.read(text)
    renaming = sdf_renaming(document, kind, old, new)
    return edited(document, list(renaming.edits)).source.text


def changes(text, kind, old, new):
    """The lines that differ, stripped."""
    after = renamed(text, kind, old, new)
    pairs = zip(text.splitlines(), after.splitlines(), strict=True)
    return [line.strip() for before, line in pairs if before != line]


def test_a_link_is_renamed_with_its_references_and_no_other_of_its_name():
    after = renamed(NESTED, "link", "arm::base", "root")
    assert after.count("root") == 4
    assert "<child>arm::root</child>" in after
    assert '<xyz expressed_in="root">' in after
    assert "<palm_link>base</palm_link>" in after


def test_several_of_one_name_have_to_be_distinguished():
    with pytest.raises(
        RenamingError, match=r"has 2 links 'base'; choose one of base and arm::base"
    ):
        renamed(NESTED, "link", "base", "root")


def test_every_place_that_refers_is_found():
    assert changes(NESTED, "link", "hand", "claw") == [
        '<frame name="tool" attached_to="arm::claw"><pose relative_to="base"/></frame>',
        '<model name="arm" canonical_link="claw">',
        '<link name="claw"><pose relative_to="elbow"/></link>',
        "<parent>base</parent><child>claw</child>",
        '<gripper name="g"><gripper_link>arm::claw</gripper_link><palm_link>base</palm_link></gripper>',
        "<base_link>base</base_link><tip_link>arm::claw</tip_link><note>base</note>",
    ]


def test_a_model_is_renamed_inside_longer_names():
    after = renamed(NESTED, "model", "arm", "limb")
    assert "arm" not in after
    assert after.count("limb") == 6


def test_joints_and_frames_are_found_by_poses_and_mimic_joints():
    assert changes(NESTED, "joint", "elbow", "QQQ") == [
        '<link name="hand"><pose relative_to="QQQ"/></link>',
        '<joint name="QQQ" type="revolute">',
        '<axis><mimic joint="arm::QQQ"/></axis>',
    ]
    assert changes(NESTED, "frame", "tool", "QQQ")[0].endswith('placement_frame="QQQ">')


def test_the_frames_are_the_same_afterwards():
    before = bodyplan.frames(NESTED).main.link_poses()
    after = bodyplan.frames(renamed(NESTED, "link", "hand", "claw")).main.link_poses()
    assert before == after


@pytest.mark.parametrize(
    ("kind", "old", "new", "sentence"),
    [
        ("link", "QQQ", "a", "has no link 'QQQ'"),
        ("link", "elbow", "a", "has no link 'elbow'"),
        ("link", "hnad", "a", "did you mean 'hand'"),
        ("link", "hand", "elbow", "a joint 'elbow' already exists in the same scope"),
        ("link", "hand", "a::b", "contains '::'"),
        ("link", "hand", "world", "is a reserved name"),
        ("link", "hand", "__model__", "is a reserved name"),
        ("link", "hand", " ", "is empty"),
        ("joint", "arm::hand", "a", "has no joint 'arm::hand'; 'arm::hand' is a link"),
    ],
)
def test_what_cannot_be_is_a_sentence(kind, old, new, sentence):
    with pytest.raises(RenamingError, match=sentence):
        renamed(NESTED, kind, old, new)


def test_no_such_name_has_an_error_of_its_own():
    with pytest.raises(NoSuchNameError):
        renamed(NESTED, "frame", "QQQ", "a")


def test_the_editing_of_documents_leads_here():
    document = bodyplan.read(NESTED)
    with pytest.raises(ValueError, match=r"use edit\.sdf_naming"), document.editing() as edit:
        edit.rename("link", "hand", "claw")


def test_an_include_gets_the_name_of_what_it_brings(tmp_path):
    build(tmp_path)
    document = bodyplan.read(tmp_path / "worlds" / "yard.world")
    renaming = sdf_renaming(document, "model", "first", "eins")
    text = edited(document, list(renaming.edits)).source.text
    assert renaming.is_here
    assert "<name>eins</name>" in text
    assert 'relative_to="eins::axle"' in text
    assert "<parent>eins::box</parent>" in text
    assert "first" not in text


def test_references_to_what_an_included_file_names_are_found(tmp_path):
    build(tmp_path)
    world = bodyplan.read(tmp_path / "worlds" / "yard.world")
    cart = tmp_path / "models" / "cart" / "model.sdf"
    renaming = sdf_renaming(world, "link", "box", "hull", home=cart)
    text = edited(world, list(renaming.edits)).source.text
    assert not renaming.is_here
    assert renaming.home == cart.resolve()
    assert "<parent>first::hull</parent><child>second::hull</child>" in text
    assert '<link name="box"/>' in text  # that of the ground


def test_states_of_models_and_links_follow():
    text = """<sdf version="1.11">
  <world name="w">
    <model name="m"><link name="l"/></model>
    <state world_name="w"><model name="m"><link name="l"/></model></state>
  </world>
</sdf>
"""
    assert renamed(text, "link", "l", "QQQ").count("QQQ") == 2
    assert renamed(text, "model", "m", "QQQ").count("QQQ") == 2


FIXTURES = Path(__file__).parents[1] / "formats" / "sdf" / "fixtures"
_ODD = ("02-duplicate", "03-reserved", "43-crash")
"""Files in which one name is that of several things, or leads out of its model."""


def where_everything_is(document):
    frames = bodyplan.frames(document)
    poses = [
        None if pose is None else (pose.R, pose.p)
        for scope in frames.scopes
        for pose in scope.poses().values()
    ]
    return repr(poses), [fault.error for fault in frames.faults]


@pytest.mark.parametrize("attribute", ["frame", "relative_to"])
def test_in_an_old_file_the_old_word_and_the_new_one_are_followed(attribute):
    text = (
        '<sdf version="1.6"><model name="m"><link name="l"/>\n<frame name="f"/>\n'
        f'<link name="k"><pose {attribute}="f">1 0 0 0 0 0</pose></link>\n</model></sdf>'
    )
    assert changes(text, "frame", "f", "QQQ") == [
        '<frame name="QQQ"/>',
        f'<link name="k"><pose {attribute}="QQQ">1 0 0 0 0 0</pose></link>',
    ]


@pytest.mark.parametrize("folder", ["codes", "upgrade"])
def test_nothing_moves_and_nothing_is_lost_whatever_is_renamed(folder):
    files = sorted(FIXTURES.glob(f"{folder}/**/*.sdf"))[::3]
    if not files:
        pytest.skip("no such fixtures")
    for file in files:
        document = bodyplan.read(file)
        if document.format != "sdf" or document.tree.fault or file.name.startswith(_ODD):
            continue
        before = where_everything_is(document)
        for scope in bodyplan.frames(document).all_scopes():
            for number in scope.tree.graph.members(scope.number)[:2]:
                element = scope.tree.elements[number]
                kind = "model" if element.TAG == "include" else element.TAG
                name = scope.tree.graph.names[number]
                try:
                    renaming = sdf_renaming(document, kind, name, "another")
                except RenamingError:
                    continue
                if renaming.is_here:
                    after = edited(document, list(renaming.edits))
                    assert where_everything_is(after) == before, (file.name, kind, name)

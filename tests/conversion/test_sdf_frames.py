"""Frames of SDFormat: poses, axes and bodies as libsdformat has them, and every fault in its place."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.sdf.frame_tree import IncludedModel
from bodyplan.conversion.sdf.frames import MOST_DEEP, sdf_frames
from bodyplan.conversion.sdf.pose import pose_fault, transform_of
from bodyplan.formats import sdf
from bodyplan.model import IDENTITY, Transform, UnknownNameError
from tests.conversion.sdf_against import (
    SEEDS,
    VERSIONS,
    as_transform,
    at,
    differences,
    far,
    frames_of,
    in_model,
    near,
)
from tests.conversion.sdf_texts import Maker
from tests.oracles import libsdformat

with_oracle = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)

# Against the reference


@with_oracle
@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: f"{version[0]}.{version[1]}")
def test_made_files_have_the_poses_axes_and_bodies_of_the_reference(version):
    for seed in range(SEEDS):
        text = Maker(random.Random(seed), version).text()
        assert not differences(frames_of(text), libsdformat.shared().load(text)), text


KEPT = {
    "poses before 1.7 are those of a later file": """
        <sdf version="1.4"><model name="m"><pose>1 2 3 0.1 0.2 0.3</pose>
        <link name="a"><pose>0 0 1 0 0 1</pose></link><link name="b"><pose>1 0 0 1 0 0</pose></link>
        <joint name="j" type="revolute"><pose>0 1 0 0.5 0 0</pose><parent>a</parent><child>b</child>
        <axis><xyz>1 1 0</xyz><limit><lower>0</lower><upper>1</upper></limit></axis></joint>
        </model></sdf>""",
    "the attribute frame is what relative_to is": """
        <sdf version="1.6"><model name="m"><link name="a"><pose>0 0 1 0 0 1</pose></link>
        <frame name="f"><pose frame="a">1 0 0 0 0 0</pose></frame>
        <link name="b"><pose frame="f">1 0 0 1 0 0</pose></link></model></sdf>""",
    "an axis in the model frame": """
        <sdf version="1.6"><model name="m"><link name="a"><pose>0 0 0 1 2 3</pose></link>
        <link name="b"><pose>0 0 0 3 2 1</pose></link>
        <joint name="j" type="revolute2"><parent>a</parent><child>b</child>
        <axis><xyz>0 0 2</xyz><use_parent_model_frame>1</use_parent_model_frame>
        <limit><lower>0</lower><upper>1</upper></limit></axis>
        <axis2><xyz>0 0 2</xyz><use_parent_model_frame>false</use_parent_model_frame>
        <limit><lower>0</lower><upper>1</upper></limit></axis2></joint></model></sdf>""",
    "same names before 1.7": """
        <sdf version="1.6"><model name="m"><link name="x"/><link name="y"><pose>1 0 0 0 0 0</pose>
        </link><link name="z"/><joint name="x" type="fixed"><parent>y</parent><child>x</child>
        </joint><joint name="x_joint" type="fixed"><parent>y</parent><child>z</child></joint>
        <frame name="x"><pose frame="y">0 1 0 0 0 0</pose></frame>
        <model name="z"><pose>0 0 5 0 0 0</pose><link name="l"/></model></model></sdf>""",
    "placement frames deep in a model": """
        <sdf version="1.9"><world name="w"><frame name="r"><pose>1 2 3 0.1 0.2 0.3</pose></frame>
        <model name="m" placement_frame="arm::hand::tip"><pose relative_to="r">0 0 1 0 0 0</pose>
        <model name="arm" placement_frame="mark"><pose>5 0 0 0 0 1</pose><link name="l"/>
        <frame name="mark" attached_to="hand::tip"><pose>0 3 0 0 1 0</pose></frame>
        <model name="hand"><pose>1 0 0 0 0 0</pose><link name="tip"><pose>0 0 2 1 0 0</pose></link>
        </model></model></model></world></sdf>""",
    "a chain of frames for an axis": """
        <sdf version="1.8"><model name="m"><link name="a"/><link name="b"><pose>0 0 0 1 0 0</pose>
        </link><frame name="f" attached_to="b"><pose>0 0 0 0 1 0</pose></frame>
        <frame name="g" attached_to="f"><pose>0 0 0 0 0 1</pose></frame>
        <joint name="j" type="universal"><pose relative_to="a">0 0 0 2 0 0</pose><parent>a</parent>
        <child>g</child><axis><xyz expressed_in="g">1 2 3</xyz><limit><lower>0</lower></limit></axis>
        <axis2><xyz>1 2 3</xyz><limit><lower>0</lower></limit></axis2></joint></model></sdf>""",
    "degrees and quaternions": """
        <sdf version="1.9"><model name="m"><link name="a"><pose degrees="true">1 2 3 30 45 60</pose>
        </link><link name="b"><pose rotation_format="quat_xyzw" relative_to="a">1 2 3 0.5 0.5 0.5 0.5
        </pose></link><link name="c"><pose rotation_format="euler_rpy" degrees="false">
        0 0 0 1 1.5707963267948966 1</pose></link></model></sdf>""",
    "static models are bodies": """
        <sdf version="1.9"><world name="w"><model name="t"><static>1</static><link name="l"/>
        <frame name="f"/></model><frame name="g" attached_to="t"/><frame name="h"/>
        <model name="o"><model name="t"><static>true</static><frame name="f"/></model></model>
        </world></sdf>""",
    "parts of links that are placed relative to other frames": """
        <sdf version="1.9"><model name="m"><link name="a"><pose>1 2 3 0 0 1</pose>
        <visual name="v"><pose relative_to="b">1 0 0 0 0 0</pose><geometry/></visual>
        <collision name="c"><pose>0 0 1 0 0 0</pose><geometry/></collision>
        <light name="l" type="point"><pose relative_to="__model__">0 0 1 0 1 0</pose></light>
        <sensor name="s" type="imu"><pose relative_to="j">0 0 0 1 0 0</pose></sensor></link>
        <link name="b"><pose>1 0 0 1 0 0</pose></link><joint name="j" type="fixed">
        <pose>0 1 0 0 0 0</pose><parent>a</parent><child>b</child></joint></model></sdf>""",
}


@with_oracle
@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_written_files_have_the_poses_axes_and_bodies_of_the_reference(text):
    frames, answer = frames_of(text), libsdformat.shared().load(text)
    assert answer.accepted
    assert not differences(frames, answer)
    assert frames.faults == ()


@with_oracle
def test_names_with_colons_in_a_world_of_1_7_are_names_in_models():
    text = """<sdf version="1.7"><world name="w"><model name="m"><link name="base"/>
        <frame name="arm::__model__" attached_to="arm::l"><pose relative_to="__model__">1 0 0 0 0 1
        </pose></frame><link name="arm::l"><pose relative_to="arm::__model__">0 1 0 0 0 0</pose>
        </link><frame name="f" attached_to="arm::l"><pose>0 0 1 0 0 0</pose></frame></model></world>
        </sdf>"""
    frames, answer = frames_of(text), libsdformat.shared().load(text)
    assert frames.faults == ()
    poses = {**answer.links, **answer.frames}
    assert set(poses) == {"m::base", "m::arm::l", "m::f"}
    for name, told in poses.items():
        assert near(frames.resolve(name), as_transform(told["pose_in_top"]))


def test_attributes_of_1_0_say_what_elements_of_1_4_say():
    text = """<sdf version="1.0"><model name="m"><origin pose="1 2 3 0 0 1"/>
        <link name="a"><origin pose="0 0 1 0.1 0.2 0.3"/><collision name="c">
        <origin pose="0 1 0 0 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
        <link name="b"><origin pose="1 0 1 0.1 0.2 0.3"/></link><joint name="j" type="revolute">
        <origin pose="0 0 0.5 0 0 1"/><parent link="a"/><child link="b"/><axis xyz="1 1 0"/></joint>
        </model></sdf>"""
    later = """<sdf version="1.4"><model name="m"><pose>1 2 3 0 0 1</pose>
        <link name="a"><pose>0 0 1 0.1 0.2 0.3</pose><collision name="c">
        <pose>0 1 0 0 0 0</pose><geometry/></collision></link>
        <link name="b"><pose>1 0 1 0.1 0.2 0.3</pose></link><joint name="j" type="revolute">
        <pose>0 0 0.5 0 0 1</pose><parent>a</parent><child>b</child><axis><xyz>1 1 0</xyz></axis>
        </joint></model></sdf>"""
    one, two = frames_of(text), frames_of(later)
    assert one.main.poses() == two.main.poses()
    assert one.main.axis("j") == two.main.axis("j")
    assert one.main.axis("j", to="__model__") == pytest.approx((0.5**0.5, 0.5**0.5, 0.0))
    parts = [frames.main.element.links[0].collisions[0] for frames in (one, two)]
    assert one.resolve(parts[0]) == two.resolve(parts[1]) != IDENTITY
    assert one.scopes[0].tree.graph.own_pose(1) == two.scopes[0].tree.graph.own_pose(1) != IDENTITY
    assert one.faults == ()


# Includes


INCLUDED = {
    "arm": """<sdf version="1.9"><model name="arm" placement_frame="wrist" canonical_link="hand">
        <pose>0 0 7 0 0 0</pose><link name="base"><pose>0 0 1 0.3 0 0</pose></link>
        <link name="hand"><pose relative_to="wrist">0 1 0 0 0 0.4</pose></link>
        <frame name="wrist" attached_to="base"><pose>1 0 0 0 0.5 0</pose></frame>
        <frame name="here"><pose>1 1 1 0 0 0</pose></frame>
        <joint name="turn" type="revolute"><pose relative_to="__model__">0 0 2 0 0 0</pose>
        <parent>base</parent><child>hand</child><axis><xyz expressed_in="__model__">0 1 1</xyz>
        <limit><lower>0</lower></limit></axis></joint></model></sdf>""",
    "old": """<sdf version="1.4"><model name="old"><link name="a"><pose>0 0 0 1 0 0</pose></link>
        <link name="b"><pose>0 0 0 0 1 0</pose></link><joint name="j" type="revolute">
        <parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz><limit><lower>0</lower>
        <upper>1</upper></limit></axis></joint></model></sdf>""",
    "two": """<sdf version="1.9"><model name="two"><include><uri>model://arm</uri><name>left</name>
        <pose>0 1 0 0 0 0</pose></include><include><uri>model://arm</uri><name>right</name>
        <pose relative_to="left::hand">0 -1 0 0 0 0</pose></include></model></sdf>""",
}

INCLUDES = {
    "an include as it is": "<include><uri>model://arm</uri></include>",
    "name, pose, placement frame and static": """
        <include><uri>model://arm</uri><name>x</name><pose degrees="true">1 2 3 0 0 90</pose>
        <placement_frame>here</placement_frame><static>true</static></include>
        <frame name="f" attached_to="x::hand"><pose>0 0 1 0 0 0</pose></frame>""",
    "a pose for the placement frame of the model": """
        <include><uri>model://arm</uri><pose>1 2 3 0 0 1</pose></include>""",
    "a model of another version": """
        <include><uri>model://old</uri><pose>0 0 0 0 0 1</pose></include>""",
    "includes in an include": """
        <include><uri>model://two</uri><pose>0 0 0 0 0 1</pose></include>
        <frame name="f" attached_to="two::right::wrist"/>""",
    "models and includes beside each other": """
        <model name="z"><link name="l"/></model><include><uri>model://arm</uri></include>""",
    "an include before a model": """
        <include><uri>model://arm</uri></include><model name="z"><link name="l"/></model>""",
}
MERGED = {
    "a merged model": """<link name="own"/><include merge="true"><uri>model://arm</uri></include>
        <frame name="f" attached_to="hand"><pose>0 0 1 0 0 0</pose></frame>
        <joint name="k" type="fixed"><parent>own</parent><child>base</child></joint>""",
    "a merged model before the first link": """
        <include merge="true"><uri>model://arm</uri></include><link name="own"/>""",
    "a merged model with another placement": """
        <link name="own"><pose>0 0 1 0 0 0</pose></link><include merge="true">
        <uri>model://arm</uri><pose relative_to="own">1 2 3 0 0 1</pose>
        <placement_frame>here</placement_frame></include>""",
    "a merged model without links of its own": """
        <link name="own"/><include merge="true"><uri>model://two</uri></include>""",
}


def hook(include: sdf.Include) -> IncludedModel | None:
    """The models of these tests."""
    text = INCLUDED.get(include.uri.removeprefix("model://"))
    if text is None:
        return None
    document = bodyplan.read(text.encode())
    return IncludedModel(document.root.models[0], document.version, document)


def folder_of(path: Path) -> Path:
    """The same on disk."""
    for name, text in INCLUDED.items():
        (path / name).mkdir(exist_ok=True)
        (path / name / "model.sdf").write_text(text, encoding="utf-8")
        (path / name / "model.config").write_text(
            f'<model><name>{name}</name><sdf version="1.9">model.sdf</sdf></model>', "utf-8"
        )
    return path


@with_oracle
@pytest.mark.parametrize("content", INCLUDES.values(), ids=INCLUDES)
@pytest.mark.parametrize("tag", ["model", "world"])
def test_includes_have_the_poses_axes_and_bodies_of_the_reference(tag, content, tmp_path):
    text = f'<sdf version="1.9"><{tag} name="m">{content}</{tag}></sdf>'
    answer = libsdformat.shared().load(text, search=[folder_of(tmp_path)])
    frames = frames_of(text, included=hook)
    assert answer.accepted
    assert not differences(frames, answer)
    assert frames.faults == ()


@with_oracle
@pytest.mark.parametrize("content", MERGED.values(), ids=MERGED)
def test_merged_models_have_the_poses_and_axes_of_the_reference(content, tmp_path):
    text = in_model(content)
    answer = libsdformat.shared().load(text, search=[folder_of(tmp_path)])
    frames = frames_of(text, included=hook)
    assert answer.accepted
    assert frames.faults == ()
    poses = frames.main.poses()
    for kind in ("links", "joints", "frames"):
        for name, told in getattr(answer, kind).items():
            theirs = as_transform(told["pose_in_top"])
            # the reference writes the pose of the merged model as text and loses digits
            assert not far(poses.pop(name.removeprefix("m::")), theirs, 1e-5), name
    assert set(poses) == {name.removeprefix("m::") for name in answer.models} - {"m"}
    assert frames.main.body_name() == answer.models["m"]["canonical_body"]
    for name, told in answer.joints.items():
        for key, to in (("xyz", ""), ("xyz_model", "__model__")):
            if told["axis"] is not None and "::" not in name.removeprefix("m::"):
                ours = frames.main.axis(name.removeprefix("m::"), to=to)
                assert ours == pytest.approx(told["axis"][key], abs=1e-5)
    assert set(frames.main.link_poses()) == {
        name.removeprefix("m::") for name in answer.links if name.count("::") == 1
    }


def test_what_an_unknown_include_brings_is_believed():
    text = in_model(
        """<link name="l"><pose relative_to="x::y"/></link><include><uri>QQQ</uri><name>x</name>
        <pose>1 0 0 0 0 0</pose></include><frame name="f" attached_to="x"/>
        <joint name="j" type="fixed"><parent>x::z</parent><child>l</child></joint>
        <frame name="g" attached_to="QQQ"/>"""
    )
    frames = frames_of(text)
    assert [fault.name for fault in frames.faults] == ["QQQ"]
    assert frames.resolve("x") == frames.resolve("f") == at(1.0)
    assert frames.resolve("l") is None
    assert frames.main.body("f") is None


@pytest.mark.parametrize("include", ["<include>", '<include merge="true">'])
def test_an_unknown_include_may_bring_any_name(include):
    text = in_model(
        f"""{include}<uri>QQQ</uri></include><frame name="g" attached_to="QQQ"/>
        <link name="l"><visual name="v"><pose relative_to="QQQ"/><geometry/></visual></link>"""
    )
    assert frames_of(text).faults == ()


def test_an_include_with_a_placement_frame_needs_a_pose():
    text = in_model("<include><uri>arm</uri><placement_frame>here</placement_frame></include>")
    frames = frames_of(text, included=hook)
    (fault,) = frames.faults
    assert (fault.error, fault.kind) == ("MODEL_PLACEMENT_FRAME_INVALID", "no pose")
    assert isinstance(fault.value, sdf.Include)
    assert fault.field == "placement_frame"


def test_a_problem_in_an_included_model_says_which_file_it_is_in():
    broken = bodyplan.read(in_model("", attributes=' canonical_link="QQQ"').encode())
    outer = bodyplan.read(
        in_model("<include><uri>x</uri><pose relative_to='QQQ'/></include>").encode()
    )
    frames = sdf_frames(
        outer, included=lambda _: IncludedModel(broken.root.models[0], (1, 9), broken)
    )
    assert [(fault.field, fault.document) for fault in frames.faults] == [
        ("canonical_link", broken),
        ("relative_to", outer),
    ]
    assert [fault.scope.path for fault in frames.faults] == ["m::m", "m"]
    assert "QQQ" in repr(frames.faults[0])


def test_one_model_in_two_places_has_a_scope_for_each():
    frames = frames_of(INCLUDED["two"], included=hook)
    assert [scope.path for scope in frames.all_scopes()] == ["two", "two::left", "two::right"]
    left, right = frames.scope("two::left"), frames.scope("two::right")
    assert left.resolve("hand") == right.resolve("hand")
    assert not near(left.resolve("hand"), frames.resolve("left::hand"))
    assert right.document is not None
    assert right.include is not None


def test_a_model_that_includes_itself_ends():
    document = bodyplan.read(in_model("<link name='l'/><include><uri>m</uri></include>").encode())
    model = document.root.models[0]
    frames = sdf_frames(document, included=lambda _: model)
    (fault,) = frames.faults
    assert fault.kind == "too much"
    assert fault.is_silent
    again = sdf_frames(document, included=lambda _: sdf_again(model))
    assert len(list(again.all_scopes())) <= MOST_DEEP + 2
    assert [fault.kind for fault in again.faults] == ["too much"]


def sdf_again(model: sdf.Model) -> sdf.Model:
    """The same model, read once more."""
    return sdf.Model(name="n", links=model.links, includes=model.includes)


# Questions


HAND = in_model(
    """<pose>0 0 9 0 0 0</pose><link name="a"><pose>1 0 0 0 0 0</pose>
    <inertial><pose relative_to="b">0 0 1 0 0 0</pose></inertial>
    <collision name="c"><pose>0 1 0 0 0 0</pose><geometry/></collision></link>
    <link name="b"><pose relative_to="a">1 0 0 0 0 0</pose></link>
    <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 3 4</xyz>
    </axis><sensor name="s" type="force_torque"><pose>0 0 5 0 0 0</pose></sensor></joint>
    <model name="n"><pose>0 0 1 0 0 0</pose><link name="l"><pose>0 0 1 0 0 0</pose></link></model>"""
)


def test_poses_are_given_for_names_elements_and_poses():
    frames = frames_of(HAND)
    main = frames.main
    model = main.element
    a, b = model.links
    (joint,) = model.joints
    assert frames.resolve("b") == frames.resolve(b) == at(2.0)
    assert frames.resolve("a", to="b") == frames.resolve(a, "b") == at(-1.0)
    assert frames.resolve("__model__") == IDENTITY
    assert frames.resolve(a.collisions[0]) == at(1.0, 1.0)
    assert frames.resolve(a.collisions[0], to="a") == at(0.0, 1.0)
    assert frames.resolve(a.inertial, to="a") == at(0.0, 0.0, 1.0)  # always relative to its link
    assert frames.resolve(joint.sensors[0]) == at(2.0, 0.0, 5.0)
    assert frames.resolve(model.models[0]) == at(0.0, 0.0, 1.0)
    assert frames.resolve(sdf.Pose(value=(1.0, 0, 0, 0, 0, 0)), "b", default="a") == at(0.0)
    assert frames.resolve(sdf.Pose(relative_to="b")) == at(2.0)
    assert main.link_poses() == {"a": at(1.0), "b": at(2.0)}
    assert main.poses()["n::l"] == at(0.0, 0.0, 2.0)
    assert main.axis("j") == main.axis(joint) == pytest.approx((0.0, 0.6, 0.8))
    assert main.axis("j", "axis2") is None
    assert main.body("j") is b
    assert main.body_name() == "a"
    assert frames.scope("m::n").name == "n"
    assert frames.scope_of(model.models[0]) is frames.scope("m::n")
    assert frames.scope_of(b) is None


def test_a_name_that_is_not_there_is_answered_with_those_that_are():
    frames = frames_of(HAND)
    with pytest.raises(UnknownNameError, match="model 'm' has no frame 'QQQ'"):
        frames.resolve("QQQ")
    with pytest.raises(UnknownNameError):
        frames.resolve("a", to="QQQ")
    with pytest.raises(UnknownNameError):
        frames.main.body("QQQ")
    with pytest.raises(UnknownNameError, match="the file has no model or world 'QQQ'"):
        frames.scope("QQQ")
    with pytest.raises(ValueError, match="this joint does not belong to 'm'"):
        frames.main.axis("a")
    with pytest.raises(ValueError, match="this <link> has no pose in 'm'"):
        frames.resolve(sdf.Link(name="x"))


def test_parts_of_a_world_are_in_the_world():
    frames = frames_of(
        """<sdf version="1.10"><world name="w"><light name="l" type="point"><pose>0 0 1 0 0 0</pose>
        </light><model name="m"><pose>1 0 0 0 0 0</pose><link name="l"/></model>
        <joint name="j" type="fixed"><pose>0 1 0 0 0 0</pose><parent>world</parent>
        <child>m::l</child></joint></world></sdf>"""
    )
    world = frames.main
    assert world.is_world
    assert frames.resolve(world.element.lights[0], to="m") == at(-1.0, 0.0, 1.0)
    assert frames.resolve("j", to="world") == at(1.0, 1.0)
    assert world.body_name("j") == "m::l"
    assert frames.faults == ()


def test_files_without_models_have_no_frames():
    for text in ('<sdf version="1.9"/>', "", "<QQQ/>"):
        frames = frames_of(text)
        assert frames.scopes == frames.faults == ()
        with pytest.raises(ValueError, match="no model and no world"):
            frames.resolve("x")


def test_a_root_without_its_file_is_enough():
    assert sdf_frames(sdf.Root(version="9" * 5000 + ".1")).scopes == ()
    root = bodyplan.read(KEPT["an axis in the model frame"].encode()).root
    assert sdf_frames(root).main.axis("j", to="__model__") == pytest.approx((0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("pose", "fault"),
    [
        (sdf.Pose(value=(1.0, 2.0, 3.0)), "wrong count"),
        (sdf.Pose(value=(1.0,) * 7), "wrong count"),
        (sdf.Pose(value=(1.0,) * 6, rotation_format="quat_xyzw"), "wrong count"),
        (
            sdf.Pose(value=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0), rotation_format="quat_xyzw"),
            "no rotation",
        ),
        (sdf.Pose(value=(1.0,) * 7, rotation_format="quat_xyzw", degrees=True), "degrees"),
        (sdf.Pose(value=(1.0,) * 6, rotation_format="QQQ"), "unknown format"),
        (sdf.Pose(value=(math.nan,) * 6), "not finite"),
        (sdf.Pose(value=(0.0, 0.0, 0.0, math.inf, 0.0, 0.0)), "not finite"),
    ],
)
def test_what_is_no_pose_has_no_place(pose, fault):
    assert pose_fault(pose) == fault
    assert transform_of(pose) is None
    link = sdf.Link(name="l", pose=pose)
    root = sdf.Root(version="1.9", models=(sdf.Model(name="m", links=(link,)),))
    frames = sdf_frames(root)
    assert frames.resolve("l") is None
    assert frames.faults == ()  # that is told of the pose


def test_a_quaternion_of_any_length_is_a_rotation():
    pose = sdf.Pose(value=(0.0,) * 5 + (2.0, 2.0), rotation_format="quat_xyzw")
    assert near(transform_of(pose), Transform.from_rpy((0.0, 0.0, math.pi / 2)))

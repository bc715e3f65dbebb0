"""What the newest libsdformat reads of old versions and of includes, robots have as in Drake."""

from __future__ import annotations

from itertools import product

import pytest

import bodyplan
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.conversion.sdf.includes import frames
from bodyplan.formats.document import DescriptionError
from bodyplan.formats.input_error import InputError
from tests.conversion.sdf_against import in_model
from tests.oracles import drake_robot

np = pytest.importorskip("numpy")
needs_drake = pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)

MASS = "<inertial><mass>1</mass></inertial>"
TURNED = (
    f'<link name="a"><pose>0 0 0 1.5707963267948966 0 0</pose>{MASS}</link>'
    f'<link name="b"><pose>0 0 0 0 1.5707963267948966 0</pose>{MASS}</link>'
)
HINGE = (
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child>'
    "<axis><xyz{0}>0 0 1</xyz>{1}</axis></joint>"
)
FLAGS = {
    "no flag": "",
    "flag": "<use_parent_model_frame>1</use_parent_model_frame>",
    "false flag": "<use_parent_model_frame>0</use_parent_model_frame>",
}
FRAMES = {
    "no frame": "",
    "in a link": ' expressed_in="a"',
    "in the model": ' expressed_in="__model__"',
}
AXES = {
    f"{version}, {flag}, {frame}": in_model(
        TURNED + HINGE.format(FRAMES[frame], FLAGS[flag]), version
    )
    for version, flag, frame in product(("1.3", "1.4", "1.5", "1.6", "1.7"), FLAGS, FRAMES)
    if version != "1.7" or flag == "no flag"
}
BOX = '<collision name="c"><geometry><box><size>1 2 3</size></box></geometry></collision>'
AUTO = {
    "density": "<density>5</density>",
    "no mass": "<mass>0</mass>",
    "mass": "<mass>3</mass>",
    "nothing": "",
}
MASSES = {
    f"{version}, {name}": in_model(
        f'<link name="a"><inertial auto="true">{inside}</inertial>{BOX}</link>', version
    )
    for version, (name, inside) in product(("1.2", "1.7", "1.10", "1.11"), AUTO.items())
}
PITCHES = ("", "<thread_pitch>2</thread_pitch>", "<screw_thread_pitch>2</screw_thread_pitch>")
SCREWS = {
    f"{version}, {pitch}": in_model(
        TURNED
        + HINGE.format("", "").replace("revolute", "screw").replace("<axis>", pitch + "<axis>"),
        version,
    )
    for version, pitch in product(("1.5", "1.9", "1.10", "1.12"), PITCHES)
}
ALONE = '<pose>1 2 3 0 0 1</pose><link name="x"><inertial><pose>0.1 0 0 0 0 0</pose><mass>2</mass></inertial></link>'
LEVER = f'<sdf version="1.9"><model name="lever">{ALONE}</model></sdf>'
URDF = """<robot name="arm">
  <link name="base"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"><inertial><origin xyz="0.1 0 0" rpy="0 0 0.5"/><mass value="2"/>
    <inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0"/></inertial></link>
  <link name="pad"><inertial><mass value="3"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="revolute"><parent link="base"/><child link="tip"/>
    <origin xyz="1 0 0" rpy="0.1 0.2 1"/><axis xyz="0 0.6 0.8"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="f" type="fixed"><parent link="tip"/><child link="pad"/><origin xyz="0 1 0"/></joint>
</robot>"""
OF_URDF = "<include><uri>model://inc/arm.urdf</uri><pose>0 0 5 0 0 1</pose></include>"
AT_ROOT = '<sdf version="1.9"><include><uri>model://inc/lever.sdf</uri>{}</include></sdf>'
INCLUDES = {
    "at the root": AT_ROOT.format(""),
    "at the root of 1.4": AT_ROOT.format("").replace("1.9", "1.4"),
    "at the root with changes": AT_ROOT.format(
        "<name>n</name><pose>3 2 1 0 1 0</pose><static>1</static>"
    ),
    "a URDF in a model": in_model(
        f'<link name="a">{MASS}</link>{OF_URDF}'
        '<joint name="w" type="fixed"><parent>a</parent><child>arm::base</child></joint>'
    ),
    "a URDF in a world": f'<sdf version="1.9"><world name="w">{OF_URDF}</world></sdf>',
    "a merged URDF": in_model(OF_URDF.replace("<include>", '<include merge="true">')),
}
TWO_MODELS = (
    f'<model name="m"><pose>1 0 0 0 0 0</pose><link name="a"><pose>0 0 2 0 0 0</pose>{MASS}</link></model>'
    f'<model name="n"><pose>0 2 0 0 0 1</pose><link name="a">{MASS}</link></model>'
)
IN_WORLD = (
    '<sdf version="{}"><world name="w">'
    + TWO_MODELS
    + '{}<joint name="j" type="fixed"><parent>{}</parent><child>m::a</child></joint></world></sdf>'
)
FRAME = '<frame name="f"><pose>0 0 5 0 0 0</pose></frame>'
WORLDS = {
    "a joint to the world": IN_WORLD.format("1.10", "", "world"),
    "a joint to the world before 1.10": IN_WORLD.format("1.9", "", "world"),
    "a joint to a frame of the world": IN_WORLD.format("1.12", FRAME, "f"),
}
PLANAR = (
    f'<link name="a">{MASS}</link><link name="b"><pose>1 0 0 0 0 0</pose>{MASS}</link>'
    '<frame name="f" attached_to="b"><pose>0 1 0 0 0 1.57</pose></frame>'
    '<frame name="g" attached_to="a"><pose>0 1 0 1 0 0</pose></frame>'
    '<drake:joint name="j" type="planar"><drake:parent>{}</drake:parent>'
    "<drake:child>f</drake:child>{}</drake:joint>"
)
DRAKE = {
    f"a planar joint of Drake on {parent}": in_model(
        PLANAR.format(parent, "<drake:damping>0 0 0</drake:damping>"), "1.10"
    ).replace("<sdf ", '<sdf xmlns:drake="drake.mit.edu" ')
    for parent in ("a", "g")
}
FILES = {**WORLDS, **DRAKE, **AXES, **MASSES, **SCREWS, **INCLUDES}


@pytest.fixture(scope="module")
def oracle():
    return drake_robot.shared()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lever.sdf").write_text(LEVER)
    (tmp_path / "arm.urdf").write_text(URDF)
    return tmp_path


@needs_drake
@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_robots_are_those_of_drake(text, oracle, folder):
    from tests.conversion.drake_against import differences

    path = folder / "model.sdf"
    path.write_text(text)
    assert differences(path, oracle, {"inc": folder}) == []


# What is missing, or has no place in the robot

FAR = "<include><uri>https://fuel.example.org/1.0/a/models/QQQ</uri></include>"
NEAR = "<include><uri>model://QQQ</uri></include>"


@pytest.mark.parametrize("include", [NEAR, FAR], ids=["on this machine", "on the network"])
@pytest.mark.parametrize(
    "text", [in_model(f'<link name="a">{MASS}</link>{{}}'), '<sdf version="1.9">{}</sdf>']
)
def test_a_robot_without_an_included_model_is_not_loaded(text, include):
    with pytest.raises((DescriptionError, InputError)):
        bodyplan.load(text.format(include))


@pytest.mark.parametrize("include", [NEAR, FAR], ids=["on this machine", "on the network"])
def test_what_is_missing_in_a_robot_is_a_diagnostic_of_it(include):
    text = in_model(f'<link name="a">{MASS}</link>{include}')
    robot = bodyplan.load(text, strict=False)
    assert [one.code for one in robot.diagnostics] == ["D114"]
    found = from_sdf(frames(bodyplan.read(text)))
    assert [str(loss) for loss in found.missing] == [
        "dropped <include>: the included model was not found"
    ]


def test_a_world_without_a_model_beside_the_robot_is_loaded():
    text = f'<sdf version="1.9"><world name="w"><model name="m"><link name="a">{MASS}</link></model>{FAR}</world></sdf>'
    assert bodyplan.load(text, model="m").link_names == ("a",)


def test_a_joint_to_a_model_that_is_missing_stops_loading():
    joint = '<joint name="j" type="fixed"><parent>QQQ::x</parent><child>m::a</child></joint>'
    far = FAR.replace("</uri>", "</uri><name>QQQ</name>")
    text = f'<sdf version="1.10"><world name="w"><model name="m"><link name="a">{MASS}</link></model>{far}{joint}</world></sdf>'
    with pytest.raises(DescriptionError):
        bodyplan.load(text, model="m")


@pytest.mark.parametrize("place", ["axis", "axis2"])
def test_a_mimic_joint_with_two_axes_is_reported_by_check_and_load(place):
    mimic = '<mimic joint="k"><multiplier>2</multiplier><offset>1</offset></mimic>'
    axis = "<{0}><xyz>0 0 1</xyz>{1}<limit><lower>-1</lower><upper>1</upper></limit></{0}>"
    axes = "".join(axis.format(tag, mimic if tag == place else "") for tag in ("axis", "axis2"))
    joint = '<joint name="{}" type="{}"><parent>{}</parent><child>{}</child>{}</joint>'
    text = in_model(
        "".join(f'<link name="{name}">{MASS}</link>' for name in "abc")
        + joint.format("j", "universal", "a", "b", axes)
        + joint.format("k", "revolute", "b", "c", axis.format("axis", "")),
        "1.11",
    )
    codes = [one.code for one in bodyplan.check(text).files[0].diagnostics]
    assert codes.count("D331") == 1
    for strict in (True, False):
        assert "D331" in [one.code for one in bodyplan.load(text, strict=strict).diagnostics]

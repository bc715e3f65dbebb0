"""What <gazebo> blocks bring into SDFormat is accepted by its parsers; what is not is a loss."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import pytest

import bodyplan
from bodyplan.formats.loss import Loss
from bodyplan.jobs.verify import verify
from tests.conversion.sdf_against import as_transform
from tests.oracles import libsdformat

np = pytest.importorskip("numpy")

MASS = (
    '<inertial><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
)
BOX = "<geometry><box size='1 1 1'/></geometry>"
URDF = f"""<robot name="cart">
  <link name="base">{MASS}<visual name="look">{BOX}</visual><visual>{BOX}</visual>
    <collision name="hit">{BOX}</collision><collision>{BOX}</collision></link>
  <link name="wheel">{MASS}</link>
  <joint name="spin" type="revolute"><parent link="base"/><child link="wheel"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="2" velocity="3"/></joint>
  <sensor name="eye" type="camera"><parent link="base"/><origin/>
    <camera><image width="9" height="9" hfov="1" near="0.1" far="4" format="RGB8"/></camera></sensor>
  {{}}
</robot>"""
NAMES = (
    *("look", "hit", "base_visual", "base_collision", "eye", "base", "wheel", "spin", "cart"),
    *("a::b", "world", "__x__", "", " "),
)
"""Those of parts that are made from the robot, and such as libsdformat rejects."""
SHAPE = "<geometry><box><size>2 2 2</size></box></geometry>"
IN_LINK = {
    "sensor": ' type="imu">',
    "light": ' type="point">',
    "projector": "><texture>t.png</texture>",
    "audio_source": "><uri>a.wav</uri>",
    "particle_emitter": ' type="point">',
    "battery": "><voltage>1</voltage>",
    "plugin": ' filename="f.so">',
}
IN_JOINT = {"sensor": ' type="force_torque">', "plugin": ' filename="f.so">'}
IN_MODEL = {
    "link": ">",
    "frame": ">",
    "model": '><link name="i"/>',
    "joint": ' type="fixed"><parent>world</parent><child>base</child>',
    "plugin": ' filename="f">',
    "gripper": "><gripper_link>base</gripper_link><palm_link>wheel</palm_link>",
}
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
STILL = "<static>true</static>"
SETTINGS = {
    "base": (
        "<inertial><mass>-1</mass></inertial>",
        '<pose relative_to="no">0 0 0 0 0 0</pose>',
        "<pose>1 2</pose>",
        "<mu1>x</mu1><kp>1e400</kp><maxContacts>-1</maxContacts>",
        "<material><script><name>x</name></script></material>",
        "<material><script><uri/><name/></script></material>",
        "<material><ambient>1</ambient></material>",
        '<material><shader type="normal_map_tangent_space"/></material>',
        "<visual><geometry><box/></geometry><transparency>x</transparency></visual>",
        "<visual><plugin/><meta><layer>x</layer></meta></visual>",
        "<collision><surface><friction><ode><mu>x</mu></ode></friction></surface></collision>",
        "<collision><surface><contact><collide_bitmask>x</collide_bitmask></contact></surface></collision>",
        f'<visual name="look">{SHAPE}</visual><collision name="a::b">{SHAPE}</collision>',
        '<light name="l" type="nope"/>',
        '<particle_emitter name="p" type="nope"/>',
        "<sensor/><light/><projector/><particle_emitter/><battery/>",
    ),
    "spin": (
        "<axis><xyz>0 0 0</xyz></axis>",
        '<axis><xyz expressed_in="no">1 0 0</xyz></axis>',
        "<axis2><xyz>0 0 0</xyz></axis2>",
        "<parent>no</parent>",
        "<child>world</child>",
        "<parent>wheel</parent>",
        '<pose relative_to="no"/>',
        "<provideFeedback>x</provideFeedback><stopErp>nan</stopErp>",
        "<physics><ode><limit><cfm>x</cfm></limit></ode></physics>",
        (
            '<sensor name="q" type="force_torque"><force_torque><force><x><noise type="bad"/>'
            "</x></force></force_torque></sensor>"
        ),
    ),
    "": (
        "<static>x</static>",
        "<pose>1</pose>",
        '<pose relative_to="base">0 0 0 0 0 0</pose>',
        "<include><uri>model://nope</uri></include>",
        '<joint name="q" type="revolute"><parent>base</parent><child>wheel</child></joint>',
        '<joint name="q" type="fixed"><parent>base</parent><child>wheel</child></joint>',
        '<joint name="q" type="ball"><parent>f</parent><child>wheel</child></joint><frame name="f" attached_to="base"/>',
        f'<joint name="q" type="universal"><parent>base</parent><child>wheel</child>{AXIS}</joint>',
        f'<model name="m">{STILL}<link name="l"/><link name="k"/><joint name="r" type="revolute"><parent>l</parent><child>k</child>{AXIS}</joint></model>',
        STILL,
        f'<model name="m"><link name="l"/><link name="k"/><joint name="r" type="universal"><parent>l</parent><child>k</child>{AXIS}</joint></model>',
        *(
            f'<link name="x"/><joint name="q" type="{kind}"><parent>base</parent><child>x</child>{AXIS}{AXIS.replace("axis>", "axis2>")}</joint>'
            for kind in ("gearbox", "revolute2", "universal", "screw", "ball")
        ),
        '<joint name="q" type="fixed"><parent>base</parent><child>base</child></joint>',
        '<joint name="q" type="fixed"><parent>no</parent><child>base</child></joint>',
        '<link name="x"><visual name="v"/><inertial><mass>-1</mass></inertial></link>',
        '<link name="x"><sensor name="b" type="imu"/><sensor name="b" type="imu"/></link>',
        '<link name="x"><sensor name="a::b" type="imu"/></link>',
        '<frame name="f" attached_to="g"/><frame name="g" attached_to="f"/>',
        '<model name="m"/>',
        '<model name="m"><link name="l"/><joint name="l" type="fixed"/></model>',
        '<model name="m" canonical_link="no"><link name="l"/></model>',
    ),
}
IN_SENSOR = (
    '<pose frame="nope">0 0 0 0 0 0</pose>',
    "<pose>a b c d e f</pose>",
    "<update_rate>x</update_rate><always_on>maybe</always_on>",
    "<foo/>",
    '<plugin name="" filename=""/>',
    '<plugin name="" filename="x"/>',
    '<plugin name="x"/>',
    '<camera name="a::b"/>',
    '<camera name=""/>',
    "<camera/><camera/>",
    "<camera><clip><near>0</near><far>0</far></clip></camera>",
    "<camera><image><width>x</width><format>zz</format></image></camera>",
    "<camera><horizontal_fov>99</horizontal_fov></camera>",
    "<camera><noise><type>bad</type></noise></camera>",
    '<camera><noise type="bad"/></camera>',
    "<ray><scan/></ray>",
    '<imu><angular_velocity><x><noise type="bad"/></x></angular_velocity></imu>',
    "<contact/>",
)


AIR_SPEED = '<sensor name="s" type="air_speed"><air_speed/></sensor>'
ONLY_GAZEBO = "it is from a <gazebo> block, which only Gazebo reads in a URDF"


def named(tag: str, rest: str) -> list[str]:
    found = [f'<{tag} name="{name}"{rest}</{tag}>' for name in NAMES]
    return [*found, f"<{tag}{rest}</{tag}>", f'<{tag} name="q"{rest}</{tag}>' * 2]


FAMILY = [
    *(("base", one) for tag, rest in IN_LINK.items() for one in named(tag, rest)),
    *(("spin", one) for tag, rest in IN_JOINT.items() for one in named(tag, rest)),
    *(("", one) for tag, rest in IN_MODEL.items() for one in named(tag, rest)),
    *((reference, one) for reference, every in SETTINGS.items() for one in every),
    *(
        ("base", f'<sensor name="s" type="{kind}">{inner}</sensor>')
        for kind in ("camera", "imu", "nonsense")
        for inner in IN_SENSOR
    ),
]


def converted(reference: str, content: str) -> bodyplan.formats.converted.Converted:
    where = f' reference="{reference}"' if reference else ""
    return bodyplan.convert(URDF.format(f"<gazebo{where}>{content}</gazebo>"), "sdf", strict=False)


@cache
def results() -> list[tuple[str, str, bodyplan.formats.converted.Converted]]:
    return [(*one, converted(*one)) for one in FAMILY]


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_libsdformat_accepts_whatever_a_block_contains():
    parser = libsdformat.shared()
    rejected = {
        (reference, content): answer.codes[0].message
        for reference, content, done in results()
        if not (answer := parser.load(done.document.to_bytes())).accepted
    }
    assert not rejected


def is_about(loss: Loss, joint: str) -> bool:
    """Whether a loss is about a joint, also one in a nested model."""
    written = getattr(loss.source, "name", "") if not loss.what else loss.what
    return written in {joint, f"<joint> '{joint}'", f"<joint> 'm::{joint}'"}


def test_drake_accepts_what_a_block_contains_or_a_loss_says_so(tmp_path: Path):
    pytest.importorskip("pydrake")
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    rejected = {}
    for reference, content, done in results():
        path = done.save(tmp_path / "cart.sdf", force=True)
        try:
            plant = MultibodyPlant(0.0)
            Parser(plant).AddModels(str(path))
        except RuntimeError as error:
            part = re.search(r"(?:adding joint|for joint) '(\w+)'", str(error))
            name = part[1] if part else "spin" if content == STILL else "r"
            if not any(
                "Drake rejects" in loss.reason and is_about(loss, name) for loss in done.losses
            ):
                rejected[reference, content] = str(error)
    assert not rejected


def test_a_block_without_a_loss_changes_the_result():
    plain = converted("", "<static>false</static>")
    silent = [
        (reference, content)
        for reference, content, done in results()
        if len(done.losses) == len(plain.losses)
        and done.document.to_bytes()
        in {plain.document.to_bytes(), converted("", "").document.to_bytes()}
    ]
    assert not silent


@pytest.mark.parametrize(
    ("reference", "content", "losses"),
    [
        ("base", '<sensor name="world" type="imu"/>', ["'world' is reserved; it is renamed to 'world_sensor'"]),
        ("base", '<sensor name="" type="imu"/>', ["it has no name; it is renamed to 'sensor'"]),
        ("base", '<light name="eye" type="point"/>', ["another element has the same name; it is renamed to 'eye_2'"]),
        ("base", "<inertial><mass>5</mass></inertial>", ["the <inertial> of the link itself is used, as libsdformat does"]),
        ("spin", "<axis><xyz>0 0 1</xyz></axis>", ["the <axis> of the joint itself is used, as libsdformat does"]),
        ("", '<link name="spin"/>', ["another part of the model has its name"]),
        ("", '<joint name="q" type="screw"><parent>base</parent><child>wheel</child></joint>', ["a screw joint needs an <axis>"]),
        ("", '<joint name="q" type="universal"><parent>base</parent><child>wheel</child><axis/></joint>', ["a universal joint needs an <axis2>"]),
        ("", '<joint name="q" type="fixed"><parent>wheel</parent><child>base</child></joint>', [f"{ONLY_GAZEBO}; Drake rejects it, because 'spin' connects 'wheel' and 'base' too"]),
        ("", '<link name="x"/><joint name="q" type="fixed"><parent>base</parent><child>x</child></joint>', [ONLY_GAZEBO, ONLY_GAZEBO]),
        ("", STILL, ["it cannot move in a <static> model, and Drake rejects such a model"]),
        ("base", '<audio_source name="a"><uri>b</uri></audio_source>', ["SDFormat does not define it, and Drake rejects it"]),
        ("base", '<sensor name="s" type="imu"><my:part name="a::b"/><part name="c::d"/></sensor>', ["libsdformat rejects it: name 'c::d' contains the separator ::"]),
    ],
)  # fmt: skip
def test_each_change_is_one_loss_with_its_reason(reference, content, losses):
    done = converted(reference, content)
    assert [one.reason for one in done.losses if one.what != "camera"] == losses


def test_a_dropped_element_has_the_name_that_was_written():
    done = converted("base", '<sensor name="s" type="imu"><part name="c::d"/></sensor>')
    assert "<part> 'c::d'" in {one.what for one in done.losses}


@pytest.mark.parametrize(
    ("reference", "content", "name"),
    [
        ("", '<frame name="a::b" attached_to="no"/>', "<frame> 'a::b'"),
        ("base", '<light name="a::b" type="nope"/>', "<light> 'a::b'"),
        ("base", '<sensor name="world" type="nope"/>', "<sensor> 'world'"),
        ("base", '<sensor type="nope"/>', "<sensor>"),
    ],
)
def test_a_renamed_element_that_is_dropped_is_one_loss_with_the_written_name(
    reference, content, name
):
    (loss,) = (one for one in converted(reference, content).losses if one.what != "camera")
    assert (loss.kind, loss.what) == ("dropped", name)


@pytest.mark.parametrize(
    "content",
    [
        '<link name="x"/>',
        '<frame name="a::b" attached_to="no"/>',
        "<include><uri>model://nope</uri></include>",
        f'<model name="m">{STILL}<link name="l"/><link name="k"/><joint name="r" type="revolute"><parent>l</parent><child>k</child>{AXIS}</joint></model>',
    ],
)
def test_a_loss_of_a_part_of_the_model_is_located_at_its_block(content):
    losses = [one for one in converted("", content).losses if one.what != "camera"]
    assert losses
    assert {type(one.source).__name__ for one in losses} == {"Gazebo"}


def test_an_airspeed_sensor_makes_the_version_the_first_one_that_has_it():
    for content in ('<sensor name="s" type="air_speed"/>', f"<link name='x'>{AIR_SPEED}</link>"):
        reference = "base" if "link" not in content else ""
        assert converted(reference, content).document.version == (1, 10)
    urdf = URDF.format(f'<gazebo reference="base">{AIR_SPEED}</gazebo>')
    done = bodyplan.convert(urdf, "sdf1.9", strict=False)
    assert b"air_speed" not in done.document.to_bytes()
    (loss,) = [loss for loss in done.losses if "1.10" in loss.reason]
    assert (loss.what, loss.reason) == ("<sensor> 's'", "its type requires version 1.10")
    assert loss.source.name == "base"


def test_a_verified_conversion_accepts_a_joint_that_only_gazebo_has():
    content = (
        '<link name="x"/><joint name="q" type="fixed"><parent>base</parent><child>x</child></joint>'
    )
    done = converted("", content)
    source = bodyplan.load(URDF.format(""), strict=False)
    assert not verify(done, source).unexplained


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize(
    "block", ["<inertial><mass>5</mass></inertial>", "<pose>1 0 0 0 0 0</pose>"]
)
def test_the_link_itself_has_precedence_as_in_libsdformat(block):
    urdf = URDF.format(f'<gazebo reference="wheel">{block}</gazebo>')
    theirs = libsdformat.shared().load(urdf).links["cart::wheel"]
    ours = libsdformat.shared().load(converted("wheel", block).document.to_bytes())
    assert theirs["mass"] == ours.links["cart::wheel"]["mass"] == 1
    assert theirs["pose_in_top"] == ours.links["cart::wheel"]["pose_in_top"]


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize("pose", ["a b c d e f", "1 2", "", "nan 0 0 0 0 0", "1 0 0 0 0 0"])
def test_a_pose_in_a_merged_link_may_be_invalid(pose):
    mount = (
        f'<link name="pod">{MASS}</link><joint name="mount" type="fixed">'
        '<parent link="base"/><child link="pod"/></joint><gazebo reference="pod">'
        f'<sensor name="s" type="imu"><pose>{pose}</pose></sensor></gazebo>'
    )
    done = bodyplan.convert(URDF.format(mount), "sdf", strict=False, like="libsdformat")
    assert libsdformat.shared().load(done.document.to_bytes()).accepted


def turned(axis: int, angle: float):
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    R = np.eye(3)
    R[i, i] = R[j, j] = math.cos(angle)
    R[j, i], R[i, j] = math.sin(angle), -math.sin(angle)
    return R


POD = (
    f'<link name="pod">{MASS}</link><joint name="mount" type="fixed">'
    '<origin xyz="1 2 3" rpy="0 0 1"/><parent link="base"/><child link="pod"/></joint>'
    f'<link name="arm">{MASS}</link><joint name="hinge" type="continuous">'
    '<origin xyz="0 0 7" rpy="1 0 0"/><parent link="base"/><child link="arm"/></joint>'
)
IN_POD = {
    "": "0.1 0.2 0.3 0.4 0 0",
    ' relative_to=""': "0.1 0.2 0.3 0.4 0 0",
    ' relative_to="pod"': "0.1 0.2 0.3 0.4 0 0",
    ' relative_to="mount"': "0.1 0.2 0.3 0.4 0 0",
    ' relative_to="arm"': "0.1 0.2 0.3 0.4 0 0",
    ' relative_to="__model__"': "0.1 0.2 0.3 0.4 0 0",
    ' frame="no"': "0.1 0.2 0.3 0.4 0 0",
    ' degrees="true"': f"0.1 0.2 0.3 {math.degrees(0.4)!r} 0 0",
    ' relative_to="arm" degrees="1"': f"0.1 0.2 0.3 {math.degrees(0.4)!r} 0 0",
    ' rotation_format="quat_xyzw"': f"0.1 0.2 0.3 {math.sin(0.2)!r} 0 0 {math.cos(0.2)!r}",
}
"""By attributes of a pose, the text for 0.1 0.2 0.3 and a turn of 0.4 rad about x."""


@pytest.mark.parametrize("attributes", IN_POD)
def test_a_sensor_of_a_block_is_where_its_pose_says_whatever_the_result(attributes):
    pose = f"<pose{attributes}>{IN_POD[attributes]}</pose>"
    block = f'<gazebo reference="pod"><sensor name="s" type="imu">{pose}</sensor></gazebo>'
    urdf = URDF.format(POD + block)
    X_B = np.eye(4)  # the frame in which the pose is, at zero
    if "arm" in attributes:
        X_B[:3, :3], X_B[:3, 3] = turned(0, 1.0), (0, 0, 7)
    elif "__model__" not in attributes:
        X_B[:3, :3], X_B[:3, 3] = turned(2, 1.0), (1, 2, 3)
    X_BS = np.eye(4)
    X_BS[:3, :3], X_BS[:3, 3] = turned(0, 0.4), (0.1, 0.2, 0.3)
    expected = X_B @ X_BS
    found = []
    if libsdformat.available():
        for like in ("", "libsdformat"):
            done = bodyplan.convert(urdf, "sdf", strict=False, like=like)
            links = libsdformat.shared().load(done.document.to_bytes()).links
            link = links["cart::base" if like else "cart::pod"]
            (sensor,) = [one for one in link["sensors"] if one["name"] == "s"]
            outer = as_transform(link["pose_in_top"]).matrix
            found.append(outer @ as_transform(sensor["pose"]).matrix)
    mujoco = pytest.importorskip("mujoco")
    made = bodyplan.convert(urdf, "mjcf", strict=False).document.to_bytes().decode()
    robot = mujoco.MjModel.from_xml_string(made)
    data = mujoco.MjData(robot)
    mujoco.mj_forward(robot, data)
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = data.site("s").xmat.reshape(3, 3), data.site("s").xpos
    for one in (*found, X):
        assert np.abs(one - expected).max() < 1e-9

"""What <gazebo> blocks bring into SDFormat is accepted by its parsers; what is not is a loss."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import bodyplan
from tests.oracles import libsdformat

pytest.importorskip("numpy")

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


def test_drake_accepts_whatever_a_block_contains(tmp_path: Path):
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

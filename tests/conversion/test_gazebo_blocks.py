"""Settings for Gazebo go from file to file and come back; what has no place is named."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import bodyplan
from tests.oracles import libsdformat

pytest.importorskip("numpy")

MASS = (
    '<inertial><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="2"/></inertial>'
)
BOX = "<geometry><box size='1 1 1'/></geometry>"
URDF = f"""<robot name="cart">
  <link name="base">{MASS}<visual>{BOX}</visual><collision>{BOX}</collision></link>
  <link name="wheel">{MASS}</link>
  <joint name="spin" type="revolute">
    <parent link="base"/><child link="wheel"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="2" velocity="3"/>
    <calibration rising="0.5"/>
    <safety_controller k_velocity="10" soft_lower_limit="-0.9" soft_upper_limit="0.9"/>
  </joint>
  <transmission name="drive"><type>transmission_interface/SimpleTransmission</type>
    <joint name="spin"><hardwareInterface>PositionJointInterface</hardwareInterface></joint>
    <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator>
  </transmission>
  <ros2_control name="system" type="system">
    <hardware><plugin>mock_components/GenericSystem</plugin></hardware>
    <joint name="spin"><command_interface name="position"/></joint>
  </ros2_control>
  {{}}
</robot>"""
SENSOR = """<sensor name="eye" type="camera"><update_rate>30</update_rate>
  <camera><horizontal_fov>1.2</horizontal_fov><image><width>64</width><height>48</height></image>
  <clip><near>0.1</near><far>10</far></clip></camera></sensor>"""


def sdf_of(blocks: str) -> tuple[ET.Element, tuple]:
    done = bodyplan.convert(URDF.format(blocks), "sdf")
    return ET.fromstring(done.document.to_bytes()), done.losses


CASES = {
    '<gazebo reference="base"><mu1>0.5</mu1></gazebo>': (
        "model/link[@name='base']/collision/surface/friction/ode/mu",
        "0.5",
    ),
    '<gazebo reference="base"><kp value="1e6"/></gazebo>': (
        "model/link/collision/surface/contact/ode/kp",
        "1e6",
    ),
    '<gazebo reference="base"><maxContacts>3</maxContacts></gazebo>': (
        "model/link/collision/max_contacts",
        "3",
    ),
    '<gazebo reference="base"><turnGravityOff>true</turnGravityOff></gazebo>': (
        "model/link/gravity",
        "false",
    ),
    '<gazebo reference="base"><selfCollide>1</selfCollide></gazebo>': (
        "model/link/self_collide",
        "true",
    ),
    '<gazebo reference="base"><dampingFactor>0.1</dampingFactor></gazebo>': (
        "model/link/velocity_decay/angular",
        "0.1",
    ),
    '<gazebo reference="base"><material>Gazebo/Blue</material></gazebo>': (
        "model/link/visual/material/script/name",
        "Gazebo/Blue",
    ),
    f'<gazebo reference="base">{SENSOR}</gazebo>': (
        "model/link[@name='base']/sensor[@name='eye']/camera/image/width",
        "64",
    ),
    '<gazebo reference="spin"><provideFeedback>true</provideFeedback></gazebo>': (
        "model/joint/physics/provide_feedback",
        "true",
    ),
    '<gazebo reference="spin"><springStiffness>3</springStiffness></gazebo>': (
        "model/joint/axis/dynamics/spring_stiffness",
        "3",
    ),
    "<gazebo><static>true</static></gazebo>": ("model/static", "true"),
    '<gazebo><plugin name="p" filename="f"><rate>5</rate></plugin></gazebo>': (
        "model/plugin[@name='p']/rate",
        "5",
    ),
}


@pytest.mark.parametrize(("block", "expected"), CASES.items(), ids=lambda one: one[0][6:])
def test_a_gazebo_block_is_where_sdformat_has_it(block, expected):
    path, value = expected
    root, losses = sdf_of(block)
    assert root.findtext(path) == value
    assert not [loss for loss in losses if "gazebo" in loss.subject]


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ('<gazebo reference="base"><foo>1</foo></gazebo>', "<link> of SDFormat has no <foo>"),
        ('<gazebo reference="other"><mu1>1</mu1></gazebo>', "'other' is not a link or joint"),
        ("<gazebo><mu1>1</mu1></gazebo>", "<model> of SDFormat has no <mu1>"),
    ],
)
def test_a_setting_without_a_place_is_a_loss(block, reason):
    _, losses = sdf_of(block)
    (found,) = [loss for loss in losses if "gazebo" in loss.subject]
    assert found.reason.startswith(reason)


def test_names_in_a_sensor_are_such_as_libsdformat_accepts():
    inner = '<camera name="c::d"><horizontal_fov>1</horizontal_fov></camera><x:y xmlns:x="x" name="e::f"/>'
    plugin = '<plugin name="g::h" filename="i.so"><j name="k::l"/></plugin>'
    sensor = f'<sensor name="a::b" type="camera">{inner}{plugin}</sensor>'
    made, losses = sdf_of(f'<gazebo reference="base">{sensor}</gazebo>')
    names = [one.get("name") for one in made.iter() if one.tag != "model" and one.get("name")]
    assert {"a_b", "c_d", "e::f", "g::h", "k::l"} <= {*names}
    assert sum("'::' is not allowed" in loss.reason for loss in losses) == 2


def test_what_sdformat_says_for_gazebo_comes_back_as_blocks():
    blocks = "".join(CASES)
    there = bodyplan.convert(URDF.format(blocks), "sdf").document
    back = bodyplan.convert(there, "urdf")
    again = ET.fromstring(bodyplan.convert(back.document, "sdf").document.to_bytes())
    for path, value in CASES.values():
        assert again.findtext(path) == value, path
    assert not [loss for loss in back.losses if loss.what in {"plugins", "surface", "physics"}]


OLD = """<sdf version="1.0"><model name="m"><link name="l">
  <inertial mass="1"><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
  <sensor type="camera" name="eye" update_rate="20"><camera>
    <horizontal_fov angle="1.2"/><image width="320" height="240" format="R8G8B8"/>
    <clip near="0.1" far="10"/></camera></sensor></link></model></sdf>"""


def test_a_sensor_of_sdformat_1_0_has_elements_for_its_attributes():
    block = bodyplan.convert(OLD, "urdf").document
    sensor = ET.fromstring(block.to_bytes()).find("gazebo/sensor")
    assert sensor.findtext("camera/horizontal_fov") == "1.2"
    assert bodyplan.check(bodyplan.convert(block, "sdf").document).diagnostics == ()


def test_what_sdformat_does_not_have_is_named():
    _, losses = sdf_of("")
    told = [loss.subject for loss in losses if loss.kind == "dropped"]
    for word in ("safety_controller", "calibration", "ros2_control", "transmission 'drive'"):
        assert any(word in one for one in told), word


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_a_sensor_of_a_block_that_has_the_name_of_one_of_the_urdf_gets_another_name():
    done = bodyplan.convert(Path(bodyplan.__file__).parent / "samples/rover/rover.urdf", "sdf")
    answer = libsdformat.shared().load(done.document.to_bytes().decode())
    assert answer.accepted, answer.console
    reasons = [loss.reason for loss in done.losses if loss.what == "name of <sensor>"]
    assert any("'deck_imu_2'" in reason for reason in reasons)
    assert any("'deck_lidar_2'" in reason for reason in reasons)


TWO_AXES = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
  <joint name="j" type="revolute2"><parent>a</parent><child>b</child>
    <axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>
    <sensor name="ft" type="force_torque"><pose>1 2 3 0 0 0</pose></sensor></joint></model></sdf>"""


def test_a_sensor_of_a_joint_that_becomes_two_is_at_the_last():
    made = bodyplan.convert(TWO_AXES, "urdf").document
    root = ET.fromstring(made.to_bytes())
    block = next(one for one in root.findall("gazebo") if one.find("sensor") is not None)
    (joint,) = [one for one in root.findall("joint") if one.find("child").get("link") == "b"]
    assert block.get("reference") == joint.get("name")


def test_in_mjcf_the_joint_of_a_sensor_is_a_loss():
    pytest.importorskip("mujoco")
    losses = bodyplan.convert(TWO_AXES, "mjcf").losses
    assert [loss.kind for loss in losses if loss.what == "joint"] == ["moved"]

"""MJCF as a person would write it: default classes, servos by command interface, one file a mesh."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import bodyplan
from bodyplan import model
from bodyplan.conversion.mjcf import to_mjcf
from tests.conversion.ledger import differences
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

FEW = ("panda.urdf", "z1.urdf", "talos_full_v2.urdf", "go2.urdf", "pr2.urdf", "tiago_pro.urdf")
COMPARED = (
    *("jnt_type", "jnt_axis", "jnt_range", "jnt_limited", "jnt_stiffness", "jnt_actfrcrange"),
    *("dof_damping", "dof_frictionloss", "dof_armature", "qpos_spring", "geom_type", "geom_size"),
    *("geom_rgba", "geom_matid", "geom_group", "geom_contype", "geom_conaffinity", "body_mass"),
    *("actuator_gainprm", "actuator_biasprm", "actuator_ctrlrange", "actuator_gear"),
)


def robots() -> list[Path]:
    try:
        return [path for path in urdfdom.example_robots() if path.name in FEW]
    except urdfdom.OracleMissingError:
        return []


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("path", robots(), ids=lambda p: p.name)
def test_default_classes_change_nothing_for_mujoco(path, tmp_path, monkeypatch):
    robot = bodyplan.load(path, strict=False)
    short = bodyplan.convert(robot, "mjcf").save(tmp_path / "short.xml")
    monkeypatch.setattr(to_mjcf, "gather_defaults", lambda _: None)
    long = bodyplan.convert(robot, "mjcf").save(tmp_path / "long.xml")
    assert short.stat().st_size < long.stat().st_size
    one, other = (mujoco.MjModel.from_xml_path(str(file)) for file in (short, long))
    for field in COMPARED:
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field), field)


def link(name):
    return model.Link(name, model.Inertial(1.0, model.IDENTITY, (0.1, 0.0, 0.0, 0.1, 0.0, 0.1)))


def chain(joints, **parts):
    links = [link(f"l{n}") for n in range(len(joints) + 1)]
    placed = [
        model.Joint(name, kind, f"l{n}", f"l{n + 1}", limit=limit, dynamics=dynamics)
        for n, (name, kind, limit, dynamics) in enumerate(joints)
    ]
    return model.Robot("r", links, placed, **parts)


def written(robot, **options):
    return fromstring(bodyplan.convert(robot, "mjcf", **options).document.to_bytes())


STRONG, WEAK = model.Limit(-1.0, 1.0, 2.0, 80.0), model.Limit(-2.0, 2.0, 2.0, 10.0)
HELD = (
    "its gains are assumed: they hold the weight and friction of the joint within 0.01, and damp it "
    "critically"
)
DAMPED = model.Dynamics(0.5, 0.1)


def test_joints_with_the_same_motor_have_a_class_named_by_their_common_words():
    limits = {"left_hip": STRONG, "right_hip": STRONG, "left_ankle": WEAK, "right_ankle": WEAK}
    root = written(chain([(name, "revolute", limits[name], DAMPED) for name in limits]))
    defaults = root.find("default")
    assert dict(defaults.find("joint").attrib) == {"damping": "0.5", "frictionloss": "0.1"}
    classes = {one.get("class"): dict(one[0].attrib) for one in defaults.findall("default")}
    same = {"axis": "1 0 0"}
    assert classes == {
        "hip": {**same, "range": "-1 1", "actuatorfrcrange": "-80 80"},
        "ankle": {**same, "range": "-2 2", "actuatorfrcrange": "-10 10"},
    }
    assert [dict(one.attrib) for one in root.find("worldbody").iter("joint")][:1] == [
        {"name": "left_hip", "class": "hip"}
    ]


def test_a_word_that_other_joints_have_too_is_not_the_name_of_a_class():
    names = {"left_pitch": STRONG, "right_pitch": STRONG, "head_pitch": WEAK, "turret": WEAK}
    root = written(chain([(name, "revolute", names[name], model.Dynamics()) for name in names]))
    classes = [one.get("class") for one in root.find("default").findall("default")]
    assert classes == ["effort_80", "effort_10"]


def test_a_joint_without_damping_keeps_none():
    root = written(
        chain([("a", "revolute", STRONG, DAMPED), ("b", "continuous", STRONG, model.Dynamics())])
    )
    assert [one.get("damping") for one in root.find("worldbody").iter("joint")] == ["0.5", None]


def driven(*interfaces):
    joints = [(f"j{n}", "revolute", STRONG, model.Dynamics()) for n in range(len(interfaces))]
    transmissions = [
        model.Transmission(f"t{n}", "", (f"j{n}",), (f"m{n}",), (50.0,), (word,))
        for n, word in enumerate(interfaces)
    ]
    return chain(joints, transmissions=transmissions)


def test_the_command_interface_chooses_the_actuator(tmp_path):
    robot = driven("position", "velocity", "effort", "")
    converted = bodyplan.convert(robot, "mjcf")
    compiled = mujoco.MjModel.from_xml_path(str(converted.save(tmp_path / "r.xml")))
    root = fromstring(converted.document.to_bytes())
    assert [one.tag for one in root.find("actuator")] == ["position", "velocity", "motor", "motor"]
    np.testing.assert_allclose(compiled.actuator_gainprm[:, 0], (1000.0, 80.0, 1.0, 1.0))
    np.testing.assert_allclose(compiled.actuator_ctrlrange[:, 1], (1.0, 2.0, 1.6, 1.6))
    np.testing.assert_allclose(compiled.actuator_gear[:, 0], (1.0, 1.0, 50.0, 50.0))
    assumed = [loss.reason for loss in converted.losses if loss.kind == "assumed"]
    assert assumed == [
        HELD,
        "its gain kv is assumed: the effort limit at an error of 1",
        (
            "2 joints have no servo, because the file commands them by effort or not at all; without "
            "a controller nothing holds them: 'j2' and 'j3'"
        ),
    ]
    again = bodyplan.load(tmp_path / "r.xml")
    assert [one.interfaces for one in again.transmissions] == [
        ("position",),
        ("velocity",),
        ("effort",),
        ("effort",),
    ]


def test_a_position_servo_holds_its_joint_against_its_effort_limit(tmp_path):
    path = bodyplan.convert(driven("position"), "mjcf").save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(compiled)
    data.ctrl[0] = 0.7
    mujoco.mj_step(compiled, data, nstep=5000)
    assert data.qpos[0] == pytest.approx(0.7, abs=0.05)


CONTROL = """<robot name="r"><link name="l0">{inertial}</link><link name="l1">{inertial}</link>
<joint name="j" type="revolute"><parent link="l0"/><child link="l1"/>
<limit lower="-1" upper="1" effort="80" velocity="2"/></joint>
<ros2_control name="s" type="system"><hardware><plugin>p/P</plugin></hardware>
<joint name="j">{interfaces}<state_interface name="position"/></joint></ros2_control>
</robot>"""
INERTIAL = (
    "<inertial><mass value='1'/>"
    "<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial>"
)


@pytest.mark.parametrize(
    ("words", "tags"),
    [
        (("position",), ["position"]),
        (("velocity", "effort"), ["velocity"]),
        (("effort",), ["motor"]),
        (("gains",), ["motor"]),
        ((), []),
    ],
)
def test_ros2_control_commands_joints_without_transmissions(words, tags):
    interfaces = "".join(f'<command_interface name="{word}"/>' for word in words)
    text = CONTROL.format(inertial=INERTIAL, interfaces=interfaces)
    converted = bodyplan.convert(text, "mjcf")
    root = fromstring(converted.document.to_bytes())
    section = root.find("actuator")
    assert ([] if section is None else [one.tag for one in section]) == tags
    told = [loss.reason for loss in converted.losses if loss.what == "interfaces"]
    assert any("not by effort" in one for one in told) is (len(words) > 1)


def test_an_interface_goes_to_urdf_and_back():
    made = bodyplan.convert(driven("position", "effort"), "urdf")
    assert b"hardware_interface/PositionJointInterface" in made.document.to_bytes()
    back = bodyplan.load(made.document).transmissions
    assert [one.interfaces for one in back] == [("position",), ("effort",)]


def test_a_keyframe_has_the_controls_that_hold_it(tmp_path):
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    robot = driven("position", "effort")
    robot.save(urdf)
    srdf.write_text(
        "<robot name='r'><group name='all'><joint name='j0'/><joint name='j1'/></group>"
        "<group_state name='up' group='all'><joint name='j0' value='0.5'/>"
        "<joint name='j1' value='0.25'/></group_state></robot>"
    )
    path = bodyplan.convert(urdf, "mjcf", srdf=srdf).save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    assert compiled.key("up").qpos.tolist() == [0.5, 0.25]
    assert compiled.key("up").ctrl.tolist() == [0.5, 0.0]


OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


def test_meshes_of_one_name_keep_their_folders(tmp_path):
    for folder in ("visual", "collision"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "base.obj").write_bytes(OBJ)
    (tmp_path / "collision" / "tip.obj").write_bytes(OBJ)
    urdf = tmp_path / "r.urdf"
    parts = (("visual", "base"), ("collision", "base"), ("collision", "tip"))
    shapes = "".join(
        f"<{kind}><geometry><mesh filename='{kind}/{name}.obj'{scale}/></geometry></{kind}>"
        for kind, name in parts
        for scale in ("", " scale='1 -1 1'")
    )
    urdf.write_text(f"<robot name='r'><link name='base'>{shapes}</link></robot>")
    made = bodyplan.convert(urdf, "mjcf")
    assert sorted(asset.path for asset in made.assets) == [
        "assets/collision/base.obj",
        "assets/tip.obj",
        "assets/visual/base.obj",
    ]
    root = fromstring(made.document.to_bytes())
    names = [one.get("name") for one in root.iter("mesh") if one.get("file")]
    assert names == [
        "base_visual",
        "base_visual_mirrored",
        "base_collision",
        "base_collision_mirrored",
        None,
        "tip_mirrored",
    ]
    (tmp_path / "out").mkdir()
    robot = bodyplan.load(made.save(tmp_path / "out" / "r.xml"))
    assert differences(urdf, robot, samples=1) == []


def test_an_imu_measures_its_orientation_too(tmp_path):
    sensor = model.Sensor("imu", "imu", "l1")
    robot = chain([("j", "revolute", STRONG, DAMPED)], sensors=[sensor])
    path = bodyplan.convert(robot, "mjcf").save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    names = [compiled.sensor(n).name for n in range(compiled.nsensor)]
    assert names == ["imu_accelerometer", "imu_gyro", "imu_framequat"]
    assert [one.type for one in bodyplan.load(path).sensors] == ["imu"]


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        ("prismatic", model.Limit(-1e16, 1e16)),
        ("revolute", model.Limit()),
        ("continuous", model.Limit()),
        ("revolute", model.Limit(0.5, 0.5)),
    ],
)
def test_a_servo_of_a_joint_without_a_range_has_none(kind, limit, tmp_path):
    transmission = model.Transmission("t", "", ("j",), ("m",), (), ("position",))
    robot = chain([("j", kind, limit, DAMPED)], transmissions=[transmission])
    path = bodyplan.convert(robot, "mjcf").save(tmp_path / "r.xml")
    assert mujoco.MjModel.from_xml_path(str(path)).actuator_ctrllimited.tolist() == [0]


def test_the_gains_of_a_servo_do_not_depend_on_the_effort_limit():
    transmission = model.Transmission("t", "", ("j",), ("m",), (), ("position",))
    gains = set()
    for effort in (float("inf"), 1e16, 0.0, 1.0, 80.0):
        limit = model.Limit(-1.0, 1.0, 1.0, effort)
        robot = chain([("j", "revolute", limit, DAMPED)], transmissions=[transmission])
        gains.add(written(robot).find("actuator")[0].get("kp"))
    assert len(gains) == 1


CAMERA = """<camera><horizontal_fov>1.2</horizontal_fov>
<image><width>640</width><height>480</height></image></camera>"""
SENSORS = f"""<robot name="r"><link name="l0">{INERTIAL}</link><link name="l1">{INERTIAL}</link>
<joint name="j" type="continuous"><parent link="l0"/><child link="l1"/><origin xyz="0 0 1"/></joint>
<gazebo reference="l1">
<sensor name="eye" type="camera"><pose>0.1 0 0 0 0 0</pose>{CAMERA}</sensor>
<sensor name="imu" type="imu"/></gazebo>
<gazebo reference="j"><sensor name="wrench" type="force_torque"/></gazebo>
<gazebo reference="QQQ"><sensor name="lost" type="imu"/></gazebo>
</robot>"""


@pytest.mark.parametrize("through", ["urdf", "sdf"])
def test_sensors_for_gazebo_are_sensors_of_mujoco(through, tmp_path):
    first = bodyplan.convert(SENSORS, "sdf").document if through == "sdf" else SENSORS
    path = bodyplan.convert(first, "mjcf").save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    names = [compiled.sensor(n).name for n in range(compiled.nsensor)]
    assert names == [
        *("imu_accelerometer", "imu_gyro", "imu_framequat"),
        *("wrench_force", "wrench_torque"),
    ]
    eye = compiled.camera("eye")
    assert compiled.body(eye.bodyid[0]).name == "l1"
    half = np.arctan(np.tan(0.6) * 480 / 640)
    assert eye.fovy[0] == pytest.approx(np.degrees(2.0 * half), abs=1e-5)
    assert b'resolution="640 480"' in path.read_bytes()
    np.testing.assert_allclose(eye.pos, (0.1, 0.0, 0.0), atol=1e-12)
    data = mujoco.MjData(compiled)
    mujoco.mj_forward(compiled, data)
    axes = data.camera("eye").xmat.reshape(3, 3)
    np.testing.assert_allclose(-axes[:, 2], (1.0, 0.0, 0.0), atol=1e-9)  # looks along x
    np.testing.assert_allclose(axes[:, 1], (0.0, 0.0, 1.0), atol=1e-9)  # z is up


@pytest.mark.parametrize("pose", ["1 2 QQQ", "1 2 3", "nan 0 0 0 0 0", ""])
def test_an_invalid_pose_of_a_sensor_is_that_of_its_link(pose):
    text = SENSORS.replace("0.1 0 0 0 0 0", pose).replace("<width>640", "<width>QQQ")
    camera = fromstring(bodyplan.convert(text, "mjcf").document.to_bytes()).find(".//camera")
    assert (camera.get("pos"), camera.get("resolution")) == (None, None)


def test_meshes_of_one_name_and_folder_are_apart_by_their_formats(tmp_path):
    (tmp_path / "base.obj").write_bytes(OBJ)
    path = tmp_path / "r.urdf"
    path.write_text(
        "<robot name='r'><link name='a'><visual><geometry><mesh filename='base.obj'/></geometry>"
        "</visual><collision><geometry><mesh filename='base.stl'/></geometry></collision></link>"
        "</robot>"
    )
    faces = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    records = np.zeros(4, [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("r", "<u2")])
    records["c"] = vertices[faces]
    (tmp_path / "base.stl").write_bytes(bytes(80) + (4).to_bytes(4, "little") + records.tobytes())
    made = bodyplan.convert(path, "mjcf")
    assert sorted(asset.path for asset in made.assets) == [
        "assets/obj/base.obj",
        "assets/stl/base.stl",
    ]
    (tmp_path / "out").mkdir()
    robot = bodyplan.load(made.save(tmp_path / "out" / "r.xml"))
    assert differences(path, robot, samples=1) == []


def test_the_site_of_a_sensor_is_no_other_robot(tmp_path):
    source = tmp_path / "r.urdf"
    source.write_text(SENSORS)
    path = bodyplan.convert(source, "mjcf").save(tmp_path / "r.xml")
    back = bodyplan.convert(path, "urdf").save(tmp_path / "back.urdf")
    assert bodyplan.load(back).has_link("imu")
    assert differences(source, back, samples=3) == []

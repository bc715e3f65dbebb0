"""A robot that is read from MJCF has the poses, masses and limits that MuJoCo computes."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan import model
from tests.conversion.ledger import MOTION_AND_MASS

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

ARM = """<mujoco model="arm">
  <compiler angle="degree" eulerseq="zyx"/>
  <default>
    <joint damping="0.5" armature="0.1"/>
    <default class="seen"><geom contype="0" conaffinity="0" group="2"/></default>
  </default>
  <asset>
    <material name="red" rgba="0.8 0.1 0.1 1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="base" pos="0 0 0.5" euler="10 20 30">
      <geom class="seen" type="box" size="0.1 0.2 0.3" material="red"/>
      <geom type="cylinder" fromto="0 0 0 0.1 0 0.4" size="0.05"/>
      <body name="arm" pos="0.1 0 0.4">
        <joint name="pan" axis="0 0 1" range="-90 45" frictionloss="0.2"/>
        <joint name="lift" axis="0 1 0" pos="0.1 0 0.05" ref="20" range="-30 60"/>
        <joint name="slide" type="slide" axis="1 1 0" range="-0.1 0.3" stiffness="5" springref="0.1"/>
        <inertial pos="0.1 0 0" mass="2" fullinertia="0.1 0.2 0.25 0.01 0.02 0.03"/>
        <geom type="capsule" size="0.03 0.2" euler="0 90 0"/>
        <body name="hand" pos="0.3 0 0" quat="0.8 0 0.6 0">
          <joint name="wrist" type="ball" pos="0 0 0.02"/>
          <geom type="sphere" size="0.05" mass="0.3"/>
          <site name="grip" pos="0 0 0.1"/>
          <camera name="eye" pos="0.1 0 0" euler="0 30 0"/>
          <body name="finger" pos="0 0.05 0.1">
            <joint name="finger" type="slide" axis="0 1 0" range="0 0.04" actuatorfrcrange="-5 5"/>
            <geom type="ellipsoid" size="0.01 0.02 0.03" mass="0.1"/>
          </body>
          <body name="thumb" pos="0 -0.05 0.1">
            <joint name="thumb" type="slide" axis="0 -1 0"/>
            <geom type="box" size="0.01 0.02 0.03" mass="0.1"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="thumb" joint2="finger" polycoef="0.001 1 0 0 0"/></equality>
  <actuator><motor name="pan_motor" joint="pan" gear="50"/></actuator>
  <sensor><gyro site="grip"/><accelerometer site="grip"/><clock/></sensor>
  <keyframe><key qpos="0 0 0 1 0 0 0 0 0"/></keyframe>
</mujoco>
"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    return tmp_path / "arm.xml"


def assert_same(path: Path, seed=0) -> bodyplan.Robot:
    """Compare the poses, masses and inertias of all bodies at random positions."""
    robot = bodyplan.load(path)
    theirs = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(theirs)
    rng = np.random.default_rng(seed)
    for _ in range(5):
        q = robot.random(rng)
        values = robot.positions(q)
        data.qpos[:] = theirs.qpos0
        for number in range(theirs.njnt):
            joint, place = theirs.joint(number), theirs.jnt_qposadr[number]
            if joint.name not in values:
                continue
            told = values[joint.name]
            if len(told) == 1:
                data.qpos[place] = told[0] + theirs.qpos0[place]
            elif len(told) == 4:
                x, y, z, w = told
                data.qpos[place : place + 4] = (w, x, y, z)
            else:
                found = robot.joint(joint.name)
                pose = found.origin @ found.motion(told)
                x, y, z, w = pose.quat_xyzw
                data.qpos[place : place + 7] = (*pose.p, w, x, y, z)
        mujoco.mj_kinematics(theirs, data)
        poses = robot.poses(q)
        for number in range(1, theirs.nbody):
            name = theirs.body(number).name
            if name not in poses:
                continue
            root = model.Transform()
            if not robot.has_link("world"):
                body = data.body(robot.root_link.name)
                w, x, y, z = body.xquat
                root = model.Transform.from_quat_xyzw((x, y, z, w), tuple(body.xpos))
            X = root @ poses[name]
            np.testing.assert_allclose(X.p, data.body(name).xpos, atol=1e-9, err_msg=name)
            found = data.body(name).xmat.reshape(3, 3)
            np.testing.assert_allclose(X.R, found, atol=1e-9, err_msg=name)
    for number in range(1, theirs.nbody):
        name = theirs.body(number).name
        inertial = robot.link(name).inertial if robot.has_link(name) else None
        if inertial is not None:
            assert inertial.mass == pytest.approx(theirs.body_mass[number], rel=1e-12)
    return robot


def test_bodies_are_where_mujoco_has_them(arm):
    robot = assert_same(arm)
    assert robot.root_link.name == "world"
    assert set(robot.link_names) >= {"base", "arm", "hand", "finger", "thumb"}


def test_joints_have_their_kinds_limits_and_forces(arm):
    robot = bodyplan.load(arm)
    kinds = {joint.name: joint.type for joint in robot.joints if joint.type != "fixed"}
    assert kinds == {
        "pan": "revolute",
        "lift": "revolute",
        "slide": "prismatic",
        "wrist": "ball",
        "finger": "prismatic",
        "thumb": "prismatic",
    }
    limit = robot.joint("lift").limit  # relative to its reference of 20 degrees
    np.testing.assert_allclose(np.degrees((limit.lower, limit.upper)), (-50, 40))
    assert robot.joint("finger").limit.effort == 5.0
    assert robot.joint("pan").dynamics == model.Dynamics(0.5, 0.2, armature=0.1)
    assert robot.joint("slide").dynamics.spring_reference == pytest.approx(0.1)
    assert robot.joint("thumb").mimic == model.Mimic("finger", 1.0, 0.001)


def test_geoms_are_visuals_and_collisions(arm):
    robot = bodyplan.load(arm)
    base = robot.link("base")
    assert [part.shape for part in base.visuals] == [model.Box((0.2, 0.4, 0.6))]
    assert base.visuals[0].material.name == "red"
    assert [type(part.shape) for part in base.collisions] == [model.Cylinder]
    assert base.collisions[0].shape.length == pytest.approx(np.hypot(0.1, 0.4))
    assert len(robot.link("hand").visuals) == len(robot.link("hand").collisions) == 1


@pytest.mark.parametrize(
    ("geom", "shape"),
    [
        ('type="box" size="0.25 0.5 1"', model.Box((0.5, 1.0, 2.0))),
        ('type="sphere" size="0.5"', model.Sphere(0.5)),
        ('type="cylinder" size="0.25 0.5"', model.Cylinder(0.25, 1.0)),
        ('type="capsule" size="0.25 0.5"', model.Capsule(0.25, 1.0)),
        ('type="ellipsoid" size="0.25 0.5 1"', model.Ellipsoid((0.25, 0.5, 1.0))),
    ],
)
def test_half_lengths_of_a_geom_are_lengths(geom, shape):
    robot = bodyplan.load(
        f"<mujoco><worldbody><body name='a'><freejoint/><geom {geom}/></body></worldbody></mujoco>"
    )
    assert [part.shape for part in robot.link("a").collisions] == [shape]


def test_what_is_attached_is_kept(arm):
    robot = bodyplan.load(arm)
    assert robot.frame("grip").link == "hand"
    assert {(one.name, one.type) for one in robot.sensors} == {("eye", "camera"), ("grip", "imu")}
    (motor,) = robot.transmissions
    assert (motor.joints, motor.reductions) == (("pan",), (50.0,))


def test_what_is_lost_is_named_with_its_line(arm):
    robot = bodyplan.load(arm)
    told = {(loss.kind, loss.what): loss for loss in robot.losses}
    assert told["moved", "<keyframe>"].source.line == ARM[: ARM.index("<keyframe")].count("\n") + 1
    assert ("moved", "<joint> 'lift'") in told
    assert ("moved", "<body> 'arm'") in told
    assert ("dropped", "<clock>") in told


def test_a_free_body_is_the_root_link(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(
        """<mujoco><worldbody><body name="trunk" pos="0 0 1"><freejoint/><geom size="0.1"/>
        <body name="leg" pos="0 0 -0.2"><joint name="hip" axis="1 0 0"/><geom size="0.1"/></body>
        </body></worldbody></mujoco>"""
    )
    robot = assert_same(path)
    assert robot.root_link.name == "trunk"
    assert robot.joint("hip").type == "continuous"


def test_several_bodies_in_the_world_are_below_it(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(
        """<mujoco><worldbody><body name="a"><freejoint name="f"/><geom size="0.1"/></body>
        <body name="b" pos="1 0 0"><joint name="j"/><geom size="0.1"/></body>
        </worldbody></mujoco>"""
    )
    robot = assert_same(path)
    assert robot.joint("f").type == "floating"


def test_a_model_of_mujoco_is_the_same_robot_when_it_is_written_again(tmp_path):
    own = Path(mujoco.__file__).parent / "testdata" / "model.xml"
    if not own.exists():
        pytest.skip("MuJoCo ships no models")
    robot = bodyplan.load(own)
    back = bodyplan.convert(robot, "mjcf")
    back.save(tmp_path / "again.xml")
    again = bodyplan.load(tmp_path / "again.xml")
    found = bodyplan.diff(robot, again, samples=10, select=MOTION_AND_MASS)
    assert {one.aspect for one in found.differences} <= {"visual", "collision"}  # each with a loss
    assert ("dropped", "") in {(loss.kind, loss.what) for loss in back.losses}


# Input that is not as it should be


GEOM = '<geom size="0.1"/>'
NAMES = {
    "joint without a name": (
        f'<body name="a"><joint/>{GEOM}<body name="b"><joint name="joint"/>{GEOM}</body></body>',
        {"joint": True, "joint_2": True},
    ),
    "joint called like that of a fixed body": (
        f'<body name="a"><joint name="b_fixed"/>{GEOM}<body name="b">{GEOM}</body></body>',
        {"b_fixed": True, "b_fixed_2": False},
    ),
    "joint called like its body": (
        f'<body name="a"><joint name="a"/>{GEOM}<body>{GEOM}</body></body>',
        {"a": True, "body_fixed": False},
    ),
}


@pytest.mark.parametrize(("bodies", "moves"), NAMES.values(), ids=NAMES)
def test_names_that_mujoco_does_not_have_are_free_ones(bodies, moves):
    robot = bodyplan.load(f"<mujoco><worldbody>{bodies}<body>{GEOM}</body></worldbody></mujoco>")
    found = {joint.name: joint.type != "fixed" for joint in robot.joints}
    assert found.items() >= moves.items()
    assert not any(loss.what.startswith("name") for loss in robot.losses)


def test_bodies_without_a_name_leave_theirs_to_the_others():
    robot = bodyplan.load(
        f'<mujoco><worldbody><body>{GEOM}<body name="body">{GEOM}<site name="body"/></body></body>'
        "</worldbody></mujoco>"
    )
    assert robot.joint("body_fixed").parent == "body_2"
    assert [frame.name for frame in robot.frames] == ["body_3"]
    (loss,) = (loss for loss in robot.losses if "called" in loss.reason)
    assert loss.what == "name of <site> 'body'"


LOST = {
    "range of a ball joint": (
        f'<body name="b"><joint name="j" type="ball" range="0 60"/>{GEOM}</body>',
        "",
        ["range of <joint> 'j'"],
        True,
    ),
    "constraint that is not active": (
        f'<body name="b"><joint name="j"/>{GEOM}</body>',
        '<connect name="c" body1="a" body2="b" anchor="0 0 0" active="false"/>',
        ["<connect> 'c'"],
        False,
    ),
    "mimic joint": (
        f'<body name="b"><joint name="j"/><joint name="k" axis="1 0 0"/>{GEOM}</body>',
        '<joint name="e" joint1="j" joint2="k" polycoef="0 2 0 0 0" solref="0.01 1"/>',
        ["<body> 'b'", "solref of <joint> 'e'"],
        False,
    ),
}


@pytest.mark.parametrize(("body", "equality", "what", "changes"), LOST.values(), ids=LOST)
def test_what_a_joint_or_constraint_loses_is_named_and_nothing_else(body, equality, what, changes):
    robot = bodyplan.load(
        f'<mujoco><worldbody><body name="a">{GEOM}{body}</body></worldbody>'
        f"<equality>{equality}</equality></mujoco>"
    )
    assert [loss.what for loss in robot.losses] == what
    assert any(loss.changes_meaning for loss in robot.losses) is changes


def test_an_error_of_mujoco_is_a_sentence(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text("<mujoco><worldbody><body><geom type='QQQ'/></body></worldbody></mujoco>")
    with pytest.raises(bodyplan.InputError, match="MuJoCo rejects it"):
        bodyplan.load(path)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "nowhere.xml"])
def test_files_outside_are_not_included(name, tmp_path):
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    (folder / "a.xml").write_text(f"<mujoco><include file='{name}'/></mujoco>")
    with pytest.raises(bodyplan.InputError, match=r"the file .* (is not found|may not be read)"):
        bodyplan.load(folder / "a.xml")


def test_a_warning_of_mujoco_is_a_loss_and_not_a_log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.xml"
    body = "<worldbody><body><geom size='1'/></body></worldbody>"
    path.write_text(f"<mujoco><compiler settotalmass='2'/>{body}</mujoco>")
    (found,) = [one.reason for one in bodyplan.load(path).losses if "warns" in one.reason]
    assert "settotalmass" in found
    assert [file.name for file in tmp_path.iterdir()] == ["a.xml"]


def test_a_skin_is_a_loss_and_its_file_is_not_opened(tmp_path):
    (tmp_path / "a.xml").write_text(
        "<mujoco><asset><skin name='s' file='nowhere.skn'/></asset>"
        "<worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>"
    )
    losses = bodyplan.load(tmp_path / "a.xml").losses
    reasons = [loss.reason for loss in losses if "skin" in loss.reason]
    assert reasons == ["skins are not converted"]


def test_files_that_mujoco_would_open_itself_are_refused(tmp_path):
    text = '<mujoco><worldbody><flexcomp name="f" type="gmsh" file="/etc/passwd"/></worldbody></mujoco>'
    (tmp_path / "a.xml").write_text(text)
    with pytest.raises(bodyplan.InputError, match="not supported"):
        bodyplan.load(tmp_path / "a.xml")


def test_textures_are_losses(tmp_path):
    (tmp_path / "a.xml").write_text(
        """<mujoco><asset><texture name="t" type="2d" file="nowhere.png"/>
        <texture name="u" type="2d" builtin="flat" width="8" height="8"/>
        <material name="m" texture="t" rgba="1 0 0 1"/></asset>
        <worldbody><body name="b"><geom size="1" material="m"/></body></worldbody></mujoco>"""
    )
    robot = bodyplan.load(tmp_path / "a.xml")
    assert {loss.what for loss in robot.losses} >= {"<texture> 't'", "<texture> 'u'"}
    assert robot.link("b").visuals[0].material.rgba == (1.0, 0.0, 0.0, 1.0)


def test_included_files_are_read(tmp_path):
    (tmp_path / "part.xml").write_text(
        "<mujoco><worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>"
    )
    (tmp_path / "a.xml").write_text("<mujoco><include file='part.xml'/></mujoco>")
    assert bodyplan.load(tmp_path / "a.xml").has_link("b")


def test_included_files_in_different_folders_may_have_one_name(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.xml").write_text(
            f"<mujoco><worldbody><body name='{name}'><geom size='1'/></body></worldbody></mujoco>"
        )
    (tmp_path / "a.xml").write_text(
        "<mujoco><include file='a/part.xml'/><include file='b/part.xml'/></mujoco>"
    )
    assert bodyplan.load(tmp_path / "a.xml").link_names == ("world", "a", "b")


def test_a_missing_mesh_keeps_its_place_and_look(tmp_path):
    (tmp_path / "a.xml").write_text(
        """<mujoco><compiler meshdir="meshes"/><asset><mesh name="m" file="nowhere.stl" scale="2 1 1"/>
        </asset><worldbody><body name="b"><geom type="mesh" mesh="m" mass="1" pos="1 2 3"
        quat="0 1 0 0" rgba="1 0 0 1" contype="0" conaffinity="0"/><geom size="0.1" mass="2"/>
        <geom type="box" mesh="m"/></body></worldbody></mujoco>"""
    )
    robot = bodyplan.load(tmp_path / "a.xml")
    link = robot.link("b")
    (visual,) = link.visuals
    assert visual.shape == model.Mesh("meshes/nowhere.stl", (2.0, 1.0, 1.0))
    assert visual.origin.p == (1.0, 2.0, 3.0)
    np.testing.assert_allclose(visual.origin.R, np.diag([1.0, -1.0, -1.0]), atol=1e-9)
    assert visual.material.rgba == (1.0, 0.0, 0.0, 1.0)
    assert [one.shape for one in link.collisions] == [model.Sphere(0.1)]
    assert link.inertial.mass == pytest.approx(2.0)
    assert any("nowhere.stl" in loss.reason for loss in robot.losses)


def test_meshes_keep_the_frame_of_their_file(tmp_path):
    arm = bodyplan.load("sample:arm")
    arm.save(tmp_path / "arm.xml")
    found = bodyplan.load(tmp_path / "arm.xml")
    before, after = (one.link("forearm_link").visuals[0] for one in (arm, found))
    np.testing.assert_allclose(before.origin.matrix, after.origin.matrix, atol=1e-6)
    ours = found.mesh(after).moved(after.origin).vertices
    np.testing.assert_allclose(
        np.sort(ours, axis=0),
        np.sort(arm.mesh(before).moved(before.origin).vertices, axis=0),
        atol=1e-6,
    )


def test_a_body_that_loses_its_mesh_still_has_a_mass(tmp_path):
    path = tmp_path / "r.xml"
    path.write_text("""<mujoco><asset><mesh file="QQQ.stl"/></asset><worldbody><body name="a">
    <joint name="j"/><geom type="mesh" mesh="QQQ"/></body></worldbody></mujoco>""")
    robot = bodyplan.load(path)
    assert robot.link("a").inertial.mass == 1e-9
    assert {loss.kind for loss in robot.losses} == {"dropped", "assumed"}
    assert [loss.what for loss in robot.losses] == [
        "<mesh> 'QQQ'",
        "shape of <body> 'a'",
        "<compiler>",
    ]


def test_attributes_of_a_texture_that_is_dropped_are_not_listed():
    pytest.importorskip("mujoco")
    text = """<mujoco><asset><texture name="t" type="2d" builtin="flat" width="8" height="8"/></asset>
    <worldbody><body name="a"><geom size="1"/></body></worldbody></mujoco>"""
    assert [loss.what for loss in bodyplan.load(text).losses] == ["<texture> 't'"]


WORLD = """<mujoco><asset><texture name="t" type="2d" builtin="flat" width="8" height="8"/></asset>
<worldbody>{world}<body name="arm" pos="0 0 1">{joint}<geom size=".1"/></body></worldbody></mujoco>"""
FLOOR = '<geom name="floor" type="plane" size="1 1 1"/>'


@pytest.mark.parametrize("target", ["urdf", "sdf", "mjcf"])
def test_a_world_with_a_floor_and_a_fixed_arm_converts(target):
    text = WORLD.format(world=FLOOR, joint='<joint name="j" axis="0 1 0"/>')
    done = bodyplan.convert(text, target)
    assert not any(loss.changes_meaning for loss in done.losses)
    assert [one.name for one in bodyplan.load(done.document).movable_joints] == ["j"]


def test_what_a_world_has_around_a_floating_body_is_listed():
    world = f'{FLOOR}<site name="s"/><camera name="c"/>'
    done = bodyplan.convert(WORLD.format(world=world, joint="<freejoint/>"), "urdf")
    listed = [loss.what for loss in done.losses if "around a floating robot" in loss.reason]
    assert listed == [f"{what} of <worldbody>" for what in ("shapes", "sites", "cameras")]


def test_a_light_may_have_a_texture():
    light = '<light name="l" type="image" texture="t" mode="fixed"/>'
    text = WORLD.format(world=light, joint='<joint name="j"/>')
    mujoco.MjModel.from_xml_string(text)
    assert bodyplan.load(text).has_link("arm")


def test_a_missing_mesh_changes_each_body_that_has_it():
    text = """<mujoco><asset><mesh name="m" file="none.stl"/></asset><worldbody>
    <body name="a"><joint/><geom type="mesh" mesh="m"/><geom size=".1"/></body>
    <body name="b"><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    done = bodyplan.convert(text, "urdf")
    found = [loss.what for loss in done.losses if loss.changes_meaning]
    assert found == ["shape of <body> 'a'", "shape of <body> 'b'"]


def test_a_missing_mesh_leaves_other_bodies_as_they_are():
    text = """<mujoco><asset><mesh name="m" file="none.stl"/></asset><worldbody><body name="mark"/>
    <body name="b"><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    robot = bodyplan.load(text, strict=False)
    assert robot.link("mark").inertial is None
    assert robot.link("b").inertial is not None


def test_a_site_with_a_sensor_may_be_named_as_its_body():
    text = """<mujoco><worldbody><body name="imu"><geom size=".1"/><site name="imu"/></body></worldbody>
    <sensor><gyro site="imu"/></sensor></mujoco>"""
    robot = bodyplan.load(text)
    assert [one.name for one in robot.sensors] == ["imu"]
    assert robot.frames == ()


def test_cameras_without_a_name_have_different_ones():
    cameras = '<camera/><camera name="camera_2"/><camera/>'
    text = f'<mujoco><worldbody><body><geom size=".1"/>{cameras}</body></worldbody></mujoco>'
    assert [one.name for one in bodyplan.load(text).sensors] == ["camera", "camera_2", "camera_3"]
    made = bodyplan.convert(text, "sdf").document
    assert not [
        one for one in bodyplan.diff(text, made, samples=1).differences if one.kind == "sensor"
    ]


def test_a_computed_mesh_may_have_a_resolution():
    text = """<mujoco><asset><mesh name="m" builtin="wedge" params="37 37 45 45 0"/></asset><worldbody>
    <body name="a"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    assert bodyplan.load(text).has_link("a")

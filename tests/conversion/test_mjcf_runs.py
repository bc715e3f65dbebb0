"""MuJoCo steps what is written as MJCF: servos hold, joints are free to move, and nothing diverges."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

import bodyplan
from bodyplan import model
from bodyplan.conversion.mjcf._servos import loads_of
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

SERVOED = [
    "so101.urdf",  # light links without armature: kp of the effort limit reached 5e6 rad/s
    "ur3_gripper.urdf",
    "ur5_robot.urdf",
]


def robots(*names: str):
    try:
        return [path for path in urdfdom.example_robots() if path.name in names]
    except urdfdom.OracleMissingError:
        return []


def compiled(source, folder, **options):
    path = bodyplan.convert(source, "mjcf", strict=False, **options).save(folder / "robot.xml")
    return mujoco.MjModel.from_xml_path(str(path))


def at_home(m):
    data = mujoco.MjData(m)
    names = [m.key(number).name for number in range(m.nkey)]
    if "home" in names:
        mujoco.mj_resetDataKeyframe(m, data, names.index("home"))
    mujoco.mj_forward(m, data)
    return data


def largest_speed(m, seconds):
    data = at_home(m)
    speeds = []
    for _ in range(int(seconds / m.opt.timestep)):
        mujoco.mj_step(m, data)
        speeds.append(np.abs(data.qvel).max())
    assert not any(one.number for one in data.warning)
    return max(speeds)


@pytest.mark.parametrize("path", robots(*SERVOED), ids=lambda p: p.stem)
def test_servos_hold_the_home_pose(path, tmp_path):
    m = compiled(path, tmp_path)
    assert m.opt.integrator == mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    assert m.nu == 6
    assert largest_speed(m, 2.0) < 1.0


@pytest.mark.parametrize("path", robots("ur5_robot.urdf", "panda.urdf"), ids=lambda p: p.stem)
def test_the_inertia_of_servos_is_the_diagonal_of_the_mass_matrix(path, tmp_path):
    robot = bodyplan.load(path, strict=False)
    m = compiled(path, tmp_path)
    data = mujoco.MjData(m)
    positions = robot.configuration()
    for name, values in positions.items():
        if len(values) == 1:
            data.joint(name).qpos[0] = values[0]
    mujoco.mj_forward(m, data)
    full = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, data, full)
    for name, load in loads_of(robot, positions).items():
        place = m.joint(name).dofadr[0]
        assert load.inertia == pytest.approx(full[place, place], rel=1e-9)
        if name not in {one.leader for one in robot.mimics.values()}:
            assert load.torque == pytest.approx(data.qfrc_bias[place], abs=1e-9)
        assert load.weight >= abs(load.torque) - 1e-9


BALL = model.Geometry(model.Sphere(0.1))


def link(name, *shapes, mass=1.0):
    return model.Link(
        name, model.Inertial(mass, inertia=(0.1, 0.0, 0.0, 0.1, 0.0, 0.1)), (), shapes
    )


def servo(effort):
    limit = model.Limit(-1.0, 1.0, 1.0, effort)
    arm = model.Link(
        "b", model.Inertial(1.0, model.Transform(p=(1.0, 0.0, 0.0)), (0.1, 0, 0, 0.1, 0, 0.1))
    )
    joint = model.Joint("j", "revolute", "a", "b", axis=(0.0, 1.0, 0.0), limit=limit)
    drive = model.Transmission("t", "", ("j",), ("m",), (), ("position",))
    return model.Robot("r", [link("a"), arm], [joint], transmissions=[drive])


MIMIC = model.Mimic("drive", 1.0, 0.0)


def hand():
    """A servo whose light drum is mimicked by the three bent segments of two fingers."""
    tiny = model.Inertial(1.6e-6, inertia=(1.1e-9, 0.0, 0.0, 1.1e-9, 0.0, 1.1e-9))
    limit = model.Limit(-9.0, 9.0, 8.0, 0.3)
    axis = (0.0, 1.0, 0.0)
    links = [link("palm"), model.Link("drum", tiny)]
    joints = [model.Joint("drive", "revolute", "palm", "drum", axis=axis, limit=limit)]
    for y in (0.0, 0.01):
        parent, pose = "palm", model.Transform(p=(0.07, y, 0.0))
        for number in range(3):
            name = f"segment{number}_{y}"
            links.append(model.Link(name, tiny))
            joints.append(
                model.Joint(name, "revolute", parent, name, pose, axis, limit, mimic=MIMIC)
            )
            parent, pose = name, model.Transform.from_rpy((0.0, 1.0, 0.0), (0.014, 0.0, 0.0))
    drive = model.Transmission("t", "", ("drive",), ("m",), (), ("position",))
    return model.Robot("hand", links, joints, transmissions=[drive])


def test_a_servo_holds_light_fingers_that_mimic_its_joint(tmp_path):
    made = bodyplan.convert(hand(), "mjcf")
    assert not any("hold it" in loss.reason for loss in made.losses)
    m = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "hand.xml")))
    assert largest_speed(m, 4.0) < 1.0  # at the full gain, 5 rad/s and growing


def test_an_effort_limit_below_the_weight_is_a_loss_and_so_is_the_fall(tmp_path):
    made = bodyplan.convert(servo(5.0), "mjcf")
    told = [loss.reason for loss in made.losses]
    assert any("is less than the 9.81 with which gravity pulls" in one for one in told)
    assert any(one.startswith("its servo does not hold it: it reaches ") for one in told)
    made = bodyplan.convert(servo(50.0), "mjcf")
    assert not any("gravity" in loss.reason or "hold it" in loss.reason for loss in made.losses)
    m = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml")))
    data = mujoco.MjData(m)
    mujoco.mj_step(m, data, nstep=2000)
    assert 0.0 < abs(data.qpos[0]) <= 0.01
    assert abs(data.qvel[0]) < 1e-9


ARM = [
    model.Joint("mount", "fixed", "table", "base"),
    model.Joint("turn", "revolute", "base", "upper", limit=model.Limit(-1.0, 1.0, 1.0, 50.0)),
    model.Joint(
        "bend",
        "revolute",
        "upper",
        "lower",
        model.Transform(p=(1.0, 0.0, 0.0)),
        limit=model.Limit(-1.0, 1.0, 1.0, 50.0),
    ),
]


def arm(self_collide=None, far=1.0):
    ends = [model.Transform(p=(0.0, 0.0, far))]
    links = [link(name, BALL) for name in ("table", "base", "upper", "lower")]
    joints = [ARM[0], ARM[1], bodyplan.core.replace(ARM[2], origin=ends[0])]
    return model.Robot("r", links, joints, self_collide=self_collide)


def pairs(m):
    names = [(int(one) >> 16, int(one) & 0xFFFF) for one in m.exclude_signature]
    return {tuple(sorted(m.body(n).name for n in pair)) for pair in names}


def test_the_first_moving_link_is_free_of_what_it_is_mounted_on(tmp_path):
    m = compiled(arm(), tmp_path)
    assert pairs(m) == {("base", "upper"), ("table", "upper")}
    assert at_home(m).ncon == 0


def test_with_a_floating_base_mujoco_excludes_them_itself(tmp_path):
    m = compiled(arm(), tmp_path, base="floating")
    assert pairs(m) == set()
    assert at_home(m).ncon == 0


def test_links_that_overlap_at_rest_are_excluded_and_named(tmp_path):
    made = bodyplan.convert(arm(far=0.15), "mjcf")
    told = [(loss.source.name, loss.reason) for loss in made.losses if "overlap" in loss.reason]
    overlap = "it and 'lower' overlap by 50 mm in the default configuration"
    excluded = f"{overlap}; the pair is excluded from contacts"
    assert told == [("table", excluded), ("base", excluded)]
    m = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml")))
    assert ("lower", "table") in pairs(m)
    assert at_home(m).ncon == 0


def test_a_model_without_self_collide_touches_the_floor_only(tmp_path):
    sdf = bodyplan.convert(arm(self_collide=False, far=0.15), "sdf").document
    assert "self_collide" not in sdf.source.text
    assert bodyplan.load(sdf).self_collide is False
    text = bodyplan.convert(sdf, "mjcf").document.source.text
    assert bodyplan.load(bodyplan.convert(sdf, "mjcf").document).self_collide is False
    floor = '<worldbody><geom type="plane" size="1 1 1" pos="0 0 0.05"/>'
    m = mujoco.MjModel.from_xml_string(text.replace("<worldbody>", floor))
    data = at_home(m)
    touched = {m.geom(one.geom[0]).bodyid[0] for one in data.contact}
    assert touched == {0}  # the floor; nothing else


def test_mujoco_and_sdformat_agree_on_self_collisions():
    robot = arm(self_collide=True)
    sdf = bodyplan.convert(robot, "sdf").document
    assert "<self_collide>true</self_collide>" in sdf.source.text
    mjcf = bodyplan.convert(sdf, "mjcf").document
    back = bodyplan.convert(mjcf, "sdf").document
    assert "<self_collide>true</self_collide>" in back.source.text
    urdf = bodyplan.convert(mjcf, "urdf").document
    assert "<self_collide>true</self_collide>" in urdf.source.text
    assert "<self_collide>true</self_collide>" in bodyplan.convert(urdf, "sdf").document.source.text


FREE = """<mujoco model="free"><worldbody><body name="base" pos="0 0 .5"><freejoint name="f"/>
<geom size=".1"/><body name="a" pos="0 0 .2"><joint name="j" axis="0 1 0" range="-60 60"
actuatorfrcrange="-30 30"/><geom size=".05" pos="0 0 .1"/><body name="b" pos="0 0 .2">
<joint name="k" axis="0 1 0"/><geom size=".05" pos="0 0 .1"/></body></body></body></worldbody>
<actuator><position name="pj" joint="j" kp="20" kv="3" forcerange="-10 10" gear="2"/>
<motor name="mk" joint="k" gear="5" ctrlrange="-2 2"/></actuator>
<keyframe><key name="home" qpos="0 0 .7 0.6 0 0 0.8 .1 .2" ctrl=".2 0"/></keyframe></mujoco>"""


def test_gains_and_force_limits_of_mjcf_come_back(tmp_path):
    m = compiled(FREE, tmp_path)
    assert m.joint("j").type[0] == mujoco.mjtJoint.mjJNT_HINGE
    assert m.actuator("pj").gainprm[0] == 20.0
    assert m.actuator("pj").gear[0] == 2.0
    assert m.actuator("pj").biasprm[:3].tolist() == [0.0, -20.0, -3.0]
    assert m.actuator("pj").forcerange.tolist() == [-10.0, 10.0]
    assert m.jnt_actfrcrange[m.joint("j").id].tolist() == [-20.0, 20.0]
    assert m.actuator("mk").gear[0] == 5.0
    assert m.actuator("mk").ctrlrange.tolist() == [-2.0, 2.0]


@pytest.mark.parametrize("target", ["urdf", "sdf"])
def test_effort_limits_are_the_smallest_of_joint_and_actuator(target):
    root = fromstring(bodyplan.convert(FREE, target).document.to_bytes())
    found = [
        float(one.get("effort") or one.findtext("effort", "nan")) for one in (*root.iter("limit"),)
    ]
    assert found == [20.0, 10.0]


def test_the_pose_of_a_floating_base_is_in_the_keyframe(tmp_path):
    m = compiled(FREE, tmp_path)
    assert m.joint("f").type[0] == mujoco.mjtJoint.mjJNT_FREE
    np.testing.assert_allclose(
        m.key("home").qpos, [0, 0, 0.7, 0.6, 0, 0, 0.8, 0.1, 0.2], atol=1e-12
    )
    srdf = bodyplan.convert(FREE, "urdf").srdf.source.text
    assert (
        '<virtual_joint name="f" child_link="base" parent_frame="world" type="floating"/>' in srdf
    )
    assert '<joint name="f" value="0 0 0.7 0 0 0.8 0.6"/>' in srdf


def test_a_default_configuration_other_than_zero_is_the_keyframe_home(tmp_path):
    joint = model.Joint("j", "revolute", "a", "b", limit=model.Limit(0.5, 1.5, 1.0, 50.0))
    m = compiled(model.Robot("r", [link("a"), link("b")], [joint]), tmp_path)
    assert m.key("home").qpos.tolist() == [1.0]


@pytest.mark.parametrize(("base", "free"), [("", 1), ("fixed", 0)])
def test_a_model_of_sdformat_moves_freely_unless_the_world_holds_it(base, free, tmp_path):
    sdf = bodyplan.convert(arm(self_collide=True), "sdf").document
    m = compiled(sdf, tmp_path, base=base)
    assert (m.jnt_type == mujoco.mjtJoint.mjJNT_FREE).sum() == free
    held = bodyplan.convert(sdf, "sdf", base="fixed").document
    assert compiled(held, tmp_path).njnt == 2


OPEN = """<mujoco><worldbody><body name="a"><joint name="x"/><geom size=".1"/>
<site name="p" pos=".1 .2 .3"/></body><body name="b" pos="1 0 0" euler="0 0 90"><joint name="y"/>
<geom size=".1"/><site name="q" pos=".3 .1 0"/></body></worldbody>
<equality><connect name="pin" site1="p" site2="q"/></equality></mujoco>"""


def gaps(m):
    """Return what the constraints of a model miss where no joint has moved."""
    data = mujoco.MjData(m)
    mujoco.mj_forward(m, data)
    return data.efc_pos[: data.ne]


@pytest.mark.parametrize("kind", ["ball", "revolute"])
def test_a_loop_that_is_open_at_zero_keeps_both_of_its_ends(kind, tmp_path):
    robot = bodyplan.load(OPEN)
    (loop,) = robot.loops
    robot = bodyplan.core.replace(robot, loops=[bodyplan.core.replace(loop, type=kind)])
    m = compiled(robot, tmp_path)
    apart = gaps(mujoco.MjModel.from_xml_string(OPEN))
    assert np.abs(apart).max() > 0.1
    np.testing.assert_allclose(gaps(m)[:3], apart, atol=1e-9)
    assert len(gaps(m)) == (3 if kind == "ball" else 6)
    assert bodyplan.load(tmp_path / "robot.xml").loops[0].origin == loop.origin
    sdf = bodyplan.convert(robot, "sdf")
    (loss,) = [one for one in sdf.losses if one.changes_meaning]
    assert loss.reason == "its links are 0.86 m apart at zero, where SDFormat closes loops"


def test_settings_of_the_simulation_stay_in_mjcf(tmp_path):
    source = """<mujoco><option timestep="0.001" gravity="0 0 -3.7" integrator="RK4" cone="elliptic">
        <flag contact="disable"/></option><size nuser_body="2"/><statistic extent="3"/>
      <visual><global fovy="30"/></visual><worldbody><body name="a"><joint name="j" axis="0 1 0"/>
        <geom size=".1"/></body></worldbody></mujoco>"""
    theirs = mujoco.MjModel.from_xml_string(source)
    ours = compiled(source, tmp_path)
    for name in ("timestep", "gravity", "integrator", "cone", "disableflags"):
        assert np.array_equal(getattr(ours.opt, name), getattr(theirs.opt, name)), name
    assert (ours.nuser_body, ours.stat.extent, ours.vis.global_.fovy) == (2, 3.0, 30.0)
    assert not [loss for loss in bodyplan.convert(source, "mjcf").losses if loss.kind == "dropped"]

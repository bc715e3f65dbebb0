"""Vendor extensions of URDF: armature, friction and springs reach MJCF and SDFormat, and come back."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan import model
from tests.oracles import drake_robot, libsdformat

pytest.importorskip("numpy")

INERTIAL = (
    "<inertial><mass value='1'/>"
    "<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial>"
)
ARM = """<robot name="r" xmlns:drake="http://drake.mit.edu">
<link name="base">{inertial}</link><link name="arm">{inertial}</link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="5" velocity="2"/>{joint}</joint>
{robot}
</robot>"""


def arm(joint: str = "", robot: str = "") -> str:
    return ARM.format(inertial=INERTIAL, joint=joint, robot=robot)


def driven(inside: str) -> str:
    return arm(
        robot="<transmission name='t'><type>transmission_interface/SimpleTransmission</type>"
        "<joint name='j'><hardwareInterface>EffortJointInterface</hardwareInterface></joint>"
        f"<actuator name='m'>{inside}</actuator></transmission>"
    )


def dynamics(text: str | bytes) -> model.Dynamics:
    return bodyplan.load(text).joint("j").dynamics


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (arm("<dynamics damping='1' armature='0.3'/>"), model.Dynamics(1.0, armature=0.3)),
        (arm("<dynamics friction='0' rotor_inertia='0.3'/>"), model.Dynamics(armature=0.3)),
        (
            arm("<dynamics friction='0' motor_inertia='0.01' gear_ratio='10'/>"),
            model.Dynamics(armature=1.0),
        ),
        (
            driven("<drake:rotor_inertia value='0.01'/><drake:gear_ratio value='10'/>"),
            model.Dynamics(armature=1.0),
        ),
        (  # Drake has its own ratio
            driven(
                "<drake:rotor_inertia value='0.01'/><mechanicalReduction>10</mechanicalReduction>"
            ),
            model.Dynamics(armature=0.01),
        ),
        (
            driven(
                "<motorInertia>0.01</motorInertia><mechanicalReduction>10</mechanicalReduction>"
            ),
            model.Dynamics(armature=1.0),
        ),
        (
            arm("<dynamics friction='0' mu_coulomb='0.2' mu_viscous='0.4'/>"),
            model.Dynamics(0.4, 0.2),
        ),
        (arm("<dynamics damping='1' mu_viscous='0.4'/>"), model.Dynamics(1.0)),
        (arm("<dynamics friction='0' stiffness='3'/>"), model.Dynamics(spring_stiffness=3.0)),
        (
            arm(
                robot="<gazebo reference='j'><springStiffness>3</springStiffness>"
                "<springReference>0.5</springReference></gazebo>"
            ),
            model.Dynamics(spring_stiffness=3.0, spring_reference=0.5),
        ),
    ],
)
def test_a_joint_has_what_its_vendor_extensions_say(text, expected):
    robot = bodyplan.load(text)
    assert robot.joint("j").dynamics == expected
    told = [loss.what for loss in robot.losses]
    assert "gazebo" not in told
    assert not any("defined by the format" in loss.reason for loss in robot.losses)


def test_a_block_with_more_than_springs_is_still_a_loss():
    text = arm(
        robot="<gazebo reference='j'><springStiffness>3</springStiffness>"
        "<stopCfm>0</stopCfm></gazebo>"
    )
    assert [loss.what for loss in bodyplan.load(text).losses] == ["gazebo"]


def test_an_extension_that_is_not_read_is_still_a_loss():
    robot = bodyplan.load(arm("<dynamics friction='0' armature='0.3' K='7'/>"))
    assert robot.joint("j").dynamics.armature == 0.3
    assert [str(loss) for loss in robot.losses] == [
        "dropped K of <dynamics>: not defined by the format"
    ]


def test_armature_goes_to_mujoco_and_comes_back_as_drake_says_it(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    first = driven("<drake:rotor_inertia value='0.01'/><drake:gear_ratio value='10'/>")
    path = bodyplan.convert(first, "mjcf").save(tmp_path / "arm.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    assert compiled.dof_armature.tolist() == [1.0]
    back = bodyplan.convert(path, "urdf").save(tmp_path / "arm.urdf")
    assert dynamics(str(back)).armature == 1.0
    assert b'xmlns:drake="http://drake.mit.edu"' in back.read_bytes()


@pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)
@pytest.mark.parametrize("turns", ["10", "-3"])
def test_drake_reads_the_armature_that_we_write(tmp_path, turns):
    pytest.importorskip("mujoco")
    first = tmp_path / "first.urdf"
    first.write_text(
        driven(f"<drake:rotor_inertia value='0.01'/><drake:gear_ratio value='{turns}'/>")
    )
    middle = bodyplan.convert(first, "mjcf").save(tmp_path / "arm.xml")
    second = bodyplan.convert(middle, "urdf").save(tmp_path / "second.urdf")
    oracle = drake_robot.shared()
    wanted = oracle.read(first)["motors"]
    assert oracle.read(second)["motors"] == pytest.approx(wanted)
    assert wanted["j"] == pytest.approx(dynamics(str(first)).armature)


def test_an_armature_without_a_motor_is_an_attribute_of_urdf_and_a_loss_of_sdformat():
    robot = bodyplan.load(arm("<dynamics friction='0' armature='0.3'/>"))
    for target, kind in (("urdf", "moved"), ("sdf", "dropped")):
        losses = bodyplan.convert(robot, target).losses
        assert [(loss.kind, loss.what) for loss in losses] == [(kind, "armature")]
    back = bodyplan.convert(robot, "urdf").document
    assert dynamics(back.to_bytes()).armature == 0.3


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_libsdformat_reads_the_springs_that_we_write():
    sprung = arm(
        robot="<gazebo reference='j'><springStiffness>3</springStiffness>"
        "<springReference>0.5</springReference></gazebo>"
    )
    oracle = libsdformat.shared()
    theirs = oracle.load(sprung.encode()).joints["r::j"]["axis"]
    assert (theirs["spring_stiffness"], theirs["spring_reference"]) == (3.0, 0.5)
    there = bodyplan.convert(sprung, "sdf")
    assert there.losses == ()
    assert oracle.load(there.document.to_bytes()).joints["r::j"]["axis"] == theirs
    for made in (there.document, bodyplan.load(sprung)):  # from SDFormat, and from a robot
        back = bodyplan.convert(made, "urdf").document
        assert oracle.load(back.to_bytes()).joints["r::j"]["axis"] == theirs


def test_springs_go_to_mujoco_and_back(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    sprung = arm(
        robot="<gazebo reference='j'><springStiffness>3</springStiffness>"
        "<springReference>0.5</springReference></gazebo>"
    )
    path = bodyplan.convert(sprung, "mjcf").save(tmp_path / "arm.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    assert (compiled.jnt_stiffness.tolist(), compiled.qpos_spring.tolist()) == ([3.0], [0.5])
    back = bodyplan.convert(path, "urdf")
    assert bodyplan.load(back.document).joint("j").dynamics == dynamics(sprung)
    assert [loss.kind for loss in back.losses if "spring" in loss.what] == ["moved"]


LOOP = """<loop_joint name='closed' type='{kind}'>
<link1 link='base' xyz='1 2 3' rpy='0.1 0.2 0.3'/><link2 link='arm' xyz='0.5 0 0'/>
<axis xyz='0 1 0'/></loop_joint>"""


@pytest.mark.parametrize(("word", "kind"), [("spherical", "ball"), ("revolute", "revolute")])
def test_a_loop_joint_is_a_loop_and_is_written_again(word, kind):
    robot = bodyplan.load(arm(robot=LOOP.format(kind=word)))
    (loop,) = robot.loops
    assert (loop.name, loop.type, loop.parent, loop.child) == ("closed", kind, "base", "arm")
    assert loop.origin.p == (1.0, 2.0, 3.0)
    assert loop.X_JC.p == (-0.5, 0.0, 0.0)
    assert robot.losses == ()
    made = bodyplan.convert(robot, "urdf")
    assert [(loss.kind, loss.changes_meaning) for loss in made.losses] == [("moved", True)]
    (back,) = bodyplan.load(made.document).loops
    assert (back.origin.p, back.X_JC.p, back.type) == (loop.origin.p, loop.X_JC.p, kind)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'base'", "'QQQ'"),
        ("'spherical'", "'QQQ'"),
        ("'1 2 3'", "'1 2'"),
        ("'1 2 3'", "'1 2 nan'"),
        ("'0 1 0'", "'0 0 0'"),
        ("'closed'", "'j'"),
    ],
)
def test_an_invalid_loop_joint_is_a_loss(old, new):
    robot = bodyplan.load(arm(robot=LOOP.format(kind="spherical").replace(old, new)), strict=False)
    assert robot.loops == ()
    assert [(loss.kind, loss.changes_meaning) for loss in robot.losses] == [("dropped", True)]


def test_loops_of_mujoco_go_to_urdf_and_back(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "first.xml"
    path.write_text("""<mujoco><worldbody>
    <body name="a"><joint name="x"/><geom size=".1"/></body>
    <body name="b" pos="1 0 0" euler="0 0 90"><joint name="y"/><geom size=".1"/></body>
    </worldbody><equality>
    <connect name="pin" body1="a" body2="b" anchor="0.1 0.2 0.3"/>
    <weld name="glue" body1="a" body2="b" relpose="1 2 3 1 1 0 0"/></equality></mujoco>""")
    urdf = bodyplan.convert(path, "urdf").save(tmp_path / "r.urdf")
    again = bodyplan.convert(urdf, "mjcf").save(tmp_path / "again.xml")
    one, other = (mujoco.MjModel.from_xml_path(str(file)) for file in (path, again))
    for name in ("pin", "glue"):
        first, second = one.equality(name), other.equality(name)
        assert first.type == second.type
        assert first.data[:10] == pytest.approx(second.data[:10])


MUJOCO = """<mujoco><compiler meshdir='m' strippath='true' balanceinertia='true' {compiler}/>
<option timestep='0.004' integrator='implicitfast'><flag energy='enable'/></option>
<size memory='1M'/>{more}</mujoco>"""


@pytest.mark.parametrize(
    ("compiler", "more", "lost"),
    [
        ("", "", []),
        ("fusestatic='true' discardvisual='true'", "", []),
        ("eulerseq='xyz'", "", ["eulerseq of <compiler>"]),
        ("", "<worldbody/>", ["<worldbody>"]),
    ],
)
def test_the_section_for_mujoco_is_followed_or_listed(compiler, more, lost, tmp_path):
    mujoco = pytest.importorskip("mujoco")
    text = arm(robot=MUJOCO.format(compiler=compiler, more=more))
    made = bodyplan.convert(text, "mjcf")
    assert [loss.what for loss in made.losses if "velocity" not in loss.what] == lost
    path = made.save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    assert compiled.opt.timestep == 0.004
    assert compiled.opt.integrator == mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    assert 'balanceinertia="true"' in path.read_text()
    assert "strippath" not in path.read_text()
    assert ('fusestatic="true"' in path.read_text()) == ("fusestatic" in compiler)
    for target in ("sdf", "urdf"):
        losses = bodyplan.convert(bodyplan.load(text), target).losses
        assert any("defined by the format" in loss.reason for loss in losses)


BOX = """<visual><geometry><mesh filename="{file}"/></geometry></visual>"""


@pytest.mark.parametrize(
    ("compiler", "file", "place"),
    [
        ('meshdir="m" strippath="true"', "package://gone/meshes/box.stl", "m/box.stl"),
        ('meshdir="m"', "x/box.stl", "m/x/box.stl"),
        ('strippath="true"', "package://gone/meshes/box.stl", "box.stl"),
    ],
)
def test_meshes_of_a_missing_package_are_where_mujoco_finds_them(compiler, file, place, tmp_path):
    mujoco = pytest.importorskip("mujoco")
    trimesh = pytest.importorskip("trimesh")
    mesh = tmp_path / place
    mesh.parent.mkdir(parents=True, exist_ok=True)
    trimesh.creation.box((1.0, 1.0, 1.0)).export(mesh)
    path = tmp_path / "r.urdf"
    section = f'<mujoco><compiler discardvisual="false" {compiler}/></mujoco>'
    link = f'<link name="a">{BOX.format(file=file)}</link>'
    path.write_text(f'<robot name="r">{section}{link}</robot>')
    assert mujoco.MjModel.from_xml_path(str(path)).nmesh == 1
    made = bodyplan.convert(path, "mjcf").save(tmp_path / "r.xml")
    assert mujoco.MjModel.from_xml_path(str(made)).nmesh == 1

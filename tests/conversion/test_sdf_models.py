"""Models of SDFormat in the hub stand where libsdformat puts them, and move as MuJoCo moves them."""

from __future__ import annotations

import random

import pytest

import bodyplan
from bodyplan.conversion.sdf.frames import SdfFrames, sdf_frames
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.model import Robot, Transform
from tests.conversion.sdf_against import as_transform
from tests.conversion.sdf_texts import Maker
from tests.oracles import libsdformat

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import so3  # noqa: E402

TOLERANCE = 1e-9
SEEDS = {
    (1, 2): (25, 27, 32),
    (1, 3): (57, 35, 31),
    (1, 4): (58, 43, 33),
    (1, 5): (31, 20, 53),
    (1, 6): (30, 36, 18),
    (1, 7): (8, 5, 45),
    (1, 8): (0, 47, 43),
    (1, 9): (8, 10, 33),
}
"""Files by dice that the reference reader takes, of each version those with the most in them."""


def matrix(X: Transform):
    """(4, 4)"""
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = X.R, X.p
    return found


# Against libsdformat


def lifted_models(found: SdfFrames):
    """Every model that is in no other one, with what is around it."""
    for top in found.scopes:
        for scope in top.children if top.is_world else [top]:
            yield top, scope, from_sdf(found, scope.path).robot


def differences(top, scope, robot: Robot, answer) -> list[str]:
    """What does not stand where the oracle has it, with all joints at zero."""
    before = f"{scope.path}::"

    def theirs(told, name: str):
        return matrix(as_transform(told[before + name]["pose_in_top"]))

    root = robot.root_link.name
    if before + root in answer.links:
        around = theirs(answer.links, root)
    else:
        assert root == "world"
        graph = top.tree.graph
        around = np.eye(4) if top.is_world else np.linalg.inv(matrix(graph.own_pose(top.number)))
    X = around @ kinematics.forward_kinematics(robot, robot.neutral())
    size = 1.0 + np.abs(X).max()
    found = []

    def same(what: str, ours, expected) -> None:
        if np.abs(ours - expected).max() > TOLERANCE * size:
            found.append(f"{what}: {ours} is not {expected}")

    names = [name for name in robot.link_names if before + name in answer.links]
    assert {before + name for name in names} == {k for k in answer.links if k.startswith(before)}
    for name in names:
        same(name, X[robot.link_index(name)], theirs(answer.links, name))
    for frame in robot.frames:
        ours = X[robot.link_index(frame.link)] @ matrix(frame.origin)
        same(frame.name, ours, theirs(answer.frames, frame.name))
    for joint in (*robot.joints, *robot.loops):
        child = X[robot.link_index(joint.parent)] @ matrix(joint.origin) @ matrix(joint.X_JC)
        same(joint.name, child, X[robot.link_index(joint.child)])
        told = answer.joints.get(before + joint.name)
        if told is not None:
            J = X[robot.link_index(joint.parent)] @ matrix(joint.origin)
            same(f"{joint.name} itself", J, theirs(answer.joints, joint.name))
            for axis, ours in (("axis", joint.axis), ("axis2", joint.axis2)):
                if told[axis] is not None:
                    same(f"{axis} of {joint.name}", np.array(ours), told[axis]["xyz"])
    return found


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize("version", SEEDS)
def test_links_are_where_the_reference_parser_has_them(version):
    oracle = libsdformat.shared()
    for seed in SEEDS[version]:
        text = Maker(random.Random(f"{version} {seed}"), version).text()
        answer = oracle.load(text)
        assert answer.accepted
        found = sdf_frames(bodyplan.read(text.encode()))
        for top, scope, robot in lifted_models(found):
            if robot.links:
                assert len(robot.roots) == 1
                assert differences(top, scope, robot, answer) == [], text


BLANKS = """<sdf version="1.9"><model name=" m " canonical_link=" b "><link name=" a "/>
<link name="b"><pose relative_to=" a ">1 2 3 0 0 0</pose></link>
<frame name=" f " attached_to=" a "><pose>0 1 0 0 0 0</pose></frame>
<joint name=" j " type=" Universal "><pose relative_to=" f ">1 0 0 0 0 1</pose><parent> a </parent>
<child>
b</child><axis><xyz expressed_in=" f ">0 1 0</xyz></axis></joint></model></sdf>"""


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_blanks_around_names_do_not_count():
    answer = libsdformat.shared().load(BLANKS)
    assert answer.accepted
    ((top, scope, robot),) = lifted_models(sdf_frames(bodyplan.read(BLANKS.encode())))
    assert (robot.name, robot.joint_names) == ("m", ("j",))
    assert robot.joint("j").type == "universal"
    assert differences(top, scope, robot, answer) == []


# Against MuJoCo

QUARTER = 1.5707963267948966
SDF = f"""<sdf version="1.10"><model name="m">
  <link name="base"/>
  <link name="a"><pose relative_to="base">0.1 0.2 0.3 0.4 -0.5 0.6</pose></link>
  <joint name="ball" type="ball"><parent>base</parent><child>a</child>
    <pose>0.05 -0.1 0.2 0 0 {QUARTER}</pose></joint>
  <link name="b"><pose relative_to="a">-0.3 0.1 0.2 -0.7 0.2 0.1</pose></link>
  <joint name="universal" type="universal"><parent>a</parent><child>b</child>
    <pose>0.1 0.3 -0.2 0 0 {QUARTER}</pose>
    <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 0.6 0.8</xyz></axis2></joint>
  <link name="c"><pose relative_to="b">0.2 0.2 -0.1 0.3 0.3 0.3</pose></link>
  <joint name="screw" type="screw"><parent>b</parent><child>c</child>
    <pose>-0.1 0.2 0.1 0 0 {QUARTER}</pose><screw_thread_pitch>0.25</screw_thread_pitch>
    <axis><xyz>0.6 0 0.8</xyz></axis></joint>
  <link name="d"><pose relative_to="b">0.2 -0.2 0.4 0.1 0.9 -0.3</pose></link>
  <joint name="left_screw" type="screw"><parent>b</parent><child>d</child>
    <pose>0.3 0.1 0.2 0 0 0</pose><thread_pitch>20</thread_pitch>
    <axis><xyz>0 1 0</xyz></axis></joint>
  <link name="e"><pose relative_to="d">0.5 0.1 0.1 0.2 0.1 0.4</pose></link>
  <joint name="revolute2" type="revolute2"><parent>d</parent><child>e</child>
    <pose>0.2 0 -0.3 0 0 0</pose>
    <axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2></joint>
  <link name="f"><pose relative_to="e">0.1 0.2 0.1 -0.2 0.1 0.3</pose></link>
  <joint name="slide" type="prismatic"><parent>e</parent><child>f</child>
    <pose>0 0 0 0 0 {QUARTER}</pose><axis><xyz>1 0 0</xyz></axis></joint>
  <link name="g"><pose relative_to="f">0.3 -0.1 0.2 0.5 0.6 0.7</pose></link>
  <joint name="hinge" type="continuous"><parent>f</parent><child>g</child>
    <pose>0.1 0.1 0.1 0 0 0</pose><axis><xyz expressed_in="f">0 0 1</xyz></axis></joint>
</model></sdf>"""

_MASS = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
MJCF = f"""<mujoco><compiler angle="radian" eulerseq="XYZ"/><worldbody><body name="base">
  <body name="a" pos="0.1 0.2 0.3" euler="0.4 -0.5 0.6">{_MASS}
    <joint name="ball" type="ball" pos="0.05 -0.1 0.2"/>
    <body name="b" pos="-0.3 0.1 0.2" euler="-0.7 0.2 0.1">{_MASS}
      <joint name="universal" type="hinge" pos="0.1 0.3 -0.2" axis="0 1 0"/>
      <joint name="universal second" type="hinge" pos="0.1 0.3 -0.2" axis="-0.6 0 0.8"/>
      <body name="c" pos="0.2 0.2 -0.1" euler="0.3 0.3 0.3">{_MASS}
        <joint name="screw" type="hinge" pos="-0.1 0.2 0.1" axis="0 0.6 0.8"/>
        <joint name="screw_way" type="slide" axis="0 0.6 0.8"/>
      </body>
      <body name="d" pos="0.2 -0.2 0.4" euler="0.1 0.9 -0.3">{_MASS}
        <joint name="left_screw" type="hinge" pos="0.3 0.1 0.2" axis="0 1 0"/>
        <joint name="left_screw_way" type="slide" axis="0 1 0"/>
        <body name="e" pos="0.5 0.1 0.1" euler="0.2 0.1 0.4">{_MASS}
          <joint name="revolute2" type="hinge" pos="0.2 0 -0.3" axis="0 0 1"/>
          <joint name="revolute2 second" type="hinge" pos="0.2 0 -0.3" axis="1 0 0"/>
          <body name="f" pos="0.1 0.2 0.1" euler="-0.2 0.1 0.3">{_MASS}
            <joint name="slide" type="slide" axis="0 1 0"/>
            <body name="g" pos="0.3 -0.1 0.2" euler="0.5 0.6 0.7">{_MASS}
              <joint name="hinge" type="hinge" pos="0.1 0.1 0.1" axis="AXIS"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </body>
</body></worldbody>
<equality>
  <joint joint1="screw_way" joint2="screw" polycoef="0 {0.25 / (2 * np.pi)} 0 0 0"/>
  <joint joint1="left_screw_way" joint2="left_screw" polycoef="0 -0.05 0 0 0"/>
</equality></mujoco>"""


TURN = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""By which the joint frame of the ball is turned in its child, R_CJ."""


class Twin:
    """The robot in both, as the numbers of one say it."""

    def __init__(self) -> None:
        self.mujoco = pytest.importorskip("mujoco")
        self.robot = from_sdf(bodyplan.read(SDF.encode())).robot
        z_of_f = Transform.from_rpy((0.5, 0.6, 0.7)).inverse() @ (0.0, 0.0, 1.0)
        text = MJCF.replace("AXIS", " ".join(map(repr, z_of_f)))
        self.model = self.mujoco.MjModel.from_xml_string(text)
        self.data = self.mujoco.MjData(self.model)
        ways = {
            int(self.model.eq_obj1id[e]): (int(self.model.eq_obj2id[e]), self.model.eq_data[e, 1])
            for e in range(self.model.neq)
        }
        self.E = np.zeros((self.model.nv, self.robot.nv))
        """Their velocities from ours."""
        for joint in range(self.model.njnt):
            leader, rate = ways.get(joint, (joint, 1.0))
            name = self.model.joint(leader).name
            place = self.model.jnt_dofadr[joint]
            own = self.robot.v_slice(name.split()[0])
            if name == "ball":
                self.E[place : place + 3, own] = TURN
            else:
                self.E[place, own.start + name.endswith(" second")] = rate
        self.slides = ways

    def put(self, q, v) -> None:
        """Brings theirs to where ours is."""
        x, y, z, w = q[self.robot.q_slice("ball")]
        numbers = {"ball": [w, *(TURN @ [x, y, z])]}
        for name in ("universal", "revolute2"):
            numbers[name], numbers[f"{name} second"] = q[self.robot.q_slice(name)]
        for name in ("screw", "left_screw", "slide", "hinge"):
            numbers[name] = q[self.robot.q_slice(name)]
        for name, value in numbers.items():
            self.data.joint(name).qpos[:] = value
        places, qpos = self.model.jnt_qposadr, self.data.qpos
        for slide, (leader, rate) in self.slides.items():
            qpos[places[slide]] = rate * qpos[places[leader]]
        self.data.qvel[:] = self.E @ v
        self.mujoco.mj_forward(self.model, self.data)


@pytest.fixture(scope="module")
def twin() -> Twin:
    return Twin()


def test_joints_move_as_those_of_mujoco(twin):
    robot, data = twin.robot, twin.data
    q = robot.random(1, 100)
    found = kinematics.forward_kinematics(robot, q)
    for one, poses in zip(q, found, strict=True):
        twin.put(one, np.zeros(robot.nv))
        for link, X in zip(robot.link_names, poses, strict=True):
            body = data.body(link)
            assert np.abs(X[:3, 3] - body.xpos).max() < 1e-12, link
            assert np.abs(X[:3, :3] - body.xmat.reshape(3, 3)).max() < 1e-12, link


def test_bodies_resist_as_those_of_mujoco(twin):
    robot, data, E = twin.robot, twin.data, twin.E
    q = robot.random(2, 30)
    v = np.random.default_rng(3).standard_normal((30, robot.nv))
    M = kinematics.mass_matrix(robot, q)
    down = tuple(twin.model.opt.gravity)
    bias = kinematics.inverse_dynamics(robot, q, v, 0.0 * v, gravity=down)
    J = kinematics.frame_jacobian(robot, q, "g", reference="local_world_aligned")
    moved = np.zeros((robot.nv, twin.model.nv))
    linear, angular = np.zeros((2, 3, twin.model.nv))
    for i, one in enumerate(q):
        twin.put(one, v[i])
        for column, momentum in zip(E.T.copy(), moved, strict=True):
            twin.mujoco.mj_mulM(twin.model, data, momentum, column)
        expected = moved @ E
        assert np.abs(M[i] - expected).max() < 1e-12 * np.abs(expected).max()
        force = E.T @ data.qfrc_bias
        assert np.abs(bias[i] - force).max() < 1e-12 * np.abs(force).max()
        twin.mujoco.mj_jacBody(twin.model, data, linear, angular, data.body("g").id)
        expected = np.concatenate((linear, angular)) @ E
        assert np.abs(J[i] - expected).max() < 1e-12 * np.abs(expected).max()


def test_a_ball_turns_in_its_own_frame():
    robot = from_sdf(bodyplan.read(SDF.encode())).robot
    joint = robot.joint("ball")
    q = robot.q({"ball": (0.0, 0.0, 0.6, 0.8)})
    X = kinematics.forward_kinematics(robot, q, ["a"])[0]
    J = X @ np.linalg.inv(matrix(joint.X_JC))
    turned = np.linalg.inv(matrix(joint.origin)) @ J
    assert np.abs(turned[:3, 3]).max() < 1e-15
    assert np.abs(turned[:3, :3] - so3.from_quat_xyzw(np.array([0.0, 0.0, 0.6, 0.8]))).max() < 1e-15


# The same robot in two formats


def test_the_arm_is_the_same_in_both_formats():
    ours = bodyplan.load("sample:arm.sdf")
    other = bodyplan.load("sample:arm")
    q = other.random(1, 20)
    same = [
        ours.q({joint.name: other.positions(one)[joint.name] for joint in ours.independent_joints})
        for one in q
    ]
    found = kinematics.forward_kinematics(ours, np.array(same))
    expected = kinematics.forward_kinematics(other, q)
    for name in ours.link_names:
        at = found[:, ours.link_index(name)]
        assert np.abs(at - expected[:, other.link_index(name)]).max() < 1e-12
    for frame in ours.frames:
        at = found[:, ours.link_index(frame.link)] @ matrix(frame.origin)
        assert np.abs(at - expected[:, other.link_index(frame.name)]).max() < 1e-12
    assert ours.total_mass == pytest.approx(other.total_mass, rel=1e-12)
    for name in ours.joint_names:
        assert ours.joint(name).limit == other.joint(name).limit
        assert ours.joint(name).dynamics == other.joint(name).dynamics
        assert ours.joint(name).mimic == other.joint(name).mimic

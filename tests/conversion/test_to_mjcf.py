"""MuJoCo reads the same robot from what is written as MJCF."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan import model
from bodyplan.conversion.direction import Options, robot_to
from bodyplan.core import replace
from bodyplan.model.transform import unit
from tests.conversion.ledger import differences
from tests.conversion.mujoco_against import assert_same_poses
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")


def robots() -> list[Path]:
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []


def compiled(robot, folder: Path, **options):
    """The robot in MuJoCo, with what is written."""
    file = folder / "robot.xml"
    bodyplan.convert(robot, "mjcf", **options).save(file)
    return mujoco.MjModel.from_xml_path(str(file))


def inner_links(robot) -> set[str]:
    """The links that are no bodies, as the body below them has the joints on both sides."""
    losses = bodyplan.convert(robot, "mjcf").losses
    return {loss.source.name for loss in losses if "joints on both sides" in loss.reason}


def link(name, mass=1.0):
    return model.Link(name, model.Inertial(mass, model.IDENTITY, (0.1, 0.0, 0.0, 0.1, 0.0, 0.1)))


def robot_with(joint, **parts):
    links = [link("a"), link("b")]
    return model.Robot("r", links, [joint], **parts)


@pytest.mark.parametrize("kinds", [("revolute", "continuous"), ("prismatic", "revolute", "planar")])
def test_joints_over_massless_links_are_several_joints_of_one_body(kinds, tmp_path):
    joints = [
        model.Joint(f"j{n}", kind, f"l{n}", f"l{n + 1}", X_PJ, unit((1.0, n, -0.5)), X_JC=X_JC)
        for n, kind in enumerate(kinds)
    ]
    last = len(kinds)
    links = [link("l0"), *(model.Link(f"l{n}") for n in range(1, last)), link(f"l{last}")]
    robot = model.Robot("r", links, joints)
    found = compiled(robot, tmp_path)
    assert [found.body(n).name for n in range(found.nbody)] == ["world", "l0", f"l{last}"]
    assert inner_links(robot) == {f"l{n}" for n in range(1, last)}
    assert_same_poses(robot, found, without=inner_links(robot))
    assert found.body_mass.sum() == robot.total_mass


def test_a_massless_link_that_something_is_attached_to_stays_a_body(tmp_path):
    joints = [
        model.Joint("i", "revolute", "a", "m", axis=(0.0, 0.0, 1.0)),
        model.Joint("j", "revolute", "m", "b", axis=(1.0, 0.0, 0.0)),
    ]
    frame = model.Frame("f", "m")
    robot = model.Robot("r", [link("a"), model.Link("m"), link("b")], joints, frames=[frame])
    assert compiled(robot, tmp_path).body("m").mass[0] > 0.0


X_PJ = model.Transform.from_rpy((0.3, -0.2, 0.5), (0.1, 0.2, 0.3))
X_JC = model.Transform.from_rpy((-0.4, 0.1, 0.2), (0.05, -0.1, 0.2))


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "fixed", "planar"])
@pytest.mark.parametrize("end", [model.IDENTITY, X_JC], ids=["same", "apart"])
def test_joints_move_as_in_the_hub(kind, end, tmp_path):
    joint = model.Joint("j", kind, "a", "b", X_PJ, unit((1.0, 2.0, -0.5)), X_JC=end)
    robot = robot_with(joint)
    assert_same_poses(robot, compiled(robot, tmp_path))


@pytest.mark.parametrize("kind", ["universal", "revolute2"])
def test_joints_with_two_axes_become_two_hinges(kind, tmp_path):
    joint = model.Joint(
        "j", kind, "a", "b", X_PJ, (0.0, 0.0, 1.0), axis2=(1.0, 0.0, 0.0), X_JC=X_JC
    )
    robot = robot_with(joint)
    assert_same_poses(robot, compiled(robot, tmp_path))


@pytest.mark.parametrize("kind", ["ball", "floating"])
def test_rotations_are_those_of_the_keyframes(kind, tmp_path):
    joint = model.Joint("j", kind, "a", "b", X_PJ, X_JC=X_JC)
    robot = robot_with(joint)
    found = compiled(robot, tmp_path)
    data = mujoco.MjData(found)
    from bodyplan.conversion.mjcf.to_mjcf import _MjcfWriter

    writer = _MjcfWriter(robot, Options())
    writer.root()
    q = robot.random(1)
    data.qpos[:] = list(writer._joints.qpos(robot.positions(q)))
    mujoco.mj_kinematics(found, data)
    np.testing.assert_allclose(data.body("b").xpos, robot.poses(q)["b"].p, atol=1e-9)
    np.testing.assert_allclose(data.body("b").xmat.reshape(3, 3), robot.poses(q)["b"].R, atol=1e-9)


def test_a_mimic_joint_is_an_equality_that_mujoco_enforces(tmp_path):
    lead = model.Joint("lead", "revolute", "a", "b", axis=(0.0, 0.0, 1.0))
    follow = model.Joint(
        "follow", "revolute", "b", "c", axis=(0.0, 0.0, 1.0), mimic=model.Mimic("lead", 2.0, 0.1)
    )
    robot = model.Robot("r", [link("a"), link("b"), link("c")], [lead, follow])
    found = compiled(robot, tmp_path)
    assert found.neq == 1
    np.testing.assert_allclose(found.eq_data[0][:5], [0.1, 2.0, 0.0, 0.0, 0.0])


def test_passive_forces_are_those_of_the_joint(tmp_path):
    dynamics = model.Dynamics(0.1, 0.2, 3.0, 0.4, armature=0.5)
    joint = model.Joint("j", "revolute", "a", "b", dynamics=dynamics)
    found = compiled(robot_with(joint), tmp_path)
    one = found.joint("j")
    passive = (one.damping, one.frictionloss, one.stiffness, one.qpos_spring, one.armature)
    assert [value[0] for value in passive] == [0.1, 0.2, 3.0, 0.4, 0.5]


def test_a_floating_base_is_a_free_joint(tmp_path):
    robot = robot_with(model.Joint("j", "revolute", "a", "b"))
    assert compiled(robot, tmp_path, base="floating").nq == 8
    assert compiled(robot, tmp_path).nq == 1


def test_the_free_joint_of_a_floating_base_has_a_name_of_its_own(tmp_path):
    links = [link("a"), link("b"), link("c")]
    joints = [
        model.Joint("root", "revolute", "a", "b"),
        model.Joint("follows", "revolute", "b", "c", mimic=model.Mimic("root", 2.0)),
    ]
    found = compiled(model.Robot("r", links, joints), tmp_path, base="floating")
    assert found.joint("root").type[0] == mujoco.mjtJoint.mjJNT_HINGE
    assert found.joint(int(found.eq_obj2id[0])).name == "root"


def test_states_are_keyframes_and_disabled_pairs_are_excludes(tmp_path):
    robot = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    found = compiled(robot, tmp_path)
    pairs = robot.semantics.allowed_collision_matrix.disabled_pairs
    assert found.nexclude == len(pairs)
    names = {found.key(number).name for number in range(found.nkey)}
    assert len(names) == len(robot.semantics.states)
    data = mujoco.MjData(found)
    for group, state in robot.semantics.states:
        name = state if state in names else f"{group}_{state}"
        mujoco.mj_resetDataKeyframe(found, data, found.key(name).id)
        mujoco.mj_kinematics(found, data)
        poses = robot.poses(robot.state(state, group))
        np.testing.assert_allclose(data.body("tool0").xpos, poses["tool0"].p, atol=1e-9)


def test_massless_links_are_named_in_the_losses_if_they_move(tmp_path):
    joint = model.Joint("j", "revolute", "a", "b")
    robot = model.Robot("r", [link("a"), model.Link("b")], [joint])
    done = bodyplan.convert(robot, "mjcf")
    assert any(loss.kind == "assumed" and loss.source.name == "b" for loss in done.losses)
    assert compiled(robot, tmp_path).nbody == 3


SHAPES = [
    (model.Box((0.2, 0.4, 0.6)), "box", (0.1, 0.2, 0.3)),
    (model.Sphere(0.2), "sphere", (0.2,)),
    (model.Cylinder(0.1, 0.5), "cylinder", (0.1, 0.25)),
    (model.Capsule(0.1, 0.5), "capsule", (0.1, 0.25)),
    (model.Ellipsoid((0.1, 0.2, 0.3)), "ellipsoid", (0.1, 0.2, 0.3)),
]


@pytest.mark.parametrize(("shape", "kind", "size"), SHAPES, ids=[one[1] for one in SHAPES])
def test_shapes_have_their_sizes(shape, kind, size, tmp_path):
    part = model.Geometry(shape, X_PJ, "g")
    base = model.Link("a", link("a").inertial, (), (part,))
    found = compiled(model.Robot("r", [base]), tmp_path)
    geom = found.geom("g")
    assert geom.type[0] == getattr(mujoco.mjtGeom, f"mjGEOM_{kind.upper()}")
    np.testing.assert_allclose(geom.size[: len(size)], size)
    np.testing.assert_allclose(geom.pos, X_PJ.p, atol=1e-12)


def test_transmissions_are_motors_with_their_reductions(tmp_path):
    joint = model.Joint("j", "revolute", "a", "b", limit=model.Limit(-1.0, 1.0, 2.0, 3.0))
    transmission = model.Transmission("t", "x", ("j",), ("m",), (50.0,))
    found = compiled(robot_with(joint, transmissions=[transmission]), tmp_path)
    assert found.actuator("m").gear[0] == 50.0
    np.testing.assert_allclose(found.joint("j").range, (-1.0, 1.0))
    assert found.jnt_actfrcrange[found.joint("j").id].tolist() == [-3.0, 3.0]


def test_a_missing_mesh_is_a_loss_and_the_rest_compiles(tmp_path):
    part = model.Geometry(model.Mesh("nowhere.stl"), model.IDENTITY, "g")
    base = model.Link("a", link("a").inertial, (part,))
    written = robot_to(model.Robot("r", [base]), "mjcf", Options())
    assert [loss.kind for loss in written.losses] == ["dropped"]
    assert "nowhere.stl" in written.losses[0].reason
    assert mujoco.MjModel.from_xml_string(written.text).ngeom == 0


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("name", ["z1_description", "ur_description", "solo_description"])
def test_mass_matrices_are_those_of_pinocchio(name, base, tmp_path):
    pin = pytest.importorskip("pinocchio")
    (path, *_) = [p for p in robots() if p.parent.parent.name == name and "limited" not in p.name]
    robot = bodyplan.load(path)
    found = compiled(robot, tmp_path, base=base)
    root = [pin.JointModelFreeFlyer()] if base == "floating" else []
    theirs = pin.buildModelFromUrdf(str(path), *root)
    assert found.nv == theirs.nv
    data, theirs_data = mujoco.MjData(found), theirs.createData()
    rng = np.random.default_rng(3)
    q = pin.neutral(theirs)
    order = list(range(6)) if root else []
    for number in range(found.njnt):
        joint = found.joint(number)
        if joint.type[0] == mujoco.mjtJoint.mjJNT_FREE:
            continue
        place = theirs.joints[theirs.getJointId(joint.name)]
        data.joint(number).qpos[0] = angle = rng.uniform(-1.0, 1.0)
        q[place.idx_q] = angle
        order.append(place.idx_v)
    mujoco.mj_forward(found, data)
    ours = np.zeros((found.nv, found.nv))
    mujoco.mj_fullM(found, data, ours)
    expected = pin.crba(theirs, theirs_data, q)
    expected = np.triu(expected) + np.triu(expected, 1).T
    expected = expected[np.ix_(order, order)]
    np.testing.assert_allclose(ours, expected, atol=1e-6 * np.abs(expected).max())


def test_a_mesh_that_may_not_be_read_costs_its_shape(tmp_path):
    inner = tmp_path / "deep"
    inner.mkdir()
    (tmp_path / "secret.stl").write_bytes(b"solid s\nendsolid s\n")
    mesh = "<geometry><mesh filename='../secret.stl'/></geometry>"
    path = inner / "a.urdf"
    path.write_text(f"<robot name='r'><link name='a'><visual>{mesh}</visual></link></robot>")
    made = bodyplan.convert(path, "mjcf")
    reasons = [loss.reason for loss in made.losses]
    assert any("'../secret.stl' may not be read: it lies outside" in one for one in reasons)


def test_a_joint_without_force_is_one_without_a_limit_and_a_loss():
    limit = model.Limit(-1.0, 1.0, 2.0, 0.0)
    joint = model.Joint("j", "revolute", "a", "b", limit=limit)
    made = bodyplan.convert(model.Robot("r", [model.Link("a"), model.Link("b")], [joint]), "mjcf")
    assert "actuatorfrcrange" not in made.document.to_bytes().decode()
    assert [loss.what for loss in made.losses if "effort" in loss.what] == ["effort limit"]


def test_inertia_without_mass_comes_back():
    pytest.importorskip("mujoco")
    foot = model.Inertial(0.0, inertia=(1e-3, 0.0, 0.0, 1e-3, 0.0, 1e-3))
    links = [model.Link("leg", model.Inertial(1.0, inertia=foot.inertia)), model.Link("foot", foot)]
    robot = model.Robot("r", links, [model.Joint("j", "fixed", "leg", "foot")])
    made = bodyplan.convert(robot, "mjcf")
    assert differences(robot, bodyplan.load(made.document), samples=1) == []


def test_what_a_mesh_loses_is_lost_in_each_geometry_that_has_it():
    part = model.Geometry(model.Mesh("package://QQQ/none.stl"))
    robot = model.Robot("r", [model.Link("a", None, (part,), (part,))])
    losses = bodyplan.convert(robot, "mjcf").losses
    assert len({str(loss) for loss in losses}) == 1
    assert len(losses) == 2


def test_geoms_have_names_of_their_own():
    sphere = model.Geometry(model.Sphere(0.1), name="g")
    links = [model.Link(name, None, [sphere], [sphere]) for name in "ab"]
    robot = model.Robot("r", links, [model.Joint("b_fixed", "fixed", "a", "b")])
    done = bodyplan.convert(robot, "mjcf")
    names = [geom.name for link in bodyplan.load(done.document).links for geom in link.visuals]
    names += [geom.name for link in bodyplan.load(done.document).links for geom in link.collisions]
    assert sorted(names) == ["g", "g_collision", "g_collision_2", "g_visual"]
    assert sum(loss.what == "name" for loss in done.losses) == 3


@pytest.mark.parametrize(("kind", "base"), [("revolute", ""), ("fixed", "floating")])
def test_a_plane_of_a_body_that_moves_is_a_loss(kind, base, tmp_path):
    ground, ball = model.Geometry(model.Plane()), model.Geometry(model.Sphere(0.1))
    moving = replace(link("b"), collisions=(ground, ball))
    robot = model.Robot("r", [link("a"), moving], [model.Joint("j", kind, "a", "b")])
    done = bodyplan.convert(robot, "mjcf", base=base)
    assert mujoco.MjModel.from_xml_string(done.document.source.text).ngeom == 1
    assert [loss.changes_meaning for loss in done.losses if "planes" in loss.reason] == [True]

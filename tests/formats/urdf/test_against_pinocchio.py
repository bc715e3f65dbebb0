"""Values are Pinocchio's, joint by joint and link by link, for every robot that both accept.

Pinocchio (4.1) reads with urdfdom and makes its own model: it welds the links behind fixed joints
to the body before them, and keeps a frame for each link and joint. The comparison undoes this with
a few lines of arithmetic (``mechanics``). Where Pinocchio itself goes another way than the file,
the way is named here.
"""

from __future__ import annotations

import contextlib
import os

import numpy as np
import pytest

import bodyplan
from tests.formats.urdf.mechanics import IDENTITY, body, lumped, placement, spatial
from tests.oracles import urdfdom

pin = pytest.importorskip("pinocchio")

REFUSED = {
    "ur_description/urdf/ur3.urdf": "urdfdom rejects it: the robot has no name",
}
FOLLOWS_A_LATER_JOINT = {
    # Pinocchio refuses to read the mimic joints of these: the leader comes later in its order, or
    # is a mimic joint itself. Their mimic relations are compared with those in the text alone.
    "alex_description/urdf/alex_psyonic_hands.urdf",
    "romeo_description/urdf/romeo.urdf",
    "talos_data/robots/talos_full_v2.urdf",
    "talos_data/robots/talos_full_v2_box.urdf",
}
COUNT = 69

ALIGNED = {
    "JointModelRX": ("revolute", (1, 0, 0)),
    "JointModelRY": ("revolute", (0, 1, 0)),
    "JointModelRZ": ("revolute", (0, 0, 1)),
    "JointModelRUBX": ("continuous", (1, 0, 0)),
    "JointModelRUBY": ("continuous", (0, 1, 0)),
    "JointModelRUBZ": ("continuous", (0, 0, 1)),
    "JointModelPX": ("prismatic", (1, 0, 0)),
    "JointModelPY": ("prismatic", (0, 1, 0)),
    "JointModelPZ": ("prismatic", (0, 0, 1)),
}
UNALIGNED = {
    "JointModelRevoluteUnaligned": "revolute",
    "JointModelRevoluteUnboundedUnaligned": "continuous",
    "JointModelPrismaticUnaligned": "prismatic",
}
OTHER = {"JointModelFreeFlyer": "floating", "JointModelPlanar": "planar"}

TOLERANCE = 1e-12
DIRECTION = 1e-9
"""Pinocchio takes an axis that is so close to x, y or z for it."""
ROOTS = {"fixed base": None, "free-flyer": "root_joint"}


def short(path):
    robots = urdfdom.prefix() / "share" / "example-robot-data" / "robots"
    return path.relative_to(robots).as_posix()


@contextlib.contextmanager
def quiet():
    """urdfdom writes its complaints to the descriptor itself."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def model_of(path, *, root, mimic):
    text = path.read_text(encoding="utf-8")
    with quiet():
        if root is None:
            return pin.buildModelFromXML(text, mimic)
        return pin.buildModelFromXML(text, pin.JointModelFreeFlyer(), root, mimic)


def both(path, root):
    """Pinocchio's model, and our robot; mimic joints are read wherever Pinocchio can."""
    mimic = short(path) not in FOLLOWS_A_LATER_JOINT
    return model_of(path, root=ROOTS[root], mimic=mimic), bodyplan.read(path).root


class Tree:
    """Who hangs from whom, and where, as our values say."""

    def __init__(self, robot):
        self.links = {link.name: link for link in robot.links}
        self.joints = {joint.name: joint for joint in robot.joints}
        self.above = {joint.child: joint for joint in robot.joints}
        (self.root,) = set(self.links) - set(self.above)

    def welded(self, link):
        """The moving joint that carries a link (None: the base) and the link's pose in it."""
        pose = IDENTITY
        while (joint := self.above.get(link)) is not None and joint.type == "fixed":
            pose = placement(joint.origin) @ pose
            link = joint.parent
        return joint, pose


def same(found, expected, scale=None):
    """Equal up to the rounding of a few operations on numbers of this size."""
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    scale = max(1.0, np.abs(expected).max(initial=0.0)) if scale is None else scale
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * scale)


def same_pose(found, expected):
    same(found.rotation, expected.R)
    same(found.translation, expected.p)


def same_body(found, expected):
    """A Pinocchio inertia and one of ours, in the same frame."""
    same(found.mass, expected.mass)
    if expected.mass:
        same(found.lever, expected.centre)
    reach = max(1.0, np.abs(expected.centre).max()) ** 2
    same(found.inertia, expected.inertia, max(1e-3, expected.mass) * reach)


@pytest.fixture(params=sorted(ROOTS))
def root(request):
    return request.param


@pytest.fixture
def pair(example_robot, root):
    if short(example_robot) in REFUSED:
        pytest.skip(REFUSED[short(example_robot)])
    model, robot = both(example_robot, root)
    return model, Tree(robot), root


def moving(tree):
    return {name: joint for name, joint in tree.joints.items() if joint.type != "fixed"}


def own_joints(model, root):
    """Index and name of Pinocchio's joints that stand in the file."""
    first = 1 if root == "fixed base" else 2
    return [(index, model.names[index]) for index in range(first, model.njoints)]


def test_the_robots_compared_are_all_but_those_named(example_robots):
    accepted = set()
    for path in example_robots:
        try:
            model_of(path, root=None, mimic=False)
        except ValueError:
            assert short(path) in REFUSED
        else:
            accepted.add(short(path))
    assert len(accepted) == COUNT - len(REFUSED) == len(example_robots) - len(REFUSED)
    assert accepted >= FOLLOWS_A_LATER_JOINT


def test_the_robots_that_pinocchio_refuses_to_read_with_mimic_are_those_named(example_robots):
    refused = set()
    for path in example_robots:
        if short(path) not in REFUSED:
            try:
                model_of(path, root=None, mimic=True)
            except ValueError as error:
                if "parent joint of the mimic joint" in str(error):
                    refused.add(short(path))
    assert refused == FOLLOWS_A_LATER_JOINT


def test_names_of_links_and_joints_are_the_same(pair):
    model, tree, root = pair
    assert {name for _, name in own_joints(model, root)} == set(moving(tree))
    frames = {frame.name for frame in model.frames if frame.type == pin.FrameType.BODY}
    assert frames == set(tree.links)
    fixed = {frame.name for frame in model.frames if frame.type == pin.FrameType.FIXED_JOINT}
    ours = {name for name, joint in tree.joints.items() if joint.type == "fixed"}
    # Pinocchio's own names for the world and for what joins the root to it
    assert fixed - {"universe", "root_joint"} == ours


def moving_direction(model, index):
    """The axis of a joint, from how its frame moves: not every joint says it."""
    jacobian = pin.computeJointJacobian(model, model.createData(), pin.neutral(model), index)
    column = jacobian.reshape(6, -1)[:, model.joints[index].idx_v]
    return column[3:] if column[3:].any() else column[:3]


def test_kinds_and_axes_are_the_same(pair):
    model, tree, root = pair
    for index, name in own_joints(model, root):
        kind = model.joints[index].shortname()
        joint = tree.joints[name]
        if kind == "JointModelMimic":  # it hides the kind of joint that follows
            assert joint.mimic is not None
            continue
        if kind in OTHER:  # their axis says nothing (planar: Pinocchio takes z whatever is written)
            assert joint.type == OTHER[kind]
            continue
        if kind in ALIGNED:
            expected_type, axis = ALIGNED[kind]
        else:
            expected_type, axis = UNALIGNED[kind], moving_direction(model, index)
        assert joint.type == expected_type
        written = np.array(joint.axis)  # need not be a unit vector: Pinocchio normalises it
        np.testing.assert_allclose(written / np.linalg.norm(written), axis, atol=DIRECTION)


def test_placements_of_joints_are_the_same(pair):
    model, tree, root = pair
    for index, name in own_joints(model, root):
        joint = tree.joints[name]
        carrier, pose = tree.welded(joint.parent)
        same_pose(model.jointPlacements[index], pose @ placement(joint.origin))
        above = model.names[model.parents[index]]
        assert above == (carrier.name if carrier else ROOTS[root] or "universe")


def test_frames_of_links_are_the_same(pair):
    model, tree, root = pair
    for frame in model.frames:
        if frame.type == pin.FrameType.BODY:
            carrier, pose = tree.welded(frame.name)
            same_pose(frame.placement, pose)
            assert model.names[frame.parentJoint] == (
                carrier.name if carrier else ROOTS[root] or "universe"
            )


def test_limits_damping_and_friction_are_the_same(pair):
    model, tree, root = pair
    for index, name in own_joints(model, root):
        joint, found = tree.joints[name], model.joints[index]
        if found.shortname() == "JointModelMimic" or joint.type in {"floating", "planar"}:
            continue  # without degrees of freedom of its own, or with limits of Pinocchio's making
        q, v = found.idx_q, found.idx_v
        limit = joint.limit
        if joint.type != "continuous":  # Pinocchio's position is then a cosine and a sine
            assert model.lowerPositionLimit[q] == limit.lower
            assert model.upperPositionLimit[q] == limit.upper
        if limit is not None:  # Pinocchio makes up its own where none is written
            assert model.upperVelocityLimit[v] == limit.velocity
            assert model.upperEffortLimit[v] == limit.effort
        dynamics = joint.dynamics
        assert model.damping[v] == (dynamics.damping if dynamics else 0.0)
        assert model.upperDryFrictionLimit[v] == (dynamics.friction if dynamics else 0.0)


def test_mimic_relations_are_the_same(pair, example_robot):
    model, tree, _ = pair
    ours = {name: joint.mimic for name, joint in tree.joints.items() if joint.mimic is not None}
    if short(example_robot) in FOLLOWS_A_LATER_JOINT:
        assert ours
        assert not list(model.mimicking_joints)
        return
    found = dict(zip(model.mimicking_joints, model.mimicked_joints, strict=True))
    moving_mimics = {name for name in ours if tree.joints[name].type != "fixed"}
    assert {model.names[index] for index in found} == moving_mimics
    for follower, leader in found.items():
        mimic = ours[model.names[follower]]
        joint = model.joints[follower].extract()
        # a leader that follows another: Pinocchio names the first of the chain
        multiplier, offset, name = mimic.multiplier, mimic.offset, mimic.joint
        while (next_one := tree.joints[name].mimic) is not None:
            offset += multiplier * next_one.offset
            multiplier *= next_one.multiplier
            name = next_one.joint
        assert model.names[leader] == name
        assert joint.scaling == multiplier
        assert joint.offset == offset


def test_masses_of_bodies_are_the_same(pair):
    """Each moving body is the links that are welded together."""
    model, tree, root = pair
    welded = {}
    for name, link in tree.links.items():
        carrier, pose = tree.welded(name)
        key = carrier.name if carrier else ROOTS[root] or "universe"
        welded.setdefault(key, []).append(body(link).seen_from(pose))
    assert set(welded) <= set(model.names)
    for name, inertia in zip(model.names, model.inertias, strict=True):
        same_body(inertia, lumped(welded.get(name, [])))


def test_masses_of_links_are_the_same(pair):
    """Pinocchio keeps what a welded link weighs at its frame; what is left is the carrying link."""
    model, tree, root = pair
    welds = {f.name: f for f in model.frames if f.type == pin.FrameType.FIXED_JOINT}
    bodies = {f.name: f for f in model.frames if f.type == pin.FrameType.BODY}
    left = [inertia.matrix() for inertia in model.inertias]
    for frame in model.frames:
        left[frame.parentJoint] -= frame.placement.act(frame.inertia).matrix()
    for name, link in tree.links.items():
        own, joint = body(link), tree.above.get(name)
        if joint is not None and joint.type == "fixed":
            same_body(welds[joint.name].inertia, own)
        elif joint is None and root == "fixed base":
            same_body(bodies[name].inertia, own)
        else:
            index = bodies[name].parentJoint
            same(left[index], spatial(own), max(1.0, np.abs(model.inertias[index].matrix()).max()))


KINDS = """<robot name="kinds" version="1.2">
  <link name="base"/>
  {links}
  <joint name="weld" type="fixed"><origin xyz="1 2 3" quat_xyzw="0.1 0.2 0.3 0.9"/>
    <parent link="base"/><child link="weld"/></joint>
  {joints}
</robot>"""
JOINTS = {
    "slanted": ("revolute", '<axis xyz="1 2 3"/><limit lower="-1" upper="2"/>'),
    "backward": ("revolute", '<axis xyz="0 0 -1"/><limit lower="-1" upper="2" effort="3"/>'),
    "turning": ("continuous", '<axis xyz="1 1 0"/><limit effort="1" velocity="2"/>'),
    "sliding": ("prismatic", '<axis xyz="0 3 4"/><limit lower="0" upper="1" velocity="2"/>'),
    "without_axis": ("prismatic", '<limit lower="-2" upper="-1"/><dynamics friction="4"/>'),
    "flat": ("planar", '<axis xyz="0 0 1"/>'),
    "free": ("floating", ""),
}
"""Kinds, axes and rotations that no robot of example-robot-data has."""
CHECKS = [
    test_names_of_links_and_joints_are_the_same,
    test_kinds_and_axes_are_the_same,
    test_placements_of_joints_are_the_same,
    test_frames_of_links_are_the_same,
    test_limits_damping_and_friction_are_the_same,
    test_masses_of_bodies_are_the_same,
    test_masses_of_links_are_the_same,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", JOINTS)
def test_what_no_example_has_is_the_same_too(check, name, root, tmp_path):
    kind, inside = JOINTS[name]
    inertial = (
        '<inertial><origin xyz="0.1 0.2 0.3" quat_xyzw="0 0.6 0 0.8"/><mass value="2"/>'
        '<inertia ixx="1" ixy="0.1" ixz="0.2" iyy="1.1" iyz="0.3" izz="1.2"/></inertial>'
    )
    path = tmp_path / "kinds.urdf"
    path.write_text(
        KINDS.format(
            links=f'<link name="weld">{inertial}</link><link name="{name}">{inertial}</link>',
            joints=f'<joint name="{name}" type="{kind}"><origin rpy="0.1 0.2 0.3"/>'
            f'<parent link="weld"/><child link="{name}"/>{inside}</joint>',
        ),
        encoding="utf-8",
    )
    model = model_of(path, root=ROOTS[root], mimic=True)
    check((model, Tree(bodyplan.read(path).root), root))

"""A drafted SRDF fits its robot and says why; additions keep the file and refuse what is wrong."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan import model
from bodyplan.edit.semantics import (
    IncompleteStateError,
    RobotRequiredError,
    SemanticsError,
    add_end_effector,
    add_group,
    add_pairs,
    add_state,
    add_virtual_joint,
)
from bodyplan.edit.srdf_draft import draft_srdf
from bodyplan.lint.check import check_document
from bodyplan.semantics.group import resolve_groups
from tests.oracles import urdfdom
from tests.semantics.robots import lifted, pairs, robot_of
from tests.slices import amount

SAMPLES = sorted((Path(bodyplan.__file__).parent / "samples").glob("*/*.urdf"))


def robots():
    try:
        return [*SAMPLES, *urdfdom.example_robots()]
    except urdfdom.OracleMissingError:
        return SAMPLES


def called(path):
    return "/".join(path.parts[-3:])


every_robot = pytest.mark.parametrize("path", robots(), ids=called)


def moving(robot, names):
    """The joints among some names that move on their own."""
    return frozenset(j.name for j in robot.independent_joints if j.name in names)


def groups_of(robot, root):
    """The joints that move in each group."""
    return {
        name: moving(robot, group.joints) for name, group in resolve_groups(root, robot).items()
    }


# Drafts of real robots


@every_robot
def test_a_draft_has_no_diagnostic_whatever(path):
    document = bodyplan.read(path)
    robot = lifted(path).robot
    draft = draft_srdf(robot).document()
    assert draft.format == "srdf"
    assert draft.diagnostics == ()
    if not robot.links:
        return
    found = check_document(draft, robot=document.root)
    assert [f"{d.where.line}: {d.code} {d.message}" for d in found] == []


@every_robot
def test_reasons_change_nothing_but_comments(path):
    robot = lifted(path).robot
    root = draft_srdf(robot).root
    assert draft_srdf(robot).document().root == root
    bare = draft_srdf(robot).document(comments=False)
    assert bare.root == root
    assert "<!--" not in bare.source.text
    without = re.sub(
        r" *<!--.*?-->\n|\n(?=\n)", "", draft_srdf(robot).document().source.text, flags=re.DOTALL
    )
    assert re.sub(r"\n+", "\n", without) == bare.source.text.replace("/>\n", "/>\n") or (
        not root.groups and not root.disable_collisions
    )


@every_robot
def test_each_joint_that_moves_is_planned_for_once_or_is_passive(path):
    robot = lifted(path).robot
    root = draft_srdf(robot).root
    groups = groups_of(robot, root)
    hands = [set(groups[group.name]) for group in root.groups if group.links]
    simple = [
        group.name
        for group in root.groups
        if not group.subgroups
        and "_and_" not in group.name
        and not any(set(groups[group.name]) < hand for hand in hands)  # a finger of a hand
    ]
    found = [joint for name in simple for joint in groups[name]]
    found += [joint.name for joint in root.passive_joints]
    assert sorted(found) == sorted(joint.name for joint in robot.independent_joints)


@every_robot
def test_pinocchio_reads_the_home_state_of_the_whole(path, tmp_path):
    pin = pytest.importorskip("pinocchio")
    draft = draft_srdf(lifted(path).robot).document()
    homes = [state for state in draft.root.group_states if state.name == "home"]
    try:
        pinned = pin.buildModelFromUrdf(str(path))
    except ValueError as error:
        pytest.skip(f"Pinocchio does not read it: {error}")
    file = tmp_path / "robot.srdf"
    draft.save(file)
    pin.loadReferenceConfigurations(pinned, str(file), False)
    found = {entry.key(): entry.data() for entry in pinned.referenceConfigurations}
    assert set(found) == {state.name for state in draft.root.group_states}
    for joint in homes[0].joints if homes else ():
        pinned_joint = pinned.joints[pinned.getJointId(joint.name)]
        at = pinned_joint.idx_q
        if pinned_joint.nq == 1:
            assert found["home"][at] == joint.value[0]
            assert pinned.lowerPositionLimit[at] <= joint.value[0] <= pinned.upperPositionLimit[at]
    whole = {joint.name for joint in homes[0].joints} if homes else set()
    assert all(whole.issuperset(joint.name for joint in state.joints) for state in homes)


def test_pinocchio_leaves_out_the_pairs_that_touch(tmp_path):
    pin = pytest.importorskip("pinocchio")
    coal = pytest.importorskip("coal")
    for path in SAMPLES:
        robot = lifted(path).robot
        pinned, geometry = pin.buildModelFromUrdf(str(path)), pin.GeometryModel()
        bodies = [link.name for link in robot.links if link.collisions]
        for name in bodies:
            frame = pinned.getFrameId(name, pin.FrameType.BODY)
            joint = pinned.frames[frame].parentJoint
            geometry.addGeometryObject(
                pin.GeometryObject(name, joint, frame, pin.SE3.Identity(), coal.Sphere(1.0))
            )
        geometry.addAllCollisionPairs()
        before = {(bodies[p.first], bodies[p.second]) for p in geometry.collisionPairs}
        file = tmp_path / "robot.srdf"
        draft_srdf(robot).document().save(file)
        pin.removeCollisionPairs(pinned, geometry, str(file), False)
        gone = before - {(bodies[p.first], bodies[p.second]) for p in geometry.collisionPairs}
        ours = {(p.link1, p.link2) for p in draft_srdf(robot).root.disable_collisions}
        assert {frozenset(p) for p in gone} == {frozenset(p) for p in ours} & {
            frozenset(p) for p in before
        }
        assert gone


# Drafts and what people wrote

SHIPPED = {
    "panda.srdf": {"arm": "arm", "hand": "hand", "arm_and_hand": "arm_and_hand"},
    "talos.srdf": {
        "l_leg": "left_leg",
        "r_leg": "right_leg",
        "l_arm": "left_arm",
        "r_arm": "right_arm",
        "head": "head",
        "torso": "torso",
        "all_legs": "legs",
        "all_arms": "arms",
        "l_arm_torso": "left_arm_and_torso",
        "r_arm_torso": "right_arm_and_torso",
    },
    "pr2.srdf": {
        "left_arm": "left_arm",
        "right_arm": "right_arm",
        "left_arm_and_torso": "left_arm_and_torso",
        "right_arm_and_torso": "right_arm_and_torso",
        "arms": "arms",
        "head": "head",
        "torso": "torso",
        "left_gripper": "left_gripper",
        "right_gripper": "right_gripper",
    },
    "solo.srdf": {
        "lf_leg": "front_left_leg",
        "rf_leg": "front_right_leg",
        "lh_leg": "hind_left_leg",
        "rh_leg": "hind_right_leg",
    },
    "anymal-kinova.srdf": {
        "lf_leg": "front_left_leg",
        "lh_leg": "hind_left_leg",
        "rf_leg": "front_right_leg",
        "rh_leg": "hind_right_leg",
        "all_legs": "legs",
        "arm": "arm",
        "whole_body_fixed": "whole_body",
    },
    "centauro.srdf": {
        "front_left_leg": "leg_1",
        "front_right_leg": "leg_2",
        "rear_left_leg": "leg_3",
        "rear_right_leg": "leg_4",
        "left_arm": "arm_1",
        "right_arm": "arm_2",
        "torso": "torso",
        "d435_head": "head",
        "velodyne": "velodyne",
        "chains": "whole_body",
    },
    "xarm7.srdf": {"xarm7": "arm"},
    "kinova.srdf": {"end_effector": "arm"},
    "bolt.srdf": {"left_leg": "left_leg", "right_leg": "right_leg", "all_legs": "legs"},
    "alex_psyonic_hands.srdf": {
        "left_arm": "left_arm",
        "right_arm": "right_arm",
        "spine": "torso",
        "neck": "head",
        "left_hand": "left_hand",
        "right_hand": "right_hand",
        "arms_spine_neck_hands": "whole_body",
    },
}
"""By file: groups that people wrote, and those of the draft with the very same joints."""


@pytest.mark.parametrize("name", SHIPPED)
def test_groups_have_the_joints_of_those_that_people_wrote(name):
    try:
        (pair,) = [pair for pair in pairs() if pair.srdf.name == name]
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    robot = lifted(pair.urdf).robot
    theirs = groups_of(robot, bodyplan.read(pair.srdf).root)
    ours = groups_of(robot, draft_srdf(robot).root)
    assert {n: sorted(theirs[n]) for n in SHIPPED[name]} == {
        n: sorted(ours[m]) for n, m in SHIPPED[name].items()
    }


def test_most_groups_that_people_wrote_are_in_the_drafts():
    try:
        files = pairs()
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    found = total = 0
    for pair in files:
        robot = lifted(pair.urdf).robot
        if not robot.links:
            continue
        ours = set(groups_of(robot, draft_srdf(robot).root).values())
        theirs = groups_of(robot, bodyplan.read(pair.srdf, format="srdf").root)
        # pairs of legs, such as those on one side, are a matter of taste
        for name, joints in theirs.items():
            if joints and not re.fullmatch(r"[a-z]{1,2}_legs", name):
                total += 1
                found += joints in ours
    assert total > 100
    assert found / total > 0.85


def test_the_panda_gets_the_chain_and_the_hand_that_its_maker_wrote(example_robots):
    (path,) = [path for path in example_robots if path.name == "panda.urdf"]
    root = draft_srdf(lifted(path).robot).root
    (chain,) = root.groups[0].chains
    assert (chain.base_link, chain.tip_link) == ("panda_link0", "panda_link8")
    (hand,) = root.end_effectors
    assert (hand.name, hand.group, hand.parent_link, hand.parent_group) == (
        "hand",
        "hand",
        "panda_link8",
        "arm",
    )


def test_the_tip_of_a_limb_is_a_frame_made_for_it(example_robots):
    wanted = {
        "ur5_robot.urdf": "tool0",
        "kinova.urdf": "j2s6s200_end_effector",
        "xarm7.urdf": "link_eef",
        "bolt.urdf": "FL_FOOT",
    }
    for path in example_robots:
        if path.name in wanted:
            chain = draft_srdf(lifted(path).robot).root.groups[0].chains[0]
            assert chain.tip_link == wanted[path.name]


# Drafts of small robots

ARM = "".join(f"j{i}: l{i - 1} -> l{i}\n" for i in range(1, 5))
LEGS = """
a: body -> a1
b: a1 -> a2
c: body -> c1
d: c1 -> c2
e: body -> e1
f: e1 -> e2
g: body -> g1
h: g1 -> g2
"""
TWO_ARMS = """
lift: b -> t prismatic
left_arm_1: t -> l1
left_arm_2: l1 -> l2
right_arm_1: t -> r1
right_arm_2: r1 -> r2
"""
SPRINGS = """
spring: base -> s prismatic
steer: s -> t
wheel: t -> w continuous
rear_wheel: base -> r continuous
"""

LIMBS = {
    "a chain that nothing names is an arm": (ARM, {"arm": "j1 j2 j3 j4"}),
    "a short chain is a chain": ("a: b -> c\nd: c -> e", {"chain": "a d"}),
    "two slides at the end are jaws": (
        ARM + "p: l4 -> p prismatic\nq: l4 -> q prismatic",
        {"arm": "j1 j2 j3 j4", "gripper": "p q", "arm_and_gripper": "j1 j2 j3 j4 p q"},
    ),
    "two joints that move as one at the end are jaws": (
        ARM + "p: l4 -> p\nq: l4 -> q revolute 1*p",
        {"arm": "j1 j2 j3 j4", "gripper": "p", "arm_and_gripper": "j1 j2 j3 j4 p"},
    ),
    "a single jaw has its name": (
        ARM + "jaw: l4 -> jaw",
        {"arm": "j1 j2 j3 j4", "gripper": "jaw", "arm_and_gripper": "j1 j2 j3 j4 jaw"},
    ),
    "a gripper that is turned is a part of the arm": (
        ARM + "gripper_roll: l4 -> gripper",
        {"arm": "gripper_roll j1 j2 j3 j4"},
    ),
    "fingers in a row with a thumb are a hand": (
        ARM + "thumb: l4 -> t\nindex: l4 -> i\nring: l4 -> r",
        {"arm": "j1 j2 j3 j4", "hand": "index ring thumb",
         "index": "index", "ring": "ring", "thumb": "thumb",
         "arm_and_hand": "index j1 j2 j3 j4 ring thumb"},
    ),
    "the rod of a linkage ends no arm": (
        ARM + "rod: l2 -> rod revolute -1*j2",
        {"arm": "j1 j2 j3 j4"},
    ),
    "a camera that turns on an arm ends no arm": (
        ARM + "camera_pan: l2 -> camera",
        {"arm": "j1 j2 j3 j4", "camera_pan": "camera_pan", "whole_body": "camera_pan j1 j2 j3 j4"},
    ),
    "four limbs of one length are legs": (
        LEGS,
        {"leg_1": "a b", "leg_2": "c d", "leg_3": "e f", "leg_4": "g h",
         "legs": "a b c d e f g h"},
    ),
    "sides are told by letters where there are two": (
        "l_hip: b -> lh\nl_knee: lh -> lk\nr_hip: b -> rh\nr_knee: rh -> rk",
        {"left_leg": "l_hip l_knee", "right_leg": "r_hip r_knee",
         "legs": "l_hip l_knee r_hip r_knee"},
    ),
    "a side alone is believed where it is spelled": (
        "left_shoulder: b -> c\nleft_elbow: c -> d", {"left_arm": "left_elbow left_shoulder"},
    ),
    "a letter alone is not": ("l_shoulder: b -> c\nl_elbow: c -> d", {"arm": "l_elbow l_shoulder"}),
    "words run together with a side": (
        "RARM_1: b -> c\nRARM_2: c -> d\nLARM_1: b -> e\nLARM_2: e -> f",
        {"left_arm": "LARM_1 LARM_2", "right_arm": "RARM_1 RARM_2",
         "arms": "LARM_1 LARM_2 RARM_1 RARM_2"},
    ),
    "six legs with codes of two letters": (
        "".join(f"{c}_coxa: b -> {c}c\n{c}_tibia: {c}c -> {c}t\n" for c in ("lf", "lm", "lr", "rf", "rm", "rr")),
        {f"{end}_{side}_leg": f"{code}_coxa {code}_tibia"
         for code, end, side in (("lf", "front", "left"), ("lm", "middle", "left"),
                                 ("lr", "rear", "left"), ("rf", "front", "right"),
                                 ("rm", "middle", "right"), ("rr", "rear", "right"))}
        | {"legs": "lf_coxa lf_tibia lm_coxa lm_tibia lr_coxa lr_tibia "
                   "rf_coxa rf_tibia rm_coxa rm_tibia rr_coxa rr_tibia"},
    ),
    "a trunk that carries two arms": (
        TWO_ARMS,
        {"torso": "lift", "left_arm": "left_arm_1 left_arm_2", "right_arm": "right_arm_1 right_arm_2",
         "left_arm_and_torso": "left_arm_1 left_arm_2 lift",
         "right_arm_and_torso": "lift right_arm_1 right_arm_2",
         "arms": "left_arm_1 left_arm_2 right_arm_1 right_arm_2",
         "whole_body": "left_arm_1 left_arm_2 lift right_arm_1 right_arm_2"},
    ),
    "a mast is called after its two joints": (
        "pan_joint: mast -> yoke\ntilt_joint: yoke -> camera", {"pan_tilt": "pan_joint tilt_joint"},
    ),
    "a robot that is a hand": (
        LEGS.replace("body", "palm"),
        {"finger_1": "a b", "finger_2": "c d", "finger_3": "e f", "finger_4": "g h",
         "fingers": "a b c d e f g h"},
    ),
    "the fingers of a hand on a wrist have codes": (
        "WRJ2: forearm -> wrist\nWRJ1: wrist -> palm\n"
        + "".join(
            f"{code}J2: palm -> {code.lower()}proximal\n"
            f"{code}J1: {code.lower()}proximal -> {code.lower()}distal\n"
            for code in ("FF", "MF", "RF", "LF", "TH")
        ).strip(),
        {"arm": "WRJ1 WRJ2", "hand": "FFJ1 FFJ2 LFJ1 LFJ2 MFJ1 MFJ2 RFJ1 RFJ2 THJ1 THJ2",
         "first_finger": "FFJ1 FFJ2", "middle_finger": "MFJ1 MFJ2", "ring_finger": "RFJ1 RFJ2",
         "little_finger": "LFJ1 LFJ2", "thumb": "THJ1 THJ2",
         "arm_and_hand": "FFJ1 FFJ2 LFJ1 LFJ2 MFJ1 MFJ2 RFJ1 RFJ2 THJ1 THJ2 WRJ1 WRJ2"},
    ),
    "a gripper that is the whole robot": (
        "finger_1: base -> a\nfinger_2: base -> b revolute -1*finger_1",
        {"gripper": "finger_1"},
    ),
    "words in other scripts": ("плечо: a -> b", {"плечо": "плечо"}),
}  # fmt: skip


@pytest.mark.parametrize("case", LIMBS)
def test_limbs_and_hands(case):
    joints, wanted = LIMBS[case]
    robot = robot_of(joints)
    found = {n: " ".join(sorted(js)) for n, js in groups_of(robot, draft_srdf(robot).root).items()}
    found.pop("base", None)
    assert found == wanted


STANCES = {
    "an arm": (ARM, "fixed", []),
    "legs": (LEGS, "floating", []),
    "wheels by name": (
        "left_wheel: base -> lw continuous\ncaster: base -> c revolute",
        "planar",
        ["caster", "left_wheel"],
    ),
    "wheels by the way they turn": (
        "a: base -> b continuous\nc: base -> d continuous", "planar", ["a", "c"],
    ),
    "one joint that turns on and on is no wheel": ("a: base -> b continuous", "fixed", []),
    "steered wheels on springs": (
        SPRINGS,
        "planar",
        ["rear_wheel", "spring", "steer", "wheel"],
    ),
    "wheels at the ends of legs": (
        "".join(f"{s}_hip: b -> {s}h\n{s}_knee: {s}h -> {s}k\n{s}_wheel: {s}k -> {s}w continuous\n" for s in ("left", "right")),
        "floating",
        [],
    ),
    "wheels that do not turn": (
        "a: base -> left_wheel fixed\nb: base -> right_wheel fixed\n" + ARM.replace("l0", "base"),
        "planar",
        [],
    ),
    "rotors": ("rotor_0: base -> r0\nrotor_1: base -> r1", "floating", ["rotor_0", "rotor_1"]),
    "a word for flying": ("flying_arm_1: base -> a\nflying_arm_2: a -> b", "floating", []),
    "a joint of the URDF": (
        "free: odom -> base floating\n" + ARM.replace("l0", "base"), "fixed", [],
    ),
    "a root called world": ("w: world -> l0 fixed\n" + ARM, None, []),
}  # fmt: skip


@pytest.mark.parametrize("case", STANCES)
def test_how_it_is_in_the_world(case):
    joints, wanted, passive = STANCES[case]
    root = draft_srdf(robot_of(joints)).root
    assert [joint.type for joint in root.virtual_joints] == ([wanted] if wanted else [])
    assert sorted(joint.name for joint in root.passive_joints) == passive


def test_a_base_that_moves_has_a_group():
    base = draft_srdf(robot_of("a: base -> b continuous\nc: base -> d continuous")).root.groups[0]
    assert (base.name, [joint.name for joint in base.joints]) == ("base", ["world_joint"])
    base = draft_srdf(robot_of("free: odom -> base floating\nleg_1: base -> a")).root.groups[0]
    assert (base.name, [joint.name for joint in base.joints]) == ("base", ["free"])


def test_two_slides_and_a_turn_without_shapes_are_a_base():
    links = [model.Link(name) for name in ("odom", "x", "y", "base", "a")]
    kinds = ("prismatic", "prismatic", "continuous", "revolute")
    names = [link.name for link in links]
    joints = [
        model.Joint(f"j{number}", kind, names[number], names[number + 1])
        for number, kind in enumerate(kinds)
    ]
    groups = {
        g.name: [j.name for j in g.joints]
        for g in draft_srdf(model.Robot("r", links, joints)).root.groups
    }
    assert groups == {"base": ["j0", "j1", "j2"], "j3": ["j3"]}


def test_the_virtual_joint_can_be_chosen():
    robot = robot_of(ARM)
    assert draft_srdf(robot, virtual_joint=None).root.virtual_joints == ()
    (joint,) = draft_srdf(robot, virtual_joint="planar").root.virtual_joints
    assert (joint.type, joint.parent_frame) == ("planar", "odom")
    (joint,) = draft_srdf(robot, virtual_joint="floating").root.virtual_joints
    assert (joint.type, joint.name) == ("floating", "root_joint")
    robot = robot_of("world_joint: a -> b")
    assert draft_srdf(robot).root.virtual_joints[0].name == "world_joint_2"


def test_home_is_zero_or_the_middle_of_the_range():
    def joint(name, parent, child, lower, upper):
        return model.Joint(name, "revolute", parent, child, limit=model.Limit(lower, upper))

    links = [model.Link(name) for name in "abcd"]
    joints = [
        joint("in", "a", "b", -1.0, 2.0),
        joint("out", "b", "c", 0.5, 1.23456789),
        joint("tight", "c", "d", 0.00001, 0.00002),
    ]
    robot = model.Robot("r", links, joints)
    (state,) = draft_srdf(robot).root.group_states
    assert [(j.name, j.value) for j in state.joints] == [
        ("in", (0.0,)),
        ("out", (0.8673,)),
        ("tight", (pytest.approx(0.000015),)),
    ]
    text = draft_srdf(robot).document().source.text
    assert "in the middle of its range where zero is outside (out and" in text


def test_open_is_where_the_fingers_are_further_apart(example_robots):
    wanted = {
        "panda.urdf": {("hand", "open"): 0.04, ("hand", "closed"): 0.0},
        "pr2.urdf": {("left_gripper", "open"): 0.548, ("left_gripper", "closed"): 0.0},
        "talos_full_v2.urdf": {
            ("left_gripper", "open"): 0.0,
            ("left_gripper", "closed"): -0.959931088597,
        },
        "tiago_pro.urdf": {("right_gripper", "open"): 0.0},
    }
    for path in example_robots:
        states = draft_srdf(lifted(path).robot).root.group_states
        found = {(s.group, s.name): s.joints[0].value[0] for s in states if s.name != "home"}
        assert wanted.get(path.name, {}).items() <= found.items()


def test_states_and_pairs_can_be_left_out():
    robot = robot_of(ARM)
    root = draft_srdf(robot, states=False, collisions=False, name="other").root
    assert (root.name, root.group_states, root.disable_collisions) == ("other", (), ())
    assert len(root.groups) == 1


def test_pairs_pass_links_without_a_shape_but_not_between_branches():
    shape = (model.Geometry(model.Sphere(1.0)),)
    links = [model.Link(name, collisions=shape) for name in "adef"]
    links += [model.Link(name) for name in "bc"]
    joints = [
        model.Joint(f"{one}{other}", "revolute", one, other)
        for one, other in ("ab", "bc", "cd", "ce", "df")
    ]
    found = draft_srdf(model.Robot("r", links, joints)).root.disable_collisions
    adjacent = [(pair.link1, pair.link2) for pair in found if pair.reason == "Adjacent"]
    assert adjacent == [("a", "d"), ("a", "e"), ("d", "f")]


def test_names_end_no_comment_and_break_no_attribute():
    links = [model.Link(name) for name in ("a--b", "<c>-->", 'say "d" &')]
    joints = [
        model.Joint("--", "revolute", "a--b", "<c>-->"),
        model.Joint("x\ty", "revolute", "<c>-->", 'say "d" &'),
    ]
    robot = model.Robot("--> <robot/> <!--", links, joints)
    document = draft_srdf(robot).document()
    assert document.diagnostics == ()
    assert document.root == draft_srdf(robot).root
    (chain,) = document.root.groups[0].chains
    assert (chain.base_link, chain.tip_link) == ("a--b", 'say "d" &')


def test_a_name_that_no_file_can_hold_is_an_error():
    robot = model.Robot("r", [model.Link("a\x00")])
    with pytest.raises(ValueError, match="XML cannot hold"):
        draft_srdf(robot).document()


WORDS = """
left right l r front rear arm leg hip knee shoulder wheel caster gripper finger thumb index ring
head neck torso lift hand palm rotor wrist roll tool0 joint link 1 2 base world
"""


@st.composite
def trees(draw):
    """Robots of any shape, with names of limbs put together at random."""
    count = draw(st.integers(1, 14))
    names = [
        f"{'_'.join(draw(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=3)))}_{i}x"
        for i in range(count)
    ]
    shape = (model.Geometry(model.Sphere(1.0)),)
    links = [
        model.Link(f"{name}_l", collisions=shape if draw(st.booleans()) else ()) for name in names
    ]
    joints = []
    for i in range(1, count):
        kind = draw(
            st.sampled_from(
                ("revolute", "continuous", "prismatic", "fixed", "fixed", "floating", "planar")
            )
        )
        leaders = [j.name for j in joints if j.variable_count == 1 and j.mimic is None]
        mimic = None
        if leaders and kind in {"revolute", "prismatic"} and draw(st.booleans()):
            mimic = model.Mimic(draw(st.sampled_from(leaders)))
        above = links[draw(st.integers(0, i - 1))].name
        bounds = model.Limit(-1.0, 1.0, 1.0, 1.0)
        joints.append(
            model.Joint(f"{names[i]}_j", kind, above, links[i].name, mimic=mimic, limit=bounds)
        )
    return model.Robot("robot", links, joints)


@given(robot=trees())
@settings(max_examples=amount(150, short=30))
def test_a_draft_fits_any_robot(robot):
    document = draft_srdf(robot).document()
    root = document.root
    assert document.diagnostics == ()
    assert root == draft_srdf(robot).root
    resolved = resolve_groups(root, robot)
    assert len(resolved) == len(root.groups)
    assert not [m for group in resolved.values() for m in group.members if m.problem]
    groups = {name: group.group for name, group in resolved.items()}
    for state in root.group_states:
        active = groups[state.group].active_joints
        if state.name == "home":
            assert sorted(active) == sorted(joint.name for joint in state.joints)
    for effector in root.end_effectors:
        assert not groups[effector.group].has_link(effector.parent_link)
        if effector.parent_group is not None:
            assert groups[effector.parent_group].has_link(effector.parent_link)
    # each joint that moves on its own is in one group of its own kind, or passive
    simple = [g.name for g in root.groups if not g.subgroups and "_and_" not in g.name]
    found = [joint for name in simple for joint in moving(robot, groups[name].joints)]
    found += [joint.name for joint in root.passive_joints]
    assert sorted(found) == sorted(joint.name for joint in robot.independent_joints)


# Additions

SRDF = """<?xml version="1.0"?>
<!-- by hand -->
<robot name='hand_made'>
\t<group name='arm'> <!-- the arm -->
\t\t<chain base_link='l0' tip_link='l4'/>
\t</group>
\t<group name="hand">
\t\t<joint name="p"/>
\t</group>
\t<group name="base"><joint name="world_joint"/></group>

\t<!-- rest -->
\t<virtual_joint name="world_joint" child_link="l0" parent_frame="odom" type="planar"/>
\t<unknown/>
</robot>
"""
ROBOT = ARM + "p: l4 -> p\nq: l4 -> q revolute 1*p\nf: q -> tip fixed"


@pytest.fixture
def document():
    return bodyplan.read(SRDF)


@pytest.fixture(scope="module")
def robot():
    return robot_of(ROBOT)


def added(document):
    """The lines that are new; all others are still there, in their order."""
    old, new = SRDF.split("\n"), document.source.text.split("\n")
    head = next(i for i in range(len(old)) if old[i] != new[i])
    count = len(new) - len(old)
    assert [*new[:head], *new[head + count :]] == old
    return new[head : head + count]


def test_a_group_comes_behind_the_last(document, robot):
    group = add_group(
        document,
        "all",
        links=["tip"],
        joints=["j1"],
        chains=[("l1", "l3")],
        subgroups=["hand"],
        robot=robot,
    )
    assert document.root.groups[-1] == group
    assert added(document) == [
        '\t<group name="all">',
        '\t\t<link name="tip"/>',
        '\t\t<joint name="j1"/>',
        '\t\t<chain base_link="l1" tip_link="l3"/>',
        '\t\t<group name="hand"/>',
        "\t</group>",
    ]


def test_a_state_comes_behind_the_groups_in_the_order_of_the_tree(document, robot):
    state = add_state(
        document, "up", "arm", {"j3": 0.25, "j1": -1, "j2": [0.5], "j4": 0}, robot=robot
    )
    assert document.root.group_states == (state,)
    assert added(document) == [
        '\t<group_state name="up" group="arm">',
        '\t\t<joint name="j1" value="-1"/>',
        '\t\t<joint name="j2" value="0.5"/>',
        '\t\t<joint name="j3" value="0.25"/>',
        '\t\t<joint name="j4" value="0"/>',
        "\t</group_state>",
    ]


def test_a_state_can_be_completed(document, robot):
    state = add_state(document, "up", "arm", {"j3": 0.25}, robot=robot, complete=True)
    assert [(joint.name, joint.value) for joint in state.joints] == [
        ("j1", (0.0,)),
        ("j2", (0.0,)),
        ("j3", (0.25,)),
        ("j4", (0.0,)),
    ]


def test_a_virtual_joint_takes_all_its_values(document, robot):
    add_state(document, "there", "base", {"world_joint": (1, 2, 0.5)}, robot=robot)
    assert '<joint name="world_joint" value="1 2 0.5"/>' in document.source.text


def test_an_end_effector_and_a_virtual_joint(document, robot):
    add_end_effector(document, "tool", "hand", "l4", parent_group="arm", robot=robot)
    assert added(document) == [
        '\t<end_effector name="tool" group="hand" parent_link="l4" parent_group="arm"/>'
    ]
    bare = bodyplan.read('<robot name="hand_made">\n  <group_state/>\n</robot>\n', format="srdf")
    add_virtual_joint(bare, "w", "l0", parent_frame="map", type="floating", robot=robot)
    assert bare.source.text.split("\n")[1] == (
        '  <virtual_joint name="w" child_link="l0" parent_frame="map" type="floating"/>'
    )


def test_each_pair_of_some_links_is_left_out_once(document, robot):
    pairs = add_pairs(document, ["l0", "l1"], reason="Adjacent", robot=robot)
    assert [(pair.link1, pair.link2) for pair in pairs] == [("l0", "l1")]
    pairs = add_pairs(document, ["l2", "l1", "l0", "l2"], robot=robot)
    assert [(pair.link1, pair.link2) for pair in pairs] == [("l2", "l1"), ("l2", "l0")]
    assert added(document) == [
        '\t<disable_collisions link1="l0" link2="l1" reason="Adjacent"/>',
        '\t<disable_collisions link1="l2" link2="l1" reason="User"/>',
        '\t<disable_collisions link1="l2" link2="l0" reason="User"/>',
    ]
    add_pairs(document, ["QQQ", "l0"], reason="")
    assert document.source.text.count('<disable_collisions link1="QQQ" link2="l0"/>') == 1


def test_an_empty_file_can_be_filled(robot):
    document = bodyplan.read('<robot name="hand_made"/>\n', format="srdf")
    add_group(document, "arm", chains=[("l0", "l4")], robot=robot)
    add_state(document, "home", "arm", {}, robot=robot, complete=True)
    add_group(document, "hand", links=["p"], robot=robot)
    add_end_effector(document, "hand", "hand", "l4", parent_group="arm", robot=robot)
    add_virtual_joint(document, "w", "l0", parent_frame="world", type="fixed", robot=robot)
    order = [child.tag for child in document.tree.root]
    assert order == ["virtual_joint", "group", "group", "group_state", "end_effector"]
    assert resolve_groups(document.root, robot)["arm"].joints == ("j1", "j2", "j3", "j4")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_are_those_of_the_file(newline):
    text = SRDF.replace("\n", newline)
    document = bodyplan.read(text.encode(), format="srdf")
    add_group(document, "x", joints=["a", "b"])
    new = document.source.text
    assert new.count("\n") == text.count("\n") + 4
    assert new.count("\r\n") == (new.count("\n") if newline == "\r\n" else 0)


def test_without_the_robot_names_are_taken_as_they_are(document):
    add_group(document, " x ", joints=["whatever"], chains=[("here", "there")])
    assert document.root.groups[-1].name == "x"
    add_state(document, "s", "x", {"whatever": 100})


FULL = SRDF.replace(
    "\t<unknown/>\n",
    """<group name="both"><joint name="p"/><joint name="q"/><joint name="f"/></group>
    <group_state name="there" group="hand"><joint name="p" value="0"/></group_state>
    <end_effector name="both" group="both" parent_link="l4"/>
    <enable_collisions link1="l3" link2="l1"/>
    <disable_collisions link1="l2" link2="l1"/>
    """,
)
REFUSED = {
    "a name that is taken": (
        lambda d, r: add_group(d, "arm ", joints=["j1"]), "there is already a group 'arm'",
    ),
    "no name": (lambda d, r: add_group(d, " ", joints=["j1"]), "the name of a group must not be empty"),
    "no member": (lambda d, r: add_group(d, "x"), "a group requires a link, a joint, a chain or another"),
    "an unknown group": (lambda d, r: add_group(d, "x", subgroups=["armm"]), "group 'armm' does not exist; did you mean 'arm'?"),
    "itself": (lambda d, r: add_group(d, "x", subgroups=["x"]), "group 'x' cannot contain itself"),
    "an unknown link": (lambda d, r: add_group(d, "x", links=["tipp"], robot=r), "robot 'hand_made' has no link 'tipp'; did you mean 'tip'?"),
    "an unknown joint": (lambda d, r: add_group(d, "x", joints=["jj1"], robot=r), "robot 'hand_made' has no joint 'jj1'; did you mean"),
    "an unknown end of a chain": (lambda d, r: add_group(d, "x", chains=[("l0", "QQQ")], robot=r), "robot 'hand_made' has no link 'QQQ'"),
    "a chain to itself": (lambda d, r: add_group(d, "x", chains=[("l0", "l0")], robot=r), "the chain from 'l0' to itself has no joints"),
    "a state that is there": (
        lambda d, r: add_state(d, "there", "hand", {"p": 1}),
        "group 'hand' already has a state 'there'",
    ),
    "a state of no group": (lambda d, r: add_state(d, "s", "QQQ", {"p": 0}), "group 'QQQ' does not exist; the groups are 'arm', 'hand', 'base', 'both'"),
    "no value": (lambda d, r: add_state(d, "s", "arm", {}), "a state requires a value for at least one joint"),
    "an infinite value": (lambda d, r: add_state(d, "s", "arm", {"j1": float("inf")}), "joint 'j1' requires finite numbers"),
    "a joint without value": (lambda d, r: add_state(d, "s", "arm", {"j1": 0, "j2": 0, "j4": 0}, robot=r), "no value for joint 'j3' of 'arm'"),
    "joints without value": (lambda d, r: add_state(d, "s", "arm", {"j1": 0, "j2": 0}, robot=r), "no value for joints 'j3', 'j4' of 'arm'"),
    "a joint of another group": (lambda d, r: add_state(d, "s", "arm", {"p": 0}, robot=r), "joint 'p' is not in the group 'arm'"),
    "a joint that is not there": (lambda d, r: add_state(d, "s", "arm", {"QQQ": 0}, robot=r), "robot 'hand_made' has no joint 'QQQ'"),
    "a follower": (
        lambda d, r: add_state(d, "s", "both", {"q": 0}, robot=r),
        "joint 'q' mimics 'p' and accepts no value",
    ),
    "a fixed joint": (
        lambda d, r: add_state(d, "s", "both", {"f": 0}, robot=r),
        "joint 'f' is fixed and expects no values, got 1",
    ),
    "too many values": (lambda d, r: add_state(d, "s", "hand", {"p": (0, 1)}, robot=r), "joint 'p' is revolute and expects 1 value, got 2"),
    "too few values": (lambda d, r: add_state(d, "s", "base", {"world_joint": 1}, robot=r), "joint 'world_joint' is planar and expects 3 values, got 1"),
    "a value beyond the limits": (lambda d, r: add_state(d, "s", "hand", {"p": 1.5}, robot=r), "joint 'p' cannot be at 1.5: its limits are -1 and 1 rad"),
    "an effector whose group is taken": (
        lambda d, r: add_end_effector(d, "g", "both", "l4"),
        "group 'both' already belongs to end effector 'both'",
    ),
    "an effector that is there": (
        lambda d, r: add_end_effector(d, "both", "base", "l4"),
        "there is already an end effector 'both'",
    ),
    "an effector that carries itself": (lambda d, r: add_end_effector(d, "e", "hand", "l4", parent_group="hand"), "group 'hand' cannot be its own parent group"),
    "a parent link of its own": (lambda d, r: add_end_effector(d, "e", "hand", "p", robot=r), "the parent link 'p' belongs to group 'hand'"),
    "a parent link that is not there": (lambda d, r: add_end_effector(d, "e", "hand", "QQQ", robot=r), "robot 'hand_made' has no link 'QQQ'"),
    "a parent group elsewhere": (
        lambda d, r: add_end_effector(d, "e", "hand", "l4", parent_group="base", robot=r),
        "the parent group 'base' does not have the link 'l4'",
    ),
    "a virtual joint that is there": (lambda d, r: add_virtual_joint(d, "world_joint", "l1", parent_frame="w", type="fixed"), "there is already a virtual joint 'world_joint'"),
    "a second virtual joint": (lambda d, r: add_virtual_joint(d, "w", "l0", parent_frame="w", type="fixed"), "virtual joint 'world_joint' already connects 'l0'"),
    "a virtual joint inside": (lambda d, r: add_virtual_joint(d, "w", "l1", parent_frame="w", type="fixed", robot=r), "the child link of a virtual joint must be the root link 'l0', not 'l1'"),
    "a virtual joint of another name": (lambda d, r: add_virtual_joint(d, "j1", "l1", parent_frame="w", type="fixed", robot=r), "the robot already has a joint 'j1'"),
    "an unknown type": (lambda d, r: add_virtual_joint(d, "w", "l1", parent_frame="w", type="planer"), "unknown virtual joint type 'planer'; did you mean 'planar'?"),
    "a joint for a link": (lambda d, r: add_group(d, "x", links=["j2"], robot=r), "robot 'hand_made' has no link 'j2'; that is a joint, which moves link 'l2'"),
    "a link for a joint": (lambda d, r: add_group(d, "x", joints=["tip"], robot=r), "robot 'hand_made' has no joint 'tip'; that is a link; its parent joint is 'f'"),
    "a chain that goes up": (
        lambda d, r: add_group(d, "x", chains=[("l3", "l1")], robot=r),
        "the tip 'l1' is above the base 'l3'; a chain goes from the root towards the tip, here from 'l1' to 'l3'",
    ),
    "a pair of one": (lambda d, r: add_pairs(d, ["l1", "l1"]), "a pair requires two different links"),
    "a pair that is there": (
        lambda d, r: add_pairs(d, ["l1", "l2"]),
        "collision checking is already disabled for all of these pairs",
    ),
    "a pair that is enabled": (
        lambda d, r: add_pairs(d, ["l1", "l2", "l3"]),
        "the pair 'l1' and 'l3' is enabled in this file",
    ),
    "a pair with an unknown link": (
        lambda d, r: add_pairs(d, ["l1", "QQQ"], robot=r),
        "robot 'hand_made' has no link 'QQQ'",
    ),
    "no frame": (lambda d, r: add_virtual_joint(d, "w", "l1", parent_frame="", type="fixed"), "the name of a frame must not be empty"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_invalid_additions_are_rejected_and_change_nothing(case, robot):
    add, sentence = REFUSED[case]
    document = bodyplan.read(FULL)
    with pytest.raises(SemanticsError) as caught:
        add(document, robot)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert document.to_bytes() == FULL.encode()


def test_what_is_left_out_is_reported_to_programs_too(document, robot):
    with pytest.raises(IncompleteStateError) as caught:
        add_state(document, "s", "arm", {"j1": 0, "j2": 0}, robot=robot)
    assert (caught.value.group, caught.value.joints) == ("arm", ("j3", "j4"))


def test_two_roots_connect_no_chain(document):
    robot = robot_of(ROBOT, links="l0 alone")
    with pytest.raises(SemanticsError, match="no joints connect 'l0' and 'alone'"):
        add_group(document, "x", chains=[("l0", "alone")], robot=robot)


def test_a_root_link_adds_no_joint(document):
    robot = robot_of(ROBOT, links="l0 alone")
    with pytest.raises(SemanticsError, match="link 'alone' has no parent joint: it is a root link"):
        add_group(document, "x", links=["alone"], robot=robot)


def test_a_subgroup_without_joints_is_rejected_by_its_name(robot):
    document = bodyplan.read('<robot name="r"><group name="a"/></robot>', format="srdf")
    with pytest.raises(SemanticsError, match="the group 'a' has no joints"):
        add_group(document, "b", subgroups=["a"], robot=robot)


def test_a_cycle_of_groups_is_rejected(robot):
    text = '<robot name="r"><group name="a"><group name="b"/><joint name="j1"/></group></robot>'
    document = bodyplan.read(text, format="srdf")
    with pytest.raises(SemanticsError, match="the group 'a' contains this group already"):
        add_group(document, "b", subgroups=["a"], robot=robot)


def test_values_outside_the_limits_are_accepted_on_request(document, robot):
    state = add_state(document, "s", "hand", {"p": 1.5}, robot=robot, beyond_limits=True)
    assert state.joints[0].value == (1.5,)


@pytest.mark.parametrize("option", ["complete", "degrees"])
def test_completing_and_degrees_require_the_robot(document, option):
    with pytest.raises(RobotRequiredError, match=f"{option} requires the robot"):
        add_state(document, "s", "arm", {"j1": 1.0}, **{option: True})


def test_degrees_are_for_angles_of_planar_joints_too(document, robot):
    values = {"world_joint": (1, 2, 180.0)}
    state = add_state(document, "there", "base", values, robot=robot, degrees=True)
    assert state.joints[0].value == (1.0, 2.0, math.pi)


def test_other_files_are_no_srdf():
    document = bodyplan.read("sample:arm")
    with pytest.raises(SemanticsError, match="this is not an SRDF"):
        add_group(document, "x", joints=["y"])


SLIDES = """<robot name="clamp"><link name="base"/><link name="a"/><link name="b"/>
<joint name="ja" type="prismatic"><parent link="base"/><child link="a"/><origin xyz="0 0.01 0"/>
<axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="1" velocity="1"/></joint>
<joint name="jb" type="prismatic"><parent link="base"/><child link="b"/><origin xyz="0 -0.01 0"/>
<axis xyz="0 1 0"/><limit lower="-0.04" upper="0" effort="1" velocity="1"/></joint></robot>"""


def test_a_gripper_alone_has_states_open_and_closed_and_no_end_effector(tmp_path):
    (tmp_path / "clamp.urdf").write_text(SLIDES)
    draft = bodyplan.draft_srdf(tmp_path / "clamp.urdf")
    states = {
        (state.group, state.name): {joint.name: joint.value for joint in state.joints}
        for state in draft.root.group_states
    }
    assert states == {
        ("gripper", "open"): {"ja": (0.04,), "jb": (-0.04,)},
        ("gripper", "closed"): {"ja": (0.0,), "jb": (0.0,)},
    }
    assert draft.root.end_effectors == ()
    assert bodyplan.check(draft.document(), robot=tmp_path / "clamp.urdf").diagnostics == ()

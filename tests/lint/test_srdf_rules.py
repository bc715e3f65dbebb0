"""Rules for groups and states of an SRDF: names that are meant, real robots, no robot, size."""

import time
from collections import Counter

import pytest

import bodyplan
from bodyplan.diag import kinds
from bodyplan.formats.read import read_bytes
from bodyplan.lint.rule import rules
from bodyplan.lint.run import check_document
from tests.convert.robots import Pair, pairs
from tests.lint import cases

FAMILIES = ("S0", "S1", "S2")
FOLDERS = [folder for folder in cases.folders() if folder.name.startswith(FAMILIES)]
SECONDS = 10

# What is wrong in the SRDF files of example-robot-data, as srdfdom and MoveIt would log it too.
TRUE_ERRORS = {
    # is for the whole robot; the URDF has no arms, no neck
    "alexander.srdf": {"S102": 16, "S109": 9, "S121": 3, "S202": 1, "S205": 16},
    # "whole_body" has no arm
    "b1-z1.srdf": {"S208": 12},
    # names begin with "baxter/", those of the URDF do not
    "baxter_manipulation.srdf": {"S102": 19, "S205": 19},
    # a chain begins at "base", which is called otherwise in the URDF
    "borinot_flying_arm_2.srdf": {"S121": 1},
    "hextilt_flying_arm_5.srdf": {"S121": 1},
    "z1.srdf": {"S121": 1},
    # groups of legs name "lf" for "lf_leg", and so on
    "hyq.srdf": {"S103": 16, "S202": 2},
    "solo.srdf": {"S103": 16, "S202": 2},
    # toes, eyes and a finger that no URDF of the robot has
    "romeo.srdf": {"S205": 8},
    "romeo_small.srdf": {"S205": 6},
    # feet that are called otherwise, and a state of a group "all" that is not there
    "simple_humanoid.srdf": {"S121": 2, "S201": 1},
    "simple_humanoid_classical.srdf": {"S121": 2, "S201": 1},
}

ARM = """
  <link name="base"/><link name="arm"/><link name="left_hand"/><link name="right_hand"/>
  <joint name="arm_joint" type="revolute"><parent link="base"/><child link="arm"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="left_wrist_joint" type="fixed"><parent link="arm"/><child link="left_hand"/></joint>
  <joint name="right_wrist_joint" type="fixed">
    <parent link="arm"/><child link="right_hand"/></joint>
"""


def urdf(inside=ARM):
    return read_bytes(f'<robot name="r">{inside}</robot>'.encode(), "r.urdf").root


def srdf(inside):
    return read_bytes(f'<robot name="r">{inside}</robot>'.encode(), "r.srdf")


def found(document, robot=None, codes=FAMILIES):
    return [d for d in check_document(document, robot=robot) if d.code.startswith(codes)]


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.srdf.name)
def test_errors_in_srdf_files_of_real_robots_are_true_ones(pair: Pair):
    errors = [
        d.code
        for d in found(bodyplan.read(pair.srdf), bodyplan.read(pair.urdf).root)
        if d.severity == "error"
    ]
    assert Counter(errors) == TRUE_ERRORS.get(pair.srdf.name, {})


def test_every_page_says_how_the_fault_shows_in_moveit():
    rules("srdf")
    for kind in kinds().values():
        if kind.code.startswith(FAMILIES):
            assert "\n## What MoveIt says\n" in kind.page, kind.code


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_without_its_robot_nothing_is_said_about_links_and_joints(folder):
    for path in cases.files(folder, "bad"):
        for each in found(cases.document(path)):
            assert each.code in {
                *("S002", "S103", "S104", "S105", "S107", "S108", "S109", "S111", "S123"),
                *("S201", "S202", "S203", "S204", "S207", "S221", "S226", "S227"),
            }


def test_virtual_joints_alone_are_enough_to_count_values():
    document = srdf(
        '<virtual_joint name="v" type="planar" parent_frame="w" child_link="base"/>'
        '<group name="g"><joint name="v"/></group>'
        '<group_state name="s" group="g"><joint name="v" value="1 2"/></group_state>'
    )
    assert [d.code for d in found(document)] == ["S221"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_file_that_breaks_off_misses_nothing_that_may_still_follow(folder):
    for path in cases.files(folder, "good"):
        text = path.read_bytes()
        for end in range(text.index(b">") + 1, len(text), 7):
            document = read_bytes(text[:end], path.name)
            if document.format == "srdf":
                codes = {d.code for d in found(document, cases.partner(folder))}
                assert not codes & {"S002", "S103", "S105", "S109", "S201", "S202", "S209"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("arm", "arm_joint"),
        ("robot/arm_joint", "arm_joint"),
        ("arm_jiont", "arm_joint"),
        ("Arm_Joint", "arm_joint"),
        ("left_wrist", "left_wrist_joint"),
        ("wrist_joint", None),  # the left or the right one
        ("top_wrist_joint", None),
        ("shoulder_joint", None),
        ("leg_joint", None),
    ],
)
def test_a_joint_is_suggested_where_one_name_is_certain(written, meant):
    document = srdf(f'<group name="g"><joint name="{written}"/></group>')
    (each,) = found(document, urdf(), "S102")
    if written in {"arm", "base"}:  # a link: the hint says so
        assert each.hint == "'arm' is a link; joint 'arm_joint' moves it"
        assert each.fix is None
    else:
        assert (each.fix and each.fix.edits[0].text) == meant


def test_of_two_names_that_may_be_meant_none_is_written():
    document = srdf('<group name="g"><joint name="wrist_joint"/></group>')
    (each,) = found(document, urdf(), "S102")
    assert each.hint == "did you mean 'left_wrist_joint' or 'right_wrist_joint'?"


def test_a_joint_that_the_state_has_already_is_not_meant():
    document = srdf(
        '<group name="g"><joint name="arm_joint"/></group><group_state name="s" group="g">'
        '<joint name="arm_joint" value="0"/><joint name="arm_jiont" value="0"/></group_state>'
    )
    (each,) = found(document, urdf(), "S205")
    assert each.fix is None


def test_names_that_a_macro_still_has_to_make_are_not_unknown():
    document = srdf(
        '<group name="g"><joint name="${p}joint"/><link name="$(arg p)link"/>'
        '<chain base_link="${b}" tip_link="${t}"/><group name="${s}"/></group>'
        '<group_state name="s" group="${g}"><joint name="${j}" value="0"/></group_state>'
    )
    assert not [d for d in found(document, urdf()) if d.severity == "error"]


def test_a_robot_that_is_no_tree_is_not_the_fault_of_its_groups():
    robot = urdf(ARM.replace('<child link="arm"/>', '<child link="QQQ"/>'))
    document = srdf(
        '<group name="g"><chain base_link="base" tip_link="left_hand"/></group>'
        '<group_state name="s" group="g"><joint name="arm_joint" value="0"/></group_state>'
    )
    assert not found(document, robot)


def test_a_long_circle_of_groups_is_told_by_its_beginning():
    count = 5_000
    document = srdf(
        "".join(
            f'<group name="g{i}"><group name="g{(i + 1) % count}"/></group>' for i in range(count)
        )
    )
    (each,) = found(document)
    assert each.code == "S108"
    assert "'g0' -> 'g1' -> " in each.message
    assert "4990 more" in each.message
    assert each.message.endswith("-> 'g0'")


@pytest.mark.parametrize(
    "inside",
    [
        "".join(f'<group name="g{i}"><group name="g{i + 1}"/></group>' for i in range(20_000)),
        "".join(f'<group name="g{i}"><link name="q{i}"/></group>' for i in range(20_000)),
        "".join(f'<group name="g{i}"><group name="q{i}"/></group>' for i in range(20_000)),
        "".join(
            f'<group name="g{i}"><joint name="arm_joint"/><group name="g{i + 1}"/></group>'
            for i in range(20_000)
        )
        + '<group name="g20000"><joint name="arm_joint"/></group>',
        '<group name="g"><joint name="arm_joint"/></group>' * 20_000,
        '<group name="g"><joint name="arm_joint"/></group><group_state name="s" group="g">'
        + "".join(f'<joint name="q{i}" value="0"/>' for i in range(20_000))
        + "</group_state>",
        '<group name="g"><joint name="arm_joint"/></group>'
        + '<group_state name="s" group="g"><joint name="arm_joint" value="2"/></group_state>'
        * 20_000,
        '<group name="g">' + '<chain base_link="base" tip_link="left_hand"/>' * 20_000 + "</group>",
    ],
    ids=["nested", "links", "subgroups", "whole", "groups", "joints", "states", "chains"],
)
def test_large_files_are_judged_in_linear_time(inside):
    document, robot = srdf(inside), urdf()
    begin = time.process_time()
    for each in found(document, robot):
        assert str(each)
        assert each.hint is None or each.hint
        assert each.fix is None or each.fix.edits
    assert time.process_time() - begin < SECONDS

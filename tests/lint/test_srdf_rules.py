"""Rules for groups and states of an SRDF: names that are meant, real robots, no robot, size."""

import time
from collections import Counter

import pytest

import bodyplan
from bodyplan.diag import kinds
from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.rule import rules
from tests.growth import HANG_GUARD
from tests.lint import cases
from tests.semantics.robots import Pair, pairs

FAMILIES = ("S0", "S1", "S2")
FOLDERS = [folder for folder in cases.folders() if folder.name.startswith(FAMILIES)]

# What is wrong in the SRDF files of example-robot-data, as srdfdom and MoveIt would log it too.
TRUE_ERRORS = {
    # is for the whole robot; the URDF has no arms, no neck
    "alexander.srdf": {"S102": 16, "S109": 2, "S121": 3, "S202": 1, "S205": 16},
    # "whole_body" has no arm
    "b1-z1.srdf": {"S208": 2},
    # names begin with "baxter/", those of the URDF do not
    "baxter_manipulation.srdf": {"S102": 19, "S205": 19},
    # a chain begins at "base", which is called otherwise in the URDF
    "borinot_flying_arm_2.srdf": {"S121": 1},
    "hextilt_flying_arm_5.srdf": {"S121": 1},
    "z1.srdf": {"S121": 1},
    # groups of legs name "lf" for "lf_leg", and so on
    "hyq.srdf": {"S103": 16, "S202": 1},
    "solo.srdf": {"S103": 16, "S202": 1},
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


def test_every_page_says_how_the_problem_shows_in_moveit():
    rules("srdf")
    for kind in kinds().values():
        if kind.code.startswith(FAMILIES):
            assert "\n## What MoveIt says\n" in kind.page, kind.code


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_without_its_robot_nothing_is_said_about_links_and_joints(folder):
    for path in cases.files(folder, "bad"):
        for each in found(cases.document(path)):
            assert each.code in {
                *("S002", "S103", "S104", "S105", "S107", "S108", "S109", "S111", "S114", "S123"),
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
    if written == "arm":  # a link: the hint says so
        assert each.hint == "'arm' is a link; its parent joint is 'arm_joint'"
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


def test_a_robot_that_is_no_tree_is_not_a_problem_of_its_groups():
    robot = urdf(ARM.replace('<child link="arm"/>', '<child link="QQQ"/>'))
    document = srdf(
        '<group name="g"><chain base_link="base" tip_link="left_hand"/></group>'
        '<group_state name="s" group="g"><joint name="arm_joint" value="0"/></group_state>'
    )
    assert not found(document, robot)


def test_a_long_circle_of_groups_is_reported_by_its_beginning():
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


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(
    "inside",
    [
        "".join(f'<group name="g{i}"><group name="g{i + 1}"/></group>' for i in range(8_000)),
        "".join(f'<group name="g{i}"><link name="q{i}"/></group>' for i in range(8_000)),
        "".join(f'<group name="g{i}"><group name="q{i}"/></group>' for i in range(8_000)),
        "".join(
            f'<group name="g{i}"><joint name="arm_joint"/><group name="g{i + 1}"/></group>'
            for i in range(8_000)
        )
        + '<group name="g8000"><joint name="arm_joint"/></group>',
        '<group name="g"><joint name="arm_joint"/></group>' * 8_000,
        '<group name="g"><joint name="arm_joint"/></group><group_state name="s" group="g">'
        + "".join(f'<joint name="q{i}" value="0"/>' for i in range(8_000))
        + "</group_state>",
        '<group name="g"><joint name="arm_joint"/></group>'
        + '<group_state name="s" group="g"><joint name="arm_joint" value="2"/></group_state>'
        * 8_000,
        '<group name="g">' + '<chain base_link="base" tip_link="left_hand"/>' * 8_000 + "</group>",
        "".join(f'<group name="g{i}"><joint name="left_wrist_joint"/></group>' for i in range(8000))
        + '<group_state name="s" group="g0"><joint name="arm_joint" value="0"/></group_state>'
        * 8000,
        '<group name="left_arm">'
        + "".join(f'<joint name="left_{i}"/>' for i in range(8_001))
        + "".join(f'<joint name="right_{i}"/>' for i in range(8_000))
        + "</group>",
    ],
    ids=[
        *("nested", "links", "subgroups", "whole", "groups", "joints", "states", "chains"),
        *("outside", "sides"),
    ],
)
def test_large_files_are_judged_in_linear_time(inside):
    document, robot = srdf(inside), urdf()
    begin = time.process_time()
    for each in found(document, robot):
        assert str(each)
        assert each.hint is None or each.hint
        assert each.fix is None or each.fix.edits
    assert time.process_time() - begin < HANG_GUARD


def test_names_with_another_number_are_reported_the_nearest_first():
    links = "".join(f'<link name="arm_{number}"/>' for number in range(12))
    document = srdf('<group name="g"><link name="arm_14"/></group>')
    (each,) = found(document, urdf(links), "S101")
    assert each.hint == "use one of 'arm_9', 'arm_10' and 'arm_11'"
    assert each.fix is None


def test_of_few_groups_all_are_reported_and_of_many_none():
    def hint(count):
        groups = "".join(f'<group name="{"x" * (index + 5)}"/>' for index in range(count))
        document = srdf(f'{groups}<group_state name="s" group="QQQ"/>')
        (each,) = found(document, None, "S201")
        return each.hint

    assert hint(2) == "use one of 'xxxxx' and 'xxxxxx'"
    assert hint(7) is None


def test_two_letters_swapped_in_a_short_name_are_seen():
    document = srdf('<group name="arm"/><group_state name="s" group="amr"/>')
    (each,) = found(document, None, "S201")
    assert each.hint == "did you mean 'arm'?"
    assert each.fix.title == "Write 'arm'"


@pytest.mark.parametrize(
    ("names", "is_another"),
    [
        (["a_1", "b_2", "c_3", "d_4"], True),
        (["a_1", "b_2", "c_3"], False),  # so few may all be misspelt
        (["a_1", "b_2", "c_3", "d_4", "arm_joint"], False),
        (["arm", "left_hand", "robot/base", "ARM_JOINT"], False),  # like those of the robot
        (["root_joint", "a_1", "b_2", "c_3"], False),
        (["a_1"] * 4, False),
        (["${a}_1", "b_2", "c_3", "d_4"], False),  # still to be made
    ],
)
def test_a_robot_that_has_none_of_the_names_is_another_one(names, is_another):
    members = "".join(f'<joint name="{name}"/>' for name in names)
    document = srdf(f'<group name="g">{members}</group>')
    codes = {each.code for each in found(document, urdf())}
    assert ("S003" in codes) == is_another
    assert ("S102" in codes) != is_another


def test_of_another_robot_nothing_is_said_but_that_it_is_another_one():
    document = srdf(
        '<virtual_joint name="v" type="planar" parent_frame="w" child_link="QQQ_1"/>'
        '<group name="g"><chain base_link="QQQ_1" tip_link="QQQ_2"/><joint name="v"/></group>'
        '<group_state name="s" group="g"><joint name="QQQ_3" value="90 0"/></group_state>'
        '<end_effector name="e" group="g" parent_link="QQQ_4" parent_group="g"/>'
        '<disable_collisions link1="QQQ_1" link2="QQQ_2" reason="Adjacent"/>'
        '<passive_joint name="QQQ_3"/>'
        '<link_sphere_approximation link="QQQ_2"><sphere center="0 0 0" radius="1"/>'
        "</link_sphere_approximation>"
    )
    with_robot = check_document(document, robot=urdf())
    alone = check_document(document)
    assert [d.code for d in with_robot if d.code != "S003"] == [d.code for d in alone]


def test_a_name_that_is_very_long_is_compared_quickly():
    long = "_" * 200_000
    document = srdf(
        f'<group name="g">{"".join(f"<joint name={long + str(i)!r}/>" for i in range(5))}</group>'
    )
    start = time.process_time()
    assert {each.code for each in found(document, urdf())} == {"S003"}
    assert time.process_time() - start < HANG_GUARD


def test_passive_joints_that_are_fixed_are_one_diagnostic():
    document = srdf(
        '<group name="g"><joint name="arm_joint"/></group>'
        '<passive_joint name="left_wrist_joint"/><passive_joint name="right_wrist_joint"/>'
    )
    (each,) = found(document, urdf(), "S703")
    names = "'left_wrist_joint' and 'right_wrist_joint'"
    assert each.message == f"2 passive joints are fixed: {names}"

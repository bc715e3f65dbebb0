"""What a group contains, worked out by hand from section 3 of the notes on SRDF.

The robot has a trunk on a fixed mount, two arms, and a hand with a mimic joint:

    base -mount(fixed)- trunk -a_left- l1 -b_left- l2 -c_left(fixed)- l3
                              \\-a_right- r1 -b_right- r2 -wrist(fixed)- palm -finger_a- fa
                                                                           \\-finger_b- fb
finger_b mimics finger_a. In the order of the tree: mount, a_left, b_left, c_left, a_right,
b_right, wrist, finger_a, finger_b.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.formats import srdf
from bodyplan.model import Joint, Link, Robot
from bodyplan.semantics._components import components
from bodyplan.semantics.group import MOST_MEMBERS, resolve_groups
from tests.semantics.robots import overlay, robot_of, srdf_of

ROBOT = robot_of("""
    mount: base -> trunk fixed
    a_left: trunk -> l1
    b_left: l1 -> l2
    c_left: l2 -> l3 fixed
    a_right: trunk -> r1
    b_right: r1 -> r2
    wrist: r2 -> palm fixed
    finger_a: palm -> fa prismatic
    finger_b: palm -> fb prismatic 1*finger_a
""")
ROOT = "ASSUMED_FIXED_ROOT_JOINT"


def group(members: str, **options):
    """The group of these members."""
    return overlay(f'<group name="g">{members}</group>', ROBOT, **options).groups["g"]


def link(name: str) -> str:
    return f'<link name="{name}"/>'


def joint(name: str) -> str:
    return f'<joint name="{name}"/>'


def chain(base: str, tip: str) -> str:
    return f'<chain base_link="{base}" tip_link="{tip}"/>'


def sub(name: str) -> str:
    return f'<group name="{name}"/>'


@pytest.mark.parametrize(
    ("members", "joints"),
    [
        (link("l1"), "a_left"),
        (link("base"), ROOT),  # of the root link: the root joint
        (joint("b_right"), "b_right"),
        (joint("c_left"), "c_left"),
        (chain("trunk", "l3"), "a_left b_left c_left"),
        (chain("base", "l1"), "mount a_left"),
        (chain("palm", "r1"), "b_right wrist"),  # upwards
        (chain("l2", "r1"), "a_left b_left a_right"),  # across, without the joint of the trunk
        (chain("fa", "fb"), "finger_a finger_b"),
        (link("r2") + link("l1") + joint("wrist") + link("r2"), "a_left b_right wrist"),
    ],
)
def test_members_add_joints_in_the_order_of_the_tree(members, joints):
    assert group(members).joints == tuple(joints.split())


@pytest.mark.parametrize(
    ("members", "joints"),
    [
        (chain("trunk", "l3"), "a_left b_left c_left"),
        (chain("l2", "r1"), "mount a_left b_left a_right"),
        (chain("l3", "l1"), "a_left b_left c_left"),
        (chain("l1", "base"), f"{ROOT} mount a_left"),
    ],
)
def test_moveit_adds_the_parent_joint_of_the_common_ancestor_of_a_chain(members, joints):
    assert group(members, chain_rule="moveit").joints == tuple(joints.split())


def test_joints_are_sorted_by_what_they_do():
    found = group(chain("trunk", "fb") + link("fa"))
    assert found.joints == ("a_right", "b_right", "wrist", "finger_a", "finger_b")
    assert found.active_joints == ("a_right", "b_right", "finger_a")
    assert found.fixed_joints == ("wrist",)
    assert found.mimic_joints == ("finger_b",)
    assert found.variables == ("a_right", "b_right", "finger_a", "finger_b")
    assert found.links == ("r1", "r2", "palm", "fa", "fb")


@pytest.mark.parametrize(
    ("members", "links"),
    [
        (joint("b_right"), "r2 palm fa fb"),
        (joint("b_left") + joint("a_left"), "l1 l2 l3"),
        (joint("finger_a"), "fa fb"),  # the follower moves with it
        (joint("finger_b"), ""),  # a follower does not move by itself
        (joint("mount"), ""),
        (joint("b_left") + joint("finger_a"), "l2 l3 fa fb"),
    ],
)
def test_updated_links_are_all_that_move_with_the_group(members, links):
    assert group(members).updated_links == tuple(links.split())


@pytest.mark.parametrize(
    ("members", "ends"),
    [
        (chain("trunk", "l3"), ("trunk", "l3")),
        (chain("base", "palm"), ("base", "palm")),
        (joint("a_left") + joint("b_left"), ("trunk", "l2")),
        (joint("b_right") + joint("finger_a"), ("r1", "fa")),  # only a fixed joint between
        (link("base") + link("trunk") + link("l1"), ("base", "l1")),
        (joint("a_left"), ("trunk", "l1")),
        (joint("finger_a") + joint("a_right"), None),  # b_right is missing between
        (chain("l2", "r1"), None),  # two branches
        (chain("trunk", "fa") + joint("finger_b"), None),
        (joint("wrist"), None),  # nothing moves
        (joint("finger_b"), None),
        (joint("wrist") + joint("finger_a"), ("r2", "fa")),
    ],
)
def test_a_chain_is_one_path_with_only_fixed_joints_between(members, ends):
    found = group(members)
    assert found.is_chain == (ends is not None)
    assert (found.base_link, found.tip_link) == (ends or (None, None))


def test_a_chain_on_a_floating_base_is_attached_to_the_frame_of_the_world():
    text = """
        <virtual_joint name="float" type="floating" parent_frame="odom" child_link="base"/>
        <group name="g"><joint name="float"/><chain base_link="base" tip_link="l1"/></group>
    """
    semantics = overlay(text, ROBOT)
    found = semantics.groups["g"]
    assert found.joints == ("float", "mount", "a_left")
    assert found.variables[:2] == ("float/trans_x", "float/trans_y")
    assert len(found.variables) == 8
    assert found.links == ("base", "trunk", "l1")
    assert found.updated_links == ROBOT.link_names
    assert (found.is_chain, found.base_link, found.tip_link) == (True, "odom", "l1")
    assert semantics.model_frame == "odom"


def test_subgroups_bring_all_their_joints_wherever_they_are():
    groups = overlay(
        f"""
        <group name="all">{sub("arms")}{sub("hand")}</group>
        <group name="arms">{sub("left")}{sub("right")}</group>
        <group name="right">{chain("trunk", "palm")}</group>
        <group name="left">{chain("trunk", "l3")}</group>
        <group name="hand">{link("fa")}{link("fb")}</group>
        """,
        ROBOT,
    ).groups
    assert groups["all"].joints == tuple(name for name in ROBOT.joint_names if name != "mount")
    assert groups["all"].subgroups == ("arms", "hand")
    assert groups["arms"].subgroups == ("left", "right")
    assert groups["arms"].mimic_joints == ()
    assert groups["all"].mimic_joints == ("finger_b",)
    assert list(groups) == ["all", "arms", "hand", "left", "right"]


def test_a_group_contains_every_group_whose_joints_it_has():
    groups = overlay(
        f"""
        <group name="arm">{chain("trunk", "palm")}</group>
        <group name="elbow">{joint("b_right")}</group>
        <group name="same">{joint("b_right")}</group>
        <group name="other">{joint("b_left")}{joint("b_right")}</group>
        <group name="empty"/>
        """,
        ROBOT,
    ).groups
    assert groups["arm"].contained_groups == ("elbow", "same")
    assert groups["elbow"].contained_groups == ("same",)
    assert groups["other"].contained_groups == ("elbow", "same")
    assert groups["empty"].contained_groups == ()


def test_a_group_without_joints_exists_and_is_empty():
    found = overlay('<group name="g"/>', ROBOT).groups["g"]
    assert found.joints == found.links == found.variables == found.updated_links == ()
    assert not found.is_chain


def problems(content: str, robot: Robot = ROBOT, **options) -> dict[str, list[tuple]]:
    resolved = resolve_groups(srdf_of(content).root, robot, **options)
    return {
        name: [(m.element.TAG, m.problem, m.names) for m in found.members if m.problem]
        for name, found in resolved.items()
    }


@pytest.mark.parametrize(
    ("member", "problem", "names"),
    [
        (link("QQQ"), "unknown", ("QQQ",)),
        (joint("QQQ"), "unknown", ("QQQ",)),
        (joint(ROOT), "unknown", (ROOT,)),  # not declared in the file
        (chain("QQQ", "l1"), "unknown", ("QQQ",)),
        (chain("QQQ", "RRR"), "unknown", ("QQQ", "RRR")),
        (chain("l1", "l1"), "adds no joints", ("l1",)),
        (sub("QQQ"), "unknown", ("QQQ",)),
        (sub("g"), "contains itself", ("g",)),
    ],
)
def test_a_member_that_adds_no_joints_has_the_reason(member, problem, names):
    content = f'<group name="g">{joint("a_left")}{member}</group>'
    assert [found[1:] for found in problems(content)["g"]] == [(problem, names)]


def test_results_hold_the_very_elements_of_the_document():
    document = srdf_of(f"""
        <group name="g">{chain("trunk", "l2")}{link("QQQ")}{sub("h")}{joint("wrist")}</group>
        <group name="h">{link("l3")}</group><group name="g">{link("l1")}</group>
    """)
    first, _, second = document.root.groups
    found = resolve_groups(document.root, ROBOT)["g"]
    assert found.element is first
    assert found.duplicates == (second,)
    assert [member.element for member in found.members] == [
        *(*first.links, *first.joints, *first.chains, *first.subgroups)
    ]
    assert all(document.place(member.element).line == 2 for member in found.members)
    assert found.joints == ("a_left", "b_left", "c_left", "wrist")
    on_the_way = found.members[2]
    joints = [found.rooted_robot.joints[number] for number in on_the_way.numbers]
    assert [(joint.name, joint.child) for joint in joints] == [("a_left", "l1"), ("b_left", "l2")]


def test_cycles_and_the_groups_that_contain_them_are_dropped():
    content = f"""
        <group name="a">{sub("b")}{link("l1")}</group>
        <group name="b">{sub("c")}{link("l2")}</group>
        <group name="c">{sub("a")}{sub("good")}</group>
        <group name="outer">{sub("a")}{link("l1")}</group>
        <group name="outermost">{sub("outer")}</group>
        <group name="good">{link("l3")}</group>
        <group name="lost">{sub("QQQ")}{link("l3")}</group>
    """
    assert problems(content) == {
        "a": [("group", "contains itself", ("b",))],
        "b": [("group", "contains itself", ("c",))],
        "c": [("group", "contains itself", ("a",))],
        "outer": [("group", "unresolved subgroup", ("a",))],
        "outermost": [("group", "unresolved subgroup", ("outer",))],
        "good": [],
        "lost": [("group", "unknown", ("QQQ",))],
    }
    resolved = resolve_groups(srdf_of(content).root, ROBOT)
    assert [name for name, found in resolved.items() if not found.is_dropped] == ["good"]
    assert list(overlay(content, ROBOT).groups) == ["good"]


def test_links_of_another_tree_are_not_connected():
    far = Joint("far", "revolute", "loose", "end")
    pieces = Robot("r", [*ROBOT.links, Link("loose"), Link("end")], [*ROBOT.joints, far])
    content = f'<group name="g">{chain("base", "end")}{link("loose")}{link("end")}</group>'
    assert problems(content, pieces)["g"] == [
        ("link", "no parent joint", ("loose",)),
        ("chain", "not connected", ("base", "end")),
    ]
    assert overlay(content, pieces).groups["g"].joints == ("far",)


def test_an_invalid_virtual_joint_is_not_used():
    content = f"""
        <virtual_joint name="v" type="planar" parent_frame="w" child_link="trunk"/>
        <group name="g">{joint("v")}</group>
    """
    assert problems(content) == {"g": [("joint", "virtual joint not used", ("v",))]}


def test_an_unknown_group_raises_an_error_with_a_suggestion():
    semantics = overlay(f'<group name="left_arm">{link("l1")}</group>', ROBOT)
    with pytest.raises(KeyError) as caught:
        _ = semantics.groups["left_amr"]
    assert str(caught.value) == (
        "the SRDF of robot 'hand_made' has no group 'left_amr'; did you mean 'left_arm'?"
    )


def test_a_robot_without_links_has_groups_without_joints():
    content = f'<group name="g">{link("a")}{joint("b")}{chain("a", "c")}</group>'
    assert overlay(content, Robot("r")).groups["g"].joints == ()


def test_the_joints_of_all_groups_together_are_limited():
    count = 20_000
    links = [Link(f"l{i}") for i in range(count)]
    joints = [Joint(f"j{i}", "revolute", f"l{i - 1}", f"l{i}") for i in range(1, count)]
    robot = Robot("long", links, joints)
    whole = srdf.Chain(base_link="l0", tip_link=f"l{count - 1}")
    groups = tuple(srdf.Group(name=f"g{i}", chains=(whole,)) for i in range(1000))
    resolved = resolve_groups(srdf.Robot(name="long", groups=groups), robot)
    full = sum(not found.members[0].problem for found in resolved.values())
    assert full == MOST_MEMBERS // (count - 1)
    assert {found.members[0].problem for found in resolved.values()} == {"", "too many members"}


names = st.sampled_from("abcdefg")


@given(st.dictionaries(names, st.lists(st.sampled_from("abcdefgQ"), max_size=4)))
def test_components_are_the_cycles_and_come_after_their_dependencies(graph):
    reach = {name: set(graph[name]) & set(graph) for name in graph}
    for _ in graph:
        for name in graph:
            reach[name] |= {far for near in reach[name] for far in reach[near]}
    found = list(components(graph))
    assert sorted(name for circle in found for name in circle) == sorted(graph)
    done: set[str] = set()
    for circle in found:
        for name in circle:
            same = {other for other in reach[name] if name in reach[other]} | {name}
            assert same == set(circle)
            assert reach[name] <= done | set(circle)
        done |= set(circle)


@st.composite
def trees(draw) -> Robot:
    """A robot whose links hang from earlier ones."""
    count = draw(st.integers(2, 10))
    joints = [
        Joint(f"j{i}", "revolute", f"l{draw(st.integers(0, i - 1))}", f"l{i}")
        for i in range(1, count)
    ]
    return Robot("r", [Link(f"l{i}") for i in range(count)], joints)


def climbed_by_moveit(robot: Robot, base: str, tip: str) -> set[str]:
    """The joints of a chain, found as MoveIt finds them: up from the tip, then up from the base.

    The joint where the second way meets the first is the one above the common link: it is taken.
    """

    def up(link: str) -> list[tuple[str, str]]:
        way = []
        while (above := robot.parent_joint(link)) is not None:
            way.append((link, above.name))
            link = above.parent
        return [*way, (link, ROOT)]

    from_tip = up(tip)
    if base in [link for link, _ in from_tip]:
        return {joint for link, joint in from_tip[: [link for link, _ in from_tip].index(base)]}
    first = [joint for _, joint in from_tip]
    second = [joint for _, joint in up(base)]
    meeting = next(joint for joint in second if joint in first)
    return {*first[: first.index(meeting) + 1], *second[: second.index(meeting)]}


@given(trees(), st.data())
def test_both_rules_for_chains_hold_on_any_tree(robot, data):
    some = st.sampled_from(robot.link_names)
    base, tip = data.draw(some), data.draw(some)
    content = f'<group name="g">{chain(base, tip)}</group>'
    path = set(overlay(content, robot).groups["g"].joints)
    assert path == {joint.name for joint in robot.chain(base, tip).joints}
    by_moveit = set(overlay(content, robot, chain_rule="moveit").groups["g"].joints)
    assert by_moveit == climbed_by_moveit(robot, base, tip)
    assert path <= by_moveit
    assert len(by_moveit - path) == (0 if robot.is_above(base, tip) else 1)

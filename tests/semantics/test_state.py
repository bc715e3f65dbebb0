"""States of groups, by section 4 of the notes on SRDF, and properties of joints."""

from __future__ import annotations

import pytest

from bodyplan.model import UnknownNameError
from bodyplan.model.planning.semantics import AmbiguousStateError
from bodyplan.semantics.resolution import resolve_srdf
from tests.semantics.robots import lift, overlay, robot_of, srdf_of

ROBOT = robot_of("""
    mount: base -> trunk fixed
    j1: trunk -> l1
    j2: l1 -> l2 continuous
    j3: l2 -> l3 prismatic -2*j1+0.5
    other: trunk -> o
""")
VIRTUAL = '<virtual_joint name="v" type="{}" parent_frame="odom" child_link="base"/>'
GROUPS = """
    <group name="arm"><chain base_link="base" tip_link="l3"/></group>
    <group name="whole"><group name="arm"/><joint name="v"/><joint name="other"/></group>
"""


def state(content: str, name: str = "s", group: str = "arm") -> str:
    return f'<group_state name="{name}" group="{group}">{content}</group_state>'


def value(joint: str, numbers: str) -> str:
    return f'<joint name="{joint}" value="{numbers}"/>'


def only(content: str, kind: str = "floating", group: str = "arm"):
    """The state of this content."""
    text = VIRTUAL.format(kind) + GROUPS + state(content, group=group)
    return overlay(text, ROBOT).states["s"]


def test_a_state_has_values_by_joint_and_is_completed():
    found = only(value("j1", "0.25") + value("j2", " 4 "))
    assert found.values == {"j1": (0.25,), "j2": (4.0,)}
    assert found.configuration() == {
        "v": (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        "j1": (0.25,),
        "j2": (4.0,),
        "j3": (0.0,),  # -2 * 0.25 + 0.5
        "other": (0.0,),
    }
    assert list(found.configuration()) == ["v", "j1", "j2", "j3", "other"]


def test_defaults_replace_what_a_state_does_not_give():
    found = only(value("j2", "4"))
    completed = found.configuration({"j1": 0.5, "j2": 1.0, "other": 0.75})
    assert (completed["j1"], completed["j2"]) == ((0.5,), (4.0,))
    assert completed["j3"] == (-0.5,)
    assert completed["other"] == (0.75,)
    with pytest.raises(UnknownNameError):
        found.configuration({"QQQ": 1.0})


def test_mimic_joints_follow_whatever_a_state_gives_for_them():
    found = only(value("j1", "0.25") + value("j3", "9"))
    assert found.values["j3"] == (9.0,)
    assert found.configuration()["j3"] == (0.0,)


@pytest.mark.parametrize(
    ("kind", "numbers", "counts"),
    [
        ("planar", "1 2 3", True),
        ("planar", "1 2", False),
        ("floating", "1 2 3 0 0 0 1", True),
        ("floating", "1 2 3 0 0 0", False),  # six, as the format's own page has it
        ("fixed", "", True),
        ("fixed", "0", False),
    ],
)
def test_a_joint_needs_a_number_for_each_variable(kind, numbers, counts):
    found = only(value("v", numbers), kind, "whole")
    given = tuple(map(float, numbers.split()))
    assert found.values == ({"v": given} if counts else {})


def problems(content: str, kind: str = "planar") -> dict[str, str]:
    root = srdf_of(VIRTUAL.format(kind) + GROUPS + state(content)).root
    (found,) = resolve_srdf(root, ROBOT).states
    return {each.name: each.problem for each in found.values}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (value("j1", "0.5"), ""),
        (value("j1", "0.5 0.5"), "wrong number of values"),
        (value("j1", "0.5abc"), "unreadable"),
        (value("j1", ""), "unreadable"),
        ('<joint name="j1"/>', "unreadable"),
        (value("j1", "nan"), "unreadable"),
        (value("QQQ", "0.5"), "unknown joint"),
        (value("other", "0.5"), "not in the group"),
        (value("v", "1 2 3"), "not in the group"),
        (value("mount", ""), ""),
    ],
)
def test_an_ignored_value_has_the_reason(content, problem):
    assert list(problems(content).values()) == [problem]


def test_values_of_a_repeated_joint_are_concatenated():
    root = srdf_of(
        VIRTUAL.format("planar")
        + GROUPS
        + state("".join(value("v", n) for n in "123") + 2 * value("j1", "0.5"), group="whole")
    ).root
    (found,) = resolve_srdf(root, ROBOT).states
    (planar, twice) = found.values
    assert (planar.values, planar.problem, len(planar.elements)) == ((1.0, 2.0, 3.0), "", 3)
    assert (twice.values, twice.problem) == ((0.5, 0.5), "wrong number of values")
    assert [id(element) for element in twice.elements] == [
        id(element) for element in root.group_states[0].joints[3:]
    ]


def test_values_outside_the_limits_are_marked_and_used():
    content = GROUPS + state(value("j1", "1.5") + value("j2", "100"))
    (found,) = resolve_srdf(srdf_of(content).root, ROBOT).states
    assert [each.is_outside for each in found.values] == [True, False]
    assert overlay(content, ROBOT).states["s"].configuration()["j1"] == (1.5,)


def test_missing_joints_are_the_active_ones_without_a_value():
    content = VIRTUAL.format("planar") + GROUPS
    content += state(value("j2", "1") + value("QQQ", "1") + value("j3", "1"), group="whole")
    (found,) = resolve_srdf(srdf_of(content).root, ROBOT).states
    assert found.missing() == ("v", "j1", "other")
    assert found.missing(1) == ("v",)
    assert found.missing_count == 3


def test_values_of_joints_outside_the_group_are_separate():
    found = only(value("j1", "0.5") + value("other", "0.25") + value("root_joint", "1 2"))
    assert found.values == {"j1": (0.5,)}
    assert found.others == {"other": (0.25,)}
    assert found.unknown == {"root_joint": (1.0, 2.0)}
    assert found.configuration()["other"] == (0.0,)
    assert found.configuration(with_others=True)["other"] == (0.25,)


def test_a_state_of_an_unknown_group_is_kept():
    semantics = overlay(state(value("j1", "0.5"), group="QQQ"), ROBOT)
    found = semantics.states["s"]
    assert found.group not in semantics.groups
    assert found.values == {"j1": (0.5,)}
    assert found.configuration()["j1"] == (0.5,)


def test_states_are_found_by_name_or_by_group_and_name():
    content = GROUPS.replace('<joint name="v"/>', "")
    content += state(value("j1", "0.1"), "home") + state(value("j1", "0.2"), "home", "whole")
    content += state(value("j1", "0.3"), "up")
    states = overlay(content, ROBOT).states
    assert list(states) == [("arm", "home"), ("whole", "home"), ("arm", "up")]
    assert len(states) == 3
    assert states["up"].values == {"j1": (0.3,)}
    assert states["arm", "home"].values == {"j1": (0.1,)}
    assert states.of("whole")["home"].values == {"j1": (0.2,)}
    assert list(states.of("arm")) == ["home", "up"]
    assert "up" in states
    assert ("arm", "up") in states
    assert "QQQ" not in states
    assert dict(states.of("QQQ")) == {}
    with pytest.raises(AmbiguousStateError) as caught:
        _ = states["home"]
    assert str(caught.value) == (
        "several groups have a state 'home'; name one of 'arm/home', 'whole/home'"
    )
    assert "home" not in states
    with pytest.raises(KeyError, match=r"the SRDF has no state 'uup'; did you mean 'up'\?"):
        _ = states["uup"]
    with pytest.raises(KeyError, match="group 'whole' has no state 'up'; it has 'home'"):
        _ = states["whole", "up"]


def test_the_last_of_two_states_with_the_same_group_and_name_is_used():
    content = GROUPS + state(value("j1", "0.1")) + state(value("j1", "0.2"))
    root = srdf_of(content).root
    assert overlay(content, ROBOT).states["s"].values == {"j1": (0.2,)}
    first, second = resolve_srdf(root, ROBOT).states
    assert first.later is second.element is root.group_states[1]


def test_bounds_that_leave_out_zero_move_the_default():
    robot = lift("""<robot name="r"><link name="a"/><link name="b"/>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
        <limit lower="1" upper="2" effort="1" velocity="1"/></joint></robot>""").robot
    semantics = overlay('<group name="g"/><group_state name="s" group="g"/>', robot)
    assert semantics.states["s"].configuration() == {"j": (1.5,)}
    assert semantics.configuration() == {"j": (1.5,)}


def test_properties_of_joints():
    semantics = overlay(
        VIRTUAL.format("planar")
        + """
        <passive_joint name="j2"/><passive_joint name="v"/><passive_joint name="QQQ"/>
        <joint_property joint_name="v" property_name="motion_model" value=" holonomic"/>
        <joint_property joint_name="v" property_name="motion_model" value="diff_drive"/>
        <joint_property joint_name="QQQ" property_name="motion_model" value="holonomic"/>
        <joint_property joint_name="j1" property_name="free" value=" as written "/>
        """,
        ROBOT,
    )
    assert semantics.passive_joints == ("v", "j2")
    assert {joint: dict(keys) for joint, keys in semantics.joint_properties.items()} == {
        "v": {"motion_model": "diff_drive"},
        "j1": {"free": " as written "},
    }

"""End effectors and the groups that carry them, by section 5 of the notes on SRDF."""

from __future__ import annotations

import pytest

from bodyplan.semantics.end_effector import resolve_effectors
from bodyplan.semantics.group import resolve_groups
from tests.semantics.robots import overlay, robot_of, srdf_of

ROBOT = robot_of("""
    j1: base -> l1
    j2: l1 -> l2
    mount: l2 -> palm fixed
    finger: palm -> tip prismatic
""")
GROUPS = """
    <group name="whole"><group name="arm"/><group name="hand"/></group>
    <group name="wrist"><link name="palm"/><link name="l2"/></group>
    <group name="arm"><chain base_link="base" tip_link="palm"/></group>
    <group name="hand"><joint name="finger"/></group>
    <group name="tool"><link name="palm"/><link name="tip"/></group>
    <group name="lost"><group name="QQQ"/><link name="palm"/></group>
"""


def effector(group: str = "hand", link: str = "palm", parent: str | None = None) -> str:
    written = "" if parent is None else f' parent_group="{parent}"'
    return f'<end_effector name="e" group="{group}" parent_link="{link}"{written}/>'


@pytest.mark.parametrize(
    ("content", "parent", "refusal"),
    [
        (effector(parent="arm"), "arm", ""),
        (effector(parent="whole"), "whole", ""),
        # by default the one with the fewest joints; of several such the first by name
        (effector(), "tool", ""),
        (effector("tool"), "wrist", ""),
        (effector("arm", "tip"), "hand", ""),
        (effector(parent=""), "tool", ""),
        (effector(parent=" "), "tool", ""),
        # what is refused falls back to the default
        (effector(parent="QQQ"), "tool", "unknown parent group"),
        (effector(parent="lost"), "tool", "unknown parent group"),
        (effector(parent="hand"), "tool", "parent group lacks the link"),
        (effector("tool", parent="tool"), "wrist", "parent group is its own group"),
        (effector(link="base"), None, ""),
        (effector(link="base", parent="arm"), None, "parent group lacks the link"),
    ],
)
def test_the_parent_group_of_an_end_effector(content, parent, refusal):
    document = srdf_of(GROUPS + content)
    groups = resolve_groups(document.root, ROBOT)
    (element,) = document.root.end_effectors
    (resolved,) = resolve_effectors(document.root, ROBOT, groups)
    assert resolved.element is element
    assert (resolved.parent.name, resolved.parent.refusal) == (parent, refusal)
    assert overlay(GROUPS + content, ROBOT).end_effectors["e"].parent_group == parent


def test_candidates_come_with_the_fewest_joints_first():
    document = srdf_of(GROUPS + effector())
    groups = resolve_groups(document.root, ROBOT)
    (found,) = resolve_effectors(document.root, ROBOT, groups)
    assert found.parent.candidates == ("tool", "wrist", "arm", "whole")


def test_an_end_effector_without_its_group_or_link_is_dropped():
    content = GROUPS + effector("QQQ") + effector(link="QQQ").replace('"e"', '"f"')
    assert list(overlay(content, ROBOT).end_effectors) == []
    root = srdf_of(content).root
    one, other = resolve_effectors(root, ROBOT, resolve_groups(root, ROBOT))
    assert (one.group, one.has_link, one.counts) == (None, True, False)
    assert (other.group.name, other.has_link, other.counts) == ("hand", False, False)


def test_the_last_of_two_end_effectors_with_the_same_name_is_used():
    semantics = overlay(GROUPS + effector("hand") + effector("tool"), ROBOT)
    assert semantics.end_effectors["e"].group == "tool"
    assert semantics.end_effectors["e"].parent_link == "palm"

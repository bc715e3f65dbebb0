"""Facts about SRDF files, alone and with their robots; their graphs and the matrix of pairs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections import Counter
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.growth import HANG_GUARD

from bodyplan.diag.json_schema import json_report, json_schema
from bodyplan.formats.read import read
from bodyplan.report import (
    SemanticSummary,
    matrix_to_svg,
    semantics_to_dot,
    semantics_to_mermaid,
    summarize_semantics,
)

GOOD = """
<robot name="tern">
  <virtual_joint name="stand" type="planar" parent_frame="floor" child_link="base_link"/>
  <group name="both"><group name="arm"/><group name="hand"/></group>
  <group name="arm"><chain base_link="base_link" tip_link="palm_link"/></group>
  <group name="hand"><joint name="left_finger_joint"/><link name="right_finger_link"/></group>
  <group_state name="home" group="hand"><joint name="left_finger_joint" value="0.01"/></group_state>
  <group_state name="half" group="arm"><joint name="elbow_joint" value="-1"/></group_state>
  <end_effector name="grip" group="hand" parent_link="palm_link"/>
  <disable_default_collisions link="forearm_link"/>
  <enable_collisions link1="forearm_link" link2="palm_link"/>
  <disable_collisions link1="shoulder_link" link2="pedestal_link" reason="Adjacent"/>
  <disable_collisions link1="flange_link" link2="shoulder_link" reason="(in collision)"/>
  <disable_collisions link1="base_link" link2="flange_link" reason="Never"/>
  <disable_collisions link1="palm_link" link2="left_finger_link"/>
  <passive_joint name="right_finger_joint"/>
  <joint_property joint_name="elbow_joint" property_name="weight" value=" 3 "/>
  <link_sphere_approximation link="palm_link">
    <sphere center="0 0 0" radius="0.1"/><sphere center="0 0 0.1" radius="0.05"/>
  </link_sphere_approximation>
  <motion_group name="m"/><motion_group name="n"/>
</robot>
"""
BAD = """
<robot name="ternQQQ">
  <virtual_joint name="stand" type="fixed" parent_frame="floor" child_link="palm_link"/>
  <virtual_joint name="air" type="floating" parent_frame="" child_link="base_link"/>
  <group name="arm"><chain base_link="baseQQQ" tip_link="palm_link"/>
    <chain base_link="base_link" tip_link="palmQQQ"/><chain base_link="palm_link"
    tip_link="palm_link"/><joint name="elbowQQQ"/><link name="palmQQQ"/><joint name="air"/></group>
  <group name="hand"><joint name="left_finger_joint"/></group>
  <group name="hand"><joint name="right_finger_joint"/></group>
  <group name="x"><group name="y"/></group>
  <group name="y"><group name="x"/></group>
  <group name="z"><group name="y"/></group>
  <group name="w"><group name="wQQQ"/></group>
  <group_state name="home" group="hand"><joint name="left_finger_joint" value="9"/></group_state>
  <group_state name="home" group="hand">
    <joint name="left_finger_joint" value="0.01 1"/><joint name="elbow_joint" value="-1"/>
    <joint name="root_joint" value="0 0 0 0 0 0 1"/><joint name="handQQQ" value="0"/>
  </group_state>
  <group_state name="home" group="z"><joint name="elbow_joint" value="-1"/></group_state>
  <group_state name="home" group="QQQ"/>
  <end_effector name="a" group="hand" parent_link="palmQQQ"/>
  <end_effector name="b" group="handQQQ" parent_link="palm_link"/>
  <end_effector name="c" group="z" parent_link="palm_link"/>
  <end_effector name="d" group="hand" parent_link="palm_link" parent_group="armQQQ"/>
  <end_effector name="e" group="hand" parent_link="palm_link" parent_group="hand"/>
  <end_effector name="f" group="hand" parent_link="left_finger_link" parent_group="hand"/>
  <disable_default_collisions link="baseQQQ"/>
  <enable_collisions link1="palm_link" link2="flange_link"/>
  <disable_collisions link1="palm_link" link2="flange_link"/>
  <disable_collisions link1="flange_link" link2="palm_link"/>
  <disable_collisions link1="palm_link" link2="palm_link"/>
  <disable_collisions link1="palm_link" link2="oneQQQ"/>
  <passive_joint name="elbowQQQ"/>
  <joint_property joint_name="elbowQQQ" property_name="weight" value="3"/>
  <link_sphere_approximation link="palmQQQ"/>
</robot>
"""
ARM = read("sample:arm")
SCHEMA = json_schema(SemanticSummary, title="show")


def facts(text, robot=ARM):
    return summarize_semantics(read(text, format="srdf"), robot)


def marks(text, robot=ARM):
    """What is marked in each part of the table."""
    table = json_report(facts(text, robot))
    parts = {}
    for part, rows in table.items():
        if isinstance(rows, list) and part != "extensions":
            parts[part] = [row["mark"] or None for row in rows]
    parts["members"] = [m["mark"] or None for group in table["groups"] for m in group["members"]]
    parts["places"] = [p["mark"] or None for state in table["states"] for p in state["places"]]
    return parts


# Alone


def test_without_a_robot_a_file_is_shown_as_it_is_written():
    summary = facts(GOOD, None)
    assert summary.robot is None
    assert [(m.kind, m.name, m.tip) for group in summary.groups for m in group.members] == [
        ("group", "arm", ""),
        ("group", "hand", ""),
        ("chain", "base_link", "palm_link"),
        ("joint", "left_finger_joint", ""),
        ("link", "right_finger_link", ""),
    ]
    assert all(group.resolved is None for group in summary.groups)
    assert all(state.missing is None for state in summary.states)
    assert summary.end_effectors[0].found_group is None
    assert [(one.link, one.spheres, one.radius) for one in summary.spheres] == [
        ("palm_link", 2, 0.1)
    ]
    assert [(one.joint, one.property, one.value) for one in summary.joint_properties] == [
        ("elbow_joint", "weight", " 3 ")
    ]
    assert [(one.name, one.inside, one.times) for one in summary.extensions] == [
        ("motion_group", "robot", 2)
    ]
    assert not any(mark for rows in marks(GOOD, None).values() for mark in rows)


def test_without_a_robot_problems_inside_the_file_are_marked():
    found = marks(BAD, None)
    assert found["groups"] == [
        None,
        None,
        "duplicate",
        "contains itself",
        "contains itself",
        "unresolved subgroup",
        "unresolved subgroup",
    ]
    assert found["members"][-4:] == [
        "contains itself",
        "contains itself",
        "unresolved subgroup",
        "unknown group",
    ]
    assert found["states"][2:] == ["group is dropped", "unknown group"]
    assert found["end_effectors"] == [
        None,
        "unknown group",
        "group is dropped",
        "unknown parent group",
        None,
        None,
    ]
    assert found["pairs"] == ["also disabled", None, "duplicate", "same link twice", None]


# With a robot


def test_groups_are_reported_as_they_are_on_the_robot():
    groups = {group.name: group.resolved for group in facts(GOOD).groups}
    arm, both = groups["arm"], groups["both"]
    assert arm.joints[:2] == ("base_joint", "shoulder_pan_joint")
    assert (arm.base, arm.tip, arm.is_chain, arm.variables) == ("base_link", "palm_link", True, 6)
    assert len(arm.joints) == 6 + len(arm.fixed)
    assert "base_joint" in arm.fixed
    assert both.joints == (*arm.joints, *groups["hand"].joints)
    assert (both.is_chain, both.base, both.tip) == (False, "", "")
    assert (groups["hand"].variables, groups["hand"].independent) == (2, 1)
    assert groups["hand"].followers == ("right_finger_joint",)


def test_states_have_limits_and_say_what_they_miss():
    home, half = facts(GOOD).states
    (place,) = home.places
    assert (place.type, place.lower, place.upper, place.values) == ("prismatic", 0, 0.04, (0.01,))
    assert home.missing == ()
    assert "elbow_joint" not in half.missing
    assert len(half.missing) == 5


def test_effectors_have_the_group_that_carries_them():
    assert [effector.found_group for effector in facts(GOOD).end_effectors] == ["arm"]


def test_nothing_is_marked_in_a_good_file():
    assert not any(mark for rows in marks(GOOD).values() for mark in rows)


def test_what_is_wrong_on_the_robot_is_marked():
    found = marks(BAD)
    assert found["virtual_joints"] == ["child is not the root link", "no parent frame"]
    assert found["groups"] == [
        "no joints",
        None,
        "duplicate",
        "contains itself",
        "contains itself",
        "unresolved subgroup",
        "unresolved subgroup",
    ]
    assert found["members"][:6] == [
        "unknown joint",
        "virtual joint not used",
        "unknown link",
        "unknown base link",
        "unknown tip link",
        "adds no joints",
    ]
    assert found["states"] == ["duplicate", None, "group is dropped", "unknown group"]
    assert found["places"] == [
        "outside its limits",
        "wrong number of values",
        "not in the group",
        "added by Pinocchio",
        "unknown joint",
        None,
    ]
    assert found["end_effectors"] == [
        "unknown link",
        "unknown group",
        "group is dropped",
        "unknown parent group",
        "parent group lacks the link",
        "parent group is its own group",
    ]
    assert found["disabled_by_default"] == ["unknown link"]
    assert found["passive_joints"] == found["joint_properties"] == ["unknown joint"]
    assert found["spheres"] == ["unknown link"]
    assert found["pairs"][-1] == "unknown link"
    assert facts(BAD).pairs[-1].unknown == ("oneQQQ",)


def test_links_without_a_connection_are_marked():
    robot = read('<robot name="r"><link name="a"/><link name="b"/></robot>')
    text = '<robot name="r"><group name="g"><chain base_link="a" tip_link="b"/></group></robot>'
    assert marks(text, robot)["members"] == ["not connected"]


def test_a_robot_without_links_does_no_harm():
    assert marks(BAD, read('<robot name="r"/>'))["places"][0] == "unknown joint"
    assert facts(GOOD, read('<robot name="r"/>')).collisions.pairs == 0


@pytest.mark.parametrize("text", ['<robot name="r"><link name="a"/></robot>', "<html/>"])
def test_other_formats_than_srdf_are_rejected(text):
    with pytest.raises(ValueError, match="contains no SRDF"):
        summarize_semantics(read(text))
    with pytest.raises(ValueError, match="contains no robot"):
        facts(GOOD, read(GOOD))


def test_typed_roots_do_as_well_as_documents():
    document = read(GOOD, format="srdf")
    whole, typed = facts(GOOD), summarize_semantics(document.root, ARM.root)
    assert (typed.file, typed.robot.file) == ("", "")
    assert typed.groups == whole.groups
    assert typed.collisions == whole.collisions


# Pairs


def test_only_links_with_shapes_are_counted():
    collisions = facts(GOOD).collisions
    assert "base_link" not in collisions.links
    assert collisions.links[0] == "pedestal_link"
    assert collisions.idle == 1
    assert (collisions.pairs, collisions.enabled, collisions.disabled) == (45, 1, 3)
    assert collisions.disabled_by_default == 8
    assert collisions.checked == 45 - 3 - 8
    assert collisions.reasons == (("Adjacent", 1), ("(in collision)", 1), ("", 1))


LINKS = "abcdef"
pairs_of_links = st.lists(st.tuples(st.sampled_from(LINKS), st.sampled_from(LINKS)), max_size=9)


@given(pairs_of_links, pairs_of_links, st.sets(st.sampled_from(LINKS)))
def test_counts_and_picture_are_those_of_the_rules(disabled, enabled, defaults):
    links = "".join(f'<link name="{name}"/>' for name in LINKS)
    joints = "".join(
        f'<joint name="j{name}" type="fixed"><parent link="a"/><child link="{name}"/></joint>'
        for name in LINKS[1:]
    )
    robot = read(f'<robot name="r">{links}{joints}</robot>')
    text = "".join(f'<disable_collisions link1="{a}" link2="{b}"/>' for a, b in disabled)
    text += "".join(f'<enable_collisions link1="{a}" link2="{b}"/>' for a, b in enabled)
    text += "".join(f'<disable_default_collisions link="{name}"/>' for name in defaults)
    summary = facts(f'<robot name="r">{text}</robot>', robot)

    def verdict(pair):
        if pair in map(frozenset, disabled):
            return "disabled"
        if pair in map(frozenset, enabled):
            return "enabled"
        return "default" if pair & defaults else "checked"

    verdicts = {frozenset(pair): verdict(frozenset(pair)) for pair in combinations(LINKS, 2)}
    counts = Counter(verdicts.values())
    collisions = summary.collisions
    assert collisions.disabled == counts["disabled"]
    assert collisions.enabled == counts["enabled"]
    assert collisions.disabled_by_default == counts["default"]
    assert collisions.checked == counts["enabled"] + counts["checked"]
    drawn = drawn_cells(matrix_to_svg(summary), collisions.links)
    assert drawn == {pair: what for pair, what in verdicts.items() if what != "checked"}
    for name, number in numbers_of(matrix_to_svg(summary)).items():
        others = [what for pair, what in verdicts.items() if name in pair]
        assert number == sum(what in ("enabled", "checked") for what in others)


SVG = "{http://www.w3.org/2000/svg}"


def numbers_of(svg):
    names = (text for text in ET.fromstring(svg).iter(f"{SVG}text") if text.get("class") == "name")
    return {text.text: int(text.find(f"{SVG}tspan").text) for text in names}


def drawn_cells(svg, links):
    """What is drawn in each cell, from the coordinates: step 14, the first cell at (20, 62)."""
    found = {}
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        kind = group.get("class")
        for path in group:
            words = re.findall(r"([MHVh])([\d.]+)(?: ([\d.]+))?", path.get("d"))
            for index, (letter, one, two) in enumerate(words):
                if letter != "M" or kind == "band ground":
                    continue
                x, y = float(one), float(two)
                ends, end = words[index + 1][0], float(words[index + 1][1])
                column, row = int((x - 20) // 14), int((y - 62) // 14)
                cells = [(row, column)]
                if ends == "H":
                    cells = [(row, c) for c in range(column, int((end - 20) // 14) + 1)]
                elif ends == "V":
                    cells = [(r, column) for r in range(row, int((end - 62) // 14) + 1)]
                for cell in cells:
                    what = {"cell": "disabled", "checked": "enabled"}.get(kind, "default")
                    found[frozenset(links[i] for i in cell)] = what
    return found


def test_a_pair_has_a_tooltip_with_both_names_and_the_reason():
    titles = [title.text for title in ET.fromstring(matrix_to_svg(facts(GOOD))).iter(f"{SVG}title")]
    assert "shoulder_link · pedestal_link: Adjacent" in titles
    assert "palm_link · forearm_link: checked" in titles
    assert "left_finger_link · palm_link: not checked" in titles
    assert "forearm_link: disabled by default" in titles


def test_the_legend_is_beside_the_names():
    for text, robot in ((GOOD, ARM), (GOOD, None), (BAD, ARM), ('<robot name="r"/>', None)):
        root = ET.fromstring(matrix_to_svg(facts(text, robot)))
        width = float(root.get("width"))
        legend = [t for t in root.iter(f"{SVG}text") if t.get("class") == "legend"]
        names = [t for t in root.iter(f"{SVG}text") if t.get("class") == "name"]
        last = max((float(t.get("y")) for t in legend), default=0)
        beside = [t for t in names if float(t.get("y")) <= last + 14]
        ends = [float(t.get("x")) + 5 * len("".join(t.itertext()).split(":")[0]) for t in beside]
        assert all(float(t.get("x")) < width for t in legend)
        assert max(ends, default=0) < min((float(t.get("x")) for t in legend), default=1)


def test_many_reasons_are_put_together():
    links = [f"l{i}" for i in range(40)]
    text = "".join(
        f'<disable_collisions link1="{a}" link2="{b}" reason="r{a}"/>' for a, b in pairwise(links)
    )
    svg = matrix_to_svg(facts(f'<robot name="r">{text}</robot>', None))
    assert ">other reasons<" in svg
    assert len(re.findall('class="legend" x', svg)) == 10


NASTY = ['"', "\\", "\\n", "a&amp;amp;b", "&lt;b>", "end", "`x`", "#35;", "é", "机器人", "x" * 500]


def nasty():
    groups = "".join(
        f"<group name='{name}'><joint name='{name}'/><group name='{other}'/></group>"
        f"<group_state name='{name}' group='{name}'><joint name='{name}' value='1'/></group_state>"
        f"<end_effector name='{name}' group='{other}' parent_link='{name}' parent_group='{name}'/>"
        f"<disable_collisions link1='{name}' link2='{other}' reason='{name}'/>"
        for name, other in zip(NASTY, [*NASTY[1:], "missing"], strict=True)
    )
    return facts(f'<robot name="&lt;r&amp;">{groups}</robot>', None)


ALL = pytest.mark.parametrize(
    "summary",
    [facts(GOOD), facts(GOOD, None), facts(BAD), facts(BAD, None), nasty()],
    ids=["good", "good alone", "bad", "bad alone", "nasty"],
)


def node_count(summary):
    named = {m.name for group in summary.groups for m in group.members if m.kind == "group"}
    for effector in summary.end_effectors:
        named |= {effector.group, effector.found_group or effector.parent_group}
    missing = named - {group.name for group in summary.groups} - {None, ""}
    # where there are none, one node says so
    return len(summary.groups) + len(missing) + len(summary.end_effectors) or 1


@ALL
def test_pictures_are_well_formed(summary):
    root = ET.fromstring(matrix_to_svg(summary))
    cells = [path for group in root.iter(f"{SVG}g") for path in group if group.get("class")]
    assert len(cells) >= len(summary.collisions.cells)


@pytest.mark.parametrize("draw", [semantics_to_dot, semantics_to_mermaid])
def test_a_graph_without_groups_says_so(draw):
    assert "no groups" in draw(summarize_semantics(read('<robot name="r"/>', format="srdf")))


@ALL
@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_the_groups(summary):
    done = subprocess.run(
        ["dot", "-Tplain"],
        input=semantics_to_dot(summary).encode(),
        capture_output=True,
        check=True,
    )
    assert not done.stderr
    lines = done.stdout.decode().splitlines()
    assert sum(line.startswith("node ") for line in lines) == node_count(summary)


LINE = re.compile(
    r"""flowchart\ LR
    | \ \ \w+\["[^"\n`]+"\]:::\w+
    | \ \ \w+\(\["[^"\n`]+"\]\):::\w+
    | \ \ \w+\ -->(\|\w+\|)?\ \w+
    | \ \ classDef\ \w+\ stroke:\#[0-9a-f]{6},stroke-width:2px(,stroke-dasharray:4)?""",
    re.VERBOSE,
)


@ALL
def test_mermaid_has_safe_text(summary):
    lines = semantics_to_mermaid(summary).splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    assert sum('["' in line for line in lines) == node_count(summary)


# Tables


@ALL
def test_the_table_is_json_and_fits_its_schema(summary):
    table = json_report(summary)
    assert json.loads(json.dumps(table, allow_nan=False)) == table
    Draft202012Validator(SCHEMA).validate(table)
    assert list(table) == list(json_report(facts("<robot name='r'/>", None)))


# Real robots


def test_every_real_file_has_the_parts_that_a_plain_reader_finds(example_srdf):
    root = ET.parse(example_srdf).getroot()
    summary = summarize_semantics(read(example_srdf))
    assert len(summary.groups) == len(root.findall("group"))
    assert len(summary.states) == len(root.findall("group_state"))
    assert len(summary.pairs) == len(root.findall("disable_collisions"))
    assert len(summary.passive_joints) == len(root.findall("passive_joint"))
    named = [{one.get("link1"), one.get("link2")} for one in root.findall("disable_collisions")]
    assert set(summary.collisions.links) == set().union(*named)
    assert summary.collisions.disabled == len({frozenset(pair) for pair in named})
    ET.fromstring(matrix_to_svg(summary))
    json.dumps(json_report(summary), allow_nan=False)


def test_the_checked_pairs_of_a_real_robot_are_those_that_are_left(example_robots):
    path = next((path for path in example_robots if path.name == "pr2.urdf"), None)
    if path is None:
        pytest.skip("no PR2 here")
    srdf = path.parent.parent / "srdf" / "pr2.srdf"
    summary = summarize_semantics(read(srdf), read(path))
    links = [
        link.get("name")
        for link in ET.parse(path).getroot().findall("link")
        if link.find("collision") is not None
    ]
    listed = {
        frozenset((one.get("link1"), one.get("link2")))
        for one in ET.parse(srdf).getroot().findall("disable_collisions")
    }
    left = [pair for pair in combinations(links, 2) if frozenset(pair) not in listed]
    assert set(summary.collisions.links) == set(links)
    assert summary.collisions.checked == len(left)
    assert len(summary.pairs) == 1163


# Size


@pytest.mark.parametrize("robot", [ARM, None])
def test_a_large_file_takes_time_in_proportion(robot):
    count = 10_000
    text = "".join(
        f'<group name="g{i}"><group name="g{i + 1}"/></group>'
        f'<disable_default_collisions link="l{i}"/>'
        f'<enable_collisions link1="l{i}" link2="l{i + 1}"/>'
        for i in range(count)
    )
    start = time.process_time()
    summary = facts(f'<robot name="r">{text}</robot>', robot)
    matrix_to_svg(summary)
    semantics_to_dot(summary)
    json_report(summary)
    assert time.process_time() - start < HANG_GUARD

"""Graphs: complete, legal in their languages, and drawn without collisions."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.formats.read import read
from bodyplan.report import (
    JointFacts,
    LinkFacts,
    RobotReport,
    robot_report,
    to_dot,
    to_mermaid,
    to_svg,
)
from bodyplan.report._tree_rows import grow
from bodyplan.report.pictures._boxes import boxes_of
from bodyplan.report.pictures._tree_layout import tidy
from bodyplan.report.robot import counts_of

NASTY = [
    '"',
    "\\",
    "\\n",
    "a&amp;b",
    "<b>",
    "end",
    "`x`",
    "#35;",
    "é",
    "机器人",
    "",
    "a\nb",
    "x" * 500,
]


def robot(names, edges) -> RobotReport:
    links = tuple(LinkFacts(name, mass=1.0) for name in names)
    joints = tuple(
        JointFacts(f"{a}-{b}", "revolute", a, b, axis=(0.0, 0.0, 1.0), lower=-1.0, upper=1.0)
        for a, b in edges
    )
    return RobotReport(
        name="r",
        links=links,
        joints=joints,
        counts=counts_of(links, joints),
        tree=grow(links, joints),
    )


NASTY_ROBOT = robot(NASTY, [*pairwise(NASTY), ("ghost", "<b>"), ("a", "a")])
SAMPLES = ["sample:arm", "sample:quadruped", "sample:rover"]


def summaries():
    return [*(robot_report(read(name)) for name in SAMPLES), NASTY_ROBOT, robot([], [])]


ALL = pytest.mark.parametrize("summary", summaries(), ids=[*SAMPLES, "nasty", "empty"])


def node_count(summary):
    named = {name for joint in summary.joints for name in (joint.parent, joint.child)}
    missing = named - {link.name for link in summary.links}
    return len(summary.links) + len(missing) + len(summary.joints)


@ALL
@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_the_graph_as_it_was_meant(summary):
    done = subprocess.run(
        ["dot", "-Tplain"],
        input=to_dot(summary, fold=False).encode(),
        capture_output=True,
        check=True,
    )
    assert not done.stderr
    lines = done.stdout.decode().splitlines()
    assert sum(line.startswith("node ") for line in lines) == node_count(summary)
    assert sum(line.startswith("edge ") for line in lines) == 2 * len(summary.joints)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30))
def test_graphviz_takes_any_name(name):
    summary = robot([name], [])
    done = subprocess.run(
        ["dot", "-Tjson0"], input=to_dot(summary).encode(), capture_output=True, check=True
    )
    assert not done.stderr


LINE = re.compile(
    r"""flowchart\ LR
    | \ \ \w+\["[^"\n`]+"\](:::\w+)?
    | \ \ \w+\(\["[^"\n`]+"\]\):::\w+
    | \ \ \w+\ -->\ \w+\ -->\ \w+
    | \ \ classDef\ \w+\ stroke:\#[0-9a-f]{6},stroke-width:2px(,stroke-dasharray:4)?""",
    re.VERBOSE,
)


@ALL
def test_mermaid_has_a_node_for_everything_and_safe_text(summary):
    lines = to_mermaid(summary, fold=False).splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    assert sum('["' in line for line in lines) == node_count(summary)
    assert sum("-->" in line for line in lines) == len(summary.joints)
    for line in lines:
        text = line.partition('"')[2].replace("<br/>", "")
        assert "<" not in text
        assert "&" not in text
        assert re.fullmatch(r"([^#]|#(35|quot|amp|lt|gt|96|92);)*", text)


def boxes(svg):
    root = ET.fromstring(svg)
    rectangles = root.iter("{http://www.w3.org/2000/svg}rect")
    keys = ("x", "y", "width", "height")
    return root, [tuple(float(rect.get(key)) for key in keys) for rect in rectangles]


@pytest.mark.parametrize("direction", ["auto", "right", "down"])
@ALL
def test_the_picture_is_well_formed_and_no_card_touches_another(summary, direction):
    root, found = boxes(to_svg(summary, direction=direction, fold=False))
    assert len(found) == len(summary.tree)
    assert_apart(root, found)


def assert_apart(root, found):
    """Check that all boxes are inside of the picture, and none overlaps another."""
    _, _, width, height = map(float, root.get("viewBox").split())
    for index, (x, y, w, h) in enumerate(found):
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
        for a, b, c, d in found[:index]:
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y


def test_real_robots_have_pictures_without_collisions(example_robot):
    summary = robot_report(read(example_robot))
    _, found = boxes(to_svg(summary))
    found.sort()
    for index, (x, y, w, h) in enumerate(found):
        for a, b, _, d in found[index + 1 :]:
            if a >= x + w:
                break
            assert y + h <= b or b + d <= y


@ALL
def test_links_connected_by_fixed_joints_share_a_box(summary):
    made = boxes_of(summary.tree)
    rows = [row for box in made for row in (box.row, *box.inside)]
    assert sorted(map(id, rows)) == sorted(map(id, summary.tree))
    assert all(row.joint.type == "fixed" and not row.mark for box in made for row in box.inside)
    moving = [box.row for box in made if box.row.joint is not None and not box.row.mark]
    assert all(row.joint.type != "fixed" for row in moving)
    assert_apart(*boxes(to_svg(summary)))
    assert len(boxes(to_svg(summary))[1]) == len(made)
    joints = len(summary.joints) - sum(len(box.inside) for box in made)
    assert to_dot(summary).count(" -> ") == 2 * joints
    assert to_mermaid(summary).count("-->") == 2 * joints


def test_a_box_has_the_mass_of_its_links_and_lists_five_of_them():
    links = (LinkFacts("base", 1.0), *(LinkFacts(f"part{i}", 0.5) for i in range(7)))
    joints = tuple(JointFacts(f"j{i}", "fixed", "base", f"part{i}") for i in range(6))
    joints += (JointFacts("turn", "continuous", "part5", "part6"),)
    base, tip = boxes_of(grow(links, joints))
    assert (base.row.name, base.mass, tip.row.name, tip.above) == ("base", 4.0, "part6", 0)
    assert " ".join(base.lines) == "+ part0, part1, part2, part3, part4 and 1 more"


def test_a_robot_in_which_nothing_moves_is_not_folded():
    links = (LinkFacts("a"), LinkFacts("b"))
    rows = grow(links, (JointFacts("j", "fixed", "a", "b"),))
    assert len(boxes_of(rows)) == 2


def test_graphs_are_the_same_each_time():
    for make in (to_dot, to_mermaid, to_svg):
        assert make(robot_report(read("sample:arm"))) == make(robot_report(read("sample:arm")))


@st.composite
def forests(draw):
    count = draw(st.integers(0, 40))
    above = [
        draw(st.one_of(st.none(), st.integers(max(0, i - 4), i - 1))) if i else None
        for i in range(count)
    ]
    sizes = [draw(st.integers(1, 50)) for _ in range(count)]
    return above, [float(size) for size in sizes]


@given(forests(), st.integers(0, 10))
def test_boxes_of_a_level_keep_their_distance_and_order(forest, gap):
    above, sizes = forest
    middles = tidy(above, sizes, gap)
    depth: list[int] = []
    children = defaultdict(list)
    for index, parent in enumerate(above):
        depth.append(0 if parent is None else depth[parent] + 1)
        children[parent].append(index)
    levels = defaultdict(list)
    for index, level in enumerate(depth):
        levels[level].append((middles[index] - sizes[index] / 2, middles[index] + sizes[index] / 2))
    for spans in levels.values():
        spans.sort()
        for (_, end), (start, _) in pairwise(spans):
            assert start - end >= gap - 1e-6
    for parent, members in children.items():
        places = [middles[child] for child in members]
        assert places == sorted(places)
        if parent is not None:
            assert middles[parent] == pytest.approx((places[0] + places[-1]) / 2)
    if above:
        assert min(start for spans in levels.values() for start, _ in spans) == pytest.approx(0)


@pytest.mark.parametrize(
    "above",
    [
        lambda i: i - 1,
        lambda _: 0,
        lambda i: i - 1 if i % 2 else max(i - 2, 0),
        lambda i: (i - 1) // 2,
    ],
    ids=["chain", "star", "comb", "heap"],
)
def test_many_boxes_are_no_trouble(above):
    parents = [None, *(above(i) for i in range(1, 100_000))]
    assert len(tidy(parents, [10.0] * 100_000, 2.0)) == 100_000

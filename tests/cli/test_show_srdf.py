"""The verb show on an SRDF: what it prints, with and without the robot."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import io
import json
import math
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.cli import main
from bodyplan.cli.pages._scales import bar, limit_scale
from bodyplan.cli.pages._srdf import semantics_lines
from bodyplan.cli.pages.drawing import cells, plain
from bodyplan.formats.read import read
from bodyplan.report import summarize_semantics

SRDF = """<robot name="tern">
  <virtual_joint name="stand" type="planar" parent_frame="floor" child_link="base_link"/>
  <group name="arm"><chain base_link="base_link" tip_link="palm_link"/></group>
  <group name="hand"><joint name="left_finger_joint"/><link name="right_finger_link"/></group>
  <group name="all"><group name="arm"/><group name="hand"/><joint name="stand"/></group>
  <group name="two"><group name="arm"/><group name="hand"/></group>
  <group_state name="home" group="all">
    <joint name="stand" value="1 2 0.5"/>
    <joint name="shoulder_pan_joint" value="0"/>
    <joint name="shoulder_lift_joint" value="-0.25"/>
    <joint name="elbow_joint" value="-1.125"/>
    <joint name="wrist_roll_joint" value="9"/>
    <joint name="left_finger_joint" value="0.01"/>
    <joint name="fingerQQQ" value="0.01"/>
  </group_state>
  <end_effector name="grip" group="hand" parent_link="palm_link"/>
  <disable_default_collisions link="forearm_link"/>
  <enable_collisions link1="forearm_link" link2="palm_link"/>
  <disable_collisions link1="shoulder_link" link2="pedestal_link" reason="Adjacent"/>
  <disable_collisions link1="shoulder_link" link2="handQQQ" reason="Never"/>
  <disable_collisions link1="pedestal_link" link2="handQQQ" reason="Never"/>
  <disable_collisions link1="pedestal_link" link2="base_link" reason="Never"/>
  <passive_joint name="right_finger_joint"/>
  <joint_property joint_name="elbow_joint" property_name="weight" value="3"/>
  <link_sphere_approximation link="palm_link">
    <sphere center="0 0 0" radius="0.1"/><sphere center="0 0 0.1" radius="0.05"/>
  </link_sphere_approximation>
  <motion_group name="m"/>
</robot>
"""
WITH = ("--robot", "sample:arm")


@pytest.fixture
def srdf(here):
    path = here / "tern.srdf"
    path.write_text(SRDF)
    return path.name


def test_without_a_robot_the_page_shows_what_is_written(bodyplan, srdf):
    status, out, err = bodyplan("show", srdf)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tern · SRDF · tern.srdf"
    assert "groups    4" in lines
    assert "pairs     5  4 disabled, 1 enabled" in lines
    assert "      chain base_link → palm_link" in lines
    assert "      joint left_finger_joint, link right_finger_link" in lines
    assert "      groups arm, hand" in lines
    assert "  stand  1  2  0.5" in lines
    assert "  elbow_joint          -1.125" in lines
    assert lines[-2:] == [
        "shown without a robot: no URDF found nearby",
        "name it with --robot ROBOT",
    ]


def test_with_its_robot_the_page_shows_what_it_comes_to(bodyplan, srdf):
    status, out, err = bodyplan("show", srdf, *WITH)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert "robot         tern · sample:arm" in lines
    assert "groups     4  1 chain, 3 trees" in lines
    assert "checked   36  of 45 pairs of 10 links" in lines
    assert re.search(r"^  arm +6 variables +chain +base_link → palm_link$", out, re.MULTILINE)
    assert re.search(r"^  all +10 variables +tree$", out, re.MULTILINE)
    assert re.search(r"^      joints shoulder_pan_joint, .*,$", out, re.MULTILINE)
    assert "      joints left_finger_joint, right_finger_joint, 1 mimic joint" in lines
    assert "  grip  group hand  on palm_link  moved by arm" in lines
    assert "  stand  planar  floor → base_link" in lines
    assert "  stand  x 1  y 2  theta 0.5" in lines
    assert "  without a value: wrist_pitch_joint, flange_joint" in lines
    assert "  right_finger_joint" in lines
    assert "  elbow_joint: weight = 3" in lines
    assert "  palm_link ×2" in lines
    assert "  motion_group ×1 in <robot>" in lines
    assert "  unknown link: handQQQ ×2" in lines
    assert "  1 more pair: a link has no collision shape" in lines
    assert re.search(r"errors?: run bodyplan check tern.srdf --robot sample:arm$", lines[-1])


def test_the_robot_is_looked_for_around_the_file(bodyplan, srdf, here, sample):
    (here / "tern.urdf").write_bytes(sample("arm").read_bytes())
    out = bodyplan("show", srdf)[1]
    assert "robot         tern · tern.urdf" in out
    assert "found: same robot name and file name, same folder" in out
    assert "checked   36  of 45 pairs" in out
    (here / "other.urdf").write_bytes(sample("arm").read_bytes())
    (here / "tern.urdf").rename(here / "another.urdf")
    assert "same robot name, same folder; 1 other would fit as well" in bodyplan("show", srdf)[1]
    assert bodyplan("show", srdf, "--robot", "other.urdf")[1].count("other.urdf · found") == 0
    alone = bodyplan("show", srdf, "--alone")[1]
    assert "shown without a robot\n" in alone
    assert "\nchecked" not in alone


def test_macros_make_an_srdf_as_well(bodyplan, here):
    text = SRDF.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ')
    text = text.replace("Adjacent", "${why}").replace(
        "<virtual_joint", '<xacro:property name="why" value="Touching"/><virtual_joint', 1
    )
    (here / "tern.srdf.xacro").write_text(text)
    status, out, err = bodyplan("show", "tern.srdf.xacro", *WITH)
    assert (status, err) == (0, "")
    assert "tern · SRDF · tern.srdf.xacro" in out
    assert re.search(r"^  Touching +1 ", out, re.MULTILINE)
    (here / "bad.srdf.xacro").write_text(text.replace("${why}", "${whyQQQ}"))
    status, _, err = bodyplan("show", "bad.srdf.xacro")
    assert status == 2
    assert "bad.srdf.xacro has 1 error, in line 19: 'whyQQQ' is not defined (M101)" in err


def test_states_have_a_scale_between_the_limits(bodyplan, srdf):
    out = bodyplan("show", srdf, *WITH)[1]
    rows = {line.split()[0]: line.split(maxsplit=1)[1] for line in out.splitlines() if "▕" in line}
    assert rows["shoulder_pan_joint"] == "0      -2.9 ▕───────────●───────────▏ 2.9"
    assert rows["left_finger_joint"] == "0.01      0 ▕─────●─────────────────▏ 0.04"
    assert "▶▏" in rows["wrist_roll_joint"] or "┼" in rows["wrist_roll_joint"]
    assert re.search(r"fingerQQQ +0.01 +unknown joint", out)


def test_pairs_are_counted_by_reason(bodyplan, srdf):
    out = bodyplan("show", srdf, *WITH)[1]
    section = out.partition("collisions  ")[2].splitlines()[1:5]
    assert [line.split("█")[0].split() for line in section] == [
        ["Adjacent", "1", "2.2", "%"],
        ["by", "default", "8", "17.8", "%"],
        ["enabled", "1", "2.2", "%"],
        ["checked", "35", "77.8", "%"],
    ]
    assert section[-1].count("█") == 40


def test_another_name_of_the_robot_is_reported(bodyplan, srdf):
    out = bodyplan("show", srdf, "--robot", "sample:rover")[1]
    assert "burdock (another name) · sample:rover" in out


def test_without_unicode_it_draws_with_ascii(srdf, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["show", srdf, *WITH]) == 0
    assert main(["show", srdf, *WITH, "--graph", "svg"]) == 0
    out.flush()
    text = out.buffer.getvalue().decode("ascii")
    assert "|-----------o-----------|" in text
    assert "base_link -> palm_link" in text
    assert "#" * 40 in text
    assert "palm_link x2" in text
    assert "theta 0.5" in text


def test_colours_change_no_text(bodyplan, srdf):
    colored = bodyplan("show", srdf, *WITH, "--color", "always")[1]
    assert "\x1b[1mtern\x1b[0m" in colored
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert [line.rstrip() for line in stripped.splitlines()] == bodyplan("show", srdf, *WITH)[
        1
    ].splitlines()


def test_json_holds_all_facts(bodyplan, srdf):
    table = json.loads(bodyplan("show", srdf, "--json")[1])
    assert (table["format"], table["robot"]) == ("srdf", None)
    assert table["groups"][0]["resolved"] is None
    table = json.loads(bodyplan("show", srdf, *WITH, "--json")[1])
    assert table["robot"] == {"file": "sample:arm", "name": "tern", "links": 13, "joints": 12}
    assert table["collisions"]["by_reason"] == {"Adjacent": 1}
    assert table["groups"][0]["resolved"]["tip"] == "palm_link"


@pytest.mark.parametrize(
    ("graph", "start"), [("dot", "digraph"), ("mermaid", "flowchart LR"), ("svg", "<svg ")]
)
def test_graphs_go_where_they_shall(graph, start, bodyplan, srdf, here):
    out = bodyplan("show", srdf, *WITH, "--graph", graph)[1]
    assert out.startswith(start)
    assert bodyplan("show", srdf, *WITH, "--graph", graph, "-o", "graph") == (0, "", "")
    assert (here / "graph").read_text(encoding="utf-8") == out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["tern.srdf", "--robot", "no-such.urdf"], "does not exist"),
        (["tern.srdf", "--robot", "tern.srdf"], "--robot requires a URDF; tern.srdf is an SRDF"),
        (["tern.srdf", "--robot", "<html/>"], "HTML"),
        (
            ["tern.srdf", "--robot", "sample:arm", "--alone"],
            "--alone cannot be combined with --robot",
        ),
        (
            ["sample:arm", "--robot", "sample:arm"],
            "--robot requires an SRDF; sample:arm is not one",
        ),
    ],
)
def test_wrong_use_ends_with_a_sentence(words, part, bodyplan, srdf):
    status, _, err = bodyplan("show", *words)
    assert status == 2
    assert part in err


@pytest.mark.parametrize(
    "text",
    [
        SRDF[: len(SRDF) // 2],
        '<robot><group/><group_state/><end_effector/><virtual_joint type="QQQ"/></robot>',
        '<robot name="r"><disable_collisions/><passive_joint/><joint_property/></robot>',
        """<robot name="r"><group_state name="s" group="g"><joint name="j" value="QQQ"/>
        <joint name="k" value="nan"/><joint name="l" value=""/></group_state></robot>""",
        """<robot name="r"><link_sphere_approximation link="l"><sphere radius="inf"/>
        </link_sphere_approximation></robot>""",
    ],
)
@pytest.mark.parametrize("options", [("--alone",), WITH, ("--json",), (*WITH, "--json")])
def test_invalid_files_are_shown_as_far_as_they_go(text, options, bodyplan, here):
    (here / "r.srdf").write_text(text)
    status, out, err = bodyplan("show", "r.srdf", *options)
    assert (status, err) == (0, "")
    assert out


def test_every_real_file_is_shown(example_srdf, bodyplan):
    status, out, _ = bodyplan("show", example_srdf)
    assert status == 0
    assert "\ngroups " in out


@given(st.integers(50, 200), st.booleans(), st.booleans())
def test_the_page_fits_the_terminal(width, is_ascii, is_alone):
    summary = summarize_semantics(
        read(SRDF, format="srdf"), None if is_alone else read("sample:arm")
    )
    lines = semantics_lines(summary, width, is_ascii=is_ascii)
    assert all(cells(line.text) <= width for line in lines)


def test_the_narrowest_page_is_still_one():
    summary = summarize_semantics(read(SRDF, format="srdf"), read("sample:arm"))
    for width in range(1, 50):
        assert "elbow_joint" in plain(semantics_lines(summary, width))


@pytest.mark.parametrize("value", ["1e400", "nan", "-inf", "100", "0x1", "QQQ"])
def test_any_value_of_any_joint_can_be_shown(value, bodyplan, here):
    kinds = ("continuous", "revolute", "prismatic", "floating", "planar", "fixed")
    joints = "".join(
        f'<joint name="{kind}" type="{kind}"><parent link="a"/><child link="{kind}_link"/>'
        f'<axis xyz="0 0 1"/><limit lower="{1 - 2 * i}" upper="0" effort="1" velocity="1"/></joint>'
        f'<link name="{kind}_link"/>'
        for i, kind in enumerate(kinds)
    )
    (here / "r.urdf").write_text(f'<robot name="r"><link name="a"/>{joints}</robot>')
    places = "".join(f'<joint name="{kind}" value="{value}"/>' for kind in kinds)
    members = "".join(f'<joint name="{kind}"/>' for kind in kinds)
    (here / "r.srdf").write_text(
        f'<robot name="r"><group name="g">{members}</group>'
        f'<group_state name="s" group="g">{places}</group_state></robot>'
    )
    status, out, err = bodyplan("show", "r.srdf")
    assert (status, err) == (0, "")
    assert all(re.search(rf"^  {kind} ", out, re.MULTILINE) for kind in kinds)
    assert bodyplan("show", "r.srdf", "--json")[0] == 0


# Small pictures


@given(st.floats(), st.floats(), st.floats(), st.integers(3, 40), st.booleans())
def test_a_gauge_has_its_width_or_is_none(value, lower, upper, width, is_ascii):
    drawn = "".join(
        text for text, _ in limit_scale(value, lower, upper, width, "", is_ascii=is_ascii)
    )
    assert len(drawn) in (0, width)
    assert bool(drawn) == (
        math.isfinite(upper - lower) and lower <= upper and not math.isnan(value)
    )


@given(st.floats(-10, 10), st.floats(0.001, 10), st.floats(0, 1), st.floats(0, 1))
def test_the_mark_of_a_larger_value_is_not_further_left(lower, size, one, other):
    def place(share):
        drawn = limit_scale(lower + share * size, lower, lower + size, 20, "", is_ascii=True)
        return len(drawn[0][0])

    assert (place(min(one, other)) <= place(max(one, other))) is True


def test_gauges_show_ends_zero_and_what_is_outside():
    def drawn(*values):
        return "".join(text for text, _ in limit_scale(*values, 9, ""))

    assert drawn(-1, -1, 1) == "▕●──┼───▏"
    assert drawn(1, -1, 1) == "▕───┼──●▏"
    assert drawn(2, -1, 1) == "▕───┼──▶▏"
    assert drawn(-2, -1, 1) == "▕◀──┼───▏"
    assert drawn(0.5, 0, 1) == "▕───●───▏"
    assert drawn(5, 5, 5) == "▕───●───▏"
    assert drawn(1, 0, math.inf) == ""


def test_bars_are_as_long_as_their_numbers():
    assert bar(8, 8, 4) == "████"
    assert bar(5, 8, 4) == "██▌"
    assert bar(1, 10_000, 4) == "▏"
    assert bar(0, 8, 4) == ""
    assert bar(4, 8, 4, is_ascii=True) == "##"

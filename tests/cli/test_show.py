"""The verb show: what it prints where, and that nothing brings it down."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import io
import json
import math
import re
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import HANG_GUARD

from bodyplan.cli import main
from bodyplan.cli.pages._scales import extent
from bodyplan.cli.pages.drawing import Line, Table, cells, colored, cropped, plain
from bodyplan.cli.pages.link_tree import Bars, tree_table
from bodyplan.core import replace
from bodyplan.report import JointFacts, LinkFacts
from bodyplan.report._tree_rows import grow

BROKEN = """
<robot name="r"><link name="a"/><link name="b"/><link name="a"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>
<joint name="k" type="fixed"><parent link="b"/><child link="nowhere"/></joint>
<joint name="l" type="fixed"><parent link="b"/><child link="b"/></joint></robot>
"""
STATE = """
<model_state model="r" time_stamp="1.5">
<joint_state joint="elbow" position="0.5" velocity="1 2"/></model_state>
"""


def show(capsys, *words):
    status = main(["show", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_page_has_head_tree_and_files(capsys):
    status, out, err = show(capsys, "sample:arm")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tern · URDF 1.0 · sample:arm"
    assert "links                 13  14 visuals, 24 collisions" in lines
    assert "DOF                    7  degrees of freedom, 8 including mimic joints" in lines
    assert re.search(r"^└─ pedestal_link +base_joint +fixed +4.713 kg", out, re.MULTILINE)
    assert re.search(r"shoulder_link +shoulder_pan_joint +revolute z +±2.9 rad \(±166.2°\)", out)
    assert "0 … 0.04 m, mimics left_finger_joint" in out
    assert "finger.stl ×2" in out
    assert "\x1b" not in out
    assert "error" not in out


def test_every_sample_and_real_robot_is_shown(example_robot, capsys):
    status, out, _ = show(capsys, str(example_robot))
    assert status == 0
    assert "degrees of freedom" in out


def test_colours_are_there_when_asked_for(capsys):
    _, out, _ = show(capsys, "sample:arm", "--color", "always")
    assert "\x1b[1mtern\x1b[0m" in out
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", out)
    _, plain_out, _ = show(capsys, "sample:arm", "--color", "never")
    assert [line.rstrip() for line in stripped.splitlines()] == plain_out.splitlines()


def test_without_unicode_it_draws_with_ascii(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["show", '<robot name="é"><link name="机"/></robot>']) == 0
    assert main(["show", "sample:arm"]) == 0
    assert main(["show", "sample:arm", "--color", "always"]) == 0
    assert main(["show", "--graph", "svg", '<robot name="é"><link name="机"/></robot>']) == 0
    out.flush()
    text = out.buffer.getvalue().decode("ascii")
    assert "`- pedestal_link" in text
    assert "+-2.9 rad (+-166.2 deg)" in text
    assert "\\u673a" in text
    assert "&#26426;" in text


def test_problems_are_marked_and_counted(capsys):
    status, out, _ = show(capsys, BROKEN)
    assert status == 0
    assert "nowhere (missing link)" in out
    assert "b (loop)" in out
    assert "a (repeated link)" in out
    assert re.search(r"^\d+ errors: run bodyplan check <robot", out, re.MULTILINE) is None
    assert re.search(r"^\d+ errors: run bodyplan check", out, re.MULTILINE)


def test_a_file_that_breaks_off_is_shown_as_far_as_it_goes(capsys):
    status, out, _ = show(capsys, '<robot name="r"><link name="a"/><link name="b">')
    assert status == 0
    assert "1 error: run bodyplan check" in out or "errors: run bodyplan check" in out


def test_settings_decide_what_is_an_error(tmp_path, capsys):
    robot = tmp_path / "r.urdf"
    robot.write_text(BROKEN)
    (tmp_path / "bodyplan.toml").write_text('ignore = ["T", "J", "N", "X", "U", "I", "G"]')
    assert "run bodyplan check" not in show(capsys, str(robot))[1]
    assert "run bodyplan check" in show(capsys, str(robot), "--no-config")[1]


def test_the_depth_can_be_chosen(capsys):
    _, out, _ = show(capsys, "sample:arm", "--depth", "1")
    assert "pedestal_link (+11 below)" in out
    assert "shoulder_link" not in out
    _, out, _ = show(capsys, "sample:arm", "--depth", "0")
    assert "base_link (+12 below)" in out
    _, out, _ = show(capsys, "sample:arm", "--no-tree")
    assert "pedestal_link" not in out
    assert show(capsys, "sample:arm", "--depth", "-1")[0] == 2


def test_json_holds_all_facts(capsys):
    _, out, _ = show(capsys, "sample:quadruped", "--json")
    table = json.loads(out)
    assert table["version"] == 1
    assert table["counts"]["links"] == len(table["links"]) == 20
    assert table["degrees_of_freedom"]["independent"] == 12


@pytest.mark.parametrize(
    ("graph", "start"), [("dot", "digraph"), ("mermaid", "flowchart LR"), ("svg", "<svg ")]
)
def test_graphs_go_where_they_shall(graph, start, tmp_path, capsys):
    _, out, _ = show(capsys, "sample:rover", "--graph", graph)
    assert out.startswith(start)
    target = tmp_path / "graph"
    assert show(capsys, "sample:rover", "--graph", graph, "-o", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == out


def test_the_page_can_go_to_a_file(tmp_path, capsys):
    target = tmp_path / "page.txt"
    assert show(capsys, "sample:rover", "-o", str(target)) == (0, "", "")
    assert "└─ base_link" in target.read_text(encoding="utf-8")


def test_a_model_state_is_a_table(capsys):
    status, out, _ = show(capsys, STATE)
    assert status == 0
    assert "r · model state" in out
    assert re.search(r"^joint +position +velocity +effort$", out, re.MULTILINE)
    assert re.search(r"^elbow +0.5 +1, 2 +-$", out, re.MULTILINE)
    assert json.loads(show(capsys, STATE, "--json")[1])["time"] == 1.5
    status, _, err = show(capsys, STATE, "--graph", "svg")
    assert status == 2
    assert "no graph" in err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["<html/>"], "HTML"),
        (["no-such.urdf"], "does not exist"),
        (["sample:arm", "--graph", "png"], "--graph: expected dot, mermaid or svg, got 'png'"),
        (["sample:arm", "--json", "--graph", "dot"], "cannot be combined with"),
        (["sample:arm", "-o", "/no/such/folder/x"], "cannot write"),
        (["sample:arm", "--limit", "max_bytes"], "NAME=VALUE"),
    ],
)
def test_wrong_use_ends_with_a_sentence(words, part, capsys):
    status, _, err = show(capsys, *words)
    assert status == 2
    assert part in err


# The tree


def rows(names, edges):
    return grow(
        [LinkFacts(name) for name in names],
        [JointFacts(f"j{i}", "fixed", a, b) for i, (a, b) in enumerate(edges)],
    )


def chain(count):
    return rows([f"l{i}" for i in range(count)], [(f"l{i}", f"l{i + 1}") for i in range(count - 1)])


def test_a_deep_tree_is_flat():
    lines = plain(tree_table(chain(40), 80)).splitlines()
    assert lines[0] == "l0"
    assert lines[39].startswith("↓ l39 ")
    assert plain(tree_table(chain(3), 80)).splitlines()[2].startswith("   └─ l2 ")


def test_only_branches_of_a_flat_tree_move_to_the_right():
    names = [*(f"l{i}" for i in range(30)), "m", "n", "o"]
    edges = [(f"l{i}", f"l{i + 1}") for i in range(29)]
    edges += [("l2", "m"), ("m", "n"), ("l29", "o")]
    lines = [
        line.split("  j")[0].rstrip()
        for line in plain(tree_table(rows(names, edges), 80)).splitlines()
    ]
    assert lines[2:6] == ["↓ l2", "├─ l3", "│  ↓ l4", "│  ↓ l5"]
    assert lines[-2:] == ["└─ m", "   ↓ n"]


def test_rails_that_do_not_fit_are_counted():
    count = 200
    names = [f"l{i}" for i in range(count)] + [f"m{i}" for i in range(count)]
    edges = [(f"l{i}", f"l{i + 1}") for i in range(count - 1)]
    edges += [(f"l{i}", f"m{i}") for i in range(count)]
    lines = plain(tree_table(rows(names, edges), 80)).splitlines()
    assert any(line.startswith("(192) ") and " l198" in line for line in lines)
    assert max(map(len, lines)) <= 80


@given(
    st.integers(1, 120),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20),
    st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(width, edges, is_ascii):
    found = rows(
        [f"link_机器_{i}" for i in range(10)],
        [(f"link_机器_{a}", f"link_机器_{b}") for a, b in edges],
    )
    for line in tree_table(found, width, is_ascii=is_ascii):
        assert cells(line.text) <= width


@pytest.mark.parametrize("above", [lambda i: i - 1, lambda i: i - 1 if i % 2 else max(i - 2, 0)])
def test_a_large_tree_takes_time_in_proportion(above):
    count = 20_000
    found = rows(
        [f"l{i}" for i in range(count)], [(f"l{above(i)}", f"l{i}") for i in range(1, count)]
    )
    start = time.process_time()
    assert len(list(tree_table(found, 80))) == count
    assert time.process_time() - start < HANG_GUARD


def test_cutting_respects_wide_characters():
    assert cropped("abcdef", 4) == "abc…"
    assert cropped("机器人", 4) == "机…"
    assert cropped("abc", 3) == "abc"
    assert cropped("abc", 0) == ""


def test_a_table_leaves_columns_out_when_there_is_no_room():
    table = Table(((1, 3), (1, 0)))
    table.add([("abcdef", ""), ("ghijkl", "")])
    assert plain(table.lines(None)) == "abcdef  ghijkl\n"
    assert plain(table.lines(12)) == "abcdef  ghi…\n"
    assert plain(table.lines(9)) == "abcdef\n"
    assert plain(table.lines(4)) == "abc…\n"


def test_a_style_is_a_colour_or_several_words_and_empty_text_has_none():
    line = Line(("a", "bold red"), ("", "dim"), ("b", ""), ("é", "dim italic"))
    assert colored([line, Line()]) == "\x1b[1;31ma\x1b[0mb\x1b[2;3mé\x1b[0m\n\n"


@pytest.mark.parametrize(
    ("text", "columns"),
    [("arm", 3), ("日本語", 6), ("한국", 4), ("a\u0301", 1), ("…×±°", 4), ("├─ └─", 5), ("▏█●", 3)],
)
def test_wide_characters_take_two_columns_and_accents_none(text, columns):
    assert cells(text) == columns


# Centre of mass, reach, ranges


def test_the_head_reports_centre_of_mass_and_reach(capsys):
    _, out, _ = show(capsys, "sample:arm", "--no-tree")
    lines = out.splitlines()
    assert "centre of mass  0.07155, 0, 0.3059 m in base_link" in lines
    assert "reach            1.098 m  upper bound, from base_link to grasp_frame" in lines
    table = json.loads(show(capsys, "sample:arm", "--json")[1])
    assert table["center_of_mass"]["link"] == "base_link"
    assert [round(x, 5) for x in table["center_of_mass"]["xyz"]] == [0.07155, 0.0, 0.30588]
    assert round(table["reach"].pop("length"), 9) == 1.098
    assert table["reach"] == {"base": "base_link", "tip": "grasp_frame", "endless": ""}
    assert {joint["name"]: joint["default"] for joint in table["joints"]}["elbow_joint"] == 0.0


def test_what_slides_without_limits_has_no_reach(capsys, tmp_path):
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="rail" type="prismatic">'
        '<parent link="a"/><child link="b"/></joint></robot>'
    )
    _, out, _ = show(capsys, str(tmp_path / "r.urdf"))
    assert re.search("reach +∞  rail slides without limits", out)
    assert "centre" not in out
    table = json.loads(show(capsys, str(tmp_path / "r.urdf"), "--json")[1])
    assert table["center_of_mass"] is None
    assert table["reach"] == {"length": None, "base": "a", "tip": "b", "endless": "rail"}


def test_ranges_are_bars_on_one_scale(capsys):
    _, out, _ = show(capsys, "sample:arm")
    bars = {
        line.split()[2 if "└" in line or "├" in line else 1]: re.search("[┈━●]{15}", line)
        for line in out.splitlines()
        if "_joint" in line
    }
    assert bars.pop("base_joint") is None
    assert bars["elbow_joint"][0] == "┈━━━━━━●━━┈┈┈┈┈"
    assert bars["shoulder_lift_joint"][0] == "┈┈━━━━━●━━━━━┈┈"
    assert bars["left_finger_joint"][0] == "┈┈┈┈┈┈┈●━━━━━━━"


def test_bars_in_ascii_and_where_there_is_no_room(capsys, monkeypatch):
    class Ascii(io.StringIO):
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", page := Ascii())
    main(["show", "sample:arm"])
    assert ".======o==....." in page.getvalue()
    assert page.getvalue().isascii()
    rows = grow(
        [LinkFacts("a"), LinkFacts("b")],
        [JointFacts("j", "revolute", "a", "b", lower=-1.0, upper=2.0)],
    )
    assert any("●" in line.text for line in tree_table(rows, 80))
    assert not any("●" in line.text for line in tree_table(rows, 40))


@pytest.mark.parametrize(
    ("lower", "upper", "default", "drawn"),
    [
        (-1.0, 1.0, 0.0, "=====o====="),
        (0.0, 1.0, 0.0, ".....o====="),
        (0.5, 1.0, 0.75, "........=o="),
        (-9.0, 9.0, 0.0, "<====o====>"),
        (-9.0, 0.5, -9.0, "o========.."),
        (0.2, 0.2, 0.2, "......o...."),
        (-1.0, 1.0, 7.0, "==========o"),
        (1.0, -1.0, 0.0, ""),
        (math.nan, 1.0, 0.0, ""),
        (-math.inf, 1.0, 0.0, ""),
    ],
)
def test_a_range_is_drawn_with_its_default(lower, upper, default, drawn):
    spans = extent(lower, upper, default, 1.0, 11, "blue", is_ascii=True)
    assert "".join(text for text, _ in spans) == drawn


def test_a_joint_without_limits_is_drawn_beyond_both_ends():
    joint = JointFacts("j", "revolute", "a", "b", lower=-math.inf, upper=math.inf)
    half = replace(joint, lower=0.0)
    bars = Bars([joint, half], is_ascii=True)
    assert "".join(text for text, _ in bars.of(joint)) == "<======o======>"
    assert "".join(text for text, _ in bars.of(half)) == ".......o======>"
    assert bars.of(replace(joint, lower=None, upper=None)) == []


@pytest.mark.parametrize(("width", "said"), [(90, "rad ("), (60, "rad"), (30, "")])
def test_ranges_are_reported_without_degrees_before_they_are_cut(width, said):
    joints = [
        JointFacts(
            f"a_long_name_{i}", "revolute", f"link_{i}", f"link_{i + 1}", lower=-2.0, upper=i
        )
        for i in range(4)
    ]
    links = [LinkFacts(f"link_{i}") for i in range(5)]
    lines = plain(tree_table(grow(links, joints), width)).splitlines()
    assert max(map(len, lines)) <= width
    assert all(said in line for line in lines[1:])
    assert said == "rad (" or not [line for line in lines if "(" in line]


def test_a_joint_that_cannot_follow_is_shown_as_free(tmp_path, capsys):
    (tmp_path / "r.urdf").write_text(
        """<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
        <joint name="still" type="fixed"><parent link="a"/><child link="b"/></joint>
        <joint name="turn" type="continuous"><parent link="b"/><child link="c"/>
        <mimic joint="still"/></joint></robot>"""
    )
    _, out, _ = show(capsys, str(tmp_path / "r.urdf"))
    assert re.search(r"^DOF +1  degrees of freedom$", out, re.MULTILINE)
    assert "cannot mimic still" in out


def test_a_model_has_the_degrees_of_freedom_and_mass_that_parsers_give_it(tmp_path, capsys):
    joint = '<joint name="{0}{1}" type="ball"><parent>{0}</parent><child>{1}</child></joint>'
    links = "".join(f'<link name="{name}">{{}}</link>' for name in "abcd")
    heavy = "<inertial><mass>2</mass></inertial>"
    (tmp_path / "m.sdf").write_text(
        '<sdf version="1.9"><model name="m">'
        + links.format(heavy, "", "", "")
        + joint.format("a", "b")
        + joint.format("b", "a")
        + joint.format("a", "c")
        + "</model></sdf>"
    )
    _, out, _ = show(capsys, str(tmp_path / "m.sdf"))
    assert "12  degrees of freedom, 6 of 1 free link, reduced by 1 closed loop" in out
    assert "5 kg  in 1 link, 3 without mass, assumed to be 1 kg each" in out


def test_a_robot_is_shown_without_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None; from bodyplan.cli import main; "
        "sys.exit(main(['show', 'sample:arm']) or main(['show', 'sample:arm', '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "centre" in done.stdout

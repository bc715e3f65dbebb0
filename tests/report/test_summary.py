"""What a summary tells, about sound robots and about broken ones."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import json
import math
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.diag.json_schema import json_report
from bodyplan.formats.read import read
from bodyplan.report import JointFacts, LinkFacts, MimicFacts, robot_report, wording
from bodyplan.report._tree_rows import grow

URDF = """
<robot name="r" version="1.1">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="a">
    <inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://p/a.dae"/></geometry>
      <material name="red"/></visual>
    <visual><geometry><box size="1 1 1"/></geometry>
      <material name="t"><texture filename="t.png"/></material></visual>
    <collision><geometry><mesh filename="package://p/a.dae"/></geometry></collision>
  </link>
  <link name="b"/>
  <link name="c">
    <inertial><mass value="0.5"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <link name="d"/>
  <joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="3" velocity="4"/></joint>
  <joint name="slide" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.5" effort="3" velocity="4"/><mimic joint="turn" multiplier="-2"/></joint>
  <joint name="free" type="floating"><parent link="a"/><child link="d"/></joint>
  <gazebo/><gazebo reference="a"/>
  <transmission name="x"/>
</robot>
"""


def test_counts_and_freedom_and_mass():
    summary = robot_report(read(URDF))
    assert (summary.name, summary.format_version, summary.format) == ("r", "1.1", "urdf")
    assert (len(summary.links), len(summary.joints)) == (4, 3)
    assert summary.counts.joint_types == {"revolute": 1, "prismatic": 1, "floating": 1}
    assert (summary.counts.visuals, summary.counts.collisions, summary.counts.materials) == (
        2,
        1,
        2,
    )
    assert (summary.counts.gazebo, summary.counts.transmissions, summary.counts.sensors) == (
        2,
        1,
        0,
    )
    freedom = summary.degrees_of_freedom
    assert (freedom.total, freedom.followers, freedom.independent, freedom.joints) == (8, 1, 7, 3)
    assert (summary.mass.total, summary.mass.links, summary.mass.without) == (2.5, 2, 2)
    assert [
        (use.uri, use.times - use.collisions, use.collisions, use.times) for use in summary.meshes
    ] == [("package://p/a.dae", 1, 1, 2)]
    assert [use.uri for use in summary.textures] == ["t.png"]
    assert tuple(row.name for row in summary.tree if not row.depth) == ("a",)
    assert [(row.depth, row.name) for row in summary.tree] == [
        (0, "a"),
        (1, "b"),
        (2, "c"),
        (1, "d"),
    ]


def test_a_typed_robot_will_do():
    document = read(URDF)
    assert robot_report(document.root).tree == robot_report(document).tree
    assert robot_report(document.root).file == ""


def test_what_is_no_description_has_no_summary():
    with pytest.raises(ValueError, match="no robot description"):
        robot_report(read("<html/>"))


def test_real_robots_agree_with_a_plain_count(example_robot):
    """The oracle counts elements of the standard library's tree."""
    summary = robot_report(read(example_robot))
    root = ET.parse(example_robot).getroot()
    joints = root.findall("joint")
    assert len(summary.links) == len(root.findall("link"))
    assert len(summary.joints) == len(joints)
    assert summary.counts.visuals == len(root.findall("link/visual"))
    assert summary.counts.collisions == len(root.findall("link/collision"))
    meshes = root.findall("link/*/geometry/mesh")
    assert sum(use.times for use in summary.meshes) == len(meshes)
    assert {use.uri for use in summary.meshes} == {mesh.get("filename") for mesh in meshes}
    masses = [float(mass.get("value")) for mass in root.findall("link/inertial/mass")]
    assert summary.mass.total == pytest.approx(math.fsum(masses))
    own = {"revolute": 1, "continuous": 1, "prismatic": 1, "planar": 3, "floating": 6}
    leaders = {j.get("name") for j in joints if own.get(j.get("type")) == 1}
    follow = [
        j.find("mimic") is not None and j.find("mimic").get("joint") in leaders for j in joints
    ]
    free = [
        own.get(j.get("type"), 0) for j, is_led in zip(joints, follow, strict=True) if not is_led
    ]
    assert summary.degrees_of_freedom.independent == sum(free)
    children = {joint.find("child").get("link") for joint in joints}
    roots = [link.get("name") for link in root.findall("link") if link.get("name") not in children]
    assert [row.name for row in summary.tree if not row.depth] == roots
    assert sum(row.below for row in summary.tree) == len(joints)


BROKEN = {
    "nothing at all": ([], [], []),
    "two roots": (["a", "b"], [], [(0, "a", ""), (0, "b", "")]),
    "an unknown child": (["a"], [("a", "x")], [(0, "a", ""), (1, "x", "missing link")]),
    "an unknown parent": (["a"], [("x", "a")], [(0, "x", "missing link"), (1, "a", "")]),
    "a link on itself": (["a"], [("a", "a")], [(0, "a", ""), (1, "a", "loop")]),
    "a loop without a root": (
        ["c", "b", "a"],
        [("a", "b"), ("b", "a"), ("b", "c")],
        [(0, "b", "in a loop"), (1, "a", ""), (2, "b", "loop"), (1, "c", "")],
    ),
    "a second parent": (
        ["a", "b", "c"],
        [("a", "b"), ("a", "c"), ("b", "c")],
        [(0, "a", ""), (1, "b", ""), (2, "c", "second parent"), (1, "c", "")],
    ),
    "a repeated link": (
        ["a", "b", "b"],
        [("a", "b")],
        [(0, "a", ""), (1, "b", ""), (0, "b", "repeated link")],
    ),
    "empty names": (["", ""], [("", "")], [(0, "", ""), (1, "", "loop"), (0, "", "repeated link")]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_trees_are_marked(name):
    links, joints, wanted = BROKEN[name]
    rows = grow(
        [LinkFacts(link) for link in links],
        [JointFacts(f"j{i}", "fixed", *ends) for i, ends in enumerate(joints)],
    )
    assert [(row.depth, row.name, row.mark) for row in rows] == wanted


some_names = st.sampled_from(["a", "b", "c", "d", "e", "f", ""])


@given(st.lists(some_names), st.lists(st.tuples(some_names, some_names)))
def test_every_link_and_joint_has_its_row(links, joints):
    facts = [LinkFacts(link) for link in links]
    edges = [JointFacts(f"j{i}", "fixed", *ends) for i, ends in enumerate(joints)]
    rows = grow(facts, edges)
    shown = [row for row in rows if row.mark not in ("loop", "second parent")]
    assert sorted(row.name for row in shown if row.link is not None) == sorted(links)
    assert sorted(row.joint.name for row in rows if row.joint) == sorted(j.name for j in edges)
    for index, row in enumerate(rows):
        if row.above is None:
            assert row.depth == 0
            assert row.joint is None
        else:
            assert row.above < index
            assert row.depth == rows[row.above].depth + 1
            assert rows[row.above].name == row.joint.parent
        assert row.below == sum(other.above == index for other in rows)


@pytest.mark.parametrize("loop", [False, True])
def test_a_chain_of_many_links_is_no_trouble(loop):
    count = 100_000
    links = [LinkFacts(f"l{i}") for i in range(count)]
    joints = [JointFacts("j", "fixed", f"l{i}", f"l{i + 1}") for i in range(count - 1)]
    if loop:
        joints.append(JointFacts("j", "fixed", f"l{count - 1}", "l0"))
    rows = grow(links, joints)
    assert rows[count - 1].depth == count - 1
    assert rows[-1].mark == ("loop" if loop else "")


def test_unreadable_values_are_counted_apart():
    text = URDF.replace('value="2"', 'value="two"').replace('type="floating"', 'type="flying"')
    summary = robot_report(read(text))
    assert (summary.mass.total, summary.mass.unreadable) == (0.5, 1)
    assert summary.counts.joint_types[""] == 1
    table = json.loads(json.dumps(json_report(summary), allow_nan=False))
    assert table["links"][0]["mass"] is None


def test_the_table_is_complete():
    table = json_report(robot_report(read(URDF)))
    assert table["version"] == 1
    assert table["counts"]["joint_types"] == {"revolute": 1, "prismatic": 1, "floating": 1}
    assert table["degrees_of_freedom"] == {
        "total": 8,
        "followers": 1,
        "independent": 7,
        "joints": 3,
        "loose": 0,
    }
    assert table["joints"][1]["mimic"] == {
        "leader": "turn",
        "multiplier": -2.0,
        "offset": 0.0,
        "is_followed": True,
    }
    assert table["joints"][1]["axis"] == [0.0, -1.0, 0.0]
    assert table["tree"][2] == {
        "depth": 2,
        "above": 1,
        "name": "c",
        "joint_index": 1,
        "mark": "",
    }


def test_a_model_state_has_its_joints():
    text = '<model_state model="r" time_stamp="2"><joint_state joint="a" position="1 2"/></model_state>'
    summary = robot_report(read(text))
    assert (summary.name, summary.format, summary.time) == ("r", "model_state", 2.0)
    assert json_report(summary)["states"] == [
        {"joint": "a", "position": [1.0, 2.0], "velocity": [], "effort": []}
    ]


def joint(kind, **values):
    return JointFacts("j", kind, "a", "b", **values)


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        (joint("revolute", lower=-math.pi, upper=math.pi), "±3.142 rad (±180°)"),
        (joint("revolute", lower=-1.0, upper=0.5), "-1 … 0.5 rad (-57.3° … 28.6°)"),
        (joint("revolute", lower=-math.inf, upper=math.inf), "no limit"),
        (joint("screw", lower=0.0, upper=math.inf), "0 … ∞ rad (0° … ∞)"),
        (joint("revolute", lower=math.nan, upper=1e300), "? … 1e+300 rad (? … 5.73e+301°)"),
        (joint("revolute"), "no limit"),
        (joint("prismatic", lower=0.0, upper=0.04), "0 … 0.04 m"),
        (joint("continuous"), ""),
        (joint("fixed"), ""),
    ],
)
def test_limits_in_words(facts, wanted):
    assert wording.limits(facts) == wanted


@pytest.mark.parametrize(
    ("axis", "wanted"),
    [
        ((0.0, 0.0, 1.0), "z"),
        ((-1.0, 0.0, -0.0), "-x"),
        ((1.0, 1.0, 0.0), "(1 1 0)"),
        ((math.nan, 0.0, 0.0), "(? 0 0)"),
        (None, ""),
    ],
)
def test_axes_in_words(axis, wanted):
    assert wording.axis(joint("revolute", axis=axis)) == wanted


def test_other_words():
    assert wording.name("") == "(no name)"
    assert wording.name("a\x9bb\n") == "a\\x9bb\\n"
    assert wording.shapes(("box", "package://p/x.dae", "box", "")) == "box ×2, x.dae, nothing"
    follower = joint("revolute", mimic=MimicFacts("k", -2.0, -0.5))
    assert wording.follows(follower) == "mimics k ×-2 - 0.5"
    assert wording.in_ascii(wording.limits(joint("revolute", lower=-1.0, upper=1.0))).isascii()

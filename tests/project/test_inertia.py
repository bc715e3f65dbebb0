"""Robots on the scales: verdicts, scores, densities, and other numbers as fixes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.geometry import written
from tests.geometry.polyhedra import SOLIDS
from tests.slices import amount

import bodyplan
from bodyplan.cli.pages.inertia import lumped_page, page
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.core import replace
from bodyplan.diag.json_schema import json_report
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.inertia import is_possible, mass_of
from bodyplan.jobs.inertia.changes import applied, compute, repair, with_changes
from bodyplan.jobs.inertia.report import inertia_report
from bodyplan.model import UnknownNameError

mujoco = pytest.importorskip("mujoco")


def inertial(mass, xx, yy, zz, more=""):
    return (
        f'<inertial>{more}<mass value="{mass}"/><inertia ixx="{xx}" ixy="0" ixz="0" '
        f'iyy="{yy}" iyz="0" izz="{zz}"/></inertial>'
    )


def box(size, tag="collision"):
    return f'<{tag}><geometry><box size="{size}"/></geometry></{tag}>'


def robot(*contents, kind="revolute"):
    """Links l0, l1, ... in a chain."""
    links = "\n".join(f'<link name="l{i}">{text}</link>' for i, text in enumerate(contents))
    joints = "\n".join(
        f'<joint name="j{i}" type="{kind}"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<origin xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>'
        for i in range(1, len(contents))
    )
    return bodyplan.read(f'<robot name="r">\n{links}\n{joints}\n</robot>')


GOOD = inertial(1, 0.0017, 0.0017, 0.0017) + box("0.1 0.1 0.1")
PLATE = inertial(1, 1, 1, 5) + box("0.1 0.1 0.1")


@pytest.mark.parametrize(
    ("text", "verdict", "score", "codes"),
    [
        (GOOD, "plausible", 100.0, []),
        (PLATE, "impossible", 0.0, ["I202", "I402"]),
        (inertial(-1, 1, 1, 1), "impossible", 0.0, ["I101"]),
        (inertial(0, 1, 1, 1), "impossible", 0.0, ["I105"]),
        (inertial("abc", 1, 1, 1), "unreadable", 0.0, []),
        (inertial(0, 0, 0, 0), "no mass", None, []),
        (inertial(1, 1, 1, 1), "doubtful", 50.0, ["I301"]),
        (inertial(1000, 2, 2, 2) + box("0.1 0.1 0.1"), "doubtful", 50.0, ["I401"]),
        ("", "no inertial", None, []),
    ],
)
def test_the_verdict_on_a_link(text, verdict, score, codes):
    (link,) = inertia_report(robot(text)).links
    assert link.verdict == verdict
    assert link.score == score
    assert [found.code for found in link.findings] == codes


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            inertial("1,5", 1, 1, 1),
            ["<mass> value: expected a number, got '1,5' (decimal comma?)"],
        ),
        (
            inertial(1, 1, 1, 1, '<origin xyz="0 QQQ 0"/>'),
            ["<origin> xyz: expected a number, got 'QQQ' in '0 QQQ 0'"],
        ),
        ("<inertial><mass value='1'/></inertial>", ["missing <inertia> in <inertial>"]),
    ],
)
def test_what_cannot_be_read_is_said(text, reasons):
    (link,) = inertia_report(robot(text)).links
    assert (link.verdict, link.score) == ("unreadable", 0.0)
    assert list(link.reasons) == reasons


def test_an_automatic_mass_of_nothing_says_why():
    text = """<sdf version="1.12"><model name="m"><link name="a"><inertial auto="true"/>
    <collision name="c"><geometry><mesh><uri>QQQ.stl</uri></mesh></geometry></collision>
    </link></model></sdf>"""
    (link,) = inertia_report(bodyplan.read(text)).links
    assert link.verdict == "unreadable"
    assert link.reasons == ("no mass can be computed from its shapes: mesh 'QQQ.stl' not found",)
    text = """<sdf version="1.12"><model name="m"><link name="a"><inertial auto="true">
    <density>-5</density></inertial><collision name="c"><geometry><box><size>1 1 1</size></box>
    </geometry></collision></link></model></sdf>"""
    (link,) = inertia_report(bodyplan.read(text)).links
    assert link.verdict == "unreadable"
    assert link.reasons == (
        "no mass can be computed from its shapes: a density is not positive, or a pose cannot be resolved",
    )


@pytest.mark.parametrize(("centred", "x"), [("true", 0.0), ("false", 1.05)])
def test_an_automatic_mass_is_that_of_the_part_that_a_mesh_names(tmp_path, centred, x):
    solid, corners = SOLIDS["box"], SOLIDS["box"].vertices
    far = np.add(corners, (10.0, 0.0, 0.0))
    data = written.obj([*corners, *far], [*solid.faces, *(solid.faces + len(corners))])
    lines = data.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(b"f "))
    lines[first:first] = [b"o Near"]
    lines.insert(first + 1 + len(solid.faces), b"o Far")
    (tmp_path / "two.obj").write_bytes(b"\n".join(lines))
    (tmp_path / "m.sdf").write_text(
        '<sdf version="1.12"><model name="m"><link name="a"><inertial auto="true"/>'
        '<collision name="c"><geometry><mesh><uri>two.obj</uri><submesh><name>Far</name>'
        f"<center>{centred}</center></submesh><scale>0.1 0.1 0.1</scale></mesh></geometry></collision></link></model></sdf>"
    )
    (link,) = inertia_report(bodyplan.read(tmp_path / "m.sdf")).links
    assert link.mass is not None
    assert link.mass.mass == pytest.approx(6.0)
    assert link.mass.p_BC[0] == pytest.approx(x, abs=1e-12)
    assert link.density == pytest.approx(1000.0)


def test_where_collision_shapes_are_replacements_the_density_is_that_of_the_visuals():
    small = '<collision><geometry><sphere radius="0.01"/></geometry></collision>'
    text = inertial(1, 0.0017, 0.0017, 0.0017) + small
    (link,) = inertia_report(robot(text + box("0.1 0.1 0.1", "visual"))).links
    assert (link.density, link.density_from, link.verdict) == (
        pytest.approx(1000),
        "visual",
        "plausible",
    )
    (link,) = inertia_report(robot(text)).links
    assert (link.density_from, link.verdict) == ("collision", "doubtful")
    assert [one.code for one in link.findings] == ["I401", "I402"]
    (link,) = inertia_report(robot(text + box("0.1 0.1 0.1", "visual")), origin="collision").links
    assert link.verdict == "doubtful"
    assert link.reasons == ("denser than any metal, if it consists only of its collision shapes",)


def test_where_the_visuals_cannot_be_measured_nothing_is_said_of_a_replacement():
    small = '<collision><geometry><sphere radius="0.01"/></geometry></collision>'
    mesh = '<visual><geometry><mesh filename="QQQ.stl"/></geometry></visual>'
    (link,) = inertia_report(robot(inertial(1, 0.0017, 0.0017, 0.0017) + small + mesh)).links
    assert (link.verdict, link.density, link.reasons) == ("plausible", None, ())
    assert "QQQ.stl" in link.density_unknown


def test_where_collision_shapes_are_mere_marks_the_density_is_that_of_the_visuals():
    mark = '<collision><geometry><sphere radius="1e-6"/></geometry></collision>'
    text = inertial(0.8, 0.0017, 0.0017, 0.0017) + mark + box("0.1 0.1 0.1", "visual")
    (link,) = inertia_report(robot(text)).links
    assert (link.density, link.density_from, link.verdict) == (
        pytest.approx(800),
        "visual",
        "plausible",
    )


def test_the_density_of_a_mere_mark_is_not_odd():
    mark = '<collision><geometry><sphere radius="0.001"/></geometry></collision>'
    (link,) = inertia_report(robot(inertial(1, 0.0017, 0.0017, 0.0017) + mark)).links
    assert (link.verdict, link.reasons) == ("plausible", ())
    assert link.density > 1e8


def test_nothing_is_odd_about_the_density_of_what_never_moves():
    text = """<sdf version="1.12"><model name="ground"><static>{}</static><link name="l"><inertial>
      <mass>1</mass><inertia><ixx>9</ixx><iyy>9</iyy><izz>9</izz></inertia></inertial>
      <collision name="c"><geometry><box><size>100 100 1</size></box></geometry></collision>
    </link></model></sdf>"""
    verdicts = {}
    for word in ("true", "false"):
        *_, link = inertia_report(bodyplan.read(text.format(word))).links
        verdicts[word] = link.verdict
    assert verdicts == {"true": "plausible", "false": "doubtful"}


def test_links_without_a_parent_joint_are_reported():
    document = bodyplan.read(
        f'<robot name="r"><link name="a"/><link name="b">{GOOD}</link></robot>'
    )
    lines = [line.text for line in page(inertia_report(document), 80, is_ascii=True)]
    assert "link b has no parent joint; assumed at the pose of a" in lines


def test_the_score_of_a_robot_is_the_mean_of_its_links():
    report = inertia_report(robot(GOOD, PLATE, "", inertial(2, 1, 1, 1)))
    assert [link.score for link in report.links] == [100.0, 0.0, 50.0, 50.0]
    assert report.score == pytest.approx(50.0)
    assert inertia_report(robot("")).score is None


def test_the_score_of_a_robot_with_an_impossible_link_is_at_most_half():
    impossible = inertial(1, 1, 1, 9)
    report = inertia_report(robot(*[GOOD] * 9, impossible))
    assert [link.verdict for link in report.links].count("impossible") == 1
    assert report.score == 50.0
    assert inertia_report(robot(*[GOOD] * 10)).score == 100.0


def test_a_mass_without_inertia_is_doubtful_even_where_nothing_moves_it():
    report = inertia_report(robot(GOOD, inertial(2, 0, 0, 0), kind="fixed"))
    assert [link.verdict for link in report.links] == ["plausible", "doubtful"]


def test_a_link_without_an_inertial_is_doubtful_only_where_a_joint_moves_it():
    first, moved = inertia_report(robot(GOOD, "")).links
    assert (moved.verdict, [one.code for one in moved.findings]) == ("doubtful", ["I103"])
    held = inertia_report(robot(GOOD, "", kind="fixed"))
    assert [link.verdict for link in held.links] == ["plausible", "no inertial"]
    assert [one.name for one in repair(inertia_report(robot(GOOD, "")))] == [first.name]


def test_what_a_rule_reports_once_counts_for_every_link_that_it_is_about():
    same = [inertial(mass, 0.001, 0.001, 0.001) for mass in (1, 2, 3, 4)]
    report = inertia_report(robot(*same))
    assert [[one.code for one in link.findings] for link in report.links] == [["I302"]] * 4
    assert {link.verdict for link in report.links} == {"doubtful"}
    assert report.score == 50.0


def test_what_a_rule_reports_of_one_link_is_not_held_against_all_others(monkeypatch):
    def never(*_):
        raise AssertionError("asked of a pair of links")

    monkeypatch.setattr("bodyplan.jobs.inertia.report._concerns", never)
    large = [inertial(1, 9 + i, 9 + i, 9 + i) + box("0.1 0.1 0.1") for i in range(3)]
    links = inertia_report(robot(*large)).links
    assert [[found.code for found in link.findings] for link in links] == [["I402"]] * 3


def test_the_density_is_that_of_the_shapes():
    small = box("0.1 0.1 0.1", "visual")
    weights = inertia_report(robot(GOOD, inertial(1, 1, 1, 1) + small)).links
    assert [(link.density, link.density_from) for link in weights] == [
        (pytest.approx(1000.0), "collision"),
        (pytest.approx(1000.0), "visual"),
    ]
    weights = inertia_report(robot(GOOD, inertial(1, 1, 1, 1) + small), origin="collision").links
    assert (weights[1].density, weights[1].density_unknown) == (None, "no shape")


def test_links_are_lumped_with_their_names():
    report = inertia_report(robot(GOOD, GOOD, kind="fixed"))
    (body,) = report.lumped
    assert (body.name, body.links, body.verdict) == ("l0", ("l0", "l1"), "plausible")
    assert body.mass is not None
    assert body.mass == report.total


def test_other_files_are_no_robots():
    with pytest.raises(InputError, match="is an SRDF; only a robot has masses"):
        inertia_report(bodyplan.read("sample:arm.srdf"))
    with pytest.raises(InputError, match="no models to choose from"):
        inertia_report(robot(GOOD), model="QQQ")


# Other numbers


def test_repair_writes_the_nearest_body_and_it_passes_the_checks():
    document = robot(GOOD, PLATE)
    report = inertia_report(document)
    good, plate = repair(report)
    assert (good.state, plate.state) == ("same", "fix")
    assert plate.fix is not None
    assert plate.fix.safety == "safe"
    assert plate.after is not None
    assert is_possible(plate.after, 0.0)
    after = applied(document, [good, plate])
    assert "I202" not in {found.code for found in bodyplan.check(after).diagnostics}
    assert repair(inertia_report(after))[1].state == "same"


def test_what_mujoco_refuses_it_takes_after_the_repair():
    texts = [
        inertial(1, 1, 1, 5),
        inertial(1, 0, 0.1, 0.1),
        inertial(1, "1.234", "1.234", "2.469"),
        inertial(1, 0.2, 0.3, 7, '<origin rpy="0.3 0.4 0.5"/>'),
        inertial(1, 1, 1, 1).replace('"0"', '"1"'),
    ]

    def takes(link):
        xx, xy, xz, yy, yz, zz = mass_of(link.inertial).inertia
        model = (
            '<mujoco><worldbody><body><joint/><inertial pos="0 0 0" mass="1" '
            f'fullinertia="{xx!r} {yy!r} {zz!r} {xy!r} {xz!r} {yz!r}"/></body></worldbody></mujoco>'
        )
        try:
            mujoco.MjModel.from_xml_string(model)
        except ValueError:
            return False
        return True

    document = robot(*texts)
    report = inertia_report(document)
    assert not any(takes(link.link) for link in report.links)
    names = [link.name for link in report.links]
    after = applied(document, repair(report, links=names))
    assert all(takes(link.link) for link in inertia_report(after).links)


def test_repair_leaves_what_is_possible_but_for_rounding_unless_it_is_named():
    document = robot(inertial(1, "1.234", "1.234", "2.469"))
    report = inertia_report(document)
    (kept,) = repair(report)
    assert (kept.state, kept.fix) == ("kept", None)
    assert applied(document, [kept]) is document
    (named,) = repair(report, links=["l0"])
    assert named.state == "fix"
    assert named.fix is not None
    assert named.fix.safety == "unsafe"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (inertial(-1, 1, 1, 1), "its mass is negative"),
        (inertial(0, 1, 1, 1), "its mass is zero"),
        (inertial("abc", 1, 1, 1), "no inertia that can be read"),
    ],
)
def test_repair_says_what_it_cannot_do(text, reason):
    (one,) = repair(inertia_report(robot(text)))
    assert one.state == "not possible"
    assert reason in one.reason


def test_compute_changes_only_what_is_impossible_or_named():
    document = robot(GOOD, PLATE, box("0.1 0.1 0.1"))
    report = inertia_report(document)
    kept, fixed = compute(report, density=500.0)
    assert (kept.state, fixed.state) == ("kept", "fix")
    assert fixed.fix is not None
    assert fixed.fix.safety == "safe"
    assert fixed.after is not None
    assert fixed.after.mass == pytest.approx(0.5)
    named = compute(report, density=500.0, links=["l2", "l0"])
    assert [(one.name, one.state) for one in named] == [("l0", "fix"), ("l2", "fix")]
    assert {one.fix.safety for one in named if one.fix} == {"unsafe"}
    after = applied(document, named)
    masses = [link.mass and link.mass.mass for link in inertia_report(after).links]
    assert masses == [pytest.approx(0.5), 1.0, pytest.approx(0.5)]
    again = compute(inertia_report(after), density=500.0, links=["l0", "l2"])
    assert [one.state for one in again] == ["same", "same"]


def test_compute_from_a_mass_or_from_the_mass_that_is_written():
    report = inertia_report(robot(PLATE, inertial(-1, 1, 1, 1) + box("0.1 0.1 0.1")))
    own, without = compute(report)
    assert own.after is not None
    assert own.after.mass == pytest.approx(1.0)
    assert without.reason == "it has no mass to keep"
    both = compute(report, mass=3.0)
    assert [one.after and one.after.mass for one in both] == [pytest.approx(3.0)] * 2
    with pytest.raises(ValueError, match="either a density or a mass"):
        compute(report, mass=1.0, density=1.0)


@pytest.mark.parametrize(
    "rest", ["", '<inertia ixx="QQQ" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'], ids=["no", "bad"]
)
def test_a_mass_that_is_beside_an_inertia_that_cannot_be_read_is_kept(rest):
    text = f'<inertial><mass value="600"/>{rest}</inertial>' + box("1 1 1")
    document = robot(text, '<inertial><mass value="QQQ"/></inertial>' + box("1 1 1"))
    report = inertia_report(document)
    assert {link.verdict for link in report.links} == {"unreadable"}
    kept, without = compute(report)
    assert kept.after is not None
    assert (kept.after.mass, kept.after.inertia[0]) == (pytest.approx(600.0), pytest.approx(100.0))
    assert without.reason == "it has no mass to keep"
    after = inertia_report(applied(report.document, (kept,))).links[0]
    assert (after.verdict, after.mass and after.mass.mass) == ("plausible", pytest.approx(600.0))


MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="filled" params="mass i izz:=^">
  <inertial><mass value="${mass}"/>
    <inertia ixx="${i}" ixy="0" ixz="0" iyy="${i}" iyz="0" izz="${izz}"/></inertial>
</xacro:macro>
<xacro:macro name="part" params="name *inside">
  <link name="${name}"><xacro:insert_block name="inside"/></link>
</xacro:macro>
<xacro:property name="izz" value="1"/>
<link name="a"><xacro:filled mass="1" i="1"/></link>
<link name="b"><xacro:filled mass="1" i="0.1" izz="0.5"/></link>
<link name="c"><xacro:filled mass="1" i="0.1" izz="0.1"/></link>
<link name="d"><xacro:filled mass="1" i="QQQ"/></link>
<xacro:part name="e"><inertial><mass value="-1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></xacro:part>
<xacro:part name="f"><inertial><mass value="1"/>
  <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></xacro:part>
%s</robot>
""" % "\n".join(  # noqa: UP031
    f'<joint name="{name}_joint" type="revolute"><parent link="a"/><child link="{name}"/>'
    f'<limit lower="0" upper="1" effort="1" velocity="1"/></joint>'
    for name in "bcdef"
)


def test_what_macros_make_is_evaluated_like_the_file_that_expand_writes(tmp_path):
    document = bodyplan.read(MACROS)
    assert document.expanded is not None
    assert expansion_of(document) is not None
    assert not expansion_of(document).problems
    written = tmp_path / "r.urdf"
    written.write_bytes(document.expanded.to_bytes())

    def told(report):
        return [
            (link.name, link.verdict, link.reasons, [one.code for one in link.findings])
            for link in report.links
        ]

    report = inertia_report(document)
    assert told(report) == told(inertia_report(bodyplan.read(written)))
    verdicts = {link.name: link.verdict for link in report.links}
    assert verdicts == {
        "a": "doubtful",
        "b": "impossible",
        "c": "plausible",
        "d": "unreadable",
        "e": "impossible",
        "f": "plausible",
    }


BOLTED = """<sdf version="1.9"><model name="m">
  <link name="a"><inertial><mass>1</mass>
    <inertia><ixx>1</ixx><iyy>1</iyy><izz>{}</izz></inertia></inertial></link>
  <link name="b"><inertial auto="true"/>
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link>
  <joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>
  <joint name="k" type="fixed"><parent>a</parent><child>b</child></joint>
</model></sdf>"""


def test_what_macros_make_is_not_changed_and_a_remedy_is_reported(tmp_path):
    (tmp_path / "m.xacro").write_text(
        '<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        f'<xacro:property name="QQQ" value="1"/><link name="a">{PLATE}</link></robot>'
    )
    report = inertia_report(bodyplan.read(tmp_path / "m.xacro"))
    (told,) = repair(report)
    assert (told.state, told.fix) == ("not possible", None)
    assert "it is generated by xacro" in told.reason
    assert told.where is not None
    assert told.where.path.endswith("/link")
    assert applied(report.document, [told]) is report.document


def test_shapes_that_overlap_are_said_where_they_are_evaluated():
    apart = box("0.1 0.1 0.1").replace("<geometry>", '<origin xyz="0.1 0 0"/><geometry>')
    for other, wanted in (
        (apart, ""),
        (apart.replace("0.1 0 0", "0.05 0 0"), "collision shapes 1 and 2 overlap: their common"),
    ):
        (told,) = compute(inertia_report(robot(PLATE + other)), density=1000.0)
        assert told.after is not None
        assert told.after.mass == pytest.approx(2.0)
        assert told.note.startswith(wanted)
        assert bool(told.note) == bool(wanted)


def test_without_the_shapes_that_count_it_is_said_whether_there_are_others():
    for shape, reason in (("", "it has no shape"), (box("1 1 1", "visual"), "no collision shape")):
        (told,) = compute(inertia_report(robot(inertial(1, 1, 1, 5) + shape)), density=1.0)
        assert (told.state, told.reason.endswith(reason)) == ("not possible", True)


def test_shapes_as_large_as_houses_are_asked_about():
    text = PLATE.replace("0.1 0.1 0.1", "100 200 50")
    (told,) = compute(inertia_report(robot(text)), density=1000.0)
    assert told.note == "its shapes measure some 229 m across: are they in millimetres?"


def test_a_fix_is_safe_only_where_the_old_numbers_are_impossible():
    document = robot(PLATE, inertial("abc", 1, 1, 1) + box("1 1 1"), GOOD)
    names = ["l0", "l1", "l2"]
    told = compute(inertia_report(document), density=500.0, links=names)
    assert [one.fix and one.fix.safety for one in told] == ["safe", "unsafe", "unsafe"]


@pytest.mark.parametrize(
    ("text", "mass"),
    [
        # a pose that is none is written anew, in whatever way it was told
        ("<pose>1 0 nan 0 0 0</pose><mass>100</mass>", 100.0),
        ("<pose>1 0 0  0 0</pose><mass>100</mass>", 100.0),
        ('<pose rotation_format="quat_xyzw">1 0 0 0 0 0 0</pose><mass>100</mass>', 100.0),
        ('<pose rotation_format="QQQ">1 0 0 0 0 0</pose><mass>100</mass>', 100.0),
        ("<pose>1.7976931348623157e308 0 0 0 0 0</pose><mass>100</mass>", 100.0),
        ("<mass>inf</mass>", None),
        ("<mass>1e400</mass>", None),
    ],
)
def test_odd_poses_and_masses_of_sdformat_are_written_anew_or_refused(text, mass):
    whole = f"""<sdf version="1.12"><model name="m"><link name="a"><inertial>{text}
      <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia></inertial>
      <collision name="c"><pose>0 0 0.5 0 0 0</pose><geometry><box><size>1 1 1</size></box>
      </geometry></collision></link></model></sdf>"""
    report = inertia_report(bodyplan.read(whole))
    (told,) = compute(report)
    if mass is None:
        assert (told.state, told.reason) == ("not possible", "it has no mass to keep")
        return
    (link,) = inertia_report(applied(report.document, [told])).links
    assert link.mass is not None
    assert (link.mass.mass, link.mass.p_BC) == (mass, (0.0, 0.0, 0.5))
    assert link.verdict == "plausible"


def test_a_mass_of_which_nothing_is_left_is_refused():
    text = PLATE.replace("0.1 0.1 0.1", "1e-100 1e-100 1e-100")
    (told,) = compute(inertia_report(robot(text)), density=1e-300)
    assert told.state == "not possible"


@pytest.mark.parametrize(
    ("inner", "collision", "verdict"),
    [
        ("<density>abc</density>", "", "unreadable"),
        ("<mass>abc</mass>", "", "unreadable"),
        ("", "<density>abc</density>", "unreadable"),
        ("", "<pose>0 0 abc 0 0 0</pose>", "unreadable"),
        ("<pose>0 0 abc 0 0 0</pose>", "", "plausible"),
        ("<fluid_added_mass><xx>abc</xx></fluid_added_mass>", "", "plausible"),
    ],
)
def test_of_an_automatic_inertial_what_it_is_worked_out_from_has_to_be_readable(
    inner, collision, verdict
):
    whole = f"""<sdf version="1.12"><model name="m"><link name="a">
      <inertial auto="true">{inner}</inertial><collision name="c">{collision}
      <geometry><box><size>1 1 1</size></box></geometry></collision></link></model></sdf>"""
    (link,) = inertia_report(bodyplan.read(whole)).links
    assert link.verdict == verdict


def test_a_density_that_is_not_read_makes_no_mass_unreadable():
    text = BOLTED.format(1).replace("<mass>", "<density>abc</density><mass>")
    verdicts = [link.verdict for link in inertia_report(bodyplan.read(text)).links]
    assert verdicts == ["no inertial", "plausible", "plausible"]


def test_a_link_of_sdformat_without_shape_and_inertial_is_doubtful():
    whole = '<sdf version="1.12"><model name="m"><link name="a"/></model></sdf>'
    (link,) = inertia_report(bodyplan.read(whole)).links
    assert (link.verdict, link.score) == ("doubtful", 50.0)
    assert link.reasons == ("no <inertial>; libsdformat uses 1 kg and 1 kg m²",)


def test_progress_is_shown():
    document, told = robot(GOOD, PLATE), []
    report = inertia_report(document, watch=lambda *counts: told.append(counts))
    assert told[-3:] == [(0, 2), (1, 2), (2, 2)]  # before, that no mesh is opened
    told.clear()
    compute(report, density=1.0, watch=lambda *counts: told.append(counts))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_the_world_gets_no_mass_and_an_automatic_one_stays():
    weighed = inertia_report(bodyplan.read(BOLTED.replace("1.9", "1.12").format(1)))
    names = weighed.robot.link_names
    told = {one.name: one for one in compute(weighed, density=100.0, links=names)}
    assert told["world"].reason == "it represents the world"
    assert "libsdformat computes it" in told["b"].reason
    assert [one.reason for one in repair(weighed)] == ["", ""]


def test_what_is_elsewhere_is_reported_only_where_it_is_impossible(tmp_path):
    for name, moment in (("good", 1), ("bad", 5)):
        (tmp_path / f"{name}.sdf").write_text(BOLTED.replace("1.9", "1.12").format(moment))
        include = f"<include><uri>{name}.sdf</uri></include>"
        whole = f'<sdf version="1.9"><world name="w">{include}</world></sdf>'
        (tmp_path / "w.sdf").write_text(whole)
        told = {one.name: one for one in repair(inertia_report(bodyplan.read(tmp_path / "w.sdf")))}
        reason = (
            "" if name == "good" else f"it is defined in {tmp_path / 'bad.sdf'}; change it there"
        )
        assert told["a"].reason == reason


TWO = """<sdf version="1.12"><model name="two">{}
  <link name="aa"><inertial><mass>1</mass>
    <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
  <link name="bb"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link>
  <joint name="j" type="ball"><parent>aa</parent><child>bb</child></joint>
</model></sdf>"""


def included(folder, *includes, inner="", outer="", is_merged=None):
    (folder / "two.sdf").write_text(TWO.format(inner))
    listed = ""
    for more in includes:
        merges = not more if is_merged is None else is_merged
        listed += f'<include merge="{str(merges).lower()}"><uri>two.sdf</uri>{more}</include>'
    whole = f'<sdf version="1.12"><model name="m">{outer}{listed}</model></sdf>'
    (folder / "m.sdf").write_text(whole)
    return inertia_report(bodyplan.read(folder / "m.sdf"))


def diagnostics_by_link(report):
    return {
        link.name: (link.verdict, link.score, [one.code for one in link.findings])
        for link in report.links
    }


def test_a_model_is_as_plausible_where_it_is_included_as_by_itself(tmp_path):
    report = included(tmp_path, "<name>x</name>", "<name>y</name>", "")
    own = diagnostics_by_link(inertia_report(bodyplan.read(tmp_path / "two.sdf")))
    assert own == {"aa": ("doubtful", 50.0, ["I301"]), "bb": ("doubtful", 50.0, ["D351"])}
    told = diagnostics_by_link(report)
    assert sorted(told) == ["aa", "bb", "x::aa", "x::bb", "y::aa", "y::bb"]
    assert all(one == own[name.rpartition(":")[2]] for name, one in told.items())
    files = {one.where.file for link in report.links for one in link.findings}
    assert files == {str(tmp_path / "two.sdf")}


def test_what_parameters_of_an_include_change_is_judged_as_changed(tmp_path):
    params = """<experimental:params><link element_id="aa" action="modify">
      <inertial><mass>-1</mass></inertial></link></experimental:params>"""
    told = diagnostics_by_link(included(tmp_path, "<name>x</name>" + params, "<name>y</name>"))
    assert told["x::aa"][:2] == ("impossible", 0.0)
    assert "D119" in told["x::aa"][2]
    assert told["y::aa"] == ("doubtful", 50.0, ["I301"])
    assert told["x::bb"] == told["y::bb"] == ("doubtful", 50.0, ["D351"])


STATIC = {None: "", True: "<static>true</static>", False: "<static>false</static>"}


@pytest.mark.parametrize("own", STATIC)
@pytest.mark.parametrize("said", STATIC)
@pytest.mark.parametrize("around", [None, True])
@pytest.mark.parametrize("is_merged", [False, True])
def test_whether_a_model_is_static_is_said_where_it_is_included(
    tmp_path, own, said, around, is_merged
):
    """As libsdformat has it: an include overrides the file, and a merged model has none itself."""
    report = included(
        tmp_path, STATIC[said], inner=STATIC[own], outer=STATIC[around], is_merged=is_merged
    )
    is_static = bool(around) or (not is_merged and bool(own if said is None else said))
    told = {name.rpartition(":")[2]: one for name, one in diagnostics_by_link(report).items()}
    told.pop("world", None)
    if is_static:
        assert told == {"aa": ("plausible", 100.0, []), "bb": ("static", None, [])}
    else:
        assert told == {"aa": ("doubtful", 50.0, ["I301"]), "bb": ("doubtful", 50.0, ["D351"])}
    lines = {(one.found.code, one.where.line) for one in report.findings}
    assert lines == (set() if is_static else {("I301", 3), ("D351", 4)})


def test_two_copies_of_one_file_of_which_one_is_static_are_judged_each_for_itself(tmp_path):
    told = diagnostics_by_link(
        included(tmp_path, "<name>x</name>", "<name>y</name><static>true</static>")
    )
    assert told["x::aa"] == ("doubtful", 50.0, ["I301"])
    assert told["y::aa"] == ("plausible", 100.0, [])
    assert (told["x::bb"][0], told["y::bb"][0]) == ("doubtful", "static")


def test_a_model_in_a_static_one_is_static_also_where_it_is_chosen():
    text = TWO.format("").partition("<model")[2].rpartition("</sdf>")[0]
    whole = f'<sdf version="1.12"><model name="m"><static>1</static><model{text}</model></sdf>'
    for name in ("m", "m::two"):
        told = diagnostics_by_link(inertia_report(bodyplan.read(whole), model=name))
        assert {name.rpartition(":")[2]: one[0] for name, one in told.items()} == {
            **({"world": "no inertial"} if "world" in told else {}),
            "aa": "plausible",
            "bb": "static",
        }
        assert not any(one[2] for one in told.values())


def test_links_of_static_models_without_an_inertial_have_no_mass(tmp_path):
    report = included(tmp_path, "<name>x</name><static>true</static>")
    assert diagnostics_by_link(report).pop("world") == ("no inertial", None, [])
    assert (report.total.mass, report.score) == (1.0, 100.0)
    schema = Draft202012Validator(schema_of("inertia"))
    table = json_report(replace(report, bodies=report.lumped))
    schema.validate(json.loads(json.dumps(table, allow_nan=False)))
    assert sum(body.mass.mass for body in report.lumped if body.mass) == 1.0
    assert [one.name for one in repair(report)] == ["x::aa"]
    assert "it is defined in" in repair(report, links=["x::bb"])[0].reason


def test_a_name_that_is_not_there_is_said():
    with pytest.raises(UnknownNameError, match="QQQ"):
        repair(inertia_report(robot(GOOD)), links=["QQQ"])


def test_the_tables_fit_their_schema():
    schema = schema_of("inertia")
    Draft202012Validator.check_schema(schema)
    report = inertia_report(robot(GOOD, PLATE, "", inertial("abc", 1, 1, 1), inertial(0, 0, 0, 0)))
    names = report.robot.link_names
    changes = [*compute(report, density=1.0, links=names), *repair(report)]
    for table in (
        json_report(report),
        json_report(with_changes(replace(report, bodies=report.lumped), changes, written=True)),
        json_report(inertia_report(robot(""))),
    ):
        Draft202012Validator(schema).validate(json.loads(json.dumps(table, allow_nan=False)))


NUMBERS = st.sampled_from(
    [
        "0",
        "-0",
        "1",
        "-1",
        "1e-3",
        "1e308",
        "-1e308",
        "1e-320",
        "1e-160",
        "1e160",
        "nan",
        "inf",
        "abc",
        "3.5e-7",
    ]
)
TENSOR = st.tuples(*[NUMBERS] * 6)
SHAPES = st.one_of(
    st.builds('<box size="{} {} {}"/>'.format, NUMBERS, NUMBERS, NUMBERS),
    st.builds('<cylinder radius="{}" length="{}"/>'.format, NUMBERS, NUMBERS),
    st.builds('<sphere radius="{}"/>'.format, NUMBERS),
    st.just('<mesh filename="none.stl"/>'),
    st.just(""),
)
PLACES = st.builds("{} {} {}".format, NUMBERS, NUMBERS, NUMBERS)


@given(NUMBERS, TENSOR, PLACES, PLACES, PLACES, SHAPES)
@settings(max_examples=amount(100, short=25))
def test_no_number_makes_the_scales_stumble(mass, tensor, centre, turn, place, shape):
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    numbers = " ".join(f'{name}="{one}"' for name, one in zip(names, tensor, strict=True))
    text = (
        f'<inertial><origin xyz="{centre}" rpy="{turn}"/><mass value="{mass}"/>'
        f"<inertia {numbers}/></inertial>"
        f'<collision><origin xyz="{place}"/><geometry>{shape}</geometry></collision>'
    )
    report = inertia_report(robot(GOOD, text))
    assert list(page(report, None, is_ascii=False))
    assert list(lumped_page(report, 60, is_ascii=True))
    every = report.robot.link_names
    for changes in (
        compute(report, density=1000.0, links=every),
        compute(report, links=every),
        repair(report, links=every),
    ):
        table = json_report(with_changes(replace(report, bodies=report.lumped), changes))
        json.dumps(table, allow_nan=False)
        after = applied(report.document, changes)
        for one, link in zip(changes, inertia_report(after).links, strict=True):
            if one.state == "fix":
                assert link.verdict in {"plausible", "doubtful"}

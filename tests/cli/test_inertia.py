"""The verb inertia: what it shows, what it writes, and what it says about both."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

ROBOT = """<robot name="r">
  <link name="base">
    <inertial>
      <mass value="2.50"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.5"/>
    </inertial>
    <collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.002"/>
    </inertial>
    <visual><geometry><sphere radius="0.07"/></geometry></visual>
  </link>
  <joint name="j" type="fixed"><parent link="base"/><child link="hand"/></joint>
</robot>
"""


@pytest.fixture
def robot(here):
    path = here / "r.urdf"
    path.write_text(ROBOT)
    return path


def test_it_shows_what_each_link_weighs(bodyplan, robot):
    status, out, err = bodyplan("inertia", "r.urdf")
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines == [
        "r · r.urdf",
        "link mass kg centre of mass m principal moments kg m² kg/m³ verdict",
        "base 2.5 0 0 0 0.01 0.01 0.5 417 impossible",
        "hand 1 0 0 0 0.002 0.002 0.002 696 plausible",
        "",
        "impossible base: a principal moment exceeds the sum of the others (I202)",
        "",
        "total 3.5 kg, centre of mass (0 0 0) m in base",
        "score 50 of 100: 1 impossible, 1 plausible",
    ]


def test_what_is_fixed_together_can_be_shown_as_one(bodyplan, robot):
    out = bodyplan("inertia", "r.urdf", "--lumped")[1]
    assert "base        3.5" in out
    assert "+ hand" in out


def test_json_fits_its_schema(bodyplan, robot):
    schema = json.loads(bodyplan("schema", "inertia")[1])
    validator = Draft202012Validator(schema)
    status, out, err = bodyplan("inertia", "r.urdf", "--json", "--lumped")
    assert (status, err) == (0, "")
    table = json.loads(out)
    validator.validate(table)
    assert table["score"] == 50.0
    assert [link["verdict"] for link in table["links"]] == ["impossible", "plausible"]
    status, out, err = bodyplan("inertia", "r.urdf", "--json", "--repair", "--check")
    table = json.loads(out)
    validator.validate(table)
    assert (status, err, table["written"]) == (1, "", False)
    assert [one["state"] for one in table["changes"]] == ["fix", "same"]


def test_a_page_can_go_to_a_file(bodyplan, robot):
    assert bodyplan("inertia", "r.urdf", "-o", "page.txt") == (0, "", "")
    assert "score 50" in (robot.parent / "page.txt").read_text("utf-8")


@pytest.mark.parametrize(("least", "status"), [("50", 0), ("51", 1)])
def test_a_low_score_can_fail(bodyplan, robot, least, status):
    assert bodyplan("inertia", "r.urdf", "--fail-under", least)[0] == status


def test_repair_writes_the_file(bodyplan, robot):
    status, out, err = bodyplan("inertia", "r.urdf", "--repair")
    assert (status, out) == (0, "")
    assert err == (
        "r.urdf:2:4: link 'base': 2.5 kg at (0 0 0), moments 0.01 0.01 0.5 -> "
        "2.5 kg at (0 0 0), moments 0.17 0.17 0.34\nr.urdf: 1 link changed\n"
    )
    wanted = ROBOT.replace(
        'ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.5"',
        'ixx="0.17000017" ixy="0" ixz="0" iyy="0.17000017" iyz="0" izz="0.34"',
    )
    assert robot.read_text() == wanted
    assert bodyplan("inertia", "r.urdf", "--repair") == (0, "", "r.urdf: nothing to change\n")
    assert robot.read_text() == wanted


def test_compute_changes_what_is_impossible_and_keeps_the_rest(bodyplan, robot):
    status, out, err = bodyplan("inertia", "r.urdf", "--compute", "density=1000", "--diff")
    assert status == 1
    assert [line for line in out.splitlines() if line[:1] in "+-"][2:] == [
        '-      <mass value="2.50"/>',
        '-      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.5"/>',
        '+      <mass value="6"/>',
        '+      <inertia ixx="0.065" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.025"/>',
    ]
    assert "1 link would change; 1 link has possible values, changed only if --links" in err
    assert robot.read_text() == ROBOT


def test_compute_changes_placeholders_and_the_hint_names_the_command(bodyplan, here):
    link = """<link name="{}"><inertial><mass value="2"/><inertia ixx="{}" ixy="0" ixz="0" iyy="{}"
        iyz="0" izz="{}"/></inertial><collision><geometry><box size="0.1 0.2 0.3"/></geometry>
        </collision></link>"""
    moments = {"a": (1, 1, 1), "b": (0, 0, 0), "c": (0.0217, 0.0167, 0.0083)}
    links = "".join(link.format(name, *three) for name, three in moments.items())
    path = here / "two robots.urdf"
    path.write_text(f'<robot name="r">{links}</robot>')
    out = bodyplan("check", "two robots.urdf", "--select", "I301")[1]
    command = "bodyplan inertia 'two robots.urdf' --compute mass --in-place"
    assert command in out
    err = bodyplan(*shlex.split(command)[1:])[2]
    assert "2 links changed; 1 link has possible values" in err
    assert "no problems" in bodyplan("check", "two robots.urdf", "--select", "I")[1]


def test_compute_takes_links_by_name_and_pattern(bodyplan, robot):
    words = ("inertia", "r.urdf", "--compute", "mass", "--from", "visual", "-o", "-", "--links")
    status, out, err = bodyplan(*words, "ha*")
    assert status == 0
    assert 'ixx="0.00196"' in out
    assert 'value="2.50"' in out
    assert "link 'hand': 1 kg at (0 0 0), moments 0.002" in err
    status, out, err = bodyplan(*words, "base,hand")
    assert "link 'base' is unchanged: it has no visual shape" in err
    status, out, err = bodyplan(*words, "bass")
    assert (status, out) == (2, "")
    assert err == "bodyplan: --links: unknown link 'bass'; did you mean 'base'?\n"


def test_compute_says_where_there_is_no_visual_shape(bodyplan, robot):
    words = ("--compute", "mass=2", "--from", "visual", "--links", "base", "--check")
    assert bodyplan("inertia", "r.urdf", *words)[2] == (
        "r.urdf:2:4: link 'base' is unchanged: it has no visual shape\n"
        "r.urdf: nothing to change\n"
        "for links without <visual>, use --from collision\n"
    )


def test_compute_says_where_there_is_no_collision_shape(bodyplan, robot):
    words = ("--compute", "mass=2", "--links", "hand", "--check")
    status, _, err = bodyplan("inertia", "r.urdf", *words)
    assert status == 0
    assert err == (
        "r.urdf:9:4: link 'hand' is unchanged: it has no collision shape\n"
        "r.urdf: nothing to change\n"
        "for links without <collision>, use --from visual\n"
    )


def test_an_open_mesh_is_said_to_be_open_and_hulls_are_offered(bodyplan, here):
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box((0.1, 0.1, 0.1))
    box.update_faces([True] * 11 + [False])
    box.export(here / "open.stl")
    text = ROBOT.replace('<box size="0.1 0.2 0.3"/>', '<mesh filename="open.stl"/>')
    (here / "r.urdf").write_text(text)
    out = bodyplan("inertia", "r.urdf")[1]
    assert "unknown density of base: open.stl is not watertight: 3 open edges" in out
    assert "use --from hull for the convex hull" in out
    out = bodyplan("inertia", "r.urdf", "--from", "hull")[1]
    assert "2500 " in out
    words = ("inertia", "r.urdf", "--compute", "mass", "--check")
    status, _, err = bodyplan(*words)
    assert status == 0
    assert "link 'base' is unchanged: open.stl is not watertight" in err
    assert "use --from hull for the convex hull" in err
    assert bodyplan(*words, "--from", "hull")[0] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--compute", "volume=1"], "expects density=KG/M3, mass=KG or mass, got 'volume=1'"),
        (["--compute", "density"], "expects density=KG/M3, mass=KG or mass, got 'density'"),
        (["--compute", "density=-1"], "--compute density must be a positive number, got '-1'"),
        (["--compute", "mass=QQQ"], "--compute mass must be a positive number, got 'QQQ'"),
        (["--compute", "mass=nan"], "--compute mass must be a positive number, got 'nan'"),
        (["--links", "base"], "--links requires --compute or --repair"),
        (["--diff"], "--diff requires --compute or --repair"),
        (["--repair", "--lumped"], "--lumped cannot be combined with --compute or --repair"),
        (["--repair", "--from", "hull"], "--repair, which does not use shapes"),
        (["--repair", "--compute", "mass"], "cannot be combined with"),
        (["--repair", "--json", "--diff"], "--json already uses standard output"),
        (["--repair", "--links", "QQQ"], "unknown link 'QQQ'; the robot has base and hand"),
        (["--from", "mesh"], "--from: expected collision, visual or hull, got 'mesh'"),
        (["--fail-under", "QQQ"], "--fail-under: expected a number, got 'QQQ'"),
        (["--fail-under", "nan"], "--fail-under must be at least 0 and at most 100, got nan"),
        (["--model", "m"], "is not an SDFormat file"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(bodyplan, robot, words, said):
    status, out, err = bodyplan("inertia", "r.urdf", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert robot.read_text() == ROBOT


def test_in_quiet_the_status_reports(bodyplan, robot):
    assert bodyplan("inertia", "r.urdf", "--quiet", "--fail-under", "100") == (1, "", "")
    assert bodyplan("inertia", "sample:arm", "--quiet", "--fail-under", "100") == (0, "", "")
    assert bodyplan("inertia", "sample:arm", "--quiet", "--json")[1].startswith("{")


def test_samples_are_not_written(bodyplan):
    status, _, err = bodyplan("inertia", "sample:arm", "--compute", "mass", "--links", "*")
    assert status == 2
    assert "is part of bodyplan; use -o FILE or --diff" in err


def test_macros_are_shown_but_not_changed(bodyplan, here):
    text = ROBOT.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ')
    (here / "r.urdf.xacro").write_text(text.replace("2.50", "${2.0 + 0.5}"))
    status, out, err = bodyplan("inertia", "r.urdf.xacro")
    assert (status, err) == (0, "")
    assert "score 50 of 100" in out
    status, _, err = bodyplan("inertia", "r.urdf.xacro", "--repair")
    assert status == 2
    assert "is xacro, which computes these values" in err


SDF = """<sdf version="1.9">
  <model name="m">
    <link name="a">
      <inertial>
        <mass>1</mass>
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia>
      </inertial>
      <collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>
    </link>
    <link name="b">
      <collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>
    </link>
    <link name="d"><inertial auto="true"/>
      <collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>
    </link>
  </model>
</sdf>
"""


def test_models_of_sdformat_are_evaluated_and_repaired(bodyplan, here):
    path = here / "m.sdf"
    path.write_text(SDF.replace("1.9", "1.12"))
    status, out, err = bodyplan("inertia", "m.sdf")
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[2:5] == [
        "a 1 0 0 0 1 1 5 1000 impossible",
        "b 1 0 0 0 1 1 1 1000 doubtful",
        "d 1 0 0 0 0.00167 0.00167 0.00167 1000 plausible",
    ]
    words = ("inertia", "m.sdf", "--compute", "density=500", "--links", "*")
    status, out, err = bodyplan(*words)
    assert (status, out) == (0, "")
    assert "link 'd' is unchanged: the inertial has auto" in err
    text = path.read_text()
    assert text.count("<mass>0.5</mass>") == 2
    assert "score 100 of 100" in bodyplan("inertia", "m.sdf")[1]


def test_a_file_with_several_models_asks_for_one(bodyplan, here):
    (here / "m.sdf").write_text(
        '<sdf version="1.9"><world name="w"><model name="a"><link name="l"/></model>'
        '<model name="b"><link name="l"/></model></world></sdf>'
    )
    status, out, err = bodyplan("inertia", "m.sdf")
    assert (status, out) == (2, "")
    assert err.endswith("'a' and 'b': choose one, with --model NAME\n")
    assert bodyplan("inertia", "m.sdf", "--model", "b")[0] == 0


def test_a_model_that_is_included_is_evaluated_with_its_meshes_and_left_alone(bodyplan, here):
    trimesh = pytest.importorskip("trimesh")
    folder = here / "models" / "box"
    folder.mkdir(parents=True)
    trimesh.creation.box((0.1, 0.1, 0.1)).export(folder / "box.stl")
    (folder / "model.config").write_text('<model><sdf version="1.9">model.sdf</sdf></model>')
    (folder / "model.sdf").write_text(
        '<sdf version="1.9"><model name="box"><link name="l"><inertial><mass>1</mass>'
        "<inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia></inertial>"
        '<collision name="c"><geometry><mesh><uri>box.stl</uri></mesh></geometry></collision>'
        "</link></model></sdf>"
    )
    (here / "w.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><uri>models/box</uri></include></world></sdf>'
    )
    status, out, err = bodyplan("inertia", "w.sdf")
    assert (status, err) == (0, "")
    assert " 1000 " in out
    assert "impossible" in out
    status, _, err = bodyplan("inertia", "w.sdf", "--repair", "--check")
    assert status == 0
    assert "link 'l' is unchanged: it is defined in " in err
    assert "models/box/model.sdf" in err


def test_a_robot_without_links_is_said_to_be_empty(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"/>')
    assert bodyplan("inertia", "r.urdf") == (2, "", "bodyplan: r.urdf: this robot has no links\n")


BENT = """<robot name="r">
<link name="a"><inertial><mass value="1"/>
  <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<link name="z"><inertial><origin xyz="1 0 0"/><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="9"/></inertial></link>
<link name="b"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="9"/></inertial></link>
<joint name="jz" type="revolute"><parent link="a"/><child link="z"/><axis xyz="0 0 1"/>
  <limit lower="0.5" upper="1.5" effort="1" velocity="1"/></joint>
<joint name="jb" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
  <limit lower="0.5" upper="1.5" effort="1" velocity="1"/></joint>
</robot>
"""


def test_the_centre_of_mass_is_the_one_that_show_reports(bodyplan, here):
    (here / "r.urdf").write_text(BENT)
    shown = bodyplan("show", "r.urdf")[1]
    weighed = bodyplan("inertia", "r.urdf")[1]
    assert "centre of mass  0.1801, 0.2805, 0 m in a" in shown
    assert "centre of mass (0.1801 0.2805 0) m in a" in weighed


def test_links_and_changes_are_reported_in_the_order_of_the_file(bodyplan, here):
    (here / "r.urdf").write_text(BENT)
    lines = bodyplan("inertia", "r.urdf")[1].splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["a", "z", "b"]
    changed = bodyplan("inertia", "r.urdf", "--repair", "--links", "b,z", "--check")[2]
    assert [line.partition(": link ")[2][:3] for line in changed.splitlines()[:2]] == ["'z'", "'b'"]
    bodies = bodyplan("inertia", "r.urdf", "--lumped")[1].splitlines()
    assert [line.split()[0] for line in bodies[2:5]] == ["a", "z", "b"]


def test_a_static_model_without_masses_is_said_to_be_static(bodyplan):
    status, out, err = bodyplan("inertia", "sample:arm.world", "--model", "table")
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[3:] == [
        "board static",
        "",
        "total 0 kg",
        "no score: 1 without inertial, 1 static",
        "static: never moves and has no mass, which is ignored",
    ]


LAMP = """<sdf version="1.12"><model name="lamp">
  <link name="base"><inertial><mass>2</mass>
    <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia></inertial></link>
  <link name="top"><inertial><mass>2</mass>
    <inertia><ixx>2833</ixx><iyy>2833</iyy><izz>333</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.1 0.1 0.3</size></box></geometry></collision></link>
  <joint name="j" type="fixed"><parent>base</parent><child>top</child></joint>
</model></sdf>"""
MACRO = """<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="l" params="n">
    <link name="${n}"><inertial><mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="5"/></inertial></link>
  </xacro:macro>
  <xacro:l n="a"/>
  <xacro:l n="b"/>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>"""


def test_what_is_odd_in_an_included_model_is_reported_with_its_file(bodyplan, here):
    (here / "inner").mkdir()
    (here / "inner" / "model.sdf").write_text(SDF.replace("1.9", "1.12"))
    (here / "inner" / "model.config").write_text(
        '<model><sdf version="1.12">model.sdf</sdf></model>'
    )
    (here / "w.sdf").write_text(
        '<sdf version="1.9"><model name="m"><include><uri>inner</uri></include></model></sdf>'
    )
    out = bodyplan("inertia", "w.sdf")[1]
    (line,) = [line for line in out.splitlines() if line.startswith("impossible ")]
    assert "(D119)" in line
    assert line.endswith(f"(in {Path('inner', 'model.sdf')}:3)")


def test_one_problem_in_a_model_that_is_included_often_is_reported_once_with_its_copies(
    bodyplan, here
):
    (here / "inner.sdf").write_text(LAMP)
    includes = "".join(
        f"<include><uri>inner.sdf</uri><name>x{i}</name></include>" for i in range(1001)
    )
    (here / "w.sdf").write_text(f'<sdf version="1.9"><model name="m">{includes}</model></sdf>')
    out = bodyplan("inertia", "w.sdf")[1]
    told = out.split("\n\n")[1].splitlines()
    assert [line.partition(": ")[0] for line in told] == [
        "impossible x0::base and 1,000 others",
        "I402 inertia-too-large",
    ]
    assert told[0].endswith("(D119) (in inner.sdf:2)")
    assert told[1].endswith("(in inner.sdf:5, for 1,001 links)")
    table = json.loads(bodyplan("inertia", "w.sdf", "--json")[1])
    kinds = [(one["code"], one["where"]["line"], len(one["links"])) for one in table["findings"]]
    assert sorted(kinds) == [("D119", 3, 1001), ("I402", 5, 1001)]
    assert table["findings"][0]["links"][:2] == ["x0::base", "x1::base"]
    copies = {link["name"] for link in table["links"] if link["name"].endswith("::top")}
    assert len(copies) == 1001
    about = [one for one in table["findings"] if not copies.isdisjoint(one["links"])]
    assert [(one["where"]["line"], {*one["links"]}) for one in about] == [(5, copies)]
    _, _, err = bodyplan("inertia", "w.sdf", "--repair")
    assert err.splitlines()[0].startswith(
        "inner.sdf:2:4: link 'x0::base' and 1,000 others are unchanged: it is defined in "
    )


def test_what_one_macro_makes_impossible_is_reported_once_where_it_is_written(bodyplan, here):
    (here / "m.xacro").write_text(MACRO)
    out = bodyplan("inertia", "m.xacro")[1]
    told = [line for line in out.splitlines() if line.startswith("impossible ")]
    assert told == ["impossible a and b: a principal moment exceeds the sum of the others (I202)"]
    table = json.loads(bodyplan("inertia", "m.xacro", "--json")[1])
    places = {(one["where"]["file"], one["where"]["line"]) for one in table["findings"]}
    assert places == {("m.xacro", 3)}


def test_what_parameters_make_different_in_a_hundred_copies_is_reported_three_times(bodyplan, here):
    (here / "inner.sdf").write_text(LAMP)
    params = (
        '<experimental:params><link element_id="top" action="modify"><inertial><mass>{}</mass>'
        "</inertial></link></experimental:params>"
    )
    includes = "".join(
        f"<include><uri>inner.sdf</uri><name>x{i}</name>{params.format(2 + i / 10)}</include>"
        for i in range(100)
    )
    (here / "w.sdf").write_text(f'<sdf version="1.9"><model name="m">{includes}</model></sdf>')
    out = bodyplan("inertia", "w.sdf")[1]
    told = out.split("\n\n")[1].splitlines()
    assert [line.partition(" ")[0] for line in told] == [
        "impossible",
        "I402",
        "I402",
        "I402",
        "...",
    ]
    assert told[-1] == "... and 97 more I402; --json lists all"
    assert len(json.loads(bodyplan("inertia", "w.sdf", "--json")[1])["findings"]) == 101


def test_meshes_that_one_missing_package_would_read_are_reported_in_one_line(
    bodyplan, here, monkeypatch
):
    def missing(_):
        return "NumPy"

    monkeypatch.setattr("bodyplan.geometry.mesh.loading.missing_package", missing)
    mesh = '<collision><geometry><mesh filename="{}.stl"/></geometry></collision></link>'
    text = BENT.replace("</inertial></link>", "</inertial>" + mesh)
    for name in ("p", "q", "r"):
        text = text.replace("{}", name, 1)
        (here / f"{name}.stl").write_bytes(b"solid")
    (here / "r.urdf").write_text(text)
    lines = bodyplan("inertia", "r.urdf")[1].splitlines()
    (told,) = [line for line in lines if line.startswith("unknown density")]
    assert told.startswith("unknown density of 3 links: the mesh requires NumPy, which is not inst")


BOX = """<sdf version="1.9"><model name="box"><link name="l"><inertial><mass>1.5</mass>
<inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial></link></model></sdf>"""
ARM = """<sdf version="1.9"><world name="w">
<include><uri>model://box</uri></include>
<model name="arm">
<include><uri>model://box</uri><name>in</name></include>
<link name="x"><inertial><mass>1</mass>
<inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial></link>
</model></world></sdf>"""


def test_a_model_that_was_not_found_is_reported_and_half_a_robot_has_no_score(bodyplan, here):
    (here / "w.sdf").write_text(ARM)
    words = ("inertia", "w.sdf", "--model", "arm")
    status, out, err = bodyplan(*words)
    assert status == 0
    assert err.startswith("w.sdf:4: <include> 'model://box' not found in ")
    assert out.splitlines()[-2:] == [
        "total 1 kg, centre of mass (0 0 0) m in x",
        "no score, because 1 part of the robot could not be read: 1 plausible",
    ]
    status, out, _ = bodyplan(*words, "--json")
    table = json.loads(out)
    Draft202012Validator(json.loads(bodyplan("schema", "inertia")[1])).validate(table)
    assert table["score"] is None
    assert [(one["where"]["file"], one["where"]["line"]) for one in table["missing"]] == [
        ("w.sdf", 4)
    ]
    status, _, err = bodyplan(*words, "--fail-under", "90")
    assert status == 1
    assert err.endswith(
        "w.sdf: no score, at least 90 is required: parts of the robot are missing\n"
    )
    assert bodyplan(*words, "--fail-under", "90", "--quiet") == (1, "", "")
    (here / "box").mkdir()
    (here / "box" / "model.config").write_text('<model><sdf version="1.9">model.sdf</sdf></model>')
    (here / "box" / "model.sdf").write_text(BOX)
    status, out, err = bodyplan(*words, "--folder", ".", "--fail-under", "90")
    assert (status, err) == (0, "")
    assert "total 2.5 kg" in out


def test_without_a_chosen_model_those_that_were_not_found_are_reported(bodyplan, here):
    (here / "w.sdf").write_text(ARM)
    _, out, err = bodyplan("inertia", "w.sdf")
    assert err.startswith("w.sdf:2 and 1 more location: <include> 'model://box' not found in ")
    assert "no score, because 2 parts of the robot could not be read" in out
    (here / "w.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><uri>box</uri></include></world></sdf>'
    )
    status, _, err = bodyplan("inertia", "w.sdf")
    assert status == 2
    assert "it has no model; <include> 'box' not found in " in err
    (here / "w.sdf").write_text(
        '<sdf version="1.9"><model name="m"><include><uri>box</uri></include></model></sdf>'
    )
    status, _, err = bodyplan("inertia", "w.sdf")
    assert status == 2
    assert "this robot has no links; <include> 'box' not found in " in err


def test_a_light_that_is_included_is_not_missed(bodyplan, here):
    (here / "sun.sdf").write_text(
        '<sdf version="1.9"><light name="sun" type="directional"><direction>0 0 -1</direction>'
        "</light></sdf>"
    )
    (here / "w.sdf").write_text(
        ARM.replace("model://box", "sun.sdf", 1).replace("model://box", "box.sdf")
    )
    (here / "box.sdf").write_text(BOX)
    status, out, err = bodyplan("inertia", "w.sdf")
    assert (status, err) == (0, "")
    assert "score 100 of 100" in out


def test_half_a_file_and_links_that_are_left_out_have_no_score(bodyplan, here):
    link = '<link name="b"><inertial><mass value="5"/></inertial></link></robot>'
    (here / "r.urdf").write_text(ROBOT.replace("</robot>", link.replace('"b"', '"hand"')))
    status, out, err = bodyplan("inertia", "r.urdf", "--fail-under", "10")
    assert status == 1
    assert err.splitlines()[0] == ("r.urdf:17: link 'hand' is omitted: duplicate name")
    assert "no score, because 1 part" in out
    (here / "r.urdf").write_text(ROBOT[: ROBOT.index("  <joint")] + "<link")
    status, _, err = bodyplan("inertia", "r.urdf", "--fail-under", "10", "--json")
    assert status == 1
    assert "(X001): masses after this point are not computed" in err


def test_a_link_with_unknown_parts_is_not_missed(bodyplan, here):
    (here / "r.urdf").write_text(ROBOT.replace("<visual>", "<contact/><visual>"))
    assert "score 50 of 100" in bodyplan("inertia", "r.urdf")[1]


def test_a_robot_without_any_mass_does_not_pass(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, out, err = bodyplan("inertia", "r.urdf", "--fail-under", "90")
    assert status == 1
    assert err == "r.urdf: no score, at least 90 is required: no link has a mass\n"
    assert out.endswith("no score: 1 without inertial\n")
    assert bodyplan("inertia", "sample:arm.world", "--model", "table", "--fail-under", "9")[0] == 0


def test_bodies_have_the_reasons_and_the_score_of_their_links(bodyplan, robot):
    lines = bodyplan("inertia", "r.urdf", "--lumped")[1].splitlines()
    assert "impossible base: a principal moment exceeds the sum of the others (I202)" in lines
    assert lines[-1] == "score 50 of 100 by link: 1 impossible, 1 plausible"


def test_bodies_score_as_links_do_where_a_density_is_odd(bodyplan, here):
    (here / "r.urdf").write_text(
        ROBOT.replace('izz="0.5"', 'izz="0.01"').replace('mass value="2.50"', 'mass value="900"')
    )
    scores = [
        bodyplan("inertia", "r.urdf", *more)[1].splitlines()[-1].split()[1]
        for more in ((), ("--lumped",))
    ]
    assert scores[0] == scores[1] != "100"


def test_json_of_a_change_has_the_new_score_and_the_numbers_of_the_file(bodyplan, robot):
    words = ("inertia", "r.urdf", "--compute", "density=333.3333333333", "--json")
    status, out, err = bodyplan(*words)
    table = json.loads(out)
    assert (status, err, table["written"]) == (0, "", True)
    assert (table["score"], table["score_after"]) == (50.0, 100.0)
    now = json.loads(bodyplan("inertia", "r.urdf", "--json")[1])
    assert now["score"] == 100.0
    after = table["changes"][0]["after"]
    assert after["mass"] == 2.0
    assert after == now["links"][0]["mass"]
    table = json.loads(bodyplan(*words)[1])
    assert (table["score"], table["score_after"]) == (100.0, 100.0)


def test_what_many_links_share_is_reported_once(bodyplan, here):
    links = "".join(f'<link name="l{i}"/>' for i in range(5))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent>a</parent><child>l{i}</child>'
        "<axis><xyz>0 0 1</xyz></axis></joint>"
        for i in range(5)
    )
    (here / "m.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>1</mass><inertia>'
        f"<ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial></link>{links}{joints}"
        "</model></sdf>"
    )
    out = bodyplan("inertia", "m.sdf")[1]
    told = [line for line in out.splitlines() if line.startswith("doubtful")]
    assert told == [
        "doubtful l0 and 4 others: no <inertial>; libsdformat uses 1 kg and 1 kg m²",
    ]


def test_of_what_one_rule_finds_in_a_file_three_are_reported(bodyplan, here):
    parts = "".join(
        f'<link name="l{i}"><inertial><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" '
        f'iyz="0" izz="0"/></inertial></link><joint name="j{i}" type="continuous"><parent '
        f'link="base"/><child link="l{i}"/></joint>'
        for i in range(6)
    )
    (here / "r.urdf").write_text(ROBOT.replace("</robot>", f"{parts}</robot>"))
    lines = bodyplan("inertia", "r.urdf")[1].splitlines()
    told = [line for line in lines if line.startswith(("I102", "..."))]
    assert [line.split()[0] for line in told] == ["I102", "I102", "I102", "..."]
    assert told[-1] == "... and 3 more I102; --json lists all"


def test_standard_input_is_not_written_in_place(bodyplan, robot):
    status, out, err = bodyplan("inertia", "-", "--compute", "mass", "--in-place")
    assert (status, out) == (2, "")
    assert "--in-place cannot write to standard input" in err
    status, out, err = bodyplan("inertia", "-", "--repair", "--json")
    assert (status, out) == (2, "")
    assert "--json already uses standard output" in err


def test_several_possible_links_are_them(bodyplan, here):
    (here / "r.urdf").write_text(ROBOT.replace('izz="0.5"', 'izz="0.01"'))
    err = bodyplan("inertia", "r.urdf", "--compute", "mass")[2]
    assert "2 links have possible values, changed only if --links names them\n" in err


def test_a_mesh_without_area_is_offered_no_hull(bodyplan, here):
    pytest.importorskip("numpy")
    (here / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")
    text = ROBOT.replace('<box size="0.1 0.2 0.3"/>', '<mesh filename="flat.obj"/>')
    (here / "r.urdf").write_text(text)
    out = bodyplan("inertia", "r.urdf")[1]
    assert "unknown density of base: flat.obj has only triangles with zero area" in out
    assert "--from hull" not in out


def test_an_included_file_is_called_as_the_named_one_is(bodyplan, here):
    (here / "inner.sdf").write_text(LAMP)
    (here / "w.sdf").write_text(
        '<sdf version="1.9"><model name="m"><include><uri>inner.sdf</uri></include></model></sdf>'
    )
    table = json.loads(bodyplan("inertia", "w.sdf", "--json", "--repair", "--check")[1])
    files = [one["where"]["file"] for one in (*table["findings"], *table["changes"])]
    assert set(files) == {"inner.sdf"}
    err = bodyplan("inertia", "w.sdf", "--repair")[2]
    assert "it is defined in inner.sdf; change it there" in err

"""Files with macros wherever a robot is expected: faults are told where they were written."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from jsonschema import validate

from bodyplan.cli.verbs.schema import schema as schema_of

PICKER = Path(__file__).parent.parent / "formats" / "xacro" / "robots" / "picker"
MAIN = "picker/urdf/picker.urdf.xacro"
XMLNS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
CART = f"""<robot name="cart" {XMLNS}>
  <xacro:arg name="mass" default="-1"/>
  <xacro:include filename="wheels.xacro"/>
  <link name="base"/>
  <xacro:pair where="front" mass="$(arg mass)"/>
  <xacro:pair where="rear" mass="$(arg mass)"/>
</robot>
"""
WHEELS = f"""<robot {XMLNS}>
  <xacro:macro name="wheel" params="name mass">
    <link name="${{name}}">
      <inertial>
        <mass value="${{mass}}"/>
        <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
      </inertial>
    </link>
    <joint name="${{name}}_axle" type="continuous">
      <parent link="base"/>
      <child link="${{name}}"/>
      <axis xyz="0 1 0"/>
    </joint>
  </xacro:macro>
  <xacro:macro name="pair" params="where mass">
    <xacro:wheel name="left_${{where}}" mass="${{mass}}"/>
    <xacro:wheel name="right_${{where}}" mass="${{mass}}"/>
  </xacro:macro>
</robot>
"""


@pytest.fixture
def picker(here):
    """A copy of the robot in six files, in the current folder."""
    shutil.copytree(PICKER, here / "picker")
    return MAIN


@pytest.fixture
def cart(here):
    """A cart with four wheels that are too light, by one macro in another file."""
    (here / "cart.urdf.xacro").write_text(CART)
    (here / "wheels.xacro").write_text(WHEELS)
    return "cart.urdf.xacro"


# Planted faults


class Planted(NamedTuple):
    """A fault in one of the files of the robot.

    Args:
        file: below ``urdf``.
        old: what stands there, once.
        new: what shall stand there; the finding is between the two signs ``«...»``.
        code: of the finding.
        calls: the macros around it, outermost first.
    """

    file: str
    old: str
    new: str
    code: str
    calls: tuple[str, ...] = ()


PARALLEL = ("grip.parallel",)
SEGMENT = ("arm", "segments", "segment")
PLANTED = {
    "a number that is none, in nested macros": Planted(
        "parts/solids.xacro",
        '<mass value="${mass}"/>\n      <inertia ixx="${mass * (y*y',
        '<mass value="«${mass} QQQ»"/>\n      <inertia ixx="${mass * (y*y',
        "X105",
        (*PARALLEL, "solid_box", "inertial_of_box"),
    ),
    "an attribute that is missing, in a macro that calls itself": Planted(
        "arm.xacro", ' effort="${limits.effort}"', "", "X103", SEGMENT
    ),
    "an axis without a direction": Planted(
        "gripper.xacro", "0 ${reflect} 0", "«0 ${0 * reflect} 0»", "J201", (*PARALLEL, "finger")
    ),
    "a link that is not there": Planted(
        "gripper.xacro",
        '<parent link="${prefix}palm"/>',
        '<parent link="«${prefix}plam»"/>',
        "T008",
        (*PARALLEL, "finger"),
    ),
    "a number too few, in a block": Planted(
        "picker.urdf.xacro", "0 0 0.04", "«0 0.04»", "X106"
    ),
    "a number that is none, in a block of a property": Planted(
        "picker.urdf.xacro", "0 0 ${stand_height / 2}", "«0 0 ${stand_height / 2}QQQ»", "X105"
    ),
    "a value of a property, where it is used": Planted(
        "gripper.xacro", 'name="finger_width" value="0.018"', 'name="finger_width" value="-0.018"', "X114"
    ),
    "a colour that is none, by a macro of the same file": Planted(
        "parts/materials.xacro", 'rgba="${red}', 'rgba="«${3 * red + 2}', "X114", ("paint",)
    ),
    "a tag that a macro makes": Planted(
        "parts/solids.xacro", 'xacro:name="${tag}"', 'xacro:name="${tag}QQQ"', "X101"
    ),
    "a range without room, from a table": Planted(
        "../config/sizes.yaml", "stroke: 0.025", "stroke: -1", "J102", (*PARALLEL, "finger")
    ),
    "a joint that follows none": Planted(
        "gripper.xacro",
        "left_finger_joint",
        "«${prefix}lef_finger_joint»",
        "J301",
        (*PARALLEL, "finger"),
    ),
}  # fmt: skip


def plant(fault: Planted, here: Path) -> tuple[Path, int, str]:
    """Plants a fault; gives back its file, line, and the text that the finding is at."""
    path = here / "picker" / "urdf" / fault.file
    text = path.read_text()
    old, new = fault.old, fault.new
    if fault.code == "J301":
        old, new = "${prefix}left_finger_joint", fault.new
    assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {fault.file}"
    before, _, after = text.partition(old)
    path.write_text(before + new.replace("«", "").replace("»", "") + after)
    marked = before + new + after
    start = marked.find("«")
    line = marked.count("\n", 0, start) + 1
    end = marked.find("»", start)
    return path, line if start >= 0 else 0, marked[start + 1 : end] if end > start else ""


@pytest.mark.parametrize("fault", PLANTED.values(), ids=PLANTED)
def test_a_planted_problem_is_reported_at_its_line_with_the_calls(fault, picker, here, bodyplan):
    path, line, text = plant(fault, here)
    _, out, err = bodyplan("check", picker, "--select", fault.code, "--format", "json")
    assert err == ""
    report = json.loads(out)
    validate(report, schema_of("check"))
    found = [(f["path"], d) for f in report["files"] for d in f["diagnostics"]]
    assert found
    if line:
        name = str(path.relative_to(here))
        assert {(where, one["line"]) for where, one in found} == {(name, line)}
    lines = (here / found[0][0]).read_text().splitlines()
    one = found[0][1]
    if text:
        assert lines[one["line"] - 1][one["column"] - 1 : one["end_column"] - 1] == text
    macros = [call["macro"] for call in one.get("calls", [])]
    if fault.calls:
        assert macros == list(fault.calls)


def test_the_robot_in_six_files_has_no_diagnostic_that_is_none(picker, bodyplan):
    status, out, _ = bodyplan("check", picker, "--format", "concise")
    assert status == 0
    assert sorted(line.split()[1] for line in out.splitlines()) == ["I104", "U506"]


# How it looks


def test_what_one_line_makes_again_and_again_is_shown_once(cart, bodyplan):
    status, out, err = bodyplan("check", cart, "--select", "I101")
    assert (status, err) == (1, "")
    assert out == (
        "wheels.xacro:5:22: I101 error link 'left_front': mass -1 kg is negative\n"
        '    5 |         <mass value="${mass}"/>\n'
        "      |                      ^^^^^^^\n"
        "  in macro wheel, called at wheels.xacro:16:6\n"
        "  in macro pair, called at cart.urdf.xacro:5:4\n"
        "  ... and 3 more expansions, called at wheels.xacro:17:6, cart.urdf.xacro:6:4\n"
        "  hint: write a positive mass, or 0 for a link that is only a frame\n"
        "  fix: Remove the minus sign (display only)\n"
        "\n"
        "1 error (4 cases; --all lists each) in 2 files\n"
    )


def test_all_shows_each_expansion(cart, bodyplan):
    _, out, _ = bodyplan("check", cart, "--select", "I101", "--all")
    names = re.findall(r"link '(\w+)'", out)
    assert names == ["left_front", "right_front", "left_rear", "right_rear"]


def test_a_service_shows_one_annotation_for_a_line(cart, bodyplan):
    _, out, _ = bodyplan("check", cart, "--select", "I101", "--format", "github")
    (line,) = out.splitlines()
    assert line.startswith("::error file=wheels.xacro,line=5,col=22,")
    assert "in macro pair, called at cart.urdf.xacro:5:4%0A... and 3 more expansions" in line


def test_programs_are_reported_each_expansion(cart, bodyplan):
    _, out, _ = bodyplan("check", cart, "--select", "I101", "--format", "concise")
    assert len(out.splitlines()) == 4
    _, out, _ = bodyplan("check", cart, "--select", "I101", "--format", "sarif")
    results = json.loads(out)["runs"][0]["results"]
    places = [
        [
            (
                place["physicalLocation"]["artifactLocation"]["uri"],
                place["physicalLocation"]["region"]["startLine"],
            )
            for place in result["relatedLocations"]
        ]
        for result in results
    ]
    assert places == [
        [("wheels.xacro", inner), ("cart.urdf.xacro", outer)]
        for outer in (5, 6)
        for inner in (16, 17)
    ]
    _, out, _ = bodyplan("check", cart, "--select", "I101", "--format", "junit")
    assert out.count("<failure") == out.count("in macro pair, called at") == 4


def test_the_same_line_twice_is_one_line_for_grep(cart, here, bodyplan):
    (here / "wheels.xacro").write_text(WHEELS.replace('ixx="0.1"', 'ixx="QQQ"'))
    _, out, _ = bodyplan("check", cart, "--select", "X105", "--format", "concise")
    assert len(out.splitlines()) == 1
    _, out, _ = bodyplan("check", cart, "--select", "X105", "--format", "json")
    assert [len(file["diagnostics"]) for file in json.loads(out)["files"]] == [0, 4]


def test_a_comment_in_the_file_of_the_macro_suppresses(cart, here, bodyplan):
    comment = "<!-- bodyplan: ignore I101 -->"
    (here / "wheels.xacro").write_text(WHEELS.replace("<mass", f"{comment}<mass"))
    status, out, _ = bodyplan("check", cart, "--select", "I101,X008")
    assert (status, out) == (0, "no problems found in 1 file\n")


def test_only_what_fails_is_shown_in_quiet(cart, bodyplan):
    status, out, _ = bodyplan("check", cart, "--quiet", "--format", "concise")
    assert status == 1
    assert {line.split()[2] for line in out.splitlines()} == {"error"}


def test_a_file_that_cannot_be_expanded_is_reported_with_its_place(cart, here, bodyplan):
    (here / "wheels.xacro").write_text(WHEELS.replace("${mass}", "${mas}", 1))
    status, out, _ = bodyplan("check", cart)
    assert status == 1
    assert out.splitlines()[:6] == [
        "wheels.xacro:5:22: M101 error 'mas' is not defined",
        '    5 |         <mass value="${mas}"/>',
        "      |                      ^^^^^^",
        "  in macro wheel, called at wheels.xacro:16:6",
        "  in macro pair, called at cart.urdf.xacro:5:4",
        "  hint: did you mean 'mass'?",
    ]


# Which files


def test_a_library_of_macros_is_no_invalid_robot(cart, bodyplan):
    status, out, _ = bodyplan("check", "wheels.xacro")
    assert status == 0
    assert "M252 info the file only defines macros: 'wheel', 'pair'" in out
    assert out.endswith("1 info in 1 file\n")


def test_of_a_folder_the_files_are_checked_that_make_robots(cart, here, bodyplan):
    (here / "other.urdf.xacro").write_text(CART.replace('"cart"', '"other"'))
    _, out, _ = bodyplan("check", ".", "--select", "I101", "--format", "json")
    files = json.loads(out)["files"]
    counts = {file["path"]: len(file["diagnostics"]) for file in files}
    assert counts == {"cart.urdf.xacro": 0, "wheels.xacro": 8, "other.urdf.xacro": 0}


def test_macros_can_come_from_standard_input(cart, bodyplan, feed):
    feed(CART)
    status, out, _ = bodyplan("check", "-", "--select", "I101", "--format", "concise")
    assert status == 1
    assert out.startswith("wheels.xacro:5:22: I101")


def test_a_file_with_macros_that_is_called_urdf_is_one_diagnostic(here, bodyplan):
    (here / "cart.urdf").write_text(CART)
    status, out, _ = bodyplan("check", "cart.urdf", "--format", "concise")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()] == ["X110"]
    assert "(first of 4 in this file)" in out


# Arguments


@pytest.mark.parametrize(
    "words", [("{cart}", "mass:=1"), ("mass:=1", "{cart}"), ("mass := 1", "{cart}")]
)
def test_arguments_are_words_with_a_sign(words, cart, bodyplan):
    words = [word.format(cart=cart) for word in words]
    status, out, err = bodyplan("check", *words, "--select", "I101")
    assert (status, out, err) == (0, "no problems found in 1 file\n", "")


def test_an_argument_that_nothing_takes_is_a_diagnostic(cart, bodyplan):
    status, out, _ = bodyplan("check", cart, "mas:=1", "--select", "M", "--format", "concise")
    assert status == 0
    assert out.startswith("cart.urdf.xacro:1:2: M203 warning unknown argument 'mas'")


def test_what_counts_for_nothing_is_reported(cart, bodyplan):
    _, _, err = bodyplan("check", cart, "_name:=x", "mass:=")
    assert err.splitlines() == [
        "bodyplan: _name:=x is ignored: ROS reserves names with a leading underscore",
        "bodyplan: mass:= is ignored: it has no value",
    ]


LIFT = """\
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="lift">
  <xacro:arg name="height" default="1"/>
  <link name="base">
    <inertial><mass value="1"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial>
  </link>
  <link name="plate">
    <inertial><mass value="1"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="base"/>
    <child link="plate"/>
    <axis xyz="0 0 1"/>
    <limit lower="0" upper="$(arg height)" effort="1" velocity="1"/>
  </joint>
</robot>
"""

VERBS = [
    ("check",),
    ("fix", "--check"),
    ("show",),
    ("where",),
    ("srdf", "new"),
    ("bundle", "-o", "QQQ.zip"),
]


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_every_verb_for_robots_takes_arguments(verb, cart, here, bodyplan):
    assert bodyplan(*verb, cart, "mass:=2")[0] == 0


COMPUTING = [("fk",), ("workspace", "--count", "10"), ("inertia",)]


@pytest.mark.parametrize("verb", [*VERBS, *COMPUTING], ids=" ".join)
def test_every_verb_reports_an_argument_that_nothing_takes(verb, here, bodyplan):
    (here / "lift.urdf.xacro").write_text(LIFT)
    status, out, err = bodyplan(*verb, "lift.urdf.xacro", "hihgt_QQQ:=2")
    assert status == 0
    assert "unknown argument 'hihgt_QQQ'" in out + err
    assert "the file declares 'height'" in out + err
    status, out, err = bodyplan(*verb, "lift.urdf.xacro", "height:=2")
    assert "argument" not in out + err


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_arguments_without_macros_are_refused(verb, here, bodyplan):
    status, _, err = bodyplan(*verb, "sample:arm", "mass:=1")
    assert status == 2
    assert "mass:=1 sets a xacro argument, but the input is not xacro" in err
    assert not (here / "QQQ.zip").exists()


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_arguments_alone_are_refused(verb, here, bodyplan):
    status, _, err = bodyplan(*verb, "mass:=1")
    assert status == 2
    assert "missing ROBOT" in err


def test_a_robot_that_is_named_for_an_srdf_takes_arguments(cart, here, bodyplan):
    (here / "cart.srdf").write_text(
        '<robot name="cart"><group name="g"><joint name="QQQ"/></group></robot>'
    )
    words = ("check", "cart.srdf", "--robot", cart, "--select", "S102", "--format", "concise")
    assert bodyplan(*words, "mass:=1")[1].startswith("cart.srdf:1:")
    assert bodyplan("check", "cart.srdf", "mass:=1")[0] in {0, 1}  # found around it: has macros


def test_packages_are_found_by_option(picker, here, bodyplan):
    (here / "picker" / "package.xml").unlink()
    shutil.move(here / "picker", here / "other")
    name = MAIN.replace("picker/", "other/", 1)
    assert "M122" in bodyplan("check", name)[1]
    assert bodyplan("check", name, "--package", "picker_description=other")[0] == 0
    assert bodyplan("show", name, "--package", "picker_description=other")[0] == 0
    assert bodyplan("fix", "--check", name, "--package", "picker_description=other")[0] == 0


# Other verbs


def test_the_tree_of_what_macros_make_is_shown(cart, bodyplan):
    status, out, _ = bodyplan("show", cart, "mass:=1")
    assert status == 0
    assert "left_front" in out
    assert "cart.urdf.xacro" in out


def test_what_shows_no_robot_says_how_to_find_out_why(cart, here, bodyplan):
    (here / "wheels.xacro").write_text("<robot")
    for verb in ("show", "where"):
        status, _, err = bodyplan(verb, cart)
        assert status == 2
        assert f"{cart} has 1 error, in wheels.xacro, line 1: the file ends inside a tag" in err


def test_addresses_are_reported_with_the_file_they_are_in(cart, here, bodyplan):
    mesh = '<visual><geometry><mesh filename="package://cart/QQQ.stl"/></geometry></visual>'
    (here / "wheels.xacro").write_text(WHEELS.replace("<inertial>", f"{mesh}<inertial>"))
    status, out, _ = bodyplan("where", cart)
    assert status == 1
    assert "wheels.xacro:4" in out
    table = json.loads(bodyplan("where", cart, "--json")[1])
    places = table["files"][0]["resources"][0]["locations"]
    assert {(place["file"], place["line"]) for place in places} == {("wheels.xacro", 4)}


def test_names_in_files_with_macros_are_not_renamed(cart, here, bodyplan):
    status, _, err = bodyplan("rename", "link", "base", "chassis", cart)
    assert status == 2
    assert "bodyplan expand" in err
    assert (here / cart).read_text() == CART


def test_only_the_main_file_is_repaired_where_it_says_what_the_robot_does(cart, here, bodyplan):
    joint = """  <joint name="lift" type="prismatic">
    <parent link="base"/>
    <child link="left_front"/>
    <axis xyz="0 0 1"/>
    <limit lower="1" upper="0" effort="${1}" velocity="1"/>
  </joint>
"""
    text = CART.replace("</robot>", f"{joint}</robot>")
    (here / cart).write_text(text)
    _, _, err = bodyplan("fix", cart, "mass:=1", "--unsafe", "--select", "J102,I1")
    assert "J102 fixed: Swap lower and upper" in err
    expected = text.replace('lower="1" upper="0"', 'lower="0" upper="1"')
    assert (here / cart).read_text() == expected
    assert (here / "wheels.xacro").read_text() == WHEELS


def test_a_file_with_macros_is_laid_out_and_means_the_same(cart, here, bodyplan):
    before = bodyplan("expand", cart)[1]
    untidy = CART.replace("  <link", "<!-- one -->\n\n      <link   ").replace(
        "\n  <xacro:arg", "\n<xacro:arg"
    )
    (here / cart).write_text(untidy)
    assert bodyplan("fmt", cart)[0] == 0
    tidy = (here / cart).read_text()
    assert "<!-- one -->" in tidy
    assert re.findall(r"\$[({][^)}]*", tidy) == re.findall(r"\$[({][^)}]*", CART)
    assert bodyplan("expand", cart)[1].replace("  <!-- one -->\n", "") == before


def test_a_draft_of_semantics_is_made_of_what_macros_make(cart, bodyplan):
    status, out, _ = bodyplan("srdf", "new", cart)
    assert status == 0
    assert "left_front_axle" in out


def test_unused_materials_of_an_included_file_are_not_reported(tmp_path, bodyplan):
    (tmp_path / "materials.xacro").write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><material name="red">'
        '<color rgba="1 0 0 1"/></material></robot>'
    )
    robot = tmp_path / "robot.urdf.xacro"
    robot.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
        '<xacro:include filename="materials.xacro"/>\n'
        '<material name="blue"><color rgba="0 0 1 1"/></material><link name="a"/></robot>'
    )
    status, out, _ = bodyplan("check", robot, "--select", "G405", "--format", "concise")
    assert status == 0
    assert out.splitlines()[0].endswith("G405 hint unused material 'blue'")


UNPREFIXED = f"""<robot name="r" {XMLNS}>
  <property name="r" value="0.1"/>
  <link name="a"><visual><geometry><sphere radius="${{r}}"/></geometry></visual></link>
</robot>
"""


@pytest.mark.parametrize(
    "options",
    [(), ("--select", "G"), ("--ignore", "M212"), ("--ignore", "M2"), ("--profile", "urdfdom")],
)
def test_a_file_that_does_not_expand_since_a_tag_has_no_prefix_never_looks_clean(
    here, bodyplan, options
):
    (here / "r.urdf.xacro").write_text(UNPREFIXED)
    status, out, _ = bodyplan("check", "r.urdf.xacro", "--format", "concise", *options)
    assert status == 1
    assert "M212 error" in out
    assert "'r' is not defined" in out

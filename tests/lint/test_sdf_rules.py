"""Rules for SDFormat beside their fixtures: verdicts of the reference reader, files, sizes."""

import re
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.diag import kinds
from bodyplan.formats.sdf.codes import CODES
from bodyplan.lint.rule import rules
from bodyplan.resources import Resources
from tests.growth import HANG_GUARD, lines

CASES = Path(__file__).parents[1] / "formats" / "sdf" / "fixtures" / "codes"
FILES = sorted(CASES.glob("*.sdf"))

OTHERWISE = {
    "02-duplicate-name-world-model-frame": "a frame of a world is not renamed from version 13 on",
    "04-attribute-missing-user": "accepted from version 14.3 on",
    "04-attribute-missing-plugin-name-1.10": "plugins need no name from 1.10 on",
    "05-attribute-invalid-sensor-air-speed": "newer than libsdformat 12",
    "07-attribute-incorrect-type-newer": "auto is newer than libsdformat 12, and needs a collision",
    "09-element-invalid-axis-none-1.4": "0 0 1 by the version; the reference breaks it itself",
    "09-element-invalid-axis-none-1.6": "0 0 1 by the version; the reference breaks it itself",
    "09-element-invalid-noise": "rejected for more sensors from version 13 on",
    "09-element-invalid-limits": "no position is between such limits",
    "09-element-invalid-sizes": "no body has such a size",
    "14-uri-lookup-web": "a simulator may fetch it; we cannot see whether it is there",
    "21-joint-parent-link-invalid-model-frame": "accepted from version 12.4 on",
    "21-joint-parent-link-invalid-inside": "overlooked by libsdformat 12 in a nested model",
    "31-model-placement-frame-ok": "the folder has a file for 1.12, which has no such frame",
    "33-merge-include-placement": "the folder has a file for 1.12, which has no such frame",
    "38-joint-axis-expressed-in-invalid": "told by the reference from version 13 on",
    "39-conversion-error-empty": "no version of the format",
    "39-conversion-error-newer": "no version of the format",
    "39-conversion-error-none": "no version of the format",
    "39-conversion-error-patch": "no version of the format",
    "41-joint-axis-mimic-invalid": "mimic is newer than libsdformat 12",
    "34-parameter-error-double-small": "a number below 2e-308 is a number",
}
"""Files that are judged otherwise than by libsdformat 12.3, with the reason."""
OTHER_WORD = {
    "ELEMENT_INVALID": "PARAMETER_ERROR",  # a value, from libsdformat 13 on
    "ATTRIBUTE_INVALID": "PARAMETER_ERROR",
}


def verdict(path):
    """What libsdformat 12.3 says of a fixture: refused or not, and the names of its errors."""
    found = re.search(
        r"libsdformat 12\.3: (.*?)\s*-->", path.read_text(errors="replace"), re.DOTALL
    )
    words = " ".join(found[1].split())
    names = set(words.partition(":")[2].split()) - {"STRING_READ"}
    return words.startswith("refused"), names, words.startswith("dies")


def errors(path):
    known = Resources({}, [CASES], environment={})
    found = bodyplan.check(path, resources=known).diagnostics
    return [one for one in found if one.severity == "error" and one.code[0] != "R"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_errors_exactly_where_libsdformat_rejects_it(path):
    is_refused, _, dies = verdict(path)
    found = errors(path)
    if path.stem in OTHERWISE:
        assert is_refused != bool(found), "now alike: strike it from the list"
    elif not dies:
        assert is_refused == bool(found), [str(one) for one in found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_error_has_its_name_in_libsdformat(path):
    is_refused, names, _ = verdict(path)
    found = errors(path)
    if not is_refused or not found or names <= {"FILE_READ"}:
        return  # every refused file is one that cannot be read
    ours = {one.kind.reference[1] for one in found if one.kind.reference is not None}
    if "ELEMENT_MISSING" in ours and any("JOINT_" in name for name in names):
        return  # a ball joint without an end
    if path.stem in {"02-duplicate-name-models-root", "04-attribute-missing-include-uri"}:
        return  # of two true words we say the other
    assert ours & (names | {OTHER_WORD.get(name, name) for name in names})


def test_every_rule_with_a_libsdformat_number_has_its_name():
    rules("sdf")
    for kind in kinds().values():
        if kind.code[0] == "D" and kind.code[1] == "1":
            number, name = kind.reference
            assert kind.code == f"D1{number:02d}"
            assert CODES[number] == name


FAULTY = """
<sdf version="1.11">
  <model name="crane" canonical_link="QQQ">
    <model name="shell"/>
    <link name="base"><pose relative_to="QQQ">0 0 0 0 0 0</pose></link>
    <link name="boom"/>
    <link name="boom"/>
    <frame name="a" attached_to="QQQ"/>
    <frame name="b" attached_to="c"/>
    <frame name="c" attached_to="b"/>
    <frame name="d"><pose relative_to="d">0 0 0 0 0 0</pose></frame>
    <joint name="slew" type="revolute">
      <parent>QQQ</parent><child>QQQ</child>
      <axis><xyz expressed_in="QQQ">0 0 1</xyz><mimic joint="QQQ"/></axis>
    </joint>
    <joint name="lift" type="fixed"><parent>boom</parent><child>boom</child></joint>
    <joint name="tilt" type="fixed"><parent>boom</parent><child>world</child></joint>
  </model>
</sdf>"""


def test_every_frame_problem_is_reported_once():
    faults = sdf_frames(bodyplan.read(FAULTY)).faults
    expected = Counter(fault.error for fault in faults)
    told = Counter(
        one.kind.reference[1]
        for one in bodyplan.check(FAULTY).diagnostics
        if one.kind.reference is not None
    )
    assert len(expected) >= 10
    assert {name: told[name] for name in expected} == dict(expected)


def test_meshes_textures_and_scripts_are_looked_up(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "boom.dae").touch()
    path = tmp_path / "crane.sdf"
    path.write_text(
        """<sdf version="1.9"><model name="crane"><static>1</static><link name="base">
        <visual name="a"><geometry><mesh><uri>meshes/boom.dae</uri></mesh></geometry></visual>
        <visual name="b"><geometry><mesh><uri>file://meshes/boom.dae</uri></mesh></geometry></visual>
        <visual name="c"><geometry><mesh><uri>meshes/bomo.dae</uri></mesh></geometry></visual>
        <visual name="d"><geometry><mesh><uri>meshes/Boom.dae</uri></mesh></geometry>
          <material><diffuse>1 0 0 1</diffuse><script><uri>meshes</uri><name>red</name></script>
          <pbr><metal><albedo_map>rust.png</albedo_map></metal></pbr></material></visual>
        </link></model></sdf>"""
    )
    found = [(one.code, one.where.line) for one in bodyplan.check(path).diagnostics]
    assert sorted(found) == [("R101", 4), ("R101", 7), ("R103", 5)]


def test_the_uri_of_a_script_is_replaced_in_place(tmp_path):
    (tmp_path / "Scripts").mkdir()
    (tmp_path / "Scripts" / "red.material").touch()
    (tmp_path / "blue.material").touch()
    path = tmp_path / "crane.sdf"
    text = """<sdf version="1.9"><model name="crane"><static>1</static><link name="base">
        <visual name="a"><geometry><box><size>1 1 1</size></box></geometry>
          <material><diffuse>1 0 0 1</diffuse><script><uri>blue.material</uri>
          <uri>scripts/red.material</uri><name>red</name></script></material></visual>
        </link></model></sdf>"""
    path.write_text(text)
    (found,) = bodyplan.check(path).diagnostics
    assert found.code == "R103"
    (edit,) = found.fix.edits
    assert edit.text in "Scripts/red.material"


def codes(text):
    return {one.code for one in bodyplan.check(text).diagnostics}


@pytest.mark.parametrize("count", [1, 2, 1000])
def test_a_cycle_of_frames_is_reported_quickly_and_once(count):
    frames = "".join(
        f'<frame name="f{number}" attached_to="f{(number + 1) % count}"/>'
        for number in range(count)
    )
    text = f'<sdf version="1.9"><model name="m"><link name="l"/>{frames}</model></sdf>'
    found = [one for one in bodyplan.check(text).diagnostics if one.code == "D124"]
    assert len(found) == 1
    assert len(found[0].message) < 1000


def test_time_grows_with_the_size_of_the_file_alone():
    def chain(count):
        links = "".join(f'<link name="l{number}"/>' for number in range(count))
        joints = "".join(
            f'<joint name="j{number}" type="fixed"><parent>l{number}</parent>'
            f"<child>l{number + 1}</child></joint>"
            for number in range(count - 1)
        )
        ring = '<joint name="ring" type="fixed"><parent>l9</parent><child>l0</child></joint>'
        return f'<sdf version="1.9"><model name="m">{links}{joints}{ring}</model></sdf>'

    assert "T005" in codes(chain(8_000))
    small, large = (lines(partial(codes, chain(count))) for count in (500, 2_000))
    assert large < 5 * small


def test_models_in_models_do_not_pile_up():
    depth = 90
    text = "".join(f'<model name="m{number}">' for number in range(depth))
    inner = (
        '<link name="l"/><joint name="j" type="fixed"><parent>QQQ</parent><child>l</child></joint>'
    )
    text = f'<sdf version="1.9">{text}{inner}{"</model>" * depth}</sdf>'
    assert "D121" in codes(text)


def test_a_file_that_breaks_off_is_not_blamed_for_what_may_come():
    text = '<sdf version="1.9"><model name="m"><link name="l"><pose relative_to="later">0 0 0 0 0 0</pose>'
    assert "D126" not in codes(text)


def test_a_file_that_breaks_off_lacks_nothing():
    text = '<sdf version="1.9"><model name="m"><link name="l"/><link name="k"><visual name="v"><geometry>'
    assert codes(text) <= {"X001", "X002", "X003"}


def test_a_model_behind_the_limit_of_depth_is_not_blamed():
    depth = 1_000
    models = "".join(f'<model name="m{number}">' for number in range(depth))
    text = f'<sdf version="1.9">{models}<link name="l"/>{"</model>" * depth}</sdf>'
    assert codes(text) == {"X005"}


def test_a_problem_in_a_file_that_is_included_often_is_reported_once_per_include(tmp_path):
    files_with_two_includes(tmp_path, 13)  # 8,190 models
    found = bodyplan.check(tmp_path / "m0.sdf").diagnostics
    assert Counter(one.code for one in found) == {"D121": 2}


def test_an_include_of_the_network_does_not_soften_the_next_one():
    uris = ("https://example.org/lever", "model://nowhere")
    includes = "".join(f"<include><uri>{uri}</uri></include>" for uri in uris)
    found = bodyplan.check(f'<sdf version="1.9"><world name="w">{includes}</world></sdf>')
    told = [str(d.severity) for d in found.diagnostics if d.code == "D114"]
    assert told == ["warning", "error"]


def test_includes_that_bring_too_much_are_left_out_as_a_whole(tmp_path):
    files_with_two_includes(tmp_path, 40)  # a million times a million models
    start = time.process_time()
    found = bodyplan.check(tmp_path / "m0.sdf").diagnostics
    assert time.process_time() - start < HANG_GUARD
    assert Counter(one.code for one in found) == {"D311": 2}


def files_with_two_includes(folder, deep):
    """Files that each include the next twice; there is a fault in the last."""
    for number in range(deep):
        inner = "".join(
            f"<include><name>{name}</name><uri>m{number + 1}.sdf</uri></include>" for name in "ab"
        )
        last = '<joint name="j" type="fixed"><parent>QQQ</parent><child>l</child></joint>'
        content = inner if number < deep - 1 else last
        (folder / f"m{number}.sdf").write_text(
            f'<sdf version="1.9"><model name="m"><link name="l"/>{content}</model></sdf>'
        )


def test_a_file_that_includes_itself_is_cut(tmp_path):
    path = tmp_path / "self.sdf"
    path.write_text(
        '<sdf version="1.9"><model name="m"><link name="l"/><include><name>n</name>'
        "<uri>self.sdf</uri></include></model></sdf>"
    )
    assert {one.code for one in bodyplan.check(path).diagnostics} == {"D311"}


def joints(*ends):
    """Joints a, b and so on with these parents and children."""
    return "".join(
        f'<joint name="{name}" type="ball"><parent>{parent}</parent><child>{child}</child></joint>'
        for name, (parent, child) in zip("abcd", ends, strict=False)
    )


def a_model(*content):
    """A model with three links and more."""
    links = '<link name="one"/><link name="two"/><link name="three"/>'
    return f'<model name="m">{links}{"".join(content)}</model>'


INNER = '<model name="inner"><link name="tip"/></model>'
FRAME = '<frame name="f" attached_to="a"/>'
INCLUDE = "<include><uri>arm.sdf</uri></include>"
MERGE = '<include merge="true"><uri>arm.sdf</uri></include>'
FILE = '<sdf version="1.11">{}</sdf>'
TREES = {
    "a loop that nothing leads into": (
        a_model(joints(("one", "two"), ("two", "one"))),
        "T005 warning joint 'b' closes a loop from 'two' back to 'one': the joints 'a' -> 'b'",
    ),
    "a loop that a link leads into": (
        a_model(joints(("one", "two"), ("two", "three"), ("three", "two"))),
        "T005 info joint 'c' closes a loop from 'three' back to 'two': the joints 'b' -> 'c'",
    ),
    "a loop that the world leads into": (
        a_model(joints(("world", "one"), ("one", "two"), ("two", "one"))),
        "T005 info joint 'c' closes a loop from 'two' back to 'one': the joints 'b' -> 'c'",
    ),
    "a loop by way of a frame": (
        a_model(FRAME, joints(("one", "two"), ("f", "one"))),
        "T005 warning joint 'b' closes a loop from 'two' back to 'one': the joints 'a' -> 'b'",
    ),
    "a loop through a model in the model": (
        a_model(INNER, joints(("one", "inner"), ("inner::tip", "one"))),
        "T005 warning joint 'b' closes a loop from 'inner::tip' back to 'one': the joints 'a' -> 'b'",
    ),
    "joints in a world": (
        f'<world name="w">{a_model()}{joints(("m::two", "m::one"), ("m::three", "m::one"))}</world>',
        "T006 info link 'm::one' is the child of two joints: 'a' (line 1) and 'b'",
    ),
    "two parents in a model in the model": (
        f'<model name="o">{a_model(joints(("one", "two"), ("three", "two")))}</model>',
        "T006 info link 'm::two' is the child of two joints: 'm::a' (line 1) and 'm::b'",
    ),
    "two joints into what does not exist": (a_model(joints(("one", "QQQ"), ("two", "QQQ"))), None),
    "two joints into an included link": (
        a_model(INCLUDE, joints(("one", "arm::upper"), ("two", "arm::upper"))),
        "T006 info link 'arm::upper' is the child of two joints: 'a' (line 1) and 'b'",
    ),
    "a loop through a merged model": (
        a_model(MERGE, joints(("one", "base"), ("upper", "one"))),
        "T005 warning joint 'a' closes a loop from 'one' back to 'base': the joints 'j' -> 'b' -> 'a'",
    ),
    "a second joint into a link of a merged model": (
        a_model(MERGE, joints(("one", "upper"))),
        "T006 info link 'upper' is the child of two joints: 'j' and 'a'",
    ),
}


@pytest.mark.parametrize("case", TREES)
def test_joints_make_a_tree_of_the_links_that_their_ends_are_attached_to(case, tmp_path):
    content, expected = TREES[case]
    arm = '<link name="base"/><link name="upper"/>' + joints(("base", "upper"))
    arm = f'<model name="arm">{arm}</model>'.replace('"a"', '"j"')
    (tmp_path / "arm.sdf").write_text(FILE.format(arm), encoding="utf-8")
    robot = tmp_path / "robot.sdf"
    robot.write_text(FILE.format(content), encoding="utf-8")
    found = [one for one in bodyplan.check(robot).diagnostics if one.code[0] == "T"]
    shown = [
        f"{one.code} {one.severity} {one.message.removesuffix(' form a loop')}" for one in found
    ]
    assert shown == ([] if expected is None else [expected])


@pytest.mark.parametrize(("own", "is_fixed"), [("drone", False), ("other", True)])
def test_a_model_is_never_told_to_include_itself(tmp_path, own, is_fixed):
    uri = "https://fuel.gazebosim.org/1.0/ann/models/drone"
    for name in {own, "drone"}:
        (tmp_path / "models" / name).mkdir(parents=True)
        (tmp_path / "models" / name / "model.config").write_text(
            f'<model><name>{name}</name><sdf version="1.9">model.sdf</sdf></model>'
        )
        (tmp_path / "models" / name / "model.sdf").write_text(
            f'<sdf version="1.9"><model name="{name}"><link name="l"/></model></sdf>'
        )
    file = tmp_path / "models" / own / "model.sdf"
    include = f"<include><uri>{uri}</uri></include>"
    file.write_text(f'<sdf version="1.9"><model name="m"><link name="l"/>{include}</model></sdf>')
    (one,) = [one for one in bodyplan.check(file).diagnostics if one.code == "D114"]
    assert (one.fix is not None) == is_fixed
    assert ("on this machine" in one.message) == is_fixed


CLASSIC = """<sdf version="1.7"><model name="m"><link name="l"><visual name="v"><material>
<script><uri>file://media/materials/scripts/gazebo.material</uri><name>Gazebo/Wood</name></script>
<shader type="normal_map_tangent_space"><normal_map>{}</normal_map></shader></material>
<geometry><box><size>1 1 1</size></box></geometry></visual></link></model></sdf>"""


@pytest.mark.parametrize(
    ("normal_map", "expected"),
    [("Wood_Normal.png", ["D373"]), ("maps/Wood_Normal.png", ["D373", "R101"])],
)
def test_a_material_of_gazebo_classic_is_reported_once(tmp_path, normal_map, expected):
    (tmp_path / "m.sdf").write_text(CLASSIC.format(normal_map))
    found = [one.code for one in bodyplan.check(tmp_path / "m.sdf").diagnostics]
    assert sorted({one for one in found if one[0] == "R" or one == "D373"}) == expected

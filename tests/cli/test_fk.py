"""The verb fk: poses that are right, in every form, and a sentence for everything else."""

from __future__ import annotations

import builtins
import csv
import io
import json
import math
import sys

import numpy as np
import pytest
from tests.oracles import urdfdom

import bodyplan as package
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.description.load import load
from bodyplan.lie import so3

JOINTS = (
    "shoulder_pan_joint",
    "shoulder_lift_joint",
    "elbow_joint",
    "wrist_roll_joint",
    "wrist_pitch_joint",
    "flange_joint",
    "left_finger_joint",
)
SLIDER = """<robot name="slider">
<link name="base"/><link name="cart"/><link name="pole"/>
<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="swing" type="planar"><parent link="cart"/><child link="pole"/><axis xyz="0 0 1"/></joint>
</robot>"""


@pytest.fixture(scope="module")
def arm():
    """The sample arm."""
    return load("sample:arm")


def table(text):
    """The rows of a CSV."""
    return list(csv.DictReader(io.StringIO(text)))


def numbers(row):
    """The numbers of a pose in a row of a CSV."""
    return [float(value) for key, value in row.items() if key not in {"row", "frame"}]


# Values


@pytest.mark.parametrize(
    "name", ["panda.urdf", "ur5_robot.urdf", "talos_reduced.urdf", "anymal.urdf", "tiago.urdf"]
)
def test_the_poses_are_those_of_pinocchio(bodyplan, tmp_path, name):
    pin = pytest.importorskip("pinocchio")
    try:
        path = next(path for path in urdfdom.example_robots() if path.name == name)
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    robot = load(path)
    q = robot.random(7, 20)
    np.save(tmp_path / "q.npy", q)
    target = tmp_path / "poses.npy"
    words = ("--configurations", tmp_path / "q.npy", "-o", target, "--quiet")
    assert bodyplan("fk", path, *words) == (0, "", "")
    found = np.load(target)
    assert found.shape == (20, len(robot.links), 4, 4)
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    for numbers_, poses in zip(q, found, strict=True):
        there = pin.neutral(model)
        for joint, values in robot.positions(numbers_).items():
            one = model.joints[model.getJointId(joint)]
            turned = (math.cos(values[0]), math.sin(values[0])) if one.nq == 2 else values
            there[one.idx_q : one.idx_q + one.nq] = turned
        pin.framesForwardKinematics(model, data, there)
        for link, pose in zip(robot.link_names, poses, strict=True):
            expected = data.oMf[model.getFrameId(link, pin.BODY)].homogeneous
            assert np.abs(pose - expected).max() < 1e-12


def test_without_options_it_shows_all_links_in_the_default_configuration(bodyplan, arm):
    status, out, err = bodyplan("fk", "sample:arm")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tern · poses in base_link · m, rad"
    assert lines[1] == "configuration: all joints at zero"
    assert lines[3].split() == ["frame", "x", "y", "z", "roll", "pitch", "yaw"]
    assert [line.split()[0] for line in lines[4:]] == list(arm.link_names)
    numbers_ = ("0.428000", "0.000000", "0.540000", "0.000000", "1.570796", "0.000000")
    assert lines[12].split() == ["tool0", *numbers_]


@pytest.mark.parametrize(("columns", "x"), [(80, "0.428000"), (75, "0.4280"), (60, "0.428")])
def test_a_narrow_terminal_gets_fewer_decimals(bodyplan, monkeypatch, columns, x):
    monkeypatch.setattr("bodyplan.cli.page_writer.terminal_columns", lambda _: columns)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = bodyplan("fk", "sample:arm")
    lines = out.splitlines()
    assert max(map(len, lines)) <= columns
    assert lines[12].split()[:2] == ["tool0", x]


def test_a_configuration_given_in_degrees_is_shown_in_degrees(bodyplan):
    _, out, _ = bodyplan("fk", "sample:arm", "-q", "elbow_joint=-40", "--degrees")
    assert out.splitlines()[1].startswith("configuration: elbow_joint at -40 deg (set)")


def test_degrees_are_for_angles_given_and_shown(bodyplan, here):
    (here / "slider.urdf").write_text(SLIDER)
    words = ("-q", "slide=1.5,swing/theta=90,swing/x=0.25", "--degrees", "--frame", "pole")
    _, out, _ = bodyplan("fk", "slider.urdf", *words, "--csv", "--form", "xyz-rpy")
    assert numbers(table(out)[0]) == pytest.approx([1.75, 0, 0, 0, 0, 90.0])
    _, out, _ = bodyplan("fk", "slider.urdf", *words, "--json")
    (one,) = json.loads(out)["configurations"]
    assert one["q"] == {"slide": 1.5, "swing/x": 0.25, "swing/y": 0.0, "swing/theta": 90.0}


def test_a_joint_with_several_variables_takes_as_many_values(bodyplan, here):
    (here / "slider.urdf").write_text(SLIDER)
    words = ("fk", "slider.urdf", "--frame", "pole", "--csv", "--form", "xyz-rpy", "-q")
    _, out, _ = bodyplan(*words, "swing=0.25,0.5,1,slide=-1")
    assert numbers(table(out)[0]) == pytest.approx([-0.75, 0.5, 0, 0, 0, 1.0])
    assert bodyplan(*words, "swing=1,2")[::2] == (
        2,
        "bodyplan: -q: joint 'swing' requires 3 values (swing/x, swing/y, swing/theta), got 2\n",
    )


def test_all_numbers_in_order_are_a_configuration(bodyplan, arm):
    q = arm.random(3)
    _, out, _ = bodyplan("fk", "sample:arm", "-q", ",".join(map(repr, q.tolist())), "--csv")
    poses = arm.forward_kinematics(q, form="position_quat_xyzw")
    assert np.array_equal([numbers(row) for row in table(out)], poses + 0.0)


def test_poses_seen_from_a_link(bodyplan, arm):
    q = arm.q(elbow_joint=0.3, wrist_pitch_joint=0.4)
    words = ("-q", "elbow_joint=0.3,wrist_pitch_joint=0.4", "--form", "4x4", "--csv")
    words += ("--base", "forearm_link", "--frame", "tool0")
    _, out, _ = bodyplan("fk", "sample:arm", *words)
    X_RF, X_RT = arm.forward_kinematics(q, ["forearm_link", "tool0"])
    found = np.reshape(numbers(table(out)[0]), (4, 4))
    assert np.abs(found - np.linalg.inv(X_RF) @ X_RT).max() < 1e-15


def test_the_forms_describe_the_same_pose(bodyplan):
    words = ("fk", "sample:arm", "-q", "elbow_joint=0.5,flange_joint=1", "--frame", "palm_link")
    found = {
        form: numbers(table(bodyplan(*words, "--csv", "--form", form)[1])[0])
        for form in ("4x4", "xyz-rpy", "xyz-quat")
    }
    X = np.reshape(found["4x4"], (4, 4))
    assert np.abs(so3.from_rpy(np.array(found["xyz-rpy"][3:])) - X[:3, :3]).max() < 1e-15
    assert np.abs(so3.from_quat_xyzw(np.array(found["xyz-quat"][3:])) - X[:3, :3]).max() < 1e-15
    assert found["xyz-rpy"][:3] == found["xyz-quat"][:3] == X[:3, 3].tolist()


def test_sdf_and_xacro_are_robots_too(bodyplan, here):
    _, out, err = bodyplan("fk", "sample:arm.sdf", "--frame", "palm_link", "--csv")
    assert err == ""
    assert numbers(table(out)[0])[:3] == pytest.approx([0.428, 0, 0.54])
    (here / "r.urdf.xacro").write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="l" '
        'default="1"/><link name="a"/><link name="b"/><joint name="j" type="fixed"><origin '
        'xyz="$(arg l) 0 0"/><parent link="a"/><child link="b"/></joint></robot>'
    )
    _, out, err = bodyplan("fk", "r.urdf.xacro", "l:=2.5", "--csv", "--frame", "b")
    assert (numbers(table(out)[0])[0], err) == (2.5, "")


def test_frames_of_sdformat_are_asked_for_by_name(bodyplan, here):
    (here / "m.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>'
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child>'
        "<axis><xyz>0 0 1</xyz></axis></joint>"
        '<frame name="tip" attached_to="b"><pose>0.5 0 0 0 0 0</pose></frame></model></sdf>'
    )
    _, out, _ = bodyplan("fk", "m.sdf", "--frame", "tip", "--csv", "-q", "j=90", "--degrees")
    assert numbers(table(out)[0])[:3] == pytest.approx([0.0, 0.5, 0.0])
    assert bodyplan("fk", "m.sdf", "--frame", "tp")[2] == (
        "bodyplan: --frame: robot 'm' has no link or frame 'tp'; did you mean 'tip'?\n"
    )


# Limits


def test_what_is_outside_its_limits_is_allowed_and_reported(bodyplan, here):
    words = ("fk", "sample:arm", "--frame", "tool0", "-q", "elbow_joint=2,left_finger_joint=0.05")
    status, _, err = bodyplan(*words)
    assert status == 0
    assert err == (
        "bodyplan: outside the limits: elbow_joint at 2 rad, limits -2.6 … 0.7; "
        "left_finger_joint at 0.05 m, limits 0 … 0.04; right_finger_joint at 0.05 m, "
        "limits 0 … 0.04\n"
    )
    assert bodyplan(*words, "--fail-outside")[0] == 1
    assert bodyplan(*words, "--quiet")[2] == ""
    (one,) = json.loads(bodyplan(*words, "--json")[1])["configurations"]
    assert one["outside_limits"] == ["elbow_joint", "left_finger_joint", "right_finger_joint"]


def test_the_first_configuration_outside_is_named_by_its_line(bodyplan, here):
    (here / "q.csv").write_text("elbow_joint\n\n0.1\n40.2\n41\n0.2\n")
    words = ("--configurations", "q.csv", "--frame", "tool0", "--degrees", "-o", "poses.txt")
    status, out, err = bodyplan("fk", "sample:arm", *words)
    assert (status, out) == (0, "")
    written, told = err.splitlines()
    assert written == "poses.txt: 4 poses"
    assert told == (
        "bodyplan: 2 of 4 configurations are outside the limits, the first in line 4: elbow_joint "
        "at 41°, limits -149 … 40.11"
    )


def test_a_value_at_its_limit_is_inside(bodyplan, arm):
    upper = arm.joint("elbow_joint").limit.upper
    degrees = repr(math.degrees(upper))
    words = ("-q", f"elbow_joint={degrees}", "--degrees", "--fail-outside", "--frame", "tool0")
    assert bodyplan("fk", "sample:arm", *words)[::2] == (0, "")


def test_degrees_are_thought_of_where_radians_are_too_many(bodyplan):
    words = ("fk", "sample:arm", "--frame", "tool0", "--csv", "-q")
    assert bodyplan(*words, "elbow_joint=-30")[2].endswith(
        "; use --degrees for angles in degrees\n"
    )
    for other in ("elbow_joint=-4", "elbow_joint=-3000", "left_finger_joint=8"):
        err = bodyplan(*words, other)[2]
        assert "outside the limits" in err
        assert "--degrees" not in err
    assert "--degrees takes" not in bodyplan(*words, "elbow_joint=-3000", "--degrees")[2]


def test_links_may_be_with_commas_between(bodyplan, here):
    words = ("fk", "sample:arm", "--csv")
    found = bodyplan(*words, "--frame", "tool0,palm_link")
    assert found == bodyplan(*words, "--frame", "tool0", "--frame", "palm_link")
    assert found[1].count("\n") == 3
    assert bodyplan(*words, "--frame", "tool0,palm_link", "-o", "p.csv")[2] == "p.csv: 2 poses\n"
    (here / "r.urdf").write_text('<robot name="r"><link name="a,b"/></robot>')
    _, out, _ = bodyplan("fk", "r.urdf", "--frame", "a,b", "--json")
    assert '"a,b"' in out


@pytest.mark.parametrize("words", [("--csv", "-o", "p.txt"), ("--csv", "-o", "p.dat")])
def test_a_table_may_have_any_name_that_says_nothing_else(bodyplan, here, words):
    assert bodyplan("fk", "sample:arm", *words)[0] == 0
    assert (here / words[-1]).read_text().startswith("row,frame,x,y,z")


# Words that mean nothing

SENTENCES = [
    (("--frame", "tool"), "--frame: robot 'tern' has no link 'tool'; did you mean 'tool0'?"),
    (
        ("--frame", "elbow_joint"),
        "--frame: robot 'tern' has no link 'elbow_joint'; that is a joint, which moves link 'fore",
    ),
    (("--base", "bas_link"), "--base: robot 'tern' has no link 'bas_link'; did you "),
    (("-q", "elbw_joint=1"), "-q: robot 'tern' has no joint 'elbw_joint'; did you mean 'elbow_j"),
    (("-q", "right_finger_joint=0"), "-q: joint 'right_finger_joint' mimics 'left_finger_joint'"),
    (("-q", "tool0_joint=0"), "-q: joint 'tool0_joint' is fixed and has no position"),
    (("-q", "elbow_joint"), "-q expects JOINT=VALUE or numbers, got 'elbow_joint'"),
    (("-q", "elbow_joint=1,0x"), "-q expects JOINT=VALUE or numbers, got '0x'"),
    (("-q", "elbow=1"), "-q: robot 'tern' has no joint 'elbow'; did you mean 'elbow_joint'?"),
    (("-q", "elbow_joint="), "-q elbow_joint=: missing value"),
    (("-q", "=1"), "-q expects JOINT=VALUE, got '=1'"),
    (("-q", "elbow_joint=nan"), "-q elbow_joint=nan: 'nan' is not a number"),
    (("-q", "elbow_joint=1", "-q", "elbow_joint=2"), "-q sets joint 'elbow_joint' twice"),
    (("-q", "1,elbow_joint=2"), "-q: 1 has no joint name; write JOINT=VALUE for every value"),
    (("-q", "1,2"), "-q: expected JOINT=VALUE, or 7 numbers (shoulder_pan_"),
    (("-q", "elbow_joint=1,2"), "-q: joint 'elbow_joint' requires 1 value (elbow_joint), got 2"),
    (("--state", "hom"), "--state: sample:arm.srdf has no state 'hom'; did you mean 'home'?"),
    (
        ("--state", "open", "--state", "closed"),
        "--state: states 'open' and 'closed' give different values for joint 'left_finger_joint'",
    ),
    (("--frame", "tool0,QQQ"), "--frame: robot 'tern' has no link 'QQQ'"),
    (("-o", "p.npy", "--csv"), "-o p.npy: .npy means npy, but an option requests csv"),
    (("-o", "p.csv", "--json"), "-o p.csv: .csv means csv, but an option requests json"),
    (("--srdf", "sample:arm.srdf"), "--srdf requires --state"),
    (
        ("--srdf", "sample:rover", "--state", "home"),
        "--srdf requires an SRDF; sample:rover is not one",
    ),
    (
        ("--srdf", "sample:rover.srdf", "--state", "scanning"),
        "--state: sample:rover.srdf has no state 'scanning'",
    ),
    (
        ("-o", "poses.xls"),
        "-o poses.xls: unknown ending '.xls'; known endings are .csv, .npy, .json, .txt",
    ),
    (("-o", "nowhere/poses.csv"), "cannot write nowhere/poses.csv: folder nowhere does not exist"),
    (("--configurations", "none.csv"), "none.csv does not exist"),
    (("--configurations", "."), ". is a folder, not a file of configurations"),
    (("--model", "x"), "sample:arm: --model requires SDFormat, got urdf"),
]


@pytest.mark.parametrize(("words", "sentence"), SENTENCES, ids=[s[:40] for _, s in SENTENCES])
def test_words_that_mean_nothing_end_in_a_sentence(bodyplan, here, words, sentence):
    status, out, err = bodyplan("fk", "sample:arm", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1


def test_a_table_that_gives_all_joints_leaves_nothing_to_a_state(bodyplan, here):
    (here / "q.csv").write_text("0,0,0,0,0,0,0\n")
    words = ("--configurations", "q.csv", "-q", "elbow_joint=1")
    assert bodyplan("fk", "sample:arm", *words)[2] == (
        "bodyplan: -q has no effect: q.csv sets all joints\n"
    )


def test_standard_input_is_read_once(bodyplan):
    assert bodyplan("fk", "-", "--configurations", "-")[::2] == (
        2,
        "bodyplan: standard input can be read only once\n",
    )


def test_a_world_with_several_models_asks_which(bodyplan):
    status, _, err = bodyplan("fk", "sample:arm.world")
    assert status == 2
    assert err.endswith("choose one, with --model NAME\n")
    _, out, _ = bodyplan("fk", "sample:arm.world", "--model", "tern", "--csv")
    assert {row["frame"] for row in table(out)} >= {"palm_link"}


def test_a_robot_with_errors_is_rejected_unless_anyway_is_passed(bodyplan, here):
    (here / "bad.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/>\n'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>\n'
        '<joint name="k" type="fixed"><parent link="b"/><child link="QQQ"/></joint></robot>'
    )
    status, _, err = bodyplan("fk", "bad.urdf")
    assert status == 2
    assert err.startswith("bodyplan: bad.urdf has ")
    assert "line " in err
    assert "use --anyway to ignore invalid parts" in err
    assert err.count("\n") == 1
    status, out, err = bodyplan("fk", "bad.urdf", "--anyway", "-q", "j=1", "--csv")
    assert (status, len(table(out))) == (0, 2)
    assert err.startswith("bodyplan: bad.urdf has ")
    assert err.endswith("; invalid parts are ignored\n")
    assert bodyplan("fk", "bad.urdf", "--anyway", "--csv", "--quiet")[2] == ""


def test_a_link_that_no_joint_connects_to_the_root_has_no_pose_and_the_error_says_why(
    bodyplan, here
):
    (here / "bad.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>\n'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    status, out, err = bodyplan("fk", "bad.urdf", "--anyway", "--quiet", "--frame", "c")
    assert (status, out) == (2, "")
    assert err == (
        "bodyplan: --frame: robot 'r' has no link 'c'; the file defines it, but no joint connects it "
        "to root link 'a'\n"
    )


@pytest.mark.parametrize("anyway", [(), ("--anyway",)])
def test_a_robot_without_links_has_no_poses(bodyplan, here, anyway):
    (here / "r.urdf").write_text('<robot name="r"/>')
    status, out, err = bodyplan("fk", "r.urdf", *anyway)
    assert (status, out) == (2, "")
    assert "no link" in err


def test_a_robot_that_is_still_has_poses(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    _, out, err = bodyplan("fk", "r.urdf", "--csv")
    assert (out, err) == ("row,frame,x,y,z,qx,qy,qz,qw\n1,a,0.0,0.0,0.0,0.0,0.0,0.0,1.0\n", "")
    (here / "q.csv").write_text("1,2\n")
    assert bodyplan("fk", "r.urdf", "--configurations", "q.csv")[0] == 2


def test_names_that_would_break_a_table_are_quoted(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"><link name="a,&quot;b"/></robot>')
    assert table(bodyplan("fk", "r.urdf", "--csv")[1])[0]["frame"] == 'a,"b'


def test_positions_beyond_all_measure_do_no_harm(bodyplan, here):
    (here / "slider.urdf").write_text(SLIDER)
    words = ("fk", "slider.urdf", "--quiet", "-q", "slide=1e308,swing/x=1e308")
    assert bodyplan(*words)[::2] == (0, "")
    (one,) = json.loads(bodyplan(*words, "--json")[1])["configurations"]
    assert one["poses"][2]["xyz"][0] is None


def test_without_numpy_a_sentence_says_what_to_install(bodyplan, monkeypatch):
    real = builtins.__import__

    def importing(name, *rest, **options):
        if name == "numpy":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", importing)
    for verb in ("fk", "workspace"):
        status, out, err = bodyplan(verb, "sample:arm")
        assert (status, out) == (2, "")
        assert "pip install 'bodyplan[kinematics]'" in err


def test_the_page_of_json_is_the_one_that_is_documented(bodyplan):
    words = ("--state", "home", "--frame", "tool0", "--frame", "palm_link", "--degrees")
    page = json.loads(bodyplan("fk", "sample:arm", *words, "--json", "--form", "4x4")[1])
    (one,) = page.pop("configurations")
    assert page == {
        "version": 1,
        "file": "sample:arm",
        "robot": "tern",
        "base": "base_link",
        "form": "4x4",
        "angles": "deg",
        "loops": [],
        "configuration": {
            "start": "default",
            "states": ["home"],
            "file": "",
            "joints_set": [],
            "at_middle": [],
            "at_limit": [],
            "at_zero": [],
            "q": one["q"],
        },
    }
    assert list(one["q"]) == list(JOINTS)
    assert [pose["frame"] for pose in one["poses"]] == ["tool0", "palm_link"]
    assert np.shape(one["poses"][0]["matrix"]) == (4, 4)
    assert package.load("sample:arm").nq == len(one["q"])


@pytest.mark.parametrize("form", ["4x4", "xyz-rpy", "xyz-quat"])
def test_json_fits_its_schema(bodyplan, form):
    jsonschema = pytest.importorskip("jsonschema")
    schema = schema_of("fk")
    jsonschema.Draft202012Validator.check_schema(schema)
    for words in ((), ("-q", "elbow_joint=3", "--base", "tool0", "--degrees")):
        out = bodyplan("fk", "sample:arm", *words, "--json", "--form", form)[1]
        jsonschema.validate(json.loads(out), schema)


FLOATING = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
<joint name="j" type="ball"><parent>a</parent><child>b</child></joint></model></sdf>
"""


def ball(here, bodyplan, *words):
    (here / "m.sdf").write_text(FLOATING)
    return bodyplan("fk", "m.sdf", "--frame", "b", "--json", *words)


def test_a_quaternion_of_length_zero_is_rejected(here, bodyplan):
    status, out, err = ball(here, bodyplan, "-q", "j=0,0,0,0")
    assert (status, out) == (2, "")
    assert err == (
        "bodyplan: quaternion x, y, z, w of joint 'j' is 0 0 0 0, not a valid rotation; "
        "the identity is 0 0 0 1\n"
    )


def test_a_quaternion_of_another_length_is_scaled_and_reported(here, bodyplan):
    unit = ball(here, bodyplan, "-q", "j=0,0,1,0")
    assert unit[2] == ""
    status, out, err = ball(here, bodyplan, "-q", "j=0,0,2,0")
    assert status == 0
    assert (
        json.loads(out)["configurations"][0]["poses"]
        == (json.loads(unit[1])["configurations"][0]["poses"])
    )
    assert err == ("bodyplan: quaternion x, y, z, w of joint 'j' has length 2; it is normalized\n")
    assert ball(here, bodyplan, "-q", "j=0,0,2,0", "--quiet")[2] == ""
    assert ball(here, bodyplan, "-q", "j=0,0,0.707,0.707")[2] == ""  # written with three digits


def test_the_line_of_a_quaternion_that_is_none_is_reported(here, bodyplan):
    rows = "0,0,0,1\n0,0,0,1\n0,0,0,3\n0,0,3,0\n"
    (here / "q.csv").write_text(rows)
    _, _, err = ball(here, bodyplan, "--configurations", "q.csv")
    assert "has length 3 in line 3, and 1 more; it is normalized" in err
    (here / "q.csv").write_text(rows + "0,0,0,0\n")
    status, _, err = ball(here, bodyplan, "--configurations", "q.csv")
    assert status == 2
    assert "is 0 0 0 0 in line 5, not a valid rotation" in err


LOOP = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="ab" type="revolute"><parent>a</parent><child>b</child>
<axis><xyz>0 0 1</xyz></axis></joint>
<joint name="bc" type="revolute"><parent>b</parent><child>c</child>
<axis><xyz>0 0 1</xyz></axis></joint>
<joint name="ac" type="fixed"><parent>a</parent><child>c</child></joint></model></sdf>
"""


@pytest.mark.parametrize("words", [("fk",), ("workspace", "--frame", "c", "--count", "9")], ids=str)
def test_a_loop_that_stays_open_is_reported(here, bodyplan, words):
    (here / "m.sdf").write_text(LOOP)
    words = (words[0], "m.sdf", *words[1:])
    _, _, err = bodyplan(*words)
    assert err == "bodyplan: 1 joint closes a loop and is not enforced: 'ac'\n"
    assert bodyplan(*words, "--quiet")[2] == ""


def test_loops_are_in_the_json(here, bodyplan):
    (here / "m.sdf").write_text(LOOP)
    page = json.loads(bodyplan("fk", "m.sdf", "--json", "--quiet")[1])
    assert page["loops"] == ["ac"]
    assert json.loads(bodyplan("fk", "sample:arm", "--json")[1])["loops"] == []


def test_a_joint_in_the_file_and_on_the_command_line_is_rejected(here, bodyplan):
    (here / "q.csv").write_text("elbow_joint\n0\n")
    words = ("fk", "sample:arm", "--configurations", "q.csv", "-q")
    assert bodyplan(*words, "elbow_joint=-1") == (
        2,
        "",
        "bodyplan: -q and q.csv both set joint 'elbow_joint'; remove one\n",
    )
    assert bodyplan(*words, "flange_joint=1")[0] == 0


def test_blanks_between_frames_do_not_count(bodyplan):
    _, out, _ = bodyplan("fk", "sample:arm", "--frame", "tool0, forearm_link", "--csv")
    assert [row["frame"] for row in table(out)] == ["tool0", "forearm_link"]

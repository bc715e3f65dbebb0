"""The verb srdf: what it drafts and adds, where that goes, and what is said of wrong words."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

import bodyplan as package
from bodyplan.cli import main
from bodyplan.cli.verbs.srdf import parser

URDF = Path(package.__file__).parent / "samples" / "arm" / "arm.urdf"
SRDF = """<robot name="tern">
  <!-- by hand -->
  <group name="arm">
    <chain base_link="base_link" tip_link="tool0"/>
  </group>
</robot>
"""
PAGES = [
    ["srdf"],
    ["srdf", "new"],
    ["srdf", "add"],
    *(
        ["srdf", "add", kind]
        for kind in ("group", "state", "end-effector", "virtual-joint", "pair")
    ),
]


@pytest.fixture
def arm(here):
    """An SRDF in the current folder, beside its URDF."""
    path = here / "arm.srdf"
    path.write_text(SRDF)
    shutil.copy(URDF, here / "arm.urdf")
    return path


# new


def test_a_draft_goes_to_standard_output_and_is_clean(here, bodyplan):
    status, out, err = bodyplan("srdf", "new", "sample:arm")
    assert (status, err) == (0, "")
    assert out.startswith('<?xml version="1.0"?>\n<!-- Groups, states')
    (here / "arm.srdf").write_text(out)
    assert bodyplan("check", "arm.srdf", "--robot", URDF, "--fail-on", "hint")[0] == 0


def test_a_draft_in_a_file_is_reported(here, bodyplan):
    told = "arm.srdf: 3 groups, 4 states, 1 end effector, 9 pairs\n"
    assert bodyplan("srdf", "new", "sample:arm", "-o", "arm.srdf") == (0, "", told)
    words = ("srdf", "new", "sample:rover", "-o", "arm.srdf", "--quiet")
    assert bodyplan(*words) == (0, "", "")
    assert '<robot name="burdock">' in (here / "arm.srdf").read_text()


def test_parts_of_a_draft_can_be_left_out(bodyplan):
    options = ("--no-states", "--no-collisions", "--no-comments", "--virtual-joint", "none")
    status, out, _ = bodyplan("srdf", "new", "sample:arm", *options, "--name", "other")
    assert status == 0
    assert '<robot name="other">' in out
    for word in ("<!--", "group_state", "disable_collisions", "virtual_joint"):
        assert word not in out
    out = bodyplan("srdf", "new", "--virtual-joint", "planar", "sample:arm")[1]
    assert 'type="planar"' in out


def test_the_robot_may_come_from_standard_input(bodyplan, feed):
    feed(URDF.read_bytes())
    assert bodyplan("srdf", "new", "-")[1] == bodyplan("srdf", "new", "sample:arm")[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SRDF, "-: no robot was found for it"),
        ('<robot name="r"/>', "- has 1 error, in line 1: the robot has no link (T001)"),
        ("<sdf/>", "- has 1 error, in line 1: missing required attribute 'version' on <sdf>"),
    ],
)
def test_what_is_no_robot_is_a_sentence(bodyplan, feed, text, sentence):
    feed(text)
    status, out, err = bodyplan("srdf", "new", "-")
    assert (status, out) == (2, "")
    assert err.replace("<stdin>", "-").startswith(f"bodyplan: {sentence}")


# add


def test_a_group_a_state_and_an_end_effector_are_added(arm, bodyplan):
    words = ("arm.srdf", "hand", "--link", "palm_link", "left_finger_link", "right_finger_link")
    assert bodyplan("srdf", "add", "group", *words, "--robot", "arm.urdf") == (
        0,
        "",
        "arm.srdf: added group 'hand'\n",
    )
    words = ("arm.srdf", "open", "hand", "left_finger_joint=0.04", "--robot", "arm.urdf")
    assert bodyplan("srdf", "add", "state", *words)[0] == 0
    words = ("arm.srdf", "hand", "--group", "hand", "--parent-link", "tool0")
    words += ("--parent-group", "arm", "--robot", "arm.urdf", "--quiet")
    assert bodyplan("srdf", "add", "end-effector", *words) == (0, "", "")
    words = ("arm.srdf", "world_joint", "--child-link", "base_link", "--type", "fixed")
    assert bodyplan("srdf", "add", "virtual-joint", *words, "--robot", "arm.urdf")[0] == 0
    assert arm.read_text() == SRDF.replace(
        '<robot name="tern">\n',
        '<robot name="tern">\n'
        '  <virtual_joint name="world_joint" child_link="base_link" parent_frame="world"'
        ' type="fixed"/>\n',
    ).replace(
        "  </group>\n</robot>",
        """  </group>
  <group name="hand">
    <link name="palm_link"/>
    <link name="left_finger_link"/>
    <link name="right_finger_link"/>
  </group>
  <group_state name="open" group="hand">
    <joint name="left_finger_joint" value="0.04"/>
  </group_state>
  <end_effector name="hand" group="hand" parent_link="tool0" parent_group="arm"/>
</robot>""",
    )
    assert bodyplan("check", "arm.srdf", "--robot", "arm.urdf")[0] == 0


def test_members_of_every_kind(arm, bodyplan):
    words = ("arm.srdf", "more", "--chain", "forearm_link", "tool0", "--group", "arm")
    words += ("--joint", "left_finger_joint", "--chain", "tool0", "grasp_frame")
    assert bodyplan("srdf", "add", "group", *words, "--robot", "arm.urdf")[0] == 0
    group = package.read(arm).root.groups[-1]
    assert [(c.base_link, c.tip_link) for c in group.chains] == [
        ("forearm_link", "tool0"),
        ("tool0", "grasp_frame"),
    ]
    assert [len(group.joints), len(group.subgroups)] == [1, 1]


def test_degrees_become_radians_and_the_rest_stays_at_home(arm, bodyplan):
    words = ("arm.srdf", "up", "arm", "elbow_joint=-60", "--degrees", "--complete")
    assert bodyplan("srdf", "add", "state", *words, "--robot", "arm.urdf")[0] == 0
    (state,) = package.read(arm).root.group_states
    values = {joint.name: joint.value for joint in state.joints}
    assert len(values) == 6
    assert values.pop("elbow_joint") == (math.radians(-60),)
    assert set(values.values()) == {(0.0,)}


def test_degrees_leave_lengths_alone(arm, bodyplan):
    robot = ("--robot", "arm.urdf")
    words = ("arm.srdf", "base", "--joint", "root")
    arm.write_text(
        SRDF.replace(
            "  <group",
            '  <virtual_joint name="root" child_link="base_link" parent_frame="odom" type="planar"/>\n'
            "  <group",
        )
    )
    assert bodyplan("srdf", "add", "group", *words, *robot)[0] == 0
    assert (
        bodyplan("srdf", "add", "group", "arm.srdf", "jaw", "--joint", "left_finger_joint")[0] == 0
    )
    words = ("arm.srdf", "there", "base", "root=1,2,180", "--degrees")
    assert bodyplan("srdf", "add", "state", *words, *robot)[0] == 0
    words = ("arm.srdf", "open", "jaw", "left_finger_joint=0.02", "--degrees")
    assert bodyplan("srdf", "add", "state", *words, *robot)[0] == 0
    there, opened = package.read(arm).root.group_states
    assert there.joints[0].value == (1.0, 2.0, math.pi)
    assert opened.joints[0].value == (0.02,)


def test_diff_and_check_write_nothing(arm, bodyplan):
    words = ("srdf", "add", "group", "arm.srdf", "wrist", "--joint", "flange_joint")
    status, out, err = bodyplan(*words, "--diff")
    assert (status, err) == (1, "arm.srdf: would add group 'wrist', checked against arm.urdf\n")
    assert out.startswith("--- a/arm.srdf\n+++ b/arm.srdf\n@@ ")
    assert '+  <group name="wrist">\n' in out
    assert bodyplan(*words, "--check", "--quiet") == (1, "", "")
    assert arm.read_text() == SRDF


def test_the_result_can_go_elsewhere(arm, here, bodyplan, feed):
    words = ("wrist", "--joint", "flange_joint")
    done = bodyplan("srdf", "add", "group", "arm.srdf", *words, "-o", "new.srdf", "--quiet")
    assert done == (0, "", "")
    assert arm.read_text() == SRDF
    feed(SRDF)
    assert bodyplan("srdf", "add", "group", "-", *words, "--quiet") == (
        0,
        (here / "new.srdf").read_text(),
        "",
    )


def test_the_robot_is_looked_for_around_the_file(arm, here, bodyplan):
    words = ("srdf", "add", "group", "arm.srdf", "w", "--joint", "flange_joint", "--check")
    told = "arm.srdf: would add group 'w', checked against arm.urdf\n"
    assert bodyplan(*words) == (1, "", told)
    told = "arm.srdf: would add group 'w'\n"
    assert bodyplan(*words, "--alone") == (1, "", told)
    assert bodyplan(*words, "--robot", "arm.urdf") == (1, "", told)
    (here / "arm.urdf").write_text("<robot")
    assert bodyplan(*words) == (1, "", told)
    (here / "arm.urdf").unlink()
    assert bodyplan(*words) == (1, "", told)


def test_options_may_be_before_the_names(arm, bodyplan):
    words = ("--quiet", "arm.srdf", "up", "--robot", "arm.urdf", "arm", "--complete")
    assert bodyplan("srdf", "add", "state", *words, "elbow_joint=-1") == (0, "", "")
    words = ("--alone", "--", "arm.srdf", "-x", "arm", "elbow_joint=1")
    assert bodyplan("srdf", "add", "state", *words)[0] == 0


def test_pairs_are_counted(arm, bodyplan):
    words = ("srdf", "add", "pair", "arm.srdf", "--alone", "--reason", "Never")
    told = "arm.srdf: would add 3 pairs\n"
    status, out, err = bodyplan(*words, "a", "b", "c", "--diff")
    assert (status, err) == (1, told)
    assert '+  <disable_collisions link1="a" link2="b" reason="Never"/>\n' in out
    assert bodyplan(*words, "a", "b") == (0, "", "arm.srdf: added 1 pair\n")


WRONG = [
    (["group", "arm.srdf", "arm", "--joint", "x"], "arm.srdf: there is already a group 'arm'"),
    (["group", "arm.srdf", "w"], "arm.srdf: a group requires a link, a joint, a chain or another"),
    (
        ["group", "arm.srdf", "w", "--link", "tol0", "--robot", "arm.urdf"],
        "arm.srdf: robot 'tern' has no link 'tol0'; did you mean 'tool0'?",
    ),
    (
        ["state", "arm.srdf", "s", "arm", "elbow_joint=1", "--robot", "arm.urdf"],
        "arm.srdf: joint 'elbow_joint' cannot be at 1: its limits are -2.6 and 0.7 rad",
    ),
    (
        ["state", "arm.srdf", "s", "arm", "elbow_joint=0", "--robot", "arm.urdf"],
        "arm.srdf: no value for joints 'shoulder_pan_joint', 'shoulder_lift_joint', 'wrist_roll_joint',",
    ),
    (["state", "arm.srdf", "s", "arm", "a"], "expected JOINT=VALUE, got 'a'"),
    (["state", "arm.srdf", "s", "arm", "=1"], "expected JOINT=VALUE, got '=1'"),
    (["state", "arm.srdf", "s", "arm", "a=QQQ"], "'a=QQQ': 'QQQ' is not a number"),
    (["state", "arm.srdf", "s", "arm", "a=nan"], "'a=nan': 'nan' is not a number"),
    (["state", "arm.srdf", "s", "arm", "a="], "'a=' has no value"),
    (["state", "arm.srdf", "s", "arm", "a=1", "a=2"], "joint 'a' is set twice"),
    (
        ["state", "arm.srdf", "s", "arm", "a=1", "--degrees", "--alone"],
        "arm.srdf: --degrees requires the robot; name it with --robot",
    ),
    (
        ["state", "arm.srdf", "s", "arm", "--complete", "--alone"],
        "arm.srdf: --complete requires the robot; name it with --robot",
    ),
    (
        ["group", "arm.srdf", "w", "--link", "tol0"],
        "arm.srdf: robot 'tern' has no link 'tol0'; did you mean 'tool0'? (checked against arm.urdf)",
    ),
    (["group", "arm.urdf", "w", "--link", "x"], "arm.urdf: this is not an SRDF"),
    (["group", "arm.srdf", "w", "--link", "x", "--robot", "arm.srdf"], "--robot arm.srdf: this is"),
    (["group", "-", "w", "--link", "x", "--robot", "-"], "standard input can be read only once"),
    (["group", "none.srdf", "w", "--link", "x"], "none.srdf does not exist"),
    (
        ["group", "arm.srdf", "w", "--alone", "--link", "a\x01b"],
        "arm.srdf: XML cannot hold the character",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_additions_that_make_no_sense_are_a_sentence(arm, bodyplan, words, sentence):
    status, out, err = bodyplan("srdf", "add", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1
    assert arm.read_text() == SRDF


# words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "srdf: missing verb: expected new, add or pairs; see `bodyplan srdf --help`"),
        (["ad"], "srdf: unknown verb 'ad', expected new, add or pairs; did you mean 'add'?"),
        (
            ["QQQ"],
            "srdf: unknown verb 'QQQ', expected new, add or pairs; see `bodyplan srdf --help`",
        ),
        (
            ["add"],
            "srdf add: missing verb: expected group, state, end-effector, virtual-joint or pair; see ",
        ),
        (
            ["add", "effector"],
            "srdf add: unknown verb 'effector', expected group, state, end-effector, virtual-joint",
        ),
        (["add", "group", "a.srdf"], "srdf add group: missing NAME; see "),
        (["add", "pair", "a.srdf"], "srdf add pair: missing LINK; see "),
        (["add", "group", "a", "b", "--chain", "x"], "srdf add group: --chain: expected 2 argum"),
        (
            ["add", "end-effector", "a", "b"],
            "srdf add end-effector: missing --group, --parent-link",
        ),
        (
            ["new", "x", "--virtual-joint", "fixd"],
            "srdf new: --virtual-joint: expected auto, fixed,",
        ),
        (["new", "x", "--no-comment"], "srdf new: unknown option --no-comment; did you mean"),
    ],
)
def test_wrong_words_are_a_sentence(bodyplan, words, sentence):
    status, out, err = bodyplan("srdf", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan {sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_fits_a_terminal_and_names_its_verb(words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*words, "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f"usage: bodyplan {' '.join(words)} ")
    assert max(map(len, page.splitlines())) <= 80
    assert "examples:\n  bodyplan srdf " in page


def test_the_pages_name_what_follows(bodyplan):
    assert all(f"\n  {verb} " in bodyplan("srdf", "--help")[1] for verb in parser().parsers)
    page = bodyplan("srdf", "add", "--help")[1]
    assert all(f"\n  {verb} " in page for verb in parser().parsers["add"].parsers)


def test_bash_completes_the_verbs_below(complete):
    assert complete("bodyplan", "srdf", "a") == ["add"]
    assert complete("bodyplan", "srdf", "add", "gr") == ["group"]
    assert complete("bodyplan", "srdf", "add", "state", "--deg") == ["--degrees"]

"""The states of an SRDF that the verb fk takes, and the SRDF that it finds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tests.cli.test_fk import numbers, table
from tests.oracles import urdfdom

from bodyplan.description.load import load


def test_a_state_is_that_of_the_srdf(bodyplan):
    _, out, err = bodyplan("fk", "sample:arm", "--state", "open", "--csv")
    state = load("sample:arm.srdf").states["open"].values
    assert state["left_finger_joint"] != (0.0,)
    robot = load("sample:arm")
    poses = robot.forward_kinematics(
        robot.q(left_finger_joint=state["left_finger_joint"]), form="position_quat_xyzw"
    )
    assert np.abs([numbers(row) for row in table(out)] - poses).max() < 1e-15
    assert err == ""


def test_states_of_one_name_count_together_where_they_agree(bodyplan):
    words = ("fk", "sample:arm", "--csv", "--frame", "grasp_frame")
    assert bodyplan(*words, "--state", "home") == bodyplan(*words, "--state", "arm/home")


def test_states_of_one_name_that_disagree_have_to_be_named_with_their_group(bodyplan, here):
    (here / "arm.srdf").write_text(
        '<robot name="tern"><group name="a"><joint name="elbow_joint"/></group>'
        '<group name="b"><joint name="elbow_joint"/></group>'
        '<group_state name="up" group="a"><joint name="elbow_joint" value="0.1"/></group_state>'
        '<group_state name="up" group="b"><joint name="elbow_joint" value="0.2"/></group_state>'
        "</robot>"
    )
    words = ("fk", "sample:arm", "--srdf", "arm.srdf", "--json", "--frame", "tool0", "--state")
    status, _, err = bodyplan(*words, "up")
    assert status == 2
    assert err == (
        "bodyplan: --state: several groups have a state 'up'; name one of 'a/up', 'b/up'\n"
    )
    (one,) = json.loads(bodyplan(*words, "b/up")[1])["configurations"]
    assert one["q"]["elbow_joint"] == 0.2


def test_an_srdf_is_found_around_its_robot_and_that_is_reported(bodyplan, here, sample):
    (here / "arm.urdf").write_bytes(sample("arm").read_bytes())
    (here / "arm.srdf").write_bytes(sample("arm").with_suffix(".srdf").read_bytes())
    status, out, err = bodyplan("fk", "arm.urdf", "--state", "home", "--csv")
    assert (status, err) == (0, "bodyplan: using the states of arm.srdf\n")
    assert out == bodyplan("fk", "sample:arm", "--state", "home", "--csv")[1]
    (here / "arm.srdf").unlink()
    assert bodyplan("fk", "arm.urdf", "--state", "home")[::2] == (
        2,
        "bodyplan: no SRDF found near arm.urdf; name one with --srdf\n",
    )


def test_of_several_srdfs_the_one_with_the_state_is_taken(bodyplan, here, sample):
    (here / "arm.urdf").write_bytes(sample("arm").read_bytes())
    text = sample("arm").with_suffix(".srdf").read_text()
    (here / "a_faulty.srdf").write_text(text.replace("</robot>", "<group></robot>"))
    assert bodyplan("fk", "arm.urdf", "--state", "wave")[0] == 2
    (here / "arm.srdf").write_text(text)
    (here / "b_more.srdf").write_text(text.replace('name="home"', 'name="wave"'))
    words = ("fk", "arm.urdf", "--state", "wave", "--frame", "tool0", "--csv")
    status, out, err = bodyplan(*words)
    assert (status, err) == (0, "bodyplan: using the states of b_more.srdf\n")
    assert bodyplan(*words, "--quiet") == (0, out, "")


def test_an_srdf_can_be_passed_instead_of_its_robot(bodyplan):
    _, out, _ = bodyplan("fk", "sample:arm.srdf", "--state", "closed", "--csv")
    assert out == bodyplan("fk", "sample:arm", "--state", "closed", "--csv")[1]


def test_values_go_before_states_and_mimic_joints_follow(bodyplan):
    words = ("--state", "open", "-q", "left_finger_joint=0.01", "--csv")
    _, out, _ = bodyplan("fk", "sample:arm", *words, "--base", "palm_link")
    rows = {row["frame"]: row for row in table(out)}
    assert float(rows["left_finger_link"]["y"]) == pytest.approx(0.01)
    assert float(rows["right_finger_link"]["y"]) == pytest.approx(-0.01)


def test_what_a_state_gives_in_vain_is_reported(bodyplan, here):
    (here / "r.srdf").write_text(
        '<robot name="tern">\n'
        '<group name="arm"><chain base_link="base_link" tip_link="tool0"/></group>\n'
        '<group_state name="s" group="arm"><joint name="elbow_joint" value="-0.5"/>'
        '<joint name="QQQ" value="1"/><joint name="root_joint" value="0 0 1 0 0 0 1"/>'
        '<joint name="left_finger_joint" value="0.01"/></group_state></robot>'
    )
    words = ("fk", "sample:arm", "--srdf", "r.srdf", "--state", "s", "--frame", "tool0", "--csv")
    status, out, err = bodyplan(*words)
    assert (status, len(table(out))) == (0, 1)
    assert err == (
        "bodyplan: state 's' of group 'arm' sets joints that do not exist in this robot: 'QQQ'\n"
        "bodyplan: state 's' of group 'arm' sets joints outside its group, which MoveIt"
        " ignores as well: 'left_finger_joint'\n"
    )
    assert bodyplan(*words, "--quiet") == (0, out, "")


def test_a_state_of_a_group_without_its_joints_says_so(here, bodyplan):
    (here / "r.srdf").write_text(
        '<robot name="tern"><group name="none"><link name="base_link"/></group>'
        '<group_state name="s" group="none"><joint name="elbow_joint" value="-1"/></group_state>'
        "</robot>"
    )
    assert bodyplan("fk", "sample:arm", "--srdf", "r.srdf", "--state", "s")[2] == (
        "bodyplan: --state s: r.srdf sets 1 joint of this robot, none of them in group 'none' "
        "of the state\n"
    )


def test_an_srdf_of_another_robot_around_is_named(here, bodyplan):
    for name in ("robots", "srdf"):
        (here / "pkg" / name).mkdir(parents=True)
    (here / "pkg/package.xml").write_text("<package><name>pkg</name></package>")
    link = '<robot name="r"><link name="{}"/></robot>'
    (here / "pkg/robots/r.urdf").write_text(link.format("a"))
    (here / "pkg/robots/r_full.urdf").write_text(link.format("b"))
    (here / "pkg/srdf/r.srdf").write_text(
        '<robot name="r"><group name="g"><link name="a"/></group></robot>'
    )
    assert bodyplan("fk", "pkg/robots/r_full.urdf", "--state", "home")[2] == (
        "bodyplan: no SRDF found near pkg/robots/r_full.urdf; pkg/srdf/r.srdf is that of "
        "r.urdf; name one with --srdf\n"
    )


TWO = """<robot name="r"><link name="a"/><link name="b"/><joint name="{joint}" type="continuous">
<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture
def family(here):
    """Three files of one robot in a package, and the SRDF of the first; one lacks its joint."""
    for name in ("robots", "srdf"):
        (here / "pkg" / name).mkdir(parents=True)
    (here / "pkg/package.xml").write_text("<package><name>pkg</name></package>")
    for name, joint in (("r", "j"), ("r_full", "j"), ("r_other", "k")):
        (here / f"pkg/robots/{name}.urdf").write_text(TWO.format(joint=joint))
    (here / "pkg/srdf/r.srdf").write_text(
        '<robot name="r"><group name="g"><joint name="j"/></group><group_state name="bent" '
        'group="g"><joint name="j" value="0.5"/></group_state></robot>'
    )
    return here / "pkg"


@pytest.mark.usefixtures("family")
def test_the_srdf_of_another_file_of_the_robot_is_taken_and_that_is_reported(bodyplan):
    words = ("--state", "bent", "--frame", "b", "--json")
    status, out, err = bodyplan("fk", "pkg/robots/r_full.urdf", *words)
    assert status == 0
    assert err == (
        "bodyplan: using the states of pkg/srdf/r.srdf, the SRDF of r.urdf, another file "
        "of this robot\n"
    )
    assert json.loads(out)["configurations"][0]["q"] == {"j": 0.5}
    assert bodyplan("fk", "pkg/robots/r_full.urdf", *words, "--quiet")[2] == ""


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize(("name", "state"), [("r_other", "bent"), ("r_full", "none")])
def test_the_srdf_of_another_file_needs_the_state_and_the_robot_its_joints(bodyplan, name, state):
    status, out, err = bodyplan("fk", f"pkg/robots/{name}.urdf", "--state", state)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: no SRDF found near pkg/robots/{name}.urdf; ")


def test_the_srdf_of_another_robot_is_never_taken(family, bodyplan):
    full = family / "robots/r_full.urdf"
    full.write_text(full.read_text().replace('name="r"', 'name="s"'))
    assert bodyplan("fk", "pkg/robots/r_full.urdf", "--state", "bent")[0] == 2


def test_the_whole_talos_has_the_states_of_the_reduced_one(bodyplan):
    try:
        path = next(one for one in urdfdom.example_robots() if one.name == "talos_full_v2.urdf")
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    status, _, err = bodyplan("fk", path, "--state", "half_sitting")
    assert status == 0
    assert "talos.srdf, the SRDF of talos_reduced.urdf" in err

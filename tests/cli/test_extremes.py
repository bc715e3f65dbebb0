"""Robots of nothing, and of numbers as large as there are: every verb that computes has an answer."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

NOTHING = '<robot name="r"/>'
HUGE = """<robot name="r">
  <link name="a"><inertial><mass value="1e308"/>
    <inertia ixx="1e308" iyy="1e308" izz="1e308" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="b"><inertial><origin rpy="1 1 1"/><mass value="1e308"/>
    <inertia ixx="1e308" iyy="1e308" izz="1e308" ixy="1e308" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="prismatic"><origin xyz="1e308 0 0"/><parent link="a"/><child link="b"/>
    <axis xyz="1 0 0"/><limit lower="-1e308" upper="1e308" effort="1" velocity="1"/></joint>
</robot>
"""
ONE = '<robot name="r"><link name="a"/></robot>'
TURNS_ABOUT_NOTHING = """<robot name="r"><link name="a"/><link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""
VERBS = (
    ("fk",),
    ("fk", "--json"),
    ("workspace", "--count", "100"),
    ("inertia",),
    ("inertia", "--lumped"),
    ("inertia", "--repair", "--diff"),
    ("inertia", "--compute", "density=1000", "--diff"),
    ("show",),
    ("show", "--json"),
    ("check",),
)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize(
    "text", [NOTHING, HUGE, ONE, TURNS_ABOUT_NOTHING], ids=["nothing", "huge", "one", "no axis"]
)
def test_every_verb_has_an_answer(bodyplan, here, verb, text):
    (here / "robot.urdf").write_text(text)
    status, _, err = bodyplan(verb[0], "robot.urdf", *verb[1:])
    assert status in {0, 1, 2}
    assert "internal error" not in err
    assert "Traceback" not in err


def test_what_gets_beyond_all_numbers_has_no_workspace(bodyplan, here):
    (here / "robot.urdf").write_text(HUGE)
    status, out, err = bodyplan("workspace", "robot.urdf", "--count", "100")
    assert (status, out) == (2, "")
    assert err == "bodyplan: robot.urdf: link 'b' is so far away that its position overflows\n"


def test_a_file_that_is_larger_than_allowed_is_said_to_be_so(bodyplan, here):
    (here / "robot.urdf").write_text(TURNS_ABOUT_NOTHING)
    status, _, err = bodyplan("fk", "robot.urdf", "--limit", "max_elements=4")
    assert status == 2
    assert err == (
        "bodyplan: robot.urdf: exceeds the limit max_elements = 4 (X005);"
        " change the limit with --limit\n"
    )


def test_what_is_evaluated_of_half_a_file_is_said_to_be_half(bodyplan, here):
    (here / "robot.urdf").write_text(HUGE[: HUGE.index("<joint")] + '<link name="c"')
    status, out, err = bodyplan("inertia", "robot.urdf")
    assert (status, "total" in out) == (0, True)
    assert err == (
        "robot.urdf:6: the file ends inside a tag, comment or section (X001):"
        " masses after this point are not computed\n"
    )
    assert bodyplan("inertia", "robot.urdf", "--quiet")[2] == ""

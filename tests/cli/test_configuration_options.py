"""--zero, -q, --state and --degrees: the same in every verb, and every result names its configuration."""

from __future__ import annotations

import json

import pytest

LIFT = """<robot name="lift"><link name="base"/><link name="cart"><inertial><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/>
<limit lower="1" upper="3" effort="1" velocity="1"/></joint></robot>"""
SDF = """<sdf version="1.9"><model name="m"><link name="base"/><link name="cart"/>
<joint name="slide" type="prismatic"><parent>base</parent><child>cart</child>
<axis><xyz>1 0 0</xyz><limit><lower>1</lower><upper>3</upper></limit></axis></joint></model></sdf>"""
VERBS = {
    "fk": ["fk", "lift.urdf"],
    "collisions": ["collisions", "lift.urdf"],
    "show": ["show", "lift.urdf"],
    "show of SDFormat": ["show", "lift.sdf"],
    "inertia": ["inertia", "lift.urdf"],
    "workspace": ["workspace", "lift.urdf", "--count", "10"],
}
CASES = {
    "nothing": ([], "slide at 2 m (middle of its limits)", 2.0),
    "zero": (["--zero"], "all joints at zero", 0.0),
    "a number": (["-q", "1.5"], "slide at 1.5 m (set)", 1.5),
    "a name": (["--q", "slide=1.25"], "slide at 1.25 m (set)", 1.25),
    "a negative number": (["-q", "-0.5"], "slide at -0.5 m (set)", -0.5),
}


@pytest.fixture(autouse=True)
def _robots(here):
    pytest.importorskip("numpy")
    (here / "lift.urdf").write_text(LIFT)
    (here / "lift.sdf").write_text(SDF)


def configuration_in(table):
    """The configuration in a report, which may be that of a file with models."""
    return (table["models"][0] if "models" in table else table)["configuration"]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_states_its_configuration(verb, case, bodyplan):
    options, words, value = CASES[case]
    status, out, _ = bodyplan(*VERBS[verb], *options)
    assert status == 0
    assert words in out
    status, out, _ = bodyplan(*VERBS[verb], *options, "--json")
    facts = configuration_in(json.loads(out))
    assert facts["q"] == {"slide": value}
    assert facts["start"] == ("zero" if options == ["--zero"] else "default")


@pytest.mark.parametrize(
    ("words", "x"),
    [(["show"], "centre_of_mass"), (["inertia"], "total")],
)
def test_the_centre_of_mass_moves_with_the_joint(words, x, bodyplan):
    table = json.loads(bodyplan(*words, "lift.urdf", "-q", "1.5", "--json")[1])
    found = table["center_of_mass"]["xyz"] if words == ["show"] else table["total"]["p_BC"]
    assert found == [1.5, 0, 0]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-q", "sldie=1"], "did you mean 'slide'?"),
        (["-q", "1,2"], "expected JOINT=VALUE, or 1 number (slide), got 2"),
        (["-q", "slide=x"], "'x' is not a number"),
        (["-q", "slide=1,slide=2"], "sets joint 'slide' twice"),
    ],
)
def test_a_wrong_value_is_a_sentence(verb, options, sentence, bodyplan):
    status, out, err = bodyplan(*VERBS[verb], *options)
    assert (status, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "collisions"])
def test_an_srdf_requires_a_state(verb, bodyplan):
    _, _, err = bodyplan(*VERBS[verb], "--srdf", "x.srdf")
    assert "--srdf requires --state" in err


@pytest.mark.parametrize("verb", ["fk", "collisions", "show", "inertia", "workspace"])
def test_every_verb_has_the_states_of_the_srdf(verb, bodyplan):
    words = ["--frame", "tool0", "--count", "10"] if verb == "workspace" else []
    _, out, _ = bodyplan(verb, "sample:arm", "--state", "home", *words)
    assert "state 'home'" in out
    status, _, err = bodyplan(verb, "sample:arm", "--state", "hmoe", *words)
    assert status == 2
    assert "did you mean 'home'?" in err


def test_a_world_and_an_srdf_have_no_configuration(here, bodyplan):
    (here / "w.sdf").write_text('<sdf version="1.9"><world name="w"/></sdf>')
    assert "w.sdf has 1 world and 0 models" in bodyplan("show", "w.sdf", "--zero")[2]
    (here / "r.srdf").write_text('<robot name="lift"/>')
    assert "r.srdf is an SRDF" in bodyplan("show", "r.srdf", "--alone", "-q", "1")[2]


def test_the_bar_of_a_joint_shows_its_position(bodyplan):
    _, at_lower, _ = bodyplan("show", "lift.urdf", "-q", "1")
    _, at_upper, _ = bodyplan("show", "lift.urdf", "-q", "3")
    assert at_lower != at_upper

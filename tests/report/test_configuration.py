"""The configuration of a report: what was requested, and the words for it."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.report import wording
from bodyplan.report.configuration import ConfigurationError, ConfigurationRequest

ARM = """<robot name="r">
<link name="base"/><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="lift" type="prismatic"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="0.2" upper="0.6" effort="1" velocity="1"/></joint>
<joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="twin" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="turn" offset="0.5"/></joint>
<joint name="swing" type="planar"><parent link="c"/><child link="d"/><axis xyz="0 0 1"/></joint>
</robot>"""


@pytest.fixture(scope="module")
def robot():
    return bodyplan.load(ARM.encode())


@pytest.mark.parametrize(
    ("request_", "q", "words"),
    [
        (
            ConfigurationRequest(),
            [0.4, 0, 0, 0, 0],
            "lift at 0.4 m (middle of its limits); other joints at zero",
        ),
        (ConfigurationRequest(zero=True), [0, 0, 0, 0, 0], "all joints at zero"),
        (
            ConfigurationRequest(positions={"turn": [90]}, degrees=True),
            [0.4, 1.5707963267948966, 0, 0, 0],
            "turn at 1.571 rad (set) and lift at 0.4 m (middle of its limits); other joints at zero",
        ),
        (
            ConfigurationRequest(positions=[0.3, 1, 2, 3, 0.1]),
            [0.3, 1, 2, 3, 0.1],
            "lift at 0.3 m (set), turn at 1 rad (set), swing/x at 2 m (set), swing/y at 3 m (set) and swing/theta at 0.1 rad (set)",
        ),
        (
            ConfigurationRequest(states={"lift": (0.5,), "twin": (9.0,)}, state_names=("up",)),
            [0.5, 0, 0, 0, 0],
            "state 'up'; other joints at zero",
        ),
    ],
)
def test_a_configuration_is_what_was_requested_and_says_so(robot, request_, q, words):
    facts = request_.of(robot)
    assert list(facts.q.values()) == pytest.approx(q)
    assert wording.configuration(facts) == words
    assert facts.positions["twin"] == (facts.q["turn"] + 0.5,)


def test_a_file_sets_its_joints_and_leaves_the_others(robot):
    facts = ConfigurationRequest().of(robot).completed_by("path.csv", {"lift", "swing/x", "swing"})
    assert wording.configuration(facts) == "from path.csv; other joints at zero"
    assert "lift" not in facts.q


@pytest.mark.parametrize(
    ("positions", "sentence"),
    [
        ({"trun": [1]}, "did you mean 'turn'?"),
        ({"twin": [1]}, "joint 'twin' mimics 'turn': set that joint instead"),
        ({"swing": [1]}, "joint 'swing' requires 3 values"),
        ([1, 2], "expected JOINT=VALUE, or 5 numbers (lift, "),
    ],
)
def test_an_impossible_request_is_an_error(robot, positions, sentence):
    with pytest.raises(ConfigurationError) as caught:
        ConfigurationRequest(positions=positions).of(robot)
    assert sentence in str(caught.value)

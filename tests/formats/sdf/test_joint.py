"""The joint, in version 1.6 above all: nothing of it is lost, and every default is that of then."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from bodyplan.formats.read import read
from bodyplan.formats.sdf import Axis, Joint, Limit, Pose, Sensor, Xyz
from bodyplan.spec import Element, spec_of
from bodyplan.spec.writer import write_element

FULL = Path(__file__).parent / "fixtures" / "joint_1_6.sdf"
TYPES = (
    "revolute", "continuous", "prismatic", "screw", "revolute2", "universal", "ball", "gearbox",
    "fixed",
)  # fmt: skip
MODEL = """\
<sdf version="{version}">
  <model name="m">
    <link name="a"/>
    <link name="b"/>
    {joint}
  </model>
</sdf>
"""


def joint_of(text, version="1.6"):
    """The joint of a model that has little else, as it was read."""
    return read(MODEL.format(version=version, joint=text).encode()).root.models[0].joints[0]


def left_out(value, path="joint"):
    """Fields of 1.6 that hold nothing but their defaults, here and below."""
    for field in spec_of(type(value), (1, 6)).fields:
        if field.mark.since is not None and field.mark.since > (1, 6):
            continue
        content = getattr(value, field.name)
        if content == field.default:
            yield f"{path}.{field.name}"
        elif isinstance(content, Element) and not isinstance(content, Pose):
            yield from left_out(content, f"{path}.{field.name}")


@pytest.fixture(scope="module")
def full():
    return read(FULL).root.models[0].joints[0]


def test_every_element_of_the_version_is_read(full):
    assert list(left_out(full)) == []


def test_nothing_of_it_goes_to_what_is_unknown(full):
    assert not full.extra
    assert not full.axis.extra
    assert not full.physics.ode.extra


def test_nothing_about_it_is_wrong():
    from_joint = [d for d in read(FULL).diagnostics if 8 <= d.where.line <= 80]
    assert [d for d in from_joint if d.severity.name in {"ERROR", "WARNING"}] == []


def test_it_is_written_as_it_was_read(full):
    text = MODEL.format(version="1.6", joint=write_element(full, (1, 6)))
    assert read(text.encode()).root.models[0].joints[0] == full


def test_both_axes_are_whole(full):
    assert full.axis.xyz == Xyz(value=(1.0, 0.0, 0.0))
    assert full.axis2.xyz == Xyz(value=(0.0, 1.0, 0.0))
    assert full.axis2.dynamics.damping == -0.2
    assert (full.axis2.limit.lower, full.axis2.limit.upper) == (-2.5, 2.25)
    assert full.axis2.limit.dissipation == 0.25


def test_what_belongs_to_it_comes_along(full):
    assert full.pose == Pose(value=(0.1, 0.2, 0.3, 0.0, 0.0, 1.5), relative_to="axle")
    assert [frame.name for frame in full.frames] == ["mark"]
    assert [type(sensor) for sensor in full.sensors] == [Sensor]
    assert full.sensors[0].type == "force_torque"


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_stays_what_it_is(kind):
    joint = joint_of(f'<joint name="j" type="{kind}"><parent>a</parent><child>b</child></joint>')
    assert joint.type == kind


@pytest.mark.parametrize(("version", "bounds", "rest"), [
    ("1.2", (-1e16, 1e16), 0.0),
    ("1.3", (-1e16, 1e16), -1.0),
    ("1.6", (-1e16, 1e16), -1.0),
    ("1.9", (-1e16, 1e16), -1.0),
    ("1.10", (-math.inf, math.inf), math.inf),
    ("1.12", (-math.inf, math.inf), math.inf),
])  # fmt: skip
def test_limits_that_are_not_written_are_those_of_the_version(version, bounds, rest):
    joint = joint_of(
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child>'
        "<axis><xyz>0 0 1</xyz><limit/></axis></joint>",
        version,
    )
    limit = joint.axis.limit
    assert (limit.lower, limit.upper) == bounds
    assert (limit.effort, limit.velocity) == (rest, rest)


def test_the_first_version_has_it_in_attributes():
    joint = joint_of(
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
        '<origin pose="1 2 3 0 0 0"/>'
        '<axis xyz="1 0 0"><limit lower="-1" upper="2" effort="5" velocity="6"/></axis></joint>',
        "1.0",
    )
    assert joint == Joint(
        name="j",
        type="revolute",
        parent="a",
        child="b",
        pose=Pose(value=(1.0, 2.0, 3.0, 0.0, 0.0, 0.0)),
        axis=Axis(
            xyz=Xyz(value=(1.0, 0.0, 0.0)),
            limit=Limit(lower=-1.0, upper=2.0, effort=5.0, velocity=6.0),
        ),
    )

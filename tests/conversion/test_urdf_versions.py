"""A URDF of another version is the same robot, and the rest of its text stays."""

from __future__ import annotations

import pytest

import bodyplan
from tests.conversion.ledger import differences

pytest.importorskip("numpy")

MASS = (
    '<inertial><origin xyz="0 0 1"{}/><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1.5"/></inertial>'
)
TEXT = """<?xml version="1.0"?>
<robot name="r"{version}>  <!-- kept -->
  <link name="a">{mass}</link>
  <link name="b">{mass}{part}</link>
  <joint name="j" type="prismatic">
    <origin xyz="0 0 1"{rotation}/>
    <parent link="a"/>
    <child link="b"/>
    <axis xyz="0 0 1"/>
    <limit {limit}/>
  </joint>
  <gazebo reference="a"><mu1>0.5</mu1></gazebo>
</robot>
"""


def document(version="", limit='effort="1" velocity="1" upper="2"', rotation="", part=""):
    attribute = f' version="{version}"' if version else ""
    text = TEXT.format(
        version=attribute, mass=MASS.format(""), limit=limit, rotation=rotation, part=part
    )
    return bodyplan.read(text)


def assert_same(before, done):
    assert differences(before, done.document, samples=10) == []
    text = done.document.source.text
    assert "<!-- kept -->" in text
    assert "<mu1>0.5</mu1>" in text


@pytest.mark.parametrize("target", ["1.1", "1.2"])
def test_limits_that_rely_on_a_default_are_written_out(target):
    before = document()
    done = bodyplan.convert(before, f"urdf{target}")
    assert_same(before, done)
    assert ('lower="0"' in done.document.source.text) == (target == "1.2")
    assert done.losses == ()


def test_unlimited_joints_get_limits_that_nothing_reaches():
    before = document("1.2", 'lower="-1" upper="1"')
    done = bodyplan.convert(before, "urdf1.0")
    assert_same(before, done)
    assert len(done.changes) == 2


def test_quaternions_become_angles():
    before = document("1.1", rotation=' quat_xyzw="0 0 0.6 0.8"')
    done = bodyplan.convert(before, "urdf1.0")
    assert_same(before, done)
    assert "quat_xyzw" not in done.document.source.text


def test_capsules_become_a_cylinder_and_two_spheres():
    part = (
        '<collision name="c"><origin xyz="0 1 0" rpy="1 0 0"/>'
        '<geometry><capsule radius="0.1" length="1"/></geometry></collision>'
    )
    done = bodyplan.convert(document("1.1", part=part), "urdf1.0")
    shapes = [type(one.shape).__name__ for one in bodyplan.load(done.document).link("b").collisions]
    assert shapes == ["Cylinder", "Sphere", "Sphere"]
    assert [change.what for change in done.changes] == [
        "a capsule becomes a cylinder and two spheres"
    ]


def test_what_an_older_version_does_not_have_is_a_loss():
    before = document("1.2", 'lower="-1" upper="1" effort="1" velocity="1" jerk="5"')
    done = bodyplan.convert(before, "urdf1.1")
    assert_same(before, done)
    assert [loss.what for loss in done.losses] == ["'jerk'"]


def test_the_same_version_is_the_same_document():
    before = document()
    assert bodyplan.convert(before, "urdf1.0").document is before

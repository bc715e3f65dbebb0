"""The sliding friction of collisions goes from format to format."""

from __future__ import annotations

import re

import pytest

import bodyplan
from bodyplan import model
from tests.conversion.ledger import unexplained
from tests.oracles import libsdformat

np = pytest.importorskip("numpy")

URDF = """<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a">
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision name="c"><geometry><sphere radius="1"/></geometry>{collision}</collision>
<collision name="d"><geometry><sphere radius="2"/></geometry></collision>{link}</link>{robot}
</robot>"""
CONTACT = "<contact><lateral_friction value='0.7'/></contact>"
DRAKE = "<drake:proximity_properties><drake:mu_dynamic value='0.3'/></drake:proximity_properties>"
GAZEBO = "<gazebo reference='a'><mu1>0.6</mu1><mu2>0.6</mu2></gazebo>"


def urdf(collision="", link="", robot=""):
    return URDF.format(collision=collision, link=link, robot=robot)


def frictions(robot):
    return [part.friction for part in robot.link("a").collisions]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, [None, None]),
        ({"link": CONTACT}, [0.7, 0.7]),
        ({"collision": DRAKE}, [0.3, None]),
        ({"collision": DRAKE, "link": CONTACT}, [0.3, 0.7]),
        ({"robot": GAZEBO}, [0.6, 0.6]),
        ({"link": CONTACT, "robot": GAZEBO}, [0.7, 0.7]),
    ],
)
def test_extensions_of_urdf_are_read_and_reach_mujoco(parts, expected, tmp_path):
    robot = bodyplan.load(urdf(**parts))
    assert frictions(robot) == expected
    assert robot.losses == ()
    for target in ("urdf", "sdf"):  # and back
        assert frictions(bodyplan.load(bodyplan.convert(robot, target).document)) == expected
    mujoco = pytest.importorskip("mujoco")
    path = bodyplan.convert(robot, "mjcf").save(tmp_path / "r.xml")
    compiled = mujoco.MjModel.from_xml_path(str(path))
    wanted = [1.0 if one is None else one for one in expected]
    assert compiled.geom_friction[:, 0].tolist() == wanted
    assert frictions(bodyplan.load(path)) == expected


@pytest.mark.parametrize(
    "parts",
    [
        {"link": CONTACT.replace("0.7", "QQQ")},
        {"link": CONTACT.replace("0.7", "-1")},
        {"collision": DRAKE.replace("0.3", "nan")},
        {"robot": GAZEBO.replace("0.6", "inf")},
    ],
)
def test_an_invalid_friction_is_none(parts):
    assert frictions(bodyplan.load(urdf(**parts))) == [None, None]


@pytest.mark.parametrize(
    "parts",
    [
        {"link": CONTACT.replace("</contact>", "<stiffness value='3'/></contact>")},
        {"robot": GAZEBO.replace("0.6</mu2>", "0.5</mu2>")},
        {"robot": GAZEBO.replace("<mu2>", "<kp>3</kp><mu2>")},
    ],
)
def test_other_properties_of_contacts_are_losses(parts):
    assert [loss.kind for loss in bodyplan.load(urdf(**parts)).losses] == ["dropped"]


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_libsdformat_has_the_friction_of_a_gazebo_block():
    oracle = libsdformat.shared()
    text = re.sub(" name='?\"?[cd][\"']", "", urdf(robot=GAZEBO))  # it skips those with names
    theirs = oracle.load(text.encode()).upgraded
    ours = oracle.load(bodyplan.convert(text, "sdf1.9").document.to_bytes()).upgraded
    for name in ("mu", "mu2"):
        found = re.findall(f"<{name}>([^<]*)", theirs)
        assert found == re.findall(f"<{name}>([^<]*)", ours) == ["0.6", "0.6"]


def test_a_surface_of_sdformat_with_more_than_friction_is_still_a_loss():
    text = """<sdf version="1.9"><model name="r"><link name="a"><collision name="c"><geometry>
    <sphere><radius>1</radius></sphere></geometry><surface><friction><ode><mu>0.4</mu>{mu2}
    </ode></friction></surface></collision></link></model></sdf>"""
    for mu2, count in (
        ("<mu2>0.4</mu2>", 0),
        ("<mu2>0.5</mu2>", 1),
        ("<mu2>0.4</mu2><slip1>1</slip1>", 1),
    ):
        robot = bodyplan.load(text.format(mu2=mu2))
        assert frictions(robot) == [0.4]
        assert len([loss for loss in robot.losses if loss.what == "surface"]) == count


def test_other_contact_properties_of_mujoco_are_losses(tmp_path):
    pytest.importorskip("mujoco")
    path = tmp_path / "r.xml"
    path.write_text("""<mujoco><worldbody><body name="a"><freejoint/>
    <geom name="x" size="1" friction="0.5"/><geom name="y" size="1" condim="6"/>
    <geom name="z" size="1" friction="1 0.1"/></body></worldbody></mujoco>""")
    robot = bodyplan.load(path)
    assert frictions(robot) == [0.5, None, None]
    told = [loss.what for loss in robot.losses]
    assert told == ["friction of <geom> 'z'", "condim of <geom> 'y'"]


def test_a_visual_has_no_friction(tmp_path):
    part = model.Geometry(model.Sphere(1.0), friction=0.5)
    robot = model.Robot("r", [model.Link("a", None, (part,), (part,))])
    text = bodyplan.convert(robot, "mjcf").document.to_bytes()
    assert text.count(b"friction=") == 1


def test_friction_for_gazebo_replaces_that_for_other_programs_and_is_listed():
    done = bodyplan.convert(urdf(link=CONTACT, robot=GAZEBO), "sdf")
    assert frictions(bodyplan.load(done.document)) == [0.6, 0.6]
    found = [str(loss) for loss in done.losses if loss.kind == "assumed"]
    reason = "Gazebo reads this friction, not the 0.7 of 'a' for other programs"
    assert found == [f"assumed <mu1> of <gazebo>: {reason}"]
    robot = bodyplan.load(urdf(link=CONTACT, robot=GAZEBO))
    compared = bodyplan.diff(robot, bodyplan.load(done.document), samples=1)
    assert {one.field for one in compared.differences} == {"friction"}
    assert unexplained(compared, done.losses, robot) == []

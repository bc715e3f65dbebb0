"""The links that the check calls lost are the links that libsdformat 12.3 drops."""

import random

import pytest

import bodyplan
from bodyplan.conversion.urdf.libsdformat_links import LinkTree, rigid_joints
from bodyplan.diag import Severity
from tests.oracles import libsdformat, urdfdom
from tests.slices import amount

pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)

MASSES = (None, 0.0, 1e-9, 1e-6, 1.1e-6, 1.0)
LINK = '<link name="l{}">{}</link>'
INERTIAL = (
    '<inertial><mass value="{}"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
)
JOINT = (
    '<joint name="j{1}" type="{2}"><parent link="l{0}"/><child link="l{1}"/>'
    '<limit effort="1" velocity="1"/></joint>'
)
KEPT = '<gazebo reference="j{}"><{}>true</{}></gazebo>'


def some_robot(seed):
    """A robot of a few links, some light or without mass, and fixed joints, some of them kept."""
    dice = random.Random(seed)
    parts = ['<robot name="r">']
    for number in range(dice.randint(1, 9)):
        mass = 1.0 if number == 0 and dice.random() < 0.8 else dice.choice(MASSES)
        parts.append(LINK.format(number, "" if mass is None else INERTIAL.format(mass)))
        if number:
            kind = dice.choice(("fixed", "fixed", "continuous"))
            parts.append(JOINT.format(dice.randrange(number), number, kind))
            if dice.random() < 0.1:
                word = dice.choice(("preserveFixedJoint", "disableFixedJointLumping"))
                parts.append(KEPT.format(number, word, word))
    return "".join(parts) + "</robot>"


def kept_by_us(source):
    """The links that libsdformat 12 makes of a URDF, as we say."""
    document = bodyplan.read(source)
    robot, rigid = bodyplan.load(source, strict=False), rigid_joints(document)
    tree = LinkTree(robot.links, robot.joints, rigid)
    merged = {joint.child for joint in robot.joints if rigid.merges(joint)}
    names = {link.name for link in robot.links} - {"world"}
    return names - merged - set(tree.lost(by_release_12=True))


def kept_by_them(source):
    answer = libsdformat.shared().load(source)
    return {name.rpartition("::")[2] for name in answer.links}, answer.accepted


@pytest.mark.parametrize("seed", range(amount(400, short=60)))
def test_links_of_a_made_up_robot_are_lost_as_libsdformat_drops_them(seed):
    text = some_robot(seed)
    theirs, is_accepted = kept_by_them(text)
    robot = bodyplan.load(text, strict=False)
    tree = LinkTree(robot.links, robot.joints, rigid_joints(bodyplan.read(text)))
    if set(tree.without_centre()) - set(tree.lost(by_release_12=True)):
        assert not theirs
        assert "Pose values must be finite" in libsdformat.shared().load(text).console[0].text
        return
    assert kept_by_us(text) == theirs
    verdict = bodyplan.check(text, profile="libsdformat").diagnostics
    assert len(theirs) > 0 or {"U310", "D117"} & {one.code for one in verdict}
    has_new_links = not tree.without_centre() and set(tree.masses) - set(tree.lost())
    assert any(one.severity is Severity.ERROR for one in verdict) != bool(has_new_links)
    assert is_accepted or not theirs


def example_robots():
    try:
        found = urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []
    return found[:: amount(1, short=8)]


@pytest.mark.parametrize("path", example_robots(), ids=lambda path: path.name)
def test_links_of_a_real_robot_are_lost_as_libsdformat_drops_them(path):
    theirs, is_accepted = kept_by_them(path)
    if is_accepted:
        assert kept_by_us(path) == theirs

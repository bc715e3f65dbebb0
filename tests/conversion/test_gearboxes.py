"""A gearbox of SDFormat is a mimic relation in URDF and an equality in MJCF, where that is exact."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan

np = pytest.importorskip("numpy")

LINKS = "".join(
    f"<link name='{name}'><pose>{x} {y} 0 0 0 {yaw}</pose><inertial><mass>1</mass><inertia>"
    "<ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>"
    for name, x, y, yaw in (("frame", 0, 0, 0), ("a", 1, 0, 0.3), ("b", 1, 1, 1), ("c", 2, 2, 0))
)
AXIS = "<{0}><xyz{1}>{2}</xyz></{0}>"


def joint(
    name: str, kind: str, parent: str, child: str, axis: str = "0 0 1", more: str = "", of: str = ""
) -> str:
    return (
        f"<joint name='{name}' type='{kind}'><parent>{parent}</parent><child>{child}</child>"
        f"{AXIS.format('axis', of, axis)}{more}</joint>"
    )


def gearbox(ratio: float, axis: str = "0 0 1", axis2: str = "0 0 1", reference="frame") -> str:
    told = f"<gearbox_ratio>{ratio}</gearbox_ratio>"
    if reference:
        told += f"<gearbox_reference_body>{reference}</gearbox_reference_body>"
    more = AXIS.format("axis2", "", axis2) + told
    return joint("gears", "gearbox", "a", "b", axis, more)


FIRST, SECOND = joint("first", "revolute", "frame", "a"), joint("second", "revolute", "frame", "b")
TURNED = joint("second", "revolute", "frame", "b", "0 0 -1")
BETWEEN = joint("mount", "fixed", "frame", "c") + joint("second", "revolute", "c", "b")
FROM_GEAR = joint("first", "revolute", "a", "frame")
ACROSS = joint("first", "revolute", "frame", "a", "1 0 0", of=" expressed_in='__model__'") + joint(
    "second", "revolute", "frame", "b", "0 1 0", of=" expressed_in='__model__'"
)
BEVEL = gearbox(3, "1 0 0", "0 1 0").replace("<xyz>", "<xyz expressed_in='__model__'>")
MIMIC = "<mimic joint='first'><multiplier>2</multiplier><offset>0.5</offset><reference>0</reference></mimic>"
LED = joint("first", "revolute", "frame", "c") + joint("fast", "revolute", "frame", "a").replace(
    "</xyz>", f"</xyz>{MIMIC}"
)
EXACT = {
    "two joints on one link": (FIRST + SECOND + gearbox(3), "second", "first", -3, 0),
    "axes against each other": (FIRST + TURNED + gearbox(3), "second", "first", 3, 0),
    "axis of the gearbox turned": (
        FIRST + SECOND + gearbox(3, axis2="0 0 -1"),
        "second",
        "first",
        3,
        0,
    ),
    "over a fixed joint": (FIRST + BETWEEN + gearbox(-2), "second", "first", 2, 0),
    "behind the first gear": (FIRST + gearbox(3), "gears", "first", -4, 0),
    "from the first gear": (FROM_GEAR + gearbox(3), "gears", "first", 4, 0),
    "bevel gears": (ACROSS + BEVEL, "second", "first", -3, 0),
    "a gear that mimics": (LED + SECOND + gearbox(3), "second", "first", -6, -1.5),
}
CHAIN = joint("third", "revolute", "frame", "c")
CHAIN += joint("first", "revolute", "frame", "a").replace(
    "</xyz>", "</xyz>" + MIMIC.replace("first", "third")
)
CHAIN += joint("fast", "revolute", "frame", "b").replace("</xyz>", f"</xyz>{MIMIC}")
NOT_EXACT = {
    "mimic joints that follow each other": (
        CHAIN + gearbox(3),
        "it holds joint 'third' at a fixed angle",
    ),
    "no reference": (FIRST + SECOND + gearbox(3, reference=""), "it has no reference link"),
    "other axis": (
        FIRST + joint("second", "revolute", "frame", "b", "0 1 0") + gearbox(3),
        "the axis of 'second' is not parallel to its own",
    ),
    "slide": (
        FIRST + joint("second", "prismatic", "frame", "b") + gearbox(3),
        "'second' is a prismatic joint",
    ),
    "three joints": (
        FIRST
        + joint("lift", "revolute", "frame", "c")
        + joint("second", "revolute", "c", "b")
        + gearbox(3),
        "it relates 3 joints",
    ),
    "one joint": (gearbox(3, reference="a"), "it holds joint 'gears' at a fixed angle"),
}


def source(joints: str) -> str:
    return f"<sdf version='1.11'><model name='gears'>{LINKS}{joints}</model></sdf>"


def angle(robot, base: str, tip: str, q, axis) -> float:
    """The angle about an axis by which a link turned against another since all joints were at zero."""
    poses = [robot.poses(values) for values in ({}, q)]
    before, after = (one[base].inverse() @ one[tip] for one in poses)
    turn = np.array((after @ before.inverse()).R)
    vector = np.array((turn[2][1] - turn[1][2], turn[0][2] - turn[2][0], turn[1][0] - turn[0][1]))
    return float(np.arctan2(vector @ axis, np.trace(turn) - 1.0))


@pytest.mark.parametrize(
    ("joints", "follower", "leader", "factor", "offset"), EXACT.values(), ids=EXACT
)
def test_an_exact_relation_is_a_mimic_joint(joints, follower, leader, factor, offset):
    done = bodyplan.convert(source(joints), "urdf")
    robot = bodyplan.load(done.document)
    mimic = robot.joint(follower).mimic
    assert mimic is not None
    assert (mimic.leader, mimic.multiplier, mimic.offset) == (
        leader,
        pytest.approx(factor),
        pytest.approx(offset),
    )
    told = [loss for loss in done.losses if "gear" in loss.what]
    assert [loss.kind for loss in told] == ["moved"]
    assert not any(loss.changes_meaning for loss in done.losses)


@pytest.mark.parametrize(
    ("joints", "follower", "leader", "factor", "offset"), EXACT.values(), ids=EXACT
)
def test_mujoco_has_the_relation_as_an_equality(joints, follower, leader, factor, offset, tmp_path):
    mujoco = pytest.importorskip("mujoco")
    path = bodyplan.convert(source(joints), "mjcf").save(tmp_path / "gears.xml")
    compiled = mujoco.MjModel.from_xml_path(str(Path(path)))
    found = {
        compiled.joint(int(compiled.eq_obj1id[n])).name: (
            compiled.joint(int(compiled.eq_obj2id[n])).name,
            *compiled.eq_data[n][:2].tolist(),
        )
        for n in range(compiled.neq)
    }
    assert found[follower] == (leader, pytest.approx(offset), pytest.approx(factor))


@pytest.mark.parametrize("name", [name for name in EXACT if "mimics" not in name])
def test_the_gears_turn_as_the_ratio_demands(name):
    joints = EXACT[name][0]
    ratio = -2.0 if "<gearbox_ratio>-2" in joints else 3.0
    robot = bodyplan.load(bodyplan.convert(source(joints), "urdf").document)
    first, second = (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)
    if name == "bevel gears":
        first, second = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    if name == "axis of the gearbox turned":
        second = (0.0, 0.0, -1.0)
    q = {EXACT[name][2]: 0.2}
    of_parent = angle(robot, "frame", "a", q, np.array(first))
    of_child = angle(robot, "frame", "b", q, np.array(second))
    assert abs(of_parent) == pytest.approx(0.2)
    assert of_child == pytest.approx(-ratio * of_parent)


@pytest.mark.parametrize("target", ["urdf", "mjcf"])
@pytest.mark.parametrize(("joints", "reason"), NOT_EXACT.values(), ids=NOT_EXACT)
def test_a_loss_says_why_it_is_no_mimic_relation(joints, reason, target):
    done = bodyplan.convert(source(joints), target)
    told = [loss for loss in done.losses if "not a mimic relation" in loss.reason]
    assert len(told) == 1
    assert f"its coupling is not a mimic relation: {reason}; " in told[0].reason
    assert told[0].changes_meaning


LOOP = joint("third", "revolute", "a", "b")


@pytest.mark.parametrize("target", ["urdf", "mjcf"])
@pytest.mark.parametrize("last", [gearbox(3), LOOP], ids=["gearbox", "loop"])
def test_a_sensor_of_a_joint_that_is_not_in_the_tree_is_on_its_link(last, target):
    sensor = "<sensor name='wrench' type='force_torque'/></joint>"
    done = bodyplan.convert(source(FIRST + SECOND + last.replace("</joint>", sensor)), target)
    lost = [loss for loss in done.losses if getattr(loss.source, "name", "") == "wrench"]
    assert [loss.part for loss in lost if "joint" in loss.reason or "link" in loss.reason] == [
        "joint"
    ]
    text = done.document.to_bytes().decode()
    assert "wrench" in text
    assert '<gazebo reference="gears"' not in text

"""SDFormat comes into the hub whole, and what does not is named; a faulty file still gives a robot."""

from __future__ import annotations

import math
import random

import pytest

import bodyplan
from bodyplan import model
from bodyplan.conversion.direction import ModelChoiceError
from bodyplan.conversion.sdf._fields import DROPS, KEEPS
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.from_sdf import SdfConversion, from_sdf
from bodyplan.conversion.sdf.includes import frames
from bodyplan.formats import sdf
from bodyplan.model import Dynamics, Frame, Gear, Limit, Material, Mimic, Sensor, Transform
from tests.conversion.lifting import require_all_classes, told
from tests.conversion.sdf_against import at, in_model, near
from tests.conversion.sdf_texts import Maker

INERTIAL = "<inertial><mass>1</mass></inertial>"
TWO = f'<link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link>'
JOINT = '<joint name="j" type="{}"><parent>a</parent><child>b</child>{}</joint>'
LIMIT = "<limit><lower>-1</lower><upper>2</upper></limit>"
AXIS = f"<axis><xyz>0 0 1</xyz>{LIMIT}</axis>"


def lift(text: str, name: str = "") -> SdfConversion:
    return from_sdf(bodyplan.read(text.encode()), name)


def lifted_joint(
    kind: str, inside: str = "", version: str = "1.9"
) -> tuple[model.Joint, list[str]]:
    lifted = lift(in_model(TWO + JOINT.format(kind, inside), version))
    return lifted.robot.joint("j"), told(lifted)


def test_every_sdformat_element_that_is_converted_has_a_list_of_its_fields():
    require_all_classes(sdf.Root, KEEPS, DROPS)


# Joints


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("revolute", 1),
        ("continuous", 1),
        ("prismatic", 1),
        ("fixed", 0),
        ("ball", 4),
        ("universal", 2),
        ("revolute2", 2),
        ("screw", 1),
        ("gearbox", 1),
        ("Revolute", 1),
    ],
)
def test_joints_of_every_type(kind, count):
    joint, _ = lifted_joint(kind, AXIS + AXIS.replace("axis", "axis2"))
    assert joint.type == kind.lower()
    assert joint.variable_count == count


def test_an_unknown_type_is_taken_as_fixed():
    for kind in ("QQQ", "floating", "planar"):
        joint, losses = lifted_joint(kind)
        assert joint.type == "fixed"
        assert losses == ["assumed type of <joint> 'j': unknown joint type; assumed fixed"]


def test_the_child_of_a_joint_may_be_beside_it():
    joint, losses = lifted_joint("revolute", f"<pose>1 0 0 0 0 1.5707963267948966</pose>{AXIS}")
    assert losses == []
    assert near(joint.origin @ joint.X_JC, model.IDENTITY)  # both links are at the origin
    assert joint.X_JC.inverse().p == pytest.approx((1.0, 0.0, 0.0))
    joint, _ = lifted_joint("revolute", AXIS)
    assert joint.X_JC == model.IDENTITY


def test_poses_that_are_written_as_the_hub_has_them_stay_to_the_last_bit():
    text = in_model(
        f"""<link name="a"><pose>0.1 0.7 0.3 0.4 0.5 0.6</pose>{INERTIAL}</link>
        <joint name="j" type="revolute"><pose relative_to="a">0.3 0.1 0.2 0.3 0.2 0.1</pose>
          <parent>a</parent><child>b</child>{AXIS}</joint>
        <link name="b"><pose relative_to="j"/>{INERTIAL}</link>"""
    )
    joint = lift(text).robot.joint("j")
    written = Transform.from_rpy((0.3, 0.2, 0.1), (0.3, 0.1, 0.2))
    assert joint.origin.R == written.R
    assert joint.origin.p == written.p
    assert joint.X_JC == model.IDENTITY


def test_a_joint_without_a_pose_is_where_its_child_is_written_to_the_last_bit():
    far = "0.123 0.2 0.7 -0.3 0.17 -1.1"
    robot = bodyplan.load(
        f"""<sdf version="1.9"><model name="r"><link name="a"/>
        <link name="b"><pose relative_to="a">0.1 0.2 0.3 0.3 0.7 -1.1</pose></link>
        <link name="c"><pose relative_to="b">{far}</pose></link>
        <joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>
        <joint name="k" type="fixed"><parent>b</parent><child>c</child></joint></model></sdf>"""
    )
    xyz, rpy = far.split()[:3], far.split()[3:]
    twin = bodyplan.load(
        f"""<robot name="r"><link name="b"/><link name="c"/><joint name="k" type="fixed">
        <origin xyz="{" ".join(xyz)}" rpy="{" ".join(rpy)}"/><parent link="b"/><child link="c"/>
        </joint></robot>"""
    )

    assert robot.joint("k").origin == twin.joint("k").origin
    assert robot.joint("k").X_JC == twin.joint("k").X_JC


def test_the_axis_is_expressed_in_the_joint_frame():
    turned = "<pose>0 0 0 0 0 1.5707963267948966</pose>"
    inside = f"{turned}<axis><xyz{{}}>0 2 0</xyz>{LIMIT}{{}}</axis>"
    model_frame = "<use_parent_model_frame>1</use_parent_model_frame>"
    for version, attribute, element, expected in [
        ("1.4", "", "", (1.0, 0.0, 0.0)),
        ("1.6", "", "", (0.0, 1.0, 0.0)),
        ("1.6", "", model_frame, (1.0, 0.0, 0.0)),
        ("1.9", "", "", (0.0, 1.0, 0.0)),
        ("1.9", ' expressed_in="__model__"', "", (1.0, 0.0, 0.0)),
        ("1.9", ' expressed_in="b"', "", (1.0, 0.0, 0.0)),
    ]:
        joint, _ = lifted_joint("revolute", inside.format(attribute, element), version)
        assert joint.axis == pytest.approx(expected, abs=1e-15), (version, attribute, element)
    joint, losses = lifted_joint("revolute", inside.format(' expressed_in="QQQ"', ""))
    assert joint.axis == (0.0, 1.0, 0.0)
    assert "frame 'QQQ' cannot be resolved" in losses[0]


def test_axes_that_are_missing_or_too_many_are_named():
    joint, losses = lifted_joint("revolute")
    assert joint.axis == (0.0, 0.0, 1.0)
    assert losses == [
        "assumed <axis> of <joint> 'j': a revolute joint requires an axis; z is assumed"
    ]
    joint, losses = lifted_joint("revolute", f"<axis><xyz>0 0 0</xyz>{LIMIT}</axis>")
    assert joint.axis == (0.0, 0.0, 0.0)
    assert "it has no effect" in losses[0]
    _, losses = lifted_joint("ball", AXIS)
    assert losses == ["dropped <axis> of <joint> 'j': a ball joint has no axis"]
    _, losses = lifted_joint("revolute", AXIS + AXIS.replace("axis", "axis2"))
    assert losses == ["dropped <axis2> of <joint> 'j': a revolute joint has no second axis"]


@pytest.mark.parametrize(
    ("version", "limit", "expected"),
    [
        ("1.9", "<lower>-1</lower><upper>2</upper>", Limit(-1.0, 2.0)),
        ("1.9", "<lower>-1e16</lower><upper>1e16</upper>", Limit()),
        ("1.10", "", Limit()),
        ("1.9", "<effort>-1</effort><velocity>3</velocity>", Limit(velocity=3.0)),
        ("1.2", "<lower>-1</lower><upper>2</upper>", Limit(-1.0, 2.0)),
        ("1.2", "<lower>-1</lower><upper>2</upper><effort>0</effort>", Limit(-1.0, 2.0, effort=0)),
    ],
)
def test_bounds_are_those_that_act(version, limit, expected):
    inside = f"<axis><xyz>0 0 1</xyz><limit>{limit}</limit></axis>"
    assert lifted_joint("revolute", inside, version)[0].limit == expected
    joint, losses = lifted_joint("continuous", inside, version)
    assert (joint.limit.lower, joint.limit.upper) == (-math.inf, math.inf)
    assert len(losses) == 2 * (expected.upper == 2.0)


def test_two_axes_have_bounds_and_forces_of_their_own():
    dynamics = "<dynamics><damping>1</damping><friction>2</friction>{}</dynamics>"
    spring = "<spring_stiffness>3</spring_stiffness><spring_reference>4</spring_reference>"
    first = AXIS.replace("</axis>", dynamics.format(spring) + "</axis>")
    second = AXIS.replace("axis", "axis2").replace("-1", "-3")
    joint, losses = lifted_joint("universal", first + second)
    assert losses == []
    assert joint.dynamics == Dynamics(1.0, 2.0, 3.0, 4.0)
    assert (joint.limit, joint.limit2) == (Limit(-1.0, 2.0), Limit(-3.0, 2.0))


@pytest.mark.parametrize(
    ("version", "written", "pitch", "losses"),
    [
        ("1.10", "<screw_thread_pitch>0.2</screw_thread_pitch>", 0.1 / math.pi, 0),
        ("1.9", "<thread_pitch>4</thread_pitch>", -0.25, 0),
        ("1.9", "<thread_pitch>-4</thread_pitch>", 0.25, 0),
        (
            "1.11",
            "<screw_thread_pitch>0.2</screw_thread_pitch><thread_pitch>4</thread_pitch>",
            0.1 / math.pi,
            1,
        ),
        ("1.9", "", 0.5 / math.pi, 1),
        ("1.11", "", 0.5 / math.pi, 1),
        ("1.9", "<thread_pitch>0</thread_pitch>", 0.0, 1),
    ],
)
def test_a_right_handed_screw_has_a_positive_pitch(version, written, pitch, losses):
    joint, found = lifted_joint("screw", written + AXIS, version)
    assert joint.pitch == pytest.approx(pitch, rel=1e-15)
    assert len(found) == losses


def test_mimic_joints_count_from_zero():
    mimic = (
        '<mimic joint="{}" axis="{}"><multiplier>2</multiplier><offset>0.5</offset>'
        "<reference>0.1</reference></mimic>"
    )

    def follower(leader: str, axis: str = "axis") -> SdfConversion:
        inside = AXIS.replace("</axis>", mimic.format(leader, axis) + "</axis>")
        other = (
            JOINT.format("revolute", inside)
            .replace('name="j"', 'name="k"')
            .replace("<child>b", "<child>c")
        )
        link = f'<link name="c">{INERTIAL}</link>'
        return lift(in_model(TWO + link + JOINT.format("revolute", AXIS) + other, "1.11"))

    assert follower("j").robot.joint("k").mimic == Mimic("j", 2.0, 0.5 - 2.0 * 0.1)
    for wrong, why in [
        (("QQQ",), "'QQQ' does not exist"),
        (("a",), "'a' does not exist"),
        (("j", "axis2"), "mimicking a second axis is not converted"),
        (("k",), "the mimic joints form a loop"),
    ]:
        lifted = follower(*wrong)
        assert lifted.robot.joint("k").mimic is None
        assert told(lifted) == [f"dropped <mimic> of <axis>: {why}"]


def test_loops_are_kept_apart():
    links = "".join(f'<link name="{name}">{INERTIAL}</link>' for name in "abc")
    joint = '<joint name="{0}{1}" type="{2}"><parent>{0}</parent><child>{1}</child>{3}</joint>'
    cut = "<physics><simbody><must_be_loop_joint>1</must_be_loop_joint></simbody></physics>"
    around = joint.format("a", "b", "ball", "") + joint.format("a", "c", "ball", "")
    lifted = lift(in_model(links + around + joint.format("b", "c", "ball", "")))
    assert lifted.robot.joint_names == ("ab", "ac")
    assert [loop.name for loop in lifted.robot.loops] == ["bc"]
    why = "link 'c' has another parent joint, or it closes a loop; kept as a loop constraint"
    assert told(lifted) == [f"assumed <joint> 'bc': {why}"]
    assert lifted.robot.degrees_of_freedom == 6
    around = joint.format("a", "b", "ball", "") + joint.format("a", "c", "ball", cut)
    lifted = lift(in_model(links + around + joint.format("b", "c", "ball", "")))
    assert lifted.robot.joint_names == ("ab", "bc")
    gear = (
        "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>a</gearbox_reference_body>"
        + AXIS
        + AXIS.replace("axis", "axis2")
    )
    turning = joint.format("a", "b", "revolute", AXIS) + joint.format("a", "c", "revolute", AXIS)
    lifted = lift(in_model(links + joint.format("b", "c", "gearbox", gear) + turning))
    assert lifted.robot.joint_names == ("ab", "ac")
    assert lifted.robot.loops[0].gear == Gear(3.0, "a")


def test_a_joint_from_a_link_that_nothing_leads_to_is_taken_the_other_way_round():
    links = "".join(
        f'<link name="{name}"><pose>{x} 0.5 0 0 0 {x}</pose>{INERTIAL}</link>'
        for x, name in enumerate("abc")
    )
    joint = (
        '<joint name="{0}{1}" type="{2}"><pose>0.1 0.2 0.3 0.4 0.5 0.6</pose><parent>{0}</parent>'
        "<child>{1}</child><screw_thread_pitch>0.3</screw_thread_pitch>{3}</joint>"
    )
    for kind in ("revolute", "continuous", "prismatic", "screw", "fixed"):
        text = joint.format("a", "b", "revolute", AXIS) + joint.format("c", "b", kind, AXIS)
        lifted = lift(in_model(links + text, "1.10"))
        robot = lifted.robot
        assert robot.joint_names == ("ab", "cb")
        assert robot.joint("cb").parent == "b"
        assert robot.loops == ()
        words = "link 'c' is attached to link 'b': no other joint connects them"
        assert f"assumed <joint> 'cb': reversed: {words}" in told(lifted)
        if kind == "fixed":
            continue
        np = pytest.importorskip("numpy")
        there = lift(in_model(links + joint.format("c", "b", kind, AXIS), "1.10")).robot
        q = robot.q(cb=0.7)
        b, c = robot.forward_kinematics(q, ["b", "c"])
        expected = there.forward_kinematics(there.q(cb=0.7), ["c", "b"])
        seen = np.linalg.inv(c) @ b
        assert np.abs(seen - np.linalg.inv(expected[0]) @ expected[1]).max() < 1e-14, kind
    text = joint.format("a", "b", "ball", "") + joint.format("c", "b", "ball", "")
    robot = lift(in_model(links + text)).robot
    assert [loop.name for loop in robot.loops] == ["cb"]  # its numbers would mean something else
    assert robot.joint("c_floating").parent == "a"


def connected(edges: list[tuple[str, str]], balls: str = "") -> str:
    """Links with hinges between them, or balls, all in different places."""
    names = dict.fromkeys(name for edge in edges for name in edge)
    links = "".join(
        f'<link name="{name}"><pose>{x} 0.5 {-x} {x} 0 {2 * x}</pose>{INERTIAL}</link>'
        for x, name in enumerate(sorted(names))
    )
    joints = "".join(
        f'<joint name="{parent}{child}"'
        f' type="{"ball" if parent + child in balls.split() else "revolute"}">'
        f"<pose>0.1 0.2 0.3 0.4 0.5 0.6</pose><parent>{parent}</parent><child>{child}</child>"
        "<axis><xyz>0.6 0 0.8</xyz></axis></joint>"
        for parent, child in edges
    )
    return links + joints


@pytest.mark.parametrize(
    ("edges", "joints"),
    [
        ("xb ab", ["ab: a b", "xb: b x"]),  # b is taken from x, whose joint comes first
        ("ab dc cb", ["ab: a b", "cb: b c", "dc: c d"]),
        ("ab dc eb ce", ["ab: a b", "ce: e c", "dc: c d", "eb: b e"]),
        ("ab ac bc dc", ["ab: a b", "ac: a c", "dc: c d"]),  # bc closes a loop all the same
    ],
)
def test_a_tree_that_a_joint_connects_to_another_one_is_turned_round(edges, joints):
    text = connected([(parent, child) for parent, child in edges.split()])
    robot = lift(in_model(text, attributes=' canonical_link="a"')).robot
    assert sorted(f"{j.name}: {j.parent} {j.child}" for j in robot.joints) == joints
    assert robot.root_link.name == "a"
    assert [loop.name for loop in robot.loops] == ["bc"] * ("bc" in edges)


def test_a_ball_is_not_turned_round_as_its_numbers_would_mean_something_else():
    text = connected([("a", "b"), ("d", "c"), ("c", "b")], balls="dc")
    robot = lift(in_model(text)).robot
    assert sorted(f"{j.name}: {j.parent} {j.child}" for j in robot.joints) == [
        "ab: a b",
        "d_floating: a d",
        "dc: d c",
    ]
    assert [loop.name for loop in robot.loops] == ["cb"]


@pytest.mark.parametrize("seed", range(40))
def test_joints_that_connect_all_links_make_a_tree_whatever_way_they_lead(seed):
    dice = random.Random(seed)
    names = "abcdefghij"
    edges = [(names[dice.randrange(i)], names[i]) for i in range(1, len(names))]
    edges = [edge if dice.random() < 0.5 else edge[::-1] for edge in edges]
    dice.shuffle(edges)
    canonical = dice.choice(names)
    text = in_model(connected(edges), attributes=f' canonical_link="{canonical}"')
    robot = lift(text).robot
    assert (robot.loops, len(robot.roots), len(robot.joints)) == ((), 1, len(edges))
    assert {joint.type for joint in robot.joints} == {"revolute"}
    np = pytest.importorskip("numpy")
    scope = sdf_frames(bodyplan.read(text.encode())).main
    X = robot.forward_kinematics(robot.neutral())
    for name in names:  # at zero all stand where they were
        there = scope.resolve(name, robot.root_link.name)
        index = robot.link_index(name)
        assert np.abs(X[index, :3, 3] - there.p).max() < 1e-13
        assert np.abs(X[index, :3, :3] - there.R).max() < 1e-13
    hinge = model.Joint("hinge", "revolute", "", "", axis=(0.6, 0.0, 0.8)).motion((0.7,))
    for parent, child in edges:  # and every joint turns its child, seen from its parent
        name = parent + child
        a, b = robot.forward_kinematics(robot.q({name: 0.7}), [parent, child])
        moved = scope.resolve(name, parent) @ hinge @ scope.resolve(child, name)
        seen = np.linalg.inv(a) @ b
        assert np.abs(seen[:3, 3] - moved.p).max() < 1e-13
        assert np.abs(seen[:3, :3] - moved.R).max() < 1e-13


# What stands still, and what floats


def test_what_is_fixed_to_the_world_is_attached_to_it():
    to_world = JOINT.format("fixed", "").replace("<parent>a", "<parent>world")
    lifted = lift(in_model(f"<pose>0 0 5 0 0 0</pose>{TWO}<pose>1 0 0 0 0 0</pose>{to_world}"))
    robot = lifted.robot
    assert robot.root_link.name == "world"
    assert robot.root_link.inertial is None
    assert robot.joint("j").origin.p == (0.0, 0.0, 5.0)
    assert robot.joint("a_floating").type == "floating"
    assert robot.joint("a_floating").origin.p == (0.0, 0.0, 5.0)
    assert told(lifted) == [
        "assumed <link> 'a': no joint has it as its child; a floating joint connects it to 'world'"
    ]


def test_a_static_model_is_attached_to_the_world():
    lifted = lift(in_model(f"<static>1</static><pose>0 0 5 0 0 0</pose>{TWO}"))
    assert [joint.type for joint in lifted.robot.joints] == ["fixed", "fixed"]
    assert lifted.robot.root_link.name == "world"
    assert lifted.robot.joint("a_fixed").origin.p == (0.0, 0.0, 5.0)


def test_a_link_of_a_static_model_has_no_mass_but_its_own():
    inner = '<model name="n"><static>1</static><link name="a"/></model>'
    own = '<link name="b"><inertial><mass>2</mass></inertial></link><link name="c"/>'
    robot = lift(in_model(inner + own)).robot
    masses = {link.name: link.inertial and link.inertial.mass for link in robot.links}
    assert masses == {"world": None, "n::a": None, "b": 2.0, "c": 1.0}
    still = lift(in_model(f"<static>1</static>{own}"))
    assert still.robot.total_mass == 2.0
    assert any("has no effect on a static model" in words for words in told(still))


def test_links_that_nothing_joins_float_from_the_canonical_one():
    text = in_model(TWO.replace("</link>", "<pose>1 0 0 0 0 0</pose></link>", 1))
    lifted = lift(text)
    assert lifted.robot.root_link.name == "a"
    assert lifted.robot.joint("b_floating").origin.p == (-1.0, 0.0, 0.0)
    lifted = lift(text.replace('name="m"', 'name="m" canonical_link="b"'))
    assert lifted.robot.root_link.name == "b"


def test_joints_that_lead_nowhere_are_left_out():
    for old, new, why in [
        ("<child>b", "<child>QQQ", "its child 'QQQ' is not a link"),
        ("<parent>a", "<parent>QQQ", "its parent 'QQQ' is not a link"),
        ("<parent>a", "<parent>b", "it connects link 'b' to itself"),
    ]:
        lifted = lift(in_model(TWO + JOINT.format("revolute", AXIS).replace(old, new)))
        assert [joint.name for joint in lifted.robot.joints] == ["b_floating"]
        assert f"dropped <joint> 'j': {why}" in told(lifted)


def test_of_two_with_the_same_name_the_first_counts():
    lifted = lift(in_model(TWO + TWO + JOINT.format("fixed", "") + JOINT.format("ball", "")))
    assert lifted.robot.link_names == ("a", "b")
    assert lifted.robot.joint("j").type == "fixed"
    assert told(lifted) == [
        "dropped <link> 'a': duplicate name",
        "dropped <link> 'b': duplicate name",
        "dropped <joint> 'j': duplicate name",
    ]


# Bodies


def test_masses_come_as_the_reader_has_them():
    inertia = "<ixx>1</ixx><ixy>0.1</ixy><ixz>0.2</ixz><iyy>2</iyy><iyz>0.3</iyz><izz>3</izz>"
    inertial = (
        f"<inertial><pose>1 0 0 0 0 1</pose><mass>2</mass><inertia>{inertia}</inertia></inertial>"
    )
    link = lift(in_model(f'<link name="a">{inertial}</link>')).robot.root_link
    assert link.inertial == model.Inertial(
        2.0, Transform.from_rpy((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)), (1.0, 0.1, 0.2, 2.0, 0.3, 3.0)
    )
    lifted = lift(in_model('<link name="a"/>'))
    assert lifted.robot.total_mass == 1.0
    assert "1 kg with moments of 1" in told(lifted)[0]
    box = "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>"
    lifted = lift(in_model(f'<link name="a"><inertial auto="true"/>{box}</link>', "1.11"))
    assert lifted.robot.total_mass == 6000.0
    assert lifted.robot.root_link.inertial.inertia[0] == pytest.approx(6000.0 * 13.0 / 12.0)


@pytest.mark.parametrize(
    ("written", "shape"),
    [
        ("<box><size>1 2 3</size></box>", model.Box((1.0, 2.0, 3.0))),
        ("<capsule><radius>1</radius><length>2</length></capsule>", model.Capsule(1.0, 2.0)),
        ("<cone><radius>1</radius><length>2</length></cone>", model.Cone(1.0, 2.0)),
        ("<cylinder><radius>1</radius><length>2</length></cylinder>", model.Cylinder(1.0, 2.0)),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", model.Ellipsoid((1.0, 2.0, 3.0))),
        ("<sphere><radius>1</radius></sphere>", model.Sphere(1.0)),
        (
            "<plane><normal>0 3 4</normal><size>5 6</size></plane>",
            model.Plane((0.0, 0.6, 0.8), (5.0, 6.0)),
        ),
        (
            "<mesh><uri>a.dae</uri><scale>1 1 -1</scale><submesh><name>p</name>CENTER</submesh></mesh>",
            model.Mesh("a.dae", (1.0, 1.0, -1.0), "p", True),
        ),
        (
            "<heightmap><uri>h.png</uri><size>1 2 3</size><pos>4 5 6</pos></heightmap>",
            model.Heightmap(uri="h.png", size=(1.0, 2.0, 3.0), position=(4.0, 5.0, 6.0)),
        ),
        (
            (
                "<polyline><point>0 0</point><point>1 0</point><height>2</height></polyline>"
                "<polyline><point>3 4</point><height>2</height></polyline>"
            ),
            model.Polyline(outlines=(((0.0, 0.0), (1.0, 0.0)), ((3.0, 4.0),)), height=2.0),
        ),
        ("<empty/>", None),
    ],
)
def test_shapes_come_with_their_places(written, shape):
    written = written.replace("CENTER", "<center>1</center>")
    body = '<{0} name="s"><pose>1 2 3 0 0 0</pose><geometry>{1}</geometry></{0}>'
    parts = body.format("visual", written) + body.format("collision", written)
    link = lift(in_model(f'<link name="a">{parts}</link>', "1.11")).robot.root_link
    for geometry in (*link.visuals, *link.collisions):
        assert geometry.shape == shape
        assert (geometry.origin, geometry.name) == (at(1, 2, 3), "s")


def test_polylines_and_heightmaps_are_written_again():
    ring = "<point>0 0</point><point>1 0</point><point>0 1</point>"
    polyline = f"<polyline>{ring}<height>2</height></polyline>"
    heightmap = "<heightmap><uri>h.png</uri><size>1 2 3</size><pos>4 5 6</pos></heightmap>"
    visuals = "".join(
        f'<visual name="{number}"><geometry>{one}</geometry></visual>'
        for number, one in enumerate((polyline, 2 * polyline, heightmap))
    )
    robot = lift(in_model(f'<link name="a">{visuals}</link>', "1.11")).robot
    there = bodyplan.convert(robot, "sdf")
    again = bodyplan.load(there.document, strict=False)
    assert [one.shape for one in again.root_link.visuals] == [
        one.shape for one in robot.root_link.visuals
    ]
    assert not [one for one in there.losses if one.changes_meaning]


def test_looks_are_a_colour_and_a_picture():
    def material(inside: str, more: str = "") -> Material | None:
        visual = f'<visual name="v"><geometry><empty/></geometry>{inside}{more}</visual>'
        return lift(in_model(f'<link name="a">{visual}</link>')).robot.root_link.visuals[0].material

    assert material("") is None
    red = "<material><diffuse>1 0 0 0.5</diffuse></material>"
    assert material(red) == Material("", (1.0, 0.0, 0.0, 0.5))
    assert material(red, "<transparency>0.5</transparency>") == Material("", (1.0, 0.0, 0.0, 0.25))
    script = "<material><script><uri>u</uri><name>Gazebo/Red</name></script></material>"
    assert material(script) == Material("Gazebo/Red")
    picture = "<pbr><metal><albedo_map>p.png</albedo_map></metal></pbr>"
    assert material(f"<material>{picture}</material>") == Material("", None, "p.png")
    black = "<material><diffuse>0 0 0 1</diffuse></material>"
    assert material(black) == Material("", (0.0, 0.0, 0.0, 1.0))


def test_frames_and_sensors_come_with_their_links():
    sensor = (
        '<sensor name="s" type="{}"><pose>{} 0 0 0 0 0</pose><update_rate>{}</update_rate></sensor>'
    )
    text = in_model(
        f"""<link name="a">{INERTIAL}{sensor.format("imu", 1, 100)}</link>
        <link name="b"><pose>0 1 0 0 0 0</pose>{INERTIAL}</link>
        <frame name="f" attached_to="g"><pose>1 0 0 0 0 0</pose></frame>
        <frame name="g" attached_to="b"><pose>0 0 2 0 0 0</pose></frame>
        <frame name="h"/>
        <joint name="j" type="ball"><parent>a</parent><child>b</child><pose>0 0 3 0 0 0</pose>
          {sensor.format("force_torque", 2, 0)}</joint>"""
    )
    robot = lift(text).robot
    assert robot.frames == (
        Frame("f", "b", at(1, 0, 2)),
        Frame("g", "b", at(0, 0, 2)),
        Frame("h", "a", model.IDENTITY),
    )
    assert robot.frame("f").link == "b"
    with pytest.raises(model.UnknownNameError, match="robot 'm' has no frame 'QQQ'"):
        robot.frame("QQQ")
    assert robot.sensors == (
        Sensor("s", "imu", "a", at(1), 100.0),
        Sensor("s", "force_torque", "b", at(2, 0, 3), None, "j"),
    )


def test_sensors_of_joints_that_are_left_out_are_left_out():
    sensor = '<sensor name="s" type="force_torque"/>'
    for old, new in (("<parent>a", "<parent>QQQ"), ("<child>b", "<child>world"), ("a", "a")):
        text = in_model(TWO + JOINT.format("fixed", sensor).replace(old, new))
        lifted = lift(text)
        there = {joint.name for joint in lifted.robot.joints}
        assert {found.joint for found in lifted.robot.sensors} <= there
        assert ("dropped <sensor> 's': its joint is dropped" in told(lifted)) == (old != "a")


# Models in models, and which one


def test_models_in_models_keep_their_names():
    inner = (
        f'<model name="hand"><pose>1 0 0 0 0 0</pose>{TWO}{JOINT.format("revolute", AXIS)}</model>'
    )
    bridge = '<joint name="k" type="fixed"><parent>base</parent><child>hand::a</child></joint>'
    lifted = lift(in_model(f'<link name="base">{INERTIAL}</link>{inner}{bridge}'))
    robot = lifted.robot
    assert robot.link_names == ("base", "hand::a", "hand::b")
    assert robot.joint_names == ("k", "hand::j")
    assert robot.joint("k").origin.p == (1.0, 0.0, 0.0)
    assert lifted.links["hand::a"].name == "a"
    assert lift(in_model(f'<link name="base"/>{inner}{bridge}'), "m::hand").robot.link_names == (
        "a",
        "b",
    )


@pytest.mark.parametrize("merge", [False, True])
def test_included_models_are_lifted_where_they_are_known(tmp_path, merge):
    (tmp_path / "hand.sdf").write_text(in_model(TWO + JOINT.format("ball", "")))
    include = f"<include merge='{merge}'><uri>hand.sdf</uri><name>h</name></include>".lower()
    (tmp_path / "arm.sdf").write_text(in_model(f'<link name="base">{INERTIAL}</link>{include}'))
    robot = from_sdf(frames(tmp_path / "arm.sdf")).robot
    before = "" if merge else "h::"
    assert set(robot.link_names) == {"base", f"{before}a", f"{before}b"}
    where = robot.where(robot.link(f"{before}b"))
    assert where is not None
    assert where.file.endswith("hand.sdf")
    lifted = from_sdf(bodyplan.read(tmp_path / "arm.sdf"))  # nothing is looked for
    assert lifted.robot.link_names == ("base",)
    assert "the included model was not found" in told(lifted)[0]


def test_of_several_models_one_is_named():
    one = '<model name="{}"><link name="l"/></model>'
    text = f'<sdf version="1.9"><world name="w">{one.format("a")}{one.format("b")}</world></sdf>'
    with pytest.raises(
        ModelChoiceError, match="it has 2 models, 'a' and 'b': choose one"
    ) as raised:
        lift(text)
    assert raised.value.names == ("a", "b")
    assert lift(text, "b").robot.name == "b"
    assert lift(text.replace(one.format("b"), "")).robot.name == "a"
    with pytest.raises(
        ModelChoiceError, match="model 'QQQ' does not exist; the models are 'a' and 'b'"
    ):
        lift(text, "QQQ")
    with pytest.raises(ModelChoiceError, match="it has no model"):
        lift('<sdf version="1.9"/>')


def test_what_is_not_in_the_robot_is_named():
    inner = '<model name="inner"><link name="l"/></model>'
    one = f'<model name="one">{inner}<link name="k"/></model>'
    world = f'<world name="w">{one}<model name="two"><link name="l"/></model></world>'
    text = f'<sdf version="1.7"><world name="v"/>{world}<light name="sun" type="point"/></sdf>'
    assert [one for one in told(lift(text, "two")) if "robot" in one] == [
        "dropped <light> of <sdf>: a light is not part of a robot",
        "dropped <model> 'one': another model is the robot",
        "dropped <world> 'v': the robot is not part of it",
    ]
    notes = told(lift(text, "one::inner"))
    assert "dropped <model> 'one': the robot is a model in it" in notes
    assert "dropped <model> 'two': another model is the robot" in notes


def test_what_has_no_place_in_the_hub_is_named():
    text = in_model(
        f"""<link name="a">{INERTIAL}<gravity>0</gravity><self_collide>1</self_collide><QQQ/></link>
        <plugin name="p" filename="f"/>"""
    )
    assert told(lift(text)) == [
        "dropped <plugin> of <model> 'm': plugins are not converted",
        "dropped <gravity> of <link> 'a': simulator settings are not converted",
        "dropped <self_collide> of <link> 'a': links have no setting of their own; that of the model is converted",
        "dropped <QQQ> of <link> 'a': not defined by the format",
    ]


def test_values_know_where_they_were_written():
    text = in_model(f'{TWO}\n{JOINT.format("revolute", AXIS)}\n<frame name="f"/>')
    robot = lift(text).robot
    found = {
        value: robot.where(value)
        for value in (robot.link("a"), robot.joint("j"), robot.frames[0], robot.links[1].inertial)
    }
    assert [where.line for where in found.values()] == [1, 2, 3, 1]
    assert all(where.file == "<string>" or where.file for where in found.values())
    assert robot.where(model.Link("a")) is None
    assert lift(text).robot.where(robot.link("a")) is None  # of another robot
    bare = from_sdf(bodyplan.read(text.encode()).root).robot
    assert bare.where(bare.link("a")) is None


def test_numbers_and_looks_know_where_they_were_written():
    dynamics = "<dynamics><damping>1</damping></dynamics>"
    axes = f"""<axis><xyz>0 0 1</xyz>
{LIMIT}
{dynamics}</axis><axis2><xyz>1 0 0</xyz>
{LIMIT}
{dynamics}</axis2>"""
    red = "<material><diffuse>1 0 0 1</diffuse></material>"
    visual = f"""<visual name="v"><geometry>
<sphere><radius>1</radius></sphere></geometry>
{red}</visual>"""
    text = in_model(f"""{TWO}{JOINT.format("universal", axes)}<link name="c">
{visual}</link>""")
    robot = lift(text).robot
    joint, seen = robot.joint("j"), robot.link("c").visuals[0]
    values = (joint.limit, joint.dynamics, joint.limit2, joint.dynamics2)
    assert [robot.where(value).line for value in values] == [2, 3, 4, 5]
    assert [robot.where(value).line for value in (seen, seen.shape, seen.material)] == [6, 7, 8]


def test_shapes_that_cannot_be_measured_are_none():
    geometry = sdf.Geometry(box=sdf.Box(size=(1.0, math.nan, 1.0)))
    link = sdf.Link(name="a", collisions=(sdf.Collision(name="c", geometry=geometry),))
    lifted = from_sdf(sdf.Root(version="1.9", models=(sdf.Model(name="m", links=(link,)),)))
    assert lifted.robot.root_link.collisions[0].shape is None
    assert "dropped <box> of <geometry>: invalid numbers" in told(lifted)


def test_joints_of_a_static_model_move_and_this_is_said():
    text = TWO + JOINT.format("revolute", AXIS) + "<static>1</static>"
    assert "assumed <static> of <model> 'm': its joints can still move" in told(
        lift(in_model(text))
    )
    still = lift(in_model(text.replace("revolute", "fixed")))
    assert not [loss for loss in still.losses if loss.what == "static"]


def test_poses_that_lead_nowhere_are_taken_as_none():
    text = in_model(
        '<link name="a"><visual name="v"><pose relative_to="QQQ">1 0 0 0 0 0</pose>'
        "<geometry><empty/></geometry></visual></link>"
    )
    lifted = from_sdf(sdf_frames(bodyplan.read(text.encode())))
    assert lifted.robot.root_link.visuals[0].origin == model.IDENTITY
    assert "assumed <pose> of <visual> 'v': it cannot be resolved; ignored" in told(lifted)


@pytest.mark.parametrize("version", [(1, 4), (1, 6), (1, 9), (1, 12)])
def test_whatever_a_file_says_there_is_a_robot(version):
    for seed in range(12):
        text = Maker(random.Random(f"{version} {seed}"), version, 0.3).text()
        found = sdf_frames(bodyplan.read(text.encode()))
        for top in found.scopes:
            for scope in top.children if top.is_world else [top]:
                robot = from_sdf(found, scope.path).robot
                assert len(robot.roots) <= 1
                assert {link.name for link in robot.links} - {"world"} <= {*scope.poses()}


def test_the_robot_of_a_world_is_its_only_model_that_is_not_static():
    link = "<link name='l'><inertial><mass>1</mass></inertial></link>"
    floor = f"<model name='floor'><static>true</static>{link}</model>"
    text = (
        f"<sdf version='1.9'><world name='w'>{floor}<model name='arm'>{link}</model></world></sdf>"
    )
    robot = bodyplan.load(text)
    assert robot.name == "arm"
    assert [loss.reason for loss in robot.losses] == ["another model is the robot"]

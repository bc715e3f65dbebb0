"""URDF comes into the hub whole, and what does not is named; a faulty file still gives a robot."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bodyplan
from bodyplan.conversion.urdf.from_urdf import DROPS, KEEPS, from_urdf
from bodyplan.formats import urdf
from bodyplan.model import (
    Box,
    Capsule,
    Cylinder,
    Dynamics,
    Limit,
    Material,
    Mesh,
    Mimic,
    Sensor,
    Sphere,
    Transform,
    Transmission,
)
from bodyplan.model.tree import Tree, connected_sizes
from tests.conversion.lifting import require_all_classes, told
from tests.growth import HANG_GUARD
from tests.semantics.robots import lift

APART = "kept as a loop constraint"
TWO = '<link name="a"/><link name="b"/>'
JOINT = '<joint name="j" type="{}"><parent link="a"/><child link="b"/>{}</joint>'


def lifted_joint(kind: str = "revolute", inside: str = "", version: str = "1.0"):
    lifted = lift(f'<robot name="r" version="{version}">{TWO}{JOINT.format(kind, inside)}</robot>')
    return lifted.robot.joint("j"), lifted.losses


def test_every_urdf_element_that_is_converted_has_a_list_of_its_fields():
    require_all_classes(urdf.Robot, KEEPS, DROPS)


def test_shapes_come_with_their_places():
    lifted = lift("""<robot name="r"><link name="a">
        <collision name="c1"><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry></collision>
        <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
        <collision><geometry><sphere radius="1"/></geometry></collision>
        <visual><geometry><mesh filename="a.stl" scale="1 -1 2"/></geometry></visual>
    </link></robot>""")
    link = lifted.robot.root_link
    assert [geometry.shape for geometry in link.collisions] == [
        Box((1.0, 2.0, 3.0)),
        Cylinder(1.0, 2.0),
        Sphere(1.0),
    ]
    assert link.collisions[0].name == "c1"
    assert link.collisions[0].origin.p == (1.0, 2.0, 3.0)
    assert link.visuals[0].shape == Mesh("a.stl", (1.0, -1.0, 2.0))
    assert lifted.losses == ()
    capsule = '<visual><geometry><capsule radius="1" length="2"/></geometry></visual>'
    lifted = lift(f'<robot name="r" version="1.1"><link name="a">{capsule}</link></robot>')
    assert lifted.robot.root_link.visuals[0].shape == Capsule(1.0, 2.0)


def test_masses_come_with_their_frames():
    link = lift("""<robot name="r"><link name="a"><inertial><origin xyz="1 0 0"/><mass value="2"/>
        <inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial></link></robot>
    """).robot.root_link
    assert link.inertial.mass == 2.0
    assert link.inertial.origin.p == (1.0, 0.0, 0.0)
    assert link.inertial.inertia == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


def test_bounds_are_those_that_act():
    limit = '<limit lower="-1" upper="2" effort="3" velocity="4"/>'
    joint, losses = lifted_joint("revolute", limit)
    assert (joint.limit, losses) == (Limit(-1.0, 2.0, 4.0, 3.0), ())
    joint, losses = lifted_joint("continuous", limit)
    assert joint.limit == Limit(velocity=4.0, effort=3.0)
    assert [loss.what for loss in losses] == ["lower", "upper"]
    joint, losses = lifted_joint("fixed", limit)
    assert joint.limit == Limit()
    assert [str(loss) for loss in losses] == [
        "dropped <limit> of <joint> 'j': limits, damping and friction of a fixed joint are not converted"
    ]
    joint, losses = lifted_joint("prismatic")
    assert joint.limit == Limit()
    assert losses[0].kind == "assumed"


def test_limits_that_are_not_written_are_not_lost():
    limit = '<limit effort="3" velocity="4"/>'
    for version in ("1.0", "1.2"):  # in which a bound is 0, or infinite, when it is not written
        joint, losses = lifted_joint("continuous", limit, version)
        assert joint.limit == Limit(velocity=4.0, effort=3.0)
        assert not [loss for loss in losses if loss.what != "version"]


def test_dynamics_and_mimic_joints_come_along():
    joint, losses = lifted_joint("continuous", '<dynamics damping="1" friction="2"/>')
    assert (joint.dynamics, losses) == (Dynamics(1.0, 2.0), ())
    lifted = lift(f"""<robot name="r">{TWO}<link name="c"/>
        {JOINT.format("continuous", "")}
        <joint name="k" type="continuous"><parent link="b"/><child link="c"/>
        <mimic joint="j" multiplier="2" offset="3"/></joint></robot>""")
    assert lifted.robot.joint("k").mimic == Mimic("j", 2.0, 3.0)


def test_an_axis_has_length_one():
    joint, losses = lifted_joint("continuous", '<axis xyz="0 3 4"/>')
    assert joint.axis == pytest.approx((0.0, 0.6, 0.8), abs=1e-16)
    assert "its length is 5" in losses[0].reason
    joint, losses = lifted_joint("continuous", '<axis xyz="0 1e-200 0"/>')
    assert joint.axis == (0.0, 1.0, 0.0)
    joint, losses = lifted_joint("continuous", "<axis/>")
    assert joint.axis == (0.0, 0.0, 0.0)
    assert "has no effect" in losses[0].reason
    assert lifted_joint("fixed", '<axis xyz="0 0 1"/>')[0].axis == (1.0, 0.0, 0.0)


def test_quaternions_are_read():
    joint, _ = lifted_joint("fixed", '<origin xyz="1 2 3" quat_xyzw="0 0 1 1"/>', "1.1")
    assert pytest.approx((1.0, 3.0, 3.0)) == joint.origin @ (1.0, 0.0, 0.0)


def test_what_has_no_place_in_the_hub_is_named():
    lifted = lift("""<robot name="r"><link name="a" type="odd"><visual><geometry>
        <box size="1 1 1"/></geometry></visual><QQQ/></link><gazebo/></robot>""")
    assert told(lifted) == [
        "dropped <gazebo> of <robot> 'r': simulator settings are not converted",
        "dropped type of <link> 'a': left over from older formats; ignored by all parsers",
        "dropped <QQQ> of <link> 'a': not defined by the format",
    ]


def test_the_first_material_of_a_name_holds_for_all():
    visual = '<visual><geometry><sphere radius="1"/></geometry><material {}</material></visual>'
    color = '<color rgba="{} 0 0 1"/>'
    inside = "".join(
        visual.format(material)
        for material in (
            'name="m">',
            f'name="m">{color.format(0)}',
            f'name="n">{color.format(0.5)}<texture filename="t.png"/>',
            'name="n">',
            f'name="">{color.format(0.2)}',
            'name="QQQ">',
        )
    )
    lifted = lift(f"""<robot name="r"><material name="m">{color.format(1)}</material>
        <material name="o">{color.format(1)}</material><link name="a">{inside}</link></robot>""")
    red, half = (1.0, 0.0, 0.0, 1.0), (0.5, 0.0, 0.0, 1.0)
    assert [visual.material for visual in lifted.robot.root_link.visuals] == [
        Material("m", red),
        Material("m", red),
        Material("n", half, "t.png"),
        Material("n", half, "t.png"),
        Material("", (0.2, 0.0, 0.0, 1.0)),
        Material("QQQ"),
    ]
    assert told(lifted) == [
        "dropped <material> 'm': the earlier material of the same name is kept",
        "dropped <material> 'o': materials that no visual uses are not converted",
    ]


def test_sensors_and_transmissions_come_along():
    lifted = lift(f"""<robot name="r">{TWO}{JOINT.format("continuous", "")}
        <sensor name="eye" update_rate="30"><parent link="a"/><origin xyz="1 0 0"/>
          <camera><image width="1" height="1" format="R8" hfov="1" near="0" far="1"/></camera></sensor>
        <sensor name="lost" type="imu"><parent link="QQQ"/></sensor>
        <transmission name="t"><type>T</type><joint name="j"/><joint name="QQQ"/>
          <actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator>
          <actuator name="n"/></transmission>
        <transmission name="u" type="P"><joint name="j"/><actuator name="m"/>
          <mechanicalReduction>7</mechanicalReduction></transmission></robot>""")
    robot = lifted.robot
    assert robot.sensors == (Sensor("eye", "camera", "a", Transform(p=(1.0, 0.0, 0.0)), 30.0),)
    assert robot.transmissions == (
        Transmission("t", "T", ("j",), ("m", "n"), (50.0, None)),
        Transmission("u", "P", ("j",), ("m",), (7.0,)),
    )
    assert told(lifted) == [
        "dropped <camera> of <sensor> 'eye': only the pose of a sensor is converted",
        "dropped <sensor> 'lost': its parent link 'QQQ' does not exist",
        "dropped <joint> 'QQQ': the joint does not exist",
    ]


def test_shapes_that_cannot_be_measured_are_none():
    shapes = ('box size="1 QQQ 2"', 'sphere radius="QQQ"', 'cylinder radius="1" length="nan"')
    bodies = "".join(f"<collision><geometry><{shape}/></geometry></collision>" for shape in shapes)
    lifted = lift(f'<robot name="r"><link name="a">{bodies}</link></robot>')
    assert [geometry.shape for geometry in lifted.robot.root_link.collisions] == [None] * 3
    assert told(lifted) == ["dropped <geometry> of <collision>: invalid shape"] * 3


def test_transmissions_drive_no_joint_that_is_left_out():
    lifted = lift(f"""<robot name="r">{TWO}{JOINT.format("continuous", "")}
        <joint name="lost" type="fixed"><parent link="a"/><child link="QQQ"/></joint>
        <joint name="loop" type="fixed"><parent link="b"/><child link="a"/></joint>
        <transmission name="t"><joint name="lost"/><joint name="loop"/><joint name="j"/>
        </transmission></robot>""")
    assert lifted.robot.transmissions[0].joints == ("loop", "j")
    assert "dropped <joint> 'lost': the joint does not exist" in told(lifted)


def test_materials_go_by_the_order_of_the_file_not_of_the_tree():
    visual = (
        '<visual><geometry><sphere radius="1"/></geometry>'
        '<material name="m"><color rgba="{} 0 0 1"/></material></visual>'
    )
    robot = lift(f"""<robot name="r"><link name="lone">{visual.format(1)}</link>
        <link name="a">{visual.format(0)}</link><link name="b"/>{JOINT.format("fixed", "")}
        </robot>""").robot
    assert robot.root_link.name == "a"
    assert {robot.link(name).visuals[0].material.rgba[0] for name in ("a", "lone")} == {1.0}


def test_values_know_where_they_were_written():
    text = f"""<robot name="r"><link name="a">
<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry><sphere radius="1"/></geometry></visual></link><link name="b"/>
{JOINT.format("revolute", '<limit effort="1" velocity="1" upper="1"/>')}</robot>"""
    document = bodyplan.read(text.encode())
    robot = from_urdf(document.root, document).robot
    link, joint = robot.link("a"), robot.joint("j")
    values = (link, link.inertial, link.visuals[0], joint, joint.limit)
    assert [robot.where(value).line for value in values] == [1, 2, 3, 4, 4]
    assert robot.where(joint.limit).path.endswith("/limit")
    assert robot.where(link.visuals[0].shape).path.endswith("/sphere")
    assert robot.where(Sphere(1.0)) is None
    assert from_urdf(document.root).robot.where(link) is None
    assert robot.floating_base().where(link).line == 1


def test_a_material_was_written_where_its_name_says_first_what_it_is():
    visual = '<visual><geometry><sphere radius="1"/></geometry><material name="m"/></visual>'
    document = bodyplan.read(
        f"""<robot name="r"><link name="a">{visual}
{visual}</link>
<material name="m"><color rgba="1 0 0 1"/></material></robot>""".encode()
    )
    robot = from_urdf(document.root, document).robot
    assert {robot.where(one.material).line for one in robot.root_link.visuals} == {3}


# Faulty files


def test_of_two_with_the_same_name_the_first_counts():
    lifted = lift(f"""<robot name="r">{TWO}<link name="b"><inertial><mass value="1"/></inertial>
        </link><link/>{JOINT.format("fixed", "")}{JOINT.format("continuous", "")}</robot>""")
    assert lifted.robot.link_names == ("a", "b")
    assert lifted.robot.link("b").inertial is None
    assert lifted.robot.joint("j").type == "fixed"
    assert told(lifted) == [
        "dropped <link> 'b': duplicate name",
        "dropped <link>: it has no name",
        "dropped <joint> 'j': duplicate name",
    ]
    assert lifted.losses[0].source is not lifted.links["b"]


def joints_of(text: str) -> str:
    """Joints from ``name: parent child`` pieces."""
    made = ""
    for piece in text.split(";"):
        name, _, ends = piece.partition(":")
        parent, child = ends.split()
        made += (
            f'<joint name="{name.strip()}" type="fixed"><parent link="{parent}"/>'
            f'<child link="{child}"/></joint>'
        )
    return made


def lift_tree(links: str, joints: str):
    bodies = "".join(f'<link name="{name}"/>' for name in links.split())
    return lift(f'<robot name="r">{bodies}{joints_of(joints)}</robot>')


@pytest.mark.parametrize(
    ("links", "joints", "kept", "notes"),
    [
        (
            "a b",
            "j: a b; k: a QQQ",
            "j",
            ["dropped <joint> 'k': its child link 'QQQ' does not exist"],
        ),
        (
            "a b",
            "j: a b; k: QQQ a",
            "j",
            ["dropped <joint> 'k': its parent link 'QQQ' does not exist"],
        ),
        ("a b", "j: a b; k: b b", "j", ["dropped <joint> 'k': it connects link 'b' to itself"]),
        (
            "a b c",
            "i: a b; j: a c; k: b c",
            "i j",
            [f"assumed <joint> 'k': link 'c' already has a parent joint; {APART}"],
        ),
        (  # the joint back comes first in the file, and does not take b from the root
            "a b c",
            "k: c b; i: a b; j: b c",
            "i j",
            [f"assumed <joint> 'k': it closes a loop at link 'b'; {APART}"],
        ),
        (  # a loop that nothing leads into is cut above its first link
            "a b c d",
            "i: a b; j: c d; k: d c",
            "i j",
            [
                f"assumed <joint> 'k': it closes a loop at link 'c'; {APART}",
                "assumed <link> 'c': no joint has it as its child; it becomes a separate root",
            ],
        ),
        (  # the largest tree comes first
            "a b c",
            "j: b c",
            "j",
            ["assumed <link> 'a': no joint has it as its child; it becomes a separate root"],
        ),
    ],
)
def test_what_does_not_fit_into_a_tree_is_left_out(links, joints, kept, notes):
    lifted = lift_tree(links, joints)
    assert sorted(lifted.robot.joint_names) == kept.split()
    apart = [note for note in notes if note.endswith(APART)]
    assert [f"'{loop.name}'" for loop in lifted.robot.loops] == [n.split()[2][:-1] for n in apart]
    assert sorted(lifted.robot.link_names) == links.split()
    assert told(lifted) == notes


def test_the_root_of_the_largest_tree_is_the_root():
    assert lift_tree("a b c", "j: b c").robot.root_link.name == "b"


def test_a_robot_that_is_one_loop_still_has_a_root():
    lifted = lift_tree("a b c", "i: b c; j: c a; k: a b")
    assert lifted.robot.root_link.name == "a"
    assert lifted.robot.joint_names == ("k", "i")


def test_what_cannot_be_read_does_no_harm():
    lifted = lift(f"""<robot name="r"><link name="a"><inertial><mass value="QQQ"/></inertial>
        <collision><geometry><ellipsoid/></geometry></collision></link><link name="b"/>
        {JOINT.format("QQQ", "")}</robot>""")
    assert lifted.robot.root_link.inertial is None
    assert lifted.robot.root_link.collisions[0].shape is None
    assert lifted.robot.joint("j").type == "fixed"
    assert told(lifted) == [
        "assumed type of <joint> 'j': invalid type; fixed is assumed",
        "dropped <inertial> of <link> 'a': invalid numbers",
        "dropped <ellipsoid> of <geometry>: not defined by the format",
        "dropped <geometry> of <collision>: invalid shape",
    ]


def test_a_mass_without_inertia_is_the_mass_that_pinocchio_reads():
    """Pinocchio 4.1: mass 2.5, its centre, and zero inertia."""
    for inertia in ("", '<inertia ixx="1"/>', '<inertia ixx="QQQ" iyy="1"/>'):
        lifted = lift(f"""<robot name="r"><link name="a"><inertial><mass value="2.5"/>
            <origin xyz="0 0 0.1"/>{inertia}</inertial></link></robot>""")
        inertial = lifted.robot.root_link.inertial
        assert (inertial.mass, inertial.origin.p, inertial.inertia) == (2.5, (0, 0, 0.1), (0,) * 6)
        reason = "it is missing or has invalid numbers; zero is assumed"
        assert told(lifted) == [f"assumed <inertia> of <inertial>: {reason}"]


def test_numbers_that_are_none_do_no_harm():
    bad = urdf.Pose(xyz=(math.nan, 0.0, 0.0))
    joint = urdf.Joint(
        name="j",
        type="revolute",
        origin=bad,
        parent="a",
        child="b",
        axis=(math.nan, 0.0, 0.0),
        limit=urdf.Limit(lower=math.nan, upper=1.0, effort=math.nan),
        dynamics=urdf.Dynamics(damping=math.nan),
        mimic=urdf.Mimic(joint="j", multiplier=math.nan),
    )
    links = (urdf.Link(name="a"), urdf.Link(name="b"))
    lifted = from_urdf(urdf.Robot(name="r", links=links, joints=(joint,)))
    found = lifted.robot.joint("j")
    assert (found.origin.p, found.axis) == ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert (found.limit, found.dynamics) == (Limit(upper=1.0), Dynamics())
    assert found.mimic is None
    assert [loss.what for loss in lifted.losses] == [
        *("origin", "axis", "lower", "effort", "dynamics", "mimic")
    ]


@pytest.mark.parametrize("numbers", [{"multiplier": math.nan}, {"offset": math.inf}])
def test_a_mimic_joint_without_numbers_moves_by_itself(numbers):
    joints = (
        urdf.Joint(name="i", type="continuous", parent="a", child="b"),
        urdf.Joint(
            name="j",
            type="continuous",
            parent="b",
            child="c",
            mimic=urdf.Mimic(joint="i", **numbers),
        ),
    )
    links = tuple(urdf.Link(name=name) for name in "abc")
    lifted = from_urdf(urdf.Robot(name="r", links=links, joints=joints))
    assert lifted.robot.joint("j").mimic is None
    assert [(loss.what, loss.reason) for loss in lifted.losses] == [("mimic", "invalid numbers")]


@pytest.mark.parametrize(
    ("kinds", "mimics", "faults"),
    [
        ({}, {"i": "QQQ"}, {"i": "'QQQ' does not exist"}),
        ({}, {"i": "i", "j": "i"}, {"i": "the mimic joints form a loop"}),
        ({}, {"i": "j", "j": "k", "k": "j"}, dict.fromkeys("jk", "the mimic joints form a loop")),
        (
            {"k": "fixed"},
            {"i": "k"},
            {"i": "only joints with one degree of freedom can mimic or be mimicked"},
        ),
        (
            {"k": "planar"},
            {"k": "i"},
            {"k": "only joints with one degree of freedom can mimic or be mimicked"},
        ),
        ({}, {"i": "j", "j": "k"}, {}),
    ],
)
def test_joints_that_cannot_follow_move_on_their_own(kinds, mimics, faults):
    joints = "".join(
        f'<joint name="{name}" type="{kinds.get(name, "continuous")}"><parent link="{parent}"/>'
        f'<child link="{child}"/>'
        + (f'<mimic joint="{mimics[name]}"/>' if name in mimics else "")
        + "</joint>"
        for name, parent, child in ("iab", "jbc", "kcd")
    )
    links = "".join(f'<link name="{name}"/>' for name in "abcd")
    lifted = lift(f'<robot name="r">{links}{joints}</robot>')
    noted = {loss.source.name: loss.reason for loss in lifted.losses if loss.what == "mimic"}
    assert set(noted) == set(faults)
    assert all(noted[name].startswith(reason) for name, reason in faults.items())
    assert {j.name for j in lifted.robot.joints if j.mimic} == set(mimics) - set(faults)


def test_an_empty_robot_is_lifted():
    assert lift('<robot name="r"/>').robot.links == ()


letters = st.sampled_from("abcdefgQ")


@given(st.permutations("abcdefg"), st.lists(st.tuples(letters, letters), max_size=14))
def test_any_joints_give_trees_that_hold_as_much_as_they_can(names, edges):
    tree = Tree.of(names, edges)
    assert sorted([*tree.kept, *tree.left_out]) == list(range(len(edges)))
    into = {edges[number][1]: edges[number][0] for number in tree.kept}
    assert len(into) == len(tree.kept)  # one parent each
    assert set(into) | set(tree.roots) == set("abcdefg")
    assert not set(into) & set(tree.roots)
    sizes = dict.fromkeys(tree.roots, 0)
    for name in names:
        steps = 0
        while name in into:  # leads to a root, so in no circle
            name, steps = into[name], steps + 1  # noqa: PLW2901
            assert steps < len(names)
        sizes[name] += 1
    known = [edge for edge in edges if "Q" not in edge]
    whole = connected_sizes(names, known)
    assert whole[tree.roots[0]] == max(whole.values())
    for number, (parent, child) in enumerate(edges):
        if number in tree.left_out and "Q" not in {parent, child} and parent != child:
            # only a joint into another root would connect more, and that one closes a loop
            top = parent
            while top in into:
                top = into[top]
            assert child in into or top == child


@pytest.mark.long
def test_a_hundred_thousand_links_in_a_chain_or_a_bush_are_no_trouble():
    count = 100_000
    links = tuple(urdf.Link(name=f"l{i}") for i in range(count))
    for parent_of in (lambda i: i - 1, lambda _: 0):
        joints = tuple(
            urdf.Joint(name=f"j{i}", type="fixed", parent=f"l{parent_of(i)}", child=f"l{i}")
            for i in range(1, count)
        )
        start = time.process_time()
        robot = from_urdf(urdf.Robot(name="r", links=links, joints=joints)).robot
        assert time.process_time() - start < HANG_GUARD
        assert robot.is_above("l0", f"l{count - 1}")
        assert robot.chain(f"l{count - 1}", "l0").joints[-1].parent == "l0"
        assert len(robot.subtree("l0")) == count

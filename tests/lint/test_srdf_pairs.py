"""Pairs, neighbours, spheres, effectors and virtual joints of SRDF, against slower ways to tell."""

import itertools
import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.conversion.urdf.declared_parts import UrdfReader
from bodyplan.diag import Severity
from bodyplan.formats.read import read_bytes
from bodyplan.geometry.bounds import lengths
from bodyplan.geometry.link_shapes import parts_of
from bodyplan.geometry.surface import distance, surface
from bodyplan.lint.check import check_document
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rules
from bodyplan.semantics.adjacency import Adjacency
from bodyplan.semantics.pair import Pairs, ordered
from bodyplan.semantics.robot_view import view_of
from tests.growth import HANG_GUARD
from tests.lint import cases

MINE = ("S3", "S4", "S5", "S6", "S7")
NAMES = ("a", "b", "c", "d")
SPHERE = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'


def srdf_of(body, name="r"):
    return read_bytes(f'<robot name="{name}">{body}</robot>'.encode(), "test.srdf")


def robot_of(links, joints):
    """A robot: names of links, solid ones with a star, and joints as (parent, child, type)."""
    text = "".join(
        f'<link name="{name.strip("*")}">{SPHERE if "*" in name else ""}</link>' for name in links
    )
    for number, (parent, child, kind) in enumerate(joints):
        text += (
            f'<joint name="j{number}" type="{kind}"><parent link="{parent}"/>'
            f'<child link="{child}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        )
    return read_bytes(f'<robot name="r">{text}</robot>'.encode(), "r.urdf").root


def found(body, robot=None, only=MINE):
    """Codes and messages of the rules of this file."""
    diagnostics = check_document(srdf_of(body), robot=robot)
    return [(d.code, d.message) for d in diagnostics if d.code.startswith(only)]


def codes(body, robot=None):
    return {code for code, _ in found(body, robot)}


# Pairs

pairs = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=8)


def written(disabled, enabled, defaults):
    text = [f'<disable_default_collisions link="{name}"/>' for name in defaults]
    text += [f'<enable_collisions link1="{a}" link2="{b}"/>' for a, b in enabled]
    text += [f'<disable_collisions link1="{a}" link2="{b}"/>' for a, b in disabled]
    return "".join(text)


def matrix(disabled, enabled, defaults):
    """What MoveIt makes of the elements: which of two different links are allowed to collide."""
    entries = {}
    for each in enabled:
        entries[frozenset(each)] = False
    for each in disabled:
        entries[frozenset(each)] = True
    return {
        each: entries.get(each, bool(each & {*defaults}))
        for each in map(frozenset, itertools.combinations(NAMES, 2))
    }


def left(disabled, enabled, defaults):
    """The elements without those that are found to have no effect."""
    document = srdf_of(written(disabled, enabled, defaults))
    look = Pairs(document.root)
    without = {id(pair) for pair in look.self_pairs}
    without |= {id(copy.pair) for copy in look.copies}
    without |= {id(pair) for pair, _ in look.overruled}
    without |= {id(pair) for pair in look.idle}
    without |= {id(pair) for some in look.redundant.values() for pair in some}
    without |= {id(default) for default in look.default_copies}
    root = document.root
    return (
        [(p.link1, p.link2) for p in root.disable_collisions if id(p) not in without],
        [(p.link1, p.link2) for p in root.enable_collisions if id(p) not in without],
        [d.link for d in root.disable_default_collisions if id(d) not in without],
    )


@given(pairs, pairs, st.lists(st.sampled_from(NAMES), max_size=3))
def test_what_is_called_without_effect_can_be_removed_and_then_no_other_pair_can(
    disabled, enabled, defaults
):
    whole = matrix(disabled, enabled, defaults)
    elements, fewer = None, (disabled, enabled, defaults)
    while elements != fewer:
        elements, fewer = fewer, left(*fewer)
        assert matrix(*fewer) == whole
    for number in (0, 1):
        for index in range(len(elements[number])):
            rest = [list(each) for each in elements]
            del rest[number][index]
            assert matrix(*rest) != whole


@given(pairs)
def test_a_pair_is_disabled_in_whatever_order_it_is_written(disabled):
    look = Pairs(srdf_of(written(disabled, [], [])).root)
    keys = {ordered(*each) for each in disabled}
    for one, other in itertools.permutations(NAMES, 2):
        assert look.is_disabled(one, other) == (ordered(one, other) in keys)


def test_the_order_of_elements_does_not_matter_for_which_wins():
    disable = '<disable_collisions link1="a" link2="b"/>'
    enable = '<enable_collisions link1="b" link2="a"/>'
    default = '<disable_default_collisions link="a"/>'
    for order in itertools.permutations((disable, enable, default)):
        assert codes("".join(order)) == {"S505"}


def test_three_copies_are_two_diagnostics_and_each_names_the_first():
    body = '<disable_collisions link1="a" link2="b"/>\n' * 3
    document = srdf_of(body)
    copies = [d for d in check_document(document) if d.code == "S503"]
    assert [(d.where.line, d.hint) for d in copies] == [
        (2, "the first is on line 1"),
        (3, "the first is on line 1"),
    ]


def test_an_unknown_name_is_one_diagnostic_however_many_pairs_have_it():
    robot = robot_of(["base*", "arm*"], [("base", "arm", "revolute")])
    body = "".join(f'<disable_collisions link1="base" link2="QQQ{i % 3}"/>' for i in range(30))
    assert [code for code, _ in found(body, robot) if code == "S501"] == ["S501"] * 3


def test_names_that_macros_have_yet_to_make_are_not_judged():
    robot = robot_of(["base*", "arm*"], [("base", "arm", "revolute")])
    body = (
        '<group name="g"><link name="arm"/></group>'
        '<disable_collisions link1="base" link2="${prefix}arm"/>'
        '<enable_collisions link1="base" link2="${prefix}hand"/>'
        '<end_effector name="e" group="${g}" parent_link="${prefix}arm" parent_group="${h}"/>'
        '<virtual_joint name="v" type="planar" parent_frame="odom" child_link="${prefix}base"/>'
        '<passive_joint name="${prefix}j"/>'
        '<link_sphere_approximation link="${prefix}arm">'
        '<sphere center="0 0 0" radius="0.2"/></link_sphere_approximation>'
    )
    assert codes(body, robot) == set()


@pytest.mark.parametrize(
    "path",
    [
        path
        for folder in cases.folders()
        if folder.name.startswith(MINE)
        for path in sorted(folder.glob("*.srdf"))
    ],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_without_a_robot_nothing_is_said_that_would_need_one(path):
    alone = {
        *("S301", "S303", "S304", "S306", "S308", "S309", "S403", "S405", "S406"),
        *("S502", "S503", "S504", "S505", "S506", "S507", "S508"),
        *("S602", "S603", "S604", "S609"),
    }
    document = cases.document(path)
    without = {d.code for d in check_document(document) if d.code.startswith(MINE)}
    assert without <= alone
    together = {d.code for d in check_document(document, robot=cases.partner(path.parent))}
    assert without - together <= {"S506"}, "the robot tells that two links are adjacent"


def test_a_file_that_breaks_off_is_not_blamed_for_what_may_follow():
    robot = robot_of(["base*", "arm*"], [("base", "arm", "revolute")])
    text = (
        '<robot name="r"><group name="g"><link name="arm"/></group>'
        '<enable_collisions link1="base" link2="arm"/>'
        '<end_effector name="e" group="QQQ" parent_link="base"/>'
        '<link_sphere_approximation link="arm">'
    )
    document = read_bytes(text.encode(), "test.srdf")
    assert not [d for d in check_document(document, robot=robot) if d.code.startswith(MINE)]


# Neighbours


def by_moveit(links, joints):
    """Adjacent pairs as MoveIt's Setup Assistant finds them: bare links connect all at them."""
    solid = {name.strip("*") for name in links if "*" in name}
    near = {name.strip("*"): set() for name in links}
    for parent, child, _ in joints:
        near[parent].add(child)
        near[child].add(parent)
    is_changed = True
    while is_changed:
        is_changed = False
        for name, around in near.items():
            if name not in solid:
                for one, other in itertools.permutations(sorted(around), 2):
                    is_changed |= other not in near[one]
                    near[one].add(other)
    return {
        ordered(one, other)
        for one in solid
        for other in near[one]
        if other in solid and one != other
    }


def random_tree(source, size, kinds):
    links = [f"l{i}" + "*" * (source.random() < 0.6) for i in range(size)]
    joints = [
        (f"l{source.randrange(max(0, i - 3), i)}", f"l{i}", source.choice(kinds))
        for i in range(1, size)
    ]
    return links, joints


@pytest.mark.parametrize("kinds", [("revolute",), ("revolute", "fixed")])
@pytest.mark.parametrize("seed", range(30))
def test_neighbours_are_those_that_moveit_finds_and_all_on_the_same_bodies(seed, kinds):
    source = random.Random(seed)
    links, joints = random_tree(source, source.randrange(2, 14), kinds)
    look = Adjacency(view_of(robot_of(links, joints)))
    expected = by_moveit(links, joints)
    assert {ordered(*each) for each in look.direct} <= expected
    assert all(look.are_adjacent(*each) for each in expected)
    if "fixed" not in kinds:  # all that is further comes from links on one body
        solid = sorted(look.solid)
        adjacent = {k for k in itertools.combinations(solid, 2) if look.are_adjacent(*k)}
        assert adjacent == expected


def test_a_long_chain_of_bare_links_costs_no_more_than_its_length():
    size = 7_500
    links = ["l0*", *(f"l{i}" for i in range(1, size)), *(f"s{i}*" for i in range(1, size))]
    joints = [(f"l{i - 1}", f"l{i}", "revolute") for i in range(1, size)]
    joints += [(f"l{i}", f"s{i}", "revolute") for i in range(1, size)]
    look = Adjacency(view_of(robot_of(links, joints)))
    start = time.process_time()
    assert len(look.direct) == size - 1
    assert look.are_adjacent("s1", f"s{size - 1}")
    assert time.process_time() - start < HANG_GUARD


def humanoid(count):
    """A robot of 90 links and an SRDF with so many of its pairs, without a fault."""
    links = [f"link_{i:02d}*" for i in range(90)]
    names = [name.strip("*") for name in links]
    joints = [(names[(i - 1) // 2], names[i], "revolute") for i in range(1, len(names))]
    adjacent = [(parent, child) for parent, child, _ in joints]
    known = {*adjacent}
    others = [each for each in itertools.combinations(names, 2) if each not in known]
    body = "\n".join(
        f'<disable_collisions link1="{a}" link2="{b}" '
        f'reason="{"Adjacent" if (a, b) in known else "Never"}"/>'
        for a, b in [*adjacent, *others][:count]
    )
    return robot_of(links, joints), body


def test_the_rules_find_nothing_in_3000_pairs_that_are_right():
    robot, body = humanoid(3000)
    document = read_bytes(f'<robot name="r">{body}</robot>'.encode(), "test.srdf")
    context = Context(document, robot)
    for rule in rules("srdf"):
        if rule.kind.code.startswith("S5"):
            context.kind = rule.kind
            assert not list(rule.check(document.root, context))


# Virtual joints

VIRTUAL = '<virtual_joint name="v" type="{}" parent_frame="odom" child_link="{}"/>'


def severities(body, robot):
    return {d.code: d.severity for d in check_document(srdf_of(body), robot=robot)}


def test_a_fixed_virtual_joint_that_moveit_skips_is_a_warning_a_moving_one_an_error():
    robot = robot_of(["base*", "arm*"], [("base", "arm", "revolute")])
    for kind in ("planar", "floating"):
        assert severities(VIRTUAL.format(kind, "arm"), robot)["S402"] is Severity.ERROR
    assert severities(VIRTUAL.format("fixed", "arm"), robot)["S402"] is Severity.WARNING


@pytest.mark.parametrize(
    ("world", "kind", "passes"),
    [("world", "fixed", True), ("world*", "fixed", False), ("world", "planar", False)],
)
def test_only_an_empty_world_lets_a_fixed_virtual_joint_pass(world, kind, passes):
    robot = robot_of([world, "base*"], [("world", "base", "fixed")])
    assert ("S402" not in codes(VIRTUAL.format(kind, "base"), robot)) == passes


def test_a_robot_on_wheels_without_a_virtual_joint_is_reported():
    wheels = "".join(
        f'<link name="w{i}"/><joint name="wheel_{i}" type="continuous"><parent link="base"/>'
        f'<child link="w{i}"/></joint>'
        for i in range(4)
    )
    text = f'<robot name="r"><link name="base"/>{wheels}</robot>'
    robot = read_bytes(text.encode(), "r.urdf").root
    group = '<group name="g"><joint name="wheel_0"/></group>'
    messages = [message for code, message in found(group, robot) if code == "S408"]
    assert messages == [
        "missing virtual joint: MoveIt assumes a fixed base, but the robot has 4 wheels"
    ]
    assert "S408" not in codes(group + VIRTUAL.format("planar", "base"), robot)


# Spheres


def placed(shape, origin=""):
    text = (
        f'<robot name="r"><link name="l"><collision>{origin}<geometry>{shape}</geometry>'
        "</collision></link></robot>"
    )
    if "capsule" in shape:
        text = text.replace("<robot ", '<robot version="1.1" ')
    root = read_bytes(text.encode(), "r.urdf").root
    (found,) = parts_of(map(UrdfReader().geometry, root.links[0].collisions))
    return found


SHAPES = (
    '<box size="0.4 0.2 0.6"/>',
    '<sphere radius="0.3"/>',
    '<cylinder radius="0.2" length="0.5"/>',
    '<capsule radius="0.2" length="0.5"/>',
)
ORIGIN = '<origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.5 0.6"/>'


@pytest.mark.parametrize("shape", SHAPES)
def test_points_of_the_surface_are_on_it_and_a_little_further_out_are_outside(shape):
    part = placed(shape, ORIGIN)
    points = list(surface(part))
    assert len(points) >= 20
    for point in points:
        assert distance(part, point) < 1e-12
        outside = [p + 0.01 * (p - c) for c, p in zip(part.X_LG.p, point, strict=True)]
        assert distance(part, tuple(outside)) > 0.0
        inside = [p - 0.01 * (p - c) for c, p in zip(part.X_LG.p, point, strict=True)]
        assert distance(part, tuple(inside)) == 0.0


@pytest.mark.parametrize("shape", SHAPES)
def test_distances_are_those_that_coal_measures(shape):
    coal = pytest.importorskip("coal")
    numpy = pytest.importorskip("numpy")
    part = placed(shape, ORIGIN)
    body = getattr(coal, type(part.shape).__name__)(
        *(length for values in lengths(part.shape).values() for length in values)
    )
    pose = coal.Transform3s(numpy.array(part.X_LG.R), numpy.array(part.X_LG.p))
    source = random.Random(7)
    for _ in range(200):
        point = tuple(source.uniform(-1.0, 1.0) for _ in range(3))
        own = distance(part, point)
        probe = coal.Transform3s(numpy.eye(3), numpy.array(point))
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        measured = coal.distance(body, pose, coal.Sphere(1e-4), probe, request, result) + 1e-4
        assert own == pytest.approx(max(measured, 0.0), abs=1e-4)


def spheres(link, *each):
    inner = "".join(f'<sphere center="{center}" radius="{radius}"/>' for center, radius in each)
    return (
        f'<link_sphere_approximation link="{link}">{inner}</link_sphere_approximation>'
        '<disable_collisions link1="l" link2="m" reason="User"/>'
    )


def one_link(shape, origin=ORIGIN):
    text = (
        f'<robot name="r"><link name="l"><collision>{origin}<geometry>{shape}</geometry>'
        '</collision></link><link name="m"/><joint name="j" type="fixed"><parent link="l"/>'
        '<child link="m"/></joint></robot>'
    )
    if "capsule" in shape:
        text = text.replace("<robot ", '<robot version="1.1" ')
    return read_bytes(text.encode(), "r.urdf").root


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sphere_about_the_whole_shape_is_good_and_one_far_away_is_not(shape):
    around = math.hypot(0.4, 0.2, 0.6) / 2 + 0.1
    robot = one_link(shape)
    assert not codes(spheres("l", ("0.1 -0.2 0.3", around)), robot) & {"S606", "S607"}
    assert codes(spheres("l", ("2 0 0", 0.3)), robot) >= {"S606", "S607"}


def test_spheres_for_a_mesh_are_not_judged():
    robot = one_link('<mesh filename="package://r/part.stl"/>')
    assert not codes(spheres("l", ("2 0 0", 0.3)), robot) & {"S605", "S606", "S607"}


@pytest.mark.parametrize(
    ("center", "radius", "code"),
    [("0 0 QQQ", "0.1", "X105"), ("0 0", "0.1", "X106"), ("0 0 0", "QQQ", "X105")],
)
def test_a_sphere_with_bad_numbers_is_named_and_the_others_are_not_blamed(center, radius, code):
    body = spheres("l", (center, radius), ("0.1 -0.2 0.3", 0.1))
    diagnostics = check_document(srdf_of(body), robot=one_link('<sphere radius="0.3"/>'))
    assert code in {d.code for d in diagnostics}
    assert not {d.code for d in diagnostics} & {"S602", "S606", "S607"}


def test_thousands_of_spheres_and_shapes_are_given_up_and_not_compared_for_ever():
    shapes = "".join(
        f'<collision><origin xyz="0 0 {i}"/><geometry><box size="1 1 1"/></geometry></collision>'
        for i in range(2000)
    )
    robot = read_bytes(f'<robot name="r"><link name="l">{shapes}</link></robot>'.encode(), "r").root
    body = spheres("l", *((f"0 0 {i}", 0.9) for i in range(2000)))
    start = time.process_time()
    found(body, robot)
    assert time.process_time() - start < HANG_GUARD


# Real robots

KNOWN = {
    # the parent link of the effectors is the name of a joint, or of a link that is not there
    "alex_nub_hands": ["S302", "S302"],
    "alex_psyonic_hands": ["S302", "S302"],
    "alex_sake_hands": ["S302", "S302"],
    "alexander": ["S302", "S302"],
    "simple_humanoid": ["S302", "S302"],
    "simple_humanoid_classical": ["S302", "S302"],
}


def partner_of(path):
    """The URDF of a real SRDF: of its folder, with its robot's name, the nearest file name."""
    root = read_bytes(path.read_bytes(), path.name).root
    files = sorted(path.parents[1].rglob("*.urdf"))
    robots = {file: read_bytes(file.read_bytes(), file.name).root for file in files}
    same = [file for file in files if robots[file] is not None and robots[file].name == root.name]
    chosen = sorted(
        same or files,
        key=lambda file: (not file.stem.startswith(path.stem), len(file.stem)),
    )
    return robots[chosen[0]] if chosen else None


def test_real_files_have_only_the_errors_that_are_known(example_srdf):
    document = read_bytes(example_srdf.read_bytes(), example_srdf.name)
    diagnostics = check_document(document, robot=partner_of(example_srdf))
    errors = [d for d in diagnostics if d.severity is Severity.ERROR and d.code.startswith(MINE)]
    assert [d.code for d in errors] == KNOWN.get(example_srdf.stem, [])

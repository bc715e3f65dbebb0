"""Laws of the joint rules, over random numbers; what single cases show is in the fixtures."""

import math
import time

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.facts import joints
from bodyplan.lint.fix import fix_document
from bodyplan.model.transform import unit
from bodyplan.spec.codec import format_float
from tests.growth import HANG_GUARD

LINK = '<link name="{}"/>'
SMALL = st.floats(-2 * math.pi, 2 * math.pi)
COMPONENT = st.floats(allow_nan=False, allow_infinity=False)


def robot(*parts, version="1.0"):
    """Joints in a row; each part is a name, a type, and what stands inside."""
    links = "".join(LINK.format(f"link{i}") for i in range(len(parts) + 1))
    rows = "".join(
        f'<joint name="{name}" type="{kind}"><parent link="link{i}"/><child link="link{i + 1}"/>'
        f"{inside}</joint>\n"
        for i, (name, kind, inside) in enumerate(parts)
    )
    text = f'<robot name="r" version="{version}">{links}\n{rows}</robot>'
    return read_bytes(text.encode(), "r.urdf")


def limit(lower, upper, effort=1.0, velocity=1.0):
    numbers = map(format_float, (lower, upper, effort, velocity))
    return '<limit lower="{}" upper="{}" effort="{}" velocity="{}"/>'.format(*numbers)


def codes(document):
    return {found.code for found in check_document(document)}


def fixed(document):
    return fix_document(document, unsafe=True).document


AXIS = '<axis xyz="0 0 1"/>'


@given(SMALL, SMALL, SMALL)
@example(-2 * math.pi, 2 * math.pi, 0.0)
def test_angles_up_to_a_turn_are_never_interpreted_as_degrees(a, b, c):
    lower, upper = sorted((a, b))
    inside = f'<origin rpy="{a!r} {b!r} {c!r}"/>{AXIS}{limit(lower, upper)}'
    assert not codes(robot(("j", "revolute", inside))) & {"J107", "J108", "J112"}


@pytest.mark.parametrize(("kind", "reach"), [("revolute", math.pi), ("prismatic", 0.5)])
def test_the_limit_to_fill_in_is_half_a_turn_or_half_a_metre(kind, reach):
    document = robot(("j", kind, AXIS))
    (found,) = (one for one in check_document(document) if one.code == "J101")
    (edit,) = found.fix.edits
    assert limit(-reach, reach) in edit.text


@given(st.integers(13, 720), st.integers(13, 720))
def test_whole_degrees_are_found_and_converting_them_ends_the_matter(a, b):
    document = robot(("j", "revolute", AXIS + limit(-a, b)))
    assert "J107" in codes(document)
    after = fixed(document)
    found = after.root.joints[0].limit
    assert found.lower == math.radians(-a)
    assert found.upper == math.radians(b)
    assert "J107" not in codes(after)


@given(st.tuples(*[st.integers(-360, 360)] * 3))
def test_whole_degrees_in_an_origin_are_found_and_converting_them_ends_the_matter(rpy):
    assume(max(map(abs, rpy)) > 6)
    document = robot(("j", "fixed", f'<origin rpy="{rpy[0]} {rpy[1]} {rpy[2]}"/>'))
    assert "J112" in codes(document)
    after = fixed(document)
    assert after.root.joints[0].origin.rpy == tuple(map(math.radians, rpy))
    assert "J112" not in codes(after)


@given(st.integers(-96, 96))
def test_parts_of_a_turn_pass_as_radians(part):
    angle = part * math.pi / 12
    rounded = float(f"{angle:.6g}")
    assert not joints.degrees_among((angle,), joints.TURN)
    assert rounded == 0.0 or not joints.degrees_among((rounded,), joints.TURN)


@given(
    st.lists(st.floats(-1000, 1000) | st.integers(-999, 999).map(float), min_size=1, max_size=3),
    st.floats(joints.TURN, 3 * joints.TURN),
)
def test_conversion_never_leaves_degrees_behind(angles, beyond):
    converted = joints.to_radians(angles, beyond)
    if converted is not None:
        assert not joints.degrees_among(converted, beyond * (1 + 1e-12))
        assert [math.copysign(1, a) for a in angles] == [math.copysign(1, c) for c in converted]


@given(st.tuples(COMPONENT, COMPONENT, COMPONENT))
@example((5e-324, 0.0, 0.0))
@example((1.7e308, -1.7e308, 1.7e308))
def test_a_unit_axis_has_length_1_and_the_same_direction(vector):
    assume(any(vector))
    axis = unit(vector)
    assert math.hypot(*axis) == pytest.approx(1.0, abs=1e-9)
    largest = max(map(abs, vector))
    scaled = [component / largest for component in vector]
    length = math.hypot(*scaled)
    assert [length * a for a in axis] == pytest.approx(scaled, abs=1e-9)


@given(st.tuples(*[st.floats(-100, 100)] * 3), st.sampled_from(["revolute", "prismatic"]))
def test_an_axis_once_scaled_is_left_alone(vector, kind):
    assume(any(vector))
    text = " ".join(map(format_float, vector))
    document = robot(("j", kind, f'<axis xyz="{text}"/>{limit(-1, 1)}'))
    after = fixed(document)
    assert "J202" not in codes(after)
    if "J202" not in codes(document):
        assert after.to_bytes() == document.to_bytes()


@given(st.integers(21, 5000).filter(lambda n: n not in {100, 1000}))
def test_millimetres_are_found_and_converting_them_ends_the_matter(n):
    document = robot(("j", "prismatic", AXIS + limit(-n, n)))
    assert "J110" in codes(document)
    after = fixed(document)
    assert after.root.joints[0].limit.upper == n / 1000
    assert "J110" not in codes(after)


@given(st.lists(st.integers(0, 11), min_size=1, max_size=12))
def test_each_loop_of_mimic_joints_is_found_once(leaders):
    leaders = [leader % len(leaders) for leader in leaders]
    parts = [
        (f"j{i}", "continuous", f'{AXIS}<mimic joint="j{leader}"/>')
        for i, leader in enumerate(leaders)
    ]
    found = check_document(robot(*parts))
    circles = set()
    for start in range(len(leaders)):
        at = start
        for _ in leaders:
            at = leaders[at]
        members = {at}
        while leaders[at] not in members:
            at = leaders[at]
            members.add(at)
        circles.add(frozenset(members))
    assert sum(d.code == "J303" for d in found) == sum(len(c) > 1 for c in circles)
    assert sum(d.code == "J302" for d in found) == sum(len(c) == 1 for c in circles)
    assert "J306" not in {d.code for d in found if "itself mimics" not in d.message}


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=2, max_size=9))
def test_resolving_a_chain_of_mimic_joints_keeps_every_position(slopes):
    assume(all(abs(slope) > 1e-3 for slope, _ in slopes))
    parts = [("j0", "continuous", AXIS)]
    for i, (slope, offset) in enumerate(slopes):
        mimic = f'<mimic joint="j{i}" multiplier="{slope!r}" offset="{offset!r}"/>'
        parts.append((f"j{i + 1}", "continuous", AXIS + mimic))
    document = robot(*parts)
    assert "J306" in codes(document)
    after = fixed(document)
    assert "J306" not in codes(after)
    position = 0.7
    for joint, (slope, offset) in zip(after.root.joints[1:], slopes, strict=True):
        position = slope * position + offset
        assert joint.mimic.joint == "j0"
        direct = joint.mimic.multiplier * 0.7 + joint.mimic.offset
        assert direct == pytest.approx(position, rel=1e-9, abs=1e-6)


@given(SMALL, SMALL)
def test_swapped_bounds_are_in_order(a, b):
    assume(a != b)
    document = robot(("j", "revolute", AXIS + limit(max(a, b), min(a, b))))
    assert "J102" in codes(document)
    after = fixed(document)
    assert (after.root.joints[0].limit.lower, after.root.joints[0].limit.upper) == (
        min(a, b),
        max(a, b),
    )


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "fixed", "floating"])
@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2"])
def test_negative_effort_is_an_error_where_urdfdom_rejects_it(kind, version):
    document = robot(("j", kind, AXIS + limit(-1, 1, effort=-1)), version=version)
    found = [d.severity for d in check_document(document) if d.code == "X114"]
    assert found == (["error"] if version == "1.2" else ["warning"])


def test_a_long_chain_and_a_long_loop_need_linear_time():
    count = 20_000
    parts = [
        (f"j{i}", "continuous", f'{AXIS}<mimic joint="j{(i + 1) % count}"/>') for i in range(count)
    ]
    document = robot(*parts)
    begin = time.process_time()
    found = [d for d in check_document(document) if d.code[0] == "J"]
    assert time.process_time() - begin < HANG_GUARD
    assert [d.code for d in found] == ["J303"]
    assert "19990 more" in found[0].message

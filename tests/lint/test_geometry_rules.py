"""Laws of the rules about shapes, poses and materials (G), beside their fixtures."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bodyplan
from bodyplan.formats.read import read_bytes
from bodyplan.lint.fix import fix_document
from bodyplan.lint.settings import Settings
from bodyplan.model.transform import Transform, unit_quat_xyzw
from bodyplan.spec import Attr
from bodyplan.spec.faults import is_allowed, repair
from tests.growth import lines

ONLY_G = Settings(select=("G",))
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
ANGLES = st.floats(-7.0, 7.0)
QUATERNIONS = st.tuples(FLOATS, FLOATS, FLOATS, FLOATS)
COLOUR = Attr("colour", ge=0.0, le=1.0)
COLOURS = st.tuples(*[st.floats(-1.0, 300.0)] * 4)


def matrix(quat_xyzw):
    """Rotation of a quaternion of any length but zero, by its definition."""
    largest = max(map(abs, quat_xyzw))
    x, y, z, w = (part / largest for part in quat_xyzw)
    n = x * x + y * y + z * z + w * w
    return (
        (w * w + x * x - y * y - z * z) / n,
        2 * (x * y - w * z) / n,
        2 * (x * z + w * y) / n,
        2 * (x * y + w * z) / n,
        (w * w - x * x + y * y - z * z) / n,
        2 * (y * z - w * x) / n,
        2 * (x * z - w * y) / n,
        2 * (y * z + w * x) / n,
        (w * w - x * x - y * y + z * z) / n,
    )


def turned(rpy):
    """R = Rz(yaw) Ry(pitch) Rx(roll), multiplied out."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a), math.sin(a)) for a in rpy)
    return (
        cy * cp,
        cy * sp * sr - sy * cr,
        cy * sp * cr + sy * sr,
        sy * cp,
        sy * sp * sr + cy * cr,
        sy * sp * cr - cy * sr,
        -sp,
        cp * sr,
        cp * cr,
    )


def checked(text, settings=ONLY_G):
    return bodyplan.check(text, settings=settings).diagnostics


def robot(*links, version="1.1", joints=""):
    return f'<robot name="r" version="{version}">{"".join(links)}{joints}</robot>'.encode()


@given(QUATERNIONS)
def test_normalizing_keeps_the_rotation_and_makes_the_length_one(quat):
    assume(any(abs(part) > 1e-300 for part in quat))
    unit = unit_quat_xyzw(quat)
    assert math.hypot(*unit) == pytest.approx(1.0, abs=1e-11)
    assert matrix(unit) == pytest.approx(matrix(quat), abs=1e-11)
    assert Transform.from_quat_xyzw(unit).angle_to(Transform.from_quat_xyzw(quat)) < 1e-11
    assert unit_quat_xyzw(unit) == pytest.approx(unit, abs=2e-12)


@given(st.tuples(ANGLES, ANGLES, ANGLES))
def test_the_transform_of_roll_pitch_yaw_is_the_same_rotation(rpy):
    assert sum(Transform.from_rpy(rpy).R, ()) == pytest.approx(turned(rpy), abs=1e-12)


@given(st.tuples(ANGLES, ANGLES, ANGLES), st.floats(0.0, math.pi))
def test_the_angle_between_two_orientations_is_the_angle_of_the_turn_from_one_to_the_other(
    rpy, angle
):
    X = Transform.from_rpy(rpy)
    further = X @ Transform.from_rpy((0.0, 0.0, angle))
    assert X.angle_to(further) == pytest.approx(angle, abs=1e-7)
    assert further.angle_to(X) == pytest.approx(angle, abs=1e-7)


@given(COLOURS)
def test_repaired_colours_are_colours(rgba):
    meant = repair(COLOUR, rgba, " ".join(map(str, rgba)))
    assert is_allowed(COLOUR, tuple(map(float, meant.text.split())))


BOX = '<box size="1 1 1"/>'
NUMBERS = st.sampled_from(
    ["0", "1", "-1", "0.1", "-0.5", "100", "350", "1e300", "-0", "2", "x", "255", "90", "1e-400"]
)
SHAPES = st.one_of(
    st.builds("<box size='{} {} {}'/>".format, NUMBERS, NUMBERS, NUMBERS),
    st.builds("<cylinder radius='{}' length='{}'/>".format, NUMBERS, NUMBERS),
    st.builds("<mesh filename='a.stl' scale='{} {} {}'/>".format, NUMBERS, NUMBERS, NUMBERS),
    st.sampled_from(
        [
            "",
            "<mesh filename=''/>",
            "<plane/>",
            "<Sphere radius='1'/>",
            "<mesh/>",
            "text",
            "<cone></cone>",
        ]
    ),
)
ORIGINS = st.one_of(
    st.just(""),
    st.builds("<origin xyz='{} {} {}' rpy='0 0 {}'/>".format, *[NUMBERS] * 4),
    st.builds("<origin quat_xyzw='{} {} {} {}'/>".format, *[NUMBERS] * 4),
    st.builds("<origin rpy='0 0 {}' quat_xyzw='0 0 {} {}'/>".format, *[NUMBERS] * 3),
)
MATERIALS = st.one_of(
    st.just(""),
    st.builds(
        "<material name='{}'>{}{}</material>".format,
        st.sampled_from(["", "red", "Red", "blue", "red_2"]),
        st.one_of(st.just(""), st.builds("<color rgba='{} {} {} {}'/>".format, *[NUMBERS] * 4)),
        st.sampled_from(
            ["", "<texture/>", "<texture filename=''/>", "<texture filename='t.png'/>"]
        ),
    ),
)
VISUALS = st.builds(
    "<visual>{}<geometry>{}{}</geometry>{}</visual>".format, ORIGINS, SHAPES, SHAPES, MATERIALS
)
COLLISIONS = st.builds("<collision>{}<geometry>{}</geometry></collision>".format, ORIGINS, SHAPES)
LINKS = st.lists(st.one_of(VISUALS, COLLISIONS), max_size=4).map("".join)


@given(
    st.tuples(LINKS, LINKS),
    ORIGINS,
    st.lists(MATERIALS, max_size=2).map("".join),
    st.sampled_from(["1.0", "1.1", "1.2"]),
)
def test_fixes_end_leave_nothing_to_fix_and_repair_what_they_say(links, origin, materials, version):
    first, second = (
        f"<link name='{name}'>{body}</link>" for name, body in zip("ab", links, strict=True)
    )
    joint = f"<joint name='j' type='fixed'>{origin}<parent link='a'/><child link='b'/></joint>"
    data = robot(materials, first, second, joint, version=version)
    before = read_bytes(data, "r.urdf")
    result = fix_document(before, ONLY_G, unsafe=True)
    again = fix_document(result.document, ONLY_G, unsafe=True)
    assert not again.applied
    assert again.document.to_bytes() == result.document.to_bytes()
    reverted = [diagnostic.code for diagnostic, _ in result.reverted]
    assert all(d.fix is None or d.code in reverted for d in result.remaining if d.code[0] == "G")


@given(LINKS)
def test_safe_fixes_keep_what_the_reader_reads(body):
    data = robot(f"<link name='a'>{body}</link>")
    document = read_bytes(data, "r.urdf")
    result = fix_document(document, ONLY_G)
    for diagnostic in result.applied:
        assert diagnostic.fix.safety == "safe"
    old, new = document.root.links[0], result.document.root.links[0]
    assert len(old.visuals) == len(new.visuals)
    assert len(old.collisions) == len(new.collisions)
    for one, other in zip(old.collisions, new.collisions, strict=True):
        if one.origin.quat_xyzw is None:
            assert one.origin == other.origin


def test_a_geometry_is_reported_by_the_rules_and_not_by_the_reader_as_well():
    body = "<visual><geometry><box size='1 1 1'/><box size='2 1 1'/><cone/></geometry></visual>"
    found = checked(robot(f"<link name='a'>{body}</link>"), Settings(select=("G", "X")))
    assert [d.code for d in found] == ["G103", "G104"]


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(
    "make",
    [
        lambda n: "".join(
            f'<visual><geometry><box size="1 1 {-i}"/></geometry></visual>' for i in range(n)
        ),
        lambda n: '<visual><geometry><box size="1 1 1"/></geometry></visual>' * n,
        lambda n: f"<visual><geometry>{BOX * n}</geometry></visual>",
        lambda n: f"<visual><geometry>{'<cone/>' * n}</geometry></visual>",
        lambda n: "".join(
            f'<visual><geometry/><material name="m{i}x"/></visual>' for i in range(n)
        ),
        lambda n: "".join(
            f'<visual><geometry/><material name="m"><color rgba="0 0 {i / n} 1"/></material></visual>'
            for i in range(n)
        ),
        lambda n: "".join(
            f'<visual><geometry><mesh filename="a.{i}"/></geometry></visual>' for i in range(n)
        ),
    ],
)
def test_the_time_grows_no_faster_than_the_file(make):
    def check(data):
        assert all(diagnostic.where.line for diagnostic in checked(data))

    small, large = (robot(f'<link name="a">{make(count)}</link>') for count in (500, 2_000))
    check(small)  # what is loaded once
    assert lines(lambda: check(large)) < 5 * lines(lambda: check(small))


POSES = {
    "no rotation": ("0 0 0 1", None),
    "as good as normalized": ("0 0 0.7071068 0.7071068", None),
    "rounded": ("0 0 0.7075 0.7071", "G303"),
    "zero": ("0 0 0 0", "G302"),
    "the order of other libraries": ("1 0 0 0", "G304"),
    "infinite": ("inf 0 0 0", None),
    "too few": ("0 0 2", None),
}


@pytest.mark.parametrize("case", POSES)
def test_quaternions_of_every_pose_of_a_model_are_checked(case):
    quat, code = POSES[case]
    pose = f'<pose rotation_format="quat_xyzw">1 2 3 {quat}</pose>'
    link = f'<link name="a">{pose}<light name="l" type="point">{pose}</light></link>'
    text = f'<sdf version="1.9"><model name="m">{pose}{link}<frame name="f">{pose}</frame></model></sdf>'
    document = read_bytes(text.encode(), "m.sdf")
    settings = Settings(select=("G30",))
    found = checked(text.encode(), settings)
    expected = ["model 'm'", "link 'a'", "light 'l' of link 'a'", "frame 'f'"] if code else []
    assert {one.code for one in found} == ({code} if code else set())
    assert sorted(one.message.partition(":")[0] for one in found) == sorted(expected)
    fixed = fix_document(document, settings, unsafe=True)
    assert not fixed.remaining
    assert fixed.document.source.text.count("1 2 3 ") == 4


def test_a_rounded_quaternion_is_normalized_in_the_text_and_nothing_else_changes():
    pose = '<pose rotation_format="quat_xyzw">1 2 3  0 0 3 4</pose><!-- 3 4 -->'
    text = f'<sdf version="1.9"><model name="m">{pose}<link name="a"/></model></sdf>'
    fixed = fix_document(read_bytes(text.encode(), "m.sdf"), Settings(select=("G303",)))
    assert fixed.document.to_bytes().decode() == text.replace("1 2 3  0 0 3 4", "1 2 3 0 0 0.6 0.8")


BALL = '<sphere radius="1"/>'
SDF_BALL = "<sphere><radius>1</radius></sphere>"
SDF_BOX = "<box><size>1 1 1</size></box>"
LINE = (
    "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline>"
)
GEOMETRIES = {
    "nothing": ("", "G102 error: ... <geometry> has no shape"),
    "a comment": ("<!-- -->", "G102 error: ... <geometry> has no shape"),
    "one shape": (BALL,),
    "two in URDF": (BALL + BOX, "G103 warning: ... <box> is ignored"),
    "two in the other order": (BOX + BALL, "G103 warning: ... <sphere> is ignored"),
    "the same again": (BOX + BOX, "G103 warning: ... duplicate <box> is ignored"),
    "nothing in SDFormat": ("<!-- -->", "G102 warning: ... <geometry> has"),
    "empty": ("<empty/>",),
    "a shape of SDFormat that cannot be read": ("<sphere><radius>x</radius></sphere>",),
    "an unknown shape": ("<QQQ/>",),
    "two in SDFormat": (SDF_BALL + SDF_BOX, "G103 warning: ... <sphere> is ignored"),
    "two in the order of the parser": (SDF_BOX + SDF_BALL, "G103 warning: ... <sphere> is"),
    "three": (
        LINE + SDF_BALL + SDF_BOX,
        "G103 warning: ... <polyline> is ignored",
        "G103 warning: ... <sphere> is ignored",
    ),
    "several outlines": (LINE + LINE,),
    "several outlines beside a box": (LINE + LINE + SDF_BOX, "G103 warning: ... <polyline> is"),
    "empty beside a box": (SDF_BOX + "<empty/>", "G103 warning: ... <empty> is ignored"),
}


@pytest.mark.parametrize("case", GEOMETRIES)
def test_a_geometry_has_one_shape_and_which_one_is_used_depends_on_the_format(case):
    content, *expected = GEOMETRIES[case]
    body = f'<collision name="c"><geometry>{content}</geometry></collision>'
    if "radius=" in content or "size=" in content or case in {"nothing", "a comment"}:
        data = robot(f'<link name="a">{body}</link>')
    else:  # the mass cannot be read: that says nothing about the shape
        mass = "<inertial><mass>x</mass></inertial>"
        data = (
            f'<sdf version="1.9"><model name="m"><link name="a">{mass}{body}</link></model></sdf>'
        )
    found = checked(data, Settings(select=("G102", "G103")))
    assert len(found) == len(expected)
    for one, start in zip(found, expected, strict=True):
        message = one.message.replace("collision 'c' of link 'a':", "...")
        assert f"{one.code} {one.severity}: {message}".startswith(start)


def test_the_time_for_models_with_invalid_geometry_is_linear_in_their_number():
    link = (
        f'<link name="a"><collision name="c"><geometry>{SDF_BALL}{SDF_BOX}</geometry></collision>'
    )
    link += '<collision name="d"><geometry/></collision></link>'

    def check(count):
        models = "".join(f'<model name="m{number}">{link}</model>' for number in range(count))
        text = f'<sdf version="1.9"><world name="w">{models}</world></sdf>'
        found = checked(text.encode())
        assert len([one for one in found if one.where.line and one.hint]) == 2 * count

    check(10)  # what is loaded once
    assert lines(lambda: check(400)) < 5 * lines(lambda: check(100))


TWICE = {
    "one shape": (SDF_BALL, "", True),
    "an unknown frame": (SDF_BALL, '<pose relative_to="QQQ">0 0 0 0 0 0</pose>', False),
    "a value that cannot be read": ("<sphere><radius>x</radius></sphere>", "", False),
    "no shape meant": ("<empty/>", "", False),
    "outlines": (LINE, "", False),
    "the same frame": (SDF_BALL, '<pose relative_to="f">0 0 0 0 0 0</pose>', True),
}


@pytest.mark.parametrize("case", TWICE)
def test_equal_shapes_at_the_same_pose_are_reported_where_both_are_known(case):
    shape, pose, is_known = TWICE[case]
    frame = '<frame name="f"><pose>1 2 3 0 0 0</pose></frame>'
    both = "".join(
        f'<visual name="{name}">{pose}<geometry>{shape}</geometry></visual>' for name in "ab"
    )
    text = f'<sdf version="1.9"><model name="m">{frame}<link name="l">{both}</link></model></sdf>'
    found = checked(text.encode(), Settings(select=("G106",)))
    hint = "remove it, or correct its numbers; the first one is on line 1"
    assert [one.hint for one in found] == [hint] * is_known

"""What the declaration engine promises, each on a file of a few lines; columns are exact."""

from __future__ import annotations

import math

import pytest

import bodyplan
from bodyplan import Severity
from bodyplan.core import Limits
from bodyplan.text import apply

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def read(text, version=None):
    """A robot around some lines: the text begins at line 2, column 1."""
    written = f' version="{version}"' if version else ""
    return bodyplan.read(f'<robot name="r"{written}>\n{text}\n</robot>')


def told(document):
    """Code, line and column of each finding."""
    return [(d.code, d.where.line, d.where.column) for d in document.diagnostics]


def only(document):
    (found,) = document.diagnostics
    return found


def joint(content="", attributes='name="j" type="fixed"'):
    return f"<joint {attributes}>\n<parent link='a'/><child link='b'/>\n{content}</joint>"


def inertial(content):
    return f"<link name='a'><inertial>\n{content}</inertial></link>"


INERTIA = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"


# Unknown content


@pytest.mark.parametrize(
    ("text", "line", "column", "path", "hint"),
    [
        ("<lnik/>", 2, 2, "/robot/lnik", "link"),
        ("<link name='a'>\n <colision/></link>", 3, 3, "/robot/link/colision", "collision"),
        ("<QQQQQQ/>", 2, 2, "/robot/QQQQQQ", None),
        (" <a:b/>", 2, 3, "/robot/a:b", None),
        ("<inertial/>", 2, 2, "/robot/inertial", "inertial"),
    ],
)
def test_an_unknown_element_is_kept_and_reported(text, line, column, path, hint):
    document = read(text)
    found = only(document)
    assert (found.code, found.severity) == ("X101", INFO)
    assert (found.where.line, found.where.column, found.where.path) == (line, column, path)
    assert (found.hint is None) if hint is None else (hint in found.hint)
    ((_, extra),) = document.extras()
    assert [raw.tag for raw in extra.elements] == [path.rpartition("/")[2]]


@pytest.mark.parametrize(
    ("text", "line", "column", "name", "hint"),
    [
        ("<link name='a' tpye='b'/>", 2, 16, "tpye", "type"),
        ("<link\n name='a'\n QQQ = 'b'/>", 4, 2, "QQQ", None),
        ("<link name='a' Name='b'/>", 2, 16, "Name", None),
        ("<link name='é😀' a:b='1'/>", 2, 17, "a:b", None),
        ("<link name='a' xmlnsQQQ='b'/>", 2, 16, "xmlnsQQQ", None),
    ],
)
def test_an_unknown_attribute_is_kept_and_reported_at_its_name(text, line, column, name, hint):
    document = read(text)
    found = only(document)
    assert (found.code, found.severity) == ("X102", INFO)
    assert (found.where.line, found.where.column) == (line, column)
    assert (found.where.end_line, found.where.end_column) == (line, column + len(name))
    assert found.where.path == f"/robot/link/@{name}"
    assert (found.hint is None) if hint is None else (hint in found.hint)
    ((link, extra),) = document.extras()
    assert link is document.root.links[0]
    assert [key for key, _ in extra.attributes] == [name]


def test_declarations_of_namespaces_are_no_unknown_attributes():
    document = bodyplan.read(
        "<robot name='r' xmlns='a' xmlns:b='c'><link name='a' xmlns:d='e'/></robot>"
    )
    assert told(document) == []


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("<mass value='1' vlaue='2'/>", "X102", 17),
        ("<mass value='1'><QQQ/></mass>", "X101", 18),
        ("<mass value='1'>x</mass>", "X109", 17),
    ],
)
def test_the_element_of_a_single_value_has_nothing_else(text, code, column):
    assert told(read(inertial(text + INERTIA))) == [(code, 3, column)]


def test_gazebo_blocks_may_hold_anything():
    document = read("<gazebo reference='a' QQQ='1'><QQQ a='b'>text<c/></QQQ></gazebo>")
    assert told(document) == []
    (gazebo,) = document.root.gazebo
    assert gazebo.attributes == (("QQQ", "1"),)
    assert [(raw.tag, raw.text, len(raw)) for raw in gazebo.content] == [("QQQ", "text", 1)]


# Missing content


@pytest.mark.parametrize(
    ("text", "severity", "line", "column"),
    [
        ("<link/>", ERROR, 2, 2),
        ("<link name='a'><visual>\n <geometry><box/></geometry></visual></link>", ERROR, 3, 13),
        ("<link name='a'><visual>\n <geometry><mesh/></geometry></visual></link>", ERROR, 3, 13),
        (inertial("<mass/>" + INERTIA), ERROR, 3, 2),
        (inertial("<mass value='1'/>\n" + INERTIA.replace("iyz='0' ", "")), ERROR, 4, 2),
        ("<joint name='j' type='fixed'><parent/>\n<child link='b'/></joint>", ERROR, 2, 31),
        (joint(attributes="name='j'"), ERROR, 2, 2),
        (joint("<mimic/>"), ERROR, 4, 2),
        (joint("<limit lower='0' upper='1' effort='1'/>"), ERROR, 4, 2),
        (joint("<safety_controller/>"), ERROR, 4, 2),
        ("<transmission/>", WARNING, 2, 2),
        ("<ros2_control type='system'/>", WARNING, 2, 2),
    ],
)
def test_a_missing_attribute_is_reported_at_the_tag(text, severity, line, column):
    found = only(read(text))
    assert (found.code, found.severity) == ("X103", severity)
    assert (found.where.line, found.where.column) == (line, column)
    assert found.hint


@pytest.mark.parametrize(
    ("text", "severity", "line", "column", "word"),
    [
        (inertial("<mass value='1'/>"), ERROR, 2, 17, "<inertia>"),
        (inertial(INERTIA), ERROR, 2, 17, "<mass>"),
        ("<link name='a'><visual/></link>", ERROR, 2, 17, "<geometry>"),
        ("<link name='a'>\n<collision/></link>", ERROR, 3, 2, "<geometry>"),
        ("<joint name='j' type='fixed'><parent link='a'/></joint>", ERROR, 2, 2, "<child>"),
        ("<joint name='j' type='fixed'><child link='a'/></joint>", ERROR, 2, 2, "<parent>"),
        ("<sensor name='s'/>", WARNING, 2, 2, "<parent>"),
    ],
)
def test_a_missing_element_is_reported_at_the_tag_of_its_parent(text, severity, line, column, word):
    found = only(read(text))
    assert (found.code, found.severity) == ("X104", severity)
    assert (found.where.line, found.where.column) == (line, column)
    assert word in found.message


def test_what_is_missing_reads_as_unknown_and_never_as_invented():
    document = read("<link><inertial/></link><joint><limit/></joint>")
    (link,), (joint_,) = document.root.links, document.root.joints
    assert (link.name, joint_.name, joint_.parent, joint_.child) == ("", "", "", "")
    assert math.isnan(link.inertial.mass)
    assert math.isnan(link.inertial.inertia.ixx)
    assert math.isnan(joint_.limit.effort)
    assert math.isnan(joint_.limit.velocity)


def test_a_required_value_that_does_not_read_is_unknown_too():
    document = read(joint("<limit effort='QQQ' velocity='QQQ'/>"))
    (joint_,) = document.root.joints
    assert math.isnan(joint_.limit.effort)
    assert math.isnan(joint_.limit.velocity)


# Numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0), ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("+1", 1.0), ("-1.5E-2", -0.015),
        (" 1", 1.0), ("\n\t 1", 1.0), ("0", 0.0), ("-0", -0.0), ("1e-400", 0.0), ("007", 7.0),
        ("0.1", 0.1), ("1" * 30, float("1" * 30)), ("&#49;", 1.0), ("1.7976931348623157e308", 1.7976931348623157e308),
    ],
)  # fmt: skip
def test_numbers_read_in_all_forms_of_the_reference_parser(text, value):
    document = read(inertial(f"<mass value='{text}'/>" + INERTIA))
    assert told(document) == []
    assert document.root.links[0].inertial.mass == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "QQQ", "1 ", "1\n", "1 2", "1,5", "1.5m", "0x10", "0X1p3", "inf", "-inf", "Infinity",
        "nan", "NaN", "1e400", "-1e400", "1e", "e1", ".", "+", "-", "--1", "1_000", "\uff11", "\u0661", "½",
        "1_" + "0" * 250, "1f", "1.0.0", "pi", "1e3.5", "\u00a01", "1\u00a0", "+-1", "0b1", "1d3", "true", "1;", "'",
    ],
)  # fmt: skip
def test_what_the_reference_parser_refuses_is_no_number(text):
    document = read(inertial(f'  <mass value = "{text}"/>' + INERTIA))
    found = only(document)
    assert (found.code, found.severity) == ("X105", ERROR)
    assert (found.where.line, found.where.column) == (3, 18)
    assert found.where.path == "/robot/link/inertial/mass/@value"
    assert math.isnan(document.root.links[0].inertial.mass)


@pytest.mark.parametrize(
    ("text", "fixed", "safety"),
    [("1 ", "1", "safe"), ("1\t", "1", "safe"), ("1,5", "1.5", "unsafe"), ("QQQ", None, None)],
)
def test_a_number_is_fixed_where_that_is_clear(text, fixed, safety):
    found = only(read(inertial(f"<mass value='{text}'/>" + INERTIA)))
    if fixed is None:
        assert found.fix is None
        return
    (edit,) = found.fix.edits
    assert (edit.text, found.fix.safety) == (fixed, safety)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 2 3", (1, 2, 3)),
        (" 1  2\n3 ", (1, 2, 3)),
        ("1\t2\t3", (1, 2, 3)),
        ("-.5 1e1 0", (-0.5, 10, 0)),
    ],
)
def test_vectors_read_with_any_blanks_between(text, value):
    document = read(joint(f"<origin xyz='{text}'/>"))
    assert told(document) == []
    assert document.root.joints[0].origin.xyz == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "X106"), ("1", "X106"), ("1 2", "X106"), ("1 2 3 4", "X106"), ("1 2 QQQ", "X105"),
        ("1 2 nan", "X105"), ("1,2,3", "X106"), ("1, 2, 3", "X105"), ("1 2 3,", "X105"),
        ("1 2 \uff10", "X105"), ("1\u00a02\u00a03", "X105"),
    ],
)  # fmt: skip
def test_a_vector_has_three_numbers(text, code):
    document = read(joint(f"<origin rpy='0 0 0' xyz='{text}'/>"))
    found = only(document)
    assert (found.code, found.where.line, found.where.column) == (code, 4, 26)
    assert found.where.end_column == 26 + len(text)
    assert found.where.path == "/robot/joint/origin/@xyz"


def test_colours_and_quaternions_have_four():
    document = read(
        "<material name='a'>\n<color rgba='1 1 1'/></material>\n"
        "<joint name='j' type='fixed'><parent link='a'/><child link='b'/>\n"
        "<origin quat_xyzw='0 0 0'/></joint>",
        "1.1",
    )
    assert told(document) == [("X106", 3, 14), ("X106", 5, 20)]


@pytest.mark.parametrize(
    "text", ["", "1.0", "1e1", "QQQ", "\uff10", "1_0", "+-1", "1" * 5000, "0x1"]
)
def test_whole_numbers_are_digits(text):
    found = only(read(f"<ros2_control name='a' type='system' rw_rate='{text}'/>"))
    assert (found.code, found.severity) == ("X105", WARNING)
    assert (found.where.line, found.where.column) == (2, 47)


# Words


@pytest.mark.parametrize(
    ("text", "fixed", "safety"),
    [
        ("Revolute", "revolute", "safe"), (" fixed", "fixed", "safe"), ("fixd", "fixed", "unsafe"),
        ("prismatik", "prismatic", "unsafe"), ("QQQ", None, None), ("", None, None),
    ],
)  # fmt: skip
def test_a_bad_word_is_reported_at_the_value(text, fixed, safety):
    found = only(read(joint(attributes=f"name='j' type='{text}'")))
    assert (found.code, found.severity) == ("X107", ERROR)
    assert (found.where.line, found.where.column) == (2, 23)
    assert found.where.end_column == 23 + len(text)
    assert "revolute" in found.message
    if fixed is None:
        assert found.fix is None
    else:
        assert (found.fix.edits[0].text, found.fix.safety) == (fixed, safety)


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("True", True), ("1", True), ("false", False), ("0", False)]
)
def test_booleans_read(text, value):
    document = read(f"<ros2_control name='a' type='system' is_async='{text}'/>")
    assert told(document) == []
    assert document.root.ros2_control[0].is_async is value


# Repetition, text, macros


@pytest.mark.parametrize(
    ("text", "line", "column", "safety"),
    [
        (inertial("<mass value='1'/><mass value='1'/>" + INERTIA), 3, 19, "safe"),
        (inertial("<mass value='1'/>\n<mass value='2'/>" + INERTIA), 4, 2, "unsafe"),
        (joint("<origin/>\n  <origin/>\n"), 5, 4, "safe"),
        (joint("<axis xyz='1 0 0'/><axis xyz='0 0 1'/>"), 4, 21, "unsafe"),
        (
            "<link name='a'><inertial><mass value='1'/>"
            + INERTIA
            + "</inertial>\n<inertial/></link>",
            3,
            2,
            "unsafe",
        ),
    ],
)
def test_of_a_repeated_element_the_first_counts(text, line, column, safety):
    document = read(text)
    found = only(document)
    assert (found.code, found.severity) == ("X108", WARNING)
    assert (found.where.line, found.where.column) == (line, column)
    assert found.fix.safety == safety
    for link in document.root.links:
        assert link.inertial.mass == 1.0
    for joint_ in document.root.joints:
        assert joint_.axis == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "line", "column", "length"),
    [
        ("x<link name='a'/>", 2, 1, 1),
        ("<link name='a'/>\n  some words  \n", 3, 3, 10),
        ("<link name='a'>é😀 x</link>", 2, 16, 4),
        ("<link name='a'/><!-- c -->\ntext", 3, 1, 4),
        ("<link name='a'/><![CDATA[text]]>", 2, 26, 4),
        (joint("<axis>0 0 1</axis>"), 4, 7, 5),
    ],
)
def test_stray_text_is_reported_at_its_location(text, line, column, length):
    found = [d for d in read(text).diagnostics if d.code == "X109"]
    assert len(found) == 1
    where = found[0].where
    assert (where.line, where.column) == (line, column)
    assert (where.end_line, where.end_column) == (line, column + length)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("<xacro:QQQ a='b'/>", 2, 2),
        (inertial("<mass value='${m}'/>" + INERTIA), 3, 14),
        (joint("<origin xyz='0 0 ${z}'/>"), 4, 14),
        (joint(attributes="name='j' type='$(arg t)'"), 2, 23),
        ("<link name='${a}'/>", 2, 13),
        ("<link name='a'/>${a}", 2, 17),
        ("<gazebo reference='$(arg a)'/>", 2, 20),
    ],
)
def test_macros_that_were_left_are_reported(text, line, column):
    assert told(read(text)) == [("X110", line, column)]


@pytest.mark.parametrize(
    "stray",
    [
        "<![CDATA[text]]>", "text<![CDATA[x]]>", "<![CDATA[x]]>text", "a<!-- b -->c",
        "a<!-- b --><![CDATA[c]]><?go on?> d", "\n  a\n  <!-- b -->\n  c\n", "<![CDATA[>]]&]]>",
    ],
)  # fmt: skip
def test_the_fix_for_stray_text_removes_all_of_it(stray):
    document = read(f"<link name='a'/>{stray}<link name='b'/>")
    (found,) = document.diagnostics
    assert found.code == "X109"
    fixed = apply(document.source.text, found.fix.edits)
    assert bodyplan.read(fixed).diagnostics == ()
    for kept in ("<!-- b -->", "<?go on?>"):
        assert (kept in fixed) == (kept in stray)


@pytest.mark.parametrize(
    "text",
    [
        joint("<axis xyz='0 0 1'><QQQ/>tail</axis>"),
        inertial("<mass value='1'><QQQ/>tail</mass>" + INERTIA),
    ],
)
def test_text_behind_an_unknown_child_is_reported(text):
    assert sorted(code for code, _, _ in told(read(text))) == ["X101", "X109"]


def test_diagnostics_end_at_the_cap_which_is_named():
    text = "<robot name='r'>" + "<QQQ/>" * 9 + "</robot>"
    document = bodyplan.read(text, limits=Limits(max_diagnostics=5))
    assert [d.code for d in document.diagnostics] == ["X101"] * 5 + ["X005"]
    assert "max_diagnostics = 5" in document.diagnostics[-1].message
    assert document.diagnostics[-1].where.column == 17 + 5 * 6 + 1
    assert len(document.root.extra.elements) == 9
    assert len(bodyplan.read(text, limits=Limits(max_diagnostics=9)).diagnostics) == 9


@pytest.mark.parametrize(
    "text",
    [
        "<robot name='r'{}/>", "<robot name='r'><QQQ{}/></robot>",
        "<robot name='r'><gazebo{}/></robot>", "<robot name='r'><gazebo><a{}/></gazebo></robot>",
        "<robot name='r'><link name='a'><inertial><mass{}/></inertial></link></robot>",
    ],
)  # fmt: skip
def test_the_cap_on_attributes_holds_everywhere_and_is_named(text):
    limits = Limits(max_attributes=20)
    text = text.format("".join(f" a{number}=''" for number in range(21)))
    messages = [d.message for d in bodyplan.read(text, limits=limits).diagnostics]
    assert sum("max_attributes = 20 (found 2" in message for message in messages) == 1


# Versions


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("1", "U001", 26), ("1.0.0", "U001", 26), ("1.", "U001", 26), (".0", "U001", 26),
        ("a.c", "U001", 26), ("1.0~pre6", "U001", 26), ("-1.0", "U001", 26), ("", "U001", 26),
        (" 1.0", "U001", 26), ("+1.0", "U001", 26), ("\uff11.0", "U001", 26), ("2.0", "U002", 26),
        ("1.3", "U002", 26), ("0.9", "U002", 26), ("1.999", "U002", 26),
    ],
)  # fmt: skip
def test_a_version_is_two_numbers_that_are_known(text, code, column):
    document = bodyplan.read(f"<robot name='r' version='{text}'/>")
    assert told(document) == [(code, 1, column)]
    assert document.diagnostics[0].severity is ERROR


@pytest.mark.parametrize(
    ("text", "version"), [("1.0", (1, 0)), ("01.1", (1, 1)), ("1.2", (1, 2)), (None, (1, 0))]
)
def test_the_version_in_force_is_the_one_written_or_1_0(text, version):
    written = "" if text is None else f" version='{text}'"
    document = bodyplan.read(f"<robot name='r'{written}/>")
    assert document.version == version
    assert told(document) == []


@pytest.mark.parametrize(
    ("text", "since", "line", "column"),
    [
        (joint("<origin quat_xyzw='0 0 0 1'/>"), (1, 1), 4, 9),
        (joint("<limit effort='1' velocity='1' acceleration='1'/>"), (1, 2), 4, 32),
        (joint("<limit effort='1' velocity='1'\ndeceleration='1'/>"), (1, 2), 5, 1),
        (joint("<limit effort='1' velocity='1' jerk='1'/>"), (1, 2), 4, 32),
        (
            "<link name='a'><visual><geometry>\n<capsule radius='1' length='1'/></geometry></visual></link>",
            (1, 1),
            3,
            2,
        ),
    ],
)
def test_what_needs_a_newer_version_is_reported_and_not_read(text, since, line, column):
    for version in ((1, 0), (1, 1), (1, 2)):
        document = read(text, "{}.{}".format(*version))
        if version >= since:
            assert told(document) == []
            continue
        found = only(document)
        assert (found.code, found.severity) == ("U003", WARNING)
        assert (found.where.line, found.where.column) == (line, column)
        assert "{}.{}".format(*since) in found.message
        for joint_ in document.root.joints:
            assert joint_.origin.quat_xyzw is None
            assert joint_.limit is None or joint_.limit.acceleration == math.inf


def test_limits_follow_the_version():
    for version, effort, lower, upper, codes in (
        ("1.0", math.nan, 0.0, 0.0, ["X103", "X103"]),
        ("1.1", math.nan, 0.0, 0.0, ["X103", "X103"]),
        ("1.2", math.inf, -math.inf, math.inf, []),
    ):
        document = read(joint("<limit/>"), version)
        limit = document.root.joints[0].limit
        assert [d.code for d in document.diagnostics] == codes
        assert (limit.lower, limit.upper) == (lower, upper)
        assert limit.effort == effort or (math.isnan(limit.effort) and math.isnan(effort))


# Attribute or child


def sensor(content):
    return f"<sensor name='s'><parent link='a'/>\n{content}</sensor>"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("<contact collision='c'/>", "collision", "c"),
        ("<contact><collision> c </collision></contact>", "collision", "c"),
        ("<sonar max='4'/>", "max", 4.0),
        ("<sonar><max>4</max></sonar>", "max", 4.0),
        ("<sonar><max>\n 4\n</max></sonar>", "max", 4.0),
        ("<sonar/>", "max", None),
        ("<force_torque><frame>child</frame></force_torque>", "frame", "child"),
        ("<force_torque frame='sensor'/>", "frame", "sensor"),
    ],
)
def test_values_of_proposed_sensors_are_attributes_or_children(text, field, value):
    document = read(sensor(text))
    assert told(document) == []
    (found,) = document.root.sensors
    inner = found.contact or found.sonar or found.force_torque
    assert getattr(inner, field) == value


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("<sonar max='QQQ'/>", "X105", 3, 13),
        ("<sonar><max>QQQ</max></sonar>", "X105", 3, 13),
        ("<sonar><max>\n 1,5</max></sonar>", "X105", 4, 2),
        ("<force_torque><frame>QQQ</frame></force_torque>", "X107", 3, 22),
        ("<sonar><max/></sonar>", "X105", 3, 9),
        ("<sonar><max>4</max><max>5</max></sonar>", "X108", 3, 21),
        ("<sonar max='4'><max>5</max></sonar>", "X108", 3, 17),
        ("<sonar><max QQQ='1'>4</max></sonar>", "X102", 3, 13),
        ("<sonar><max>4<QQQ/></max></sonar>", "X101", 3, 15),
    ],
)
def test_problems_of_either_form_are_reported_at_their_locations(text, code, line, column):
    assert told(read(sensor(text))) == [(code, line, column)]


# Model state


def test_states_have_one_value_for_each_degree_of_freedom():
    document = bodyplan.read(
        "<model_state model='r' time_stamp='0.5'>\n"
        "<joint_state joint='a' position='1 2' velocity='' effort=' 3'/>\n"
        "<joint_state joint='b' position='1 QQQ'/>\n</model_state>"
    )
    assert document.format == "model_state"
    assert told(document) == [("X105", 3, 34)]
    first, second = document.root.joint_states
    assert (first.position, first.velocity, first.effort) == ((1.0, 2.0), (), (3.0,))
    assert second.position == ()


# The whole


def test_diagnostics_come_in_the_order_of_the_file():
    document = read("<QQQ/>\n<link/>\n<link name='a' QQQ='1'/>\n" + joint("<QQQ/>"))
    lines = [d.where.line for d in document.diagnostics]
    assert lines == sorted(lines) == [2, 3, 4, 7]


def test_reading_twice_gives_equal_values_and_diagnostics(sample):
    data = sample("arm").read_bytes().replace(b'"1', b'"QQQ1').replace(b"<mass", b"<masQ")
    first, second = bodyplan.read(data), bodyplan.read(data)
    assert first.diagnostics
    assert first.diagnostics == second.diagnostics
    assert repr(first.root) == repr(second.root)


def test_values_are_frozen():
    link = read("<link name='a'/>").root.links[0]
    with pytest.raises(AttributeError):
        link.name = "b"
    with pytest.raises(AttributeError):
        del link.name


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('lower="-1" upper="1"', (-1.0, 1.0, math.inf, math.inf)),
        ('lower="-1"', (-1.0, math.inf, math.inf, math.inf)),
        ('effort="3"', (-math.inf, math.inf, 3.0, math.inf)),
        ('velocity="2" upper="1"', (-math.inf, 1.0, math.inf, 2.0)),
    ],
)
def test_what_is_written_counts_even_where_what_used_to_be_required_is_missing(written, expected):
    document = bodyplan.read(
        f'<robot name="a" version="1.2"><link name="b"/><link name="c"/>'
        f'<joint name="j" type="revolute"><parent link="b"/><child link="c"/>'
        f"<limit {written}/></joint></robot>"
    )
    limit = document.root.joints[0].limit
    assert (limit.lower, limit.upper, limit.effort, limit.velocity) == expected
    assert not document.diagnostics

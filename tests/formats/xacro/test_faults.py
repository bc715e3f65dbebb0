"""What is wrong is told with its kind, its place, the calls that led there, and near names."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bodyplan.xacro import Expansion, expand
from bodyplan.xacro.hints import hint
from bodyplan.xacro.places import SourcePlaces

HEAD = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
YAML = "wheel: {radius: 1}\n"


class Case(NamedTuple):
    """A fault.

    Args:
        kind: what is told.
        body: the description; the fault is at the two signs around ``«...»``.
        words: part of the message.
        hint: part of the hint.
        calls: the macros around the place.
    """

    kind: str
    body: str
    words: str
    hint: str = ""
    calls: tuple[str, ...] = ()


CASES = {
    "a property that is not defined": Case(
        "property",
        '<xacro:property name="width" value="1"/>\n<a x="1 «${QQQ_widht}» 2"/>',
        "'QQQ_widht' is not defined",
    ),
    "a property with a typo": Case(
        "property",
        '<xacro:property name="width" value="1"/>\n<a x="1 «${wihdt}» 2"/>',
        "'wihdt' is not defined",
        "did you mean 'width'?",
    ),
    "a property in a text": Case("property", "<a>\n one «${QQQ}»</a>", "'QQQ' is not defined"),
    "a function of Python": Case(
        "property", '<a x="«${sum([1])}»"/>', "'sum' is not defined", "write python.sum"
    ),
    "a property in the value of another": Case(
        "property",
        '<xacro:property name="a" value="«${QQQ + 1}»"/>\n<xacro:property name="b" value="${a}"/>'
        '\n<link x="${b}"/>',
        "'QQQ' is not defined",
    ),
    "a property of a name space": Case(
        "property", '<a x="«${math.cosine(1)}»"/>', "'cosine' is not defined in this namespace"
    ),
    "a property in a macro": Case(
        "property",
        '<xacro:macro name="m" params="size"><b x="«${siez}»"/></xacro:macro>\n'
        '<xacro:macro name="n"><xacro:m size="1"/></xacro:macro>\n<xacro:n/>',
        "'siez' is not defined",
        "did you mean 'size'?",
        ("n", "m"),
    ),
    "a property in a default": Case(
        "property",
        '<xacro:macro name="m" params="a:=1 b:=«${QQQ}»"/>\n<xacro:m/>',
        "'QQQ' is not defined",
        calls=("m",),
    ),
    "a property to forward": Case(
        "property",
        '<xacro:macro name="m" params="a:=^"/>\n<«xacro:m»/>',
        "requires property 'a' from its caller",
    ),
    "a macro that is not defined": Case(
        "macro",
        '<xacro:macro name="wheel"/>\n<«xacro:wheeel»/>',
        "macro 'wheeel' is not defined",
        "did you mean 'wheel'?",
    ),
    "a macro that is defined too late": Case(
        "macro", '<«xacro:m»/>\n<xacro:macro name="m"/>', "macro 'm' is not defined"
    ),
    "a dynamic call": Case(
        "macro", '<«xacro:call» macro="${\'QQQ\'}"/>', "macro 'QQQ' is not defined"
    ),
    "a parameter that the macro does not have": Case(
        "parameter",
        '<xacro:macro name="m" params="radius width:=1"/>\n<xacro:m «raduis»="1"/>',
        "macro 'm' has no parameter 'raduis'",
        "did you mean 'radius'?",
    ),
    "a parameter that is missing": Case(
        "missing_parameter",
        '<xacro:macro name="m" params="radius width"/>\n<«xacro:m» width="1"/>',
        "call of macro 'm': missing parameter 'radius'",
    ),
    "a block that was not given": Case(
        "block_count", '<xacro:macro name="m" params="*a"/>\n<«xacro:m»/>', "missing block 'a'"
    ),
    "a block that nothing takes": Case(
        "block_count", '<xacro:macro name="m"/>\n<«xacro:m»><b/></xacro:m>', "has no parameter for the block <b>"
    ),
    "a block that is not there": Case(
        "block",
        '<xacro:macro name="m" params="*origin">'
        '<xacro:insert_block name="«orgin»"/></xacro:macro>\n<xacro:m><b/></xacro:m>',
        "block 'orgin' is not defined",
        "did you mean 'origin'?",
        ("m",),
    ),
    "an argument that is not declared": Case(
        "argument",
        '<xacro:arg name="side" default="left"/>\n<a x="_«$(arg sied)»"/>',
        "argument 'sied' is not defined",
        "did you mean 'side'?",
    ),
    "an argument asked for in an expression": Case(
        "argument", "<a x=\"«${xacro.arg('QQQ')}»\"/>", "argument 'QQQ' is not defined"
    ),
    "an argument in eval": Case(
        "argument",
        '<xacro:arg name="side" default="1"/>\n<a x="«$(eval 1 + sied)»"/>',
        "argument 'sied' is not defined",
        "did you mean 'side'?",
    ),
    "a variable of the environment": Case(
        "environment", '<a x="«$(env QQQ_NOT_SET)»"/>', "environment variable 'QQQ_NOT_SET' is not set"
    ),
    "a substitution that does not exist": Case(
        "substitution",
        '<a x="«$(finde x)»"/>',
        "unknown substitution $(finde)",
        "did you mean 'find'?",
    ),
    "a substitution with too many words": Case(
        "substitution", '<a x="«$(arg a b)»"/>', "expects one name, got 2"
    ),
    "a package": Case(
        "package",
        '<xacro:include filename="«$(find QQQ_pkg)»/a.xacro"/>',
        "package 'QQQ_pkg' not found",
        "--package QQQ_pkg=PATH",
    ),
    "a package that is a path": Case(
        "package", '<xacro:include filename="«$(find ../../etc)»/passwd"/>', "is not the name of"
    ),
    "a file that is not there": Case(
        "file",
        '<xacro:include filename="«tabel.yaml»"/>',
        "tabel.yaml' cannot be read: no such file",
        "did you mean 'table.yaml'?",
    ),
    "a folder": Case("file", '<xacro:include filename="«.»"/>', "is a folder"),
    "a folder that is not there": Case(
        "file", '<xacro:include filename="«QQQ/a.xacro»"/>', "QQQ' does not exist", ""
    ),
    "a name with NUL": Case(
        "file", "<xacro:include filename=\"«${'a\\0b'}»\"/>", "cannot be read: not a valid file name"
    ),
    "a YAML file that is not there": Case(
        "file", "<a x=\"«${xacro.load_yaml('QQQ.yaml')}»\"/>", "cannot be read: no such file"
    ),
    "a key that is not there": Case(
        "key",
        '<xacro:property name="t" value="${xacro.load_yaml(\'table.yaml\')}"/>\n'
        '<a x="1 «${t.wheel.raduis}»"/>',
        "YAML mapping has no key 'raduis'",
        "did you mean 'radius'?",
    ),
    "a key in brackets": Case(
        "key",
        "<a x=\"«${xacro.load_yaml('table.yaml')['QQQ']}»\"/>",
        "YAML mapping has no key 'QQQ'",
    ),
    "YAML that is none": Case(
        "yaml", "<a x=\"«${xacro.load_yaml('bad.yaml')}»\"/>", "bad.yaml': invalid YAML: "
    ),
    "a condition": Case(
        "condition",
        '<xacro:if value="«yes»"/>',
        "the value 'yes' is neither true nor false",
        "write true or false",
    ),
    "a condition that is computed": Case(
        "condition", "<xacro:unless value=\"«${'1' + '.0'}»\"/>", "the value '1.0' is neither"
    ),
    "properties that need each other": Case(
        "circular",
        '<xacro:property name="a" value="${b}"/>\n<xacro:property name="b" value="«${a}»"/>\n'
        '<c x="${a}"/>',
        "'a' -> 'b' -> 'a'",
    ),
    "a sum of a number and a text": Case(
        "expression", "<a x=\"«${1 + 'a'}»\"/>", "unsupported operand type(s) for +"
    ),
    "a division by zero": Case("expression", '<a x="«${1 / 0}»"/>', "division by zero"),
    "half an expression": Case("expression", '<a x="«${1 +}»"/>', "invalid syntax"),
    "an index too far": Case("expression", '<a x="«${[1][3]}»"/>', "index 3 of a list is out of range"),
    "an attribute of a number": Case("expression", '<a x="«${(1).size}»"/>', "has no attribute 'size'"),
    "a brace that is missing": Case("expression", '<a x="«${1»"/>', "invalid expression"),
    "an include without a file": Case(
        "attribute", "<«xacro:include»/>", "missing required attribute 'filename' on <xacro:include>"
    ),
    "an argument without a default": Case(
        "attribute", '<«xacro:arg» name="a"/>', "missing required attribute 'default'"
    ),
    "a call without a macro": Case("attribute", "<«xacro:call»/>", "missing required attribute 'macro'"),
    "a property with value and default": Case(
        "attribute", '<«xacro:property» name="a" value="1" default="2"/>', "mutually exclusive"
    ),
    "a property with a blank": Case(
        "name", '<xacro:property name="«a b»" value="1"/>', "'a b' is not a valid property name"
    ),
    "a macro with a point": Case(
        "name", '<xacro:macro name="«a.b»"/>', "macro name 'a.b' must not contain a dot"
    ),
    "an element without a name": Case(
        "name", '<xacro:element xacro:name="«${str()}»"/>', "the name of the element is empty"
    ),
    "a description that gives up": Case(
        "fatal", "<a x=\"«${xacro.fatal('no', 'good')}»\"/>", "no good"
    ),
}  # fmt: skip


def expansion_of(body: str, folder) -> Expansion:
    """What becomes of this content in a file."""
    (folder / "table.yaml").write_text(YAML)
    (folder / "bad.yaml").write_text("a: [\n")
    path = folder / "robot.xacro"
    path.write_text(f"{HEAD}{body}\n</robot>\n")
    return expand(path.read_bytes(), str(path), path=path)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_problem_is_named_at_its_place(case, tmp_path):
    before, _, rest = f"{HEAD}{case.body}".partition("«")
    meant, _, _ = rest.partition("»")
    found = expansion_of(case.body.replace("«", "").replace("»", ""), tmp_path)
    (fault,) = found.problems
    assert (found.text, fault.kind) == (None, case.kind)
    assert case.words in fault.message
    places = SourcePlaces(found)
    where = places.problem(fault)
    line = before.count("\n") + 1
    start = len(before) - before.rfind("\n")
    assert (where.line, where.column) == (line, start)
    assert (where.end_line, where.end_column) == (line, start + len(meant))
    assert tuple(call.macro for call in where.calls) == case.calls
    assert case.hint in (hint(fault, places) or "")


def test_a_property_is_reported_at_its_location_and_where_it_was_needed(tmp_path):
    body = (
        '<xacro:property name="a" value="${QQQ + 1}"/>\n<xacro:property name="b" value="${a}"/>'
        '\n<link x="${b}"/>'
    )
    fault = expansion_of(body, tmp_path).problems[0]
    assert fault.origin.element == 1
    assert fault.needed_by.element == 3
    assert fault.expression == "QQQ + 1"


FILES = {
    "broken off": ("syntax", "<robot><a>\n", "the file ends before", (2, 1)),
    "an open element": (
        "syntax",
        "<robot>\n <a></b></robot>",
        "the end tag does not match",
        (2, 7),
    ),
    "an undeclared prefix": (
        "prefix",
        "<robot>\n <q:b/></robot>",
        "prefix 'q' is not declared",
        (2, 2),
    ),
    "an entity": ("entity", "<!DOCTYPE r [<!ENTITY e 'x'>]>\n<robot/>", "are not expanded", None),
    "no UTF-8": ("encoding", b"<robot>\n \xff</robot>", "the file is not UTF-8", (2, 2)),
    "an empty file": ("syntax", "", "the file is empty", (1, 1)),
}


@pytest.mark.parametrize(("kind", "text", "words", "place"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_xml_is_reported_where_it_is_broken(kind, text, words, place, tmp_path):
    data = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "bad.xacro").write_bytes(data)
    found = expansion_of('<xacro:include filename="bad.xacro"/>', tmp_path)
    assert (found.problems[0].kind, found.files[1].data) == (kind, data)
    assert words in found.problems[0].message
    where = SourcePlaces(found).problem(found.problems[0])
    assert where.file.endswith("bad.xacro")
    assert place is None or (where.line, where.column) == place
    main = expand(data, "main.xacro")
    assert (main.problems[0].kind, main.problems[0].origin.file) == (kind, 0)


WARNINGS = {
    "an old function": ("deprecated", '<a x="${range(2)}"/>', "range() is deprecated", "write python.range()"),
    "an old name of a macro": ("deprecated", '<xacro:macro name="xacro:m"/>', "must not have the prefix xacro:", ""),
    "a name of the language": ("redefined", '<xacro:property name="pi" value="3"/>', "'pi' hides", "rename the property"),
    "an attribute too many": ("ignored", '<xacro:property name="a" value="1" QQQ="2"/>', "unknown attribute 'QQQ'", ""),
    "a pattern without files": ("unmatched", '<xacro:include filename="QQQ*"/>', "no file matches", ""),
    "content of an include": ("ignored", '<xacro:include filename="table.xml"><a/></xacro:include>', "are ignored", ""),
    "a message": ("message", "<a x=\"${xacro.warning('mind', 1)}\"/>", "mind 1", ""),
    "a number as attribute": ("value", '<a><xacro:attribute name="n" value="${1}"/></a>', "type int", ""),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "body", "words", "advice"), WARNINGS.values(), ids=WARNINGS)
def test_a_warning_is_reported_with_its_place(kind, body, words, advice, tmp_path):
    (tmp_path / "table.xml").write_text("<robot/>")
    found = expansion_of(body, tmp_path)
    assert found.problems == ()
    (warning,) = found.warnings
    assert warning.kind == kind
    assert words in warning.message
    assert warning.origin.element > 0
    assert advice in (hint(warning, SourcePlaces(found)) or "")


def test_the_same_warning_at_the_same_place_is_reported_once(tmp_path):
    body = '<xacro:macro name="m"><a x="${range(2)}"/></xacro:macro>' + "<xacro:m/>" * 5
    assert len(expansion_of(body, tmp_path).warnings) == 1


def test_two_meanings_of_a_prefix_are_reported(tmp_path):
    (tmp_path / "other.xacro").write_text('<robot xmlns:q="second"/>')
    text = '<robot xmlns:xacro="x" xmlns:q="first"><xacro:include filename="other.xacro"/></robot>'
    path = tmp_path / "main.xacro"
    path.write_text(text)
    found = expand(path.read_bytes(), str(path), path=path)
    assert [(w.kind, w.name) for w in found.warnings] == [("namespace", "xmlns:q")]


def test_a_block_that_is_missing_is_reported_once_and_not_at_each_macro_that_passes_it_on():
    inner = '<xacro:macro name="inner" params="*b"><xacro:insert_block name="b"/></xacro:macro>'
    outer = (
        '<xacro:macro name="outer" params="*a"><xacro:inner>'
        '<xacro:insert_block name="a"/></xacro:inner></xacro:macro>'
    )
    found = expand(f"{HEAD}{inner}{outer}<xacro:outer/></robot>".encode(), "arm.xacro")
    assert [one.message for one in found.problems] == ["call of macro 'outer': missing block 'a'"]

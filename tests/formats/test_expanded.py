"""Places and repairs in the files that macros came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.document import Document
from bodyplan.formats.expanded import OriginPlaces
from bodyplan.formats.expansion import expansion_of, sources_of
from bodyplan.formats.fixes_of_macros import fix_at_sources
from bodyplan.formats.read import read, read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.fix import fix_document
from bodyplan.text import Edit, apply
from tests.lint import cases

HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'

# A URDF is a file with macros that has none: called .xacro, it must have the same findings at the
# same places, and the same repairs. So every fixture of the rules is an oracle.

DIFFERENT = {
    "T001": "a file without links is a part of others",
    "X004": "caps are met by the source",
    "X005": "caps are met by the source",
    "X006": "what is called .xacro is taken for macros",
    "U221": "a part of a text is only shown",
    "X110": "macros are expanded",
    "X111": "blanks in attributes are made spaces on the way",
    "X112": "instructions stand outside of elements",
    "X113": "xacro reads UTF-8 only",
    "N006": "line breaks in attributes are made spaces on the way",
}
"""Codes whose fixtures say something else, with the reason."""


def plain_fixtures() -> list[Path]:
    """The first bad URDF of each rule, where nothing stands around it and all prefixes are declared."""
    found = []
    for folder in cases.folders():
        beside = any((folder / name).exists() for name in ("profile", "resources.json"))
        paths = [p for p in cases.files(folder, "bad") if p.suffix == ".urdf"]
        if paths and not beside and folder.name[:4] not in DIFFERENT:
            found += [path for path in paths[:1] if b"drake:" not in path.read_bytes()]
    return found


def told(found: list[Diagnostic]) -> list[tuple[object, ...]]:
    """What is found, without what is told of macros."""
    return sorted(
        (d.where[1:], d.code, d.severity, d.message, d.hint, d.fix and (d.fix.title, d.fix.safety))
        for d in found
        if not d.code.startswith("M")
    )


@pytest.mark.parametrize("path", plain_fixtures()[::2], ids=lambda path: path.parent.name)
def test_a_urdf_that_is_called_xacro_has_the_same_diagnostics(path):
    data = path.read_bytes()
    expected = told(check_document(read_bytes(data, "r.urdf")))
    assert told(check_document(read_bytes(data, "r.xacro"))) == expected


def repaired_fixtures() -> list[Path]:
    """The bad files that have a repaired form."""
    families = ("J1", "J4", "T0", "X10", "I1", "G4")
    found = [p for p in plain_fixtures() if p.parent.name.startswith(families)]
    found = [path for path in found if "X109" not in str(path)]  # text among elements is only shown
    return [path for path in found if cases.fixed_path(path).is_file()]


@pytest.mark.parametrize("path", repaired_fixtures(), ids=lambda path: path.parent.name)
def test_a_urdf_that_is_called_xacro_is_repaired_in_the_same_way(path):
    result = fix_document(read_bytes(path.read_bytes(), "r.xacro"), unsafe=True)
    assert result.document.to_bytes() == cases.fixed_path(path).read_bytes()


def expanded(body: str, head: str = HEAD) -> Document:
    """What the macros of a file with this content make."""
    found = read_bytes(f"{head}{body}\n</robot>\n".encode(), "robot.xacro").expanded
    assert found is not None
    return found


def source_with(document: Document, what: str, by: str) -> str:
    """The source after a repair that replaces a text in the expansion, which stands there once."""
    places = document.places
    assert isinstance(places, OriginPlaces)
    text = document.source.text
    assert text.count(what) == 1, text
    start = text.index(what)
    fix = fix_at_sources(places, Fix("Mend it", (Edit(start, start + len(what), by),), "unsafe"))
    assert (fix.safety == "display") == (not fix.edits)
    if not fix.edits:
        return "shown only"
    return (
        apply(places.sources.file(0).source.text, fix.edits)
        .removeprefix(HEAD)
        .removesuffix("\n</robot>\n")
    )


REPAIRS = {
    "a value": ('<a q="1"  b="2"/>', '"2"', '"3"', '<a q="1"  b="3"/>'),
    "a value in the other quotes": ("<a b='2'/>", '"2"', '"&quot;"', "<a b='\"'/>"),
    "an attribute behind others": ('<a x="1" c="2"/>', ' x="1"', ' x="1" z="3"', '<a x="1" z="3" c="2"/>'),
    "an attribute before all": ('<a x="1" c="2"/>', "<a ", '<a b="0" ', '<a b="0" x="1" c="2"/>'),
    "an attribute less": ('<a x="1"\n  c="2"/>', ' c="2"', "", '<a x="1"/>'),
    "another name of an attribute": ('<a z="2" b="1"/>', "b=", "c=", '<a z="2" c="1"/>'),
    "another tag": ("<a>\n  <b/>\n</a>", "<a>\n    <b/>\n  </a>", "<c>\n    <b/>\n  </c>", "<c>\n  <b/>\n</c>"),
    "an element less": ("  <a/>\n  <b/>", "  <a/>\n", "", "  <b/>"),
    "an element more": ('  <a x="1"/>', '<a x="1"/>', '<a x="1"/>\n  <b/>', '  <a x="1"/>\n  <b/>'),
    "a text": ("<a> one </a>", " one ", " two ", "<a> two </a>"),
    "a value beside an expression": ('<a b="${1}" c="2"/>', 'c="2"', 'c="3"', '<a b="${1}" c="3"/>'),
    "a value in a condition": ('<xacro:if value="1"><a b="2"/></xacro:if>', '"2"', '"3"', '<xacro:if value="1"><a b="3"/></xacro:if>'),
    "a value in a block": (
        '<xacro:macro name="m" params="*o"><xacro:insert_block name="o"/></xacro:macro><xacro:m><a b="2"/></xacro:m>',
        '"2"',
        '"3"',
        '<xacro:macro name="m" params="*o"><xacro:insert_block name="o"/></xacro:macro><xacro:m><a b="3"/></xacro:m>',
    ),
    "a value that an expression makes": ('<a b="${1 + 1}"/>', '"2"', '"3"', "shown only"),
    "a value with an expression in it": ('<a b="1 ${2}"/>', '"1 2"', '"1 3"', "shown only"),
    "a value in a macro": ('<xacro:macro name="m"><a b="2"/></xacro:macro><xacro:m/>', '"2"', '"3"', "shown only"),
    "a value that becomes an expression": ('<a b="2"/>', '"2"', '"${2}"', "shown only"),
    "a text that becomes an expression": ("<a>QQQ</a>", "QQQ", "$(arg x)", "shown only"),
    "an attribute that is set elsewhere": ('<a><xacro:attribute name="b" value="2"/></a>', '"2"', '"3"', "shown only"),
    "a tag that is made": ('<xacro:element xacro:name="a" b="1"/>', "<a", "<c", "shown only"),
    "an element with a macro in it": ("<a><xacro:if value='1'><b/></xacro:if></a>", "<a>\n    <b/>\n  </a>", "", "shown only"),
    "an element behind one of a macro": (
        '<a><xacro:element xacro:name="b"/></a>', "<b/>", "<b/>\n    <c/>", '<a><xacro:element xacro:name="b"/><c/></a>',
    ),
    "the root": ("<a/>", "<a/>\n</robot>", "<a/>\n</robot>\n<!-- QQQ -->", "shown only"),
    "what is no XML any more": ("<a/>", "<a/>", "<a>", "shown only"),
}  # fmt: skip


@pytest.mark.parametrize("case", REPAIRS.values(), ids=REPAIRS)
def test_a_repair_of_the_expansion_is_made_in_the_source(case):
    body, what, by, expected = case
    assert source_with(expanded(body), what, by) == expected


def test_what_is_in_the_robot_twice_is_not_repaired():
    body = (
        '<xacro:property name="p"><a b="2"/></xacro:property>'
        '<x><xacro:insert_block name="p"/></x><xacro:insert_block name="p"/>'
    )
    document = expanded(body)
    node = next(node for node in document.tree.root.iter() if node.tag == "a")
    span = document.layout.attribute(node, "b").value
    fix = fix_at_sources(document.places, Fix("Mend it", (Edit(*span, "3"),)))
    assert (fix.edits, fix.safety) == ((), "display")


def test_what_is_in_an_included_file_is_not_repaired(tmp_path):
    (tmp_path / "part.xacro").write_text(f'{HEAD}<a b="2"/></robot>')
    main = tmp_path / "main.xacro"
    main.write_text(f'{HEAD}<xacro:include filename="part.xacro"/></robot>')
    assert source_with(read(main).expanded, '"2"', '"3"') == "shown only"


def where(document: Document, tag: str, part: str = "tag", attr: str | None = None):
    """The place of something in the expansion, as text of the source and names of macros."""
    places = document.places
    node = next(node for node in document.tree.root.iter() if node.tag == tag)
    found = places.where(node, part, attr)
    source = places.sources.file(0).source
    start, end = source.offset(*found[1:3]), source.offset(*found[3:5])
    return source.text[start:end], [call.macro for call in found.calls]


def test_places_are_those_of_the_source():
    document = expanded(
        '<xacro:macro name="m" params="size"><a b="${size}" c="1">${size}</a></xacro:macro>'
        '<xacro:m size="2"/><plain>text</plain>'
    )
    assert where(document, "a") == ("a", ["m"])
    assert where(document, "a", "value", "b") == ("${size}", ["m"])
    assert where(document, "a", "name", "b") == ("b", ["m"])
    assert where(document, "a", "text") == ("${size}", ["m"])
    assert where(document, "a", "value", "not_there") == ("a", ["m"])
    assert where(document, "plain", "text") == ("text", [])


def test_an_attribute_that_is_set_elsewhere_has_its_place_there():
    document = expanded(
        '<xacro:macro name="m"><a><xacro:attribute name="b" value="${1}_"/></a></xacro:macro>'
        "<xacro:m/>"
    )
    assert where(document, "a", "value", "b") == ("${1}_", ["m"])
    found = document.places.where(document.tree.root[0], "value", "b")
    assert document.places.value_at(found) == "1_"


def test_what_an_expression_came_to_is_known_at_its_place():
    document = expanded('<a b="${1 + 1}" c="2" d="$${x}"/>')
    node = document.tree.root[0]
    values = [
        document.places.value_at(document.places.where(node, "value", name)) for name in "bcd"
    ]
    assert values == ["2", None, "${x}"]


def span_of(document: Document, text: str) -> str:
    """The text of the source that a text of the expansion was made of."""
    start = document.source.text.index(text)
    found = document.places.where_span(start, start + len(text))
    source = document.places.sources.file(0).source
    return source.text[source.offset(*found[1:3]) : source.offset(*found[3:5])]


SPANS = {
    "a part of a value": ('<a b="one two"/>', "two", "two"),
    "a part of a value that is made": ("<a b=\"${'one'} two\"/>", "two", "${'one'} two"),
    "the name of an attribute": ('<a bcd="1"/>', "bcd", "bcd"),
    "a text": ("<a>one two</a>", "two", "two"),
    "a text that is made": ("<a>${1} and ${2}</a>", "1 and 2", "${1} and ${2}"),
    "a tag": ("<abc/>", "<abc", "abc"),
    "an instruction": ("<?QQQ 1?><a/>", "<?QQQ 1?>", "<?QQQ 1?>"),
}


@pytest.mark.parametrize("case", SPANS.values(), ids=SPANS)
def test_a_range_of_the_expansion_has_its_place_in_the_source(case):
    body, text, expected = case
    assert span_of(expanded(body), text) == expected


def test_the_expansion_is_made_once_and_with_the_arguments_of_the_document(tmp_path):
    path = tmp_path / "main.xacro"
    path.write_text(f'{HEAD}<xacro:arg name="n" default="a"/><link name="$(arg n)"/></robot>')
    document = read(path, arguments={"n": "b"})
    assert document.expanded is document.expanded
    assert [link.name for link in document.expanded.root.links] == ["b"]
    assert sources_of(document).file(0) is document.places


def test_a_file_that_cannot_be_expanded_has_no_robot():
    document = read_bytes(f'{HEAD}<link name="${{QQQ}}"/></robot>'.encode(), "r.xacro")
    assert document.expanded is None
    assert [problem.kind for problem in expansion_of(document).problems] == ["property"]


def test_a_urdf_is_its_own_expansion():
    document = read_bytes(b'<robot name="r"><link name="a"/></robot>', "r.urdf")
    assert document.expanded is document
    assert (expansion_of(document), sources_of(document)) == (None, None)

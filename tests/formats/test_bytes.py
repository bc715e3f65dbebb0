"""Bytes in are bytes out; what breaks is told where it breaks; nothing raises."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bodyplan
from bodyplan.text import apply, parse
from tests.text.documents import ENCODINGS, documents, encoded

SAMPLES = sorted((Path(bodyplan.__file__).parent / "samples").glob("*/*.urdf"))
DECLARED = '<?xml version="1.0" encoding="%s"?>\n'
WELL_FORMED = {
    "line ends of Windows": b'<robot name="r">\r\n<link name="a"/>\r\n</robot>\r\n',
    "line ends of old Macs": b'<robot name="r">\r<link name="a"/>\r</robot>',
    "mixed line ends": b'<robot name="r">\r\n<link name="a"/>\n\r</robot>',
    "byte order mark": codecs.BOM_UTF8 + b'<robot name="r"><link name="a"/></robot>',
    "utf-16": '<robot name="r"><link name="é😀"/></robot>'.encode("utf-16"),
    "utf-16 declared": (DECLARED % "UTF-16" + '<robot name="é"/>').encode("utf-16"),
    "latin-1": (DECLARED % "ISO-8859-1" + '<robot name="\xe9\x85"/>').encode("latin-1"),
    "windows-1252": (DECLARED % "windows-1252" + '<robot name="€"/>').encode("cp1252"),
    "cdata": b'<robot name="r"><![CDATA[ <a> & ]]><link name="a"/></robot>',
    "entities": b'<robot name="&lt;&amp;&#65;&#x41;&quot;&apos;&gt;"/>',
    "comments": b"<!-- a --><robot name='r'><!----><link name='a'/><!-- <b> --></robot><!-- -->",
    "processing instructions": b"<?a b?><robot name='r'><?c <d>?><link name='a'/></robot><?e?>",
    "odd spacing": b"<robot\n\tname = 'r'\n><link\r\nname\t=\n\"a\"\t/></robot\n>\n\n",
    "angle brackets in values": b"<robot name='a>b/>'><link name='\">'/></robot>",
    "newline in a value": b"<robot name='a\nb\r\nc\td'/>",
    "undeclared prefixes": b"<robot name='r'><a:b c:d='1'/><xacro:e/></robot>",
    "namespaces": b"<robot xmlns='a' xmlns:b='c' name='r'><b:d/></robot>",
    "document type": b"<!DOCTYPE robot [<!-- ]> --><!ATTLIST robot a CDATA 'b'>]><robot name='r'/>",
    "stand-alone": b"<?xml version='1.0' standalone='yes'?><robot name='r'/>",
    "other root": b"<sdf version='1.9'><model name='m'/></sdf>",
    "no line end at the end": b"<robot name='r'/>",
    "duplicate elements": b"<robot name='r'><link name='a'/><link name='a'/></robot>",
}


def everything(document):
    """Asks each finding for all it knows; gives back the places."""
    places = []
    for diagnostic in document.diagnostics:
        assert str(diagnostic)
        assert diagnostic.hint is None or diagnostic.hint
        places.append(diagnostic.where)
        fix = diagnostic.fix
        if fix is not None:
            apply(document.source.text, fix.edits)
    return places


def assert_places_are_inside(document):
    source = document.source
    for where in everything(document):
        assert (1, 1) <= (where.line, where.column) <= (where.end_line, where.end_column)
        for line, column in ((where.line, where.column), (where.end_line, where.end_column)):
            assert column - 1 <= len(source.line(line)) + 2
        assert where.path.startswith("/")


@pytest.mark.parametrize("data", WELL_FORMED.values(), ids=WELL_FORMED)
def test_a_well_formed_file_is_saved_as_it_was_read(data, tmp_path):
    path = tmp_path / "a.urdf"
    path.write_bytes(data)
    document = bodyplan.read(path)
    assert not [d for d in document.diagnostics if d.code in {"X001", "X002", "X003", "X004"}]
    assert document.tree.root is not None
    assert document.to_bytes() == data
    assert document.save() == path
    assert path.read_bytes() == data
    assert_places_are_inside(document)


def test_files_of_example_robots_are_saved_as_they_were_read(example_xml, tmp_path):
    data = example_xml.read_bytes()
    document = bodyplan.read(example_xml)
    target = document.save(tmp_path / example_xml.name)
    assert target.read_bytes() == data
    assert_places_are_inside(document)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample_robots_have_no_diagnostics(path):
    document = bodyplan.read(path)
    assert [str(d) for d in document.diagnostics] == []
    assert document.require() is document
    assert document.to_bytes() == path.read_bytes()


@given(documents(), st.sampled_from(ENCODINGS))
def test_any_document_keeps_its_bytes_and_its_places(text, encoding):
    data = encoded(text, encoding)
    document = bodyplan.read(data)
    assert document.to_bytes() == data
    assert document.tree.fault is None
    assert_places_are_inside(document)


@given(documents())
def test_a_fix_of_a_well_formed_document_leaves_it_well_formed(text):
    document = bodyplan.read(text.encode())
    for diagnostic in document.diagnostics:
        if diagnostic.fix is not None and diagnostic.fix.safety != "display":
            fixed = apply(document.source.text, diagnostic.fix.edits)
            assert parse(fixed.encode()).fault is None, diagnostic


@given(st.binary(max_size=300))
def test_any_bytes_are_read_and_kept(data):
    document = bodyplan.read(data)
    assert document.to_bytes() == data
    assert document.diagnostics
    assert_places_are_inside(document)


@given(st.text(max_size=300))
def test_any_text_that_begins_like_xml_is_read_and_kept(text):
    document = bodyplan.read("<" + text)
    assert document.to_bytes() == ("<" + text).encode("utf-8", "surrogatepass")
    assert_places_are_inside(document)


junk = st.one_of(
    st.binary(max_size=6),
    st.sampled_from([
        b"<", b">", b"&", b'"', b"'", b"/", b"\0", b"\xff", b"<!--", b"-->", b"<![CDATA[", b"]]>",
        b"<!DOCTYPE robot [", b'<!ENTITY a "b">', b"<QQQ/>", b"</link>", b"<link>", b"${a}",
        b' QQQ="1"', b"1,5", b"\xed\xa0\x80", b"\r", b"<?xml version='1.0'?>", b"&#0;", b"&a;",
    ]),
)  # fmt: skip


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 30), junk), max_size=4))
def test_a_sample_robot_with_random_damage_is_read_and_kept(path, changes):
    data = path.read_bytes()
    for place, length, new in changes:
        at = place % len(data)
        data = data[:at] + new + data[at + length :]
    document = bodyplan.read(data)
    assert document.to_bytes() == data
    assert_places_are_inside(document)


def test_a_real_robot_cut_at_every_byte_reports_where_it_ends(example_robots):
    path = min(example_robots, key=lambda path: path.stat().st_size)
    data = path.read_bytes()
    end = data.rindex(b">")
    for cut in range(end):
        document = bodyplan.read(data[:cut])
        assert document.to_bytes() == data[:cut]
        assert document.diagnostics[0].code in {"X001", "X004"}, cut
        places = everything(document)
        assert places[0].line >= data[:cut].count(b"\n") - 30
    assert bodyplan.read(data[: end + 1]).tree.fault is None


FAULTS = [
    ("<robot name='r'>\n <link name='é😀'></joint>", 2, 20, "X001"),
    ("<robot name='r'>\n é😀 <link name=a/>", 2, 16, "X001"),
    ("<robot name='r'>\n <link name='a' name='b'/>", 2, 17, "X001"),
    ("<robot name='r'>\n <link name='a'/>\n", 3, 1, "X001"),
    ("<robot name='r'>\n <link name='a", 2, 2, "X001"),
    ("<robot name='r'/>\n\n<robot/>", 3, 1, "X011"),
    ("<robot name='r'>\n  &QQQ;</robot>", 2, 3, "X001"),
    ("<!DOCTYPE robot [\n <!ENTITY a 'b'>]><robot name='r'/>", 2, 2, "X003"),
    ("<robot name=r/>", 1, 13, "X001"),
    ("<robot", 1, 1, "X001"),
    ("<!-- no end", 1, 1, "X001"),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("text", "line", "column", "code"), FAULTS)
def test_broken_xml_is_reported_at_the_problem_in_every_encoding(
    text, line, column, code, encoding
):
    document = bodyplan.read(encoded(text, encoding))
    first = document.diagnostics[0]
    assert (first.code, first.where.line, first.where.column) == (code, line, column)


def test_broken_xml_still_gives_what_is_before_the_problem():
    document = bodyplan.read(
        b"<robot name='r'>\n <link name='a'/>\n <link name='b'><inertial></link></robot>"
    )
    assert [link.name for link in document.root.links] == ["a", "b"]
    with pytest.raises(bodyplan.DescriptionError, match=r"3:29: X001 error"):
        document.require()


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"<robot name='r'>\n<!-- \xe9 --></robot>", 2, 6),
        (b"<robot name='\xff'/>", 1, 14),
        (b"<robot name='\xc3\xa9\xc3'/>", 1, 15),
        (b"<robot name='r'>\n\xed\xa0\x80</robot>", 2, 1),
    ],
)
def test_bytes_outside_the_encoding_are_reported_at_the_byte(data, line, column):
    first = bodyplan.read(data).diagnostics[0]
    assert (first.code, first.where.line, first.where.column) == ("X002", line, column)


@pytest.mark.parametrize("name", ["QQQ", "utf-16", "utf-32", "utf-7", "gbk", "hex", "idna"])
def test_an_encoding_that_is_unknown_or_a_lie_is_reported(name):
    document = bodyplan.read((DECLARED % name + '<robot name="é"/>').encode())
    first = document.diagnostics[0]
    assert (first.code, first.where.line) == ("X002", 1)


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (b"", "X004", "empty"),
        (b" \r\n\t", "X004", "empty"),
        (codecs.BOM_UTF8, "X004", "empty"),
        (codecs.BOM_UTF16_LE, "X004", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "X006", "binary"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0", "X006", "binary"),
        (b"PK\x03\x04\x14\0\0\0", "X006", "binary"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "X006", "binary"),
        (b"\0" * 84, "X006", "binary"),
        (b"solid robot\nfacet normal 0 0 1\n", "X006", "text without any XML"),
        (b"robot: {name: arm}\n", "X006", "text without any XML"),
        (b"<!DOCTYPE html>\n<html><body><br></body></html>", "X006", "HTML"),
        (b"<!doctype html>\n<p>x", "X006", "HTML"),
        (b"<html lang=en><body>", "X006", "HTML"),
        (b"<HTML><BODY></BODY></HTML>", "X006", "HTML"),
        (b"<mujoco/>", "X006", "MuJoCo"),
        (b"<COLLADA/>", "X006", "COLLADA"),
        (b"<robto name='r'/>", "X006", "robto"),
    ],
)
def test_a_file_that_is_something_else_is_named(data, code, word):
    document = bodyplan.read(data)
    messages = [d.message for d in document.diagnostics if d.code == code]
    assert messages, [str(d) for d in document.diagnostics]
    assert word in messages[0]
    assert document.root is None
    assert document.format is None


@pytest.mark.parametrize("name", ["limits.yaml", "Limits.YML"])
@pytest.mark.parametrize("text", ["joint_limits: {}\n", "a: &x {}\nb:\n  <<: *x\n"])
def test_of_settings_in_yaml_it_is_said_what_reads_them(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    (found,) = bodyplan.read(path).diagnostics
    assert (found.code, found.message) == ("X006", "this is a YAML file, not a robot description")
    assert "bodyplan check" in found.hint
    with pytest.raises(bodyplan.DescriptionError, match="this is a YAML file"):
        bodyplan.load(path)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_with_a_problem_is_not_called_binary(encoding):
    first = bodyplan.read(encoded("<robot name=r/>", encoding)).diagnostics[0]
    assert (first.code, first.where.column) == ("X001", 13)


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0" encoding="ISO-8859-1"?><robot name="é"/>',
        '<?xml version="1.0" encoding="utf-16"?><robot name="é"/>',
        '<?xml version="1.0" encoding="utf-8"?><robot name="é"/>',
        '\ufeff<?xml version="1.0"?><robot name="é"/>',
    ],
)
def test_a_str_is_read_as_its_characters_whatever_it_declares(text):
    document = bodyplan.read(text)
    assert document.root is not None
    assert document.root.name == "é"


@pytest.mark.parametrize("text", ["<robot name='\ud800'/>", "<\udcff"])
@pytest.mark.parametrize("make", [lambda text: text, io.StringIO], ids=["str", "stream"])
def test_lone_surrogates_are_a_diagnostic_and_no_exception(text, make):
    document = bodyplan.read(make(text))
    assert document.diagnostics[0].code in {"X001", "X002"}
    assert_places_are_inside(document)


@pytest.mark.parametrize("make", [io.BytesIO, bytes, bytes.decode], ids=["stream", "bytes", "str"])
def test_all_ways_in_give_the_same_document(make, sample):
    data = sample("arm").read_bytes()
    document = bodyplan.read(make(data))
    assert document.root == bodyplan.read(sample("arm")).root
    assert document.to_bytes() == data


def test_sections_of_character_data_are_read_like_text():
    document = bodyplan.read(
        b'<robot name="r"><ros2_control name="a" type="system"><hardware>'
        b"<plugin><![CDATA[a/b]]></plugin></hardware></ros2_control></robot>"
    )
    assert document.root.ros2_control[0].hardware.plugin == "a/b"


def test_an_external_document_type_is_reported_and_never_opened():
    document = bodyplan.read(b'<!DOCTYPE robot SYSTEM "a.dtd">\n<robot name="r"/>')
    (found,) = document.diagnostics
    assert (found.code, found.where.line) == ("X007", 1)


@pytest.mark.parametrize(
    ("declared", "name", "data"),
    [
        ("ISO-8859-1", "é", b"\xe9"),
        ("windows-1252", "€", b"\x80"),
        ("utf-16", "é", "é".encode("utf-16-le")),
        ("utf-16", "😀", "😀".encode("utf-16-le")),
        ("UTF-16BE", "😀", "😀".encode()),
        ("UTF-8", "é", "é".encode()),
        ("us-ascii", "e", b"e"),
        ("us-ascii", "é", "é".encode()),
        ("ISO-8859-1", "ж", "ж".encode()),
        ("shift_jis", "字", "字".encode()),
        ("QQQ", "é", "é".encode()),
        ("rot13", "é", "é".encode()),
    ],
)
def test_the_bytes_of_a_str_read_back_as_the_same_characters(declared, name, data):
    text = f'<?xml version="1.0" encoding="{declared}"?><robot name="{name}"/>'
    for document in (bodyplan.read(text), bodyplan.read(io.StringIO(text))):
        assert document.root.name == name
        assert document.source.text == text
        assert document.source.editable
        assert data in document.to_bytes()
        assert bodyplan.read(document.to_bytes()).root.name == name

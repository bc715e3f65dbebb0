"""Files that XML forbids and the reference readers let pass are read whole, and told of."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import bodyplan
from bodyplan import Severity
from bodyplan.edit.format import format_document
from bodyplan.formats.editing import EditError
from bodyplan.formats.read import read_bytes
from bodyplan.formats.sdf.upgrade import upgrade
from bodyplan.jobs.check import check
from bodyplan.text import apply
from tests.oracles import libsdformat, urdfdom

DECLARATION = b'<?xml version="1.0"?>\n'
URDF = b'<robot name="r">\n  <link name="base"/>\n</robot>\n'
SDF = b"""<sdf version="1.9">
  <model name="m"><link name="l"><inertial><mass>2</mass></inertial></link></model>
</sdf>
"""
BEFORE = {
    "an empty line": b"\n" + DECLARATION,
    "blanks": b"  \t" + DECLARATION,
    "blanks behind a byte order mark": b"\xef\xbb\xbf\n" + DECLARATION,
    "a comment": b"<!-- (c) us -->\n" + DECLARATION,
    "a comment with hyphens": b"<!-- a -- b -->\n" + DECLARATION,
    "an instruction": b"<?editor fold?>\n" + DECLARATION,
    "a document type": b"<!DOCTYPE robot>\n" + DECLARATION,
    "a second declaration": DECLARATION + DECLARATION,
    "a second one behind a comment": DECLARATION + b"<!-- c -->" + DECLARATION,
    "a lost bracket": DECLARATION[1:],
    "text": b"hello " + DECLARATION,
    "text alone": b"hello ",
    "text of one line": b"hello\n",
    "a second byte order mark": b"\xef\xbb\xbf\xef\xbb\xbf" + DECLARATION,
    "a form feed": b"\x0c" + DECLARATION,
    "a hard blank": "\u00a0".encode() + DECLARATION,
    "a NUL": DECLARATION + b"\0",
    "a version without quotes": b"<?xml version=1.0?>\n",
    "no version": b"<?xml?>\n",
    "capitals": b'<?XML version="1.0"?>\n',
    "a stray bracket of nothing": DECLARATION + b"] ",
}
BEHIND = {
    "a NUL": b"\0",
    "NULs and blanks": b"\r\n\0\0\n",
    "a NUL and text": b"\0hello",
    "text": b"hello",
    "text and a comment": b"hello <!-- c -->",
    "an element": b"<link name='b'/>\n",
    "two elements": b"<a/>\n<b>x</b>",
    "the end tag again": b"</robot>",
    "another end tag": b"</x> and so on",
    "a declaration": DECLARATION,
    "a document type": b"<!DOCTYPE robot>\n",
    "a comment and a NUL": b"<!-- c -->\0",
    "an end tag of nothing": b"</>",
    "the end of a comment": b"hello -->",
    "a declaration that lost its bracket": DECLARATION[1:].strip(),
    "a hard blank": "\u00a0".encode(),
    "a declaration in capitals and an end tag": b"<?XML?></a/>",
    "a declaration in capitals": b"<?XML?>",
    "an instruction without a name": b"<??>",
    "a comment with a control character": b"<!-- \x01 -->",
    "a comment that never ends": b"<!-- c",
    "text with a tag behind": b"<a/>&amp;< a/>",
}
ODD = {
    **{f"{name} before": (lambda root, odd=odd: odd + root) for name, odd in BEFORE.items()},
    **{f"{name} behind": (lambda root, odd=odd: root + odd) for name, odd in BEHIND.items()},
}


def findings(data, name, profile=None):
    return list(check(read_bytes(data, name), profile=profile).diagnostics)


def of_xml(found):
    return [one for one in found if one.code in {"X001", "X009", "X010", "X011"}]


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_urdfdom_agrees_about_what_is_around_the_root(odd):
    data = odd(URDF)
    document = read_bytes(data, "r.urdf")
    found = of_xml(document.diagnostics)

    assert [link.name for link in document.root.links] == ["base"]
    assert document.tree.fault is None
    accepted = urdfdom.verdict(data).accepted
    assert accepted == all(one.severity is Severity.WARNING for one in found), found
    assert accepted == (not findings(data, "r.urdf", "urdfdom"))


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_libsdformat_agrees_about_what_is_around_the_root(odd, tmp_path):
    data = odd(SDF)
    path = tmp_path / "m.sdf"
    path.write_bytes(data)
    document = read_bytes(data, "m.sdf")

    assert document.root.models[0].links[0].inertial.mass == 2
    accepted = not libsdformat.shared().load(path).codes
    assert accepted == all(one.severity is Severity.WARNING for one in of_xml(findings(data, "m")))
    judged = findings(data, "m.sdf", "libsdformat")
    assert accepted == all(one.severity is not Severity.ERROR for one in judged)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_repairs_leave_a_file_that_strict_readers_take(odd):
    data = odd(URDF)
    for _ in range(4):
        document = read_bytes(data, "r.urdf")
        fixes = [one.fix for one in of_xml(document.diagnostics) if one.fix is not None]
        if not fixes:
            break
        data = document.source.encode(apply(document.source.text, fixes[0].edits))

    assert not of_xml(read_bytes(data, "r.urdf").diagnostics)
    assert ET.fromstring(data).tag == "robot"
    assert data.count(b"<?xml") <= 1
    assert URDF.strip() in data


def test_what_is_wrong_inside_is_reported_at_its_place():
    document = read_bytes(
        b"\n\n" + DECLARATION + b'<robot name="r">\n  <lnik/>\n</robot>\0', "r.urdf"
    )

    told = [(one.code, one.where.line, one.where.column) for one in document.diagnostics]
    assert told == [("X101", 5, 4), ("X010", 3, 1), ("X011", 6, 9)]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_places_do_not_count_a_byte_order_mark(mark):
    data = mark + b"\n" + DECLARATION + "<robot name='é'>\r\n<lnik/></robot>\r\n\0".encode()

    told = [(one.code, one.where.line, one.where.column) for one in findings(data, "r.urdf")]
    assert {("X010", 2, 1), ("X101", 4, 2), ("X011", 5, 1)} <= set(told)


def test_a_declaration_whose_encoding_is_not_that_of_the_file_is_not_moved_to_the_beginning():
    data = '\n<?xml version="1.0" encoding="ISO-8859-1"?>\n<robot name="é"/>'.encode()

    (late,) = [one for one in findings(data, "r.urdf") if one.code == "X010"]
    assert late.fix is None
    assert bodyplan.read(data).root.name == "é"


def test_a_malformed_declaration_of_another_encoding_hinders_the_reading():
    data = b'<?xml encoding="ISO-8859-1"?>\n<robot name="\xc3\xa9"><link name="a"/></robot>'

    assert [one.code for one in findings(data, "r.urdf")] == ["X001"]
    plain = bodyplan.read(data.replace(b"\xc3\xa9", b"r"))
    assert [one.code for one in plain.diagnostics] == ["X010"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.yaml", b"a: b\nlist: <x>\n", "this is a YAML file, not a robot description"),
        ("a.npz", b"PK\x03\x04\0\0 <x>", "this is a binary file, not a robot description"),
    ],
)
def test_a_text_with_a_tag_in_it_is_no_robot_with_text_before_it(name, data, message):
    assert [one.message for one in findings(data, name)] == [message]


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_nothing_around_the_root_is_lost_by_laying_a_file_out(odd):
    document = read_bytes(odd(URDF), "r.urdf")

    with pytest.raises(EditError, match="surrounded by content"):
        format_document(document)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_edit_keeps_every_other_byte(odd):
    data = odd(URDF)
    document = read_bytes(data, "r.urdf")
    with document.editing() as edit:
        edit.set(document.root, name="other")

    assert document.to_bytes() == data.replace(b'name="r"', b'name="other"')


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize(
    "data",
    [
        SDF + b"<?editor fold?>",
        SDF.replace(b"<link", b"<?editor fold?><link"),
        b"<!-- c --><?editor fold?>" + SDF,
        DECLARATION + b"<?editor fold?>" + SDF,
    ],
)
def test_libsdformat_agrees_about_what_xml_allows_and_it_does_not(data):
    refused = any(one.severity is Severity.ERROR for one in findings(data, "m", "libsdformat"))

    assert refused == bool(libsdformat.shared().load(data).codes)


def test_a_robot_that_is_whole_before_a_stray_end_is_judged_whole():
    robot = b'<robot name="r"><link name="a"/><joint name="j" type="fixed"/></robot>'

    codes = {one.code for one in findings(robot + b"\0", "r.urdf")}
    assert codes == {one.code for one in findings(robot, "r.urdf")} | {"X011"}


def test_entities_are_refused_behind_an_empty_line_too():
    data = b"\n" + DECLARATION + b'<!DOCTYPE r [<!ENTITY a "b">]><robot name="&a;"/>'

    document = read_bytes(data, "r.urdf")
    assert "X003" in [one.code for one in document.diagnostics]
    assert document.root is None


def test_comments_with_hyphens_hinder_no_conversion():
    old = SDF.replace(b"1.9", b"1.4").replace(b"<mass>", b"<!-- a -- b --><mass>")
    new = upgrade(read_bytes(old, "m.sdf"), "1.9").document.source.text

    assert new.replace("1.9", "1.4", 1) == old.decode()


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_comments_with_hyphens_hinder_no_verdict_of_libsdformat():
    data = SDF.replace(b"<mass>2", b"<!-- a -- b --><mass>-2")

    judged = [one.severity for one in findings(data, "m.sdf", "libsdformat")]
    assert Severity.ERROR in judged
    assert libsdformat.shared().load(data).codes


@pytest.mark.parametrize(
    "text", ["", "\n", "<!-- c -->", "hello", "<?xml version='1.0'?>", "< a/>"]
)
def test_a_file_without_a_root_stays_unreadable(text):
    document = bodyplan.read(text.encode())
    assert document.root is None
    assert document.diagnostics


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
@pytest.mark.parametrize(
    "end", [b"x", b">", b"\0", b"\xd8", b"\xff", b"\0\xd8", b"\xd8\0", b"\xd8\0x"]
)
def test_half_a_character_of_utf_16_behind_the_root_is_reported(encoding, end):
    document = read_bytes(URDF.decode().encode(encoding) + end, "r.urdf")
    assert len(document.root.links) == 1
    (found,) = document.diagnostics
    assert found.code in {"X001", "X011"}
    assert found.where.line == 4

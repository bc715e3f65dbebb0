import codecs
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.text import Source, parse
from bodyplan.text.xml_tree import size_in_memory
from tests.text.documents import ENCODINGS, documents, encoded

BILLION_LAUGHS = (
    '<!DOCTYPE a [<!ENTITY l0 "lol">'
    + "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    + "]><a>&l9;</a>"
)


@pytest.mark.parametrize(
    ("text", "kind", "position", "elements"),
    [
        ("<a>\n<b></c></a>", "syntax", (2, 6), ["a", "b"]),
        ("<a>\n <b x=1/></a>", "syntax", (2, 7), ["a"]),
        ("<a>\n <b x='1' x='2'/></a>", "syntax", (2, 11), ["a"]),
        ("<a>\n  é😀 & b</a>", "syntax", (2, 7), ["a"]),
        ("<a>\n  &foo;</a>", "syntax", (2, 3), ["a"]),
        ("<a/>\n<b/>", "syntax", (2, 1), ["a"]),
        ("<a/>\njunk", "syntax", (2, 1), ["a"]),
        ("<a>\n<b>", "syntax", (2, 4), ["a", "b"]),
        ("<a>\n<b", "syntax", (2, 1), ["a"]),
        ("<a>\n<!-- b", "syntax", (2, 1), ["a"]),
        ("<a>\n<b x='<'/></a>", "syntax", (2, 7), ["a"]),
        ("\n<?xml version='1.0'?><a/>", "syntax", (2, 1), []),
        ("<a>\n\x01</a>", "syntax", (2, 1), ["a"]),
        ("<a>\n<!-- a -- b --></a>", "syntax", (2, 10), ["a"]),
        ("", "empty", (1, 1), []),
        (" \n ", "empty", (1, 1), []),
        ('<!DOCTYPE a [\n <!ENTITY b "c">]><a>&b;</a>', "entity", (2, 2), []),
        ('<!DOCTYPE a [\n <!ENTITY % b "c">]><a/>', "entity", (2, 2), []),
        (
            '<!DOCTYPE a [\n <!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
            "entity",
            (2, 2),
            [],
        ),
        (BILLION_LAUGHS, "entity", (1, 14), []),
    ],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_problem_is_where_it_is_and_the_tree_ends_there(text, kind, position, elements, encoding):
    data = encoded(text, encoding)
    if kind == "empty" and encoding.startswith("utf-16"):
        data = data[:2] + text.encode(encoding)
    tree = parse(data)
    assert tree.fault is not None
    source = Source(data)
    assert tree.fault.kind == kind
    assert source.position(source.offset_of_byte(tree.fault.byte)) == position
    found = [] if tree.root is None else [element.tag for element in tree.root.iter()]
    assert found == elements


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        (b"<a>\xff</a>", 3),
        (b"<a>\xc3</a>", 3),
        (b"<a>\xed\xa0\x80</a>", 3),
        (b"<a b='\xe9'/>", 6),
        (b"<a>\xf8\x88\x80\x80\x80</a>", 3),
        (b"<a>\xc0\xaf</a>", 3),
    ],
)
def test_bytes_outside_the_encoding_are_a_problem_of_encoding(data, byte):
    fault = parse(data).fault
    assert fault is not None
    assert (fault.kind, fault.byte) == ("encoding", byte)


@pytest.mark.parametrize(
    "name", ["QQQ", "utf-16", "utf-32", "utf-7", "gbk", "hex", "rot13", "idna", "undefined"]
)
def test_a_declared_encoding_that_is_unknown_or_a_lie_is_a_problem_of_encoding(name):
    fault = parse(f'<?xml version="1.0" encoding="{name}"?><a/>'.encode()).fault
    assert fault is not None
    assert fault.kind == "encoding"


@pytest.mark.parametrize("name", ["ISO-8859-1", "latin1", "windows-1252", "iso-8859-15", "koi8-r"])
def test_encodings_of_one_byte_a_character_are_read(name):
    character = b"\xe4".decode(name)
    tree = parse(f'<?xml version="1.0" encoding="{name}"?><a b="{character}"/>'.encode(name))
    assert tree.fault is None
    assert tree.root is not None
    assert tree.root.get("b") == character


def test_a_byte_order_mark_is_worth_more_than_the_declaration():
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><a b="é"/>'
    tree = parse(codecs.BOM_UTF8 + text.encode())
    assert tree.root is not None
    assert tree.root.get("b") == "é"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<a><![CDATA[x]]></a>", "x"),
        ("<a> <!-- c --> <![CDATA[x]]></a>", "  x"),
        ("<a>\n<?p q?><![CDATA[<b>&c;]]>\n</a>", "\n<b>&c;\n"),
        ("<a>&#65;&lt;</a>", "A<"),
        ("<a><!-- > -->x</a>", "x"),
        ("<a b='>'>x</a>", "x"),
    ],
)
def test_text_is_seen_in_whatever_way_it_is_written(text, wanted):
    tree = parse(text.encode())
    assert tree.has_text
    assert tree.root is not None
    assert tree.root.text == wanted


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x01"])
@pytest.mark.parametrize(
    "text", ["<a>%s<b/></a>", "<a>x<b/>%s<c/></a>", "<a><b/>%s</a>x", "<a/>%s<!---->"]
)
def test_control_characters_are_no_blanks(character, text):
    data = (text % character).encode()
    fault = parse(data).fault
    assert fault is not None
    assert (fault.kind, fault.byte) == ("syntax", data.index(character.encode()))


def test_defaults_of_a_document_type_are_not_attributes_of_the_file():
    tree = parse(b'<!DOCTYPE a [<!ATTLIST a b CDATA "c" d CDATA "e">]><a d="f"/>')
    assert tree.root is not None
    assert tree.root.attrib == {"d": "f"}


def test_names_keep_their_prefix_declared_or_not():
    tree = parse(b'<a xmlns="x" xmlns:p="y"><p:b q:c="1"/><q:d/></a>')
    assert tree.root is not None
    assert [element.tag for element in tree.root.iter()] == ["a", "p:b", "q:d"]
    assert tree.root[0].attrib == {"q:c": "1"}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"<a>" + b" " * 10 + b"</a>", "max_bytes = 10 (found 17)"),
        ("<a>ж</a>".encode(), "max_bytes = 10 (found 18), because its widest character"),
        ("<a>😀".encode(), "max_bytes = 10 (found 28)"),
        (b"<a>\x80</a>", "max_bytes = 10 (found 16), because its widest character"),
    ],
)
def test_a_file_over_the_limit_on_bytes_is_not_read_and_the_cap_is_named(data, name):
    tree = parse(data, Limits(max_bytes=10))
    assert tree.root is None
    assert tree.fault is not None
    assert tree.fault.kind == "limit"
    assert name in tree.fault.message


def test_the_attributes_of_all_elements_are_limited_together():
    element = "<b " + " ".join(f"a{n}='1'" for n in range(10)) + "/>"
    limits = Limits(max_elements=30_000)
    assert parse(f"<a>{element * 11_000}</a>".encode(), limits).fault is None
    fault = parse(f"<a>{element * 13_000}</a>".encode(), limits).fault
    assert fault is not None
    assert (fault.kind, fault.message) == (
        "limit",
        "more than 4 attributes for each element of max_elements = 30,000",
    )


HEADS = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b'<?xml version="1.0" encoding="cp1252"?>')


@given(st.sampled_from(HEADS), st.one_of(st.binary(), st.text().map(str.encode)))
def test_no_text_is_larger_in_memory_than_its_file_is_charged(head, data):
    text = Source(head + 100 * data).text
    assert sys.getsizeof(text) - sys.getsizeof("😀") <= size_in_memory(head + 100 * data)


@pytest.mark.parametrize("noise", ["", "<!-- <a/> --><![CDATA[<a/>]]>"])
def test_elements_are_read_up_to_the_cap_which_is_named(noise):
    data = f"<a>{'<b/>' * 999}{noise}</a>".encode()
    assert parse(data, Limits(max_elements=1000)).fault is None
    tree = parse(data, Limits(max_elements=999))
    assert tree.root is not None
    assert len(tree.root) == 998
    assert tree.fault is not None
    assert (tree.fault.kind, tree.fault.byte) == ("limit", 3 + 4 * 998)
    assert "max_elements = 999" in tree.fault.message


def test_the_default_limits_lie_above_any_real_robot():
    assert DEFAULT_LIMITS.max_bytes > 16 * 1024 * 1024
    assert DEFAULT_LIMITS.max_elements >= 100_000


@given(documents(), st.sampled_from(ENCODINGS))
def test_every_well_formed_document_is_read_to_its_end(text, encoding):
    tree = parse(encoded(text, encoding))
    assert tree.fault is None
    assert tree.root is not None


@given(st.binary())
def test_no_bytes_raise(data):
    tree = parse(data)
    assert tree.root is not None or tree.fault is not None


@given(documents(), st.integers(0, 10_000))
def test_a_document_cut_anywhere_gives_the_elements_that_began_before(text, cut):
    data = text.encode()
    whole = parse(data).root
    assert whole is not None
    part = parse(data[: cut % len(data)])
    tags = [element.tag for element in whole.iter()]
    found = [] if part.root is None else [element.tag for element in part.root.iter()]
    assert found == tags[: len(found)]

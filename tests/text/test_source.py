import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.text import Source
from tests.text.documents import ENCODINGS, encoded

DECLARED = '<?xml version="1.0" encoding="%s"?>'


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"<a/>", "utf-8"),
        (codecs.BOM_UTF8 + b"<a/>", "utf-8"),
        (codecs.BOM_UTF8 + (DECLARED % "ISO-8859-1").encode(), "utf-8"),
        ((DECLARED % "ISO-8859-1").encode(), "iso8859-1"),
        ((DECLARED % "windows-1252").encode(), "cp1252"),
        ((DECLARED % "UTF-8").encode(), "utf-8"),
        (b"<?xml version='1.0'" + b" " * 400 + b"encoding = 'latin1' ?>", "iso8859-1"),
        (encoded("<a/>", "utf-16-le"), "utf-16-le"),
        (encoded("<a/>", "utf-16-be"), "utf-16-be"),
        ("<?xml version='1.0'?><a/>".encode("utf-16-le"), "utf-16-le"),
        ("<a/>".encode("utf-16-le"), "utf-16-le"),
        ("<a/>".encode("utf-16-be"), "utf-16-be"),
        ("\n<a/>".encode("utf-16-be"), "utf-16-be"),
        (b"", "utf-8"),
    ],
)
def test_the_encoding_is_that_of_the_mark_or_the_declaration(data, encoding):
    assert Source(data).encoding == encoding


@pytest.mark.parametrize(
    "name",
    [
        "hex", "base64", "rot13", "zip", "idna", "punycode", "undefined", "utf-16", "utf-32",
        "utf-7", "unicode_escape", "raw_unicode_escape", "cp037", "QQQ", "x" * 300, "mbcs", "oem",
    ],
)  # fmt: skip
def test_a_declared_encoding_that_the_file_cannot_be_in_counts_as_utf_8(name):
    data = (DECLARED % name).encode() + '<robot name="é😀"/>'.encode()
    source = Source(data)
    assert source.encoding == "utf-8"
    assert source.text == data.decode()
    assert source.encode(source.text) == data


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(st.text())
def test_text_of_any_encoding_goes_back_to_its_bytes(encoding, text):
    source = Source(encoded("<a" + text, encoding))
    assert source.text == "<a" + text
    assert source.encode(source.text) == source.data
    assert source.editable


@given(st.binary())
def test_any_bytes_have_a_text_and_know_whether_it_goes_back(data):
    source = Source(data)
    assert isinstance(source.text, str)
    if source.editable:
        assert source.encode(source.text) == data


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@given(st.binary(), st.integers(0, 40))
def test_any_bytes_of_utf_16_have_a_text_of_their_length(encoding, data, cut):
    source = Source("<a>".encode(encoding) + data)
    assert source.encoding == encoding
    assert source.text.startswith("<a>")
    assert source.editable == (len(data) % 2 == 0)
    assert source.offset_of_byte(6 + cut) <= len(source.text)


@given(st.binary(), st.integers(0, 200))
@pytest.mark.parametrize("name", ["shift_jis", "iso2022_jp", "gb18030", "hz", "big5", "cp1252"])
def test_parts_of_any_encoding_are_decoded_as_the_whole_is(name, data, cut):
    source = Source((DECLARED % name).encode() + data)
    assert source.text.startswith("<?xml")
    assert source.offset_of_byte(cut) <= 2 * len(source.data)


@given(st.binary())
def test_broken_utf_8_is_kept_as_lone_surrogates(data):
    source = Source(b"<a>" + data)
    assert source.editable


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("", 0, (1, 1)),
        ("abc", 0, (1, 1)),
        ("abc", 3, (1, 4)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (2, 1)),
        ("a\n\rb", 3, (3, 1)),
        ("é😀b", 2, (1, 3)),
        ("\n\n\n", 3, (4, 1)),
        ("a\u2028b\x0cc\x85d", 6, (1, 7)),
    ],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_lines_and_columns_count_characters_from_one(text, offset, position, encoding):
    assert Source(encoded(text, encoding)).position(offset) == position


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", ["abc", "é<", "😀<b", "a\r\n😀é"])
def test_each_byte_position_finds_its_character(encoding, text):
    source = Source(encoded(text, encoding))
    bare = encoding.removesuffix("-sig")
    mark = len(source.bom)
    for index in range(len(text) + 1):
        byte = mark + len(text[:index].encode(bare))
        assert source.offset_of_byte(byte) == index
    assert source.offset_of_byte(0) == 0


@pytest.mark.parametrize(
    ("text", "newline"), [("a", "\n"), ("a\r\nb\n", "\r\n"), ("a\nb\r\n", "\n"), ("a\rb", "\r")]
)
def test_the_first_line_end_is_the_one_in_use(text, newline):
    assert Source(text.encode()).newline == newline


def test_lines_come_without_their_ends_and_missing_ones_are_empty():
    source = Source(b"a\r\nb\n\rc")
    assert [source.line(number) for number in range(7)] == ["", "a", "b", "", "c", "", ""]

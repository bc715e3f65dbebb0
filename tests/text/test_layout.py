from itertools import pairwise
from xml.parsers import expat

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bodyplan.text import Layout, Source, parse
from bodyplan.text.layout import blanks_before
from tests.text.documents import ENCODINGS, documents, encoded
from tests.text.sound import assert_sound


def layout_of(text):
    return Layout(text, parse(text.encode()).root)


def starts_by_expat(data):
    """Line and column (from 1) of each start tag, by the parser itself."""
    parser, found = expat.ParserCreate(), []

    def start(*_):
        found.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))

    parser.StartElementHandler = start
    parser.Parse(data, True)
    return found


@given(documents(), st.sampled_from(ENCODINGS))
def test_the_layout_of_any_document_is_sound(text, encoding):
    source = Source(encoded(text, encoding))
    assert source.text == text
    tree = parse(source.data)
    assert_sound(Layout(source.text, tree.root), has_text=tree.has_text)


@given(documents())
def test_positions_agree_with_expat(text):
    text = text.replace("\r", "").encode("ascii", "ignore").decode()
    try:
        wanted = starts_by_expat(text.encode())
    except expat.ExpatError:  # a name lost all its letters
        assume(condition=False)
    source, layout = Source(text.encode()), layout_of(text)
    assert [source.position(layout.span(e).start) for e in layout.elements] == wanted


def test_positions_in_real_robots_agree_with_expat(example_robot):
    data = example_robot.read_bytes()
    source, tree = Source(data), parse(data)
    layout = Layout(source.text, tree.root)
    assert_sound(layout, has_text=tree.has_text)
    if b"\r" not in data and data.isascii():
        found = [source.position(layout.span(element).start) for element in layout.elements]
        assert found == starts_by_expat(data)


@given(documents(), st.integers(0, 10_000))
def test_the_layout_of_a_file_that_breaks_off_is_sound_up_to_there(text, cut):
    part = text[: cut % len(text)]
    layout = layout_of(part)
    assert_sound(layout, closed=False)


@given(documents(), st.integers(0, 10_000), st.text(st.sampled_from("<>/!?-[]\"'&a= "), max_size=9))
def test_junk_anywhere_never_breaks_the_layout_of_what_came_before(text, place, junk):
    at = place % len(text)
    broken = text[:at] + junk + text[at:]
    tree = parse(broken.encode())
    layout = Layout(broken, tree.root)
    for element in layout.elements:
        span, tag = layout.span(element), layout.tag_span(element)
        assert broken[span.start] == "<"
        assert broken[tag.start : tag.end] == element.tag
        assert [name for name, _ in layout.attributes(element)] == list(element.attrib)
    starts = [layout.span(element).start for element in layout.elements]
    assert all(a < b for a, b in pairwise(starts))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("<a b='1'/>", ["1"]),
        ("<a b = '1'\n\tc\r\n=\n\"2\"/>", ["1", "2"]),
        ("<a b='>' c='/>' d='a=\"b\"'/>", [">", "/>", 'a="b"']),
        ("<a b=''/>", [""]),
        ("<a b='1'c='2'/>", []),
        ("<p:a p:b='é😀' xmlns:p='x'/>", ["é😀", "x"]),
        ("<a b='x\ny' c=\"'\"></a>", ["x\ny", "'"]),
    ],
)
def test_attributes_are_where_they_are_however_they_are_spaced(text, values):
    tree = parse(text.encode())
    if not values:
        assert tree.fault is not None
        return
    layout = Layout(text, tree.root)
    (element,) = layout.elements
    spans = [span.value for _, span in layout.attributes(element)]
    assert [text[span.start : span.end] for span in spans] == values
    assert layout.attribute(element, "QQQ") is None


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE a>",
        "<!DOCTYPE a SYSTEM '>'>",
        '<!DOCTYPE a PUBLIC "x" "[">',
        "<!DOCTYPE a [<!-- ]> <b> -->]>",
        "<!DOCTYPE a [<!-- it's -->]  >",
        "<!DOCTYPE a [<?go ]> <b> ' ?>]>",
        "<!DOCTYPE a [<!ATTLIST a b CDATA ']> b>'>]>",
        '<!DOCTYPE a [<!ELEMENT a (b)><!NOTATION n SYSTEM "<b>">]>',
    ],
)
def test_what_looks_like_an_element_in_a_document_type_is_none(doctype):
    text = doctype + "<!-- <b> --><?go <b>?><a><![CDATA[<b>]]><c/></a>"
    layout = layout_of(text)
    assert_sound(layout)
    assert layout.span(layout.elements[1]).start == text.index("<c/>")


@pytest.mark.parametrize(
    ("path", "index"),
    [
        ("/robot", 0),
        ("/robot/link[@name='a']", 1),
        ("/robot/link[@name='a']/visual", 2),
        ("/robot/link[2]", 3),
        ("/robot/link[3]", 4),
        ("/robot/link[4]", 5),
        ('/robot/link[@name="it\'s"]', 6),
        ("/robot/link[6]", 7),
        ("/robot/joint", 8),
    ],
)
def test_a_path_goes_by_name_where_that_is_enough_and_else_by_number(path, index):
    long = "n" * 10_000
    layout = layout_of(
        '<robot><link name="a"><visual name="v"/></link><link name="b"/><link name="b"/><link/>'
        f'<link name="it\'s"/><link name="{long}"/><joint name="j"/></robot>'
    )
    assert layout.path(layout.elements[index]) == path


@given(st.text(" \t\r\nab", max_size=300), st.integers(0, 300))
def test_blanks_before_an_offset_are_those_of_its_line(text, offset):
    offset = min(offset, len(text))
    before = text[:offset].replace("\r", "\n").rpartition("\n")[2]
    assert blanks_before(text, offset) == (None if before.strip(" \t") else before)


def test_a_path_does_not_grow_without_bound():
    layout = layout_of("<a>" * 100_000 + "</a>" * 100_000)
    assert layout.path(layout.elements[299]) == "/a" * 300
    assert layout.path(layout.elements[300]) == "/a" * 300 + "/..."
    assert layout.path(layout.elements[-1]) == "/a" * 300 + "/..."
    layout = layout_of(f"<{'a' * 1000}/>")
    assert layout.path(layout.elements[0]) == "/" + "a" * 197 + "..."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<a>\n  <b/></a>", "  "),
        ("<a>\r\t<b/></a>", "\t"),
        ("<a> <b/></a>", ""),
        ("<a><b/></a>", ""),
    ],
)
def test_indentation_is_the_blanks_of_a_line_that_has_nothing_else_before(text, wanted):
    layout = layout_of(text)
    assert layout.indentation(layout.span(layout.elements[1]).start) == wanted


def test_an_empty_tag_is_distinguished_from_an_empty_element():
    layout = layout_of("<a><b/><c></c></a>")
    assert [layout.span(element).is_empty_tag for element in layout.elements] == [
        False,
        True,
        False,
    ]


def test_no_tree_has_no_elements():
    assert Layout("junk", None).elements == []

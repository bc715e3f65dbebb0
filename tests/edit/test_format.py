"""Canonical layout: what it changes, and above all what it never changes."""

# ruff: noqa: ISC004, FLY002  (long texts in pieces)

from __future__ import annotations

import time
from xml.parsers import expat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bodyplan.core import Limits
from bodyplan.edit.format import WIDTH, format_document
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, edited
from bodyplan.formats.read import read
from tests.growth import HANG_GUARD, lines


def laid_out(data: str | bytes, **options: int) -> str:
    return after(data, **options).source.text


def after(data: str | bytes, **options: int) -> Document:
    document = read(data if isinstance(data, bytes) else data.encode())
    return edited(document, format_document(document, **options))


def events(data: bytes) -> list[tuple[object, ...]]:
    """All that a reader can tell apart in a file, blank text aside, as expat sees it."""
    found: list[tuple[object, ...]] = []
    text: list[str] = []
    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.specified_attributes = True

    def note(*event: object) -> None:
        whole = "".join(text)
        text.clear()
        if whole.strip(" \t\r\n"):
            found.append(("text", whole))
        found.append(event)

    parser.StartElementHandler = lambda tag, attributes: note("start", tag, *attributes)
    parser.EndElementHandler = lambda tag: note("end", tag)
    parser.CommentHandler = lambda comment: note("comment", comment)
    parser.ProcessingInstructionHandler = lambda *words: note("instruction", *words)
    parser.StartCdataSectionHandler = lambda: note("cdata")
    parser.EndCdataSectionHandler = lambda: note("end of cdata")
    parser.StartDoctypeDeclHandler = lambda *words: note("doctype", *words)
    parser.XmlDeclHandler = lambda *words: note("declaration", *words)
    parser.CharacterDataHandler = text.append
    parser.Parse(data, True)
    return found


def keeps_the_laws(data: bytes) -> None:
    document = read(data)
    result = edited(document, format_document(document))
    assert events(result.to_bytes()) == events(data)
    assert result.root == document.root
    assert [d.code for d in result.diagnostics] == [d.code for d in document.diagnostics]
    assert format_document(result) == []


CASES = {
    "an even file stays": (
        '<?xml version="1.0"?>\n<robot name="r">\n  <link name="a"/>\n</robot>\n',
        None,
    ),
    "everything on one line is taken apart": (
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual>'
        '</link><link name="b"/></robot>',
        '<robot name="r">\n  <link name="a">\n    <visual>\n'
        '      <geometry><box size="1 1 1"/></geometry>\n    </visual>\n  </link>\n'
        '  <link name="b"/>\n</robot>\n',
    ),
    "tags become even": (
        "<robot  name = 'r'\n><link\tname='a'  ></link ><link name='\"'  /></robot >",
        '<robot name="r">\n  <link name="a"/>\n  <link name=\'"\'/>\n</robot>\n',
    ),
    "numbers and values keep their text": (
        '<robot name="r">\n<joint name="&#97;"><origin xyz=" 1e0   +2.50 0"/></joint></robot>',
        '<robot name="r">\n  <joint name="&#97;"><origin xyz=" 1e0   +2.50 0"/></joint>\n'
        "</robot>\n",
    ),
    "one empty line stays between siblings, none inside at the ends": (
        '<robot name="r">\n\n\n<link name="a">\n\n<visual/>\n \t\n\n<visual/>\n\n</link>\n\n\n'
        '<link name="b"/>\n\n</robot>\n\n\n',
        '<robot name="r">\n\n  <link name="a">\n    <visual/>\n\n    <visual/>\n  </link>\n\n'
        '  <link name="b"/>\n\n</robot>\n',
    ),
    "a comment at the end of a line stays there": (
        '<robot name="r"><!-- the robot -->\n<link name="a"/>   <!-- base --> <!-- too -->\n'
        '<!-- next --> <link name="b"/><!-- c --><link name="c"/> <!-- d --></robot><!-- e -->',
        '<robot name="r"> <!-- the robot -->\n  <link name="a"/> <!-- base --> <!-- too -->\n'
        '  <!-- next -->\n  <link name="b"/>\n  <!-- c -->\n  <link name="c"/> <!-- d -->\n'
        "</robot> <!-- e -->\n",
    ),
    "a comment of several lines keeps its characters": (
        '<robot name="r">\n\t\t<!-- one\n\t\t  two  -->\n\t\t<link name="a"/>\n</robot>\n',
        '<robot name="r">\n  <!-- one\n\t\t  two  -->\n  <link name="a"/>\n</robot>\n',
    ),
    "text keeps the blanks around it": (
        '<robot name="r"><gazebo><plugin name="p"><a>  x </a><b>\n  y\n</b>'
        "<c><![CDATA[ <z> ]]></c><d>&#32;</d><e> </e><f>\n</f></plugin></gazebo></robot>",
        '<robot name="r">\n  <gazebo>\n    <plugin name="p">\n      <a>  x </a>\n'
        "      <b>\n  y\n</b>\n      <c><![CDATA[ <z> ]]></c>\n      <d>&#32;</d>\n"
        "      <e> </e>\n      <f/>\n    </plugin>\n  </gazebo>\n</robot>\n",
    ),
    "mixed text and tags stay as they are": (
        '<robot name="r"><gazebo><p>see  <b >this</b>\n   <i>and</i> that</p></gazebo></robot>',
        '<robot name="r">\n  <gazebo>\n    <p>see  <b >this</b>\n   <i>and</i> that</p>\n'
        "  </gazebo>\n</robot>\n",
    ),
    "stray text in a declared element keeps nothing else from its place": (
        '<robot name="r">\n s <link name="a"><visual/></link>\n      <link name="b" />\n</robot>\n',
        '<robot name="r">\n s <link name="a"><visual/></link>\n  <link name="b"/>\n</robot>\n',
    ),
    "preserved space is preserved": (
        '<robot name="r"><gazebo xml:space="preserve" > <a /> </gazebo></robot>',
        '<robot name="r">\n  <gazebo xml:space="preserve"> <a /> </gazebo>\n</robot>\n',
    ),
    "a lone leaf stays on the line of its parent": (
        '<robot name="r">\n<geometry> <box size="1 1 1" /> </geometry>\n<a><b>x</b ></a><a><!--c--> '
        "</a><a><b></b></a>\n<a>\n<b/></a></robot>",
        '<robot name="r">\n  <geometry><box size="1 1 1"/></geometry>\n  <a><b>x</b></a>\n'
        "  <a><!--c--></a>\n  <a><b/></a>\n  <a>\n    <b/>\n  </a>\n</robot>\n",
    ),
    "a lone leaf that does not fit comes under its parent": (
        f'<robot name="r">\n<a><b c="{"x" * WIDTH}"/></a></robot>',
        f'<robot name="r">\n  <a>\n    <b c="{"x" * WIDTH}"/>\n  </a>\n</robot>\n',
    ),
    "a broken start tag is joined when it fits": (
        '<robot\n  name="r"\n  version="1.0"\n  >\n</robot>',
        '<robot name="r" version="1.0"/>\n',
    ),
    "a broken start tag that does not fit has one attribute a line": (
        f'<robot name="{"r" * 60}"\n xmlns:xacro="{"x" * 60}" version="1.0"/>',
        f'<robot name="{"r" * 60}"\n       xmlns:xacro="{"x" * 60}"\n       version="1.0"/>\n',
    ),
    "a long start tag on one line stays there": (
        f'<robot name="{"r" * 60}"  xmlns:xacro="{"x" * 60}"/>',
        f'<robot name="{"r" * 60}" xmlns:xacro="{"x" * 60}"/>\n',
    ),
    "line ends are those that are there most": (
        '<robot name="r">\r\n<link name="a"/>\r\n<link name="b"/>\n</robot>',
        '<robot name="r">\r\n  <link name="a"/>\r\n  <link name="b"/>\r\n</robot>\r\n',
    ),
    "declaration, instructions and document type stay": (
        " ".join(
            ["<?xml  version='1.0'  ?><?a  b?>", '<!DOCTYPE robot><robot name="r"><?c?></robot>']
        ),
        "<?xml  version='1.0'  ?>\n<?a  b?>\n<!DOCTYPE robot>\n"
        '<robot name="r">\n  <?c?>\n</robot>\n',
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_layout(name):
    given_text, wanted = CASES[name]
    assert laid_out(given_text) == (wanted if wanted is not None else given_text)
    keeps_the_laws(given_text.encode())


def test_an_even_file_gives_no_edits():
    for sample in ("sample:rover", "sample:quadruped"):
        assert format_document(read(sample)) == []


def test_edits_touch_no_value_and_no_comment():
    text = '<robot  name="r"><!-- c --><link   name="a" ></link></robot>'
    for edit in format_document(read(text)):
        assert not text[edit.start : edit.end].strip(" ></link\t\n")


def test_the_indent_can_be_chosen():
    text = '<robot name="r"><link name="a"><visual/><visual/></link></robot>'
    assert laid_out(text, indent=4).splitlines()[1:3] == [
        '    <link name="a">',
        "        <visual/>",
    ]
    assert laid_out(text, indent=0).splitlines()[1:3] == ['<link name="a">', "<visual/>"]
    with pytest.raises(ValueError, match="negative"):
        format_document(read(text), indent=-1)


@pytest.mark.parametrize(
    "data",
    [
        '\ufeff<robot name="é"><link name="a"/></robot>'.encode(),
        '<?xml version="1.0" encoding="ISO-8859-1"?><robot name="é"/>'.encode("latin-1"),
        '\ufeff<robot name="é"><link name="a"/></robot>'.encode("utf-16-le"),
    ],
    ids=["byte order mark", "latin-1", "utf-16"],
)
def test_the_encoding_stays(data):
    result = after(data)
    assert result.source.encoding == read(data).source.encoding
    assert result.source.bom == read(data).source.bom
    assert result.root == read(data).root


@pytest.mark.parametrize(
    "text",
    ["", "<robot>", '<robot name="r"></link></robot>', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'],
)
def test_a_file_that_cannot_be_read_is_refused(text):
    with pytest.raises(EditError, match="cannot be formatted"):
        format_document(read(text.encode()))


def test_a_file_nested_too_deep_is_refused():
    text = "<robot>" + "<a>" * 300 + "</a>" * 300 + "</robot>"
    with pytest.raises(EditError, match="max_depth"):
        format_document(read(text))
    assert format_document(read(text, limits=Limits(max_depth=400)))


def test_other_xml_can_be_laid_out():
    assert laid_out("<sdf ><model/><model/></sdf>") == "<sdf>\n  <model/>\n  <model/>\n</sdf>\n"


def test_real_robots_keep_everything(example_robot):
    keeps_the_laws(example_robot.read_bytes())


# Random files

blanks = st.sampled_from(
    ["", "", " ", "\n", "\n\n", "\n  ", "\t", "\r\n", "\n\n\n   ", " \r\n\r\n "]
)
some_blanks = st.sampled_from([" ", "  ", "\n", "\n    ", "\t", "\r\n "])
tags = st.sampled_from(
    [
        "link",
        "joint",
        "visual",
        "geometry",
        "box",
        "mass",
        "gazebo",
        "plugin",
        "x:y",
        "material",
        "transmission",
        "hardwareInterface",
        "type",
        "origin",
        "sensor",
        "a",
    ]
)
words = st.sampled_from(["", "x", "1 0 0", "&amp;", "&#10;", "é", "a/>b", "revolute", "long " * 9])
texts = st.sampled_from(
    ["x", " x ", "\n  x\n", "&lt;", "&#32;", "<![CDATA[ ]]>", "<![CDATA[<a>]]>", "\u00a0", "a\nb"]
)
asides = st.sampled_from(
    ["<!-- c -->", "<!--a\n  b-->", "<!--'\"<>-->", "<?p i?>", "<?p?>", "<!-- bodyplan: ignore -->"]
)
names = st.lists(
    st.sampled_from(["name", "type", "size", "value", "link", "xml:lang", "other"]),
    unique=True,
    max_size=4,
)


@st.composite
def attributes(draw):
    pieces = []
    for name in draw(names):
        quote = draw(st.sampled_from(['"', "'"]))
        value = draw(words)
        value += draw(st.sampled_from(["", "", "'" if quote == '"' else '"', "\n"]))
        equals = draw(blanks) + "=" + draw(blanks)
        pieces.append(draw(some_blanks) + name + equals + quote + value + quote)
    if draw(st.integers(0, 30)) == 0:
        pieces.append(' xml:space="preserve"')
    return "".join(pieces) + draw(blanks)


@st.composite
def elements(draw, depth=0, tag=None):
    tag = tag or draw(tags)
    head = f"<{tag}{draw(attributes())}"
    if draw(st.booleans()) and depth:
        return head + "/>"
    inner = [draw(blanks)]
    for _ in range(draw(st.integers(0, 4 if depth < 4 else 0))):
        inner.append(draw(st.one_of(elements(depth + 1), elements(depth + 1), asides, texts)))
        inner.append(draw(blanks))
    return f"{head}>{''.join(inner)}</{tag}{draw(blanks)}>"


@st.composite
def files(draw):
    pieces = [draw(st.sampled_from(['<?xml version="1.0"?>', "", "\ufeff"]))]
    for _ in range(draw(st.integers(0, 2))):
        pieces += [draw(blanks), draw(asides)]
    pieces += [draw(blanks) if len(pieces) > 1 else "", draw(elements(tag="robot"))]
    for _ in range(draw(st.integers(0, 2))):
        pieces += [draw(blanks), draw(asides)]
    return "".join([*pieces, draw(blanks)]).encode()


@settings(deadline=None)
@given(files())
def test_random_files_keep_everything(data):
    keeps_the_laws(data)


def test_a_large_file_takes_time_in_proportion():
    def work(count):
        links = "".join(
            f'<link name="{i}"><visual><geometry><box size="1 1 1"/></geometry></visual>'
            f"<!-- c --><!-- d --></link>\n"
            for i in range(count)
        )
        document = read(f'<robot name="r">{links}</robot>')
        return lines(lambda: format_document(document))

    assert work(2_000) < 5 * work(500)


def test_a_long_run_of_comments_takes_time_in_proportion():
    text = '<robot name="r">' + "<!-- c -->" * 30_000 + "</robot>"
    start = time.process_time()
    assert len(format_document(read(text))) > 29_000
    assert time.process_time() - start < HANG_GUARD

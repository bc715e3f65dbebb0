"""The native scanner gives the tree that expat gives, or declines; it never accepts what expat refuses."""

import os
import random
import shutil
from xml.etree.ElementTree import TreeBuilder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan import native
from bodyplan.spec import parse_float
from bodyplan.text import xml_tree as tree
from tests.oracles.mutations import mutations
from tests.oracles.urdfdom import example_robots
from tests.slices import amount

needs_native = pytest.mark.skipif(
    native.build_tree is None, reason="without the native extension: expat does everything"
)


@pytest.mark.skipif(
    os.environ.get("BODYPLAN_NATIVE") == "0" or shutil.which("c++") is None,
    reason="the extension is switched off, or there is no compiler to build it",
)
def test_where_there_is_a_compiler_the_extension_is_built():
    assert native.build_tree is not None, "the build fell back to pure Python without a reason"


def told(data):
    """What the scanner says of a file: its verdict and the tree."""
    builder = TreeBuilder()
    verdict = native.build_tree(data, builder.start, builder.end, builder.data, {})
    return verdict, builder.close() if verdict else None


def by_expat(data):
    return tree._build(data, {}, has_text=True)


def flat(root):
    """A tree as a list; blanks alone between tags are no text."""
    return [
        (e.tag, list(e.attrib.items()), blank_is_none(e.text), blank_is_none(e.tail), len(e))
        for e in root.iter()
    ]


def depth(root):
    """How deep the elements are nested."""
    level, found = [root], 0
    while level:
        level, found = [child for element in level for child in element], found + 1
    return found


def blank_is_none(text):
    return None if text is None or not text.strip(" \t\r\n") else text


def agrees(data):
    """Checks one file, and gives back whether the scanner took it."""
    verdict, root = told(data)
    if not verdict:
        return False
    expected = by_expat(data)
    assert expected.fault is None, (expected.fault, data[:300])
    assert flat(root) == flat(expected.root)
    has_text = any(text for _, _, *texts, _ in flat(root) for text in texts)
    assert has_text == bool(verdict % 2)
    assert 0 <= verdict // 2 - depth(root) <= 1
    return True


@needs_native
@pytest.mark.parametrize("path", example_robots(), ids=lambda path: path.name)
def test_real_robots_are_taken_and_read_alike(path):
    assert agrees(path.read_bytes())


@needs_native
def test_mutated_robots_are_read_alike_or_declined():
    taken = total = 0
    for path in example_robots()[::3]:
        for mutation in mutations(path, 11, amount(40, short=10)):
            total += 1
            taken += agrees(mutation.data)
    assert total > amount(800, short=200)
    assert 0.5 < taken / total < 1.0


PIECES = [
    "<a>", "</a>", "<b/>", "<b />", "<a x='1'>", '<b y="2" z=\'3\'/>', "<b y='1' y='2'/>", " ", "\n",
    "\r\n", "\r", "\t", "text", "&amp;", "&lt;", "&#65;", "&#x41;", "&#0;", "&#xD800;", "&foo;", "&",
    "<!-- c -->", "<!-- - -->", "<!-- -- -->", "<!---->", "<!--->", "<?pi x?>", "<?xml version='1.0'?>",
    "<?xml-model x?>", "<?pi?>", "<? pi?>", "<![CDATA[x]]>", "]]>", "<!DOCTYPE a>", "é", "\ufffe", "\x01",
    "<a", ">", "<", "=", "'", '"', "/", "x", "<é/>", "<a é='1'/>", "<a x='&lt;&#10;\n'/>", "<a x='<'/>",
    "<a x=1/>", "<a x='1'y='2'/>", "<a\n x = '1'\n/>", "</a >", "</ a>", "<a:b c:d='e'/>", "<-a/>", "<a.b-c_1/>",
    "\ufeff", "<a x='\r\n'/>", "<a x='\t'/>", "&#x10FFFF;", "&#x110000;", "&#;", "&#x;", "&quot;&apos;&gt;",
]  # fmt: skip


@needs_native
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_random_markup_is_read_alike_or_declined(text):
    data = text.encode("utf-8", "surrogatepass")
    agrees(data)
    agrees(b"<r>" + data + b"</r>")


@needs_native
def test_flipped_bytes_are_read_alike_or_declined():
    dice = random.Random(5)
    original = (
        b'\xef\xbb\xbf<?xml version="1.0" encoding="utf-8"?>\n<!-- a - b -->\n<?pi x ?>\n'
        b"<robot name='a &amp; b' v=\"1\n2\">\n <link name='\xc3\xa9'/>text &#233; &lt;\r\n"
        b"<joint><!-- in --> <?p q?></joint ></robot>\n<!-- end -->\n"
    )
    assert agrees(original)
    taken = 0
    for _ in range(6000):
        data = bytearray(original)
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(len(data))
            match dice.randrange(3):
                case 0:
                    data[place] = dice.randrange(256)
                case 1:
                    del data[place]
                case _:
                    data.insert(place, dice.choice(b"<>&;'\"=/!?-]x \n\r\x00\xff"))
        taken += agrees(bytes(data))
    assert taken > 500


@needs_native
@pytest.mark.parametrize(
    "data",
    [
        b"<a><![CDATA[x]]></a>",
        b"<!DOCTYPE a><a/>",
        b'<?xml version="1.0" encoding="latin-1"?><a/>',
        b"<a>\xff</a>",
        b"<a>\x00</a>",
        "<a/>".encode("utf-16"),
        b"<a/><b/>",
        b"",
    ],
)
def test_what_is_not_plain_is_declined(data):
    assert told(data) == (0, None)


def test_without_the_extension_everything_is_read_by_expat(monkeypatch):
    with_it = tree.parse(b"<a><b x='1'>t</b></a>")
    monkeypatch.setattr(native, "build_tree", None)
    without = tree.parse(b"<a><b x='1'>t</b></a>")
    assert flat(with_it.root) == flat(without.root)


@needs_native
@given(st.text(alphabet="0123456789+-.eE_ \t\nxXinfaNé٣", max_size=12))
def test_numbers_are_read_alike_or_declined(text):
    found = native.read_number(text)
    if found is not None:
        assert repr(found) == repr(parse_float(text))
    vector = native.read_vector(text, 2)
    if vector is not None:
        parts = text.split()
        assert repr(vector) == repr(tuple(parse_float(part) for part in parts))


@needs_native
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_read_to_the_last_bit(value):
    assert repr(native.read_number(repr(value))) == repr(value)
    assert native.read_vector(f" {value!r}  0 -1.5 ", 3) == (value, 0.0, -1.5)


@needs_native
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "+1",
        " 1",
        "1 ",
        "1,5",
        "0x1",
        "inf",
        "-inf",
        "nan",
        "1e400",
        "1e-400",
        "1_0",
        "--1",
        "-",
        ".",
    ],
)
def test_unusual_numbers_are_left_to_python(text):
    assert native.read_number(text) is None

"""Random XML: well-formed by construction, in every spelling that the rules allow."""

from __future__ import annotations

import codecs

from hypothesis import strategies as st

TAGS = [
    "robot", "link", "joint", "visual", "collision", "inertial", "origin", "geometry", "box",
    "mesh", "material", "color", "parent", "child", "axis", "limit", "mimic", "gazebo", "sensor",
    "transmission", "ros2_control", "param", "QQQ", "xacro:macro", "a", "é", "p:q", "Δ-x.1",
]  # fmt: skip
ATTRIBUTES = [
    "name", "type", "xyz", "rpy", "value", "link", "radius", "size", "rgba", "filename", "lower",
    "effort", "version", "xmlns", "xmlns:p", "p:q", "QQQ", "quat_xyzw", "reference", "ü",
]  # fmt: skip
VALUES = ["0 0 1", "1.5", "1,5", "revolute", "Fixed", "1.1", "${x}", "", "nan", " 1", "1 ", "0x1"]
REFERENCES = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#65;", "&#x1F600;", "&#10;", "&#9;"]
CHARACTERS = st.characters(
    blacklist_categories=("Cs", "Cc", "Cn"), blacklist_characters="<&\ufffe\uffff"
)
BLANKS = ["", " ", "  ", "\n", "\t", "\r\n", "\n\t "]

blank = st.sampled_from(BLANKS)
some_blank = st.sampled_from([space for space in BLANKS if space])
plain = st.text(CHARACTERS | st.sampled_from("\n\t >=/\"'"), max_size=12)


def pieces(forbidden: str) -> st.SearchStrategy[str]:
    """Text with references, without one character."""
    raw = plain.map(lambda text: text.replace(forbidden, ""))
    return st.lists(raw | st.sampled_from(REFERENCES), max_size=3).map("".join)


@st.composite
def attribute(draw, name):
    quote = draw(st.sampled_from("\"'"))
    value = draw(st.sampled_from(VALUES) | pieces(quote))
    return f"{draw(some_blank)}{name}{draw(blank)}={draw(blank)}{quote}{value}{quote}"


comment = plain.map(lambda text: f"<!--{text.replace('-', '')}-->")
instruction = plain.map(lambda text: f"<?go {text.replace('?', '')}?>")
cdata = (plain | st.just("<a>&b;")).map(lambda text: f"<![CDATA[{text.replace(']', '')}]]>")
between = pieces("]").map(lambda text: text)
misc = st.lists(comment | instruction | some_blank, max_size=2).map("".join)


@st.composite
def tag_with(draw, content):
    tag = draw(st.sampled_from(TAGS))
    names = draw(st.lists(st.sampled_from(ATTRIBUTES), unique=True, max_size=4))
    start = f"<{tag}" + "".join(draw(attribute(name)) for name in names) + draw(blank)
    if content is None or draw(st.booleans()):
        return f"{start}/>"
    return f"{start}>{draw(content)}</{tag}{draw(blank)}>"


def _inside(children):
    parts = children | between | comment | instruction | cdata | blank
    return tag_with(st.lists(parts, max_size=4).map("".join))


element = st.recursive(tag_with(None), _inside, max_leaves=12)

doctype = st.sampled_from([
    "",
    "<!DOCTYPE robot>",
    "<!DOCTYPE robot SYSTEM 'robot.dtd'>",
    '<!DOCTYPE robot PUBLIC "-//x//y" "http://example.org/[a].dtd">',
    '<!DOCTYPE robot [<!ELEMENT robot ANY>\n<!ATTLIST robot QQQ CDATA "]> a>">]>',
    "<!DOCTYPE robot [<!-- it's ]> <a> --> <?go ]> <b> ?>]\n>",
])  # fmt: skip
declaration = st.sampled_from(
    ["", '<?xml version="1.0"?>', "<?xml version='1.0' standalone=\"yes\" ?>"]
)


@st.composite
def documents(draw):
    """The characters of one well-formed file, without a declared encoding."""
    root = draw(element)
    return "".join((draw(declaration), draw(misc), draw(doctype), draw(misc), root, draw(misc)))


def encoded(text: str, encoding: str) -> bytes:
    """The bytes of a text, with what the encoding needs to be known by."""
    if encoding == "utf-8-sig":
        return codecs.BOM_UTF8 + text.encode()
    if encoding == "utf-16-le":
        return codecs.BOM_UTF16_LE + text.encode("utf-16-le")
    if encoding == "utf-16-be":
        return codecs.BOM_UTF16_BE + text.encode("utf-16-be")
    return text.encode(encoding)


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"]

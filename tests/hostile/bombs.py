"""Hostile files: each a name, the bytes, and the codes of which one must be among the answers."""

from __future__ import annotations

from typing import NamedTuple

MILLION = 1_000_000
ROOT = b'<robot name="r">'


class Bomb(NamedTuple):
    """One hostile file."""

    data: bytes
    codes: tuple[str, ...]


def inside(content: bytes) -> bytes:
    return ROOT + content + b"</robot>"


def in_link(content: bytes) -> bytes:
    return inside(b'<link name="a">' + content + b"</link>")


def mass(value: bytes) -> bytes:
    return in_link(b'<inertial><mass value="' + value + b'"/></inertial>')


def origin(value: bytes) -> bytes:
    return in_link(b'<visual><origin xyz="' + value + b'"/></visual>')


def many_attributes(tag: bytes, attributes: int = MILLION) -> bytes:
    written = b" ".join(b'a%d=""' % number for number in range(attributes))
    return b"<" + tag + b" " + written + b"/>"


def nested(tag: bytes, depth: int, *, closed: bool = True) -> bytes:
    return (
        b"<"
        + tag
        + b' name="a">'
        + (b"<%s>" % tag) * (depth - 1)
        + ((b"</%s>" % tag) * depth if closed else b"")
    )


def entities(levels: int, width: int) -> bytes:
    declared = b"".join(
        b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * width)
        for level in range(1, levels)
    )
    return b'<!DOCTYPE robot [<!ENTITY l0 "lol">' + declared + b']><robot name="&l9;">&l9;</robot>'


def doctype(declaration: bytes, content: bytes = b"") -> bytes:
    return b"<!DOCTYPE robot [" + declaration + b']><robot name="r">' + content + b"</robot>"


def links(count: int, content: bytes) -> bytes:
    return inside(b"".join(b'<link name="l%d">%s</link>' % (i, content) for i in range(count)))


BOMBS = {
    # entities
    "billion laughs": lambda: Bomb(entities(10, 10), ("X003",)),
    "quadratic blow-up": lambda: Bomb(
        doctype(b'<!ENTITY a "' + b"a" * MILLION + b'">', b"&a;" * 100_000), ("X003",)
    ),
    "entity of a local file": lambda: Bomb(
        doctype(b'<!ENTITY a SYSTEM "file:///etc/passwd">', b"&a;"), ("X003",)
    ),
    "entity of the network": lambda: Bomb(
        doctype(b'<!ENTITY a SYSTEM "http://127.0.0.1/a">', b"&a;"), ("X003",)
    ),
    "parameter entity": lambda: Bomb(
        doctype(b'<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;'), ("X003",)
    ),
    "parameter entity that is not declared": lambda: Bomb(
        doctype(b"%a;", b"&b;<QQQ/>"), ("X001", "X003", "X007", "X109", "X101")
    ),
    "external document type": lambda: Bomb(
        b'<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot name="&foo;"/>', ("X007",)
    ),
    "attribute defaults for every element": lambda: Bomb(
        doctype(
            b"<!ATTLIST QQQ " + b" ".join(b"a%d CDATA 'x'" % i for i in range(1000)) + b">",
            b"<QQQ/>" * 20_000,
        ),
        ("X101",),
    ),
    "unparsed entity and notation": lambda: Bomb(
        doctype(b'<!NOTATION n SYSTEM "/bin/sh"><!ENTITY a SYSTEM "b" NDATA n>'), ("X003",)
    ),
    "document type of 20 MB": lambda: Bomb(
        b"<!DOCTYPE robot" + b" " * 20 * MILLION + b'><robot name="r" QQQ="1"/>', ("X102",)
    ),
    # size
    "200 MB of text": lambda: Bomb(inside(b"x" * 200 * MILLION), ("X005",)),
    "200 MB of text that is no UTF-8": lambda: Bomb(b"\xff" * 200 * MILLION, ("X005",)),
    "100 MB of text with one wide character": lambda: Bomb(
        inside(b"x" * 100 * MILLION + "😀".encode()), ("X005", "X109")
    ),
    "30 MB of blanks": lambda: Bomb(inside(b" " * 30 * MILLION + b"<QQQ/>"), ("X005", "X101")),
    "30 MB of comment": lambda: Bomb(
        inside(b"<!--" + b"x" * 30 * MILLION + b"--><QQQ/>"), ("X005", "X101")
    ),
    "an attribute value of 100 MB": lambda: Bomb(
        inside(b'<link name="' + b"x" * 100 * MILLION + b'"><QQQ/></link>'), ("X005", "X101")
    ),
    "a tag name of 10 MB": lambda: Bomb(
        inside(b"<" + b"Q" * 10 * MILLION + b"/>"), ("X005", "X101")
    ),
    "an attribute name of 10 MB": lambda: Bomb(
        b'<robot name="r" ' + b"Q" * 10 * MILLION + b'=""/>', ("X005", "X102")
    ),
    "a name of 1 MB above 1,000 faults": lambda: Bomb(
        inside(
            b'<link name="' + b"n" * MILLION + b'">' + b"<QQQ/>" * 1000 + b'</link><link name="b"/>'
        ),
        ("X101",),
    ),
    "a name of 1 MB with 1,000 repetitions": lambda: Bomb(
        inside(b'<link name="' + b"n" * MILLION + b'">' + b"<inertial/>" * 1000 + b"</link>"),
        ("X005", "X108"),
    ),
    "character references": lambda: Bomb(inside(b"&#65;" * 2 * MILLION), ("X109",)),
    "CDATA sections": lambda: Bomb(inside(b"<![CDATA[x]]>" * MILLION), ("X109",)),
    # numbers and words
    "a number of 1 MB": lambda: Bomb(mass(b"1" * MILLION), ("X105",)),
    "a fraction of 1 MB": lambda: Bomb(mass(b"0." + b"1" * MILLION), ("X104",)),
    "a number of 1 MB with junk behind": lambda: Bomb(mass(b"1" * MILLION + b"QQQ"), ("X105",)),
    "junk of 1 MB for a number": lambda: Bomb(mass(b"Q" * MILLION), ("X105",)),
    "blanks of 1 MB for a number": lambda: Bomb(mass(b" " * MILLION), ("X105",)),
    "blanks of 1 MB behind a number": lambda: Bomb(mass(b"1" + b" " * MILLION), ("X105",)),
    "commas of 1 MB for a number": lambda: Bomb(mass(b"," * MILLION), ("X105",)),
    "signs of 1 MB for a number": lambda: Bomb(mass(b"-" * MILLION), ("X105",)),
    "zeros of 1 MB and an exponent": lambda: Bomb(mass(b"1e" + b"0" * MILLION + b"1"), ("X104",)),
    "an integer of 1 MB": lambda: Bomb(
        inside(b'<ros2_control name="a" type="system" rw_rate="' + b"1" * MILLION + b'"/>'),
        ("X105",),
    ),
    "a version of 1 MB": lambda: Bomb(
        b'<robot name="r" version="' + b"1" * MILLION + b'.1"/>', ("U001", "U002")
    ),
    "a vector of 10 million numbers": lambda: Bomb(origin(b"1 " * 10 * MILLION), ("X005", "X106")),
    "a state of 10 million numbers": lambda: Bomb(
        b'<model_state><joint_state joint="a" position="'
        + b"1 " * 10 * MILLION
        + b'"/><QQQ/></model_state>',
        ("X005", "X101"),
    ),
    "a vector of bad parts": lambda: Bomb(origin(b"Q " * 100_000), ("X106",)),
    "a macro of 10 MB": lambda: Bomb(mass(b"${" + b"Q" * 10 * MILLION + b"}"), ("X110",)),
    "a word of 50 MB": lambda: Bomb(
        inside(b'<joint name="a" type="' + b"Q" * 50 * MILLION + b'"/>'), ("X005", "X107")
    ),
    # attributes
    "a million attributes on the root": lambda: Bomb(many_attributes(b'robot name="r"'), ("X005",)),
    "240 times 1,000 attributes on an element that has none": lambda: Bomb(
        in_link(b"<visual>" + many_attributes(b"geometry", 1000) * 240 + b"</visual>"),
        ("X102", "X108"),
    ),
    "a million attributes on an unknown element": lambda: Bomb(
        inside(many_attributes(b"QQQ")), ("X005", "X101")
    ),
    "a million attributes on a gazebo block": lambda: Bomb(
        inside(many_attributes(b"gazebo")), ("X005",)
    ),
    "the same attribute a million times": lambda: Bomb(
        b"<robot " + b'a="" ' * MILLION + b"/>", ("X005",)
    ),
    # depth
    "100,000 levels at the root": lambda: Bomb(nested(b"QQQ", 100_000), ("X006",)),
    "100,000 robots in robots": lambda: Bomb(nested(b"robot", 100_000), ("X005",)),
    "100,000 levels in a link": lambda: Bomb(in_link(nested(b"link", 100_000)), ("X005",)),
    "100,000 levels in a gazebo block": lambda: Bomb(
        inside(b"<gazebo>" + nested(b"QQQ", 100_000) + b"</gazebo>"), ("X005",)
    ),
    "100,000 levels in a mass": lambda: Bomb(
        in_link(b'<inertial><mass value="1">' + nested(b"QQQ", 100_000) + b"</mass></inertial>"),
        ("X005",),
    ),
    "100,000 levels in a repeated element": lambda: Bomb(
        in_link(b"<inertial/><inertial>" + nested(b"QQQ", 100_000) + b"</inertial>"), ("X108",)
    ),
    "140,000 levels that never end": lambda: Bomb(
        nested(b"robot", 140_000, closed=False), ("X001",)
    ),
    # elements and findings
    "a million links": lambda: Bomb(
        inside(b'<link name="a"/>' * MILLION + b"<QQQ/>"), ("X005", "X101")
    ),
    "a million elements in a gazebo block": lambda: Bomb(
        inside(b"<gazebo>" + b"<a/>" * MILLION + b"</gazebo><QQQ/>"), ("X005", "X101")
    ),
    "30 million elements": lambda: Bomb(inside(b"<a/>" * 30 * MILLION), ("X005",)),
    "a million empty joints": lambda: Bomb(inside(b"<joint/>" * MILLION), ("X005", "X103")),
    "100,000 unknown elements": lambda: Bomb(inside(b"<QQQ/>" * 100_000), ("X101",)),
    "100,000 unknown elements of different names": lambda: Bomb(
        inside(b"".join(b"<Q%d/>" % i for i in range(100_000))), ("X101",)
    ),
    "100,000 unknown attributes": lambda: Bomb(
        inside(b'<material name="a" QQQ="1"/>' * 100_000), ("X102",)
    ),
    "49,000 links with a wrong vector": lambda: Bomb(
        links(49_000, b'<visual><origin xyz="1 2"/></visual>'), ("X106",)
    ),
    "49,000 different bad numbers": lambda: Bomb(
        inside(
            b"".join(
                b'<link name="l%d"><inertial><mass value="%d,%d"/></inertial></link>' % (i, i, i)
                for i in range(49_000)
            )
        ),
        ("X105",),
    ),
    "49,000 spheres with a bad radius": lambda: Bomb(
        in_link(b'<visual><geometry><sphere radius="1f"/></geometry></visual>' * 49_000),
        ("X105",),
    ),
    "40,000 bad words": lambda: Bomb(
        inside(b"".join(b'<joint name="j%d" type="Q%d"/>' % (i, i) for i in range(40_000))),
        ("X107",),
    ),
    "100,000 stray texts": lambda: Bomb(inside(b"x<link name='a'/>" * 100_000), ("X109",)),
    "49,000 repeated elements behind 49,000 others": lambda: Bomb(
        in_link(
            b"<collision><geometry/></collision>" * 49_000 + b"<inertial/>" * 49_000,
        ),
        ("X108",),
    ),
    "1,000 repetitions of a large element": lambda: Bomb(
        in_link(
            b"<inertial>" + b"<a/>" * 20_000 + b"</inertial>" + b"<inertial/>" * 1000,
        ),
        ("X005", "X108"),
    ),
    "50,000 newer features": lambda: Bomb(
        inside(b'<joint name="j" type="fixed"><origin quat_xyzw="0 0 0 1"/></joint>' * 50_000),
        ("U003",),
    ),
    # just below the caps on bytes and elements
    "60 MB of text": lambda: Bomb(inside(b"x" * 60 * MILLION), ("X109",)),
    "60 MB of text in UTF-16": lambda: Bomb(
        ("\ufeff" + inside(b"x" * 30 * MILLION).decode()).encode("utf-16-le"), ("X109",)
    ),
    "16 MB of text with one wide character": lambda: Bomb(
        inside(b"x" * 16 * MILLION + "😀".encode()), ("X109",)
    ),
    "60 MB of line ends": lambda: Bomb(inside(b"\n" * 60 * MILLION + b"<QQQ/>"), ("X101",)),
    "60 MB of attribute values": lambda: Bomb(
        inside(b'<link name="' + b"x" * 60 * MILLION + b'"><QQQ/></link>'), ("X101",)
    ),
    "a number of 60 MB": lambda: Bomb(mass(b"1" * 60 * MILLION), ("X105",)),
    "a vector of 60 MB": lambda: Bomb(origin(b"1 " * 30 * MILLION), ("X106",)),
    "60 MB of names in many findings": lambda: Bomb(
        inside((b'<link name="' + b"n" * 60_000 + b'"/>') * 1000 + b"<QQQ/>"), ("X101",)
    ),
    "60 MB of elements that begin": lambda: Bomb(inside(b"<a>" * 20 * MILLION), ("X005",)),
    "60 MB of comments": lambda: Bomb(inside(b"<!---->" * 8 * MILLION + b"<QQQ/>"), ("X101",)),
    "149,000 elements with four attributes": lambda: Bomb(
        inside(
            b"".join(
                b'<limit lower="%d" upper="%d" effort="%d" velocity="%d"/>' % (i, i, i, i)
                for i in range(149_000)
            )
        ),
        ("X101",),
    ),
    "147,600 elements of a robot": lambda: Bomb(
        links(
            24_600,
            b'<visual><origin xyz="1 2 3"/><geometry><sphere radius="1"/></geometry></visual>'
            b"<QQQ/>",
        ),
        ("X101",),
    ),
    # broken XML
    "unclosed comments": lambda: Bomb(ROOT + b"<!--" * MILLION, ("X001",)),
    "a million comments with two hyphens": lambda: Bomb(
        inside(b"<!--a--b-->" * MILLION), ("X009",)
    ),
    "comments with hyphens that never end": lambda: Bomb(
        ROOT + b"<!--a--b-->" + b"<!-- -" * MILLION, ("X001",)
    ),
    "CDATA sections that never end": lambda: Bomb(
        ROOT + b"<!--a--b-->" + b"<![CDATA[" * MILLION, ("X001",)
    ),
    "unclosed tags": lambda: Bomb(ROOT + b"<" * 10 * MILLION, ("X001", "X005")),
    "quotes behind the fault": lambda: Bomb(
        inside(b'<link name="x" QQQ="1"></linq>' + b'<a ""' * 200_000 + b'"'), ("X001",)
    ),
    "open tags behind the fault": lambda: Bomb(
        b'<robot name="r" QQQ="1"/>' + b"<a '" * 200_000, ("X011",)
    ),
    "document types behind the root": lambda: Bomb(
        b'<robot name="r"/>' + b"<!DOCTYPE" * MILLION, ("X011",)
    ),
    "a million declarations": lambda: Bomb(b"<?xml?>" * MILLION + b'<robot name="r"/>', ("X010",)),
    "texts and comments before the root": lambda: Bomb(
        b"a<!---->" * MILLION + b'<robot name="r"/>', ("X010",)
    ),
    "document types that never end": lambda: Bomb(
        b"\n<?xml?>" + b"<!DOCTYPE a [] " * 200_000 + b'<robot name="r"/>', ("X001",)
    ),
    "end tags behind the fault": lambda: Bomb(inside(b"</a>" * MILLION), ("X001",)),
    "NUL bytes": lambda: Bomb(b"\0" * MILLION, ("X006",)),
    "a NUL byte in a name": lambda: Bomb(b'<robot name="a\0b"/>', ("X001", "X006")),
    "a NUL byte behind the root": lambda: Bomb(b'<robot name="a"/>\0', ("X011",)),
    "line ends": lambda: Bomb(inside(b"\n" * 2 * MILLION + b"<QQQ/>"), ("X101",)),
}

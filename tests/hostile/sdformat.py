"""Hostile SDFormat files: each a folder of files, ``m.sdf`` first, and the code that is the answer."""

from __future__ import annotations

from tests.hostile.sdformat_files import (
    BALL,
    LAUGHS,
    LINK,
    Bomb,
    include,
    joint,
    model,
    one,
    sdf,
    world,
)
from tests.hostile.sdformat_includes import INCLUDE_CODES, INCLUDES
from tests.hostile.semantics import MILLION, many

EMPTY = '<visual name="v"><geometry><empty/></geometry></visual>'


def nested(depth: int, content: str = LINK) -> bytes:
    """Models in models."""
    opened = "".join(f'<model name="m{number}">' for number in range(depth))
    return sdf(opened + content + "</model>" * depth)


def frames(length: int, attribute: str, *, closed: bool) -> str:
    """Frames that lead to the next each, the last one to the first, or to the link."""
    place = '<frame name="f#" attached_to="f@"/>'
    if attribute == "relative_to":
        place = '<frame name="f#" attached_to="l"><pose relative_to="f@">1 0 0 0 0 0</pose></frame>'
    text = many(length, place + "\n").decode()
    return text.replace(f'"f{length}"', '"f0"' if closed else '"l"')


def mimics(length: int) -> str:
    """Joints that follow each other in a circle."""
    return '<link name="l0"/>' + "".join(
        f'<link name="l{number + 1}"/>'
        + joint(
            number,
            f"l{number}",
            f"l{number + 1}",
            f'<mimic joint="j{(number + 1) % length}"><multiplier>1</multiplier><offset>0</offset>'
            "<reference>0</reference></mimic><limit/>",
        )
        for number in range(length)
    )


def poses(*texts: str) -> str:
    """Links at all these places, each relative to the one before."""
    return "".join(
        f'<link name="p{number}"><pose relative_to="p{number - 1}">{text}</pose>{BALL}</link>\n'
        for number, text in enumerate(texts)
    ).replace('"p-1"', '"l"')


MESH = "<geometry><mesh><uri>%s</uri></mesh></geometry>"
SIX = ("1e308 1e308 1e308", "-1e308 1e308 -1e308", "1e-320 -1e-320 4e-324", "1e309 1e999 -1e309")
AXES = (
    '<joint name="j#" type="universal"><parent>l#</parent><child>l@</child>'
    "<axis><xyz>0 0 1</xyz><limit><lower>0</lower></limit></axis>"
    "<axis2><xyz>0 1 0</xyz></axis2></joint>"
)
STATE = '<model name="m#"><pose>0 0 0 0 0 0</pose><link name="l"><pose/></link></model>\n'
POINTS = "<point>0 #</point>"
TEXTURED = (
    '<visual name="v#"><geometry><empty/></geometry><material><script>'
    "<uri>model://a/t#</uri><name>QQQ</name></script><pbr><metal><albedo_map>t#.png"
    "</albedo_map></metal></pbr></material></visual>\n"
)

BOMBS = INCLUDES | {
    # models in models
    "10,000 models in each other": lambda: Bomb({"m.sdf": nested(10_000)}),
    "200 models in each other": lambda: Bomb({"m.sdf": nested(200)}),
    "10,000 models in one": lambda: one(many(10_000, f'<model name="m#">{LINK}</model>\n')),
    "10,000 models in one, without links": lambda: one(many(10_000, '<model name="m#"/>\n')),
    "10,000 models in a world": lambda: Bomb(
        {"m.sdf": world(many(10_000, f'<model name="m#">{LINK}</model>\n'))}
    ),
    "20,000 models that are all called alike": lambda: Bomb(
        {"m.sdf": world(f'<model name="m">{LINK}</model>\n' * 20_000)}
    ),
    # frames
    "a frame that is attached to itself": lambda: one(frames(1, "attached_to", closed=True)),
    "2 frames attached to each other": lambda: one(frames(2, "attached_to", closed=True)),
    "1,000 frames attached in a circle": lambda: one(frames(1000, "attached_to", closed=True)),
    "a frame relative to itself": lambda: one(frames(1, "relative_to", closed=True)),
    "2 frames relative to each other": lambda: one(frames(2, "relative_to", closed=True)),
    "1,000 frames relative in a circle": lambda: one(frames(1000, "relative_to", closed=True)),
    "5,000 pairs of frames relative to each other": lambda: one(
        many(
            5_000,
            '<frame name="a#"><pose relative_to="b#"/></frame>'
            '<frame name="b#"><pose relative_to="a#"/></frame>\n',
        )
    ),
    "5,000 frames relative to the next": lambda: one(frames(5_000, "relative_to", closed=False)),
    "10,000 frames attached to the next": lambda: one(frames(10_000, "attached_to", closed=False)),
    "5,000 frames relative to what is not there": lambda: one(
        many(5_000, '<frame name="f#"><pose relative_to="QQQ#"/></frame>\n')
    ),
    "10,000 links relative to the next": lambda: Bomb(
        {
            "m.sdf": model(
                many(10_000, '<link name="l#"><pose relative_to="l@">1 0 0 0 0 0</pose></link>\n')
                + b'<link name="l10000"/>'
            )
        }
    ),
    "names with 300,000 colons": lambda: one(
        f'<frame name="{"a::" * 300_000}b" attached_to="{"m::" * 300_000}l"/>'
        f'<frame name="c" attached_to="{"m::" * 300_000}l"><pose relative_to="{"::" * 300_000}"/>'
        f"</frame>" + joint("j::k", "::".join("abc" * 300_000), "l::" * 300_000)
    ),
    "5,000 names with 200 colons, of version 1.7": lambda: Bomb(
        {
            "m.sdf": world(
                b'<model name="m">'
                + LINK.encode()
                + many(5000, f'<link name="{"a::" * 200}l#"/>\n')
                + b"</model>",
                version="1.7",
            )
        }
    ),
    "10,000 names in 10,000 flat models, of version 1.7": lambda: Bomb(
        {
            "m.sdf": world(
                b'<model name="m">'
                + LINK.encode()
                + many(10_000, '<link name="a#::l"/>\n')
                + b"</model>",
                version="1.7",
            )
        }
    ),
    "old names that are all taken": lambda: Bomb(
        {
            "m.sdf": model(
                many(10_000, '<link name="a_joint#"/>') + many(10_000, joint("#", "world", "l")),
                version="1.6",
            )
        }
    ),
    # numbers
    "poses that are no numbers to reckon with": lambda: one(
        poses(*SIX, *(f"{six} {six}" for six in SIX), "nan " * 6, "inf -inf nan inf inf inf")
        + poses(
            "1 " * 10_000, "0x1p1023 " * 6, "1,2,3,4,5,6", "\u0661 " * 6, "1e" + "9" * 9999
        ).replace('"p', '"q')
        + '<link name="r"><pose rotation_format="quat_xyzw">1 2 3 0 0 0 0</pose></link>'
        '<link name="s"><pose rotation_format="quat_xyzw">1 2 3 1e308 1e308 0 1e-320</pose></link>'
        '<link name="t"><pose degrees="true">1 2 3 1e308 -1e308 0</pose></link>'
        '<link name="u"><inertial><mass>1e308</mass><inertia><ixx>1e308</ixx><iyy>nan</iyy>'
        "<izz>-inf</izz><ixy>1e-320</ixy></inertia></inertial></link>"
        + joint("x", "l", "u").replace("0 0 1", "1e308 1e308 1e-320")
        + joint("y", "l", "t").replace("0 0 1", "1e-320 0 0")
    ),
    "10,000 links that lead 1e308 away": lambda: one(
        many(10_000, '<link name="x#"><pose relative_to="x@">1e308 0 0 1 1 1</pose></link>\n')
        + b'<link name="x10000"/>'
    ),
    "a mass of 10 MB": lambda: one(
        f'<link name="u"><inertial><mass>{"1" * 10 * MILLION}</mass></inertial></link>'
    ),
    "a pose of 10 MB": lambda: one(f'<link name="u"><pose>{"1 " * 5 * MILLION}</pose></link>'),
    "bad values of 1 MB in 20 places": lambda: one(
        many(20, f'<link name="u#"><pose>{"Q" * MILLION}</pose></link>')
    ),
    "inertia from 20,000 shapes": lambda: one(
        b'<link name="a"><inertial auto="true"/>'
        + many(20_000, BALL.replace('"c"', '"c#"').replace(">1<", ">1e308<"))
        + b"</link>"
    ),
    # many parts
    "20,000 links": lambda: Bomb({"m.sdf": model(many(20_000, '<link name="l#"/>\n'))}),
    "20,000 links, many of them with a mass": lambda: Bomb(
        {
            "m.sdf": model(
                many(4_000, '<link name="a#"><inertial/></link>\n')
                + many(16_000, '<link name="b#"/>\n')
            )
        }
    ),
    "20,000 joints between unknown links": lambda: one(
        many(20_000, '<joint name="j#" type="fixed"><parent>a#</parent><child>b#</child></joint>')
    ),
    "20,000 links of one name": lambda: Bomb({"m.sdf": model(LINK * 20_000)}),
    "30,000 visuals of one name": lambda: one('<link name="a">' + EMPTY * 30_000 + "</link>"),
    "8,000 joints into one link": lambda: one(
        many(8_000, joint("#", "world", "l").replace("revolute", "continuous"))
    ),
    "100,000 attributes": lambda: one(b"<link name='a' " + many(100_000, "a#='' ") + b"/>"),
    "a plugin of 20,000 elements": lambda: one(
        b'<plugin name="p" filename="p">' + many(20_000, "<a#/>") + b"</plugin>"
    ),
    "20,000 plugins": lambda: one(many(20_000, '<plugin name="p" filename="p#"><a/></plugin>')),
    "30,000 unknown elements": lambda: one(many(30_000, "<QQQ#/>")),
    "a circle of joints that follow each other": lambda: Bomb(
        {"m.sdf": model(mimics(5000), version="1.11")}
    ),
    "a joint that follows itself": lambda: Bomb({"m.sdf": model(mimics(1), version="1.11")}),
    "2,000 textures that are not there": lambda: one(
        b'<link name="a">' + many(2_000, TEXTURED) + b"</link>"
    ),
    "10,000 meshes that are not there": lambda: one(
        b'<link name="a">'
        + many(10_000, f'<visual name="v#">{MESH % "model://a/t#.dae"}</visual>\n')
        + b"</link>"
    ),
    "a polyline of 20,000 points": lambda: one(
        b'<link name="a"><visual name="v"><geometry><polyline>'
        + many(20_000, POINTS)
        + b"<height>1</height></polyline></geometry></visual></link>"
    ),
    "roads, populations and states": lambda: Bomb(
        {
            "m.sdf": world(
                many(5000, '<road name="r#"><width>1</width><point>0 0 0</point></road>')
                + many(5000, f'<population name="p#"><model name="m#">{LINK}</model></population>')
                + many(5000, f'<state world_name="w">{STATE}</state>'),
                version="1.6",
            )
        }
    ),
    "a state of 8,000 models": lambda: Bomb(
        {"m.sdf": world(b'<state world_name="w">' + many(8_000, STATE) + b"</state>")}
    ),
    "4,000 axes of version 1.4": lambda: Bomb(
        {"m.sdf": model(many(2_000, '<link name="l#"/>' + AXES), version="1.4")}
    ),
    # the root, and what is no SDFormat
    "odd versions": lambda: Bomb(
        {
            "m.sdf": model(LINK, version="1.99999999999999999999"),
            "a.sdf": model(LINK, version="1.7" * 100_000),
            "b.sdf": model(LINK, version="\u0661.\u0669"),
            "c.sdf": model(LINK, version="1" * 100_000 + ".1"),
            "d.sdf": model(LINK, version="-1.-9"),
            "e.sdf": model(LINK, version="1.9&#10;\x9b"),
            "f.sdf": b"<sdf>" + LINK.encode() + b"</sdf>",
        }
    ),
    "a root <gazebo>": lambda: Bomb(
        {
            "m.sdf": model(LINK, version="1.2")
            .replace(b"<sdf", b"<gazebo")
            .replace(b"/sdf>", b"/gazebo>")
        }
    ),
    "10,000 roots <gazebo> in each other": lambda: Bomb(
        {"m.sdf": b'<gazebo version="1.2">' * 10_000 + b"</gazebo>" * 10_000}
    ),
    "10,000 models and worlds": lambda: Bomb(
        {"m.sdf": sdf(many(10_000, f'<model name="m#">{LINK}</model><world name="w#"/>'))}
    ),
    "namespaces": lambda: one(
        b'<a:b xmlns:a="QQQ" xmlns:xml="x" xml:space="preserve" a:c="" x:y:z=""/>'
        + many(20_000, "<a#:b c:d='' xmlns:a#='u#'/>")
    ),
    "UTF-16": lambda: Bomb({"m.sdf": model(LINK).decode().encode("utf-16")}),
    "UTF-32": lambda: Bomb({"m.sdf": model(LINK).decode().encode("utf-32")}),
    "NUL bytes": lambda: Bomb({"m.sdf": b'<sdf version="1.9">' + b"\0" * MILLION}),
    "a file that breaks off": lambda: Bomb(
        {"m.sdf": model(many(5000, '<link name="l#"/>' + joint("#", "l#", "l@")))[:400_000]}
    ),
    "a file that breaks off in a name": lambda: Bomb({"m.sdf": model(LINK)[:45]}),
    "entities": lambda: Bomb({"m.sdf": LAUGHS + b'<sdf version="1.9"><model name="&c;"/></sdf>'}),
    "names with escape sequences": lambda: one(
        '<link name="g\x7f\x9b31m\u202e&#10;&#9;"><visual name="QQQ\x9b"><material><script><uri>'
        "file://\x9b</uri></script></material></visual></link>"
        '<frame name="f\x9b" attached_to="QQQ\x9b"/><QQQ\u0300 a\u0300="\x9b"/>'
        + include("QQQ\x9b")
        + joint("\x9b", "\u2028", "g\x9b")
        + '<plugin name="\x9b" filename="\u202e"/><link name="\x9b"><pose>\x9b</pose></link>'
    ),
    "names of 1 MB": lambda: one(
        f'<link name="{"n" * MILLION}"/><frame name="f" attached_to="{"n" * MILLION}x"/>'
        + joint("m" * MILLION, "o" * MILLION, "p" * MILLION)
        + include("q" * MILLION)
    ),
    "a name of 1 MB that is wanted 1,000 times": lambda: one(
        f'<frame name="{"n" * MILLION}"/>'
        + many(1000, '<frame name="f#" attached_to="QQQ"/>').decode()
    ),
    "5,000 parts in a model with a name of 1 MB": lambda: Bomb(
        {
            "m.sdf": model(
                many(5000, '<link name="l"><pose relative_to="QQQ"/></link>'), "n" * MILLION
            )
        }
    ),
    "20,000 names that are nearly right": lambda: Bomb(
        {
            "m.sdf": model(
                many(5000, '<link name="link_#"/>')
                + many(20_000, '<frame name="f#" attached_to="lnk_#"/>')
            )
        }
    ),
    "8,000 tags that are nearly right": lambda: one(many(8_000, "<visul><pos/></visul><joit#/>")),
}

CODES = INCLUDE_CODES | {
    "UTF-16": "X113",
    "10,000 models in each other": "X005",
    "10,000 models in one, without links": "D117",
    "20,000 models that are all called alike": "D102",
    "a frame that is attached to itself": "D124",
    "2 frames attached to each other": "D124",
    "1,000 frames attached in a circle": "D124",
    "a frame relative to itself": "D127",
    "2 frames relative to each other": "D127",
    "1,000 frames relative in a circle": "D127",
    "5,000 pairs of frames relative to each other": "D127",
    "5,000 frames relative to what is not there": "D126",
    "names with 300,000 colons": "D103",
    "5,000 names with 200 colons, of version 1.7": "D301",
    "10,000 names in 10,000 flat models, of version 1.7": "D301",
    "old names that are all taken": "D120",
    "poses that are no numbers to reckon with": "D134",
    "10,000 links that lead 1e308 away": "D306",
    "a mass of 10 MB": "D134",
    "a pose of 10 MB": "D134",
    "bad values of 1 MB in 20 places": "D134",
    "inertia from 20,000 shapes": "D202",
    "20,000 joints between unknown links": "D120",
    "20,000 links of one name": "D102",
    "30,000 visuals of one name": "D102",
    "8,000 joints into one link": "T006",
    "100,000 attributes": "D107",
    "20,000 plugins": "D407",
    "30,000 unknown elements": "D111",
    "a joint that follows itself": "D141",
    "2,000 textures that are not there": "R102",
    "10,000 meshes that are not there": "R102",
    "4,000 axes of version 1.4": "D132",
    "odd versions": "D139",
    "a root <gazebo>": "D132",
    "10,000 roots <gazebo> in each other": "X005",
    "10,000 models and worlds": "D111",
    "UTF-32": "X006",
    "NUL bytes": "X001",
    "a file that breaks off": "X001",
    "a file that breaks off in a name": "X001",
    "entities": "X003",
    "names with escape sequences": "D108",
    "names of 1 MB": "D114",
    "a name of 1 MB that is wanted 1,000 times": "D123",
    "5,000 parts in a model with a name of 1 MB": "D126",
    "20,000 names that are nearly right": "D123",
    "8,000 tags that are nearly right": "D111",
}

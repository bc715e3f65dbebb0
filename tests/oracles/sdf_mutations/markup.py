"""Elements and attributes dropped, doubled, renamed, moved; versions; what is no XML."""

from __future__ import annotations

from random import Random

from tests.oracles.mutations.text import Doc

from .kinds import add_inside, attributes, cut, inside, kind, leaves, one, set_text, set_value

VERSIONS = (
    *("1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"),
    *(
        "1.13",
        "2.0",
        "1",
        "0",
        "-1",
        "1.09",
        "1.9.1",
        "1.6-beta",
        " 1.9",
        "1.9 ",
        "",
        "01.9",
        "+1.9",
    ),
)
PIECES = (
    '<frame name="extra"/>',
    '<frame name="extra" attached_to="extra"/>',
    '<pose relative_to="QQQ">0 0 0 0 0 0</pose>',
    "<pose>0 0 0 0 0 0</pose>",
    "<pose>0 0 0</pose>",
    '<link name="extra"/>',
    '<link name="extra"><inertial><mass>-1</mass></inertial></link>',
    '<model name="extra"><link name="l"/></model>',
    '<model name="extra"/>',
    "<static>true</static>",
    '<plugin name="p" filename="f"/>',
    '<plugin name="p"/>',
    "<QQQ/>",
    '<QQQ name="extra"><a b="c"/></QQQ>',
    "<my:own><x/></my:own>",
    '<my:own a=""/>',
    '<light name="extra" type="point"/>',
    '<sensor name="extra" type="imu"/>',
    '<sensor name="extra"/>',
    '<joint name="extra" type="fixed"><parent>world</parent></joint>',
    '<joint name="extra" type="ball"/>',
    "<include><uri>parts/buoy.sdf</uri><name>extra</name></include>",
    '<include merge="true"><uri>parts/buoy.sdf</uri></include>',
    "<include><uri>parts/lantern.sdf</uri></include>",
    "<include><uri>parts/QQQ.sdf</uri></include>",
    "<include><uri>parts/buoy.sdf</uri><placement_frame>ring</placement_frame></include>",
    "<include><name>x</name></include>",
    '<world name="extra"/>',
    '<actor name="extra"/>',
    '<physics type="ode"/>',
    "<gravity>0 0 1</gravity>",
    "<mass>QQQ</mass>",
    "<thread_pitch>QQQ</thread_pitch>",
    "<screw_thread_pitch>QQQ</screw_thread_pitch>",
    "<enable_wind>QQQ</enable_wind>",
    "<!-- <link name='QQQ'/> -->",
    "stray",
)


@kind("drop an element")
def drop(doc: Doc, random: Random) -> str | None:
    found = one(random, inside(doc))
    return None if found is None else cut(doc, found.start, found.end)


@kind("drop the content of an element")
def empty(doc: Doc, random: Random) -> str | None:
    found = one(random, (element for element in inside(doc) if not element.empty))
    return None if found is None else set_text(doc, found, "")


@kind("double an element")
def double(doc: Doc, random: Random) -> str | None:
    found = one(random, inside(doc))
    return (
        None if found is None else cut(doc, found.end, found.end, doc.text[found.start : found.end])
    )


@kind("double an element, the second of QQQ")
def double_bad(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc))
    if found is None:
        return None
    return cut(doc, found.end, found.end, f"<{found.name}>QQQ</{found.name}>")


@kind("rename an element")
def rename(doc: Doc, random: Random) -> str | None:
    found = one(random, inside(doc))
    if found is None:
        return None
    others = [element.name for element in inside(doc)]
    new = random.choice(
        (found.name + "QQQ", found.name.upper(), f"my:{found.name}", one(random, others) or "x")
    )
    text = doc.text
    if not found.empty:
        end = text.index(found.name, found.outer)
        text = text[:end] + new + text[end + len(found.name) :]
    return text[: found.start + 1] + new + text[found.name_end :]


@kind("move an element")
def move(doc: Doc, random: Random) -> str | None:
    found = one(random, inside(doc))
    if found is None:
        return None
    homes = [
        element
        for element in doc.elements
        if not element.empty and not found.start <= element.start < found.end
    ]
    home = one(random, homes)
    if home is None:
        return None
    piece, place = doc.text[found.start : found.end], home.outer
    if place <= found.start:
        return doc.text[:place] + piece + cut(doc, found.start, found.end)[place:]
    return doc.text[: found.start] + doc.text[found.end : place] + piece + doc.text[place:]


@kind("put an element to the front")
def forward(doc: Doc, random: Random) -> str | None:
    found = one(random, (element for element in inside(doc) if element.parent is not None))
    if found is None or found.parent is None:
        return None
    place = found.parent.inner
    piece = doc.text[found.start : found.end]
    return doc.text[:place] + piece + doc.text[place : found.start] + doc.text[found.end :]


@kind("take the tags off an element")
def unwrap(doc: Doc, random: Random) -> str | None:
    found = one(random, (element for element in inside(doc) if not element.empty))
    if found is None:
        return None
    return cut(doc, found.start, found.end, doc.text[found.inner : found.outer])


@kind("add an element")
def add(doc: Doc, random: Random) -> str | None:
    home = one(random, (e for e in doc.elements if not e.empty and e not in leaves(doc)))
    if home is None:
        return None
    return add_inside(doc, home, random.choice(PIECES), first=random.random() < 0.5)


@kind("add an element anywhere")
def add_anywhere(doc: Doc, random: Random) -> str | None:
    home = one(random, doc.elements)
    return None if home is None else add_inside(doc, home, random.choice(PIECES), first=True)


@kind("drop an attribute")
def drop_attribute(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc))
    return None if found is None else cut(doc, found.start, found.end)


@kind("rename an attribute")
def rename_attribute(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc))
    if found is None:
        return None
    new = random.choice((found.name + "QQQ", found.name.upper(), f"my:{found.name}"))
    return cut(doc, found.name_start, found.name_end, new)


@kind("an attribute twice")
def twice(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc))
    if found is None:
        return None
    return cut(doc, found.end, found.end, f' {found.name}="QQQ"')


@kind("an attribute more")
def one_more(doc: Doc, random: Random) -> str | None:
    found = one(random, inside(doc))
    if found is None:
        return None
    more = random.choice((' QQQ="1"', ' my:own="1"', ' my:own=""', ' name="extra"', ' type="QQQ"'))
    if more.split("=")[0].strip() in {attribute.name for attribute in found.attributes}:
        return None
    return cut(doc, found.name_end, found.name_end, more)


@kind("another version")
def version(doc: Doc, random: Random) -> str | None:
    found = doc.elements[0].attribute("version")
    return None if found is None else set_value(doc, found, random.choice(VERSIONS))


@kind("two mutations")
def both(doc: Doc, random: Random) -> str | None:
    first = drop(doc, random)
    second = None if first is None else Doc(first.encode("latin-1"), doc.source)
    return None if second is None or len(second.elements) < 2 else add(second, random)


@kind("no XML")
def broken(doc: Doc, random: Random) -> str | None:
    place = random.choice(doc.gaps)
    return cut(
        doc,
        place,
        place + random.choice((0, 0, 1)),
        random.choice(("<", "</x>", "<a>", "<!--", "&QQQ;")),
    )


@kind("text in pieces")
def pieces(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc))
    if found is None:
        return None
    text = doc.text[found.inner : found.outer]
    return set_text(
        doc,
        found,
        random.choice(
            (
                f"<!-- c -->{text}",
                f"{text}<!-- c --> 9",
                f"<![CDATA[{text}]]>",
                f"<x/>{text}",
                f"{text}<x/>9",
            )
        ),
    )


@kind("deep in each other")
def deep(doc: Doc, random: Random) -> str | None:
    home = one(random, (e for e in doc.elements if e.name in {"model", "world", "link"}))
    if home is None:
        return None
    depth = (
        1
        + sum(1 for e in doc.elements if e.start < home.start < e.end)
        + random.choice((96, 97, 98, 94))
    )
    levels = max(1, 98 - depth + random.choice((0, 60, 94, 95, 96, 97, 98)))
    return add_inside(doc, home, "<my:a>" * levels + "</my:a>" * levels, first=True)

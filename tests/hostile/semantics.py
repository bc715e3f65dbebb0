"""Hostile SRDF files: each with a robot, the two as bytes, and the code that is the answer.

They are as large as is needed: what takes the square of 20,000 steps takes longer than it may. One
is just below the caps.
"""

from __future__ import annotations

from typing import NamedTuple

MILLION = 1_000_000


class Bomb(NamedTuple):
    """An SRDF and the URDF of its robot."""

    data: bytes
    robot: bytes


def inside(content: bytes) -> bytes:
    return b'<robot name="r">\n' + content + b"</robot>\n"


def many(count: int, text: str) -> bytes:
    """A text so many times, with the number for ``#`` and the next for ``@``."""
    return b"".join(
        text.replace("#", str(number)).replace("@", str(number + 1)).encode()
        for number in range(count)
    )


def chain(links: int) -> bytes:
    """A robot whose links l0, l1 ... hang below each other; the joints are called j0, j1 ..."""
    joints = many(
        links - 1,
        '<joint name="j#" type="revolute"><parent link="l#"/><child link="l@"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>\n',
    )
    return inside(many(links, '<link name="l#"/>\n') + joints)


def star(links: int) -> bytes:
    """A robot whose links l1, l2 ... all hang below l0."""
    joints = many(
        links - 1,
        '<joint name="j#" type="fixed"><parent link="l0"/><child link="l@"/></joint>\n',
    )
    return inside(many(links, '<link name="l#"/>\n') + joints)


def group(name: str, content: str) -> bytes:
    return f'<group name="{name}">{content}</group>\n'.encode()


def cyclic(length: int, count: int = 1) -> bytes:
    """Groups in circles of one length."""
    return b"".join(
        group(
            f"g{number}_{place}",
            f'<joint name="j0"/><group name="g{number}_{(place + 1) % length}"/>',
        )
        for number in range(count)
        for place in range(length)
    )


def everybody(groups: int) -> bytes:
    """Groups each of which contains all others."""
    others = "".join(f'<group name="g{number}"/>' for number in range(groups))
    return b"".join(group(f"g{number}", others) for number in range(groups))


def pairs(count: int, links: int) -> bytes:
    """Disabled pairs of so many links of a chain, the same again and again."""
    return b"".join(
        b'<disable_collisions link1="l%d" link2="l%d" reason="Never"/>\n'
        % (number % links, (number * 7 + 1) % links)
        for number in range(count)
    )


def state(name: str, content: str, group_name: str = "all") -> bytes:
    return f'<group_state name="{name}" group="{group_name}">{content}</group_state>\n'.encode()


def spheres(count: int, center: str = "0 0 0.#", radius: str = "0.1") -> bytes:
    one = f'<sphere center="{center}" radius="{radius}"/>'
    return (
        b'<link_sphere_approximation link="l1">'
        + many(count, one)
        + (b"</link_sphere_approximation>")
    )


def nested(tag: bytes, depth: int) -> bytes:
    return (b'<%s name="a">' % tag) * depth + (b"</%s>" % tag) * depth


ALL = group("all", '<chain base_link="l0" tip_link="l1"/>')
ALL_5000 = group("all", '<chain base_link="l0" tip_link="l4999"/>')
SMALL = chain(3)
NAME = b"n" * MILLION


def bomb(content: bytes, robot: bytes = SMALL) -> Bomb:
    return Bomb(inside(content), robot)


BOMBS = {
    # groups in groups
    "20,000 groups nested by reference": lambda: bomb(
        many(20_000, '<group name="g#"><group name="g@"/></group>')
        + group("g20000", '<joint name="j0"/>'),
    ),
    "20,000 groups nested by reference, the innermost first": lambda: bomb(
        group("g0", '<joint name="j0"/>')
        + many(20_000, '<group name="g@"><group name="g#"/></group>'),
    ),
    "20,000 groups nested by reference that lead nowhere": lambda: bomb(
        many(20_000, '<group name="g#"><group name="g@"/></group>')
    ),
    "5,000 groups that grow by a joint each": lambda: bomb(
        group("g0", '<joint name="j0"/>')
        + many(4_998, '<group name="g@"><group name="g#"/><joint name="j@"/></group>'),
        robot=chain(5000),
    ),
    "a group that contains itself": lambda: bomb(cyclic(1)),
    "15,000 groups that contain themselves": lambda: bomb(cyclic(1, 15_000)),
    "15,000 pairs of groups that contain each other": lambda: bomb(cyclic(2, 15_000)),
    "a circle of 1,000 groups": lambda: bomb(cyclic(1000)),
    "a circle of 6,000 groups": lambda: bomb(cyclic(6_000)),
    "300 groups that contain each other": lambda: bomb(everybody(300)),
    "a ladder of groups with 2^1,000 ways": lambda: bomb(
        many(1000, '<group name="g#"><group name="g@"/><group name="g@"/></group>')
        + group("g1000", '<joint name="j0"/>'),
    ),
    "15,000 groups that contain one of 15,000 members": lambda: bomb(
        group("g", '<link name="l1"/>' * 15_000)
        + many(15_000, '<group name="g#"><group name="g"/></group>'),
    ),
    "15,000 groups that contain one that is refused last": lambda: bomb(
        group("g", '<link name="l1"/>' * 15_000 + '<group name="QQQ"/>')
        + many(15_000, '<group name="g#"><group name="g"/></group>'),
    ),
    "a group with 30,000 unknown links": lambda: bomb(
        b'<group name="g">' + many(30_000, '<link name="QQQ#"/>') + b"</group>"
    ),
    "a group with a joint 30,000 times": lambda: bomb(group("g", '<joint name="j0"/>' * 30_000)),
    "20,000 groups of one name": lambda: bomb(group("g", '<joint name="j0"/>') * 20_000),
    "20,000 groups without a name": lambda: bomb(b"<group/>" * 20_000),
    "20,000 empty groups": lambda: bomb(many(20_000, '<group name="g#"/>')),
    # chains
    "20,000 chains across 5,000 links": lambda: bomb(
        many(20_000, '<group name="g#"><chain base_link="l0" tip_link="l4999"/></group>'),
        robot=chain(5000),
    ),
    "20,000 chains from the ends of 5,000 links in one group": lambda: bomb(
        group("g", '<chain base_link="l4999" tip_link="l0"/>' * 20_000), robot=chain(5000)
    ),
    "20,000 chains of nothing": lambda: bomb(
        group("g", '<chain base_link="l0" tip_link="l0"/>' * 20_000)
    ),
    "20,000 chains that go round": lambda: bomb(
        group("g", '<chain base_link="l4999" tip_link="l4998"/>' * 20_000), robot=star(5000)
    ),
    "20,000 groups of a robot without joints": lambda: bomb(
        many(20_000, '<group name="g#"><chain base_link="l0" tip_link="l@"/></group>'),
        robot=inside(many(40_001, '<link name="l#"/>')),
    ),
    # states
    "8,000 states of one group": lambda: bomb(
        ALL
        + many(
            8_000, '<group_state name="s#" group="all"><joint name="j0" value="0"/></group_state>'
        ),
    ),
    "20,000 states of one name": lambda: bomb(
        ALL + state("s", '<joint name="j0" value="0"/>') * 20_000
    ),
    "20,000 states of unknown groups": lambda: bomb(
        many(20_000, '<group_state name="s" group="QQQ#"/>')
    ),
    "20,000 states of 4,999 joints that say nothing": lambda: bomb(
        ALL_5000 + state("s", "") * 20_000, robot=chain(5000)
    ),
    "10 states of 4,999 joints": lambda: bomb(
        ALL_5000
        + b"".join(
            state(f"s{number}", many(4999, '<joint name="j#" value="2"/>').decode())
            for number in range(10)
        ),
        robot=chain(5000),
    ),
    "700 states of 200 of 300 joints, in one line": lambda: bomb(
        group("all", '<chain base_link="l0" tip_link="l300"/>')
        + b"".join(
            state(f"s{number}", many(200, '<joint name="j#" value="0.1"/>').decode())[:-1]
            for number in range(700)
        ),
        robot=chain(301),
    ),
    "a state with 20,000 unknown joints": lambda: bomb(
        ALL
        + b'<group_state name="s" group="all">'
        + many(20_000, '<joint name="QQQ#" value="0"/>')
        + b"</group_state>",
    ),
    "a state with a joint 20,000 times": lambda: bomb(
        ALL + state("s", '<joint name="j0" value="0"/>' * 20_000)
    ),
    "a state with 1,000,000 numbers for a joint": lambda: bomb(
        ALL + state("s", f'<joint name="j0" value="{"1 " * MILLION}"/>')
    ),
    "a state with a number of 1 MB": lambda: bomb(
        ALL + state("s", f'<joint name="j0" value="{"1" * MILLION}"/>')
    ),
    "a state with 20,000 bad numbers": lambda: bomb(
        ALL + state("s", '<joint name="j0" value="1,5"/>' * 20_000)
    ),
    # pairs
    "12,000 disabled pairs of 5 links": lambda: bomb(pairs(12_000, 5), robot=chain(5)),
    "140,000 disabled pairs of 5,000 links": lambda: bomb(
        pairs(140_000, 5_000), robot=chain(5_000)
    ),
    "30,000 disabled pairs of unknown links": lambda: bomb(
        many(30_000, '<disable_collisions link1="QQQ#" link2="QQQ@"/>')
    ),
    "30,000 reasons for one pair": lambda: bomb(
        many(30_000, '<disable_collisions link1="l0" link2="l1" reason="#"/>')
    ),
    "a pair 20,000 times disabled and enabled": lambda: bomb(
        many(
            20_000,
            '<disable_collisions link1="l0" link2="l1"/><enable_collisions link1="l1" link2="l0"/>',
        )
    ),
    "5,000 links disabled by default": lambda: bomb(
        many(5_000, '<disable_default_collisions link="l#"/>')
        + many(4_999, '<enable_collisions link1="l#" link2="l@"/>'),
        robot=chain(5_000),
    ),
    "30,000 links disabled by default": lambda: bomb(
        many(30_000, '<disable_default_collisions link="QQQ#"/>')
    ),
    "30,000 pairs of a link with itself": lambda: bomb(
        b'<disable_collisions link1="l0" link2="l0"/>' * 30_000
    ),
    # spheres
    "30,000 spheres on a link": lambda: bomb(spheres(30_000)),
    "20,000 spheres without a size": lambda: bomb(spheres(20_000, radius="-1")),
    "20,000 spheres that cannot be read": lambda: bomb(spheres(20_000, "1 2", "1,5")),
    "20,000 sphere lists of one link": lambda: bomb(
        b'<link_sphere_approximation link="l1"><sphere center="0 0 0" radius="1"/>'
        b"</link_sphere_approximation>" * 20_000
    ),
    "20,000 sphere lists of unknown links": lambda: bomb(
        many(20_000, '<link_sphere_approximation link="QQQ#"/>')
    ),
    "20,000 spheres on a link with 5,000 shapes": lambda: Bomb(
        inside(spheres(20_000)),
        inside(
            b'<link name="l0"/><link name="l1">'
            + b'<collision><geometry><box size="1 1 1"/></geometry></collision>' * 5_000
            + b'</link><joint name="j0" type="fixed"><parent link="l0"/><child link="l1"/></joint>'
        ),
    ),
    # the other elements
    "20,000 end effectors": lambda: bomb(
        ALL
        + many(
            20_000,
            '<end_effector name="e#" group="all" parent_link="l2" parent_group="all"/>',
        ),
    ),
    "20,000 end effectors of one name": lambda: bomb(
        ALL_5000
        + b'<end_effector name="e" group="all" parent_link="l4999" parent_group="all"/>' * 20_000,
        robot=chain(5000),
    ),
    "20,000 virtual joints": lambda: bomb(
        many(
            20_000,
            '<virtual_joint name="v#" child_link="l0" parent_frame="w" type="floating"/>',
        ),
    ),
    "20,000 passive joints": lambda: bomb(many(20_000, '<passive_joint name="QQQ#"/>')),
    "20,000 joint properties": lambda: bomb(
        many(20_000, '<joint_property joint_name="j0" property_name="p" value="#"/>')
    ),
    "20,000 unknown elements": lambda: bomb(b"<QQQ/>" * 20_000),
    # names
    "names of 1 MB": lambda: bomb(
        b"".join(
            b'<group name="%s%d"><joint name="%s"/><group name="%s%d"/></group>'
            % (NAME, number, NAME, NAME, number + 1)
            for number in range(10)
        )
        + b'<group_state name="%s" group="%s"><joint name="%s" value="0"/></group_state>'
        % (NAME, NAME, NAME)
        + b'<disable_collisions link1="%s" link2="%s"/>' % (NAME, NAME),
    ),
    "a name of 1 MB that 20,000 elements stand in": lambda: bomb(
        b'<group name="%s">' % NAME + b'<joint name="QQQ"/>' * 20_000 + b"</group>"
    ),
    "a group of 1 MB in 30 states of 1 MB": lambda: bomb(
        b'<group name="%s"><joint name="j0"/></group>' % NAME
        + b'<group_state name="s" group="%s"/>' % NAME * 30
    ),
    "a robot name of 20 MB": lambda: Bomb(b'<robot name="%s"/>' % (NAME * 20), SMALL),
    "20,000 names that are nearly those of 5,000 links": lambda: bomb(
        many(20_000, '<passive_joint name="jj#"/>'), robot=chain(5000)
    ),
    "names with escape sequences": lambda: bomb(
        '<group name="g\x7f\x9b31m\u202e&#10;&#9;"><joint name="j\x9b0m"/><group name="QQQ\x9b"/>'
        '</group><group_state name="s\x9b" group="g\x9b"><joint name="x\x9b" value="\x9b"/>'
        '</group_state><disable_collisions link1="a\x9b" link2="a\x9b" reason="\u2028"/>'
        '<Q\u0300 a\u0300="\x9b"/>'.encode()
    ),
    # depth, bytes
    "20,000 levels of groups": lambda: bomb(nested(b"group", 20_000)),
    "20,000 levels in a subgroup": lambda: bomb(
        b'<group name="g">' + nested(b"group", 20_000) + b"</group>"
    ),
    "250 levels of groups": lambda: bomb(nested(b"group", 250)),
    "names that are no UTF-8": lambda: bomb(
        b'<group name="\xff\xfe"><joint name="\xc3"/></group>' * 1000
    ),
    "a NUL in a name": lambda: bomb(b'<group name="a\0b"/>'),
    "NUL bytes": lambda: Bomb(b"\0" * MILLION, SMALL),
    "entities": lambda: Bomb(
        b'<!DOCTYPE robot [<!ENTITY a "&b;&b;"><!ENTITY b "x">]><robot name="&a;"/>', SMALL
    ),
    "a million groups": lambda: bomb(b'<group name="g"/>' * MILLION),
    "a million attributes on a group": lambda: bomb(
        b"<group " + b" ".join(b'a%d=""' % number for number in range(MILLION)) + b"/>"
    ),
    "30 MB of blanks": lambda: bomb(b" " * 30 * MILLION + b"<QQQ/>"),
    # robots
    "a robot of 8,000 links": lambda: bomb(
        group("g", '<chain base_link="l0" tip_link="l7999"/>')
        + state("s", '<joint name="j0" value="0"/>', "g"),
        robot=chain(8_000),
    ),
    "a robot in a circle": lambda: bomb(
        group("g", '<chain base_link="l0" tip_link="l2999"/>'),
        robot=chain(3000).replace(
            b"</robot>",
            b'<joint name="j" type="fixed"><parent link="l2999"/><child link="l0"/></joint></robot>',
        ),
    ),
    "a robot of 8,000 roots": lambda: bomb(
        many(8_000, '<group name="g#"><link name="l#"/></group>')
        + many(8_000, '<passive_joint name="l#"/>'),
        robot=inside(many(8_000, '<link name="l#"/>')),
    ),
    "a robot that breaks off": lambda: bomb(ALL, robot=chain(3)[:-20]),
    "a robot that is none": lambda: bomb(ALL, robot=b"\0\xff" * 1000),
    "a robot of 20,000 joints into one link": lambda: bomb(
        group("g", '<link name="l1"/>'),
        robot=inside(
            b'<link name="l0"/><link name="l1"/>'
            + many(
                20_000,
                '<joint name="j#" type="fixed"><parent link="l0"/><child link="l1"/></joint>',
            )
        ),
    ),
    "a robot of 20,000 joints that follow each other": lambda: bomb(
        group("g", '<chain base_link="l0" tip_link="l20000"/>')
        + state("s", '<joint name="j0" value="0"/>', "g"),
        robot=inside(
            many(20_001, '<link name="l#"/>')
            + many(
                20_000,
                '<joint name="j#" type="continuous"><parent link="l#"/><child link="l@"/>'
                '<mimic joint="j@"/></joint>',
            )
        ),
    ),
}

CODES = {
    "20,000 groups nested by reference that lead nowhere": "S109",
    "a group that contains itself": "S108",
    "15,000 groups that contain themselves": "S108",
    "15,000 pairs of groups that contain each other": "S108",
    "a circle of 1,000 groups": "S108",
    "a circle of 6,000 groups": "S108",
    "300 groups that contain each other": "S108",
    "a ladder of groups with 2^1,000 ways": "S111",
    "15,000 groups that contain one of 15,000 members": "S111",
    "15,000 groups that contain one that is refused last": "S109",
    "a group with 30,000 unknown links": "S003",
    "a group with a joint 30,000 times": "S111",
    "20,000 groups of one name": "S104",
    "20,000 groups without a name": "X103",
    "20,000 empty groups": "S105",
    "20,000 chains from the ends of 5,000 links in one group": "S124",
    "20,000 chains of nothing": "S123",
    "20,000 chains that go round": "S111",
    "20,000 groups of a robot without joints": "S122",
    "20,000 states of one name": "S203",
    "20,000 states of unknown groups": "S201",
    "20,000 states of 4,999 joints that say nothing": "S203",
    "10 states of 4,999 joints": "S223",
    "700 states of 200 of 300 joints, in one line": "S209",
    "a state with 20,000 unknown joints": "S205",
    "a state with a joint 20,000 times": "S207",
    "a state with 1,000,000 numbers for a joint": "X105",
    "a state with a number of 1 MB": "X105",
    "a state with 20,000 bad numbers": "X105",
    "12,000 disabled pairs of 5 links": "S502",
    "140,000 disabled pairs of 5,000 links": "S503",
    "30,000 disabled pairs of unknown links": "S003",
    "30,000 reasons for one pair": "S504",
    "a pair 20,000 times disabled and enabled": "S505",
    "30,000 links disabled by default": "S003",
    "30,000 pairs of a link with itself": "S502",
    "30,000 spheres on a link": "S605",
    "20,000 spheres without a size": "S602",
    "20,000 spheres that cannot be read": "X106",
    "20,000 sphere lists of one link": "S604",
    "20,000 sphere lists of unknown links": "S603",
    "20,000 end effectors": "S306",
    "20,000 end effectors of one name": "S306",
    "20,000 virtual joints": "S403",
    "20,000 passive joints": "S003",
    "20,000 unknown elements": "X101",
    "names of 1 MB": "S103",
    "a name of 1 MB that 20,000 elements stand in": "S102",
    "a group of 1 MB in 30 states of 1 MB": "S204",
    "a robot name of 20 MB": "S001",
    "20,000 names that are nearly those of 5,000 links": "S003",
    "names with escape sequences": "S501",
    "20,000 levels of groups": "X005",
    "20,000 levels in a subgroup": "X005",
    "250 levels of groups": "S107",
    "names that are no UTF-8": "X002",
    "a NUL in a name": "X001",
    "NUL bytes": "X006",
    "entities": "X003",
    "a million groups": "X005",
    "a million attributes on a group": "X005",
    "30 MB of blanks": "X101",
    "a robot of 8,000 links": "S209",
    "a robot of 8,000 roots": "S701",
    "a robot of 20,000 joints that follow each other": "S209",
}
"""What `check --robot` answers to them; the others are no fault."""

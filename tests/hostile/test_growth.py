"""The work of a verb grows as the file does, which time alone does not show for files that end soon.

The files are small ones of the kinds that ``test_addresses``, ``test_sdformat``, ``test_semantics``
and the attempts on xacro have in large; what is counted are executed lines.
"""

from __future__ import annotations

import contextlib
import io

import pytest

from bodyplan.cli import main
from tests.growth import lines
from tests.hostile import test_addresses, test_sdformat, test_semantics
from tests.hostile.addresses import package
from tests.hostile.sdformat import AXES, STATE, TEXTURED, frames
from tests.hostile.sdformat_files import LINK, include, joint, model, world
from tests.hostile.semantics import ALL, chain, cyclic, group, inside, many, pairs, star, state

SMALL, LARGE = 150, 600
TIMES = LARGE // SMALL
"""A large file may take so many times the lines of a small one."""

ADDRESSES = {
    "addresses that lead nowhere": lambda n: f"package://p/QQQ{n}.stl",
    "packages that are not there": lambda n: f"package://QQQ{n}/a.stl",
    "files that are not there": lambda n: f"/QQQ/{n}/a/b/c.stl",
    "relative addresses": lambda n: f"../QQQ/{n}.stl",
    "addresses that lead up": lambda n: "../" * 40 + f"{n:04}/../etc/passwd",
    "the same address": lambda _: "package://p/meshes/base.stl",
}
PARTS = LINK.encode()
SDFORMAT = {
    "links": lambda n: model(many(n, '<link name="l#"/>\n')),
    "links with a mass": lambda n: model(many(n, '<link name="l#"><inertial/></link>\n')),
    "textures": lambda n: model(b'<link name="a">' + many(n, TEXTURED) + b"</link>"),
    "axes": lambda n: model(many(n, '<link name="l#"/>' + AXES), version="1.4"),
    "joints into one link": lambda n: model(
        PARTS + many(n, joint("#", "world", "l").replace("revolute", "continuous"))
    ),
    "frames relative to the next": lambda n: model(
        PARTS + frames(n, "relative_to", closed=False).encode()
    ),
    "frames relative to what is not there": lambda n: model(
        PARTS + many(n, '<frame name="f#"><pose relative_to="QQQ#"/></frame>\n')
    ),
    "tags that are nearly right": lambda n: model(many(n, "<visul><pos/></visul><joit#/>")),
    "states": lambda n: world(b'<state world_name="w">' + many(n, STATE) + b"</state>"),
    "includes of a missing model": lambda n: model(include("QQQ") * n),
}
SRDF = {
    "a robot of links": lambda n: (b"", chain(n)),
    "a robot of roots": lambda n: (
        many(n, '<group name="g#"><link name="l#"/></group><passive_joint name="l#"/>'),
        inside(many(n, '<link name="l#"/>')),
    ),
    "a robot of joints at one link": lambda n: (ALL, star(n)),
    "a circle of groups": lambda n: (cyclic(n), chain(3)),
    "groups that contain all before": lambda n: (
        many(n, '<group name="g@"><link name="l1"/><group name="g#"/></group>'),
        chain(3),
    ),
    "a group of joints": lambda n: (group("g", many(n, '<joint name="j#"/>').decode()), chain(n)),
    "states of one group": lambda n: (ALL + many(n, state("s#", "").decode()), chain(3)),
    "states of one name": lambda n: (ALL + state("s", "") * n, chain(3)),
    "disabled pairs of few links": lambda n: (pairs(n, 5), chain(5)),
    "disabled pairs of many links": lambda n: (pairs(n, n), chain(n)),
}
XACRO = {
    "properties in a chain": lambda n: (
        many(n, '<xacro:property name="p#" value="${p@}"/>')
        + b'<xacro:property name="p%d" value="1"/><link name="${p0}"/>' % n
    ),
    "definitions of one macro": lambda n: many(n, '<xacro:macro name="m"><a/></xacro:macro>'),
    "calls of one macro": lambda n: (
        b'<xacro:macro name="m" params="n"><link name="l${n}"/></xacro:macro>'
        + many(n, '<xacro:m n="#"/>')
    ),
    "arguments": lambda n: many(n, '<xacro:arg name="a#" default="1"/><link name="$(arg a#)"/>'),
    "conditions": lambda n: many(n, '<xacro:if value="${# > 5}"><link name="l#"/></xacro:if>'),
}
XACRO_VERBS = {"check it": ("check", "IN"), "expand it": ("expand", "IN")}
SDFORMAT_VERBS = (
    *("check it for services", "print its facts", "fix it", "rename a joint"),
    "convert it to an old one",
)
SRDF_VERBS = ("check a folder", "print its facts", "fix it", "rename a link")


def of_addresses(case, count, place):
    package(place / "p", map(ADDRESSES[case], range(count)))
    return {"IN": place / "p/urdf/r.urdf"}


def of_sdformat(case, count, place):
    place.mkdir()
    (place / "m.sdf").write_bytes(SDFORMAT[case](count))
    return {"IN": place / "m.sdf"}


def of_srdf(case, count, place):
    place.mkdir()
    content, robot = SRDF[case](count)
    (place / "r.srdf").write_bytes(inside(content))
    (place / "r.urdf").write_bytes(robot)
    return {"IN": place / "r.srdf", "ROBOT": place / "r.urdf"}


def of_xacro(case, count, place):
    place.mkdir()
    start = b'<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    (place / "r.urdf.xacro").write_bytes(start + XACRO[case](count) + b"</robot>")
    return {"IN": place / "r.urdf.xacro"}


KINDS = {
    "addresses": (of_addresses, ADDRESSES, test_addresses.COMMANDS, ("checked", "bundled")),
    "sdformat": (of_sdformat, SDFORMAT, test_sdformat.VERBS, SDFORMAT_VERBS),
    "xacro": (of_xacro, XACRO, XACRO_VERBS, XACRO_VERBS),
    "srdf": (of_srdf, SRDF, test_semantics.VERBS, SRDF_VERBS),
}


@pytest.mark.long(each=("kind",))
@pytest.mark.parametrize(
    ("kind", "case"), [(kind, case) for kind in KINDS for case in KINDS[kind][1]]
)
def test_a_file_of_four_times_the_size_takes_no_more_than_its_share(kind, case, tmp_path):
    written, _, words, verbs = KINDS[kind]
    counts = {}
    for name, count in (("warm", SMALL), ("small", SMALL), ("large", LARGE)):
        place = tmp_path / name
        names = written(case, count, place) | {
            "FOLDER": place,
            "MADE": place / "made",
            "BUNDLE": place / "bundle.zip",
        }
        for verb in verbs:
            named = [str(names.get(word, word)) for word in words[verb]]
            if name == "warm":
                quietly(named)
            else:
                counts[verb, name] = lines(lambda named=named: quietly(named))
    found = {verb: counts[verb, "large"] / counts[verb, "small"] for verb in verbs}
    assert [one for one in found.items() if one[1] > TIMES] == []


def quietly(words):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(words)

"""Hostile settings in YAML: each a text, and codes of which one is among the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Bomb(NamedTuple):
    """A settings file."""

    data: bytes
    codes: tuple[str, ...]


HEAD = b"joint_limits:\n"
JOINT = b"  j0:\n    max_velocity: 1.0\n"
KIB = 1024


def laughs(levels: int, width: int) -> bytes:
    """Anchors each of which repeats the one before."""
    lines = [
        b"a%d: &a%d [%s]" % (level, level, b", ".join([b"*a%d" % (level - 1)] * width))
        for level in range(1, levels)
    ]
    return b"\n".join([b"a0: &a0 [x]", *lines, b""])


def merged(levels: int) -> bytes:
    """Mappings each of which merges the one before twice."""
    lines = [
        b"m%d: &m%d {<<: [*m%d, *m%d], k%d: 1}" % (n, n, n - 1, n - 1, n) for n in range(1, levels)
    ]
    return b"\n".join([b"m0: &m0 {k: 1}", *lines, b""])


def bomb(data: bytes, *codes: str) -> Callable[[], Bomb]:
    return lambda: Bomb(data, codes)


TAGS = (
    b"!!python/object/apply:os.system ['touch QQQ']",
    b"!!python/object/new:os.system [touch QQQ]",
    b"!!python/name:os.system",
    b"!!python/module:os",
    b"!<tag:yaml.org,2002:python/object/apply:subprocess.check_output> [[touch, QQQ]]",
    b"!!binary R0lGODlhDAAMAIQAAP",
    b"!!timestamp 2001-12-14",
    b"!!set {a, b}",
    b"!!omap [a: 1]",
    b"!include /etc/passwd",
    b"!degrees 90",
)

SETTINGS: dict[str, Callable[[], Bomb]] = {
    "a billion laughs": bomb(laughs(10, 10) + HEAD + b"  j0: *a9\n", "S806"),
    "laughs in the limits": bomb(laughs(40, 2) + HEAD + JOINT, "S806"),
    "merged mappings with 2^40 ways": bomb(merged(40) + HEAD + b"  j0: *m39\n"),
    "an alias of itself": bomb(HEAD + b"  j0: &a [*a]\n", "S801"),
    "a mapping that merges itself": bomb(HEAD + b"  j0: &a {<<: *a}\n", "S801"),
    "mappings that merge each other": bomb(HEAD + b"  j0: &a {<<: &b {<<: *a}}\n", "S801"),
    "an alias of nothing": bomb(HEAD + b"  j0: *QQQ\n", "S801"),
    "20,000 aliases": bomb(HEAD + b"  j0: &a {max_velocity: 1.0}\n" + b"  j1: *a\n" * 20_000),
    "20,000 anchors": bomb(
        HEAD + b"".join(b"  j%d: &a%d {}\n" % (number, number) for number in range(10_000))
    ),
    "brackets": bomb(HEAD + b"  j0: " + b"[" * 100_000, "S801", "S806"),
    "braces": bomb(HEAD + b"  j0: " + b"{" * 100_000, "S801", "S806"),
    "braces that are closed": bomb(HEAD + b"  j0: " + b"{a: " * 1_000 + b"}" * 1_000, "S806"),
    "dashes": bomb(HEAD + b"  j0: " + b"- " * 50_000, "S801", "S806"),
    "question marks": bomb(b"? " * 50_000, "S801", "S806"),
    "levels of blanks": bomb(
        b"".join(b" " * level + b"a:\n" for level in range(500)), "S801", "S806"
    ),
    "a value of 250 KB": bomb(HEAD + b"  j0: {max_velocity: " + b"1" * 250 * KIB + b"}\n", "S803"),
    "a quoted value of 250 KB": bomb(HEAD + b'  j0: {max_velocity: "' + b"a" * 250 * KIB + b'"}\n'),
    "escapes of 250 KB": bomb(HEAD + b'  j0: {max_velocity: "' + b"\\x41" * 60_000 + b'"}\n'),
    "a block of 250 KB": bomb(HEAD + b"  j0:\n    max_velocity: |\n" + b"      a\n" * 30_000),
    "a key of 250 KB": bomb(HEAD + b"  ? " + b"a" * 250 * KIB + b"\n  : {}\n"),
    "a file of 100 MB": lambda: Bomb(HEAD + b"#" * 100_000_000, ()),
    "a file of 60 MB": lambda: Bomb(HEAD + b"#" * 60_000_000, ("S806",)),
    "a comment of 250 KB": bomb(HEAD + JOINT + b"#" * 250 * KIB),
    "blanks of 250 KB": bomb(HEAD + JOINT + b" " * 250 * KIB),
    "line ends of 250 KB": bomb(b"\n" * 250 * KIB + HEAD + JOINT),
    "20,000 joints": bomb(
        HEAD + b"".join(b"  QQQ%d:\n" % number for number in range(20_000)), "S803", "S811"
    ),
    "10,000 keys of one name": bomb(HEAD + JOINT * 8_000, "S802"),
    "10,000 keys of one name in a joint": bomb(
        HEAD + b"  j0:\n" + b"    max_velocity: 1.0\n" * 10_000, "S802"
    ),
    "10,000 unknown keys": bomb(
        HEAD + b"  j0:\n" + b"".join(b"    has_QQQ_%d: 1\n" % n for n in range(10_000)), "S805"
    ),
    "10,000 keys that are nearly right": bomb(
        HEAD + b"  j0:\n" + b"".join(b"    max_velocitx%d: 1\n" % n for n in range(9_000)), "S805"
    ),
    "10,000 values that are no numbers": bomb(
        HEAD + b"".join(b"  j%d: {max_velocity: 1,5}\n" % n for n in range(9_000)), "S805"
    ),
    "10,000 documents": bomb(b"---\na: 1\n" * 10_000),
    "tabs": bomb(HEAD + b"\tj0:\n\t\tmax_velocity: 1\n", "S801"),
    "tabs behind values": bomb(HEAD + b"  j0:\t{max_velocity:\t1.0}\t\n"),
    "percent signs": bomb(b"%YAML 9.9\n%TAG ! tag:\n---\n" + HEAD + JOINT),
    "bytes that are no UTF-8": bomb(HEAD + b"  \xff\xfe: 1\n", "S801"),
    "UTF-16": bomb((HEAD + JOINT).decode().encode("utf-16")),
    "NUL bytes": bomb(b"\0" * 100_000, "S801"),
    "escape sequences": bomb(HEAD + b"  \x1b[31mj0: 1\n", "S801"),
    "escape sequences in quotes": bomb(
        HEAD + b'  "\\e[31mj0\\a\\r\\n": {"max_\\x9b31m": "\\e]0;x\\a"}\n'
    ),
    "the other control characters": bomb(
        HEAD + '  "\x85j0\u2028": {a\u202eb: "\u2029"}\n'.encode()
    ),
    "a key that is a list": bomb(HEAD + b"  ? [a, [b]]\n  : {? {a: b} : 1}\n"),
    "numbers of other kinds": bomb(
        HEAD
        + b"  j0: {max_velocity: 0x"
        + b"f" * 5_000
        + b", min_position: 190:20:30.15, max_position: .inf, max_effort: 1e999, max_jerk: 0b"
        + b"1" * 100_000
        + b"}\n"
    ),
    **{
        f"the tag {tag.decode().split()[0]}": bomb(
            HEAD + b"  j0:\n    max_velocity: " + tag + b"\n"
        )
        for tag in TAGS
    },
    **{
        f"the escape {text.decode()}": bomb(HEAD + b'  j0: "' + text + b'"\n', "S801")
        for text in (b"\\{", b"\\{0.__class__}", b"\\{begin", b"\\}", b"\\{!r:>99999999}")
    },
    "a tag of 200 KB": bomb(HEAD + b"  j0: !" + b"a" * 200 * KIB + b" 1\n"),
    "20,000 controllers": bomb(
        b"controller_manager:\n  ros__parameters:\n"
        + b"".join(b"    c%d: {type: a/b}\n" % n for n in range(8_000)),
    ),
    "20,000 names of controllers": bomb(
        b"controller_names: [" + b", ".join(b"c%d" % n for n in range(20_000)) + b"]\n"
    ),
    "20,000 joints of a controller": bomb(
        b"controller_names: [c]\nc:\n  type: FollowJointTrajectory\n  joints: ["
        + b", ".join(b"QQQ%d" % n for n in range(20_000))
        + b"]\n"
    ),
    "20,000 wrappers": bomb(b"ros__parameters: {" * 60 + b"}" * 60),
    "wide wrappers": bomb(
        b"".join(
            b"n%d: {ros__parameters: {n: {ros__parameters: {joint_limits: }}}}\n" % n
            for n in range(4_000)
        )
    ),
}

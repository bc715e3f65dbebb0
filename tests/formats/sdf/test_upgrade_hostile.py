"""Upgrades of what is no file to convert, of large files, and of files with random faults."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bodyplan import read
from bodyplan.conversion.sdf.versions import DocumentFrames, to_version
from bodyplan.core import Limits
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError
from bodyplan.formats.read import read_bytes
from bodyplan.formats.sdf.upgrade import TARGETS, VERSIONS, upgrade, version_of
from bodyplan.formats.sdf.upgrade._engine import climb, descend
from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade._steps import STEPS
from bodyplan.formats.sdf.upgrade.draft import Draft
from bodyplan.formats.sdf.upgrade.edits import edits_of
from bodyplan.text import Source, apply, parse
from tests.growth import lines

FIXTURES = Path(__file__).parent / "fixtures" / "upgrade"


def _document(version: str, content: str) -> Document:
    return read(f'<sdf version="{version}">{content}</sdf>'.encode())


# What is no file to convert


@pytest.mark.parametrize(
    "text",
    [
        "",
        "QQQ",
        "<sdf",
        "<sdf/>",
        '<sdf version="1.1"/>',
        '<sdf version="2.0"/>',
        '<robot name="r"/>',
        '<sdf version="1.6"><model></sdf>',
    ],
)
def test_a_file_that_cannot_be_converted_says_why(text: str) -> None:
    with pytest.raises(EditError) as caught:
        upgrade(read(text.encode()), "1.9")
    assert len(str(caught.value)) > 10


@pytest.mark.parametrize("version", ["1.1", "1.13", "", "newest", (1, 1), "1.9 "])
def test_a_version_that_does_not_exist_is_refused(version: Any) -> None:
    with pytest.raises(ValueError, match=r"1\.0, 1\.2"):
        upgrade(_document("1.6", ""), version)


# Large and hostile files

WIDE = Limits(max_bytes=10**9, max_elements=10**8, max_depth=10**6)


def _only_text(text: str, to: tuple[int, int]) -> str:
    """The text of an upgrade without the reader of the result: that has its own tests."""
    source = Source(text.encode(), "large.sdf")
    document = Document(
        source, parse(source.data, WIDE), reader=read_bytes, format="sdf", limits=WIDE
    )
    draft = Draft(document)
    climb(Context(draft), [s for s in STEPS if version_of(document) < s.upper <= to])
    return apply(text, edits_of(draft))


LARGE: dict[str, Callable[[int], str]] = {
    "nested models": lambda n: (
        '<sdf version="1.5">' + '<model name="m"><link name="a"/>' * n + "</model>" * n + "</sdf>"
    ),
    "nested models with prefixed links": lambda n: (
        '<sdf version="1.7"><world name="w">'
        + '<model name="m"><link name="a::b"/>' * n
        + "</model>" * n
        + "</world></sdf>"
    ),
    "nested states": lambda n: (
        '<sdf version="1.11"><world name="w"><state world_name="w">'
        + '<model name="m"><link name="a"/>' * n
        + "</model>" * n
        + "</state></world></sdf>"
    ),
    "links and joints": lambda n: (
        '<sdf version="1.4"><model name="m">\n'
        + "".join(
            f'<link name="l{i}"/>\n<joint name="j{i}" type="revolute"><parent>l{i}</parent>'
            f"<child>l{i + 1}</child><axis><xyz>0 0 1</xyz></axis></joint>\n"
            for i in range(n)
        )
        + "</model></sdf>"
    ),
    "prefixed links": lambda n: (
        '<sdf version="1.7"><world name="w"><model name="m">\n'
        + "".join(f'<link name="a{i % 100}::l{i}"/>\n' for i in range(n))
        + "</model></world></sdf>"
    ),
    "a prefix for each link": lambda n: (
        '<sdf version="1.7"><world name="w"><model name="m">\n'
        + "".join(f'<link name="a{i}::l"/>\n' for i in range(n))
        + "</model></world></sdf>"
    ),
    "names that cannot be moved": lambda n: (
        '<sdf version="1.7"><model name="m"><link name="l"/><link name="a::l"/>\n'
        + "".join(
            f'<joint name="a::j{i}"><parent>l</parent><child>a::l</child></joint>'
            f'<link name="b::l{i}"><pose relative_to="l"/><collision name="b::c"/></link>\n'
            for i in range(n)
        )
        + "</model></sdf>"
    ),
}


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("name", LARGE)
def test_time_is_linear_in_the_file_and_independent_of_depth(name: str) -> None:
    make = LARGE[name]
    assert _only_text(make(10_000), (1, 12))
    small, large = (lines(partial(_only_text, make(count), (1, 12))) for count in (500, 2_000))
    assert large < 5 * small


def test_a_name_of_many_parts_is_refused() -> None:
    name = "a::" * 300 + "l"
    content = f'<world name="w"><model name="m"><link name="{name}"/></model></world>'
    with pytest.raises(EditError, match="max_depth"):
        upgrade(_document("1.7", content), "1.8")


# Random faults

WORDS = ("", "x", "1 2 3", "nan", "1e308 0 0 0 0 0", "0 0 0 0 0 0 0", "a::b", "true", "__model__")
ATTRIBUTES = ("frame", "relative_to", "degrees", "expressed_in", "rotation_format", "name", "type")


def _mutated(text: str, chance: random.Random) -> str:
    """A file after a few things went wrong with it."""
    root = ET.fromstring(text)
    for _ in range(chance.randint(1, 6)):
        nodes = list(root.iter())
        node, other = chance.choice(nodes), chance.choice(nodes)
        what = chance.randrange(6)
        if what == 0 and len(node):
            node.remove(chance.choice(list(node)))
        elif what == 1 and node.attrib and node is not root:
            node.attrib.pop(chance.choice(list(node.attrib)))
        elif what == 2:
            node.text = chance.choice(WORDS)
        elif what == 3 and node is not root:
            node.set(chance.choice(ATTRIBUTES), chance.choice(WORDS))
        elif what == 4 and len(node):
            other.append(copy.deepcopy(chance.choice(list(node))))
        elif what == 5 and node is not root and other is not root:
            node.tag = other.tag
    root.set("version", "{}.{}".format(*chance.choice(VERSIONS)))
    made = ET.tostring(root, encoding="unicode")
    return re.sub(r">\s+<", "><", made) if chance.random() < 0.3 else made


def _shape(root: ET.Element) -> list[tuple[int, str, Any, str]]:
    """Everything that a tree says, in order."""
    found = []
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        text = " ".join((node.text or "").split())
        found.append((depth, node.tag, sorted(node.attrib.items()), text))
        stack += [(child, depth + 1) for child in reversed(node)]
    return found


@pytest.mark.parametrize("seed", range(150))
def test_the_text_is_the_result_of_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    text = _mutated(chance.choice(sorted(FIXTURES.glob("*.sdf"))).read_text(), chance)
    document, target = read(text.encode()), chance.choice(TARGETS)
    source = version_of(document)
    draft = Draft(document)
    context = Context(draft, DocumentFrames(document))
    if source < target:
        climb(context, [step for step in STEPS if source < step.upper <= target])
    else:
        descend(context, [s for s in reversed(STEPS) if target <= s.lower < source])
    assert _shape(ET.fromstring(apply(text, edits_of(draft)))) == _shape(draft.root)
    done = to_version(document, target)
    assert version_of(done.document) == target
    assert to_version(done.document, target).document is done.document

"""The native reader of xacro files builds the tree that expat's events build, or declines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bodyplan import native
from bodyplan.formats.xacro.nodes import BrokenFileError, Element, Other
from bodyplan.formats.xacro.reading import read_tree
from tests.formats.xacro.grammar import descriptions

pytestmark = pytest.mark.skipif(native.read_xacro is None, reason="without the native extension")

MAX_DEPTH = 20
FILES = sorted(path for path in Path(__file__).parent.rglob("*.xacro") if path.is_file())
# fmt: off
PIECES = [
    "<", ">", "&", "$", "]]>", "--", "/", "=", ":", "\t", "\r", "\r\n", "\x00", "\x1f", "\xe9",
    "\ufffe", "<a/>", "<a>", "</a>", "&lt;", "&#36;", "&#x24;", "&#0;", "&amp", "&#13;",
    "<!--a-->", "<!--$-->", "<!--a\r\nb-->", "<!--a--b-->", "<?p?>", "<?p:x?>", "<?xml?>",
    "<![CDATA[$]]>", "<!DOCTYPE r>", "<!--xacro:eval-comments:on-->", "xmlns", ' xmlns:a="b"',
    ' xmlns:xacro="c"', ' xmlns:a=""', ' xml:a="1"', ' b:c="1"', ' a="${1}"', ' a="1"',
    ' xacro:a="1"', ' xmlnsx="1"', ' a="&lt;"', ' a="<"', ' a="\r\n"', "<xacro:a/>", "<xacro:a>",
    "</xacro:a>", "<x:a/>", "<?p \r\nq?>",
]
# fmt: on
EDITS = st.lists(st.tuples(st.integers(0), st.integers(0, 4), st.sampled_from(PIECES)), max_size=4)


def seen(data: bytes) -> Any:
    """Return all that a tree holds, or why there is none."""
    try:
        tree = read_tree(data, 3, MAX_DEPTH)
    except BrokenFileError as error:
        return error.kind, str(error), error.byte, error.element, error.name
    found: list[Any] = [[described(node) for node in tree.before + tree.after]]
    waiting = [tree.root]
    while waiting:
        one = waiting.pop()
        found.append((one.tag, [*one.attributes.items()], one.file, one.number, one.is_dynamic))
        found.append((one.size, one.trail, one.setters, [described(node) for node in one.children]))
        waiting += one
    return found


def described(node: Any) -> Any:
    if type(node) is Other:
        return node.kind, node.data
    return node.tag if type(node) is Element else node


def by_expat(read: Callable[[bytes], Any], data: bytes) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "read_xacro", None)
        return read(data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_has_the_same_tree(path):
    assert seen(path.read_bytes()) == by_expat(seen, path.read_bytes())


@given(files=descriptions(), edits=EDITS)
@example({"main.xacro": "<r>" * MAX_DEPTH + "</r>" * MAX_DEPTH}, [])
@example({"main.xacro": "<r>" * (MAX_DEPTH + 1) + "</r>" * (MAX_DEPTH + 1)}, [])
def test_an_edited_file_has_the_same_tree_or_the_same_error(files, edits):
    text = files["main.xacro"]
    for place, removed, piece in edits:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + removed :]
    data = text.encode()
    assert seen(data) == by_expat(seen, data)


def test_plain_files_are_read_natively():
    declined = [
        path.name
        for path in FILES
        if native.read_xacro(path.read_bytes(), 0, MAX_DEPTH, Element, Other) is None
    ]
    assert len(declined) < len(FILES) / 5

"""The changes between two texts, as ``patch`` takes them."""

from __future__ import annotations

import difflib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.cli._changes import unified_diff

TEXTS = st.lists(st.sampled_from(["a", "b", "", "<link>", "</link>", "c\r", "é\x0c"])).flatmap(
    lambda lines: st.sampled_from(["\n".join(lines), "\n".join([*lines, ""])])
)
HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(text, difference):
    """What ``patch`` makes of a text: no line may be other than the difference says."""
    body = difference.replace("\n\\ No newline at end of file\n", "\0")
    body = body.split("\n", 2)[2] if body else ""
    old = text.split("\n")
    old = [*(f"{line}\n" for line in old[:-1]), *([old[-1]] if old[-1] else [])]
    new, at = [], 0
    for piece in re.split(r"(?=^@@ )", body, flags=re.MULTILINE)[1:]:
        head, _, rest = piece.partition("\n")
        first, count = HEAD.fullmatch(head).group(1, 2)
        start = int(first) - (0 if count == "0" else 1)
        new += old[at:start]
        at = start
        for line in re.findall(r"[ +-][^\n\0]*[\n\0]", rest):
            written = line[1:].rstrip("\0")
            if line[0] in " -":
                assert old[at] == written
                at += 1
            if line[0] in " +":
                new.append(written)
    return "".join(new + old[at:])


@given(TEXTS, TEXTS)
def test_a_difference_leads_from_one_text_to_the_other(old, new):
    difference = unified_diff("r.urdf", old, new)
    assert patched(old, difference) == new
    assert bool(difference) == (old != new)


@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), max_size=8))
def test_where_no_line_repeats_it_is_that_of_difflib(old, new):
    old, new = list(dict.fromkeys(old)), sorted(set(new))
    if old != sorted(old):
        return  # lines that changed places may be told in several ways
    old, new = [f"{n}\n" for n in old], [f"{n}\n" for n in new]
    theirs = "".join(difflib.unified_diff(old, new, "a/r", "b/r"))
    assert unified_diff("r", "".join(old), "".join(new)) == theirs


@pytest.mark.parametrize("changed", [0, 70_000, 139_999])
def test_long_files_that_repeat_themselves_are_compared_by_what_is_unique(changed):
    block = "<link>\n  <mass/>\n  <pose/>\n  <pose/>\n  <box/>\n</link>\n"
    lines = "".join(f"<model name='{n}'>\n{block}" for n in range(20_000)).splitlines(True)
    other = list(lines)
    other[changed] = "<new/>\n"

    difference = unified_diff("w.sdf", "".join(lines), "".join(other))
    told = [line for line in difference.splitlines() if line[0] in "+-"][2:]
    assert told == [f"-{lines[changed]}".rstrip(), "+<new/>"]

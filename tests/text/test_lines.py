import re
from bisect import bisect_right
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.text import _source as lines
from bodyplan.text._source import Lines

LINE_END = re.compile(r"\r\n|\n|\r")


@pytest.mark.parametrize("block", [1, 2, 3, 8])
@given(text=st.text("ab\r\n", max_size=40))
def test_places_agree_with_a_list_of_all_lines_whatever_the_size_of_a_block(block, text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_BLOCK", block)
        found = Lines(text)
        starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        assert found.count == len(starts)
        assert [found.start(line + 1) for line in range(len(starts))] == starts
        for offset in range(len(text) + 1):
            line = bisect_right(starts, offset)
            assert found.position(offset) == (line, offset - starts[line - 1] + 1)


def test_lines_are_in_order_in_a_text_of_several_blocks():
    text = "ab\r\nc\rd\n" * 2000
    assert len(text) > 3 * lines._BLOCK
    found = Lines(text)
    starts = [found.start(line) for line in range(1, found.count + 1)]
    assert all(before < after for before, after in pairwise(starts))
    assert starts[-1] == len(text)

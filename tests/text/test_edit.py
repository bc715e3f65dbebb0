import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.text import Claims, Edit, OverlapError, apply


@pytest.mark.parametrize(
    ("edits", "wanted"),
    [
        ([], "0123456789"),
        ([Edit(0, 0, "a")], "a0123456789"),
        ([Edit(10, 10, "z")], "0123456789z"),
        ([Edit(2, 4, "")], "01456789"),
        ([Edit(8, 9, "b"), Edit(1, 2, "a")], "0a234567b9"),
        ([Edit(5, 5, "a"), Edit(5, 5, "b")], "01234ab56789"),
        ([Edit(5, 7, "x"), Edit(5, 5, "a")], "01234ax789"),
        ([Edit(3, 5, "x"), Edit(5, 7, "y")], "012xy789"),
        ([Edit(0, 10, "")], ""),
    ],
)
def test_edits_replace_their_own_characters_only(edits, wanted):
    assert apply("0123456789", edits) == wanted


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(2, 5, "a"), Edit(4, 6, "b")],
        [Edit(2, 5, "a"), Edit(2, 5, "a")],
        [Edit(2, 8, "a"), Edit(4, 4, "b")],
    ],
)
def test_edits_of_the_same_characters_are_refused(edits):
    with pytest.raises(OverlapError, match="two edits overlap"):
        apply("0123456789", edits)


@pytest.mark.parametrize(
    ("one", "other", "free"),
    [
        (Edit(0, 2, ""), Edit(2, 4, ""), True),
        (Edit(0, 3, ""), Edit(2, 4, ""), False),
        (Edit(2, 2, "a"), Edit(2, 2, "b"), False),
        (Edit(2, 2, "a"), Edit(2, 5, "b"), False),
        (Edit(3, 3, "a"), Edit(2, 5, "b"), False),
        (Edit(5, 5, "a"), Edit(2, 5, "b"), True),
    ],
)
def test_claims_meet_at_shared_characters_or_a_shared_insertion_point(one, other, free):
    for first, second in ((one, other), (other, one)):
        claims = Claims()
        assert claims.take([first])
        assert claims.take([second]) is free


def test_claims_are_taken_all_or_none():
    claims = Claims()
    assert claims.take([Edit(5, 6, "")])
    assert not claims.take([Edit(0, 1, ""), Edit(5, 6, "")])
    assert claims.take([Edit(0, 1, "")])


@pytest.mark.parametrize(
    ("edits", "free"),
    [
        ([Edit(2, 5, "a"), Edit(4, 6, "b")], False),
        ([Edit(2, 5, "a"), Edit(3, 3, "b")], False),
        ([Edit(4, 6, "a"), Edit(2, 4, "b")], True),
        ([Edit(2, 2, "a"), Edit(2, 2, "b")], True),
    ],
)
def test_edits_claimed_together_must_not_overlap_but_may_be_inserted_at_one_place(edits, free):
    claims = Claims()
    assert claims.take(edits) is free
    assert claims.take([Edit(2, 3, "")]) is not free


span = st.tuples(st.integers(0, 30), st.integers(0, 5)).map(lambda s: Edit(s[0], sum(s), "x"))


@given(st.lists(span))
def test_whatever_was_claimed_can_be_applied_together(wishes):
    claims = Claims()
    taken = [edit for edit in wishes if claims.take([edit])]
    apply("." * 40, taken)


@given(st.text(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.text())))
def test_what_no_edit_touches_stays(text, wishes):
    edits, behind = [], 0
    for start, length, new in wishes:
        begin = behind + start
        end = begin + length
        if end > len(text):
            break
        edits.append(Edit(begin, end, new))
        behind = end + 1
    changed = apply(text, reversed(edits))
    assert len(changed) == len(text) + sum(len(e.text) - (e.end - e.start) for e in edits)
    offset = position = 0
    for edit in edits:
        kept = text[position : edit.start]
        assert changed[position + offset : edit.start + offset] == kept
        offset += len(edit.text) - (edit.end - edit.start)
        position = edit.end
    assert changed[position + offset :] == text[position:]

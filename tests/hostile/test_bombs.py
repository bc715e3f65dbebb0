"""Hostile files end soon and within 500 MB, with an answer, and open nothing."""

from __future__ import annotations

import json

import pytest

from tests.hostile.bombs import BOMBS
from tests.hostile.runs import assert_harmless, run

FULL_OF_FINDINGS = [
    "a name of 1 MB with 1,000 repetitions",
    "a million links",
    "100,000 unknown elements of different names",
    "40,000 bad words",
    "147,600 elements of a robot",
]
"""What the rules are run on too, with all hints: that takes the longest on these."""


def write(name, path):
    """Writes a bomb; gives back its size and the codes that answer it."""
    bomb = BOMBS[name]()
    path.write_bytes(bomb.data)
    return len(bomb.data), bomb.codes


@pytest.mark.long(keep=9)
@pytest.mark.parametrize(
    ("name", "how"),
    [*((name, "read") for name in BOMBS), *((name, "judge") for name in FULL_OF_FINDINGS)],
)
def test_a_hostile_file_is_answered_in_time_and_memory_and_opens_nothing(name, how, tmp_path):
    path = tmp_path / "bomb.urdf"
    size, codes = write(name, path)
    answer = run([how, str(path)], tmp_path)
    path.unlink()
    assert answer.status == 0, answer.err[-2000:]
    opened = [["open", str(path)]]  # told by ``open`` and by its opener
    assert answer.events == 2 * opened
    assert_harmless(answer._replace(events=[]))
    found = json.loads(answer.out)
    if found["codes"] == ["InputError"]:
        assert "X005" in codes
        assert "max_" in found["first"]
    else:
        assert found["size"] == size
        assert set(codes) & set(found["codes"]), found

"""Hostile files end within 5 seconds and 500 MB, with an answer, and open nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.bombs import BOMBS

CHILD = Path(__file__).with_name("child.py")
FULL_OF_FINDINGS = [
    "a name of 1 MB with 1,000 repetitions",
    "a million links",
    "100,000 unknown elements of different names",
    "40,000 bad words",
    "half a million elements of a robot",
]
"""What the rules are run on too, with all hints: that takes the longest on these."""
SECONDS = 5.0
MEGABYTES = 500


def answer_to(path, how):
    process = subprocess.run(
        [sys.executable, str(CHILD), str(path), how], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr[-2000:] or f"killed: {process.returncode}"
    return json.loads(process.stdout)


def write(name, path):
    """Writes a bomb; gives back its size and the codes that answer it."""
    bomb = BOMBS[name]()
    path.write_bytes(bomb.data)
    return len(bomb.data), bomb.codes


@pytest.mark.parametrize(
    ("name", "how"),
    [*((name, "read") for name in BOMBS), *((name, "check") for name in FULL_OF_FINDINGS)],
)
def test_a_hostile_file_is_answered_in_time_and_memory_and_opens_nothing(name, how, tmp_path):
    path = tmp_path / "bomb.urdf"
    size, codes = write(name, path)
    answer = answer_to(path, how)
    path.unlink()
    opened = [event for event in answer["events"] if not event.startswith("import ")]
    assert (opened if how == "check" else answer["events"]) == [f"open {path}"]
    assert answer["seconds"] < SECONDS, answer
    assert answer["megabytes"] < MEGABYTES, answer
    if answer["codes"] == ["InputError"]:
        assert "X005" in codes
        assert "max_" in answer["first"]
    else:
        assert answer["size"] == size
        assert set(codes) & set(answer["codes"]), answer

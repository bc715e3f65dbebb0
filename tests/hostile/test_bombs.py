"""Hostile files end within 5 seconds and 500 MB, with an answer, and open nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.bombs import BOMBS

CHILD = Path(__file__).with_name("child.py")
SECONDS = 5.0
MEGABYTES = 500


def answer_to(path):
    process = subprocess.run(
        [sys.executable, str(CHILD), str(path)], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr[-2000:] or f"killed: {process.returncode}"
    return json.loads(process.stdout)


def write(name, path):
    """Writes a bomb; gives back its size and the codes that answer it."""
    bomb = BOMBS[name]()
    path.write_bytes(bomb.data)
    return len(bomb.data), bomb.codes


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_file_is_answered_in_time_and_memory_and_opens_nothing(name, tmp_path):
    path = tmp_path / "bomb.urdf"
    size, codes = write(name, path)
    answer = answer_to(path)
    path.unlink()
    assert answer["events"] == [f"open {path}"]
    assert answer["seconds"] < SECONDS, answer
    assert answer["megabytes"] < MEGABYTES, answer
    if answer["codes"] == ["InputError"]:
        assert "X005" in codes
        assert "max_" in answer["first"]
    else:
        assert answer["size"] == size
        assert set(codes) & set(answer["codes"]), answer

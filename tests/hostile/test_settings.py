"""Hostile settings in YAML: nothing in them is run, nothing grows, and the answer comes soon."""

from __future__ import annotations

import re

import pytest

from tests.hostile.runs import assert_harmless, run
from tests.hostile.semantics import chain, group, inside
from tests.hostile.settings import SETTINGS

pytest.importorskip("yaml", reason="settings are read with PyYAML")

AROUND = ("check", "IN", "--json")
"""With the robot that lies beside it."""
OTHERS = (
    ("check", "IN", "--robot", "ROBOT"),
    ("check", "IN", "--alone", "--format", "concise"),
    ("check", "FOLDER", "--format", "sarif"),
)
"""Each case also meets one of these."""


@pytest.mark.long(keep=6)
@pytest.mark.parametrize("name", SETTINGS)
def test_hostile_settings_do_no_harm(name, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    bomb = SETTINGS[name]()
    (folder / "joint_limits.yaml").write_bytes(bomb.data)
    (folder / "r.urdf").write_bytes(chain(3))
    (folder / "r.srdf").write_bytes(inside(group("arm", '<joint name="j0"/>')))
    names = {
        "IN": str(folder / "joint_limits.yaml"),
        "ROBOT": str(folder / "r.urdf"),
        "FOLDER": str(folder),
    }
    for words in (AROUND, OTHERS[list(SETTINGS).index(name) % len(OTHERS)]):
        answer = run([names.get(word, word) for word in words], tmp_path, folder)
        assert_harmless(answer, megabytes=250)
        codes = set(re.findall(r'"code": "(\w+)"', answer.out))
        if words is AROUND and bomb.codes:
            assert codes & set(bomb.codes)
    assert not list(tmp_path.rglob("QQQ"))

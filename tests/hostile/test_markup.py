"""A name in a description is text in every output, also for the program that shows the output."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

import pytest

from bodyplan.cli import main
from tests.hostile.markup import MARKUP


def robot(name, mass):
    """A robot in which everything has the name."""
    link = (
        f'<link name={quoteattr(name)}><inertial><mass value="{mass}"/><inertia ixx="1" iyy="1" '
        f'izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    )
    joint = (
        f'<joint name={quoteattr(name)} type="fixed"><parent link="base"/>'
        f"<child link={quoteattr(name)}/></joint>"
    )
    return f'<robot name={quoteattr(name)}><link name="base"/>{link}{joint}</robot>'


@pytest.mark.parametrize("case", MARKUP)
def test_a_name_is_only_text(case, tmp_path, monkeypatch, capsys):
    name, words, pattern = MARKUP[case]
    (tmp_path / "R.urdf").write_text(robot(name, 1.0), encoding="utf-8")
    (tmp_path / "O.urdf").write_text(robot(name, -2.0), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main(list(words))
    out = capsys.readouterr().out
    assert len(out) > 100
    assert re.search(pattern, out) is None, out

"""Readers that are made for a short file read other files as those that know every child."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from bodyplan.formats import read as reading
from bodyplan.formats.read import read_bytes

element = import_module("bodyplan.spec.element")
FILES = sorted(
    path
    for folder in (Path(__file__).parent, Path(__file__).parents[1] / "lint" / "rules")
    for ending in ("urdf", "sdf", "srdf")
    for path in folder.rglob(f"*.{ending}")
)


def _read(path: Path) -> tuple[str, list[tuple[str, str, int]]]:
    document = read_bytes(path.read_bytes(), path.name)
    found = [(one.code, one.message, one.where.line) for one in document.diagnostics]
    return repr(document.root), found  # as text: nan is not itself


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("start", range(20))
def test_a_reader_for_one_short_file_reads_the_next(
    start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = FILES[start::20]
    assert len(files) > 10
    monkeypatch.setattr(element, "_SPECS", {})
    after_each_other = [_read(path) for path in files]
    monkeypatch.setattr(element, "_SPECS", {})
    monkeypatch.setattr(reading, "_SHORT", 0)
    assert after_each_other == [_read(path) for path in files]

"""Descriptions from the grammar of xacro: the package's bytes, or refused where it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bodyplan.resources import Resources
from bodyplan.xacro import expand
from tests.formats.xacro.grammar import descriptions
from tests.formats.xacro.oracle import answer
from tests.slices import amount


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder for the files of one description after the other."""
    found = tmp_path_factory.mktemp("descriptions")
    (found / "folder").mkdir()
    return found


@settings(max_examples=max(amount(200, short=25), settings().max_examples))
@given(files=descriptions())
def test_a_generated_description_expands_as_the_package_expands_it(files, folder):
    for path in folder.rglob("*.xacro"):
        path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    main = folder / "main.xacro"
    expected = answer(main)
    found = expand(main.read_bytes(), str(main), path=main, resources=Resources({}, environment={}))
    if any(one.kind == "argument" for one in found.warnings):  # we continue with the default
        assert "Undefined substitution argument" in expected.error
        return
    assert found.text == expected.text, (found.problems, expected.error)
    assert bool(found.problems) is (found.text is None)

"""Each layout of robots on disk is resolved, or explained place by place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.resources.layouts import LAYOUTS, Layout

from bodyplan.resources import Resolution


@pytest.fixture(params=LAYOUTS, ids=lambda layout: layout.name)
def layout(request) -> Layout:
    return request.param


@pytest.fixture
def resolved(layout, tmp_path) -> Resolution:
    return layout.build(tmp_path).resolve(layout.uri, base=tmp_path / layout.base)


def at(top: Path, path: str) -> Path:
    """A path of the table on disk."""
    return Path(os.path.normpath(path if path[1:2] == ":" else top / path))


def test_it_leads_to_the_file_or_nowhere(layout, resolved, tmp_path):
    assert resolved.path == (tmp_path / layout.path if layout.path else None)
    assert bool(resolved.found_by) == bool(layout.path)


def test_every_place_is_reported_in_order(layout, resolved, tmp_path):
    wanted = [(source, at(tmp_path, path), out) for source, path, out in layout.tried]
    assert [tuple(place) for place in resolved.tried] == wanted


def test_what_is_odd_is_reported_with_the_address_that_would_be_right(layout, resolved):
    assert tuple(remark.kind for remark in resolved.remarks) == layout.remarks
    assert resolved.suggestion == layout.suggestion
    assert resolved.near == layout.near


def test_the_suggestion_leads_to_the_file_without_remarks(layout, resolved, tmp_path):
    if resolved.suggestion is not None:
        again = layout.build(tmp_path / "again").resolve(
            resolved.suggestion, base=tmp_path / "again" / layout.base
        )
        assert again.path is not None
        assert again.remarks == ()

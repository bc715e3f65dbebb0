"""The page declares the scene as the records that write it do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.scene_types import scene_types

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.viewer import records

CLIENT = Path(__file__).parents[2] / "src/bodyplan/viewer/client/src"
RECORDS = [
    cls
    for cls in vars(records).values()
    if isinstance(cls, type) and issubclass(cls, Record) and cls.__module__ == records.__name__
]


def test_the_types_of_the_page_are_made_from_the_records():
    assert (CLIENT / "records.ts").read_text("utf-8") == scene_types()


@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_the_page_reads_every_field(cls):
    read = (CLIENT / "clean.ts", CLIENT / "assets.ts")
    words = {word for path in read for word in re.findall(r"\w+", path.read_text("utf-8"))}
    assert {*field_names(cls)} - words == set()

"""Every field of the robot model is in the result of a conversion, or in its losses."""

from __future__ import annotations

import inspect

import pytest
from tools.conversion_cases import SAMPLES, cases, outcome

from bodyplan import model
from bodyplan.conversion.direction import writable_formats
from bodyplan.core import Record, field_names

pytest.importorskip("numpy")

CASES = [
    pytest.param(before, after, field, id=f"{cls.__name__}.{field}")
    for cls, field, before, after in cases()
]


@pytest.mark.parametrize("target", writable_formats())
@pytest.mark.parametrize(("before", "after", "field"), CASES)
def test_a_field_changes_the_text_or_is_lost_with_a_reason(before, after, field, target):
    found = outcome(before, after, field, target)
    assert found.is_written or found.losses


def test_no_class_and_no_field_is_left_out():
    parts = {
        cls
        for _, cls in inspect.getmembers(model, inspect.isclass)
        if issubclass(cls, Record) and cls.__module__.split(".")[-1] in MODULES
    }
    shapes = {
        model.Cone,
        model.Plane,
        model.Mesh,
        model.OtherShape,
        model.Polyline,
        model.Heightmap,
    }
    without = {model.Gear, *shapes}
    assert parts - without <= set(SAMPLES)
    for cls, (_, values) in SAMPLES.items():
        assert set(values) == set(field_names(cls)), cls


MODULES = {"link", "joint", "shape", "material", "attachment", "robot"}

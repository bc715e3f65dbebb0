"""Values as plain data: there and back, and as the schema says."""

from __future__ import annotations

import json
import math
from functools import cache

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan.core import replace
from bodyplan.formats import srdf
from bodyplan.formats.pages import page, schema
from bodyplan.formats.urdf import (
    Box,
    Geometry,
    Limit,
    ModelState,
    Robot,
    Sphere,
    Visual,
)
from bodyplan.spec import reachable, spec_of
from bodyplan.spec.data import from_data, to_data
from tests.slices import amount
from tests.spec.values import ELEMENTS, difference, extras, values

FORMATS = {"urdf": Robot, "model_state": ModelState, "srdf": srdf.Robot}
VALIDATORS = {
    name: jsonschema.Draft202012Validator(json.loads(json.dumps(schema(name)))) for name in FORMATS
}
each = pytest.mark.parametrize(
    "cls", ELEMENTS, ids=lambda cls: f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
)


def through_json(value):
    """The data of a value as JSON without extensions would carry it."""
    return json.loads(json.dumps(to_data(value), allow_nan=False))


@cache
def validator_of(cls):
    """The part of a schema that is about one class."""
    for name, root in FORMATS.items():
        if cls in set(reachable(root)):
            part = {**schema(name), "$ref": f"#/$defs/{cls.__name__}"}
            return jsonschema.Draft202012Validator(part)
    raise LookupError(cls)


@pytest.mark.parametrize("name", FORMATS)
def test_the_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@each
@given(data=st.data())
@settings(max_examples=amount(10, short=3))
def test_any_value_comes_back_from_its_data(cls, data):
    value = replace(data.draw(values(cls)), extra=data.draw(extras))
    plain = through_json(value)
    validator_of(cls).validate(plain)
    assert not difference(from_data(cls, plain), value)


def test_a_robot_comes_back_from_its_data(example_robot):
    root = bodyplan.read(example_robot).root
    plain = through_json(root)
    VALIDATORS["urdf"].validate(plain)
    assert not difference(from_data(Robot, plain), root)


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_numbers_that_json_lacks_come_back(number):
    limit = Limit(lower=number, upper=number, effort=number)
    plain = through_json(limit)
    validator_of(Limit).validate(plain)
    assert not difference(from_data(Limit, plain), limit)


def test_whole_numbers_of_json_become_floats():
    sphere = from_data(Sphere, {"radius": 1})
    assert type(sphere.radius) is float
    box = from_data(Box, {"size": [1, 2, 3]})
    assert all(type(edge) is float for edge in box.size)


def test_fields_at_their_defaults_are_left_out():
    assert to_data(Visual(geometry=Geometry())) == {"geometry": {}}


def test_one_of_several_elements_carries_its_tag():
    geometry = Geometry(shape=Sphere(radius=2.0))
    assert to_data(geometry) == {"shape": {"element": "sphere", "radius": 2.0}}
    assert from_data(Geometry, to_data(geometry)) == geometry


@pytest.mark.parametrize("data", [
    {"shape": {"element": "cone", "radius": 1.0}},
    {"shape": {"radius": 1.0}},
    {"shapes": {}},
])  # fmt: skip
def test_data_that_fits_nothing_is_refused(data):
    with pytest.raises(KeyError):
        from_data(Geometry, data)
    with pytest.raises(jsonschema.ValidationError):
        validator_of(Geometry).validate(data)


def test_a_required_value_that_is_missing_is_refused():
    with pytest.raises(TypeError):
        from_data(Sphere, {})


@pytest.mark.parametrize("name", FORMATS)
def test_the_schema_and_the_page_mention_every_field(name):
    definitions, text = schema(name)["$defs"], page(name)
    for cls in reachable(FORMATS[name]):
        properties = definitions[cls.__name__]["properties"]
        assert f"<{cls.TAG}>" in text
        for field in spec_of(cls).fields:
            assert field.mark.meaning in properties[field.name]["description"]
            assert field.mark.meaning in text, (cls, field.name)
            for tag in (field.xml, *field.tags):
                assert tag in text

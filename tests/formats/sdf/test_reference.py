"""The reference page and the JSON Schema of SDFormat say what the declarations say."""

from __future__ import annotations

import json
import math
import re
from functools import cache

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bodyplan.formats import sdf
from bodyplan.formats.pages import page, schema
from bodyplan.spec import Element, reachable, spec_of
from bodyplan.spec.data import from_data, to_data
from tests.slices import amount
from tests.spec.values import difference, values

PAGE = page("sdf")
SCHEMA = json.loads(json.dumps(schema("sdf")))
ELEMENTS = list(reachable(sdf.Root))
each = pytest.mark.parametrize("cls", ELEMENTS, ids=lambda cls: cls.__name__)


@cache
def validator_of(name):
    """What checks the data of one class."""
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"})


@cache
def section(name):
    """The part of the page that is about one class."""
    heading = re.compile(rf".* — {name}( \(since .*\))?\n")
    return next(part for part in PAGE.split("\n## ") if heading.match(part))


def versions(cls, field):
    """What the page says of the history of one field."""
    row = next(line for line in section(cls).splitlines() if line.startswith(f"| `{field}` |"))
    return row.split(" | ")[-1].removesuffix("|").strip()


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_declared_class_is_reachable_from_a_file():
    classes = (value for value in vars(sdf).values() if isinstance(value, type))
    declared = {cls for cls in classes if issubclass(cls, Element) and cls.TAG}
    assert declared == set(ELEMENTS)


def test_class_names_are_unique():
    names = [cls.__name__ for cls in ELEMENTS]
    assert len(names) == len(set(names))


@each
def test_every_field_has_a_meaning_on_the_page(cls):
    properties = SCHEMA["$defs"][cls.__name__]["properties"]
    text = section(cls.__name__)
    for field in spec_of(cls).fields:
        meaning = field.mark.meaning
        assert meaning
        assert not meaning.endswith(".")
        assert meaning in properties[field.name]["description"]
        assert meaning in text, field.name


@pytest.mark.parametrize(("cls", "field", "said"), [
    ("Joint", "name", ""),
    ("Joint", "parent", "until 1.0 `<parent link=…/>`"),
    ("Joint", "screw_thread_pitch", "since 1.10"),
    ("Joint", "thread_pitch", "deprecated since 1.10"),
    ("Joint", "frames", "1.5 to 1.6"),
    ("Limit", "effort", "until 1.9 default -1; until 1.2 default 0; until 1.0 `effort=`"),
    ("Pose", "relative_to", "since 1.5; until 1.6 `frame=`"),
    ("Collision", "mass", "removed after 1.0"),
    ("Mesh", "filename", "1.2"),
    ("Light", "diffuse", "until 1.5 required by the schema; until 1.0 `<diffuse rgba=…/>`"),
    ("Link", "velocity_decay", "until 1.4 required by the schema; until 1.0 `<damping>`"),
    ("FrictionOde", "slip1", "until 1.3 ≥ 0, ≤ 1; until 1.0 `slip1=`"),
    ("Inertial", "density", "not from 1.2 to 1.10; until 1.0 `density=`, default 1"),
])  # fmt: skip
def test_the_page_has_the_history_of_a_field(cls, field, said):
    assert versions(cls, field) == said


def test_the_page_marks_what_the_schema_requires():
    assert "| unlimited, required by the schema |" in section("Limit")
    assert "| 0 0 1, required by the schema |" in section("Axis")
    assert "| required |" in section("Joint")


@each
@given(data=st.data())
@settings(max_examples=amount(3, short=1))
def test_any_value_comes_back_from_its_data(cls, data):
    value = data.draw(values(cls, 1))
    plain = json.loads(json.dumps(to_data(value), allow_nan=False))
    validator_of(cls.__name__).validate(plain)
    assert not difference(from_data(cls, plain), value)


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_any_number_may_be_infinite(number):
    limit = sdf.Limit(lower=number, stiffness=number)
    plain = json.loads(json.dumps(to_data(limit), allow_nan=False))
    validator_of("Limit").validate(plain)
    assert not difference(from_data(sdf.Limit, plain), limit)

"""JSON of records, and the schemas that derive from their classes."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from bodyplan.cli.verbs.schema import FORMATS, NAMES
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.core import Record, extended
from bodyplan.diag.json_schema import Count, json_report, json_schema, json_text, json_value


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    """A point.

    Args:
        x: along x [m].
        y: along y [m],
            to the left.
    """

    x: float
    y: float = 0.0


class Part(Record):
    """A part.

    Args:
        name: as written.
        parts: inside of it.
    """

    name: str
    parts: tuple[Part, ...] = ()


class Whole(Record):
    """Everything that a report can be made of.

    Not for the schema.

    Args:
        kind: what it is; None where that is ``unknown``.
        count: how many.
        points: where.
    """

    JSON: ClassVar[tuple[str, ...]] = ("kind", "count", "points", "more", "box", "part", "twice")
    OPTIONAL = ("more",)

    kind: Literal["a", "b"] | None
    count: Count
    points: tuple[Point, ...]
    box: tuple[float, float, float] = (1.0, 2.0, math.inf)
    more: str = ""
    part: Part | None = None
    hidden: Any = None

    @property
    def twice(self) -> int:
        """Twice as many."""
        return 2 * self.count


class Wider(Whole):
    """One with more.

    Args:
        color: of it.
        where: the file.
        table: by name.
        code: three digits.
        pair: of two kinds.
    """

    JSON = (*Whole.JSON, "color", "where", "table", "code", "pair")

    color: Color | None = None
    where: Path | None = None
    table: Mapping[str, float | None] = {}
    code: Annotated[str, ("pattern", "^[0-9]{3}$")] = "000"
    pair: tuple[int, str] = (1, "a")


WHOLE = Whole("a", 2, (Point(1.0, -0.0), Point(math.nan)), part=Part("p", (Part("q"),)))
WIDER = extended(Wider, WHOLE, color=Color.BLUE, where=Path("a.urdf"), table={"x": math.inf})


def test_a_record_is_an_object_of_what_it_names():
    assert json_value(WHOLE) == {
        "kind": "a",
        "count": 2,
        "points": [{"x": 1.0, "y": 0.0}, {"x": None, "y": 0.0}],
        "box": [1.0, 2.0, None],
        "part": {"name": "p", "parts": [{"name": "q", "parts": []}]},
        "twice": 4,
    }
    assert json_value(WIDER)["color"] == "blue"
    assert json_value(WIDER)["where"] == "a.urdf"
    assert json_value(WIDER)["table"] == {"x": None}


def test_minus_zero_and_bytes_that_are_no_character_are_replaced():
    assert math.copysign(1.0, json_value(WHOLE)["points"][0]["y"]) == 1.0
    assert json_value("a\udcffb") == "a\ufffdb"


def test_what_has_its_default_may_be_left_out():
    assert "more" not in json_value(WHOLE)
    assert json_value(Whole(None, 0, (), more="x"))["more"] == "x"


def test_the_text_is_the_report_with_its_version():
    assert json.loads(json_text(WHOLE)) == {"version": 1, **json_value(WHOLE)}


def test_the_schema_has_types_and_meanings():
    schema = json_schema(Wider, title="t")
    properties = schema["properties"]
    assert schema["description"] == "One with more."
    assert properties["kind"] == {
        "enum": ["a", "b", None],
        "description": "What it is; null where that is `unknown`.",
    }
    assert properties["count"] == {"type": "integer", "minimum": 0, "description": "How many."}
    assert properties["twice"] == {"type": "integer", "description": "Twice as many."}
    number = {"type": ["number", "null"]}
    assert properties["box"] == {"type": "array", "items": number, "minItems": 3, "maxItems": 3}
    assert properties["color"]["enum"] == ["red", "blue", None]
    assert properties["where"]["type"] == ["string", "null"]
    assert properties["table"]["additionalProperties"] == number
    assert properties["code"]["pattern"] == "^[0-9]{3}$"
    assert properties["pair"]["prefixItems"] == [{"type": "integer"}, {"type": "string"}]
    assert properties["part"]["anyOf"] == [{"$ref": "#/$defs/Part"}, {"type": "null"}]
    assert schema["$defs"]["Point"]["properties"]["y"]["description"] == "Along y [m], to the left."
    assert schema["$defs"]["Part"]["properties"]["parts"]["items"] == {"$ref": "#/$defs/Part"}
    assert "more" not in schema["required"]
    assert "hidden" not in properties


@pytest.mark.parametrize("value", [WHOLE, WIDER, Whole(None, 0, ())])
def test_a_report_fits_the_schema_of_its_class(value):
    schema = json_schema(type(value), title="t")
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(json.dumps(json_report(value))))


def test_a_report_may_be_one_of_several():
    schema = json_schema(Whole, Part, title="t")
    for value in (WHOLE, Part("p")):
        Draft202012Validator(schema).validate(json_report(value))
    assert not Draft202012Validator(schema).is_valid({"version": 1})


def test_what_has_no_form_in_json_is_refused():
    class Odd(Record):
        """Odd."""

        value: complex

    with pytest.raises(TypeError, match="complex"):
        json_schema(Odd, title="t")


@pytest.mark.parametrize("name", sorted({*NAMES} - {*FORMATS}))
def test_every_key_that_a_verb_prints_has_a_meaning(name):
    objects = list(_objects(schema_of(name)))
    assert objects
    for one in objects:
        assert one["additionalProperties"] is False
        assert one["description"]
        for key, value in one["properties"].items():
            assert value.get("description"), key


def _objects(schema):
    """Every object with keys of its own that a schema describes."""
    if isinstance(schema, dict):
        if "properties" in schema and "type" in schema:
            yield schema
        for value in schema.values():
            yield from _objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _objects(value)

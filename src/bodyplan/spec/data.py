"""Converts values to and from plain data for JSON, and returns the JSON Schema of this data."""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED
from bodyplan.spec.codec import Codec
from bodyplan.spec.element import Element, Field, reachable, spec_of
from bodyplan.spec.faults import bounds_schema
from bodyplan.spec.raw import NOTHING, Extra, Raw

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def to_data(value: Element) -> dict[str, Any]:
    """Return a value as dictionaries, lists, strings and numbers; omit fields with default values.

    JSON has neither nan nor infinity: unknown numbers (nan) become None, infinite numbers "inf" and
    "-inf". If a field accepts elements with several tags, the key "element" of its data contains
    the tag.
    """
    data: dict[str, Any] = {}
    for field in spec_of(type(value)).fields:
        content = getattr(value, field.name)
        if field.default is not REQUIRED and _same(content, field.default):
            continue
        data[field.name] = _content_to_data(field, content)
    if value.extra:
        data["extra"] = {
            "attributes": dict(value.extra.attributes),
            "elements": [_raw_to_data(raw.node) for raw in value.extra.elements],
        }
    return data


def _same(content: Any, default: Any) -> bool:
    return content is default or bool(content == default)


def _content_to_data(field: Field, content: Any) -> Any:
    if field.place == "rest_attributes":
        return dict(content)
    if field.is_many:
        return [_member_to_data(field, member) for member in content]
    return None if content is None else _member_to_data(field, content)


def _member_to_data(field: Field, member: Any) -> Any:
    if isinstance(member, Element):
        data = to_data(member)
        return {"element": member.TAG, **data} if len(field.elements) > 1 else data
    if isinstance(member, Raw):
        return _raw_to_data(member.node)
    if isinstance(member, tuple):
        return [_number_to_data(number) for number in member]
    return _number_to_data(member) if isinstance(member, float) else member


def _number_to_data(number: float) -> float | str | None:
    if math.isfinite(number):
        return number
    return None if math.isnan(number) else str(number)


def _number_from_data(number: float | str | None) -> float:
    return math.nan if number is None else float(number)


def _raw_to_data(node: Node) -> dict[str, Any]:
    data: dict[str, Any] = {"tag": node.tag}
    if node.attrib:
        data["attributes"] = dict(node.attrib)
    text = (node.text or "").strip()
    if text:
        data["text"] = text
    if len(node):
        data["children"] = [_raw_to_data(child) for child in node]
    return data


def from_data(cls: type[Element], data: dict[str, Any]) -> Element:
    """Create a value from the data that ``to_data`` returns.

    Raises:
        KeyError: a field is unknown, or the tag in "element" is not allowed in this field.
        TypeError: a required field is missing.
    """
    spec = spec_of(cls)
    values: dict[str, Any] = {}
    for name, content in data.items():
        if name == "element":
            continue
        if name == "extra":
            values[name] = _extra_from_data(content)
        else:
            values[name] = _content_from_data(spec.by_name[name], content)
    return cls(**values)


def _extra_from_data(data: dict[str, Any]) -> Extra:
    if not data:
        return NOTHING
    elements = tuple(Raw(_raw_from_data(raw)) for raw in data.get("elements", ()))
    return Extra(tuple(data.get("attributes", {}).items()), elements)


def _content_from_data(field: Field, content: Any) -> Any:
    if field.place == "rest_attributes":
        return tuple(content.items())
    if field.is_many:
        return tuple(_member_from_data(field, member) for member in content)
    if content is None and field.is_optional:
        return None
    return _member_from_data(field, content)


def _member_from_data(field: Field, member: Any) -> Any:
    if len(field.elements) == 1:
        return from_data(field.elements[0], member)
    if field.elements:
        return from_data({cls.TAG: cls for cls in field.elements}[member["element"]], member)
    if field.codec is None:
        return Raw(_raw_from_data(member))
    if isinstance(member, list):
        is_whole = _items(field.codec).get("type") == "integer"
        return tuple(member if is_whole else map(_number_from_data, member))
    return _number_from_data(member) if field.codec.name == "float" else member


def _raw_from_data(data: dict[str, Any]) -> Node:
    node = Node(data["tag"], dict(data.get("attributes", {})))
    node.text = data.get("text")
    node.extend(_raw_from_data(child) for child in data.get("children", ()))
    return node


def json_schema(cls: type[Element], *, title: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the data that ``to_data`` returns for a class.

    The schema contains the types, units, meanings and ranges of fields.

    Args:
        cls: the root class.
        title: the name of the format.
    """
    definitions = {inside.__name__: _object_schema(inside) for inside in reachable(cls)}
    definitions["Raw"] = _RAW
    definitions["Extra"] = _EXTRA
    return {
        "$schema": DIALECT,
        "title": title,
        "$ref": f"#/$defs/{cls.__name__}",
        "$defs": dict(sorted(definitions.items())),
    }


_RAW = {
    "description": "XML kept as it is",
    "type": "object",
    "properties": {
        "tag": {"type": "string"},
        "attributes": {"type": "object", "additionalProperties": {"type": "string"}},
        "text": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/Raw"}},
    },
    "required": ["tag"],
    "additionalProperties": False,
}
_EXTRA = {
    "description": "attributes and elements that the format does not define; kept unchanged",
    "type": "object",
    "properties": {
        "attributes": {"type": "object", "additionalProperties": {"type": "string"}},
        "elements": {"type": "array", "items": {"$ref": "#/$defs/Raw"}},
    },
    "additionalProperties": False,
}


def _object_schema(cls: type[Element]) -> dict[str, Any]:
    spec = spec_of(cls)
    properties: dict[str, Any] = {"element": {"const": cls.TAG}}
    properties |= {field.name: _field_schema(field) for field in spec.fields}
    properties["extra"] = {"$ref": "#/$defs/Extra"}
    schema: dict[str, Any] = {
        "title": cls.TAG,
        "description": " ".join((cls.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    required = [field.name for field in spec.fields if field.is_required]
    if required:
        schema["required"] = required
    return schema


def _field_schema(field: Field) -> dict[str, Any]:
    schema = _value_schema(field)
    if field.is_many and field.place != "rest_attributes":
        schema = {"type": "array", "items": schema}
    if field.is_optional:
        schema = {"anyOf": [schema, {"type": "null"}]}
    unit = f" [{field.mark.unit}]" if field.mark.unit else ""
    return {"description": f"{field.mark.meaning}{unit}", **schema}


def _value_schema(field: Field) -> dict[str, Any]:
    if field.place == "rest_attributes":
        return {"type": "object", "additionalProperties": {"type": "string"}}
    if field.elements:
        choices = [{"$ref": f"#/$defs/{inside.__name__}"} for inside in field.elements]
        if len(choices) == 1:
            return choices[0]
        return {"type": "object", "required": ["element"], "oneOf": choices}
    if field.codec is None:
        return {"$ref": "#/$defs/Raw"}
    return _with_unknown(field, field.codec)


def _with_unknown(field: Field, codec: Codec) -> dict[str, Any]:
    """Return the schema of a codec; null for unknown numbers and "inf", if valid, are added."""
    schema, bounds = dict(codec.schema), bounds_schema(field.mark)
    if schema.get("type") == "number":
        unknown: dict[str, Any] = {"type": ["number", "null"], **bounds}
        if _may_be_infinite(field, codec):
            return {"anyOf": [unknown, {"enum": ["inf", "-inf"]}]}
        return unknown
    if schema.get("type") == "integer":
        return schema | bounds
    if _items(codec).get("type") == "number":
        schema["items"] = {"type": ["number", "null"], **bounds}
    elif "enum" in schema:
        schema["enum"] = [*schema["enum"], ""]
    return schema


def _items(codec: Codec) -> dict[str, Any]:
    """Return the schema of the items of a list of numbers; empty for other values."""
    items: dict[str, Any] = codec.schema.get("items", {})
    return items


def _may_be_infinite(field: Field, codec: Codec) -> bool:
    """Return whether a field can be infinite: by default, or because its codec allows it."""
    later = field.mark.default_since
    defaults = (field.default, later[1] if later else None)
    if any(isinstance(number, float) and math.isinf(number) for number in defaults):
        return True
    try:
        codec.format(math.inf)
    except ValueError:
        return False
    return True

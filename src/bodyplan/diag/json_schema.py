"""Reports as JSON, and the JSON Schema that is derived from their classes.

A report is a ``Record`` (or a ``NamedTuple``). Its keys are its fields, or the attributes that its
class names in ``JSON``, properties included. Keys named in ``OPTIONAL`` are left out if they have
their defaults. The schema takes types from the annotations and descriptions from the docstrings.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from math import isfinite
from os import PathLike, fspath
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from bodyplan.core import Record, field_names
from bodyplan.diag.pieces import encodable

VERSION = 1
"""Version of the layout of reports; it increases when a key is removed or changes its meaning."""
# After the type, each argument of ``Annotated`` is a keyword of JSON Schema with its value.
Count = Annotated[int, ("minimum", 0)]
"""A count, or an index from 0."""
Ordinal = Annotated[int, ("minimum", 1)]
"""The number of a line or column, from 1."""
_INDENT = 8
"""The indentation of the name of a field in a docstring, in spaces."""
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE = {bool: "boolean", int: "integer", str: "string"}


def json_text(report: Any) -> str:
    """Return a report as JSON text in ASCII.

    Args:
        report: a record whose class ``json_schema`` accepts.
    """
    return "".join(json_parts(report))


def json_parts(report: Any) -> Iterator[str]:
    """Yield the text of ``json_text`` in parts, so that a long text is never in memory as a whole."""
    # imported late: the module imports json, which few runs need
    from bodyplan.diag.indented import indented_parts

    yield from indented_parts(opened_report(report), opened, json_value)
    yield "\n"


def opened_report(report: Any) -> dict[str, Any]:
    """Return the members of a report as they are, with the version of its layout."""
    return {"version": VERSION, **opened(report)}


def json_report(report: Any) -> dict[str, Any]:
    """Return a report as a dictionary for JSON, with the version of its layout."""
    return {"version": VERSION, **json_value(report)}


def json_value(value: Any) -> Any:
    """Return a value as data that JSON can represent.

    Records become dictionaries, tuples become lists, and numbers that are not finite become None.
    Minus zero becomes zero, and invalid bytes become a replacement character.
    """
    kind = type(value)  # the most frequent classes are tested first
    if kind is float:
        return value + 0.0 if isfinite(value) else None
    if kind is tuple:
        return [json_value(member) for member in value]
    if kind is str:
        return value if value.isascii() else encodable(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return float(value) + 0.0 if isfinite(value) else None
    if isinstance(value, str):
        return encodable(str(value))
    cls: type = type(value)
    if _keys(cls) is not None or isinstance(value, Mapping):
        return {key: json_value(member) for key, member in opened(value).items()}
    if isinstance(value, PathLike):
        return encodable(fspath(value))
    return [json_value(member) for member in value]


def opened(value: Any) -> Any:
    """Return a record or mapping as a dictionary of unconverted members; others unchanged."""
    if isinstance(value, Mapping):
        return {encodable(str(key)): member for key, member in value.items()}
    cls: type = type(value)
    keys = _keys(cls)
    if keys is None:
        return value
    optional = _optional(cls)
    members = ((key, getattr(value, key)) for key in keys)
    return {
        key: member for key, member in members if key not in optional or member != optional[key]
    }


@cache
def _keys(cls: type) -> tuple[str, ...] | None:
    """Return the keys of a class in JSON; None for a class that is not a report."""
    keys = getattr(cls, "JSON", None)
    if keys is None:
        keys = field_names(cls) if issubclass(cls, Record) else getattr(cls, "_fields", None)
    return keys


@cache
def _optional(cls: type) -> dict[str, Any]:
    """Return the default values of the keys that are left out if they have their defaults."""
    defaults = cls._defaults if issubclass(cls, Record) else getattr(cls, "_field_defaults", {})
    return {key: defaults[key] for key in getattr(cls, "OPTIONAL", ())}


# The schema


def json_schema(*classes: type, title: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the dictionaries that ``json_report`` returns.

    Args:
        classes: the classes that the report may have.
        title: the title of the schema.
    """
    definitions: dict[str, Any] = {}
    pages = [_object(cls, definitions, top=True) for cls in classes]
    page = pages[0] if len(pages) == 1 else {"anyOf": pages}
    schema = {"$schema": _DRAFT, "title": title, **page}
    return {**schema, "$defs": dict(sorted(definitions.items()))} if definitions else schema


def _object(cls: type, definitions: dict[str, Any], *, top: bool = False) -> dict[str, Any]:
    """Return the schema of a report class."""
    summary, meanings = _described(cls)
    properties: dict[str, Any] = {}
    if top:
        properties["version"] = {"const": VERSION, "description": "Version of this layout."}
    keys = _keys(cls) or ()
    for key in keys:
        annotation, meaning = _attribute(cls, key)
        properties[key] = _typed(annotation, definitions)
        if meaning or key in meanings:
            properties[key]["description"] = _for_json(meanings.get(key, meaning))
    optional = getattr(cls, "OPTIONAL", ())
    return {
        "type": "object",
        "description": _for_json(summary),
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def _described(cls: type) -> tuple[str, dict[str, str]]:
    """Return the first paragraph of a class's docstring, and its description of each field."""
    meanings: dict[str, str] = {}
    name = ""
    for base in reversed(cls.__mro__[:-1]):
        rest = (base.__doc__ or "").partition("Args:\n")[2]
        for line in rest.partition("\n\n")[0].splitlines():
            words = line.strip()
            if len(line) - len(line.lstrip()) <= _INDENT and ": " in words:
                name, _, words = words.partition(": ")
                meanings[name] = words
            elif name:
                meanings[name] += f" {words}"
    summary = (cls.__doc__ or "").partition("\n\n")[0]
    return " ".join(summary.split()), meanings


def _for_json(meaning: str) -> str:
    """Return a description as a sentence, with JSON's "null" for None."""
    text = " ".join(meaning.split()).replace("None", "null").replace("``", "`")
    return text[:1].upper() + text[1:]


def _attribute(cls: type, key: str) -> tuple[Any, str]:
    """Return the type of an attribute, and the summary of its docstring if it is a property."""
    # imported late: the import is slow, and only a schema needs it
    from inspect import get_annotations

    member = getattr(cls, key, None)
    # the function of a property or a cached property
    getter = getattr(member, "fget", None) or getattr(member, "func", None)
    if getter is not None:
        summary = (getter.__doc__ or "").partition("\n\n")[0]
        return _resolved(getter.__annotations__["return"], getter.__module__), summary
    for base in cls.__mro__:
        annotation = get_annotations(base).get(key)
        if annotation is not None:
            return _resolved(annotation, base.__module__), ""
    raise TypeError(f"{cls.__name__} has no attribute {key!r}")


def _resolved(annotation: Any, module: str) -> Any:
    """Return the type that one annotation of a module refers to.

    Other annotations are not evaluated, because their names may be undefined at run time.
    """
    alone = SimpleNamespace(__annotations__={"it": annotation})
    return get_type_hints(alone, vars(sys.modules[module]), include_extras=True)["it"]


def _typed(annotation: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return {**_typed(arguments[0], definitions), **dict(arguments[1:])}
    if origin in {Union, UnionType}:
        return _one_of([_typed(one, definitions) for one in arguments])
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is not ...:
        return _row([_typed(one, definitions) for one in arguments])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _typed(arguments[1], definitions)}
    if origin is not None:
        return {"type": "array", "items": _typed(arguments[0], definitions)}
    if annotation is Any:
        return {}
    if annotation is float:
        return {"type": ["number", "null"]}  # null if it is not finite
    if annotation in {None, NoneType}:
        return {"type": "null"}
    if annotation in _SIMPLE:
        return {"type": _SIMPLE[annotation]}
    if issubclass(annotation, Enum):
        return {"enum": [str(one.value) for one in annotation]}
    if _keys(annotation) is not None:
        name = annotation.__name__
        if name not in definitions:
            # added before its content: a field may have the class itself as its type
            definitions[name] = {}
            definitions[name] = _object(annotation, definitions)
        return {"$ref": f"#/$defs/{name}"}
    if issubclass(annotation, PathLike):
        return {"type": "string"}
    raise TypeError(f"{annotation!r} has no form in JSON")


def _row(members: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a list of fixed length."""
    size = {"minItems": len(members), "maxItems": len(members)}
    if all(member == members[0] for member in members):
        return {"type": "array", "items": members[0], **size}
    return {"type": "array", "prefixItems": members, **size}


def _one_of(members: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a value that matches one of several schemas."""
    if all(member.keys() == {"type"} for member in members):
        kinds = [kind for member in members for kind in _listed(member["type"])]
        return {"type": list(dict.fromkeys(kinds))}
    null = {"type": "null"}
    if len(members) == 2 and null in members:
        one = next(member for member in members if member != null)
        if "enum" in one:
            return {"enum": [*one["enum"], None]}
        if isinstance(one.get("type"), str):
            return {**one, "type": [one["type"], "null"]}
    return {"anyOf": members}


def _listed(kinds: str | list[str]) -> list[str]:
    return [kinds] if isinstance(kinds, str) else kinds

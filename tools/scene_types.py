"""The scene of the page as types of TypeScript, from the records that Python writes it with."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.model.transform import Transform
from bodyplan.viewer import records

_PREFIX = "Scene"
_OTHER_NAMES = {"ScenePlace": "Where", "SceneFrame": "NamedFrame"}
BY_HAND = ("SceneShape", "SceneSpot", "SceneLight", "SceneData")
"""Records that `clean.ts` turns into another form; `types.ts` declares that."""
_WIDER = {("SceneAsset", "media"): "string"}
"""Fields for which the page accepts any value."""
_SHORT = 4
"""Tuples of more numbers are arrays for the page."""
_HEAD = """\
// Written by tools/generate.py from the records of `bodyplan.viewer.records`; do not edit.

import type { Shape } from "./types";

/** The upper three rows of a matrix, row by row. */
export type Pose = number[];
export type Vec3 = [number, number, number];
"""


_OTHERS = (Record, Transform)
"""Imported by the module of the records, but no part of the scene."""


def scene_types() -> str:
    """Return the module of TypeScript with an interface for each record of the scene."""
    found = [
        cls
        for cls in vars(records).values()
        if isinstance(cls, type) and issubclass(cls, Record) and cls not in _OTHERS
    ]
    return "\n".join([_HEAD, *(_interface(cls) for cls in found if cls.__name__ not in BY_HAND)])


def _interface(cls: type[Record]) -> str:
    hints = typing.get_type_hints(cls)
    optional: tuple[str, ...] = getattr(cls, "OPTIONAL", ())
    lines = []
    for name in field_names(cls):
        kind = hints[name]
        if name in optional:
            (kind,) = [one for one in get_args(kind) if one is not types.NoneType]
        written = _WIDER.get((cls.__name__, name)) or _type(kind)
        lines.append(f"  {name}{'?' * (name in optional)}: {written};")
    return "\n".join([f"export interface {_name(cls)} {{", *lines, "}", ""])


def _name(cls: type) -> str:
    return _OTHER_NAMES.get(cls.__name__, cls.__name__.removeprefix(_PREFIX))


def _type(kind: Any) -> str:
    plain = {str: "string", bool: "boolean", int: "number", float: "number"}
    if kind in plain:
        return plain[kind]
    if kind is types.NoneType:
        return "null"
    if isinstance(kind, type) and issubclass(kind, Record):
        return _name(kind)
    if kind == records.Pose:
        return "Pose"
    if kind == records.Vec3:
        return "Vec3"
    if get_origin(kind) is typing.Annotated:
        return _type(get_args(kind)[0])
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if get_origin(kind) is Mapping:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    if get_origin(kind) is tuple:
        if inner[-1] is Ellipsis or len(inner) > _SHORT:
            element = _type(inner[0])
            return f"({element})[]" if "|" in element else f"{element}[]"
        return f"[{', '.join(map(_type, inner))}]"
    return " | ".join(map(_type, inner))

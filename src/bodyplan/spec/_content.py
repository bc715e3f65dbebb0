"""Checks of the values that an edit gives to the fields of an element."""

from __future__ import annotations

from typing import Any

from bodyplan.core import class_name, listed, quoted, right_name, shown
from bodyplan.core.names import UnknownNameError
from bodyplan.spec.element import Element, Field, Spec
from bodyplan.spec.raw import Raw


def field_of(spec: Spec, name: str) -> Field:
    """Return a field by Python's name.

    Raises:
        UnknownNameError: the field does not exist; the message suggests near names.
    """
    field = spec.by_name.get(name)
    if field is None:
        where, hint = f"<{spec.tag}>", right_name(spec.cls, name)
        hint = f"use {quoted(hint)}" if hint else ""
        raise UnknownNameError("field", name, spec.by_name, where, hint)
    return field


def require_content(value: Element, field: Field, content: Any) -> None:
    """Check that a value is of the type of its field.

    Args:
        value: the element that the field belongs to.
        field: the field.
        content: what it is set to.

    Raises:
        TypeError: it is of another type; the message names the element and the field.
    """
    if content is None or field.place in {"rest", "rest_attributes"}:
        return
    if not field.is_many:
        expected = _expected(field, content)
    elif isinstance(content, list | tuple):
        expected = next(filter(None, (_expected(field, member) for member in content)), "")
    else:
        expected = "a list or tuple"
    if expected:
        raise TypeError(f"<{value.TAG}> {field.name}: expected {expected}, got {_got(content)}")


def _expected(field: Field, content: Any) -> str:
    """Return what is expected instead of a content; empty where it is of the right type."""
    if field.codec is None:
        known = field.elements or (Raw,)
        names = listed([class_name(cls) for cls in known], 5)
        return "" if type(content) in known else names
    kind = field.codec.schema.get("type")
    if field.codec.wrap is not None:
        return ""
    if kind == "array" and field.codec.schema.get("items") == {"type": "number"}:
        is_right = _has_numbers(content)
        return "" if is_right else f"{field.codec.size or 'a list of'} numbers"
    if kind == "string" or field.codec.schema.keys() == {"enum"}:
        return "" if isinstance(content, str) else "a string"
    if kind in {"number", "integer"}:
        return "" if _is_number(content) else "a number"
    return ""


def _has_numbers(content: Any) -> bool:
    is_list = hasattr(content, "__len__") and getattr(content, "ndim", 1) == 1
    return is_list and not isinstance(content, str | bytes) and all(map(_is_number, content))


def _is_number(content: Any) -> bool:
    """Return whether this is one real number, of Python or NumPy."""
    is_real = hasattr(content, "__float__") and not isinstance(content, bool)
    return is_real and getattr(content, "ndim", 0) == 0


def _got(content: Any) -> str:
    if isinstance(content, str | int | float | list | tuple):
        return shown(repr(content), 60)
    return class_name(type(content))

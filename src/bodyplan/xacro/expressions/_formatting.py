"""String formatting with ``%`` and ``format()``, with limits on widths and precisions."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

from bodyplan.xacro.expressions._budget import Evaluation
from bodyplan.xacro.expressions.values import (
    MAPPINGS,
    NUMBERS,
    SEQUENCES,
    ExpressionError,
    Value,
    invalid,
    type_name,
)

_PLACEHOLDER = re.compile(
    r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d*)"
    r"(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<kind>.)?",
    re.DOTALL,
)


def percent(evaluation: Evaluation, text: str, values: Value) -> str:
    """Return ``text % values``.

    Raises:
        ExpressionError: the values do not fit the placeholders, or the text becomes too long.
    """
    queue = [*reversed(values)] if type(values) is tuple else [values]
    parts: list[str] = []
    end = size = 0
    for match in _PLACEHOLDER.finditer(text):
        part = _formatted(evaluation, match, queue, values)
        size += len(part)
        evaluation.spend(5)
        evaluation.room_text(len(text) + size, text, part)
        parts += text[end : match.start()], part
        end = match.end()
    is_container = type(values) in MAPPINGS | SEQUENCES | {range} and type(values) is not tuple
    if queue and not is_container:
        raise invalid("more values than placeholders in the format string")
    evaluation.room_text(len(text), text)
    return "".join([*parts, text[end:]])


def _formatted(
    evaluation: Evaluation, match: re.Match[str], queue: list[Value], values: dict[Any, Any]
) -> str:
    """Return the text of one placeholder."""
    key, flags, width, precision, kind = match.group("key", "flags", "width", "precision", "kind")
    if kind is None or (kind not in "diouxXeEfFgGcrsa" and match[0] != "%%"):
        raise invalid(f"unsupported placeholder {match[0][:20]!r} in the format string")
    if kind == "%":
        return "%"
    if key is not None:
        if type(values) not in MAPPINGS:
            raise invalid("the format string requires a dictionary")
        if key not in values:
            raise ExpressionError("key", f"dictionary has no key {key[:100]!r}", name=key[:100])
        queue[:] = [values[key]]
    spec = "%" + flags + (str(_size(evaluation, width, queue)) if width else "")
    if precision is not None:
        spec += f".{max(_size(evaluation, precision, queue), 0)}"
    if kind == "%":
        return "%"
    if not queue:
        raise invalid("not enough values for the placeholders in the format string")
    value = queue.pop()
    if kind in "rsa":
        text = evaluation.text(value) if kind == "s" else evaluation.repr(value)
        if kind == "a":
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        return (spec + "s") % text
    if type(value) not in NUMBERS and (kind != "c" or type(value) is not str):
        raise invalid(f"placeholder '%{kind}' requires a number, not '{type_name(value)}'")
    if type(value) is int:
        evaluation.digits(value)
    return str((spec + kind) % value)


def _size(evaluation: Evaluation, text: str, queue: list[Value]) -> int:
    """Return a width or precision from its text; ``*`` takes it from the queue of values."""
    if text == "*":
        if not queue or type(queue[-1]) is not int:
            raise invalid("'*' in a format string requires an integer")
        number: int = queue.pop()
    else:
        number = int(text[:9] or "0")
    if abs(number) > evaluation.max_items:
        raise evaluation.too_many(abs(number))
    return number


def braces(evaluation: Evaluation, text: str, *values: Value, **named: Value) -> str:
    """Return ``text.format(...)``; each field must be a plain name or number."""
    parts: list[str] = []
    size = position = 0
    for literal, field, spec, conversion in Formatter().parse(text):
        part = ""
        if field is not None:
            if field in named:
                value = named[field]
            else:
                index = position if not field else int(field) if field.isdecimal() else -1
                position += not field
                if not 0 <= index < len(values):
                    raise invalid(f"no value for the field {field[:50]!r} of the format string")
                value = values[index]
            part = _spelled(evaluation, value, spec or "", conversion)
        evaluation.spend(5)
        size += len(literal) + len(part)
        evaluation.room_text(size, literal, part)
        parts += literal, part
    return "".join(parts)


def _spelled(evaluation: Evaluation, value: Value, spec: str, conversion: str | None) -> str:
    """Return the formatted text of a value, for one field in braces."""
    if any(len(number) > 6 for number in re.findall(r"\d+", spec)) or "{" in spec:
        raise invalid(f"unsupported format {spec[:50]!r}")
    if type(value) is int:
        evaluation.digits(value)
    if conversion == "r":
        value = evaluation.repr(value)
    elif conversion == "s" or type(value) not in NUMBERS:
        value = evaluation.text(value)
    return format(value, spec)

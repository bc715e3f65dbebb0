"""Percent formatting of strings, one placeholder at a time and with bounded widths."""

from __future__ import annotations

import re
from typing import Any

from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    MAPPINGS,
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
_KINDS = "diouxXeEfFgGcrsa%"


def percent(session: Session, text: str, values: Value) -> str:
    """Return ``text % values``.

    Raises:
        ExpressionError: the values do not fit the placeholders, or the text becomes too long.
    """
    session.room_text(len(text), text)
    queue = list(values) if type(values) is tuple else [values]
    queue.reverse()
    is_mapping = type(values) in MAPPINGS
    parts: list[str] = []
    end = size = 0
    for match in _PLACEHOLDER.finditer(text):
        parts.append(text[end : match.start()])
        end = match.end()
        part = _formatted(session, match, queue, values if is_mapping else None)
        size += len(part)
        session.room_text(len(text) + size, part)
        parts.append(part)
        session.spend(5)
    is_subscriptable = is_mapping or type(values) is range
    is_subscriptable |= type(values) in SEQUENCES and type(values) is not tuple
    if queue and not (is_subscriptable and len(queue) == 1):
        raise invalid("more values than placeholders in the format string")
    parts.append(text[end:])
    return "".join(parts)


def _formatted(
    session: Session, match: re.Match[str], queue: list[Value], mapping: dict[Any, Any] | None
) -> str:
    """Return the text of one placeholder."""
    key, flags, width, precision, kind = match.group("key", "flags", "width", "precision", "kind")
    if kind is None:
        raise invalid("incomplete placeholder at the end of the format string")
    if kind not in _KINDS:
        raise invalid(f"unsupported placeholder {match[0]!r} in the format string")
    if key is not None:
        if mapping is None:
            raise invalid("the format string requires a mapping")
        if key not in mapping:
            raise ExpressionError("key", f"dictionary has no key {key[:100]!r}", name=key[:100])
        queue[:] = [mapping[key]]
    spec = "%" + flags
    if width:
        spec += str(_size(session, width, queue))
    if precision is not None:
        digits = _size(session, precision, queue)
        spec += f".{max(digits, 0)}"
    if kind == "%":
        return "%"
    if not queue:
        raise invalid("not enough values for the placeholders in the format string")
    value = queue.pop()
    if kind in "rsa":
        text = session.text(value) if kind == "s" else session.repr(value)
        if kind == "a":
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        return (spec + "s") % text
    if kind == "c" and type(value) is str:
        return str((spec + "c") % value)
    if type(value) not in {int, bool, float}:
        raise invalid(f"placeholder '%{kind}' requires a number, not '{type_name(value)}'")
    if kind in "diu" and type(value) is int:
        session.digits(value)
    return str((spec + kind) % value)


def _size(session: Session, text: str, queue: list[Value]) -> int:
    """Return a width or precision, which can be one of the values."""
    if text != "*":
        if len(text) > 9:
            raise session.too_many(10**9)
        number = int(text or "0")
    else:
        value = queue.pop() if queue else None
        if type(value) not in {int, bool}:
            raise invalid("'*' in a format string requires an integer")
        number = int(value or 0)
    if abs(number) > session.max_items:
        raise session.too_many(abs(number))
    return number

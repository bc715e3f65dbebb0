"""JSON over many lines: as ``json.dumps(..., indent=2)`` writes it, in a fraction of the time.

The encoder of the standard library that is written in C indents nothing. But it takes any text
between the members of a list or dictionary; so what holds no others is left to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from json.encoder import encode_basestring_ascii as _quoted
from math import isfinite
from typing import Any

from bodyplan.diag.parts.plain import without_commands

_TOP = 4
"""Levels whose members are put together at the end only, so that a long text is there once."""

_HOLDERS = (dict, list, tuple)
_encode = json.JSONEncoder(allow_nan=False).encode


def indented(value: Any) -> str:
    """The value in JSON, in ASCII, by two blanks for each level.

    Args:
        value: dictionaries with names for keys, lists, tuples, and their items.

    Raises:
        ValueError: a number is infinite or none.
    """
    return "".join(indented_parts(value))


def indented_parts(value: Any) -> Iterator[str]:
    """The same text in many parts, so that a long one is never there as a whole.

    Args:
        value: dictionaries with names for keys, lists, tuples, and their items.

    Raises:
        ValueError: a number is infinite or none.
    """
    return map(without_commands, _pieces(value, 0))


def _pieces(value: Any, depth: int) -> Iterator[str]:
    """The text of a value at a level, in parts."""
    if depth == _TOP or not isinstance(value, _HOLDERS) or not value:
        yield _text(value, depth)
        return
    start, between, end = _blanks(depth)
    is_table = isinstance(value, dict)
    yield f"{{{start}" if is_table else f"[{start}"
    for number, member in enumerate(value):
        if number:
            yield between
        if is_table:
            yield f"{_quoted(member)}: "
        yield from _pieces(value[member] if is_table else member, depth + 1)
    yield f"{end}}}" if is_table else f"{end}]"


def _text(value: Any, depth: int) -> str:
    """The text of a value at a level."""
    if not isinstance(value, _HOLDERS):
        return _simple(value)
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    start, between, end = _blanks(depth)
    if isinstance(value, dict):
        if _is_flat(value.values()):
            inside = _flat(depth)(value)[1:-1]
        else:
            inside = between.join(
                [f"{_quoted(key)}: {_text(member, depth + 1)}" for key, member in value.items()]
            )
        return f"{{{start}{inside}{end}}}"
    if len(value) > 1 and _is_flat(value):
        inside = _flat(depth)(value)[1:-1]
    else:
        inside = between.join([_text(member, depth + 1) for member in value])
    return f"[{start}{inside}{end}]"


def _simple(value: Any) -> str:
    """What holds nothing else; the encoder has to be set up for each, which takes its time."""
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if value is None:
        return "null"
    if kind is int or (kind is float and isfinite(value)):
        return repr(value)
    return _encode(value)


def _is_flat(members: Iterable[Any]) -> bool:
    """Whether none of them holds anything; an empty list is written alike at every level."""
    for member in members:  # noqa: SIM110  (a loop takes half the time)
        if member and isinstance(member, _HOLDERS):
            return False
    return True


@cache
def _blanks(depth: int) -> tuple[str, str, str]:
    """The text before the first member, between two, and behind the last."""
    outer = "\n" + "  " * depth
    return f"{outer}  ", f",{outer}  ", outer


@cache
def _flat(depth: int) -> Callable[[Any], str]:
    """What encodes a value that holds no other lists or dictionaries."""
    return json.JSONEncoder(allow_nan=False, separators=(_blanks(depth)[1], ": ")).encode

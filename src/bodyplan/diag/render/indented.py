"""JSON over many lines: as ``json.dumps(..., indent=2)`` writes it, in a fraction of the time.

The encoder of the standard library that is written in C indents nothing. But it takes any text
between the members of a list or dictionary; so what holds no others is left to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

_encode = json.JSONEncoder(allow_nan=False).encode


def indented(value: Any, depth: int = 0) -> str:
    """The value in JSON, in ASCII, by two blanks for each level.

    Args:
        value: dictionaries with names for keys, lists, tuples, and what stands in them.
        depth: levels around it.
    """
    if not isinstance(value, dict | list | tuple) or not value:
        return _encode(value)
    start, between, end = _blanks(depth)
    if isinstance(value, dict):
        if _is_flat(value.values()):
            inside = _flat(depth)(value)[1:-1]
        else:
            inside = between.join(
                f"{_encode(key)}: {indented(member, depth + 1)}" for key, member in value.items()
            )
        return f"{{{start}{inside}{end}}}"
    if _is_flat(value):
        inside = _flat(depth)(value)[1:-1]
    else:
        inside = between.join(indented(member, depth + 1) for member in value)
    return f"[{start}{inside}{end}]"


def _is_flat(members: Iterable[Any]) -> bool:
    return not any(isinstance(member, dict | list | tuple) for member in members)


@cache
def _blanks(depth: int) -> tuple[str, str, str]:
    """What stands before the first member, between two, and behind the last."""
    outer = "\n" + "  " * depth
    return f"{outer}  ", f",{outer}  ", outer


@cache
def _flat(depth: int) -> Callable[[Any], str]:
    """What encodes a value that holds no other lists or dictionaries."""
    return json.JSONEncoder(allow_nan=False, separators=(_blanks(depth)[1], ": ")).encode

"""Indented JSON, without text that a build service would run as a command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring_ascii as _quoted
from math import isfinite
from typing import Any

from bodyplan.diag.pieces import without_commands

_plain = json.JSONEncoder(allow_nan=False).encode
_LARGE = 100_000
"""Approximate number of characters of one part; larger parts need fewer writes."""
_DEPTH = 4
"""Number of outer levels whose members are written one by one; deeper values are converted as a
whole.
"""


def indented(value: Any) -> str:
    """Return a value as JSON in ASCII, indented by two spaces for each level.

    Args:
        value: a string, number, boolean or None, or a list, tuple or dictionary of such values.

    Raises:
        ValueError: a number is infinite or nan.
    """
    return "".join(indented_parts(value))


def indented_parts(
    value: Any,
    opened: Callable[[Any], Any] = lambda value: value,
    whole: Callable[[Any], Any] = lambda value: value,
) -> Iterator[str]:
    """Yield the text of ``indented`` in parts, so that a long text is never in memory as a whole.

    Args:
        value: a value as for ``indented``, or any value that ``opened`` and ``whole`` convert to
            one.
        opened: converts only the outer level of a value to a dictionary, list or tuple; the members
            are converted later.
        whole: converts all levels of a value.

    Raises:
        ValueError: a number is infinite or nan.
    """
    texts: list[str] = []
    length = 0
    for text in _texts(value, "\n", _DEPTH, opened, whole):
        texts.append(text)
        length += len(text)
        if length > _LARGE:
            # a string, which may contain "##", is never split between parts
            yield without_commands("".join(texts))
            texts, length = [], 0
    yield without_commands("".join(texts))


def _texts(
    value: Any,
    newline: str,
    depth: int,
    opened: Callable[[Any], Any],
    whole: Callable[[Any], Any],
) -> Iterator[str]:
    """Yield the text of a value, whose lines after the first one begin with ``newline``."""
    outer = opened(value) if depth else None
    if not isinstance(outer, dict | list | tuple) or not outer:  # an array has no truth value
        yield _text(whole(value), newline)
        return
    inner = newline + "  "
    is_dict = isinstance(outer, dict)
    between = "{" if is_dict else "["
    for member in outer:
        yield f"{between}{inner}{_quoted(member)}: " if is_dict else between + inner
        yield from _texts(outer[member] if is_dict else member, inner, depth - 1, opened, whole)
        between = ","
    yield newline + ("}" if is_dict else "]")


def _text(value: Any, newline: str) -> str:
    """Return the indented text of a value, several times as fast as Python's encoder."""
    if isinstance(value, str):
        return _quoted(value)
    if type(value) is float and isfinite(value):
        return repr(value)
    if value is None:
        return "null"
    if not value or not isinstance(value, dict | list | tuple):
        return _plain(value)
    inner = newline + "  "
    if isinstance(value, dict):
        texts = [f"{_quoted(key)}: {_text(member, inner)}" for key, member in value.items()]
        return f"{{{inner}{f',{inner}'.join(texts)}{newline}}}"
    texts = [_text(member, inner) for member in value]
    return f"[{inner}{f',{inner}'.join(texts)}{newline}]"

"""Parses the declaration of the parameters of a macro."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_NAME = re.compile(r"\s*([^\s:=]+)\s*:?=(\s*)")
_EXPRESSION = re.compile(r"\$\{.*?\}(?=\s|\Z)|\$\(.*?\)(?=\s|\Z)")
_WORD = re.compile(r"""(?:'[^'\n]*+'|"[^"\n]*+"|[^\s'"]++)++(?=\s|\Z)""")
_REST = re.compile(r"\s*(.*)")
LONGEST = 20_000
"""The largest number of characters of a ``params`` attribute that is parsed."""


class Parameters(NamedTuple):
    """The parameters of a macro.

    Args:
        names: the names in the order of declaration; block parameters keep their asterisks.
        defaults: two values for each parameter with a default, by name: the name of the property of
            the calling scope that is forwarded, or None; and the text of the default, or None.
    """

    names: tuple[str, ...]
    defaults: dict[str, tuple[str | None, str | None]]


def parse_parameters(text: str, spend: Callable[[int], None]) -> Parameters:
    """Return the parameters that a text declares.

    Args:
        text: the attribute ``params``.
        spend: a function that is called with numbers of characters that were read; it may raise an
            exception to stop.

    Raises:
        ValueError: the text is blank, or too long.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the parameters have more than {LONGEST:,} characters")
    names: list[str] = []
    defaults: dict[str, tuple[str | None, str | None]] = {}
    while text:
        found = _with_default(text, spend)
        if found is not None:
            name, forwards, default, text = found
            defaults[name] = (name if forwards else None, default or None)
        else:
            words = text.split(None, 1)
            if not words:
                raise ValueError("the parameters are blank")
            name, text = words[0], words[1] if len(words) > 1 else ""
        names.append(name)
    return Parameters(tuple(names), defaults)


def _with_default(text: str, spend: Callable[[int], None]) -> tuple[str, bool, str, str] | None:
    """Split off the first parameter of a text; return None if that parameter has no default.

    The result is the name of the parameter, whether it forwards a property of the calling scope,
    its default, and the rest of the text.
    """
    match = _NAME.match(text)
    if match is None:
        return None
    name, start = match[1], match.end()
    for caret in ("^|", "^", ""):
        if not text.startswith(caret, start):
            continue
        begin = start + len(caret)
        spend(len(text) // 100)
        end = _end_of_default(text, begin, spend)
        if end is not None:
            return name, bool(caret), text[begin:end], _rest(text, end)
    if match[2]:  # blanks, but no default
        return name, False, "", _rest(text, match.start(2))
    return None


def _rest(text: str, end: int) -> str:
    match = _REST.match(text, end)
    return match[1] if match is not None else ""


def _end_of_default(text: str, start: int, spend: Callable[[int], None]) -> int | None:
    """Return the end of the default that begins at a position; None if it is invalid."""
    for pattern in (_EXPRESSION, _WORD):
        match = pattern.match(text, start)
        if match is not None:
            return match.end()
    spend(len(text) - start)
    end = _end_with_quotes(text, start)
    if end is not None:
        return end
    return start if start == len(text) or text[start].isspace() else None


def _end_with_quotes(text: str, start: int) -> int | None:
    """Return the end of a default that consists of words and quoted parts; None if invalid.

    A blank or the end of the text must follow the default. A quoted part does not always end at the
    next quote: it ends at the first quote after which the rest of the default is valid.
    """
    size = len(text)
    ends: list[int | None] = [None] * (size + 1)
    after_quote: dict[str, int | None] = {"'": None, '"': None}
    """By quote character, the end of a default whose quoted part begins at the current position."""
    ends[size] = size
    for position in range(size - 1, start - 1, -1):
        sign = text[position]
        if sign in after_quote:
            ends[position] = after_quote[sign]
        elif sign.isspace():
            ends[position] = position
        else:
            ends[position] = ends[position + 1]
        if sign == "\n":
            after_quote = {"'": None, '"': None}
        if sign in after_quote and ends[position + 1] is not None:
            after_quote[sign] = ends[position + 1]
    end = ends[start]
    return None if end == start else end

"""Indented JSON, without text that a build service would run as a command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bodyplan.diag.pieces import without_commands

_TOKENS = 10_000
"""The number of encoder tokens in one part; many, so that there are few writes."""


def indented(value: Any) -> str:
    """Return a value as JSON in ASCII, indented by two spaces for each level.

    Args:
        value: a string, number, boolean or None, or a list, tuple or dictionary of such values.

    Raises:
        ValueError: a number is infinite or nan.
    """
    return "".join(indented_parts(value))


def indented_parts(value: Any) -> Iterator[str]:
    """Yield the text of ``indented`` in parts, so that a long text is never in memory as a whole.

    Args:
        value: a string, number, boolean or None, or a list, tuple or dictionary of such values.

    Raises:
        ValueError: a number is infinite or nan.
    """
    tokens = json.JSONEncoder(allow_nan=False, indent=2).iterencode(value)
    while part := "".join(islice(tokens, _TOKENS)):
        yield without_commands(part)  # a string is one token, so no part ends inside it

"""JSON over many lines, for people and programs, in which a build service finds no command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bodyplan.diag.pieces import without_commands

_TOKENS = 10_000
"""Tokens of the encoder that are joined to one part, so that there are few writes."""


def indented(value: Any) -> str:
    """Return the value in JSON, in ASCII, indented by two blanks for each level.

    Args:
        value: dictionaries with names for keys, lists, tuples, and their items.

    Raises:
        ValueError: a number is infinite or none.
    """
    return "".join(indented_parts(value))


def indented_parts(value: Any) -> Iterator[str]:
    """Return the same text in parts, so that a long text is never in memory as a whole.

    Args:
        value: dictionaries with names for keys, lists, tuples, and their items.

    Raises:
        ValueError: a number is infinite or none.
    """
    tokens = json.JSONEncoder(allow_nan=False, indent=2).iterencode(value)
    while part := "".join(islice(tokens, _TOKENS)):
        yield without_commands(part)  # each text is one token, so none is cut in the middle

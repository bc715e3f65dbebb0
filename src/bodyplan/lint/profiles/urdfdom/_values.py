"""Parse attribute values as urdfdom does: numbers, lists of numbers, the version.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, sections 3 and 4.
"""

from __future__ import annotations

import math
import re

from bodyplan.formats.tinyxml import shown

_BLANKS = rb"[ \t\n\v\f\r]*+"
_NUMBER = re.compile(_BLANKS + rb"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_WHOLE = re.compile(_BLANKS + rb"([+-]?)([0-9]++)")


class BadValueError(ValueError):
    """urdfdom cannot parse a value as a number, list or version; the text says why."""


def number(value: bytes) -> float:
    """Parse a finite decimal number without trailing characters.

    Raises:
        BadValueError: the value is anything else.
    """
    if _NUMBER.fullmatch(value) is None:
        raise BadValueError(f"{shown(value)} is not a number")
    result = float(value)
    if math.isinf(result):
        raise BadValueError(f"{shown(value)} is too large for a number")
    return result


def numbers(value: bytes) -> list[float]:
    """Parse numbers separated by spaces; other whitespace is not a separator.

    Raises:
        BadValueError: a piece is not a number.
    """
    pieces = [piece for piece in value.split(b" ") if piece]
    try:
        return [number(piece) for piece in pieces]
    except BadValueError as fault:
        raise BadValueError(
            f"{fault} in {shown(value)}" if len(pieces) > 1 else str(fault)
        ) from None


def vector(value: bytes, size: int) -> list[float]:
    """Parse ``size`` numbers separated by spaces.

    Raises:
        BadValueError: the count differs, or a piece is not a number.
    """
    found = numbers(value)
    if len(found) != size:
        raise BadValueError(f"expected {size} numbers, got {len(found)}: {shown(value)}")
    return found


def check_color(value: bytes) -> None:
    """Check that each number is between 0 and 1; urdfdom ignores their count.

    Raises:
        BadValueError: a piece is not a number from 0 to 1.
    """
    for piece in value.split(b" "):
        if piece and not 0 <= number(piece) <= 1:
            raise BadValueError(f"{shown(piece)} is not between 0 and 1")


def version(value: bytes) -> tuple[int, int]:
    """Parse a version as its major and minor number.

    Raises:
        BadValueError: the version does not consist of two integers separated by a point.
    """
    pieces = value.split(b".")
    if not pieces[-1]:
        pieces.pop()  # urdfdom splits with std::getline, which drops one empty last piece
    if len(pieces) != 2:
        raise BadValueError(f"version {shown(value)} is not of the form major.minor")
    major, minor = (_whole(piece, value) for piece in pieces)
    return major, minor


def _whole(piece: bytes, value: bytes) -> int:
    match = _WHOLE.fullmatch(piece)
    if match is None:
        raise BadValueError(f"version {shown(value)} contains something other than integers")
    digits = match[2].lstrip(b"0")[:20] or b"0"
    if match[1] == b"-" and digits != b"0":
        raise BadValueError(f"version {shown(value)} contains a negative number")
    return min(int(digits), 2**63 - 1) % 2**32  # strtol saturates; the cast drops the high bits

"""How the reference reader takes attribute values: numbers, lists of numbers, the version.

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
    """The reader takes a value for no number, list or version; the text says why."""


def number(value: bytes) -> float:
    """A finite decimal number with nothing behind it.

    Raises:
        BadValueError: anything else.
    """
    if _NUMBER.fullmatch(value) is None:
        raise BadValueError(f"{shown(value)} is no number")
    result = float(value)
    if math.isinf(result):
        raise BadValueError(f"{shown(value)} is beyond the largest number")
    return result


def numbers(value: bytes) -> list[float]:
    """Numbers between spaces; no other blank separates.

    Raises:
        BadValueError: a piece is no number.
    """
    pieces = [piece for piece in value.split(b" ") if piece]
    try:
        return [number(piece) for piece in pieces]
    except BadValueError as fault:
        raise BadValueError(
            f"{fault} in {shown(value)}" if len(pieces) > 1 else str(fault)
        ) from None


def vector(value: bytes, size: int) -> list[float]:
    """So many numbers between spaces.

    Raises:
        BadValueError: another count, or a piece is no number.
    """
    found = numbers(value)
    if len(found) != size:
        raise BadValueError(f"{shown(value)} has {len(found)} numbers, not {size}")
    return found


def check_color(value: bytes) -> None:
    """Nothing; the count does not matter.

    Raises:
        BadValueError: a piece is no number from 0 to 1.
    """
    for piece in value.split(b" "):
        if piece and not 0 <= number(piece) <= 1:
            raise BadValueError(f"{shown(piece)} is not between 0 and 1")


def version(value: bytes) -> tuple[int, int]:
    """Major and minor number.

    Raises:
        BadValueError: not two whole numbers with a point between them.
    """
    pieces = value.split(b".")
    if not pieces[-1]:
        pieces.pop()  # it splits as std::getline does: one empty last piece is none
    if len(pieces) != 2:
        raise BadValueError(f"version {shown(value)} is not written major.minor")
    major, minor = (_whole(piece, value) for piece in pieces)
    return major, minor


def _whole(piece: bytes, value: bytes) -> int:
    match = _WHOLE.fullmatch(piece)
    if match is None:
        raise BadValueError(f"version {shown(value)} holds something other than whole numbers")
    digits = match[2].lstrip(b"0")[:20] or b"0"
    if match[1] == b"-" and digits != b"0":
        raise BadValueError(f"version {shown(value)} holds a negative number")
    return min(int(digits), 2**63 - 1) % 2**32  # strtol saturates, and the rest is cut off

"""Parses numbers in text formats of meshes."""

from __future__ import annotations

from collections.abc import Iterable

from bodyplan.core import quoted
from bodyplan.geometry.mesh.error import MeshError


def not_a_number(words: Iterable[bytes]) -> MeshError:
    """Return the error for coordinates that are not all numbers."""
    wrong = next((word for word in words if not _is_number(word)), b"")
    return MeshError(
        f"has a coordinate that is not a number: {quoted(wrong.decode('utf-8', 'replace'))}"
    )


def _is_number(word: bytes) -> bool:
    try:
        number_in(word)
    except ValueError:
        return False
    return True


def number_in(word: bytes) -> float:
    """Parse a number; ``1_0`` is an error, although Python reads it as ten."""
    if b"_" in word:
        raise ValueError
    return float(word)

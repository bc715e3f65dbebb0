"""Materials: what a shape looks like."""

from __future__ import annotations

from bodyplan.core import Record


class Material(Record):
    """The look of a shape.

    Args:
        name: a label; may be empty.
        rgba: red, green, blue and opacity, each 0 to 1; None without colour.
        texture: the picture on it, an address as written; empty for none.
    """

    name: str = ""
    rgba: tuple[float, float, float, float] | None = None
    texture: str = ""

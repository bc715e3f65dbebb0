"""Texts of the user in messages: cut where they are too long to be read."""

from __future__ import annotations

MOST_SHOWN = 80
"""Characters of a value or a name in a message."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """A text for a message, with dots for what is beyond so many characters."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(text: str, most: int = MOST_SHOWN) -> str:
    """A text in quotes for a message, cut where it is too long."""
    return repr(shown(text, most))

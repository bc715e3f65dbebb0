"""Pieces of messages: texts of the user, cut where they are too long to be read; numbers."""

from __future__ import annotations

MOST_SHOWN = 80
"""Characters of a value or a name in a message."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """A text for a message, with dots for what is beyond so many characters."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(text: str, most: int = MOST_SHOWN) -> str:
    """A text in quotes for a message, cut where it is too long."""
    return repr(shown(text, most))


def plural(count: int, word: str, words: str | None = None) -> str:
    """A number of things: "1 link", "1,200 links".

    Args:
        count: how many.
        word: for one of them.
        words: for several, where that is not the word with an s.
    """
    return f"{count:,} {word if count == 1 else words or word + 's'}"

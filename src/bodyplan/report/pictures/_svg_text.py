"""Text in pictures (SVG): estimate its width, shorten it, and escape it."""

from __future__ import annotations

_LONGEST_WORD = 44
_NARROW = frozenset("iljftrI.,:;'|!()[]-/\\ ")
_WIDE = frozenset("mwMW@%")


def width_of(text: str, size: float) -> float:
    """Return an upper estimate of the width of a text, for any font.

    Args:
        text: the text, on one line.
        size: the font size.
    """
    narrow = sum(character in _NARROW for character in text)
    wide = sum(character in _WIDE for character in text)
    if text.isascii():
        plain = len(text) - narrow - wide
        return size * (0.39 * narrow + 0.93 * wide + 0.62 * plain)
    large = sum(character > "\u2e7f" for character in text)
    plain = len(text) - narrow - wide - large
    return size * (0.39 * narrow + 0.93 * wide + 1.05 * large + 0.64 * plain)


def short(text: str) -> str:
    """Return a text, shortened in the middle if it is too long for a picture."""
    if len(text) <= _LONGEST_WORD:
        return text
    return f"{text[: _LONGEST_WORD - 16]}…{text[-15:]}"


def escape(text: str) -> str:
    """Escape a text for the content of an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

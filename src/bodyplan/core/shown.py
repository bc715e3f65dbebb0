"""Pieces of messages: texts of the user, cut where they are too long to be read; numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_SHOWN = 80
"""Characters of a value or a name in a message."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """Truncate a text for a message, with dots at the end."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(text: str, most: int = MOST_SHOWN) -> str:
    """Quote a text for a message, truncated if it is too long."""
    return repr(shown(text, most))


COMMANDS = re.compile(r"(?<!\S):(?=:\w)|#(?=#\w*\[)")
"""The first sign of a command that a build service would find in its log.

GitHub finds ``::error::`` at the beginning of a line, behind blanks too. ``##[error]``, and
``##vso[...]`` and ``##teamcity[...]`` of other services, are found anywhere in it.
"""


def visible(text: str) -> str:
    """Escape everything invisible in a text, and what is a command in the log of a build service.

    Control characters, whitespace other than the space, marks that change the writing direction,
    and bytes that are not characters: files contain them, and they could hide or forge output.
    """
    if not text.isprintable():
        text = "".join(map(visible_character, text))
    return COMMANDS.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return _short(ord(found[0]))


def visible_lines(text: str) -> str:
    """Return a text of several lines in which only line ends and tabs are still control characters."""
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def visible_character(character: str) -> str:
    """Return a character, or the escape of an invisible one."""
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC00 <= code <= 0xDCFF:  # a byte that the decoder could not read
        code -= 0xDC00
    return character.encode("unicode_escape").decode() if code > 0xFF else _short(code)


def _short(code: int) -> str:
    return {9: "\\t", 10: "\\n", 13: "\\r"}.get(code, f"\\x{code:02x}")


def numbers(values: Iterable[float]) -> str:
    """Format numbers as in an attribute: separated by spaces, with at most ten digits."""
    return " ".join(f"{value:.10g}" for value in values)


def length(metres: float) -> str:
    """Return a length with its unit: "0.35 m", "2.1 mm", "12,000 m"."""
    if 0.0 < abs(metres) < 0.01:
        return f"{1000.0 * metres:.3g} mm"
    return f"{metres:,.0f} m" if abs(metres) >= 1000.0 else f"{metres:.3g} m"


def plural(count: int, word: str, words: str | None = None) -> str:
    """Return a count with its noun: "1 link", "1,200 links".

    Args:
        count: how many.
        word: the singular.
        words: the plural, if it is not the singular with an s.
    """
    return f"{count:,} {word if count == 1 else words or word + 's'}"


def listed(parts: Iterable[str], most: int = 10) -> str:
    """Return a list as text: "a, b and c", or "a, b and 8 more".

    Args:
        parts: what is listed.
        most: how many are written.
    """
    words = list(parts)
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most:,} more"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

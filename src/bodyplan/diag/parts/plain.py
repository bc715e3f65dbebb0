"""Text that any output can hold: one line stays one line, and nothing controls the terminal."""

from __future__ import annotations

import re

from bodyplan.core.shown import COMMANDS, visible, visible_character

__all__ = [
    "COMMANDS",
    "encodable",
    "ended",
    "has_surrogate",
    "visible",
    "visible_character",
    "without_commands",
]

_COMMAND = re.compile(r"##(?=\w*\[)")
"""What a build service takes for a command, wherever it is in a line of the log."""


def encodable(text: str) -> str:
    """Return the text with lone surrogates, which cannot be encoded, replaced."""
    if text.isascii() or not has_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def has_surrogate(text: str) -> bool:
    """Return whether a part of the text is an invalid byte."""
    return any("\ud800" <= c <= "\udfff" for c in text)


def ended(lines: list[str]) -> str:
    """Return the lines as one text, each with its line end."""
    return "".join(f"{line}\n" for line in lines)


def without_commands(text: str) -> str:
    """Return a text in JSON in which a build service finds no command, with the same meaning."""
    return _COMMAND.sub(r"#\\u0023", text) if "##" in text else text

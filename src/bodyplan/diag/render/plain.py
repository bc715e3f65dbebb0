"""Text that can be shown anywhere: one line stays one line, and nothing steers the terminal."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text with everything that cannot be seen written as an escape.

    Control characters, blanks other than the space, marks that turn the direction of writing,
    and bytes that are no character: files bring them along, and they hide or forge output.
    """
    return text if text.isprintable() else "".join(map(visible_character, text))


def visible_character(character: str) -> str:
    """One character, or the escape for one that cannot be seen."""
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC00 <= code <= 0xDCFF:  # a byte that the decoder could not read
        code -= 0xDC00
    return character.encode("unicode_escape").decode() if code > 0xFF else _short(code)


def _short(code: int) -> str:
    return {9: "\\t", 10: "\\n", 13: "\\r"}.get(code, f"\\x{code:02x}")


def encodable(text: str) -> str:
    """The text with a replacement mark for every lone surrogate, which no encoding can hold."""
    if text.isascii() or not has_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def has_surrogate(text: str) -> bool:
    """Whether a part of the text is no character."""
    return any("\ud800" <= c <= "\udfff" for c in text)


def ended(lines: list[str]) -> str:
    """The lines as one text, each with its line end."""
    return "".join(f"{line}\n" for line in lines)

"""A draft of an SRDF as text; each block has a comment with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.formats import srdf
from bodyplan.formats.urdf import VERSIONS
from bodyplan.spec.writer import write_element

if TYPE_CHECKING:
    from bodyplan.edit.srdf_draft import Draft

_WIDTH = 100
_STEP = "  "


def text_of(draft: Draft) -> str:
    """Return the file: comments for people, then the elements of ``draft.root``.

    Raises:
        ValueError: a name has a character that XML does not allow.
    """
    lines = ['<?xml version="1.0"?>']
    for paragraph in draft.opening:
        lines += _comment(paragraph, "")
    head = write_element(srdf.Robot(name=draft.name), VERSIONS[0])
    lines.append(f"{head.removesuffix('/>')}>")
    for number, block in enumerate(draft.blocks):
        if number:
            lines.append("")
        lines += _comment(block.note, _STEP)
        lines += (
            _STEP + write_element(value, VERSIONS[0], indent=_STEP, step=_STEP)
            for value in block.values
        )
    lines.append("</robot>")
    return "\n".join(lines) + "\n"


def _comment(note: str, indent: str) -> Iterator[str]:
    """Return the lines of a comment, wrapped between words."""
    first, rest = f"{indent}<!-- ", f"{indent}     "
    line = first
    for word in _harmless(note).split():
        if line.strip() and len(line) + len(word) + 4 > _WIDTH and line not in (first, rest):
            yield line.rstrip()
            line = rest
        line += f"{word} "
    yield f"{line}-->"


def _harmless(note: str) -> str:
    """Return a text that is valid inside an XML comment, where two hyphens are forbidden."""
    while "--" in note:
        note = note.replace("--", "-")
    return "".join(character if character.isprintable() else "?" for character in note)

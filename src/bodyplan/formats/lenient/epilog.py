"""What follows the root, where XML forbids it: of the robot itself nothing is missing."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_LE
from functools import partial

from bodyplan.core import shown
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats.kinds import TAIL
from bodyplan.formats.places import Places
from bodyplan.formats.tinyxml import passes
from bodyplan.text import Edit, Tree, parse

IS_AROUND_THE_ROOT = True
"""Whether what it overlooks stands outside of the root."""
_CHAR = r"[^\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_ALLOWED = re.compile(
    rf"""[ \t\r\n]++|<!--(?:(?!-->){_CHAR})*+-->
    |<\?(?![xX][mM][lL][\s?])[A-Za-z_:\u0080-\uffff][\w:.-]*+(?:[ \t\r\n](?:(?!\?>){_CHAR})*+)?\?>""",
    re.VERBOSE,
)
_TAG = re.compile(r"</?[^\s<>/?!]+")
_WORDS = {
    "<?xml": "an XML declaration follows the root element",
    "<?": "a processing instruction follows the root element, and is not well-formed",
    "<!doctype": "a document type follows the root element",
    "<!--": "a comment follows the root element, and is not well-formed",
}
"""What is told of something that is no element, by its beginning, in small letters."""
_LONGEST_BEGINNING = max(map(len, _WORDS))


def repaired(data: bytes, tree: Tree) -> bytes | None:
    """The same file up to the end of its root; None where the fault is not behind that.

    Args:
        data: a file that is not well-formed.
        tree: what could be read of it.
    """
    fault = tree.fault
    if fault is None or fault.kind != "syntax" or tree.root is None:
        return None
    end = data.rfind(b">", 0, fault.byte) + 1
    if data[1:2] == b"\0" or data.startswith(BOM_UTF16_LE):
        end += 1  # the other half of the character
    whole = data[:end]
    return whole if parse(whole).fault is None else None


def told(places: Places, cap: int) -> list[Diagnostic]:
    """The finding about what follows the root.

    Args:
        places: the file, with the tree of its root.
        cap: the most findings.
    """
    root, text = places.tree.root, places.source.text
    if root is None or not cap:
        return []
    behind = start = places.layout.span(root).end
    while (match := _ALLOWED.match(text, start)) is not None:
        start = match.end()
    if start == len(text):
        start = behind  # where its parts are as they should be, it is told as a whole
    rest = text[start:]
    message, is_harmless = _words(rest)
    end = start + len(rest.rstrip() if rest.strip() else rest)
    tag = _TAG.match(text, start)
    where = partial(places.where_span, start, tag.end() if tag else min(start + 1, end))
    fix = Fix(
        "Remove what follows the root", (Edit(start, end, ""),), "safe" if is_harmless else "unsafe"
    )
    is_passed = passes(b"", text[behind:].encode("utf-8", "surrogatepass"))
    severity = Severity.WARNING if is_passed else Severity.ERROR
    is_element = tag is not None and not rest.startswith("</")
    hint = "put it inside the root, or remove it" if is_element else "remove it"
    return [Diagnostic(TAIL, message, where, severity=severity, hint=hint, fix=fix)]


def _words(rest: str) -> tuple[str, bool]:
    """What stands there, and whether nobody can have meant anything by it."""
    tag = _TAG.match(rest)
    if rest.startswith("\0"):
        is_empty = not rest.strip("\0 \t\r\n")
        return "a character U+0000 follows the root element; readers end there", is_empty
    if tag is not None and rest.startswith("</"):
        return f"{shown(tag[0])}> closes nothing: the root has ended", False
    if tag is not None:
        return f"{shown(tag[0])}> follows the root element, and no reader sees it", False
    start = rest[:_LONGEST_BEGINNING].lower()
    for beginning, words in _WORDS.items():
        if start.startswith(beginning):
            return words, False
    return "text follows the root element", False

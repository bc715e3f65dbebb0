"""Content after the root element that XML forbids, but that leaves the robot complete."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_LE
from functools import partial

from bodyplan.core import shown
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats.file_kinds import CONTENT_AFTER_ROOT
from bodyplan.formats.tinyxml import passes
from bodyplan.spec.recorder import Places
from bodyplan.text import Edit, ElementTree, parse

IS_AROUND_THE_ROOT = True
"""Whether the content that this module repairs is outside the root element."""
_CHAR = r"[^\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_ALLOWED = re.compile(
    rf"""[ \t\r\n]++|<!--(?:(?!-->){_CHAR})*+-->
    |<\?(?![xX][mM][lL][\s?])[A-Za-z_:\u0080-\uffff][\w:.-]*+(?:[ \t\r\n](?:(?!\?>){_CHAR})*+)?\?>""",
    re.VERBOSE,
)
_TAG = re.compile(r"</?[^\s<>/?!]+")
_MESSAGES = {
    "<?xml": "XML declaration after the root element",
    "<?": "malformed processing instruction after the root element",
    "<!doctype": "DOCTYPE after the root element",
    "<!--": "malformed comment after the root element",
}
"""Messages by the first characters of the content, in lower case."""
_LONGEST_BEGINNING = max(map(len, _MESSAGES))


def repaired(data: bytes, tree: ElementTree) -> bytes | None:
    """Return the file cut after its root element; None if the error is inside or before it.

    Args:
        data: the bytes of a file that is not well-formed.
        tree: the XML tree of the content before the error.
    """
    fault = tree.fault
    if fault is None or fault.kind != "syntax" or tree.root is None:
        return None
    # The parser stops after the root element, so the root element ends at the last tag before the
    # error.
    end = data.rfind(b">", 0, fault.byte) + 1
    if data[1:2] == b"\0" or data.startswith(BOM_UTF16_LE):
        end += 1  # the second byte of > in UTF-16
    whole = data[:end]
    return whole if parse(whole).fault is None else None


def diagnostics(places: Places, limit: int) -> list[Diagnostic]:
    """Report the content after the root element.

    Args:
        places: the locations of the file, whose tree has the root element.
        limit: the maximum number of diagnostics.
    """
    root, text = places.tree.root, places.source.text
    if root is None or not limit:
        return []
    behind = start = places.layout.span(root).end
    while (match := _ALLOWED.match(text, start)) is not None:
        start = match.end()
    if start == len(text):
        start = behind  # no part is an error by itself, so all is reported
    rest = text[start:]
    message, is_harmless = _message(rest)
    end = start + len(rest.rstrip() if rest.strip() else rest)
    tag = _TAG.match(text, start)
    where = partial(places.where_span, start, tag.end() if tag else min(start + 1, end))
    fix = Fix(
        "Remove the content after the root element",
        (Edit(start, end, ""),),
        "safe" if is_harmless else "unsafe",
    )
    is_passed = passes(b"", text[behind:].encode("utf-8", "surrogatepass"))
    severity = Severity.WARNING if is_passed else Severity.ERROR
    is_element = tag is not None and not rest.startswith("</")
    hint = "move it into the root element, or remove it" if is_element else "remove it"
    return [Diagnostic(CONTENT_AFTER_ROOT, message, where, severity=severity, hint=hint, fix=fix)]


def _message(rest: str) -> tuple[str, bool]:
    """Return the message for content after the root, and whether removing the content is safe."""
    tag = _TAG.match(rest)
    if rest.startswith("\0"):
        is_empty = not rest.strip("\0 \t\r\n")
        message = (
            "NUL character (U+0000) after the root element; urdfdom and libsdformat stop there"
        )
        return message, is_empty
    if tag is not None and rest.startswith("</"):
        return f"end tag {shown(tag[0])}> after the root element", False
    if tag is not None:
        return f"second root element {shown(tag[0])}>, ignored by urdfdom and libsdformat", False
    start = rest[:_LONGEST_BEGINNING].lower()
    for beginning, message in _MESSAGES.items():
        if start.startswith(beginning):
            return message, False
    return "text after the root element", False

"""Content before the root element that XML forbids, and that urdfdom and libsdformat accept.

An empty line before the XML declaration is enough for a strict parser to reject the whole file.
Other such files have a declaration without its ``<``, a licence before the declaration, or two
declarations. They are parsed with spaces in place of the invalid content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats.file_kinds import PROLOG
from bodyplan.formats.registry import TAGS
from bodyplan.formats.tinyxml import passes
from bodyplan.spec.recorder import Places
from bodyplan.text import Edit, ElementTree, Source, apply, bytes_of

IS_AROUND_THE_ROOT = True
"""Whether the content that this module repairs is outside the root element."""
_BOM = b"\xef\xbb\xbf"
_B = r"[ \t\r\n]"
_DECLARATION = re.compile(
    rf"""<\?xml{_B}+version{_B}*={_B}*(?:"1\.[0-9]+"|'1\.[0-9]+')
    (?:{_B}+encoding{_B}*={_B}*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?
    (?:{_B}+standalone{_B}*={_B}*(?:"(?:yes|no)"|'(?:yes|no)'))?{_B}*\?>""".encode(),
    re.VERBOSE,
)
_ITEM = re.compile(
    rb"""(?P<blanks>[ \t\r\n]+)|(?P<comment><!--.*?-->)
    |(?P<declaration><\?[xX][mM][lL](?=[\s?]).*?\?>)|(?P<instruction><\?.*?\?>)
    |(?P<doctype><!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)|(?P<text>[^<]+)|(?P<root><[A-Za-z_:\x80-\xff])""",
    re.VERBOSE | re.DOTALL,
)
_ROOT = re.compile(rb"<([^\s<>/]+)")
_ENCODING = re.compile(rb"""encoding\s*=\s*["']?([A-Za-z][A-Za-z0-9._-]*)""")
_LOST = re.compile(rb"\?xml\s[^<>]*\?>\s*")
_LONGEST = 40


class _Error(NamedTuple):
    """An error before the root element: its message, its start and end offset, and its fix."""

    message: str
    start: int
    end: int
    fix: Fix | None


class _Item(NamedTuple):
    """A piece of content before the root element, such as a comment.

    Args:
        what: the kind of content.
        start: the offset of its first byte.
        end: the offset after its last byte.
    """

    what: Literal["blanks", "comment", "declaration", "instruction", "doctype", "text"]
    start: int
    end: int


def repaired(data: bytes, tree: ElementTree) -> bytes | None:
    """Replace invalid content before the root by spaces, without a change of the file's length.

    Args:
        data: the bytes of a file that is not well-formed.
        tree: the XML tree of the content before the error.

    Returns:
        The repaired bytes; None if the error is not before the root, or cannot be repaired.
    """
    if tree.root is not None or tree.fault is None or tree.fault.kind != "syntax":
        return None
    items = None if b"\0" in data[:4] else _items(data)
    if items is None or not _is_description(data, items):
        return None
    out = bytearray(data)
    for index, item in enumerate(items):
        is_good = item.what == "declaration" and index == 0 and _is_whole(data, item)
        # Spaces keep the offsets, lines and columns of everything else.
        if item.what in {"declaration", "text"} and not is_good:
            out[item.start : item.end] = b" " * (item.end - item.start)
    if not data.isascii() and Source(data).encoding != Source(bytes(out)).encoding:
        return None  # the invalid declaration still defines the encoding
    return bytes(out) if out != data else None


def _is_description(data: bytes, items: list[_Item]) -> bool:
    """Return whether the file is a robot description, and not a text that contains tags."""
    # Text before a tag may be an e-mail or a page about URDF; it is a description only with a known
    # root element.
    if all(item.what != "text" for item in items):
        return True
    root = _ROOT.match(data, items[-1].end)
    return root is not None and root[1].decode("ascii", "replace") in TAGS


def _items(data: bytes) -> list[_Item] | None:
    """Return the items before the root element; None if no root element is found."""
    found: list[_Item] = []
    position = len(_BOM) if data.startswith(_BOM) else 0
    while (match := _ITEM.match(data, position)) is not None:
        if match.lastgroup == "root":
            return found
        found.append(_Item(match.lastgroup, match.start(), match.end()))  # type: ignore[arg-type]
        position = match.end()
    return None


def _is_whole(data: bytes, item: _Item) -> bool:
    return _DECLARATION.fullmatch(data, item.start, item.end) is not None


def diagnostics(places: Places, limit: int) -> list[Diagnostic]:
    """Report the invalid content before the root element.

    Args:
        places: the locations of the file.
        limit: the maximum number of diagnostics.
    """
    data = places.source.data
    items = _items(data) or []
    is_rejected = not passes(data[: items[-1].end] if items else b"", b"")
    severity = Severity.ERROR if is_rejected else Severity.WARNING
    parsers = "urdfdom and libsdformat" if is_rejected else "strict XML parsers"
    hint = f"correct it: {parsers} reject the whole file"
    found: list[Diagnostic] = []
    for error in islice(_errors(places, items), limit):
        where = partial(places.where_span, error.start, error.end)
        found.append(
            Diagnostic(PROLOG, error.message, where, severity=severity, hint=hint, fix=error.fix)
        )
    return found


def _errors(places: Places, items: list[_Item]) -> Iterator[_Error]:
    """Yield each error before the root element, in the order of the file."""
    source = places.source
    end = 0
    seen: set[str] = set()
    for item in items:
        raw = source.data[item.start : item.end]
        start, end = end, end + len(source.decode(raw))
        if item.what == "text":
            yield _text_error(raw, source.text[start:end], start, is_first=not seen)
        elif item.what == "declaration":
            if "declaration" in seen:
                fix = Fix("Remove the second declaration", (Edit(start, end, ""),), "safe")
                yield _Error("duplicate XML declaration", start, end, fix)
            elif not _is_whole(source.data, item):
                yield _malformed(raw, start, end)
            elif seen and "text" not in seen:
                yield _late(source, start, end, has_only_blanks=seen == {"blanks"})
        seen.add(item.what)


def _text_error(raw: bytes, text: str, start: int, *, is_first: bool) -> _Error:
    """Return the error for a text before the root element.

    Args:
        raw: the bytes of the text.
        text: the text.
        start: its offset in the file, in characters.
        is_first: whether nothing precedes it.
    """
    if is_first and _LOST.fullmatch(raw):
        fix = Fix("Insert <", (Edit(start, start, "<"),), "safe")
        return _Error("missing < at the beginning of the XML declaration", start, start + 1, fix)
    bare = text.strip() or text  # str.strip also removes form feeds, which XML forbids
    first = start + text.index(bare)
    last, shown = first + len(bare), bare
    cut = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
    is_seen = any(character.isprintable() for character in bare)
    fix = Fix("Remove the text", (Edit(first, last, ""),), "unsafe" if is_seen else "safe")
    message = f"unexpected text {quoted(cut)} before the root element"
    return _Error(message, first, last, fix)


def _malformed(raw: bytes, start: int, end: int) -> _Error:
    """Return the error for a malformed XML declaration."""
    named = _ENCODING.search(raw)
    encoding = "" if named is None else f' encoding="{named[1].decode()}"'
    text = f'<?xml version="1.0"{encoding}?>'
    is_utf_8 = named is None or named[1].lower() in {b"utf-8", b"utf8", b"ascii", b"us-ascii"}
    fix = Fix(f"Write {text}", (Edit(start, end, text),), "safe") if is_utf_8 else None
    return _Error("malformed XML declaration", start, end, fix)


def _late(source: Source, start: int, end: int, *, has_only_blanks: bool) -> _Error:
    """Return the error for an XML declaration that is not at the beginning of the file.

    Args:
        source: the file.
        start: the offset of the declaration.
        end: the offset after it.
        has_only_blanks: whether only whitespace precedes it.
    """
    text = source.text
    if has_only_blanks:
        what = "empty line" if "\n" in text[:start] else "whitespace"
        message, title = f"{what} before the XML declaration", "Remove the whitespace before it"
        edits = [Edit(0, start, "")]
    else:
        message, title = (
            "the XML declaration is not at the beginning of the file",
            "Move it to the beginning",
        )
        behind = next((end + len(e) for e in ("\r\n", "\n") if text.startswith(e, end)), end)
        is_alone = text[:start].endswith(("\n", "\r"))
        newline = text[end:behind] or "\n"
        edits = [
            Edit(0, 0, text[start:end] + newline),
            Edit(start, behind if is_alone else end, ""),
        ]
    # At the beginning, the declaration defines the encoding: this must not change it.
    after = apply(text, edits)
    is_true = bool(source.bom) or (source.editable and bytes_of(after) == source.encode(after))
    return _Error(message, start, end, Fix(title, tuple(edits), "safe") if is_true else None)

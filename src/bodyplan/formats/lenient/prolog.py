"""What stands before the root where XML forbids it, and readers of robots let it pass.

An empty line before the XML declaration is enough for a strict reader to refuse the whole file;
a declaration that lost its first character, a licence before it, a second one are about too. Such
a file is read as if blanks stood there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats.kinds import HEAD
from bodyplan.formats.places import Places
from bodyplan.formats.registry import TAGS
from bodyplan.formats.tinyxml import passes
from bodyplan.text import Edit, Source, Tree, apply, bytes_of

IS_AROUND_THE_ROOT = True
"""Whether what it overlooks stands outside of the root."""
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


class _Told(NamedTuple):
    """A fault: message, offsets and fix."""

    message: str
    start: int
    end: int
    fix: Fix | None


class _Item(NamedTuple):
    """A part of what stands before the root.

    Args:
        what: its kind.
        start: position in the bytes.
        end: behind it.
    """

    what: Literal["blanks", "comment", "declaration", "instruction", "doctype", "text"]
    start: int
    end: int


def repaired(data: bytes, tree: Tree) -> bytes | None:
    """The same file, of the same length, with blanks for what stands wrongly before the root.

    Args:
        data: a file that is not well-formed.
        tree: what could be read of it.

    Returns:
        None where that is not the fault.
    """
    if tree.root is not None or tree.fault is None or tree.fault.kind != "syntax":
        return None
    items = None if b"\0" in data[:4] else _items(data)
    if items is None or not _is_about_robots(data, items):
        return None
    out = bytearray(data)
    for index, item in enumerate(items):
        is_good = item.what == "declaration" and index == 0 and _is_whole(data, item)
        if item.what in {"declaration", "text"} and not is_good:
            out[item.start : item.end] = b" " * (item.end - item.start)
    if not data.isascii() and Source(data).encoding != Source(bytes(out)).encoding:
        return None  # a malformed declaration says how the rest reads
    return bytes(out) if out != data else None


def _is_about_robots(data: bytes, items: list[_Item]) -> bool:
    """Whether it is a description with text before it, and not a text with a tag in it."""
    if all(item.what != "text" for item in items):
        return True
    root = _ROOT.match(data, items[-1].end)
    return root is not None and root[1].decode("ascii", "replace") in TAGS


def _items(data: bytes) -> list[_Item] | None:
    """What stands before the root; None where no root follows."""
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


def told(places: Places, cap: int) -> list[Diagnostic]:
    """The findings about what stands before the root.

    Args:
        places: the file.
        cap: the most findings.
    """
    data = places.source.data
    items = _items(data) or []
    is_refused = not passes(data[: items[-1].end] if items else b"", b"")
    severity = Severity.ERROR if is_refused else Severity.WARNING
    hint = f"{'' if is_refused else 'strict '}readers refuse the whole file"
    found: list[Diagnostic] = []
    for fault in islice(_faults(places, items), cap):
        where = partial(places.where_span, fault.start, fault.end)
        found.append(
            Diagnostic(HEAD, fault.message, where, severity=severity, hint=hint, fix=fault.fix)
        )
    return found


def _faults(places: Places, items: list[_Item]) -> Iterator[_Told]:
    """Each fault, from left to right."""
    source = places.source
    end = 0
    seen: set[str] = set()
    for item in items:
        raw = source.data[item.start : item.end]
        start, end = end, end + len(source.decode(raw))
        if item.what == "text":
            yield _text_fault(raw, source.text[start:end], start, is_first=not seen)
        elif item.what == "declaration":
            if "declaration" in seen:
                fix = Fix("Remove the second", (Edit(start, end, ""),), "safe")
                yield _Told("there is a second XML declaration", start, end, fix)
            elif not _is_whole(source.data, item):
                yield _malformed(raw, start, end)
            elif seen and "text" not in seen:
                yield _late(source, start, end, has_only_blanks=seen == {"blanks"})
        seen.add(item.what)


def _text_fault(raw: bytes, text: str, start: int, *, is_first: bool) -> _Told:
    """Characters that stand before the root."""
    if is_first and _LOST.fullmatch(raw):
        fix = Fix("Write <", (Edit(start, start, "<"),), "safe")
        return _Told("the XML declaration has lost its <", start, start + 1, fix)
    bare = text.strip() or text  # form feeds and the like are blanks as well
    first = start + text.index(bare)
    last, shown = first + len(bare), bare
    cut = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
    is_seen = any(character.isprintable() for character in bare)
    fix = Fix("Remove the text", (Edit(first, last, ""),), "unsafe" if is_seen else "safe")
    message = f"{quoted(cut)} stands before the root element, where XML allows no text"
    return _Told(message, first, last, fix)


def _malformed(raw: bytes, start: int, end: int) -> _Told:
    """A declaration that is not as XML wants it."""
    named = _ENCODING.search(raw)
    encoding = "" if named is None else f' encoding="{named[1].decode()}"'
    text = f'<?xml version="1.0"{encoding}?>'
    is_utf_8 = named is None or named[1].lower() in {b"utf-8", b"utf8", b"ascii", b"us-ascii"}
    fix = Fix(f"Write {text}", (Edit(start, end, text),), "safe") if is_utf_8 else None
    return _Told("the XML declaration is not well-formed", start, end, fix)


def _late(source: Source, start: int, end: int, *, has_only_blanks: bool) -> _Told:
    """A declaration behind something else."""
    text = source.text
    if has_only_blanks:
        what = "an empty line stands" if "\n" in text[:start] else "blanks stand"
        message, title = f"{what} before the XML declaration", "Remove the blanks before it"
        edits = [Edit(0, start, "")]
    else:
        message, title = "the XML declaration is not the first thing", "Move it to the beginning"
        behind = next((end + len(e) for e in ("\r\n", "\n") if text.startswith(e, end)), end)
        is_alone = text[:start].endswith(("\n", "\r"))
        newline = text[end:behind] or "\n"
        edits = [
            Edit(0, 0, text[start:end] + newline),
            Edit(start, behind if is_alone else end, ""),
        ]
    # At the beginning it counts, so its encoding has to be that of the file.
    after = apply(text, edits)
    is_true = bool(source.bom) or (source.editable and bytes_of(after) == source.encode(after))
    return _Told(message, start, end, Fix(title, tuple(edits), "safe") if is_true else None)

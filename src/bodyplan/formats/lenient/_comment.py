"""Comments with two hyphens in a row, which XML forbids and urdfdom and libsdformat accept.

Before parsing, every second such hyphen becomes a space, so that all positions stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.file_kinds import HYPHENS
from bodyplan.spec.recorder import Places
from bodyplan.text import Edit, ElementTree

IS_AROUND_THE_ROOT = False
"""Whether the content that this module repairs is outside the root element."""
_MARKUP = rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!--(?:(?P<comment>.*?)-->|.*\Z)"
"""Matches comments, CDATA sections and processing instructions.

Without its end delimiter, a match extends to the end of the file, so that no text is searched
twice."""
_COMMENTS = re.compile(_MARKUP, re.DOTALL)
_TEXT_COMMENTS = re.compile(_MARKUP.decode(), re.DOTALL)
_RUN = re.compile(r"-{2,}|-$")


def repaired(data: bytes, tree: ElementTree) -> bytes | None:
    """Replace the double hyphens in comments, without a change of the file's length.

    Return None if the error at which parsing stopped is a different one.

    Args:
        data: the bytes of a file that is not well-formed.
        tree: the XML tree of the content before the error.
    """
    fault = tree.fault
    if fault is None or fault.kind != "syntax" or b"\0" in data[:4]:
        return None
    if data[max(fault.byte - 2, 0) : fault.byte] != b"--":
        return None
    apart = _COMMENTS.sub(_apart, data)
    return apart if apart != data else None


def _apart(match: re.Match[bytes]) -> bytes:
    comment = match["comment"]
    if comment is None:
        return match[0]
    comment = comment.replace(b"--", b"- ").replace(b"--", b"- ")
    if comment.endswith(b"-"):
        comment = comment[:-1] + b" "
    return b"<!--" + comment + b"-->"


def diagnostics(places: Places, limit: int) -> list[Diagnostic]:
    """Report each comment that contains two hyphens in a row.

    Args:
        places: the locations of the file.
        limit: the maximum number of diagnostics.
    """
    found: list[Diagnostic] = []
    for match in _TEXT_COMMENTS.finditer(places.source.text):
        comment, start = match["comment"], match.start("comment")
        run = None if comment is None else _RUN.search(comment)
        if run is None or len(found) >= limit:
            continue
        at = start + run.start()
        found.append(
            Diagnostic(
                HYPHENS,
                "comment contains two hyphens in a row, which XML forbids",
                partial(places.where_span, at, start + run.end()),
                hint="separate the hyphens: strict XML parsers reject the whole file",
                fix=_fix(start, comment),
            )
        )
    return found


def _fix(start: int, comment: str) -> Callable[[], Fix]:
    def make() -> Fix:
        edits = [
            Edit(start + run.start(), start + run.end(), _written(run[0]))
            for run in _RUN.finditer(comment)
        ]
        return Fix("Separate the hyphens", tuple(edits), "safe")

    return make


def _written(hyphens: str) -> str:
    """Return the replacement for hyphens: ``- -`` for two, an equal number of ``=`` for more."""
    if len(hyphens) == 1:
        return "- "  # one hyphen, at the end of the comment
    return "- -" if len(hyphens) == len("--") else "=" * len(hyphens)

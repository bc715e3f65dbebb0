"""Comments with two hyphens in a row, which XML forbids and urdfdom and libsdformat accept.

The file is parsed as if the hyphens were separated; each comment keeps its length, so that all
positions stay the same.
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
"""Whether the repaired content is outside the root element."""
_MARKUP = rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!--(?:(?P<comment>.*?)-->|.*\Z)"
"""Unclosed markup extends to the end of the file, so that nothing is scanned twice."""
_COMMENTS = re.compile(_MARKUP, re.DOTALL)
_TEXT_COMMENTS = re.compile(_MARKUP.decode(), re.DOTALL)
_RUN = re.compile(r"-{2,}|-$")


def repaired(data: bytes, tree: ElementTree) -> bytes | None:
    """Return the file, of the same length, with double hyphens in comments replaced.

    Return None if double hyphens are not the error.

    Args:
        data: a file that is not well-formed.
        tree: the tree up to the error.
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
    """Report each comment with two hyphens in a row.

    Args:
        places: the file.
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
    """Return the replacement of hyphens: two are separated, more become equals signs."""
    if len(hyphens) == 1:
        return "- "  # hyphens at the end of the comment
    return "- -" if len(hyphens) == len("--") else "=" * len(hyphens)

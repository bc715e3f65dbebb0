"""Comments with two hyphens in a row, which XML forbids and readers of robots let pass.

Where nothing else is wrong with a file, it is read as if the hyphens were apart: at the same
places, as each comment keeps its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.kinds import HYPHENS
from bodyplan.formats.places import Places
from bodyplan.text import Edit, Tree

IS_AROUND_THE_ROOT = False
"""Whether what it overlooks stands outside of the root."""
_MARKUP = rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!--(?:(?P<comment>.*?)-->|.*\Z)"
"""What never ends goes to the end of the file: nothing is looked through more than once."""
_COMMENTS = re.compile(_MARKUP, re.DOTALL)
_TEXT_COMMENTS = re.compile(_MARKUP.decode(), re.DOTALL)
_RUN = re.compile(r"-{2,}|-$")


def repaired(data: bytes, tree: Tree) -> bytes | None:
    """The same file, of the same length, without such hyphens; None where they are not the fault.

    Args:
        data: a file that is not well-formed.
        tree: what could be read of it.
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


def told(places: Places, cap: int) -> list[Diagnostic]:
    """A finding for each comment with two hyphens in a row.

    Args:
        places: the file.
        cap: the most findings.
    """
    found: list[Diagnostic] = []
    for match in _TEXT_COMMENTS.finditer(places.source.text):
        comment, start = match["comment"], match.start("comment")
        run = None if comment is None else _RUN.search(comment)
        if run is None or len(found) >= cap:
            continue
        at = start + run.start()
        found.append(
            Diagnostic(
                HYPHENS,
                "a comment has two hyphens in a row, which XML forbids",
                partial(places.where_span, at, start + run.end()),
                hint="strict readers refuse the whole file; write them apart",
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
        return Fix("Write the hyphens apart", tuple(edits), "safe")

    return make


def _written(hyphens: str) -> str:
    """Two hyphens apart; a longer line of them as a line of another character."""
    if len(hyphens) == 1:
        return "- "  # at the end of the comment
    return "- -" if len(hyphens) == len("--") else "=" * len(hyphens)

"""Truncated files: drop the diagnostics about the element in which the file ends.

What looks like an error in this element may be caused by the missing text, for example a link
without shapes. Its actual errors are reported once the file is complete.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic
from bodyplan.formats.file_kinds import last_path
from bodyplan.spec.recorder import Places

_AROUND_PARTS = frozenset({"model", "world"})
"""Children of the root that contain the parts of a robot. If the file ends inside such an element,
only its last child is incomplete."""


def about_whole_parts(found: list[Diagnostic], places: Places) -> list[Diagnostic]:
    """Return the diagnostics located before the incomplete element of a file; all if none is.

    Args:
        found: the diagnostics of the rules.
        places: the locations in the file.
    """
    fault, root = places.tree.fault, places.tree.root
    # an input limit stopped the parser, but the file is not truncated
    if fault is None or root is None or fault.kind == "limit":
        return found
    start = _start_of_open_part(places, root, places.source.offset_of_byte(fault.byte))
    if start is None:
        return found
    first = places.source.position(start)
    return [one for one in found if one.where[1:3] < first]


def _start_of_open_part(places: Places, root: Node, end: int) -> int | None:
    """Return the start of the part that is still open at ``end``; None if all parts are closed."""
    layout = places.layout
    _, *parts = last_path(root)
    for node in parts:
        span = layout.span(node)
        is_never_closed = span.is_empty_tag and layout.text[span.open_end - 2] != "/"
        if span.end <= end and not is_never_closed:
            return None
        if node.tag not in _AROUND_PARTS:
            return span.start
    return None

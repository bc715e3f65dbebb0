"""Files that break off: what rules say of the part that was not read completely is not reported.

Of a link whose shapes are missing, or a range without its upper end, everything may seem wrong.
What is wrong for another reason is found once the file is whole.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic
from bodyplan.formats.file_kinds import last_path
from bodyplan.spec.recorder import Places

_AROUND_PARTS = frozenset({"model", "world"})
"""What is made of parts, beside the root: only its last part is not whole."""


def about_whole_parts(found: list[Diagnostic], places: Places) -> list[Diagnostic]:
    """Return the diagnostics before the part in which a file breaks off; all of a complete file.

    Args:
        found: by rules.
        places: of the file.
    """
    fault, root = places.tree.fault, places.tree.root
    # a file beyond a limit does not break off
    if fault is None or root is None or fault.kind == "limit":
        return found
    start = _start_of_open_part(places, root, places.source.offset_of_byte(fault.byte))
    if start is None:
        return found
    first = places.source.position(start)
    return [one for one in found if one.where[1:3] < first]


def _start_of_open_part(places: Places, root: Node, end: int) -> int | None:
    """Return where the part begins that is unclosed at an offset; None if all parts are closed."""
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

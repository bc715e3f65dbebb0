"""The verdict of libsdformat 12.3: accepted, or refused and with which errors.

There is no second reading of the XML here: `seen` takes out of the tree what version 1.9 of the
format does not have, reads the rest by the declarations of `bodyplan.formats.sdf` and keeps what
ends the library's reading; `objects` runs the rules of family D and the graphs of frames over it,
and keeps what the library says too. Where the two differ from the default check, those modules say
so. Each error has the kind of its number, D101 to D142, whose `reference` is the library's name.

Source: libsdformat 12.3, by tests/oracles/libsdformat-12-behaviour.md and its fixtures.
"""

from __future__ import annotations

from functools import partial

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.lint.profiles.libsdformat.objects import object_faults
from bodyplan.lint.profiles.libsdformat.seen import Seen
from bodyplan.lint.profiles.libsdformat.told import NOT_JUDGED


def judge(document: Document) -> list[Diagnostic]:
    """What libsdformat 12.3 says: errors where it refuses the file, warnings where it prints.

    A file beyond the caps of reading is not judged; the finding that names the cap is given back.
    """
    fault = document.tree.fault
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    root = document.tree.root
    if root is not None and root.tag == "robot" and fault is None:
        place = partial(document.places.where, root)
        return [Diagnostic(NOT_JUDGED, "this is a URDF, which the profile does not judge", place)]
    seen = Seen(document)
    found = [*(seen.refusals[:1] or object_faults(seen)), *seen.remarks]
    return found[: document.limits.max_diagnostics]  # the errors come first

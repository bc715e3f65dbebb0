"""The verdict of libsdformat 12.3: accepted, or rejected and with which errors.

The XML is not parsed again: `seen` removes from the tree what SDFormat 1.9 does not have, reads the
rest by the declarations of `bodyplan.formats.sdf` and keeps the errors that end the reading in
libsdformat; `objects` runs the rules of family D and the frame graphs on the result, and keeps the
errors that libsdformat reports too. These modules document differences from the default check. Each
error has the kind of its number, D101 to D142, whose `reference` is the name in libsdformat.

Source: libsdformat 12.3, by tests/oracles/libsdformat-12-behaviour.md and its fixtures.
"""

from __future__ import annotations

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.lint.profiles.libsdformat12.objects import object_faults
from bodyplan.lint.profiles.libsdformat12.seen import Seen
from bodyplan.lint.profiles.sdf_errors import not_judged


def judge(document: Document) -> list[Diagnostic]:
    """Return what libsdformat 12.3 reports: errors if it rejects the file, warnings for its messages.

    A file that exceeds an input limit has no verdict; the diagnostic that names the limit is returned.
    """
    fault = document.tree.fault
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    root = document.tree.root
    if root is not None and root.tag == "robot" and fault is None:
        return [not_judged(document)]
    seen = Seen(document)
    found = [*(seen.refusals[:1] or object_faults(seen)), *seen.remarks]
    return found[: document.limits.max_diagnostics]  # the errors come first

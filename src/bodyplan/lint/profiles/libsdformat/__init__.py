"""The verdict of libsdformat 12.3: accepted, or refused and with which errors."""

from __future__ import annotations

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.lint.profiles.libsdformat.objects import object_faults
from bodyplan.lint.profiles.libsdformat.seen import Seen


def judge(document: Document) -> list[Diagnostic]:
    """What libsdformat 12.3 says: errors where it refuses the file, warnings where it prints.

    A file beyond the caps of reading is not judged; the finding that names the cap is given back.
    """
    fault = document.tree.fault
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    seen = Seen(document)
    return [*(seen.refusals[:1] or object_faults(seen)), *seen.remarks]

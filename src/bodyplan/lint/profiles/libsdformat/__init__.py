"""The verdict of libsdformat 16: accepted, or rejected and with which errors.

The default check reports what libsdformat 16 rejects; this profile keeps only that, and drops what
bodyplan reports on its own. ``docs/reference/parsers.md`` lists the differences.

Source: libsdformat 16.0.1, by tests/oracles/drake.py.
"""

from __future__ import annotations

from bodyplan.core import shown
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import Document
from bodyplan.lint.context import Context
from bodyplan.lint.profiles.sdf_errors import not_judged, reference_error
from bodyplan.lint.run import ruled
from bodyplan.lint.sdf import only_reported_faults
from bodyplan.lint.settings import Settings

_OWN_NUMBER = {"D311": 1, "D387": 5, "X112": 1}
"""Codes without a number of libsdformat whose errors it reports, or crashes on, with the number used here."""
_PRINTED = frozenset({"D102", "D107", "D110", "D111", "D137"})
"""Codes whose warnings libsdformat prints."""
_FAMILIES = Settings(select=("D", "X"))


def judge(document: Document) -> list[Diagnostic]:
    """Return what libsdformat 16 reports: errors if it rejects the file, warnings for its messages.

    A file that exceeds an input limit has no verdict; the diagnostic that names the limit is returned.
    """
    fault, root = document.tree.fault, document.tree.root
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    if root is not None and root.tag == "robot" and fault is None:
        return [not_judged(document)]
    if document.format != "sdf" or document.root is None:
        found = [one for one in document.diagnostics if one.severity is Severity.ERROR]
        if found:
            return [found[0].about(reference_error(1), found[0].message)]
        tag = "" if root is None else shown(root.tag)
        place = document.places.where(root)
        return [Diagnostic(reference_error(1), f"root element is <{tag}>, not <sdf>", place)]
    context = only_reported_faults(Context(document, None, document.resources))
    errors: list[Diagnostic] = []
    printed: list[Diagnostic] = []
    for one in (*document.diagnostics, *ruled(context, _FAMILIES)):
        if one.severity is Severity.ERROR:
            errors += _as_reported(one)
        elif one.code in _PRINTED and one.severity is Severity.WARNING:
            printed.append(one)
    return [*errors, *printed][: document.limits.max_diagnostics]


def _as_reported(error: Diagnostic) -> list[Diagnostic]:
    """Return an error under the number of libsdformat; nothing if it does not report it."""
    number = 1 if error.code.startswith("X0") else _OWN_NUMBER.get(error.code)
    if number is not None:
        return [error.about(reference_error(number), error.message)]
    return [error] if error.kind.reference is not None else []

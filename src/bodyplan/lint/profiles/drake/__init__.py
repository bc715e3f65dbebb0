"""The verdict of Drake's parser on SDFormat: what libsdformat 16 and Drake itself reject or ignore.

Drake reads files with libsdformat 16. It treats some warnings of libsdformat as errors and an
invalid inertia as a warning. Then it creates a multibody plant with geometry, which has further
requirements.

Source: Drake 1.51, by tests/oracles/drake.py.
"""

from __future__ import annotations

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import Document
from bodyplan.lint.context import Context
from bodyplan.lint.profiles import libsdformat
from bodyplan.lint.profiles.drake._found import IGNORED, REJECTED
from bodyplan.lint.profiles.drake._requirements import requirements
from bodyplan.lint.profiles.sdf_errors import not_judged, reference_error

_STRICTER = frozenset({"D107", "D111", "D137"})
"""Warnings of libsdformat that Drake treats as errors."""


def judge(document: Document) -> list[Diagnostic]:
    """Return the diagnostics of Drake: errors if it rejects the file, warnings for ignored elements.

    D911 is an error of Drake itself, D912 an element that Drake ignores; all others are from
    libsdformat.
    A file that exceeds an input limit has no verdict; the diagnostic that names the limit is
    returned.
    """
    if document.format == "urdf" and document.tree.fault is None:
        return [not_judged(document)]
    found = [one for one in libsdformat.judge(document) if not _is_include(one)]
    if document.format != "sdf" or document.root is None or document.tree.fault is not None:
        return found
    inertia = reference_error(19)
    of_library = [_graded(one, is_inertia=one.kind is inertia) for one in found]
    if any(one.severity is Severity.ERROR for one in of_library):
        return _errors_first(of_library)
    own = requirements(Context(document, None, document.resources))
    return _errors_first([*of_library, *own])[: document.limits.max_diagnostics]


def _is_include(found: Diagnostic) -> bool:
    """Return whether a diagnostic is about a misplaced include that libsdformat resolves silently."""
    return found.code == "D111" and found.where.path.rpartition("/")[2].startswith("include")


def _graded(found: Diagnostic, *, is_inertia: bool) -> Diagnostic:
    if found.code in _STRICTER:
        return found.graded(Severity.ERROR)
    return found.graded(Severity.WARNING) if is_inertia else found


def _errors_first(found: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda one: one.severity.rank)


__all__ = ["IGNORED", "REJECTED", "judge"]

"""The verdict of libsdformat 16: accepted, perhaps with warnings, or rejected with errors.

The default check reports what libsdformat 16 reports and problems that only bodyplan finds; this
profile reports only what libsdformat reports. ``docs/reference/parsers.md`` lists the differences.
A URDF is rejected if urdfdom rejects it, or if the conversion to SDFormat drops all links; if it
drops only some links, there is a warning.

Source: libsdformat 16.0.1, by tests/oracles/drake.py; parser_urdf.cc of 16.1.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.core import shown
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.kind import kinds
from bodyplan.formats.dialects import extensions, written_extensions
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.sdf_kinds import UNKNOWN_ELEMENT
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import only_reported_faults
from bodyplan.lint.profiles import urdfdom
from bodyplan.lint.profiles.sdf_errors import reference_error
from bodyplan.lint.rules.urdf.gazebo_versions import diagnosed, lost_links
from bodyplan.lint.run import ruled
from bodyplan.lint.settings import Settings

_OWN_NUMBER = {"D311": 1, "D387": 5, "X112": 1}
"""Codes of rules that have no libsdformat error number although libsdformat rejects the file or
crashes, each with the number that this profile uses."""
_PRINTED = frozenset({"D102", "D107", "D110", "D111", "D137"})
"""Codes whose warnings libsdformat prints."""
_FAMILIES = Settings(select=("D", "X"))


def judge(document: Document) -> list[Diagnostic]:
    """Return the diagnostics of libsdformat 16: errors if it rejects the file, and its warnings.

    A file that exceeds an input limit has no verdict; the diagnostic that names the limit is
    returned.
    """
    fault, root = document.tree.fault, document.tree.root
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    if document.format == "urdf" and fault is None:
        return _of_urdf(document)
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
    printed += _extensions(context)
    return [*errors, *printed][: document.limits.max_diagnostics]


def _of_urdf(document: Document) -> list[Diagnostic]:
    """Return the diagnostics of libsdformat for a URDF, which it converts to SDFormat."""
    rejected = [one for one in urdfdom.judge(document) if one.severity is Severity.ERROR]
    if rejected:
        return [one.about(reference_error(1), one.message) for one in rejected]
    context = Context(document, None, document.resources)
    context.kind, context.severity = kinds()["U310"], None
    lost = lost_links(document.root, context)
    if lost is None:
        return []
    found = list(diagnosed(lost, context))
    if len(lost.new) == lost.total:
        return [one.about(reference_error(17), one.message) for one in found]
    count = len(lost.tree.without_centre())
    rejected = [one.about(reference_error(9), one.message) for one in found[:count]]
    return [*rejected, *found[count:]]


def _as_reported(error: Diagnostic) -> list[Diagnostic]:
    """Return a list with the error under its libsdformat number.

    The list is empty if libsdformat does not report it.
    """
    number = 1 if error.code.startswith("X0") else _OWN_NUMBER.get(error.code)
    if number is not None:
        return [error.about(reference_error(number), error.message)]
    return [error] if error.kind.reference is not None else []


def _extensions(ctx: Context) -> Iterator[Diagnostic]:
    """Yield the vendor extensions, which the default check accepts but libsdformat reports."""
    known = extensions("sdf")
    for cls, values in ctx.values.items():
        for value in values if cls.__name__ in known else ():
            for written in written_extensions("sdf", value):
                if not isinstance(written.value, str):
                    node = written.value.node
                    message = f"unknown element <{shown(node.tag)}> in <{value.TAG}>"
                    place = partial(ctx.document.places.where, node)
                    yield Diagnostic(UNKNOWN_ELEMENT, message, place)

"""Check whether libsdformat rejects an included file, and therefore the file that includes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import names_with_colons, without_includes
from bodyplan.lint.settings import Settings

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.includes import SdfIncludes

_OWN = Settings(select=("D102", "D103", "D105", "D109", "D119", "D134"))
"""Codes for errors within an included file. Errors of its includes and frames are found by the
check of the file that includes it."""
_WHOLE = Settings(select=("D1",), ignore=("D104",))
"""All error codes of libsdformat except D104, whose rule would follow the includes again."""
_NO_COLONS = (1, 8)


class Refusal(NamedTuple):
    """Why libsdformat rejects a file.

    Args:
        document: the file with the error: the rejected file, or a file that it includes.
        reason: the error, without a full stop.
    """

    document: Document
    reason: str


def refusal(ctx: Context, includes: SdfIncludes, document: Document) -> Refusal | None:
    """Return the first error in an included file or in the files that it includes; None without errors.

    Args:
        ctx: the context of the checked file; each other file is checked once.
        includes: the includes of the checked file.
        document: the included file.
    """
    known = ctx.once(_refusals)
    if id(document) in known:
        return known[id(document)]
    valid = includes.cache.once(_valid) if includes.are_all_read else set()
    waiting, seen = [document], {id(document)}
    found: Refusal | None = None
    while waiting and found is None:
        current = waiting.pop()
        if id(current) in valid:
            continue
        reason = _own_fault(ctx, includes, current)
        if reason is not None:
            found = Refusal(current, reason)
        for include in includes.of(current):
            inner = includes.find(include).document
            if inner is not None and id(inner) not in seen and inner.format == "sdf":
                seen.add(id(inner))
                waiting.append(inner)
    if found is None:
        valid |= seen
    known[id(document)] = found
    return found


def whole_refusal(ctx: Context, document: Document) -> Refusal | None:
    """Return the first error of an included file, including its frames, checked on its own."""
    found = _ruled(Context(document, None, ctx.resources), _WHOLE)
    errors = (one.message for one in found if one.severity is Severity.ERROR)
    return next((Refusal(document, message) for message in errors), None)


def _refusals(_ctx: Context) -> dict[int, Refusal | None]:
    """Create the cache of refusals, by ``id`` of the document."""
    return {}


def _valid() -> set[int]:
    """Create the set of valid files with valid includes, by ``id``."""
    return set()


_Reasons = dict[int, str | None]


def _reasons() -> _Reasons:
    """Create the cache of the errors of files, by ``id``."""
    return {}


def _changed_reasons(_ctx: Context) -> _Reasons:
    """Create the cache of the errors of files that parameters of the checked file have changed."""
    return {}


def _own_fault(ctx: Context, includes: SdfIncludes, document: Document) -> str | None:
    """Return the first error of a file, without errors of its includes; each file is checked once."""
    is_shared = includes.cache.holds(document)
    known = includes.cache.once(_reasons) if is_shared else ctx.once(_changed_reasons)
    if id(document) not in known:
        known[id(document)] = _first_fault(document)
    return known[id(document)]


def _ruled(ctx: Context, settings: Settings) -> list[Diagnostic]:
    """Return the diagnostics of the selected rules."""
    # imported late, because it imports the rules, which import this module
    from bodyplan.lint.run import ruled

    return ruled(ctx, settings)


def _first_fault(document: Document) -> str | None:
    if (document.version or NEWEST) >= _NO_COLONS:
        node = next(names_with_colons(document), None)
        if node is not None:
            return f"name {quoted(node.get('name', ''))} contains ::"
    found = _ruled(without_includes(Context(document)), _OWN)
    every = (*document.diagnostics, *found)
    return next((one.message for one in every if one.severity is Severity.ERROR), None)

"""Whether included files are refused, so that the file that includes them is refused too."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Severity
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.lint.context import Context
from bodyplan.lint.sdf import names_with_colons, without_includes
from bodyplan.lint.settings import Settings

if TYPE_CHECKING:
    from bodyplan.conversion.sdf_includes import SdfIncludes

_OWN = Settings(select=("D102", "D103", "D105", "D109", "D119", "D134"))
"""What can be wrong with a file whatever it includes; frames are followed from the outside."""
_NO_COLONS = (1, 8)


class Refusal(NamedTuple):
    """Why readers refuse a file.

    Args:
        document: the file, or one that it includes.
        reason: what is wrong, as the end of a sentence.
    """

    document: Document
    reason: str


def refusal(ctx: Context, includes: SdfIncludes, document: Document) -> Refusal | None:
    """The first fault in an included file, or in those that it includes; None where there is none.

    Args:
        ctx: of the file under check; each other file is looked at once.
        includes: of the same.
        document: the included file.
    """
    known = ctx.once(_refusals)
    if id(document) in known:
        return known[id(document)]
    sound = includes.cache.once(_sound) if includes.are_all_read else set()
    waiting, seen = [document], {id(document)}
    found: Refusal | None = None
    while waiting and found is None:
        current = waiting.pop()
        if id(current) in sound:
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
        sound |= seen
    known[id(document)] = found
    return found


def _refusals(_ctx: Context) -> dict[int, Refusal | None]:
    """What is known of the files that are included, by ``id`` of the document."""
    return {}


def _sound() -> set[int]:
    """Files in which nothing is wrong, nor in those that they include; by ``id``."""
    return set()


_Reasons = dict[int, str | None]


def _reasons() -> _Reasons:
    """What is wrong with files themselves, by ``id``."""
    return {}


def _changed_reasons(_ctx: Context) -> _Reasons:
    """The same of files that parameters have changed for the file under check."""
    return {}


def _own_fault(ctx: Context, includes: SdfIncludes, document: Document) -> str | None:
    """What is wrong with a file whatever it includes; each is looked at once."""
    is_shared = includes.cache.holds(document)
    known = includes.cache.once(_reasons) if is_shared else ctx.once(_changed_reasons)
    if id(document) not in known:
        known[id(document)] = _first_fault(document)
    return known[id(document)]


def _first_fault(document: Document) -> str | None:
    from bodyplan.lint.run import ruled  # it runs the rules, and they ask for this

    if (document.version or NEWEST) >= _NO_COLONS:
        node = next(names_with_colons(document), None)
        if node is not None:
            return f"the name {quoted(node.get('name', ''))} has ::"
    told = ruled(without_includes(Context(document)), _OWN)
    every = (*document.diagnostics, *told)
    return next((one.message for one in every if one.severity is Severity.ERROR), None)

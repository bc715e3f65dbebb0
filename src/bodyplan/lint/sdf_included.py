"""Whether included files are refused, so that the file that includes them is refused too."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.convert.sdf_includes import SdfIncludes
from bodyplan.diag import Severity
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.lint.context import Context
from bodyplan.lint.sdf import alone, names_with_colons
from bodyplan.lint.settings import Settings
from bodyplan.text import quoted

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
    waiting, seen = [document], {id(document)}
    found: Refusal | None = None
    while waiting and found is None:
        current = waiting.pop()
        if id(current) in known:
            found = known[id(current)]
            continue
        reason = _own_fault(current)
        if reason is not None:
            found = Refusal(current, reason)
        for include in includes.of(current):
            inner = includes.find(include).document
            is_new = inner is not None and id(inner) not in seen and inner is not ctx.document
            if inner is not None and is_new and inner.format == "sdf":
                seen.add(id(inner))
                waiting.append(inner)
    known[id(document)] = found
    return found


def _refusals(_ctx: Context) -> dict[int, Refusal | None]:
    """What is known of included files, by ``id`` of the document."""
    return {}


def _own_fault(document: Document) -> str | None:
    from bodyplan.lint.run import ruled  # it runs the rules, and they ask for this

    if (document.version or NEWEST) >= _NO_COLONS:
        node = next(names_with_colons(document), None)
        if node is not None:
            return f"the name {quoted(node.get('name', ''))} has ::"
    told = ruled(alone(document), _OWN)
    every = (*document.diagnostics, *told)
    return next((one.message for one in every if one.severity is Severity.ERROR), None)

"""What the rules of this family share: what the expansion told, and what stands in its files."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats.xacro import Fault
from bodyplan.formats.xacro.places import SourcePlaces
from bodyplan.lint.context import Context
from bodyplan.lint.macro_faults import all_faults, told
from bodyplan.lint.macro_sources import MacroSources


def told_here(ctx: Context) -> Iterator[Diagnostic]:
    """The faults and warnings of the expansion that have the code of the running rule."""
    for fault in ctx.once(faults).get(ctx.kind.code, ()):
        yield told(fault, ctx.kind, written(ctx))


def faults(ctx: Context) -> dict[str, list[Fault]]:
    """The faults and warnings of the expansion, by their codes; for ``once``."""
    return all_faults(ctx.document, written(ctx))


def sources(ctx: Context) -> SourcePlaces:
    """The places in the files of the expansion."""
    found = ctx.document.sources
    assert found is not None
    return found


def written(ctx: Context) -> MacroSources:
    """The files of the expansion as they are written."""
    return ctx.once(_written)


def _written(ctx: Context) -> MacroSources:
    return MacroSources(sources(ctx))

"""Missing files of included models: further cases of R101."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.kind import kinds
from bodyplan.formats import sdf
from bodyplan.formats.resources import named_resources
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import includes
from bodyplan.lint.resource_words import address
from bodyplan.lint.rule import also
from bodyplan.lint.rules.document import resource  # noqa: F401  (declares the kind)
from bodyplan.spec import Raw

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.formats.resources import NamedResource


@also(kinds()["R101"])
def missing_in_included(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report each include of a model that references meshes or textures that do not exist.

    Nothing is reported if a folder is checked, because each model in it is then checked on its own.
    """
    found = includes(ctx)
    if found is None or ctx.run.is_of_folder:
        return
    reported: set[int] = set()
    for include in ctx.values.get(sdf.Include, ()):
        document = found.find(include).document
        waiting = [] if document is None else [document]
        for one in waiting:
            if id(one) in reported:
                continue
            reported.add(id(one))
            missing = list(_missing(ctx, one))
            if missing:
                others = f" (and {len(missing) - 1} more)" if missing[1:] else ""
                uri = address(missing[0].uri)
                file = PurePath(one.name).name
                message = f"included {address(include.uri)}: {uri} not found (in {file})"
                is_kept = all(isinstance(use.value, Raw) for use in missing)
                yield ctx.report(
                    include,
                    f"{message}{others}",
                    field="uri",
                    severity=Severity.WARNING if is_kept else None,
                    hint=f"run `bodyplan check {one.name}`",
                )
            if one.format == "sdf":
                inner = (found.find(include).document for include in found.of(one))
                waiting += [document for document in inner if document is not None]


def _missing(ctx: Context, document: Document) -> Iterator[NamedResource]:
    """Yield the first use of each URI whose file does not exist."""
    base = None if document.path is None else document.path.parent
    seen: set[str] = set()
    for use in named_resources(document):
        if use.uri in seen or use.may_be_folder:
            continue
        seen.add(use.uri)
        looked = ctx.resources.resolve(use.uri, base=base)
        is_known = looked.folder is not None or looked.scheme == "relative"
        if looked.path is None and looked.tried and is_known and not looked.remark("simulator"):
            yield use

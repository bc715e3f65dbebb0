"""The second stage of the library: what it makes of a file that reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from bodyplan.convert.sdf_frame_faults import reference_errors
from bodyplan.convert.sdf_includes import MOST_FILES, SdfIncludes
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.kind import kinds
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.lint import sdf as shared
from bodyplan.lint.context import Context
from bodyplan.lint.profiles.libsdformat.seen import Seen
from bodyplan.lint.profiles.libsdformat.told import told_as
from bodyplan.lint.rule import rules

T = TypeVar("T")

_OF_FRAMES = {16, 17, 20, 21, 22, 23, 24, 26, 27}


class _Includes(SdfIncludes):
    """The included files, each as the library sees it."""

    def __init__(self, document: Document) -> None:
        self.seen: dict[str, Seen] = {}
        super().__init__(document)

    def _opened(self, path: Path) -> Document | None:
        if len(self.documents) >= MOST_FILES:
            return None
        document = read(path, limits=self.document.limits)
        document.resources = self.document.resources
        if document.format == "sdf":
            seen = self.seen[str(path)] = Seen(document)
            document = seen.document
        self.documents[str(path)] = document
        self._register(document)
        return document


class _Context(Context):
    """What the rules are given, with the included files as the library sees them."""

    def __init__(self, document: Document, includes: SdfIncludes) -> None:
        super().__init__(document)
        self.included = includes

    def once(self, make: Callable[[Context], T]) -> T:
        if make is shared._includes:
            found: Any = self.included if sdf.Include in self.values else None
            return found  # type: ignore[no-any-return]
        return super().once(make)


def object_faults(seen: Seen) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    document = seen.document
    includes = _Includes(document)
    context = _Context(document, includes)
    for rule in rules("sdf"):
        if rule.kind.reference is None:
            continue
        context.kind = rule.kind
        for value in context.values.get(rule.target, ()):
            if rule.when and not getattr(value, rule.when):
                continue
            found += rule.check(value, context)
    found = [one for one in found if one.severity is Severity.ERROR]
    told = {one.kind.reference[1] for one in found if one.kind.reference}
    named = {kind.reference[1]: kind for kind in kinds().values() if kind.reference}
    for top in shared.frames(context).scopes:
        for name in reference_errors(top) - told:
            if not name.endswith("_GRAPH_ERROR"):
                message = f"{name} follows from it"
                found.append(context.report(top.element, message).about(named[name], message))
    return found

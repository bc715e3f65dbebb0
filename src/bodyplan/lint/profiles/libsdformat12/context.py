"""The context of the rules: included files as libsdformat reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, cast
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.sdf_frame_faults import FrameFault, reference_errors
from bodyplan.conversion.sdf_frame_tree import IncludedModel
from bodyplan.conversion.sdf_includes import SdfIncludes
from bodyplan.core import Record, quoted, replace
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.including import Found, IncludeFault
from bodyplan.lint import sdf as shared
from bodyplan.lint.context import Context
from bodyplan.lint.profiles.libsdformat12.seen import NEWEST, Seen
from bodyplan.lint.profiles.sdf_errors import reference_error
from bodyplan.spec import Element, Part, Raw

T = TypeVar("T")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


_FRAME_NAMES = frozenset(
    {"relative_to", "attached_to", "canonical_link", "placement_frame", "parent_frame"}
)
"""Attributes that are checked in every element."""


class Stray(NamedTuple):
    """An include in an element that does not allow it, its node, and that element."""

    include: sdf.Include
    node: Node
    around: Node


class _Found(SdfIncludes):
    """Included files in the locations that libsdformat searches.

    It searches one folder for the includes of all files: the working directory, here the folder of
    the document.
    """

    can_count = False

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._includes.newest = NEWEST
        path = document.path
        self._folders = [] if path is None else [path.absolute().parent]
        self._folders += map(Path, self._includes.resources.folders)
        self._folders += map(Path, filter(None, os.environ.get("SDF_PATH", "").split(os.pathsep)))

    def _look(self, include: sdf.Include) -> Found:
        name = _SCHEME.sub("", include.uri.strip(), count=1)
        for folder in self._folders:
            if name and os.path.exists(folder / name):
                return self._located(replace(include, uri=name), folder)
        fault = IncludeFault(14, "uri", f"{quoted(name)} not found")
        return Found(faults=(fault,) if name else ())


class SeenIncludes(SdfIncludes):
    """The included files as libsdformat reads them."""

    can_count = False

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._plain = _Found(document)
        self._seen: dict[int, Seen] = {}
        root: sdf.Root = document.root
        self._in_worlds = {id(include) for world in root.worlds for include in world.includes}

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """Return the included model; False if the include has none."""
        if include.merge and id(include) in self._in_worlds:
            return False
        return super().__call__(include) or False

    def find(self, include: sdf.Include) -> Found:
        """Resolve an include with its parameters."""
        found = self._plain.find(include)
        seen = self.seen(include)
        if seen is None:
            return found
        return found._replace(document=seen.document, entity=_entity(seen.document))

    def seen(self, include: sdf.Include) -> Seen | None:
        """Return the included file; None if it is not SDFormat."""
        document = self._plain.find(include).document
        if document is None or document.format != "sdf":
            return None
        seen = self._seen.get(id(document))
        if seen is None:
            seen = self._seen[id(document)] = Seen(document)  # which keeps the document
            self._register(seen.document)
        return seen


def _entity(document: Document) -> Element | None:
    """Return the model, light or actor that libsdformat uses of an included file."""
    root = document.root
    if not isinstance(root, sdf.Root):
        return None
    return next(iter((*root.models, *root.lights, *root.actors)), None)


class SeenContext(Context):
    """The context of the rules, with the included files as libsdformat reads them."""

    def __init__(self, document: Document, included: SeenIncludes) -> None:
        super().__init__(document)
        self.included = included
        root: sdf.Root = document.root
        self._first_model = root.models[0].name if root.models else ""
        self._more_models = {id(model) for model in root.models[1:]}
        self.strays: list[Stray] = []
        """Includes in elements that do not allow them; kept because they are identified by ``id``."""

    def once(self, make: Callable[[Context], T]) -> T:
        """Return the cached result of a function for this document."""
        if make is shared._includes:  # noqa: SLF001  (the seam for this)
            found: Any = self.included if sdf.Include in self.values else None
            made: T = found
            return made
        if make is shared._newest_library:  # noqa: SLF001
            return cast("T", 12)
        if make is shared._by_error:  # noqa: SLF001
            return cast("T", self._loud)
        return super().once(make)

    @cached_property
    def _loud(self) -> dict[str, list[FrameFault]]:
        """The frame faults that libsdformat reports, by error name."""
        found: dict[str, list[FrameFault]] = {}
        for fault in shared.frames(self).faults:
            if not fault.is_silent and fault.name != "__root__":
                found.setdefault(fault.error, []).append(fault)
        return found

    @cached_property
    def frame_errors(self) -> frozenset[str]:
        """The names of the errors that libsdformat reports for frames."""
        found: set[str] = set()
        for top in shared.frames(self).scopes:
            found |= reference_errors(top)
        return frozenset(found)

    def report(
        self,
        value: Record | Raw,
        message: str,
        *,
        field: str | None = None,
        part: Part | None = None,
        severity: Severity | None = None,
        **rest: Any,
    ) -> Diagnostic:
        """Report a diagnostic of the running rule; a warning if libsdformat does not report it."""
        number = (self.kind.reference or (0,))[0]
        if isinstance(value, sdf.Xyz) and field == "expressed_in":
            severity = Severity.WARNING  # detected when the axis is requested
        if self._is_of_state(value) and field not in _FRAME_NAMES:
            severity = Severity.WARNING
        if isinstance(value, sdf.Include) and number == 33 and not self.included.find(value).entity:
            severity = Severity.WARNING  # not found, so nothing is merged
        made = super().report(value, message, field=field, part=part, severity=severity, **rest)
        if number == 11 and id(value) in self._more_models:
            name = self._first_model
            if getattr(value, "name", "") == name:
                return made.about(reference_error(2), f"duplicate model name {quoted(name)}")
        return made

    def _is_of_state(self, value: Record | Raw) -> bool:
        """Whether an element is in a part that libsdformat does not load."""
        owner = self.owner(value) if isinstance(value, Element) else None
        while owner is not None:
            if isinstance(owner, sdf.Population | sdf.State):
                return True
            owner = self.owner(owner)
        return False

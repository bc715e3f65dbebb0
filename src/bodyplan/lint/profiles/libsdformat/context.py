"""What the rules are given: included files as the library sees them, and its words only."""

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
from bodyplan.lint.profiles.libsdformat.seen import NEWEST, Seen
from bodyplan.lint.profiles.libsdformat.told import reference_error
from bodyplan.spec import Element, Part, Raw

T = TypeVar("T")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


_FRAME_NAMES = frozenset(
    {"relative_to", "attached_to", "canonical_link", "placement_frame", "parent_frame"}
)
"""Attributes that are looked at wherever they stand."""


class Stray(NamedTuple):
    """An include where none belongs, its element, and the one around it."""

    include: sdf.Include
    node: Node
    around: Node


class _Found(SdfIncludes):
    """Included files as they are, found where the library looks.

    It looks for all of them in one folder, whatever file they are named in: that of the document
    here, where the library takes the working folder.
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
        fault = IncludeFault(14, "uri", f"{quoted(name)} was not found")
        return Found(faults=(fault,) if name else ())


class SeenIncludes(SdfIncludes):
    """The included files, each as the library sees it."""

    can_count = False

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._plain = _Found(document)
        self._seen: dict[int, Seen] = {}
        root: sdf.Root = document.root
        self._in_worlds = {id(include) for world in root.worlds for include in world.includes}

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """The model that an include brings; False where it brings none."""
        if include.merge and id(include) in self._in_worlds:
            return False
        return super().__call__(include) or False

    def find(self, include: sdf.Include) -> Found:
        """What an include leads to, with its parameters."""
        found = self._plain.find(include)
        seen = self.seen(include)
        if seen is None:
            return found
        return found._replace(document=seen.document, entity=_entity(seen.document))

    def seen(self, include: sdf.Include) -> Seen | None:
        """The file that an include leads to; None where it is none in SDFormat."""
        document = self._plain.find(include).document
        if document is None or document.format != "sdf":
            return None
        seen = self._seen.get(id(document))
        if seen is None:
            seen = self._seen[id(document)] = Seen(document)  # which keeps the document
            self._register(seen.document)
        return seen


def _entity(document: Document) -> Element | None:
    """The model, light or actor that counts in an included file."""
    root = document.root
    if not isinstance(root, sdf.Root):
        return None
    return next(iter((*root.models, *root.lights, *root.actors)), None)


class SeenContext(Context):
    """What the rules are given, with the included files as the library sees them."""

    def __init__(self, document: Document, included: SeenIncludes) -> None:
        super().__init__(document)
        self.included = included
        root: sdf.Root = document.root
        self._first_model = root.models[0].name if root.models else ""
        self._more_models = {id(model) for model in root.models[1:]}
        self.strays: list[Stray] = []
        """Includes where none belongs; they are known by their ids, so they have to stay."""

    def once(self, make: Callable[[Context], T]) -> T:
        """What a function makes of this document."""
        if make is shared._includes:  # noqa: SLF001  (the seam for this)
            found: Any = self.included if sdf.Include in self.values else None
            made: T = found
            return made
        if make is shared._by_error:  # noqa: SLF001
            return cast("T", self._loud)
        return super().once(make)

    @cached_property
    def _loud(self) -> dict[str, list[FrameFault]]:
        """The faults of frames that the library tells, by its word for them."""
        found: dict[str, list[FrameFault]] = {}
        for fault in shared.frames(self).faults:
            if not fault.is_silent and fault.name != "__root__":
                found.setdefault(fault.error, []).append(fault)
        return found

    @cached_property
    def told_of_frames(self) -> frozenset[str]:
        """The errors that the library tells of the frames."""
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
        """A finding of the running rule; a warning where the library says nothing."""
        number = (self.kind.reference or (0,))[0]
        if isinstance(value, sdf.Xyz) and field == "expressed_in":
            severity = Severity.WARNING  # found out when the axis is asked for
        if self._is_of_state(value) and field not in _FRAME_NAMES:
            severity = Severity.WARNING
        if isinstance(value, sdf.Include) and number == 33 and not self.included.find(value).entity:
            severity = Severity.WARNING  # not found, so nothing is merged
        made = super().report(value, message, field=field, part=part, severity=severity, **rest)
        if number == 11 and id(value) in self._more_models:
            name = self._first_model
            if getattr(value, "name", "") == name:
                return made.about(reference_error(2), f"there is a model {quoted(name)} already")
        return made

    def _is_of_state(self, value: Record | Raw) -> bool:
        """Whether it stands in what the library keeps and does not load."""
        owner = self.owner(value) if isinstance(value, Element) else None
        while owner is not None:
            if isinstance(owner, sdf.Population | sdf.State):
                return True
            owner = self.owner(owner)
        return False

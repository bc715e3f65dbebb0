"""The second stage of the library: what it makes of a file that reads."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from math import isinf
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from bodyplan.convert.sdf_frame_faults import FrameFault, reference_errors
from bodyplan.convert.sdf_frame_tree import IncludedModel
from bodyplan.convert.sdf_includes import MOST_FILES, SdfIncludes
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.codes import CODES
from bodyplan.formats.sdf.including import Found, IncludeFault
from bodyplan.lint import sdf as shared
from bodyplan.lint.context import Context
from bodyplan.lint.profiles.libsdformat.seen import NEWEST, Seen
from bodyplan.lint.profiles.libsdformat.told import told_as
from bodyplan.lint.rule import rules
from bodyplan.spec import Element, Part, Raw
from bodyplan.text import quoted, replace

T = TypeVar("T")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_OF_FRAMES = frozenset({16, 17, 20, 21, 22, 23, 24, 26, 27})
"""Errors that the graphs of frames tell."""
_NOT_TOLD = frozenset({1, 4, 31, 37, 38, 41})
"""Errors that the library does not have yet, or that are told of the reading already."""
_SENSORS_SINCE = frozenset({"air_speed"})
"""Types of sensor that the library does not know yet."""
_NOISES = frozenset({"", "none", "gaussian", "gaussian_quantized"})
_CAMERAS = frozenset(
    {
        "camera",
        "depth",
        "rgbd",
        "thermal",
        "segmentation",
        "boundingbox",
        "wideanglecamera",
        "multicamera",
    }
) | {
    f"{kind}_camera"
    for kind in ("depth", "rgbd", "thermal", "segmentation", "boundingbox", "wide_angle")
}
_NUMBERS = {name: number for number, name in CODES.items()}


class SeenIncludes(SdfIncludes):
    """The included files, each as the library sees it.

    It looks for all of them in one folder, whatever file they are named in: that of the document
    here, where the library takes the working folder.
    """

    def __init__(self, document: Document) -> None:
        self.seen: dict[str, Seen] = {}
        super().__init__(document)
        self._includes.newest = NEWEST
        path = document.path
        folders = [] if path is None else [path.absolute().parent]
        folders += map(Path, self._includes.resources.folders)
        folders += [Path(p) for p in os.environ.get("SDF_PATH", "").split(os.pathsep) if p]
        self._folders = folders
        root: sdf.Root = document.root
        self._in_worlds = {id(include) for world in root.worlds for include in world.includes}

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """The model that an include brings; False where it brings none."""
        if include.merge and id(include) in self._in_worlds:
            return False
        return super().__call__(include) or False

    def find(self, include: sdf.Include) -> Found:
        """What an include leads to."""
        key = id(include)
        if key not in self._found:
            name = _SCHEME.sub("", include.uri.strip(), count=1)
            found = Found(faults=(IncludeFault(14, "uri", f"{quoted(name)} was not found"),))
            for folder in self._folders:
                if name and (folder / name).exists():
                    found = self._includes.find(replace(include, uri=name), folder)
                    break
            self._found[key] = found
        return self._found[key]

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

    def __init__(self, document: Document, included: SeenIncludes) -> None:
        super().__init__(document)
        self.included = included
        root: sdf.Root = document.root
        self._models = root.models
        self.strays: list[sdf.Include] = []

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
            if not _is_silent(fault):
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
        value: Element | Raw,
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
        if isinstance(value, sdf.Include) and number == 33 and not self.included.find(value).entity:
            severity = Severity.WARNING  # not found, so nothing is merged
        made = super().report(value, message, field=field, part=part, severity=severity, **rest)
        if number == 11 and any(value is model for model in self._models[1:]):
            name = self._models[0].name
            if getattr(value, "name", "") == name:
                return made.about(told_as(2), f"there is a model {quoted(name)} already")
        return made


def _is_silent(fault: FrameFault) -> bool:
    """Whether the library says nothing of it, or gives another name and prints that."""
    if fault.is_silent or fault.name == "__root__":
        return True
    if fault.error != "DUPLICATE_NAME" or any(
        type(one) is type(fault.holder) for one in fault.members if one is not fault.holder
    ):
        return False
    # in models in models, and of the frames of a world, the later one gets another name
    return fault.scope.is_nested or (fault.scope.is_world and isinstance(fault.holder, sdf.Frame))


def object_faults(seen: Seen) -> list[Diagnostic]:
    """What the library says of a file that reads."""
    included = SeenIncludes(seen.document)
    context = _Context(seen.document, included)
    unread = list(_unread(context))
    if any(one.kind is not told_as(14) for one in unread):
        return unread
    said = [
        *seen.errors,
        *_of_strays(context, seen),
        *_of_rules(context),
        *_of_frames(context),
        *_of_sensors(context),
        *_of_moments(context),
    ]
    return [one for one in said if one.kind is not kinds.BAD_VALUE] + [
        one.about(told_as(9), one.message) for one in said if one.kind is kinds.BAD_VALUE
    ]


def _unread(context: _Context) -> Iterator[Diagnostic]:
    """What is said of includes up to the first file that ends the library's reading."""
    for include in context.values.get(sdf.Include, ()):
        found = context.included.find(include)
        context.kind = told_as(14)
        for fault in found.faults:
            if fault.number == 14:
                yield context.report(include, fault.message, field="uri")
        context.kind = told_as(1)
        inner = context.included.seen.get(str(found.path))
        faults = [fault.message for fault in found.faults if fault.number == 1]
        if inner is not None and inner.refusals:
            faults.append(f"{quoted(include.uri)} is not read: {inner.refusals[0].message}")
        if faults:
            yield context.report(include, faults[0], field="uri")
            return
        if found.entity is not None and include.placement_frame and include.pose is None:
            message = "<include> has a placement_frame, but no pose"
            yield context.report(include, message).about(told_as(31), message)
            return
    for top in shared.frames(context).scopes if sdf.Include in context.values else ():
        if top.tree.left_out:
            include = top.tree.left_out[0][0]
            message = f"{quoted(include.uri)} includes itself; the library dies"
            yield context.report(top.element, message)


def _of_strays(context: _Context, seen: Seen) -> Iterator[Diagnostic]:
    """Includes where none belongs, which are looked for all the same."""
    for node, around in seen.strays:
        include = sdf.Include(
            uri=(node.findtext("uri") or "").strip(), merge=node.get("merge") in {"1", "true"}
        )
        context.strays.append(include)  # they are known by their id
        if not include.uri:
            continue
        found = context.included.find(include)
        for fault in found.faults:
            if fault.number == 14:
                yield seen.at(told_as(14), fault.message, node)
        if found.entity is not None and include.merge:
            yield seen.at(told_as(33), f"nothing is merged into <{around.tag}>", node)
        elif around.tag == "sdf" and found.entity is not None and context.document.root.models:
            found_one = seen.at(told_as(11), "there is a model already", node)
            yield found_one.graded(Severity.ERROR)


def _of_rules(context: _Context) -> Iterator[Diagnostic]:
    """What the rules say that the library says too."""
    for rule in rules("sdf"):
        reference = rule.kind.reference
        if reference is None or reference[0] in _NOT_TOLD:
            continue
        if reference[0] in _OF_FRAMES and reference[1] not in context.told_of_frames:
            continue
        context.kind = rule.kind
        for value in context.values.get(rule.target, ()):
            if rule.when is None or getattr(value, rule.when):
                found = rule.check(value, context)
                yield from (one for one in found if one.severity is Severity.ERROR)


def _of_frames(context: _Context) -> Iterator[Diagnostic]:
    """What the library says of frames beside that."""
    for top in shared.frames(context).scopes:
        for name in sorted(reference_errors(top)):
            if name != "DUPLICATE_NAME" and not name.endswith("_GRAPH_ERROR"):
                context.kind = told_as(_NUMBERS[name])
                yield context.report(top.element, f"{name} follows from it")


def _of_sensors(context: _Context) -> Iterator[Diagnostic]:
    """Words in sensors that the library does not take."""
    for sensor in context.values.get(sdf.Sensor, ()):
        if sensor.type in _SENSORS_SINCE:
            context.kind = told_as(5)
            yield context.report(sensor, f"{sensor.type} is no type of sensor yet", field="type")
    context.kind = told_as(8)
    for noise in (*context.values.get(sdf.Noise, ()), *context.values.get(sdf.CameraNoise, ())):
        if noise.type not in _NOISES and _is_asked(context, noise):
            yield context.report(noise, f"{quoted(noise.type)} is no kind of noise", field="type")


def _is_asked(context: _Context, noise: Element) -> bool:
    """Whether the library passes on what is wrong with a noise: of two kinds of sensor only."""
    owner: Element | None = noise
    while owner is not None and not isinstance(owner, sdf.Sensor):
        owner = context.owner(owner)
    kind = "" if owner is None else owner.type
    return kind in _CAMERAS if isinstance(noise, sdf.CameraNoise) else kind == "force_torque"


def _of_moments(context: _Context) -> Iterator[Diagnostic]:
    """Moments of inertia without end."""
    context.kind = told_as(19)
    for inertia in context.values.get(sdf.Inertia, ()):
        if any(map(isinf, (inertia.ixx, inertia.iyy, inertia.izz))):
            yield context.report(inertia, "a moment of inertia is infinite")

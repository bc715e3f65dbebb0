"""Helpers of the rules for SDFormat: frames, includes, and names of elements in messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.lint.facts.names import unknown_name
from bodyplan.model.attachment import OLDER_SENSORS
from bodyplan.spec import Child, Element, Version, spec_of
from bodyplan.spec.schema_kinds import INPUT_LIMIT

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from bodyplan.conversion.sdf.frame_faults import FrameFault
    from bodyplan.conversion.sdf.frame_tree import FrameScope
    from bodyplan.conversion.sdf.frames import SdfFrames
    from bodyplan.conversion.sdf.includes import SdfIncludes
    from bodyplan.formats.document import Document
    from bodyplan.lint.context import Context


def version_of(ctx: Context) -> Version:
    """Return the SDFormat version that applies to the file."""
    return ctx.document.version or NEWEST


def named(value: Element) -> str:
    """Return the tag and name of an element: "joint 'elbow'"."""
    name = getattr(value, "name", "")
    return f"{value.TAG} {quoted(name)}" if name else f"<{value.TAG}>"


def with_article(value: Element) -> str:
    """Return the tag of an element with "a" or "an": "a link", "an actor"."""
    return f"{'an' if value.TAG[0] in 'aeiou' else 'a'} {value.TAG}"


# Includes and frames, found once for each document


def includes(ctx: Context) -> SdfIncludes | None:
    """Return the included files of the document; None without includes."""
    return ctx.once(_includes)


def _includes(ctx: Context) -> SdfIncludes | None:
    return includes_of(ctx) if sdf.Include in ctx.values else None


def includes_of(ctx: Context, strays: list[sdf.Include] | None = None) -> SdfIncludes:
    """Return the files that the document includes, or only those that ``strays`` include."""
    from bodyplan.conversion.sdf.include_cache import IncludeCache
    from bodyplan.conversion.sdf.includes import SdfIncludes

    if strays is None:
        cache = ctx.run.once(IncludeCache)
        cache.next_file()
        return SdfIncludes(ctx.document, ctx.resources, cache)

    own = strays

    class Strays(SdfIncludes):
        def of(self, document: Document) -> list[sdf.Include]:
            return own if document is ctx.document else self.cache.includes_in(document)

    return Strays(ctx.document, ctx.resources, IncludeCache())


def without_includes(ctx: Context) -> Context:
    """Return the context of an included file, in which rules find no includes and no frame faults.

    The check of the outer file reports them.
    """
    ctx.assume(_includes, None)
    no_faults: dict[str, list[FrameFault]] = {}
    ctx.assume(_by_error, no_faults)
    return ctx


def only_reported_faults(ctx: Context) -> Context:
    """Return the context of a profile, without frame faults that libsdformat does not report."""
    found = {error: list(filter(is_reported, faults)) for error, faults in _by_error(ctx).items()}
    ctx.assume(_by_error, found)
    return ctx


def is_reported(fault: FrameFault) -> bool:
    """Return whether current versions of libsdformat report a frame fault.

    Duplicate frames of worlds count as reported from SDFormat 1.7 on, although libsdformat before
    version 13 renamed them.
    """
    is_renamed = fault.scope.is_world and fault.kind == "duplicate"
    return not fault.is_silent or (is_renamed and fault.scope.version >= (1, 7))


def frames(ctx: Context) -> SdfFrames:
    """Return the frames of the document."""
    return ctx.once(_frames)


def _frames(ctx: Context) -> SdfFrames:
    return sdf_frames(ctx.document, included=includes(ctx))


def frame_faults(ctx: Context, *errors: str) -> list[FrameFault]:
    """Return the frame faults of the document with these libsdformat error names."""
    found = ctx.once(_by_error)
    return [fault for error in errors for fault in found.get(error, ())]


_MAY_BE_BEHIND = frozenset({"unknown", "no link", "no axis", "cycle"})
"""Kinds of faults about missing elements, which may be in a part of the file that was not read."""


def _by_error(ctx: Context) -> dict[str, list[FrameFault]]:
    found: dict[str, list[FrameFault]] = {}
    is_whole = not ctx.is_broken_off and all(
        one.kind is not INPUT_LIMIT for one in ctx.document.diagnostics
    )
    reported: set[tuple[int, str | None, str, int]] = set()
    for fault in frames(ctx).faults:
        if fault.name == "__root__" or (not is_whole and fault.kind in _MAY_BE_BEHIND):
            continue  # reported by D105, or the element may be in the unread part
        # an included model may occur several times; report its fault once for each include
        if ctx.document.node(fault.value) is None:
            key = (id(fault.value), fault.field, fault.kind, id(_bringer(ctx, fault)))
            if key in reported:
                continue
            reported.add(key)
        found.setdefault(fault.error, []).append(fault)
    return found


def report_fault(
    ctx: Context,
    fault: FrameFault,
    message: str,
    *,
    severity: Severity | None = None,
    hint: str | None = None,
    is_name: bool = False,
) -> Diagnostic:
    """Report a frame fault; a fault in an included file is reported at the include.

    Args:
        ctx: the context of the running rule.
        fault: the fault.
        message: what is wrong, with names.
        severity: the severity, if it differs from the severity of the rule.
        hint: what to do about the problem.
        is_name: whether the field contains a name that does not exist, so that similar names are
            suggested.
    """
    value: Element = fault.value
    if ctx.document.node(value) is None:
        include = _bringer(ctx, fault)
        if include is not None:
            file = fault.scope.document
            where = (
                ""
                if file is None or file is ctx.document
                else f"in {quoted(PurePath(file.name).name)}: "
            )
            message = f"{where}{message}"
            return ctx.report(include, message, field="uri", severity=severity, hint=hint)
        value = fault.holder
        return ctx.report(value, message, severity=severity, hint=hint)
    if is_name and fault.field is not None:
        known = fault.scope.known
        renamed = _in_model_of_another_name(fault)
        if renamed is not None:
            why = f"the model of {quoted(renamed[0])} is called {renamed[1].partition('::')[0]!r}"
            fix = ctx.fix_set(f"Write {renamed[1]!r}", "unsafe", value, **{fault.field: renamed[1]})
            hint = f"did you mean {renamed[1]!r}? {why}"
            return ctx.report(
                value, message, field=fault.field, severity=severity, hint=hint, fix=fix
            )
        found = unknown_name(ctx, value, message, lambda: known, field=fault.field, hint=hint)
        return found if severity is None else found.graded(severity)
    return ctx.report(value, message, field=fault.field, severity=severity, hint=hint)


def _in_model_of_another_name(fault: FrameFault) -> tuple[str, str] | None:
    """Return the URI of the meant include and the corrected name; None for other mistakes.

    Some authors write "folder::link" although the included model has another name than its folder.
    """
    first, colons, rest = str(getattr(fault.value, str(fault.field))).partition("::")
    for child in fault.scope.children if colons else ():
        include, name = child.include, f"{child.element.name}::{rest}"
        graph, number = fault.scope.tree.graph, fault.scope.number
        if include is not None and not include.name and graph.find(number, name) is not None:
            folder = PurePath(include.uri.rpartition("://")[2])
            if first in (folder.name, folder.stem, folder.parent.name):
                return include.uri, name
    return None


def _bringer(ctx: Context, fault: FrameFault) -> sdf.Include | None:
    """Return the include of this document that causes a fault."""
    scope: FrameScope | None = frames(ctx).scope_of(fault.holder) or fault.scope
    while scope is not None:
        if scope.include is not None and ctx.document.node(scope.include) is not None:
            return scope.include
        scope = scope.parent
    return None


def names_with_colons(document: Document) -> Iterator[Node]:
    """Yield elements whose name has ``::``, except in plugins and in elements with a prefix."""
    if "::" not in document.source.text:
        return
    root = document.tree.root
    if root is None or not any(
        "::" in node.get("name", "") and node.tag != "plugin" for node in root.iter()
    ):
        return
    waiting = [root]
    while waiting:
        node = waiting.pop()
        tag = str(node.tag)
        if ":" in tag or tag == "plugin":
            continue
        if "::" in node.get("name", ""):
            yield node
        waiting.extend(reversed(node))


def of_class(ctx: Context, *classes: type[Any]) -> list[Any]:
    """Return all values of some classes in the file, class by class."""
    return [value for cls in classes for value in ctx.values.get(cls, ())]


def settings_of(sensor: sdf.Sensor) -> list[str]:
    """Return the names of the fields that configure this type of sensor; one is required."""
    type_ = OLDER_SENSORS.get(sensor.type, sensor.type)
    marks = {field.name: field.mark for field in spec_of(sdf.Sensor).fields}
    return [name for name, mark in marks.items() if isinstance(mark, Child) and type_ in mark.of]
